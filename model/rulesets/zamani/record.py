"""The record of Zamani: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.edits import EDITS
from model.engine.last_weapon import attack_with
from model.engine.modifiers import all_count
from model.engine.ruleset import Action, Measure, Ruleset
from model.rulesets.zamani.attack import (
    AREA,
    AREA_PARAMETERS,
    PARAMETERS,
    area_attack,
    area_weapon,
    attack,
    fit_weapon,
    open_defence,
    sound_control,
    sound_position,
    sound_targets,
)
from model.rulesets.zamani.conditions import CONDITIONS
from model.rulesets.zamani.damage import hurt, settle
from model.rulesets.zamani.displays import DERIVED, DISPLAYS
from model.rulesets.zamani.movement import MOVE, MOVEMENT, RANGES
from model.rulesets.zamani.order import TURNS, may_attack, order_actions, own_segment, somebody
from model.rulesets.zamani.other import FOCUS, GUARD, HEALING_ACTIONS, OTHER_ACTIONS, SHIFT
from model.rulesets.zamani.settings import HouseRules, rules
from model.rulesets.zamani.sheet import Gear, Shared, Sheet, area_weapons, usual_weapon, weapons_to_attack
from model.rulesets.zamani.table import ACTION_TABLE, USE_TABLE

_ATTACK_GUARDS = (somebody, own_segment, may_attack, fit_weapon, sound_targets, sound_position, open_defence)

ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    items=weapons_to_attack,
    parameters=PARAMETERS,
    guards=(*_ATTACK_GUARDS, sound_control),
    rules=("ZM-ATK-01", "ZM-ATK-02", "ZM-CTRL-01"),
    cost="action",
    group="attack",
    key="A",
    help="Strike or shoot: d100 against the percentage, then the action table in the column of the defence.",
)
AREA_ATTACK = Action(
    id="area_attack",
    title="Attack an area",
    run=area_attack,
    targets="many",
    needs_item=True,
    items=area_weapons,
    parameters=AREA_PARAMETERS,
    guards=(*_ATTACK_GUARDS, area_weapon),
    rules=("ZM-AEW-01", "ZM-AEW-02"),
    cost="action",
    group="attack",
    help="One roll, looked up for everybody in the area on their own: only Dexterity and traits defend.",
    aim=AREA,
)


_ACTIONS = (ATTACK, AREA_ATTACK, MOVE, FOCUS, GUARD, SHIFT, *OTHER_ACTIONS, *HEALING_ACTIONS, USE_TABLE)

ZAMANI = Ruleset(
    id="zamani",
    name="Zamani",
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
    derived=DERIVED,
    measures=(
        Measure(key="hit", title="hits"),
        Measure(key="damage", title="damage", kind="spread"),
        Measure(key="drop", title="drops"),
        Measure(key="success", title="succeeds"),
        Measure(key="surprised", title="surprises"),
    ),
    hurt=hurt,
    settle=settle,
    usual_attack=attack_with(usual_weapon),
    movement=MOVEMENT,
    files=(ACTION_TABLE,),
    new_sheet=lambda battle: {"max_damage": rules(battle).newcomer_max_damage},
    short_names={"hp": "max_damage", "health": "max_damage", "percent": "given.percent", "defence": "given.defence"},
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage"),
    help="d100 at or under five times the ranks; how far under is read on the action table.",
)
