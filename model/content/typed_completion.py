"""What completes the words at the end of a text in which combatants are typed, in every place where they can be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from model.content.typed import SIDES, Vocabulary
from model.content.typed_pieces import part_titled
from model.engine.names import Found
from model.state.base import Record
from model.state.folding import folded

_LAST_NAME = re.compile(r"(?:^|[+\-−;,\n])\s*(?:\d+\s*[x×]?\s+)?([^\W\d][^+−;,\n]*)$")
"""The name that is being typed: after a sign, a count, or the comma or line end after the entry before."""
_PLAYER = re.compile(r"^[^:,]*:(?!\d)")
_COUNT = re.compile(r"^\s*\+?\s*(?:\d+\s*[x×]?\s+)?")
_LEAST, _MOST_WORDS = 2, 4
"""The least letters that are completed to a part of a sheet or gear, and the most words."""
_AWKWARD = re.compile(r"[,;()\d]")


class Completion(Record):
    """What Tab completes: the words at the end of the line, or those not understood, and what may replace them."""

    word: str
    names: tuple[str, ...] = ()


def completion_of(
    text: str, known: Vocabulary, places: Sequence[str] = (), *, one_per_line: bool = False
) -> Completion:
    """Return what completes a text: a combatant's name where one may begin, a part of the sheet, gear or a place.

    With `one_per_line` only the first part of a line is a name, which may stand behind a player and a colon.
    """
    line = _PLAYER.sub("", text.rpartition("\n")[2]) if one_per_line else text.rpartition("\n")[2]
    *before, part = re.split("[,;]", line)
    name = name_begun(line) if not (before and one_per_line) else ""
    combatants = names_beginning(line, known.combatants) if name else []
    words = [] if part.endswith(" ") else [*re.finditer(r"\S+", part if before else _COUNT.sub("", part, count=1))]
    if not before:
        # The first word of a line is that of a name.
        words = words[1:]
    for at in range(max(0, len(words) - _MOST_WORDS), len(words)):
        begun = words[at].string[words[at].start() :]
        if _is_complete(begun, known):
            break
        last = words[at - 1][0] if at else ""
        ways = (_places(last, begun, places), _titled(last, begun, known), _others(begun, known))
        if found := next(filter(None, map(tuple, ways)), ()):
            return Completion(begun, tuple(dict.fromkeys((*combatants, *found) if begun == name else found)))
    return Completion(name, tuple(combatants))


def name_begun(text: str) -> str:
    """Return the name that is being typed at the end of a text; empty if there is none."""
    found = _LAST_NAME.search(text)
    return found[1] if found else ""


def names_beginning(text: str, known: Sequence[str]) -> list[str]:
    """Return known names that begin with the name being typed, then those in which another word begins with it."""
    begun = name_begun(text).lower()
    names = [name for name in known if f" {begun}" in f" {name.lower()}" and name.lower() != begun]
    return sorted(names, key=lambda name: not name.lower().startswith(begun)) if begun else []


def _is_complete(words: str, known: Vocabulary) -> bool:
    return bool(known.sheet.in_full(words) or known.gear_named(words) or words.lower() in SIDES)


def _places(last: str, begun: str, places: Sequence[str]) -> Iterator[str]:
    if last.lower() in ("in", "at"):
        yield from _beginning(begun, places)


def _titled(last: str, begun: str, known: Vocabulary) -> Iterator[str]:
    """Yield names of a part whose title stands before them: `immune po`."""
    part = part_titled(known.sheet, last)
    if part is not None:
        yield from _beginning(begun, [one.name.title for one in known.sheet if one.part.path == part.path])


def _others(begun: str, known: Vocabulary) -> Iterator[str]:
    if len(begun) < _LEAST or not begun[0].isalnum():
        return
    sheet = [one for one in known.sheet if not (one.is_taken or one.part.needs_title)]
    # Titles before short forms.
    sheet.sort(key=lambda one: not _begins(begun, one.name.title))
    names = [*filter(None, (_word(one, begun) for one in sheet)), *known.gear, *SIDES, "hidden"]
    yield from _beginning(begun, names)
    if " " not in begun and begun.isalpha():
        yield from (name for name in names if f" {begun.lower()}" in name.lower())


def _word(found: Found, begun: str) -> str:
    """Return the form of a name that begins so, or else its title; empty if it cannot be typed as it is written."""
    forms = [one for one in (found.name.title, *found.name.short) if not _AWKWARD.search(one)]
    return next((one for one in forms if _begins(begun, one)), forms[0] if forms else "")


def _beginning(begun: str, names: Iterable[str]) -> Iterator[str]:
    return (name for name in names if _begins(begun, name))


def _begins(begun: str, name: str) -> bool:
    return folded(name).startswith(folded(begun)) and folded(name) != folded(begun)
