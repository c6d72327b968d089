"""The differences between two battles, combatant by combatant: for the GM alone."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Any

from model.board.bands import metres_text
from model.engine.displays import PoolDisplay
from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle, Combatant, Item
from model.view.conditions import conditions_of
from model.view.form import fields_of
from model.view.pools import clock_view
from model.view.texts import unsigned
from model.view.viewer import GM, name_for

NOTHING = "–"


class Difference(State):
    """Something that differs between two battles."""

    subject: str
    """The subject of the difference: `Boomer`; `Battle` for what belongs to no combatant."""
    what: str
    """`Health`"""
    before: str = NOTHING
    after: str = NOTHING
    who: Id = ""
    """The combatant; empty if none."""

    @property
    def words(self) -> str:
        """`Boomer: Health 12 → 6`"""
        return f"{self.subject}: {self.what} {self.before} → {self.after}"


def differences(ruleset: Ruleset, before: AnyBattle, after: AnyBattle) -> tuple[Difference, ...]:
    """All differences that matter to a GM, except used actions, which the initiative order shows."""
    return tuple(_differences(ruleset, before, after)) if before is not after else ()


def _differences(ruleset: Ruleset, before: AnyBattle, after: AnyBattle) -> Iterator[Difference]:
    if before.combatants is not after.combatants or before.items is not after.items:
        for id in (*after.combatants, *(id for id in before.combatants if id not in after.combatants)):
            subject = name_for(after if id in after.combatants else before, id, GM) or id
            for what, old, new in _of_combatant(ruleset, before, after, id):
                yield Difference(subject=subject, what=what, before=old, after=new, who=id)
    for id in {**after.things, **before.things}:
        one, other = before.things.get(id), after.things.get(id)
        if one != other:
            subject = (other or one).name  # type: ignore[union-attr]  # one of the two is there
            old, new = (NOTHING if thing is None else _health(thing.health) for thing in (one, other))
            yield Difference(subject=subject, what="Health" if old != new else "Object", before=old, after=new)
    for what, old, new in _of_battle(ruleset, before, after):
        if old != new:
            yield Difference(subject="Battle", what=what, before=old, after=new)


def _health(health: int | None) -> str:
    return "there" if health is None else unsigned(health)


_Row = tuple[str, str, str]


def _of_combatant(ruleset: Ruleset, before: AnyBattle, after: AnyBattle, who: Id) -> Iterator[_Row]:
    old, new = before.combatants.get(who), after.combatants.get(who)
    if old is None or new is None:
        yield (
            "Combatant",
            "not in the battle" if old is None else "there",
            "not in the battle" if new is None else "there",
        )
        return
    if old is not new:
        pools = [one for one in ruleset.displays if isinstance(one, PoolDisplay)]
        for pool in pools:
            amounts = [int(pool.value(battle, who)) for battle in (before, after)]
            if amounts[0] != amounts[1]:
                yield pool.title, unsigned(amounts[0]), unsigned(amounts[1])
        yield from _of_sheet(old.sheet, new.sheet, {f"sheet.{one.field}" for one in pools})
        yield from _flags(old, new)
        if old.effects != new.effects:
            conditions = [
                ", ".join(one.text for one in conditions_of(ruleset, battle, who, GM)) for battle in (before, after)
            ]
            if conditions[0] != conditions[1]:
                yield "Conditions", conditions[0] or NOTHING, conditions[1] or NOTHING
        if old.place != new.place:
            yield from _of_place(before, after, old, new)
    if before.items is not after.items:
        yield from _of_items(before, after, who)


def _of_sheet(old: Any, new: Any, told: Collection[str] = ()) -> Iterator[_Row]:
    """Fields that differ, except those with a path in `told`, which their pools already report."""
    if old is new:
        return
    titles: dict[str, str] = {}
    values: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for side, sheet in enumerate((old, new)):
        for field in fields_of(sheet, "sheet"):
            titles[field.path] = f"{field.group}, {field.title}" if field.is_entry else field.title
            values[side][field.path] = _value(field.value)
    for path, title in titles.items():
        one, other = (side.get(path, NOTHING) for side in values)
        if one != other and path not in told:
            yield title, one, other


def _value(value: object) -> str:
    match value:
        case None | "" | ():
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return unsigned(value)
        case tuple():
            return ", ".join(map(str, value))
    return str(value).replace("_", " ")


def _flags(old: Combatant[Any], new: Combatant[Any]) -> Iterator[_Row]:
    for what, one, other in (
        ("Name", old.name, new.name),
        ("Public name", old.public_name, new.public_name),
        ("Side", old.side, new.side),
        ("Notes", old.notes, new.notes),
    ):
        if one != other:
            yield what, one or NOTHING, other or NOTHING
    for what, is_old, is_new, yes, no in (
        ("In combat", old.is_out, new.is_out, "out of combat", "fighting"),
        ("Players", old.is_hidden, new.is_hidden, "hidden", "visible"),
        ("Left combat", old.left_as is not None, new.left_as is not None, new.left_as or old.left_as or "", NOTHING),
        ("Presence", old.is_present, new.is_present, "there", "absent"),
    ):
        if is_old != is_new:
            yield what, yes if is_old else no, yes if is_new else no


def _of_place(before: AnyBattle, after: AnyBattle, old: Combatant[Any], new: Combatant[Any]) -> Iterator[_Row]:
    zones = [_zone(battle, one.place.zone) for battle, one in ((before, old), (after, new))]
    if zones[0] != zones[1]:
        yield "Zone", zones[0], zones[1]
        return
    one, other = old.place.point, new.place.point
    if one is not None and other is not None:
        yield "Place", NOTHING, f"{metres_text(math.dist(one, other))} away"
    else:
        yield "Place", "on the map" if one else NOTHING, "on the map" if other else NOTHING


def _zone(battle: AnyBattle, zone: Id | None) -> str:
    found = None if zone is None else battle.board.zones.get(zone)
    return NOTHING if found is None else found.name


def _of_items(before: AnyBattle, after: AnyBattle, who: Id) -> Iterator[_Row]:
    old, new = ({item.id: item for item in battle.items_of(who)} for battle in (before, after))
    for id in {**old, **new}:
        one, other = old.get(id), new.get(id)
        if one is None or other is None:
            item: Item[Any] | None = one or other
            assert item is not None
            yield item.name, NOTHING if one is None else one.where, NOTHING if other is None else other.where
        elif one != other:
            if one.where != other.where:
                yield one.name, one.where, other.where
            for what, first, second in _of_sheet(one.gear, other.gear):
                yield f"{one.name}, {what.lower()}", first, second


def _of_battle(ruleset: Ruleset, before: AnyBattle, after: AnyBattle) -> Iterator[_Row]:
    times = [_time(ruleset, battle) for battle in (before, after)]
    yield "Time", times[0], times[1]
    yield "Turn of", _acting(before), _acting(after)
    yield "Scene", before.scene.name or unsigned(before.scene.number), after.scene.name or unsigned(after.scene.number)
    people = before.combatants.keys() | after.combatants.keys()
    yield from _of_sheet(
        before.shared, after.shared, {f"sheet.{name}.{who}" for name in _tables(after) for who in people}
    )
    for what, old, new in (
        ("Notes", before.notes, after.notes),
        ("Open tasks", _open_tasks(before), _open_tasks(after)),
    ):
        yield what, old or NOTHING, new or NOTHING
    if before.board != after.board:
        yield "Board", NOTHING, "changed"


def _tables(battle: AnyBattle) -> tuple[str, ...]:
    """Tables in the ruleset's shared state, whose entries for combatants are internal and not reported."""
    shared = battle.shared
    return tuple(name for name in shared.__struct_fields__ if isinstance(getattr(shared, name), dict))


def _time(ruleset: Ruleset, battle: AnyBattle) -> str:
    return clock_view(ruleset, battle).words if battle.order.round else "before combat"


def _acting(battle: AnyBattle) -> str:
    return ", ".join(name_for(battle, who, GM) or who for who in battle.order.acting) or NOTHING


def _open_tasks(battle: AnyBattle) -> str:
    return ", ".join(task.name for task in battle.tasks.values() if task.state == "open")
