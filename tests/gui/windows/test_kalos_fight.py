"""A whole fight in Kalos through the window, from its start to its end and back to its beginning.

Numbers are worked out by hand: AV is 2d6 + skill + the best bonus - all penalties, DV is 7 + skill + the best bonus
- all penalties, a standard bonus or penalty is 3, a major one 6 (KM-ROLL-01, KM-OPP-01, KM-MOD-01).
"""

from __future__ import annotations

import pytest

from gui.dialogs.combat_dialogs import StartCombatDialog
from model.engine.calls import Call
from tests.gui.windows.hands import OpenWindow, Press, health_of
from tests.gui.windows.table import Table

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

HALCYON, BULWARK, WHISPER = "halcyon-1", "bulwark-3", "whisper-5"
GORGON, LIEUTENANT, PORTER, SENTRY = "gorgon-8", "lieutenant-11", "night-porter-22", "guard-23"
THUGS = ("thug-1-14", "thug-2-16", "thug-3-18", "thug-4-20")


@pytest.fixture
def table(open_window: OpenWindow, press: Press) -> Table:
    return Table(open_window(1366, 768, sample="kalos-night-at-the-museum"), press)


def first_round(table: Table) -> None:
    window, press = table.window, table.press
    # The players begin and act in any order (KM-INIT-01, KM-INIT-02): Bulwark before Halcyon.
    dialog = StartCombatDialog(window.work.bridge, window.work.combat, window)
    next(button for button in dialog.sides.buttons() if button.text() == "The players").click()
    assert dialog.answer == {"first": "pc"}
    assert window.work.combat.start(**dialog.answer) is None
    dialog.deleteLater()
    assert table.acting == (HALCYON,)
    table.goes_now(BULWARK)
    assert table.acting == (BULWARK,)
    # From (8, 12) to (20, 9.5): the root of 12² + 2.5² is 12.3 m, more than his 10: a sprint, -3 and -3 (KM-MOVE-02).
    assert "sprinting" in table.drag(BULWARK, 20.0, 9.5)
    # A sweep at three thugs, all within 1.5 m: AV 5 - 3 sprint - 3 sweep = -1, DV 7 + 2 = 9, so 10 is needed.
    for thug in THUGS[:3]:
        window.combatants.add_target(thug)
    window.action_panel.begin("sweep")
    assert table.due == (f"attack.{THUGS[0]}", -1, 9)
    # 6 + 4 - 1 = 9 hits, 5 + 4 - 1 = 8 misses, 6 + 6 - 1 = 11 hits. Minions fall to any hit (KM-MINION-01).
    press("6 4 5 4 6 6 Enter")
    assert [table.is_out(thug) for thug in THUGS] == [True, False, True, False]
    assert table.conditions(BULWARK) == ["sprinting", "sweeping"]
    assert "2 of 4" in table.row("Thugs")
    table.next_turn()
    # Halcyon delays her turn (KM-DELAY-01).
    table.command("delay")
    assert table.acting == (WHISPER,)
    # A mental attack: AV 4, DV 7 + 2 = 9. 3 + 3 + 4 = 10 hits. 6 + 4 - 2 Mental Resistance = 8, halved 4 (KM-MENT-02).
    window.combatants.mark(GORGON)
    press("A")
    assert table.due == ("attack", 4, 9)
    press("3 3 6 Enter")
    assert health_of(window, GORGON) == 16 - 4
    table.next_turn()
    assert table.acting == (GORGON,)
    # Halcyon takes her delayed turn before Gorgon (KM-DELAY-02). AV 4, DV 7 + 4 = 11: 3 + 4 + 4 = 11 hits.
    press("H")
    assert table.acting == (HALCYON,)
    window.combatants.mark(GORGON)
    press("A")
    assert table.due == ("attack", 4, 11)
    # 5 + 4 - 3 Damage Resistance = 6.
    press("3 4 5 Enter")
    assert health_of(window, GORGON) == 12 - 6
    table.next_turn()
    assert table.acting == (GORGON,)
    gorgon_against_bulwark(table)
    lieutenant_and_thugs(table)


def gorgon_against_bulwark(table: Table) -> None:
    """An attack that is answered by a forced turn."""
    window, press = table.window, table.press
    # From (34, 10) to (26, 11): 8.06 m, no more than her 10. Petrify reaches 20 m, Bulwark is 6.2 m away.
    table.drag(GORGON, 26.0, 11.0)
    window.combatants.mark(BULWARK)
    press("A")
    # DV 7 + 0 ranged + 2 shield - 3 sprint - 3 sweep = 3.
    assert table.due == ("attack", 4, 3)
    offers = window.action_panel.offers
    assert [button.text() for button in offers.buttons] == [
        "Halcyon and 2 more: Jump in front of Bulwark",
        "Bulwark forces a defence",
    ]
    # The second offer, with its first action: he dodges and gives up his turn of round 2 (KM-FORCE-01, KM-DODGE-01).
    press("I I Enter")
    # Only the highest bonus counts: 7 + 0 + 6 dodge - 3 - 3 = 7.
    assert table.due == ("attack", 4, 7)
    # 2 + 3 + 4 = 9 hits. 5 + 4 - 0 = 9, halved 4 (KM-ALT-02).
    press("2 3 5 Enter")
    assert health_of(window, BULWARK) == 18 - 4
    assert "dodging" in table.conditions(BULWARK)
    assert any("forced" in row.words for row in table.rows)
    table.next_turn()


def lieutenant_and_thugs(table: Table) -> None:
    window, press = table.window, table.press
    assert table.acting == (LIEUTENANT,)
    # Cover is a standard bonus (KM-MOD-05): AV 3 + 3 = 6. DV 7 + 4 = 11: 3 + 3 + 6 = 12 hits. 4 + 4 - 2 = 6.
    window.combatants.mark(HALCYON)
    press("A")
    assert table.due == ("attack", 6, 11)
    press("3 3 4 Enter")
    assert health_of(window, HALCYON) == 12 - 6
    table.next_turn()
    assert table.acting == (THUGS[1], THUGS[3])
    # Hand to hand: AV 2 + 1 club = 3, DV 7 + 5 + 6 dodge - 3 - 3 = 12. 6 + 6 + 3 = 15 hits; 6 + 1 - 4 = 3.
    window.combatants.mark(BULWARK)
    press("A")
    assert table.due == ("attack", 3, 12)
    press("6 6 6 Enter")
    assert health_of(window, BULWARK) == 14 - 3
    # The other thug is 3.2 m away, and hand to hand reaches 1.5 m: the attack is refused and cancelled.
    press("G A")
    refusal = window.work.actions.refusal
    assert refusal is not None
    assert refusal.can_override
    press("Esc")
    table.next_turn()
    assert table.acting == (PORTER,)
    table.next_turn()
    # The hidden guard acts last; the GM types a condition that makes Halcyon fall out of the air.
    assert table.acting == (SENTRY,)
    window.work.selection.set_current(HALCYON)
    press("- f a l l i n g Enter")
    assert table.conditions(HALCYON) == ["falling"]
    assert window.work.selected_words == "Halcyon"
    table.next_turn()
    environment(table)


def environment(table: Table) -> None:
    """The environment acts last, and the log says what there is to do (KM-ENV-01)."""
    window, press = table.window, table.press
    assert window.work.selection.actor == "environment"
    assert "Halcyon falls" in table.log
    # The GM takes 2 health from her and removes the condition on her sheet.
    window.work.selection.set_current(HALCYON)
    press("- 2 Enter")
    assert health_of(window, HALCYON) == 6 - 2
    window.sheet.chips.removed.emit("falling")
    assert table.conditions(HALCYON) == []
    table.next_turn()


def second_round(table: Table) -> None:
    window, press = table.window, table.press
    assert window.work.battle.order.round == 2
    # Bulwark has given up this turn; effects until his next turn last until he takes one (KM-FORCE-04, KM-DUR-03).
    assert table.acting == (HALCYON,)
    assert "lost" in table.row("Bulwark")
    assert table.conditions(BULWARK) == ["dodging", "sprinting", "sweeping"]
    # AV 4, DV 11: 4 + 4 + 4 = 12 hits. 6 + 4 - 3 = 7 of the 6 that Gorgon has left: Health 0, Endurance 0 (KM-AMB-25).
    window.combatants.mark(GORGON)
    press("A 4 4 6 Enter")
    assert health_of(window, GORGON) == 0
    assert table.endurance(GORGON) == 0
    assert table.is_out(GORGON)
    table.next_turn()
    # Whisper makes a mental attack on the lieutenant, who is in cover: AV 4.
    assert table.acting == (WHISPER,)
    window.combatants.mark(LIEUTENANT)
    press("A")
    # DV 7 + 0 + 3 cover = 10: 2 + 3 + 4 = 9 misses.
    assert table.due == ("attack", 4, 10)
    press("2 3 Enter")
    assert health_of(window, LIEUTENANT) == 12
    table.next_turn()
    # Gorgon is out: the lieutenant is next. He leaves cover and moves closer.
    assert table.acting == (LIEUTENANT,)
    window.sheet.chips.removed.emit("cover")
    table.drag(LIEUTENANT, 22.0, 10.0)
    # From (30, 15) the root of 8² + 5² is 9.4 m: no sprint. AV 3, DV 7 + 0 + 6 dodge - 3 - 3 = 7: 1 + 2 + 3 = 6 misses.
    assert table.conditions(LIEUTENANT) == []
    window.combatants.mark(BULWARK)
    press("A")
    assert table.due == ("attack", 3, 7)
    press("1 2 Enter")
    assert "misses" in table.log
    assert health_of(window, BULWARK) == 11
    table.next_turn()
    for who in ((THUGS[1], THUGS[3]), (PORTER,), (SENTRY,)):
        assert table.acting == who
        table.next_turn()


def third_round(table: Table) -> None:
    """A grapple, and the defeat of the last villain."""
    window, press = table.window, table.press
    assert window.work.battle.order.round == 3
    # Nothing falls any more, so the environment's turn was skipped.
    assert table.acting == (BULWARK,)
    assert table.conditions(BULWARK) == []
    # He moves to 1.1 m and grapples: AV 5, DV 7 + 3 = 10. 2 + 3 + 5 = 10 is a hold (KM-GRAP-01, KM-GRAP-02).
    table.drag(BULWARK, 21.0, 9.6)
    window.combatants.mark(LIEUTENANT)
    window.action_panel.begin("grapple")
    assert table.due == ("attack", 5, 10)
    press("2 3 Enter")
    assert table.conditions(LIEUTENANT) == ["held"]
    assert "held" in table.row("Lieutenant")
    table.next_turn()
    # Held is a standard penalty: DV 7 + 3 - 3 = 7 against Halcyon's light. 3 + 4 + 4 = 11 hits, 6 + 4 - 2 armour = 8.
    assert table.acting == (HALCYON,)
    window.combatants.mark(LIEUTENANT)
    press("A")
    assert table.due == ("attack", 4, 7)
    press("3 4 6 Enter")
    assert health_of(window, LIEUTENANT) == 12 - 8
    table.next_turn()
    # Whisper: DV 7 + 0 - 3 = 4. 1 + 1 + 4 = 6 hits; 4 + 4 - 0 = 8, halved 4: the lieutenant is down.
    assert table.acting == (WHISPER,)
    window.combatants.mark(LIEUTENANT)
    press("A")
    assert table.due == ("attack", 4, 4)
    press("1 1 4 Enter")
    assert health_of(window, LIEUTENANT) == 0
    assert table.is_out(LIEUTENANT)


def test_a_fight_from_its_start_to_its_end_and_back(open_window: OpenWindow, table: Table) -> None:
    window, press = table.window, table.press
    beginning = window.work.battle
    first_round(table)
    second_round(table)
    third_round(table)
    # The thugs give up: combat ends and, by the default answer, the scene and the hold too (KM-AMB-43, KM-SCENE-02).
    table.command("end_fight")
    assert window.work.actions.due is not None
    assert window.work.actions.due.id == "end_scene"
    press("Enter Enter")
    assert window.work.actions.can_apply
    press("Enter")
    assert table.conditions(LIEUTENANT) == ["unconscious"]
    end = window.work.battle
    assert end.order.phase == "ended"
    assert not end.scene.is_open
    again = open_window(1366, 768, sample="kalos-night-at-the-museum")
    assert again.work.battle == end
    for _ in range(len(again.work.bridge.session.steps)):
        press("Ctrl+Z")
    assert again.work.battle == beginning
    assert not again.commands.action("undo").isEnabled()
    while again.work.bridge.session.can_redo:
        press("Ctrl+Y")
    assert again.work.battle == end


def test_dodging_already_is_a_refusal_at_the_table(table: Table) -> None:
    """Bulwark, who is already dodging, forces a dodge: the attack does not go on until the GM has decided."""
    window, press = table.window, table.press
    window.work.combat.start(first="npc")
    assert table.acting == (GORGON,)
    window.work.bridge.act(Call(action="set_condition", targets=(BULWARK,), options={"condition": "dodging"}))
    table.drag(GORGON, 26.0, 11.0)
    window.combatants.mark(BULWARK)
    press("A I I Enter")
    assert window.work.actions.refusal is not None
    assert window.action_panel.refusal.isVisible()
    assert "Bulwark is already dodging" in window.work.bridge.words(window.work.actions.refusal.sentence)
    assert not window.work.battle.order.forced
    # Backspace goes one step back: the attack waits for its dice again.
    press("Backspace")
    assert table.due[0] == "attack"
    # The dodge is forced again and the refusal overridden: Bulwark gives up his turn for a dodge that adds nothing.
    press("I I Enter")
    assert window.work.actions.refusal is not None
    press("Shift+Enter")
    assert table.due[0] == "attack"
    press("1 1 Enter")
    assert window.work.battle.order.forced == {BULWARK: 1}


def test_dice_undone_lie_on_the_table_again(table: Table) -> None:
    """Undo an attack, set the condition that was forgotten, and attack again with the same dice."""
    window, press = table.window, table.press
    window.work.combat.start(first="pc")
    window.combatants.mark(GORGON)
    press("A 4 3 2 Enter")
    # 4 + 3 + 4 = 11 hits DV 11; 2 + 4 - 3 = 3.
    assert health_of(window, GORGON) == 13
    press("Ctrl+Z")
    dodge = Call(action="set_condition", targets=(GORGON,), options={"condition": "dodging"})
    assert window.work.bridge.edit(dodge) is None
    window.combatants.mark(GORGON)
    press("A")
    assert table.due == ("attack", 4, 11 + 6)
    offered = window.work.actions.offered_dice()
    assert offered is not None
    assert offered.faces == (4, 3)
    press("Enter Enter")
    assert health_of(window, GORGON) == 16
