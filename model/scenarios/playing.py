"""Plays scenarios: carries out every step as an action of a session and checks every expectation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from model.engine.calls import Call
from model.engine.odds import TooManyRuns, weigh
from model.engine.requests import Question
from model.engine.run import Done, Due, Refused, run
from model.forecast.silent import SilentRun
from model.scenarios.answers import Missing, Supply, Unfit, taken_answers
from model.scenarios.expecting import Situation, failures
from model.scenarios.naming import Unknown, edit_path, group_problem, item_named
from model.scenarios.reading import ABOUT_CALL, Scenario
from model.scenarios.shapes import fog_call
from model.scenarios.tables import DoTable
from model.session.session import Session
from model.state.base import ENVIRONMENT, Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Note, Refusal, text
from model.view.players import PlayersView, players_view
from model.view.texts import refusal_sentence
from model.view.viewer import GM

MAX_REQUESTS = 1000
"""Upper limit of answers per action; more than any action requests."""


class Played(Record):
    """Result of a scenario."""

    file: str
    title: str
    ruleset: str
    rules: tuple[str, ...]
    settings: tuple[str, ...]
    """House rules that differ from their defaults."""
    failures: tuple[str, ...] = ()
    """Failures, each with its step; empty if the scenario passed."""

    @property
    def passed(self) -> bool:
        return not self.failures


class _Failed(Exception):
    """A step cannot be carried out as it is written."""


def play(scenario: Scenario) -> Played:
    """Play a scenario up to the first step that fails."""
    table = scenario.table
    found: tuple[str, ...] = ()
    player = Playthrough(scenario)
    for number, step in enumerate(table.do, start=1):
        found = tuple(f"do {number}: {failure}" for failure in player.failures_of(step))
        if found:
            break
    return Played(scenario.file, table.title, table.ruleset, table.rules, _changed(scenario), found)


def _changed(scenario: Scenario) -> tuple[str, ...]:
    """Return the keys of the house rules that differ from their defaults."""
    given = scenario.table.settings
    return tuple(spec.key for spec in scenario.ruleset.settings if given.get(spec.key, spec.default) != spec.default)


class Playthrough:
    """A scenario in progress, in a session without a file."""

    def __init__(self, scenario: Scenario) -> None:
        self.ruleset = scenario.ruleset
        session = Session.create(None, scenario.ruleset, scenario.battle).session
        assert session is not None, "a session in memory can always be made"
        self.session = session
        self.situation = Situation(self.ruleset, scenario.battle)
        self._screens: dict[int | None, PlayersView] = {}
        """Player views by the number of the step that led to them, for returning to them by undo and redo."""
        self.projects = any(name.startswith("players.") for step in scenario.table.do for name in step.expect)

    @property
    def battle(self) -> AnyBattle:
        return self.session.battle

    @property
    def _head(self) -> int | None:
        """Number of the last step that is not undone, or None."""
        standing = (one.number for one in reversed(self.session.steps) if one.kind == "do" and not one.is_undone)
        return next(standing, None)

    def failures_of(self, step: DoTable) -> Iterator[str]:
        """Carry out a step and yield a line for every failure."""
        players, head, before = self.situation.players, self._head, self.battle
        self.situation = Situation(self.ruleset, before)
        call: Call | None = None
        try:
            for make in self._commands(step):
                call = make()
                self._act(call, step)
            self._look(step)
        except (_Failed, Unknown, Unfit, Missing) as failed:
            yield str(failed)
            return
        self.situation.battle = self.battle
        if self.projects:
            if players is not None:
                self._screens.setdefault(head, players)
            previous = self._screens.get(self._head) if step.undo or step.redo else players
            self._show_players(previous, call, before if self._head != head else None)
        yield from failures(step.expect, self.situation)

    def _show_players(self, previous: PlayersView | None, call: Call | None, before: AnyBattle | None) -> None:
        """Compute the player view after the step; `before` is the battle before it, or None if nothing was changed."""
        note = self.situation.note if call is not None else None
        view = players_view(self.ruleset, self.battle, previous, call=call, note=note, before=before)
        is_news = view.action is not None and (previous is None or view.action is not previous.action)
        self.situation.players = view
        self.situation.told = view.action.sentence if view.action is not None and is_news else ""

    # ---------------------------------------------------------------------------------- carrying out a step

    def _commands(self, step: DoTable) -> Iterator[Callable[[], Call]]:
        """Yield functions that make the calls of a step; each is called just before its call, to resolve names then."""
        if step.action:
            yield lambda: self.call_of(_said(step))
        if step.start is not None and step.start is not False:
            options = step.start if isinstance(step.start, dict) else {}
            yield lambda: Call(action="start_fight", options=options)
        if step.end_turn:
            yield lambda: self._end_turn(step.end_turn)
        if step.delay:
            yield lambda: self._delay(step.delay)
        if step.end_round:
            yield lambda: Call(action="end_round")
        if step.end_fight:
            yield lambda: Call(action="end_fight")
        for name, value in step.edit.items():
            yield lambda name=name, value=value: self._edit(name, value)  # type: ignore[misc]
        if step.fog is not None:
            fog = fog_call(step.fog)
            yield lambda: fog

    def _end_turn(self, who: object) -> Call:
        acting = self.battle.order.acting
        if who is True:
            return Call(action="end_turn")
        if who not in acting:
            now = ", ".join(acting) or "nobody"
            raise _Failed(f"end_turn: it is not the turn of “{who}” but of {now}.")
        return Call(action="end_turn", actor=str(who), options={"only_actor": True})

    def _delay(self, who: str) -> Call:
        if problem := group_problem(self.battle, who, "the member that delays"):
            raise _Failed(f"delay: {problem}")
        return Call(action="delay", actor=who)

    def _edit(self, name: str, value: object) -> Call:
        return Call(action="edit", options={"path": edit_path(self.battle, name), "value": value})

    def call_of(self, said: Mapping[str, Any]) -> Call:
        """Return the call that the keys of a scenario describe, without its answers.

        Raises:
            Unknown: there is no such item.
        """
        actor = said.get("actor") or ENVIRONMENT
        target = said.get("target")
        item = said.get("with")
        return Call(
            action=said["action"],
            actor=actor,
            targets=(target,) if target else tuple(said.get("targets", ())),
            item=item_named(self.battle, actor, item) if item else None,
            options=said.get("options", {}),
            overrides=said.get("override", {}),
            anyway=tuple(said.get("anyway", ())),
        )

    def _act(self, call: Call, step: DoTable) -> None:
        """Carry out a call with the answers that the step gives."""
        said = _said(step)
        supply = Supply({key: said[key] for key in ABOUT_CALL if key in said})
        call = replace(call, overrides=step.override, anyway=step.anyway, answers=taken_answers(supply, self.call_of))
        for _ in range(MAX_REQUESTS):
            outcome = self.session.act(call)
            if not isinstance(outcome, Due):
                break
            asks = tuple(want.request.id for want in outcome.wanted)
            self._note_asked(outcome)
            self._see(outcome.note, asks=asks, offers=outcome.offers)
            try:
                answer = supply.answer(outcome.request)
            except Missing:
                if "asks" not in step.expect:
                    raise
                self._check_left(supply, ())
                return
            call = replace(call, answers=call.answers | {outcome.request.id: answer})
        match outcome:
            case Refused(refusal=refusal):
                self._see(outcome.note)
                self.situation.refusal = refusal
                if "refused" not in step.expect:
                    raise _Failed(self._refused(refusal))
                self._check_override(call, refusal)
                try:
                    self._check_left(supply, ())
                except _Failed as left:
                    because = refusal_sentence(refusal, self.battle, GM)
                    raise _Failed(f"the action was refused ({because}) before it asked for more: {left}") from None
            case Done():
                if outcome.problems:
                    raise _Failed("; ".join(f"take.{offer}: {problem}" for offer, problem in outcome.problems))
                self._check_left(supply, outcome.unused)
                self._see(outcome.note, offers=outcome.offers)
            case _:
                raise _Failed(f"asks for more than {MAX_REQUESTS} answers.")

    def _check_override(self, call: Call, refusal: Refusal) -> None:
        """Fail where a refusal can be overridden, but the same one comes again; what follows must be possible."""
        if not refusal.can_override:
            return
        again = SilentRun("anyway").act(self.ruleset, self.battle, replace(call, anyway=(*call.anyway, refusal.key)))
        if isinstance(again, Refusal) and again.key == refusal.key:
            raise _Failed(f"overridden, it is refused in the same way: {self._refused(again)}")

    def _note_asked(self, outcome: Due) -> None:
        for want in outcome.wanted:
            options = want.request.options if isinstance(want.request, Question) else ()
            self.situation.asked[want.request.id] = tuple(option.key for option in options)

    def _refused(self, refusal: Refusal) -> str:
        """Return the sentence of a refusal, with the key that overrides it."""
        anyway = f" (to do it anyway, add anyway = [“{refusal.key}”])" if refusal.can_override else ""
        return f"refused: {refusal_sentence(refusal, self.battle, GM)}{anyway}"

    def _see(self, note: Note, *, asks: tuple[str, ...] = (), offers: tuple[Any, ...] = ()) -> None:
        self.situation.note = note
        self.situation.asks = asks
        self.situation.offers = tuple(offer.id for offer in offers)

    def _check_left(self, supply: Supply, unused: tuple[str, ...]) -> None:
        left = [*supply.left_over(), *(f"nothing offered or asked for “{id}”." for id in unused)]
        if left:
            if any(sentence.startswith("nothing ") for sentence in left):
                asked = ", ".join(f"“{id}”" for id in self.situation.asked) or "nothing"
                left.append(f"Asked for: {asked}.")
            raise _Failed(" ".join(left))

    def _look(self, step: DoTable) -> None:
        """Carry out the parts of a step that are not actions: undo, redo and odds."""
        for key, count, move in (("undo", step.undo, self.session.undo), ("redo", step.redo, self.session.redo)):
            for moved in range(count or 0):
                if move() is None:
                    if "refused" in step.expect:
                        self.situation.refusal = Refusal(key=key, sentence=text(f"There is nothing to {key}."))
                        return
                    raise _Failed(f"{key}: {moved} of {count} steps can be done.")
        if step.odds:
            self._weigh(step)

    def _weigh(self, step: DoTable) -> None:
        """Compute the exact odds of a call; the dice and answers that the step gives are fixed."""
        supply = Supply({key: step.odds[key] for key in ABOUT_CALL if key in step.odds})
        call = self.call_of(step.odds)
        call = replace(call, answers=taken_answers(supply, self.call_of) | self._known(call, supply))
        try:
            odds = weigh(self.ruleset, self.battle, call)
        except TooManyRuns:
            raise _Failed("odds: there are too many cases to weigh.") from None
        self.situation.odds = odds
        self.situation.refusal = odds.refusal
        if odds.refusal is not None and "refused" not in step.expect:
            raise _Failed(f"odds: {self._refused(odds.refusal)}")

    def _known(self, call: Call, supply: Supply) -> dict[str, Any]:
        """Return the answers that a step gives for its odds, up to the first request without an answer."""
        answers: dict[str, Any] = {}
        call = replace(call, answers=taken_answers(supply, self.call_of))
        while isinstance(outcome := run(self.ruleset, self.battle, call), Due):
            self._note_asked(outcome)
            try:
                answers[outcome.request.id] = supply.answer(outcome.request)
            except Missing:
                break
            call = replace(call, answers=call.answers | answers)
        self._check_left(supply, ())
        return answers


def _said(step: DoTable) -> dict[str, Any]:
    """Return the values of a step by the keys of the file."""
    return {key.rstrip("_"): getattr(step, key) for key in step.__struct_fields__}
