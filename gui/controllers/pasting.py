"""What a pasted table becomes in a battle: for each row the combatants it adds, and what of it is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gui.controllers.newcomers import GameContent, Understood, entry_named, single, with_numbers
from gui.controllers.quick_build import usual_gear
from model.content.pasted import Pasted, PastedRow, read_pasted
from model.engine.archetypes import Archetype
from model.state.base import Record
from model.state.battle import Setting
from model.view.newcomers import newcomer_view, pools_words


class Newcomers(Record):
    """A row as it will come in."""

    line: int
    shown: Understood
    left_out: tuple[str, ...] = ()
    """What of it is not understood, in sentences."""
    options: Mapping[str, Any] | None = None
    """What adds them; None: nobody can be made of it."""

    @property
    def count(self) -> int:
        return int(self.options.get("count", 1)) if self.options is not None else 0


class PastedTable(Record):
    """A table as it will come in."""

    columns: str = ""
    """What the columns that are understood mean, in a line."""
    rows: tuple[Newcomers, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """The options of all that can be added."""
        return [dict(row.options) for row in self.rows if row.options is not None]

    @property
    def count(self) -> int:
        return sum(row.count for row in self.rows)


class Pasting:
    """Reads tables for a game, under the house rules of a battle."""

    def __init__(self, content: GameContent, settings: Mapping[str, Setting]) -> None:
        self._content = content
        self._settings = settings
        self._numbers = content.numbers

    def read(self, text: str) -> PastedTable:
        """What a text with a table becomes; nothing of it raises."""
        pasted = read_pasted(text, self._numbers, self._content.ruleset.sheet)
        rows = tuple(self._newcomers(row) for row in pasted.rows)
        return PastedTable(_column_words(pasted) if pasted.rows else "", rows, pasted.problems)

    def _newcomers(self, row: PastedRow) -> Newcomers:
        left_out = list(row.problems)
        fields, source = self._who(row, left_out)
        fields["sheet"] = with_numbers(fields.get("sheet", {}), dict(row.numbers))
        gear = self._content.items_named(row.gear)
        if isinstance(gear, str):
            left_out.append(gear)
        elif gear:
            fields["items"] = [*gear, *fields.get("items", ())] if source == "library" else gear
        said = {"side": row.side, "hidden": row.is_hidden, "notes": row.notes, "count": row.count * (row.count > 1)}
        options = fields | {key: value for key, value in said.items() if value}
        view = newcomer_view(self._content.ruleset, self._settings, options)
        if isinstance(view, str):
            return Newcomers(row.line, Understood(f"{row.name}: {view}", is_problem=True), tuple(left_out))
        name, side = str(fields["name"]), str(options.get("side", "npc"))
        what = f"{row.count} × {name}" if row.count > 1 else name
        items = ", ".join(item.name for item in view.items)
        parts = (what, side, "hidden" if row.is_hidden else "", pools_words(view), items or "no gear", source)
        shown = Understood(" · ".join(filter(None, parts)), name, side, is_hidden=row.is_hidden)
        return Newcomers(row.line, shown, tuple(left_out), options)

    def _who(self, row: PastedRow, left_out: list[str]) -> tuple[dict[str, Any], str]:
        """The options that add one like this, before what the row says of them, and where they come from."""
        template = None if row.role else entry_named(self._content.templates, row.name)
        if template is not None:
            if row.level is not None:
                left_out.append(f"Level “{row.level}”: library entries have their own numbers.")
            return self._content.fields_of(template), "library"
        fields: dict[str, Any] = {"name": single(row.name, row.count)}
        archetype = self._archetype(row, left_out)
        if archetype is None:
            return fields, "plain numbers"
        fields["sheet"] = dict(archetype.sheet(_level(archetype, row, left_out)))
        if row.role:
            items = self._content.items_named(usual_gear(self._content, archetype))
            fields["items"] = [] if isinstance(items, str) else items
        return fields, f"built as {archetype.title}"

    def _archetype(self, row: PastedRow, left_out: list[str]) -> Archetype | None:
        ruleset = self._content.ruleset
        if not row.role:
            return ruleset.standard
        found = next((one for one in ruleset.archetypes if row.role.lower() in (one.id, one.title.lower())), None)
        if found is None:
            known = ", ".join(one.title for one in ruleset.archetypes) or "none"
            left_out.append(f"Role “{row.role}”: the roles of this game are {known}.")
        return found or ruleset.standard


def _level(archetype: Archetype, row: PastedRow, left_out: list[str]) -> int:
    least, most = archetype.levels
    if row.level is None or least <= row.level <= most:
        return least if row.level is None else row.level
    span = f"must be {least} to {most}." if archetype.has_levels else "this game has no levels."
    left_out.append(f"Level “{row.level}”: {span}")
    return least


def _column_words(pasted: Pasted) -> str:
    return f"Columns: {' · '.join(_words_of(pasted))}"


def _words_of(pasted: Pasted) -> Iterator[str]:
    for column in pasted.columns:
        meaning = column.meaning.rpartition(".")[2].replace("_", " ")
        if meaning:
            yield column.heading if column.heading.lower() == meaning else f"{column.heading} → {meaning}"
