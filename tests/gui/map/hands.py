"""Real mouse events on a canvas, at places in metres."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.map.canvas import MapCanvas
from model.view.map import Point

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE = Qt.KeyboardModifier.NoModifier


def pixel(canvas: MapCanvas, place: Point) -> QPoint:
    return canvas.camera.to_pixels(*place).toPoint()


def click(canvas: MapCanvas, place: Point, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(canvas.graphics_view.viewport(), button, held, pixel(canvas, place))


def double_click(canvas: MapCanvas, place: Point) -> None:
    QTest.mouseDClick(canvas.graphics_view.viewport(), LEFT, NONE, pixel(canvas, place))


def start_drag(
    canvas: MapCanvas,
    start: Point,
    end: Point,
    button: Qt.MouseButton = LEFT,
    held: Qt.KeyboardModifier = NONE,
) -> QPoint:
    """Press at one place and move to another, keeping the button down; return the last position in pixels."""
    first, last = pixel(canvas, start), pixel(canvas, end)
    QTest.mousePress(canvas.graphics_view.viewport(), button, held, first)
    for step in (0.3, 0.7, 1.0):
        move(canvas, QPointF(first) + QPointF(last - first) * step, button, held)
    return last


def drag(
    canvas: MapCanvas,
    start: Point,
    end: Point,
    button: Qt.MouseButton = LEFT,
    held: Qt.KeyboardModifier = NONE,
) -> None:
    last = start_drag(canvas, start, end, button, held)
    QTest.mouseRelease(canvas.graphics_view.viewport(), button, held, last)


def move(
    canvas: MapCanvas,
    where: QPointF,
    button: Qt.MouseButton = Qt.MouseButton.NoButton,
    held: Qt.KeyboardModifier = NONE,
) -> None:
    """Move the mouse, optionally with a button down, which QTest's own mouseMove cannot do."""
    viewport = canvas.graphics_view.viewport()
    event = QMouseEvent(
        QEvent.Type.MouseMove, where, viewport.mapToGlobal(where), Qt.MouseButton.NoButton, button, held
    )
    QApplication.sendEvent(viewport, event)


def press_key(canvas: MapCanvas, key: Qt.Key) -> None:
    QTest.keyClick(canvas.graphics_view, key)
