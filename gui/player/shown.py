"""What the GM shows over the players' screen: a picture as large as fits, a title card, or text."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from gui.map.pictures import Pictures
from gui.player.numbers_page import paint_numbers
from gui.player.roll_page import paint_roll
from gui.player.text_layout import CENTER, LEFT, NAME, NEXT, NOW, STRONG, WORDS, Align, Letters, Style, write
from gui.style import palette
from model.view.handouts import ShownView

_PAD = 0.05
"""Margin on all sides; like all lengths here, a share of the screen's height."""
_GAP = 0.03
_WIDEST = 1.45
"""Greatest width of a text: longer lines are hard to follow."""
_STYLES = (NEXT, NAME, WORDS)
"""Styles for a text: the first in which all of it fits is used."""


def paint_shown(painter: QPainter, size: QSizeF, shown: ShownView, letters: Letters, pictures: Pictures) -> None:
    """Paint what is shown over a whole screen."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pad = letters.length(_PAD)
    box = QRectF(0, 0, size.width(), size.height())
    image = pictures.ground(shown.file) if shown.file else QImage()
    if image.isNull():
        painter.fillRect(box, palette().color("background"))
        paint = {"numbers": paint_numbers, "roll": paint_roll}.get(shown.kind, _paint_words)
        paint(painter, box.adjusted(pad, pad, -pad, -pad), shown, letters)
    else:
        painter.fillRect(box, Qt.GlobalColor.black)
        words = shown.title or shown.text
        if words:
            line = letters.line(NAME) + letters.length(_GAP)
            place = QRectF(pad, box.bottom() - line, box.width() - 2 * pad, line)
            title = letters.elided(words, NAME, place.width())
            write(painter, place, title, letters.font(NAME), QColor("#e8ebf0"), CENTER)
            box.setBottom(place.top())
        paint_fitted(painter, box, image)
    painter.restore()


def paint_fitted(painter: QPainter, box: QRectF, image: QImage) -> None:
    """Paint a picture in the middle of a box, as large as fits; nothing if the image is null."""
    if image.isNull():
        return
    size = QSizeF(image.size()).scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF(box.center() - QPointF(size.width() / 2, size.height() / 2), size)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image)


def _paint_words(painter: QPainter, box: QRectF, shown: ShownView, letters: Letters) -> None:
    """Paint the title above the text, in the middle of the screen; a long text in smaller letters, at last cut."""
    is_card = shown.kind == "title"
    if shown.kind == "rule":
        box = _paint_card(painter, box, letters)
    width = min(box.width(), letters.length(_WIDEST))
    heading: Style = NOW[0] if is_card else NEXT
    titles = letters.wrapped(shown.title, heading, box.width(), 3)
    room = box.height() - len(titles) * letters.line(heading) - letters.length(_GAP)
    style, lines = _fitting(shown.text, letters, width, room)
    height = len(titles) * letters.line(heading) + len(lines) * letters.line(style)
    height += letters.length(_GAP) if titles and lines else 0.0
    top = box.center().y() - height / 2
    for words in titles:
        place = QRectF(box.left(), top, box.width(), letters.line(heading))
        write(painter, place, words, letters.font(heading), palette().color("text"), CENTER)
        top = place.bottom()
    top += letters.length(_GAP) if titles and lines else 0.0
    align: Align = CENTER if len(lines) < 3 or is_card else LEFT
    widest = max((letters.width(style, words) for words in lines), default=0.0)
    left = box.left() if align == CENTER else box.center().x() - widest / 2
    for words in lines:
        place = QRectF(left, top, box.width() if align == CENTER else widest, letters.line(style))
        ink = palette().color("muted" if titles and is_card else "text")
        write(painter, place, words, letters.font(style), ink, align)
        top = place.bottom()


def _paint_card(painter: QPainter, box: QRectF, letters: Letters) -> QRectF:
    """Paint the ground of a rule, with a line of the accent colour of links at its left; returns the room in it."""
    colors, corner, pad = palette(), letters.length(0.02), letters.length(_PAD)
    painter.setPen(QPen(colors.color("line"), letters.length(0.002)))
    painter.setBrush(colors.color("raised"))
    painter.drawRoundedRect(box, corner, corner)
    edge = QRectF(box.left() + pad / 2, box.top() + pad, letters.length(0.01), box.height() - 2 * pad)
    painter.fillRect(edge, colors.color("link"))
    return box.adjusted(1.5 * pad, pad / 2, -pad, -pad / 2)


def _fitting(text: str, letters: Letters, width: float, room: float) -> tuple[Style, list[str]]:
    """The largest style in which a text fits, and its lines; in the smallest style the rest is cut."""
    style, lines = STRONG, [""]
    for style in _STYLES:
        most = max(1, int(room / letters.line(style)))
        lines = _lines(text, style, letters, width)
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], letters.elided(lines[most - 1] + " …", style, width)]
    return style, lines


def _lines(text: str, style: Style, letters: Letters, width: float) -> list[str]:
    """Break a text between words, keeping its own line ends."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        lines += letters.wrapped(paragraph, style, width, len(paragraph) + 1) or [""]
    return lines
