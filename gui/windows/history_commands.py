"""Commands about what happened: back and forth, correcting a step. Dialogs are imported when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from gui.controllers.correcting import Correcting
from gui.controllers.workspace import Workspace
from gui.panels.log import steps_text
from gui.player.presenter import PlayersPresenter, PlayersState
from model.view.log import LogLine
from model.view.pools import clock_view

CORRECTION = "correction"


class HistoryCommands:
    """What the rows of the command table and the menus of log and history do with earlier steps."""

    def __init__(self, work: Workspace, window: QWidget, presenter: PlayersPresenter) -> None:
        self._work = work
        self._bridge = work.bridge
        self._window = window
        self._presenter = presenter

    # ------------------------------------------------------------------------------------- back and forth

    def show_log_menu(self, line: LogLine, at: QPoint) -> None:
        """The menu of a line of the log: correct it, back to before or after it, or on to it again."""
        session = self._bridge.session
        standing = [step.number for step in session.standing()]
        first, last = line.steps[0], line.steps[-1]
        menu = QMenu(self._window)
        correct = menu.addAction("Correct This Step...", lambda: self.correct(last))
        correct.setEnabled(last in standing)
        menu.addSeparator()
        if session.can_go_on_to(last):
            menu.addAction("Redo Up to Here", lambda: self._go(lambda: self._bridge.redo(last), "Redone"))
        else:
            here = menu.addAction("Go Back to Here", lambda: self._go(lambda: self._bridge.undo(last), "Undone"))
            here.setEnabled(last in standing[1:])
            before = session.step(first).parent
            there = menu.addAction("Go Back to Before This")
            there.triggered.connect(lambda: self._go(lambda: self._bridge.undo(before), "Undone"))
            there.setEnabled(first in standing)
        menu.addSeparator()
        menu.addAction("Copy", lambda: QGuiApplication.clipboard().setText(line.text))
        menu.exec(at)
        menu.deleteLater()

    def _go(self, move: Callable[[], None], done: str) -> None:
        """Undo or redo several steps at once, and tell how many."""
        before = len(self._bridge.session.steps)
        move()
        self._work.tell_good(f"{done}: {steps_text(len(self._bridge.session.steps) - before)}.")

    # ------------------------------------------------------------------------------------- correcting

    def correct_selected(self, selected: LogLine | None) -> None:
        """Correct the selected line of the log, else the last step."""
        last = next(self._bridge.session.standing(), None)
        number = selected.steps[-1] if selected is not None else 0 if last is None else last.number
        self.correct(number)

    def correct(self, number: int) -> None:
        """Open an earlier step, and apply what the GM changes of it; players see none of it meanwhile."""
        from gui.dialogs.correct_step import CorrectStepDialog

        correction = self._bridge.session.correction(number)
        if isinstance(correction, str):
            self._work.tell(correction)
            return
        work = Correcting(self._bridge, correction, self._window)
        with self.frozen(CORRECTION):
            is_applied = CorrectStepDialog.ask(work, self._frozen_words(), self._window)
        work.deleteLater()
        if is_applied:
            self._work.tell_good(f"Step {number} is corrected. Ctrl+Z takes all of it back.")

    @contextmanager
    def frozen(self, reason: str) -> Iterator[None]:
        """Hold what the players see as long as the GM is elsewhere."""
        self._presenter.hold_for(reason, lasts=True)
        try:
            yield
        finally:
            self._presenter.end_hold(reason)

    def _frozen_words(self) -> str:
        """What the players see meanwhile; empty without a screen."""
        if self._presenter.state is not PlayersState.FROZEN:
            return ""
        battle = self._bridge.battle
        when = clock_view(self._bridge.ruleset, battle).words if battle.order.round else "what was"
        return f"FROZEN  players see {when[:1].lower()}{when[1:]}"
