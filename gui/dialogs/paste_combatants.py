"""Combatants out of a spreadsheet: the table as text, and below it what each row becomes before anything is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from gui.controllers.newcomers import Newcomers, PastedTable, Pasting
from gui.dialogs.quick_entry import TOKEN, token_picture
from gui.style.icons import icon
from gui.style.measures import UNIT
from gui.style.theme import palette, set_role
from gui.style.widgets import padded_column

_SIZE = QSize(860, 480)
_TEXT_HEIGHT = 96
_TAB = 12
"""Letters between two tabs."""
_HINT = (
    "Rows of a spreadsheet under a line of headings: Name, Count, Side, Hidden, Role, Gear, Notes, numbers such as HP."
)


class PasteCombatantsDialog(QDialog):
    """What is not understood is said beside its row and left out; everything else comes in as one step."""

    def __init__(
        self,
        pasting: Pasting,
        add: Callable[[Sequence[dict[str, Any]]], str | None],
        text: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`add` adds kinds of combatants, and returns a sentence where that cannot be; `text` stands there already."""
        super().__init__(parent)
        self.setWindowTitle("Paste Combatants")
        self.resize(_SIZE)
        self._pasting = pasting
        self._add = add
        self.table = PastedTable()
        column = padded_column(self)
        hint = _label(_HINT, "muted")
        self.text = _Text()
        self.text.setFixedHeight(_TEXT_HEIGHT)
        self.text.setAccessibleName("Table")
        self.text.setPlaceholderText("Name\tCount\tHP\nRaider\t3\t12")
        self.columns, self.problems, self.refused = _label("", "muted"), _label("", "bad"), _label("", "bad")
        self.rows = _rows_table()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("Add", QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setDefault(True)
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        for widget in (hint, self.text, self.columns, self.problems, self.rows, self.refused, buttons):
            column.addWidget(widget, 1 if widget is self.rows else 0)
        self.text.textChanged.connect(self._read)
        self.text.handed_in = self.accept
        self.text.setPlainText(text)
        self._read()
        (self.ok if self.table.kinds else self.text).setFocus()

    def _read(self) -> None:
        """Show what the text becomes."""
        self.table = table = self._pasting.read(self.text.toPlainText())
        _tell(self.columns, table.columns)
        _tell(self.problems, "\n".join(table.problems))
        _tell(self.refused, "")
        self.rows.setRowCount(len(table.rows))
        for at, row in enumerate(table.rows):
            self._show_row(at, row)
        self.rows.resizeRowsToContents()
        count = table.count
        self.ok.setText(f"Add {count} Combatant{'' if count == 1 else 's'}" if count else "Add")
        self.ok.setEnabled(bool(count))

    def _show_row(self, at: int, row: Newcomers) -> None:
        first = QTableWidgetItem(row.shown.words)
        if row.options is None:
            first.setIcon(icon("alert-triangle"))
            first.setForeground(palette().color("bad"))
        else:
            ratio = self.devicePixelRatioF()
            shown = row.shown
            first.setIcon(QIcon(token_picture(shown.name, shown.side, ratio, is_hidden=shown.is_hidden)))
        second = QTableWidgetItem("\n".join(row.left_out))
        second.setForeground(palette().color("bad"))
        for column, item in enumerate((QTableWidgetItem(str(row.line)), first, second)):
            item.setToolTip(item.text())
            self.rows.setItem(at, column, item)

    def accept(self) -> None:
        kinds = self.table.kinds
        if not kinds:
            _tell(self.refused, "There is nobody to add: paste a table with a column “Name”.")
            return
        problem = self._add(kinds)
        if problem is None:
            super().accept()
        else:
            _tell(self.refused, problem)


class _Text(QPlainTextEdit):
    """A text of lines as they were copied; Ctrl+Enter hands it in, and the tab key goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.handed_in: Callable[[], object] = lambda: None
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabStopDistance(_TAB * QFontMetricsF(self.font()).averageCharWidth())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.handed_in()
        else:
            super().keyPressEvent(event)


def _rows_table() -> QTableWidget:
    table = QTableWidget(0, 3)
    table.setHorizontalHeaderLabels(["Line", "Becomes", "Left out"])
    table.setAccessibleName("What each row becomes")
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setWordWrap(True)
    table.setIconSize(QSize(TOKEN, TOKEN))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setTabKeyNavigation(False)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(2, QHeaderView.ResizeMode.Interactive)
    header.resizeSection(2, 40 * UNIT)
    return table


def _label(words: str, role: Any) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, role)
    return label


def _tell(label: QLabel, words: str) -> None:
    label.setText(words)
    label.setVisible(bool(words))
