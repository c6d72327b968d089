"""What is said of several people before the roll: who takes part, as toggles, and how each does, as small lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QWidget

from gui.style.fonts import text_font
from gui.style.measures import HALF, SMALL
from gui.style.theme import set_role
from gui.widgets.flow import FlowLayout
from model.engine.ruleset import Entry
from model.state.base import Id

_LINE = 24
"""Height of the buttons, which the words before them share."""
_SMALL = "padding: 2px 8px; min-height: 18px; font-size: 12px;"
_SMALL_BOX = "padding: 1px 6px; min-height: 18px; font-size: 12px;"


class PeoplePicks(QWidget):
    """A toggle for each of those who could be picked."""

    picked = Signal(object)
    """The ids of all who are picked now."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._title = _heading(title)
        self._name = title
        self.buttons: dict[Id, QPushButton] = {}
        self._flow.addWidget(self._title)

    def offer(self, people: Sequence[tuple[str, object]]) -> None:
        """Show these, by label and id."""
        if [id for _, id in people] == list(self.buttons):
            return
        self._flow.clear(self._title)
        self._flow.addWidget(self._title)
        self.buttons = {}
        for label, id in people:
            button = QPushButton(label)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setStyleSheet(_SMALL)
            button.setAccessibleName(f"{self._name}: {label}")
            button.clicked.connect(self._tell)
            self.buttons[str(id)] = button
            self._flow.addWidget(button)

    def _tell(self) -> None:
        self.picked.emit(tuple(id for id, button in self.buttons.items() if button.isChecked()))

    def set_value(self, picked: object) -> None:
        """Show who is picked."""
        known = tuple(picked) if isinstance(picked, list | tuple) else ()
        for id, button in self.buttons.items():
            button.setChecked(id in known)


class TablePicks(QWidget):
    """A small list for each name of a table."""

    picked = Signal(object)
    """The table: by name what is another value than the usual one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._entries: tuple[Entry, ...] = ()
        self.boxes: dict[str, QComboBox] = {}

    def offer(self, entries: Iterable[Entry]) -> None:
        """Show these."""
        entries = tuple(entries)
        if entries == self._entries:
            return
        self._entries = entries
        self._flow.clear()
        self.boxes = {}
        for entry in entries:
            box = QComboBox()
            box.setStyleSheet(_SMALL_BOX)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setAccessibleName(entry.title)
            for label, value in entry.options:
                box.addItem(label, value)
            box.activated.connect(self._tell)
            self.boxes[entry.key] = box
            self._flow.addWidget(_beside(_heading(entry.title), box))

    def _tell(self) -> None:
        usual = {entry.key: entry.options[0][1] for entry in self._entries}
        said = {key: box.currentData() for key, box in self.boxes.items()}
        self.picked.emit({key: value for key, value in said.items() if value != usual[key]})

    def set_value(self, table: object) -> None:
        """Show what is said."""
        known = table if isinstance(table, Mapping) else {}
        for entry in self._entries:
            box = self.boxes[entry.key]
            box.setCurrentIndex(max(0, box.findData(known.get(entry.key, entry.options[0][1]))))


def _beside(*widgets: QWidget) -> QWidget:
    """Widgets that stay in one line."""
    whole = QWidget()
    line = QHBoxLayout(whole)
    line.setContentsMargins(0, 0, HALF, 0)
    line.setSpacing(HALF)
    for widget in widgets:
        line.addWidget(widget)
    return whole


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    label.setFont(text_font(SMALL))
    set_role(label, "muted")
    label.setFixedHeight(_LINE)
    return label
