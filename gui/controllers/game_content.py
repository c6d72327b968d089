"""What a game's content offers to the GM: combatants, companies and gear by name, as the edits take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

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


Entry = TypeVar("Entry", CombatantEntry, ItemEntry)


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


def entry_named(entries: Sequence[Entry], name: str) -> Entry | None:
    """The entry of exactly that name or id, in the singular or plural."""
    wanted = {name.lower(), name.lower().removesuffix("s")}
    return next((one for one in entries if {one.name.lower(), one.id.lower()} & wanted), None)
