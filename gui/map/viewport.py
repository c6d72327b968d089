"""The map viewport: which part of the board is shown, and the mouse and key events that the canvas acts on.

The view box is pyqtgraph's, but events are handled here and not passed to its scene: its drag and hover handling would
check every item for every movement, and swallow exceptions.
"""

from __future__ import annotations

from typing import Protocol

import pyqtgraph as pg
from msgspec import Struct
from PySide6.QtCore import QEvent, QMarginsF, QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsScene, QWidget

from model.view.map import Bounds, Point, TokenView, replace

# ----------------------------------------------------------------------------------------------- the part that is shown

FULL_SCALE = 16.0
"""Pixels per metre at a zoom of 100 %: a metre is two units of the 8 px grid."""
SMALLEST, LARGEST = 0.02, 400.0
"""Range of pixels per metre: from 50 km on a laptop's screen to a hand's breadth."""


class Camera(Struct, frozen=True, kw_only=True):
    """The place in metres at the middle of a window of device-independent pixels. Never distorts: one scale."""

    x: float = 0.0
    y: float = 0.0
    scale: float = FULL_SCALE
    """Pixels per metre."""
    width: float = 100.0
    height: float = 100.0
    """Width and height of the window in pixels."""

    @property
    def window(self) -> QRectF:
        return QRectF(0, 0, self.width, self.height)

    @property
    def metres(self) -> QRectF:
        """The part of the board that is shown, in metres."""
        across, down = self.width / self.scale, self.height / self.scale
        return QRectF(self.x - across / 2, self.y - down / 2, across, down)

    def to_pixels(self, x: float, y: float) -> QPointF:
        return QPointF((x - self.x) * self.scale + self.width / 2, (y - self.y) * self.scale + self.height / 2)

    def to_metres(self, pixel: QPointF) -> Point:
        return (
            (pixel.x() - self.width / 2) / self.scale + self.x,
            (pixel.y() - self.height / 2) / self.scale + self.y,
        )

    def resized(self, size: QSizeF) -> Camera:
        """Return a camera with the same middle and scale in a window of another size."""
        return replace(self, width=max(1.0, size.width()), height=max(1.0, size.height()))

    def panned(self, right: float, down: float) -> Camera:
        """Return a camera that shows the board moved by this many pixels."""
        return replace(self, x=self.x - right / self.scale, y=self.y - down / self.scale)

    def centered(self, x: float, y: float) -> Camera:
        return replace(self, x=x, y=y)

    def zoomed(self, factor: float, anchor: QPointF | None = None) -> Camera:
        """Return a camera zoomed by a factor; what is under the anchor, by default the middle, stays where it is."""
        scale = min(LARGEST, max(SMALLEST, self.scale * factor))
        anchor = self.window.center() if anchor is None else anchor
        x, y = self.to_metres(anchor)
        return replace(
            self,
            scale=scale,
            x=x - (anchor.x() - self.width / 2) / scale,
            y=y - (anchor.y() - self.height / 2) / scale,
        )

    def fitted(self, bounds: Bounds, margins: QMarginsF) -> Camera:
        """Return a camera that shows all of the bounds, with this many pixels free on each side."""
        left, top, right, bottom = bounds
        free = self.window.marginsRemoved(margins)
        if free.width() < 40 or free.height() < 40:
            free = self.window
        scale = min(free.width() / max(right - left, 1.0), free.height() / max(bottom - top, 1.0))
        scale = min(LARGEST, max(SMALLEST, scale))
        aside = free.center() - self.window.center()
        return replace(
            self,
            scale=scale,
            x=(left + right) / 2 - aside.x() / scale,
            y=(top + bottom) / 2 - aside.y() / scale,
        )


_ROOM, _ROOM_TO_MOVE = 8.0, 24.0
"""Minimum width and height in metres that are shown when the board is fitted into the window: drawn, or empty."""


def with_room(bounds: Bounds, *, is_drawn: bool) -> Bounds:
    """Return bounds enlarged so that a few combatants on a board without anything drawn have room to move."""
    left, top, right, bottom = bounds
    room = _ROOM if is_drawn else _ROOM_TO_MOVE
    wide, high = max(0.0, room - (right - left)) / 2, max(0.0, room - (bottom - top)) / 2
    return left - wide, top - high, right + wide, bottom + high


# ------------------------------------------------------------------------------------------------------- mouse and keys

_DRAG_FROM = 4.0
"""Pixels from the press beyond which a movement is a drag."""
_ARROW_STEP = 64.0
_WHEEL = 1.0015
"""Zoom factor for an eighth of a degree of the wheel: about a fifth for a notch."""

_ARROWS = {
    Qt.Key.Key_Left: (1, 0),
    Qt.Key.Key_Right: (-1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class Pointer(Struct, frozen=True, kw_only=True):
    """Where the mouse is and which modifier keys are held."""

    pixel: QPointF
    place: Point
    """Metres."""
    global_pos: QPoint
    token: TokenView | None = None
    """The token under the mouse, or the one that the arrow under the mouse stands for, or None."""
    alt: bool = False
    shift: bool = False
    control: bool = False


class PointerHandler:
    """Handles presses, drags and clicks of the left button. A drag begins a few pixels from the press."""

    cursor = Qt.CursorShape.ArrowCursor

    def press(self, pointer: Pointer) -> None:
        """The button went down."""

    def drag(self, pointer: Pointer) -> None:
        """The mouse moved with the button down, far enough to count as a drag."""

    def release(self, pointer: Pointer) -> None:
        """A drag ended."""

    def click(self, pointer: Pointer) -> None:
        """The button went down and up in one place."""

    def double_click(self, pointer: Pointer) -> None:
        """The second click of two; the first was a `click`."""

    def hover(self, pointer: Pointer) -> None:
        """The mouse moved with no button down."""

    def corner(self, pointer: Pointer) -> bool:
        """The right button was used while something is in progress; return whether that had a meaning."""
        return False

    def wants(self, key: int) -> bool:
        """Whether a key belongs to what is in progress, before any other use of it."""
        return False

    def key(self, key: int) -> bool:
        """Use Enter, Backspace, Delete or a digit; return whether it was used."""
        return False

    def cancel(self) -> bool:
        """Cancel what is in progress; return whether there was anything."""
        return False

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw what is in progress, in pixels."""


class Canvas(Protocol):
    """The canvas that the viewport shows, as far as it handles the viewport's events."""

    @property
    def camera(self) -> Camera: ...
    @property
    def tool(self) -> PointerHandler: ...
    def token_at(self, pixel: QPointF) -> TokenView | None: ...
    def pan(self, pixels: QPointF) -> None: ...
    def zoom(self, factor: float, anchor: QPointF | None = None) -> None: ...
    def fit(self) -> None: ...
    def hover(self, pointer: Pointer) -> None: ...
    def leave(self) -> None: ...
    def right_click(self, pointer: Pointer) -> None: ...
    def ask_for_menu(self) -> None: ...
    def cancel(self) -> bool: ...
    def show_cursor(self) -> None: ...
    def show_tooltip(self, event: QEvent) -> bool: ...
    def resize_camera(self, size: QSizeF) -> None: ...


class MapViewport(pg.GraphicsView):
    """Shows the scene, and turns events into calls of the canvas and its tool."""

    pinged = Signal(object, object)
    """A ping: a place in metres, and the id of a token there or None."""
    framed = Signal(object)
    """Players are to see this part of the board: a rectangle in metres."""
    measured = Signal(object, object)
    """A line is being measured: its ends in metres, and the ids of tokens there or None; both None when it ends."""

    def __init__(self, canvas: Canvas, parent: QWidget) -> None:
        super().__init__(parent, background=None)
        self._canvas = canvas
        self._pressed: QPointF | None = None
        self._is_drag = False
        self._panned: QPointF | None = None
        self._marked: QPointF | None = None
        self._is_space = False
        self._over: Pointer | None = None
        """The pointer while the mouse is over a token, else None."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(pg.GraphicsView.Shape.NoFrame)
        self.box = pg.ViewBox(lockAspect=True, enableMouse=False, invertY=True, enableMenu=False, defaultPadding=0)
        self.box.disableAutoRange()
        # The box fills the window, so there is nothing to clip.
        self.box.setFlag(self.box.GraphicsItemFlag.ItemClipsChildrenToShape, False)
        self.setCentralItem(self.box)
        # Few items, nearly all of them as large as the window: an index or a list of regions costs more than it saves.
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setViewportUpdateMode(pg.GraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setOptimizationFlag(pg.GraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        # The ground fills the viewport in every frame, so that no other background is painted under it.
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_ground(self, color: QColor) -> None:
        self.setBackground(color)

    def show_camera(self, camera: Camera) -> None:
        """Update the view box; it has the shape of the window, so the locked aspect ratio changes nothing."""
        seen = camera.metres
        self.box.setRange(
            xRange=(seen.left(), seen.right()),
            yRange=(seen.top(), seen.bottom()),
            padding=0,
            update=True,
            disableAutoRange=False,
        )

    # ---------------------------------------------------------------- mouse

    def _pointer(self, event: QMouseEvent | QWheelEvent) -> Pointer:
        pixel, held = event.position(), event.modifiers()
        return Pointer(
            pixel=pixel,
            place=self._canvas.camera.to_metres(pixel),
            global_pos=event.globalPosition().toPoint(),
            token=self._canvas.token_at(pixel),
            alt=bool(held & Qt.KeyboardModifier.AltModifier),
            shift=bool(held & Qt.KeyboardModifier.ShiftModifier),
            control=bool(held & Qt.KeyboardModifier.ControlModifier),
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        button = event.button()
        if button == Qt.MouseButton.MiddleButton or (button == Qt.MouseButton.LeftButton and self._is_space):
            self._panned = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif button == Qt.MouseButton.RightButton and self._is_dragging:
            self._canvas.tool.corner(self._pointer(event))
        elif button == Qt.MouseButton.RightButton:
            self._marked = event.position()
        elif button == Qt.MouseButton.LeftButton:
            self._pressed, self._is_drag = event.position(), False
            self._canvas.tool.press(self._pointer(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._panned is not None:
            self._canvas.pan(event.position() - self._panned)
            self._panned = event.position()
            return
        pointer = self._pointer(event)
        self._over = pointer if pointer.token is not None else None
        if self._pressed is None:
            self._canvas.hover(pointer)
            return
        away = event.position() - self._pressed
        if self._is_drag or away.manhattanLength() > _DRAG_FROM:
            self._is_drag = True
            self._canvas.tool.drag(pointer)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        button = event.button()
        if self._panned is not None and button in {Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton}:
            self._panned = None
            self._canvas.show_cursor()
        elif button == Qt.MouseButton.RightButton and self._marked is not None:
            self._marked = None
            self._canvas.right_click(self._pointer(event))
        elif button == Qt.MouseButton.LeftButton and self._pressed is not None:
            self._pressed = None
            pointer = self._pointer(event)
            if self._is_drag:
                self._canvas.tool.release(pointer)
            else:
                self._canvas.tool.click(pointer)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton and not self._is_space:
            self._canvas.tool.double_click(self._pointer(event))
        else:
            self.mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._over = None
        self._canvas.leave()

    def event(self, event: QEvent) -> bool:
        """Keep `P` over a token for a ping, so that it triggers no shortcut."""
        is_key = event.type() == QEvent.Type.ShortcutOverride and self._over is not None
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_P and not event.modifiers():
            event.accept()
            return True
        return super().event(event)

    def ping(self) -> bool:
        """Ping the token under the mouse; return whether there is one."""
        if self._over is None or self._over.token is None:
            return False
        self.pinged.emit(self._over.place, self._over.token.id)
        return True

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel zooms to the pointer; two fingers on a touchpad pan the map, or zoom with a modifier such as Ctrl."""
        event.accept()
        is_pad = event.device().type() == QInputDevice.DeviceType.TouchPad
        if is_pad and not event.pixelDelta().isNull() and not event.modifiers():
            self._canvas.pan(QPointF(event.pixelDelta()))
            return
        # With Alt, some systems report the wheel as horizontal.
        turned = event.angleDelta().y() or event.angleDelta().x()
        self._canvas.zoom(_WHEEL**turned, event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            return self._canvas.show_tooltip(event)
        if event.type() == QEvent.Type.NativeGesture and isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self._canvas.zoom(1 + event.value(), event.position())
            return True
        return super().viewportEvent(event)

    # ---------------------------------------------------------------- keys

    @property
    def _is_dragging(self) -> bool:
        return self._pressed is not None and self._is_drag

    def wants_first(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to what is being dragged or drawn on the map, before any other use of it."""
        # Some keyboards have their digits only with Shift.
        shift = Qt.KeyboardModifier.ShiftModifier if event.text().isdecimal() else Qt.KeyboardModifier.NoModifier
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | shift)
        return not held and self._canvas.tool.wants(event.key())

    def abandon(self) -> None:
        """End a cancelled drag: moving and releasing have no effect until the next press."""
        self._pressed = None
        self._is_drag = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Use a key on the canvas; keys that the canvas does not use are ignored, so that they reach the window."""
        key = event.key()
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        event.setAccepted(not held and self._use_key(key, event.isAutoRepeat()))

    def _use_key(self, key: int, is_repeat: bool) -> bool:
        canvas = self._canvas
        if key in _ARROWS:
            right, down = _ARROWS[Qt.Key(key)]
            canvas.pan(QPointF(right * _ARROW_STEP, down * _ARROW_STEP))
        elif key == Qt.Key.Key_F:
            canvas.fit()
        elif key == Qt.Key.Key_Menu:
            canvas.ask_for_menu()
        elif key == Qt.Key.Key_Escape:
            return canvas.cancel()
        elif key == Qt.Key.Key_P:
            return self.ping()
        elif key == Qt.Key.Key_Space:
            if not is_repeat:
                self._is_space = True
                self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            return canvas.tool.key(key)
        return True

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._is_space = False
            self._canvas.show_cursor()
            return
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._is_space = False
        self._canvas.show_cursor()
        super().focusOutEvent(event)

    # ---------------------------------------------------------------- size

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is None:  # pyqtgraph's own call while it builds the view
            return
        self._canvas.resize_camera(QSizeF(self.viewport().size()))
