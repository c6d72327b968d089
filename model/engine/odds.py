"""Exact odds: the same action run over every answer to every question it asks, with exact weights.

Nothing is split on that no rule asks about: a roll to hit is two cases, not thirty-six. Cost: one run for each
combination of answers, tens of microseconds each.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NoReturn, TypeVar

from model.dice.answers import Word
from model.dice.readings import Reading, pips, weights
from model.dice.requests import DiceRequest
from model.dice.rolls import KnownRoll, Roll
from model.engine.ask import Ask, Frame, Step, Throw, carried_on
from model.engine.calls import Call, Option, Taken
from model.engine.requests import Offer, Question
from model.engine.ruleset import Ruleset
from model.engine.run import perform
from model.state.base import Id, Record
from model.state.battle import AnyBattle, Precedent
from model.state.texts import Refusal

Result = TypeVar("Result")
After = TypeVar("After")
MAX_RUNS = 5_000
"""More runs than any action may need; odds that would take more are not shown."""


class _PathEnds(Exception):
    """The rest of this run changes no measure."""


class TooManyRuns(Exception):
    """An action splits on more than odds can weigh in time."""


class Odds(Record):
    """What may come of an action."""

    measures: dict[tuple[Id, str], dict[Any, Fraction]]
    """For each target and measure the probability of each value; what is missing to 1 never got so far."""
    runs: int
    refusal: Refusal | None = None

    def chance(self, who: Id, name: str) -> Fraction:
        """Probability that a yes-or-no measure comes out true."""
        return self.measures.get((who, name), {}).get(True, Fraction(0))

    def distribution(self, who: Id, name: str) -> dict[Any, Fraction]:
        """Probability of each value of a measure, in order of the values."""
        return dict(sorted(self.measures.get((who, name), {}).items()))


_Chance = tuple[int, int]
"""A probability as ways and out of how many, not reduced: reducing at every step would take most of the time."""
_CERTAIN: _Chance = (1, 1)


@dataclass
class _Explorer:
    """Walks every combination of answers depth first, replaying the run for each."""

    chance: _Chance = _CERTAIN
    """Probability of the path up to now."""
    waiting: list[tuple[tuple[Any, ...], _Chance]] = field(default_factory=list)
    script: tuple[Any, ...] = ()
    position: int = 0
    runs: int = 0

    def paths(self, chance: _Chance) -> Iterator[None]:
        """One turn of the loop for every path from here."""
        self.waiting.append(((), chance))
        while self.waiting:
            self.script, self.chance = self.waiting.pop()
            self.position = 0
            self.runs += 1
            if self.runs > MAX_RUNS:
                raise TooManyRuns
            yield

    def branch(self, options: Callable[[], dict[Any, int]]) -> Any:
        """The answer of this path; at a new question the first one, with the others left for later paths."""
        if self.position < len(self.script):
            answer = self.script[self.position]
        else:
            found = options()
            ways, out_of = self.chance
            out_of *= sum(found.values())
            (answer, weight), *others = found.items()
            for other, its_weight in others:
                self.waiting.append(((*self.script, other), (ways * its_weight, out_of)))
            self.script = (*self.script, answer)
            self.chance = (ways * weight, out_of)
        self.position += 1
        return answer


class _OpenRoll(Roll):
    """Dice that may still fall any way, but for what has been answered about them on this path."""

    def __init__(self, request: DiceRequest, odds: _Weighing) -> None:
        super().__init__(request)
        self.odds = odds
        self.asked: list[tuple[tuple[Reading, ...], Callable[..., Any] | None, Any]] = []

    def read(self, *readings: Reading, then: Callable[..., Any] | None = None) -> Any:
        answer = self.odds.explorer.branch(lambda: self.options(readings, then))
        self.asked.append((readings, then, answer))
        return answer

    def totals(self) -> dict[int, int]:
        """The totals that what was answered before still leaves, with the number of throws that lead to each."""
        bonus = self.request.bonus
        return self.options((pips(self.request.sides),), lambda sum: sum + bonus)

    def options(self, readings: tuple[Reading, ...], then: Callable[..., Any] | None) -> dict[Any, int]:
        """The answers that what was answered before still leaves, with the number of throws that lead to each."""
        together = tuple(dict.fromkeys((*(reading for asked in self.asked for reading in asked[0]), *readings)))
        at = {reading: index for index, reading in enumerate(together)}
        before = [(tuple(at[reading] for reading in its), its_then, answer) for its, its_then, answer in self.asked]
        now = tuple(at[reading] for reading in readings)
        found: dict[Any, int] = {}
        for sums, weight in weights(self.request.count, self.request.sides, together).items():
            if all(_answer(sums, its, its_then) == answer for its, its_then, answer in before):
                answer = _answer(sums, now, then)
                found[answer] = found.get(answer, 0) + weight
        return found


def _answer(sums: tuple[int, ...], indices: tuple[int, ...], then: Callable[..., Any] | None) -> Any:
    """What a question about some of the sums is answered with."""
    if len(indices) == 1:
        value = sums[indices[0]]
        return then(value) if then else value
    values = tuple(sums[index] for index in indices)
    return then(*values) if then else values


@dataclass
class _Weighing:
    """What all askers of one weighing share."""

    explorer: _Explorer
    ways: dict[tuple[Id, str], dict[Any, dict[int, int]]] = field(default_factory=dict)
    """For each measure and value the ways that lead there, by out of how many."""
    measured: dict[tuple[Id, str], Any] = field(default_factory=dict)
    rolls: list[_OpenRoll] = field(default_factory=list)
    carried: Word | None = None
    """Damage that the GM named at the attack, as at the table."""
    runs: int = 0
    precedents: Mapping[str, Precedent] = field(default_factory=dict)
    """What the GM has decided for the rest of the fight."""
    until: tuple[str, ...] = ()
    """Measures at which a run ends: what follows is not asked for."""

    def close_path(self) -> None:
        """Add what this path measured to the whole, with its probability."""
        ways, out_of = self.explorer.chance
        for key, value in self.measured.items():
            self.add(key, value, ways, out_of)
        self.measured.clear()

    def add(self, key: tuple[Id, str], value: Any, ways: int, out_of: int) -> None:
        """Count so many ways, out of so many, in which a measure comes out so."""
        counts = self.ways.setdefault(key, {}).setdefault(value, {})
        counts[out_of] = counts.get(out_of, 0) + ways

    def measures(self) -> dict[tuple[Id, str], dict[Any, Fraction]]:
        """The probability of each value of each measure."""
        return {key: {value: _share(counts) for value, counts in spread.items()} for key, spread in self.ways.items()}


def _share(counts: Mapping[int, int]) -> Fraction:
    """Ways, by out of how many, as one probability; fractions are slow to add, whole numbers are not."""
    if len(counts) == 1:
        ((out_of, ways),) = counts.items()
        return Fraction(ways, out_of)
    common = lcm(*counts)
    return Fraction(sum(ways * (common // out_of) for out_of, ways in counts.items()), common)


class OddsAsk(Ask):
    """Answers every question in every way that its dice allow."""

    def __init__(self, ruleset: Ruleset, weighing: _Weighing, frames: tuple[Frame, ...]) -> None:
        self.ruleset = ruleset
        self.weighing = weighing
        self.frames = frames
        self._knows_answers = any(frame.call.answers for frame in frames)

    @property
    def precedents(self) -> Mapping[str, Precedent]:
        return self.weighing.precedents

    def within(self, id: str, call: Call) -> OddsAsk:
        return OddsAsk(self.ruleset, self.weighing, (*self.frames, Frame(f"{self.key(id)}/", call)))

    def roll(self, request: DiceRequest, by: Id) -> Roll:
        if self._knows_answers:
            answer, carried = carried_on(request, self.answer_to(self.key(request.id)), self.weighing.carried)
            if answer is not None and request.problem(answer) is None:
                self.weighing.carried = carried
                return KnownRoll(request, answer, by)  # type: ignore[arg-type]  # the request has just accepted it
        roll = _OpenRoll(request, self.weighing)
        self.weighing.rolls.append(roll)
        return roll

    def choose(self, question: Question, by: Id) -> Any:
        answer = self.answer_to(self.key(question.id))
        if answer is not None and question.problem(answer) is None:
            return question.value(answer)
        if (decided := self.decided(question)) is not None:
            return decided.option
        if question.default is None and question.options:
            return question.options[0].key if question.kind == "option" else ()
        return question.default

    def offer(self, offer: Offer) -> Call | str | None:
        answer = self.answer_to(self.key(offer.id))
        if answer is None or offer.problem(answer) is not None:
            return None
        return answer.call if isinstance(answer, Taken) else answer.option if isinstance(answer, Option) else None

    def wants(self, offer: str, before: str) -> bool:
        return self.answer_to(self.key(offer)) is not None

    def each(self, targets: Iterable[Id], fn: Callable[[Id], Result]) -> tuple[Result, ...]:
        self._alone(targets, fn)

    def each_to_end(
        self, targets: Iterable[Id], fn: Callable[[Id], Result], then: Callable[[tuple[Result, ...]], After]
    ) -> After:
        self._alone(targets, lambda target: then((fn(target),)))

    def in_turn(self, battle: AnyBattle, ids: Iterable[Id], fn: Callable[[AnyBattle, Id], AnyBattle]) -> AnyBattle:
        alone = tuple(ids)
        if len(alone) > 1:
            raise TooManyRuns("Each of several who act in turn has odds of their own.")
        return super().in_turn(battle, alone, fn)

    def _alone(self, targets: Iterable[Id], fn: Callable[[Id], Any]) -> NoReturn:
        """Walk every path of each target for itself, from here to its end."""
        outer, weighing = self.weighing.explorer, self.weighing
        weighing.close_path()
        for target in targets:
            before = [(roll, len(roll.asked)) for roll in weighing.rolls]
            carried = weighing.carried
            weighing.explorer = _Explorer()
            for _ in weighing.explorer.paths(outer.chance):
                for roll, asked in before:
                    del roll.asked[asked:]
                del weighing.rolls[len(before) :]
                weighing.carried = carried
                with suppress(_PathEnds):
                    fn(target)
                weighing.close_path()
            weighing.runs += weighing.explorer.runs
            for roll, asked in before:
                del roll.asked[asked:]
        weighing.explorer = outer
        raise _PathEnds

    def all_measured(self) -> None:
        raise _PathEnds

    def measure(self, who: Id, name: str, value: Any = True) -> None:
        self.weighing.measured[who, name] = value
        if name in self.weighing.until:
            raise _PathEnds

    def compare(self, first: Roll, second: Roll, then: Callable[[int, int], Any]) -> Any:
        if not isinstance(first, _OpenRoll) or not isinstance(second, _OpenRoll):
            return super().compare(first, second, then)

        def options() -> dict[Any, int]:
            found: dict[Any, int] = {}
            others = second.totals()
            for one, weight in first.totals().items():
                for other, its_weight in others.items():
                    answer = then(one, other)
                    found[answer] = found.get(answer, 0) + weight * its_weight
            return found

        return self.weighing.explorer.branch(options)

    def gather(
        self, rolls: Iterable[Roll], step: Callable[[Any, int], Any], start: Any, then: Callable[[Any], Any]
    ) -> Any:
        rolls = tuple(rolls)

        def options() -> dict[Any, int]:
            found = {start: 1}
            for roll in rolls:
                totals = roll.totals() if isinstance(roll, _OpenRoll) else {roll.total(): 1}
                found = _with_next(found, totals, step)
            return _merged(found, then)

        return self.weighing.explorer.branch(options)

    def read_together(
        self,
        *throws: Throw,
        then: Callable[..., Any],
        who: Id = "",
        measures: Mapping[str, Callable[[Any], Any]] | None = None,
        matters: Callable[[Any], Any] | None = None,
        alike: Callable[[Any], Any] | None = None,
    ) -> Any:
        if not any(map(_is_open, throws)):
            return super().read_together(*throws, then=then, who=who, measures=measures, matters=matters)

        def options() -> dict[Any, int]:
            found = _together(throws, then)
            if measures:
                self._measure_all(who, found, measures)
            found = _merged(found, matters) if matters else found
            return _represented(found, alike) if alike else found

        return self.weighing.explorer.branch(options)

    def conclude_together(
        self, who: Id, throws: Iterable[tuple[Throw, Step]], measures: Mapping[str, Callable[[Any], Any]]
    ) -> Any:
        throws = tuple(throws)
        if not any(_is_open(throw) for throw, _ in throws):
            return super().conclude_together(who, throws, measures)
        self.weighing.close_path()
        found: dict[Any, int] = {None: 1}
        for throw, step in throws:
            found = _with_next(found, _options(throw), step)
        self._measure_all(who, found, measures)
        raise _PathEnds

    def _measure_all(self, who: Id, found: dict[Any, int], measures: Mapping[str, Callable[[Any], Any]]) -> None:
        """Add the measures that follow from each of the values that still may come, with its weight."""
        ways, out_of = self.weighing.explorer.chance
        out_of *= sum(found.values())
        for name, of in measures.items():
            for value, weight in _merged(found, of).items():
                self.weighing.add((who, name), value, ways * weight, out_of)


def _is_open(throw: Throw) -> bool:
    """Whether any of its dice may still fall any way."""
    return isinstance(throw.roll, _OpenRoll) or any(map(_is_open, throw.also))


def _merged(found: dict[Any, int], of: Callable[[Any], Any]) -> dict[Any, int]:
    """The weights of what follows from values."""
    merged: dict[Any, int] = {}
    for value, weight in found.items():
        result = of(value)
        merged[result] = merged.get(result, 0) + weight
    return merged


def _represented(found: dict[Any, int], alike: Callable[[Any], Any]) -> dict[Any, int]:
    """The weights of values, the first of those that are alike for all of them."""
    first: dict[Any, Any] = {}
    return _merged(found, lambda value: first.setdefault(alike(value), value))


def _options(throw: Throw) -> dict[Any, int]:
    """What dice may still come to, each value with its weight."""
    if isinstance(throw.roll, _OpenRoll):
        found = throw.roll.options(throw.readings, throw.then)
    else:
        found = {throw.roll.read(*throw.readings, then=throw.then): 1}
    for other in throw.also:
        found = _with_next(found, _options(other), operator.add)
    return found


def _with_next(found: dict[Any, int], more: dict[Any, int], step: Step) -> dict[Any, int]:
    """The weights of what values come to with each value of a further throw."""
    reached: dict[Any, int] = {}
    for so_far, ways in found.items():
        for value, weight in more.items():
            now = step(so_far, value)
            reached[now] = reached.get(now, 0) + ways * weight
    return reached


def _together(throws: tuple[Throw, ...], then: Callable[..., Any]) -> dict[Any, int]:
    """What several throws come to together."""
    combined: list[tuple[tuple[Any, ...], int]] = [((), 1)]
    for throw in throws:
        options = _options(throw).items()
        combined = [((*values, value), ways * weight) for values, ways in combined for value, weight in options]
    found: dict[Any, int] = {}
    for values, ways in combined:
        result = then(*values)
        found[result] = found.get(result, 0) + ways
    return found


def weigh(ruleset: Ruleset, battle: AnyBattle, call: Call, until: tuple[str, ...] = ()) -> Odds:
    """Exact odds of a call; dice it already has are taken as known, choices as answered or by their default.

    With `until` only up to the first of these measures, which takes much less time.

    Raises:
        TooManyRuns: the action splits on more than `MAX_RUNS` combinations.
    """
    weighing = _Weighing(_Explorer(), precedents=battle.precedents, until=until)
    ask = OddsAsk(ruleset, weighing, (Frame("", call),))
    refusal = None
    explorer = weighing.explorer
    for _ in explorer.paths(_CERTAIN):
        weighing.rolls.clear()
        weighing.carried = None
        with suppress(_PathEnds):
            result = perform(battle, call, ask)
            if isinstance(result, Refusal):
                refusal = result
        weighing.close_path()
    return Odds(weighing.measures(), explorer.runs + weighing.runs, refusal)
