"""The one way in which an action asks: for dice, choices, offers, and for whatever the GM may overrule.

An action is ordinary straight-line code over an `Ask`. Two kinds exist: `TableAsk` reads the answers of a call and
stops at the first one missing; `model.engine.odds` weighs every answer. The action cannot tell which one it talks to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from model.dice.answers import Word
from model.dice.readings import Reading
from model.dice.requests import YES_WORDS, DiceRequest
from model.dice.rolls import Roll
from model.engine.calls import Answer, Call, Option
from model.engine.modifiers import overridden
from model.engine.requests import Offer, Question, Request
from model.state.base import Id, Record, replace
from model.state.battle import Precedent
from model.state.texts import Explanation, Part, Refusal, Ruling, Text, gm_text

if TYPE_CHECKING:
    from model.engine.ruleset import Ruleset
    from model.state.battle import AnyBattle

Result = TypeVar("Result")
After = TypeVar("After")


class Wanted(Record):
    """An answer that an action waits for."""

    request: Request
    by: Id
    stale: Answer | None = None
    """An answer that no longer fits the request: shown, never used."""
    problem: str | None = None
    """Why it no longer fits."""
    of_many: bool = False
    """Asked of one among several who are asked at the same time, even if it is the last one missing."""


class Stopped(Exception):
    """An action waits for an answer, or for several in any order. Caught by `run`; rules never see it."""

    def __init__(self, *wanted: Wanted) -> None:
        super().__init__(*(want.request.id for want in wanted))
        self.wanted = wanted


class Frame(NamedTuple):
    """A call being carried out, and the prefix of the ids of its requests."""

    prefix: str
    call: Call


class Throw(Record):
    """Dice of a last question, the readings taken of them, and what matters about these."""

    roll: Roll
    readings: tuple[Reading, ...]
    then: Callable[..., Any] | None = None
    also: tuple[Throw, ...] = ()
    """Further dice whose values are added to that of these: one throw to whoever reads them."""

    def value(self) -> Any:
        """What the dice come to as they lie on the table."""
        own = self.roll.read(*self.readings, then=self.then)
        # Of one throw alone it may be anything, such as the name of an effect.
        return sum((throw.value() for throw in self.also), start=own) if self.also else own


Step = Callable[[Any, Any], Any]
"""From what throws have come to so far and the value of one more to what they come to with it."""


def _latest(so_far: Any, value: Any) -> Any:
    return value


class Ask(ABC):
    """What rules see of the one who answers."""

    ruleset: Ruleset
    frames: tuple[Frame, ...]

    @property
    @abstractmethod
    def precedents(self) -> Mapping[str, Precedent]:
        """What the GM has decided for the rest of the fight, by rule."""

    def decided(self, question: Question) -> Precedent | None:
        """What is not asked because the GM has decided it for this fight; None where the options no longer have it."""
        found = self.precedents.get(question.rule) if question.remember else None
        if found is None or question.problem(Option(option=found.option)) is not None:
            return None
        return found

    @property
    def call(self) -> Call:
        """The call that is being carried out: inside an interruption, the interrupting one."""
        return self.frames[-1].call

    def key(self, local: str) -> str:
        """The id under which an answer to `local` is kept."""
        return self.frames[-1].prefix + local

    def answer_to(self, key: str) -> Answer | None:
        """What was answered under a full id, by the innermost call that knows of it."""
        for prefix, call in reversed(self.frames):
            if call.answers and key.startswith(prefix):
                found = call.answers.get(key[len(prefix) :])
                if found is not None:
                    return found
        return None

    def override_of(self, key: str) -> int | bool | None:
        """What the GM put in place of a number or verdict, under a full key."""
        for prefix, call in reversed(self.frames):
            if call.overrides and key.startswith(prefix):
                found = call.overrides.get(key[len(prefix) :])
                if found is not None:
                    return found
        return None

    @abstractmethod
    def within(self, id: str, call: Call) -> Ask:
        """The same asker for a call carried out inside this one, answered under `id/…`."""

    @abstractmethod
    def roll(self, request: DiceRequest, by: Id) -> Roll:
        """Have dice thrown; stops the run until they are."""

    def rolls(self, requests: Iterable[tuple[DiceRequest, Id]]) -> tuple[Roll, ...]:
        """Have several throw at the same time: their dice may be answered in any order."""
        return tuple(self.roll(request, by) for request, by in requests)

    @abstractmethod
    def choose(self, question: Question, by: Id) -> Any:
        """Have something chosen; stops the run until it is."""

    @abstractmethod
    def offer(self, offer: Offer) -> Call | str | None:
        """Let somebody do something they may do: their call, the option taken, or None."""

    @abstractmethod
    def wants(self, offer: str, before: str) -> bool:
        """Whether it is worth working out an offer: it is taken up, or open until the request `before` is answered.

        Saves the work of finding out who could take it up where nobody is asked any more.
        """

    @abstractmethod
    def each(self, targets: Iterable[Id], fn: Callable[[Id], Result]) -> tuple[Result, ...]:
        """Resolve targets that do not influence each other: their requests may be answered in any order.

        Odds weigh each of them alone, and end there: what follows changes no measure.
        """

    @abstractmethod
    def each_to_end(
        self, targets: Iterable[Id], fn: Callable[[Id], Result], then: Callable[[tuple[Result, ...]], After]
    ) -> After:
        """Resolve such targets, and go on with what came of them: `then` takes the results of all, in their order.

        Odds go on with the result of each target alone. That is right wherever the measures of one target do not
        depend on what came of another, even if both rest on the same dice; what one target costs is added, not
        multiplied.
        """

    def in_turn(self, battle: AnyBattle, ids: Iterable[Id], fn: Callable[[AnyBattle, Id], AnyBattle]) -> AnyBattle:
        """Let several act one after the other, each in the battle that the one before has left.

        At the table all of them are asked at once: who waits for an answer is passed over until it is there.
        """
        for id in ids:
            battle = fn(battle, id)
        return battle

    def carried_out(self, battle: AnyBattle) -> None:
        """An action has been carried out within another one, and has left this battle."""

    def has_answer(self, id: str) -> bool:
        """Whether an offer or request of this action has been answered."""
        return self.answer_to(self.key(id)) is not None

    def taken_beside(self, rule: str) -> tuple[Id, ...]:
        """Who has taken an option under a rule in one of several rolls made at the same time, each time.

        The battle at hand knows nothing of these yet; odds weigh each of the rolls alone.
        """
        return ()

    def restate(self, roll: Roll, explanation: Explanation) -> Roll:
        """A throw that lies on the table, with what is added to it changed: the explanation is its new bonus."""
        return roll.restated(explanation.total)

    def number(self, explanation: Explanation) -> int:
        """A number that the GM may put another in place of, under the explanation's key."""
        typed = self.override_of(self.key(explanation.key))
        if typed is not None and not isinstance(typed, bool):
            explanation = overridden(explanation, int(typed))
        self._explained(explanation)
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
        """Whether a roll reaches what it has to, unless the GM says otherwise under this key.

        What is measured is the total, or the sum of a reading, such as the successes of a pool. With `at_most` the
        total has to stay at or under the limit instead. `computed` is given where several throws were read together,
        with the total of them all. `measured` says in words what it was measured by where numbers would not, `words`
        what yes and no mean here where they would not say it.
        """
        if computed is None:
            computed = roll.at_most(at_most) if at_most is not None else roll.at_least(at_least or 0, of)
        typed = self.override_of(self.key(key))
        is_true = computed if typed is None else bool(typed)
        if is_true != computed:
            self.say(gm_text(f"{{title}}: {'yes' if is_true else 'no'}, by the GM's word.", title=title))
        against, is_under = (at_least, False) if at_most is None else (at_most, True)
        ruling = Ruling(
            key=key,
            title=title,
            is_true=is_true,
            computed=computed,
            against=against,
            is_under=is_under,
            rule=rule,
            measured=measured,
            word=words[0 if is_true else 1],
        )
        self._ruled(ruling if total is None else replace(ruling, total=total), roll, of)
        return is_true

    def refuse(self, key: str, sentence: Text, rule: str = "", *, unless: bool = False) -> Refusal | None:
        """Refuse under a condition, unless the GM sets this refusal aside by its key."""
        if unless:
            return None
        return self.hold_against(Refusal(key=key, sentence=sentence, rule=rule))

    def hold_against(self, refusal: Refusal) -> Refusal | None:
        """The refusal, or None when the GM has set it aside."""
        is_aside = refusal.key in self.call.anyway or self.key(refusal.key) in self.frames[0].call.anyway
        if refusal.can_override and is_aside:
            self._overruled(refusal)
            return None
        return refusal

    def say(self, *sentences: Text) -> None:
        """Add sentences to the log of this step."""

    def unnoticed(self, *who: Id) -> None:
        """Players do not notice what these do here: they are told only what it does to those whom they see."""

    def measure(self, who: Id, name: str, value: Any = True) -> None:
        """Tell odds what came out, such as `hit` or the damage done."""

    def all_measured(self) -> None:
        """Everything that odds tell of is measured: they end here, whatever dice follow."""

    def conclude(
        self,
        who: Id,
        roll: Roll,
        *readings: Reading,
        then: Callable[..., Any],
        measures: Mapping[str, Callable[[Any], Any]],
    ) -> Any:
        """The last question about a target: what a throw comes to, and every measure that follows from it.

        Odds weigh all its answers at once and end there, so that a wide spread of damage costs a single run. Whatever
        comes after it must follow from the value alone.
        """
        throw = Throw(roll, readings, then)
        return self.conclude_together(who, ((throw, _latest),), measures)

    def conclude_together(
        self, who: Id, throws: Iterable[tuple[Throw, Step]], measures: Mapping[str, Callable[[Any], Any]]
    ) -> Any:
        """The last question, where it is about several throws: each has a step, from what those before it come to
        (None before the first) and its own value to what they come to together.

        Odds tell apart no more than that after every step: what no longer matters should be gone by then. Each throw
        stands in it once: how they fall together is taken as independent.
        """
        result = None
        for throw, step in throws:
            result = step(result, throw.value())
        for name, of in measures.items():
            self.measure(who, name, of(result))
        return result

    def compare(self, first: Roll, second: Roll, then: Callable[[int, int], Any]) -> Any:
        """What the totals of two throws come to together, such as who wins; neither is asked about afterwards.

        Odds split on what it comes to, not on the two totals.
        """
        return then(first.total(), second.total())

    def read_together(
        self,
        *throws: Throw,
        then: Callable[..., Any],
        who: Id = "",
        measures: Mapping[str, Callable[[Any], Any]] | None = None,
        matters: Callable[[Any], Any] | None = None,
        alike: Callable[[Any], Any] | None = None,
    ) -> Any:
        """What several throws come to together, put through `then`, so that odds tell apart no more than its result.

        Each throw stands in it once, and none of them may be read again afterwards. `measures` of somebody follow from
        the result; `matters` says what of it the action goes on with, where that is less than what is measured. Where
        it goes on with all of it, `alike` says what odds have to tell apart: one result stands for all that are alike.
        """
        result = then(*(throw.value() for throw in throws))
        for name, of in (measures or {}).items():
            self.measure(who, name, of(result))
        return matters(result) if matters else result

    def gather(
        self, rolls: Iterable[Roll], step: Callable[[Any, int], Any], start: Any, then: Callable[[Any], Any]
    ) -> Any:
        """What the totals of several throws come to, taken one after another: such as who has rolled highest.

        `step` takes what they came to so far and the next total, `then` says what matters in the end. Odds split on
        that alone; none of the throws may be read again afterwards.
        """
        so_far = start
        for roll in rolls:
            so_far = step(so_far, roll.total())
        return then(so_far)

    def commit(self, rule: str) -> None:
        """What was declared can no longer be taken back by dropping the action."""

    def _explained(self, explanation: Explanation) -> None:
        """Keep an explanation."""

    def _overruled(self, refusal: Refusal) -> None:
        """Keep a refusal that was set aside."""

    def _ruled(self, ruling: Ruling, roll: Roll, of: Reading | None) -> None:
        """Keep a verdict, with what the roll came to."""


def carried_on(request: DiceRequest, answer: Answer | None, carried: Word | None) -> tuple[Answer | None, Word | None]:
    """The answer to a request, and the word kept for a later one: damage named at the attack is the damage roll's."""
    if carried is not None and request.against is None and carried.word in request.words:
        answer = carried
    if isinstance(answer, Word) and answer.amount is not None and answer.word not in YES_WORDS:
        carried = answer if request.against is not None else None
    return answer, carried


def given(key: str, title: str, amount: int) -> Explanation:
    """A number that the GM gave instead of its parts."""
    return Explanation(key=key, title=title, parts=(Part(key="given", label="given by the GM", amount=amount),))
