"""A tool that asks for one place on the map."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from gui.map.canvas import MapCanvas
from gui.map.tools import Pointer, Tool


class PlaceTool(Tool):
    """The next click gives the place, to the millimetre."""

    name = "Place"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas, given: Callable[[float, float], object]) -> None:
        super().__init__(canvas)
        self._given = given

    def hover(self, pointer: Pointer) -> None:
        self.canvas.point_at(pointer)
        self.canvas.set_drag_label("click the place")

    def click(self, pointer: Pointer) -> None:
        self.canvas.set_drag_label("")
        self._given(round(pointer.place[0], 3), round(pointer.place[1], 3))

    def cancel(self) -> bool:
        self.canvas.set_drag_label("")
        return False
