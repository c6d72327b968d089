"""The end of an action: what would be logged and the button that makes it happen, and the one that forgets it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from gui.style.icons import set_icon
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.widgets.key_button import KeyButton

_BRIEF = 90
"""Signs of a log line that stand beside Apply where there is little room."""


class ApplyLine(QWidget):
    """What comes of the action in words, and Apply; hidden while something is due."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(UNIT)
        self._words = QLabel()
        self._words.setWordWrap(True)
        set_role(self._words, "muted")
        self.button = KeyButton("Apply", "⏎")
        self.button.setToolTip("Make it happen (Enter)")
        set_role(self.button, "primary")
        line.addWidget(self._words, 1)
        line.addWidget(self.button)

    def show_words(self, words: str, *, is_brief: bool) -> None:
        """Show what would be logged; where there is little room its end, how it came out."""
        self._words.setToolTip(words)
        is_cut = is_brief and len(words) > _BRIEF
        self._words.setText("…" + words[-_BRIEF:].partition(" ")[2] if is_cut else words)


class DropButton(QToolButton):
    """Forgets the action in progress."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTip("Forget this action (Esc); Backspace steps back")
        self.setAccessibleName("Drop the action")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(14, 14))
        self.setStyleSheet("padding: 2px;")
        self.setProperty("role", "flat")
        set_icon(self, "x", "muted")
