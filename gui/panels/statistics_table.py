"""All numbers of an evening in one table, a row for each combatant."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem

from gui.style.measures import UNIT
from model.view.statistics import Tally

_COLUMNS = (
    ("Combatant", ""),
    ("Dealt", "Damage to others"),
    ("Taken", "Health lost"),
    ("Hits", "Hits of rolled attacks"),
    ("Expected", "Hits that the exact odds let expect"),
    ("Luck", "The share of such evenings that would have had fewer hits, those with as many counted half"),
    ("Turns", ""),
    ("Minutes", "Minutes in which they had the turn; a pause counts for ten at most"),
    ("Spent", "What went down of pools and points"),
)
"""Headings, and what they mean."""
_NAME = 112
"""Pixels of the column of names."""


class StatisticsTable(QTableWidget):
    """Only shows; what does not fit is scrolled to."""

    def __init__(self) -> None:
        super().__init__(0, len(_COLUMNS))
        for column, (title, hint) in enumerate(_COLUMNS):
            heading = QTableWidgetItem(title)
            heading.setToolTip(hint)
            heading.setTextAlignment(_side(column))
            self.setHorizontalHeaderItem(column, heading)
        self.setAccessibleName("The evening in numbers")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(3 * UNIT)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        # Letters are commands of the window.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(0, _NAME)

    def set_rows(self, rows: Sequence[Tally]) -> None:
        """Show these; a cell that says what it said is left alone."""
        self.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for column, words in enumerate(_cells(row)):
                item = self.item(at, column)
                if item is None:
                    item = QTableWidgetItem()
                    item.setTextAlignment(_side(column) | Qt.AlignmentFlag.AlignVCenter)
                    self.setItem(at, column, item)
                if item.text() != words:
                    item.setText(words)
                    item.setToolTip(words if _is_words(column) else "")


def _is_words(column: int) -> bool:
    return column in (0, len(_COLUMNS) - 1)


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft if _is_words(column) else Qt.AlignmentFlag.AlignRight


def _cells(row: Tally) -> tuple[str, ...]:
    luck = row.luck
    hits = f"{luck.hits} of {luck.attacks}" if luck.attacks else ""
    expected = f"{luck.expected:.1f}" if luck.attacks else ""
    share = "" if luck.percentile is None else f"{luck.percentile * 100:.0f} %"
    minutes = f"{row.seconds / 60:.1f}"
    return (row.name, str(row.dealt), str(row.taken), hits, expected, share, str(row.turns), minutes, row.spent_words)
