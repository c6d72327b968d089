"""The one grammar for combatants that are typed, in every place where they can be: text to entries."""

from __future__ import annotations

import re
from collections.abc import Sequence

from model.content.plurals import in_the_singular
from model.content.typed import NOTHING_KNOWN, TypedEntry, Unclear, Vocabulary, quoted
from model.content.typed_words import read_part, read_words
from model.state.base import replace

_PART = r"(?:[^,;\n\"“]|\"[^\"\n]*\"|“[^”\n]*”|[\"“])+"
"""All up to a separator of entries that is not in quotes."""


def typed_entries(
    text: str, known: Vocabulary = NOTHING_KNOWN, places: Sequence[str] = (), *, one_per_line: bool = False
) -> tuple[TypedEntry, ...]:
    """Return the entries of a text, separated by commas, semicolons and line ends that are not part of a known name.

    Every character except separators and blanks lies within the span of exactly one entry. A part without a name, such
    as the `pc` of `Ada, pc` or the `hp 12` of `Ada, hp 12`, belongs to the entry before it on its line; at the
    beginning of a line it is a problem. With `one_per_line`, every part of a line but the first one belongs to the
    entry at its beginning, and what is not understood in it is a problem.
    """
    found: list[TypedEntry] = []
    line_of_last = -1
    for match in _parts(known.long).finditer(text):
        bare = match[0].strip()
        if not bare.strip("+ "):
            continue
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        line = text.count("\n", 0, start)
        is_first = not (found and line == line_of_last)
        if is_first or not one_per_line:
            entry = read_words(bare, start, known, places, is_first=is_first)
        else:
            entry = read_part(bare, start, known)
        if entry.name or is_first or (entry.unclear and not one_per_line):
            owner = next((one.name for one in reversed(found) if one.name and not _is_doubted(one)), "")
            entry = entry if is_first else _perhaps_gear(entry, bare, owner, known)
            found.append(entry if entry.name or entry.unclear else _without_name(entry, bare))
        else:
            found[-1] = _joined(found[-1], entry)
        line_of_last = line
    return tuple(found)


def _parts(names: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of a part of the text: a known name that contains separators, or all up to a separator."""
    whole = "".join(f"(?:[+ ]*{re.escape(name)}(?!\\w)(?:{_PART})?)|" for name in names)
    return re.compile(whole + _PART, re.IGNORECASE)


def _without_name(entry: TypedEntry, words: str) -> TypedEntry:
    sentence = f"“{words}” has no name: write the name in front of it, as in “Ada {words}”."
    return replace(entry, unclear=(Unclear(entry.start, entry.end, sentence),))


def _is_doubted(entry: TypedEntry) -> bool:
    """Whether all of an entry is perhaps no combatant."""
    return any((one.start, one.end) == (entry.start, entry.end) for one in entry.doubts)


def _perhaps_gear(entry: TypedEntry, words: str, owner: str, known: Vocabulary) -> TypedEntry:
    """Return an entry behind a comma with a doubt if it may be meant as gear of the one before.

    An unknown name alone that is like that of gear, or is written as a common word in the singular, may be.
    """
    is_alone = bool(entry.name) and not (entry.said or entry.gear or entry.side or entry.place or entry.is_hidden)
    is_quoted = words[:1] in ('"', "“")
    if entry.is_known or entry.unclear or is_quoted or not (is_alone and owner and known.gear):
        return entry
    like = known.gear_like(in_the_singular(entry.name))
    if entry.doubts or not (like or (entry.count == 1 and entry.name[:1].islower())):
        return entry
    what = "become combatants" if entry.count > 1 else "becomes a combatant"
    how = f"For gear of {owner}, write {quoted(like)}" if like else f"Gear of {owner} must be in the library first"
    sentence = f"“{words}” {what}. {how}."
    return replace(entry, doubts=(Unclear(entry.start, entry.end, sentence),))


def _joined(first: TypedEntry, more: TypedEntry) -> TypedEntry:
    """Return an entry with what the part after it says."""
    unclear = (*first.unclear, *more.unclear)
    if first.side and more.side and first.side != more.side:
        sentence = f"“{first.name}” has two sides: {first.side} and {more.side}."
        unclear = (*unclear, Unclear(more.start, more.end, sentence))
    return replace(
        first,
        end=more.end,
        side=more.side or first.side,
        is_hidden=first.is_hidden or more.is_hidden,
        place=more.place or first.place,
        said=first.said + more.said,
        gear=first.gear + more.gear,
        unclear=unclear,
        doubts=first.doubts + more.doubts,
    )
