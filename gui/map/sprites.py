"""The small pictures of the token layer: bodies, names with health bars, condition chips, marks."""

from __future__ import annotations

import functools
import math

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from gui.style import (
    Palette,
    TokenLook,
    draw_bar,
    draw_pill,
    semi_bold,
    side_style,
    text_font,
    token_extent,
    token_path,
)
from model.view.map import TokenView

_CHIPS = 3
"""Condition chips beside a token; further ones are counted."""

BRACKET_GAP = 7.0


def look_of(token: TokenView) -> TokenLook:
    return TokenLook(
        initials=token.initials,
        side=token.side,
        hidden=token.hidden,
        out=token.out,
        acting=token.acting,
        portrait=token.portrait,
    )


def canvas(size: QSizeF, ratio: float) -> QPixmap:
    """An empty picture of at least that size for a screen of that ratio, even in device pixels."""
    pixmap = QPixmap(int(_even(size.width() * ratio)), int(_even(size.height() * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _even(length: float) -> float:
    """What a picture takes that is made for so many pixels."""
    return 2.0 * math.ceil(length / 2)


def draw_haloed(painter: QPainter, box: QRectF, text: str, color: QColor, halo: QColor) -> None:
    """Text with an outline of the ground's colour: it is read on any picture."""
    painter.setPen(halo)
    for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1), (0, 2), (-2, 0), (2, 0)):
        painter.drawText(box.translated(dx, dy), Qt.AlignmentFlag.AlignCenter, text)
    painter.setPen(color)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def name_size(token: TokenView, radius: float) -> tuple[float, float]:
    """Width and height of the name's picture in pixels."""
    text, bar = _metrics(token.minor), _bar_width(token, radius)
    return _even(max(text.horizontalAdvance(_words(token)) + 6, bar)), _even(text.height() + (7 if bar else 0))


def name_picture(token: TokenView, radius: float, ratio: float, palette: Palette) -> QPixmap:
    """The name, and over it a bar where health may be seen as one; in words it stands behind the name."""
    width, height = name_size(token, radius)
    pixmap = canvas(QSizeF(width, height), ratio)
    painter = QPainter(pixmap)
    top, bar = 0.0, _bar_width(token, radius)
    if bar and token.health is not None and token.health.fraction is not None:
        fraction, box = token.health.fraction, QRectF((width - bar) / 2, 1, bar, 4)
        draw_bar(painter, box, fraction, palette.health(fraction), palette.color("track"))
        top = 7.0
    painter.setFont(_name_font(token.minor))
    color = palette.color("dim" if token.out else "text")
    box = QRectF(0, top, width, height - top)
    draw_haloed(painter, box, _words(token), color, palette.color("ground"))
    painter.end()
    return pixmap


def _words(token: TokenView) -> str:
    if token.health is not None and token.health.fraction is None and token.health.text:
        return f"{token.name} · {token.health.text}"
    return token.name


def _name_font(minor: bool) -> QFont:
    return text_font(12) if minor else semi_bold(13)


@functools.cache
def _metrics(minor: bool) -> QFontMetricsF:
    return QFontMetricsF(_name_font(minor))


def _bar_width(token: TokenView, radius: float) -> float:
    if token.out or token.health is None or token.health.fraction is None or radius < 10:
        return 0.0
    return min(64.0, 2 * round(radius * 0.8))


def name_key(token: TokenView, radius: float) -> tuple[object, ...]:
    """Equal keys have equal name pictures."""
    return ("name", token.name, token.health, token.minor, token.out, _bar_width(token, radius))


def chip_labels(token: TokenView) -> tuple[str, ...]:
    """What stands beside a token: `hidden` first, since it matters most, then its conditions."""
    labels = (("hidden",) if token.hidden else ()) + tuple(
        condition for condition in token.conditions if not (token.hidden and condition == "hidden")
    )
    if len(labels) > _CHIPS:
        return (*labels[: _CHIPS - 1], f"+{len(labels) - _CHIPS + 1}")
    return labels


def counted_chips(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The one chip that stands for all conditions where there is no room for words: how many there are.

    That a combatant is hidden is seen by the token itself.
    """
    if not labels:
        return ()
    rest = labels[-1].removeprefix("+")
    count = len(labels) - 1 + int(rest) if rest.isdigit() else len(labels)
    count -= "hidden" in labels
    return (str(count),) if count else ()


def chips_size(labels: tuple[str, ...]) -> tuple[float, float]:
    """Width and height of the chips' picture in pixels."""
    return _even(max(_chip_metrics().horizontalAdvance(label) + 14 for label in labels)), 18.0 * len(labels)


def chips_picture(labels: tuple[str, ...], ratio: float, palette: Palette) -> QPixmap:
    """Chips one below the other."""
    pixmap = canvas(QSizeF(*chips_size(labels)), ratio)
    painter = QPainter(pixmap)
    painter.setFont(_chip_font())
    for index, label in enumerate(labels):
        width = _chip_metrics().horizontalAdvance(label) + 14
        box = QRectF(0, 18 * index, width, 17)
        draw_pill(painter, box, palette.color("background"), palette.color("muted"))
        painter.setPen(palette.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
    painter.end()
    return pixmap


def _chip_font() -> QFont:
    return text_font(11, QFont.Weight.Medium)


@functools.cache
def _chip_metrics() -> QFontMetricsF:
    return QFontMetricsF(_chip_font())


def selection_picture(side: str, radius: float, ratio: float, palette: Palette) -> QPixmap:
    """The ring around a selected token, outside of any other ring."""
    extent = token_extent(radius) + 6
    pixmap = canvas(QSizeF(2 * extent, 2 * extent), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(pixmap.width() / ratio / 2, pixmap.height() / ratio / 2)
    path = token_path(side_style(palette, side).shape, radius + 8)
    painter.strokePath(path, QPen(palette.color("ground"), 4))
    painter.strokePath(path, QPen(palette.color("selected_line"), 2))
    painter.end()
    return pixmap


def bracket_picture(radius: float, ratio: float, palette: Palette) -> QPixmap:
    """Four corners around the target."""
    reach, arm = radius * 1.1 + BRACKET_GAP, max(5.0, radius * 0.42)
    pixmap = canvas(QSizeF(2 * reach + 6, 2 * reach + 6), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(pixmap.width() / ratio / 2, pixmap.height() / ratio / 2)
    for color, width in (("ground", 5.0), ("now", 3.0)):
        painter.setPen(QPen(palette.color(color), width, c=Qt.PenCapStyle.FlatCap, j=Qt.PenJoinStyle.MiterJoin))
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = QPointF(right * reach, down * reach)
            painter.drawPolyline([corner - QPointF(right * arm, 0), corner, corner - QPointF(0, down * arm)])
    painter.end()
    return pixmap
