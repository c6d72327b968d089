"""Panels for tasks that take several successes, and for notes of the GM."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.selection import Selection
from gui.displays.widgets import Boxes
from gui.style.clicks import count_each_click, watch_menu
from gui.style.disposal import clear_menu, dispose, dispose_items
from gui.style.theme import HALF, UNIT, heading_font, semi_bold, set_role
from gui.style.widgets import set_icon
from gui.widgets.basics import ElidedLabel, KeyButton
from gui.widgets.fields import hold_typed, release_typed
from model.engine.calls import Call
from model.state.base import ENVIRONMENT, Id
from model.view.notes import NoteLine, note_lines
from model.view.tasks import TaskLine, TaskView, tasks_view

# ------------------------------------------------------------------------------------------------------- the GM's notes

_FIELD = 64
"""Height in pixels of a field of notes."""


class NotesField(QPlainTextEdit):
    """A text field that submits changes when it loses the focus, before a command, or on Ctrl+Enter.

    Esc restores the old text.
    """

    submitted = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._shown = ""
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(_FIELD)

    def show_notes(self, notes: str) -> None:
        """Show notes; text being typed is kept unless the notes have changed."""
        if notes != self._shown:
            is_typed = self.hasFocus() and self.toPlainText() != self._shown
            self._shown = notes
            if not is_typed:
                self.setPlainText(notes)

    def submit(self) -> bool:
        """Emit what was typed, if it differs from the notes shown; return True."""
        release_typed(self)
        typed = self.toPlainText().strip()
        if typed != self._shown.strip():
            self._shown = typed
            self.submitted.emit(typed)
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.submit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submit()
        elif event.key() == Qt.Key.Key_Escape and self.toPlainText() != self._shown:
            release_typed(self)
            self.setPlainText(self._shown)
        else:
            super().keyPressEvent(event)
            if self.toPlainText() != self._shown:
                hold_typed(self, self.submit)


class NotesPanel(QScrollArea):
    """Notes for the GM alone; each change is a step that can be undone."""

    def __init__(self, bridge: Bridge, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._selection = selection
        self._who: Id | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, UNIT, 12, UNIT)
        column.setSpacing(HALF)
        self.battle_notes = NotesField("Notes of this battle")
        self.battle_notes.setPlaceholderText("What the players must not know, what comes in round 3…")
        self.battle_notes.submitted.connect(lambda typed: self._edit("set_notes", text=typed))
        self.name = _heading("")
        self.notes = NotesField("Notes of the selected combatant")
        self.notes.setPlaceholderText("What they want, what they carry…")
        self.notes.submitted.connect(self._submit)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(HALF)
        self._built: tuple[NoteLine, ...] | None = None
        column.addLayout(self._lines)
        column.addSpacing(HALF)
        for widget in (_heading("This Battle"), self.battle_notes, self.name, self.notes):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(body)
        # Emitted at every change of the battle as well.
        selection.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the current notes."""
        battle, current = self._bridge.battle, self._selection.current
        who = current if current in battle.combatants and current != ENVIRONMENT else None
        if who != self._who:
            # What was typed belongs to the combatant shown before.
            self.notes.submit()
            self._who = who
        self.battle_notes.show_notes(battle.notes)
        self.name.setText("" if who is None else self._bridge.name(who))
        for widget in (self.name, self.notes):
            widget.setVisible(who is not None)
        self.notes.show_notes("" if who is None else battle.combatants[who].notes)
        self._show_lines(note_lines(battle))

    def _show_lines(self, lines: tuple[NoteLine, ...]) -> None:
        if lines == self._built:
            return
        self._built = lines
        dispose_items(self._lines)
        for line in lines:
            self._lines.addWidget(self._row(line))
        if not lines:
            words = QLabel("Nothing yet: / writes a note, ! marks the last step to look up later.")
            words.setWordWrap(True)
            set_role(words, "muted")
            self._lines.addWidget(words)

    def _row(self, line: NoteLine) -> QWidget:
        row = QWidget()
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(UNIT)
        words = QLabel(line.text)
        words.setWordWrap(True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_role(words, "now" if line.is_question else None)
        box.addWidget(words, 1)
        if line.remark:
            settle = QToolButton()
            settle.setProperty("role", "flat")
            settle.setIconSize(QSize(14, 14))
            settle.setToolTip("Marks the note as done and removes it from the list.")
            settle.setAccessibleName(f"Done: “{line.text}”")
            set_icon(settle, "check", "muted")
            settle.clicked.connect(lambda: self._edit("settle_note", note=line.remark))
            box.addWidget(settle, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _submit(self, typed: str) -> None:
        if self._who is not None:
            self._bridge.edit(Call(action="edit", targets=(self._who,), options={"path": "notes", "value": typed}))

    def _edit(self, action: str, **options: object) -> None:
        self._bridge.edit(Call(action=action, options=options))


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    label.setFont(heading_font())
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, "muted")
    return label


# --------------------------------------------------------------------------------------------------- the card of a task


_SMALL = "padding: 2px 8px; min-height: 18px;"
_OUTCOMES = {"open": ("", "muted"), "failed": ("failed", "bad")}


class TaskCard(QFrame):
    """Shows a task; its signals request changes, each with the task's id first."""

    attempted = Signal(str)
    counted = Signal(str, str, bool)
    """An attempt is to be counted: whose it is, and whether it was a success."""
    set_to = Signal(str, str, int)
    """Successes are to be set: whose they are, and how many."""
    changed = Signal(str, str)
    """The task is to change: `open`, `done`, `failed`, `remove` or `rename`."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self._id = id
        self._view: TaskView | None = None
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, UNIT, UNIT)
        column.setSpacing(HALF)
        head = QHBoxLayout()
        self.name, self.outcome, self.words = ElidedLabel(), QLabel(), ElidedLabel()
        self.name.setFont(semi_bold())
        self.more = QToolButton()
        self.more.setProperty("role", "flat")
        self.more.setIconSize(QSize(16, 16))
        self.more.setStyleSheet("padding: 2px;")
        self.more.setAccessibleName("More commands for this task")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_icon(self.more, "ellipsis", "muted")
        self.menu = QMenu(self.more)
        watch_menu(self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self.menu)
        head.addWidget(self.name, 1)
        head.addWidget(self.outcome)
        head.addWidget(self.more)
        set_role(self.words, "muted")
        self._sides = QGridLayout()
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setHorizontalSpacing(UNIT)
        self._sides.setVerticalSpacing(2)
        self.lines: dict[str, _Side] = {}
        foot = QHBoxLayout()
        foot.setSpacing(HALF)
        self.attempt = QPushButton()
        self.attempt.setStyleSheet(_SMALL)
        set_role(self.attempt, "primary")
        self.attempt.clicked.connect(lambda: self.attempted.emit(self._id))
        foot.addWidget(self.attempt)
        foot.addStretch(1)
        column.addLayout(head)
        column.addWidget(self.words)
        column.addLayout(self._sides)
        column.addLayout(foot)

    def show_task(self, view: TaskView, attempt: str) -> None:
        """Show the task; `attempt` is the text of its button, empty if no combatant can roll."""
        self._view = view
        self.name.setText(view.name)
        self.name.setToolTip(view.name)
        words, role = _OUTCOMES.get(view.state, (view.outcome, "good"))
        self.outcome.setText(f"✓ {words}" if role == "good" else f"✗ {words}" if role == "bad" else "")
        set_role(self.outcome, role)  # type: ignore[arg-type]  # from the table above
        self.words.setText(view.words)
        self.words.setToolTip(view.words)
        self.attempt.setText(attempt)
        self.attempt.setVisible(bool(attempt) and view.state == "open")
        if [line.whose for line in view.lines] != list(self.lines):
            self._rebuild(view.lines)
        for line in view.lines:
            self.lines[line.whose].show_line(line, view)
        self.setAccessibleName(f"{view.name}, {view.outcome}, {view.words}")

    def _rebuild(self, lines: tuple[TaskLine, ...]) -> None:
        for side in self.lines.values():
            side.leave(self._sides)
        self.lines = {}
        is_named = any(line.name for line in lines)
        self._sides.setColumnStretch(0, 1 if is_named else 0)
        self._sides.setColumnStretch(3, 0 if is_named else 1)
        for row, line in enumerate(lines):
            side = _Side(self._sides, row)
            side.boxes.picked.connect(lambda count, whose=line.whose: self.set_to.emit(self._id, whose, count))
            side.success.clicked.connect(lambda _=False, whose=line.whose: self.counted.emit(self._id, whose, True))
            side.failure.clicked.connect(lambda _=False, whose=line.whose: self.counted.emit(self._id, whose, False))
            self.lines[line.whose] = side

    def _fill_menu(self) -> None:
        clear_menu(self.menu)
        entries = [("Rename...", "rename")]
        state = "open" if self._view is None else self._view.state
        entries += [("Mark as Done", "done"), ("Mark as Failed", "failed")] if state == "open" else [("Reopen", "open")]
        for title, change in (*entries, ("Remove from List", "remove")):
            action = self.menu.addAction(title)
            action.triggered.connect(lambda _=False, change=change: self.changed.emit(self._id, change))


class _Side:
    """The successes of one side: a name if there are several sides, boxes, and two buttons that count by hand."""

    def __init__(self, grid: QGridLayout, row: int) -> None:
        self.name, self.boxes, self.count = ElidedLabel(), Boxes(), QLabel()
        self.count.setFont(semi_bold(tabular=True))
        self.success, self.failure = QPushButton("+ success"), QPushButton("+ failure")
        self.success.setToolTip("Counts an attempt that succeeded, without dice.")
        self.failure.setToolTip("Counts an attempt that failed, without dice.")
        for button in (self.success, self.failure):
            count_each_click(button)
            set_role(button, "flat")
            button.setStyleSheet(_SMALL)
        for column, widget in enumerate(self.widgets):
            grid.addWidget(widget, row, column + (column > 2))

    @property
    def widgets(self) -> tuple[QLabel | Boxes | QPushButton, ...]:
        return (self.name, self.boxes, self.count, self.success, self.failure)

    def show_line(self, line: TaskLine, view: TaskView) -> None:
        self.name.setText(line.name)
        self.name.setVisible(bool(line.name))
        self.boxes.set_amount(min(line.successes, view.needed), view.needed)
        self.boxes.setAccessibleName(f"{line.name} {line.successes} of {view.needed} successes".strip())
        tries = f"  in {line.tries}" if line.tries else ""
        self.count.setText(f"{line.successes} of {view.needed}{tries}")
        for button in (self.success, self.failure):
            button.setVisible(view.state == "open")

    def leave(self, grid: QGridLayout) -> None:
        for widget in self.widgets:
            grid.removeWidget(widget)
            dispose(widget)


# --------------------------------------------------------------------------------------------------- the panel of tasks


_NOTHING = "No tasks yet. Set up a task that takes several successes here; attempts are counted."


class TasksPanel(QScrollArea):
    """A card for each task. The signals request changes, which the window carries out."""

    new_wanted = Signal()
    once_wanted = Signal()
    aside_changed = Signal(str)
    """How many tasks are under way, as text for the dock's heading."""

    def __init__(self, bridge: Bridge, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._selection = selection
        self.cards: dict[Id, TaskCard] = {}
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, HALF, 12, UNIT)
        column.setSpacing(UNIT)
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self.new, self.once = KeyButton("New Task..."), KeyButton("Single Roll...")
        self.new.setToolTip("Sets up a task that takes several successes.")
        self.once.setToolTip("Begins a task that one roll decides, for the selected combatant.")
        for button in (self.new, self.once):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            line.addWidget(button)
        line.addStretch(1)
        self.nothing = QLabel(_NOTHING)
        self.nothing.setWordWrap(True)
        set_role(self.nothing, "muted")
        self._cards = QVBoxLayout()
        self._cards.setSpacing(UNIT)
        column.addLayout(line)
        column.addWidget(self.nothing)
        column.addLayout(self._cards)
        column.addStretch(1)
        self.once.setVisible(bool(bridge.ruleset.tasks.once))
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.new.clicked.connect(self.new_wanted)
        self.once.clicked.connect(self.once_wanted)
        selection.changed.connect(self.refresh)
        self.refresh()

    attempted = Signal(str)
    counted = Signal(str, str, bool)
    set_to = Signal(str, str, int)
    changed = Signal(str, str)

    def set_keys(self, new: str, once: str) -> None:
        """Show the keys that do the same as the buttons."""
        self.new.set_key(new)
        self.once.set_key(once)

    def refresh(self) -> None:
        """Show the current tasks."""
        views = tasks_view(self._bridge.battle)
        if [view.id for view in views] != list(self.cards):
            self._rebuild([view.id for view in views])
        for view in views:
            self.cards[view.id].show_task(view, self._attempt_words(view.is_contest))
        self.nothing.setVisible(not views)
        count = sum(view.state == "open" for view in views)
        self.aside_changed.emit(f"{count} under way" if count else "")

    def _attempt_words(self, is_contest: bool) -> str:
        """Text of the button of a task, such as `Attempt: Halcyon`; empty if no combatant can roll."""
        tasks = self._bridge.ruleset.tasks
        if is_contest and tasks.compete:
            return "Everyone Rolls"
        who = self._selection.current
        if not tasks.attempt or who not in self._bridge.battle.combatants:
            return ""
        return f"Attempt: {self._bridge.name(who)}"

    def _rebuild(self, ids: list[Id]) -> None:
        for id in [id for id in self.cards if id not in ids]:
            card = self.cards.pop(id)
            self._cards.removeWidget(card)
            dispose(card)
        kept = self.cards
        self.cards = {}
        for at, id in enumerate(ids):
            card = kept.get(id) or self._card(id)
            self._cards.insertWidget(at, card)
            self.cards[id] = card

    def _card(self, id: Id) -> TaskCard:
        card = TaskCard(id)
        card.attempted.connect(self.attempted)
        card.counted.connect(self.counted)
        card.set_to.connect(self.set_to)
        card.changed.connect(self.changed)
        return card
