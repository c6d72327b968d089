"""What all displays have in common, and the value that is edited where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.style.measures import UNIT
from gui.style.widgets import keep_enter
from model.view.sheet import DisplayView

View = TypeVar("View", bound=DisplayView)


class DisplayWidget(QWidget, Generic[View]):
    """Shows a display of a combatant; tells what the GM typed into it."""

    edited = Signal(str, str)
    """Path of a field of the combatant and what was typed."""
    picked = Signal(str)
    """Id of what was clicked: a combatant, or a part such as a location of the body."""

    def set_view(self, view: View, paths: Mapping[str, str]) -> None:
        """Show these values; `paths` gives the path of an editable field by its title."""
        raise NotImplementedError


class ValueEdit(QLineEdit):
    """A value that looks like text until the pointer is on it, and can then be typed over.

    Enter or leaving it hands in what is new; Esc puts the old value back.
    """

    handed_in = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = ""
        self.setProperty("role", "value")
        self.setStyleSheet(
            "QLineEdit { background: transparent; border: 1px solid transparent; border-radius: 4px;"
            " padding: 0px 2px; min-height: 16px; }"
            "QLineEdit:hover:!read-only { border-color: palette(mid); }"
            "QLineEdit:focus { background: palette(base); border-color: palette(accent); }"
        )
        self.returnPressed.connect(self._hand_in)

    def set_value(self, value: str) -> None:
        """Show the value of the battle, unless another one is being typed."""
        self._value = value
        if not (self.hasFocus() and self.isModified()):
            self.setText(value)
            self.setCursorPosition(0)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        width = QFontMetricsF(self.font()).horizontalAdvance(self.text() or "00") + UNIT + 2
        return QSize(max(24, round(width)), size.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._value)
            self.clearFocus()
        else:
            super().keyPressEvent(event)
            keep_enter(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hand_in()

    def _hand_in(self) -> None:
        typed = self.text().strip()
        if typed == self._value:
            return
        self.setModified(False)
        self.handed_in.emit(typed)

    def put_back(self) -> None:
        """Show the battle's value again after what was typed was refused."""
        self.setText(self._value)
