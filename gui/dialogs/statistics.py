"""The evening in numbers: a row for each combatant, with hits against the exact odds; saved as CSV."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHeaderView,
    QLabel,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from gui.bridge import Bridge
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.session import Step
from model.state.battle import slug
from model.view.statistics import Played, Tallies, Tally, csv_text

_SIZE = QSize(820, 440)
_SLICE = 0.012
"""Seconds of counting between two looks at the window."""
_HEADINGS = ("Combatant", "Turns", "Minutes", "Hits", "Expected", "Luck", "Dealt", "Taken")


class StatisticsDialog(QDialog):
    """Counts the steps that stand a little at a time; the odds of every attack are worked out once more."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("The Evening in Numbers")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._bridge = bridge
        self._tallies = Tallies(bridge.ruleset)
        self._steps = tuple(bridge.session.standing())[::-1]
        self._counted = 0
        self.table = QTableWidget(0, len(_HEADINGS))
        self.table.setHorizontalHeaderLabels(list(_HEADINGS))
        self.table.setAccessibleName("The evening in numbers")
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        hint = QLabel(
            "Luck compares the hits of rolled attacks with their exact odds: the share of such evenings that would "
            "have had fewer."
        )
        hint.setWordWrap(True)
        set_role(hint, "muted")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.progress.setRange(0, max(1, len(self._steps)))
        self.told = QLabel()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save = buttons.addButton("Save as CSV...", QDialogButtonBox.ButtonRole.ActionRole)
        self.save.clicked.connect(self._ask_file)
        buttons.rejected.connect(self.reject)
        column = padded_column(self)
        for widget in (self.table, hint, self.progress, self.told, buttons):
            column.addWidget(widget, 1 if widget is self.table else 0)
        self._work = QTimer(self, interval=0)
        self._work.timeout.connect(self._go_on)
        self._work.start()

    @property
    def rows(self) -> tuple[Tally, ...]:
        """What is counted so far."""
        return self._tallies.rows

    def finish(self) -> None:
        """Count the rest at once."""
        while self._work.isActive():
            self._go_on()

    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE
        while self._counted < len(self._steps) and time.perf_counter() < end:
            step = self._steps[self._counted]
            last = self._steps[self._counted - 1] if self._counted else step
            self._tallies.count(self._played(step, last))
            self._counted += 1
        self.progress.setValue(self._counted)
        if self._counted == len(self._steps):
            self._work.stop()
            self.progress.hide()
            self._show_rows()

    def _played(self, step: Step, last: Step) -> Played:
        session = self._bridge.session
        seconds = max(0.0, (step.time - last.time).total_seconds())
        return Played(step.call, step.note, session.battle_before(step), session.battle_after(step), seconds)

    def _show_rows(self) -> None:
        rows = self.rows
        self.table.setRowCount(len(rows))
        for at, row in enumerate(rows):
            luck = row.luck
            hits = f"{luck.hits} of {luck.attacks}" if luck.attacks else ""
            expected = f"{luck.expected:.1f}" if luck.attacks else ""
            values = (row.turns, round(row.seconds / 60), hits, expected, luck.words, row.dealt, row.taken)
            for column, value in enumerate((row.name, *values)):
                item = QTableWidgetItem(str(value))
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(at, column, item)

    def _ask_file(self) -> None:
        name, path = f"{slug(self._bridge.session.battle.title)}.csv", self._bridge.path
        start = str(Path(name) if path is None else path.parent / name)
        chosen, _ = QFileDialog.getSaveFileName(self, "Save Numbers", start, "Table (*.csv)")
        if chosen:
            self.save_to(Path(chosen))

    def save_to(self, file: Path) -> None:
        """Write all rows, and tell where, or why they cannot be written."""
        self.finish()
        try:
            file.write_text(csv_text(self.rows), encoding="utf-8")
        except OSError as error:
            self.told.setText(f"“{file.name}” cannot be written: {error.strerror}.")
            set_role(self.told, "bad")
            return
        self.told.setText(f"Saved as “{file.name}”.")
        set_role(self.told, "muted")

    @classmethod
    def show_numbers(cls, bridge: Bridge, parent: QWidget | None) -> None:
        """Show them until it is closed."""
        dialog = cls(bridge, parent)
        dialog.exec()
        dialog.deleteLater()
