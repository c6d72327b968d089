"""What a game calls the time of a fight: the engine counts rounds, a ruleset says what they are and what they count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model.state.battle import AnyBattle
from model.state.texts import Text, text

InWords = Callable[[AnyBattle, int], Text]
"""A round of the battle, by the engine's number, in words."""


def _round(battle: AnyBattle, round: int) -> Text:
    return text("Round {round}", round=round)


def _brief_round(battle: AnyBattle, round: int) -> Text:
    return text("R{round}", round=round)


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The clock of a game; what it says names nobody, so that everybody may read it."""

    words: InWords = _round
    """Such as `Round 3`, for headings."""
    brief: InWords = _brief_round
    """The same in at most seven signs, for columns."""
    steps: tuple[int, ...] = ()
    """What every round counts, in the order in which it is counted; empty: nothing. `Slot.segment` is one of them."""


ROUNDS = Clock()
"""Rounds, and nothing else."""
