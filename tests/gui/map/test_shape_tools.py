"""Zones and features are drawn and edited with the mouse; the canvas only emits signals."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from gui.map.shape_tools import ShapeTool, closed, handles, moved, rectangle_between, reshaped
from model.view.map import Circle, FeatureView, Line, MapView, Polygon, Rectangle, ZoneView, replace
from tests.gui.map.hands import LEFT, NONE, click, double_click, drag, move, pixel, press_key, start_drag

ALT = Qt.KeyboardModifier.AltModifier


def tool(canvas: MapCanvas, kind: str = "zone", form: str = "rectangle") -> ShapeTool:
    made = ShapeTool(canvas, kind, form)
    canvas.set_tool(made)
    return made


def test_a_zone_is_drawn_as_a_rectangle(canvas: MapCanvas, qtbot: QtBot) -> None:
    tool(canvas)
    with qtbot.waitSignal(canvas.zone_drawn) as drawn:
        drag(canvas, (2.1, 21.1), (8.2, 24.9))
    assert drawn.args == [Rectangle(x=2, y=21, width=6, height=4)]


def test_corners_snap_to_other_corners_and_alt_lets_them_free(canvas: MapCanvas, qtbot: QtBot) -> None:
    tool(canvas)
    with qtbot.waitSignal(canvas.zone_drawn) as drawn:
        drag(canvas, (30.3, 20.3), (42.1, 23.1))
    assert drawn.args == [Rectangle(x=30, y=20, width=12, height=3)]
    with qtbot.waitSignal(canvas.zone_drawn) as drawn:
        drag(canvas, (30.3, 20.3), (42.2, 23.2), held=ALT)
    assert drawn.args[0].x == pytest.approx(30.3, abs=0.1)
    assert drawn.args[0].width % 1 != 0


@pytest.mark.parametrize("has_grid", [True, False])
def test_zones_side_by_side_end_on_one_line(canvas: MapCanvas, view: MapView, qtbot: QtBot, has_grid: bool) -> None:
    """The quay begins at 0 and ends at 20: a zone drawn 30 m away from it snaps to both lines."""
    canvas.set_view(replace(view, grid=replace(view.grid, on=has_grid, cell=11)))
    tool(canvas)
    with qtbot.waitSignal(canvas.zone_drawn) as drawn:
        drag(canvas, (57.3, 0.2), (62.7, 19.8))
    shape = drawn.args[0]
    assert (shape.y, shape.height) == (0, 20)
    assert shape.x == pytest.approx(57.3, abs=0.1)


def test_the_board_does_not_move_under_the_hand_that_draws_the_first_zone(qtbot: QtBot) -> None:
    empty = MapCanvas()
    qtbot.addWidget(empty)
    empty.resize(900, 600)
    with qtbot.waitExposed(empty):
        empty.show()
    tool(empty)
    camera = empty.camera
    with qtbot.waitSignal(empty.zone_drawn) as drawn:
        drag(empty, (2, 1), (8, 5))
    empty.set_view(MapView(zones=(ZoneView(id="bar-1", name="Bar", shape=drawn.args[0]),)))
    assert empty.camera == camera


def test_a_polygon_may_begin_at_the_edge_of_a_zone_that_is_there(canvas: MapCanvas, qtbot: QtBot) -> None:
    """The quay ends at 20: its neighbour begins on that line. A click well inside the quay selects it for editing."""
    made = tool(canvas, form="polygon")
    with qtbot.waitSignal(canvas.zone_drawn) as drawn:
        for corner in ((5, 19.8), (15, 19.8), (15, 25)):
            click(canvas, corner)
        press_key(canvas, Qt.Key.Key_Return)
    assert drawn.args == [Polygon(points=((5, 20), (15, 20), (15, 25)))]
    assert made.chosen is None
    click(canvas, (10, 10))
    assert made.chosen == "quay-1"


@pytest.mark.parametrize("end", ["enter", "double click", "first corner"])
def test_a_polygon_is_clicked_corner_by_corner(canvas: MapCanvas, qtbot: QtBot, end: str) -> None:
    tool(canvas, form="polygon")
    corners = [(2, 21), (8, 21), (8, 25)]
    with qtbot.waitSignal(canvas.zone_drawn) as drawn:
        for corner in corners:
            click(canvas, corner)
        click(canvas, (4, 24))
        press_key(canvas, Qt.Key.Key_Backspace)
        if end == "enter":
            press_key(canvas, Qt.Key.Key_Return)
        elif end == "double click":
            double_click(canvas, corners[-1])
        else:
            click(canvas, corners[0])
    assert drawn.args == [Polygon(points=tuple((float(x), float(y)) for x, y in corners))]


def test_a_line_and_a_circle_of_cover(canvas: MapCanvas, qtbot: QtBot) -> None:
    tool(canvas, "cover", "line")
    with qtbot.waitSignal(canvas.feature_drawn) as drawn:
        click(canvas, (2, 22))
        click(canvas, (6, 24))
        press_key(canvas, Qt.Key.Key_Return)
    assert drawn.args == ["cover", Line(points=((2.0, 22.0), (6.0, 24.0)))]
    tool(canvas, "terrain", "circle")
    with qtbot.waitSignal(canvas.feature_drawn) as drawn:
        drag(canvas, (20, 23), (22, 23))
    assert drawn.args == ["terrain", Circle(x=20, y=23, radius=2)]


def test_a_circle_that_is_dragged_back_to_its_middle_is_none(canvas: MapCanvas) -> None:
    """On the grid a short drag ends where it began."""
    tool(canvas, "terrain", "circle")
    drawn = QSignalSpy(canvas.feature_drawn)
    drag(canvas, (20, 23), (20.3, 23.2))
    assert drawn.count() == 0
    last = start_drag(canvas, (20, 23), (20, 24))
    assert canvas.overlay.label[0].startswith("radius 1")
    assert last == pixel(canvas, (20, 24))
    move(canvas, QPointF(pixel(canvas, (20, 23))), LEFT)
    QTest.mouseRelease(canvas.graphics_view.viewport(), LEFT, NONE, pixel(canvas, (20, 23)))
    assert drawn.count() == 0


def test_a_corner_of_a_zone_is_dragged(canvas: MapCanvas, qtbot: QtBot) -> None:
    made = tool(canvas)
    click(canvas, (45, 3))
    assert made.chosen == "yard-1"
    with qtbot.waitSignal(canvas.zone_changed) as changed:
        drag(canvas, (50, 20), (48, 22))
    assert changed.args == ["yard-1", Rectangle(x=30, y=0, width=18, height=22)]


def test_a_whole_feature_is_dragged(canvas: MapCanvas, qtbot: QtBot) -> None:
    made = tool(canvas, "cover")
    click(canvas, (35, 16))
    assert made.chosen == "crate-1"
    with qtbot.waitSignal(canvas.feature_changed) as changed:
        drag(canvas, (35.5, 15.5), (33.5, 12.5))
    assert changed.args == ["crate-1", Rectangle(x=32, y=11, width=4, height=3)]


def test_delete_asks_to_delete_what_is_in_hand(canvas: MapCanvas, qtbot: QtBot) -> None:
    tool(canvas)
    asked = QSignalSpy(canvas.delete_requested)
    press_key(canvas, Qt.Key.Key_Delete)
    assert asked.count() == 0
    click(canvas, (45, 3))
    press_key(canvas, Qt.Key.Key_Delete)
    assert asked.at(0) == ["zone", "yard-1"]


def test_escape_drops_a_drawing_and_then_what_is_in_hand(canvas: MapCanvas) -> None:
    made = tool(canvas)
    told = QSignalSpy(canvas.zone_drawn)
    start_drag(canvas, (2, 21), (8, 25))
    press_key(canvas, Qt.Key.Key_Escape)
    click(canvas, (45, 3))
    assert made.chosen == "yard-1"
    press_key(canvas, Qt.Key.Key_Escape)
    assert made.chosen is None
    assert told.count() == 0


def test_a_speck_is_no_zone(canvas: MapCanvas) -> None:
    told = QSignalSpy(canvas.zone_drawn)
    tool(canvas)
    drag(canvas, (2, 21), (8, 21))
    tool(canvas, form="polygon")
    for corner in ((2, 21), (4, 21), (8, 21)):
        click(canvas, corner)
    press_key(canvas, Qt.Key.Key_Return)
    assert told.count() == 0


def test_areas_are_found_by_place(canvas: MapCanvas, view: MapView) -> None:
    wall = FeatureView(id="wall-1", kind="cover", shape=Line(points=((2, 2), (8, 2), (8, 8))))
    pond = FeatureView(id="pond-1", kind="terrain", shape=Circle(x=20, y=10, radius=3))
    canvas.set_view(replace(view, features=(*view.features, wall, pond)))
    found = {
        place: getattr(canvas.areas.feature_at(*place), "id", None)
        for place in ((8.1, 5.0), (5.0, 5.0), (21.0, 11.0), (35.0, 15.0), (25.0, 18.0))
    }
    assert list(found.values()) == ["wall-1", None, "pond-1", "crate-1", None]
    canvas.grab()


# ------------------------------------------------------------------------------- shapes without a screen


def test_a_turned_rectangle_keeps_its_far_corner() -> None:
    shape = Rectangle(x=0, y=0, width=4, height=2, angle=30)
    far = handles(shape)[0]
    grown = reshaped(shape, 4, (6.0, 5.0))
    assert math.dist(handles(grown)[0], far) < 0.003
    assert math.dist(handles(grown)[4], (6.0, 5.0)) < 0.003


def test_moving_moves_every_kind() -> None:
    shapes = (
        Rectangle(x=0, y=0, width=1, height=1),
        Circle(x=0, y=0, radius=1),
        Polygon(points=((0, 0), (1, 0), (0, 1))),
        Line(points=((0, 0), (1, 1))),
    )
    for shape in shapes:
        first, last = handles(shape)[0], handles(moved(shape, 2.5, -1))[0]
        assert (last[0] - first[0], last[1] - first[1]) == (2.5, -1)


def test_shapes_that_are_none() -> None:
    assert closed([(0, 0), (1, 1)]) is None
    assert rectangle_between((0, 0), (0.01, 5)) is None
    assert reshaped(Circle(x=0, y=0, radius=1), 0, (0, 0)) == Circle(x=0, y=0, radius=0.05)
