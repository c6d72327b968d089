"""Branches of the tree of steps: listing, beginning and naming them. An undo never deletes a branch."""

from __future__ import annotations

from datetime import datetime

from model.engine.calls import Call
from model.session import emitter
from model.session.history import BRANCH, CORRECT, NAME, History, Step, StepRecord
from model.state.base import Record
from model.state.texts import Note, gm_text


def begin_branch(history: History, number: int, name: str, now: datetime) -> list[Step] | str:
    """Go back to the state after a step and begin a branch; return the steps made, or why it is not possible."""
    if not history.has(number):
        return f"There is no step {number}."
    undone, redone = history.route(number)
    call = Call(action=BRANCH, options={"name": name, "line": history.head})
    note = Note(sentences=(gm_text("What if: {name}", name=name),))
    try:
        text = emitter.done_step(history.next_number + undone + len(redone), number, now, call, note, ())
    except emitter.Unwritable as error:
        return str(error)
    return [
        *history.go(number, now),
        history.add(history.battle_after(number), text, StepRecord.of(text, now, call, note)),
    ]


class Branch(Record):
    """A branch of the tree of steps: from where it leaves another branch to its last step."""

    tip: int
    """Number of its last step."""
    fork: int
    """Number of the step after which it leaves another branch, or `History.start` if it begins at the start."""
    count: int
    """Number of steps that belong to this branch alone."""
    name: str
    """The GM's name, else a description: `Main line`, `Before the correction of step 41`, `Undone from step 40`."""
    is_current: bool
    """Whether the current step is on it."""


def branches(history: History) -> tuple[Branch, ...]:
    """The current branch, then the others, newest first. Cost: proportional to the number of all steps."""
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
    """Name the branch that ends with step `tip`; return the step made, or why it is not possible."""
    if not history.has(tip) or tip == history.start:
        return f"There is no step {tip}."
    call = Call(action=NAME, options={"step": tip, "name": name})
    note = Note(sentences=(gm_text("The branch that ends with step {step} is called {name}", step=tip, name=name),))
    try:
        text = emitter.done_step(history.next_number, history.head, now, call, note, ())
    except emitter.Unwritable as error:
        return str(error)
    return [history.add(history.battle, text, StepRecord.of(text, now, call, note))]


def played_line(history: History) -> int | None:
    """Step that was current when the current branch was begun, or None outside branches made by `begin_branch`."""
    for step in _begun_on(history):
        line = step.call.option("line")
        if isinstance(line, int) and history.has(line):
            return line
    return None


def _current_tip(history: History) -> int:
    """The last step that repeated redo reaches from the current step."""
    tip = history.head
    while (onward := history.undone_last(tip)) is not None:
        tip = onward
    return tip


def _begun_on(history: History) -> list[Step]:
    """The steps that began branches on the path to the current step, last one first."""
    return [step for step in history.standing_forks if step.call.action == BRANCH]


def _name_of(history: History, own: list[Step], *, is_current: bool) -> str:
    """Name of a branch: given by the GM, else by what it began with or was left for; empty if it was only undone."""
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
    """The last name that the GM gave a branch by one of its steps; a naming that was undone right away is ignored."""
    name = ""
    for step in map(history.step, history.names):
        if step.call.option("step") in numbers and not (step.is_undone and step.parent == history.head):
            name = str(step.call.option("name", ""))
    return name
