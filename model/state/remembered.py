"""What follows from values that never change, kept for as long as they are the same ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Result = TypeVar("Result")


def remembered(most: int, values: int = 1) -> Callable[[Callable[[*Given], Result]], Callable[[*Given], Result]]:
    """Decorate a function of values that are never changed: it is worked out once, for the last `most` cases or so.

    Its first argument, or so many `values`, are told by identity, since to compare them would take longer than most of
    what is asked about them; all others by what they say, so they have to be hashable. From battle to battle whatever
    has not changed is the same object: what follows from the items alone, say, is found once until one of them changes.
    """

    def decorated(function: Callable[[*Given], Result]) -> Callable[[*Given], Result]:
        # The values are kept with what follows from them, so that no other ones get their identities.
        known: dict[tuple[object, ...], tuple[tuple[object, ...], Result]] = {}

        @wraps(function)
        def found(*given: *Given) -> Result:
            args: tuple[object, ...] = given
            # One value is the usual case, and quicker so.
            key = (id(args[0]), *args[1:]) if values == 1 else (*map(id, args[:values]), *args[values:])
            entry = known.get(key)
            if entry is None:
                if len(known) >= most:
                    known.clear()
                entry = known[key] = (given, function(*given))
            return entry[1]

        return found

    return decorated
