"""Exact odds: the same action run with every answer to every question that it asks about dice, with exact weights.

Runs branch only on what rules ask: a roll to hit has two cases, not thirty-six. Cost: one run for each combination of
answers, tens of microseconds each.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import starmap
from math import lcm
from operator import itemgetter
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from model.dice.answers import Word
from model.dice.outcomes import Outcome
from model.dice.readings import Reading, weights
from model.dice.requests import DiceRequest
from model.dice.rolls import KnownRoll, Roll
from model.engine.ask import Ask, Chosen, MeasureKey, Measures, with_carried_word
from model.engine.calls import Call, CallStack, Frame, Option, Taken
from model.engine.requests import Offer, Question
from model.engine.ruleset import Ruleset
from model.engine.run import perform
from model.state.base import Id, Record
from model.state.battle import AnyBattle, Precedent, SameBattle
from model.state.texts import Refusal

Result = TypeVar("Result")
MAX_RUNS = 5_000
"""Maximum number of runs; odds that would take more are not shown."""


class _PathEnds(Exception):
    """The rest of this run changes no measure."""


class TooManyRuns(Exception):
    """An action has more cases than odds can weigh in time."""


class Odds(Record):
    """The possible results of an action with their probabilities."""

    measures: dict[tuple[Id, str], dict[Any, Fraction]]
    """By target and measure: the probability of each value; the rest to 1 is that the measure is never reached."""
    runs: int
    refusal: Refusal | None = None

    def chance(self, who: Id, name: str) -> Fraction:
        """Probability that a yes-or-no measure is true."""
        return self.measures.get((who, name), {}).get(True, Fraction(0))

    def distribution(self, who: Id, name: str) -> dict[Any, Fraction]:
        """Probability of each value of a measure, sorted by value."""
        return dict(sorted(self.measures.get((who, name), {}).items()))


_Chance = tuple[int, int]
"""A probability as numerator and denominator, not reduced: reducing at every step would take most of the time."""
_CERTAIN: _Chance = (1, 1)


class _Explorer(Struct):
    """Walks every combination of answers depth first, replaying the run for each."""

    chance: _Chance = _CERTAIN
    """Probability of the current path so far."""
    waiting: list[tuple[tuple[Any, ...], _Chance]] = field(default_factory=list)
    script: tuple[Any, ...] = ()
    position: int = 0
    runs: int = 0

    def paths(self, chance: _Chance) -> Iterator[None]:
        """Yield once for every path from here; the loop's body replays the run.

        Raises:
            TooManyRuns: there are more than `MAX_RUNS` paths.
        """
        self.waiting.append(((), chance))
        while self.waiting:
            self.script, self.chance = self.waiting.pop()
            self.position = 0
            self.runs += 1
            if self.runs > MAX_RUNS:
                raise TooManyRuns
            yield

    def branch(self, options: Callable[[], dict[Any, int]]) -> Any:
        """The answer on the current path; at a new question the first answer, queueing the others for later paths."""
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
    """Dice that are undetermined, except for the answers given about them on this path."""

    def __init__(self, request: DiceRequest, odds: _Weighing) -> None:
        super().__init__(request)
        self.odds = odds
        self.asked: list[tuple[tuple[Reading, ...], Callable[..., Any] | None, Any]] = []

    @property
    def is_open(self) -> bool:
        return True

    def read(self, *readings: Reading, then: Callable[..., Any] | None = None) -> Any:
        answer = self.odds.explorer.branch(lambda: self.spread(readings, then))
        self.asked.append((readings, then, answer))
        return answer

    def spread(self, readings: tuple[Reading, ...], then: Callable[..., Any] | None) -> dict[Any, int]:
        """The answers that are consistent with earlier ones, with the number of throws that lead to each."""
        together = tuple(dict.fromkeys((*(reading for asked in self.asked for reading in asked[0]), *readings)))
        at = {reading: index for index, reading in enumerate(together)}
        before = [(tuple(at[reading] for reading in its), its_then, answer) for its, its_then, answer in self.asked]
        now = tuple(at[reading] for reading in readings)
        throws = weights(self.request.count, self.request.sides, together)
        for its, its_then, answer in before:
            answers = zip(throws.items(), _answers(throws, its, its_then), strict=True)
            throws = {sums: weight for (sums, weight), its_answer in answers if its_answer == answer}
        found: dict[Any, int] = {}
        for answer, weight in zip(_answers(throws, now, then), throws.values(), strict=True):
            found[answer] = found.get(answer, 0) + weight
        return found


def _answers(
    throws: Iterable[tuple[int, ...]], indices: tuple[int, ...], then: Callable[..., Any] | None
) -> Iterable[Any]:
    """The answer to a question about some of the sums, for each throw.

    If `then` is None, no Python code runs per throw: this is the innermost loop of all odds.
    """
    values = map(itemgetter(*indices), throws)
    if then is None:
        return values
    return map(then, values) if len(indices) == 1 else starmap(then, values)


class _Weighing(Struct):
    """The state that all `OddsAsk` objects of one weighing share."""

    explorer: _Explorer
    ways: dict[tuple[Id, str], dict[Any, dict[int, int]]] = field(default_factory=dict)
    """By measure and value: the sum of numerators of the paths that lead there, by denominator."""
    measured: dict[tuple[Id, str], Any] = field(default_factory=dict)
    rolls: list[_OpenRoll] = field(default_factory=list)
    carried: Word | None = None
    """Damage that the GM named at the attack, as in `TableAsk`."""
    runs: int = 0
    precedents: Mapping[str, Precedent] = field(default_factory=dict)
    """Rulings that the GM has remembered for the rest of the combat, by rule."""
    until: tuple[str, ...] = ()
    """Measures at which a run ends, because what follows is not needed."""
    wanted: tuple[str, ...] = ()
    """Measures to compute; empty means all."""

    def wants(self, name: str) -> bool:
        """Whether a measure is to be computed."""
        return not self.wanted or name in self.wanted

    def close_path(self) -> None:
        """Add the measures of the current path to the totals, with its probability."""
        ways, out_of = self.explorer.chance
        for key, value in self.measured.items():
            self.add(key, value, ways, out_of)
        self.measured.clear()

    def add(self, key: tuple[Id, str], value: Any, ways: int, out_of: int) -> None:
        """Add the probability `ways / out_of` to a value of a measure."""
        counts = self.ways.setdefault(key, {}).setdefault(value, {})
        counts[out_of] = counts.get(out_of, 0) + ways

    def measures(self) -> dict[tuple[Id, str], dict[Any, Fraction]]:
        """The probability of each value of each measure."""
        return {key: {value: _share(counts) for value, counts in spread.items()} for key, spread in self.ways.items()}


def _share(counts: Mapping[int, int]) -> Fraction:
    """The sum of numerators by denominator as one probability; adding whole numbers is faster than adding fractions."""
    if len(counts) == 1:
        ((out_of, ways),) = counts.items()
        return Fraction(ways, out_of)
    common = lcm(*counts)
    return Fraction(sum(ways * (common // out_of) for out_of, ways in counts.items()), common)


class OddsAsk(Ask):
    """Answers every question about dice in every possible way, and other questions as answered or by default."""

    def __init__(self, ruleset: Ruleset, weighing: _Weighing, calls: CallStack) -> None:
        self.ruleset = ruleset
        self.weighing = weighing
        self.calls = calls

    @property
    def _precedents(self) -> Mapping[str, Precedent]:
        return self.weighing.precedents

    def within(self, id: str, call: Call) -> OddsAsk:
        return OddsAsk(self.ruleset, self.weighing, self.calls.within(id, call))

    def roll(self, request: DiceRequest, by: Id) -> Roll:
        if self.calls.has_answers:
            given = self.calls.answer(self.calls.key(request.id))
            answer, carried = with_carried_word(request, given, self.weighing.carried)
            if answer is not None and request.problem(answer) is None:
                self.weighing.carried = carried
                return KnownRoll(request, answer, by)  # type: ignore[arg-type]  # the request has just accepted it
        roll = _OpenRoll(request, self.weighing)
        self.weighing.rolls.append(roll)
        return roll

    def choose(self, question: Question[Chosen], by: Id) -> Chosen:
        answer = self.calls.answer(self.calls.key(question.id))
        if answer is not None and question.problem(answer) is None:
            return question.value(answer)
        if (decided := self._decided(question)) is not None:
            return question.value(Option(option=decided.option))
        return question.usual

    def offer(self, offer: Offer) -> Call | str | None:
        answer = self.calls.answer(self.calls.key(offer.id))
        if answer is None or offer.problem(answer) is not None:
            return None
        return answer.call if isinstance(answer, Taken) else answer.option if isinstance(answer, Option) else None

    def wants(self, offer: str, before: str) -> bool:
        return self.calls.has_answer(offer)

    def each(
        self, targets: Iterable[Id], fn: Callable[[Id], Result], then: Callable[[tuple[Result, ...]], Any] | None = None
    ) -> Any:
        """Walk every path of each target separately, from here to its end."""
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
                    result = fn(target)
                    if then is not None:
                        then((result,))
                weighing.close_path()
            weighing.runs += weighing.explorer.runs
            for roll, asked in before:
                del roll.asked[asked:]
        weighing.explorer = outer
        raise _PathEnds

    def in_turn(
        self,
        battle: SameBattle,
        ids: Iterable[Id],
        fn: Callable[[SameBattle, Id], SameBattle],
        *,
        is_of_many: bool = True,
    ) -> SameBattle:
        alone = tuple(ids)
        if len(alone) > 1 and is_of_many:
            raise TooManyRuns("Several combatants who act in turn have odds of their own.")
        return super().in_turn(battle, alone, fn)

    def all_measured(self) -> None:
        raise _PathEnds

    def measure(self, who: Id, name: MeasureKey, value: Any = True) -> None:
        if self.weighing.wants(name):
            self.weighing.measured[who, name] = value
        if name in self.weighing.until:
            raise _PathEnds

    def resolve(
        self,
        outcome: Outcome,
        *,
        who: Id = "",
        measures: Measures | None = None,
        alike: Callable[[Any], Any] | None = None,
        is_last: bool = False,
    ) -> Any:
        if not outcome.is_open:
            return super().resolve(outcome, who=who, measures=measures)

        def options() -> dict[Any, int]:
            found = outcome.spread()
            self._measure_all(who, found, measures or {})
            return _represented(found, alike) if alike else found

        for name in measures or {}:
            # The measure of an earlier blow of the same action no longer counts.
            self.weighing.measured.pop((who, name), None)
        if is_last:
            options()
            raise _PathEnds
        return self.weighing.explorer.branch(options)

    def _measure_all(self, who: Id, found: dict[Any, int], measures: Measures) -> None:
        """Add the measures computed from each value that is still possible, with its weight."""
        ways, out_of = self.weighing.explorer.chance
        out_of *= sum(found.values())
        for name, of in measures.items():
            if not self.weighing.wants(name):
                continue
            for value, weight in _merged(found, of).items():
                self.weighing.add((who, name), value, ways * weight, out_of)


def _merged(found: dict[Any, int], of: Callable[[Any], Any]) -> dict[Any, int]:
    """The weights of the results of `of`, summed over values with the same result."""
    merged: dict[Any, int] = {}
    for value, weight in found.items():
        result = of(value)
        merged[result] = merged.get(result, 0) + weight
    return merged


def _represented(found: dict[Any, int], alike: Callable[[Any], Any]) -> dict[Any, int]:
    """The weights of values, where the first of those that are alike stands for all of them."""
    first: dict[Any, Any] = {}
    return _merged(found, lambda value: first.setdefault(alike(value), value))


def weigh(
    ruleset: Ruleset, battle: AnyBattle, call: Call, until: tuple[str, ...] = (), wanted: tuple[str, ...] = ()
) -> Odds:
    """Exact odds of a call; dice that it already has are taken as known, choices as answered or by their default.

    With `until`, runs end at the first of these measures, which takes much less time; with `wanted`, only these
    measures are computed.

    Raises:
        TooManyRuns: the action has more than `MAX_RUNS` combinations of answers.
    """
    weighing = _Weighing(_Explorer(), precedents=battle.precedents, until=until, wanted=wanted)
    ask = OddsAsk(ruleset, weighing, CallStack(Frame("", call)))
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


# ---------------------------------------------------------------------------------------- cache for an unchanged battle


class OddsCache:
    """Odds by battle and call; battles are compared by identity, since they are immutable."""

    def __init__(self, size: int = 256) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[int, tuple[str, ...], bytes], tuple[AnyBattle, Odds | None]] = OrderedDict()

    def weigh(self, ruleset: Ruleset, battle: AnyBattle, call: Call, until: tuple[str, ...] = ()) -> Odds | None:
        """Exact odds, or None if there are too many cases to weigh in time."""
        key = (id(battle), until, msgspec.json.encode(call))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][1]
        try:
            odds = weigh(ruleset, battle, call, until)
        except TooManyRuns:
            odds = None
        self._kept[key] = (battle, odds)
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return odds
