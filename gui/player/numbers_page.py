"""Statistics of an evening over the players' screen: a table that can be read from four metres."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from gui.player.text_layout import CENTER, LEFT, NAME, NEXT, RIGHT, WORDS, Letters, write
from gui.style import palette
from model.view.handouts import ShownView

_GAP = 0.03
"""Gap between the parts and between two columns, as a share of the screen's height."""
_WIDEST = 0.42
"""Greatest width of a name, as a share of the page's width."""


def paint_numbers(painter: QPainter, box: QRectF, shown: ShownView, letters: Letters) -> None:
    """Paint the title, a line of text and a table; rows that do not fit are left out, the last ones first."""
    colors = palette()
    words, *lines = shown.text.splitlines() or [""]
    rows = [line.split("\t") for line in lines]
    gap, row_height = letters.length(_GAP), letters.line(NAME) * 1.25
    header = letters.line(NEXT) + letters.line(WORDS) + 2 * gap
    room = max(0, int((box.height() - header) / row_height))
    rows = rows[:room]
    height = header + len(rows) * row_height
    top = box.center().y() - height / 2
    for text, style, ink in ((shown.title, NEXT, "text"), (words, WORDS, "muted")):
        place = QRectF(box.left(), top, box.width(), letters.line(style))
        write(
            painter, place, letters.elided(text, style, place.width()), letters.font(style), colors.color(ink), CENTER
        )
        top = place.bottom() + gap
    if not rows:
        return
    widths = _widths(rows, box.width(), letters)
    left = box.center().x() - (sum(widths) + gap * 2 * (len(widths) - 1)) / 2
    right = 2 * box.center().x() - left
    for at, row in enumerate(rows):
        _paint_row(painter, QRectF(left, top, right - left, row_height), row, widths, letters, is_heading=not at)
        top += row_height
        painter.setPen(QPen(colors.color("line"), max(1.0, letters.length(0.002))))
        painter.drawLine(QPointF(left, top), QPointF(right, top))


def _widths(rows: list[list[str]], room: float, letters: Letters) -> list[float]:
    count = max(map(len, rows))
    widths = [
        max(letters.width(NAME if at else WORDS, row[column]) for at, row in enumerate(rows) if column < len(row))
        for column in range(count)
    ]
    return [min(widths[0], room * _WIDEST), *widths[1:]]


def _paint_row(
    painter: QPainter, box: QRectF, row: list[str], widths: list[float], letters: Letters, *, is_heading: bool
) -> None:
    style = WORDS if is_heading else NAME
    ink = palette().color("muted" if is_heading else "text")
    left = box.left()
    for column, (words, width) in enumerate(zip(row, widths, strict=False)):
        place = QRectF(left, box.top(), width, box.height())
        text = words if column else letters.elided(words, style, width)
        write(painter, place, text, letters.font(style, tabular=True), ink, RIGHT if column else LEFT)
        left += width + letters.length(_GAP) * 2
