"""Content put into a battle, embedded by value."""

from __future__ import annotations

from typing import Any

import msgspec

from model.content.library import CombatantEntry, ItemUse, Library, gear_of, item_use
from model.engine.effects import add_effect
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant, Item, new_id


def put_item(library: Library, battle: AnyBattle, holder: Id, use: ItemUse) -> AnyBattle:
    """The battle with an item that somebody has; it keeps the id it was given, or gets one from its name."""
    entry = library.items.get(use.template)
    name = use.name or (entry.name if entry else use.id.replace("-", " ").capitalize())
    id = use.id
    if not id:
        id, battle = new_id(battle, name)
    gear: Any = msgspec.convert(gear_of(library, use), library.ruleset.gear)
    item: Item[Any] = Item(id=id, name=name, gear=gear, holder=holder, where=use.where, template=use.template)
    return replace(battle, items=battle.items | {id: item})


def put_combatant(library: Library, battle: AnyBattle, entry: CombatantEntry, id: Id | None = None) -> AnyBattle:
    """The battle with somebody made from an entry, with items and conditions."""
    if id is None:
        id, battle = new_id(battle, entry.name)
    combatant: Combatant[Any] = Combatant(
        id=id,
        name=entry.name,
        sheet=msgspec.convert(entry.sheet, library.ruleset.sheet),
        side=entry.side,
        public_name=entry.public_name,
        radius=entry.radius,
        portrait=entry.portrait,
        notes=entry.notes,
        origin=entry.id if entry.id in library.combatants else "",
    )
    battle = battle.with_combatant(combatant)
    for table in entry.items:
        battle = put_item(library, battle, id, item_use(table))
    for kind in entry.conditions:
        condition = library.ruleset.conditions[kind]
        battle = add_effect(battle, id, kind, until=condition.until, is_public=condition.is_public)
    return battle
