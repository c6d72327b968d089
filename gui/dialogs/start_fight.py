"""Who begins the fight, or in which order everybody acts."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.windows.fight_controller import FightController
from model.state.battle import age

_SIDES = {"pc": "The players", "npc": "The opponents", "ally": "The allies"}


class StartFightDialog(QDialog):
    """One press starts the fight with a side; the order below can be declared instead, by dragging."""

    def __init__(self, bridge: Bridge, fight: FightController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Start the fight")
        self.setMinimumWidth(380)
        self.answer: dict[str, Any] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * UNIT, 2 * UNIT, 2 * UNIT, 2 * UNIT)
        column.setSpacing(UNIT)
        column.addWidget(QLabel("Who begins?"))
        line = QHBoxLayout()
        self.sides = QButtonGroup(self)
        for number, side in enumerate(fight.sides):
            button = QPushButton(_SIDES.get(side, side))
            button.clicked.connect(lambda _=False, side=side: self._finish(first=side))
            button.setDefault(number == 0)
            set_role(button, "primary" if number == 0 else None)
            self.sides.addButton(button)
            line.addWidget(button)
        line.addStretch(1)
        column.addLayout(line)
        words = QLabel("Or declare the order of the first round: drag the names.")
        set_role(words, "muted")
        column.addWidget(words)
        self.order = QListWidget()
        self.order.setAccessibleName("Declared order")
        self.order.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        present = (who for who in bridge.battle.combatants.values() if who.is_present and not who.is_out)
        for who in sorted(present, key=lambda who: (who.side != "pc", age(who))):
            item = QListWidgetItem(who.name)
            item.setData(Qt.ItemDataRole.UserRole, who.id)
            self.order.addItem(item)
        column.addWidget(self.order)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        declare = buttons.addButton("Start in this order", QDialogButtonBox.ButtonRole.ActionRole)
        declare.clicked.connect(self._declare)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def _declare(self) -> None:
        items = (self.order.item(row) for row in range(self.order.count()))
        self._finish(order=[item.data(Qt.ItemDataRole.UserRole) for item in items])

    def _finish(self, **answer: Any) -> None:
        self.answer = answer
        self.accept()

    @classmethod
    def ask(cls, parent: QWidget, bridge: Bridge, fight: FightController) -> dict[str, Any] | None:
        """How the fight begins; None when it does not."""
        dialog = cls(bridge, fight, parent)
        dialog.exec()
        dialog.deleteLater()
        return dialog.answer
