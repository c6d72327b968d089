"""Caches of views that are made again only when the parts they were made of have changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ViewCache(Generic[Value]):
    """Values by cache key, each with the parts that it was made of.

    Parts are compared by identity: states are immutable, so the same object always has the same content.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[object, ...], Value]] = {}

    def get(self, name: Hashable, parts: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """Return the cached value if it was made of the same parts, or else a new one."""
        known = self._known.get(name)
        if known is not None and len(known[0]) == len(parts) and all(map(is_, known[0], parts)):
            return known[1]
        value = make()
        self._known[name] = (parts, value)
        return value

    def forget_others(self, names: frozenset[Hashable]) -> None:
        """Drop all entries except those with these keys, so that removed objects are not kept in memory."""
        for name in self._known.keys() - names:
            del self._known[name]


class RecentViews(Generic[Value]):
    """The most recently used values, each with the parts that it was made of.

    An undo or a preview of a battle requests earlier values again.
    """

    def __init__(self, most: int = 4) -> None:
        """`most` is the number of values kept."""
        self._most = most
        self._known: list[tuple[tuple[object, ...], Value]] = []
        """The most recently used one is last."""

    def get(self, parts: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """Return the cached value if it was made of the same parts, compared by identity, or else a new one."""
        at = next((at for at, known in enumerate(self._known) if all(map(is_, known[0], parts))), None)
        found = (parts, make()) if at is None else self._known.pop(at)
        self._known = [*self._known, found][-self._most :]
        return found[1]
