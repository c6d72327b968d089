"""Tools: what the left mouse button does. They change no state; they make the canvas emit its signals."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.map.guides import paint_path, paint_ping
from gui.map.labels import paint_unplaced
from gui.map.viewport import Camera, Pointer, PointerHandler
from gui.style import palette
from model.view.map import Id, Point, TokenView, measured_words

if TYPE_CHECKING:
    from gui.map.canvas import MapCanvas

_POINT = 7.0
"""Radius in pixels of the mark at a place that was clicked."""


class Tool(PointerHandler):
    """Gives presses, drags and clicks of the left button a meaning. A drag begins a few pixels from the press."""

    name = ""
    """Name in the window's tool bar."""

    def __init__(self, canvas: MapCanvas) -> None:
        self.canvas = canvas


class SelectTool(Tool):
    """Selects by a click, moves tokens by dragging, selects several by Shift-dragging over the ground.

    Dragging the ground moves the map.
    """

    name = "Select"

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._pressed: Pointer | None = None
        self._last = QPointF()
        self._moving: tuple[Id, ...] = ()
        self._band: QRectF | None = None

    def press(self, pointer: Pointer) -> None:
        self._pressed = pointer
        self._last = pointer.pixel

    def drag(self, pointer: Pointer) -> None:
        if self._pressed is None:
            return
        if self._pressed.token is not None:
            self._drag_token(self._pressed.token, pointer)
        elif self._pressed.shift:
            self._band = QRectF(self._pressed.pixel, pointer.pixel).normalized()
            self.canvas.redraw_tool()
        else:
            self.canvas.pan(pointer.pixel - self._last)
        self._last = pointer.pixel

    def _drag_token(self, token: TokenView, pointer: Pointer) -> None:
        if not self._moving:
            chosen = self.canvas.selection
            is_one_of_many = token.id in chosen and token.point is not None
            self._moving = tuple(sorted(chosen)) if is_one_of_many else (token.id,)
        self.canvas.show_drag(self._places(pointer), pointer)
        self.canvas.drag_moved.emit(token.id, *self._places(pointer)[token.id], pointer.alt)

    def _places(self, pointer: Pointer) -> dict[Id, Point]:
        """Return where the dragged tokens would be: each moved as far as the mouse has moved since the press.

        A token without a place, which is dragged by its arrow at the edge, would be where the mouse is.
        """
        if self._pressed is None:
            return {}
        loose = self._loose
        if loose is not None:
            return {loose.id: _rounded(pointer.place)}
        dx, dy = pointer.place[0] - self._pressed.place[0], pointer.place[1] - self._pressed.place[1]
        return {
            token.id: (round(token.x + dx, 3), round(token.y + dy, 3))
            for token in self.canvas.view.tokens
            if token.id in self._moving and token.x is not None and token.y is not None
        }

    @property
    def _loose(self) -> TokenView | None:
        """The token being dragged if it has no place on the map yet, else None."""
        token = None if self._pressed is None else self._pressed.token
        return token if token is not None and self._moving and token.point is None else None

    def release(self, pointer: Pointer) -> None:
        pressed, moving, places = self._pressed, self._moving, self._places(pointer)
        if self._band is not None:
            found = frozenset(self.canvas.tokens.tokens_in(self._band))
            self.canvas.select(self.canvas.selection | found)
        self._forget()
        if pressed is None or pressed.token is None or not moving:
            return
        self.canvas.stop_auto_fit()
        # The token stays where it was dropped while the owner decides; a refusal puts it back.
        if len(places) > 1:
            self.canvas.many_dropped.emit(tuple((id, *place) for id, place in places.items()), pointer.alt)
        elif pressed.token.id in places:
            self.canvas.dropped.emit(pressed.token.id, *places[pressed.token.id], pointer.alt)
        self.canvas.end_drag()

    def click(self, pointer: Pointer) -> None:
        self._forget()
        chosen, token = self.canvas.selection, pointer.token
        adds = pointer.shift or pointer.control
        if token is None:
            if not self.canvas.click_ground(pointer):
                self.canvas.select(chosen if adds else frozenset())
            return
        self.canvas.click_token(token, adds=adds)

    def double_click(self, pointer: Pointer) -> None:
        """Mark a token as the target; on the arrow of a token outside the window, centre the map on it."""
        if pointer.token is None:
            return
        if self.canvas.edges.token_at(pointer.pixel) is not None:
            self.canvas.center_on(pointer.token.id)
        else:
            self.canvas.marked.emit(pointer.token.id)

    def corner(self, pointer: Pointer) -> bool:
        if self._pressed is None or self._pressed.token is None or len(self._moving) != 1 or self._loose is not None:
            return False
        token = self._pressed.token
        self.canvas.corner_added.emit(token.id, *self._places(pointer)[token.id])
        self.drag(pointer)
        return True

    def wants(self, key: int) -> bool:
        return bool(self._moving) and (_is_movement_key(key) or key == Qt.Key.Key_Escape)

    def key(self, key: int) -> bool:
        return bool(self._moving) and _use_movement_key(self.canvas, key)

    def cancel(self) -> bool:
        is_busy = bool(self._moving) or self._band is not None
        self._forget()
        self.canvas.end_drag()
        return is_busy

    def _forget(self) -> None:
        self._pressed, self._moving, self._band = None, (), None
        self.canvas.redraw_tool()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        is_straight = bool(self._moving) and not self.canvas.guides.route.legs
        for token in self.canvas.view.tokens if is_straight else ():
            shown = self.canvas.tokens.place_of(token.id)
            if token.id in self._moving and token.point is not None and shown is not None:
                rim = _short_of(token.point, shown, self.canvas.tokens.reach_of(token.id) / camera.scale)
                paint_path(painter, camera, (token.point, rim))
        if self._loose is not None:
            paint_unplaced(painter, self._last, self._loose, camera.scale)
        if self._band is not None:
            line = palette().color("selected_line")
            fill = QColor(line)
            fill.setAlpha(36)
            painter.setPen(QPen(line, 1))
            painter.setBrush(fill)
            painter.drawRect(self._band)


class MoveTool(SelectTool):
    """Like `SelectTool`, and a click moves the acting combatant, else the selected one: also next to a token.

    The route and its cost follow the mouse before the click; a right click, or Shift and a click, adds a corner to it.
    """

    name = "Move"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._target: Point | None = None

    def hover(self, pointer: Pointer) -> None:
        mover = self._mover()
        if mover is None:
            self.cancel()
            return
        self._target = _rounded(pointer.place)
        self.canvas.point_at(pointer)
        self.canvas.drag_moved.emit(mover.id, *self._target, pointer.alt)

    def click(self, pointer: Pointer) -> None:
        mover = self._mover()
        other = None if mover is None or pointer.token is None or pointer.token.id == mover.id else pointer.token
        if mover is None or (other is not None and (pointer.shift or pointer.control)):
            super().click(pointer)
        elif other is not None and self.canvas.answers(other.id):
            self.cancel()
        elif pointer.shift and mover.point is not None:
            self._add_corner(mover, pointer)
        else:
            self.canvas.stop_auto_fit()
            self.canvas.dropped.emit(mover.id, *_rounded(pointer.place), pointer.alt)
            self.cancel()

    def corner(self, pointer: Pointer) -> bool:
        mover = self._mover()
        is_aside = pointer.token is not None and (mover is None or pointer.token.id != mover.id)
        is_unplaced = mover is None or mover.point is None
        if mover is None or is_unplaced or is_aside or pointer.alt or pointer.control or pointer.shift:
            return False
        self._add_corner(mover, pointer)
        return True

    def _add_corner(self, mover: TokenView, pointer: Pointer) -> None:
        self.canvas.corner_added.emit(mover.id, *_rounded(pointer.place))
        self.hover(pointer)

    def wants(self, key: int) -> bool:
        """Whether a key belongs to the route; Backspace is left to the action if there is no corner to remove."""
        return self._target is not None and _is_movement_key(key) and (self._has_corner or key != Qt.Key.Key_Backspace)

    @property
    def _has_corner(self) -> bool:
        legs = self.canvas.guides.route.legs
        return len(legs) > 1 or any(len(leg.points) != 2 for leg in legs)

    def key(self, key: int) -> bool:
        return self._target is not None and _use_movement_key(self.canvas, key)

    def cancel(self) -> bool:
        """Cancel the route; return whether it had a corner or a drag was in progress.

        A route without a corner only follows the mouse: nothing has been begun, so that Esc leaves the tool at once.
        """
        is_busy = self._has_corner
        self._target = None
        return super().cancel() or is_busy

    def _mover(self) -> TokenView | None:
        """Return the acting combatant, else the selected one, or None; one without a place is placed by the click."""
        chosen = self.canvas.selection
        tokens = self.canvas.view.tokens
        acting = next((token for token in tokens if token.acting), None)
        return acting or next((token for token in tokens if chosen == {token.id}), None)

    def paint(self, painter: QPainter, camera: Camera) -> None:
        super().paint(painter, camera)
        mover = self._mover()
        has_route = bool(self.canvas.guides.route.legs)
        if self._target is not None and mover is not None and mover.point is not None and not has_route:
            paint_path(painter, camera, (mover.point, self._target))


class MeasureTool(Tool):
    """Measures by dragging between two places: metres and range band, or the owner's words. Ends snap to tokens."""

    name = "Measure"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._pressed: Pointer | None = None
        self._start: Point | None = None
        self._end: Point | None = None

    def press(self, pointer: Pointer) -> None:
        self.cancel()
        self._pressed = pointer
        self._start = _snapped(pointer)

    def drag(self, pointer: Pointer) -> None:
        if self._start is None or self._pressed is None:
            return
        self._end = _snapped(pointer)
        metres = math.dist(self._start, self._end)
        measured = measured_words(self.canvas.view.bands, metres)
        words = self.canvas.distance_words(self._pressed, pointer)
        self.canvas.point_at(pointer)
        self.canvas.set_drag_label(measured if words is None else words)
        ids = tuple(None if one.token is None else one.token.id for one in (self._pressed, pointer))
        self.canvas.graphics_view.measured.emit((self._start, self._end), ids)

    def cancel(self) -> bool:
        is_busy = self._start is not None
        self._start = self._end = None
        self.canvas.set_drag_label("")
        self.canvas.graphics_view.measured.emit(None, None)
        return is_busy

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self._start is not None and self._end is not None:
            paint_path(painter, camera, (self._start, self._end))


class FrameTool(Tool):
    """Moves the frame of the player view; a drag that begins outside the frame draws a new one."""

    name = "Player View"
    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._pressed: Point | None = None
        self._begun = QRectF()

    def press(self, pointer: Pointer) -> None:
        self._pressed, self._begun = pointer.place, QRectF(self.canvas.overlay.frame)

    def drag(self, pointer: Pointer) -> None:
        if self._pressed is not None:
            self.canvas.overlay.set_frame(self._dragged(pointer.place))

    def release(self, pointer: Pointer) -> None:
        if self._pressed is not None:
            frame, self._pressed = self._dragged(pointer.place), None
            self.canvas.graphics_view.framed.emit(frame)

    def click(self, pointer: Pointer) -> None:
        """Centre the frame on the place."""
        self._pressed = None
        frame = QRectF(self.canvas.overlay.frame)
        frame.moveCenter(QPointF(*pointer.place))
        self.canvas.graphics_view.framed.emit(frame)

    def cancel(self) -> bool:
        is_busy, self._pressed = self._pressed is not None, None
        if is_busy:
            self.canvas.overlay.set_frame(self._begun)
        return is_busy

    def _dragged(self, place: Point) -> QRectF:
        first, last = QPointF(*(self._pressed or place)), QPointF(*place)
        if self._begun.contains(first):
            return self._begun.translated(last - first)
        return QRectF(first, last).normalized()


class PingTool(Tool):
    """A click pings a place, or a token."""

    name = "Ping"
    cursor = Qt.CursorShape.CrossCursor

    def click(self, pointer: Pointer) -> None:
        token = pointer.token
        self.canvas.graphics_view.pinged.emit(_snapped(pointer), None if token is None else token.id)


class PointTool(Tool):
    """Picks a place by a click; dragging moves the map, and no tokens."""

    name = "Point"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: MapCanvas, pointed: Callable[[Point], None]) -> None:
        """`pointed` is called with each place that is clicked."""
        super().__init__(canvas)
        self._pointed = pointed
        self._last = QPointF()
        self.point: Point | None = None

    def press(self, pointer: Pointer) -> None:
        self._last = pointer.pixel

    def drag(self, pointer: Pointer) -> None:
        self.canvas.pan(pointer.pixel - self._last)
        self._last = pointer.pixel

    def click(self, pointer: Pointer) -> None:
        self.show_point(_rounded(pointer.place))
        self._pointed(_rounded(pointer.place))

    def show_point(self, point: Point) -> None:
        """Mark a place."""
        self.point = point
        self.canvas.redraw_tool()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self.point is not None:
            paint_ping(painter, camera.to_pixels(*self.point), _POINT, 2)


def _rounded(place: Point) -> Point:
    """Return a place rounded to the millimetre."""
    return round(place[0], 3), round(place[1], 3)


def _is_movement_key(key: int) -> bool:
    return key == Qt.Key.Key_Backspace or Qt.Key.Key_1 <= key <= Qt.Key.Key_9


def _use_movement_key(canvas: MapCanvas, key: int) -> bool:
    """Remove the last corner with Backspace, pick a movement mode by its number; return whether the key was used."""
    if key == Qt.Key.Key_Backspace:
        canvas.corner_removed.emit()
        return True
    number = key - Qt.Key.Key_1
    if 0 <= number < len(canvas.movement_modes.keys):
        canvas.movement_mode_picked.emit(canvas.movement_modes.keys[number])
        return True
    return False


def _short_of(start: Point, end: Point, metres: float) -> Point:
    """Return the place that many metres before the end of a line, so that a line to a token ends at its rim."""
    way = math.dist(start, end)
    share = max(0.0, 1 - metres / way) if way else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _snapped(pointer: Pointer) -> Point:
    """Return the middle of the token under the mouse, else the place itself."""
    on_token = None if pointer.token is None else pointer.token.point
    return on_token or pointer.place
