"""Names of values in scenarios: every field of a battle and every derived number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from model.board.fog import fog_at, zone_fog
from model.content.problems import nearest
from model.engine.budget import interrupted_share
from model.engine.planning import plan_of
from model.engine.ruleset import Ruleset
from model.scenarios.orders import label, shown_slots, turns_taken
from model.state.base import Id, State
from model.state.battle import AnyBattle, Combatant, slug
from model.state.board import Place
from model.state.effects import Effect
from model.state.order import Plan, Share, Slot
from model.state.texts import Explanation
from model.view.order import is_held


class Unknown(ValueError):
    """A name that refers to nothing in this battle."""


def _order(battle: AnyBattle) -> object:
    return [label(slot) for slot in shown_slots(battle)]


def _slots(battle: AnyBattle) -> object:
    return [f"{label(slot)} {_state(battle, slot)}" for slot in shown_slots(battle)]


def _state(battle: AnyBattle, slot: Slot) -> str:
    """Return the state of a slot; a delayed slot counts as done once its turn has been taken or given up."""
    return "done" if slot.state == "delayed" and not is_held(battle, slot) else slot.state


def _turn(battle: AnyBattle) -> object:
    turn = battle.order.turn
    return "none" if turn is None else label(battle.order.slots[turn.slot])


OF_BATTLE: dict[str, Callable[[AnyBattle], object]] = {
    "order": _order,
    "slots": _slots,
    "turn": _turn,
    "turns": lambda battle: list(turns_taken(battle)),
    "acting": lambda battle: list(battle.order.acting),
    "round": lambda battle: battle.order.round,
    "phase": lambda battle: battle.order.phase,
    "segment": lambda battle: battle.order.segment,
    "first": lambda battle: battle.order.first_side,
    "clock": lambda battle: battle.clock,
    "title": lambda battle: battle.title,
}
"""Names of values of the whole battle."""

ROOTS = {"scene", "shared", "settings"}
"""Parts of the battle whose fields have no owner."""


def value_of(ruleset: Ruleset, battle: AnyBattle, name: str) -> object:
    """Return the value that a name refers to, as a plain value.

    Raises:
        Unknown: the name refers to nothing.
    """
    if of_battle := OF_BATTLE.get(name):
        return plain(of_battle(battle))
    head, _, rest = name.partition(".")
    if head in ROOTS:
        return plain(_field(getattr(battle, head), rest, name))
    if rest == "fog" and (where := _place_of(battle, head)) is not None:
        return fog_at(battle.board, where)
    if head in battle.combatants:
        return plain(_of_combatant(ruleset, battle, battle.combatants[head], rest))
    if head in battle.items:
        item = battle.items[head]
        return plain(_field(item if rest in item.__struct_fields__ else item.gear, rest, name))
    for collection in (battle.things, battle.tasks, battle.players):
        if head in collection:
            owner = collection[head]
            if isinstance(where := getattr(owner, "place", None), Place) and rest in _PLACES:
                return plain(_PLACES[rest](where))
            return plain(_field(owner, rest, name))
    if head in battle.board.zones:
        if rest == "fog":
            return zone_fog(battle.board, head)
        raise Unknown(f"the zone “{head}” has no “{rest}”.{nearest(rest, ('fog',))}")
    raise Unknown(no_one(battle, head, (*_ids(battle), *OF_BATTLE, *ROOTS)))


def _place_of(battle: AnyBattle, id: Id) -> Place | None:
    """Return the place of a combatant or thing, or None if the id is neither."""
    owner = battle.combatants.get(id) or battle.things.get(id)
    return None if owner is None else owner.place


def explanation_of(ruleset: Ruleset, battle: AnyBattle, name: str) -> Explanation | None:
    """Return the explanation of the derived number that a name refers to, or None if there is none."""
    head, _, rest = name.partition(".")
    derived = ruleset.derived.get(rest) if head in battle.combatants else None
    found = None if derived is None else derived.value(battle, head)
    return found if isinstance(found, Explanation) else None


def _ids(battle: AnyBattle) -> tuple[Id, ...]:
    return (*battle.combatants, *battle.items, *battle.things, *battle.tasks, *battle.players)


def no_one(battle: AnyBattle, name: str, known: Iterable[str]) -> str:
    """Return the problem that nothing has this name, with the nearest known name, or with the members of a group."""
    return group_problem(battle, name) or f"there is no “{name}” in this battle.{nearest(name, known)}"


def group_problem(battle: AnyBattle, name: str, wanted: str = "one of its members") -> str:
    """Return the problem that a name is a group where one combatant is `wanted`; empty if it is not a group."""
    group = next((slot for slot in battle.order.slots.values() if slot.name and slot.name == name), None)
    if group is None or name in battle.combatants:
        return ""
    return f"“{name}” is a group. Name {wanted}: {', '.join(group.members)}."


def plain(value: object) -> object:
    """Return a value as a TOML file has it; None becomes `none`, an explanation its total."""
    if isinstance(value, Explanation):
        return value.total
    return "none" if value is None else msgspec.to_builtins(value)


_PLACES: dict[str, Callable[[Place], object]] = {
    "at": lambda place: place.point,
    "zone": lambda place: place.zone,
    "height": lambda place: place.height,
}
_FIELDS = {
    "hidden": "is_hidden",
    "present": "is_present",
    "out": "is_out",
    "left_as": "left_as",
    "public": "public_name",
}
"""Fields of a combatant by their names in scenarios."""


def _of_combatant(ruleset: Ruleset, battle: AnyBattle, combatant: Combatant[Any], name: str) -> object:
    if derived := ruleset.derived.get(name):
        return derived.value(battle, combatant.id)
    for pool in ruleset.pools_displayed:
        if pool.key == name:
            return pool.value(battle, combatant.id)
    head, _, rest = name.partition(".")
    if head in combatant.sheet.__struct_fields__:
        return _field(combatant.sheet, name, f"{combatant.id}.{name}")
    if name in _PLACES:
        return _PLACES[name](combatant.place)
    if name in _FIELDS:
        return getattr(combatant, _FIELDS[name])
    if name in ("name", "side", "radius", "notes"):
        return getattr(combatant, name)
    if head in OF_TURN:
        return _of_turn(ruleset, battle, combatant.id, name)
    if head == "conditions" and not rest:
        return sorted(effect.kind for effect in combatant.effects.values())
    if head == "effects":
        return _of_effect(ruleset, combatant, rest)
    of_all = {"fog", "name", "side", "radius", "notes", "conditions", "effects", *OF_TURN}
    known = {*ruleset.derived, *combatant.sheet.__struct_fields__, *_PLACES, *_FIELDS, *of_all}
    raise Unknown(f"“{combatant.id}” has no “{name}”.{nearest(name, known)}")


def _of_effect(ruleset: Ruleset, combatant: Combatant[Any], name: str) -> object:
    kind, _, field = name.partition(".")
    found = [effect for effect in combatant.effects.values() if effect.kind == kind]
    if not found and not field and kind in ruleset.conditions:
        return 0
    if not found:
        known = nearest(kind, {*ruleset.conditions, *(effect.kind for effect in combatant.effects.values())})
        raise Unknown(f"“{combatant.id}” has no condition “{kind}”.{known}")
    effect: Effect = found[-1]
    return _field(effect, field, f"{combatant.id}.effects.{name}") if field else len(found)


def _of_turn(ruleset: Ruleset, battle: AnyBattle, who: Id, name: str) -> object:
    """Return a value of a combatant's turn: the turn in progress, or one that has been interrupted."""
    head, _, rest = name.partition(".")
    if problem := turn_name_problem(ruleset, name):
        raise Unknown(problem)
    if head == "plan":
        plan = plan_of(battle, who)
        return None if plan is None else _field(plan, rest, f"{who}.plan")
    if head in _LISTS:
        return _LISTS[head](battle, who)
    share = _share(battle, who)
    if head == "marks":
        return [] if share is None else sorted(share.marks)
    if share is None:
        return 0
    left = {} if share.is_over else share.left
    return left.get(rest, 0) if head == "left" else share.used.get(rest, 0)


def _share(battle: AnyBattle, who: Id) -> Share | None:
    share = battle.order.share(who)
    return share if share is not None and not share.is_over else interrupted_share(battle, who) or share


def turn_name_problem(ruleset: Ruleset, name: str) -> str:
    """Return why a name such as `left.move` is invalid in every turn of this ruleset; empty if it is valid."""
    head, _, rest = name.partition(".")
    if head == "plan":
        return _plan_problem(rest)
    if head not in ("left", "used"):
        return f"“{head}” has no parts: there is no “{name}”." if rest else ""
    known = ruleset.turns.kinds if head == "left" else ruleset.turns.counted
    if known is None or rest in known:
        return ""
    what = "holds" if head == "left" else "counts"
    there_is = nearest(rest, known) or " It counts nothing."
    return f"a turn of {ruleset.name} {what} no “{rest}”.{there_is}" if rest else f"“{head}” of what?{there_is}"


def _plan_problem(name: str) -> str:
    """Return why a name is no field of any plan; empty if it is one."""
    kind: Any = Plan
    for key in name.split(".") if name else ():
        if isinstance(kind, type) and issubclass(kind, State):
            fields = get_type_hints(kind)
            if key not in fields:
                return f"there is no “{key}” in “plan.{name}”.{nearest(key, fields)}"
            kind = fields[key]
        elif get_origin(kind) is tuple:
            if not key.isdecimal():
                return f"“{key}” in “plan.{name}” must be a number: 1 is the first."
            kind = get_args(kind)[0]
        else:
            return "" if get_origin(kind) is dict else f"there is no “{key}” in “plan.{name}”."
    return ""


_LISTS: dict[str, Callable[[AnyBattle, Id], object]] = {
    "items": lambda battle, who: [item.id for item in battle.items_of(who)],
    "owes": lambda battle, who: sum(debt.who == who for debt in battle.order.owed),
    "holds": lambda battle, who: who in battle.order.held,
}
OF_TURN = ("left", "used", "marks", "plan", *_LISTS)
"""Names of values of a combatant's turn, of what they hold, and of what they owe."""


def _field(owner: object, name: str, whole: str) -> object:
    """Return a field by its dotted path."""
    value = owner
    for key in name.split(".") if name else ():
        if isinstance(value, State) and key in value.__struct_fields__:
            value = getattr(value, key)
        elif isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, tuple) and key.isdecimal() and 0 < int(key) <= len(value):
            value = value[int(key) - 1]
        else:
            known = value.__struct_fields__ if isinstance(value, State) else value if isinstance(value, dict) else ()
            raise Unknown(f"there is no “{key}” in “{whole}”.{nearest(key, known)}")
    return value


def edit_path(battle: AnyBattle, name: str) -> str:
    """Return the path of a field in the state, for the edit action; `boomer.health`, for example, is on the sheet.

    Raises:
        Unknown: nothing has this name, or it cannot be edited as a whole.
    """
    head, _, rest = name.partition(".")
    if head in battle.combatants:
        combatant = battle.combatants[head]
        first = rest.partition(".")[0]
        if rest == "at":
            raise Unknown(f"“{name}” cannot be edited as a whole: edit “{head}.place.x” and “{head}.place.y”.")
        if first in combatant.sheet.__struct_fields__:
            return f"combatants.{head}.sheet.{rest}"
        return f"combatants.{head}." + {"zone": "place.zone", "height": "place.height"}.get(
            rest, _FIELDS.get(rest, rest)
        )
    if head in battle.items:
        item = battle.items[head]
        return f"items.{head}.{rest}" if rest in item.__struct_fields__ else f"items.{head}.gear.{rest}"
    for kind in ("things", "tasks", "players"):
        if head in getattr(battle, kind):
            return f"{kind}.{head}.{rest}"
    if head in battle.__struct_fields__:
        return name
    raise Unknown(no_one(battle, head, _ids(battle)))


def item_named(battle: AnyBattle, holder: Id, name: str) -> Id:
    """Return the id of the item that a combatant uses: given by id, or by template or name of one of their own items.

    Raises:
        Unknown: they have none or several of that name.
    """
    if name in battle.items:
        return name
    mine = battle.items_of(holder)
    found = [item for item in mine if name in (item.template, item.name) or slug(item.name) == slug(name)]
    if len(found) == 1:
        return found[0].id
    if found:
        raise Unknown(f"“{holder}” has {len(found)} of “{name}”: give them ids.")
    raise Unknown(f"“{holder}” has no “{name}”.{nearest(name, {item.id for item in mine})}")
