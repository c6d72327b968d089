"""Answers that a step gives to requests: dice, words and choices, in the order of the requests or by request id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from model.dice.answers import DiceAnswer, Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options, Taken
from model.engine.requests import Question, Request
from model.state.board import Place

Table = Mapping[str, Any]


class Missing(ValueError):
    """The step has no answer to a request."""


class Unfit(ValueError):
    """The answer that the step gives does not fit the request."""


class Supply:
    """The answers to the requests of one action, and of the accepted interruptions inside it.

    `prefix` is the prefix of its request ids: `leap/` for the interruption that answers the offer `leap`.

    Raises:
        Unfit: a value does not have the form required in a step.
    """

    def __init__(self, said: Table, prefix: str = "") -> None:
        self.prefix = prefix
        self._by_id: dict[str, Any] = {}
        self._dice: list[Any] = []
        self._choices: list[Any] = []
        self._words: list[Any] = []
        for key, queue in (("dice", self._dice), ("answers", self._choices), ("say", self._words)):
            value = said.get(key, [])
            if isinstance(value, Mapping):
                self._by_id.update(value)
            elif isinstance(value, str | list | tuple):
                queue.extend([value] if isinstance(value, str) else value)
            else:
                raise Unfit(f"“{prefix}{key}” must be a list, or a table by the ids of what is asked, not {value!r}.")
        taken = said.get("take", {})
        if not isinstance(taken, Mapping) or not all(isinstance(call, str | Mapping) for call in taken.values()):
            raise Unfit(f"“{prefix}take” must be a table: by offer an option, or a call as a table of its own.")
        self.takes: dict[str, str | Table] = dict(taken)
        self.inner = [
            Supply(taken, f"{prefix}{offer}/") for offer, taken in self.takes.items() if not isinstance(taken, str)
        ]

    def answer(self, request: Request) -> Answer:
        """Return the answer to a request and use it up.

        Raises:
            Missing: there is no answer.
            Unfit: the given answer does not fit the request.
        """
        for inner in self.inner:
            if request.id.startswith(inner.prefix):
                return inner.answer(request)
        id = request.id.removeprefix(self.prefix)
        return self._dice_answer(request, id) if isinstance(request, DiceRequest) else self._choice(request, id)

    def _dice_answer(self, request: DiceRequest, id: str) -> Answer:
        if id in self._by_id:
            return dice_answer(request, self._by_id.pop(id))
        if self._words:
            return dice_answer(request, self._words.pop(0))
        if self._dice and not isinstance(self._dice[0], int):
            return dice_answer(request, self._dice.pop(0))
        faces = self._dice[: request.count]
        if len(faces) < request.count or not all(isinstance(face, int) for face in faces):
            left = f"only {len(faces)} left" if faces else "none left"
            if self._by_id:
                left += f"; there is something for “{'”, “'.join(self._by_id)}”"
            raise Missing(f"dice are missing: “{request.id}” ({request.title}) needs {request.dice}, {left}.")
        del self._dice[: request.count]
        return dice_answer(request, faces)

    def _choice(self, question: Question[Any], id: str) -> Answer:
        if id in self._by_id:
            value = self._by_id.pop(id)
        elif self._choices:
            value = self._choices.pop(0)
        elif question.default is not None:
            value = question.default
        else:
            raise Missing(f"an answer is missing: “{question.id}” asks for {question.kind} and has no default.")
        return choice_answer(question, value)

    def left_over(self) -> Iterator[str]:
        """Yield a sentence for each given answer that was never requested."""
        for key, queue in (("dice", self._dice), ("answers", self._choices), ("say", self._words)):
            if queue:
                where = f" inside {self.prefix.rstrip('/')}" if self.prefix else ""
                yield f"{key} left over{where}: {', '.join(map(str, queue))}."
        for id in self._by_id:
            yield f"nothing asked for “{self.prefix}{id}”."
        for inner in self.inner:
            yield from inner.left_over()


def dice_answer(request: DiceRequest, said: object) -> Answer:
    """Convert faces, `=9`, `==19` or a word to an answer to a dice request.

    Raises:
        Unfit: the value does not fit the request.
    """
    answer: DiceAnswer | str
    if isinstance(said, str):
        answer = request.parse(said)
    elif isinstance(said, int) and not isinstance(said, bool):
        answer = Faces(faces=(said,))
    elif isinstance(said, list) and all(isinstance(face, int) and not isinstance(face, bool) for face in said):
        answer = Faces(faces=tuple(said))
    else:
        answer = "must be faces, or a text such as “=9”, “==19” or “hit”."
    problem = answer if isinstance(answer, str) else request.problem(answer)
    if problem is not None:
        raise Unfit(f"“{request.id}”: {problem}")
    assert not isinstance(answer, str)
    return answer


def choice_answer(question: Question[Any], said: object) -> Answer:
    """Convert a plain value to an answer to a question.

    Raises:
        Unfit: the value does not fit the question.
    """
    try:
        answer = _typed(question, said)
    except (TypeError, ValueError, msgspec.ValidationError):
        raise Unfit(f"“{question.id}” asks for {question.kind}, not {said!r}.") from None
    problem = question.problem(answer)
    if problem is not None:
        raise Unfit(f"“{question.id}”: {problem}")
    return answer


def _typed(question: Question[Any], said: object) -> Answer:
    match question.kind:
        case "option":
            return msgspec.convert({"is": "option", "option": said}, Option)
        case "options":
            several = [said] if isinstance(said, str) else said
            return msgspec.convert({"is": "options", "options": several}, Options)
        case "number":
            return msgspec.convert({"is": "number", "number": said}, Number)
        case "path":
            return msgspec.convert({"is": "path", "points": said}, Along)
    if isinstance(said, Place):
        return At(place=said)
    if isinstance(said, list | tuple) and len(said) == 2:
        return At(place=msgspec.convert({"x": said[0], "y": said[1]}, Place))
    if isinstance(said, str):
        return At(place=Place(zone=said))
    return At(place=msgspec.convert(said, Place))


def taken_answers(supply: Supply, make_call: Any) -> dict[str, Answer]:
    """Return the answers to offers by full id: an option, or the call that `make_call` makes from its table."""
    answers: dict[str, Answer] = {}
    inner = {one.prefix: one for one in supply.inner}
    for offer, taken in supply.takes.items():
        key = f"{supply.prefix}{offer}"
        if isinstance(taken, str):
            answers[key] = Option(option=taken)
            continue
        call: Call = make_call(taken)
        answers[key] = Taken(call=call)
        answers.update(taken_answers(inner[f"{key}/"], make_call))
    return answers
