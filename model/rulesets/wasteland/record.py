"""The record of Wasteland 2d20: all parts of the game that the engine, the scenarios and the window use."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.displays import BodyDisplay, NumbersDisplay, PoolDisplay
from model.engine.edits import EDITS
from model.engine.last_weapon import attack_with
from model.engine.modifiers import all_count
from model.engine.ruleset import Credit, Derived, Ruleset
from model.engine.types import SharedPool
from model.rulesets.wasteland import checks, odds, payment
from model.rulesets.wasteland.archetypes import ARCHETYPES
from model.rulesets.wasteland.attack import AIM, ATTACK, gear_of
from model.rulesets.wasteland.conditions import CONDITIONS, injury_count
from model.rulesets.wasteland.first_aid import FIRST_AID_ACTIONS
from model.rulesets.wasteland.harm import body_of, resistance, whole_body_resistance
from model.rulesets.wasteland.items import ITEM_ACTIONS
from model.rulesets.wasteland.movement import GATES, GROUND, MOVEMENT, MOVEMENT_ACTIONS, RANGES
from model.rulesets.wasteland.names import SHEET_PARTS
from model.rulesets.wasteland.order import RADIATE, TURNS, hurt, order_actions, settle
from model.rulesets.wasteland.settings import HouseRules, rules
from model.rulesets.wasteland.sheet import Battle, DamageType, Gear, Shared, Sheet, torso_of, usual_weapon
from model.rulesets.wasteland.skill_tests import TEST_ACTIONS
from model.rulesets.wasteland.support import SUPPORT_ACTIONS
from model.rulesets.wasteland.tactics import TACTICS
from model.rulesets.wasteland.values import attribute, defense, hp, hp_max, initiative, melee_bonus
from model.state.base import Id, replace
from model.state.texts import Explanation

# ------------------------------------------------------------------------------------------------ what the window shows


Number = int | Explanation
SHORT = ("strength", "perception", "endurance", "charisma", "intelligence", "agility", "luck")


def _most(battle: Battle, who: Id) -> int:
    return hp_max(battle, who).total


def _target(battle: Battle, who: Id) -> Explanation:
    return checks.target_number(battle, who, gear_of(usual_weapon(battle, who)).pair)


def _torso(kind: DamageType) -> Callable[[Battle, Id], Number]:
    return lambda battle, who: resistance(battle, who, torso_of(battle.combatants[who].sheet.body), kind)


_DERIVED = (
    Derived(key="hp", title="HP", value=hp, group="Health"),
    Derived(key="hp_max", title="Maximum HP", value=hp_max, group="Health"),
    Derived(key="injuries", title="Injuries", value=injury_count, group="Health"),
    Derived(key="initiative", title="Initiative", value=initiative, group="Combat"),
    Derived(key="defense", title="Defense", value=defense, group="Combat"),
    Derived(key="attack", title="Target number of the usual attack", value=_target, group="Combat"),
    Derived(
        key="melee_bonus", title="Melee bonus CD", value=lambda battle, who: melee_bonus(battle, who).amount,
        group="Combat",
    ),
    Derived(key="dr_physical", title="DR physical, torso", value=_torso("physical"), group="Resistance"),
    Derived(key="dr_energy", title="DR energy, torso", value=_torso("energy"), group="Resistance"),
    Derived(key="dr_radiation", title="DR radiation, torso", value=_torso("radiation"), group="Resistance"),
    Derived(key="dr_whole_body", title="DR radiation, whole body", value=whole_body_resistance, group="Resistance"),
    Derived(key="ap", title="Action points", value=payment.available, group="Combat"),
)  # fmt: skip

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _attributes(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    return tuple((name[:3].upper() if name != "luck" else "LCK", attribute(battle, who, name)) for name in SHORT)


def _fight(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    return (
        ("initiative", initiative(battle, who).total),
        ("defense", defense(battle, who).total),
        ("injuries", injury_count(battle, who)),
    )


def _party_points(battle: Battle) -> int:
    return battle.shared.party_ap


def _with_party_points(battle: Battle, points: int) -> Battle:
    return replace(battle, shared=replace(battle.shared, party_ap=points))


POOLS = (
    SharedPool(
        key="party",
        title="Players' action points",
        brief="AP",
        value=_party_points,
        most=lambda battle: rules(battle).ap_group_max,
        with_value=_with_party_points,
        side="pc",
        shortcut="P",
    ),
    SharedPool(
        key="gm",
        title="GM's action points",
        brief="GM AP",
        value=payment.gm_points,
        most=lambda battle: payment.MOST_GM_POINTS,
        with_value=payment.with_gm_points,
        side="npc",
        is_public=False,
        shortcut="Ctrl+P",
    ),
)

DISPLAYS = (
    PoolDisplay(key="hp", title="HP", value=hp, most=_most, field="hp", is_health=True),
    BodyDisplay(key="body", title="Body", value=body_of),
    NumbersDisplay(key="fight", title="Combat", value=_fight),
    NumbersDisplay(key="attributes", title="Attributes", value=_attributes),
)


# ----------------------------------------------------------------------------------------------------------- the record


_ACTIONS = (
    ATTACK, AIM, *MOVEMENT_ACTIONS, *ITEM_ACTIONS, *FIRST_AID_ACTIONS, *SUPPORT_ACTIONS, *TEST_ACTIONS,
    *payment.POINT_ACTIONS, RADIATE,
)  # fmt: skip

WASTELAND = Ruleset(
    id="wasteland",
    name="Wasteland 2d20",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    house_rules=HouseRules,
    turns=TURNS,
    actions={**EDITS, **order_actions(), **{action.id: action for action in _ACTIONS}},
    conditions=CONDITIONS,
    ranges=RANGES,
    stacking=all_count,
    displays=DISPLAYS,
    pools=POOLS,
    derived=DERIVED,
    measures=odds.MEASURES,
    hurt=hurt,
    settle=settle,
    tactics=TACTICS,
    usual_attack=attack_with(usual_weapon),
    zone_traits=GROUND,
    link_traits=GATES,
    movement=MOVEMENT,
    archetypes=ARCHETYPES,
    brief=("attack", "defense", "initiative", "dr_physical"),
    sheet_parts=SHEET_PARTS,
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage", "success", "failure"),
    credit=Credit(
        authors="A summary by players of a 2d20 game published by Modiphius Entertainment",
        licence="none stated",
        words="The game is the property of its publishers. Battleboard is not connected with them.",
    ),
    help="Roll 2d20 against attribute + skill: the test needs as many successes as its difficulty.",
)
