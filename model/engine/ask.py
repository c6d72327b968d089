"""The one way in which an action asks: for dice, choices, offers, and for whatever the GM may overrule.

An action is ordinary straight-line code over an `Ask`. Two kinds exist: `TableAsk` reads the answers of a call and
stops at the first one missing; `model.engine.odds` weighs every answer. The action cannot tell which one it talks to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, overload

from model.dice.answers import Word
from model.dice.outcomes import Outcome
from model.dice.readings import Reading
from model.dice.requests import YES_WORDS, DiceRequest
from model.dice.rolls import Roll
from model.engine.calls import Answer, Call, CallStack, Option
from model.engine.modifiers import overridden
from model.engine.requests import Offer, Question, Request
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, Precedent
from model.state.texts import Argument, Explanation, Part, Refusal, Ruling, Text, gm_text

if TYPE_CHECKING:
    from model.engine.ruleset import Ruleset

Result = TypeVar("Result")
After = TypeVar("After")
Measures = Mapping[str, Callable[[Any], Any]]
"""What odds are told of an outcome, by the name of the measure."""


class Wanted(Record):
    """An answer that an action waits for."""

    request: Request
    by: Id
    stale: Answer | None = None
    """An answer that no longer fits the request: shown, never used."""
    problem: str | None = None
    """Why it no longer fits."""
    due: str = ""
    """Key of what the end of a turn has brought, if that can be put off (`model.engine.prompts`)."""
    of_many: bool = False
    """Asked of one among several who are asked at the same time, even if it is the last one missing."""


class Stopped(Exception):
    """An action waits for an answer, or for several in any order. Caught by `run`; rules never see it."""

    def __init__(self, *wanted: Wanted) -> None:
        super().__init__(*(want.request.id for want in wanted))
        self.wanted = wanted


class Ask(ABC):
    """How rules ask and report: the whole vocabulary of an action.

    Dice, and what a combatant decides:

    - `roll` has dice thrown: `roll = ask.roll(sum_of("attack", "Attack", "2d6", bonus=av, against=dv), call.actor)`;
      `rolls` has several thrown at the same time.
    - `choose` has a combatant choose: `where = ask.choose(Question(id="where", ...), call.actor)`.
    - `offer` lets a combatant do what they may do, and goes on without them otherwise:
      `taken = ask.offer(Offer(id="dodge", by=(target,), actions=("dodge",), ...))`. `wants` tells whether anybody is
      still asked, `taken_beside` who has taken the same at the same time.

    What the GM may overrule:

    - `number` is a value with all its parts: `av = ask.number(explain("av", "Attack Value", parts))`; `restate` changes
      what is added to dice that lie on the table already.
    - `verdict` is a yes or no about a roll: `if not ask.verdict("hit", "Hit", roll, at_least=dv): ...`.
    - `refuse` gives a refusal unless it was set aside: `if refusal := ask.refuse(no("far", ...)): return refusal`.

    Several at once:

    - `each` asks about targets that do not influence each other:
      `hits = ask.each(call.targets, lambda who: struck(battle, who, ask))`.
    - `in_turn` lets several act one after the other: `battle = ask.in_turn(battle, able, act)`.
    - `within` asks for a call inside this one: `perform(battle, move, ask.within("move", move))`.

    What is told:

    - `log` adds a sentence about combatants to the log: `ask.log(battle, "{0} misses {1}.", attacker, target)`; `say`
      adds any other one; `unnoticed` keeps from the players what a combatant does.
    - `measure` tells odds what came out: `ask.measure(target, "hit", is_hit)`; `all_measured` that nothing more does.

    Dice are asked about through their `Roll` (`roll.at_least(9)`), and odds split on every different answer. Where
    what matters is a function of dice, say so, and odds tell apart no more than its values:

    - `resolve`: `loss = ask.resolve(total(roll, then=lambda sum: max(0, sum - armour)), who=target,
      measures={"damage": int}, is_last=True)`; several throws are put together by `Combined` and `folded`.
    """

    ruleset: Ruleset
    calls: CallStack
    """The call that is carried out within those that it interrupts, with their answers."""
    keeps_log = False
    """Whether what is said here is kept; where it is not, nothing need be put into words."""
    is_single_run = False
    """Whether each call is carried out once: nothing need be remembered for another run of the same one."""

    @property
    def call(self) -> Call:
        """The call that is being carried out: inside an interruption, the interrupting one."""
        return self.calls.innermost

    @property
    @abstractmethod
    def _precedents(self) -> Mapping[str, Precedent]:
        """What the GM has decided for the rest of the fight, by rule."""

    def _decided(self, question: Question) -> Precedent | None:
        """What is not asked because the GM has decided it for this fight; None where the options no longer have it."""
        found = self._precedents.get(question.rule) if question.remember else None
        if found is None or question.problem(Option(option=found.option)) is not None:
            return None
        return found

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
        """Let a combatant do something they may do: their call, the option taken, or None."""

    @abstractmethod
    def wants(self, offer: str, before: str) -> bool:
        """Whether it is worth working out an offer: it is taken up, or open until the request `before` is answered.

        Saves the work of finding out who could take it up where nobody is asked any more.
        """

    @overload
    def each(self, targets: Iterable[Id], fn: Callable[[Id], Result]) -> tuple[Result, ...]: ...

    @overload
    def each(
        self, targets: Iterable[Id], fn: Callable[[Id], Result], then: Callable[[tuple[Result, ...]], After]
    ) -> After: ...

    @abstractmethod
    def each(
        self, targets: Iterable[Id], fn: Callable[[Id], Result], then: Callable[[tuple[Result, ...]], Any] | None = None
    ) -> Any:
        """Resolve targets that do not influence each other: their requests may be answered in any order.

        The results of all, in their order, or what `then` makes of them. Odds weigh each target alone, and end there;
        with `then` they go on with the result of each alone. That is right wherever the measures of one do not depend
        on what came of another, even if both rest on the same dice; what one costs is added, not multiplied.
        """

    def in_turn(
        self,
        battle: AnyBattle,
        ids: Iterable[Id],
        fn: Callable[[AnyBattle, Id], AnyBattle],
        *,
        is_of_many: bool = True,
    ) -> AnyBattle:
        """Let several act one after the other, each in the battle that the one before has left.

        At the table all of them are asked at once: who waits for an answer is passed over until it is there. A single
        one of them who has something to answer is one of many too, unless `is_of_many` is false.
        """
        for id in ids:
            battle = fn(battle, id)
        return battle

    def carried_out(self, battle: AnyBattle) -> None:
        """An action has been carried out within another one, and has left this battle."""

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
        typed = self.calls.overrule(explanation.key)
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
        typed = self.calls.overrule(key)
        is_true = computed if typed is None else bool(typed)
        if is_true != computed:
            self.add_message(gm_text(f"{{title}}: {'yes' if is_true else 'no'}, by the GM's ruling.", title=title))
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

    def refuse(self, refusal: Refusal) -> Refusal | None:
        """The refusal, or None when the GM has set it aside by its key."""
        if not self.calls.sets_aside(refusal):
            return refusal
        self._overruled(refusal)
        return None

    def add_message(self, *sentences: Text) -> None:
        """Add sentences to the log of this step."""

    def log(
        self,
        battle: AnyBattle,
        template: str,
        *about: Id,
        health_of: Id = "",
        in_words: str = "",
        **arguments: Argument,
    ) -> None:
        """Add the sentence that `telling.tell` makes of the same; it is made only where a log is kept."""

    def log_routine(self, battle: AnyBattle, template: str, *about: Id) -> None:
        """The same as bookkeeping, such as whose turn it is: in the log, but no news for the players' screen."""

    def unnoticed(self, *who: Id) -> None:
        """Players do not notice what these do here: they are told only what it does to those whom they see."""

    def measure(self, who: Id, name: str, value: Any = True) -> None:
        """Tell odds what came out, such as `hit` or the damage done."""

    def all_measured(self) -> None:
        """Everything that odds tell of is measured: they end here, whatever dice follow."""

    def resolve(
        self,
        outcome: Outcome,
        *,
        who: Id = "",
        measures: Measures | None = None,
        alike: Callable[[Any], Any] | None = None,
        is_last: bool = False,
    ) -> Any:
        """What dice come to, said as a function of them; none of its throws may be read again afterwards.

        `measures` of a combatant follow from the value. Odds tell apart no more than its values, or only those that
        `alike` tells apart: then one stands for all that are alike, and whatever comes after it follows from that
        alone. With `is_last` they end here: a wide spread of damage costs a single run.
        """
        value = outcome.value()
        for name, of in (measures or {}).items():
            self.measure(who, name, of(value))
        return value

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
