"""The record of ZeroSpace: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.edits import EDITS
from model.engine.modifiers import highest_bonus_all_penalties
from model.engine.ruleset import Measure, Ruleset
from model.rulesets.families.ogc.breaking_out import without_orphans
from model.rulesets.families.ogc.death import Death
from model.rulesets.families.ogc.falling import Falling
from model.rulesets.families.ogc.resting import RESTS
from model.rulesets.families.ogc.tasks import TASK_ACTIONS
from model.rulesets.zerospace.attacks import ATTACKS
from model.rulesets.zerospace.conditions import CONDITIONS
from model.rulesets.zerospace.defence import DEFENCE_ACTIONS
from model.rulesets.zerospace.displays import DERIVED, DISPLAYS
from model.rulesets.zerospace.drawing import MOVEMENT
from model.rulesets.zerospace.evening import END_EVENING, EVENING
from model.rulesets.zerospace.forcing import FORCING
from model.rulesets.zerospace.gear import WEAPONS, Gear
from model.rulesets.zerospace.holds import HOLDS
from model.rulesets.zerospace.movement import MOVE
from model.rulesets.zerospace.objects import STRIKE_OBJECT, settle_objects
from model.rulesets.zerospace.ongoing import ONGOING
from model.rulesets.zerospace.order import TURNS, order_actions
from model.rulesets.zerospace.other import OTHER_ACTIONS
from model.rulesets.zerospace.plot_actions import PLOT_ACTIONS
from model.rulesets.zerospace.pools import POOLS, settle_pools
from model.rulesets.zerospace.ranges import RANGES
from model.rulesets.zerospace.recovery import RECOVERY, settle_rests
from model.rulesets.zerospace.settings import HouseRules
from model.rulesets.zerospace.sheet import Shared, Sheet
from model.rulesets.zerospace.tasks import TASKS
from model.rulesets.zerospace.throwing import warn_of_anchor
from model.state.battle import AnyBattle

DEATH = Death(rule="ZS-DEATH-01")


class ZeroSpaceFalling(Falling):
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


def settle(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """The consequences of any change, whoever made it: of pools, rests, holds, effects, objects, the table of Brawn."""
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
    house_rules=HouseRules,
    turns=TURNS,
    actions={**EDITS, **order_actions(), **{action.id: action for action in _ACTIONS}},
    conditions=CONDITIONS,
    ranges=RANGES,
    stacking=highest_bonus_all_penalties,
    displays=DISPLAYS,
    derived=DERIVED,
    measures=(
        Measure(key="hit", title="hits"),
        Measure(key="damage", title="damage", kind="spread"),
        Measure(key="drop", title="drops"),
        Measure(key="success", title="succeeds"),
        Measure(key="free", title="gets free"),
        Measure(key="unhampered", title="gets through"),
    ),
    hurt=POOLS.hurt,
    settle=settle,
    usual_attack=WEAPONS.usual_attack,
    attack_on_things=STRIKE_OBJECT.id,
    movement=MOVEMENT,
    tasks=TASK_ACTIONS,
    rests=RESTS,
    evening=EVENING,
    short_names={"hp": "health_max", "health": "health_max", "endurance": "endurance_max"},
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage"),
    help="2d6 + attribute + skill + equipment up to the skill; equal or over the DV succeeds.",
)
