"""A whole ZeroSpace combat played through the window, from its start to its end and undone to its beginning.

Numbers are worked out by hand: AV is 2d6 + attribute + skill + equipment up to the skill + the best bonus - all
penalties, DV is 8 + attribute + skill + the best bonus - all penalties; a bonus is 3, a dodge 6 (ZS-OPP-02).
"""

from __future__ import annotations

import pytest

from model.engine.calls import Call
from tests.gui.windows.hands import OpenWindow, Press, health_of
from tests.gui.windows.table import Table

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

APEX, BOOMER, CRIMSON, SNIPER = "apex-1", "boomer-3", "crimson-6", "sniper-16"
MINIONS = ("minion-1-8", "minion-2-10", "minion-3-12", "minion-4-14")


@pytest.fixture
def table(open_window: OpenWindow, press: Press) -> Table:
    table = Table(open_window(1366, 768, sample="dockside-ambush"), press)
    table.window.work.preferences.set_rolling("npc", "typed")
    return table


def points(table: Table) -> dict[str, int]:
    return {player.name: player.plot_points for player in table.window.work.battle.players.values()}


def the_players_act(table: Table) -> None:
    window, press = table.window, table.press
    assert window.work.combat.start(first="pc") is None
    assert table.acting == (APEX,)
    # Apex: 4 + 3 + pistol 2 = 9. The minion 7.6 m away: 8 + 2 + 1 = 11. 1 + 2 + 9 = 12 hits, and any hit
    # defeats an unnamed character (ZS-UNN-01).
    window.combatants.mark(MINIONS[2])
    press("A")
    assert table.due == ("attack", 9, 11)
    press("1 2 Enter")
    assert table.is_out(MINIONS[2])
    # She walks from (20, 20.5) to (22.5, 27.8): the root of 2.5² + 7.3² is 7.7 m of her 13.
    assert "7.7 m" in table.drag(APEX, 22.5, 27.8)
    table.next_turn()
    # Boomer delays his turn.
    table.command("delay")
    assert table.acting == (CRIMSON,)
    # Crimson: 3 + 4 + rifle 3 = 10. Boomer in cover: 8 + 4 + 3 + 3 = 18. 3 + 4 + 10 = 17 misses by one.
    window.combatants.mark(BOOMER)
    press("A")
    assert table.due == ("attack", 10, 18)
    press("3 4")
    assert points(table) == {"Anna": 1, "Ben": 1}
    # A plot point after the roll: +3 makes 20, a hit (ZS-PLOT-11, ZS-PLOT-12). 4 + 3 - jacket 2 = 5.
    offers = window.action_panel.offers
    assert [button.text() for button in offers.buttons] == ["Crimson: plot point"]
    press("I 2")
    assert table.due[0] == "damage"
    press("4 Enter")
    assert health_of(window, BOOMER) == 12 - 5
    assert points(table) == {"Anna": 1, "Ben": 0}
    table.next_turn()


def the_others_answer(table: Table) -> None:
    window, press = table.window, table.press
    assert table.acting == (MINIONS[0], MINIONS[1], MINIONS[3])
    # Boomer takes his delayed turn before the minions (ZS-DELAY-02): 4 + 3 + carbine 2 = 9 against Apex 8 + 4 + 3 = 15.
    press("H")
    assert table.acting == (BOOMER,)
    window.combatants.mark(APEX)
    press("A")
    assert table.due == ("attack", 9, 15)
    # She forces a dodge, +6 DV, and gives up her turn of round 2 (ZS-FORCE-01, ZS-DODGE-01).
    assert window.action_panel.offers.buttons[0].text() == "Apex forces a defence"
    press("I Enter")
    assert table.due == ("attack", 9, 21)
    # 6 + 5 + 9 = 20 misses by one.
    press("6 5 Enter")
    assert health_of(window, APEX) == 18
    assert table.conditions(APEX) == ["dodging"]
    table.next_turn()
    # The whole group attacks her: only the one beside her is within the 10 m of a pistol. 2 + 1 + 1 = 4 against 21.
    assert table.acting == (MINIONS[0], MINIONS[1], MINIONS[3])
    window.combatants.mark(APEX)
    press("B")
    assert table.due == (f"{MINIONS[3]}.{APEX}/attack", 4, 21)
    press("6 6 Enter")
    assert health_of(window, APEX) == 18
    table.next_turn()
    # The sniper, 340 m away: 4 + 4 + rifle 4 = 12. Crimson: 8 + 3 + 4 = 15. 2 + 2 + 12 = 16 hits; 6 + 4 - 3 = 7.
    assert table.acting == (SNIPER,)
    window.combatants.mark(CRIMSON)
    press("A")
    assert table.due == ("attack", 12, 15)
    press("2 2 6 Enter")
    assert health_of(window, CRIMSON) == 20 - 7
    (load,) = window.work.battle.things
    assert window.work.bridge.edit(Call(action="edit_thing", options={"thing": load, "falling": True})) is None
    table.next_turn()
    # The crane load falls at the end of the round (ZS-TURN-08).
    assert window.work.selection.actor == "environment"
    assert "Crane load falls" in table.log
    down, _ = window.action_panel.target.environment.buttons
    down.click()
    table.next_turn()


def the_second_round(table: Table) -> None:
    window, press = table.window, table.press
    assert window.work.battle.order.round == 2
    # Apex has no turn; her dodge lasts until she takes one.
    assert table.acting == (BOOMER,)
    assert "lost" in table.row("Apex")
    # Boomer shoots at Crimson: 9 against 15. 1 + 1 + 9 = 11 misses.
    window.combatants.mark(CRIMSON)
    press("A")
    assert table.due == ("attack", 9, 15)
    press("1 1 Enter")
    assert health_of(window, CRIMSON) == 13
    table.next_turn()
    # Crimson runs up to him, 23 m in the open: a sprint, and -6 AV for running with it (ZS-MOVE-05).
    assert table.acting == (CRIMSON,)
    table.drag(CRIMSON, 37.7, 9.0)
    assert table.conditions(CRIMSON) == ["running"]


def a_grapple(table: Table) -> None:
    window, press = table.window, table.press
    # Brawn 6 + 5 - 6 for running = 5; Boomer's cover does not count hand to hand: 8 + 5 + 4 = 17. 6 + 6 + 5 = 17 holds
    # him (ZS-GRAP-02, ZS-GRAP-03).
    window.combatants.mark(BOOMER)
    window.action_panel.begin("grapple")
    assert table.due == ("attack", 5, 17)
    press("6 6 Enter")
    assert "restrained" in table.conditions(BOOMER)
    assert "held by Crimson" in table.row("Boomer")
    table.next_turn()
    for others in ((MINIONS[0], MINIONS[1], MINIONS[3]), (SNIPER,)):
        assert table.acting == others
        table.next_turn()


def the_third_round(table: Table) -> None:
    window, press = table.window, table.press
    assert window.work.battle.order.round == 3
    # Nothing falls any more. Apex has her turn again, and her dodge is over. 3 + 3 + 9 = 15 against 11.
    assert table.acting == (APEX,)
    assert table.conditions(APEX) == []
    window.combatants.mark(MINIONS[3])
    press("A 3 3 Enter")
    assert table.is_out(MINIONS[3])
    assert "2 of 4" in table.row("Boomer's minions")
    table.next_turn()
    # Boomer tries to break free: 5 + 4 - 3 = 6 against 8 + 6 + 5 + 3 for Crimson's running = 22 (ZS-GRAP-05).
    assert table.acting == (BOOMER,)
    window.action_panel.begin("break_free")
    assert table.due == ("break_free", 6, 22)
    press("1 2 Enter")
    assert "restrained" in table.conditions(BOOMER)
    table.next_turn()
    the_hold_hurts(table, endurance=12, faces="3 4 6", left=2)
    for _ in range(2):
        table.next_turn()


def the_hold_hurts(table: Table, *, endurance: int, faces: str, left: int) -> None:
    """Squeeze with leverage: 6 + 5 + 3 = 14 against 8 + 5 + 4 - 3 = 14 (ZS-GRAP-09, ZS-GRAP-10); it hurts Endurance."""
    window = table.window
    assert table.acting == (CRIMSON,)
    assert (table.endurance(BOOMER) or 12) == endurance
    window.combatants.mark(BOOMER)
    window.action_panel.begin("hurt_held")
    assert table.due == ("attack", 14, 14)
    # A die and Brawn 6, less the jacket's 2.
    table.press(f"{faces} Enter")
    assert table.endurance(BOOMER) == left
    table.next_turn()


def the_fourth_round(table: Table) -> None:
    window = table.window
    assert window.work.battle.order.round == 4
    assert table.acting == (APEX,)
    table.next_turn()
    assert table.acting == (BOOMER,)
    table.next_turn()
    # 1 + 6 - 2 = 5, but only 2 are left: he is unconscious (ZS-END-02, ZS-END-03).
    the_hold_hurts(table, endurance=2, faces="1 1 1", left=0)
    assert "unconscious" in table.conditions(BOOMER)
    assert health_of(window, BOOMER) == 7


def test_a_fight_from_its_start_to_its_end_and_back(open_window: OpenWindow, table: Table) -> None:
    beginning, press = table.window.work.battle, table.press
    the_players_act(table)
    the_others_answer(table)
    the_second_round(table)
    a_grapple(table)
    the_third_round(table)
    the_fourth_round(table)
    table.command("end_fight")
    end = table.window.work.battle
    assert end.order.phase == "ended"
    again = open_window(1366, 768, sample="dockside-ambush")
    assert again.work.battle == end
    for _ in range(len(again.work.bridge.session.steps)):
        press("Ctrl+Z")
    assert again.work.battle == beginning
    while again.work.bridge.session.can_redo:
        press("Ctrl+Y")
    assert again.work.battle == end


@pytest.mark.rule("ZS-OBJ-01")
def test_the_key_of_the_attack_strikes_a_marked_thing(table: Table) -> None:
    window, press = table.window, table.press
    assert window.work.combat.start(first="pc") is None
    (load,) = window.work.battle.things
    window.combatants.mark(load)
    press("A")
    assert window.work.actions.call is not None
    assert (window.work.actions.call.targets, window.work.actions.action) == (
        (load,),
        window.work.ruleset.actions["strike_object"],
    )
    # It hangs beyond the range of her pistol; the GM overrides that and is asked for its DV.
    press("Shift+Enter")
    assert window.work.actions.due is not None
    assert window.work.actions.due.id == "object_dv"
