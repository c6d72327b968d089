"""Tools that draw and change shapes: zones, cover, terrain, drawings, fog, and the borders and connections of zones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.map.ground import shape_path
from gui.map.guides import paint_handles, paint_path, paint_shape
from gui.map.tools import Tool
from gui.map.viewport import Camera, Pointer
from gui.style import palette
from model.view.map import (
    Circle,
    FeatureKind,
    FeatureView,
    FogLevel,
    GridView,
    Id,
    Line,
    MapView,
    Point,
    Polygon,
    Rectangle,
    Shape,
    ZoneView,
    metres_text,
    replace,
    shape_bounds,
    shape_points,
)

if TYPE_CHECKING:
    from gui.map.canvas import MapCanvas


# --------------------------------------------------------------------------------------------------------------- shapes


LEAST = 0.05
"""Minimum size of a shape in metres."""

_SIDES = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""Handles of a rectangle: corners and edges, clockwise from the upper left corner."""


def rounded(point: Point) -> Point:
    """Return a point rounded to the millimetre."""
    return round(point[0], 3), round(point[1], 3)


def rectangle_between(first: Point, last: Point) -> Rectangle | None:
    """Return the upright rectangle with these opposite corners, or None if it would be too thin to see."""
    (x1, y1), (x2, y2) = first, last
    width, height = round(abs(x2 - x1), 3), round(abs(y2 - y1), 3)
    if min(width, height) < LEAST:
        return None
    return Rectangle(x=round(min(x1, x2), 3), y=round(min(y1, y2), 3), width=width, height=height)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """Return the shape moved by an offset in metres."""
    if isinstance(shape, Rectangle | Circle):
        return replace(shape, x=round(shape.x + dx, 3), y=round(shape.y + dy, 3))
    return replace(shape, points=tuple(rounded((x + dx, y + dy)) for x, y in shape.points))


def handles(shape: Shape) -> tuple[Point, ...]:
    """Return where a shape can be dragged: a rectangle at corners and edges, a circle at its rim, others at points."""
    if isinstance(shape, Rectangle):
        center = _center(shape)
        return tuple(
            _turned(
                (center[0] + right * shape.width / 2, center[1] + down * shape.height / 2),
                center,
                shape.angle,
            )
            for right, down in _SIDES
        )
    return shape_points(shape)


def middles(shape: Shape) -> tuple[Point, ...]:
    """Return the points halfway between the corners of a polygon or line, where a further corner can be pulled out."""
    if isinstance(shape, Rectangle | Circle):
        return ()
    ends = (*shape.points[1:], *(shape.points[:1] if isinstance(shape, Polygon) else ()))
    return tuple(((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(shape.points, ends, strict=False))


def with_corner(shape: Shape, place: Point, near: float) -> Shape | None:
    """Return the shape with a further corner on the edge nearest to a place; a rectangle becomes a polygon.

    Returns None if no edge is within `near` metres, or if the shape has no edges.
    """
    if isinstance(shape, Circle):
        return None
    points = shape_points(shape)
    number, closest = nearest_edge(shape, place)
    if math.dist(closest, place) > near:
        return None
    corners = (*points[: number + 1], rounded(closest), *points[number + 1 :])
    return Line(points=corners) if isinstance(shape, Line) else Polygon(points=tuple(map(rounded, corners)))


def without_corner(shape: Shape, corner: int) -> Shape | None:
    """Return a polygon or line with one corner less, or None if too few would be left or for another shape."""
    if isinstance(shape, Rectangle | Circle):
        return None
    points = shape.points[:corner] + shape.points[corner + 1 :]
    return closed(points) if isinstance(shape, Polygon) else open_line(points)


def nearest_edge(shape: Shape, place: Point) -> tuple[int, Point]:
    """Return the number of the edge nearest to a place (that of its first corner), and the nearest point on it."""
    points = shape_points(shape)
    ends = points[1:] if isinstance(shape, Line) else (*points[1:], points[0])
    edges = [_nearest_on(start, end, place) for start, end in zip(points, ends, strict=False)]
    number = min(range(len(edges)), key=lambda index: math.dist(edges[index], place))
    return number, edges[number]


def _nearest_on(start: Point, end: Point, place: Point) -> Point:
    (x1, y1), (x2, y2) = start, end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = ((place[0] - x1) * (x2 - x1) + (place[1] - y1) * (y2 - y1)) / length if length else 0.0
    share = min(1.0, max(0.0, along))
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def reshaped(shape: Shape, handle: int, place: Point) -> Shape:
    """Return the shape with one of its handles dragged to a place; handles after the corners are the `middles`."""
    if isinstance(shape, Rectangle):
        return _reshaped_rectangle(shape, handle, place)
    if isinstance(shape, Circle):
        radius = max(LEAST, math.dist((shape.x, shape.y), place))
        return replace(shape, radius=round(radius, 3))
    points = list(shape.points)
    if handle >= len(points):
        points.insert(handle - len(points) + 1, rounded(place))
    else:
        points[handle] = rounded(place)
    return replace(shape, points=tuple(points))


def _reshaped_rectangle(shape: Rectangle, handle: int, place: Point) -> Rectangle:
    """Drag a handle while the opposite corner or edge stays; a rotated rectangle is computed along its own axes."""
    right, down = _SIDES[handle]
    center = _center(shape)
    x, y = _turned(place, center, -shape.angle)
    left, top = center[0] - shape.width / 2, center[1] - shape.height / 2
    edges = [left, top, left + shape.width, top + shape.height]
    if right:
        edges[0 if right < 0 else 2] = x
    if down:
        edges[1 if down < 0 else 3] = y
    left, last_x = sorted((edges[0], edges[2]))
    top, last_y = sorted((edges[1], edges[3]))
    width, height = max(LEAST, last_x - left), max(LEAST, last_y - top)
    middle = _turned((left + width / 2, top + height / 2), center, shape.angle)
    return replace(
        shape,
        x=round(middle[0] - width / 2, 3),
        y=round(middle[1] - height / 2, 3),
        width=round(width, 3),
        height=round(height, 3),
    )


def closed(points: Iterable[Point]) -> Polygon | None:
    """Return a polygon, or None if the points span no area."""
    corners = tuple(dict.fromkeys(rounded(point) for point in points))
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2
    return Polygon(points=corners) if len(corners) >= 3 and abs(area) >= LEAST * LEAST else None


def open_line(points: Iterable[Point]) -> Line | None:
    """Return a line, or None if it has fewer than two distinct points."""
    corners = tuple(dict.fromkeys(rounded(point) for point in points))
    return Line(points=corners) if len(corners) >= 2 else None


def _center(shape: Rectangle) -> Point:
    return shape.x + shape.width / 2, shape.y + shape.height / 2


def _turned(point: Point, center: Point, degrees: float) -> Point:
    """Return a point rotated clockwise about a centre (y grows downwards)."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = point[0] - center[0], point[1] - center[1]
    return center[0] + dx * cosine - dy * sine, center[1] + dx * sine + dy * cosine


# ------------------------------------------------------------------------------------------------------------- snapping


NEAR = 9.0
"""Pixels within which the mouse grabs a handle, or a place snaps."""
_SAME = 1e-6
"""Metres within which a place counts as being on an edge."""


def snapped(view: MapView, camera: Camera, place: Point, besides: Id | None = None) -> Point:
    """Return a place snapped to the nearest corner of an area, else to an edge, the grid, or level with a corner.

    It snaps to what is within `NEAR` pixels on the screen. Level with a corner, so that zones drawn side by side end on
    one line. `besides` is an area that the place does not snap to: the one that is being drawn.
    """
    near = NEAR / camera.scale
    shapes: list[Shape] = [zone.shape for zone in view.zones if zone.id != besides]
    shapes += [feature.shape for feature in view.features if feature.id != besides]
    corners = [corner for shape in shapes for corner in handles(shape)]
    closest = min(corners, key=lambda corner: math.dist(corner, place), default=None)
    if closest is not None and math.dist(closest, place) <= near:
        return rounded(closest)
    edge = _on_edge(shapes, _in_line(view.grid, (), place, near), near)
    level = _in_line(view.grid, corners, edge or place, near)
    return rounded(level if edge is None or _on_edge(shapes, level, _SAME) else edge)


def _on_edge(shapes: list[Shape], place: Point, near: float) -> Point | None:
    edges = [nearest_edge(shape, place)[1] for shape in shapes if not isinstance(shape, Circle)]
    closest = min(edges, key=lambda edge: math.dist(edge, place), default=None)
    return closest if closest is not None and math.dist(closest, place) <= near else None


def _in_line(grid: GridView, corners: Sequence[Point], place: Point, near: float) -> Point:
    """Return the place moved in x and y onto the lines of the grid, else into line with the nearest corners."""
    found = []
    for part, across in zip(place, ([x for x, _ in corners], [y for _, y in corners]), strict=True):
        line = _nearest([round(part / grid.cell) * grid.cell] if grid.on else [], part, near)
        line = _nearest(across, part, near) if line is None else line
        found.append(part if line is None else line)
    return found[0], found[1]


def _nearest(lines: Sequence[float], part: float, near: float) -> float | None:
    """Return the nearest of the lines, or None if none is near."""
    line = min(lines, key=lambda line: abs(line - part), default=None)
    return line if line is not None and abs(line - part) <= near else None


# ------------------------------------------------------------------------------------------------------- the shape tool


AreaKind = Literal["zone"] | FeatureKind
Form = Literal["rectangle", "polygon", "circle", "line"]

_WHOLE = -1
"""In place of the number of a handle: the whole shape is dragged."""


class ShapeTool(Tool):
    """Draws one kind of area in one form, and edits existing areas.

    Rectangle and circle: drag. Polygon and line: click the corners; Enter, a double-click or (polygon) a click on
    the first corner finishes it, Backspace removes the last corner. A click in an area selects it: drag its handles or
    the whole area, Delete asks to delete it; a double-click on an edge adds a corner, on a corner removes it. Places
    snap to corners and edges of other areas and to the grid; Alt turns snapping off. A click at the edge of an area
    that is not selected begins a neighbouring polygon instead of selecting the area.
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

    # ---------------------------------------------------------------- the selected area

    @property
    def chosen(self) -> Id | None:
        """Id of the selected area, or None."""
        return self._chosen

    def choose(self, id: Id | None) -> None:
        """Select an area, or none."""
        if id != self._chosen:
            self._chosen = id
            self.canvas.area_selected.emit("zone" if self.kind == "zone" else "feature", id or "")
        self.canvas.redraw_tool()

    def keep(self, shape: Shape | None) -> None:
        """Keep showing a shape while its name is asked for; None ends it."""
        self._kept = shape
        self.canvas.redraw_tool()

    def _area(self) -> ZoneView | FeatureView | None:
        """Return the selected area if the view still has it, else None."""
        return next((area for area in self._areas() if area.id == self._chosen), None)

    def _areas(self) -> tuple[ZoneView, ...] | tuple[FeatureView, ...]:
        return self.canvas.view.zones if self.kind == "zone" else self.canvas.view.features

    def _area_at(self, place: Point) -> Id | None:
        areas = self.canvas.areas
        found = areas.zone_at(*place) if self.kind == "zone" else areas.feature_at(*place)
        return None if found is None else found.id

    def _is_at_edge(self, place: Point) -> bool:
        """Whether a place is so near to the edge of an area that it would snap there.

        Circles and lines are ignored: a line consists only of edge.
        """
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
        if not self._points and self.kind == "zone" and self.canvas.links.connection_at(pointer.pixel) is not None:
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
        self.canvas.stop_auto_fit()
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


# ---------------------------------------------------------------------------------------------------------- drawing fog

_BRUSH = 56.0
"""Width of a stroke in pixels: zoomed in, it is finer on the board."""
_STEP = 0.12
"""Minimum distance between the corners of a stroke, as a share of its width."""


class FogTool(Tool):
    """Draws fog by dragging; for a polygon click its corners, Enter or a double-click closes it. Shift reveals."""

    name = "Fog"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas, form: str) -> None:
        super().__init__(canvas)
        self._form = form
        self._points: list[Point] = []
        self._draft: Shape | None = None
        self._width = 0.0
        self._pressed: Point = (0.0, 0.0)
        self._pointer: Point | None = None
        self._reveals = False

    # ---------------------------------------------------------------- the mouse

    def press(self, pointer: Pointer) -> None:
        if not self._points:
            self._reveals = pointer.shift
        self._pressed = rounded(pointer.place)
        self._width = round(_BRUSH / self.canvas.camera.scale, 3)

    def drag(self, pointer: Pointer) -> None:
        self._pointer = place = rounded(pointer.place)
        if self._form == "brush":
            last = self._draft.points[-1] if isinstance(self._draft, Line) else self._pressed
            if self._draft is None or math.dist(last, place) >= self._width * _STEP:
                points = self._draft.points if isinstance(self._draft, Line) else (self._pressed,)
                self._draft = Line(points=(*points, place)) if place != last else self._draft
        elif self._form == "rectangle":
            self._draft = rectangle_between(self._pressed, place)
        elif self._form == "circle":
            radius = round(math.dist(self._pressed, place), 3)
            self._draft = Circle(x=self._pressed[0], y=self._pressed[1], radius=radius) if radius >= LEAST else None
        self.canvas.point_at(pointer)
        self._emit()

    def release(self, pointer: Pointer) -> None:
        if self._form == "polygon":
            self._add(rounded(pointer.place))
            return
        draft, self._draft = self._draft, None
        self._drawn(draft)

    def click(self, pointer: Pointer) -> None:
        if self._form == "polygon":
            self._add(rounded(pointer.place))
        elif self._form == "brush":
            x, y = rounded(pointer.place)
            radius = round(_BRUSH / 2 / self.canvas.camera.scale, 3)
            self._drawn(Circle(x=x, y=y, radius=max(LEAST, radius)))

    def double_click(self, pointer: Pointer) -> None:
        self._finish()

    def hover(self, pointer: Pointer) -> None:
        self._pointer = rounded(pointer.place)
        self.canvas.redraw_tool()

    # ---------------------------------------------------------------- keys

    def wants(self, key: int) -> bool:
        ends = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace, Qt.Key.Key_Escape}
        return bool(self._points) and key in ends

    def key(self, key: int) -> bool:
        if not self._points:
            return False
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._finish()
        elif key == Qt.Key.Key_Backspace:
            self._points.pop()
            self.canvas.redraw_tool()
        else:
            return False
        return True

    def cancel(self) -> bool:
        is_busy = bool(self._points) or self._draft is not None
        self._points, self._draft = [], None
        self.canvas.set_drag_label("")
        self.canvas.redraw_tool()
        return is_busy

    # ---------------------------------------------------------------- drawing

    def _add(self, place: Point) -> None:
        is_first = bool(self._points) and math.dist(self._points[0], place) * self.canvas.camera.scale <= NEAR
        if is_first and len(self._points) > 2:
            self._finish()
            return
        self._points.append(place)
        self._pointer = place
        self.canvas.redraw_tool()

    def _finish(self) -> None:
        points, self._points = self._points, []
        self._drawn(closed(points))

    def _drawn(self, shape: Shape | None) -> None:
        self.canvas.set_drag_label("")
        self.canvas.redraw_tool()
        if shape is not None:
            self.canvas.stop_auto_fit()
            level: FogLevel = "revealed" if self._reveals else "hidden"
            self.canvas.fog_drawn.emit(level, shape, self._width if isinstance(shape, Line) else 0.0)

    def _emit(self) -> None:
        self.canvas.set_drag_label("reveal" if self._reveals else "hide · Shift reveals")
        self.canvas.redraw_tool()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if isinstance(self._draft, Line):
            color = QColor(palette().color("selected_line"))
            color.setAlpha(110)
            pen = QPen(color, self._width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
            painter.save()
            painter.translate(camera.to_pixels(0, 0))
            painter.scale(camera.scale, camera.scale)
            painter.strokePath(shape_path(self._draft), pen)
            painter.restore()
        elif self._draft is not None:
            paint_shape(painter, camera, self._draft)
        elif self._points:
            end = self._points[-1] if self._pointer is None else self._pointer
            paint_path(painter, camera, (*self._points, end), "selected_line")
            paint_handles(painter, camera, self._points)
        elif self._form == "brush" and self._pointer is not None:
            painter.setPen(QPen(palette().color("selected_line"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(camera.to_pixels(*self._pointer), _BRUSH / 2, _BRUSH / 2)


# ------------------------------------------------------------------------------------------------------- existing zones

_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SAMPLES = 40
"""Number of places along a segment at which the zone is looked up."""


class SplitTool(Tool):
    """Splits a zone in two: drag a line across it, or click the line's corners and end with Enter or a double-click."""

    name = "Split"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._points: list[Point] = []
        self._start: Point | None = None
        self._pointer: Point = (0.0, 0.0)
        self._kept: tuple[Point, ...] = ()

    def keep(self, line: tuple[Point, ...] | None) -> None:
        """Keep showing a line while the name of the other part is asked for; None ends it."""
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
        """Return the place snapped to corners, edges and the grid; Alt turns snapping off."""
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
        """Return the zone that most of a line is in, or for a single place the zone there, or None."""
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
            self.canvas.zone_split.emit(zone.id, tuple(points))

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


class ConnectionTool(Tool):
    """Draws a connection: drag from one zone to another, or click both. A click on a connection selects it."""

    name = "Connect"
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
        if self.canvas.links.connection_at(pointer.pixel) is not None:
            self._forget()
            self.canvas.click_ground(pointer)
        elif is_far:
            self._finish(pointer)
            self._forget()

    def _finish(self, pointer: Pointer) -> None:
        first, second = self._first, self._zone_at(pointer.place)
        if first is not None and second is not None and first.id != second.id:
            self.canvas.connection_drawn.emit(first.id, second.id)

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
