"""Outcomes: what dice come to, said as a function of them while nobody knows yet how they fall.

`Ask.resolve` reads an outcome off the dice on the table, or weighs all its values at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import product
from math import prod
from typing import Any

from model.dice.readings import Reading, pips
from model.dice.rolls import Roll
from model.state.base import Record


class Throw(Record):
    """One throw, the readings taken of it, and what matters about their sums."""

    roll: Roll
    readings: tuple[Reading, ...]
    then: Callable[..., Any] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the dice may still fall any way."""
        return self.roll.is_open

    def value(self) -> Any:
        """What the dice come to as they lie on the table."""
        return self.roll.read(*self.readings, then=self.then)

    def spread(self) -> dict[Any, int]:
        """What they may still come to, each value with the number of throws that lead to it."""
        return self.roll.spread(self.readings, self.then)


class Combined(Record):
    """A function of several outcomes. Each throw stands in it once: how they fall is taken as independent."""

    of: tuple[Outcome, ...]
    then: Callable[..., Any]

    @property
    def is_open(self) -> bool:
        return any(outcome.is_open for outcome in self.of)

    def value(self) -> Any:
        return self.then(*(outcome.value() for outcome in self.of))

    def spread(self) -> dict[Any, int]:
        found: dict[Any, int] = {}
        for combination in product(*(outcome.spread().items() for outcome in self.of)):
            values, weights = zip(*combination, strict=True)
            result = self.then(*values)
            found[result] = found.get(result, 0) + prod(weights)
        return found


Outcome = Throw | Combined


def total(roll: Roll, then: Callable[[int], Any] | None = None) -> Throw:
    """Sum and bonus of a throw, put through `then` where given."""
    bonus = roll.request.bonus
    return Throw(roll, (pips(roll.request.sides),), lambda sum: then(sum + bonus) if then else sum + bonus)


def folded(step: Callable[[Any, Any], Any], first: Outcome, *others: Outcome) -> Outcome:
    """Outcomes taken one after another: `step` takes what they came to so far and the next value.

    Equal values are merged after every step: what no longer matters should be gone by then.
    """
    return reduce(lambda so_far, other: Combined((so_far, other), step), others, first)
