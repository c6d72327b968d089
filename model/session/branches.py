"""Branches: lines of the tree of steps beside the one that the battle stands on. None is ever lost by an undo."""

from __future__ import annotations

from datetime import datetime

from model.engine.calls import Call
from model.session import emitter
from model.session.history import BRANCH, CORRECT, NAME, History, Step, Told
from model.state.base import Record
from model.state.texts import Note, gm_text


def begin_branch(history: History, number: int, name: str, now: datetime) -> list[Step] | str:
    """Go back to after a step and begin a branch; the steps that this took, or why it cannot be done."""
    if not history.has(number):
        return f"There is no step {number}."
    undone, redone = history.route(number)
    call = Call(action=BRANCH, options={"name": name, "line": history.head})
    note = Note(sentences=(gm_text("What if: {name}", name=name),))
    try:
        text = emitter.done_step(history.next_number + undone + len(redone), number, now, call, note, ())
    except emitter.Unwritable as error:
        return str(error)
    return [*history.go(number, now), history.add(history.battle_after(number), text, Told.of(text, now, call, note))]


class Branch(Record):
    """A line of the tree of steps, from where it leaves another one to its last step."""

    tip: int
    """Number of its last step."""
    fork: int
    """Number of the step after which it leaves another line; of the first one's parent for the line that begins all."""
    count: int
    """Steps of its own."""
    name: str
    """As the GM called it; else what it is: `Main line`, `Before the correction of step 41`, `Undone from step 40`."""
    is_current: bool
    """Whether the battle stands on it."""


def branches(history: History) -> tuple[Branch, ...]:
    """The line that the battle stands on, then the others, the newest first. Cost: proportional to all steps."""
    done = [step for step in history.steps if step.kind == "do"]
    inner = {step.parent for step in done}
    current = _current_tip(history)
    tips = sorted((step.number for step in done if step.number not in inner), reverse=True)
    tips = [current, *(tip for tip in tips if tip != current)] if tips else []
    claimed: dict[int, int] = {history.start: current}
    found = []
    for tip in tips:
        own: list[Step] = []
        number = tip
        while number not in claimed:
            own.append(history.step(number))
            claimed[number] = tip
            number = own[-1].parent
        name = _name_of(history, own, is_current=tip == current) or f"Undone from step {number}"
        found.append(Branch(tip, number, len(own), name, tip == current))
    return tuple(found)


def name_branch(history: History, tip: int, name: str, now: datetime) -> list[Step] | str:
    """Call a line by a name; the step that this took, or why it cannot be done."""
    if not history.has(tip) or tip == history.start:
        return f"There is no step {tip}."
    call = Call(action=NAME, options={"step": tip, "name": name})
    note = Note(sentences=(gm_text("The branch that ends with step {step} is called {name}", step=tip, name=name),))
    try:
        text = emitter.done_step(history.next_number, history.head, now, call, note, ())
    except emitter.Unwritable as error:
        return str(error)
    return [history.add(history.battle, text, Told.of(text, now, call, note))]


def played_line(history: History) -> int | None:
    """Where the battle stood when the branch was begun that it stands on; None: it stands on no such branch."""
    for step in _begun_on(history):
        line = step.call.option("line")
        if isinstance(line, int) and history.has(line):
            return line
    return None


def _current_tip(history: History) -> int:
    """The last step that redoing would lead to from where the battle stands."""
    tip = history.head
    while (onward := history.undone_last(tip)) is not None:
        tip = onward
    return tip


def _begun_on(history: History) -> list[Step]:
    """The steps that began branches on the way to where the battle stands, the last one first."""
    return [step for step in history.standing_forks if step.call.action == BRANCH]


def _name_of(history: History, own: list[Step], *, is_current: bool) -> str:
    """What a line is called: as the GM said, else as what it began with, or was left for; empty: it was undone."""
    numbers = {step.number for step in own}
    if given := _given_names(history, numbers):
        return given
    begun = _begun_on(history)
    if is_current:
        return str(begun[0].call.option("name", "")) if begun else "Main line"
    if begun and begun[0].call.option("line") in numbers:
        return "Main line"
    for step in history.forks:
        if step.number in numbers and step.call.action == BRANCH:
            return str(step.call.option("name", ""))
        if step.number in numbers:
            return f"Correction of step {step.call.option('step', '')}"
        if step.call.action == CORRECT and step.call.option("line") in numbers:
            return f"Before the correction of step {step.call.option('step', '')}"
    return ""


def _given_names(history: History, numbers: set[int]) -> str:
    """The last name that the GM gave to a line by one of its steps; one that was undone right away counts no more."""
    name = ""
    for step in map(history.step, history.names):
        if step.call.option("step") in numbers and not (step.is_undone and step.parent == history.head):
            name = str(step.call.option("name", ""))
    return name
