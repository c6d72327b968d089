"""Open-ended parts of sheets and gear, such as skills, powers and gifts: their entries, and entries that are typed.

An entry has words, `Small Guns 4` or `Leap, movement, 20 m`. What is typed for a part is read in the same form, with
the names that the game knows in any spelling; the words of an entry are read as the same entry.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from model.engine.messages import record_words
from model.engine.names import KnownName, Names, titled
from model.state.base import State, replace
from model.state.folding import folded
from model.state.texts import lowered
from model.view.form import FieldSpec, FieldView, field_view, specs_of
from model.view.texts import unsigned

PartKind = Literal["numbers", "words", "tables", "names", "choices", "records"]
"""Numbers, words or records by name; or a list of names, of one of several choices each, or of records."""
NAME = "name"
EVERYTHING = "*"
"""Instead of the path of a part: all names that the game knows."""


class EntryView(State):
    """An entry of a part."""

    path: str
    """`sheet.skills.small_guns`, `sheet.powers.0`"""
    title: str
    """`Small Guns`"""
    value: str = ""
    """What is said of it besides its name: `4`, `movement, 20 m`."""
    help: str = ""
    flags: tuple[FieldView, ...] = ()
    """Its fields that are on or off, such as that a power is active."""

    @property
    def words(self) -> str:
        """The entry as it can be typed."""
        return " ".join(filter(None, (self.title, self.value)))


class PartView(State):
    """An open-ended part, to which entries can be added."""

    path: str
    title: str
    kind: PartKind
    entry: str
    """What one entry is called: `skill`."""
    entries: tuple[EntryView, ...]
    spec: FieldSpec
    """The declared type of an entry."""
    group: str = ""
    after: str = ""
    """The group of the field that is declared before it."""
    help: str = ""
    names: str = ""
    """Path of the part of the sheet whose names it takes: `skills`; `*`: any; empty if the game knows none."""
    key: str = NAME
    """In a list of records, the field with the name of an entry."""
    suggests: tuple[str, ...] = ()
    """Further names that can be chosen."""
    is_free: bool = True
    """Whether other names than those that the game knows are allowed."""
    is_like_keys: bool = False
    """Whether names of one's own are written as in tables: `small_guns`."""

    def named(self, title: str) -> EntryView | None:
        """The entry of a title, or None."""
        return next((one for one in self.entries if folded(one.title) == folded(title)), None)


# --------------------------------------------------------------------------------------------------------------- views


class _Held:
    """A value compared by identity, as a cache key: parts are read often, and most of them never change."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.value is other.value


def parts_of(value: object, path: str, names: Names) -> tuple[PartView, ...]:
    """The open-ended parts of a struct, in the order of its type, also those without entries."""
    kind: Any = type(value)
    return tuple(_part_of(kind, at, _Held(getattr(value, name)), path, names) for at, name in _open_fields(kind))


@functools.cache
def _open_fields(kind: type) -> tuple[tuple[int, str], ...]:
    """The fields of a struct type that are open-ended parts: the index and name of each."""
    return tuple((at, spec.name) for at, spec in enumerate(specs_of(kind)) if part_kind(spec) is not None)


@functools.lru_cache(maxsize=2048)
def _part_of(kind: type, at: int, held: _Held, path: str, names: Names) -> PartView:
    spec = specs_of(kind)[at]
    of = part_kind(spec)
    assert of is not None, "only open-ended fields are asked for"
    before = (one.group for one in reversed(specs_of(kind)[:at]) if part_kind(one) is None)
    return replace(_part(spec, of, held.value, path, names), after=next(before, ""))


def part_kind(spec: FieldSpec) -> PartKind | None:
    """The kind of the part that a field is, or None if it is not an open-ended part."""
    if spec.value is None:
        return None
    if spec.kind == "table":
        return "tables" if spec.value.struct else "words" if spec.value.kind == "text" else "numbers"
    return "records" if spec.value.struct else "choices" if spec.value.options else "names"


def _part(spec: FieldSpec, kind: PartKind, value: Any, path: str, names: Names) -> PartView:
    own = f"{path}.{spec.name}"
    known = spec.names or spec.name
    declared = names.parts.get(known)
    assert spec.value is not None
    part = PartView(
        path=own,
        title=spec.title,
        kind=kind,
        entry=spec.entry or (_singular(spec.title) if declared is None else lowered(declared.title)),
        entries=(),
        group=spec.group or spec.title,
        help=spec.help,
        names=known if declared is not None or known == EVERYTHING else "",
        suggests=spec.suggests,
        key=NAME if declared is None else declared.key,
        is_free=kind != "choices" and (declared is None or declared.is_free or known != spec.name),
        is_like_keys=known != spec.name or (declared is not None and bool(declared.like)),
        spec=spec.value,
    )
    entries = value.items() if isinstance(value, Mapping) else enumerate(value or ())
    return replace(part, entries=tuple(_entry(part, str(key), one, names) for key, one in entries))


def _singular(title: str) -> str:
    word = title.lower()
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def _entry(part: PartView, key: str, value: Any, names: Names) -> EntryView:
    path = f"{part.path}.{key}"
    match part.kind:
        case "numbers":
            return EntryView(path=path, title=title_of(part, key, names), value=unsigned(value))
        case "words":
            return EntryView(path=path, title=title_of(part, key, names), value=str(value).replace("_", " "))
        case "tables":
            return EntryView(path=path, title=title_of(part, key, names), value=record_words(value))
        case "records":
            name = title_of(part, str(getattr(value, part.key, "")), names)
            return EntryView(path=path, title=name, value=record_words(value, part.key), flags=_flags(value, path))
    return EntryView(path=path, title=title_of(part, str(value), names))


def title_of(part: PartView, key: str, names: Names) -> str:
    """The title of a name as it is stored: that which the game declares, or its words."""
    title = _titles(part.names, names).get(key)
    if title is not None:
        return title
    return titled(key) if part.kind in ("numbers", "words", "tables") or part.is_like_keys else key.replace("_", " ")


def known_to(path: str, names: Names) -> Sequence[KnownName]:
    """The names that the game declares for the part at a path, or for all parts (`*`); none for an empty path."""
    if path == EVERYTHING:
        return [one.name for one in names if not one.part.like]
    return names.entries(path) if path else ()


@functools.lru_cache(maxsize=256)
def _titles(path: str, names: Names) -> Mapping[str, str]:
    return {one.id: one.title for one in known_to(path, names)}


def _flags(record: State, path: str) -> tuple[FieldView, ...]:
    kind: Any = type(record)
    specs = (one for one in specs_of(kind) if one.kind == "flag")
    return tuple(field_view(one, getattr(record, one.name), f"{path}.{one.name}", "") for one in specs)
