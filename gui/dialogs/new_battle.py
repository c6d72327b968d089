"""A new battle: which rules, what it is called, who takes part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from gui.style.measures import UNIT
from gui.style.theme import set_role
from model.content.library import CombatantEntry, content_files, load_library
from model.content.problems import BadFile
from model.engine.ruleset import Ruleset


@dataclass(frozen=True)
class NewBattle:
    """What was said about a new battle."""

    ruleset: str
    title: str
    fighters: str
    """Lines such as `3 raiders` or `Ada, pc`."""


class NewBattleDialog(QDialog):
    """Everything but the ruleset may be left out. A click on somebody of the content adds a line for them."""

    def __init__(self, rulesets: Mapping[str, Ruleset], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rulesets = rulesets
        self.setWindowTitle("New battle")
        self.setMinimumWidth(480)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * UNIT, 2 * UNIT, 2 * UNIT, 2 * UNIT)
        column.setSpacing(UNIT)
        form = QFormLayout()
        self.title = QLineEdit()
        self.title.setPlaceholderText("Battle")
        self.rules = QComboBox()
        for ruleset in rulesets.values():
            self.rules.addItem(ruleset.name, ruleset.id)
        self.fighters = QPlainTextEdit()
        self.fighters.setPlaceholderText("Ada, pc\n3 raiders\nSniper, npc hidden")
        self.fighters.setTabChangesFocus(True)
        self.fighters.setFixedHeight(110)
        self.known = _Known()
        self.known.setAccessibleName("Who is ready to be used")
        self.known.setFixedHeight(150)
        form.addRow("Name", self.title)
        form.addRow("Rules", self.rules)
        form.addRow("Fighters", self.fighters)
        form.addRow("Ready to use", self.known)
        column.addLayout(form)
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        set_role(self.hint, "muted")
        column.addWidget(self.hint)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setText("Make it")
        set_role(ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.rules.currentIndexChanged.connect(self._show_known)
        self.known.chosen.connect(self._add)
        self._show_known()
        self.title.setFocus()

    def _show_known(self) -> None:
        """Offer those whom the content of the chosen rules knows."""
        self.known.clear()
        self.hint.setText("One line each: a number, a name, a side (pc, npc, ally). A click below adds one.")
        try:
            entries = self._entries()
        except BadFile as error:
            self.hint.setText(f"The content of these rules cannot be used: {error}")
            return
        for entry in sorted(entries, key=lambda entry: (entry.side != "pc", entry.name)):
            item = QListWidgetItem(f"{entry.name}  ·  {entry.side}")
            item.setData(Qt.ItemDataRole.UserRole, entry.name)
            item.setToolTip(entry.notes)
            self.known.addItem(item)

    def _entries(self) -> tuple[CombatantEntry, ...]:
        ruleset = self._rulesets.get(self.rules.currentData())
        if ruleset is None:
            return ()
        return tuple(load_library(ruleset, content_files(ruleset.id)).combatants.values())

    def _add(self, name: str) -> None:
        """One more of somebody: a line of their own, or one more in the line there is."""
        lines = [line for line in self.fighters.toPlainText().splitlines() if line.strip()]
        for at, line in enumerate(lines):
            count, _, rest = line.strip().partition(" ")
            if line.strip() == name:
                lines[at] = f"2 {name}"
                break
            if count.isdigit() and rest == name:
                lines[at] = f"{int(count) + 1} {name}"
                break
        else:
            lines.append(name)
        self.fighters.setPlainText("\n".join(lines))

    @property
    def answer(self) -> NewBattle:
        """What stands in the fields."""
        title = self.title.text().strip() or "Battle"
        return NewBattle(self.rules.currentData(), title, self.fighters.toPlainText())

    @classmethod
    def ask(cls, rulesets: Mapping[str, Ruleset], parent: QWidget | None = None) -> NewBattle | None:
        """What the GM wants; None when they don't."""
        dialog = cls(rulesets, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        answer = dialog.answer
        dialog.deleteLater()
        return answer if is_accepted else None


class _Known(QListWidget):
    """Names; one is chosen by a click, Enter or the space bar."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.itemClicked.connect(self._choose)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentRow() >= 0:
            self._choose(self.currentItem())
        else:
            super().keyPressEvent(event)
