"""Writes steps as TOML that can be appended to a file: one key per line, inline values, a closing line with a checksum.

tomli-w writes a short array of tables inline, which would put it inside the step before; it writes the head of the
file, this module writes the steps. TOML has no null: a missing value is a missing key.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from model.engine.calls import Call
from model.state.base import State
from model.state.changes import ABSENT, AnyChange, Path, Splice
from model.state.texts import Explanation, Note, Part, RollRecord, Ruling, Text

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_quoted = msgspec.json.Encoder().encode

_RECORDS = (Text, Part, Explanation, RollRecord, Ruling)
"""The records of a note: written as a list of their fields, without trailing defaults. New fields of these types may
only be added at the end."""


class Unwritable(ValueError):
    """A value cannot be saved in a file; the message is a sentence for the GM."""


@lru_cache(maxsize=256)
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Names and defaults of a type's fields; `msgspec.NODEFAULT` where there is none."""
    return tuple(
        (
            field.name,
            field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default,
        )
        for field in msgspec.structs.fields(kind)
    )


def text_value(value: str) -> str:
    """A quoted TOML string; everything that TOML or an editor might misread is escaped."""
    try:
        return _quoted(value).decode().replace("\x7f", "\\u007F")
    except UnicodeEncodeError:
        raise Unwritable(f"“{value!r}” holds a character that cannot be written to a file.") from None


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """A TOML key, quoted if necessary."""
    return name if _BARE.fullmatch(name) else text_value(name)


def value(given: Any, *, is_short: bool = False) -> str:
    """Any value of a state as inline TOML. With `is_short`, the records of a note are lists of their fields.

    Raises:
        Unwritable: it cannot be written in TOML.
    """
    match given:
        case bool():
            return "true" if given else "false"
        case str():
            return text_value(given)
        case int():
            if given.bit_length() > 63:
                raise Unwritable(f"{given} is too large a number to be saved.")
            return str(given)
        case float():
            if not math.isfinite(given):
                raise Unwritable(f"“{given}” is not a number that can be saved.")
            return repr(given)
        case tuple() | list():
            return _list(given, is_short)
        case State():
            return _state(given, is_short)
        case Mapping():
            return _table(given.items(), is_short)
    raise Unwritable(f"“{given!r}” cannot be saved to a file.")


# A step has hundreds of values, most of them texts: the loops below write texts without calling `value` for each.


def _list(members: Iterable[Any], is_short: bool) -> str:
    written = []
    for one in members:
        written.append(text_value(one) if type(one) is str else value(one, is_short=is_short))  # noqa: PERF401
    return f"[{', '.join(written)}]"


def _table(items: Iterable[tuple[str, Any]], is_short: bool) -> str:
    pairs = []
    for name, member in items:
        if member is not None:
            written = text_value(member) if type(member) is str else value(member, is_short=is_short)
            pairs.append(f"{key(name)}={written}")
    return f"{{{', '.join(pairs)}}}"


def _state(given: State, is_short: bool) -> str:
    kind: Any = type(given)
    fields = _fields(kind)
    if is_short and isinstance(given, _RECORDS):
        members = msgspec.structs.astuple(given)  # type: ignore[arg-type]  # every record is a struct
        count = len(members)
        while count and members[count - 1] == fields[count - 1][1]:
            count -= 1
        if None not in members[:count]:
            return _list(members[:count], is_short=True)
    config = kind.__struct_config__
    pairs = [] if config.tag_field is None else [(config.tag_field, config.tag)]
    for name, default in fields:
        if (member := getattr(given, name)) != default:
            pairs.append((name, member))
    return _table(pairs, is_short)


def path_value(path: Path) -> str:
    """A path joined by dots, or a list if it is empty or one of its keys contains a dot."""
    is_plain = path and path != ("",) and not any("." in part for part in path)
    return text_value(".".join(path)) if is_plain else value(path)


def instant(time: datetime) -> str:
    """A time in UTC, to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def changes_lines(changes: Iterable[AnyChange]) -> list[str]:
    """The lines of changes, by kind: `[path, old, new]`, `[path, value]`, `[path, index, removed, added]`.

    For records removed from a list only the count is written: the battle before the step still has them.
    """
    kinds: dict[str, list[str]] = {"changes": [], "added": [], "removed": [], "splices": []}
    for change in changes:
        path = path_value(change.path)
        if isinstance(change, Splice):
            has_records = any(isinstance(member, State) for member in change.removed)
            removed = str(len(change.removed)) if has_records else value(change.removed)
            kinds["splices"].append(f"[{path}, {change.at}, {removed}, {value(change.added)}]")
        elif change.old is ABSENT:
            kinds["added"].append(f"[{path}, {value(change.new)}]")
        elif change.new is ABSENT:
            kinds["removed"].append(f"[{path}, {value(change.old)}]")
        else:
            kinds["changes"].append(f"[{path}, {value(change.old)}, {value(change.new)}]")
    return [f"{kind} = [{', '.join(entries)}]" for kind, entries in kinds.items() if entries]


def done_step(number: int, parent: int, time: datetime, call: Call, note: Note, changes: Iterable[AnyChange]) -> str:
    """The lines of a step of kind `do`.

    Raises:
        Unwritable: something in it cannot be saved; the message says what.
    """
    lines = [f"number = {number}", f"parent = {parent}", f"time = {instant(time)}", f"call = {value(call)}"]
    if note != Note():
        lines.append(f"note = {value(note, is_short=True)}")
    return _closed(number, [*lines, *changes_lines(changes)])


def moved_step(number: int, kind: str, of: int, time: datetime) -> str:
    """The lines of an undo or a redo of step `of`."""
    return _closed(number, [f"number = {number}", f"{kind} = {of}", f"time = {instant(time)}"])


def _closed(number: int, lines: list[str]) -> str:
    body = "\n".join(["[[step]]", *lines, ""])
    return f"{body}{closing(number, body)}"


def closing(number: int, body: str) -> str:
    """The line that closes a step or the head; if it is missing, the writing was interrupted."""
    return f'end = "{number} {zlib.crc32(body.encode()):08x}"\n'
