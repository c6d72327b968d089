"""Conditions of Speed & Effort: stances, aiming, stored reactions, surprise, and being out of the fight."""

from __future__ import annotations

from typing import Literal

from model.engine.ask import Ask
from model.engine.effects import add_effect, effects_of, end_effects, end_effects_of, has_effect
from model.engine.ruleset import Condition, Tie
from model.rulesets.effort.pools import regain
from model.rulesets.effort.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.effects import Effect

Stance = Literal["standing", "crouching", "prone"]
STANCES: tuple[Stance, ...] = ("standing", "crouching", "prone")
AIMING, REACTION, REGAINING, SURPRISED, OUT, DEAD = "aiming", "reaction", "regaining", "surprised", "out", "dead"


OF_TURNS = (AIMING, REACTION, REGAINING, SURPRISED)
"""What is over with the fight, since nobody has turns any more."""


def stance_of(battle: AnyBattle, who: Id) -> Stance:
    """Standing, unless a condition says otherwise; whoever is prone is not also crouching."""
    if has_effect(battle, who, "prone"):
        return "prone"
    return "crouching" if has_effect(battle, who, "crouching") else "standing"


def with_stance(battle: AnyBattle, who: Id, stance: Stance) -> AnyBattle:
    """The battle with somebody in a stance."""
    battle = end_effects_of(battle, who, "prone", "crouching")
    return battle if stance == "standing" else add_effect(battle, who, stance)


# ------------------------------------------------------------------------------------------ what turns do to them


def _aim_is_over(battle: AnyBattle, who: Id, effect: Effect, ask: Ask) -> AnyBattle:
    """An aim lasts to the end of the turn after the one in which it was taken (SE-MIS-04)."""
    turn = battle.order.turn
    is_same = effect.since.round == battle.order.round and turn is not None and effect.since.slot == turn.slot
    return battle if is_same else _ended(battle, effect)


def _reaction_is_over(battle: AnyBattle, who: Id, effect: Effect, ask: Ask) -> AnyBattle:
    """A reaction declared while planning is lost at the own turn of the following round (SE-AMB-02)."""
    return battle if effect.since.round == battle.order.round else _ended(battle, effect)


def _regained_at_end(battle: AnyBattle, who: Id, effect: Effect, ask: Ask) -> AnyBattle:
    if rules(battle).sp_regain_when != "end_of_turn":
        return battle
    return regain(_ended(battle, effect), who, ask)


def _regained_at_start(battle: AnyBattle, who: Id, effect: Effect, ask: Ask) -> AnyBattle:
    return regain(_ended(battle, effect), who, ask)


def _ended(battle: AnyBattle, gone: Effect) -> AnyBattle:
    return end_effects(battle, lambda bearer, effect: effect.id == gone.id)


_ALL = (
    Condition(
        id="crouching", title="Crouching", icon="chevron-down", rule="SE-STANCE-01",
        help="A stance; standing up or lying down costs 1 speed point.",
    ),
    Condition(
        id="prone", title="Prone", icon="arrow-down", rule="SE-STANCE-02",
        help="A stance; any other one costs 2 speed points.",
    ),
    Condition(
        id="cover", title="Cover", icon="brick-wall", rule="SE-MIS-08",
        help="Its amount is taken off attacks against whoever is behind it.",
    ),
    Condition(
        id=AIMING, title="Aiming", icon="crosshair", rule="SE-ACT-06", at_turn_end=_aim_is_over,
        tie=Tie(verb="aims at", passive="aimed at by", line="aim"),
        help="A bonus to the next attack on the target aimed at, until the end of the next turn.",
    ),
    Condition(
        id=REACTION, title="Reaction armed", icon="hourglass", rule="SE-REA-01", until="turn_start",
        at_turn_start=_reaction_is_over, is_public=False,
        help="An action stored behind a condition, until the start of the next turn.",
    ),
    Condition(
        id=REGAINING, title="Regaining speed", icon="heart-pulse", rule="SE-MOVE-04",
        at_turn_end=_regained_at_end, at_turn_start=_regained_at_start,
        help="Gives the round up for speed points.",
    ),
    Condition(
        id=SURPRISED, title="Surprised", icon="zap", rule="SE-SUR-03", until="round_end",
        help="No action, no reaction, no free action in the surprise round.",
    ),
    Condition(
        id=OUT, title="Out of the fight", icon="heart-pulse", rule="SE-MIS-02", until="recovered",
        help="No health left.",
    ),
    Condition(id=DEAD, title="Dead", icon="skull", rule="SE-MIS-02", until="removed"),
)  # fmt: skip

CONDITIONS: dict[str, Condition] = {condition.id: condition for condition in _ALL}


def is_surprised(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody is surprised in the surprise round (SE-SUR-03)."""
    return battle.order.round == 0 and has_effect(battle, who, SURPRISED)


def aim_at(battle: AnyBattle, who: Id, target: Id) -> Effect | None:
    """The aim that somebody has taken at a target."""
    return next((effect for effect in effects_of(battle, who, AIMING) if effect.other == target), None)
