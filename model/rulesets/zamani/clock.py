"""Turns of ten rounds, and the time they take (ZM-TIME-01, ZM-TIME-02)."""

from __future__ import annotations

from model.engine.clock import Clock
from model.rulesets.zamani.initiative import FIRST_SEGMENT
from model.rulesets.zamani.settings import rules
from model.state.battle import AnyBattle
from model.state.texts import Text, text

ROUNDS_OF_TURN = 10
SECONDS_OF_ROUND = 6


def _counted(battle: AnyBattle, round: int | None = None) -> int:
    """Rounds from 0 on, as the clock of turns counts them: the one that is running, or one of the engine's number."""
    number = battle.order.round if round is None else round
    return number - (0 if rules(battle).surprise_round_counts and _opened_with_surprise(battle) else 1)


def _opened_with_surprise(battle: AnyBattle) -> bool:
    return bool(battle.shared.surprises)


def turn_of(battle: AnyBattle) -> int:
    """The turn of ten rounds that is running, from 1 on (ZM-TIME-01)."""
    return max(0, _counted(battle)) // ROUNDS_OF_TURN + 1


def round_of_turn(battle: AnyBattle) -> int:
    """The round within its turn, from 1 on; 0 for a surprise round that stands before the turns (ZM-TIME-01)."""
    counted = _counted(battle)
    return 0 if counted < 0 else counted % ROUNDS_OF_TURN + 1


def _clock_words(battle: AnyBattle, round: int) -> Text:
    counted = _counted(battle, round)
    if counted < 0 or (battle.order.phase == "surprise" and round == battle.order.round):
        return text("Surprise round")
    return text("Turn {turn}, round {round}", turn=counted // ROUNDS_OF_TURN + 1, round=counted % ROUNDS_OF_TURN + 1)


def _brief_clock(battle: AnyBattle, round: int) -> Text:
    counted = max(0, _counted(battle, round))
    return text("T{turn}.{round}", turn=counted // ROUNDS_OF_TURN + 1, round=counted % ROUNDS_OF_TURN + 1)


CLOCK = Clock(words=_clock_words, brief=_brief_clock, steps=tuple(range(FIRST_SEGMENT, 0, -1)))


def elapsed(battle: AnyBattle) -> int:
    """Seconds of the fight at the start of this round (ZM-TIME-02)."""
    return SECONDS_OF_ROUND * max(0, _counted(battle))
