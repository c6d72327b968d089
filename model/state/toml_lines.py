"""Finds the line of a value in the text of a TOML file by its path: only needed to report what is wrong with a file."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")

Keys = tuple[str, ...]


def line_at(text: str, path: Sequence[str]) -> int | None:
    """Return the line, from 1, of the value at a path, or of the innermost table around it that the text has.

    Entries of lists are given by their index. None if not even the first key is there.
    """
    wanted, best, deepest = tuple(path), None, 0
    counts: dict[Keys, int] = {}
    table: Keys = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            table = _table(_parts(header[2]), counts, is_list=header[1] == "[[")
            here = table
        elif key := _KEY.match(line):
            here = (*table, *_parts(key[1]))
        else:
            continue
        depth = _common(here, wanted)
        if depth == min(len(here), len(wanted)) and depth > deepest:
            best, deepest = number, depth
    return best


def _parts(name: str) -> Keys:
    return tuple(one or other or bare for one, other, bare in _PART.findall(name))


def _table(name: Keys, counts: dict[Keys, int], *, is_list: bool) -> Keys:
    """The path of a table by its header: the name of a list of tables is followed by the index of the newest one."""
    path: Keys = ()
    for place, part in enumerate(name):
        path = (*path, part)
        if is_list and place == len(name) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, str(counts[path]))
    return path


def _common(here: Keys, wanted: Keys) -> int:
    """How many of the first parts of two paths are equal."""
    pairs = enumerate(zip(here, wanted, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(here), len(wanted)))
