"""Tools for zones that are there: a line that cuts one in two, and a way drawn from one to another."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from gui.map.guides import paint_handles, paint_path, paint_shape
from gui.map.shape_tools import rounded, snapped
from gui.map.tools import Tool
from gui.map.viewport import Camera, Pointer
from model.view.map import Point, ZoneView

if TYPE_CHECKING:
    from gui.map.canvas import MapCanvas

_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SAMPLES = 40
"""Places along a stretch at which it is looked which zone lies there."""


class CutTool(Tool):
    """Drag a line across a zone, or click its corners and end with Enter or a double-click: the zone becomes two."""

    name = "Split"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._points: list[Point] = []
        self._start: Point | None = None
        self._pointer: Point = (0.0, 0.0)
        self._kept: tuple[Point, ...] = ()

    def keep(self, line: tuple[Point, ...] | None) -> None:
        """Go on showing a line while the name of the other part is asked for; None ends it."""
        self._kept = line or ()
        self.canvas.redraw_tool()

    def press(self, pointer: Pointer) -> None:
        self._start = self._snapped(pointer)

    def drag(self, pointer: Pointer) -> None:
        self._pointer = self._snapped(pointer)
        self._show(pointer)

    def release(self, pointer: Pointer) -> None:
        self._points = [*(self._points or ([] if self._start is None else [self._start])), self._snapped(pointer)]
        self._finish()

    def click(self, pointer: Pointer) -> None:
        self._start = None
        self._points.append(self._snapped(pointer))
        self._pointer = self._snapped(pointer)
        self._show(pointer)

    def double_click(self, pointer: Pointer) -> None:
        self._finish()

    def hover(self, pointer: Pointer) -> None:
        self._pointer = self._snapped(pointer)
        self._show(pointer)

    def wants(self, key: int) -> bool:
        return bool(self._points) and key in {*_ENDS, Qt.Key.Key_Backspace, Qt.Key.Key_Escape}

    def key(self, key: int) -> bool:
        if not self._points or key not in {*_ENDS, Qt.Key.Key_Backspace}:
            return False
        if key == Qt.Key.Key_Backspace:
            self._points.pop()
            self.canvas.redraw_tool()
        else:
            self._finish()
        return True

    def cancel(self) -> bool:
        is_busy = bool(self._points) or self._start is not None
        self._forget()
        return is_busy

    def _snapped(self, pointer: Pointer) -> Point:
        """To corners, edges and the grid; Alt lets it free."""
        if pointer.alt:
            return rounded(pointer.place)
        return snapped(self.canvas.view, self.canvas.camera, pointer.place)

    def _line(self) -> list[Point]:
        start = [] if self._points or self._start is None else [self._start]
        return [*start, *self._points, self._pointer]

    def _show(self, pointer: Pointer) -> None:
        zone = self._zone(self._line())
        self.canvas.point_at(pointer)
        self.canvas.set_drag_label("drag a line across a zone" if zone is None else f"splits {zone.name}")
        self.canvas.redraw_tool()

    def _zone(self, line: Sequence[Point]) -> ZoneView | None:
        """The zone that most of a line lies in; of a single place the one there."""
        places = [line[0]] if line else []
        for (x1, y1), (x2, y2) in pairwise(line):
            places += [(x1 + (x2 - x1) * step / _SAMPLES, y1 + (y2 - y1) * step / _SAMPLES) for step in range(_SAMPLES)]
        found = (self.canvas.areas.zone_at(*place) for place in places)
        counted = Counter(zone.id for zone in found if zone is not None)
        most = max(counted, key=lambda id: counted[id], default=None)
        return next((zone for zone in self.canvas.view.zones if zone.id == most), None)

    def _finish(self) -> None:
        points = list(dict.fromkeys(self._points))
        zone = self._zone(points)
        self._forget()
        if zone is not None and len(points) > 1:
            self.canvas.zone_cut.emit(zone.id, tuple(points))

    def _forget(self) -> None:
        self._points, self._start = [], None
        self.canvas.set_drag_label("")
        self.canvas.redraw_tool()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        line = list(self._kept)
        if self._points or self._start is not None:
            line = self._line()
        zone = self._zone(line) if len(line) > 1 else None
        if zone is not None:
            paint_shape(painter, camera, zone.shape)
        if len(line) > 1:
            paint_path(painter, camera, line, "selected_line")
            paint_handles(painter, camera, self._points)


class LinkTool(Tool):
    """Drag from one zone to another, or click both: a way between them. A click on a way takes it in hand."""

    name = "Link"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._first: ZoneView | None = None
        self._start: Point = (0.0, 0.0)
        self._pointer: Point = (0.0, 0.0)

    def press(self, pointer: Pointer) -> None:
        if self._first is None:
            self._first = self._zone_at(pointer.place)
            self._start = pointer.place
        self._pointer = pointer.place

    def drag(self, pointer: Pointer) -> None:
        self.hover(pointer)

    def hover(self, pointer: Pointer) -> None:
        self._pointer = pointer.place
        self.canvas.point_at(pointer)
        self.canvas.set_drag_label(self._words())
        self.canvas.redraw_tool()

    def _words(self) -> str:
        here = self._zone_at(self._pointer)
        if self._first is None:
            return "connect which zone?" if here is None else f"from {here.name} to…"
        return f"{self._first.name} to {'which zone?' if here in (None, self._first) else here.name}"

    def release(self, pointer: Pointer) -> None:
        self._finish(pointer)
        self._forget()

    def click(self, pointer: Pointer) -> None:
        is_far = math.dist(self._start, pointer.place) * self.canvas.camera.scale > 4
        if self.canvas.links.link_at(pointer.pixel) is not None:
            self._forget()
            self.canvas.click_ground(pointer)
        elif is_far:
            self._finish(pointer)
            self._forget()

    def _finish(self, pointer: Pointer) -> None:
        first, second = self._first, self._zone_at(pointer.place)
        if first is not None and second is not None and first.id != second.id:
            self.canvas.link_drawn.emit(first.id, second.id)

    def _zone_at(self, place: Point) -> ZoneView | None:
        return self.canvas.areas.zone_at(*place)

    def cancel(self) -> bool:
        is_busy = self._first is not None
        self._forget()
        return is_busy

    def _forget(self) -> None:
        self._first = None
        self.canvas.set_drag_label("")
        self.canvas.redraw_tool()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        for zone in {self._first, self._zone_at(self._pointer)} - {None}:
            if self._first is not None and zone is not None:
                paint_shape(painter, camera, zone.shape)
        if self._first is not None:
            paint_path(painter, camera, (self._start, self._pointer), "selected_line")
