"""Conditions of Wasteland 2d20, including injuries, and queries about a combatant's conditions."""

from __future__ import annotations

from model.engine.conditions import (
    OWN,
    Condition,
    Conditions,
    OwnChange,
    Relation,
    ValueChange,
    changing,
)
from model.engine.effects import effects_of, has_effect
from model.rulesets.wasteland.sheet import Battle, InjuryKind
from model.state.base import Id
from model.state.battle import name_of
from model.state.effects import Effect

PRONE, COVER, AIMING, DEFENDING, ASSISTING = "prone", "cover", "aiming", "defending", "assisting"
READIED, TRIGGERED, STUNNED, PERSISTENT, CHEM = "readied", "triggered", "stunned", "persistent", "chem"
IN_REACH, APART, ORDERED, WORN_DOWN = "in_reach", "apart", "ordered", "worn_down"
DYING, UNCONSCIOUS, DEAD = "dying", "unconscious", "dead"

INJURIES: dict[InjuryKind, str] = {
    "head": "head_injury",
    "torso": "torso_injury",
    "arm": "arm_injury",
    "leg": "leg_injury",
}
"""The condition of an injury by the kind of location; the effect's note is the location's id."""


defense, difficulty, attacked = changing("defense"), changing("difficulty"), changing("attacked")
target, dice, damage = changing("target"), changing("dice"), changing("damage")
"""Changes to the bearer's Defense, to the difficulty of the bearer's tests, and to that of attacks on the bearer."""
SIGHT = 2
"""How much harder tests that need sight are with a head injury (WL-INJ-05)."""


def _medicine(battle: Battle, effect: Effect) -> str:
    """The name of the chem that was taken, or a general one if the item is gone (WL-MIS-09)."""
    return name_of(battle, effect.source) if effect.source in battle.items else "Chem"


_ALL = (
    Condition(
        PRONE, "Prone", "arrow-down", "WL-PRONE-01",
        "Crawls with the major action, no sprint; attacks on them are +1 difficulty from medium or farther, -1 from "
        "close.",
        ends_with_combat=True,
        modifiers=(
            attacked(1, "far", rule="WL-PRONE-04"), attacked(-1, "close", rule="WL-PRONE-05"),
            attacked(-1, "reach", rule="WL-PRONE-05"),
        ),
    ),
    Condition(
        COVER, "In cover", "brick-wall", "WL-MIS-04", "As many cover dice as its amount, or those of the zone.",
        ends_with_combat=True,
    ),
    Condition(
        AIMING, "Aiming", "target", "WL-MIN-01", "Re-rolls a d20 of the turn's first attack.", until="turn_end",
        needs_able=True,
    ),
    Condition(
        DEFENDING, "Defending", "shield-half", "WL-MAJ-05", "Its amount is added to Defense.", until="turn_start",
        needs_able=True, adds_up=True, modifiers=(defense(OWN),),
    ),
    Condition(
        ASSISTING, "Helping", "users", "WL-MAJ-01", "Adds a d20 to the next test of the helped combatant.",
        until="turn_start", needs_able=True, relation=Relation(verb="helps", passive="helped by"),
    ),
    Condition(ORDERED, "Has orders", "flag", "WL-MAJ-04", "The order that the NPC was given.", until="turn_end"),
    Condition(
        READIED, "Ready", "hourglass", "WL-MAJ-14", "Holds a major action for a situation.", until="turn_start",
        needs_able=True,
    ),
    Condition(
        TRIGGERED, "Acts now", "zap", "WL-MAJ-15", "Can take one major action out of turn.", until="turn_start",
        needs_able=True,
    ),
    Condition(
        INJURIES["head"], "Head injury", "eye-off", "WL-INJ-05", "+2 difficulty on tests that need sight.", weight=1,
        modifiers=(difficulty(SIGHT, "sight"),),
    ),
    Condition(
        INJURIES["torso"], "Bleeding", "droplets", "WL-INJ-03", "2 CD of damage at the end of each of their turns.",
        weight=2,
    ),
    Condition(INJURIES["arm"], "Arm injury", "hand", "WL-INJ-01", "The arm cannot be used.", weight=1),
    Condition(
        INJURIES["leg"], "Leg injury", "footprints", "WL-INJ-02", "Move takes the major action; no sprint.", weight=1
    ),
    Condition(
        STUNNED, "Loses actions", "ban", "WL-INJ-04", "Loses the actions of their next turn.", weight=2,
        ends_with_combat=True,
    ),
    Condition(
        PERSISTENT, "Persistent damage", "flame", "WL-MIS-06", "Takes the weapon's damage again at the end of turns.",
        weight=2, ends_with_combat=True,
    ),
    Condition(WORN_DOWN, "Armour broken", "shield", "WL-MIS-06", "Less resistance at one location."),
    Condition(
        CHEM, "Chem", "activity", "WL-MIS-09", "A number changed by a chem; the note says which.", until="scene",
        adds_up=True, label=_medicine, modifiers=(ValueChange(value="", amount=OWN),),
    ),
    Condition(
        IN_REACH, "Within reach of", "link", "WL-DIST-02", "Set by hand, or by moving next to them.",
        relation=Relation(verb="within reach of", passive="within reach of"), weight=-1, ends_with_combat=True,
    ),
    Condition(
        APART, "Out of reach of", "unlink", "WL-DIST-02", "Set by hand.",
        relation=Relation(verb="out of reach of", passive="out of reach of", line="area"), weight=-1,
        ends_with_combat=True,
    ),
    Condition(
        DYING, "Dying", "heart-pulse", "WL-DYING-01", "At 0 HP: a death test at the end of each own turn.", weight=3
    ),
    Condition(
        UNCONSCIOUS, "Unconscious", "moon", "WL-MAJ-10", "No actions; the GM says when they wake up.", weight=3,
        ends_with_combat=True,
    ),
    Condition(DEAD, "Dead", "skull", "WL-DYING-03", "Failed a death test.", weight=4),
)  # fmt: skip

_OWN = (
    OwnChange(
        id="rolls", title="target numbers", of=(target(1),), most=20, least=-20,
        words=("target number", "target", "tn", "all rolls", "rolls", "roll", "all tests", "tests", "test"),
    ),
    OwnChange(id="difficulty", title="difficulty", words=("difficulties", "diff"), of=(difficulty(1),)),
    OwnChange(id="dice", title="dice of tests", words=("dice", "die", "d20", "d20s", "d"), of=(dice(1),)),
    OwnChange(id="defence", title="Defense", words=("defence", "def"), of=(defense(1),)),
    OwnChange(
        id="attacked", title="difficulty of attacks on them", words=("to be hit", "attacks on them"), of=(attacked(1),),
    ),
    OwnChange(id="damage", title="damage dice", words=("damage", "dmg", "cd", "combat dice"), of=(damage(1),)),
)  # fmt: skip

CONDITIONS = Conditions(_ALL, own_changes=_OWN)


def is_able(battle: Battle, who: Id) -> bool:
    """Whether a combatant is present, in combat, and neither dead, dying nor unconscious."""
    combatant = battle.combatants[who]
    is_here = combatant.is_present and not combatant.is_out
    return is_here and not has_effect(battle, who, DYING, UNCONSCIOUS, DEAD)


def injuries(battle: Battle, who: Id, kind: InjuryKind | None = None) -> tuple[Effect, ...]:
    """The injuries of a combatant, of one kind or all (WL-CRIT-03)."""
    kinds = INJURIES.values() if kind is None else (INJURIES[kind],)
    return tuple(effect for effect in effects_of(battle, who) if effect.kind in kinds)


def injury_count(battle: Battle, who: Id) -> int:
    """Number of injuries; treated ones are gone (WL-CRIT-03, WL-AMB-08)."""
    return len(injuries(battle, who))


def has_injury(battle: Battle, who: Id, kind: InjuryKind) -> bool:
    return has_effect(battle, who, INJURIES[kind])
