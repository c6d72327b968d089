"""Caches what is computed from immutable values, for as long as they are the same objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Literal, TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Result = TypeVar("Result")


def cached_by_identity(
    most: int, values: Literal[1, 2] = 1
) -> Callable[[Callable[[*Given], Result]], Callable[[*Given], Result]]:
    """Decorate a function of immutable values: results are cached for about the last `most` cases.

    The first argument, or the first two if `values` is 2, are compared by identity, because comparing them by value
    would take longer than most of these functions; all others are compared by value, so they have to be hashable. What
    has not changed from battle to battle is the same object: a result that depends on the items alone, for example, is
    computed once until one of them changes.
    """

    def decorated(function: Callable[[*Given], Result]) -> Callable[[*Given], Result]:
        found: Callable[[*Given], Result]
        if values == 2:
            found = _of_two(function, most)
        else:
            # Specialised by the number of arguments: the usual cases are called thousands of times in a fight.
            kinds = {1: _of_one, 2: _of_one_with_another}
            found = kinds.get(len(signature(function).parameters), _of_one_with_more)(function, most)
        return found

    return decorated


def _of_one(function: Callable[..., Any], most: int) -> Any:
    """Cache a function of one value."""
    known: dict[int, tuple[object, Any]] = {}

    @wraps(function)
    def found(value: Any) -> Any:
        entry = known.get(id(value))
        if entry is None:
            if len(known) >= most:
                known.clear()
            # The value is kept with its result, so that no other object gets its identity.
            entry = known[id(value)] = (value, function(value))
        return entry[1]

    return found


def _of_one_with_another(function: Callable[..., Any], most: int) -> Any:
    """Cache a function of one value and one argument that is compared by value."""
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
    """Cache a function of two values and any arguments that are compared by value."""
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
