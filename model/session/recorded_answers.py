"""The requests that a recorded call has answered, with the answers, including those inside interruptions."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Wanted
from model.engine.calls import Answer, Call, Taken
from model.engine.requests import Request
from model.engine.ruleset import Ruleset
from model.engine.run import Due, run
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle


class Asked(Record):
    """A request of a call and the answer that was given."""

    request: Request
    by: Id
    answer: Answer | None = None
    """The answer, or None if there is none yet or it no longer fits."""
    problem: str = ""
    """Why the earlier answer does not fit."""


def asked(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Asked, ...]:
    """Every request of a call as far as its answers reach, in the order answered; requests still due come last.

    Cost: a run for each answer.
    """
    found = []
    for id, answer in _answers(call):
        wanted = _wanted(ruleset, battle, without_answer(call, id))
        found += [Asked(one.request, one.by, answer) for one in wanted if one.request.id == id]
    due = _wanted(ruleset, battle, call)
    known = {one.request.id for one in due}
    return (
        *(one for one in found if one.request.id not in known),
        *(Asked(one.request, one.by, None, one.problem or "") for one in due),
    )


def _wanted(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Wanted, ...]:
    outcome = run(ruleset, battle, call)
    return outcome.wanted if isinstance(outcome, Due) else ()


def _answers(call: Call, prefix: str = "") -> Iterator[tuple[str, Answer]]:
    """Answers by the full ids of their requests, without the offers that were accepted."""
    for id, answer in call.answers.items():
        if isinstance(answer, Taken):
            yield from _answers(answer.call, f"{prefix}{id}/")
        else:
            yield prefix + id, answer


def with_answer(call: Call, id: str, answer: Answer) -> Call:
    """The call with an answer to a request, given by its full id: inside the interruption that asks it."""
    inside = _inside(call, id)
    if inside is None:
        return replace(call, answers=call.answers | {id: answer})
    offer, taken = inside
    inner = with_answer(taken.call, id.removeprefix(f"{offer}/"), answer)
    return replace(call, answers=call.answers | {offer: Taken(call=inner)})


def without_answer(call: Call, id: str) -> Call:
    """The call without its answer to a request, given by its full id."""
    inside = _inside(call, id)
    if inside is None:
        return replace(call, answers={key: answer for key, answer in call.answers.items() if key != id})
    offer, taken = inside
    inner = without_answer(taken.call, id.removeprefix(f"{offer}/"))
    return replace(call, answers=call.answers | {offer: Taken(call=inner)})


def _inside(call: Call, id: str) -> tuple[str, Taken] | None:
    """The accepted offer inside which a request is asked, or None if the call itself asks it."""
    for key, answer in call.answers.items():
        if isinstance(answer, Taken) and id.startswith(f"{key}/"):
            return key, answer
    return None
