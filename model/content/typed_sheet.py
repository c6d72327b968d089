"""Puts into a sheet what was typed of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from model.content.typed import Said
from model.engine.names import Found, Names
from model.state.folding import folded
from model.state.validate import misfits


def with_said(names: Names, sheet: Mapping[str, Any], said: Iterable[Said]) -> dict[str, Any]:
    """Return a sheet as plain values with what was typed: numbers replaced, names added unless they are there."""
    changed = dict(sheet)
    # Percentages last: an attribute that is added to them may be typed behind them.
    for one in sorted(said, key=lambda one: one.is_percentage):
        number = one.number
        if number is not None and one.is_percentage:
            number = max(0, number - _added_to(names, changed, one.found))
        changed = _with_one(names, changed, one.found, number)
        tags = names.tags_of(one.found.part.path) if one.is_tagged else None
        if tags is not None:
            changed = _with_one(names, changed, Found(tags, one.found.name), None)
    return changed


def problem_of(names: Names, said: Said) -> str:
    """Return why the sheet cannot take what was typed, such as a number that is too large; empty if it can."""
    wrong = misfits(names.sheet, with_said(names, {}, (said,)))
    return wrong[0].sentence if wrong else ""


def with_number(sheet: Mapping[str, Any], path: str, number: int | None) -> dict[str, Any]:
    """Return a sheet as plain values with a number replaced, by its path: `agility`, `skills.medicine`."""
    key, _, part = path.partition(".")
    return {**sheet, key: with_number(sheet.get(key) or {}, part, number) if part else number}


def _added_to(names: Names, sheet: Mapping[str, Any], found: Found) -> int:
    """Return the field of the sheet that it adds to a number, as an attribute to a skill that is linked to it."""
    for part in names.parts.values():
        if part.like == found.part.path and part.path and names.kind(part.path) == "words":
            number = sheet.get(sheet.get(part.path, {}).get(found.name.id, ""), 0)
            return number if isinstance(number, int) else 0
    return 0


def _with_one(names: Names, sheet: Mapping[str, Any], found: Found, number: int | None) -> dict[str, Any]:
    path, id = found.part.path, found.name.id
    kind = names.kind(path) if path else "fields"
    if kind in ("fields", "numbers"):
        return with_number(sheet, found.path, number)
    there = list(sheet.get(path, ()))
    if kind == "names":
        return {**sheet, path: there if folded(id) in map(folded, there) else [*there, id]}
    key, field = found.part.key, found.name.number or found.part.number
    entry = {key: id, **found.name.entry}
    known = next((at for at, one in enumerate(there) if folded(str(one[key])) == folded(id)), None)
    if known is not None:
        entry = there.pop(known)
    numbered = {**entry, field: number} if field and number is not None else entry
    there.insert(len(there) if known is None else known, numbered)
    return {**sheet, path: there}
