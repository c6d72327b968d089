"""What the window shows of a combatant, and the numbers that follow from others."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.modifiers import explain
from model.engine.planning import plan_of, planned_call
from model.engine.ruleset import Derived, Display
from model.rulesets.effort import pools
from model.rulesets.effort.attack import defence_value, own_attack
from model.rulesets.effort.checks import Cost, actions_in_turn
from model.rulesets.effort.conditions import stance_of
from model.rulesets.effort.movement import MOVE, MOVEMENT, RATES, USUAL, Mode
from model.rulesets.effort.order import initiative_value
from model.rulesets.effort.sheet import Sheet, armour_of, usual_weapon
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation

Number = int | Explanation


def _points(pool: Callable[[Sheet], float]) -> Callable[[AnyBattle, Id], float]:
    """Points as a whole number where they are one."""

    def value(battle: AnyBattle, who: Id) -> float:
        points = pool(battle.combatants[who].sheet)
        return int(points) if points == int(points) else points

    return value


def _max(field: str) -> Callable[[AnyBattle, Id], int]:
    return lambda battle, who: int(getattr(battle.combatants[who].sheet, field))


def _health(battle: AnyBattle, who: Id) -> int:
    return pools.health(battle.combatants[who].sheet)


def _attack(battle: AnyBattle, who: Id) -> Number:
    return explain("attack", "Attack", own_attack(battle, who, usual_weapon(battle, who)))


def _initiative(battle: AnyBattle, who: Id) -> Number:
    """As rolled in this fight, else what is added to the die."""
    for slot in battle.order.slots.values():
        if who in slot.members and slot.initiative is not None:
            return slot.initiative
    return initiative_value(battle, who)


def _reach(mode: Mode) -> Callable[[AnyBattle, Id], Number]:
    """Metres that the points left carry, effort included (SE-MOVE-02, SE-EFF-03)."""

    def value(battle: AnyBattle, who: Id) -> Number:
        sheet = battle.combatants[who].sheet
        return int((pools.speed(sheet) + pools.effort(sheet)) / RATES[mode])

    return value


def _whole(cost: Cost) -> Callable[[AnyBattle, Id], Number]:
    return lambda battle, who: actions_in_turn(battle, who, cost)


_DERIVED = (
    Derived(key="health", title="Health", value=_health, group="Pools"),
    Derived(key="initiative", title="Initiative", value=_initiative, group="Values"),
    Derived(key="attack_total", title="Attack", value=_attack, group="Fighting"),
    Derived(key="defence_total", title="Defence", value=defence_value, group="Fighting"),
    Derived(key="armour_total", title="Armour", value=armour_of, group="Fighting"),
    Derived(key="actions", title="Actions a turn", value=_whole("action"), group="Values"),
    Derived(key="reactions", title="Reactions a turn", value=_whole("reaction"), group="Values"),
    Derived(key="free_actions", title="Free actions a turn", value=_whole("free"), group="Values"),
    Derived(key="walk", title="Walk (m), with effort", value=_reach("walk"), group="Movement"),
    Derived(key="run", title="Run (m), with effort", value=_reach("run"), group="Movement"),
)

DERIVED: dict[str, Derived] = {derived.key: derived for derived in _DERIVED}


def _values(battle: AnyBattle, who: Id) -> tuple[tuple[str, int], ...]:
    sheet = battle.combatants[who].sheet
    attack = _attack(battle, who)
    return (
        ("dexterity", sheet.dexterity),
        ("attack", attack.total if isinstance(attack, Explanation) else attack),
        ("defence", defence_value(battle, who).total),
        ("armour", armour_of(battle, who)),
    )


def _moving(battle: AnyBattle, who: Id) -> tuple[tuple[str, int], ...]:
    """Metres on speed points alone, in the stance and at a run."""
    points = pools.speed(battle.combatants[who].sheet)
    stance = stance_of(battle, who)
    modes: tuple[Mode, ...] = (USUAL[stance], "run") if stance == "standing" else (USUAL[stance],)
    return tuple((f"m {mode}", int(points / RATES[mode])) for mode in modes)


def _way(battle: AnyBattle, who: Id) -> tuple[tuple[str, str], ...]:
    """The way that somebody means to go in this round, leg by leg with the price; nothing once they have acted."""
    plan, slot = plan_of(battle, who), battle.order.slot_of(who)
    if plan is None or slot is None or slot.state == "done":
        return ()
    moves = (planned_call(who, intent) for intent in plan.intents if intent.action == MOVE.id)
    told = (leg.words.rpartition(": ") for move in moves for leg in MOVEMENT.words(battle, move))
    return tuple((title, price) for title, _, price in told)


DISPLAYS = (
    Display(
        kind="pool", key="health", title="Health", value=_health, most=_max("health_max"), field="health",
        is_health=True,
    ),
    Display(
        kind="pool", key="speed", title="Speed", value=_points(pools.speed), most=_max("speed_max"), field="speed",
    ),
    Display(
        kind="pool", key="effort", title="Effort", value=_points(pools.effort), most=_max("effort_max"),
        field="effort",
    ),
    Display(kind="numbers", key="values", title="Values", value=_values),
    Display(kind="numbers", key="moving", title="Moving", value=_moving),
    Display(kind="path", key="way", title="Planned way", value=_way),
    Display(kind="relation", key="ties", title="Ties"),
)  # fmt: skip
