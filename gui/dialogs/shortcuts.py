"""Every command with its key, which can be changed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.commands import Commands
from gui.style.theme import set_role

_FIXED = (
    ("Answer, Next Die, Apply", "Enter"),
    ("Do It Anyway", "Shift+Enter"),
    ("Cancel Action", "Esc"),
    ("Back", "Backspace"),
    ("Dice while dice are due, otherwise the option, target or action of that number", "1 to 9"),
)


class ShortcutsPage(QWidget):
    """Choose a command, press a key. A key that another command has is taken from it, with a message."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self._ids: list[str | None] = []
        self._texts: dict[int, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.textChanged.connect(self._search)
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels(["Command", "Menu", "Key"])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.itemSelectionChanged.connect(self._show_chosen)
        line = QHBoxLayout()
        self.key = QKeySequenceEdit()
        self.key.setMaximumSequenceLength(1)
        self.key.setAccessibleName("New key")
        self.key.editingFinished.connect(self._set)
        self.none = QPushButton("No Key")
        self.back = QPushButton("Default Key")
        self.none.clicked.connect(lambda: self._give(""))
        self.back.clicked.connect(lambda: self._give(None))
        line.addWidget(QLabel("New Key"))
        line.addWidget(self.key, 1)
        line.addWidget(self.none)
        line.addWidget(self.back)
        self.told = QLabel()
        set_role(self.told, "muted")
        for widget in (self.search, self.table):
            column.addWidget(widget)
        column.addLayout(line)
        column.addWidget(self.told)
        self.restore = QPushButton("Restore Defaults")
        self.restore.clicked.connect(self._restore)
        column.addWidget(self.restore, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill()

    def _restore(self) -> None:
        """Give every command its own key again."""
        for command in self._commands:
            self._commands.set_key(command.id, None)
        self.told.setText("Every command has its default key again.")
        self._fill()

    @property
    def chosen(self) -> str | None:
        """The id of the command that is chosen."""
        row = self.table.currentRow()
        return None if row < 0 else self._ids[row]

    def choose(self, id: str) -> None:
        """Choose a command."""
        for row in range(self.table.rowCount()):
            if self._ids[row] == id:
                self.table.setCurrentCell(row, 0)

    def _fill(self) -> None:
        chosen = self.chosen
        rows = [(command.id, command.title.split("\t")[0], command.menu) for command in self._commands]
        shown = [row for row in rows if "\t" not in self._commands[row[0]].title]
        self._ids = [id for id, _, _ in shown] + [None] * len(_FIXED)
        self.table.setRowCount(len(self._ids))
        for row, (id, title, menu) in enumerate(shown):
            self._add(row, title, menu, self._commands.key(id))
        for row, (title, key) in enumerate(_FIXED, len(shown)):
            self._add(row, title, "fixed", key)
        self.table.resizeColumnToContents(1)
        if chosen is not None:
            self.choose(chosen)

    def _add(self, row: int, *texts: str) -> None:
        for column, text in enumerate(texts):
            self.table.setItem(row, column, QTableWidgetItem(text))
        self._texts[row] = " ".join(texts).lower()

    def _search(self, typed: str) -> None:
        words = typed.lower().split()
        for row in range(self.table.rowCount()):
            self.table.setRowHidden(row, not all(word in self._texts[row] for word in words))

    def _show_chosen(self) -> None:
        chosen = self.chosen
        for widget in (self.key, self.none, self.back):
            widget.setEnabled(chosen is not None)
        self.key.setKeySequence(QKeySequence(self._commands.portable_key(chosen) if chosen else ""))

    def _set(self) -> None:
        key = self.key.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if self.chosen is not None and key and key != self._commands.portable_key(self.chosen):
            self._give(key)

    def _give(self, key: str | None) -> None:
        chosen = self.chosen
        if chosen is None:
            return
        owner = self._commands.owner_of(key) if key else None
        self._commands.set_key(chosen, key)
        is_taken = owner is not None and owner.id != chosen
        self.told.setText(f"Taken from “{owner.title}”." if owner is not None and is_taken else "")
        self._fill()
