"""Help that waits for somebody's test: Assist and Command an NPC (WL-MAJ-01, WL-MAJ-03, WL-AMB-09, WL-AMB-28)."""

from __future__ import annotations

from dataclasses import dataclass

from model.engine.effects import add_effect, effects_of, end_effects
from model.rulesets.wasteland.conditions import ASSISTING, DEAD, DYING, UNCONSCIOUS
from model.rulesets.wasteland.gear import Pair
from model.rulesets.wasteland.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.effects import Until


@dataclass(frozen=True)
class Helper:
    """Somebody whose help waits for a test."""

    who: Id
    pair: Pair
    effect: Id
    is_certain: bool = False
    """One success without a roll."""


CERTAIN = 1
"""Amount of the effect where the help is one success without a roll."""


def promise_help(battle: AnyBattle, who: Id, other: Id, pair: Pair, *, is_certain: bool = False) -> AnyBattle:
    """Help somebody with their next test."""
    until: Until = "round_end" if rules(battle).assist_expires == "end_of_round" else "turn_start"
    amount = CERTAIN if is_certain else 0
    return add_effect(battle, who, ASSISTING, other=other, until=until, note="+".join(pair), amount=amount)


def _can_help(battle: AnyBattle, who: Id) -> bool:
    """There, and neither dead nor unconscious; the dying only where a house rule lets them act (WL-AMB-19)."""
    combatant = battle.combatants[who]
    if not combatant.effects or not combatant.is_present or combatant.is_out:
        return False
    kinds = {effect.kind for effect in effects_of(battle, who)}
    return not kinds & {DEAD, UNCONSCIOUS} and (DYING not in kinds or rules(battle).dying_can_act != "none")


def helpers_of(battle: AnyBattle, who: Id) -> tuple[Helper, ...]:
    """Those able to help whose help waits for a test of somebody, up to as many as may help."""
    found = []
    for helper in battle.combatants:
        if not _can_help(battle, helper):
            continue
        for effect in effects_of(battle, helper, ASSISTING):
            name, _, skill = effect.note.partition("+")
            if effect.other == who and skill:
                found.append(Helper(helper, (name, skill), effect.id, is_certain=effect.amount == CERTAIN))
    most = rules(battle).assist_max_helpers
    return tuple(found[:most] if most else found)


def spend_help(battle: AnyBattle, helpers: tuple[Helper, ...]) -> AnyBattle:
    """Help serves one test."""
    spent = {helper.effect for helper in helpers}
    return end_effects(battle, lambda bearer, effect: effect.id in spent)
