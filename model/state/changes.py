"""What changed between two states: exact paths with old and new value, and splices for tuples.

Used by the session file, the row updates of the window, the log and the check of a step before it is saved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from model.state.base import State, with_fields

Path = tuple[str, ...]


class _Absent(msgspec.Struct, frozen=True):
    """Stands for a missing value."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = _Absent()


class Change(msgspec.Struct, frozen=True):
    """A value at a path before and after; `ABSENT` where there was or is none."""

    path: Path
    old: Any
    new: Any

    def reversed(self) -> Change:
        return Change(self.path, self.new, self.old)


class Splice(msgspec.Struct, frozen=True):
    """Members of a tuple that are removed and added at an index."""

    path: Path
    at: int
    removed: tuple[Any, ...]
    added: tuple[Any, ...]

    def reversed(self) -> Splice:
        return Splice(self.path, self.at, self.added, self.removed)


AnyChange = Change | Splice


def changes(old: Any, new: Any, path: Path = ()) -> Iterator[AnyChange]:
    """Walk two states by identity and yield what differs.

    Cost: proportional to what was replaced, not to the size of the battle.
    """
    if old is new:
        return
    if isinstance(old, State) and type(old) is type(new):
        for field in old.__struct_fields__:
            was, now = getattr(old, field), getattr(new, field)
            if was is not now:
                yield from changes(was, now, (*path, field))
    elif isinstance(old, dict) and isinstance(new, dict):
        yield from _dict_changes(old, new, path)
    elif isinstance(old, tuple) and isinstance(new, tuple):
        yield from _tuple_changes(old, new, path)
    elif old != new or type(old) is not type(new):
        yield Change(path, ABSENT if old is None else old, ABSENT if new is None else new)


def _dict_changes(old: dict[str, Any], new: dict[str, Any], path: Path) -> Iterator[AnyChange]:
    for key, value in old.items():
        if key not in new:
            yield Change((*path, key), value, ABSENT)
        elif new[key] is not value:
            yield from changes(value, new[key], (*path, key))
    for key, value in new.items():
        if key not in old:
            yield Change((*path, key), ABSENT, value)


def _tuple_changes(old: tuple[Any, ...], new: tuple[Any, ...], path: Path) -> Iterator[AnyChange]:
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    removed, added = old[start : len(old) - end], new[start : len(new) - end]
    if removed or added:
        yield Splice(path, start, removed, added)


class ChangeError(ValueError):
    """A recorded change does not fit the state it is applied to."""


def apply(state: Any, change: AnyChange) -> Any:
    """The state with one change applied.

    Raises:
        ChangeError: the path does not exist, or the old value is not what the change says.
    """
    return _apply(state, change.path, change)


def _apply(state: Any, path: Path, change: AnyChange) -> Any:
    if not path:
        return _changed(state, change)
    key, rest = path[0], path[1:]
    if isinstance(state, State):
        if key not in state.__struct_fields__:
            raise ChangeError(f"{'.'.join(change.path)}: there is no field {key!r}")
        value = _apply(_absent(getattr(state, key)), rest, change)
        return with_fields(state, {key: None if value is ABSENT else value})
    if isinstance(state, dict):
        value = _apply(state.get(key, ABSENT), rest, change)
        if value is ABSENT:
            return {other: kept for other, kept in state.items() if other != key}
        return state | {key: value}
    raise ChangeError(f"{'.'.join(change.path)}: {key!r} cannot be reached")


def _absent(value: Any) -> Any:
    return ABSENT if value is None else value


def _changed(state: Any, change: AnyChange) -> Any:
    if isinstance(change, Change):
        if state != change.old:
            raise ChangeError(f"{'.'.join(change.path)}: expected {change.old!r}, found {state!r}")
        return change.new
    if not isinstance(state, tuple):
        raise ChangeError(f"{'.'.join(change.path)}: expected a list, found {state!r}")
    end = change.at + len(change.removed)
    if state[change.at : end] != change.removed:
        raise ChangeError(f"{'.'.join(change.path)}: expected {change.removed!r} at {change.at}")
    return (*state[: change.at], *change.added, *state[end:])
