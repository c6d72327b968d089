"""`Ask`, the only interface through which an action requests dice, choices, offers and what the GM may overrule.

An action is ordinary straight-line code over an `Ask`. Two kinds exist: `TableAsk` reads the answers of a call and
stops at the first one missing; `OddsAsk` in `model.engine.odds` weighs every answer. The action cannot tell them apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NewType, TypeVar, overload

from model.dice.answers import Word
from model.dice.outcomes import Outcome
from model.dice.readings import Reading
from model.dice.requests import YES_WORDS, DiceRequest
from model.dice.rolls import Roll
from model.engine.calls import Answer, Call, CallStack, Option
from model.engine.messages import message
from model.engine.modifiers import overridden
from model.engine.requests import Offer, Question, Request
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, Precedent, SameBattle
from model.state.texts import Argument, Explanation, Part, Refusal, Ruling, Text, gm_text

if TYPE_CHECKING:
    from model.engine.ruleset import Ruleset

Result = TypeVar("Result")
After = TypeVar("After")
Chosen = TypeVar("Chosen")
MeasureKey = NewType("MeasureKey", str)
"""Key of a measure: each is declared once, as a constant, so that type checkers find one that does not exist."""
Measures = Mapping[MeasureKey, Callable[[Any], Any]]
"""By the name of a measure: the function that computes it from the value of an outcome."""


class Wanted(Record):
    """An answer that an action waits for."""

    request: Request
    by: Id
    stale: Answer | None = None
    """An answer that no longer fits the request: shown, never used."""
    problem: str | None = None
    """Why it no longer fits."""
    due: str = ""
    """Key of the turn prompt that asks, if it can be put off (`model.engine.prompts`)."""
    of_many: bool = False
    """Whether it is one of several requests asked at the same time, even if it is the last one unanswered."""


class Stopped(Exception):
    """An action waits for an answer, or for several in any order. Caught by `run`; rules never handle it."""

    def __init__(self, *wanted: Wanted) -> None:
        super().__init__(*(want.request.id for want in wanted))
        self.wanted = wanted


class Ask(ABC):
    """The interface through which rules ask and report; all that an action can do besides changing the battle.

    Dice and decisions of combatants:

    - `roll` requests dice: `roll = ask.roll(sum_of("attack", "Attack", "2d6", bonus=av, against=dv), call.actor)`;
      `rolls` requests several rolls at the same time.
    - `choose` asks a question: `where = ask.choose(Question(id="where", ...), call.actor)`.
    - `offer` offers an option or action, and continues without it if it is not taken:
      `taken = ask.offer(Offer(id="dodge", by=(target,), actions=("dodge",), ...))`. `wants` tells whether an offer can
      still be taken, `taken_beside` who has taken the same option in a simultaneous roll.

    What the GM may overrule:

    - `number` is a value with all its parts: `av = ask.number(explain("av", "Attack Value", parts))`; `restate` changes
      the bonus of dice that have already been rolled.
    - `verdict` is a yes or no about a roll: `if not ask.verdict("hit", "Hit", roll, at_least=dv): ...`.
    - `refuse` returns a refusal unless it was set aside: `if refusal := ask.refuse(no("far", ...)): return refusal`.

    Several combatants or calls:

    - `each` asks about targets that do not influence each other:
      `hits = ask.each(call.targets, lambda who: struck(battle, who, ask))`.
    - `in_turn` lets several act one after the other: `battle = ask.in_turn(battle, able, act)`.
    - `within` asks for a call inside this one: `perform(battle, move, ask.within("move", move))`.

    Reporting:

    - `log` adds a sentence about combatants to the log: `ask.log(battle, "{0} misses {1}.", attacker, target)`;
      `add_message` adds any other sentence; `unnoticed` hides from players what a combatant does.
    - `measure` reports a result to odds: `ask.measure(target, HIT, is_hit)`; `all_measured` reports that no more
      results follow.

    Dice are read through their `Roll` (`roll.at_least(9)`), and odds branch on every different answer. Where only a
    function of the dice matters, use `resolve`, so that odds branch only on its values:

    - `resolve`: `loss = ask.resolve(total(roll, then=lambda sum: max(0, sum - armour)), who=target,
      measures={DAMAGE: int}, is_last=True)`; `Combined` and `folded` combine several throws.
    """

    ruleset: Ruleset
    calls: CallStack
    """The call being carried out, inside the calls that it interrupts, with their answers."""
    keeps_log = False
    """Whether messages are kept; if not, no message has to be built."""
    is_single_run = False
    """Whether each call is carried out only once, so that nothing has to be cached for another run of it."""

    @property
    def call(self) -> Call:
        """The call being carried out: inside an interruption, the interrupting call."""
        return self.calls.innermost

    @property
    @abstractmethod
    def _precedents(self) -> Mapping[str, Precedent]:
        """Rulings that the GM has remembered for the rest of the combat, by rule."""

    def _decided(self, question: Question[Any]) -> Precedent | None:
        """The remembered ruling that answers a question, or None if there is none or its option no longer exists."""
        found = self._precedents.get(question.rule) if question.remember else None
        if found is None or question.problem(Option(option=found.option)) is not None:
            return None
        return found

    @abstractmethod
    def within(self, id: str, call: Call) -> Ask:
        """The same kind of `Ask` for a call carried out inside this one; its answers have ids under `id/…`."""

    @abstractmethod
    def roll(self, request: DiceRequest, by: Id) -> Roll:
        """Request dice; stops the run until they are answered."""

    def rolls(self, requests: Iterable[tuple[DiceRequest, Id]]) -> tuple[Roll, ...]:
        """Request several rolls at the same time: they may be answered in any order."""
        return tuple(self.roll(request, by) for request, by in requests)

    @abstractmethod
    def choose(self, question: Question[Chosen], by: Id) -> Chosen:
        """Ask a question and return the value of its answer; stops the run until it is answered."""

    @abstractmethod
    def offer(self, offer: Offer) -> Call | str | None:
        """Make an offer: return the call or the option with which it was taken, or None if it was not."""

    @abstractmethod
    def wants(self, offer: str, before: str) -> bool:
        """Whether an offer has to be prepared: it is taken, or stays open until the request `before` is answered.

        Saves finding out who could take an offer that can no longer be taken.
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

        Returns the results of all in order, or what `then` returns for them. Odds weigh each target alone and end the
        run here; with `then` they continue with the result of each target alone. That is correct if the measures of one
        target do not depend on the result of another, even if both use the same dice. The numbers of runs are added,
        not multiplied.
        """

    def in_turn(
        self,
        battle: SameBattle,
        ids: Iterable[Id],
        fn: Callable[[SameBattle, Id], SameBattle],
        *,
        is_of_many: bool = True,
    ) -> SameBattle:
        """Let several act one after the other, each in the battle that results from the one before.

        `TableAsk` asks all of them at once: those whose answers are missing are skipped until they are answered. Even a
        single request counts as one of many (`Wanted.of_many`), unless `is_of_many` is false.
        """
        for id in ids:
            battle = fn(battle, id)
        return battle

    def carried_out(self, battle: AnyBattle) -> None:
        """Note the battle that results from an action carried out within another one."""

    def taken_beside(self, rule: str) -> tuple[Id, ...]:
        """Combatants who have taken an option under a rule in other simultaneous rolls, once for each time.

        The battle does not contain these yet. Odds weigh each of the rolls alone and return none.
        """
        return ()

    def restate(self, roll: Roll, explanation: Explanation) -> Roll:
        """A roll that has already been made, with the total of the explanation as its new bonus."""
        return roll.restated(explanation.total)

    def number(self, explanation: Explanation) -> int:
        """Total of an explanation, or the number with which the GM overrides it under the explanation's key."""
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
        """Whether a roll reaches its target number, unless the GM rules otherwise under this key.

        The compared value is the total, or the sum of a reading, such as the successes of a pool. With `at_most` the
        total has to be at or under the limit instead. Pass `computed`, with the `total` of all throws, if several
        throws were read together. `measured` describes in words what the roll was compared with if numbers do not
        suffice; `words` replace yes and no.
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
        """The refusal, or None if the GM has set it aside by its key."""
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
        """Add the sentence that `messages.message` builds from the same arguments; built only if a log is kept."""

    def log_plan(self, battle: AnyBattle, template: str, *about: Id, in_words: str = "", **arguments: Argument) -> None:
        """Add a sentence about what the first combatant plans; about opponents, players read `in_words` or nothing."""
        if not self.keeps_log:
            return
        is_allied = battle.combatants[about[0]].side in self.ruleset.allied
        told = message(battle, template, *about, health_of="", in_words="" if is_allied else in_words, **arguments)
        self.add_message(told if is_allied or in_words else replace(told, audience="gm"))

    def log_routine(self, battle: AnyBattle, template: str, *about: Id) -> None:
        """Add a routine sentence, such as whose turn it is: it is logged, but not shown as news to players."""

    def unnoticed(self, *who: Id) -> None:
        """Hide from players what these combatants do here, except what it does to combatants whom players see."""

    def measure(self, who: Id, name: MeasureKey, value: Any = True) -> None:
        """Report a result to odds, such as `hit` or the damage done."""

    def all_measured(self) -> None:
        """Report that every measure is complete: odds end the run here, whatever dice follow."""

    def resolve(
        self,
        outcome: Outcome,
        *,
        who: Id = "",
        measures: Measures | None = None,
        alike: Callable[[Any], Any] | None = None,
        is_last: bool = False,
    ) -> Any:
        """Value of an outcome, which is a function of dice; none of its throws may be read again afterwards.

        `measures` of `who` are computed from the value. Odds branch only on different values, or with `alike` only on
        different results of `alike`: one value represents all those alike, and the rest of the action must depend on
        that result alone. With `is_last` odds end here, so that a wide spread of damage costs a single run.
        """
        value = outcome.value()
        for name, of in (measures or {}).items():
            self.measure(who, name, of(value))
        return value

    def _explained(self, explanation: Explanation) -> None:
        """Record an explanation."""

    def _overruled(self, refusal: Refusal) -> None:
        """Record a refusal that was set aside."""

    def _ruled(self, ruling: Ruling, roll: Roll, of: Reading | None) -> None:
        """Record a verdict, with the result of the roll."""


def with_carried_word(
    request: DiceRequest, answer: Answer | None, carried: Word | None
) -> tuple[Answer | None, Word | None]:
    """Return the answer to a request, and the word carried over to a later one.

    Damage that the GM names at the attack roll answers the damage roll.
    """
    if carried is not None and request.against is None and carried.word in request.words:
        answer = carried
    if isinstance(answer, Word) and answer.amount is not None and answer.word not in YES_WORDS:
        carried = answer if request.against is not None else None
    return answer, carried


def given(key: str, title: str, amount: int) -> Explanation:
    """Explanation of a number that the GM gave instead of its parts."""
    return Explanation(key=key, title=title, parts=(Part(key="given", label="given by the GM", amount=amount),))
