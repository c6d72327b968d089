"""What follows from values that never change, kept for as long as they are the same ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Literal, TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Result = TypeVar("Result")


def remembered(
    most: int, values: Literal[1, 2] = 1
) -> Callable[[Callable[[*Given], Result]], Callable[[*Given], Result]]:
    """Decorate a function of values that are never changed: it is worked out once, for the last `most` cases or so.

    Its first argument, or the first two where `values` is 2, are told by identity, since to compare them
    would take longer than most of what is asked about them; all others by what they say, so they have to be hashable.
    From battle to battle whatever has not changed is the same object: what follows from the items alone, say, is found
    once until one of them changes.
    """

    def decorated(function: Callable[[*Given], Result]) -> Callable[[*Given], Result]:
        found: Callable[[*Given], Result]
        if values == 2:
            found = _of_two(function, most)
        else:
            # By the number of arguments: the usual ones are asked thousands of times in a fight.
            kinds = {1: _of_one, 2: _of_one_with_another}
            found = kinds.get(len(signature(function).parameters), _of_one_with_more)(function, most)
        return found

    return decorated


def _of_one(function: Callable[..., Any], most: int) -> Any:
    """Of a value alone."""
    known: dict[int, tuple[object, Any]] = {}

    @wraps(function)
    def found(value: Any) -> Any:
        entry = known.get(id(value))
        if entry is None:
            if len(known) >= most:
                known.clear()
            # The value is kept with what follows from it, so that no other one gets its identity.
            entry = known[id(value)] = (value, function(value))
        return entry[1]

    return found


def _of_one_with_another(function: Callable[..., Any], most: int) -> Any:
    """Of a value and what is told by what it says."""
    known: dict[Any, tuple[object, Any]] = {}

    @wraps(function)
    def found(value: Any, other: Any) -> Any:
        key = id(value), other
        entry = known.get(key)
        if entry is None:
            if len(known) >= most:
                known.clear()
            entry = known[key] = (value, function(value, other))
        return entry[1]

    return found


def _of_one_with_more(function: Callable[..., Any], most: int) -> Any:
    known: dict[Any, tuple[object, Any]] = {}

    @wraps(function)
    def found(value: Any, *rest: Any) -> Any:
        key = id(value), rest
        entry = known.get(key)
        if entry is None:
            if len(known) >= most:
                known.clear()
            entry = known[key] = (value, function(value, *rest))
        return entry[1]

    return found


def _of_two(function: Callable[..., Any], most: int) -> Any:
    """Of two values, and what else there is."""
    known: dict[Any, tuple[object, object, Any]] = {}

    @wraps(function)
    def found(value: Any, second: Any, *rest: Any) -> Any:
        key = id(value), id(second), rest
        entry = known.get(key)
        if entry is None:
            if len(known) >= most:
                known.clear()
            entry = known[key] = (value, second, function(value, second, *rest))
        return entry[2]

    return found
