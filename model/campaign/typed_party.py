"""The characters of a campaign that are typed, with their players: the same grammar as for all typed combatants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from model.campaign.campaign import (
    LONGEST_NAME,
    MOST_CHARACTERS,
    Campaign,
    add_character,
    characters_of,
    with_player,
    write_head,
)
from model.content.library import CombatantEntry, Library
from model.content.newcomers import fields_of_unknown, item_of, items_of_typed, table_of, vocabulary_of, with_gear
from model.content.typed import Said, TypedEntry, Vocabulary, moved
from model.content.typed_lines import typed_entries
from model.content.typed_sheet import with_said
from model.state.base import Record, replace
from model.state.battle import PLAYERS_SIDE, slug


class Edited(Record):
    """A typed character whose sheet was edited before the campaign exists."""

    entry: CombatantEntry
    said: tuple[Said, ...] = ()
    """What its line said then: what it says besides is added to the sheet."""
    gear: tuple[tuple[str, int], ...] = ()
    """The gear of its line then, likewise."""


def add_players(campaign: Campaign, typed: str, edited: Mapping[str, Edited] = MappingProxyType({})) -> None:
    """Create characters and players from typed lines that `typed_players_problem` accepts.

    A line is a player and a colon, which may be left out, and a character in the grammar of `typed_lines`, as in
    `Mara: Nora agility 8 small guns 4, hunting rifle`. A character whose name is that of a combatant in the content is
    a copy of that entry, with what was typed added; any other is a standard combatant of the game. `edited` are those
    whose sheet was edited, by the name in the line; the sheet may say another one.

    Raises:
        OSError: a file cannot be written.
    """
    head = campaign.head
    for player, entry in typed_players(_vocabulary(campaign.library), typed):
        made = edited_character(campaign.library, entry, edited.get(entry.name))
        key = add_character(campaign, made).stem
        if player:
            said = next((one for one in head.player if str(one.get("name", "")).lower() == player.lower()), {})
            head = with_player(head, player, characters=[*characters_of(said), key])
    write_head(campaign.folder, head)


def _vocabulary(library: Library) -> Vocabulary:
    return vocabulary_of(library, library.combatants.values())


def edited_character(library: Library, entry: TypedEntry, edited: Edited | None) -> CombatantEntry:
    """The entry of a typed character: with the sheet that was edited, and what its line says besides."""
    if edited is not None:
        more = [one for one in entry.said if one not in edited.said]
        sheet = with_said(library.ruleset.names, edited.entry.sheet, more)
        added = replace(entry, gear=tuple(one for one in entry.gear if one not in edited.gear))
        return replace(edited.entry, sheet=sheet, items=tuple(_with_gear(library, edited.entry.items, added)))
    entry = replace(entry, side=entry.side or PLAYERS_SIDE)
    known = (one for one in library.combatants.values() if one.name == entry.name)
    return _typed_character(library, entry, next(known, None) if entry.is_known else None)


def _typed_character(library: Library, entry: TypedEntry, template: CombatantEntry | None) -> CombatantEntry:
    """The entry of a typed character: of the content with what was typed, or built from the standard archetype."""
    if template is not None:
        sheet = with_said(library.ruleset.names, template.sheet, entry.said)
        known = replace(template, id=slug(entry.name), side=entry.side, sheet=sheet)
        return replace(known, items=tuple(_with_gear(library, template.items, entry)))
    sheet = fields_of_unknown(library, entry).get("sheet", {})
    items = tuple(table_of(item) for item in items_of_typed(library, entry))
    return CombatantEntry(id=slug(entry.name), name=entry.name, side=entry.side, sheet=sheet, items=items)


def _with_gear(library: Library, tables: Sequence[dict[str, Any]], entry: TypedEntry) -> Iterator[dict[str, Any]]:
    """Yield the tables of items with typed gear; of those that are there, only the quantity changes."""
    before = [item_of(library, table) for table in tables]
    after = with_gear(library, before, entry.gear)
    new = len(after) - len(before)
    yield from map(table_of, after[:new])
    for table, old, item in zip(tables, before, after[new:], strict=True):
        yield table if item == old else {**table, **table_of(item)}


_PLAYER = re.compile(r"(?!side:)([^:,]*):(?!\d)")


def typed_players(known: Vocabulary, typed: str) -> list[tuple[str, TypedEntry]]:
    """The typed characters, each with the player before the colon of its line; empty if the line has none.

    The positions of the entries are those in the whole text. A line is one character: what follows a comma and is not
    understood as a part of it is unclear, for it would become a combatant whom no one wants.
    """
    found: list[tuple[str, TypedEntry]] = []
    start = 0
    for line in typed.splitlines(keepends=True):
        match = _PLAYER.match(line)
        player, at = (match[1].strip(), match.end()) if match else ("", 0)
        if match and player and not line[at:].strip():
            # “Mara:” and “Mara” are a character without a player.
            player, at, line = "", 0, line.replace(":", " ", 1)
        said = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        entries = typed_entries(" " * at + said[at:], known, one_per_line=True)
        found += [(player, moved(entry, start)) for entry in entries]
        start += len(line)
    return found


def typed_players_problem(library: Library, typed: str) -> str:
    """The reason, as a sentence, why typed lines are refused; empty if they are valid."""
    found = typed_players(_vocabulary(library), typed)
    if len(found) > MOST_CHARACTERS:
        return f"These are {len(found)} characters, more than {MOST_CHARACTERS}: leave lines out, and add them later."
    for player, entry in found:
        if max(len(player), len(entry.name)) > LONGEST_NAME:
            return f"“{(player or entry.name)[:40]}…” is longer than {LONGEST_NAME} letters: shorten the name."
        if entry.problem:
            return entry.problem
        if entry.count > 1:
            return f"“{entry.name}”: type each character on a line of its own, without a number."
    return ""
