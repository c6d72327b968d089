"""Combatants from a pasted table, as they will be added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gui.controllers.game_content import GameContent, entry_named
from gui.controllers.newcomers import Understood
from gui.controllers.quick_build import usual_gear
from model.content.newcomers import built_sheet, with_gear
from model.content.pasted import Pasted, PastedRow, read_pasted
from model.content.plurals import single
from model.content.typed import TypedEntry, Unclear
from model.content.typed_sheet import with_said
from model.engine.archetypes import Archetype
from model.state.base import Record
from model.state.battle import Setting
from model.view.newcomers import newcomer_view, pools_words


class PastedNewcomers(Record):
    """A pasted row, as it will be added."""

    line: int
    shown: Understood
    left_out: tuple[str, ...] = ()
    """What was not understood of it, in sentences."""
    options: Mapping[str, Any] | None = None
    """The options that add the row's combatants, or None if the row is not valid."""

    @property
    def count(self) -> int:
        return int(self.options.get("count", 1)) if self.options is not None else 0


class PastedTable(Record):
    """A pasted table, as it will be added."""

    columns: str = ""
    """The meaning of the recognised columns, in a line."""
    rows: tuple[PastedNewcomers, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """The options of all rows that can be added."""
        return [dict(row.options) for row in self.rows if row.options is not None]

    @property
    def count(self) -> int:
        return sum(row.count for row in self.rows)


class Pasting:
    """Reads tables for a game, under the house rules of a battle."""

    def __init__(self, content: GameContent, settings: Mapping[str, Setting]) -> None:
        self._content = content
        self._settings = settings

    def read(self, text: str) -> PastedTable:
        """Read a text with a table; never raises, whatever the text is."""
        pasted = read_pasted(text, self._content.vocabulary)
        rows = tuple(self._newcomers(row) for row in pasted.rows)
        return PastedTable(_column_words(pasted) if pasted.rows else "", rows, pasted.problems)

    def _newcomers(self, row: PastedRow) -> PastedNewcomers:
        left_out = list(row.problems)
        fields, source = self._who(row, left_out)
        gear = self._content.gear_typed(row.gear)
        if isinstance(gear, str):
            left_out.append(gear)
            gear = ()
        items = fields.get("items", ()) if source == "library" or not gear else ()
        # Each column says how many there are then: what is there already is not added again.
        for column in (row.typed_gear, gear):
            items = with_gear(self._content.library, items, column)
        if items:
            fields["items"] = items
        said = {"side": row.side, "hidden": row.is_hidden, "notes": row.notes, "count": row.count * (row.count > 1)}
        options = fields | {key: value for key, value in said.items() if value}
        view = newcomer_view(self._content.ruleset, self._settings, options)
        if isinstance(view, str):
            return PastedNewcomers(row.line, Understood(f"{row.name}: {view}", is_problem=True), tuple(left_out))
        name, side = str(fields["name"]), str(options.get("side", "npc"))
        what = f"{row.count} × {name}" if row.count > 1 else name
        items = ", ".join(item.name for item in view.items)
        parts = (what, side, "hidden" if row.is_hidden else "", pools_words(view), items or "no gear", source)
        doubts = tuple(Unclear(0, 0, one) for one in row.doubts)
        shown = Understood(" · ".join(filter(None, parts)), name, side, is_hidden=row.is_hidden, doubts=doubts)
        return PastedNewcomers(row.line, shown, tuple(left_out), options)

    def _who(self, row: PastedRow, left_out: list[str]) -> tuple[dict[str, Any], str]:
        """Return the options of one such combatant, before those of the row are added, and a word for their source."""
        template = None if row.role else entry_named(self._content.templates, row.name)
        if template is not None:
            if row.level is not None:
                left_out.append(f"Level “{row.level}”: library entries have their own numbers.")
            entry = TypedEntry(0, 0, said=row.said)
            return self._content.with_entry(self._content.fields_of(template), entry), "library"
        fields: dict[str, Any] = {"name": single(row.name, row.count)}
        archetype = self._archetype(row, left_out)
        ruleset = self._content.ruleset
        if archetype is None:
            return fields | {"sheet": with_said(ruleset.names, {}, row.said)}, "plain numbers"
        level = _level(archetype, row, left_out)
        fields["sheet"] = built_sheet(ruleset, archetype, row.said, level=level, side=row.side)
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
        meaning = column.found.name.title if column.found else column.meaning
        if meaning and meaning != "numbering":
            is_same = meaning == "words" or column.heading.lower() == meaning.lower()
            yield column.heading if is_same else f"{column.heading} → {meaning}"
