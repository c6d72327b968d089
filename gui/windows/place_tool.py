"""A tool that asks for one place on the map."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from gui.map.canvas import MapCanvas
from gui.map.tools import Tool
from gui.map.viewport import Pointer
from model.state.base import Id

Given = Callable[[float, float, Id | None], object]
Pointed = Callable[[float, float, Id | None], str]


def _unsaid(x: float, y: float, who: Id | None) -> str:
    return "click the place"


class PlaceTool(Tool):
    """The next click gives the place, to the millimetre, and who stands there."""

    name = "Place"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas, given: Given, pointed: Pointed = _unsaid) -> None:
        """`pointed` says what a place comes to while the mouse is there."""
        super().__init__(canvas)
        self._given = given
        self._pointed = pointed

    def hover(self, pointer: Pointer) -> None:
        self.canvas.point_at(pointer)
        self.canvas.set_drag_label(self._pointed(*_place(pointer)))

    def click(self, pointer: Pointer) -> None:
        self.canvas.set_drag_label("")
        self._given(*_place(pointer))

    def cancel(self) -> bool:
        self.canvas.set_drag_label("")
        return False


def _place(pointer: Pointer) -> tuple[float, float, Id | None]:
    on = pointer.token if pointer.token is not None and pointer.token.point is not None else None
    return round(pointer.place[0], 3), round(pointer.place[1], 3), None if on is None else on.id
