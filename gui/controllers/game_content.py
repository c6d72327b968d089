"""The content of a game that can be added to a battle: that of the game, the user's own, and that of a campaign."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from model.campaign import PICTURES, Campaign, Character, source_of
from model.campaign.characters import plain
from model.content.library import (
    CombatantEntry,
    Company,
    ItemEntry,
    Library,
    Member,
    Preset,
    company_words,
    content_files,
    load_valid,
)
from model.content.newcomers import fields_of_unknown, item_of, items_of, vocabulary_of, with_typed
from model.content.plurals import in_the_singular
from model.content.problems import Problem, nearest
from model.content.typed import COUNT, MOST, TypedEntry, Vocabulary
from model.engine.ruleset import Ruleset
from model.state.battle import Setting
from model.state.folding import folded
from model.view.newcomers import newcomer_view, pools_words
from model.view.sheet import NumbersDisplayView

_UNKNOWN = "not in the library: {}"
Entry = TypeVar("Entry", CombatantEntry, ItemEntry)

PARTY = "Party"
"""The name by which typed lines refer to all characters of the campaign's party."""
CHARACTER = "characters/"
"""Prefix of characters' file names, which keeps them apart from the ids of the content."""


class GameContent:
    """The content that can be added to a battle: that of its game, the user's own, and that of its campaign.

    Files are read on first use, and again after `forget`.
    """

    def __init__(
        self, ruleset: Ruleset, own: Path | None = None, campaign: Callable[[], Campaign | None] = lambda: None
    ) -> None:
        """`own` is the folder of the user's content for the game."""
        self.ruleset = ruleset
        self._own = own
        self._campaign = campaign
        self._library: Library | None = None
        self._problems: tuple[Problem, ...] = ()
        self._vocabulary: tuple[Library, Campaign | None, Vocabulary] | None = None

    @property
    def picture_folders(self) -> tuple[Path, ...]:
        """Folders of the pictures that entries name: the campaign's, and that of the user's own content."""
        campaign = self._campaign()
        folders = (None if campaign is None else campaign.folder, self._own)
        return tuple(folder / PICTURES for folder in folders if folder is not None)

    def forget(self) -> None:
        """Discard what was read, so that all files are read again on next use."""
        self._library = None

    @property
    def problem(self) -> str:
        """What was left out because it is not valid, in sentences; empty if nothing was."""
        self._read()
        return f"Left out: {' '.join(map(str, self._problems))}" if self._problems else ""

    @property
    def library(self) -> Library:
        """Gear, combatants, parties and encounters by id, from the files that are valid."""
        return self._read()

    @property
    def templates(self) -> tuple[CombatantEntry, ...]:
        """All combatants that the content knows, by name; the characters of the campaign come first."""
        characters = sorted(self._characters.values(), key=lambda one: one.entry.name)
        taken = {one.entry.name.lower() for one in characters}
        others = (one for one in self._read().combatants.values() if one.name.lower() not in taken)
        return (*(one.entry for one in characters), *sorted(others, key=lambda entry: entry.name))

    @property
    def companies(self) -> tuple[Company, ...]:
        """All parties and encounters that the content knows: the campaign's party first, then other parties."""
        library = self._read()
        return (*self.party, *library.parties.values(), *library.encounters.values())

    @property
    def has_party(self) -> bool:
        """Whether there is a campaign with a party."""
        return bool(self.party)

    @property
    def party(self) -> tuple[Company, ...]:
        """The party of the campaign, or empty if there is none."""
        campaign = self._campaign()
        if campaign is None or not campaign.party:
            return ()
        members = tuple(Member(template=f"{CHARACTER}{one.key}") for one in campaign.party)
        return (Company(id=PARTY.lower(), name=PARTY, members=members),)

    @property
    def characters(self) -> dict[str, CombatantEntry]:
        """The campaign's characters, by the template key that members of parties and encounters use."""
        return {key: one.entry for key, one in self._characters.items()}

    @property
    def _characters(self) -> dict[str, Character]:
        """The campaign's characters as `Character` records, by the same key as `characters`."""
        campaign = self._campaign()
        return {f"{CHARACTER}{one.key}": one for one in campaign.characters} if campaign else {}

    @property
    def gear(self) -> tuple[ItemEntry, ...]:
        """Weapons, armour and other gear, by name."""
        return tuple(sorted(self._read().items.values(), key=lambda entry: entry.name))

    @property
    def presets(self) -> dict[str, Preset]:
        """Presets of conditions by id: one for each condition of the game, then the GM's own."""
        conditions = self.ruleset.conditions.values()
        usual = (Preset(id=one.id, name=one.title, condition=one.id, public=one.is_public) for one in conditions)
        return {one.id: one for one in usual} | self._read().presets

    @property
    def own_presets(self) -> tuple[Preset, ...]:
        """The GM's own presets of conditions."""
        return tuple(self._read().presets.values())

    def gear_named(self, name: str) -> ItemEntry | None:
        """Return the gear of that name or id, in the singular or plural and in any spelling."""
        known = self.vocabulary.gear_named(name)
        return next((one for one in self._read().items.values() if known and one.name == known), None)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that typed combatants may use."""
        library = self._read()
        known = self._vocabulary
        if known is None or known[0] is not library or known[1] is not self._campaign():
            companies = tuple(one.name for one in self.companies)
            known = (library, self._campaign(), vocabulary_of(library, self.templates, companies))
            self._vocabulary = known
        return known[2]

    def with_entry(self, fields: dict[str, Any], entry: TypedEntry) -> dict[str, Any]:
        """Return the options that add a combatant of the content, with what an entry says added."""
        return with_typed(self._read(), fields, entry)

    def fields_of_unknown(self, entry: TypedEntry) -> dict[str, Any]:
        """Return the options of a combatant that the content does not know: a standard one plus the entry."""
        return fields_of_unknown(self._read(), entry)

    def words_of_unknown(self, entry: TypedEntry, settings: Mapping[str, Setting] | None = None) -> str:
        """Describe a combatant that the content does not know: `not in the library: built as Standard (health 10)`.

        Of one with numbers, skills or gear of its own only the points are told: it is meant to be new.
        `settings` are the house rules, by default those of the campaign.
        """
        if settings is None:
            campaign = self._campaign()
            settings = campaign.head.house_rules if campaign else {}
        standard = self.ruleset.standard
        if standard is None:
            return _UNKNOWN.format("plain numbers")
        view = newcomer_view(self.ruleset, settings, self.fields_of_unknown(entry))
        if isinstance(view, str):
            return view
        parts = (pools_words(view), "" if entry.gear else "no gear")
        words = ", ".join(filter(None, parts))
        return words if entry.said or entry.gear else _UNKNOWN.format(f"built as {standard.title} ({words})")

    def words_of_sheet(self, entry: CombatantEntry) -> str:
        """Describe a combatant by its sheet: `health 12 · Athletics 4 · Leather`."""
        view = newcomer_view(self.ruleset, {}, self.fields_of(entry))
        if isinstance(view, str):
            return view
        numbers = next((one.numbers for one in view.displays if type(one) is NumbersDisplayView), ())
        counted = Counter(item_of(self._read(), table)["name"] for table in entry.items)
        gear = (f"{count} × {name}" if count > 1 else name for name, count in counted.items())
        return " · ".join(filter(None, (pools_words(view), *(f"{one.title} {one.value}" for one in numbers), *gear)))

    def items_named(self, typed: str) -> list[dict[str, Any]] | str:
        """Return typed gear as items for edits; a sentence if the content has no such gear."""
        found = self.gear_typed(typed)
        if isinstance(found, str):
            return found
        known = {one.name: one for one in self._read().items.values()}
        return [item for name, count in found for item in self.items_of(known[name], count)]

    def gear_typed(self, typed: str) -> tuple[tuple[str, int], ...] | str:
        """Return names of gear with their counts, from full names separated by commas; a number in front is a count.

        Returns a sentence if the content has no such gear.
        """
        found: list[tuple[str, int]] = []
        whole = typed.strip()
        parts = re.split(r"[,;]", whole) if self._counted_gear(whole)[1] is None else [whole]
        for part in filter(None, map(str.strip, parts)):
            count, entry = self._counted_gear(part)
            if entry is None:
                near = nearest(COUNT.sub("", part, count=1), (one.name for one in self.gear))
                return f"The game has no gear called “{part}”.{near}"
            if not 1 <= count <= MOST:
                return f"“{part}”: there can be 1 to {MOST} of a kind."
            found.append((entry.name, count))
        return tuple(found)

    def _counted_gear(self, words: str) -> tuple[int, ItemEntry | None]:
        """Return count and gear from a name, which may itself begin with a number, or from a count and a name."""
        if (entry := self.gear_named(words)) is not None:
            return 1, entry
        match = COUNT.match(words)
        return (int(match[1]), self.gear_named(words[match.end() :])) if match else (1, None)

    def items_of(self, entry: ItemEntry, count: int = 1) -> list[dict[str, Any]]:
        """Return items for edits: one with a quantity if the game counts this gear, else `count` items."""
        return items_of(self._read(), entry, count)

    def fields_of(self, entry: CombatantEntry) -> dict[str, Any]:
        """Return the options that add a combatant of an entry; those of a character also contain its source."""
        fields = {
            "name": entry.name,
            "side": entry.side,
            "sheet": dict(entry.sheet),
            "items": [item_of(self._read(), table) for table in entry.items],
            "conditions": list(entry.conditions),
            "public_name": entry.public_name,
            "portrait": entry.portrait,
            "origin": entry.id,
            "notes": entry.notes,
            "radius": entry.radius,
            "effects": plain(entry.effects),
            "lasting": entry.lasting,
        }
        campaign = self._campaign()
        character = next((one for one in self._characters.values() if one.entry is entry), None)
        if campaign is not None and character is not None:
            fields |= {"source": plain(source_of(character)), "player": campaign.player_of(character)}
        return {key: value for key, value in fields.items() if value not in ("", [], {})}

    def fields_of_member(self, member: Member) -> dict[str, Any]:
        """Return the options that add a member of a party or encounter, with its count."""
        own = {
            "name": member.name,
            "count": member.count if member.count > 1 else 0,
            "group": member.group,
            "side": member.side,
            "hidden": member.hidden,
            "wave": member.wave,
            "place": member.place,
        }
        fields = self.fields_of(self.entry_of_member(member))
        return fields | {key: value for key, value in own.items() if value}

    def entry_of_member(self, member: Member) -> CombatantEntry:
        """Return the entry of which a member of a party or encounter is an instance."""
        character = self._characters.get(member.template)
        return self._read().combatants[member.template] if character is None else character.entry

    def words_of_members(self, company: Company) -> str:
        """Describe the members of a party or encounter."""
        return company_words(company, lambda member: self.entry_of_member(member).name)

    def _read(self) -> Library:
        campaign = self._campaign()
        if campaign is not None:
            self._library, self._problems = campaign.library, campaign.problems
        elif self._library is None:
            own = () if self._own is None else (self._own,)
            self._library, self._problems = load_valid(self.ruleset, content_files(self.ruleset.id, *own))
        return self._library


def entry_named(entries: Sequence[Entry], name: str) -> Entry | None:
    """Return the entry of that name or id, in the singular or plural and in any spelling."""
    wanted = {folded(name), folded(in_the_singular(name))} - {""}
    return next((one for one in entries if {folded(one.name), folded(one.id)} & wanted), None)


def company_named(companies: Sequence[Company], name: str) -> Company | None:
    """Return the party or encounter of that name."""
    return next((one for one in companies if folded(name) == folded(one.name)), None)
