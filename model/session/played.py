"""What a session remembers: the battle as it stands, every step, every battle that there was. It only reads."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ruleset import Ruleset
from model.session.branches import Branch, branches, played_line
from model.session.corrections import Correction, correctable
from model.session.history import History, Step
from model.state.battle import AnyBattle
from model.state.texts import Note


class Played:
    """The half of a session that only reads."""

    def __init__(self, ruleset: Ruleset, history: History) -> None:
        self.ruleset = ruleset
        self._history = history

    @property
    def battle(self) -> AnyBattle:
        """The battle as it stands."""
        return self._history.battle

    @property
    def head(self) -> int:
        """Number of the step after which the battle stands; of the first one's parent at the start."""
        return self._history.head

    @property
    def steps(self) -> tuple[Step, ...]:
        """The log: every step in the order they were made, undone ones too."""
        return tuple(self._history.steps)

    def step(self, number: int) -> Step:
        """The step with a number that the session has."""
        return self._history.step(number)

    def battle_at(self, number: int) -> AnyBattle:
        """The battle as it stood after a step, or at the start."""
        return self._history.battle_after(number)

    def standing(self, at: int | None = None) -> Iterator[Step]:
        """The steps that led to where the battle stands, or stood after another step, the last one first."""
        return self._history.standing if at is None else self._history.standing_at(at)

    def battle_before(self, step: Step) -> AnyBattle:
        """The battle that a step was made in."""
        return self._history.battle_after(self._history.step(step.of).parent)

    def battle_after(self, step: Step) -> AnyBattle:
        """The battle that a step led to, whether or not it was undone since."""
        return self._history.battle_after(step.parent if step.kind == "undo" else step.of)

    @property
    def can_undo(self) -> bool:
        return self._history.undoable is not None

    @property
    def can_redo(self) -> bool:
        return self._history.redoable is not None

    @property
    def undo_title(self) -> Note | None:
        """What an undo would undo; None when there is nothing."""
        step = self._history.undoable
        return None if step is None else step.note

    @property
    def redo_title(self) -> Note | None:
        """What a redo would do again; None when there is nothing."""
        step = self._history.redoable
        return None if step is None else step.note

    def can_go_on_to(self, number: int) -> bool:
        """Whether an undone step, and all before it, can be done again from where the battle stands."""
        return bool(self._history.way_to(number))

    def branches(self) -> tuple[Branch, ...]:
        """The line that the battle stands on, then the others, the newest first."""
        return branches(self._history)

    @property
    def played_line(self) -> int | None:
        """Where the battle stood when the branch was begun that it stands on; None: it stands on no such branch."""
        return played_line(self._history)

    def correction(self, number: int) -> Correction | str:
        """An earlier step opened again; nothing changes until `correct`. A sentence where it cannot be corrected."""
        sentence = correctable(self.ruleset, self._history, number)
        return sentence or Correction(self.ruleset, self._history, number)
