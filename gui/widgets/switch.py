"""A button that says yes or no."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget


class Switch(QPushButton):
    """On or off, in words: nobody has to tell it from the colour."""

    def __init__(self, yes: str = "yes", no: str = "no", parent: QWidget | None = None) -> None:
        super().__init__(no, parent)
        self._words = {True: yes, False: no}
        self.setCheckable(True)
        # In a dialog, Enter in a field is for the default button.
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setStyleSheet("padding: 2px 10px; min-height: 18px;")
        self.toggled.connect(lambda on: self.setText(self._words[on]))

    def show_state(self, is_on: bool) -> None:
        """Show yes or no without telling anybody that it changed."""
        self.blockSignals(True)
        self.setChecked(is_on)
        self.setText(self._words[is_on])
        self.blockSignals(False)
