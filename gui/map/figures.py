"""Tokens on canvases that are no map: painted one by one, told of in tooltips."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from gui.map.pictures import Pictures
from gui.map.sprites import bracket_picture, look_of, selection_picture
from gui.map.texts import tooltip_of
from gui.style import draw_token, palette
from model.view.map import TokenView


def paint_figure(
    painter: QPainter, pictures: Pictures, token: TokenView, middle: QPointF, radius: float, *, is_selected: bool
) -> None:
    """A token with the marks of whoever is selected and of the target."""
    ratio, colors = painter.device().devicePixelRatioF(), palette()
    marks = [selection_picture(token.side, radius, ratio, colors)] if is_selected else []
    if token.target:
        marks.append(bracket_picture(radius, ratio, colors))
    for mark in marks:
        half = QPointF(mark.width() / ratio / 2, mark.height() / ratio / 2)
        painter.drawPixmap(middle - half, mark)
    draw_token(painter, middle, radius, look_of(token), colors, pictures.portrait(token.portrait))


def is_tooltip(event: QEvent) -> bool:
    return event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent)


def show_tooltip(widget: QWidget, event: QEvent, token: TokenView | None) -> None:
    """Tell of a token where the pointer rests; nothing where there is none."""
    assert isinstance(event, QHelpEvent), "asked with is_tooltip"
    if token is None:
        QToolTip.hideText()
        event.ignore()
    else:
        QToolTip.showText(event.globalPos(), tooltip_of(token), widget)
