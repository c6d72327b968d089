"""Fog drawn by hand: a stroke, a click of the brush or a shape hides; with Shift it reveals."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from gui.windows.board_area import tool_entry
from model.view.map import Circle, Line, Polygon, Rectangle
from tests.gui.map.hands import click, drag, press_key

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def drawn(canvas: MapCanvas) -> QSignalSpy:
    return QSignalSpy(canvas.fog_drawn)


def take(canvas: MapCanvas, form: str) -> None:
    canvas.set_tool(tool_entry("fog").make(canvas, form))


def test_a_stroke_hides_along_where_the_mouse_went(canvas: MapCanvas, drawn: QSignalSpy) -> None:
    take(canvas, "brush")
    drag(canvas, (5, 5), (15, 5))
    level, shape, width = drawn.at(0)
    assert (level, type(shape)) == ("hidden", Line)
    assert shape.points[0] == pytest.approx((5, 5), abs=0.1)
    assert shape.points[-1] == pytest.approx((15, 5), abs=0.3)
    assert width * canvas.camera.scale == pytest.approx(56, abs=0.1), "as wide on the screen at any zoom"


def test_with_shift_it_reveals_and_a_click_is_a_dab(canvas: MapCanvas, drawn: QSignalSpy) -> None:
    take(canvas, "brush")
    click(canvas, (8, 8), held=SHIFT)
    level, shape, width = drawn.at(0)
    assert (level, type(shape), width) == ("revealed", Circle, 0.0)
    assert shape.radius * canvas.camera.scale == pytest.approx(28, abs=0.1)


def test_rectangle_circle_and_polygon(canvas: MapCanvas, drawn: QSignalSpy) -> None:
    take(canvas, "rectangle")
    drag(canvas, (2, 2), (6, 5))
    take(canvas, "circle")
    drag(canvas, (10, 10), (13, 10))
    take(canvas, "polygon")
    for corner in ((1, 1), (6, 1), (6, 6)):
        click(canvas, corner)
    assert drawn.count() == 2, "a polygon waits for its end"
    press_key(canvas, Qt.Key.Key_Return)
    assert [type(drawn.at(number)[1]) for number in range(3)] == [Rectangle, Circle, Polygon]


def test_escape_drops_a_polygon_under_way(canvas: MapCanvas, drawn: QSignalSpy, qtbot: QtBot) -> None:
    take(canvas, "polygon")
    click(canvas, (1, 1))
    click(canvas, (6, 1))
    assert canvas.cancel()
    press_key(canvas, Qt.Key.Key_Return)
    assert drawn.count() == 0


@pytest.mark.parametrize(("first", "later", "level"), [(True, False, "revealed"), (False, True, "hidden")])
def test_the_first_corner_of_a_polygon_decides_whether_it_reveals(
    canvas: MapCanvas, drawn: QSignalSpy, first: bool, later: bool, level: str
) -> None:
    keys = {True: SHIFT, False: Qt.KeyboardModifier.NoModifier}
    take(canvas, "polygon")
    click(canvas, (1, 1), held=keys[first])
    for corner in ((6, 1), (6, 6)):
        click(canvas, corner, held=keys[later])
    press_key(canvas, Qt.Key.Key_Return)
    assert drawn.at(0)[0] == level
