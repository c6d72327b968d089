"""Fog by hand: strokes of a brush and shapes, that hide a part of the board from players or, with Shift, reveal it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.map.ground import shape_path
from gui.map.guides import paint_handles, paint_path, paint_shape
from gui.map.shape_tools import LEAST, NEAR, closed, rectangle_between, rounded
from gui.map.tools import Tool
from gui.map.viewport import Camera, Pointer
from gui.style import palette
from model.view.map import Circle, FogLevel, Line, Point, Shape

if TYPE_CHECKING:
    from gui.map.canvas import MapCanvas

_BRUSH = 56.0
"""Pixels that a stroke is wide: nearer to the board it is finer."""
_STEP = 0.12
"""Of its width: a stroke has no corners closer to each other."""


class FogTool(Tool):
    """Draws fog by dragging; the corners of a polygon are clicked, Enter or a double click closes it."""

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
        self._tell()

    def release(self, pointer: Pointer) -> None:
        if self._form == "polygon":
            self._add(rounded(pointer.place))
            return
        draft, self._draft = self._draft, None
        self._drawn(draft)

    def click(self, pointer: Pointer) -> None:
        self._reveals = pointer.shift if not self._points else self._reveals
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

    # ---------------------------------------------------------------- what is drawn

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
            self.canvas.keep_camera()
            level: FogLevel = "revealed" if self._reveals else "hidden"
            self.canvas.fog_drawn.emit(level, shape, self._width if isinstance(shape, Line) else 0.0)

    def _tell(self) -> None:
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
