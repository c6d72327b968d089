"""Undo and redo past what was only shown to the players: a handout stays shown, and the fight is undone below it.

Such steps stand in the file like all others. An undo goes back before the last step of the fight and makes the steps
that have shown something since anew; a redo does the same in the other direction.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from model.session import emitter
from model.session.history import History, Step, StepRecord
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.changes import changes
from model.state.merge import merged

IsBeside = Callable[[Step], bool]
"""Whether a step has only shown something."""


class Past:
    """Undo and redo of a history, past the steps that have only shown something."""

    def __init__(self, history: History, is_beside: IsBeside) -> None:
        self._history = history
        self._is_beside = is_beside

    @property
    def _shown(self) -> list[Step]:
        """The steps that have shown something since the last step of the fight, oldest first."""
        found: list[Step] = []
        for step in self._history.standing:
            if not self._is_beside(step):
                break
            found.append(step)
        return found[::-1]

    @property
    def _last(self) -> int:
        """Number of the last step of the fight."""
        shown = self._shown
        return shown[0].parent if shown else self._history.head

    @property
    def undoable(self) -> Step | None:
        """The step that an undo would undo, or None."""
        return self._history.undoable_at(self._last)

    @property
    def redoable(self) -> Step | None:
        """The step that a redo would redo, or None."""
        numbers = (self._history.head, *(step.parent for step in self._shown[::-1]))
        return next((found for number in numbers if (found := self._undone_at(number)) is not None), None)

    def _undone_at(self, number: int) -> Step | None:
        """The step of the fight undone last after step `number`, directly or behind steps that have shown something."""
        for step in self._history.undone_at(number):
            found = self._undone_at(step.number) if self._is_beside(step) else step
            if found is not None:
                return found
        return None

    def undo(self, now: datetime) -> list[Step]:
        """Undo the last step of the fight; return the log entries for it, none if there is nothing to undo."""
        back = self._history.back_at(self._last)
        if back is None:
            return []
        shown = self._shown
        return [*self._history.go(back, now), *self._shown_again(shown, now)]

    def redo(self, now: datetime) -> list[Step]:
        """Redo the step of the fight that was undone last; return the log entries, none if there is nothing to redo."""
        found = self.redoable
        if found is None:
            return []
        history, shown, seen = self._history, self._shown, self._history.battle
        steps = history.go(history.end_of(found.number), now)
        if not _shows_the_same(history.battle, seen) and (end := self._end_of_shown(seen)) is not None:
            return [*steps, *history.go(end, now)]
        return [*steps, *self._shown_again(shown, now)]

    def _end_of_shown(self, seen: AnyBattle) -> int | None:
        """The undone step after the current one that shows what players see now, if only such steps lead there."""
        found = self._history.redoable
        while found is not None and self._is_beside(found):
            if _shows_the_same(self._history.battle_after(found.number), seen):
                return found.number
            found = self._history.redoable_at(found.number)
        return None

    def _shown_again(self, shown: list[Step], now: datetime) -> list[Step]:
        """Make steps anew after the current one, each only if it changes something."""
        history, made = self._history, []
        for step in shown:
            before, after, old = history.battle_after(step.parent), history.battle_after(step.number), history.battle
            battle = merged(before, after, old)
            battle = replace(battle, serial=max(battle.serial, old.serial))
            found = tuple(changes(old, battle))
            if found:
                lines = emitter.done_step(history.next_number, history.head, now, step.call, step.note, found)
                made.append(history.add(battle, lines, StepRecord.of(lines, now, step.call, step.note)))
        return made


def _shows_the_same(one: AnyBattle, other: AnyBattle) -> bool:
    return (one.shown, one.handouts) == (other.shown, other.handouts)
