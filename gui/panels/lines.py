"""Single lines of text in painted rows: measured once, shortened to what fits, drawn around a height."""

from __future__ import annotations

import functools
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from gui.style import palette, text_font
from gui.style.measures import TEXT

_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Face(NamedTuple):
    """A font by what makes it, so that measures can be kept."""

    size: int = TEXT
    is_bold: bool = False
    is_tabular: bool = False
    is_struck: bool = False


@functools.lru_cache(maxsize=64)
def font_of(face: Face) -> QFont:
    weight = QFont.Weight.DemiBold if face.is_bold else QFont.Weight.Normal
    return text_font(face.size, weight, tabular=face.is_tabular, struck=face.is_struck)


@functools.lru_cache(maxsize=4096)
def width_of(text: str, face: Face) -> float:
    """Pixels that a text takes."""
    return QFontMetricsF(font_of(face)).horizontalAdvance(text)


@functools.lru_cache(maxsize=4096)
def fitted(text: str, face: Face, width: float) -> str:
    """A text shortened with dots to what fits into a width."""
    if width_of(text, face) <= width:
        return text
    return QFontMetricsF(font_of(face)).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, width))


def draw_line(painter: QPainter, text: str, face: Face, color: str, left: float, middle: float, width: float) -> float:
    """Draw a text from the left around a height, in a colour of the palette; the width that it took is returned."""
    shown = fitted(text, face, width)
    painter.setFont(font_of(face))
    painter.setPen(palette().color(color))
    painter.drawText(QRectF(left, middle - 12, max(0.0, width) + 1, 24), _FLAGS, shown)
    return width_of(shown, face)


def draw_line_to(painter: QPainter, text: str, face: Face, color: str, right: float, middle: float) -> float:
    """Draw a text that ends at the right; the width that it took is returned."""
    width = width_of(text, face)
    return draw_line(painter, text, face, color, right - width, middle, width)
