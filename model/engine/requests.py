"""What an action can ask besides dice: questions that stop it, offers that never do."""

from __future__ import annotations

import math
from typing import Any, Literal

from model.dice.answers import Faces, Word
from model.dice.requests import YES_WORDS, DiceRequest
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options, Taken
from model.state.base import Id, State
from model.state.board import Place
from model.state.texts import Text


class Choice(State):
    """One of the options of a question or offer."""

    key: str
    label: str
    help: str = ""


class Question(State):
    """Something that must be chosen before the action goes on."""

    id: str
    title: Text
    kind: Literal["option", "options", "number", "place", "path"] = "option"
    options: tuple[Choice, ...] = ()
    least: float | None = None
    most: float | None = None
    """For `options`: how few and how many; for `number`: the range."""
    default: Any = None
    """What odds assume, and what is preselected: an answer value (option key, keys, number, place)."""
    rule: str = ""
    remember: bool = False
    """Whether "same for this fight" may be ticked: a question with options, kept by its rule."""
    comes_to: tuple[str, ...] = ()
    """For `number`: what each whole number from the least on would come to, as the GM is told while it is typed."""

    def consequence(self, number: float) -> str:
        """What a number would come to; empty where nothing is known of it."""
        at = number - (self.least or 0)
        return self.comes_to[int(at)] if at in range(len(self.comes_to)) else ""

    def is_same_question(self, other: Question) -> bool:
        return (self.id, self.kind, self.options, self.least, self.most) == (
            other.id,
            other.kind,
            other.options,
            other.least,
            other.most,
        )

    def problem(self, answer: Answer) -> str | None:
        """Why an answer cannot be one to this question; None when it can."""
        keys = {choice.key for choice in self.options}
        match answer, self.kind:
            case Option(option=key), "option":
                return None if key in keys else f"“{key}” is not one of {', '.join(sorted(keys))}."
            case Options(options=chosen), "options":
                if unknown := [key for key in chosen if key not in keys]:
                    return f"“{unknown[0]}” is not one of {', '.join(sorted(keys))}."
                return self._range_problem(len(chosen), "choose")
            case Number(number=number), "number":
                return self._range_problem(number, "type")
            case At(place=place), "place":
                return _length_problem(place.x or 0.0, place.y or 0.0, place.height)
            case Along(points=points), "path":
                return _length_problem(*(length for point in points for length in point))
        return f"This needs {self.kind}."

    def _range_problem(self, number: float, verb: str) -> str | None:
        if not math.isfinite(number):
            return f"{verb.capitalize()} a number."
        if self.least is not None and number < self.least:
            return f"{verb.capitalize()} at least {self.least:g}."
        if self.most is not None and number > self.most:
            return f"{verb.capitalize()} at most {self.most:g}."
        return None

    def value(self, answer: Answer) -> Any:
        """What rules get: an option key, a tuple of keys, a number, a place or a tuple of points."""
        match answer:
            case Option(option=value) | Options(options=value) | Number(number=value) | At(place=value):
                return value
            case Along(points=value):
                return value
        return None


def _length_problem(*metres: float) -> str | None:
    return None if all(map(math.isfinite, metres)) else "A place must be given in metres."


class Offer(State):
    """What a combatant may do now and need not: never stops the action."""

    id: str
    title: Text
    by: tuple[Id, ...]
    """Who can take it up."""
    actions: tuple[str, ...] = ()
    """Actions that may answer it; empty: it is answered with one of `options`."""
    options: tuple[Choice, ...] = ()
    preset: Call | None = None
    """The call that takes it up as it was declared; whether that may be done is told only when it is carried out."""
    rule: str = ""

    def problem(self, answer: Answer) -> str | None:
        """Why an answer cannot take this offer up; None when it can."""
        match answer:
            case Taken(call=call) if self.actions:
                if call.actor not in self.by:
                    return f"“{call.actor}” cannot accept this."
                return None if call.action in self.actions else f"“{call.action}” is not offered here."
            case Option(option=key) if self.options:
                keys = [choice.key for choice in self.options]
                return None if key in keys else f"“{key}” is not one of {', '.join(keys)}."
        return "This offer takes another kind of answer."


Request = DiceRequest | Question


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


def hoped_for(request: Request) -> Answer | None:
    """An answer with which an action goes on as its actor hopes; None where none is better than another."""
    if isinstance(request, DiceRequest):
        if request.names:
            return None  # Nothing that depends on a row of a table can be foretold.
        good = next((word for word in request.words if word in YES_WORDS), None)
        return Word(word=good) if good else Faces(faces=(request.sides,) * request.count)
    default = request.default
    if default is None and request.kind == "option" and request.options:
        default = request.options[0].key
    return answer_of(request, default)
