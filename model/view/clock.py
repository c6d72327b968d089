"""The time of a fight for the eyes of anybody: the game's own words, and the step that is being counted."""

from __future__ import annotations

from model.engine.planning import PLAN, waits_for_plans
from model.engine.ruleset import Ruleset
from model.state.base import State
from model.state.battle import AnyBattle
from model.view.texts import sentence
from model.view.viewer import GM, PLAYERS


class ClockView(State):
    """What a clock shows."""

    words: str
    """Such as `Round 3`."""
    brief: str
    """Such as `R3`."""
    steps: tuple[int, ...] = ()
    """What a round counts, in order; empty where it counts nothing."""
    step: int | None = None
    """The step that has been counted last; None before the first one."""


def clock_view(ruleset: Ruleset, battle: AnyBattle, ahead: int = 0) -> ClockView:
    """The clock of a battle; `ahead` asks for a later round."""
    clock, order = ruleset.turns.clock, battle.order
    round = order.round + ahead
    return ClockView(
        words=sentence(clock.words(battle, round), battle, PLAYERS),
        brief=sentence(clock.brief(battle, round), battle, PLAYERS),
        steps=clock.steps,
        step=order.segment if clock.steps and not ahead else None,
    )


def waiting_words(ruleset: Ruleset, battle: AnyBattle) -> str:
    """What the fight waits for before the turns of a round begin, for the GM; empty when it waits for nothing."""
    awaits = ruleset.turns.awaits or (waits_for_plans if PLAN in ruleset.actions else None)
    if battle.order.phase != "planning" or awaits is None:
        return ""
    return sentence(awaits(battle), battle, GM)
