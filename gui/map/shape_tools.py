"""Drawing zones, cover, terrain and drawings, and changing those that are there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from gui.map.camera import Camera
from gui.map.overlay import paint_handles, paint_path, paint_shape
from gui.map.shaping import (
    closed,
    handles,
    middles,
    moved,
    nearest_edge,
    open_line,
    rectangle_between,
    reshaped,
    rounded,
    with_corner,
    without_corner,
)
from gui.map.snapping import NEAR, snapped
from gui.map.tools import Tool
from gui.map.viewport import Pointer
from model.view.map import (
    Circle,
    FeatureKind,
    FeatureView,
    Id,
    Line,
    Point,
    Shape,
    ZoneView,
    metres_text,
    shape_bounds,
)

if TYPE_CHECKING:
    from gui.map.canvas import MapCanvas

AreaKind = Literal["zone"] | FeatureKind
Form = Literal["rectangle", "polygon", "circle", "line"]

_WHOLE = -1
"""Instead of a handle: the whole shape is dragged."""


class ShapeTool(Tool):
    """Draws one kind of area in one form, and edits the areas that are there.

    Rectangle and circle: drag. Polygon and line: click the corners; Enter, a double-click or (polygon) a click on
    the first one ends it, Backspace takes the last back. A click in an area takes it in hand: drag its handles or
    the whole, Delete asks to delete it; a double-click on an edge adds a corner, on a corner takes it away. Places
    snap to corners and edges of other areas and to the grid; Alt lets them free. A polygon begun at the edge of an
    area that is not in hand is its neighbour.
    """

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas, kind: AreaKind = "zone", form: Form = "rectangle") -> None:
        super().__init__(canvas)
        self.kind = kind
        self.form = form
        self.name = kind.capitalize()
        self._chosen: Id | None = None
        self._handle: int | None = None
        self._pressed: Point = (0.0, 0.0)
        self._points: list[Point] = []
        self._pointer: Point = (0.0, 0.0)
        self._draft: Shape | None = None
        self._kept: Shape | None = None

    # ---------------------------------------------------------------- the area in hand

    @property
    def chosen(self) -> Id | None:
        """The area in hand."""
        return self._chosen

    def choose(self, id: Id | None) -> None:
        """Take an area in hand, or none."""
        if id != self._chosen:
            self._chosen = id
            self.canvas.area_chosen.emit("zone" if self.kind == "zone" else "feature", id or "")
        self.canvas.redraw_tool()

    def keep(self, shape: Shape | None) -> None:
        """Go on showing a shape while its name is asked for; None ends it."""
        self._kept = shape
        self.canvas.redraw_tool()

    def _area(self) -> ZoneView | FeatureView | None:
        """The area in hand, if the view still has it."""
        return next((area for area in self._areas() if area.id == self._chosen), None)

    def _areas(self) -> tuple[ZoneView, ...] | tuple[FeatureView, ...]:
        return self.canvas.view.zones if self.kind == "zone" else self.canvas.view.features

    def _area_at(self, place: Point) -> Id | None:
        areas = self.canvas.areas
        found = areas.zone_at(*place) if self.kind == "zone" else areas.feature_at(*place)
        return None if found is None else found.id

    def _is_at_edge(self, place: Point) -> bool:
        """Whether a place lies so near to the edge of an area that it would snap there; a line is all edge."""
        near = NEAR / self.canvas.camera.scale
        shapes = (area.shape for area in self._areas() if not isinstance(area.shape, Circle | Line))
        return any(math.dist(nearest_edge(shape, place)[1], place) <= near for shape in shapes)

    def _handle_at(self, place: Point) -> int | None:
        area = self._area()
        if area is None:
            return None
        near = NEAR / self.canvas.camera.scale
        for number, point in enumerate((*handles(area.shape), *middles(area.shape))):
            if math.dist(point, place) <= near:
                return number
        return _WHOLE if self._area_at(place) == area.id else None

    # ---------------------------------------------------------------- the mouse

    def press(self, pointer: Pointer) -> None:
        self._handle = None if self._points else self._handle_at(pointer.place)
        self._pressed = pointer.place if self._handle is not None else self._snapped(pointer)

    def drag(self, pointer: Pointer) -> None:
        place = self._snapped(pointer)
        area = self._area()
        if self._handle is not None and area is not None:
            self._draft = self._edited(area.shape, pointer)
        elif self.form == "rectangle":
            self._draft = rectangle_between(self._pressed, place)
        elif self.form == "circle":
            radius = round(math.dist(self._pressed, place), 3)
            x, y = self._pressed
            self._draft = Circle(x=x, y=y, radius=radius) if radius > 0 else None
        self._pointer = place
        self.canvas.point_at(pointer)
        self.canvas.set_drag_label("" if self._draft is None else _size_text(self._draft))

    def _edited(self, shape: Shape, pointer: Pointer) -> Shape:
        if self._handle is not None and self._handle != _WHOLE:
            return reshaped(shape, self._handle, self._snapped(pointer))
        dx, dy = pointer.place[0] - self._pressed[0], pointer.place[1] - self._pressed[1]
        if not pointer.alt:
            left, top, _, _ = shape_bounds(shape)
            x, y = self._snap((left + dx, top + dy))
            dx, dy = x - left, y - top
        return moved(shape, dx, dy)

    def release(self, pointer: Pointer) -> None:
        draft, is_edit = self._draft, self._handle is not None
        if self.form in {"polygon", "line"} and not is_edit:
            self._add(self._snapped(pointer))
            return
        self._forget()
        if draft is None:
            return
        if is_edit and self._chosen is not None:
            self._changed(self._chosen, draft)
        else:
            self._drawn(draft)

    def click(self, pointer: Pointer) -> None:
        if self._points:
            self._add(self._snapped(pointer))
            return
        if not self._points and self.kind == "zone" and self.canvas.links.link_at(pointer.pixel) is not None:
            self.canvas.click_ground(pointer)
            return
        is_dragged = self.form in {"rectangle", "circle"}
        under = self._area_at(pointer.place)
        if under is not None and (is_dragged or under == self._chosen or not self._is_at_edge(pointer.place)):
            self.choose(under)
        elif is_dragged or self._chosen is not None:
            self.choose(None)
        else:
            self._add(self._snapped(pointer))

    def double_click(self, pointer: Pointer) -> None:
        area = self._area()
        if self._points or area is None:
            self._finish()
            return
        near, number = NEAR / self.canvas.camera.scale, self._handle_at(pointer.place)
        is_corner = number is not None and 0 <= number < len(handles(area.shape))
        shape = without_corner(area.shape, number) if is_corner and number is not None else None
        if shape is None and not is_corner:
            shape = with_corner(area.shape, pointer.place, near)
        if shape is not None:
            self._changed(area.id, shape)

    def hover(self, pointer: Pointer) -> None:
        if self._points:
            self._pointer = self._snapped(pointer)
            self.canvas.redraw_tool()

    def wants(self, key: int) -> bool:
        ends = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace, Qt.Key.Key_Escape}
        edits = {Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape}
        return (bool(self._points) and key in ends) or (self._chosen is not None and key in edits)

    def key(self, key: int) -> bool:
        if self._points and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._finish()
        elif self._points and key == Qt.Key.Key_Backspace:
            self._points.pop()
            self.canvas.redraw_tool()
        elif self._area() is not None and key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.canvas.delete_requested.emit("zone" if self.kind == "zone" else "feature", self._chosen)
        else:
            return False
        return True

    def cancel(self) -> bool:
        is_busy = bool(self._points) or self._draft is not None or self._chosen is not None
        if not self._points and self._draft is None:
            self.choose(None)
        self._forget()
        return is_busy

    # ---------------------------------------------------------------- corner by corner

    def _add(self, place: Point) -> None:
        is_first = bool(self._points) and math.dist(self._points[0], place) * self.canvas.camera.scale <= NEAR
        if is_first and self.form == "polygon" and len(self._points) > 2:
            self._finish()
            return
        self._points.append(place)
        self._pointer = place
        self.canvas.redraw_tool()

    def _finish(self) -> None:
        shape = closed(self._points) if self.form == "polygon" else open_line(self._points)
        self._forget()
        if shape is not None:
            self._drawn(shape)

    def _drawn(self, shape: Shape) -> None:
        self.canvas.keep_camera()
        if self.kind != "zone":
            self.canvas.feature_drawn.emit(self.kind, shape)
        elif not isinstance(shape, Line):
            self.canvas.zone_drawn.emit(shape)

    def _changed(self, id: Id, shape: Shape) -> None:
        signal = self.canvas.zone_changed if self.kind == "zone" else self.canvas.feature_changed
        signal.emit(id, shape)

    def _forget(self) -> None:
        self._points, self._draft, self._handle = [], None, None
        self.canvas.set_drag_label("")
        self.canvas.redraw_tool()

    # ---------------------------------------------------------------- snapping

    def _snapped(self, pointer: Pointer) -> Point:
        return rounded(pointer.place) if pointer.alt else self._snap(pointer.place)

    def _snap(self, place: Point) -> Point:
        return snapped(self.canvas.view, self.canvas.camera, place, self._chosen)

    # ---------------------------------------------------------------- drawing

    def paint(self, painter: QPainter, camera: Camera) -> None:
        area = self._area()
        if self._kept is not None:
            paint_shape(painter, camera, self._kept)
        if self._draft is not None:
            paint_shape(painter, camera, self._draft)
            if self._handle is not None:
                paint_handles(painter, camera, handles(self._draft), middles(self._draft))
        elif area is not None:
            paint_shape(painter, camera, area.shape)
            paint_handles(painter, camera, handles(area.shape), middles(area.shape))
        if self._points:
            paint_path(painter, camera, (*self._points, self._pointer), "selected_line")
            paint_handles(painter, camera, self._points)


def _size_text(shape: Shape) -> str:
    if isinstance(shape, Circle):
        return f"radius {metres_text(shape.radius)}"
    left, top, right, bottom = shape_bounds(shape)
    return f"{metres_text(right - left)} × {metres_text(bottom - top)}"
