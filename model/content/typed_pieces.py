"""Reads pieces of a typed entry: a number with its name, gear, a gift, a side or a place, each of a few words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from model.content.typed import MOST, SIDES, Said, Vocabulary
from model.content.typed_sheet import problem_of
from model.engine.names import Found, KnownName, Names, SheetPart
from model.state.base import Record, replace
from model.state.folding import clean_name, folded
from model.state.typed_numbers import MINUS_SIGNS

_SIGNED = rf"[{MINUS_SIGNS}+]?[0-9]{{1,5}}"
_NUMBER = re.compile(f"{_SIGNED}%?")
_TOGETHER = re.compile(rf"(?P<before>{_SIGNED})?(?P<name>[^\W\d_][^\d=:]*?)[=:]?(?P<behind>{_SIGNED}%?)?")
_TIMES = re.compile(r"[x×]([0-9]{1,3})", re.IGNORECASE)
_SIDE = re.compile(r"side:(\w+)", re.IGNORECASE)
_LONGEST = 6
"""At most this many words in a name that is looked up."""
_FILLERS = ("and", "with", "&", "has", "w/", "+")
_TAGGED = ("tag", "tagged", "*")


class Token(Record):
    start: int
    end: int
    text: str
    is_quoted: bool = False


class Piece(Record):
    """Words that are understood: how many they are, and what they say."""

    length: int
    said: tuple[Said, ...] = ()
    gear: tuple[tuple[str, int], ...] = ()
    side: str = ""
    is_hidden: bool = False
    place: str = ""
    problem: str = ""
    """Why the words say nothing although they are recognised."""

    @property
    def is_firm(self) -> bool:
        """Whether it is no part of a name: it has a number, or is a side or a place."""
        return not self.gear and (not self.said or any(one.number is not None for one in self.said))


class Pieces:
    """The words of an entry, and what those from any of them on say."""

    def __init__(self, tokens: Sequence[Token], known: Vocabulary, places: Sequence[str]) -> None:
        self.known = known
        self._places = {folded(place): place for place in places}
        self.tokens = tuple(tokens)
        self._read: dict[tuple[int, bool], Piece | None] = {}

    def without_quotes(self, tokens: Sequence[Token]) -> None:
        """Take other words instead, which stand at the same places."""
        self.tokens = tuple(tokens)
        self._read.clear()

    def run(self, at: int, end: int | None = None) -> Iterable[Piece | None]:
        """Yield the pieces of words from one on, None for each word that is not understood."""
        end = len(self.tokens) if end is None else end
        while at < end:
            piece = self.piece(at)
            yield piece if piece is None or at + piece.length <= end else None
            at += 1 if piece is None else piece.length

    def piece(self, at: int, *, in_full: bool = False) -> Piece | None:
        """Return what the words from one on say; None if they say nothing.

        With `in_full`, the beginning of a name does not stand for it.
        """
        if (at, in_full) not in self._read:
            self._read[at, in_full] = self._read_piece(at, in_full=in_full)
        return self._read[at, in_full]

    def _read_piece(self, at: int, *, in_full: bool) -> Piece | None:
        token = self.tokens[at]
        if token.is_quoted:
            return None
        if (side := side_of(token.text)) is not None:
            return Piece(1, side=side, is_hidden=not side)
        found = (
            self._place(at)
            or self._number_behind(at, in_full=in_full)
            or self._own(at)
            or self._together(at)
            or self.number_before(at)
            or self._gear(at)
            or self._listed(at)
        )
        if found is None and token.text.lower() in _FILLERS and at + 1 < len(self.tokens):
            behind = self.piece(at + 1, in_full=in_full)
            return None if behind is None else replace(behind, length=behind.length + 1)
        return found

    def _place(self, at: int) -> Piece | None:
        if self.tokens[at].text.lower() in ("in", "at"):
            for end in self._ends(at + 1):
                if place := self._places.get(folded(self.text(at + 1, end))):
                    return Piece(end - at, place=place)
        return None

    def _number_behind(self, at: int, *, in_full: bool) -> Piece | None:
        """Return a number behind its name: `small guns 4`, `agi 9`, with `tag` behind it for a tag skill."""
        end = next((here for here in range(at + 1, min(at + _LONGEST, len(self.tokens))) if self.is_number(here)), 0)
        if not end:
            return None
        words = self.text(at, end)
        look_up = self.known.sheet.look_up(words)
        found = tuple(filter(self.known.sheet.takes_number, look_up.found))
        if not found or (in_full and not self.known.sheet.in_full(words)):
            return None
        if len(found) > 1:
            titles = " or ".join(one.name.title for one in found[:4])
            return Piece(end + 1 - at, problem=f"“{words}” is not clear: {titles}?")
        return self._with_number(found[0], end, at, end + 1)

    def number_before(self, at: int) -> Piece | None:
        """Return a number before its name, `9 agi`; not if gear has that name: `2 shields` means two shields."""
        if not self.is_number(at):
            return None
        for end in self._ends(at + 1):
            words = self.text(at + 1, end)
            found = tuple(filter(self.known.sheet.takes_number, self.known.sheet.in_full(words)))
            is_count = not self.tokens[at].text.endswith("%") and bool(self.known.gear_named(words))
            if len(found) == 1 and not is_count and not self._has_number_behind(end):
                return self._with_number(found[0], at, at, end)
        return None

    def _has_number_behind(self, end: int) -> bool:
        """Whether the number behind a name belongs to it: `hp 12`, but not the 4 of `9 agi 4 small guns`."""
        if end == len(self.tokens) or not self.is_number(end):
            return False
        return self.number_before(end) is None and self._gear(end) is None

    def _together(self, at: int) -> Piece | None:
        """Return a number in one word with its name: `12hp`, `agi9`, `hp=12`."""
        match = _TOGETHER.fullmatch(self.tokens[at].text)
        if match is None or (match["before"] is None) == (match["behind"] is None):
            return None
        if self.known.gear_named(match[0]):
            return None
        found = tuple(filter(self.known.sheet.takes_number, self.known.sheet.in_full(match["name"])))
        return self._said(found[0], match["before"] or match["behind"], 1) if len(found) == 1 else None

    def _with_number(self, found: Found, number: int, at: int, end: int) -> Piece:
        """Return the piece of a name with its number, and of a word behind it that makes it a tag skill."""
        piece = self._said(found, self.tokens[number].text, end - at)
        tags = self.known.sheet.tags_of(found.part.path)
        is_tag = end < len(self.tokens) and self.tokens[end].text.lower() in _TAGGED
        if is_tag and tags is not None and piece.said:
            # Not if `tag` belongs to the words behind it, as in `small guns 4 tag survival`.
            named = [
                last for last in self._ends(end + 1) if self.known.sheet.in_full(self.text(end + 1, last), tags.path)
            ]
            if named and not (named[0] < len(self.tokens) and self.is_number(named[0])):
                return piece
            return replace(piece, length=piece.length + 1, said=(replace(piece.said[0], is_tagged=True),))
        return piece

    def _said(self, found: Found, digits: str, length: int) -> Piece:
        """Return the piece of a name with its number, or with the problem that the sheet does not take the number."""
        number = found.part.number_typed(found.name.title or found.name.id, digits)
        if isinstance(number, str):
            return Piece(length, problem=number)
        said = Said(found, number, is_percentage=found.part.is_percentage(digits))
        if wrong := problem_of(self.known.sheet, said):
            return Piece(length, problem=f"{said.words}: {wrong}.")
        return Piece(length, said=(said,))

    def _gear(self, at: int) -> Piece | None:
        """Return gear, with its number before it or behind it: `2 grenades`, `grenade x2`."""
        count, first = 1, at
        if self.is_number(at) and self.tokens[at].text.isdecimal() and not self.gear_end(at):
            count, first = int(self.tokens[at].text), at + 1
            if first < len(self.tokens) and self.tokens[first].text.lower() in ("x", "×"):
                first += 1
        if not (end := self.gear_end(first)):
            return None
        name = self.known.gear_named(self.text(first, end))
        times = _TIMES.fullmatch(self.tokens[end].text) if end < len(self.tokens) else None
        count, end = (int(times[1]), end + 1) if times else (count, end)
        if not 1 <= count <= MOST:
            return Piece(end - at, problem=f"{count} {name}: there can be 1 to {MOST} of a kind.")
        return Piece(end - at, gear=((name, count),))

    def gear_end(self, at: int) -> int:
        """Return the end of the longest name of gear that begins with a word; 0 if there is none."""
        return next((end for end in self._ends(at) if self.known.gear_named(self.text(at, end))), 0)

    def _listed(self, at: int) -> Piece | None:
        """Return a name without a number: a gift, a power, `tag small guns`, `immune poison`.

        What is known both as a gift and as a power is read as the part that the game declares first.
        """
        for end in self._ends(at):
            found = [one for one in self.known.sheet.in_full(self.text(at, end)) if self._is_listed(one)]
            if found:
                return Piece(end - at, said=(Said(found[0]),))
        return None

    def _own(self, at: int) -> Piece | None:
        """Return what stands behind the title of its part, which may be a name of one's own: `skill weaving 4`."""
        part = part_titled(self.known.sheet, self.tokens[at].text)
        if part is None:
            return None
        sheet = self.known.sheet
        kind = sheet.kind(part.path)
        numbers = [end for end in self._ends(at + 1) if end < len(self.tokens) and self.is_number(end)]
        takes = kind == "numbers" or (kind == "entries" and bool(part.number or numbers))
        found = self._named_in(part, self.text(at + 1, numbers[-1])) if numbers and takes else None
        if found is not None and self.known.sheet.takes_number(found):
            return self._with_number(found, numbers[-1], at, numbers[-1] + 1)
        if kind not in ("names", "entries"):
            return None
        for end in self._ends(at + 1):
            if found_all := sheet.in_full(self.text(at + 1, end), part.path):
                behind = self._number_behind(at + 1, in_full=True) if part.like else None
                if behind is not None and behind.said:
                    # `tag small guns 4` is a skill with its rating, and a tag skill.
                    return replace(behind, length=behind.length + 1, said=(replace(behind.said[0], is_tagged=True),))
                return Piece(end - at, said=(Said(found_all[0]),))
        end = at + 1
        while end < len(self.tokens) and self.piece(end) is None and not self.is_number(end):
            end += 1
        found = self._named_in(part, self.text(at + 1, end))
        return None if found is None else Piece(end - at, said=(Said(found),))

    def _named_in(self, part: SheetPart, words: str) -> Found | None:
        """Return a name of a part: one that is known, or one of one's own where the chapter allows it.

        Quotes hold the words of a name together, and are no part of it.
        """
        words = words.strip('"“” ')
        if not words:
            return None
        if (found := self.known.sheet.look_up(words, part.path).one) is not None:
            return found
        if not part.is_free:
            return None
        is_key = self.known.sheet.kind(part.path) == "numbers" or bool(part.like)
        id = "_".join(words.lower().split()) if is_key else clean_name(words)
        return Found(part, KnownName(id=id, title=words[:1].upper() + words[1:]))

    def _is_listed(self, found: Found) -> bool:
        return bool(found.part.path) and self.known.sheet.kind(found.part.path) in ("names", "entries")

    def _ends(self, first: int) -> Iterable[int]:
        """Yield where words from one on may end, the longest first."""
        return range(min(first + _LONGEST, len(self.tokens)), first, -1)

    def text(self, at: int, end: int) -> str:
        return " ".join(one.text for one in self.tokens[at:end])

    def is_number(self, at: int) -> bool:
        return _NUMBER.fullmatch(self.tokens[at].text) is not None and not self.tokens[at].is_quoted


def part_titled(names: Names, word: str) -> SheetPart | None:
    """Return the part of the sheet whose title or path a word is, as in `skill weaving`; None if there is none."""
    word = folded(word)
    for part in names.parts.values():
        first = part.title.partition(" ")[0]
        if part.path and word in {folded(one) for one in (part.path, part.path.rstrip("s"), first, f"{first}s")}:
            return part
    return None


def side_of(word: str) -> str | None:
    """Return the side that a word gives, empty for `hidden`; None if it gives none."""
    lower = word.lower()
    if lower == "hidden":
        return ""
    if lower in SIDES:
        return lower
    match = _SIDE.fullmatch(word)
    return match[1].lower() if match else None
