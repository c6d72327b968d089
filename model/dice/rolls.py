"""Rolls that rules read only through questions.

The same questions are asked of dice on the table and of dice that exact odds still leave open; open dice are only told
apart as far as a question depends on them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from functools import partial
from operator import ge, le
from typing import Any

from model.dice.answers import Counts, DiceAnswer, Faces, Sum, Total, Word
from model.dice.readings import Reading, pips, read
from model.dice.requests import NO_WORDS, YES_WORDS, DiceRequest
from model.state.base import Id, replace
from model.state.texts import RollRecord


class Roll(ABC):
    """A roll that rules can ask about."""

    def __init__(self, request: DiceRequest) -> None:
        self.request = request

    @abstractmethod
    def read(self, *readings: Reading, then: Callable[..., Any] | None = None) -> Any:
        """The sums of the readings, passed through `then` if given.

        `then` reduces them to what matters, so that odds tell apart no more than that: return the damage that remains
        after resistance from `then`, rather than asking for the total and subtracting.
        """

    @property
    def is_open(self) -> bool:
        """Whether the dice are still unknown, as they are while odds are computed."""
        return False

    def spread(self, readings: tuple[Reading, ...], then: Callable[..., Any] | None) -> dict[Any, int]:
        """The possible results, each with the number of rolls that lead to it."""
        return {self.read(*readings, then=then): 1}

    @property
    def said(self) -> Word | None:
        """The GM's word that replaces the dice, or None."""
        return None

    @property
    def shown(self) -> int | None:
        """The total on the table, bonus included; None if a word replaces the dice, and while odds are computed."""
        return None

    @property
    def record(self) -> RollRecord | None:
        """The record of the dice on the table; None while odds are computed."""
        return None

    def at_least(self, needed: int, of: Reading | None = None) -> bool:
        """Whether the total, bonus included, or the sum of the reading `of` is at least `needed`."""
        # Comparisons in C, for speed: odds pass every sum of the dice through them, in every run.
        if of is not None:
            return bool(self.read(of, then=partial(le, needed)))
        return bool(self.read(pips(self.request.sides), then=partial(le, needed - self.request.bonus)))

    def at_most(self, limit: int) -> bool:
        """Whether the total, bonus included, stays at or under the limit."""
        return bool(self.read(pips(self.request.sides), then=partial(ge, limit - self.request.bonus)))

    def total(self, then: Callable[[int], Any] | None = None) -> Any:
        """Sum and bonus, passed through `then` if given."""
        return self._of_total(then or (lambda total: total))

    def restated(self, bonus: int) -> Roll:
        """The same dice with another bonus: what is added may change after the dice are on the table."""
        changed = copy(self)
        changed.request = replace(self.request, bonus=bonus)
        return changed

    def _of_total(self, then: Callable[[int], Any]) -> Any:
        bonus = self.request.bonus
        return self.read(pips(self.request.sides), then=lambda sum: then(sum + bonus))


class KnownRoll(Roll):
    """Dice on the table, or what was answered instead of them."""

    def __init__(self, request: DiceRequest, answer: DiceAnswer, by: Id) -> None:
        self.request = request
        self.answer = answer
        self.by = by
        self._meant: Reading | None = None
        self._record: RollRecord | None = None

    @property
    def said(self) -> Word | None:
        return self.answer if isinstance(self.answer, Word) else None

    @property
    def sum(self) -> int | None:
        match self.answer:
            case Faces(faces=faces):
                return sum(faces)
            case Sum(sum=number):
                return number
            case Total(total=number):
                return number - self.request.bonus
        return None

    @property
    def shown(self) -> int | None:
        total = self.sum
        return None if total is None else total + self.request.bonus

    @property
    def record(self) -> RollRecord:
        if self._record is None:
            self._record = self._recorded()
        return self._record

    def _recorded(self) -> RollRecord:
        faces = self.answer.faces if isinstance(self.answer, Faces) else ()
        source = self.answer.source if isinstance(self.answer, Faces) else "said" if self.said else "typed"
        return RollRecord(
            id=self.request.id,
            title=self.request.title,
            by=self.by,
            dice=self.request.dice,
            faces=faces,
            bonus=self.request.bonus,
            sum=self.sum,
            word=self._word(),
            source=source,
            read_as=tuple(map(self.request.read_as, faces)) if self.request.is_read else (),
            result=self._result() if self.request.is_read else "",
        )

    def _result(self) -> str:
        match self.answer:
            case Faces(faces=faces):
                return self.request.result(faces)
            case Counts(counts=counts):
                return self.request.result_of(counts)
        return ""

    def _word(self) -> str:
        if isinstance(self.answer, Counts):
            return "/".join(map(str, self.answer.counts))
        return "" if self.said is None else said_in_words(self.said)

    def read(self, *readings: Reading, then: Callable[..., Any] | None = None) -> Any:
        if isinstance(self.answer, Faces):
            faces = self.answer.faces
            values = tuple([read(faces, reading) for reading in readings])
        else:
            values = tuple([self._value(reading) for reading in readings])
        if then is not None:
            return then(*values)
        return values[0] if len(values) == 1 else values

    def restated(self, bonus: int) -> KnownRoll:
        # A typed total keeps the sum of its dice, not the total.
        answer = Sum(sum=self.sum) if isinstance(self.answer, Total) and self.sum is not None else self.answer
        return KnownRoll(replace(self.request, bonus=bonus), answer, self.by)

    def _of_total(self, then: Callable[[int], Any]) -> Any:
        faces = self.answer.faces if isinstance(self.answer, Faces) else None
        return super()._of_total(then) if faces is None else then(sum(faces) + self.request.bonus)

    def _value(self, reading: Reading) -> int:
        """The sum of a reading, derived from what was answered instead of the faces."""
        if isinstance(self.answer, Counts):
            return dict(zip(self.request.readings(), self.answer.counts, strict=True)).get(reading, 0)
        if self.sum is not None:
            # The sum of one die is its face, to which any reading applies.
            return reading[self.sum - 1] if self.request.count == 1 else self.sum
        return self._said_value() if self._is_meant(reading) else 0

    def _is_meant(self, reading: Reading) -> bool:
        """Whether a word applies to a reading.

        It applies to the first one asked for, successes or damage, and not to complications or effects.
        """
        self._meant = self._meant or reading
        return reading == self._meant

    def _said_value(self) -> int:
        """The sum that the GM's word stands for: just enough, or just not enough."""
        word = self.said
        assert word is not None
        if word.amount is not None and word.word not in YES_WORDS:
            return word.amount - self.request.bonus
        against = self.request.against or 0
        missed_by = 0 if word.word in YES_WORDS else 1 if self.request.roll_under else -1
        value = against - self.request.bonus + missed_by
        # Clamped to a face of the die, even if `against` is out of its range.
        return min(max(1, value), self.request.sides) if self.request.roll_under else value

    def at_least(self, needed: int, of: Reading | None = None) -> bool:
        if isinstance(self.answer, Faces) and of is None:
            return sum(self.answer.faces) + self.request.bonus >= needed
        return super().at_least(needed, of) if self.said is None else self._said_yes()

    def at_most(self, limit: int) -> bool:
        if isinstance(self.answer, Faces):
            return sum(self.answer.faces) + self.request.bonus <= limit
        return super().at_most(limit) if self.said is None else self._said_yes()

    def _said_yes(self) -> bool:
        word = self.said
        assert word is not None
        return word.word not in NO_WORDS


def said_in_words(word: Word) -> str:
    return word.word if word.amount is None else f"{word.amount} {word.word}"


def as_typed(answer: DiceAnswer) -> str:
    """Dice as they are typed, the inverse of `DiceRequest.parse`: `4 5`, `=9`, `==19`, `5/2`, `hit`, `6 damage`."""
    match answer:
        case Faces(faces=faces):
            return " ".join(map(str, faces))
        case Sum(sum=number):
            return f"={number}"
        case Total(total=number):
            return f"=={number}"
        case Counts(counts=counts):
            return "/".join(map(str, counts))
        case Word():
            return said_in_words(answer)
