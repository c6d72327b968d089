"""The record of Kalos: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.edits import EDITS
from model.engine.modifiers import highest_bonus_all_penalties
from model.engine.ruleset import Action, Measure, Ruleset
from model.rulesets.families.ogc.death import Death
from model.rulesets.families.ogc.falling import Falling
from model.rulesets.families.ogc.tasks import TASK_ACTIONS
from model.rulesets.kalos.afflictions import SHAKE_OFF, not_cowering
from model.rulesets.kalos.area import AREA_ATTACK
from model.rulesets.kalos.attack import attack
from model.rulesets.kalos.attack_options import PARAMETERS, in_range, sound_trades
from model.rulesets.kalos.conditions import CONDITIONS
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.defence import DEFENCE_ACTIONS
from model.rulesets.kalos.displays import DERIVED, DISPLAYS
from model.rulesets.kalos.drawing import MOVEMENT
from model.rulesets.kalos.focus import FOCUS
from model.rulesets.kalos.forcing import FORCING
from model.rulesets.kalos.gear import WEAPONS, Gear
from model.rulesets.kalos.grapple import GRAPPLING
from model.rulesets.kalos.holds import HOLDS
from model.rulesets.kalos.knockback_choice import KNOCKBACK_CHOICE
from model.rulesets.kalos.manoeuvres import MANOEUVRES
from model.rulesets.kalos.movement import MOVE
from model.rulesets.kalos.newcomers import new_sheet
from model.rulesets.kalos.order import TURNS, order_actions
from model.rulesets.kalos.other import OTHER_ACTIONS
from model.rulesets.kalos.pools import POOLS, settle_pools
from model.rulesets.kalos.ranges import RANGES
from model.rulesets.kalos.recovery import RECOVERY_ACTIONS, REVIVE_PARTY
from model.rulesets.kalos.settings import HouseRules, rules
from model.rulesets.kalos.sheet import Shared, Sheet
from model.rulesets.kalos.sweep import SWEEP
from model.rulesets.kalos.tasks import TASKS
from model.state.battle import AnyBattle

ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    items=WEAPONS.choices("attack"),
    targets="one",
    parameters=PARAMETERS,
    guards=(
        *ACTING.costs("standard", "KM-STD-01"),
        WEAPONS.one_combatant,
        ACTING.not_in_forced_turn,
        WEAPONS.fit,
        in_range,
        sound_trades,
        not_cowering,
    ),
    rules=("KM-ATK-02", "KM-ATK-05", "KM-NORM-01", "KM-MENT-01", "KM-ALT-01"),
    cost="standard action",
    group="attack",
    key="A",
    help="Shoot, strike or use a power on one target.",
)

DEATH = Death(rule="KM-DEATH-01")


class KalosFalling(Falling):
    pools = POOLS
    rules = ("KM-ENV-01", "KM-MIS-11", "KM-MIS-12")
    dice = 1
    is_resisted = True

    def falls_hurt(self, battle: AnyBattle) -> bool:
        return rules(battle).falling_damage == "gm_level"


FALLING = KalosFalling()

_ACTIONS = (
    ATTACK,
    *MANOEUVRES,
    *GRAPPLING.actions(),
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


def settle(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """The consequences of any change, whoever made it: of pools, then of holds."""
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
    measures=(
        Measure(key="hit", title="hits"),
        Measure(key="damage", title="damage", kind="spread"),
        Measure(key="drop", title="drops"),
        Measure(key="success", title="succeeds"),
        Measure(key="free", title="gets free"),
        Measure(key="up", title="gets up"),
        Measure(key="unhampered", title="gets through"),
    ),
    hurt=POOLS.hurt,
    settle=settle,
    usual_attack=WEAPONS.usual_attack,
    movement=MOVEMENT,
    tasks=TASK_ACTIONS,
    rests=("short_rest", "long_rest", REVIVE_PARTY),
    new_sheet=new_sheet,
    short_names={"hp": "health_max", "health": "health_max", "endurance": "endurance_max"},
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage"),
    help="2d6 + skill; equal or over the DV succeeds. Only the highest bonus counts, penalties add up.",
)
