"""The record of ZeroSpace: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.edits import EDITS
from model.engine.modifiers import highest_bonus_all_penalties
from model.engine.ruleset import Action, Measure, Ruleset
from model.rulesets.zerospace.attack import attack
from model.rulesets.zerospace.attack_options import PARAMETERS, exclusive, in_range
from model.rulesets.zerospace.conditions import CONDITIONS
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.defence import DEFENCE_ACTIONS, not_dodging
from model.rulesets.zerospace.displays import DERIVED, DISPLAYS
from model.rulesets.zerospace.drawing import MOVEMENT
from model.rulesets.zerospace.forcing import FORCING
from model.rulesets.zerospace.gear import WEAPONS, Gear
from model.rulesets.zerospace.movement import MOVE
from model.rulesets.zerospace.order import TURNS, order_actions
from model.rulesets.zerospace.other import OTHER_ACTIONS
from model.rulesets.zerospace.pools import POOLS, settle
from model.rulesets.zerospace.ranges import RANGES
from model.rulesets.zerospace.settings import SETTINGS
from model.rulesets.zerospace.sheet import Shared, Sheet
from model.rulesets.zerospace.tasks import TASKS

ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    parameters=PARAMETERS,
    guards=(
        *ACTING.costs("standard", "ZS-ACT-01"),
        WEAPONS.one_combatant,
        not_dodging,
        ACTING.not_in_forced_turn,
        WEAPONS.fit,
        in_range,
        exclusive(),
    ),
    rules=("ZS-ATK-02", "ZS-ATK-03", "ZS-ROLL-04"),
    cost="standard action",
    group="attack",
    key="A",
    help="Shoot or strike with the weapon in hand, or with the bare hand.",
)


_ACTIONS = (ATTACK, MOVE, *DEFENCE_ACTIONS, *FORCING.actions(), *TASKS, *OTHER_ACTIONS)

ZEROSPACE = Ruleset(
    id="zerospace",
    name="ZeroSpace 4e",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    settings=SETTINGS,
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
        Measure(key="unhampered", title="gets through"),
    ),
    hurt=POOLS.hurt,
    settle=settle,
    usual_attack=WEAPONS.usual_attack,
    movement=MOVEMENT,
    dice_words=("hit", "miss", "damage"),
    help="2d6 + attribute + skill + equipment up to the skill; equal or over the DV succeeds.",
)
