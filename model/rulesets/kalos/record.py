"""The record of Kalos: every part of the game that the engine, the scenarios and the windows use."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ask import Ask
from model.engine.displays import NumbersDisplay
from model.engine.edits import EDITS
from model.engine.modifiers import highest_bonus_all_penalties
from model.engine.ruleset import Action, Credit, Derived, Measure, Ruleset
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.battle import AttackKind
from model.rulesets.families.ogc.pools import Death, Falling
from model.rulesets.families.ogc.sheet import BRIEF, POOLS_DERIVED, POOLS_DISPLAYED, Number, resists
from model.rulesets.families.ogc.tasks import TASK_ACTIONS
from model.rulesets.kalos.archetypes import ARCHETYPES
from model.rulesets.kalos.area import AREA_ATTACK, SWEEP
from model.rulesets.kalos.attack import COMBAT, KNOCKBACK_CHOICE, SHAKE_OFF, settle_pools
from model.rulesets.kalos.checks import (
    PARAMETERS,
    POOLS,
    RANGES,
    WEAPONS,
    attack_value,
    defence_value,
    titled,
    valid_trades,
)
from model.rulesets.kalos.conditions import CONDITIONS
from model.rulesets.kalos.defence import DEFENCE_ACTIONS, FORCING, UP_ODDS
from model.rulesets.kalos.manoeuvres import FOCUS, MANOEUVRES
from model.rulesets.kalos.movement import ACTING, HOLDS, MOVE, MOVEMENT, base_move, metres_left, sprint
from model.rulesets.kalos.names import SHEET_PARTS
from model.rulesets.kalos.order import OTHER_ACTIONS, TURNS, order_actions
from model.rulesets.kalos.recovery import RECOVERY_ACTIONS, REVIVE_PARTY
from model.rulesets.kalos.settings import HouseRules, rules
from model.rulesets.kalos.sheet import Battle, Gear, Shared, Sheet, new_sheet
from model.rulesets.kalos.tactics import TACTICS
from model.rulesets.kalos.tasks import TASKS
from model.state.base import Id

# ------------------------------------------------------------------------------------------------ what the windows show


_KINDS: tuple[AttackKind, ...] = ("ranged", "melee", "mental")


def _av(kind: AttackKind) -> Callable[[Battle, Id], Number]:
    def value(battle: Battle, who: Id) -> Number:
        weapon = WEAPONS.usual(battle, who)
        fits = weapon is not None and weapon.gear.attack_kind == kind
        return attack_value(battle, who, kind, weapon if fits else None)

    return value


def _dv(kind: AttackKind) -> Callable[[Battle, Id], Number]:
    return lambda battle, who: defence_value(battle, who, kind)


_DERIVED = (
    *POOLS_DERIVED,
    *(Derived(key=f"av_{kind}", title=f"AV {kind}", value=_av(kind), group="Attack") for kind in _KINDS),
    *(Derived(key=f"dv_{kind}", title=f"DV {kind}", value=_dv(kind), group="Defence") for kind in _KINDS),
    Derived(key="resists", title="Resists", value=POOLS.resists, group="Defence"),
    Derived(key="base", title="Base move", value=base_move, group="Movement"),
    Derived(key="sprint", title="Sprint", value=sprint, group="Movement"),
    Derived(
        key="base_left", title="Base move left", group="Movement",
        value=lambda battle, who: int(metres_left(battle, who, is_sprint=False)),
    ),
    Derived(
        key="sprint_left", title="Sprint left", group="Movement",
        value=lambda battle, who: int(metres_left(battle, who, is_sprint=True)),
    ),
)  # fmt: skip

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _skills(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    skills: dict[str, int] = battle.combatants[who].sheet.skills
    return tuple((titled(skill), rank) for skill, rank in skills.items() if rank)


def _defences(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    sheet = battle.combatants[who].sheet
    values = tuple((kind, defence_value(battle, who, kind).total) for kind in _KINDS)
    return (*values, *resists(POOLS.resists(battle, who), sheet.mr, sheet.ar))


DISPLAYS = (
    NumbersDisplay(key="skills", title="Skills", value=_skills),
    *POOLS_DISPLAYED,
    NumbersDisplay(key="defence", title="Defence", value=_defences),
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- the record


ATTACK = Action(
    id="attack",
    title="Attack",
    run=COMBAT.attack,
    items=WEAPONS.choices("attack"),
    targets="one",
    parameters=PARAMETERS,
    guards=(
        *ACTING.costs("standard", "KM-STD-01"),
        WEAPONS.one_combatant,
        WEAPONS.fit,
        WEAPONS.in_range,
        valid_trades,
    ),
    rules=("KM-ATK-02", "KM-ATK-05", "KM-NORM-01", "KM-MENT-01", "KM-ALT-01"),
    cost="standard action",
    group="attack",
    key="A",
    help="Shoot, strike or use a power against one target.",
)

DEATH = Death(rule="KM-DEATH-01")


class KalosFalling(Falling[Battle]):
    pools = POOLS
    rules = ("KM-ENV-01", "KM-MIS-11", "KM-MIS-12")
    dice = 1
    is_resisted = True

    def falls_hurt(self, battle: Battle) -> bool:
        return rules(battle).falling_damage == "gm_level"


FALLING = KalosFalling()

_ACTIONS = (
    ATTACK,
    *MANOEUVRES,
    SWEEP,
    AREA_ATTACK,
    KNOCKBACK_CHOICE,
    FOCUS,
    SHAKE_OFF,
    *RECOVERY_ACTIONS,
    MOVE,
    *DEFENCE_ACTIONS,
    *FORCING.actions(),
    *TASKS,
    FALLING.action(),
    DEATH.action(),
    DEATH.guarded(EDITS["set_condition"]),
    *OTHER_ACTIONS,
)


def settle(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the consequences of any change, no matter who made it: first for pools, then for holds."""
    return HOLDS.settled(before, settle_pools(before, after, ask), ask)


KALOS = Ruleset(
    id="kalos",
    name="Kalos Mechanism 4e",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    house_rules=HouseRules,
    turns=TURNS,
    actions={**EDITS, **order_actions(), **{action.id: action for action in _ACTIONS}},
    conditions=CONDITIONS,
    ranges=RANGES,
    stacking=highest_bonus_all_penalties,
    displays=DISPLAYS,
    derived=DERIVED,
    measures=(*odds.MEASURES, Measure(key=UP_ODDS, title="gets up")),
    hurt=POOLS.hurt,
    settle=settle,
    tactics=TACTICS,
    usual_attack=WEAPONS.usual_attack,
    movement=MOVEMENT,
    tasks=TASK_ACTIONS,
    lasting=("short_rests",),
    rests=("short_rest", "long_rest", REVIVE_PARTY),
    new_sheet=new_sheet,
    archetypes=ARCHETYPES,
    brief=BRIEF,
    sheet_parts=SHEET_PARTS,
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage"),
    credit=Credit(
        authors="The Open Gaming Content wiki of RPG Library (ogc.rpglibrary.org)",
        licence="CC BY-SA 4.0",
        words="You may share and adapt the game if you give credit and share your version under the same licence.",
    ),
    help="Roll 2d6 + skill; equal to or above the DV succeeds. Only the highest bonus counts; penalties add up.",
)
