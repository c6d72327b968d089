"""Shorter forms of combatants' names, for where the whole ones have no room: whole words, and nobody else's name.

A name that is cut after some letters reads as a mistake on the screen; people at a table say `the Archdeacon`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

Forms = Mapping[str, tuple[str, ...]]
"""For each name, the ways to write it, the longest first: the first one is the name itself."""

NO_FORMS: Forms = MappingProxyType({})

_NUMBER = re.compile(r"×?\d+|[A-Z]")
_PARTICLES = frozenset(("of", "the", "von", "van", "der", "de", "du", "da", "di", "la", "al", "in", "from", "with"))
"""Words after which a name tells where somebody is from: it is known without that."""
_TITLES = frozenset(("dr", "mr", "mrs", "ms", "st", "ma", "pa"))
"""Words that call nobody without the name after them; so does every one that ends with a full stop."""
_ARTICLES = frozenset(("the", "a", "an", "der", "die", "das", "le", "la", "el"))


def forms_of(names: Iterable[str]) -> Forms:
    """Return the forms of names that stand on one screen: no short one is a part of another one's name."""
    return _forms_of(frozenset(names))


@functools.lru_cache(maxsize=4)
def _forms_of(names: frozenset[str]) -> Forms:
    everybody = {name: name.split() for name in names}
    return {
        name: (name, *(one for one in _shorter(words) if _is_alone(one.split(), name, everybody)))
        for name, words in everybody.items()
    }


def forms(name: str, known: Forms) -> tuple[str, ...]:
    """Return the ways to write a name, the longest first."""
    return known.get(name) or (name,)


def _shorter(words: list[str]) -> Iterator[str]:
    """The forms of one name, the longest first; a numbered name has none, as its number says who it is."""
    if len(words) < 2 or _NUMBER.fullmatch(words[-1]):
        return
    if words[0].lower() in _ARTICLES:
        yield " ".join(words[1:])
        yield from _shorter(words[1:])
        return
    if words[0].lower() in _TITLES or words[0].endswith("."):
        yield " ".join(words[1:])
        yield from _shorter(words[1:])
        return
    end = next((at for at, word in enumerate(words) if at and word in _PARTICLES), len(words))
    begun = words[:end]
    if end < len(words):
        yield " ".join(begun)
    if any(word[:1].islower() for word in begun):
        # `Cathedral warden Ottokar`: what he is, then his name.
        if begun[-1][:1].isupper():
            yield begun[-1]
        return
    for count in range(len(begun) - 1, 0, -1):
        yield " ".join(begun[:count])


def _is_alone(form: list[str], name: str, everybody: Mapping[str, list[str]]) -> bool:
    """Whether no other name has these words in this order."""
    length = len(form)
    return not any(
        words[at : at + length] == form
        for other, words in everybody.items()
        if other != name
        for at in range(len(words) - length + 1)
    )
