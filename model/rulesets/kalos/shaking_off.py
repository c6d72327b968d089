"""Rolls to end a condition: who may make them, and what counts for them (KM-AMB-24, KM-AMB-37)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.calls import Call
from model.engine.effects import has_effect
from model.rulesets.families.ogc.pools import is_down
from model.rulesets.kalos.conditions import HELPLESS, IMMOBILISED
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.vitals import is_spent
from model.state.battle import AnyBattle
from model.state.texts import Refusal


def may_recover(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: somebody who is there and awake; the helpless too, by default (KM-AMB-24)."""
    who = call.actor
    if who in battle.combatants and rules(battle).helpless_may_attempt_recovery:
        is_awake = not is_spent(battle, who) and not is_down(battle, who)
        if is_awake and (has_effect(battle, who, HELPLESS) or has_effect(battle, who, IMMOBILISED)):
            return
    yield from ACTING.somebody(battle, call)


def without_own_penalty(battle: AnyBattle, kind: str) -> tuple[str, ...]:
    """Conditions that do not count for the roll to end one of them (KM-AMB-37)."""
    return () if rules(battle).condition_penalty_on_recovery else (kind,)
