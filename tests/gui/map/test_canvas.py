"""The map shows a view, keeps its proportions, and turns mouse and keys into signals."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from gui.map.tools import MeasureTool, MoveTool
from gui.style import palette
from gui.windows.board_area import tool_entry
from model.view.map import MapView, ReachView, RouteView, TokenView, map_bounds, replace
from tests.gui.map.hands import LEFT, MIDDLE, RIGHT, click, double_click, drag, move, pixel, press_key, start_drag

ALT, SHIFT, CONTROL = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
CRIMSON, BOOMER, MINION = (10.0, 10.0), (40.0, 8.0), (44.0, 16.0)


def moved(view: MapView, id: str, x: float, y: float) -> MapView:
    tokens = tuple(replace(token, x=x, y=y) if token.id == id else token for token in view.tokens)
    return replace(view, tokens=tokens)


# ------------------------------------------------------------------------------- view and camera


def test_zones_without_a_shape_are_reached_without_a_trace(canvas: MapCanvas) -> None:
    before = canvas.grab().toImage()
    canvas.guides.show_route(RouteView(), (ReachView(title="move", shapes=()),))
    assert canvas.grab().toImage() == before


def test_the_first_view_is_shown_whole(canvas: MapCanvas, view: MapView) -> None:
    left, top, right, bottom = map_bounds(view) or (0, 0, 0, 0)
    seen = canvas.camera.metres
    assert seen.left() <= left < right <= seen.right()
    assert seen.top() <= top < bottom <= seen.bottom()


def test_fit_shows_everything_again(canvas: MapCanvas, view: MapView) -> None:
    canvas.zoom(9)
    canvas.pan(QPointF(4000, 900))
    press_key(canvas, Qt.Key.Key_F)
    test_the_first_view_is_shown_whole(canvas, view)


def test_a_lone_combatant_does_not_fill_the_window(canvas: MapCanvas, view: MapView) -> None:
    """As on a new board after the first combatant is placed: there is room to move."""
    canvas.set_view(MapView(tokens=view.tokens[:1]))
    canvas.fit()
    seen = canvas.camera.metres
    assert seen.contains(QPointF(*CRIMSON))
    assert min(seen.width(), seen.height()) > 5


def test_zooming_keeps_what_is_under_the_mouse(canvas: MapCanvas) -> None:
    where = QPointF(640, 120)
    before = canvas.camera.to_metres(where)
    viewport = canvas.graphics_view.viewport()
    event = QWheelEvent(
        where,
        viewport.mapToGlobal(where),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    zoom = canvas.zoom_percent
    QApplication.sendEvent(viewport, event)
    assert canvas.zoom_percent > zoom
    assert canvas.camera.to_metres(where) == pytest.approx(before)


def test_the_view_box_shows_what_the_camera_says(canvas: MapCanvas) -> None:
    """Items in metres and layers in pixels stay aligned."""
    canvas.zoom(1.7, QPointF(100, 100))
    canvas.resize(700, 640)
    canvas.grab()
    for place in (CRIMSON, BOOMER):
        box = canvas.graphics_view.box.mapFromView(QPointF(*place))
        assert (box - canvas.camera.to_pixels(*place)).manhattanLength() < 0.01


def test_resizing_keeps_the_aspect_and_the_scale(canvas: MapCanvas) -> None:
    scale = canvas.camera.scale
    for width, height in ((500, 800), (1400, 300), (901, 599)):
        canvas.resize(width, height)
        canvas.grab()
        seen = canvas.camera.metres
        assert canvas.camera.scale == scale
        assert seen.width() / seen.height() == pytest.approx(
            canvas.graphics_view.width() / canvas.graphics_view.height()
        )


def test_zoom_is_told_in_percent(canvas: MapCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignal(canvas.zoom_changed) as told:
        canvas.zoom_in()
    assert told.args == [canvas.zoom_percent]
    assert canvas.zoom_percent == round(100 * canvas.camera.scale / 16)


def test_keys_that_mean_nothing_here_go_on_to_the_window(canvas: MapCanvas) -> None:
    before = canvas.camera
    for key in (Qt.Key.Key_7, Qt.Key.Key_N, Qt.Key.Key_Escape, Qt.Key.Key_Return):
        press_key(canvas, key)
    assert canvas.camera == before
    press_key(canvas, Qt.Key.Key_Right)
    assert canvas.camera.x > before.x


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_dragging_the_ground_moves_the_map(canvas: MapCanvas, button: Qt.MouseButton) -> None:
    under, looks = (20.0, 16.0), QSignalSpy(canvas.picked)
    before = canvas.camera.to_pixels(*under)
    drag(canvas, under, (25.0, 12.0), button)
    after = canvas.camera.to_pixels(*under)
    moved_by = QPointF(5, -4) * canvas.camera.scale
    assert (after - before - moved_by).manhattanLength() < 2
    assert looks.count() == 0


# ------------------------------------------------------------------------------- clicking


def test_a_click_looks_and_selects(canvas: MapCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignals([canvas.picked, canvas.selection_changed]):
        click(canvas, BOOMER)
    assert canvas.selection == {"boomer-1"}
    click(canvas, CRIMSON, held=CONTROL)
    assert canvas.selection == {"boomer-1", "crimson-1"}
    click(canvas, BOOMER, held=CONTROL)
    assert canvas.selection == {"crimson-1"}
    click(canvas, (20, 2))
    assert canvas.selection == frozenset()


def test_a_click_that_adds_to_the_selection_looks_at_nobody(canvas: MapCanvas) -> None:
    looks = QSignalSpy(canvas.picked)
    for held in (CONTROL, SHIFT):
        click(canvas, CRIMSON, held=held)
    assert looks.count() == 0


def test_a_click_that_is_an_answer_selects_nobody(canvas: MapCanvas) -> None:
    answers: list[str] = []
    canvas.set_click_handler(lambda who: answers.append(who) is None)
    click(canvas, BOOMER)
    assert (answers, canvas.selection) == (["boomer-1"], frozenset())


def test_a_double_click_marks_the_target(canvas: MapCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignal(canvas.marked) as marked:
        double_click(canvas, BOOMER)
    assert marked.args == ["boomer-1"]


def test_a_right_click_asks_for_a_menu_and_with_ctrl_adds_a_target(canvas: MapCanvas, qtbot: QtBot) -> None:
    menus, marks = QSignalSpy(canvas.context_requested), QSignalSpy(canvas.marked)
    with qtbot.waitSignal(canvas.context_requested) as asked:
        click(canvas, BOOMER, RIGHT)
    assert asked.args[0] == "boomer-1"
    assert marks.count() == 0
    with qtbot.waitSignal(canvas.target_added) as added:
        click(canvas, BOOMER, RIGHT, CONTROL)
    assert added.args == ["boomer-1"]
    assert menus.count() == 1


def test_a_right_click_on_the_ground_asks_for_a_menu(canvas: MapCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignal(canvas.context_requested) as asked:
        click(canvas, (20, 2), RIGHT)
    assert asked.args[0] is None
    assert asked.args[1:3] == pytest.approx([20, 2], abs=0.1)
    with qtbot.waitSignal(canvas.context_requested) as asked:
        click(canvas, BOOMER, RIGHT, SHIFT)
    assert asked.args[0] == "boomer-1"


def test_shift_dragging_over_the_ground_selects(canvas: MapCanvas) -> None:
    drag(canvas, (36, 3), (48, 19), held=SHIFT)
    assert canvas.selection == {"boomer-1", "minion-1"}


def test_the_combatant_who_leaves_the_view_is_no_longer_selected(canvas: MapCanvas, view: MapView) -> None:
    canvas.select({"boomer-1", "crimson-1"})
    canvas.set_view(replace(view, tokens=view.tokens[:1]))
    assert canvas.selection == {"crimson-1"}


# ------------------------------------------------------------------------------- dragging


def test_dragging_a_token_tells_where_to(canvas: MapCanvas, qtbot: QtBot) -> None:
    told = QSignalSpy(canvas.drag_moved)
    with qtbot.waitSignal(canvas.dropped) as dropped:
        drag(canvas, CRIMSON, (16, 14))
    near = 1.01 / canvas.camera.scale
    assert dropped.args == ["crimson-1", pytest.approx(16, abs=near), pytest.approx(14, abs=near), False]
    assert told.count() == 3
    assert told.at(2)[1:3] == dropped.args[1:3]


def test_alt_is_told_with_the_drop(canvas: MapCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignal(canvas.dropped) as dropped:
        drag(canvas, CRIMSON, (16, 14), held=ALT)
    assert dropped.args[3] is True


def test_the_owner_says_what_a_move_would_mean(canvas: MapCanvas) -> None:
    canvas.drag_moved.connect(lambda id, x, y, alt: canvas.set_drag_label(f"{id}\n7 m", x < 14))
    start_drag(canvas, CRIMSON, (13, 10))
    assert canvas.overlay.label == ("crimson-1\n7 m", True)
    calm = canvas.grab().toImage()
    canvas.set_drag_label("too far", False)
    assert canvas.grab().toImage() != calm
    press_key(canvas, Qt.Key.Key_Escape)
    assert canvas.overlay.label == ("", True)


def test_a_refused_drop_snaps_back(canvas: MapCanvas, view: MapView) -> None:
    canvas.dropped.connect(lambda *args: canvas.set_view(view))
    drag(canvas, CRIMSON, (16, 14))
    assert canvas.tokens.place_of("crimson-1") == CRIMSON


def test_an_accepted_drop_stays(canvas: MapCanvas, view: MapView) -> None:
    canvas.dropped.connect(lambda id, x, y, alt: canvas.set_view(moved(view, id, x, y)))
    drag(canvas, CRIMSON, (16, 14))
    assert canvas.tokens.place_of("crimson-1") == pytest.approx((16, 14), abs=0.1)


def test_escape_drops_the_drag(canvas: MapCanvas) -> None:
    drops = QSignalSpy(canvas.dropped)
    start_drag(canvas, CRIMSON, (16, 14))
    assert canvas.tokens.place_of("crimson-1") != CRIMSON
    press_key(canvas, Qt.Key.Key_Escape)
    assert canvas.tokens.place_of("crimson-1") == CRIMSON
    move(canvas, QPointF(300, 300), LEFT)
    click(canvas, (20, 2))
    assert canvas.tokens.place_of("crimson-1") == CRIMSON
    assert drops.count() == 0


def test_selected_tokens_are_dragged_together(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.select({"boomer-1", "minion-1"})
    with qtbot.waitSignal(canvas.many_dropped) as dropped:
        drag(canvas, BOOMER, (38, 10))
    places = {id: (x, y) for id, x, y in dropped.args[0]}
    near = 1.01 / canvas.camera.scale
    assert places["boomer-1"] == pytest.approx((38, 10), abs=near)
    assert places["minion-1"] == pytest.approx((42, 18), abs=near)


def test_a_new_view_moves_tokens_in_a_movement_where_there_is_a_screen(
    canvas: MapCanvas, view: MapView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.map.canvas.motion", lambda: 60)
    canvas.set_view(moved(view, "crimson-1", 20, 10))
    x, _ = canvas.tokens.place_of("crimson-1") or (0, 0)
    assert x < 20
    qtbot.waitUntil(lambda: canvas.tokens.place_of("crimson-1") == (20, 10))


def test_here_tokens_move_at_once(canvas: MapCanvas, view: MapView) -> None:
    canvas.set_view(moved(view, "crimson-1", 20, 10))
    assert canvas.tokens.place_of("crimson-1") == (20, 10)


# ------------------------------------------------------------------------------- other tools


def test_the_move_tool_sends_the_acting_one_with_a_click(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_tool(MoveTool(canvas))
    with qtbot.waitSignal(canvas.drag_moved) as told:
        move(canvas, QPointF(pixel(canvas, (15, 15))))
    assert told.args[0] == "crimson-1"
    with qtbot.waitSignal(canvas.dropped) as dropped:
        click(canvas, (15, 15))
    assert dropped.args[0] == "crimson-1"
    assert dropped.args[1:3] == pytest.approx([15, 15], abs=0.1)


def test_measuring_gives_metres_and_band_and_snaps_to_tokens(canvas: MapCanvas) -> None:
    canvas.set_tool(MeasureTool(canvas))
    drag(canvas, (10.4, 10.3), (39.6, 8.2))
    assert canvas.overlay.label == ("30 m · medium", True)
    press_key(canvas, Qt.Key.Key_Escape)
    assert canvas.overlay.label == ("", True)


# ------------------------------------------------------------------------------- at the edge


def test_a_combatant_off_the_map_is_an_arrow_that_can_be_clicked(canvas: MapCanvas, qtbot: QtBot) -> None:
    (arrow,) = canvas.edges.arrows()
    assert arrow.token.id == "sniper-1"
    place = canvas.camera.to_metres(arrow.box.center())
    with qtbot.waitSignal(canvas.picked) as current:
        click(canvas, place)
    assert current.args == ["sniper-1"]


def test_a_combatant_off_the_map_is_dragged_onto_it_by_the_arrow(canvas: MapCanvas, qtbot: QtBot) -> None:
    """The token goes to where the mouse is released; the move tool sends the selected combatant to a clicked place."""
    (arrow,) = canvas.edges.arrows()
    with qtbot.waitSignal(canvas.dropped) as dropped:
        drag(canvas, canvas.camera.to_metres(arrow.box.center()), (20, 15))
    id, x, y, _ = dropped.args
    assert id == "sniper-1"
    assert (x, y) == pytest.approx((20, 15), abs=0.2)
    nobody_acts = tuple(replace(token, acting=False) for token in canvas.view.tokens)
    canvas.set_view(replace(canvas.view, tokens=nobody_acts))
    canvas.select(["sniper-1"])
    canvas.set_tool(MoveTool(canvas))
    with qtbot.waitSignal(canvas.dropped) as dropped:
        click(canvas, (25, 15))
    assert dropped.args[0] == "sniper-1"


def test_the_combatant_who_is_beside_the_window_is_an_arrow_too(canvas: MapCanvas) -> None:
    canvas.zoom(4, canvas.camera.to_pixels(*CRIMSON))
    arrows = {arrow.token.id: arrow for arrow in canvas.edges.arrows()}
    assert set(arrows) == {"boomer-1", "sniper-1"}
    assert 80 < arrows["boomer-1"].degrees < 110


def test_arrows_cover_neither_one_another_nor_the_edge(canvas: MapCanvas, view: MapView) -> None:
    far = tuple(
        TokenView(id=f"far-{i}", name=f"Somebody {i}", initials="F", side="npc", bearing=float(i * 25))
        for i in range(30)
    )
    canvas.set_view(replace(view, tokens=far))
    boxes = [arrow.box for arrow in canvas.edges.arrows()]
    assert all(canvas.camera.window.contains(box) for box in boxes)
    assert len({(box.x() < 20, box.y() < 20, box.right() > 880) for box in boxes}) >= 4
    assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2))
    assert any(arrow.more for arrow in canvas.edges.arrows())


# ------------------------------------------------------------------------------- how it looks


def test_it_says_in_words_what_it_shows(canvas: MapCanvas) -> None:
    assert canvas.accessibleName() == "Map"
    assert "Crimson acts" in canvas.graphics_view.accessibleDescription()


def test_colours_follow_the_palette(canvas: MapCanvas) -> None:
    picture = canvas.grab().toImage()
    assert picture.pixelColor(3, 3) == QColor(palette().ground)


def test_p_over_a_token_pings_it_and_a_click_with_the_ping_tool_its_place(canvas: MapCanvas) -> None:
    token = next(token for token in canvas.view.tokens if token.point is not None)
    told = QSignalSpy(canvas.graphics_view.pinged)
    press_key(canvas, Qt.Key.Key_P)
    assert told.count() == 0, "the mouse is over nobody"
    move(canvas, QPointF(pixel(canvas, token.point)))
    press_key(canvas, Qt.Key.Key_P)
    assert told.at(0)[1] == token.id
    canvas.set_tool(tool_entry("ping").make(canvas, ""))
    click(canvas, token.point)
    assert told.at(1) == [token.point, token.id]
