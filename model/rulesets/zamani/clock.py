"""Turns of ten rounds, and the words of the clock (ZM-TIME-01, ZM-TIME-02)."""

from __future__ import annotations

from model.engine.types import Clock
from model.rulesets.zamani.initiative import FIRST_SEGMENT
from model.rulesets.zamani.sheet import Battle
from model.state.texts import Text, text

ROUNDS_OF_TURN = 10
SECONDS_OF_ROUND = 6


def _counted(battle: Battle, round: int | None = None) -> int:
    """Index from 0, on the clock of turns, of the current round or the one with the engine's number `round`.

    Negative for a surprise round before the first turn.
    """
    return (battle.order.round if round is None else round) - 1


def turn_of(battle: Battle) -> int:
    """Number of the current turn of ten rounds, from 1 (ZM-TIME-01)."""
    return max(0, _counted(battle)) // ROUNDS_OF_TURN + 1


def round_of_turn(battle: Battle) -> int:
    """Number of the round within its turn, from 1; 0 for a surprise round before the first turn (ZM-TIME-01)."""
    counted = _counted(battle)
    return 0 if counted < 0 else counted % ROUNDS_OF_TURN + 1


def _clock_words(battle: Battle, round: int) -> Text:
    counted = _counted(battle, round)
    if counted < 0:
        return text("Surprise round")
    return text("Turn {turn}, round {round}", turn=counted // ROUNDS_OF_TURN + 1, round=counted % ROUNDS_OF_TURN + 1)


def _brief_clock(battle: Battle, round: int) -> Text:
    counted = max(0, _counted(battle, round))
    return text("T{turn}.{round}", turn=counted // ROUNDS_OF_TURN + 1, round=counted % ROUNDS_OF_TURN + 1)


CLOCK = Clock(words=_clock_words, brief=_brief_clock, steps=tuple(range(FIRST_SEGMENT, 0, -1)))


def elapsed(battle: Battle) -> int:
    """Seconds of combat before the start of this round (ZM-TIME-02)."""
    return SECONDS_OF_ROUND * max(0, _counted(battle))
