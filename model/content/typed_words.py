"""Reads the words of one typed entry: each is part of a name, a number, gear and so on, or is marked as unclear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from model.content.plurals import in_the_singular
from model.content.typed import COUNT, MOST, TypedEntry, Unclear, Vocabulary, quoted
from model.content.typed_pieces import Piece, Pieces, Token, side_of
from model.state.base import replace
from model.state.folding import clean_name

_PERCENT = re.compile(r"(?<=\d)\s+%$")
_TOKEN = re.compile(r"\"[^\"]*\"|“[^”]*”|[+-]?\d+\s+%(?!\S)|\S+")


def read_words(
    words: str, start: int, known: Vocabulary, places: Sequence[str] = (), *, is_first: bool = True
) -> TypedEntry:
    """Return what some words at a position say of one kind of combatant; without a name if they give none.

    `is_first` says whether no entry stands before them on their line: then they must begin with a name.
    """
    return _Words(words, start, known, places).entry(is_first=is_first)


def read_part(words: str, start: int, known: Vocabulary) -> TypedEntry:
    """Return what some words at a position say of the one character of their line, whose name stands before them."""
    entry = _Words(words, start, known, ()).without_name()
    if not entry.unclear or _has_suggestion(entry):
        return entry
    whole = read_words(words, start, known)
    who = f"“{whole.name}”" if whole.is_known else "Another character"
    sentence = f"{who} goes on a line of its own."
    first = entry.unclear[0]
    said = sentence if whole.is_known else f"{first.sentence} {sentence}"
    return replace(entry, unclear=(replace(first, sentence=said), *entry.unclear[1:]))


def _has_suggestion(entry: TypedEntry) -> bool:
    return any("Did you mean" in one.sentence or "needs a number" in one.sentence for one in entry.unclear)


def read_cell(text: str, known: Vocabulary) -> TypedEntry:
    """Return what a text without a name says, such as a list of skills separated by commas."""
    found = TypedEntry(0, len(text))
    for match in re.finditer(r"[^,;\n]+", text):
        if words := match[0].strip():
            more = _Words(words, match.start() + match[0].index(words), known, ()).without_name()
            found = replace(
                found,
                said=found.said + more.said,
                gear=found.gear + more.gear,
                unclear=found.unclear + more.unclear,
                doubts=found.doubts + more.doubts,
            )
    return found


class _Words:
    """The words of an entry."""

    def __init__(self, words: str, start: int, known: Vocabulary, places: Sequence[str]) -> None:
        self._words, self._start, self._known = words, start, known
        bare = words.lstrip("+ ")
        begin = start + len(words) - len(bare)
        tokens = [
            Token(begin + one.start(), begin + one.end(), _PERCENT.sub("%", one[0].strip('"“”')), one[0][0] in '"“')
            for one in _TOKEN.finditer(bare)
        ]
        self._reader = Pieces(tokens, known, places)
        match = COUNT.match(bare)
        self._count = int(match[1]) if match else None
        name = begin + match.end() if match else begin
        self._past_count = next((at for at, one in enumerate(tokens) if one.start >= name), len(tokens))
        if self._past_count and (self._reader.number_before(0) is not None or self._reader.gear_end(0)):
            # `12 hp` is a number, not twelve of a kind, and `10 mm pistol` is gear.
            self._count, self._past_count = None, 0
        self._unclear: list[Unclear] = []
        self._doubts: list[Unclear] = []
        self._hero_end = -1
        """The word behind the name of a hero, or -1."""

    def entry(self, *, is_first: bool) -> TypedEntry:
        first, last, is_known = self._name(is_first=is_first)
        self._hero_end = last if is_known and self._known.is_hero(self._reader.text(first, last)) else -1
        has_count = self._count is not None and first < last
        before = range(self._past_count if has_count else 0, first)
        pieces = [*self._pieces(before.start, before.stop), *self._pieces(last, len(self._reader.tokens))]
        name = clean_name(self._name_words(first, last))
        count = self._count if has_count and self._count is not None else 1
        self._check(name, count)
        if name and not is_known:
            self._doubt_name(first, last)
        known = self._known.combatant_named(name) if is_known else name
        return replace(self._entry(pieces), name=known, count=count, is_known=is_known)

    def without_name(self) -> TypedEntry:
        """Return what the words say if there is no name among them."""
        return self._entry([*self._pieces(0, len(self._reader.tokens))])

    def _entry(self, pieces: Sequence[Piece]) -> TypedEntry:
        """Return what pieces say, of nobody in particular."""
        sides = list(dict.fromkeys(one.side for one in pieces if one.side))
        if len(sides) > 1:
            self._mark_all(f"“{self._words}” names two sides: {' and '.join(sides)}.")
        return TypedEntry(
            start=self._start,
            end=self._start + len(self._words),
            side=sides[0] if sides else "",
            is_hidden=any(one.is_hidden for one in pieces),
            place=next((one.place for one in reversed(pieces) if one.place), ""),
            said=tuple(said for one in pieces for said in one.said),
            gear=tuple(gear for one in pieces for gear in one.gear),
            unclear=tuple(self._unclear),
            doubts=tuple(self._doubts),
        )

    def _check(self, name: str, count: int) -> None:
        if name.isdecimal():
            self._mark_all(f"“{self._words}” is a number without a name: write for example “3 raiders”.")
        elif name and not 1 <= count <= MOST:
            self._mark_all(f"“{self._words}”: there can be 1 to {MOST} of a kind.")

    def _doubt_name(self, first: int, last: int) -> None:
        """Doubt an unknown name that is that of gear, or ends with words that are perhaps gear."""
        tokens = self._reader.tokens
        if tokens[first].is_quoted:
            return
        name = self._reader.text(first, last)
        if gear := self._known.gear_named(name):
            what = "become combatants" if self._count is not None and self._count > 1 else "becomes a combatant"
            sentence = f"“{name}” {what}. Gear stands behind a name, as in “Ada {gear.lower()}”."
            self._doubts.append(Unclear(tokens[first].start, tokens[last - 1].end, sentence))
            return
        for begin in range(first + 1, last):
            words = self._reader.text(begin, last)
            if like := self._known.gear_like(in_the_singular(words)):
                sentence = f"“{name}” is taken as the name. For gear, write {quoted(like)}."
                self._doubts.append(Unclear(tokens[begin].start, tokens[last - 1].end, sentence))
                return

    def _mark_all(self, sentence: str) -> None:
        self._unclear.append(Unclear(self._start, self._start + len(self._words), sentence))

    def _name(self, *, is_first: bool) -> tuple[int, int, bool]:
        """Return the first word of the name and the one after its last, and whether the content knows the name."""
        size = len(self._reader.tokens)
        for at, token in enumerate(self._reader.tokens):
            if token.is_quoted and self._is_whole_name(at):
                return at, at + 1, bool(self._known.combatant_named(token.text))
        self._unquote()
        if (found := self._known_name()) is not None:
            return found
        if not is_first and (self._is_understood(0, size) or self._known.sheet.in_full(self._reader.text(0, size))):
            return 0, 0, False
        at = self._past_count
        while at < size and (piece := self._reader.piece(at, in_full=True)) is not None and piece.is_firm:
            at += piece.length
        if at > self._past_count and (at == size or (self._reader.gear_end(at) and self._is_understood(at, size))):
            # Numbers alone, or with gear behind them, are those of nobody.
            return 0, 0, False
        if not is_first and at == self._past_count and self._is_like_gear(at):
            return 0, 0, False
        end = max(min(at + 1, size), self._reader.gear_end(at))
        while (
            end < size
            and not self._reader.is_number(end)
            and (self._reader.piece(end) is None or self._is_titled_side(end))
        ):
            end += 1
        if not is_first and end < size and self._reader.is_number(end) and self._reader.piece(end) is None:
            return 0, 0, False
        return at, self._without_misspelt(at, end), False

    def _is_titled_side(self, at: int) -> bool:
        """Whether a word is not a side because it is written as part of a name: `The Hidden One`."""
        word = self._reader.tokens[at].text
        behind = at + 1 < len(self._reader.tokens) and self._reader.piece(at + 1) is None
        return word.istitle() and side_of(word) is not None and behind

    def _name_words(self, first: int, last: int) -> str:
        """Return the words of a name as they were typed, without quotes around all of them."""
        if first == last or (last == first + 1 and self._reader.tokens[first].is_quoted):
            return self._reader.text(first, last)
        return " ".join(self._raw(self._reader.tokens[first].start, self._reader.tokens[last - 1].end).split())

    def _raw(self, start: int, end: int) -> str:
        return self._words[start - self._start : end - self._start]

    def _is_whole_name(self, at: int) -> bool:
        """Whether words in quotes are the name; not a part of it as in `Jack "Ace" Miller`."""
        around = (*self._reader.run(self._past_count, at), *self._reader.run(at + 1))
        return at == self._past_count or all(piece is not None for piece in around)

    def _unquote(self) -> None:
        """Take words in quotes as words like others."""
        if any(one.is_quoted for one in self._reader.tokens):
            self._reader.without_quotes(
                [Token(one.start, one.end, self._raw(one.start, one.end)) for one in self._reader.tokens]
            )

    def _known_name(self) -> tuple[int, int, bool] | None:
        """Return the words of the longest name that the content knows; None if there is none.

        Words beside the name of a hero are no part of it. Beside another name they make a name of their own, unless
        they may be misspelt gear or the like.
        """
        size = len(self._reader.tokens)
        for length in range(size, 0, -1):
            for at in range(size - length + 1):
                words = " ".join(one.text for one in self._reader.tokens[at : at + length])
                name = self._known.combatant_named(words)
                if not name or (at and not self._may_follow(at, name)):
                    continue
                end = at + length
                if end < size and not self._known.is_hero(name) and self._begins_longer(at, end):
                    continue
                return at, end, True
        return None

    def _may_follow(self, at: int, name: str) -> bool:
        """Whether a known name may stand behind the words before it: they are understood, or it is a hero's.

        Words before it that are written as names, and like no known ones, make it another one: `Old Ada`.
        """
        if self._is_understood(self._past_count, at):
            return True
        before = range(self._past_count, at)
        return self._known.is_hero(name) and any(
            not self._reader.text(here, here + 1).istitle() or self._near(self._reader.text(here, end))
            for here in before
            for end in range(here + 1, at + 1)
        )

    def _is_understood(self, at: int, end: int) -> bool:
        return all(piece is not None for piece in self._reader.run(at, end))

    def _begins_longer(self, at: int, end: int) -> bool:
        """Whether the words behind a known name make it the name of another combatant."""
        behind = end
        while (
            behind < len(self._reader.tokens)
            and self._reader.piece(behind) is None
            and not self._reader.is_number(behind)
        ):
            behind += 1
        if behind == end or (behind < len(self._reader.tokens) and self._reader.is_number(behind)):
            return False
        return not self._near(self._reader.text(end, behind)) and all(
            piece is not None for piece in self._reader.run(behind)
        )

    def _without_misspelt(self, at: int, end: int) -> int:
        """Return the end of a name without words that belong to a number behind it: `Bo smal guns 4` is Bo."""
        if end == len(self._reader.tokens) or not self._reader.is_number(end) or end - at < 2:
            return end
        for begin in range(at + 1, end):
            if self._known.sheet.look_up(self._reader.text(begin, end)).near:
                return begin
        return end - 1 if self._reader.piece(end) is None else end

    def _is_like_gear(self, at: int) -> bool:
        """Whether all words from one on are probably misspelt gear, not a combatant after a comma."""
        return self._known.is_nearly_gear(self._reader.text(at, len(self._reader.tokens)))

    def _pieces(self, at: int, end: int) -> Iterable[Piece]:
        """Yield what words say; those that say nothing are marked, together with a number behind them."""
        unknown = at
        while at < end:
            piece = self._reader.piece(at)
            if piece is not None and at + piece.length <= end:
                self._mark(unknown, at)
                self._note(piece, self._reader.tokens[at].start, self._reader.tokens[at + piece.length - 1].end)
                yield piece
                unknown = at = at + piece.length
            else:
                at += 1
        self._mark(unknown, end)

    def _note(self, piece: Piece, start: int, end: int) -> None:
        """Note what is wrong with a piece, or perhaps meant otherwise."""
        if piece.problem:
            self._unclear.append(Unclear(start, end, piece.problem))
        for one in piece.said:
            if sentence := one.found.beyond(one.number):
                self._doubts.append(Unclear(start, end, sentence))

    def _mark(self, at: int, end: int) -> None:
        """Mark words that are not understood, each group up to its number by itself."""
        begin = at
        for here in range(at, end):
            is_last = here + 1 == end
            if is_last or self._reader.is_number(here):
                sentence = self._sentence(begin, here + 1)
                self._unclear.append(Unclear(self._reader.tokens[begin].start, self._reader.tokens[here].end, sentence))
                begin = here + 1

    def _sentence(self, at: int, end: int) -> str:
        """Return what is wrong with words that are not understood, and what may be meant."""
        words = self._reader.text(at, end)
        has_number = self._reader.is_number(end - 1)
        bare = self._reader.text(at, end - 1) if has_number else words
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
