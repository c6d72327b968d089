"""Conditions of Speed & Effort: stances, aiming, stored reactions, surprise, and being out of combat."""

from __future__ import annotations

from typing import Literal

from model.engine.ask import Ask
from model.engine.conditions import OWN, Condition, Conditions, OwnChange, Relation, changing, house
from model.engine.effects import add_effect, end_effects, end_effects_of, has_effect
from model.rulesets.effort.pools import regain
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import Id
from model.state.effects import Effect

Stance = Literal["standing", "crouching", "prone"]
STANCES: tuple[Stance, ...] = ("standing", "crouching", "prone")
AIMING, REACTION, REGAINING, SURPRISED, OUT, DEAD = "aiming", "reaction", "regaining", "surprised", "out", "dead"


attack, attacked, defence = changing("attack"), changing("attacked"), changing("defence")
check, initiative, damage = changing("check"), changing("initiative"), changing("damage")
"""Changes to the bearer's own attack roll, to attack rolls against the bearer, and to the bearer's defence number."""

OF_THE_ABLE = (AIMING, REACTION, REGAINING)
"""Conditions that end when their bearer is out of combat: they come to nothing.

`settle` ends them itself, not `needs_able`, because it then drops the stored actions of reactions that have ended.
"""
OF_TURNS = (*OF_THE_ABLE, SURPRISED)
"""Conditions that end with combat, because there are no more turns."""


def stance_of(battle: Battle, who: Id) -> Stance:
    """The stance of a combatant: standing without a condition; prone takes precedence over crouching."""
    if has_effect(battle, who, "prone"):
        return "prone"
    return "crouching" if has_effect(battle, who, "crouching") else "standing"


def with_stance(battle: Battle, who: Id, stance: Stance) -> Battle:
    """The battle with a combatant in a stance."""
    battle = end_effects_of(battle, who, "prone", "crouching")
    return battle if stance == "standing" else add_effect(battle, who, stance)


# ---------------------------------------------------------------------------------- at the start and end of turns


def _aim_is_over(battle: Battle, who: Id, effect: Effect, ask: Ask) -> Battle:
    """An aim lasts until the end of the turn after the one in which it was taken (SE-MIS-04)."""
    turn = battle.order.turn
    is_same = effect.since.round == battle.order.round and turn is not None and effect.since.slot == turn.slot
    return battle if is_same else _ended(battle, effect)


def _regained(battle: Battle, who: Id, effect: Effect, ask: Ask) -> Battle:
    return regain(_ended(battle, effect), who, ask)


def _ended(battle: Battle, gone: Effect) -> Battle:
    return end_effects(battle, lambda bearer, effect: effect.id == gone.id)


_ALL = (
    Condition(
        "crouching", "Crouching", "chevron-down", "SE-STANCE-01",
        "A stance; standing up or lying down costs 1 speed point.",
        ends_with_combat=True,
        modifiers=(
            attacked(house(lambda battle: rules(battle).stance_mod_crouching_ranged), "ranged", rule="SE-MIS-09"),
            attacked(house(lambda battle: rules(battle).stance_mod_crouching_melee), "melee", rule="SE-MIS-09"),
        ),
    ),
    Condition(
        "prone", "Prone", "arrow-down", "SE-STANCE-02", "A stance; changing to any other costs 2 speed points.",
        ends_with_combat=True,
        modifiers=(
            attacked(house(lambda battle: rules(battle).stance_mod_prone_ranged), "ranged", rule="SE-MIS-09"),
            attacked(house(lambda battle: rules(battle).stance_mod_prone_melee), "melee", rule="SE-MIS-09"),
        ),
    ),
    Condition(
        "cover", "Cover", "brick-wall", "SE-MIS-08", "Its amount is subtracted from attacks against the combatant "
                                                     "behind it.",
        ends_with_combat=True, modifiers=(attacked(-OWN),),
    ),
    Condition(
        AIMING, "Aiming", "crosshair", "SE-ACT-06",
        "A bonus to the next attack on the target, until the end of the attacker's next turn.",
        ends_with_combat=True, at_turn_end=_aim_is_over,
        relation=Relation(verb="aims at", passive="aimed at by", line="aim"),
        modifiers=(
            attack(house(lambda battle: rules(battle).aim_bonus), rule="SE-MIS-04", is_towards_other=True),
        ),
    ),
    Condition(
        REACTION, "Reaction armed", "hourglass", "SE-REA-01",
        "An action held ready for its trigger, until the start of the next turn.",
        until="turn_start", is_public=False,
    ),
    Condition(
        REGAINING, "Regaining speed", "heart-pulse", "SE-MOVE-04", "Gives up the round to regain speed points.",
        ends_with_combat=True, at_turn_end=_regained,
    ),
    Condition(
        SURPRISED, "Surprised", "zap", "SE-SUR-03", "No action, no reaction, no free action in the surprise round.",
        until="round_end",
    ),
    Condition(
        OUT, "Out of combat", "heart-pulse", "SE-MIS-02", "No health left.", until="recovered", ends_with_combat=True,
    ),
    Condition(DEAD, "Dead", "skull", "SE-MIS-02"),
)  # fmt: skip

_OWN = (
    OwnChange(
        id="rolls", title="all rolls", words=("rolls", "roll"), of=(attack(1), check(1), initiative(1)),
    ),
    OwnChange(id="attack", title="attacks", words=("attack", "attack rolls", "attack roll", "to hit"), of=(attack(1),)),
    OwnChange(id="checks", title="checks", words=("check", "tests", "test", "contests", "skills"), of=(check(1),)),
    OwnChange(id="initiative", title="initiative", words=("ini", "init"), of=(initiative(1),)),
    OwnChange(
        id="defence", title="defence", words=("defense", "defence number", "to be hit"), of=(defence(1),),
    ),
    OwnChange(id="damage", title="damage", words=("dmg",), of=(damage(1),)),
)  # fmt: skip

CONDITIONS = Conditions(_ALL, own_changes=_OWN)


def is_surprised(battle: Battle, who: Id) -> bool:
    """Whether a combatant is surprised in the surprise round (SE-SUR-03)."""
    return battle.order.round == 0 and has_effect(battle, who, SURPRISED)
