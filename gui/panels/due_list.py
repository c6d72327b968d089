"""What the ends of turns have brought: a row each, to be rolled now or later; what was put off stays in sight."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.controllers.fight_controller import DueController, DueEntry
from gui.style.fonts import semi_bold
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.widgets.basics import ElidedLabel

MOST = 4
"""Rows that are shown; further ones are counted, and come up as those before them are settled."""
_SMALL = "padding: 2px 8px; min-height: 18px;"


class DueList(QFrame):
    """Hidden while nothing is due. What a table of rolls asks stands there, with a Later of its own."""

    said = Signal(str)
    """Why something could not be done; empty when it could."""

    def __init__(self, due: DueController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = due
        self.entries: tuple[DueEntry, ...] = ()
        self.rows: list[tuple[ElidedLabel, QPushButton, QPushButton]] = []
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(UNIT, HALF, UNIT, HALF)
        column.setSpacing(HALF)
        head = QHBoxLayout()
        head.setSpacing(HALF)
        self.title = QLabel()
        self.title.setFont(semi_bold())
        self.all_later, self.roll_all = QPushButton("All Later"), QPushButton("Roll All")
        self.all_later.setToolTip("Puts all of it off: it is asked again at the end of the next turn of each")
        self.roll_all.setToolTip("Rolls the dice of all of it")
        for button in (self.all_later, self.roll_all):
            button.setAutoDefault(False)
            button.setStyleSheet(_SMALL)
        head.addWidget(self.title, 1)
        head.addWidget(self.all_later)
        head.addWidget(self.roll_all)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(HALF)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self.more = QLabel()
        set_role(self.more, "muted")
        column.addLayout(head)
        column.addLayout(self._grid)
        column.addWidget(self.more)
        self.roll_all.clicked.connect(lambda: self._do(due.roll_all))
        self.all_later.clicked.connect(lambda: self._do(lambda: due.later(*(entry.key for entry in due.asked))))
        self.hide()

    def refresh(self, *, is_table: bool) -> None:
        """Show what is due; `is_table` tells whether a table shows what is asked just now."""
        asked = () if is_table else self.controller.asked
        entries = (*asked, *self.controller.put_off)
        if entries != self.entries:
            self.entries = entries
            self._show_rows()
        # Beside another action one line has to do.
        is_brief = not asked and self.controller.is_busy
        for widget in (widget for row in self.rows for widget in row):
            widget.setHidden(is_brief)
        self.more.setHidden(is_brief or len(entries) <= MOST)
        put_off = f"Put Off: {len(entries)}" if is_brief else "Put Off"
        self.title.setText("Due Now" if asked else put_off)
        self.all_later.setVisible(len(asked) > 1)
        self.roll_all.setVisible(len(entries) > 1 and not is_table and not is_brief)
        self.setVisible(bool(entries))

    def _show_rows(self) -> None:
        for widgets in self.rows:
            for widget in widgets:
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self.rows = [self._row(at, entry) for at, entry in enumerate(self.entries[:MOST])]
        self.more.setText(f"and {len(self.entries) - MOST} more")

    def _row(self, at: int, entry: DueEntry) -> tuple[ElidedLabel, QPushButton, QPushButton]:
        of_round = "" if entry.is_asked or not entry.round else f", round {entry.round}"
        words = ElidedLabel()
        words.setText(f"{entry.title} · {entry.name}{of_round}")
        words.setToolTip(words.text())
        due = self.controller
        roll = self._button("Roll", f"Roll: {entry.title} of {entry.name}", lambda: due.roll(entry.key))
        if entry.is_asked:
            title, tip = "Later", "Puts it off: it is asked again at the end of the next turn"
            other = self._button(title, tip, lambda: due.later(entry.key))
        else:
            tip = "Lets it go without dice; the log says so"
            other = self._button("Dismiss", tip, lambda: due.dismiss(entry.key))
        for column, widget in enumerate((words, roll, other)):
            self._grid.addWidget(widget, at, column)
        return words, roll, other

    def _button(self, title: str, tip: str, does: Callable[[], str | None]) -> QPushButton:
        button = QPushButton(title)
        button.setStyleSheet(_SMALL)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._do(does))
        return button

    def _do(self, does: Callable[[], str | None]) -> None:
        self.said.emit(does() or "")
