"""Combatants that are built from an archetype of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gui.controllers.game_content import GameContent
from model.content.newcomers import built_sheet, with_gear
from model.content.plurals import single
from model.content.typed import MOST, TypedEntry
from model.content.typed_lines import typed_entries
from model.engine.archetypes import Archetype
from model.state.base import Record, replace
from model.state.battle import Setting
from model.state.folding import clean_name
from model.view.form import FieldView
from model.view.newcomers import newcomer_view, pools_words
from model.view.sheet import SheetView

_SHEET = "sheet."
_MOST_OF_A_PART = 4
"""Parts of the sheet with more entries, such as a game's whole list of skills, are typed with the name instead."""


class Build(Record, kw_only=True):
    """The GM's input for a combatant to be built."""

    archetype: Archetype
    name: str = ""
    """The name, and what else is said in the words of the grammar: `Guard captain small guns 5, 2 grenades`."""
    level: int = 1
    count: int = 1
    side: str = "npc"
    is_hidden: bool = False
    gear: str | None = None
    """Names separated by commas, or None for the archetype's usual gear."""
    numbers: Mapping[str, int | None] = {}
    """Numbers typed by the GM, by path: `sheet.agility`; None leaves one open, if it can follow from others."""


def usual_gear(content: GameContent, archetype: Archetype) -> str:
    """Return an archetype's usual gear, as a line that can be edited."""
    entries = (content.gear_named(id) for id in archetype.gear)
    return ", ".join(entry.name for entry in entries if entry is not None)


class QuickBuild:
    """Turns a build into options and a sheet, in a game under the house rules of a battle."""

    def __init__(self, content: GameContent, settings: Mapping[str, Setting]) -> None:
        self.content = content
        self.archetypes = content.ruleset.archetypes
        self._settings = settings
        self._paths = tuple(self._shown_paths())

    def usual_gear(self, archetype: Archetype) -> str:
        return usual_gear(self.content, archetype)

    def options(self, build: Build) -> dict[str, Any] | str:
        """Return the options that add the combatants of a build; a sentence if the input is not valid."""
        entry = self._entry(build)
        if isinstance(entry, str):
            return entry
        if not 1 <= build.count <= MOST:
            return f"There can be 1 to {MOST} of a kind."
        items = self.content.items_named(self.usual_gear(build.archetype) if build.gear is None else build.gear)
        if isinstance(items, str):
            return items
        count = max(build.count, entry.count)
        options = {
            "name": single(entry.name, entry.count) if entry.count > 1 else entry.name,
            "side": entry.side or build.side,
            "sheet": self._sheet(build, entry),
            "items": with_gear(self.content.library, items, entry.gear),
            "count": count if count > 1 else 0,
            "hidden": build.is_hidden or entry.is_hidden,
        }
        return {key: value for key, value in options.items() if value}

    def view(self, build: Build) -> SheetView | str:
        """Return the sheet of one such combatant; a sentence if the input is not valid."""
        options = self.options(build)
        return options if isinstance(options, str) else newcomer_view(self.content.ruleset, self._settings, options)

    def numbers(self, build: Build) -> tuple[FieldView, ...]:
        """Return the numbers of a build, basic numbers first; a name that is not valid says nothing of them."""
        view = self.view(replace(build, gear=""))
        if isinstance(view, str):
            view = self.view(replace(build, name=build.archetype.title, gear=""))
        by_path = {} if isinstance(view, str) else {one.path: one for one in view.fields if one.kind == "number"}
        return tuple(by_path[path] for path in self._paths if path in by_path)

    def summary(self, build: Build, view: SheetView) -> str:
        """Summarize a build: what its name says, pools, and numbers that the game names for this (`brief`)."""
        entry = self._entry(build)
        said = () if isinstance(entry, str) else entry.said_words
        derived = {one.key: f"{one.title} {one.text}" for one in view.derived}
        brief = (derived[key] for key in self.content.ruleset.brief if key in derived)
        pools = pools_words(view)
        return " · ".join(filter(None, (*said, pools[:1].upper() + pools[1:], *brief)))

    def hint(self, build: Build) -> str:
        """Return what is perhaps meant otherwise: words of the name, and numbers larger than the game has a use for."""
        names = {f"{_SHEET}{one.path}": one for one in self.content.ruleset.names}
        numbers = (names[path].beyond(number) for path, number in build.numbers.items() if path in names)
        return " ".join(filter(None, (*(one.hint for one in self.entries(build)), *numbers)))

    def entries(self, build: Build) -> tuple[TypedEntry, ...]:
        """Return what the name says, with positions in it."""
        return typed_entries(build.name, self.content.vocabulary)

    def _entry(self, build: Build) -> TypedEntry | str:
        """Return what the name says; a sentence if it is not valid."""
        words = build.name.strip()
        if not words:
            return "Type a name."
        found = self.entries(build)
        if any(one.said or one.gear or one.side for one in found):
            return found[0].problem or (found[0] if len(found) == 1 else "Build one kind of combatant at a time.")
        # Nothing but a name: then all of it is the name, as it was typed.
        return TypedEntry(0, len(words), clean_name(words))

    def _sheet(self, build: Build, entry: TypedEntry) -> dict[str, Any]:
        numbers = {path.removeprefix(_SHEET): number for path, number in build.numbers.items()}
        side = entry.side or build.side
        ruleset = self.content.ruleset
        return built_sheet(ruleset, build.archetype, entry.said, level=build.level, side=side, numbers=numbers)

    def _shown_paths(self) -> list[str]:
        """Return the paths of numbers with short names, then those of all others that an archetype sets."""
        short = [f"{_SHEET}{one.path}" for one in self.content.ruleset.names if one.name.is_basic]
        levels = {one.level_field for one in self.archetypes if one.has_levels}
        found: dict[str, None] = dict.fromkeys(short)
        for archetype in self.archetypes:
            for key, value in archetype.sheet(archetype.levels[0]).items():
                if isinstance(value, Mapping) and len(value) <= _MOST_OF_A_PART:
                    found |= dict.fromkeys(f"{_SHEET}{key}.{part}" for part in value)
                elif key not in levels and not isinstance(value, Mapping):
                    found[f"{_SHEET}{key}"] = None
        return list(found)
