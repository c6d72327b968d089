"""One way to compare words that people type: case, accents, blanks, hyphens and spellings make no difference."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SPELLINGS = (
    (re.compile("defens"), "defenc"),
    (re.compile("offens"), "offenc"),
    (re.compile("man(oe|e)uver"), "manoeuvre"),
    (re.compile("(arm|col|hon|behavi|vap|harb|fav|rum|val|vig)or"), r"\1our"),
    (re.compile("(cent|fib|met|calib|theat|lust)er"), r"\1re"),
    (re.compile("iz(e|ing|ation)"), r"is\1"),
    (re.compile("gray"), "grey"),
    (re.compile("licens"), "licenc"),
    (re.compile("skillful"), "skilful"),
    (re.compile("ll(ed|ing|er)"), r"l\1"),
)
"""American spellings and the like, each with what it is compared as: both spellings of a word become the same."""


@lru_cache(maxsize=8192)
def folded(words: str) -> str:
    """Return what is compared of some words: letters and digits of one case, without accents, in one spelling.

    `Small guns`, `small_guns` and `SMALL-GUNS` are the same, as are `defense` and `Défence`.
    """
    plain = unicodedata.normalize("NFKD", words.casefold())
    bare = "".join(sign for sign in plain if sign.isalnum())
    for american, british in _SPELLINGS:
        bare = american.sub(british, bare)
    return bare


def clean_name(words: str) -> str:
    """Return a name without signs that nobody sees and that turn the direction of the text around them."""
    return "".join(sign for sign in words if unicodedata.category(sign) not in ("Cf", "Cc") or sign in _JOINERS).strip()


_JOINERS = ("\u200c", "\u200d")
"""Invisible signs that some scripts need for their letters."""
