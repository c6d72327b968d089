"""Calls and answers: what a combatant does, and the answers to what the action asked."""

from __future__ import annotations

from typing import Any

from model.dice.answers import Counts, Faces, Sum, Total, Word
from model.state.base import ENVIRONMENT, Id, Record, State
from model.state.battle import AnyBattle
from model.state.board import Place, Point
from model.state.texts import Refusal


class Option(State, tag_field="is", tag="option"):
    """One of the options of a question."""

    option: str
    is_for_fight: bool = False
    """Whether the answer is remembered for the same question for the rest of the combat."""


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
    """A path over the board, in metres."""

    points: tuple[Point, ...]


class Taken(State, tag_field="is", tag="call"):
    """An offer taken with a call."""

    call: Call


Answer = Faces | Sum | Total | Counts | Word | Option | Options | Number | At | Along | Taken


class Call(State):
    """A combatant's action with its targets, options, answers and overrides.

    It is a draft while answers are missing; once applied, it is a step of the session.
    """

    action: str
    actor: Id = ENVIRONMENT
    targets: tuple[Id, ...] = ()
    item: Id | None = None
    """The item that is used."""
    options: dict[str, Any] = {}
    """Values of the action's parameters: plain TOML values."""
    answers: dict[str, Answer] = {}
    """By request id; a request inside an interruption has the id `offer/request`."""
    overrides: dict[str, int | bool] = {}
    """Numbers and verdicts with which the GM overrides the computed ones, by key."""
    anyway: tuple[str, ...] = ()
    """Keys of refusals that the GM set aside."""

    @property
    def target(self) -> Id | None:
        return self.targets[0] if self.targets else None

    def option(self, key: str, default: Any = None) -> Any:
        return self.options.get(key, default)


class Frame(Record):
    """A call being carried out, and the prefix of its request ids."""

    prefix: str
    call: Call


class CallStack:
    """The call being carried out, inside the calls that it interrupts, with the answers and overrides of them all."""

    def __init__(self, *frames: Frame, settled: list[AnyBattle] | None = None) -> None:
        self.frames = frames
        self.settled: list[AnyBattle] = [] if settled is None else settled
        """The battles within this run from which all consequences were drawn: those after it begin at the last one."""
        self._prefix = frames[-1].prefix
        self._answers = frames[0].call.answers if len(frames) == 1 else None
        """Answers of a call that interrupts nothing, which is the usual case; None otherwise."""

    @property
    def has_answers(self) -> bool:
        """Whether the call, or one that it interrupts, has any answers."""
        if self._answers is not None:
            return bool(self._answers)
        return any(frame.call.answers for frame in self.frames)

    @property
    def outermost(self) -> Call:
        return self.frames[0].call

    @property
    def innermost(self) -> Call:
        return self.frames[-1].call

    @property
    def interrupted(self) -> Call | None:
        """The call inside which the innermost one is carried out, or None if there is none."""
        return self.frames[-2].call if len(self.frames) > 1 else None

    def within(self, id: str, call: Call) -> CallStack:
        """The stack with a call on top, whose answers have ids under `id/…`."""
        return CallStack(*self.frames, Frame(f"{self.key(id)}/", call), settled=self.settled)

    def key(self, local: str) -> str:
        """The full id of a local id of the innermost call."""
        return self._prefix + local

    def answer(self, key: str) -> Answer | None:
        """The answer under a full id, from the innermost call that has one; None if there is none."""
        if self._answers is not None:
            return self._answers.get(key)
        for frame in reversed(self.frames):
            if frame.call.answers and key.startswith(frame.prefix):
                found = frame.call.answers.get(key[len(frame.prefix) :])
                if found is not None:
                    return found
        return None

    def has_answer(self, local: str) -> bool:
        """Whether a request or offer of the innermost call is answered."""
        return self.answer(self.key(local)) is not None

    def overrule(self, local: str) -> int | bool | None:
        """The GM's override of a number or verdict of the innermost call, or None if there is none."""
        if self._answers is not None:
            return self.innermost.overrides.get(local)
        key = self.key(local)
        for frame in reversed(self.frames):
            if frame.call.overrides and key.startswith(frame.prefix):
                found = frame.call.overrides.get(key[len(frame.prefix) :])
                if found is not None:
                    return found
        return None

    def sets_aside(self, refusal: Refusal) -> bool:
        """Whether the GM has set a refusal aside with “Do It Anyway”."""
        return refusal.can_override and (
            refusal.key in self.innermost.anyway or self.key(refusal.key) in self.outermost.anyway
        )
