"""Finds the line of a problem in a scenario file: for example, `do 3: fog.level` is on line 41."""

from __future__ import annotations

import re
from collections.abc import Sequence

from model.state.toml_lines import line_at

_HEAD = re.compile(r"\s*\[\[?\s*([\w-]+)(\.[\w.-]+)?\s*\]\]?\s*(?:#.*)?")
_ENTRY = re.compile(r"(?P<table>\w+) (?P<number>\d+)(?: \([^)]*\))?(?:: (?P<keys>[\w-]+(?:\[\d+\]|\.[\w-]+)*))?")
"""The place of a problem in an entry of a list: `combatant 2 (boomer): items[1].template`."""
_KEYS = re.compile(r"([A-Za-z_][\w-]*)|\[(\d+)\]")
_PLACE = re.compile(r"(?P<table>\w+)(?: (?P<number>\d+))?(?: \([^)]*\))?(?:: |\.)?(?P<key>\w*)")


def with_line(text: str, problem: str) -> str:
    """Return a problem prefixed with its line number, or unchanged if its place is not found in the file."""
    line = line_of(text, problem)
    return problem if line is None else f"line {line}: {problem}"


def line_of(text: str, problem: str) -> int | None:
    """Return the line (from 1) of a problem's key, else of its table header, or None if neither is found."""
    if (entry := _ENTRY.match(problem)) is not None:
        keys = _KEYS.findall(entry["keys"] or "")
        inner = (key or str(int(number) - 1) for key, number in keys)
        if (line := line_at(text, (entry["table"], str(int(entry["number"]) - 1), *inner))) is not None:
            return line
    place = _PLACE.match(problem)
    if place is None:
        return None
    lines, table = text.splitlines(), place["table"]
    found = ((number, _HEAD.fullmatch(line)) for number, line in enumerate(lines))
    heads = [(number, head[1], head[2] is not None) for number, head in found if head is not None]
    starts = [number for number, name, is_inner in heads if name == table and not (is_inner and place["number"])]
    wanted = int(place["number"] or 1) - 1
    if wanted >= len(starts):
        return _line_of_key(lines[: heads[0][0] if heads else None], table)
    start = starts[wanted]
    end = next(
        (number for number, name, is_inner in heads if number > start and not (name == table and is_inner)), None
    )
    key = _line_of_key(lines[start:end], place["key"], table)
    return start + (key or 1)


def _line_of_key(lines: Sequence[str], key: str, table: str = "") -> int | None:
    """Return the line (from 1) on which a key of a table gets its value or its own subtable, or None."""
    begins = re.compile(rf"\s*(?:\[\[?\s*{re.escape(table)}\.)?[\"']?{re.escape(key)}[\"']?\s*[=.\]]")
    return next((number for number, line in enumerate(lines, start=1) if key and begins.match(line)), None)
