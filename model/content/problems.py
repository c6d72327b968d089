"""Problems of a file: the place and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from model.state.base import Record
from model.state.changes import Path
from model.state.validate import misfits


class Problem(Record):
    """One problem of a file."""

    file: str
    """Name of the file, as requested."""
    place: str
    """Place in the file: `combatant 2 (boomer): sheet.agility`; empty for the whole file."""
    sentence: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.place, self.sentence) if part)


class BadFile(ValueError):
    """Raised if a file cannot be used; has all its problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of an error message: ` Did you mean pistol?`, or a list of what there is, or empty."""
    from difflib import get_close_matches  # only needed after an error, and would slow down every start

    names = sorted(known)
    if close := get_close_matches(name, names, n=3, cutoff=0.6):
        return f" Did you mean {' or '.join(close)}?"
    if not names:
        return ""
    shown = ", ".join(names[:12])
    return f" There is {shown}." if len(names) <= 12 else f" There is {shown} and {len(names) - 12} more."


def problems_of(value: object, kind: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Everything in plain TOML values that does not fit a type, as pairs of place and sentence."""
    for misfit in misfits(kind, value):
        yield place_of(misfit.path, place), f"{misfit.sentence}."


def place_of(path: Path, place: str = "") -> str:
    """A path in readable notation: `skills.athletics`, `points[2]` for the second entry of a list."""
    for key in path:
        if key.isdecimal():
            place += f"[{int(key) + 1}]"
        else:
            place += f".{key}" if place else key
    return place
