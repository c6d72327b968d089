"""The names that a game knows for parts of a sheet: attributes, skills, powers, gifts and the like.

A ruleset declares them once (`Ruleset.sheet_parts`). Sheets suggest them, typed lines and tables understand them in any
spelling, and `battleboard rules` prints them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import inspect

from model.state.base import Record, replace
from model.state.folding import folded
from model.state.identity_cache import cached_by_identity
from model.state.typed_numbers import with_hyphens

_SHORTEST = 3
"""Least letters of the beginning of a name that stand for the whole of it."""
_CLOSE = 0.75
"""How similar a name must be to be suggested, from 0 to 1."""
PartKind = Literal["fields", "numbers", "words", "names", "entries", "tables"]
"""What a part of a sheet consists of: fields; a table of numbers, words or tables; a list of names or of tables."""


class Usual(Record):
    """The largest number that the chapter has a use for. A larger one is taken, and the GM is told of it."""

    most: int
    why: str
    """What a larger one means, as words behind a colon: `20 ranks are 100 %`."""


class KnownName(Record, kw_only=True):
    """A name that the game knows."""

    id: str
    """As the sheet stores it: `small_guns`, `Iron Fists`; for a field of the sheet its path, such as `given.dv`."""
    title: str = ""
    """If empty in a declaration, the title that the sheet's type gives to the field, or the words of the id."""
    short: tuple[str, ...] = ()
    """Usual short forms and other names, such as `HtH`."""
    help: str = ""
    rule: str = ""
    is_basic: bool = False
    """Whether a combatant who is built in a hurry is asked for this number, whatever the archetype."""
    entry: Mapping[str, Any] = MappingProxyType({})
    """Values of the entry in a list of tables, besides its name: `kind = "movement"` of a power."""
    number: str = ""
    """The field of the entry that a number after its name sets; if empty, that of the part."""
    usual: Usual | None = None
    """If None, that of the part."""


class SheetPart(Record, kw_only=True):
    """A part of the sheet, with the names that the game knows for it.

    The part without a path is the sheet itself: its names are fields, and their ids are paths.
    """

    path: str = ""
    title: str
    """Title of one entry, such as `Skill`."""
    names: tuple[KnownName, ...] = ()
    is_free: bool = False
    """Whether the chapter allows other names."""
    key: str = "name"
    """In a list of tables, the field that contains the name."""
    number: str = ""
    """In a list of tables, the field that a number after the name sets; if empty, an entry takes no number."""
    needs_title: bool = False
    """Whether its names are understood only after its title or path, as in `immune poison`."""
    percent: int = 0
    """What a number of 1 is worth in per cent, where the table knows percentages and the sheet their parts; or 0."""
    most: int = 0
    """The largest number that is typed as such where `percent` is set: a larger one is a percentage; 0: none is."""
    like: str = ""
    """Path of a part whose names it takes as well, in the same spelling: tag skills are skills."""
    usual: Usual | None = None
    """Of the numbers of all its names."""

    def is_percentage(self, digits: str) -> bool:
        """Whether typed digits are a percentage that is stored in parts: it has the sign, or is larger than those."""
        is_large = 0 < self.most < int(with_hyphens(digits.removesuffix("%")))
        return bool(self.percent) and (is_large or digits.endswith("%"))

    def number_typed(self, title: str, digits: str) -> int | str:
        """Return the number that typed digits such as `12` or `65%` stand for, or what is wrong with them."""
        number = int(with_hyphens(digits.removesuffix("%")))
        if self.is_percentage(digits):
            parts, rest = divmod(number, self.percent)
            low, high = (self.percent * one for one in (parts, parts + 1))
            steps = f"goes in steps of {self.percent} %: write {low}% or {high}%"
            return f"{title} {number} % cannot be rolled: it {steps}." if rest else parts
        if digits.endswith("%") and "percent" not in title.lower() and "%" not in title:
            return f"{title} is no percentage: write the number without “%”."
        return number


class Found(Record):
    """A name in its part."""

    part: SheetPart
    name: KnownName
    is_taken: bool = False
    """Whether the part takes the name of another one, as a tag skill that of the skill."""

    @property
    def path(self) -> str:
        """The path in the sheet: `skills.small_guns`, `agility`; for a list, that of the list and the name."""
        return f"{self.part.path}.{self.name.id}" if self.part.path else self.name.id

    def beyond(self, number: int | None) -> str:
        """Return a sentence if a number is larger than the chapter has a use for; else an empty text."""
        usual = self.name.usual or self.part.usual
        if usual is None or number is None or number <= usual.most:
            return ""
        return f"{self.name.title} {number} is more than {usual.most}: {usual.why}."


class Lookup(Record):
    """What some words may mean."""

    found: tuple[Found, ...] = ()
    """One if the words are understood, several if they are ambiguous, empty if nothing is called so."""
    near: tuple[Found, ...] = ()
    """Names that may be meant if none is found, the most similar first."""

    @property
    def one(self) -> Found | None:
        """The name that is meant, or None if the words are not understood or ambiguous."""
        return self.found[0] if len(self.found) == 1 else None


def known(*names: str, title: str = "", help: str = "", rule: str = "", is_basic: bool = False) -> KnownName:
    """Return a name from its id and its short forms."""
    id, *short = names
    return KnownName(id=id, title=title, short=tuple(short), help=help, rule=rule, is_basic=is_basic)


def within(usual: Usual, *names: KnownName) -> tuple[KnownName, ...]:
    """Return names whose numbers have the same largest use."""
    return tuple(replace(name, usual=usual) for name in names)


def all_known(*ids: str) -> tuple[KnownName, ...]:
    """Return names without short forms from their ids."""
    return tuple(map(known, ids))


class Names:
    """Finds names by what is typed, in any spelling: the id, the title, a short form, or a clear beginning."""

    def __init__(self, sheet: type, parts: Sequence[SheetPart], more: Iterable[Found] = ()) -> None:
        """`more` are names besides those of the game, such as skills of the campaign's characters."""
        self.sheet = sheet
        self.parts: Mapping[str, SheetPart] = {part.path: part for part in parts}
        declared = [*_declared(sheet, parts)]
        fields = [Found(_FIELDS, name) for name in _numbers_of(sheet)]
        self._all: dict[str, Found] = {}
        for one in (*declared, *fields, *more):
            self._all.setdefault(one.path, one)
        # Asked again at each key press, for words that were typed before.
        self._near = lru_cache(256)(self._read_near)
        own = {one.path for one in declared}
        groups = ([one for one in self if one.path in own], [one for one in self if one.path not in own])
        self._words = (*map(_by_word, groups), _by_beginning(self))

    def kind(self, path: str) -> PartKind:
        """Return what a declared part consists of."""
        return part_kind(self.sheet, path)

    def takes_number(self, found: Found) -> bool:
        """Whether a number can be typed for a name."""
        kind = self.kind(found.part.path)
        return kind in ("fields", "numbers") or (kind == "entries" and bool(found.name.number or found.part.number))

    def tags_of(self, path: str) -> SheetPart | None:
        """Return the part that lists which names of a part are marked, as tag skills are; None if there is none."""
        parts = (one for one in self.parts.values() if path and one.like == path)
        return next((one for one in parts if self.kind(one.path) == "names"), None)

    def __iter__(self) -> Iterator[Found]:
        return iter(self._all.values())

    def in_full(self, words: str, *paths: str) -> tuple[Found, ...]:
        """Return what words mean as `look_up` does, but not as the beginning of a name."""
        word = folded(words)
        found = (_among(names.get(word, ()), paths) for names in self._words[:2])
        return next(filter(None, found), ()) if word else ()

    def look_up(self, words: str, *paths: str) -> Lookup:
        """Return what words mean, in the parts of the sheet with these paths, by default in all.

        Names in full and short forms count before other fields of the sheet, and these before beginnings. Without
        paths, names that need the title of their part are left out, and names that a part takes from another one: a tag
        skill is found as the skill.
        """
        word = folded(words)
        if not word:
            return Lookup()
        for names in self._words:
            if found := _among(names.get(word, ()), paths):
                return Lookup(found)
        return Lookup(near=self._near(word, paths))

    def entries(self, path: str) -> tuple[KnownName, ...]:
        """Return the names for one part of the sheet, such as `skills`."""
        return tuple(one.name for one in self if one.part.path == path)

    def _read_near(self, word: str, paths: tuple[str, ...]) -> tuple[Found, ...]:
        from difflib import get_close_matches  # only after a mistake

        exact = [(name, _among(found, paths)) for names in self._words[:2] for name, found in names.items()]
        named = {name: found for name, found in reversed(exact) if found}
        close = get_close_matches(word, list(named), n=3, cutoff=_CLOSE)
        return tuple({one.path: one for name in close for one in named[name]}.values())


@cached_by_identity(16, values=2)
def names_of(sheet: type, parts: tuple[SheetPart, ...]) -> Names:
    """Return the names of a game, by its type of sheet and its declaration."""
    return Names(sheet, parts)


def _by_word(names: Iterable[Found]) -> dict[str, list[Found]]:
    found: dict[str, list[Found]] = {}
    for one in names:
        for word in {folded(words) for words in (one.name.id, one.name.title, *one.name.short)}:
            found.setdefault(word, []).append(one)
    return found


def _by_beginning(names: Iterable[Found]) -> dict[str, list[Found]]:
    found: dict[str, list[Found]] = {}
    for one in names:
        words = {folded(words) for words in (one.name.id, one.name.title)}
        for begun in {word[:length] for word in words for length in range(_SHORTEST, len(word))}:
            found.setdefault(begun, []).append(one)
    return found


def _among(found: Iterable[Found], paths: tuple[str, ...]) -> tuple[Found, ...]:
    if paths:
        return tuple(one for one in found if one.part.path in paths)
    return tuple(one for one in found if not (one.is_taken or one.part.needs_title))


def _declared(sheet: type, parts: Sequence[SheetPart]) -> Iterator[Found]:
    """Yield the declared names with their titles; those that a part takes from another one follow its own."""
    by_path = {part.path: part for part in parts}
    titles = {name.id: name.title for name in _numbers_of(sheet)}
    for part in parts:
        taken = by_path[part.like].names if part.like else ()
        for at, name in enumerate((*part.names, *taken)):
            title = name.title or titles.get(name.id if not part.path else f"{part.path}.{name.id}") or titled(name.id)
            yield Found(part, replace(name, title=title), is_taken=at >= len(part.names))


def titled(id: str) -> str:
    """Return the title of an id: `Small Guns` for `small_guns`."""
    return " ".join(word[:1].upper() + word[1:] for word in id.rpartition(".")[2].replace("_", " ").split())


# ------------------------------------------------------------------------------------------------ fields of the sheet


_FIELDS = SheetPart(title="Number")


@cached_by_identity(16)
def _numbers_of(sheet: type) -> tuple[KnownName, ...]:
    """Return the whole numbers of a sheet type, also in structs inside it, by path."""
    return tuple(_numbers_in(inspect.type_info(sheet), ""))


def _numbers_in(kind: inspect.Type, path: str, outer: str = "") -> Iterator[KnownName]:
    """Yield the whole numbers of a type; `outer` is the title of the part that it is inside, in front of its own."""
    own = ""
    if isinstance(kind, inspect.Metadata):
        own = str((kind.extra_json_schema or {}).get("title", ""))
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        kind = next((one for one in kind.types if isinstance(one, inspect.IntType)), kind)
    if isinstance(kind, inspect.IntType):
        own = own or titled(path)
        yield KnownName(id=path, title=f"{outer} {own.lower()}" if outer else own)
    elif isinstance(kind, inspect.StructType):
        for one in kind.fields:
            yield from _numbers_in(one.type, f"{path}.{one.name}" if path else one.name, own or outer)


@cached_by_identity(16)
def _kinds(sheet: type) -> Mapping[str, PartKind]:
    kinds: dict[str, PartKind] = {"": "fields"}
    for one in msgspec.structs.fields(sheet):
        match _bare(inspect.type_info(one.type)):
            case inspect.DictType(value_type=value):
                inner = _bare(value)
                number, table = isinstance(inner, inspect.IntType), isinstance(inner, inspect.StructType)
                kinds[one.name] = "numbers" if number else "tables" if table else "words"
            case inspect.VarTupleType(item_type=item):
                kinds[one.name] = "entries" if isinstance(_bare(item), inspect.StructType) else "names"
    return kinds


def part_kind(sheet: type, path: str) -> PartKind:
    """Return what the part of a sheet at a path consists of."""
    return _kinds(sheet)[path]


def _bare(kind: inspect.Type) -> inspect.Type:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind
