"""A combatant built from an archetype of the game: what the numbers are, and what the GM makes of them. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gui.controllers.newcomers import MOST, GameContent, with_numbers
from model.engine.archetypes import Archetype
from model.state.base import Record
from model.state.battle import Setting
from model.view.form import FieldView
from model.view.newcomers import newcomer_view, pools_words
from model.view.sheet import SheetView

_SHEET = "sheet."


class Build(Record, kw_only=True):
    """What a GM has said about a combatant to be built."""

    archetype: Archetype
    name: str = ""
    level: int = 1
    count: int = 1
    side: str = "npc"
    is_hidden: bool = False
    gear: str | None = None
    """Names with commas between them; None: what the archetype usually carries."""
    numbers: Mapping[str, int | None] = {}
    """Numbers typed over, by path: `sheet.agility`; None: left open, as a number may be that follows from others."""


def usual_gear(content: GameContent, archetype: Archetype) -> str:
    """What an archetype usually carries, as a line that can be typed over."""
    entries = (content.gear_named(id) for id in archetype.gear)
    return ", ".join(entry.name for entry in entries if entry is not None)


class QuickBuild:
    """What a build comes to in a game, under the house rules of a battle."""

    def __init__(self, content: GameContent, settings: Mapping[str, Setting]) -> None:
        self.content = content
        self.archetypes = content.ruleset.archetypes
        self._settings = settings
        self._paths = tuple(self._shown_paths())

    def usual_gear(self, archetype: Archetype) -> str:
        return usual_gear(self.content, archetype)

    def options(self, build: Build) -> dict[str, Any] | str:
        """The options that add so many of it; a sentence where something said is wrong."""
        if not build.name.strip():
            return "Type a name."
        if not 1 <= build.count <= MOST:
            return f"There can be 1 to {MOST} of a kind."
        items = self.content.items_named(self.usual_gear(build.archetype) if build.gear is None else build.gear)
        if isinstance(items, str):
            return items
        options = {
            "name": build.name.strip(),
            "side": build.side,
            "sheet": self._sheet(build),
            "items": items,
            "count": build.count if build.count > 1 else 0,
            "hidden": build.is_hidden,
        }
        return {key: value for key, value in options.items() if value}

    def view(self, build: Build) -> SheetView | str:
        """The sheet that one of them has; a sentence where nobody can be like that."""
        options = self.options(build)
        return options if isinstance(options, str) else newcomer_view(self.content.ruleset, self._settings, options)

    def numbers(self, archetype: Archetype, level: int) -> tuple[FieldView, ...]:
        """The numbers of an archetype at a level, before anything is typed over: what sums them up comes first."""
        view = self.view(Build(archetype=archetype, name=archetype.title, level=level, gear=""))
        by_path = {} if isinstance(view, str) else {one.path: one for one in view.fields if one.kind == "number"}
        return tuple(by_path[path] for path in self._paths if path in by_path)

    def summary(self, view: SheetView) -> str:
        """In a line what the numbers and the gear come to: pools, and derived numbers that the game names for it."""
        derived = {one.key: f"{one.title} {one.text}" for one in view.derived}
        brief = (derived[key] for key in self.content.ruleset.brief if key in derived)
        pools = pools_words(view)
        return " · ".join(filter(None, (pools[:1].upper() + pools[1:], *brief)))

    def _sheet(self, build: Build) -> dict[str, Any]:
        numbers = {path.removeprefix(_SHEET): number for path, number in build.numbers.items()}
        return with_numbers(build.archetype.sheet(build.level), numbers)

    def _shown_paths(self) -> list[str]:
        """What GMs have a short name for, then every other number that an archetype sets."""
        short = [f"{_SHEET}{path}" for path in self.content.ruleset.short_names.values()]
        levels = {one.level_field for one in self.archetypes if one.has_levels}
        found: dict[str, None] = dict.fromkeys(short)
        for archetype in self.archetypes:
            for key, value in archetype.sheet(archetype.levels[0]).items():
                if isinstance(value, Mapping):
                    found |= dict.fromkeys(f"{_SHEET}{key}.{part}" for part in value)
                elif key not in levels:
                    found[f"{_SHEET}{key}"] = None
        return list(found)
