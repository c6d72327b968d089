"""What a game's content offers to the GM: combatants, companies and gear by name, as the edits take them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from gui.controllers.newcomers_line import TypedEntry, Vocabulary, entry_named
from model.content.library import (
    CombatantEntry,
    Company,
    ItemEntry,
    ItemUse,
    Library,
    Member,
    content_files,
    gear_of,
    item_use,
    load_library,
)
from model.content.problems import BadFile
from model.engine.ruleset import Ruleset

_QUANTITY = "quantity"
"""The field of gear that says how many there are, in games that count it."""


class GameContent:
    """Reads the content files of a game when something of them is wanted first."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._library: Library | None = None
        self.problem = ""
        """What is wrong with the content of the ruleset, in sentences."""

    @property
    def templates(self) -> tuple[CombatantEntry, ...]:
        """Everybody whom the content knows, by name."""
        library = self._read()
        return tuple(sorted(library.combatants.values(), key=lambda entry: entry.name)) if library else ()

    @property
    def companies(self) -> tuple[Company, ...]:
        """The parties and encounters that the content knows: parties first."""
        library = self._read()
        return (*library.parties.values(), *library.encounters.values()) if library else ()

    @property
    def gear(self) -> tuple[ItemEntry, ...]:
        """Weapons, armour and other gear, by name."""
        library = self._read()
        return tuple(sorted(library.items.values(), key=lambda entry: entry.name)) if library else ()

    def gear_named(self, name: str) -> ItemEntry | None:
        """The gear of exactly that name or id, in the singular or plural."""
        return entry_named(self.gear, name)

    @property
    def numbers(self) -> dict[str, str]:
        """Paths of the sheet's whole numbers by what they are called: names, titles, and what GMs say for short."""
        found: dict[str, str] = {}
        for one in msgspec.structs.fields(self._ruleset.sheet):
            found |= _numbers_of(inspect.type_info(one.type), one.name)
        for template in self.templates:
            for key, value in template.sheet.items():
                for name, number in value.items() if isinstance(value, dict) else ():
                    if isinstance(number, int) and not isinstance(number, bool):
                        found.setdefault(name.replace("_", " ").lower(), f"{key}.{name}")
        return found | dict(self._ruleset.short_names)

    @property
    def vocabulary(self) -> Vocabulary:
        """What a typed line may name of the game; zones come from the battle."""
        companies = tuple(one.name for one in self.companies)
        return Vocabulary(
            names=(*(one.name for one in self.templates), *companies),
            numbers=tuple(self.numbers),
            gear=tuple(name for one in self.gear for name in {one.name.lower(), one.id.lower()}),
        )

    def with_said(self, fields: dict[str, Any], entry: TypedEntry) -> dict[str, Any]:
        """The options that add somebody, with the numbers and the gear that an entry says."""
        sheet, paths = dict(fields.get("sheet", {})), self.numbers
        for name, number in entry.numbers:
            key, _, part = paths[name.lower()].partition(".")
            sheet[key] = {**sheet.get(key, {}), part: number} if part else number
        gear = [self.gear_named(name) for name in entry.gear]
        items = [*(item for one in gear if one is not None for item in self.items_of(one)), *fields.get("items", ())]
        return fields | ({"sheet": sheet} if sheet else {}) | ({"items": items} if items else {})

    def items_of(self, entry: ItemEntry, count: int = 1) -> list[dict[str, Any]]:
        """So many of one kind as items that edits take: one with a quantity where the game counts it, else several."""
        fields = {"name": entry.name, "gear": entry.gear, "template": entry.id, "where": self._where(entry)}
        if count > 1 and _QUANTITY in entry.gear:
            return [fields | {"gear": entry.gear | {_QUANTITY: count}}]
        return [fields] * count

    def fields_of(self, entry: CombatantEntry) -> dict[str, Any]:
        """An entry as the options that add such a combatant."""
        fields = {
            "name": entry.name,
            "side": entry.side,
            "sheet": dict(entry.sheet),
            "items": [self._item(item_use(table)) for table in entry.items],
            "conditions": list(entry.conditions),
            "public_name": entry.public_name,
            "portrait": entry.portrait,
            "origin": entry.id,
            "notes": entry.notes,
            "radius": entry.radius,
        }
        return {key: value for key, value in fields.items() if value not in ("", [], {})}

    def fields_of_member(self, member: Member) -> dict[str, Any]:
        """A member of a company as the options that add as many of them."""
        library = self._read()
        assert library is not None
        own = {
            "name": member.name,
            "count": member.count if member.count > 1 else 0,
            "group": member.group,
            "side": member.side,
            "hidden": member.hidden,
        }
        fields = self.fields_of(library.combatants[member.template])
        return fields | {key: value for key, value in own.items() if value}

    def _item(self, use: ItemUse) -> dict[str, Any]:
        library = self._read()
        assert library is not None
        known = library.items.get(use.template)
        return {
            "name": use.name or (known.name if known else use.id),
            "gear": gear_of(library, use),
            "where": use.where,
            "template": use.template,
        }

    def _where(self, entry: ItemEntry) -> str:
        """Where somebody has gear that was given to them."""
        return "worn" if self._ruleset.is_worn(msgspec.convert(entry.gear, self._ruleset.gear)) else "hand"

    def _read(self) -> Library | None:
        if self._library is None and not self.problem:
            try:
                self._library = load_library(self._ruleset, content_files(self._ruleset.id))
            except BadFile as error:
                self.problem = f"The content cannot be used: {error}"
        return self._library


def _numbers_of(kind: inspect.Type, path: str) -> dict[str, str]:
    """The whole numbers in a field of the sheet, by name and by title."""
    title = ""
    if isinstance(kind, inspect.Metadata):
        title = str((kind.extra_json_schema or {}).get("title", ""))
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        kind = next((one for one in kind.types if isinstance(one, inspect.IntType)), kind)
    if isinstance(kind, inspect.IntType):
        names = (path.rpartition(".")[2].replace("_", " "), title.lower())
        return {name: path for name in names if name}
    if isinstance(kind, inspect.StructType):
        parts = (_numbers_of(one.type, f"{path}.{one.name}") for one in kind.fields)
        return {name: found for part in parts for name, found in part.items()}
    return {}
