"""Commands about the history: earlier steps, branches, corrections. Dialogs are imported when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMarginsF, QObject, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.feeds import map_of
from gui.controllers.workspace import Workspace
from gui.dialogs.forms import LineDialog, place_words
from gui.map.canvas import MapCanvas
from gui.map.tools import PointTool
from gui.panels.log import steps_text
from gui.player.page import map_image
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.style.clicks import run_menu
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, palette, set_role
from gui.style.widgets import padded_column
from gui.widgets.basics import KeyButton
from gui.windows.docks import Dock
from model.board.zones import place_at
from model.session.branches import Branch
from model.state.battle import AnyBattle
from model.state.board import Place, Point
from model.view.board import acting_combatant, project_map
from model.view.log import LogLine
from model.view.pools import clock_view
from model.view.viewer import GM

if TYPE_CHECKING:
    from gui.controllers.history import HistoryFeed
    from gui.panels.history import HistoryPanel

# -------------------------------------------------------------------------------- a place on the map of an earlier step

_SIZE = QSize(820, 580)
_AROUND = 16.0
"""Metres shown to each side at first."""


class PointDialog(QDialog):
    """Asks for a place, which a click on the map gives; the wheel and dragging move the map."""

    def __init__(self, bridge: Bridge, battle: AnyBattle, start: Place | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Point at Map")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._battle = battle
        self.place: Place | None = None
        self.canvas = MapCanvas()
        self.canvas.set_resolver(bridge.picture)
        self.tool = PointTool(self.canvas, self._point)
        self.canvas.set_tool(self.tool)
        self.canvas.set_view(project_map(battle, bridge.ruleset, GM, acting=acting_combatant(battle)))
        self.words = QLabel("Click where it is.")
        set_role(self.words, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setEnabled(False)
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        line = QHBoxLayout()
        line.addWidget(self.words, 1)
        line.addWidget(buttons)
        column = padded_column(self)
        column.addWidget(self.canvas, 1)
        column.addLayout(line)
        self._start = None if start is None else start.point
        if self._start is not None:
            self.tool.show_point(self._start)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the surroundings of the previous place: the whole board may be far larger."""
        super().showEvent(event)
        if self._start is not None:
            x, y = self._start
            self.canvas.stop_auto_fit()
            around = (x - _AROUND, y - _AROUND, x + _AROUND, y + _AROUND)
            self.canvas.set_camera(self.canvas.camera.fitted(around, QMarginsF()))

    def _point(self, point: Point) -> None:
        self.place = place_at(self._battle.board, point)
        zone = self._battle.board.zones.get(self.place.zone or "")
        where = f" · {zone.name}" if zone is not None else ""
        self.words.setText(f"{place_words(self._battle, self.place)} m{where}")
        self.ok.setEnabled(True)
        self.ok.setFocus()

    @classmethod
    def ask(cls, bridge: Bridge, battle: AnyBattle, start: Place | None, parent: QWidget | None) -> Place | None:
        """Return the place that was clicked, or None if the dialog was cancelled."""
        dialog = cls(bridge, battle, start, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        place = dialog.place
        dispose(dialog)
        return place if is_accepted else None


# ------------------------------------------------------------------------------------------------------------- commands

CORRECTION, HISTORY = "correction", "history"
_TITLE, _MOST = 60, 300
"""Maximum number of characters of a step's title, and of points offered for comparison."""
_NARROW = 560
"""Width of the board in pixels below which words and buttons are on two lines."""
_MAP = QSize(1280, 720)
"""Size in pixels of a map in the story."""
_LINE = 3
"""Width in pixels of the frame around an earlier battle."""


class PastFrame(QFrame):
    """A frame around the board while an earlier battle is shown: says which one, and how to return."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.card = QFrame(board)
        self.card.setAutoFillBackground(True)
        set_role(self.card, "card")
        self._line, line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.card), QHBoxLayout()
        self._line.setContentsMargins(UNIT + HALF, HALF, HALF, HALF)
        for layout in (self._line, line):
            layout.setSpacing(UNIT)
        self.words = QLabel()
        set_role(self.words, "now")
        self.back, self.what_if = QPushButton("Go Back"), QPushButton("What If...")
        self.back.setToolTip("Undoes everything since; nothing is lost.")
        self.what_if.setToolTip("Starts a branch here and leaves the main line as it is.")
        self.leave = KeyButton("Return", "Esc")
        self._line.addWidget(self.words)
        self._line.addLayout(line)
        for button in (self.back, self.what_if, self.leave):
            line.addWidget(button)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        board.installEventFilter(self)
        self.hide()
        self.card.hide()

    def show_words(self, words: str) -> None:
        """Show which battle is shown; empty hides the frame."""
        self.words.setText(words)
        for widget in (self, self.card):
            widget.setVisible(bool(words))
        if words:
            self._place()

    def _place(self) -> None:
        self.setGeometry(self._board.rect())
        is_narrow = self._board.width() < _NARROW
        self._line.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)
        self.card.adjustSize()
        width = min(self.card.width(), self._board.width() - 2 * UNIT)
        self.card.resize(width, self.card.height())
        at = self._board.height() - self.card.height() - 2 * UNIT
        self.card.move((self._board.width() - width) // 2, at)
        self.raise_()
        self.card.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(palette().color("now"), _LINE))
        inset = _LINE / 2
        painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))
        painter.end()


class HistoryCommands(QObject):
    """Handlers of the commands about earlier steps, and of the menus of log and history."""

    def __init__(
        self, work: Workspace, window: QWidget, presenter: PlayersPresenter, dock: Dock, board: QWidget
    ) -> None:
        super().__init__(window)
        self._work = work
        self._bridge = work.bridge
        self._window = window
        self._presenter = presenter
        self._dock = dock
        self.frame = PastFrame(board)
        self.frame.back.clicked.connect(lambda: self._at_past(self.go_to))
        self.frame.what_if.clicked.connect(lambda: self._at_past(self.begin_branch))
        self.frame.leave.clicked.connect(self.leave_past)
        dock.when_made(self._connect_panel)
        work.bridge.changed.connect(self._follow)

    def _connect_panel(self, panel: HistoryPanel) -> None:
        panel.menu_requested.connect(self.show_step_menu)
        panel.branch_requested.connect(self.show_branch_menu)
        panel.aside_changed.connect(self._dock.set_aside)

    @property
    def _feed(self) -> HistoryFeed:
        from gui.panels.history import HistoryPanel

        return self._dock.panel(HistoryPanel).feed

    def _follow(self) -> None:
        """Frame an earlier battle, and freeze the player view as long as it is shown."""
        past = self._bridge.past
        if past is None:
            self.frame.show_words("")
            self._presenter.end_freeze(HISTORY)
        else:
            self._presenter.freeze_for(HISTORY, lasts=True)
            self.frame.show_words(f"{self._feed.place_words(past.number)} · read only")

    # ---------------------------------------------------------------------------------- earlier battles

    def leave_past(self) -> bool:
        """Show the current battle; return False if it is shown already."""
        if self._bridge.past is None:
            return False
        self._bridge.show_step(None)
        return True

    def _at_past(self, do: Callable[[int], object]) -> None:
        past = self._bridge.past
        if past is not None:
            do(past.number)

    def show_step_menu(self, number: int, at: QPoint) -> None:
        """Show the menu of a step in the history."""
        session = self._bridge.session
        is_standing = any(step.number == number for step in session.standing())
        menu = QMenu(self._window)
        menu.addAction("Show Battle After This", lambda: self._bridge.show_step(number))
        menu.addAction("Go Back to Here" if is_standing else "Go to Here", lambda: self.go_to(number))
        menu.addAction("What If from Here...", lambda: self.begin_branch(number))
        menu.addSeparator()
        menu.addAction("Correct This Step...", lambda: self.correct(number)).setEnabled(is_standing)
        menu.addAction("Compare with Now...", lambda: self.compare(number))
        menu.addSeparator()
        words = self._feed.row(number).words
        menu.addAction("Copy", lambda: QGuiApplication.clipboard().setText(words))
        run_menu(menu, at)

    def show_branch_menu(self, branch: Branch, at: QPoint) -> None:
        """Show the menu of a branch."""
        menu = QMenu(self._window)
        go = menu.addAction("Go to This Branch", lambda: self.go_to(branch.tip))
        go.setEnabled(not branch.is_current)
        menu.addAction("Rename...", lambda: self.name_branch(branch))
        menu.addAction("Show Where It Ends", lambda: self._bridge.show_step(branch.tip))
        menu.addAction("Compare with Now...", lambda: self.compare(branch.tip))
        run_menu(menu, at)

    # ------------------------------------------------------------------------------------- branches

    def go_to(self, number: int) -> None:
        """Go to a step of any branch; no branch is lost."""
        self._bridge.show_step(None)
        self._bridge.session.go_to(number)
        self._work.show_success(f"The battle is now as it was after step {number}.")

    def begin_branch(self, number: int) -> None:
        """Ask for a name and begin a branch after a step; the played line is kept."""
        if number not in {step.number for step in self._bridge.session.steps}:
            self._work.show_message("Nothing has happened yet to go back to.")
            return
        words = "What are you trying out? Undo or Return to Main Line takes you back."
        name = LineDialog.ask(self._window, "What If", words, example="With the rocket launcher")
        if name is None:
            return
        # An unnamed branch gets a name, since otherwise the GM would unknowingly continue the played line.
        name = name or f"From step {number}"
        self._bridge.show_step(None)
        problem = self._bridge.session.begin_branch(number, name)
        if problem:
            self._work.show_message(problem)
        else:
            self._work.show_success(f"What if: {name}. Players see none of it until you resume their view.")

    def name_branch(self, branch: Branch) -> None:
        """Ask for a new name of a branch."""
        name = LineDialog.ask(self._window, "Rename Branch", "What is this branch called?", branch.name)
        if name and name != branch.name:
            self._bridge.show_step(None)
            self._work.show_message(self._bridge.session.name_branch(branch.tip, name))

    def begin_branch_here(self) -> None:
        """Begin a branch from the battle that is shown."""
        past, last = self._bridge.past, next(self._bridge.session.standing(), None)
        step = past or last
        self.begin_branch(0 if step is None else step.number)

    def return_to_played(self) -> None:
        """Leave the current branch, and continue where the played line was left."""
        line = self._bridge.session.played_line
        if line is not None:
            self.go_to(line)
            self._work.show_success("Back on the main line. The branch stays in History.")

    # ------------------------------------------------------------------------------------- comparing

    def compare(self, number: int | None = None) -> None:
        """Show what differs between the battle after a step and now; by default, since the step before the last."""
        from gui.dialogs.history import CompareDialog, Point

        session = self._bridge.session
        others = (branch for branch in session.branches() if not branch.is_current)
        ends = (Point(f"End of: {one.name}", session.battle_after(session.step(one.tip))) for one in others)
        points = [Point("Now", session.battle), *ends]
        before_last = len(points) + 1
        at: dict[int, int] = {}
        for step in session.standing():
            at[step.number] = len(points)
            row = self._feed.row(step.number)
            title = " ".join(filter(None, (f"{step.number}", row.round, row.words[:_TITLE])))
            points.append(Point(title, session.battle_after(step)))
            if len(points) > _MOST and number is None:
                break
        if number is not None and number not in at:
            at[number] = len(points)
            points.append(Point(f"Step {number}", session.battle_after(session.step(number))))
        CompareDialog.show_points(
            self._bridge, points, at.get(number or 0, min(before_last, len(points) - 1)), 0, self._window
        )

    def tell_story(self) -> None:
        """Show the story of the evening as a text to copy or to save."""
        from gui.dialogs.history import StoryDialog

        StoryDialog.show_story(self._bridge, self.paint_map, self._window)

    def paint_map(self, battle: AnyBattle, is_public: bool) -> QImage | None:
        """Paint the map of a battle of this session; return None if there is nothing to paint."""
        view = map_of(self._bridge.ruleset, battle, is_public=is_public)
        return map_image(view, _MAP, self._bridge.picture)

    def show_log_menu(self, line: LogLine, at: QPoint) -> None:
        """Show the menu of a line of the log: correct it, undo to before or after it, or redo up to it."""
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
        run_menu(menu, at)

    def _go(self, move: Callable[[], object], done: str) -> None:
        """Undo or redo several steps at once, and show how many."""
        before = len(self._bridge.session.steps)
        move()
        self._work.show_success(f"{done}: {steps_text(len(self._bridge.session.steps) - before)}.")

    # ------------------------------------------------------------------------------------- correcting

    def correct_selected(self, selected: LogLine | None) -> None:
        """Correct the selected line of the log, or else the last step."""
        last = next(self._bridge.session.standing(), None)
        number = selected.steps[-1] if selected is not None else 0 if last is None else last.number
        self.correct(number)

    def correct(self, number: int) -> None:
        """Open an earlier step and apply the GM's correction; the player view is frozen meanwhile."""
        from gui.controllers.history import StepCorrection
        from gui.dialogs.correct_step import CorrectStepDialog

        correction = self._bridge.session.correction(number)
        if isinstance(correction, str):
            self._work.show_message(correction)
            return
        self._bridge.show_step(None)
        work = StepCorrection(self._bridge, correction, self._window)
        with self.frozen(CORRECTION):
            is_applied = CorrectStepDialog.ask(work, self._frozen_words(), self._window, self.point_at)
        dispose(work)
        if is_applied:
            self._work.show_success(f"Step {number} is corrected. Ctrl+Z takes all of it back.")

    def point_at(self, battle: AnyBattle, start: Place | None) -> Place | None:
        """Ask for a place on the map of an earlier battle; return None if the GM cancels."""
        return PointDialog.ask(self._bridge, battle, start, QApplication.activeWindow() or self._window)

    @contextmanager
    def frozen(self, reason: str) -> Iterator[None]:
        """Freeze the player view while the context is active."""
        self._presenter.freeze_for(reason, lasts=True)
        try:
            yield
        finally:
            self._presenter.end_freeze(reason)

    def _frozen_words(self) -> str:
        """Return what the players see meanwhile; empty if the player view is not frozen, as without a screen."""
        if self._presenter.state is not PlayersState.FROZEN:
            return ""
        battle = self._bridge.battle
        when = clock_view(self._bridge.ruleset, battle).words if battle.order.round else "the earlier state"
        return f"FROZEN  players see {when[:1].lower()}{when[1:]}"
