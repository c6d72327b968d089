"""Applies the changes of a step to another state than the one that it was made in."""

from __future__ import annotations

from typing import Any

from model.state.base import State, with_fields


def merged(before: Any, after: Any, now: Any) -> Any:
    """The state `now` in which everything that differs between `before` and `after` is as in `after`.

    Values are set, not changed by the same amount. What the change touches and `now` no longer has stays absent. If
    `now` is the same object as `before`, the result is the same object as `after`.
    """
    if before is after:
        return now
    if now is before:
        return after
    kind = type(now)
    if isinstance(now, State) and type(before) is kind and type(after) is kind:
        return _merged_fields(before, after, now)
    if isinstance(now, dict) and isinstance(before, dict) and isinstance(after, dict):
        return _merged_table(before, after, now)
    if isinstance(now, tuple) and isinstance(before, tuple) and isinstance(after, tuple):
        return _merged_list(before, after, now)
    return now if before == after else after


def _merged_fields(before: State, after: State, now: State) -> State:
    fields = {}
    for name in now.__struct_fields__:
        value = getattr(now, name)
        new = merged(getattr(before, name), getattr(after, name), value)
        if new is not value:
            fields[name] = new
    return with_fields(now, fields) if fields else now


def _merged_table(before: dict[str, Any], after: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    if before == after:
        return now
    kept = {}
    for key, value in now.items():
        if key in before and key not in after:
            continue
        kept[key] = merged(before[key], after[key], value) if key in before else after.get(key, value)
    added = {key: value for key, value in after.items() if key not in before and key not in now}
    return kept | added


def _merged_list(before: tuple[Any, ...], after: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[Any, ...]:
    """The list `after` if `now` equals `before`; else `now` without the removed members and with the added ones."""
    if before == after:
        return now
    if now == before:
        return after
    old, new, here = (_by_key(members) for members in (before, after, now))
    if old is None or new is None or here is None:
        is_as_long = len(before) == len(after) == len(now)
        return tuple(map(merged, before, after, now)) if is_as_long else after
    found = {
        key: merged(old[key], new[key], member) if key in old and key in new else member
        for key, member in here.items()
        if key not in old or key in new
    }
    found |= {key: member for key, member in new.items() if key not in old and key not in here}
    return tuple(found[key] for key in (new if found.keys() == new.keys() else found))


def _by_key(members: tuple[Any, ...]) -> dict[Any, Any] | None:
    """Members by their key: a record's id or slot, else the member itself; None if keys are missing or not unique."""
    found: dict[Any, Any] = {}
    for member in members:
        key = getattr(member, "id", getattr(member, "slot", None)) if isinstance(member, State) else member
        if key is None or key in found:
            return None
        found[key] = member
    return found
