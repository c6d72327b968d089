"""Running an action: the same pure function runs again from the start with each new answer until none is missing."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from model.engine.ask import Ask, Stopped, Wanted
from model.engine.calls import Answer, At, Call, Taken
from model.engine.consequences import refusals, settled
from model.engine.hidden_attackers import after_attack
from model.engine.public_names import with_sight
from model.engine.requests import Offer, Request
from model.engine.ruleset import Action, Ruleset
from model.engine.table_ask import Stop, Table, TableAsk
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import AnyBattle, SameBattle, of_same_game
from model.state.texts import Note, Refusal, text

NOTHING_SAID = Note()


class Due(Record):
    """The action waits for an answer; nothing has changed yet."""

    wanted: tuple[Wanted, ...]
    """The requests that can be answered now: one, or several that do not depend on each other."""
    note: Note
    offers: tuple[Offer, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    """Ids of offers whose answers no longer fit, each with the reason."""
    committed_by: str = ""
    """Id of the rule by which the declared action can no longer be cancelled; empty while it can."""

    @property
    def request(self) -> Request:
        """The first wanted request."""
        return self.wanted[0].request

    @property
    def by(self) -> Id:
        return self.wanted[0].by

    @property
    def stale(self) -> Answer | None:
        return self.wanted[0].stale

    @property
    def problem(self) -> str | None:
        return self.wanted[0].problem


class Done(Record):
    """Everything is answered: the resulting battle, and the note for the log."""

    battle: AnyBattle
    note: Note
    offers: tuple[Offer, ...] = ()
    unused: tuple[str, ...] = ()
    """Ids of answers that no request used."""
    problems: tuple[tuple[str, str], ...] = ()
    committed_by: str = ""


class Refused(Record):
    """The rules refuse the call. With the refusal's key in `Call.anyway` it is carried out anyway."""

    refusal: Refusal
    note: Note = NOTHING_SAID


Outcome = Due | Done | Refused


def run(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Outcome:
    """Carry out a call as far as its answers reach. Pure: the battle given is never changed."""
    return _run(ruleset, battle, call, Table(precedents=dict(battle.precedents)))


def with_consequences(
    ruleset: Ruleset, before: AnyBattle, after: SameBattle, call: Call, ask: Ask
) -> SameBattle | AnyBattle:
    """The battle with what follows from any action, whatever it did."""
    after = after_attack(ruleset, after, call, ask)
    return with_sight(before, settled(ruleset, before, after, ask))


def _run(ruleset: Ruleset, battle: AnyBattle, call: Call, table: Table, *, hopes: bool = False) -> Outcome:
    ask = TableAsk(ruleset, call, table, hopes=hopes)
    try:
        after = perform(battle, call, ask)
        if not isinstance(after, Refusal):
            after = _with_new_precedents(battle, with_consequences(ruleset, battle, after, call, ask), table)
    except Stopped as stopped:
        return Due(*(table.stop or table.stopped(stopped.wanted)))
    if table.stop is not None:
        return Due(*table.stop)
    if isinstance(after, Refusal):
        return Refused(after, table.note())
    unused = tuple(key for key in call.answers if key not in table.used and key not in table.problems)
    problems = tuple(table.problems.items())
    return Done(after, table.note(), tuple(table.offers), unused, problems, table.committed_by)


def _with_new_precedents(before: SameBattle, after: SameBattle, table: Table) -> SameBattle:
    """The battle with the rulings that the GM has remembered for the rest of the combat during the run."""
    new = {rule: kept for rule, kept in table.precedents.items() if before.precedents.get(rule) != kept}
    return replace(after, precedents=after.precedents | new) if new else after


class _Case:
    """Cache key of a call in a battle: battles are compared by identity, since they are immutable, calls by value."""

    __slots__ = ("_key", "battle", "call", "ruleset")

    def __init__(self, ruleset: Ruleset, battle: AnyBattle, call: Call) -> None:
        self.ruleset, self.battle, self.call = ruleset, battle, call
        self._key = (id(ruleset), id(battle), msgspec.msgpack.encode(call))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Case) and self._key == other._key


class Foreseen(NamedTuple):
    """The result of a call if every missing answer is the best for its actor."""

    note: Note
    hoped: tuple[Request, ...]
    """The requests without an answer, in order, for which the best one was assumed."""


@functools.lru_cache(maxsize=64)
def _course(case: _Case) -> tuple[Outcome, Foreseen | None]:
    """The outcome of `run`, and what was foreseen in the same run, or None if that was not possible."""
    table = Table(precedents=dict(case.battle.precedents))
    outcome = _run(case.ruleset, case.battle, case.call, table, hopes=True)
    return outcome, Foreseen(table.note(), tuple(table.hoped)) if table.stop is not None else None


def _course_of(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Outcome, Foreseen | None]:
    try:
        case = _Case(ruleset, battle, call)
    except (TypeError, ValueError, OverflowError):
        # The call contains a value that no file can contain, so there is no key; the session refuses to save it.
        return run(ruleset, battle, call), None
    return _course(case)


def run_once(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Outcome:
    """The outcome of `run`, cached, for a call that is requested several times for the same battle."""
    return _course_of(ruleset, battle, call)[0]


def foreseen(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Foreseen:
    """The note of a call carried out to its end, with the best answers for its actor where answers are missing.

    Usually cached by `run_once`; needs another run if several requests are asked at the same time.
    """
    outcome, found = _course_of(ruleset, battle, call)
    if not isinstance(outcome, Due):
        return Foreseen(outcome.note, ())
    if found is None:
        stop = Stop(outcome.wanted, outcome.note, outcome.offers, outcome.problems, outcome.committed_by)
        table = Table(precedents=dict(battle.precedents), stop=stop)
        _run(ruleset, battle, call, table, hopes=True)
        found = Foreseen(table.note(), tuple(table.hoped))
    return found


def perform(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Carry out a call with an `Ask`; also used for interruptions inside another action."""
    action = ask.ruleset.actions.get(call.action)
    if action is None:
        sentence = text("There is no action “{action}” in {ruleset}.", action=call.action, ruleset=ask.ruleset.name)
        return Refusal(key="unknown_action", sentence=sentence, can_override=False)
    if (refused := _refused(action, battle, call, ask)) is not None:
        return refused
    try:
        after = action.run(battle, call, ask)
    except _Denied as denied:
        if ask.calls.interrupted is not None:
            raise
        return denied.refusal
    if isinstance(after, Refusal):
        return after
    ask.carried_out(after)
    return of_same_game(battle, after)


_unopposed: dict[int, tuple[Action, AnyBattle, Call]] = {}
"""Calls that no guard refused, by identity, because odds carry out the same call on every path."""
_MOST_UNOPPOSED = 8


def _refused(action: Action, battle: AnyBattle, call: Call, ask: Ask) -> Refusal | None:
    """The first refusal that is not set aside, or None. Cached, since states are immutable."""
    known = None if ask.is_single_run else _unopposed.get(id(call))
    if known is not None and known[0] is action and known[1] is battle:
        return None
    is_opposed = False
    for refusal in refusals(ask.ruleset, action, battle, call):
        is_opposed = True
        if ask.refuse(refusal):
            return refusal
    if not (is_opposed or ask.is_single_run):
        if len(_unopposed) >= _MOST_UNOPPOSED:
            _unopposed.clear()
        # The call is kept too, so that no other call gets its id.
        _unopposed[id(call)] = (action, battle, call)
    return None


def missing(ruleset: Ruleset, battle: AnyBattle, call: Call) -> str:
    """What a call refers to and the battle does not contain, such as `its target`; empty if nothing is missing.

    Such a call was declared in another state of the battle: before an undo, or before a combatant was removed. It is
    not refused, since what is missing may come back.
    """
    people = battle.combatants.keys() | battle.things.keys()
    if call.actor != ENVIRONMENT and call.actor not in people:
        return "its actor"
    if not people >= set(call.targets):
        return "its target"
    if call.item is not None and call.item not in battle.items:
        return "what it is done with"
    action = ruleset.actions.get(call.action)
    kinds = {} if action is None else {parameter.key: parameter.kind for parameter in action.parameters}
    for key, value in call.options.items():
        # An empty id means no combatant.
        ids = {id for id in (value if isinstance(value, list | tuple) else [value]) if isinstance(id, str) and id}
        if kinds.get(key) in ("combatant", "combatants") and not people >= ids:
            return "a combatant that it names"
        if kinds.get(key) == "item" and not battle.items.keys() >= ids:
            return "what it is done with"
        if isinstance(value, dict) and value.get("zone") not in (None, *battle.board.zones):
            return "its zone"
    for answer in call.answers.values():
        if isinstance(answer, Taken) and (part := missing(ruleset, battle, answer.call)):
            return part
        if isinstance(answer, At) and answer.place.zone not in (None, *battle.board.zones):
            return "its zone"
    return ""


class _Denied(Exception):
    """The call that takes an offer is refused, so the action that made the offer is refused as a whole."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal


def interrupt(battle: SameBattle, id: str, call: Call, ask: Ask) -> SameBattle:
    """Carry out the call that takes an offer.

    If it is refused, the whole action is refused; the refusal can be set aside by the key `ID/KEY`.
    """
    inside = ask.within(id, call)
    after = perform(battle, call, inside)
    if isinstance(after, Refusal):
        raise _Denied(replace(after, key=inside.calls.key(after.key)))
    return after


def may(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Refusal, ...]:
    """Refusals of a call, without running it, except those that the GM has set aside."""
    return tuple(objections(ruleset, battle, call))


def objections(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """The same as `may`, as a lazy iterator, for callers that need only the first refusal."""
    action = ruleset.actions.get(call.action)
    if action is None:
        yield Refusal(key="unknown_action", sentence=text("There is no such action."), can_override=False)
        return
    for refusal in refusals(ruleset, action, battle, call):
        if not (refusal.can_override and refusal.key in call.anyway):
            yield refusal
