"""Why an action is refused, and the way to do it all the same."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.style.measures import HALF, UNIT
from gui.style.theme import palette, set_role
from gui.widgets.key_button import KeyButton
from model.state.texts import Refusal


class RefusalLine(QWidget):
    """Why the rules say no, by which rule, and how to do it all the same."""

    anyway = Signal()
    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self.words = QLabel()
        self.words.setWordWrap(True)
        set_role(self.words, "bad")
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self._rule = QPushButton()
        set_role(self._rule, "flat")
        self._rule.clicked.connect(lambda: self.rule_asked.emit(self._rule.text()))
        self.button = KeyButton("Do it anyway", "⇧⏎")
        self.button.clicked.connect(self.anyway)
        line.addWidget(self._rule)
        line.addStretch(1)
        line.addWidget(self.button)
        column.addWidget(self.words)
        column.addLayout(line)

    def show_refusal(self, refusal: Refusal | None, words: str) -> None:
        """Show a refusal, or nothing."""
        if refusal is None:
            self.hide()
            return
        self.words.setText(words)
        self._rule.setText(refusal.rule)
        self._rule.setStyleSheet(f"color: {palette().link};")
        self._rule.setVisible(bool(refusal.rule))
        self.button.setVisible(refusal.can_override)
        self.show()
