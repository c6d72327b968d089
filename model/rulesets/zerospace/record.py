"""The record of ZeroSpace: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.edits import EDITS
from model.engine.modifiers import highest_bonus_all_penalties
from model.engine.ruleset import Action, Measure, Ruleset
from model.rulesets.zerospace.attack import attack
from model.rulesets.zerospace.attack_options import PARAMETERS, fit_weapon, in_range, one_combatant, sound_manoeuvre
from model.rulesets.zerospace.conditions import CONDITIONS
from model.rulesets.zerospace.costs import costs, not_in_forced_turn
from model.rulesets.zerospace.defence import DEFENCE_ACTIONS, not_dodging
from model.rulesets.zerospace.displays import DERIVED, DISPLAYS
from model.rulesets.zerospace.forcing import FORCED_ACTIONS
from model.rulesets.zerospace.gear import Gear, usual_weapon
from model.rulesets.zerospace.movement import MOVE
from model.rulesets.zerospace.order import TURNS, order_actions
from model.rulesets.zerospace.other import OTHER_ACTIONS
from model.rulesets.zerospace.pools import hurt, settle
from model.rulesets.zerospace.ranges import RANGES
from model.rulesets.zerospace.settings import SETTINGS
from model.rulesets.zerospace.sheet import Shared, Sheet
from model.state.base import Id
from model.state.battle import AnyBattle

ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    parameters=PARAMETERS,
    guards=(
        *costs("standard", "ZS-ACT-01"),
        one_combatant,
        not_dodging,
        not_in_forced_turn,
        fit_weapon,
        in_range,
        sound_manoeuvre,
    ),
    rules=("ZS-ATK-02", "ZS-ATK-03", "ZS-ROLL-04"),
    cost="standard action",
    group="attack",
    key="A",
    help="Shoot or strike with the weapon in hand, or with the bare hand.",
)


def usual_attack(battle: AnyBattle, who: Id) -> Call:
    """With the weapon used last, else the first in hand, else the bare hand."""
    weapon = usual_weapon(battle, who)
    return Call(action="attack", actor=who, item=None if weapon is None else weapon.id)


_ACTIONS = (ATTACK, MOVE, *DEFENCE_ACTIONS, *FORCED_ACTIONS, *OTHER_ACTIONS)

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
    ),
    hurt=hurt,
    settle=settle,
    usual_attack=usual_attack,
    dice_words=("hit", "miss", "damage"),
    help="2d6 + attribute + skill + equipment up to the skill; equal or over the DV succeeds.",
)
