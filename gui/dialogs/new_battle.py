"""A new battle: which rules, what it is called, who takes part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from gui.style.measures import UNIT
from gui.style.theme import set_role
from model.engine.ruleset import Ruleset


@dataclass(frozen=True)
class NewBattle:
    """What was said about a new battle."""

    ruleset: str
    title: str
    fighters: str
    """Lines such as `3 raiders` or `Ada, pc`."""


class NewBattleDialog(QDialog):
    """Everything but the ruleset may be left out."""

    def __init__(self, rulesets: Mapping[str, Ruleset], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New battle")
        self.setMinimumWidth(440)
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
        form.addRow("Name", self.title)
        form.addRow("Rules", self.rules)
        form.addRow("Fighters", self.fighters)
        column.addLayout(form)
        hint = QLabel("One line each: a number, a name, a side (pc, npc, ally). Content of that name is used.")
        hint.setWordWrap(True)
        set_role(hint, "muted")
        column.addWidget(hint)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setText("Make it")
        set_role(ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.title.setFocus()

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
