"""Drags, clicks, drawings and pictures on the board, and what they change in the battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.controllers.edit_controller import GM_MOVE
from gui.dialogs.forms import LineDialog
from gui.map.shape_tools import ShapeTool
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from model.state.board import Place, Rectangle
from tests.gui.windows.hands import OpenWindow, Press, fill_form

pytestmark = pytest.mark.slow

BOOMER = "boomer-3"


def place_of(window: GmWindow, who: str) -> Place:
    return window.work.battle.combatants[who].place


def test_a_drag_of_the_combatant_who_acts_says_what_it_costs_before_the_drop(window: GmWindow) -> None:
    """Apex is at (20, 20.5): the move to (25, 22) is 5.2 m, a walk, after which a standard action is left."""
    window.board.map.drag_moved.emit("apex-1", 25.0, 22.0, False)
    text, is_allowed = window.board.map.overlay.label
    assert is_allowed
    for part in ("5.2 m", "walks", "Boomer", "medium", "standard 1"):
        assert part in text
    assert place_of(window, "apex-1").point == (20.0, 20.5)


def test_a_drop_of_the_combatant_who_acts_is_a_move_by_the_rules(window: GmWindow) -> None:
    window.board.map.dropped.emit("apex-1", 25.0, 22.0, False)
    assert place_of(window, "apex-1").point == (25.0, 22.0)
    share = window.work.battle.order.share("apex-1")
    assert share is not None
    assert share.left["move"] == 0
    window.combat.undo()
    assert place_of(window, "apex-1").point == (20.0, 20.5)


def test_a_move_too_far_is_refused_on_the_label_and_waits_in_the_panel(window: GmWindow) -> None:
    window.board.map.drag_moved.emit("apex-1", 320.0, 22.0, False)
    text, is_allowed = window.board.map.overlay.label
    assert not is_allowed
    assert "cannot get" in text
    window.board.map.dropped.emit("apex-1", 320.0, 22.0, False)
    assert place_of(window, "apex-1").point == (20.0, 20.5)
    assert window.action_panel.refusal.isVisible()
    window.action_panel.override_refusal()
    window.action_panel.submit()
    assert place_of(window, "apex-1").point == (320.0, 22.0)


def test_a_second_refusal_that_is_overridden_leaves_the_first_overridden(window: GmWindow) -> None:
    """Boomer is not acting, and his hands do not reach Apex: one after the other, and then the dice are due."""
    actions = window.work.actions
    actions.begin_call(Call(action="grapple", actor=BOOMER, targets=("apex-1",)))
    keys = []
    for _ in range(2):
        assert actions.refusal is not None
        keys.append(actions.refusal.key)
        window.action_panel.override_refusal()
    assert actions.refusal is None
    assert len(set(keys)) == 2
    assert actions.call is not None
    assert actions.call.anyway == tuple(keys)
    assert actions.due is not None


@pytest.mark.parametrize(("who", "alt"), [("apex-1", True), (BOOMER, False)])
def test_alt_or_anybody_else_is_just_placed(window: GmWindow, who: str, alt: bool) -> None:
    window.board.map.drag_moved.emit(who, 25.0, 22.0, alt)
    assert window.board.map.overlay.label[0].endswith(GM_MOVE)
    window.board.map.dropped.emit(who, 25.0, 22.0, alt)
    assert place_of(window, who).point == (25.0, 22.0)
    share = window.work.battle.order.share("apex-1")
    assert share is not None
    assert share.left["move"] == 1


def test_a_click_looks_and_a_double_click_marks(window: GmWindow, qtbot: QtBot) -> None:
    window.board.map.picked.emit("crimson-6")
    assert window.sheet.who == "crimson-6"
    window.board.map.marked.emit("minion-1-8")
    assert window.work.selection.target == "minion-1-8"
    # A dot separates the number in the name from the metres.
    qtbot.waitUntil(lambda: "Minion 1 · " in window.status.distance.text())


def test_cover_is_drawn_changed_and_removed(window: GmWindow) -> None:
    known = set(window.work.battle.board.features)
    window.board.map.feature_drawn.emit("cover", Rectangle(x=1.0, y=1.0, width=2.0, height=1.0))
    (fresh,) = set(window.work.battle.board.features) - known
    window.board.map.feature_changed.emit(fresh, Rectangle(x=1.0, y=1.0, width=4.0, height=1.0))
    shape = window.work.battle.board.features[fresh].shape
    assert isinstance(shape, Rectangle)
    assert shape.width == 4.0
    window.board.map.delete_requested.emit("feature", fresh)
    assert fresh not in window.work.battle.board.features


def test_a_move_begun_by_a_button_asks_for_the_place(window: GmWindow) -> None:
    window.action_panel.begin("move")
    window.guide._give_place(22.0, 20.5)
    assert window.work.actions.can_apply
    window.action_panel.submit()
    assert place_of(window, "apex-1").point == (22.0, 20.5)


def test_a_picture_lies_beside_the_session_under_its_hash(window: GmWindow, tmp_path: Path) -> None:
    picture = window.grab().scaled(40, 30)
    source = tmp_path / "harbour.png"
    assert picture.save(str(source))
    assert window.pictures.use_picture(source) is None
    shown = window.work.battle.board.picture
    assert shown is not None
    assert window.work.bridge.path is not None
    assert (window.work.bridge.path.parent / shown.file).read_bytes() == source.read_bytes()
    assert "harbour" not in shown.file


def test_a_portrait_takes_the_place_of_the_initials(window: GmWindow, tmp_path: Path) -> None:
    source = tmp_path / "apex.png"
    assert window.grab().scaled(40, 30).save(str(source))
    assert window.pictures.use_portrait("apex-1", source) is None
    portrait = window.work.battle.combatants["apex-1"].portrait
    assert window.work.bridge.path is not None
    assert (window.work.bridge.path.parent / portrait).read_bytes() == source.read_bytes()
    token = next(token for token in window.board.map.view.tokens if token.id == "apex-1")
    assert token.portrait == portrait
    window.combat.undo()
    assert window.work.battle.combatants["apex-1"].portrait == ""


def test_what_is_no_picture_is_refused(window: GmWindow, tmp_path: Path) -> None:
    source = tmp_path / "notes.txt"
    source.write_text("no picture")
    before = window.work.battle
    sentence = window.pictures.use_picture(source)
    assert sentence is not None
    assert "notes.txt" in sentence
    assert window.work.battle is before


def test_range_bands_show_everybody_around_the_combatant_who_acts(window: GmWindow) -> None:
    window.board.show_view("bands")
    view = window.board.bands.view
    assert view.center is not None
    assert view.center.id == "apex-1"
    assert {entry.token.id for entry in view.entries} >= {BOOMER, "crimson-6", "sniper-16"}


def test_the_width_of_a_picture_is_typed_in_metres(
    window: GmWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "harbour.png"
    assert window.grab().scaled(40, 30).save(str(source))
    window.pictures.use_picture(source)
    fill_form(monkeypatch, width=55.5)
    window.commands.action("picture_width").trigger()
    picture = window.work.battle.board.picture
    assert picture is not None
    assert picture.width == 55.5
    fill_form(monkeypatch, width=0)
    window.commands.action("picture_width").trigger()
    assert "wider than 0" in window.status.message.text()
    assert window.work.battle.board.picture == picture


def test_a_zone_in_hand_gets_another_name(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.board.take_tool("zone")
    tool = window.board.map.tool
    assert isinstance(tool, ShapeTool)
    tool.choose("quay")
    monkeypatch.setattr(LineDialog, "ask", lambda *_: "Old quay")
    window.board_commands.name_area()
    assert window.work.battle.board.zones["quay"].name == "Old quay"


def test_a_zone_in_hand_that_has_gone_is_chosen_no_more(window: GmWindow) -> None:
    window.board.take_tool("zone")
    tool = window.board.map.tool
    assert isinstance(tool, ShapeTool)
    tool.choose("quay")
    window.work.edit("remove_zone", zone="quay")
    assert window.board.current_area is None
    window.board_commands.name_area()
    assert "Choose a zone or a drawing first" in window.status.message.text()


def test_a_member_of_the_group_whose_turn_it_is_moves_by_the_rules(window: GmWindow) -> None:
    """On Minion 1's turn, members of its group are dragged: Minion 4 nearby moves, Minion 3 too far is refused."""
    while window.work.selection.actor != "minion-1-8":
        window.work.combat.end_turn()
    window.board.map.dropped.emit("minion-4-14", 24.0, 29.0, False)
    assert place_of(window, "minion-4-14").point == (24.0, 29.0)
    share = window.work.battle.order.share("minion-4-14")
    assert share is not None
    assert share.left["move"] == 0
    window.board.map.dropped.emit("minion-3-12", 300.0, 29.0, False)
    assert place_of(window, "minion-3-12").point != (300.0, 29.0)
    assert window.work.selection.actor == "minion-3-12"
    assert window.action_panel.refusal.isVisible()
    assert not window.work.selection.is_out_of_turn


def test_several_are_marked_one_after_the_other_and_taken_away_again(window: GmWindow) -> None:
    window.board.map.marked.emit(BOOMER)
    window.board.map.target_added.emit("minion-1-8")
    window.initiative.target_added.emit("minion-2-10")
    assert window.work.selection.targets == (BOOMER, "minion-1-8", "minion-2-10")
    assert {token.id for token in window.board.map.view.tokens if token.target} == set(window.work.selection.targets)
    assert window.initiative.list.delegate.targets == set(window.work.selection.targets)
    window.work.selection.set_current("minion-1-8")
    window.commands.action("add_target").trigger()
    assert window.work.selection.targets == (BOOMER, "minion-2-10")
    window.board.show_view("bands")
    marked = {entry.token.id for entry in window.board.bands._view.entries if entry.token.target}
    assert marked == {BOOMER, "minion-2-10"}
    window.board.show_view("zones")
    marked = {token.id for row in window.board.zones.view.rows for token in row.tokens if token.target}
    assert marked == {BOOMER, "minion-2-10"}


def test_dice_for_an_attack_on_nobody_wait_for_a_target(window: GmWindow, press: Press) -> None:
    window.work.selection.mark()
    press("A")
    assert window.work.actions.needs_target
    press("R")
    assert "Choose a target first" in window.status.message.text()


def test_all_who_are_selected_are_marked_and_taken_away_together(window: GmWindow) -> None:
    two = ("minion-1-8", "minion-2-10")
    window.work.selection.mark()
    window.work.selection.select(two)
    window.commands.action("add_target").trigger()
    assert window.work.selection.targets == two
    window.work.selection.mark("minion-1-8")
    window.commands.action("add_target").trigger()
    assert window.work.selection.targets == two, "who is a target already stays one"
    window.commands.action("add_target").trigger()
    assert window.work.selection.targets == ()


def test_an_attack_on_one_goes_at_the_first_of_several_marked(window: GmWindow) -> None:
    window.combatants.add_target("minion-1-8")
    window.action_panel.attack()
    assert window.work.actions.call is not None
    assert window.work.actions.call.targets == (BOOMER,)
    assert window.work.selection.targets == (BOOMER, "minion-1-8"), "for an action that takes many"
    window.combatants.add_target("minion-1-8")
    assert window.work.selection.targets == (BOOMER,)


def test_cells_of_the_grid_are_as_wide_as_typed(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window = open_window(1366, 768)
    before = window.work.battle
    fill_form(monkeypatch, cell=1.5)
    window.commands.run("grid_cells")
    assert (window.work.battle.board.cell, window.work.battle.board.has_grid) == (1.5, True)
    fill_form(monkeypatch, cell=0)
    window.commands.run("grid_cells")
    assert "wider than 0" in window.status.message.text()
    window.work.bridge.undo()
    assert window.work.battle == before


def test_everybody_near_a_single_wall_is_shown_with_it(open_window: OpenWindow) -> None:
    """Only the barrels at (16, 8.2) are left of the docks; Crimson is 1.5 m and Apex 12 m away from them."""
    window = open_window(1366, 768)
    board = window.work.battle.board
    for zone in board.zones:
        assert window.work.edits.remove_shape("zone", zone) is None
    for feature in board.features:
        if feature != "barrels":
            assert window.work.edits.remove_shape("feature", feature) is None
    window.board.fit()
    seen = window.board.map.camera.window
    for who in ("crimson-6", "apex-1"):
        place = window.work.battle.combatants[who].place
        assert place.point is not None
        assert seen.contains(window.board.map.camera.to_pixels(*place.point))
    # The sniper, 340 m away, is outside and shown as an arrow at the edge.
    sniper = window.work.battle.combatants["sniper-16"].place.point
    assert sniper is not None
    assert not seen.contains(window.board.map.camera.to_pixels(*sniper))
