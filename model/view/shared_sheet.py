"""The sheets of several combatants as one: what they have in common, and what differs, for the GM alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from model.engine.ruleset import Ruleset
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle
from model.view.conditions import ConditionView
from model.view.form import FieldView
from model.view.parts import PartView
from model.view.sheet import NumbersDisplayView, SheetView, sheet_view
from model.view.texts import unsigned

DIFFERS = "differs"
_BY_NAME = ("numbers", "words", "tables")
"""Kinds of parts whose entries have names, so that the same entry is the same field of every sheet."""
YES, NO = "yes", "no"
FLAG = (YES, NO)
"""The options of a field that is on for some of them alone."""


class SharedSheet(State):
    """What several combatants have in common."""

    names: tuple[str, ...]
    sides: tuple[str, ...]
    conditions: tuple[ConditionView, ...]
    """Each condition once, with its title as id; the note of one that not all of them have says how many do."""
    fields: tuple[FieldView, ...]
    """Fields that all of them have. One with different values is empty, and `differs` says what they are."""
    parts: tuple[PartView, ...]
    """Open-ended parts with the entries that all of them have alike."""


def shared_sheet(ruleset: Ruleset, battle: AnyBattle, who: Sequence[Id]) -> SharedSheet | None:
    """The common sheet of combatants, or None if fewer than two of them are there."""
    views = [view for one in who if (view := sheet_view(ruleset, battle, one, is_brief=True)) is not None]
    if len(views) < 2:
        return None
    return SharedSheet(
        names=tuple(view.name for view in views),
        sides=tuple(dict.fromkeys(view.side for view in views)),
        conditions=tuple(_conditions(views)),
        fields=tuple(_first_shown(views[0], _fields([view.fields for view in views]))),
        parts=tuple(_parts(views)),
    )


def _conditions(views: Sequence[SheetView]) -> Iterator[ConditionView]:
    count = Counter(title for view in views for title in {one.title for one in view.conditions})
    shown = {one.title: one for view in reversed(views) for one in view.conditions}
    notes = {title: {one.note for view in views for one in view.conditions if one.title == title} for title in shown}
    for title, one in shown.items():
        alike = one.note if len(notes[title]) == 1 else ""
        some = "" if count[title] == len(views) else f"{count[title]} of {len(views)}"
        yield replace(one, id=title, note=" · ".join(part for part in (alike, some) if part))


def _fields(sheets: Sequence[Iterable[FieldView]]) -> Iterator[FieldView]:
    """Fields that are in all sheets, in the order of the first one, without those of open-ended parts."""
    first, *others = [{field.path: field for field in fields if not field.part} for fields in sheets]
    for path, field in first.items():
        alike = [sheet[path] for sheet in others if path in sheet and sheet[path].kind == field.kind]
        if len(alike) == len(others) and field.kind != "list":
            yield _merged([field, *alike])


def _first_shown(view: SheetView, fields: Iterable[FieldView]) -> list[FieldView]:
    """The fields with those groups first that the sheet of one combatant shows as displays, such as attributes."""
    shown = {number.title for one in view.displays if isinstance(one, NumbersDisplayView) for number in one.numbers}
    shown |= {one.title for one in view.displays if not isinstance(one, NumbersDisplayView)}
    found = list(fields)
    first = {field.group for field in found if field.title in shown}
    return sorted(found, key=lambda field: field.group not in first)


def _merged(fields: Sequence[FieldView]) -> FieldView:
    """One field for all. One that is on for some alone becomes a choice of yes and no."""
    first, values = fields[0], list(dict.fromkeys(field.value for field in fields))
    if len(values) == 1:
        return first
    if first.kind == "flag":
        return replace(first, kind="choice", options=FLAG, value=None, is_optional=True, differs=DIFFERS)
    return replace(first, value=None, is_optional=True, differs=_range(values))


def _range(values: Sequence[object]) -> str:
    """Different values in short: `2–5`, or only that they differ."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) < len(values):
        return DIFFERS
    return f"{unsigned(min(numbers))}–{unsigned(max(numbers))}"


def _parts(views: Sequence[SheetView]) -> Iterator[PartView]:
    """Open-ended parts by name that all have, with the entries that are alike in all."""
    for part in views[0].parts:
        same = [other for view in views[1:] for other in view.parts if other.path == part.path]
        if part.kind not in _BY_NAME or len(same) < len(views) - 1:
            continue
        entries = tuple(
            entry for entry in part.entries
            if all(any((one.path, one.value) == (entry.path, entry.value) for one in other.entries) for other in same)
        )  # fmt: skip
        yield replace(part, entries=entries)
