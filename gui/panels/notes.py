"""The GM's notes: of the battle, of the selected combatant, and what was noted on the way and is not settled yet."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.style.fonts import heading_font
from gui.style.icons import set_icon
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from model.engine.calls import Call
from model.state.base import ENVIRONMENT, Id
from model.view.notes import NoteLine, note_lines

_FIELD = 64
"""Pixels of a field of notes."""


class NotesField(QPlainTextEdit):
    """Text that is handed in when it is left, or by Ctrl+Enter; Esc restores it."""

    handed_in = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._shown = ""
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(_FIELD)

    def show_notes(self, notes: str) -> None:
        """Show notes as they stand now; what is being typed stays."""
        if notes != self._shown:
            self._shown = notes
            self.setPlainText(notes)

    def hand_in(self) -> None:
        """Tell what was typed, if it is something else."""
        typed = self.toPlainText().strip()
        if typed != self._shown:
            self._shown = typed
            self.handed_in.emit(typed)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hand_in()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.hand_in()
        elif event.key() == Qt.Key.Key_Escape and self.toPlainText() != self._shown:
            self.setPlainText(self._shown)
        else:
            super().keyPressEvent(event)


class NotesPanel(QScrollArea):
    """Everything here is for the GM alone; each change is a step that can be undone."""

    def __init__(self, bridge: Bridge, attention: Attention) -> None:
        super().__init__()
        self._bridge = bridge
        self._attention = attention
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
        self.battle_notes.handed_in.connect(lambda typed: self._edit("set_notes", text=typed))
        self.name = _heading("")
        self.notes = NotesField("Notes of the selected combatant")
        self.notes.setPlaceholderText("What they want, what they carry…")
        self.notes.handed_in.connect(self._hand_in)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(HALF)
        self._built: tuple[NoteLine, ...] | None = None
        column.addLayout(self._lines)
        column.addSpacing(HALF)
        for widget in (_heading("This Battle"), self.battle_notes, self.name, self.notes):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(body)
        # Tells of every change of the battle as well.
        attention.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the notes as they stand now."""
        battle, looked = self._bridge.battle, self._attention.looked_at
        who = looked if looked in battle.combatants and looked != ENVIRONMENT else None
        if who != self._who:
            # What was typed belongs to the combatant selected then.
            self.notes.hand_in()
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
        while (item := self._lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
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
            settle.setToolTip("Done: remove it from the list")
            settle.setAccessibleName(f"Done: “{line.text}”")
            set_icon(settle, "check", "muted")
            settle.clicked.connect(lambda: self._edit("settle_note", note=line.remark))
            box.addWidget(settle, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _hand_in(self, typed: str) -> None:
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
