"""Views that are made anew only when what they were made of is another one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ViewCache(Generic[Value]):
    """Values by a name, each with the parts that it was made of.

    Parts are told apart by identity: states never change, so that the same part says the same.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[object, ...], Value]] = {}

    def get(self, name: Hashable, parts: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """The value that was made of the same parts, else a new one."""
        known = self._known.get(name)
        if known is not None and len(known[0]) == len(parts) and all(map(is_, known[0], parts)):
            return known[1]
        value = make()
        self._known[name] = (parts, value)
        return value

    def forget_others(self, names: frozenset[Hashable]) -> None:
        """Keep only these: what has gone is held no longer."""
        for name in self._known.keys() - names:
            del self._known[name]


class RecentViews(Generic[Value]):
    """The values that were asked for last, each with the parts that it was made of.

    An undo, or a battle that was looked ahead at, asks again for what was made before.
    """

    def __init__(self, most: int = 4) -> None:
        """`most` is how many are kept."""
        self._most = most
        self._known: list[tuple[tuple[object, ...], Value]] = []
        """The one asked for last at the end."""

    def get(self, parts: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """The value that was made of the same parts, told apart by identity, else a new one."""
        at = next((at for at, known in enumerate(self._known) if all(map(is_, known[0], parts))), None)
        found = (parts, make()) if at is None else self._known.pop(at)
        self._known = [*self._known, found][-self._most :]
        return found[1]
