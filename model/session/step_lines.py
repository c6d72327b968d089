"""Reads the lines of a step exactly as the emitter wrote it, without a TOML parser.

Only for steps with a right checksum. In what the emitter writes, an equals sign outside a quoted text always follows a
key of an inline table; with colons instead the value is JSON, which is read some twenty times faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from model.state import untrusted

_TEXT_OR_KEY = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")(=?)|([A-Za-z0-9_-]+)=')
_decode = msgspec.json.Decoder().decode


def _as_json(match: re.Match[str]) -> str:
    quoted, equals, bare = match.groups()
    if bare:
        return f'"{bare}":'
    return f"{quoted}:" if equals else quoted


def lines_of(text: str) -> Iterator[tuple[str, str]]:
    """Key and value of each line of a step, still as text."""
    for line in text.split("\n"):
        key, separator, value = line.partition(" = ")
        if separator:
            yield key, value


def plain(value: str) -> Any:
    """The plain data of a value; slower if it is TOML that another program wrote.

    Raises:
        Unreadable: it is not TOML of one line, or exceeds the limits.
    """
    try:
        found = _decode(_TEXT_OR_KEY.sub(_as_json, value) if "{" in value else value)
    except (msgspec.DecodeError, RecursionError):
        return untrusted.toml(f"value = {value}")["value"]
    if value.count("[") + value.count("{") > untrusted.DEEPEST:
        untrusted.check(found)
    return found


def moment(value: str) -> datetime:
    """A time as the emitter writes it."""
    return datetime.fromisoformat(value)
