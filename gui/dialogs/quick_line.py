"""One line over the board: quick edits of whoever is selected, and new fighters."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from gui.style.measures import UNIT
from gui.style.theme import set_role

_WIDTH = 460


class QuickLine(QFrame):
    """Opens over the middle of the window; Enter hands in, Esc closes, a sentence says what was wrong."""

    handed_in = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._owner = parent
        set_role(self, "card")
        self.setAutoFillBackground(True)
        self.setFixedWidth(_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * UNIT, UNIT, 2 * UNIT, UNIT)
        column.setSpacing(UNIT)
        self.words = QLabel()
        self.words.setWordWrap(True)
        set_role(self.words, "muted")
        self.field = _Field()
        self.field.setAccessibleName("Quick edit")
        self.field.left.connect(self.close_line)
        self.field.returnPressed.connect(lambda: self.handed_in.emit(self.field.text()))
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        for widget in (self.words, self.field, self.problem):
            column.addWidget(widget)
        self.hide()

    def open_with(self, typed: str, selected: str) -> None:
        """Open with what was typed already; `selected` says whom edits are about."""
        edits = "−7 hurts, −7r through resistance, +3 heals, −prone lays on or ends a condition."
        of_selected = f"{selected}: {edits} " if selected else ""
        self.words.setText(f"{of_selected}+3 raiders adds fighters; + Ada, pc; + 2 guards hidden; + 2 guards in Shop.")
        self.field.setText(typed)
        self.show_problem("")
        self.adjustSize()
        room = self._owner.rect()
        self.move((room.width() - self.width()) // 2, room.height() // 5)
        self.show()
        self.raise_()
        self.field.setFocus()
        self.field.end(False)

    def show_problem(self, sentence: str) -> None:
        """Say what was wrong with the line; it stays to be mended."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.adjustSize()

    def close_line(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()


class _Field(QLineEdit):
    """Tells when it is left."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
