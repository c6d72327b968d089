"""Conversion of a combatant to a character file with everything that lasts from one battle to the next."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from model.campaign.keeping import entry_text
from model.content.library import CombatantEntry, Library, Table, gear_of, item_use
from model.engine.lasting import kept_effects, lasting_of
from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import PLAYERS_SIDE, AnyBattle, Item, slug


def entry_of(library: Library, battle: AnyBattle, who: Id) -> CombatantEntry:
    """A combatant of a battle as a content entry, from which the same combatant can be made again.

    Place, turns, hiding, and effects that relate them to others or end by turns belong to the battle and are left out.
    """
    combatant = battle.combatants[who]
    return CombatantEntry(
        id=slug(combatant.name),
        name=combatant.name,
        side=combatant.side,
        sheet=_sheet_table(library.ruleset, battle, combatant.sheet),
        public_name=combatant.public_name,
        radius=combatant.radius,
        portrait=combatant.portrait,
        notes=combatant.notes,
        items=tuple(_item_table(library, item) for item in battle.items_of(who)),
        effects=kept_effects(battle, who),
        lasting=lasting_of(battle, library.ruleset, who),
    )


def text_of(ruleset: Ruleset, entry: CombatantEntry) -> str:
    """The text of a character file with this entry."""
    return text_of_table(ruleset, plain(entry))


def plain(value: Any) -> Any:
    """A value as plain TOML values, without fields that have their default."""
    if isinstance(value, State):
        config: Any = type(value).__struct_config__  # type: ignore[attr-defined]  # a struct, as `State` hides
        table = {} if config.tag_field is None else {config.tag_field: config.tag}
        kind: Any = type(value)
        said = {name: member for name, default in _fields(kind) if (member := getattr(value, name)) != default}
        return table | {name: plain(member) for name, member in said.items()}
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    return [plain(member) for member in value] if isinstance(value, tuple | list) else value


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The names of a struct's fields with their defaults; for a required field that is a value that equals nothing."""
    fields = msgspec.structs.fields(kind)
    return tuple(
        (one.name, one.default if one.default_factory is msgspec.NODEFAULT else one.default_factory()) for one in fields
    )


def text_of_table(ruleset: Ruleset, entry: Table) -> str:
    """The text of a character file with an entry in plain values."""
    return entry_text(ruleset.id, [("combatant", entry)])


def _sheet_table(ruleset: Ruleset, battle: AnyBattle, sheet: Any) -> Table:
    """The sheet's values, always including those that a house rule would otherwise set for a new combatant."""
    table: Table = plain(sheet)
    for key, usual in ruleset.new_sheet(battle).items():
        value = plain(getattr(sheet, key))
        if isinstance(usual, dict):
            table[key] = {**value, **table.get(key, {})}
        elif value is not None:
            table[key] = value
    return table


def _item_table(library: Library, item: Item[Any]) -> Table:
    """The table of an item: by its template with the changed fields if that recreates exactly the same item."""
    gear: Table = plain(item.gear)
    own = {"name": item.name, "where": "pack" if item.where == "board" else item.where}
    known = library.items.get(item.template)
    if known is not None:
        table = {"template": item.template, **own, **_beyond(known.gear, gear)}
        if known.name == item.name:
            del table["name"]
        found: Any = msgspec.convert(gear_of(library, item_use(table)), library.ruleset.gear)
        if found == item.gear:
            return table
    return {**own, **gear}


def _beyond(base: Table, table: Table) -> Table:
    """The entries of a table that are missing or different in `base`."""
    return {key: value for key, value in table.items() if base.get(key) != value}


def is_of_party(entry: CombatantEntry) -> bool:
    """Whether a character belongs to the players' side."""
    return entry.side == PLAYERS_SIDE
