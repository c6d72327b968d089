"""What an action would go on to ask and explain, and the answers that stand for dice and plain values."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from model.dice.answers import Faces, Word
from model.dice.requests import YES_WORDS, DiceRequest
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options
from model.engine.requests import Question, Request
from model.engine.ruleset import Ruleset
from model.engine.run import Due, Outcome, run_once
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Place
from model.state.texts import Explanation, RollRecord

_DICE = random.SystemRandom()
_STEPS = 6
"""More stages than any action has."""


@dataclass(frozen=True)
class Forecast:
    """What the action explains now, and what it would explain if all went well."""

    explanations: tuple[Explanation, ...] = ()
    throws: tuple[DiceRequest | RollRecord, ...] = ()

    def dice(self) -> dict[str, str]:
        """The dice that a number is added to, such as `2d6`, by the key of its explanation."""
        found: dict[str, str] = {}
        for throw in filter(_is_added_to, self.throws):
            fitting = [one for one in self.explanations if one.total == throw.bonus and one.key not in found]
            fitting.sort(key=lambda one: _last(one.key) != _last(throw.id))
            if isinstance(throw, RollRecord) and not throw.bonus:
                # Dice read under a percentage have no bonus either, and lie on the table without a word of it.
                fitting = [one for one in fitting if _last(one.key) == _last(throw.id)]
            if fitting:
                found[fitting[0].key] = throw.dice
        return found


def forecast(ruleset: Ruleset, battle: AnyBattle, call: Call, outcome: Outcome) -> Forecast:
    """Run an action on to its end with the answers that its actor hopes for, and keep what it explains."""
    now = outcome.note
    requests: list[DiceRequest] = []
    for _ in range(_STEPS):
        if not isinstance(outcome, Due):
            break
        if isinstance(outcome.request, DiceRequest):
            requests.append(outcome.request)
        answer = _favourable(outcome.request)
        if answer is None:
            break
        call = replace(call, answers=call.answers | {outcome.request.id: answer})
        outcome = run_once(ruleset, battle, call)
    known = {explanation.key: explanation for explanation in now.explanations}
    later = {explanation.key: explanation for explanation in outcome.note.explanations}
    return Forecast(tuple((later | known).values()), (*now.rolls, *requests))


def thrown(request: DiceRequest) -> Faces:
    """Dice from the system's generator."""
    faces = tuple(_DICE.randint(1, request.sides) for _ in range(request.count))
    return Faces(faces=faces, source="rolled")


def answer_of(request: Request | None, value: Any) -> Answer | None:
    """The answer that a plain value is to a question."""
    if not isinstance(request, Question):
        return None
    match request.kind, value:
        case "option", str():
            return Option(option=value)
        case "options", tuple():
            return Options(options=value)
        case "number", int() | float():
            return Number(number=value)
        case "place", Place():
            return At(place=value)
        case "path", Place():
            return None if value.point is None else Along(points=(value.point,))
    return None


def _favourable(request: Request) -> Answer | None:
    """An answer with which the action goes on as its actor hopes."""
    if isinstance(request, DiceRequest):
        if request.names:
            return None  # No row of a table is better than another: nothing that depends on it can be foretold.
        good = next((word for word in request.words if word in YES_WORDS), None)
        return Word(word=good) if good else Faces(faces=(request.sides,) * request.count)
    default = request.default
    if default is None and request.kind == "option" and request.options:
        default = request.options[0].key
    return answer_of(request, default)


def _is_added_to(throw: DiceRequest | RollRecord) -> bool:
    """Whether anything is added to the dice: not to pools, combat dice, percentages and rows of a table, typed as dice
    or named."""
    if isinstance(throw, DiceRequest):
        return throw.is_sum and not throw.names and not throw.roll_under
    is_named = bool(throw.word) and not throw.bonus
    return not throw.read_as and not throw.result and not is_named


def _last(key: str) -> str:
    return key.rpartition("/")[2]
