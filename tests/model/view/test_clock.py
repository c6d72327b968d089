"""The clock of a fight: rounds unless the game declares another; players see a countdown where they last saw it."""

from __future__ import annotations

from model.engine.types import Clock
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Note, gm_text, text
from model.view.log import LogEntry, log_line
from model.view.order import order_view
from model.view.players import players_view
from model.view.pools import clock_view, waiting_words
from tests.model.view.kit import RULES, fight, step
from tests.model.view.round3 import round3

BELLS = Clock(
    words=lambda battle, round: text("Watch {watch}, bell {bell}", watch=round // 8 + 1, bell=round % 8),
    brief=lambda battle, round: text("{bell}b", bell=round % 8),
    steps=(3, 2, 1),
)
COUNTING = replace(RULES, turns=replace(RULES.turns, clock=BELLS))


def counted(battle: AnyBattle, **steps: int) -> AnyBattle:
    """Return the battle with these slots on these steps of the countdown."""
    slots = {id: replace(battle.order.slots[id], segment=step) for id, step in steps.items()}
    return replace(battle, order=replace(battle.order, slots=battle.order.slots | slots))


def test_a_game_that_says_nothing_counts_rounds() -> None:
    clock = clock_view(RULES, round3())
    assert (clock.words, clock.brief, clock.steps, clock.step) == ("Round 3", "R3", (), None)


def test_a_games_own_clock_stands_everywhere() -> None:
    battle = round3()
    assert clock_view(COUNTING, battle).words == "Watch 1, bell 3"
    assert [section.title for section in order_view(COUNTING, battle).sections][1] == "watch 1, bell 4"
    line = log_line(COUNTING, LogEntry(number=1, note=Note(), battle=battle))
    assert line is not None
    assert (line.when, line.brief) == ("Watch 1, bell 3", "3b")
    assert players_view(COUNTING, battle).clock.words == "Watch 1, bell 3"


def test_players_see_the_countdown_where_they_saw_a_combatant_act_last() -> None:
    # Apex on 3, the hidden sniper on 2, Crimson on 1.
    start = fight("apex-1", "sniper-6", "crimson-3")
    of = {start.order.slots[id].members[0]: id for id in start.order.sequence if start.order.slots[id].members}
    apex = counted(start, **{of["apex-1"]: 3, of["sniper-6"]: 2, of["crimson-3"]: 1})
    apex = replace(apex, order=replace(apex.order, segment=3))
    seen = players_view(COUNTING, apex)
    assert seen.clock.step == 3
    sniper = step(apex, "end_turn")
    assert (sniper.order.acting, sniper.order.segment) == (("sniper-6",), 2)
    during = players_view(COUNTING, sniper, seen)
    assert during.clock.step == 3
    assert order_view(COUNTING, sniper).clock.step == 2
    crimson = step(sniper, "end_turn")
    assert players_view(COUNTING, crimson, during).clock.step == 1


def test_what_a_fight_waits_for_is_said_before_the_turns_alone() -> None:
    rules = replace(RULES, turns=replace(RULES.turns, awaits=lambda battle: gm_text("who goes first?")))
    battle = round3()
    assert waiting_words(rules, battle) == ""
    planning = replace(battle, order=replace(battle.order, phase="planning"))
    assert waiting_words(rules, planning) == "Who goes first?"
    assert waiting_words(RULES, planning) == ""
