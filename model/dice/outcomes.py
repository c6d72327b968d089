"""Outcomes: results as functions of dice that may still be unknown.

`Ask.resolve` reads an outcome from the dice on the table, or computes the odds of all its values at once.
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
    """A roll, the readings taken of it, and a function that reduces their sums to what matters."""

    roll: Roll
    readings: tuple[Reading, ...]
    then: Callable[..., Any] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the dice are still unknown."""
        return self.roll.is_open

    def value(self) -> Any:
        """The result of the dice on the table."""
        return self.roll.read(*self.readings, then=self.then)

    def spread(self) -> dict[Any, int]:
        """The possible results, each with the number of rolls that lead to it."""
        return self.roll.spread(self.readings, self.then)


class Combined(Record):
    """A function of several outcomes. Each roll may occur only once: outcomes are treated as independent."""

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


class Followed(Record):
    """An outcome with further dice that depend on its value: by each value, the results with their numbers of throws.

    These have the same sum for all values. Only for unknown dice: those on the table are thrown by number.
    """

    of: Outcome
    spread_of: Callable[[Any], dict[Any, int]]

    is_open = True

    def value(self) -> Any:
        raise NotImplementedError("further dice are unknown")

    def spread(self) -> dict[Any, int]:
        found: dict[Any, int] = {}
        for value, weight in self.of.spread().items():
            for result, ways in self.spread_of(value).items():
                found[result] = found.get(result, 0) + weight * ways
        return found


Outcome = Throw | Combined | Followed


def total(roll: Roll, then: Callable[[int], Any] | None = None) -> Throw:
    """Sum and bonus of a roll, passed through `then` if given."""
    bonus = roll.request.bonus
    return Throw(roll, (pips(roll.request.sides),), lambda sum: then(sum + bonus) if then else sum + bonus)


def folded(step: Callable[[Any, Any], Any], first: Outcome, *others: Outcome) -> Outcome:
    """Outcomes combined one after another: `step` takes the result so far and the next value.

    Equal results are merged after every step, so `step` should drop what no longer matters.
    """
    return reduce(lambda so_far, other: Combined((so_far, other), step), others, first)
