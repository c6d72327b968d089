"""The record of Wasteland 2d20: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.edits import EDITS
from model.engine.last_weapon import attack_with
from model.engine.modifiers import all_count
from model.engine.ruleset import Measure, Ruleset
from model.rulesets.wasteland.attack import ATTACK
from model.rulesets.wasteland.checks import POINT_ACTIONS
from model.rulesets.wasteland.conditions import CONDITIONS
from model.rulesets.wasteland.displays import DERIVED, DISPLAYS, POOLS
from model.rulesets.wasteland.movement import GATES, GROUND, MOVEMENT, MOVEMENT_ACTIONS, RANGES
from model.rulesets.wasteland.order import RADIATE, TURNS, hurt, order_actions, settle
from model.rulesets.wasteland.other import FIRST_AID, HANDLING_ACTIONS, SUPPORT_ACTIONS
from model.rulesets.wasteland.settings import HouseRules
from model.rulesets.wasteland.sheet import Gear, Shared, Sheet, usual_weapon

_ACTIONS = (ATTACK, *MOVEMENT_ACTIONS, *HANDLING_ACTIONS, FIRST_AID, *SUPPORT_ACTIONS, *POINT_ACTIONS, RADIATE)

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
    measures=(
        Measure(key="hit", title="hits"),
        Measure(key="passed", title="succeeds"),
        Measure(key="lives", title="lives on"),
        Measure(key="damage", title="damage", kind="spread"),
        Measure(key="injury", title="injures"),
        Measure(key="drop", title="drops"),
        Measure(key="complication", title="complication", is_apart=True),
        Measure(key="location", title="location", kind="spread"),
        Measure(key="by_location", title="by location", kind="places"),
    ),
    hurt=hurt,
    settle=settle,
    usual_attack=attack_with(usual_weapon),
    zone_traits=GROUND,
    link_traits=GATES,
    movement=MOVEMENT,
    short_names={"hp": "hp_max", "health": "hp_max", "defence": "defense", "test": "given.test"},
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage", "success", "failure"),
    help="2d20 against attribute + skill: as many successes as the difficulty.",
)
