"""What follows from values that never change, kept for as long as they are the same ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Value = TypeVar("Value")
Rest = TypeVarTuple("Rest")
Result = TypeVar("Result")


def remembered(most: int) -> Callable[[Callable[[Value, *Rest], Result]], Callable[[Value, *Rest], Result]]:
    """Decorate a function of a value that is never changed: it is worked out once, for the last `most` cases or so.

    The value is told by identity, since to compare it would take longer than most of what is asked about it; any
    further arguments by what they say, so they have to be hashable. From battle to battle whatever has not changed is
    the same object: what follows from the items alone, say, is found once until one of them changes.
    """

    def decorated(function: Callable[[Value, *Rest], Result]) -> Callable[[Value, *Rest], Result]:
        known: dict[tuple[object, ...], tuple[Value, Result]] = {}

        @wraps(function)
        def found(value: Value, *rest: *Rest) -> Result:
            key = (id(value), *rest)
            entry = known.get(key)
            if entry is None:
                if len(known) >= most:
                    known.clear()
                # The value is kept with it, so that no other one gets its identity.
                entry = known[key] = (value, function(value, *rest))
            return entry[1]

        return found

    return decorated
