"""Reads TOML and JSON that other people or programs may have written, within limits.

The parsers raise different exceptions for what is too deep or too long, and accept numbers that our files cannot
contain. Here everything that is rejected raises one exception, with a sentence and the line.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from typing import Any

DEEPEST = 64
"""Maximum nesting of tables and lists; our files never come near it."""
LONGEST = 256 * 1024 * 1024
"""Maximum number of characters of a text: enough for hundreds of evenings."""
_LARGEST = 2**63
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{1000,}")


class Unreadable(ValueError):
    """A text is rejected: why, and in which line, counted from 1, or None if the line is unknown."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence if line is None else f"line {line}: {sentence}")
        self.sentence = sentence
        self.line = line


def toml(text: str) -> dict[str, Any]:
    """A TOML text as plain values.

    Raises:
        Unreadable: it is not TOML, or exceeds the limits.
    """
    if len(text) > LONGEST:
        raise Unreadable(f"The text is longer than {LONGEST // 1024**2} million characters.")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        raise Unreadable(f"This is not TOML: {_PLACE.sub('', str(error))}.", line) from None
    except RecursionError:
        raise Unreadable(f"Tables or lists are nested more than {DEEPEST} deep.", _deepest_line(text)) from None
    except ValueError:
        number = _LONG_NUMBER.search(text)
        at = None if number is None else text.count("\n", 0, number.start()) + 1
        raise Unreadable("A number has too many digits.", at) from None
    check(found)
    return found


def json_value(text: str) -> Any:
    """A JSON text as plain values.

    Raises:
        Unreadable: it is not JSON, or exceeds the limits.
    """
    found = parsed_json(text)
    check(found)
    return found


def parsed_json(text: str) -> Any:
    """A JSON text as plain values. Numbers may have any size or be infinite: the caller has to check each of them.

    Raises:
        Unreadable: it is not JSON.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(f"This is not JSON: {error.msg}.", error.lineno) from None
    except (RecursionError, ValueError):
        raise Unreadable("This is nested too deeply, or a number has too many digits.") from None


def check(value: Any) -> None:
    """Check that plain values are within the limits of files.

    Raises:
        Unreadable: one is not.
    """
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise Unreadable(f"Tables or lists are nested more than {DEEPEST} deep.")
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
            elif isinstance(one, float) and not math.isfinite(one):
                raise Unreadable(f"“{one}” is not a number that can be saved.")
            elif isinstance(one, int) and not -_LARGEST <= one < _LARGEST:
                raise Unreadable("A whole number is too large to be saved: it needs more than 64 bits.")
        level = inner


def _deepest_line(text: str) -> int:
    lines = text.split("\n")
    return 1 + max(range(len(lines)), key=lambda at: lines[at].count("[") + lines[at].count("{"))
