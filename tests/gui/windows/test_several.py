"""Several combatants at once: selected in the list and on the board, edited on one sheet, dragged, duplicated."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.displays.widgets import ValueEdit
from gui.windows.gm_window import GmWindow
from model.rulesets import RULESETS
from model.state.base import Id
from tests.gui.map.hands import drag
from tests.gui.windows.hands import Opens, Press
from tests.gui.windows.test_standing_together import hold, middle_of, named, put, release, start, typed

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

GAMES = sorted(RULESETS)
TWO = ("wasteland", "zerospace")
"""A game with zones and one in metres, for what the board and the list do and no rule decides."""
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CREW = "Ann npc, Bob npc, Cid npc, Dan npc"


def crew(opens: Opens, game: str, **places: tuple[float, float]) -> GmWindow:
    zones = "" if RULESETS[game].ranges.in_metres or places else "Bar, Street"
    people = CREW if not zones else ", ".join(f"{one} in Bar" for one in CREW.split(", "))
    window = typed(opens, game, zones=zones, people=people)
    if places:
        put(window, **places)
    return window


def chosen(window: GmWindow) -> list[str]:
    combatants = window.work.battle.combatants
    return sorted(combatants[id].name for id in window.work.selection.selected)


def click_row(window: GmWindow, who: str, held: Qt.KeyboardModifier = NONE) -> None:
    rows = window.initiative.list
    at = rows.visualRect(rows.initiative.index_of(named(window, who))).center()
    QTest.mouseClick(rows.viewport(), LEFT, held, at)
    QApplication.processEvents()


@pytest.mark.parametrize("game", TWO)
def test_ctrl_and_shift_select_several_rows_of_the_initiative_list(opens: Opens, game: str, press: Press) -> None:
    window = crew(opens, game)
    click_row(window, "Ann")
    click_row(window, "Cid", CONTROL)
    assert chosen(window) == ["Ann", "Cid"]
    marked = {window.initiative.model.who(index) for index in window.initiative.list.selectionModel().selectedIndexes()}
    assert marked == {named(window, "Ann"), named(window, "Cid")}, "both rows are marked"
    click_row(window, "Ann", CONTROL)
    assert chosen(window) == ["Cid"]
    click_row(window, "Ann")
    click_row(window, "Cid", SHIFT)
    assert chosen(window) == ["Ann", "Bob", "Cid"]
    click_row(window, "Bob")
    assert chosen(window) == ["Bob"], "a plain click selects one again"
    QTest.keyClick(window.initiative.list, Qt.Key.Key_Down, SHIFT)
    QTest.keyClick(window.initiative.list, Qt.Key.Key_Down, SHIFT)
    assert chosen(window) == ["Bob", "Cid", "Dan"]


@pytest.mark.parametrize("game", TWO)
def test_one_sheet_shows_what_all_have_in_common_and_a_typed_field_counts_for_all(
    opens: Opens, game: str, press: Press
) -> None:
    window = crew(opens, game)
    window.work.selection.select(tuple(window.work.battle.combatants))
    QApplication.processEvents()
    sheet = window.sheet
    assert sheet.aside == "4 selected"
    assert sheet.shared.names.text() == "Ann, Bob, Cid, Dan"
    view = sheet.shared.view
    assert view is not None
    number = next(field for field in view.fields if field.kind == "number" and not field.differs and field.most != 0)
    least = max(0, int(number.least or 0))
    window.work.edit("edit", named(window, "Bob"), path=number.path, value=least + 1)
    window.work.edit("edit", named(window, "Cid"), path=number.path, value=least + 2)
    window.work.edit("edit", *(named(window, who) for who in ("Ann", "Dan")), path=number.path, value=least + 1)
    sheet = window.sheet
    line = sheet.shared.form.controls[number.path]
    assert isinstance(line, ValueEdit)
    assert (line.text(), line.placeholderText()) == ("", f"{least + 1}–{least + 2}"), "different values are shown"
    line.setFocus()
    QTest.keyClicks(line, str(least))
    QTest.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()
    now = {field.value for field in shared_fields(window) if field.path == number.path}
    assert now == {least}, "all of them have it"
    window.combat.undo()
    again = next(field for field in shared_fields(window) if field.path == number.path)
    assert again.differs == f"{least + 1}–{least + 2}", "one undo"


def shared_fields(window: GmWindow):  # type: ignore[no-untyped-def]  # shorter
    view = window.sheet.shared.view
    assert view is not None
    return view.fields


@pytest.mark.parametrize("game", GAMES)
def test_quick_edits_and_conditions_are_for_all_selected_and_one_step(opens: Opens, game: str, press: Press) -> None:
    window = crew(opens, game)
    who = tuple(named(window, one) for one in ("Ann", "Bob", "Cid"))
    window.work.selection.select(who)
    steps = len(window.work.bridge.session.steps)
    press("- 2 Enter")
    assert len(window.work.bridge.session.steps) == steps + 1
    sheet = window.sheet
    sheet.chips.added.emit("prone")
    assert all(window.work.battle.combatants[one].effects for one in who)
    view = window.sheet.shared.view
    assert view is not None
    (prone,) = [one for one in view.conditions if one.title.lower() == "prone"]
    assert prone.note == ""
    window.work.selection.toggle(named(window, "Dan"))
    view = window.sheet.shared.view
    assert view is not None
    assert [one.note for one in view.conditions if one.title.lower() == "prone"] == ["3 of 4"]
    window.sheet.chips.removed.emit(prone.id)
    assert not any(window.work.battle.combatants[one].effects for one in who)


@pytest.mark.parametrize("game", TWO)
def test_on_the_map_a_rubber_band_selects_and_a_drag_moves_all_in_formation(opens: Opens, game: str) -> None:
    window = crew(opens, game, Ann=(0, 0), Bob=(3, 0), Cid=(0, 3), Dan=(25, 20))
    canvas = window.board.map
    drag(canvas, (-4, -4), (7, 7), held=SHIFT)
    assert chosen(window) == ["Ann", "Bob", "Cid"]
    assert window.sheet.aside == "3 selected"
    steps = len(window.work.bridge.session.steps)
    drag(canvas, (0, 0), (12, 8))
    points = {
        one: window.work.battle.combatants[named(window, one)].place.point or (0, 0) for one in ("Ann", "Bob", "Cid")
    }
    assert points["Bob"][0] - points["Ann"][0] == pytest.approx(3, abs=0.01)
    assert points["Cid"][1] - points["Ann"][1] == pytest.approx(3, abs=0.01)
    assert math.dist(points["Ann"], (12, 8)) < 1
    assert len(window.work.bridge.session.steps) == steps + 1, "one step"


@pytest.mark.parametrize("game", TWO)
def test_a_formation_that_is_dropped_on_others_gives_way_as_a_whole(opens: Opens, game: str) -> None:
    window = crew(opens, game, Ann=(0, 0), Bob=(3, 0), Cid=(20, 0), Dan=(23, 0))
    window.work.selection.select((named(window, "Ann"), named(window, "Bob")))
    drag(window.board.map, (0, 0), (20, 0))
    at = {
        one: window.work.battle.combatants[named(window, one)].place.point or (0, 0)
        for one in ("Ann", "Bob", "Cid", "Dan")
    }
    assert (at["Cid"], at["Dan"]) == ((20, 0), (23, 0))
    assert at["Bob"][0] - at["Ann"][0] == pytest.approx(3, abs=0.01)
    assert min(math.dist(at[one], at[other]) for one in ("Ann", "Bob") for other in ("Cid", "Dan")) >= 0.99


@pytest.mark.parametrize("game", TWO)
def test_in_the_list_of_zones_a_selection_is_dragged_to_another_zone(opens: Opens, game: str) -> None:
    window = typed(opens, game, zones="Bar, Street", people=", ".join(f"{one} in Bar" for one in CREW.split(", ")))
    window.board.show_view("zones")
    QApplication.processEvents()
    page, cards = window.board.zones.page, window.board.zones.cards
    cells = [cell.box for card in cards for cell in card.cells]
    box = cells[0]
    for cell in cells[1:]:
        box = box.united(cell)
    hold(page, box.bottomRight() + QPointF(3, 0), box.topLeft() - QPointF(-1, -1))
    release(page, box.topLeft() - QPointF(-1, -1))
    assert len(window.work.selection.selected) == 4
    street = next(card for card in cards if card.row.name == "Street")
    steps = len(window.work.bridge.session.steps)
    hold(page, middle_of(window, "Bob"), street.empty.center())
    assert window.board.zones.label[0].startswith("4 combatants to Street")
    release(page, street.empty.center())
    zones = {
        window.work.battle.board.zones[one.place.zone or ""].name for one in window.work.battle.combatants.values()
    }
    assert zones == {"Street"}
    assert len(window.work.bridge.session.steps) == steps + 1, "one step"


def test_in_the_range_bands_a_selection_is_dragged_to_a_distance_in_formation(opens: Opens) -> None:
    window = crew(opens, "kalos", Ann=(0, 0), Bob=(30, 0), Cid=(30, 3), Dan=(0, -40))
    start(window, "Ann")
    window.board.show_view("bands")
    window.work.selection.select((named(window, "Bob"), named(window, "Cid")))
    QApplication.processEvents()
    bands = window.board.bands
    ring = bands.arrangement.rings[1]
    end = bands.arrangement.center + QPointF(0, ring.radius - 12)
    hold(bands, middle_of(window, "Bob"), end)
    release(bands, end)
    bob, cid = (window.work.battle.combatants[named(window, one)].place.point or (0, 0) for one in ("Bob", "Cid"))
    assert bob[1] > 4, "below Ann"
    assert math.hypot(*bob) <= 10
    assert (cid[0] - bob[0], cid[1] - bob[1]) == pytest.approx((0, 3), abs=0.01)


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_stands_beside_its_original_and_joins_the_combat_as_newcomers_do(opens: Opens, game: str) -> None:
    window = crew(opens, game, Ann=(0, 0), Bob=(20, 0), Cid=(0, 20), Dan=(20, 20))
    start(window, "Ann")
    window.work.selection.select((named(window, "Bob"), named(window, "Cid")))
    before = set(window.work.battle.combatants)
    window.commands.action("duplicate").trigger()
    came: list[Id] = [id for id in window.work.battle.combatants if id not in before]
    assert len(came) == 2
    for copy, original in zip(came, ("Bob", "Cid"), strict=True):
        here = window.work.battle.combatants[copy].place.point or (99, 99)
        there = window.work.battle.combatants[named(window, original)].place.point or (0, 0)
        assert 0.99 <= math.dist(here, there) <= 1.01
    call = window.work.actions.call
    is_asked = call is not None and "join" in call.action
    assert is_asked or all(window.work.battle.order.slot_of(one) is not None for one in came)


@pytest.mark.parametrize("game", TWO)
def test_commands_act_on_the_combatant_whose_sheet_is_shown(opens: Opens, game: str, press: Press) -> None:
    """Nobody was clicked: the sheet of the acting combatant is shown, and V hides that one."""
    window = crew(opens, game)
    start(window, "Ann")
    assert window.sheet.who == named(window, "Ann")
    window.board.map.setFocus()
    press("V")
    assert window.work.battle.combatants[named(window, "Ann")].is_hidden
