"""The read-only half of a session: the current battle, every step, and the battle after each."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.bookkeeping import is_only_shown
from model.engine.ruleset import Ruleset
from model.session.beside import Past
from model.session.branches import Branch, branches, played_line
from model.session.corrections import Correction, correctable
from model.session.history import History, Step
from model.state.battle import AnyBattle
from model.state.texts import Note


class Played:
    """The read-only half of a session."""

    def __init__(self, ruleset: Ruleset, history: History) -> None:
        self.ruleset = ruleset
        self._history = history
        self._ends_of: tuple[int, int, int] | None = None
        self._ends_found: tuple[Step | None, Step | None] = (None, None)

    @property
    def battle(self) -> AnyBattle:
        """The current battle."""
        return self._history.battle

    @property
    def head(self) -> int:
        """Number of the current step; at the start, the number before the first step."""
        return self._history.head

    @property
    def steps(self) -> tuple[Step, ...]:
        """The log: every step in the order they were made, including undone ones."""
        return tuple(self._history.steps)

    def step(self, number: int) -> Step:
        """The step with this number, which must exist."""
        return self._history.step(number)

    def battle_at(self, number: int) -> AnyBattle:
        """The battle after step `number`, or at the start."""
        return self._history.battle_after(number)

    def standing(self, at: int | None = None) -> Iterator[Step]:
        """The steps that led to the current battle, or to the battle after step `at`, last one first."""
        return self._history.standing if at is None else self._history.standing_at(at)

    def battle_before(self, step: Step) -> AnyBattle:
        """The battle before a step; for an undo or a redo, before the step that it undoes or redoes."""
        return self._history.battle_after(self._history.step(step.of).parent)

    def battle_after(self, step: Step) -> AnyBattle:
        """The battle after a step, whether or not it was undone since."""
        return self._history.battle_after(step.parent if step.kind == "undo" else step.of)

    @property
    def _past(self) -> Past:
        return Past(self._history, lambda step: is_only_shown(self.ruleset, step.call))

    @property
    def _ends(self) -> tuple[Step | None, Step | None]:
        """The steps that an undo and a redo would concern; cached, because buttons and menus ask at each key."""
        history = self._history
        now = history.start, history.next_number, history.head
        if now != self._ends_of:
            past = self._past
            self._ends_of, self._ends_found = now, (past.undoable, past.redoable)
        return self._ends_found

    @property
    def can_undo(self) -> bool:
        return self._ends[0] is not None

    @property
    def can_redo(self) -> bool:
        return self._ends[1] is not None

    @property
    def undo_title(self) -> Note | None:
        """The note of the step that an undo would undo, or None if there is nothing to undo."""
        step = self._ends[0]
        return None if step is None else step.note

    @property
    def redo_title(self) -> Note | None:
        """The note of the step that a redo would redo, or None if there is nothing to redo."""
        step = self._ends[1]
        return None if step is None else step.note

    def can_go_on_to(self, number: int) -> bool:
        """Whether an undone step, and all undone steps before it, can be redone from the current step."""
        return bool(self._history.redo_path(number))

    def branches(self) -> tuple[Branch, ...]:
        """The current branch, then the others, newest first."""
        return branches(self._history)

    @property
    def played_line(self) -> int | None:
        """Step that was current when the current branch was begun, or None outside branches made by `begin_branch`."""
        return played_line(self._history)

    def correction(self, number: int) -> Correction | str:
        """A correction of an earlier step, or a sentence if it cannot be corrected; nothing changes until `correct`."""
        sentence = correctable(self.ruleset, self._history, number)
        return sentence or Correction(self.ruleset, self._history, number)
