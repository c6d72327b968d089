"""Movement drawn on the map by real mouse and keys: legs with their costs, shaded reach, one Apply, one undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.controllers.edit_controller import GM_MOVE
from gui.map.canvas import MapCanvas
from gui.windows.gm_window import GmWindow
from model.state.base import Id, replace
from model.state.board import Place, Rectangle, Zone
from model.view.map import Point
from tests.gui.map.hands import LEFT, NONE, RIGHT, click, drag, move, pixel, press_key, start_drag
from tests.gui.windows.hands import Opens, OpenWindow
from tests.model.rulesets.test_drawing import at_the_chasm, begun

pytestmark = pytest.mark.slow


@pytest.fixture
def chasm(opens: Opens) -> tuple[GmWindow, Id]:
    """A window and the id of the acting combatant, who stands at (0, 0) with 2 points of speed and 5 of effort."""
    battle, who = at_the_chasm()
    window = opens(battle)
    window.board.map.set_camera(window.board.map.camera.centered(0, 0))
    return window, who


def near(place: Point) -> object:
    """Return a value equal to a place within the precision of a pixel of the map."""
    return pytest.approx(place, abs=0.04)


def corner(canvas: MapCanvas, place: Point) -> None:
    QTest.mouseClick(canvas.graphics_view.viewport(), RIGHT, NONE, pixel(canvas, place))


def sheet_of(window: GmWindow, who: Id) -> tuple[float, float]:
    sheet = window.work.battle.combatants[who].sheet
    return sheet.speed, sheet.effort


@pytest.mark.rule("SE-EFF-04", "SE-EFF-03")
def test_the_jump_of_the_chapter_is_dragged_leg_by_leg(chasm: tuple[GmWindow, Id]) -> None:
    """2 for running 3 m to the edge, a corner, 2 for jumping 1 m: 2 of speed and 2 of effort; one undo reverts all."""
    window, who = chasm
    canvas = window.board.map
    start_drag(canvas, (0, 0), (3, 0))
    assert "walk 3 m: 3" in [leg.label for leg in canvas.guides.route.legs]
    press_key(canvas, Qt.Key.Key_2)
    assert canvas.movement_modes.current == "run"
    assert [leg.label for leg in canvas.guides.route.legs] == ["run 3 m: 2"]
    corner(canvas, (3, 0))
    press_key(canvas, Qt.Key.Key_3)
    last = QPointF(pixel(canvas, (4, 0)))
    move(canvas, last, LEFT)
    assert [leg.label for leg in canvas.guides.route.legs] == ["run 3 m: 2", "jump 1 m: 2"]
    text, is_allowed = canvas.overlay.label
    assert is_allowed
    assert "Speed 2 → 0" in text
    assert "Effort 5 → 3" in text
    QTest.mouseRelease(canvas.graphics_view.viewport(), LEFT, NONE, last.toPoint())
    assert sheet_of(window, who) == (0, 3)
    assert window.work.battle.combatants[who].place.point == near((4, 0))
    assert not canvas.guides.route.legs
    assert not canvas.movement_modes.isVisible()
    window.combat.undo()
    assert sheet_of(window, who) == (2, 5)
    assert window.work.battle.combatants[who].place.point == near((0, 0))


def test_the_shade_says_where_the_drop_is_allowed(chasm: tuple[GmWindow, Id]) -> None:
    """2 points of speed allow walking 2 m, with 5 points of effort 7 m."""
    window, _ = chasm
    canvas = window.board.map
    start_drag(canvas, (0, 0), (6.9, 0))
    assert [view.title for view in canvas.fills.reach] == ["speed", "with effort"]
    assert canvas.overlay.label[1]
    move(canvas, QPointF(pixel(canvas, (7.3, 0))), LEFT)
    assert not canvas.overlay.label[1]
    assert not canvas.guides.route.is_allowed
    press_key(canvas, Qt.Key.Key_Escape)
    assert not canvas.fills.reach
    assert canvas.overlay.label[0] == ""


def test_backspace_takes_a_corner_back_and_digits_leave_the_dice_alone(chasm: tuple[GmWindow, Id]) -> None:
    window, _ = chasm
    canvas = window.board.map
    start_drag(canvas, (0, 0), (1, 0))
    corner(canvas, (1, 0))
    move(canvas, QPointF(pixel(canvas, (1, 1))), LEFT)
    assert canvas.guides.route.legs[0].points == (near((0, 0)), near((1, 0)), near((1, 1)))
    press_key(canvas, Qt.Key.Key_Backspace)
    assert len(canvas.guides.route.legs[0].points) == 2
    press_key(canvas, Qt.Key.Key_Escape)
    press_key(canvas, Qt.Key.Key_2)
    assert not canvas.guides.route.legs


def test_a_change_of_stance_is_told_with_the_leg_that_follows_and_says_how_it_goes_on(
    chasm: tuple[GmWindow, Id],
) -> None:
    """Dropping prone at the start costs 1, crawling then 3 per metre. After Backspace, walking the metre costs 1."""
    window, _ = chasm
    canvas = window.board.map
    start_drag(canvas, (0, 0), (1, 0))
    keys = list(canvas.movement_modes.keys)
    press_key(canvas, Qt.Key(Qt.Key.Key_1 + keys.index("prone")))
    assert canvas.movement_modes.current == "crawl"
    legs = canvas.guides.route.legs
    assert [leg.label for leg in legs] == ["drop prone: 1 · crawl 1 m: 3"]
    assert legs[0].points[0] == (0, 0)
    press_key(canvas, Qt.Key.Key_Backspace)
    assert [leg.label for leg in canvas.guides.route.legs] == ["walk 1 m: 1"]
    # At the end of the route, a change of stance is shown with the leg before it.
    corner(canvas, (1, 0))
    press_key(canvas, Qt.Key(Qt.Key.Key_1 + keys.index("crouching")))
    assert [leg.label for leg in canvas.guides.route.legs] == ["walk 1 m: 1 · crouch down: 1"]
    press_key(canvas, Qt.Key.Key_Escape)


def test_m_draws_the_way_by_clicks_and_waits_for_apply(chasm: tuple[GmWindow, Id]) -> None:
    window, who = chasm
    canvas = window.board.map
    QTest.keyClick(canvas.graphics_view, Qt.Key.Key_M)
    move(canvas, QPointF(pixel(canvas, (1, 0))))
    assert canvas.movement_modes.isVisible()
    corner(canvas, (1, 0))
    click(canvas, (1, 2))
    assert window.work.actions.can_apply
    assert window.work.battle.combatants[who].place.point == near((0, 0))
    assert [leg.label for leg in canvas.guides.route.legs] == ["walk 3 m: 3"]
    assert sheet_of(window, who) == (2, 5)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert window.work.battle.combatants[who].place.point == near((1, 2))
    assert sheet_of(window, who) == (0, 4)
    assert not canvas.guides.route.legs
    assert window.board.tool == "select"


def test_until_it_is_applied_a_further_click_sends_the_move_elsewhere(chasm: tuple[GmWindow, Id]) -> None:
    window, who = chasm
    canvas = window.board.map
    QTest.keyClick(canvas.graphics_view, Qt.Key.Key_M)
    click(canvas, (1, 0))
    move(canvas, QPointF(pixel(canvas, (0, 2))))
    click(canvas, (0, 2))
    (leg,) = canvas.guides.route.legs
    assert leg.points[-1] == near((0, 2))
    move(canvas, QPointF(pixel(canvas, (2, 2))))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert not canvas.guides.route.legs
    assert canvas.overlay.label[0] == ""
    assert window.work.battle.combatants[who].place.point == near((0, 2))
    assert window.board.tool == "select"


def test_the_move_tool_takes_corners_by_shift_and_a_click(chasm: tuple[GmWindow, Id]) -> None:
    window, who = chasm
    canvas = window.board.map
    window.board.take_tool("move")
    move(canvas, QPointF(pixel(canvas, (0, 1))))
    click(canvas, (0, 1), held=Qt.KeyboardModifier.ShiftModifier)
    click(canvas, (1, 1))
    assert window.work.battle.combatants[who].place.point == near((1, 1))
    assert sheet_of(window, who) == (0, 5)


def test_esc_leaves_the_move_tool_at_once_unless_a_corner_is_drawn(chasm: tuple[GmWindow, Id]) -> None:
    """A route that only follows the mouse is not dropped first: with the next mouse movement it would be back."""
    window, _ = chasm
    canvas = window.board.map
    canvas.graphics_view.setFocus()
    window.board.take_tool("move")
    move(canvas, QPointF(pixel(canvas, (0, 1))))
    corner(canvas, (0, 1))
    move(canvas, QPointF(pixel(canvas, (1, 1))))
    QTest.keyClick(canvas.graphics_view, Qt.Key.Key_Escape)
    assert window.board.tool == "move", "the corner is dropped, and another way can be drawn"
    move(canvas, QPointF(pixel(canvas, (1, 1))))
    QTest.keyClick(canvas.graphics_view, Qt.Key.Key_Escape)
    assert window.board.tool == "select"
    assert not canvas.guides.route.legs


def test_keys_are_no_longer_about_drawing_when_a_token_is_let_go(chasm: tuple[GmWindow, Id]) -> None:
    window, who = chasm
    drag(window.board.map, (0, 0), (0, 1))
    assert window.work.battle.combatants[who].place.point == near((0, 1))
    assert window.status.mode.text() == ""


@pytest.mark.parametrize(
    ("game", "titles"),
    [
        ("zerospace", {"walk", "run", "sprint"}),
        ("kalos", {"base move", "sprint"}),
        ("zamani", {"half move", "full move"}),
    ],
)
def test_other_games_shade_what_they_move_by(opens: Opens, game: str, titles: set[str]) -> None:
    battle, who = begun(game)
    window = opens(battle)
    canvas = window.board.map
    place = battle.combatants[who].place.point
    assert place is not None
    start_drag(canvas, place, (place[0] + 1, place[1]))
    assert {view.title for view in canvas.fills.reach} <= titles
    assert canvas.fills.reach
    press_key(canvas, Qt.Key.Key_Escape)
    assert window.work.battle.combatants[who].place.point == place


def test_who_is_just_placed_gets_no_shade(chasm: tuple[GmWindow, Id]) -> None:
    window, _ = chasm
    canvas = window.board.map
    start_drag(canvas, (0, 0), (2, 0), held=Qt.KeyboardModifier.AltModifier)
    assert not canvas.fills.reach
    assert not canvas.movement_modes.isVisible()
    press_key(canvas, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    "sample",
    [
        "dockside-ambush",
        "kalos-night-at-the-museum",
        "wasteland-red-filling-station",
        "effort-roadblock",
        "zamani-loading-bay",
    ],
)
def test_a_drag_before_the_fight_is_the_gms_and_costs_nothing_in_any_game(open_window: OpenWindow, sample: str) -> None:
    """Even for a combatant that the game master acts as: the label says so, and only the place changes."""
    window = open_window(sample=sample)
    canvas = window.board.map
    before = window.work.battle
    who, place = next((id, who.place.point) for id, who in before.combatants.items() if who.place.point is not None)
    window.work.selection.act_as(who)
    there = (place[0] + 1, place[1] + 1)
    start_drag(canvas, place, there)
    assert canvas.overlay.label[0].endswith(GM_MOVE)
    canvas.cancel()
    drag(canvas, place, there)
    after = window.work.battle
    assert after.combatants[who].place.point == pytest.approx(there, abs=0.1)
    assert replace(after.combatants[who], place=before.combatants[who].place) == before.combatants[who]
    assert after.shared == before.shared
    assert len(window.work.bridge.session.steps) == 1


def test_a_drag_says_whether_it_is_paid_and_which_zone_it_leads_to(opens: Opens) -> None:
    """For any other combatant it is a GM move. In both cases, the label of 6 m from quay to yard names the zone."""
    battle, who = begun("zerospace")
    other = next(id for id, one in battle.combatants.items() if id != who and one.place.point is not None)
    battle = replace(
        battle,
        board=replace(
            battle.board,
            zones={
                "quay-1": Zone(id="quay-1", name="Quay", shape=Rectangle(x=0, y=0, width=10, height=10)),
                "yard-2": Zone(id="yard-2", name="Yard", shape=Rectangle(x=10, y=0, width=10, height=10)),
            },
            links={},
        ),
        combatants={
            id: replace(one, place=Place(x=7, y=4 if id == who else 8, zone="quay-1"))
            if id in {who, other}
            else replace(one, place=Place())
            for id, one in battle.combatants.items()
        },
    )
    window = opens(battle)
    canvas = window.board.map
    start_drag(canvas, (7, 4), (13, 4))
    assert canvas.overlay.label[0].startswith("6 m to Yard")
    assert "left:" in canvas.overlay.label[0]
    canvas.cancel()
    start_drag(canvas, (7, 4), (9, 4))
    assert "to " not in canvas.overlay.label[0].splitlines()[0]
    canvas.cancel()
    start_drag(canvas, (7, 8), (13, 8))
    assert canvas.overlay.label[0] == f"6 m to Yard · {GM_MOVE}"
    canvas.cancel()


def test_a_plain_drag_is_one_move(chasm: tuple[GmWindow, Id]) -> None:
    window, who = chasm
    drag(window.board.map, (0, 0), (0, 2))
    assert window.work.battle.combatants[who].place.point == near((0, 2))
    assert sheet_of(window, who) == (0, 5)
    assert len([step for step in window.work.bridge.session.steps if step.kind == "do"]) == 1


def test_measuring_has_its_key_only_on_the_map(chasm: tuple[GmWindow, Id]) -> None:
    """Shift+R also rolls the remaining dice of a table of requests, so outside the map it selects no tool."""
    window, _ = chasm
    shift = Qt.KeyboardModifier.ShiftModifier
    window.initiative.list.setFocus()
    QTest.keyClick(window.initiative.list, Qt.Key.Key_R, shift)
    assert window.board.tool == "select"
    window.board.map.setFocus()
    QTest.keyClick(window.board.map.graphics_view, Qt.Key.Key_R, shift)
    assert window.board.tool == "measure"


def test_backspace_steps_the_action_back_where_no_corner_is_drawn(chasm: tuple[GmWindow, Id]) -> None:
    window, _ = chasm
    canvas = window.board.map
    window.board.take_tool("move")
    move(canvas, QPointF(pixel(canvas, (0, 1))))
    assert not canvas.tool.wants(Qt.Key.Key_Backspace)
    corner(canvas, (0, 1))
    move(canvas, QPointF(pixel(canvas, (1, 1))))
    assert canvas.tool.wants(Qt.Key.Key_Backspace)
    press_key(canvas, Qt.Key.Key_Backspace)
    assert not canvas.tool.wants(Qt.Key.Key_Backspace)
