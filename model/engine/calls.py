"""Calls and answers: what somebody does, and what was said when the action asked."""

from __future__ import annotations

from typing import Any

from model.dice.answers import Counts, Faces, Sum, Total, Word
from model.state.base import ENVIRONMENT, Id, State
from model.state.board import Place, Point


class Option(State, tag_field="is", tag="option"):
    """One of the options of a question."""

    option: str
    is_for_fight: bool = False
    """Whether the same question is to be answered so for the rest of the fight."""


class Options(State, tag_field="is", tag="options"):
    """Some of the options of a question."""

    options: tuple[str, ...]


class Number(State, tag_field="is", tag="number"):
    """A number in the question's unit."""

    number: float


class At(State, tag_field="is", tag="place"):
    """A place on the board."""

    place: Place


class Along(State, tag_field="is", tag="path"):
    """A way over the board, in metres."""

    points: tuple[Point, ...]


class Taken(State, tag_field="is", tag="call"):
    """An offer taken up with a call of its own."""

    call: Call


Answer = Faces | Sum | Total | Counts | Word | Option | Options | Number | At | Along | Taken


class Call(State):
    """Somebody's action with all that was said about it.

    Half-answered, it is a draft; applied, it is a step of the session.
    """

    action: str
    actor: Id = ENVIRONMENT
    targets: tuple[Id, ...] = ()
    item: Id | None = None
    """What it is done with."""
    options: dict[str, Any] = {}
    """The action's declared parameters: plain TOML values."""
    answers: dict[str, Answer] = {}
    """By request id; a request inside an interruption is `offer/request`."""
    overrides: dict[str, int | bool] = {}
    """Numbers and verdicts that the GM put in place of the computed ones, by key."""
    anyway: tuple[str, ...] = ()
    """Keys of refusals that the GM set aside."""

    @property
    def target(self) -> Id | None:
        return self.targets[0] if self.targets else None

    def option(self, key: str, default: Any = None) -> Any:
        return self.options.get(key, default)
