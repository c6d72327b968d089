"""What an action can ask besides dice: questions, which stop it, and offers, which do not."""

from __future__ import annotations

import math
from typing import Any, Generic, Literal, TypeVar

from model.dice.answers import Faces, Word
from model.dice.requests import YES_WORDS, DiceRequest
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options, Taken
from model.state.base import Id, State
from model.state.board import Place
from model.state.texts import Text

Answered = TypeVar("Answered", covariant=True)
_NO_DEFAULT: Any = None


class Choice(State, Generic[Answered]):
    """One of the options of a question or offer."""

    key: Answered
    label: str
    help: str = ""


YesNo = Literal["yes", "no"]


def yes_or_no(yes: str = "Yes", no: str = "No") -> tuple[Choice[YesNo], Choice[YesNo]]:
    """The options of a question that is answered with yes or no, by their labels."""
    return Choice(key="yes", label=yes), Choice(key="no", label=no)


class Question(State, Generic[Answered]):
    """A choice that must be made before the action continues.

    The type of its answer is that of its default and of the keys of its options; several options are a `Question[Any]`.
    """

    id: str
    title: Text
    kind: Literal["option", "options", "number", "place", "path"] = "option"
    options: tuple[Choice[Answered], ...] = ()
    least: float | None = None
    most: float | None = None
    """For `options`: the least and the most to choose; for `number`: the range."""
    default: Answered = _NO_DEFAULT
    """What odds assume, and what is preselected: an answer value (option key, keys, number, place)."""
    default_words: str = ""
    """For `place`: what the default is, such as `away from Ana`; empty if no place can be suggested."""
    rule: str = ""
    remember: bool = False
    """Whether the answer may be remembered for the combat, by the rule; only for questions with options."""
    comes_to: tuple[str, ...] = ()
    """For `number`: the consequence of each whole number from `least` on, shown to the GM while typing."""

    def consequence(self, number: float) -> str:
        """Consequence of a number, or an empty string if it is unknown."""
        at = number - (self.least or 0)
        return self.comes_to[int(at)] if at in range(len(self.comes_to)) else ""

    def is_same_question(self, other: Question[Any]) -> bool:
        return (self.id, self.kind, self.options, self.least, self.most) == (
            other.id,
            other.kind,
            other.options,
            other.least,
            other.most,
        )

    def problem(self, answer: Answer) -> str | None:
        """Why an answer does not fit this question, or None if it does."""
        keys = {str(choice.key) for choice in self.options}
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

    def value(self, answer: Answer) -> Answered:
        """The value for the rules: an option key, a tuple of keys, a number, a place or a tuple of points."""
        value: Answered = _value(answer)
        return value

    @property
    def usual(self) -> Answered:
        """The default; without one, the first option, or none of several."""
        if self.default is not None or not self.options:
            return self.default
        return self.options[0].key if self.kind == "option" else self.value(Options(options=()))


def _value(answer: Answer) -> Any:
    match answer:
        case Option(option=value) | Options(options=value) | Number(number=value) | At(place=value):
            return value
        case Along(points=value):
            return value
    return None


def _length_problem(*metres: float) -> str | None:
    return None if all(map(math.isfinite, metres)) else "A place must be given in metres."


class Offer(State):
    """An option or action that a combatant may take now but need not; never stops the action."""

    id: str
    title: Text
    by: tuple[Id, ...]
    """Combatants that can take it."""
    actions: tuple[str, ...] = ()
    """Actions that may answer it; if empty, it is answered with one of `options`."""
    options: tuple[Choice[str], ...] = ()
    preset: Call | None = None
    """The call declared in advance that takes it; whether it is allowed is checked only when it is carried out."""
    rule: str = ""
    is_direct: bool = False
    """Whether one key takes it, with its only option: the title says what that does."""

    def problem(self, answer: Answer) -> str | None:
        """Why an answer cannot take this offer, or None if it can."""
        match answer:
            case Taken(call=call) if self.actions:
                if call.actor not in self.by:
                    return f"“{call.actor}” cannot accept this."
                return None if call.action in self.actions else f"“{call.action}” is not offered here."
            case Option(option=key) if self.options:
                keys = [choice.key for choice in self.options]
                return None if key in keys else f"“{key}” is not one of {', '.join(keys)}."
        return "This offer takes another kind of answer."


Request = DiceRequest | Question[Any]


def answer_of(request: Request | None, value: Any) -> Answer | None:
    """The answer to a question that has this value, or None if there is none."""
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


def best_answer(request: Request) -> Answer | None:
    """The answer that is best for the actor, or None if no answer is better than another."""
    if isinstance(request, DiceRequest):
        if request.names:
            return None  # The best row of a table is not known.
        good = next((word for word in request.words if word in YES_WORDS), None)
        return Word(word=good) if good else Faces(faces=(request.sides,) * request.count)
    default = request.default
    if default is None and request.kind == "option" and request.options:
        default = request.options[0].key
    return answer_of(request, default)
