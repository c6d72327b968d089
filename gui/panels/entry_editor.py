"""A combatant of the library, changed on the same sheet as in a battle."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.controllers.edit_controller import EditController
from gui.controllers.library_controller import LibraryController
from gui.panels.sheet_panel import SheetPanel
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.content.library import CombatantEntry
from model.session import Session
from model.state.base import replace

_SIZE = (560, 620)


class EntryEditor(QDialog):
    """A battle in memory with this one combatant: every edit of the sheet works, and can be undone with Ctrl+Z."""

    def __init__(self, library: LibraryController, entry: CombatantEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._entry = entry
        self.setWindowTitle(f"Edit {entry.name}")
        self.resize(*_SIZE)
        session = Session.create(None, library.ruleset, library.alone(entry)).session
        assert session is not None, "a battle in memory needs no file"
        self.bridge = Bridge(session, self)
        (self._who,) = session.battle.combatants
        attention = Attention(self.bridge)
        attention.select((self._who,))
        self.sheet = SheetPanel(self.bridge, attention, EditController(self.bridge, attention, library.content))
        self.name = QLineEdit(entry.name)
        self.side = QComboBox()
        self.side.setEditable(True)
        self.side.addItems(list(dict.fromkeys(("npc", "pc", "ally", entry.side))))
        self.side.setCurrentText(entry.side)
        self.tags = QLineEdit(", ".join(entry.tags))
        self.tags.setPlaceholderText("guard, city, leader")
        self.notes = QLineEdit(entry.notes)
        form = QFormLayout()
        for words, field in (("&Name", self.name), ("S&ide", self.side), ("&Tags", self.tags), ("N&otes", self.notes)):
            form.addRow(words, field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        set_role(buttons.button(QDialogButtonBox.StandardButton.Save), "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.name.textChanged.connect(
            lambda typed: buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(bool(typed.strip()))
        )
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.bridge.undo)
        self.bridge.changed.connect(lambda _: self.sheet.refresh())
        column = padded_column(self, 2 * UNIT)
        column.addLayout(form)
        column.addWidget(self.sheet, 1)
        column.addWidget(buttons)

    @property
    def answer(self) -> CombatantEntry:
        """The entry as it stands in the fields and on the sheet."""
        made = self._library.entry_of(self.bridge.battle, self._who)
        tags = tuple(filter(None, (tag.strip() for tag in self.tags.text().split(","))))
        return replace(
            made,
            id=self._entry.id,
            name=self.name.text().strip(),
            side=self.side.currentText().strip() or "npc",
            tags=tags,
            notes=self.notes.text().strip(),
        )

    @classmethod
    def ask(cls, library: LibraryController, entry: CombatantEntry, parent: QWidget | None) -> CombatantEntry | None:
        """The changed entry; None when nothing is to be changed."""
        dialog = cls(library, entry, parent)
        answer = dialog.answer if dialog.exec() == QDialog.DialogCode.Accepted else None
        dialog.bridge.close()
        dialog.deleteLater()
        return answer
