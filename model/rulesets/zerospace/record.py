"""The record of ZeroSpace: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.edits import EDITS
from model.engine.modifiers import highest_bonus_all_penalties
from model.engine.ruleset import Measure, Ruleset
from model.rulesets.zerospace.attacks import ATTACKS
from model.rulesets.zerospace.conditions import CONDITIONS
from model.rulesets.zerospace.defence import DEFENCE_ACTIONS
from model.rulesets.zerospace.displays import DERIVED, DISPLAYS
from model.rulesets.zerospace.drawing import MOVEMENT
from model.rulesets.zerospace.forcing import FORCING
from model.rulesets.zerospace.gear import WEAPONS, Gear
from model.rulesets.zerospace.holds import HOLDS
from model.rulesets.zerospace.movement import MOVE
from model.rulesets.zerospace.order import TURNS, order_actions
from model.rulesets.zerospace.other import OTHER_ACTIONS
from model.rulesets.zerospace.pools import POOLS, settle_pools
from model.rulesets.zerospace.ranges import RANGES
from model.rulesets.zerospace.settings import SETTINGS
from model.rulesets.zerospace.sheet import Shared, Sheet
from model.rulesets.zerospace.tasks import TASKS
from model.rulesets.zerospace.throwing import warn_of_anchor
from model.state.battle import AnyBattle

_ACTIONS = (*ATTACKS, MOVE, *DEFENCE_ACTIONS, *FORCING.actions(), *TASKS, *OTHER_ACTIONS)


def settle(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """The consequences of any change, whoever made it: of pools, of holds, of the table of Brawn."""
    after = HOLDS.settled(before, settle_pools(before, after, ask), ask)
    if before.settings.get("brawn_table") != after.settings.get("brawn_table"):
        warn_of_anchor(after, ask)
    return after


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
        Measure(key="free", title="gets free"),
        Measure(key="unhampered", title="gets through"),
    ),
    hurt=POOLS.hurt,
    settle=settle,
    usual_attack=WEAPONS.usual_attack,
    movement=MOVEMENT,
    dice_words=("hit", "miss", "damage"),
    help="2d6 + attribute + skill + equipment up to the skill; equal or over the DV succeeds.",
)
