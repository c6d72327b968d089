"""The GM's edits: on the sheet, by quick entry, and of which combatants take part."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.campaigns import SessionLibrary, title_of
from gui.controllers.feeds import PlayersFeed, battle_summary
from gui.controllers.game_content import GameContent
from gui.dialogs.forms import LineDialog
from gui.displays import PoolWidget
from gui.preferences import Preferences
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from model.view.order import order_view
from tests.gui.windows.hands import Press, fill_form, health_of

pytestmark = pytest.mark.slow

BOOMER = "boomer-3"


@pytest.fixture
def on_boomer(window: GmWindow) -> GmWindow:
    window.work.selection.set_current(BOOMER)
    return window


def names(window: GmWindow) -> list[str]:
    return [who.name for who in window.work.battle.combatants.values()]


def test_health_is_typed_over_on_the_sheet(on_boomer: GmWindow, qtbot: QtBot) -> None:
    pool = on_boomer.sheet.display("health")
    assert isinstance(pool, PoolWidget)
    pool.amount.setText("7")
    pool.amount.returnPressed.emit()
    assert health_of(on_boomer, BOOMER) == 7
    assert pool.amount.text() == "7"
    on_boomer.combat.undo()
    assert health_of(on_boomer, BOOMER) == 12
    qtbot.waitUntil(lambda: pool.amount.text() == "12")


def test_a_wrong_value_gets_a_sentence_and_the_old_one_stands_again(on_boomer: GmWindow) -> None:
    pool = on_boomer.sheet.display("health")
    assert isinstance(pool, PoolWidget)
    before = on_boomer.work.battle
    pool.amount.setText("lots")
    pool.amount.returnPressed.emit()
    assert on_boomer.work.battle is before
    assert on_boomer.sheet.problem.isVisible()
    assert "lots" in on_boomer.sheet.problem.text()
    assert pool.amount.text() == "12"


def test_every_field_of_the_sheet_can_be_edited(on_boomer: GmWindow) -> None:
    on_boomer.sheet.more.setChecked(True)
    assert "sheet.agility" in on_boomer.sheet.form.controls
    assert "sheet.skills.ranged_combat" in on_boomer.sheet.form.parts["sheet.skills"].chips
    on_boomer.sheet.edit("sheet.skills.ranged_combat", "5")
    assert on_boomer.work.battle.combatants[BOOMER].sheet.skills["ranged_combat"] == 5


def test_conditions_come_by_name_and_go_by_their_cross(on_boomer: GmWindow) -> None:
    on_boomer.sheet.chips.added.emit("prone")
    kinds = [effect.kind for effect in on_boomer.work.battle.combatants[BOOMER].effects.values()]
    assert "prone" in kinds
    on_boomer.sheet.chips.removed.emit("prone")
    kinds = [effect.kind for effect in on_boomer.work.battle.combatants[BOOMER].effects.values()]
    assert "prone" not in kinds


def test_a_slip_in_the_name_of_a_condition_gets_a_sentence(on_boomer: GmWindow) -> None:
    on_boomer.sheet.chips.added.emit("blined")
    assert "“blined”" in on_boomer.sheet.problem.text()
    assert "Blinded" in on_boomer.sheet.problem.text()
    assert "blinded" not in [effect.kind for effect in on_boomer.work.battle.combatants[BOOMER].effects.values()]


def test_any_other_name_is_a_condition_of_the_gms_own(on_boomer: GmWindow) -> None:
    on_boomer.sheet.chips.added.emit("Sleepy -1 defence until the bell rings")
    *_, effect = on_boomer.work.battle.combatants[BOOMER].effects.values()
    assert (effect.name, effect.changes, effect.ends) == ("Sleepy", {"defence": -1}, "the bell rings")


def test_minus_seven_hurts_and_plus_three_heals(on_boomer: GmWindow, press: Press) -> None:
    press("- 7 Enter")
    assert health_of(on_boomer, BOOMER) == 5
    press("+ 3 Enter")
    assert health_of(on_boomer, BOOMER) == 8


def test_minus_seven_r_goes_through_resistance(on_boomer: GmWindow, press: Press) -> None:
    """The armoured jacket resists 2 of the 7 damage."""
    press("- 7 r Enter")
    assert health_of(on_boomer, BOOMER) == 7


def test_a_condition_is_typed_by_name(on_boomer: GmWindow, press: Press) -> None:
    press("- prone Enter")
    assert any(effect.kind == "prone" for effect in on_boomer.work.battle.combatants[BOOMER].effects.values())


def test_fighters_join_by_a_typed_line(window: GmWindow, press: Press) -> None:
    press("+")
    window.combatants.quick_entry.field.setText("+2 minions; Ada, ally hidden")
    press("Enter")
    assert {"Minion 5", "Minion 6", "Ada"} <= set(names(window))
    ada = next(who for who in window.work.battle.combatants.values() if who.name == "Ada")
    assert ada.side == "ally"
    assert ada.is_hidden
    minion = next(who for who in window.work.battle.combatants.values() if who.name == "Minion 5")
    assert minion.sheet == window.work.battle.combatants["minion-1-8"].sheet
    assert window.work.battle.items_of(minion.id)


def test_the_tab_key_completes_the_name_that_is_typed(window: GmWindow, press: Press) -> None:
    """Tab takes the first name that fits; after a minus, the first condition."""
    press("+")
    line = window.combatants.quick_entry
    line.field.setText("+ Ada, pc; 2 min")
    assert line.preview.suggested.isVisible()
    assert "Minion" in line.preview.suggested.text()
    QTest.keyClick(line.field, Qt.Key.Key_Tab)
    assert line.field.text() == "+ Ada, pc; 2 Minion"
    line.field.setText("-pro")
    QTest.keyClick(line.field, Qt.Key.Key_Tab)
    assert line.field.text() == "-Prone"
    line.field.setText("-7")
    assert not line.preview.suggested.isVisible()


def test_the_name_of_an_encounter_adds_all_of_it(window: GmWindow, press: Press) -> None:
    """Boomer's crew: Boomer, four minions who act together, and a hidden sniper."""
    before = set(window.work.battle.combatants)
    press("+")
    window.combatants.quick_entry.field.setText("+ boomer's crew")
    press("Enter")
    added = [who for id, who in window.work.battle.combatants.items() if id not in before]
    assert len(added) == 6
    assert [who.is_hidden for who in added] == [False] * 5 + [True]
    slot = next(slot for slot in window.work.battle.order.slots.values() if added[1].id in slot.members)
    assert set(slot.members) == {who.id for who in added[1:5]}


def test_who_comes_in_mid_fight_joins_the_order_with_the_same_line(window: GmWindow, press: Press) -> None:
    before = window.work.battle
    assert window.combatants.type_line("+2 minions, Ada pc") is None
    assert "The 3 newcomers have joined the initiative order" in window.status.message.text()
    came = window.work.selection.selected
    assert len(came) == 3
    slots = {own.id for who in came if (own := window.work.battle.order.slot_of(who)) is not None}
    assert len(slots) == 3, "each has a turn of their own"
    order = window.work.battle.order
    window.commands.action("join").trigger()
    assert window.work.battle.order is order, "whoever has a turn does not lose it by the key that adds them"
    assert "already" in window.status.message.text()
    press("Ctrl+Z")
    assert window.work.battle == before


def test_who_comes_in_a_later_wave_waits_for_it_without_a_turn(window: GmWindow) -> None:
    assert window.work.edits.add_kinds([{"name": "Minion", "count": 2, "wave": 1}]) is None
    late = [who for who in window.work.battle.combatants.values() if who.wave]
    assert len(late) == 2
    assert all(window.work.battle.order.slot_of(who.id) is None for who in late)


def test_what_is_wrong_with_an_entry_is_told_once(window: GmWindow, press: Press) -> None:
    before = window.work.battle
    press("+")
    line = window.combatants.quick_entry
    line.field.setText("+Vera pc hp lots")
    press("Enter")
    told = f"{line.preview.text()}\n{line.problem.text()}"
    assert told.count("lots") == 1, "the words that are not understood, said once"
    assert "Nothing is added" in line.problem.text()
    assert window.work.battle is before
    line.field.setText("+Vera pc")
    press("Enter")
    assert "Vera" in {one.name for one in window.work.battle.combatants.values()}


def test_a_line_that_means_nothing_stays_to_be_mended(window: GmWindow, press: Press) -> None:
    before = window.work.battle
    press("+ Enter")
    assert window.combatants.quick_entry.isVisible()
    assert "Type a name" in window.combatants.quick_entry.problem.text()
    assert window.work.battle is before
    press("Esc")
    assert not window.combatants.quick_entry.isVisible()


def test_rename_duplicate_and_delete(on_boomer: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    began = fill_form(monkeypatch, name="Bomber")
    on_boomer.commands.action("rename").trigger()
    assert began == [{"name": "Boomer"}], "the form begins with what it is now"
    assert "Bomber" in names(on_boomer)
    on_boomer.commands.action("duplicate").trigger()
    assert "Bomber 2" in names(on_boomer)
    # The copy is selected, as every newcomer is.
    on_boomer.commands.action("remove").trigger()
    assert "Bomber 2" not in names(on_boomer)
    on_boomer.combat.undo()
    assert "Bomber 2" in names(on_boomer)


def test_an_empty_name_is_refused_in_the_status_bar(on_boomer: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_form(monkeypatch, name="  ")
    on_boomer.commands.action("rename").trigger()
    assert "name" in on_boomer.status.message.text().lower()
    assert "Boomer" in names(on_boomer)


@pytest.mark.parametrize("command", ["rename", "duplicate", "take_out", "remove", "group", "hide"])
def test_edits_without_anybody_selected_say_so(window: GmWindow, command: str) -> None:
    window.work.combat.end_combat()
    window.work.selection.set_current(None)
    before = window.work.battle
    window.commands.run(command)
    assert "Nothing selected" in window.status.message.text()
    assert window.work.battle is before


def test_content_that_cannot_be_used_is_told_once_and_fighters_join_without_it(
    window: GmWindow, preferences: Preferences, tmp_path: Path
) -> None:
    """A broken file in the GM's library is left out; a name that might be in it is refused once, with a message."""
    preferences.set_battles_folder(tmp_path / "own")
    folder = preferences.library_folder(window.work.ruleset.id)
    folder.mkdir(parents=True)
    (folder / "npcs.toml").write_text("format = 1\n[[combatant]]\n")
    window.work.edits.content = GameContent(window.work.ruleset, folder)
    assert window.work.edits.add("2 minions") is None
    assert "Minion 5" in names(window)
    told = window.work.edits.add("2 goblins")
    assert told is not None
    assert "npcs.toml" in told
    assert "Goblin 1" not in names(window)
    assert window.work.edits.add("2 goblins") is None
    assert "Goblin 1" in names(window)


def test_commas_part_fighters_and_a_side_belongs_to_whom_it_follows(window: GmWindow) -> None:
    """The line has Ada of the party, two minions from the content, an unknown Bob, and a guard of a new side.

    A side that does not exist yet is given with `side:`.
    """
    before = set(window.work.battle.combatants)
    assert window.work.edits.add("Ada, pc, 2 minions, Bob, guard side:militia hidden") is None
    added = [who for id, who in window.work.battle.combatants.items() if id not in before]
    assert [(who.name, who.side, who.is_hidden) for who in added] == [
        ("Ada", "pc", False),
        ("Minion 5", "npc", False),
        ("Minion 6", "npc", False),
        ("Bob", "npc", False),
        ("Guard", "militia", True),
    ]


def test_who_is_added_from_the_content_joins_with_the_conditions_that_it_names(window: GmWindow) -> None:
    assert window.work.edits.add("2 captives, Guard") is None
    kinds = {
        who.name: [effect.kind for effect in who.effects.values()]
        for who in window.work.battle.combatants.values()
        if who.name in ("Captive 1", "Captive 2", "Guard")
    }
    assert kinds == {"Captive 1": ["restrained"], "Captive 2": ["restrained"], "Guard": []}
    window.work.bridge.undo()
    window.work.bridge.undo()
    assert "Captive 1" not in names(window)


def test_fighters_are_added_into_a_zone_by_its_name(window: GmWindow) -> None:
    """A place that is not a zone is part of the name, and the combatant is placed where newcomers enter."""
    assert window.work.edits.add("2 guards in street") is None
    assert window.work.edits.add("Man in black") is None
    added = {who.name: who for who in window.work.battle.combatants.values()}
    street = next(zone.id for zone in window.work.battle.board.zones.values() if zone.name == "Street")
    guards = [who for name, who in added.items() if name.startswith("Guard")]
    assert [who.place.zone for who in guards] == [street, street]
    assert "Man in black" in added
    assert added["Man in black"].place.point is not None


def test_the_history_is_shortened_after_a_question(on_boomer: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last of three steps is kept: no other can be undone or is in the log."""
    before = len(on_boomer.work.bridge.session.steps)
    on_boomer.work.selection.select((BOOMER,))
    for amount in ("-2", "-3", "-4"):
        assert on_boomer.work.edits.quick(amount) is None
    asked: list[str] = []
    typed: list[str | None] = ["lots", str(before + 3), None, "1"]

    def answer(parent: object, title: str, words: str, text: str = "") -> str | None:
        asked.append(words)
        return typed[len(asked) - 1]

    monkeypatch.setattr(LineDialog, "ask", answer)
    for sentence in ("“lots” is not a number", "Nothing to delete", "Nothing to delete"):
        on_boomer.commands.action("shorten_history").trigger()
        assert sentence in on_boomer.status.message.text()
        assert len(on_boomer.work.bridge.session.steps) == before + 3
    assert f"has {before + 3} steps" in asked[0]
    on_boomer.commands.action("shorten_history").trigger()
    assert "1 step kept" in on_boomer.status.message.text()
    assert on_boomer.log.model.rowCount() == 1
    assert on_boomer.log.heading.aside == f"step {before + 3}", "steps keep their numbers"
    assert health_of(on_boomer, BOOMER) == 12 - 2 - 3 - 4
    on_boomer.combat.undo()
    assert health_of(on_boomer, BOOMER) == 12 - 2 - 3
    assert not on_boomer.work.bridge.session.can_undo


def test_opponents_are_cleared_in_one_step_and_the_next_fight_begins_with_round_one(window: GmWindow) -> None:
    command = window.commands.action("clear_opponents")
    window.commands.refresh()
    assert not command.isEnabled()
    assert window.work.combat.end_combat() is None
    window.commands.refresh()
    assert command.isEnabled()
    before = window.work.battle.combatants
    party = {who for who, one in before.items() if one.side in ("pc", "ally")}
    assert party
    assert party != set(before)
    command.trigger()
    assert set(window.work.battle.combatants) == party
    window.combat.undo()
    assert window.work.battle.combatants == before
    command.trigger()
    assert window.work.edits.add("3 raiders") is None
    assert window.work.combat.start() is None
    assert window.work.battle.order.round == 1


def test_a_new_battle_begins_with_the_same_party_in_a_file_of_its_own(
    window: GmWindow, library: SessionLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed: list[str] = []
    titles = iter(["The roof", "The roof"])

    def answered(parent: object, title: str, words: str, text: str, yes: str) -> str:
        proposed.append(text)
        return next(titles)

    monkeypatch.setattr(LineDialog, "ask", answered)
    wanted: list[str] = []
    window.files.another_wanted.connect(wanted.append)
    command = window.commands.action("next_battle")
    window.commands.refresh()
    assert not command.isEnabled()
    assert window.work.combat.end_combat() is None
    before, steps = window.work.battle, len(window.work.bridge.session.steps)
    party = {id: one for id, one in before.combatants.items() if one.side in ("pc", "ally")}
    window.commands.refresh()
    command.trigger()
    command.trigger()
    assert proposed == ["Dockside ambush 2", "Dockside ambush 2"]
    # The battle that was played stays as it is, and neither of the others shares its file.
    assert (window.work.battle, len(window.work.bridge.session.steps)) == (before, steps)
    assert window.work.bridge.path is not None
    assert len({*wanted, str(window.work.bridge.path)}) == 3
    session = library.open(Path(wanted[0])).session
    assert session is not None
    battle = session.battle
    assert battle.title == "The roof"
    assert set(battle.combatants) == set(party)
    assert all(one.sheet == party[id].sheet for id, one in battle.combatants.items())
    assert {one.place.point for one in battle.combatants.values()} == {None}
    assert (battle.things, battle.board.zones, battle.board.features) == ({}, {}, {})
    assert {item.holder for item in battle.items.values()} <= set(party)
    assert (battle.order.phase, battle.order.round) == ("setup", 0)
    bridge = Bridge(session)
    stood = battle_summary(bridge)
    assert (stood.now, stood.title, stood.lines) == ("Not started", "The roof", ())
    assert PlayersFeed(session).view().log == ()
    bridge.close()
    assert [title_of(Path(path)) for path in wanted] == ["The roof", "The roof 2"]


def test_whose_player_is_away_is_absent_and_not_defeated(on_boomer: GmWindow) -> None:
    on_boomer.commands.action("set_absent").trigger()
    boomer = on_boomer.work.battle.combatants[BOOMER]
    assert (boomer.is_present, boomer.is_out) == (False, False)
    headings = [section.title for section in order_view(on_boomer.work.ruleset, on_boomer.work.battle).sections]
    assert "absent" in headings
    on_boomer.commands.action("set_absent").trigger()
    assert "already absent" in on_boomer.status.message.text()
    on_boomer.commands.action("set_present").trigger()
    assert on_boomer.work.battle.combatants[BOOMER].is_present


def test_several_join_the_order_as_one_step(window: GmWindow) -> None:
    raiders = {"name": "Raider", "count": 2}
    assert window.work.bridge.edit(Call(action="add_combatant", options=raiders)) is None
    late = tuple(id for id in window.work.battle.combatants if id.startswith("raider"))
    window.work.selection.select(late)
    steps = len(window.work.bridge.session.steps)
    window.commands.action("join").trigger()
    assert len(window.work.bridge.session.steps) == steps + 1
    slots = [window.work.combat.slot_of(who) for who in late]
    assert None not in slots
    assert len({slot.id for slot in slots if slot is not None}) == 2
