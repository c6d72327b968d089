"""The record of Speed & Effort: every part of the game that the engine, the scenarios and the window work with."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.edits import EDITS
from model.engine.effects import end_effects
from model.engine.last_weapon import attack_with
from model.engine.modifiers import all_count
from model.engine.ruleset import Measure, Ruleset
from model.rulesets.effort.attack import AIM, ATTACK, ATTACK_AREA, hurt
from model.rulesets.effort.attack import settle as settle_health
from model.rulesets.effort.conditions import CONDITIONS, OF_TURNS
from model.rulesets.effort.displays import DERIVED, DISPLAYS
from model.rulesets.effort.movement import MOVE, MOVEMENT, RANGES
from model.rulesets.effort.order import TURNS, order_actions
from model.rulesets.effort.other import DECLARE, HANDLE_ITEM, ITEM_EDITS, OTHER_ACTIONS, TRIGGER, USE_ITEM
from model.rulesets.effort.reactions import forget_ended
from model.rulesets.effort.settings import HouseRules
from model.rulesets.effort.sheet import Gear, Shared, Sheet, usual_weapon
from model.state.battle import AnyBattle

_ACTIONS = (ATTACK, ATTACK_AREA, AIM, MOVE, USE_ITEM, HANDLE_ITEM, DECLARE, TRIGGER, *OTHER_ACTIONS)


def settle(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from any change: nobody left standing without health, nothing stored that is over."""
    if after.order.phase == "ended" != before.order.phase:
        after = end_effects(after, lambda bearer, effect: effect.kind in OF_TURNS)
    if before.combatants is after.combatants:
        return after
    for who, combatant in tuple(after.combatants.items()):
        earlier = before.combatants.get(who)
        if earlier is None or earlier.sheet is not combatant.sheet:
            after = settle_health(after, who, ask)
    return forget_ended(after)


EFFORT = Ruleset(
    id="effort",
    name="Speed & Effort d10",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    house_rules=HouseRules,
    turns=TURNS,
    actions={**EDITS, **ITEM_EDITS, **order_actions(), **{action.id: action for action in _ACTIONS}},
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
    ),
    hurt=hurt,
    settle=settle,
    usual_attack=attack_with(usual_weapon),
    movement=MOVEMENT,
    short_names={"hp": "health_max", "health": "health_max", "speed": "speed_max", "effort": "effort_max"},
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage", "success", "failure"),
    help="Plans first, then 1d10 + dexterity for initiative; speed and effort points pay for movement.",
)
