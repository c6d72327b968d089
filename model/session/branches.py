"""Branches: lines of the tree of steps beside the one that the battle stands on. None is ever lost by an undo."""

from __future__ import annotations

from datetime import datetime

from model.engine.calls import Call
from model.session import emitter
from model.session.history import BRANCH, History, Step, Told
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
