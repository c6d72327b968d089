"""The record of Speed & Effort: all parts of the game that the engine, the scenarios and the window use."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ask import Ask
from model.engine.displays import NumbersDisplay, PathDisplay, PoolDisplay, RelationsDisplay
from model.engine.edits import EDITS
from model.engine.effects import end_effects, end_effects_of
from model.engine.last_weapon import attack_with
from model.engine.modifiers import all_count, explain
from model.engine.planning import plan_of, planned_call
from model.engine.ruleset import Credit, Derived, Ruleset
from model.rulesets.effort import free_actions, harm, items, odds, pools, readying, recovery
from model.rulesets.effort.archetypes import ARCHETYPES
from model.rulesets.effort.attack import AIM, ATTACK, ATTACK_AREA, defence_value, own_attack
from model.rulesets.effort.checks import Cost, actions_in_turn
from model.rulesets.effort.conditions import CONDITIONS, OF_THE_ABLE, OF_TURNS, stance_of
from model.rulesets.effort.distances import RANGES
from model.rulesets.effort.drawing import MOVEMENT
from model.rulesets.effort.movement import MOVE
from model.rulesets.effort.names import SHEET_PARTS
from model.rulesets.effort.order import TURNS, initiative_value, order_actions
from model.rulesets.effort.prices import RATES, USUAL, Mode
from model.rulesets.effort.reactions import forget_ended
from model.rulesets.effort.settings import HouseRules
from model.rulesets.effort.sheet import Battle, Gear, Shared, Sheet, armour_of, usual_weapon
from model.rulesets.effort.skill_checks import CHECK
from model.rulesets.effort.tactics import TACTICS
from model.state.base import Id
from model.state.texts import Explanation

# ------------------------------------------------------------------------------------------------ what the window shows


Number = int | Explanation


def _points(pool: Callable[[Sheet], float]) -> Callable[[Battle, Id], float]:
    """Returns the points of a pool, as an integer if they are a whole number."""

    def value(battle: Battle, who: Id) -> float:
        points = pool(battle.combatants[who].sheet)
        return int(points) if points == int(points) else points

    return value


def _max(field: str) -> Callable[[Battle, Id], int]:
    return lambda battle, who: int(getattr(battle.combatants[who].sheet, field))


def _health(battle: Battle, who: Id) -> int:
    return pools.health(battle.combatants[who].sheet)


def _attack(battle: Battle, who: Id) -> Number:
    return explain("attack", "Attack", own_attack(battle, who, usual_weapon(battle, who)))


def _initiative(battle: Battle, who: Id) -> Number:
    """Initiative as rolled in this combat, else the modifier to the die."""
    for slot in battle.order.slots.values():
        if who in slot.members and slot.initiative is not None:
            return slot.initiative
    return initiative_value(battle, who)


def _reach(mode: Mode) -> Callable[[Battle, Id], Number]:
    """Returns the metres that can be moved with the points left, including effort (SE-MOVE-02, SE-EFF-03)."""

    def value(battle: Battle, who: Id) -> Number:
        sheet = battle.combatants[who].sheet
        return int((pools.speed(sheet) + pools.effort(sheet)) / RATES[mode])

    return value


def _whole(cost: Cost) -> Callable[[Battle, Id], Number]:
    return lambda battle, who: actions_in_turn(battle, who, cost)


_DERIVED = (
    Derived(key="health", title="Health", value=_health, group="Pools"),
    Derived(key="initiative", title="Initiative", value=_initiative, group="Values"),
    Derived(key="attack_total", title="Attack", value=_attack, group="Combat"),
    Derived(key="defence_total", title="Defence", value=defence_value, group="Combat"),
    Derived(key="armour_total", title="Armour", value=armour_of, group="Combat"),
    Derived(key="actions", title="Actions per turn", value=_whole("action"), group="Values"),
    Derived(key="reactions", title="Reactions per turn", value=_whole("reaction"), group="Values"),
    Derived(key="free_actions", title="Free actions per turn", value=_whole("free"), group="Values"),
    Derived(key="walk", title="Walk (m), with effort", value=_reach("walk"), group="Movement"),
    Derived(key="run", title="Run (m), with effort", value=_reach("run"), group="Movement"),
)

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _values(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    sheet = battle.combatants[who].sheet
    attack = _attack(battle, who)
    return (
        ("dexterity", sheet.dexterity),
        ("attack", attack.total if isinstance(attack, Explanation) else attack),
        ("defence", defence_value(battle, who).total),
        ("armour", armour_of(battle, who)),
    )


def _moving(battle: Battle, who: Id) -> tuple[tuple[str, int], ...]:
    """Metres with speed points alone, in the usual mode of the stance and, while standing, at a run."""
    points = pools.speed(battle.combatants[who].sheet)
    stance = stance_of(battle, who)
    modes: tuple[Mode, ...] = (USUAL[stance], "run") if stance == "standing" else (USUAL[stance],)
    return tuple((f"m {mode}", int(points / RATES[mode])) for mode in modes)


def _way(battle: Battle, who: Id) -> tuple[tuple[str, str], ...]:
    """The route planned for this round as legs with prices; empty once the combatant has acted."""
    plan, slot = plan_of(battle, who), battle.order.slot_of(who)
    if plan is None or slot is None or slot.state == "done":
        return ()
    moves = (planned_call(who, intent) for intent in plan.intents if intent.action == MOVE.id)
    told = (leg.words.rpartition(": ") for move in moves for leg in MOVEMENT.words(battle, move))
    return tuple((title, price) for title, _, price in told)


DISPLAYS = (
    PoolDisplay(
        key="health", title="Health", value=_health, most=_max("health_max"), field="health",
        is_health=True,
    ),
    PoolDisplay(
        key="speed", title="Speed", value=_points(pools.speed), most=_max("speed_max"), field="speed",
    ),
    PoolDisplay(
        key="effort", title="Effort", value=_points(pools.effort), most=_max("effort_max"),
        field="effort",
    ),
    NumbersDisplay(key="values", title="Values", value=_values),
    NumbersDisplay(key="moving", title="Moving", value=_moving),
    PathDisplay(key="way", title="Planned route", value=_way),
    RelationsDisplay(key="ties", title="Relations"),
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- the record


_ACTIONS = (
    ATTACK, ATTACK_AREA, AIM, MOVE, *items.ACTIONS, *readying.ACTIONS, CHECK, *recovery.ACTIONS, *free_actions.ACTIONS,
)  # fmt: skip


def settle(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the consequences of any change: of health, and of effects that are over; drop their stored actions."""
    if after.order.phase == "ended" != before.order.phase:
        after = end_effects(after, lambda bearer, effect: effect.kind in OF_TURNS)
    if before.combatants is after.combatants:
        return after
    for who, combatant in tuple(after.combatants.items()):
        earlier = before.combatants.get(who)
        if earlier is None or earlier.sheet is not combatant.sheet:
            after = harm.settle(after, who, ask)
        if after.combatants[who].is_out:
            after = end_effects_of(after, who, *OF_THE_ABLE)
    return forget_ended(after)


EFFORT = Ruleset(
    id="effort",
    name="Speed & Effort d10",
    sheet=Sheet,
    gear=Gear,
    shared=Shared,
    house_rules=HouseRules,
    turns=TURNS,
    actions={**EDITS, **items.ITEM_EDITS, **order_actions(), **{action.id: action for action in _ACTIONS}},
    conditions=CONDITIONS,
    ranges=RANGES,
    stacking=all_count,
    displays=DISPLAYS,
    derived=DERIVED,
    measures=odds.MEASURES,
    hurt=harm.hurt,
    settle=settle,
    tactics=TACTICS,
    usual_attack=attack_with(usual_weapon),
    movement=MOVEMENT,
    archetypes=ARCHETYPES,
    brief=("attack_total", "defence_total", "armour_total"),
    sheet_parts=SHEET_PARTS,
    is_worn=lambda gear: gear.kind == "armour",
    dice_words=("hit", "miss", "damage", "success", "failure"),
    credit=Credit(
        authors="Author unknown",
        licence="none stated",
        words="If you wrote this game, please tell us.",
    ),
    help="Plans first, then 1d10 + dexterity for initiative; speed and effort points pay for movement.",
)
