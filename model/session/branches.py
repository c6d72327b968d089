"""Branches: lines of the tree of steps beside the one that the battle stands on. None is ever lost by an undo."""

from __future__ import annotations

from datetime import datetime

from model.engine.calls import Call
from model.session import emitter
from model.session.history import BRANCH, CORRECT, History, Step, Told
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
    """As the GM called it; else what it is: `Played`, `Before the correction of step 41`, `Undone from step 40`."""
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
    before = _corrected_lines(history)
    begun = _begun_on(history)
    found = []
    for tip in tips:
        own: list[Step] = []
        number = tip
        while number not in claimed:
            own.append(history.step(number))
            claimed[number] = tip
            number = own[-1].parent
        is_current = tip == current
        name = _name_of(history, own) if not is_current else _begun_name(begun) or "Played"
        if not name:
            name = before.get(tip) or ("Played" if begun and begun[0].call.option("line") in _numbers(own) else "")
        if not name:
            name = f"Undone from step {number}"
        found.append(Branch(tip, number, len(own), name, is_current))
    return tuple(found)


def played_line(history: History) -> int | None:
    """Where the battle stood when the branch was begun that it stands on; None: it stands on no such branch."""
    for step in _begun_on(history):
        line = step.call.option("line")
        if isinstance(line, int) and history.has(line):
            return line
    return None


def _numbers(steps: list[Step]) -> set[int]:
    return {step.number for step in steps}


def _current_tip(history: History) -> int:
    """The last step that redoing would lead to from where the battle stands."""
    tip = history.head
    while (onward := history.undone_last(tip)) is not None:
        tip = onward
    return tip


def _begun_on(history: History) -> list[Step]:
    """The steps that began branches on the way to where the battle stands, the last one first."""
    return [step for step in history.standing_forks if step.call.action == BRANCH]


def _begun_name(begun: list[Step]) -> str:
    return str(begun[0].call.option("name", "")) if begun else ""


def _name_of(history: History, own: list[Step]) -> str:
    """What a line calls itself: the name that it was begun with, or the step that it corrects."""
    for step in own:
        if history.is_fork(step.number):
            if step.call.action == BRANCH:
                return str(step.call.option("name", ""))
            return f"Correction of step {step.call.option('step', '')}"
    return ""


def _corrected_lines(history: History) -> dict[int, str]:
    """Names of the lines that were left by a correction, by their last steps."""
    found = {}
    for step in history.steps:
        if step.kind == "do" and history.is_fork(step.number) and step.call.action == CORRECT:
            found[step.call.option("line")] = f"Before the correction of step {step.call.option('step', '')}"
    return found
