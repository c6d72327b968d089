"""What typed combatants become: their sheets and gear, by the game's archetypes and its content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from model.content.library import CombatantEntry, ItemEntry, ItemUse, Library, gear_of, item_use
from model.content.plurals import single
from model.content.typed import Said, TypedEntry, Vocabulary
from model.content.typed_sheet import with_number, with_said
from model.engine.archetypes import Archetype
from model.engine.names import Found, KnownName, Names, titled
from model.engine.ruleset import Ruleset
from model.state.battle import PLAYERS_SIDE

_QUANTITY = "quantity"
"""The field of gear for its quantity, in games that count it."""


def vocabulary_of(library: Library, combatants: Iterable[CombatantEntry], companies: Iterable[str] = ()) -> Vocabulary:
    """Return the words for typed combatants of a game; `combatants` are those that a name refers to.

    What a combatant of the content has, such as a skill that the game does not name, can be typed for others as well.
    """
    known = tuple(combatants)
    ruleset = library.ruleset
    names = Names(ruleset.sheet, ruleset.sheet_parts, _names_on_sheets(ruleset, known))
    return Vocabulary(
        names,
        gear=[(one.name, one.id) for one in library.items.values()],
        combatants=(*(one.name for one in known), *companies),
        heroes=(one.name for one in known if one.side == PLAYERS_SIDE),
    )


def _names_on_sheets(ruleset: Ruleset, entries: Iterable[CombatantEntry]) -> Iterator[Found]:
    """Yield the names in open-ended parts of sheets that the game does not declare."""
    parts = [(part, ruleset.names.kind(part.path)) for part in ruleset.sheet_parts if part.path and not part.like]
    for entry in entries:
        for part, kind in parts:
            for one in entry.sheet.get(part.path, ()):
                id = str(one.get(part.key, "")) if kind == "entries" and isinstance(one, dict) else one
                if isinstance(id, str) and id and not ruleset.names.in_full(id, part.path):
                    yield Found(part, KnownName(id=id, title=titled(id)))


# -------------------------------------------------------------------------------------------------------------- sheets


def built_sheet(
    ruleset: Ruleset,
    archetype: Archetype,
    said: Iterable[Said] = (),
    *,
    level: int | None = None,
    side: str = "",
    numbers: Mapping[str, int | None] = {},
) -> dict[str, Any]:
    """Return the sheet of a combatant built from an archetype, with what was typed: it counts before everything else.

    What follows from other numbers by the rules, such as hit points, follows from the typed ones. Skills that are typed
    for a character of the players' side are all skills that it has; others keep those of the archetype besides.
    `numbers` are typed by path.
    """
    typed = tuple(said)
    sheet = dict(archetype.sheet(archetype.levels[0] if level is None else level))
    if side in ruleset.allied:
        for path in {one.found.part.path for one in typed if one.found.part.path}:
            if ruleset.names.kind(path) == "numbers":
                sheet.pop(path, None)
    sheet = with_said(ruleset.names, sheet, typed)
    for path, number in numbers.items():
        sheet = with_number(sheet, path, number)
    own = {one.found.path for one in typed} | set(numbers)
    follow = {} if archetype.follows is None else archetype.follows(sheet)
    return sheet | {key: value for key, value in follow.items() if key not in own}


def fields_of_unknown(library: Library, entry: TypedEntry) -> dict[str, Any]:
    """Return the options of a combatant whom the content does not know: a standard one with what was typed."""
    standard = library.ruleset.standard
    said = with_said(library.ruleset.names, {}, entry.said)
    sheet = built_sheet(library.ruleset, standard, entry.said, side=entry.side) if standard else said
    fields = {"name": single(entry.name, entry.count), "sheet": sheet, "items": items_of_typed(library, entry)}
    return {key: value for key, value in fields.items() if value}


def with_typed(library: Library, fields: Mapping[str, Any], entry: TypedEntry) -> dict[str, Any]:
    """Return the options that add a combatant of the content, with what was typed added."""
    known = fields.get("sheet", {})
    sheet = _followed(library.ruleset, known, with_said(library.ruleset.names, known, entry.said), entry.said)
    items = with_gear(library, fields.get("items", ()), entry.gear)
    return {**fields, **({"sheet": sheet} if sheet else {}), **({"items": items} if items else {})}


def _followed(
    ruleset: Ruleset, known: Mapping[str, Any], sheet: dict[str, Any], said: Iterable[Said]
) -> dict[str, Any]:
    """The sheet of somebody known with what was typed: what followed from other numbers follows from the typed ones.

    A total of its own, other than by the rules, stays.
    """
    follows = None if ruleset.standard is None else ruleset.standard.follows
    if follows is None:
        return sheet
    usual, own = msgspec.structs.asdict(ruleset.sheet()), {one.found.path for one in said}
    before, after = follows({**usual, **known}), follows({**usual, **sheet})
    changed = {key for key in after if after[key] != before[key] == known.get(key)}
    return sheet | {key: after[key] for key in changed - own}


# ---------------------------------------------------------------------------------------------------------------- gear


def items_of_typed(library: Library, entry: TypedEntry) -> list[dict[str, Any]]:
    """Return the typed gear of an entry as items for edits."""
    known = {one.name: one for one in library.items.values()}
    return [item for name, count in entry.gear for item in items_of(library, known[name], count)]


def with_gear(
    library: Library, carried: Iterable[Mapping[str, Any]], gear: Iterable[tuple[str, int]]
) -> list[dict[str, Any]]:
    """Return the items of a combatant with gear that was typed: what is carried already is not added again.

    A number is how many there are then: the quantity of gear that the game counts, or as many items.
    """
    items = [dict(item) for item in carried]
    known = {one.name: one for one in library.items.values()}
    more: list[dict[str, Any]] = []
    for name, count in gear:
        there = [item for item in items if item.get("template") == known[name].id or item.get("name") == name]
        added = items_of(library, known[name], count)
        if there and count > 1 and len(added) == 1:
            there[0]["gear"] = {**there[0]["gear"], _QUANTITY: count}
        more += added[len(there) :]
    return [*more, *items]


def items_of(library: Library, entry: ItemEntry, count: int = 1) -> list[dict[str, Any]]:
    """Return items for edits: one with a quantity if the game counts this gear, else `count` items."""
    is_worn = library.ruleset.is_worn(msgspec.convert(entry.gear, library.ruleset.gear))
    where = "worn" if is_worn else "hand"
    fields = {"name": entry.name, "gear": entry.gear, "template": entry.id, "where": where}
    if count > 1 and _QUANTITY in entry.gear:
        return [fields | {"gear": entry.gear | {_QUANTITY: count}}]
    return [fields] * count


def item_of(library: Library, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item for edits from its table in a combatant's entry."""
    use: ItemUse = item_use(dict(table))
    known = library.items.get(use.template)
    name = use.name or (known.name if known else use.id)
    return {"name": name, "gear": gear_of(library, use), "where": use.where, "template": use.template}


def table_of(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table of an item for edits in a combatant's entry."""
    quantity = {_QUANTITY: item["gear"][_QUANTITY]} if _QUANTITY in item["gear"] else {}
    return {"template": item["template"], "where": item["where"], **quantity}
