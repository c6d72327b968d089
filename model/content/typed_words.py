"""Reads the words of one typed entry: each is part of a name, a number, gear and so on, or is marked as unclear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from model.content.typed import COUNT, MOST, SIDES, Said, TypedEntry, Unclear, Vocabulary
from model.content.typed_sheet import problem_of
from model.engine.names import Found, KnownName, SheetPart
from model.state.base import Record, replace
from model.state.folding import clean_name, folded
from model.state.typed_numbers import MINUS_SIGNS, with_hyphens

_TOKEN = re.compile(r"\"[^\"]*\"|“[^”]*”|\S+")
_SIGNED = rf"[{MINUS_SIGNS}+]?[0-9]{{1,5}}"
_NUMBER = re.compile(_SIGNED)
_TOGETHER = re.compile(rf"(?P<before>{_SIGNED})?(?P<name>[^\W\d_][^\d=:]*?)[=:]?(?P<behind>{_SIGNED})?")
_TIMES = re.compile(r"[x×]([0-9]{1,3})", re.IGNORECASE)
_SIDE = re.compile(r"side:(\w+)", re.IGNORECASE)
_LONGEST = 6
"""At most this many words in a name that is looked up."""
_FILLERS = ("and", "with", "&", "has", "w/", "+")
_TAGGED = ("tag", "tagged", "*")


class _Token(Record):
    start: int
    end: int
    text: str
    is_quoted: bool = False


class _Piece(Record):
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


def read_words(
    words: str, start: int, known: Vocabulary, places: Sequence[str] = (), *, is_first: bool = True
) -> TypedEntry:
    """Return what some words at a position say of one kind of combatant; without a name if they give none.

    `is_first` says whether no entry stands before them on their line: then they must begin with a name.
    """
    return _Words(words, start, known, places).entry(is_first=is_first)


def read_cell(text: str, known: Vocabulary) -> TypedEntry:
    """Return what a text without a name says, such as a list of skills separated by commas."""
    found = TypedEntry(0, len(text))
    for match in re.finditer(r"[^,;\n]+", text):
        if words := match[0].strip():
            more = _Words(words, match.start() + match[0].index(words), known, ()).without_name()
            unclear = found.unclear + more.unclear
            found = replace(found, said=found.said + more.said, gear=found.gear + more.gear, unclear=unclear)
    return found


class _Words:
    """The words of an entry."""

    def __init__(self, words: str, start: int, known: Vocabulary, places: Sequence[str]) -> None:
        self._words, self._start, self._known = words, start, known
        self._places = {folded(place): place for place in places}
        bare = words.lstrip("+ ")
        skipped = len(words) - len(bare)
        match = COUNT.match(bare)
        self._count = int(match[1]) if match else None
        self._from = match.end() if match else 0
        self._tokens = [
            _Token(start + skipped + one.start(), start + skipped + one.end(), one[0].strip('"“”'), one[0][0] in '"“')
            for one in _TOKEN.finditer(bare)
        ]
        self._past_count = next(
            (at for at, one in enumerate(self._tokens) if one.start >= start + skipped + self._from), len(self._tokens)
        )
        self._known_pieces: dict[tuple[int, bool], _Piece | None] = {}
        if self._past_count and self._number_before(0) is not None:
            # `12 hp` is a number, not twelve of a kind.
            self._count, self._past_count = None, 0
        self._unclear: list[Unclear] = []
        self._hero_end = -1
        """The word behind the name of a hero, or -1."""

    # ------------------------------------------------------------------------------------------ the entry

    def entry(self, *, is_first: bool) -> TypedEntry:
        first, last, is_known = self._name(is_first=is_first)
        self._hero_end = last if is_known and self._known.is_hero(self._text(first, last)) else -1
        has_count = self._count is not None and first < last
        before = range(self._past_count if has_count else 0, first)
        pieces = [*self._pieces(before.start, before.stop), *self._pieces(last, len(self._tokens))]
        name = clean_name(self._name_words(first, last))
        count = self._count if has_count and self._count is not None else 1
        sides = list(dict.fromkeys(one.side for one in pieces if one.side))
        self._check(name, count, sides)
        return TypedEntry(
            start=self._start,
            end=self._start + len(self._words),
            name=self._known.combatant_named(name) if is_known else name,
            count=count,
            side=sides[0] if sides else "",
            is_hidden=any(one.is_hidden for one in pieces),
            place=next((one.place for one in reversed(pieces) if one.place), ""),
            said=tuple(said for one in pieces for said in one.said),
            gear=tuple(gear for one in pieces for gear in one.gear),
            unclear=tuple(self._unclear),
            is_known=is_known,
        )

    def without_name(self) -> TypedEntry:
        """Return what the words say if there is no name among them."""
        pieces = [*self._pieces(0, len(self._tokens))]
        said = tuple(said for one in pieces for said in one.said)
        gear = tuple(gear for one in pieces for gear in one.gear)
        end = self._start + len(self._words)
        return TypedEntry(self._start, end, said=said, gear=gear, unclear=tuple(self._unclear))

    def _check(self, name: str, count: int, sides: list[str]) -> None:
        if len(sides) > 1:
            self._mark_all(f"“{self._words}” names two sides: {' and '.join(sides)}.")
        if name.isdecimal():
            self._mark_all(f"“{self._words}” is a number without a name: write for example “3 raiders”.")
        elif name and not 1 <= count <= MOST:
            self._mark_all(f"“{self._words}”: there can be 1 to {MOST} of a kind.")

    def _mark_all(self, sentence: str) -> None:
        self._unclear.append(Unclear(self._start, self._start + len(self._words), sentence))

    # ------------------------------------------------------------------------------------------- the name

    def _name(self, *, is_first: bool) -> tuple[int, int, bool]:
        """Return the first word of the name and the one after its last, and whether the content knows the name."""
        size = len(self._tokens)
        for at, token in enumerate(self._tokens):
            if token.is_quoted and self._is_whole_name(at):
                return at, at + 1, bool(self._known.combatant_named(token.text))
        self._unquote()
        if (found := self._known_name()) is not None:
            return found
        if not is_first and all(piece is not None for piece in self._run(0)):
            return 0, 0, False
        at = self._past_count
        while at < size and (piece := self._piece(at, in_full=True)) is not None and piece.is_firm:
            at += piece.length
        if at == size and at > self._past_count:
            return 0, 0, False
        if not is_first and at == self._past_count and self._is_like_gear(at):
            return 0, 0, False
        end = min(at + 1, size)
        while end < size and not self._is_number(end) and (self._piece(end) is None or self._is_titled_side(end)):
            end += 1
        if not is_first and end < size and self._is_number(end) and self._piece(end) is None:
            return 0, 0, False
        return at, self._without_misspelt(at, end), False

    def _is_titled_side(self, at: int) -> bool:
        """Whether a word is not a side because it is written as part of a name: `The Hidden One`."""
        word = self._tokens[at].text
        behind = at + 1 < len(self._tokens) and self._piece(at + 1) is None
        return word.istitle() and _side_of(word) is not None and behind

    def _name_words(self, first: int, last: int) -> str:
        """Return the words of a name as they were typed, without quotes around all of them."""
        if first == last or (last == first + 1 and self._tokens[first].is_quoted):
            return self._text(first, last)
        return " ".join(self._raw(self._tokens[first].start, self._tokens[last - 1].end).split())

    def _raw(self, start: int, end: int) -> str:
        return self._words[start - self._start : end - self._start]

    def _is_whole_name(self, at: int) -> bool:
        """Whether words in quotes are the name; not a part of it as in `Jack "Ace" Miller`."""
        around = (*self._run(self._past_count, at), *self._run(at + 1))
        return at == self._past_count or all(piece is not None for piece in around)

    def _unquote(self) -> None:
        """Take words in quotes as words like others."""
        if any(one.is_quoted for one in self._tokens):
            self._tokens = [_Token(one.start, one.end, self._raw(one.start, one.end)) for one in self._tokens]
            self._known_pieces.clear()

    def _known_name(self) -> tuple[int, int, bool] | None:
        """Return the words of the longest name that the content knows; None if there is none.

        Words beside the name of a hero are no part of it. Beside another name they make a name of their own, unless
        they may be misspelt gear or the like.
        """
        size = len(self._tokens)
        for length in range(size, 0, -1):
            for at in range(size - length + 1):
                words = " ".join(one.text for one in self._tokens[at : at + length])
                name = self._known.combatant_named(words)
                if not name or (at and not self._may_follow(at, name)):
                    continue
                end = at + length
                if end < size and not self._known.is_hero(name) and self._begins_longer(at, end):
                    continue
                return at, end, True
        return None

    def _may_follow(self, at: int, name: str) -> bool:
        """Whether a known name may stand behind the words before it: they are understood, or it is a hero's."""
        return self._known.is_hero(name) or all(piece is not None for piece in self._run(self._past_count, at))

    def _begins_longer(self, at: int, end: int) -> bool:
        """Whether the words behind a known name make it the name of somebody else."""
        behind = end
        while behind < len(self._tokens) and self._piece(behind) is None and not self._is_number(behind):
            behind += 1
        if behind == end or (behind < len(self._tokens) and self._is_number(behind)):
            return False
        return not self._near(self._text(end, behind)) and all(piece is not None for piece in self._run(behind))

    def _without_misspelt(self, at: int, end: int) -> int:
        """Return the end of a name without words that belong to a number behind it: `Bo smal guns 4` is Bo."""
        if end == len(self._tokens) or not self._is_number(end) or end - at < 2:
            return end
        for begin in range(at + 1, end):
            if self._known.sheet.look_up(self._text(begin, end)).near:
                return begin
        return end - 1 if self._piece(end) is None else end

    def _is_like_gear(self, at: int) -> bool:
        """Whether all words from one on are probably misspelt gear, not a combatant after a comma."""
        return self._known.is_nearly_gear(self._text(at, len(self._tokens)))

    def _run(self, at: int, end: int | None = None) -> Iterable[_Piece | None]:
        """Yield the pieces of words from one on, None for each word that is not understood."""
        end = len(self._tokens) if end is None else end
        while at < end:
            piece = self._piece(at)
            yield piece if piece is None or at + piece.length <= end else None
            at += 1 if piece is None else piece.length

    # ----------------------------------------------------------------------------------------- the pieces

    def _pieces(self, at: int, end: int) -> Iterable[_Piece]:
        """Yield what words say; those that say nothing are marked, together with a number behind them."""
        unknown = at
        while at < end:
            piece = self._piece(at)
            if piece is not None and at + piece.length <= end:
                self._mark(unknown, at)
                if piece.problem:
                    first, last = self._tokens[at], self._tokens[at + piece.length - 1]
                    self._unclear.append(Unclear(first.start, last.end, piece.problem))
                yield piece
                unknown = at = at + piece.length
            else:
                at += 1
        self._mark(unknown, end)

    def _mark(self, at: int, end: int) -> None:
        """Mark words that are not understood, each group up to its number by itself."""
        begin = at
        for here in range(at, end):
            is_last = here + 1 == end
            if is_last or self._is_number(here):
                sentence = self._sentence(begin, here + 1)
                self._unclear.append(Unclear(self._tokens[begin].start, self._tokens[here].end, sentence))
                begin = here + 1

    def _sentence(self, at: int, end: int) -> str:
        """Return what is wrong with words that are not understood, and what may be meant."""
        words = self._text(at, end)
        has_number = self._is_number(end - 1)
        bare = self._text(at, end - 1) if has_number else words
        if not bare:
            help = f"Write its name with it, as in “hp {words}”, or put a name that has a number in quotes."
            return f"“{words}”: which number is this? {help}"
        if not has_number and (found := self._known.sheet.in_full(bare)):
            title, gear = found[0].name.title, self._known.gear_like(bare)
            help = f" Or did you mean {' or '.join(gear)}?" if gear else ""
            return f"“{bare}” needs a number: write for example “{bare} 3” for {title}.{help}"
        near = self._near(bare, is_number=has_number)
        help = f" Did you mean {' or '.join(near)}?" if near else self._what_there_is(has_number=has_number)
        own = next((part for part in self._known.sheet.parts.values() if part.is_free and part.path == "skills"), None)
        if has_number and own is not None:
            help += f" One of your own is written “skill {words}”."
        if at == self._hero_end:
            help += " Somebody else with this name is written in quotes."
        return f"“{words}” is not understood.{help}"

    def _what_there_is(self, *, has_number: bool) -> str:
        known = [one.name.title for one in self._known.sheet] if has_number else [*self._known.gear]
        names = sorted(known, key=str.lower)[:12]
        if 0 < len(known) <= len(names):
            return f" There is {', '.join(names)}."
        return "" if has_number else " Gear must be in the library; put a longer name in quotes."

    def _near(self, words: str, *, is_number: bool = False) -> list[str]:
        """Return titles of what may be meant by words, the most similar first."""
        titles = [one.name.title for one in self._known.sheet.look_up(words).near]
        return titles[:3] if is_number else list(dict.fromkeys([*self._known.gear_like(words), *titles]))[:3]

    def _piece(self, at: int, *, in_full: bool = False) -> _Piece | None:
        """Return what the words from one on say; None if they say nothing.

        With `in_full`, the beginning of a name does not stand for it.
        """
        if (at, in_full) not in self._known_pieces:
            self._known_pieces[at, in_full] = self._read_piece(at, in_full=in_full)
        return self._known_pieces[at, in_full]

    def _read_piece(self, at: int, *, in_full: bool) -> _Piece | None:
        token = self._tokens[at]
        if token.is_quoted:
            return None
        if (side := _side_of(token.text)) is not None:
            return _Piece(1, side=side, is_hidden=not side)
        found = (
            self._place(at)
            or self._number_behind(at, in_full=in_full)
            or self._own(at)
            or self._together(at)
            or self._number_before(at)
            or self._gear(at)
            or self._listed(at)
        )
        if found is None and token.text.lower() in _FILLERS and at + 1 < len(self._tokens):
            behind = self._piece(at + 1, in_full=in_full)
            return None if behind is None else replace(behind, length=behind.length + 1)
        return found

    def _place(self, at: int) -> _Piece | None:
        if self._tokens[at].text.lower() in ("in", "at"):
            for end in self._ends(at + 1):
                if place := self._places.get(folded(self._text(at + 1, end))):
                    return _Piece(end - at, place=place)
        return None

    def _number_behind(self, at: int, *, in_full: bool) -> _Piece | None:
        """Return a number behind its name: `small guns 4`, `agi 9`, with `tag` behind it for a tag skill."""
        end = next((here for here in range(at + 1, min(at + _LONGEST, len(self._tokens))) if self._is_number(here)), 0)
        if not end:
            return None
        words = self._text(at, end)
        look_up = self._known.sheet.look_up(words)
        found = tuple(filter(self._known.sheet.takes_number, look_up.found))
        if not found or (in_full and not self._known.sheet.in_full(words)):
            return None
        if len(found) > 1:
            titles = " or ".join(one.name.title for one in found[:4])
            return _Piece(end + 1 - at, problem=f"“{words}” is not clear: {titles}?")
        return self._with_number(found[0], end, at, end + 1)

    def _number_before(self, at: int) -> _Piece | None:
        """Return a number before its name, `9 agi`; not if gear has that name: `2 shields` means two shields."""
        if not self._is_number(at):
            return None
        for end in self._ends(at + 1):
            words = self._text(at + 1, end)
            found = tuple(filter(self._known.sheet.takes_number, self._known.sheet.in_full(words)))
            if len(found) == 1 and not self._known.gear_named(words) and not self._has_number_behind(end):
                return self._with_number(found[0], at, at, end)
        return None

    def _has_number_behind(self, end: int) -> bool:
        """Whether the number behind a name belongs to it: `hp 12`, but not the 4 of `9 agi 4 small guns`."""
        if end == len(self._tokens) or not self._is_number(end):
            return False
        return self._number_before(end) is None and self._gear(end) is None

    def _together(self, at: int) -> _Piece | None:
        """Return a number in one word with its name: `12hp`, `agi9`, `hp=12`."""
        match = _TOGETHER.fullmatch(self._tokens[at].text)
        if match is None or (match["before"] is None) == (match["behind"] is None):
            return None
        if self._known.gear_named(match[0]):
            return None
        found = tuple(filter(self._known.sheet.takes_number, self._known.sheet.in_full(match["name"])))
        return self._said(found[0], _whole(match["before"] or match["behind"]), 1) if len(found) == 1 else None

    def _with_number(self, found: Found, number: int, at: int, end: int) -> _Piece:
        """Return the piece of a name with its number, and of a word behind it that makes it a tag skill."""
        piece = self._said(found, _whole(self._tokens[number].text), end - at)
        tags = self._known.sheet.tags_of(found.part.path)
        is_tag = end < len(self._tokens) and self._tokens[end].text.lower() in _TAGGED
        if is_tag and tags is not None and piece.said:
            # Not if `tag` belongs to the words behind it, as in `small guns 4 tag survival`.
            named = [
                last for last in self._ends(end + 1) if self._known.sheet.in_full(self._text(end + 1, last), tags.path)
            ]
            if named and not (named[0] < len(self._tokens) and self._is_number(named[0])):
                return piece
            return replace(piece, length=piece.length + 1, said=(replace(piece.said[0], is_tagged=True),))
        return piece

    def _said(self, found: Found, number: int | None, length: int) -> _Piece:
        """Return the piece of a name with its number, or with the problem that the sheet does not take the number."""
        said = Said(found, number)
        if wrong := problem_of(self._known.sheet, said):
            return _Piece(length, problem=f"{said.words}: {wrong}.")
        return _Piece(length, said=(said,))

    def _gear(self, at: int) -> _Piece | None:
        """Return gear, with its number before it or behind it: `2 grenades`, `grenade x2`."""
        count, first = 1, at
        if self._is_number(at) and self._tokens[at].text.isdecimal():
            count, first = int(self._tokens[at].text), at + 1
            if first < len(self._tokens) and self._tokens[first].text.lower() in ("x", "×"):
                first += 1
        for end in self._ends(first):
            if name := self._known.gear_named(self._text(first, end)):
                times = _TIMES.fullmatch(self._tokens[end].text) if end < len(self._tokens) else None
                count, end = (int(times[1]), end + 1) if times else (count, end)
                if not 1 <= count <= MOST:
                    return _Piece(end - at, problem=f"{count} {name}: there can be 1 to {MOST} of a kind.")
                return _Piece(end - at, gear=((name, count),))
        return None

    def _listed(self, at: int) -> _Piece | None:
        """Return a name without a number: a gift, a power, `tag small guns`, `immune poison`."""
        for end in self._ends(at):
            found = [one for one in self._known.sheet.in_full(self._text(at, end)) if self._is_listed(one)]
            if len(found) == 1:
                return _Piece(end - at, said=(Said(found[0]),))
        return None

    def _own(self, at: int) -> _Piece | None:
        """Return what stands behind the title of its part, which may be a name of one's own: `skill weaving 4`."""
        part = self._part_titled(self._tokens[at].text)
        if part is None:
            return None
        sheet = self._known.sheet
        kind = sheet.kind(part.path)
        numbers = [end for end in self._ends(at + 1) if end < len(self._tokens) and self._is_number(end)]
        takes = kind == "numbers" or (kind == "entries" and bool(part.number or numbers))
        found = self._named_in(part, self._text(at + 1, numbers[-1])) if numbers and takes else None
        if found is not None and self._known.sheet.takes_number(found):
            return self._with_number(found, numbers[-1], at, numbers[-1] + 1)
        if kind not in ("names", "entries"):
            return None
        for end in self._ends(at + 1):
            if found_all := sheet.in_full(self._text(at + 1, end), part.path):
                behind = self._number_behind(at + 1, in_full=True) if part.like else None
                if behind is not None and behind.said:
                    # `tag small guns 4` is a skill with its rating, and a tag skill.
                    return replace(behind, length=behind.length + 1, said=(replace(behind.said[0], is_tagged=True),))
                return _Piece(end - at, said=(Said(found_all[0]),))
        end = at + 1
        while end < len(self._tokens) and self._piece(end) is None and not self._is_number(end):
            end += 1
        found = self._named_in(part, self._text(at + 1, end))
        return None if found is None else _Piece(end - at, said=(Said(found),))

    def _part_titled(self, word: str) -> SheetPart | None:
        word = folded(word)
        for part in self._known.sheet.parts.values():
            first = part.title.partition(" ")[0]
            if part.path and word in {folded(one) for one in (part.path, part.path.rstrip("s"), first, f"{first}s")}:
                return part
        return None

    def _named_in(self, part: SheetPart, words: str) -> Found | None:
        """Return a name of a part: one that is known, or one of one's own where the chapter allows it."""
        if not words:
            return None
        if (found := self._known.sheet.look_up(words, part.path).one) is not None:
            return found
        if not part.is_free:
            return None
        is_key = self._known.sheet.kind(part.path) == "numbers" or bool(part.like)
        id = "_".join(words.lower().split()) if is_key else clean_name(words)
        return Found(part, KnownName(id=id, title=words[:1].upper() + words[1:]))

    # ------------------------------------------------------------------------------------------- in small

    def _is_listed(self, found: Found) -> bool:
        return bool(found.part.path) and self._known.sheet.kind(found.part.path) in ("names", "entries")

    def _ends(self, first: int) -> Iterable[int]:
        """Yield where words from one on may end, the longest first."""
        return range(min(first + _LONGEST, len(self._tokens)), first, -1)

    def _text(self, at: int, end: int) -> str:
        return " ".join(one.text for one in self._tokens[at:end])

    def _is_number(self, at: int) -> bool:
        return _NUMBER.fullmatch(self._tokens[at].text) is not None and not self._tokens[at].is_quoted


def _side_of(word: str) -> str | None:
    """Return the side that a word gives, empty for `hidden`; None if it gives none."""
    lower = word.lower()
    if lower == "hidden":
        return ""
    if lower in SIDES:
        return lower
    match = _SIDE.fullmatch(word)
    return match[1].lower() if match else None


def _whole(digits: str) -> int:
    return int(with_hyphens(digits))
