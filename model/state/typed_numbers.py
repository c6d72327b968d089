"""Reads numbers that people type or paste: both decimal signs and every minus sign, in any locale.

A sign is never dropped: a text that is no number is None, so that `1,5` cannot become 15.
"""

from __future__ import annotations

import re

MINUS_SIGNS = "-−–—‐‑‒﹣－"
"""What is typed or pasted as a minus: hyphens, the minus sign and dashes, the ASCII hyphen first."""
_HYPHENS = str.maketrans(dict.fromkeys(MINUS_SIGNS, "-"))
_NUMBER = re.compile(r"([+-]?)\s*(\d{1,15})(?:[.,](\d{0,12}))?|([+-]?)\s*[.,](\d{1,12})")
_GROUP = 3
"""Digits in a group of thousands."""


def with_hyphens(text: str) -> str:
    """Return a text with a hyphen for each minus sign and dash."""
    return text.translate(_HYPHENS)


def typed_number(text: str) -> int | float | None:
    """Return a typed number, as an int if it is whole, or None if the text is no number.

    Point and comma are decimal signs; neither groups digits. Spaces around the number and after its sign are ignored.
    """
    match = _NUMBER.fullmatch(with_hyphens(text.strip()))
    if match is None:
        return None
    sign, whole, decimals = match[1] or match[4] or "", match[2] or "0", match[3] or match[5] or ""
    if not decimals.strip("0"):
        return int(sign + whole)
    return float(f"{sign}{whole}.{decimals}")


def typed_whole(text: str) -> int | None:
    """Return a typed whole number such as `12`, `+3`, `−2` or `12.0`, or None.

    `1.000` is None, because it may be meant as a thousand.
    """
    match = _NUMBER.fullmatch(with_hyphens(text.strip()))
    number = typed_number(text)
    is_grouped = match is not None and len(match[3] or "") == _GROUP
    return number if isinstance(number, int) and not is_grouped else None
