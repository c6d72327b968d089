"""A choice of few words as buttons side by side: one press takes one, a second press goes back to what is usual."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from gui.style.fonts import text_font
from gui.style.measures import HALF, SMALL
from gui.style.theme import set_role


class Toggles(QWidget):
    """Says which value was chosen; with none of the buttons down it is the usual one."""

    chosen = Signal(object)
    """The value; None for the usual one."""

    def __init__(self, title: str, options: Sequence[tuple[str, object]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, HALF, 0)
        line.setSpacing(HALF // 2)
        label = QLabel(title)
        label.setFont(text_font(SMALL))
        set_role(label, "muted")
        line.addWidget(label)
        self.buttons: dict[object, QPushButton] = {}
        for words, value in options:
            button = QPushButton(words)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("measure", "small")
            button.setAccessibleName(f"{title}: {words}")
            button.clicked.connect(lambda is_down, value=value: self._press(value if is_down else None))
            self.buttons[value] = button
            line.addWidget(button)

    def _press(self, value: object) -> None:
        self.set_value(value)
        self.chosen.emit(value)

    def set_value(self, value: object) -> None:
        """Show a value; one that has no button shows as the usual one."""
        for own, button in self.buttons.items():
            button.setChecked(own == value)
