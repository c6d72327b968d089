"""A silent run: the same actions of the same engine, with seeded dice and without messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, TypeVar

from model.dice.answers import Faces
from model.dice.outcomes import Outcome
from model.dice.readings import Reading
from model.dice.requests import DiceRequest
from model.dice.rolls import KnownRoll, Roll
from model.engine.ask import Ask, Chosen, Measures
from model.engine.calls import Answer, Call, CallStack, Frame, Option, Taken
from model.engine.requests import Offer, Question, answer_of
from model.engine.ruleset import Ruleset
from model.engine.run import perform, with_consequences
from model.state.base import Id
from model.state.battle import AnyBattle, Precedent
from model.state.texts import Explanation, Refusal

Result = TypeVar("Result")
Takes = Callable[[AnyBattle, Call, Offer, str], Answer | None]
"""Given battle, call, offer and the kind of the offer, returns the answer that accepts the offer, or None to pass."""


class SilentAsk(Ask):
    """Rolls requested dice, chooses default answers, and records all answers in the form in which a call keeps them."""

    is_single_run = True

    def __init__(self, ruleset: Ruleset, before: AnyBattle, calls: CallStack, run: SilentRun) -> None:
        self.ruleset = ruleset
        self.calls = calls
        self._before = before
        self._run = run

    @property
    def _precedents(self) -> Mapping[str, Precedent]:
        return self._before.precedents

    def within(self, id: str, call: Call) -> SilentAsk:
        return type(self)(self.ruleset, self._before, self.calls.within(id, call), self._run)

    def roll(self, request: DiceRequest, by: Id) -> Roll:
        chance, sides = self._run.chance, request.sides
        faces = Faces(faces=tuple([int(chance() * sides) + 1 for _ in range(request.count)]), source="rolled")
        self._run.answers[self.calls.key(request.id)] = faces
        return KnownRoll(request, faces, by)

    def choose(self, question: Question[Chosen], by: Id) -> Chosen:
        decided = self._decided(question)
        if decided is not None:
            return question.value(Option(option=decided.option))
        answer = _usual(question)
        self._run.answers[self.calls.key(question.id)] = answer
        return question.value(answer)

    def offer(self, offer: Offer) -> Call | str | None:
        kind = kind_of(offer.id)
        if kind not in self._run.offers or not offer.by:
            return None
        answer = self._run.takes(self._before, self.call, offer, kind)
        if answer is None or offer.problem(answer) is not None:
            return None
        self._run.answers[self.calls.key(offer.id)] = answer
        return answer.call if isinstance(answer, Taken) else answer.option if isinstance(answer, Option) else None

    def wants(self, offer: str, before: str) -> bool:
        return kind_of(offer) in self._run.offers

    def each(
        self, targets: Iterable[Id], fn: Callable[[Id], Result], then: Callable[[tuple[Result, ...]], Any] | None = None
    ) -> Any:
        results = tuple(map(fn, targets))
        return results if then is None else then(results)

    def resolve(
        self,
        outcome: Outcome,
        *,
        who: Id = "",
        measures: Measures | None = None,
        alike: Callable[[Any], Any] | None = None,
        is_last: bool = False,
    ) -> Any:
        """Return the value of the dice; measures are ignored in a silent run."""
        return outcome.value()

    def number(self, explanation: Explanation) -> int:
        """Return the total of the explanation; there are no rulings in a silent run."""
        return explanation.total

    def verdict(
        self,
        key: str,
        title: str,
        roll: Roll,
        *,
        at_least: int | None = None,
        at_most: int | None = None,
        rule: str = "",
        of: Reading | None = None,
        computed: bool | None = None,
        total: int | None = None,
        measured: str = "",
        words: tuple[str, str] = ("", ""),
    ) -> bool:
        """Whether a roll succeeds; there are no rulings in a silent run, and nothing is recorded."""
        if computed is not None:
            return computed
        return roll.at_most(at_most) if at_most is not None else roll.at_least(at_least or 0, of)


def kind_of(offer: Id) -> str:
    """Return the kind of an offer: the part of its id before the combatants that it concerns."""
    return offer.partition(".")[0]


def _usual(question: Question[Any]) -> Answer:
    """Return the default answer, which odds assume too; without a valid default, the least possible answer.

    Raises:
        Unanswered: there is no such answer.
    """
    answer = answer_of(question, question.default)
    if answer is not None and question.problem(answer) is None:
        return answer
    keys = tuple(choice.key for choice in question.options)
    least: Any = {
        "option": keys[0] if keys else "",
        "options": keys[: int(question.least or 0)],
        "number": question.least or 0,
    }.get(question.kind)
    answer = answer_of(question, least)
    if answer is None:
        raise Unanswered(f"nobody knows a usual answer to the question “{question.id}”")
    return answer


class Unanswered(Exception):
    """A silent run has no answer to a question."""


class SilentRun:
    """Seeded dice, and the answers of the last call."""

    asker: type[SilentAsk] = SilentAsk
    """Class of the ask; tests replace it by one that counts measures."""

    def __init__(self, seed: str, offers: frozenset[str] = frozenset(), takes: Takes | None = None) -> None:
        """Prepare a run.

        Args:
            seed: seed of the dice.
            offers: kinds of offers that are considered; all others pass.
            takes: returns the answer that accepts such an offer, or None to pass.
        """
        self.chance = Random(seed).random
        self.offers = offers
        self.takes: Takes = takes or (lambda battle, call, offer, kind: None)
        self.answers: dict[str, Answer] = {}
        """All answers of the last call; the call with these answers has the same result anywhere."""

    def act(self, ruleset: Ruleset, battle: AnyBattle, call: Call) -> AnyBattle | Refusal:
        """Carry out a call with all its consequences; return the battle after it, or the refusal.

        A refusal changes nothing and rolls no dice.
        """
        self.answers = {}
        ask = self.asker(ruleset, battle, CallStack(Frame("", call)), self)
        after = perform(battle, call, ask)
        if isinstance(after, Refusal):
            return after
        return with_consequences(ruleset, battle, after, call, ask)
