"""Prompts due at the end of a turn: listed, rolled or put off by key or click, and visible until resolved.

Nora, Brick and the raider boss are bleeding: 2 combat dice each, where a 1 counts 1, a 2 counts 2, a 5 or 6 counts 1.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press, health_of
from tests.gui.windows.zone_hands import BRICK, DOG, NORA

BOSS, HALCYON, VAN = "raider-boss-16", "halcyon-1", "van-38"


@pytest.fixture
def bleeding(station: GmWindow, unhurried: None) -> GmWindow:
    for who in (NORA, BRICK, BOSS):
        station.work.edit("set_condition", who, condition="torso_injury")
    return station


def listed(window: GmWindow) -> list[str]:
    """Return the texts of the visible rows of the list."""
    QApplication.processEvents()
    return [words.text() for words, _, _ in window.action_panel.due.rows if words.isVisible()]


def put_off(window: GmWindow, press: Press) -> None:
    """End Nora's turn and put off her bleeding."""
    press("N")
    window.commands.action("later").trigger()


@pytest.mark.rule("WL-INJ-03")
def test_a_prompt_is_put_off_without_dice_and_stays_in_sight(
    bleeding: GmWindow, press: Press, open_window: OpenWindow
) -> None:
    before = bleeding.work.battle
    press("N")
    assert listed(bleeding) == ["Bleeding · Nora"]
    assert bleeding.action_panel.due.title.text() == "Due Now"
    bleeding.commands.action("later").trigger()
    assert bleeding.work.battle.order.acting == (DOG,)
    assert bleeding.action_panel.due.title.text() == "Put Off"
    assert listed(bleeding) == ["Bleeding · Nora, round 1"]
    # The prompt that was put off is saved in the file, and undo takes it back.
    again = open_window(sample="wasteland-red-filling-station")
    assert listed(again) == ["Bleeding · Nora, round 1"]
    again.combat.undo()
    assert again.work.battle == before
    assert not again.action_panel.due.isVisible()


def test_the_end_of_the_round_asks_for_all_and_each_row_can_wait(bleeding: GmWindow, press: Press) -> None:
    put_off(bleeding, press)
    bleeding.commands.action("end_round").trigger()
    rows = bleeding.action_panel.table.list.rows.rows
    assert {row.by for row in rows} == {NORA, BRICK, BOSS}
    row = bleeding.action_panel.table.list.row
    assert row is not None
    assert row.by == NORA
    bleeding.action_panel.table.later.click()
    health = health_of(bleeding, BRICK)
    # With dice of 2 and 5 Brick loses 3; the boss's dice are rolled by the program.
    press("2 5 Enter")
    assert bleeding.work.actions.can_apply
    press("Enter")
    assert health_of(bleeding, BRICK) == health - 3
    assert bleeding.work.battle.order.round == 2
    assert [due.who for due in bleeding.work.battle.order.due] == [NORA]


def test_everything_due_is_rolled_by_one_command(bleeding: GmWindow, press: Press) -> None:
    put_off(bleeding, press)
    bleeding.commands.action("end_round").trigger()
    bleeding.commands.action("roll_due").trigger()
    assert bleeding.work.actions.can_apply
    press("Enter")
    assert bleeding.work.battle.order.round == 2
    assert bleeding.work.battle.order.due == ()


def test_combat_does_not_end_over_what_is_due_and_it_can_be_rolled_afterwards(bleeding: GmWindow, press: Press) -> None:
    put_off(bleeding, press)
    bleeding.commands.action("end_fight").trigger()
    assert bleeding.work.combat.is_running
    assert listed(bleeding) == ["Bleeding · Nora"]
    bleeding.commands.action("later").trigger()
    assert not bleeding.work.combat.is_running
    assert listed(bleeding) == ["Bleeding · Nora, round 1"]
    health = health_of(bleeding, NORA)
    bleeding.action_panel.due.rows[0][1].click()
    press("2 2 Enter")
    assert health_of(bleeding, NORA) == health - 4
    assert not bleeding.action_panel.due.isVisible()


def test_another_action_leaves_one_line_of_it_and_the_gm_dismisses_it(bleeding: GmWindow, press: Press) -> None:
    put_off(bleeding, press)
    bleeding.combatants.mark(BOSS)
    press("A")
    assert listed(bleeding) == []
    assert bleeding.action_panel.due.title.text() == "Put Off: 1"
    press("Esc")
    bleeding.action_panel.due.rows[0][2].click()
    assert bleeding.work.battle.order.due == ()
    assert "Bleeding is dismissed" in bleeding.work.bridge.undo_words
    press("Ctrl+Z")
    assert listed(bleeding) == ["Bleeding · Nora, round 1"]


@pytest.mark.rule("KM-MIS-11", settings=("falling_damage",))
def test_who_falls_stays_in_the_air_while_the_landing_is_put_off(open_window: OpenWindow, press: Press) -> None:
    """The landing in the environment's turn deals a die plus the GM's level, 0 here, less Damage Resistance 2."""
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    window.work.preferences.set_rolling("npc", "typed")
    window.work.edit("set_setting", key="falling_damage", value="gm_level")
    window.work.edit("set_condition", HALCYON, condition="falling")
    window.work.combat.start(first="pc")
    window.commands.action("end_round").trigger()
    press("N")
    assert listed(window) == ["Hits the ground · Halcyon"]
    window.commands.action("later").trigger()
    assert window.work.battle.order.round == 2
    assert any(effect.kind == "falling" for effect in window.work.battle.combatants[HALCYON].effects.values())
    assert listed(window) == ["Hits the ground · Halcyon, round 1"]
    window.commands.action("end_fight").trigger()
    # The game also asks whether the scene ends: yes.
    press("6 Enter Enter")
    assert not window.work.combat.is_running
    assert health_of(window, HALCYON) == 12 - (6 - 2)
    assert window.work.battle.order.due == ()


def test_of_several_put_off_some_are_rolled_and_some_wait_on(bleeding: GmWindow, press: Press) -> None:
    bleeding.work.preferences.set_rolling("npc", "typed")
    put_off(bleeding, press)
    bleeding.commands.action("end_round").trigger()
    for _ in range(3):
        bleeding.commands.action("later").trigger()
    assert bleeding.work.battle.order.round == 2
    assert listed(bleeding) == [f"Bleeding · {name}, round 1" for name in ("Nora", "Raider boss", "Brick")]
    bleeding.action_panel.due.roll_all.click()
    assert bleeding.work.actions.can_apply
    press("Backspace")
    bleeding.commands.action("later").trigger()
    press("Enter")
    assert len(bleeding.work.battle.order.due) == 1
    assert len(listed(bleeding)) == 1


@pytest.mark.rule("KM-ENV-01")
def test_whether_what_is_driven_moves_on_is_decided_later(open_window: OpenWindow, press: Press) -> None:
    """The van is at (40, 22); on a course of 90 degrees, clockwise from up, 20 m lead to (60, 22)."""
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    window.work.edit("edit_thing", thing=VAN, speed=20, course=90, controller=HALCYON)
    window.work.combat.start(first="pc")
    window.commands.action("end_round").trigger()
    assert listed(window) == ["Moving on · Van"]
    assert not window.action_panel.due.rows[0][1].isEnabled(), "there are no dice to roll"
    window.commands.action("later").trigger()
    assert window.work.battle.order.round == 2
    assert window.work.battle.things[VAN].place.point == (40.0, 22.0)
    assert listed(window) == ["Moving on · Van, round 1"]
    assert window.action_panel.due.rows[0][1].text() == "Resolve"
    window.action_panel.due.rows[0][1].click()
    press("Enter Enter")
    assert window.work.battle.things[VAN].place.point == (60.0, 22.0)
    assert not window.action_panel.due.isVisible()
