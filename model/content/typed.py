"""What is typed for combatants, and the names that it may use. `typed_lines` reads it, wherever it is typed.

`[count] name [side] [hidden] [numbers, skills, gifts, powers and gear] [in ZONE]`, in any order, by title, id or usual
short form, with numbers behind their names or before them. Words that are not understood are marked one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from model.content.plurals import in_the_singular
from model.engine.names import Found, Names
from model.state.base import Record, State, replace
from model.state.folding import folded

SIDES = ("pc", "npc", "ally")
"""Sides that are given by a single word; any other one is `side:NAME`."""
MOST = 100
"""At most this many combatants or items of a kind in one typed entry."""
COUNT = re.compile(r"(\d+)\s*[x×]?\s+(?=\S)")
_CLOSE, _NEARLY, _LEAST = 0.75, 0.86, 4
"""How similar gear must be to be suggested, and to be probably meant, and the least letters for that."""
SEPARATORS = re.compile(r"[,;\n]")


def quoted(names: Iterable[str]) -> str:
    """Return names in quotes, with `or` between them."""
    return " or ".join(f"“{name}”" for name in names)


class Said(Record):
    """What an entry says of the sheet: a number, a skill, a gift."""

    found: Found
    number: int | None = None
    is_tagged: bool = False
    """Whether it is a tag skill besides."""
    is_percentage: bool = False
    """Whether the percentage that is rolled was typed, of which the number is what the sheet stores."""

    @property
    def words(self) -> str:
        """`Small Guns 4`, for a preview; `Sword 13 (65 %)` where a number stands for a percentage."""
        title = self.found.name.title
        known = f"{self.found.part.title} {title}" if self.found.part.needs_title or self.found.is_taken else title
        number = "" if self.number is None else f" {self.number}"
        if self.number is not None and self.found.part.percent:
            number += f" ({self.number * self.found.part.percent} %)"
        return f"{known}{number}{' (tag)' if self.is_tagged else ''}"


class Unclear(Record):
    """Words that are not understood, or perhaps not as they are meant, with their position in the text."""

    start: int
    end: int
    sentence: str
    """What is wrong with them and what may be meant."""


class TypedEntry(Record):
    """What a text says of one kind of combatant, and its position in the text."""

    start: int
    end: int
    name: str = ""
    count: int = 1
    side: str = ""
    is_hidden: bool = False
    place: str = ""
    """The known place after `in`; empty if there is none."""
    said: tuple[Said, ...] = ()
    gear: tuple[tuple[str, int], ...] = ()
    """Names of gear, each with its number."""
    unclear: tuple[Unclear, ...] = ()
    doubts: tuple[Unclear, ...] = ()
    """Words that are understood, but perhaps not as they are meant; the entry can be used nevertheless."""
    is_known: bool = False
    """Whether the name is that of a combatant, a party or an encounter of the content."""

    @property
    def said_words(self) -> tuple[str, ...]:
        """What it says of sheet and gear, for a preview: `Small Guns 4`, `2 × Grenade`."""
        gear = (f"{count} × {name}" if count > 1 else name for name, count in self.gear)
        return (*(one.words for one in self.said), *gear)

    @property
    def problem(self) -> str:
        """Why the entry cannot be used, in sentences; empty if it can."""
        return " ".join(dict.fromkeys(one.sentence for one in self.unclear))

    @property
    def hint(self) -> str:
        """What is perhaps meant otherwise, in sentences."""
        return " ".join(dict.fromkeys(one.sentence for one in self.doubts))


def moved(entry: TypedEntry, by: int) -> TypedEntry:
    """Return an entry at a later position in the text."""
    unclear, doubts = (
        tuple(replace(one, start=one.start + by, end=one.end + by) for one in words)
        for words in (entry.unclear, entry.doubts)
    )
    return replace(entry, start=entry.start + by, end=entry.end + by, unclear=unclear, doubts=doubts)


class _NoSheet(State):
    """The sheet of no game."""


class Vocabulary:
    """The names that typed combatants may use."""

    def __init__(
        self,
        names: Names | None = None,
        gear: Iterable[tuple[str, str]] = (),
        combatants: Iterable[str] = (),
        heroes: Iterable[str] = (),
    ) -> None:
        """`gear` are names and ids; `heroes` those of the combatants whose name is never the start of a longer one."""
        self.sheet = names if names is not None else Names(_NoSheet, ())
        self.combatants = tuple(combatants)
        self.gear = tuple(dict.fromkeys(name for name, _ in gear))
        self._gear = {folded(word): name for name, id in reversed([*gear]) for word in (id, name)}
        self._folded_gear = {folded(name): name for name in self.gear}
        # Asked again at each key press, for words that were typed before.
        self._gear_like = lru_cache(256)(self._read_gear_like)
        self._combatants = {folded(name): name for name in reversed(self.combatants)}
        self._heroes = {folded(name) for name in heroes}
        self.long = sorted(filter(SEPARATORS.search, self.combatants), key=len, reverse=True)
        """Names that contain separators of entries, the longest first."""

    def gear_named(self, words: str) -> str:
        """Return the name of the gear that words name, in the singular or plural; empty if there is none."""
        return self._gear.get(folded(words)) or self._gear.get(folded(in_the_singular(words))) or ""

    def gear_like(self, words: str) -> tuple[str, ...]:
        """Return gear that contains a word, then gear with similar names."""
        return self._gear_like(words.lower())

    def is_nearly_gear(self, words: str) -> bool:
        """Whether words are probably the name of gear, misspelt."""
        from difflib import get_close_matches  # only after a mistake

        word = folded(words)
        return len(word) > _LEAST and bool(get_close_matches(word, self._folded_gear, n=1, cutoff=_NEARLY))

    def _read_gear_like(self, words: str) -> tuple[str, ...]:
        from difflib import get_close_matches  # only after a mistake

        inside = [name for name in self.gear if " " in name and words in name.lower().split()]
        close = [self._folded_gear[one] for one in get_close_matches(folded(words), self._folded_gear, cutoff=_CLOSE)]
        return tuple(dict.fromkeys([*inside, *close]))[:3]

    def combatant_named(self, words: str) -> str:
        """Return the combatant that words name, in the singular or plural; empty if there is none."""
        return self._combatants.get(folded(words)) or self._combatants.get(folded(in_the_singular(words))) or ""

    def is_hero(self, name: str) -> bool:
        """Whether a name is that of a hero."""
        return folded(name) in self._heroes


NOTHING_KNOWN = Vocabulary()
