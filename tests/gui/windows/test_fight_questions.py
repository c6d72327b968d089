"""What a fight asks: who began it, whether a hidden attacker is shown, and who left it alive."""

from __future__ import annotations

import pytest

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press

pytestmark = pytest.mark.slow


def foe_of(window: GmWindow) -> str:
    return next(one.id for one in window.work.battle.combatants.values() if one.side == "npc")


def test_where_the_chapter_asks_who_began_one_digit_answers(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="wasteland-red-filling-station")
    press("F5")
    assert not window.work.combat.is_running
    assert window.work.actions.due is not None
    options = [choice.label for choice in window.work.actions.due.options]  # type: ignore[union-attr]
    assert options[:2] == ["Nobody", "Nora"]
    press("2")
    assert window.work.combat.is_running
    first = window.work.battle.order.slots[window.work.battle.order.sequence[0]]
    assert (window.work.bridge.name(first.members[0]), first.kind) == ("Nora", "extra")
    press("Ctrl+Z")
    assert not window.work.combat.is_running


def test_there_enter_begins_without_an_opening_turn(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="wasteland-red-filling-station")
    press("F5")
    press("Enter")
    order = window.work.battle.order
    assert order.is_running
    assert [slot.kind for slot in order.slots.values()].count("extra") == 0


def test_other_games_do_not_ask(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="effort-roadblock")
    press("F5")
    assert window.work.combat.is_running


def test_a_hidden_attacker_is_revealed_by_one_key_in_the_same_step(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="wasteland-red-filling-station")
    boss = next(one.id for one in window.work.battle.combatants.values() if one.name == "Raider boss")
    window.work.edit("hide", boss)
    assert window.work.combat.start(initiator=boss) is None
    target = next(one.id for one in window.work.battle.combatants.values() if one.name == "Dog")
    window.combatants.mark(target)
    steps = len(window.work.bridge.session.steps)
    press("A")
    assert not any("Reveal" in button.text() for button in window.action_panel.offers.buttons)
    while not window.work.actions.can_apply:
        press("R")
    (button,) = window.action_panel.offers.buttons
    assert button.text() == "Reveal Raider boss? Stays hidden otherwise."
    press("I")
    press("Enter")
    assert len(window.work.bridge.session.steps) == steps + 1
    assert not window.work.battle.combatants[boss].is_hidden
    press("Ctrl+Z")
    assert window.work.battle.combatants[boss].is_hidden


def test_without_that_key_they_stay_hidden(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="wasteland-red-filling-station")
    boss = next(one.id for one in window.work.battle.combatants.values() if one.name == "Raider boss")
    window.work.edit("hide", boss)
    assert window.work.combat.start(initiator=boss) is None
    window.combatants.mark(next(one.id for one in window.work.battle.combatants.values() if one.name == "Dog"))
    press("A")
    while not window.work.actions.can_apply:
        press("R")
    press("Enter")
    assert window.work.battle.combatants[boss].is_hidden


def test_one_typed_word_marks_who_fled_and_they_are_no_target(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="wasteland-red-filling-station")
    assert window.work.combat.start(initiator="") is None
    foe = foe_of(window)
    window.combatants.mark(foe)
    window.work.selection.select((foe,))
    assert window.combatants.type_line("-fled") is None
    assert window.work.battle.combatants[foe].left_as == "fled"
    assert foe not in window.work.selection.targets
    assert foe not in window.work.actions.foes()
    window.work.selection.select((foe,))
    window.commands.run("mark_captured")
    assert window.work.battle.combatants[foe].left_as == "captured"
    assert window.combatants.type_line("-back") is None
    assert window.work.battle.combatants[foe].left_as is None
