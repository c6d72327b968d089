"""Dragging tokens, and selecting several with a rubber band, on the displays without a map: zones and range bands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen

from gui.map.guides import paint_label
from gui.style import palette
from model.view.map import Id, Point, TokenView

_DRAG_FROM = 5
"""Pixels that the mouse moves before a press becomes a drag."""
ADDS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""With one of these a click adds to the selection, or removes from it."""


class TokenDrop(Struct, frozen=True, kw_only=True):
    """Tokens that are dragged, and what is under the pointer: a drop there is to move them."""

    who: tuple[Id, ...]
    """The dragged token first, then the others of a selection that it belongs to."""
    on: Id | None = None
    """The token under the pointer."""
    zone: Id | None = None
    band: str = ""
    """Name of the range band under the pointer."""
    place: Point | None = None
    """The place in metres that a range band shows under the pointer, if it is known."""
    is_placing: bool = False
    """Whether Alt is held."""


DropWords = Callable[[TokenDrop], tuple[str, bool]]
"""Returns what a drop would do, and whether it is allowed; empty if it would do nothing."""


def no_words(drop: TokenDrop) -> tuple[str, bool]:
    return "", True


class TokenDrag:
    """A press on a token or on the ground, and what becomes of it: a click, a drag of tokens, or a rubber band."""

    def __init__(self) -> None:
        self.words: DropWords = no_words
        self.label: tuple[str, bool] = ("", True)
        """Text at the pointer, and whether the drop is allowed."""
        self.pixel: QPointF | None = None
        """Where the pointer is, while something is dragged."""
        self._from = QPointF()
        self._token: TokenView | None = None
        self._is_pressed = False

    @property
    def token(self) -> TokenView | None:
        """The token that is being dragged, or None."""
        return self._token if self.pixel is not None else None

    @property
    def is_pressed(self) -> bool:
        return self._is_pressed

    @property
    def band(self) -> QRectF | None:
        """The rubber band, or None if none is being drawn."""
        is_band = self.pixel is not None and self._token is None
        return QRectF(self._from, self.pixel).normalized() if is_band and self.pixel is not None else None

    def press(self, pixel: QPointF, token: TokenView | None) -> None:
        """Begin with a press of the left button on a token, or on the ground."""
        self._from, self._token, self._is_pressed, self.pixel = pixel, token, True, None

    def move(self, event: QMouseEvent) -> bool:
        """Follow the pointer; return whether something is being dragged."""
        if not self._is_pressed:
            return False
        far = (event.position() - self._from).manhattanLength() > _DRAG_FROM
        if far or self.pixel is not None:
            self.pixel = event.position()
        return self.pixel is not None

    def show(self, drop: TokenDrop | None) -> None:
        """Show at the pointer what a drop would do; None for a place where nothing can be dropped."""
        self.label = ("", True) if drop is None else self.words(drop)

    def end(self) -> None:
        """Forget the press and what has become of it."""
        self._token, self._is_pressed, self.pixel, self.label = None, False, None, ("", True)

    def who(self, selection: Iterable[Id], shown: Iterable[Id]) -> tuple[Id, ...]:
        """Return the tokens that are dragged: all of the selection that are shown, if the pressed one is among them."""
        if self._token is None:
            return ()
        chosen, first = set(selection), self._token.id
        others = [id for id in shown if id in chosen and id != first] if first in chosen else []
        return (first, *others)

    def paint(self, painter: QPainter, room: QSizeF) -> None:
        """Paint the rubber band, and the words at the pointer."""
        if (band := self.band) is not None:
            line = palette().color("selected_line")
            fill = QColor(line)
            fill.setAlpha(36)
            painter.setPen(QPen(line, 1))
            painter.setBrush(fill)
            painter.drawRect(band)
        if self.pixel is not None and self.label[0]:
            paint_label(painter, self.label, self.pixel, room)
