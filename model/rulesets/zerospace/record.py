"""The record of ZeroSpace: every part of the game that the engine, the scenarios and the windows use."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.displays import NumbersDisplay
from model.engine.edits import EDITS
from model.engine.modifiers import highest_bonus_all_penalties
from model.engine.ruleset import Action, Credit, Derived, Ruleset
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.battle import AttackKind
from model.rulesets.families.ogc.pools import Death, Falling
from model.rulesets.families.ogc.recovery import RESTS, without_orphans
from model.rulesets.families.ogc.sheet import BRIEF, POOLS_DERIVED, POOLS_DISPLAYED, Number, resists
from model.rulesets.families.ogc.tasks import TASK_ACTIONS
from model.rulesets.zerospace.archetypes import ARCHETYPES
from model.rulesets.zerospace.area import AREA_ATTACK, AREAS, SWEEPS, around_target
from model.rulesets.zerospace.attack import COMBAT, STRIKE_OBJECT, settle_objects, settle_pools
from model.rulesets.zerospace.checks import (
    PARAMETERS,
    POOLS,
    RANGES,
    WEAPONS,
    attack_value,
    defence_value,
    exclusive,
    resistance,
    titled,
)
from model.rulesets.zerospace.conditions import CONDITIONS
from model.rulesets.zerospace.defence import DEFENCE_ACTIONS, FORCING
from model.rulesets.zerospace.manoeuvres import (
    ATTACKER,
    CHARGE,
    MANOEUVRES,
    TEAM_ATTACK,
    THROW_HELD,
    warn_of_anchor,
)
from model.rulesets.zerospace.movement import HOLDS, MOVE, MOVEMENT, Mode, metres_left, rate
from model.rulesets.zerospace.names import SHEET_PARTS
from model.rulesets.zerospace.order import OTHER_ACTIONS, TURNS, order_actions
from model.rulesets.zerospace.plot_actions import PLOT_ACTIONS
from model.rulesets.zerospace.plot_points import END_EVENING, EVENING, players_of
from model.rulesets.zerospace.recovery import ONGOING, RECOVERY, settle_rests
from model.rulesets.zerospace.settings import HouseRules
from model.rulesets.zerospace.sheet import ATTRIBUTES, Battle, Gear, Shared, Sheet, ZeroSpacePlayer, attribute, counters
from model.rulesets.zerospace.tactics import TACTICS
from model.rulesets.zerospace.tasks import TASKS
from model.state.base import Id
from model.state.texts import Refusal

# ------------------------------------------------------------------------------------------------ what the windows show


def _av(kind: AttackKind) -> Callable[[Battle, Id], Number]:
    def value(battle: Battle, who: Id) -> Number:
        weapon = WEAPONS.usual(battle, who)
        fits = weapon is not None and weapon.gear.attack_kind == kind
        return attack_value(battle, who, kind, weapon if fits else None)

    return value


def _dv(kind: AttackKind) -> Callable[[Battle, Id], Number]:
    return lambda battle, who: defence_value(battle, who, kind)


def _rate(mode: Mode) -> Callable[[Battle, Id], Number]:
    return lambda battle, who: rate(battle, who, mode)


def _left(mode: Mode) -> Callable[[Battle, Id], Number]:
    return lambda battle, who: int(metres_left(battle, who, mode))


def points(battle: Battle, who: Id) -> int:
    """Plot points of a combatant's players."""
    return sum(player.plot_points for player in players_of(battle, who))


_DERIVED = (
    *POOLS_DERIVED,
    Derived(key="av_ranged", title="AV ranged", value=_av("ranged"), group="Attack"),
    Derived(key="av_melee", title="AV melee", value=_av("melee"), group="Attack"),
    Derived(key="dv_ranged", title="DV ranged", value=_dv("ranged"), group="Defence"),
    Derived(key="dv_melee", title="DV melee", value=_dv("melee"), group="Defence"),
    Derived(key="dv_mental", title="DV mental", value=_dv("mental"), group="Defence"),
    Derived(key="resists", title="Resists", value=POOLS.resists, group="Defence"),
    Derived(key="walk", title="Walk", value=_rate("walk"), group="Movement"),
    Derived(key="run", title="Run", value=_rate("run"), group="Movement"),
    Derived(key="sprint", title="Sprint", value=_rate("sprint"), group="Movement"),
    Derived(key="walk_left", title="Walk left", value=_left("walk"), group="Movement"),
    Derived(key="run_left", title="Run left", value=_left("run"), group="Movement"),
    Derived(key="sprint_left", title="Sprint left", value=_left("sprint"), group="Movement"),
    Derived(key="plot_points", title="Plot points", value=points, group="More"),
)

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _attributes(battle: Battle, who: Id) -> tuple[tuple[str, int, str], ...]:
    """The attributes, each with the field that its tile edits."""
    titles = {name: "Power" if name == "power_level" else titled(name) for name in ATTRIBUTES}
    return tuple((title, attribute(battle, who, name), f"sheet.{name}") for name, title in titles.items())


def _defences(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    kinds: tuple[AttackKind, ...] = ("ranged", "melee", "mental")
    values = tuple((kind, defence_value(battle, who, kind).total) for kind in kinds)
    return (*values, *resists(*(resistance(battle, who, type) for type in ("normal", "mental", "alteration"))))


DISPLAYS = (
    NumbersDisplay(key="attributes", title="Attributes", value=_attributes),
    *POOLS_DISPLAYED,
    NumbersDisplay(key="defence", title="Defence", value=_defences),
    NumbersDisplay(key="ammo", title="Ammunition", value=counters),
)


# -------------------------------------------------------------------------------------------------------------- attacks


def _attack(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack one target, or with an area weapon the area around it (ZS-ATK-02, ZS-AREA-01)."""
    if AREAS.has_area(battle, call):
        return AREAS.attack(battle, around_target(call), ask)
    return COMBAT.attack(battle, call, ask)


ATTACK = Action(
    id="attack",
    title="Attack",
    run=_attack,
    items=WEAPONS.choices("attack"),
    targets="one",
    parameters=PARAMETERS,
    guards=(*ATTACKER, WEAPONS.one_combatant, WEAPONS.fit, WEAPONS.in_range, exclusive()),
    rules=("ZS-ATK-01", "ZS-ATK-02", "ZS-ATK-03", "ZS-ATK-07", "ZS-ATK-14", "ZS-ROLL-04"),
    cost="standard action",
    group="attack",
    key="A",
    help="Shoot, strike or use a power; an area attack hits the area around the target.",
)

ATTACKS = (
    ATTACK,
    AREA_ATTACK,
    CHARGE,
    *SWEEPS,
    *MANOEUVRES,
    THROW_HELD,
    TEAM_ATTACK,
)


# ----------------------------------------------------------------------------------------------------------- the record


DEATH = Death(rule="ZS-DEATH-01")


class ZeroSpaceFalling(Falling[Battle]):
    pools = POOLS
    rules = ("ZS-TURN-08", "ZS-MIS-09")


FALLING = ZeroSpaceFalling()

_ACTIONS = (
    *ATTACKS,
    STRIKE_OBJECT,
    MOVE,
    *DEFENCE_ACTIONS,
    *ONGOING,
    *FORCING.actions(),
    *TASKS,
    *PLOT_ACTIONS,
    END_EVENING,
    *RECOVERY,
    FALLING.action(),
    DEATH.action(),
    DEATH.guarded(EDITS["set_condition"]),
    *OTHER_ACTIONS,
)


def settle(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the consequences of any change, no matter who made it.

    They concern pools, rests, holds, effects, objects and the table of Brawn.
    """
    after = HOLDS.settled(before, settle_rests(settle_pools(before, after, ask)), ask)
    after = settle_objects(before, without_orphans(before, after), ask)
    if before.settings.get("brawn_table") != after.settings.get("brawn_table"):
        warn_of_anchor(after, ask)
    return after


ZEROSPACE = Ruleset(
    id="zerospace",
    name="ZeroSpace 4e",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    player=ZeroSpacePlayer,
    house_rules=HouseRules,
    turns=TURNS,
    actions={**EDITS, **order_actions(), **{action.id: action for action in _ACTIONS}},
    conditions=CONDITIONS,
    ranges=RANGES,
    stacking=highest_bonus_all_penalties,
    displays=DISPLAYS,
    derived=DERIVED,
    measures=odds.MEASURES,
    hurt=POOLS.hurt,
    settle=settle,
    tactics=TACTICS,
    usual_attack=WEAPONS.usual_attack,
    attack_on_things=STRIKE_OBJECT.id,
    movement=MOVEMENT,
    tasks=TASK_ACTIONS,
    lasting=("beyond_rest",),
    rests=RESTS,
    evening=EVENING,
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
    help="Roll 2d6 + attribute + skill + equipment (limited by the skill); equal to or above the DV succeeds.",
)
