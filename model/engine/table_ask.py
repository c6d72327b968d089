"""`TableAsk`, the `Ask` of real runs: reads the answers of a call, records a note, stops if an answer is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct, field

from model.dice.answers import Word
from model.dice.readings import Reading
from model.dice.requests import DiceRequest
from model.dice.rolls import KnownRoll, Roll
from model.engine.ask import Ask, Chosen, Stopped, Wanted, with_carried_word
from model.engine.calls import Answer, Call, CallStack, Frame, Option, Taken
from model.engine.messages import message
from model.engine.requests import Offer, Question, Request, best_answer
from model.engine.ruleset import Ruleset
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Precedent, SameBattle, of_same_game
from model.state.texts import Argument, Explanation, Note, Refusal, RollRecord, Ruling, Text, gm_text, refs_in, routine

Result = TypeVar("Result")
Asked = TypeVar("Asked", DiceRequest, Question[Any], Offer)


_HOPES = 6
"""Maximum number of hoped-for answers; no action needs more."""


class Stop(NamedTuple):
    """Where a run stopped or would have stopped: the wanted answers, and what was recorded up to there."""

    wanted: tuple[Wanted, ...]
    note: Note
    offers: tuple[Offer, ...]
    problems: tuple[tuple[str, str], ...]
    committed_by: str


class Table(Struct):
    """Everything that a run of an action has recorded; shared by the `TableAsk` objects of the run."""

    sentences: list[Text] = field(default_factory=list)
    explanations: list[Explanation] = field(default_factory=list)
    rolls: list[RollRecord] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    overruled: list[Refusal] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    problems: dict[str, str] = field(default_factory=dict)
    carried: Word | None = None
    """Damage that the GM named at the attack, waiting for the damage roll."""
    committed_by: str = ""
    interrupted: AnyBattle | None = None
    """The battle after the last interruption inside the turn of one of several who act in turn."""
    taken: list[tuple[str, Id]] = field(default_factory=list)
    """Options of offers that were taken: the rule, and the combatant."""
    beside: tuple[tuple[str, Id], ...] = ()
    """Options taken by others who act at the same time, which the battle does not contain yet."""
    unnoticed: set[Id] = field(default_factory=set)
    """Combatants whose actions players do not notice."""
    precedents: dict[str, Precedent] = field(default_factory=dict)
    """Rulings that the GM has remembered for the rest of the combat, before and in this action, by rule."""

    among_several: int = 0
    """Number of running loops over several who are asked at the same time."""
    stop: Stop | None = None
    """Where the first answer was missing, in a run that continues with hoped-for answers."""
    hoped: list[Request] = field(default_factory=list)
    """Requests without an answer that got a hoped-for one; for the last one there may be none."""

    def stopped(self, wanted: tuple[Wanted, ...]) -> Stop:
        """A stop with what has been recorded so far."""
        return Stop(wanted, self.note(), tuple(self.offers), tuple(self.problems.items()), self.committed_by)

    def hope(self, request: Request) -> Answer | None:
        """The best answer for the actor; None if no answer is better, and from then on for all requests."""
        if len(self.hoped) == _HOPES or (self.hoped and best_answer(self.hoped[-1]) is None):
            return None
        self.hoped.append(request)
        return best_answer(request)

    def take_interrupted(self) -> AnyBattle | None:
        found, self.interrupted = self.interrupted, None
        return found

    def note(self) -> Note:
        return Note(
            sentences=tuple(map(self._heard, self.sentences) if self.unnoticed else self.sentences),
            explanations=tuple(self.explanations),
            rolls=tuple(self.rolls),
            rulings=tuple(self.rulings),
            overruled=tuple(self.overruled),
            is_unnoticed=bool(self.unnoticed),
        )

    def _heard(self, sentence: Text) -> Text:
        """The sentence, for the GM alone if it names a combatant who acts unnoticed."""
        return sentence if self.unnoticed.isdisjoint(refs_in(sentence)) else replace(sentence, audience="gm")


_MEMBER = 2
"""Number of frames while one of several acts in turn; an interruption of this action has one more."""


class TableAsk(Ask):
    """Reads the answers of a call, records messages and numbers, and stops at the first missing answer.

    With `hopes` it notes where it would have stopped and continues with the best answers for the actor, so that the
    same run yields the foreseen explanations. It makes no offers after that point. If several are asked at the same
    time it stops nevertheless, since the requests of all of them are wanted.
    """

    keeps_log = True

    def __init__(
        self, ruleset: Ruleset, call: Call, table: Table, calls: CallStack | None = None, *, hopes: bool = False
    ) -> None:
        self.ruleset = ruleset
        self.calls = calls or CallStack(Frame("", call))
        self.table = table
        self._hopes = hopes

    @property
    def _precedents(self) -> Mapping[str, Precedent]:
        return self.table.precedents

    def within(self, id: str, call: Call) -> TableAsk:
        return TableAsk(self.ruleset, call, self.table, self.calls.within(id, call), hopes=self._hopes)

    def _placed(self, asked: Asked) -> Asked:
        """A request or offer with its full id, which includes the calls that it interrupts."""
        id = self.calls.key(asked.id)
        return asked if id == asked.id else replace(asked, id=id)

    def roll(self, request: DiceRequest, by: Id) -> Roll:
        request = self._placed(request)
        answer, carried = with_carried_word(request, self.calls.answer(request.id), self.table.carried)
        if self._hopes and (hoped := self._hoped(request, by, answer)) is not None:
            answer, carried = with_carried_word(request, hoped, self.table.carried)
        self._stop_unless_answered(request, by, answer)
        self.table.carried = carried
        roll = KnownRoll(request, answer, by)  # type: ignore[arg-type]  # the request has just accepted it
        self.table.rolls.append(roll.record)
        return roll

    def rolls(self, requests: Iterable[tuple[DiceRequest, Id]]) -> tuple[Roll, ...]:
        wanted = {request.id: (request, by) for request, by in requests}
        rolls: tuple[Roll, ...] = self.each(wanted, lambda id: self.roll(*wanted[id]))
        return rolls

    def choose(self, question: Question[Chosen], by: Id) -> Chosen:
        question = self._placed(question)
        answer = self.calls.answer(question.id)
        if answer is None and (decided := self._decided(question)) is not None:
            self.add_message(
                gm_text("“{words}” is remembered for this combat ({rule}).", words=decided.words, rule=question.rule)
            )
            return question.value(Option(option=decided.option))
        if self._hopes and (hoped := self._hoped(question, by, answer)) is not None:
            answer = hoped
        self._stop_unless_answered(question, by, answer)
        assert answer is not None
        if question.remember and isinstance(answer, Option) and answer.is_for_fight:
            words = next(choice.label for choice in question.options if choice.key == answer.option)
            self.table.precedents[question.rule] = Precedent(option=answer.option, words=words)
        return question.value(answer)

    def _hoped(self, request: Request, by: Id, answer: Answer | None) -> Answer | None:
        """The answer to continue with if one is missing; None if none is missing, or the run has to stop."""
        table = self.table
        problem = None if answer is None else request.problem(answer)
        if (answer is not None and problem is None) or (table.stop is None and table.among_several):
            return None
        if table.stop is None:
            table.stop = table.stopped((Wanted(request, by, answer, problem),))
        return table.hope(request)

    def _stop_unless_answered(self, request: Request, by: Id, answer: Answer | None) -> None:
        problem = None if answer is None else request.problem(answer)
        if answer is None or problem is not None:
            raise Stopped(Wanted(request, by, answer, problem))
        self.table.used.add(request.id)
        self.table.offers.clear()

    def offer(self, offer: Offer) -> Call | str | None:
        offer = self._placed(offer)
        answer = self.calls.answer(offer.id)
        problem = None if answer is None else offer.problem(answer)
        if answer is None or problem is not None:
            if offer.by:
                self.table.offers.append(offer)
            if problem is not None:
                self.table.problems[offer.id] = problem
            return None
        self.table.used.add(offer.id)
        if any(who != self.call.actor for who in offer.by):
            # Another combatant has reacted, so the declared action can no longer be cancelled.
            self.table.committed_by = self.table.committed_by or offer.rule
        if isinstance(answer, Option):
            self.table.taken.extend((offer.rule, who) for who in offer.by)
        return answer.call if isinstance(answer, Taken) else answer.option if isinstance(answer, Option) else None

    def wants(self, offer: str, before: str) -> bool:
        return self.calls.has_answer(offer) or (self.table.stop is None and not self.calls.has_answer(before))

    def each(
        self, targets: Iterable[Id], fn: Callable[[Id], Result], then: Callable[[tuple[Result, ...]], Any] | None = None
    ) -> Any:
        results: list[Result] = []
        wanted: list[Wanted] = []
        offers, beside = self.table.offers, self.table.beside
        targets = tuple(targets)
        self.table.among_several += 1
        for target in targets:
            self.table.offers, self.table.taken = [], []
            try:
                results.append(fn(target))
            except Stopped as stop:
                wanted.extend(replace(want, of_many=want.of_many or len(targets) > 1) for want in stop.wanted)
            offers = [*offers, *self.table.offers]
            self.table.beside += tuple(self.table.taken)
        self.table.offers, self.table.beside = offers, beside
        self.table.among_several -= 1
        if wanted:
            raise Stopped(*wanted)
        return then(tuple(results)) if then else tuple(results)

    def in_turn(
        self,
        battle: SameBattle,
        ids: Iterable[Id],
        fn: Callable[[SameBattle, Id], SameBattle],
        *,
        is_of_many: bool = True,
    ) -> SameBattle:
        wanted: list[Wanted] = []
        asked = 0
        offers, beside, table = self.table.offers, self.table.beside, self.table
        table.among_several += 1
        for id in ids:
            table.offers, table.taken = [], []
            table.take_interrupted()
            answered = len(table.used)
            try:
                battle = fn(battle, id)
                asked += len(table.used) > answered
            except Stopped as stop:
                asked += 1
                wanted.extend(stop.wanted)
                # A completed interruption counts although the interrupted action has stopped.
                battle = of_same_game(battle, table.take_interrupted() or battle)
                table.beside += tuple(table.taken)
            offers = [*offers, *table.offers]
        table.offers, table.beside = offers, beside
        table.among_several -= 1
        if wanted:
            is_table = is_of_many or asked > 1
            raise Stopped(*(replace(want, of_many=want.of_many or is_table) for want in wanted))
        return battle

    def taken_beside(self, rule: str) -> tuple[Id, ...]:
        return tuple(who for its_rule, who in self.table.beside if its_rule == rule)

    def carried_out(self, battle: AnyBattle) -> None:
        if len(self.calls.frames) > _MEMBER:
            self.table.interrupted = battle

    def unnoticed(self, *who: Id) -> None:
        self.table.unnoticed.update(who)

    def add_message(self, *sentences: Text) -> None:
        self.table.sentences.extend(sentences)

    def log(
        self,
        battle: AnyBattle,
        template: str,
        *about: Id,
        health_of: Id = "",
        in_words: str = "",
        **arguments: Argument,
    ) -> None:
        self.add_message(message(battle, template, *about, health_of=health_of, in_words=in_words, **arguments))

    def log_routine(self, battle: AnyBattle, template: str, *about: Id) -> None:
        self.add_message(routine(message(battle, template, *about)))

    def restate(self, roll: Roll, explanation: Explanation) -> Roll:
        restated = roll.restated(explanation.total)
        table, keyed = self.table, replace(explanation, key=self.calls.key(explanation.key))
        table.explanations = [keyed if known.key == keyed.key else known for known in table.explanations]
        if restated.record is not None:
            record = restated.record
            table.rolls = [record if thrown.id == record.id else thrown for thrown in table.rolls]
        return restated

    def _explained(self, explanation: Explanation) -> None:
        self.table.explanations.append(replace(explanation, key=self.calls.key(explanation.key)))

    def _overruled(self, refusal: Refusal) -> None:
        self.table.overruled.append(refusal)

    def _ruled(self, ruling: Ruling, roll: Roll, of: Reading | None) -> None:
        total = ruling.total
        if total is None and not roll.said:
            total = roll.total() if of is None else roll.read(of)
        self.table.rulings.append(replace(ruling, key=self.calls.key(ruling.key), total=total, roll=roll.request.id))
