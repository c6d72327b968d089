"""How the fight begins: what the rules want to know of it, and in which order everybody acts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.fight_controller import FightController
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.engine.calls import Call
from model.engine.ruleset import Parameter
from model.engine.run import Done, Due, Outcome, run
from model.engine.turns import standing
from model.state.base import ENVIRONMENT
from model.state.battle import AnyBattle, Combatant, age

_ROW = 26
"""Pixels of a name in the declared order."""
_WIDTH_WITH_ORDER = 660
"""Pixels in which all buttons have room beside one another."""
_SIDES = {"pc": "The players", "npc": "The opponents", "ally": "The allies"}
_OF_ITS_OWN = ("first", "order")
"""Parameters that stand as buttons and as the list of names."""


class StartFightDialog(QDialog):
    """One press starts the fight; the order below can be declared instead, by dragging."""

    def __init__(self, bridge: Bridge, fight: FightController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Start the fight")
        self.setMinimumWidth(380)
        self.answer: dict[str, Any] | None = None
        self._bridge = bridge
        self._fight = fight
        present = tuple(in_order(bridge.battle))
        column = padded_column(self)
        self.fields = {
            parameter.key: _field(parameter, present, fight.sides)
            for parameter in bridge.ruleset.actions["start_fight"].parameters
            if parameter.key not in _OF_ITS_OWN
        }
        form = QFormLayout()
        for field in self.fields.values():
            form.addRow(field.parameter.title, field)
        column.addLayout(form)
        self.sides = QButtonGroup(self)
        usual = self._tried()
        begin = self._begin_line(usual)
        self.order = _Order()
        for who in in_order(usual.battle) if isinstance(usual, Done) else present:
            item = QListWidgetItem(who.name)
            item.setData(Qt.ItemDataRole.UserRole, who.id)
            item.setSizeHint(QSize(0, _ROW))
            self.order.addItem(item)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        if bridge.ruleset.turns.takes_declared_order:
            words = QLabel("To declare the order of the first round, drag the names or use Alt and the arrow keys.")
            words.setWordWrap(True)
            set_role(words, "muted")
            column.addWidget(words)
            column.addWidget(self.order)
            declare = QPushButton("Start in this order")
            declare.clicked.connect(self._declare)
            begin.addWidget(declare)
            self.setMinimumWidth(_WIDTH_WITH_ORDER)
        begin.addWidget(buttons)
        column.addLayout(begin)
        # Enter starts, whatever else could be said before.
        self.sides.buttons()[0].setFocus()

    def _begin_line(self, usual: Outcome) -> QHBoxLayout:
        """One button to start, unless the rules ask which side begins, and one for each side that may begin."""
        line = QHBoxLayout()
        is_asked = isinstance(usual, Due) and usual.request.id == "first"
        if not is_asked:
            self._add_button(line, "Start")
        if is_asked or self._do_sides_matter():
            line.addWidget(QLabel("Who begins?" if is_asked else "or begins:"))
            for side in self._fight.sides:
                self._add_button(line, _SIDES.get(side, side), first=side)
        line.addStretch(1)
        return line

    def _add_button(self, line: QHBoxLayout, title: str, **answer: Any) -> None:
        button = QPushButton(title)
        button.clicked.connect(lambda: self._finish(**answer))
        is_first = not self.sides.buttons()
        button.setDefault(is_first)
        set_role(button, "primary" if is_first else None)
        self.sides.addButton(button)
        line.addWidget(button)

    def _tried(self, **options: Any) -> Outcome:
        """What would come of a start as the fields stand."""
        call = Call(action="start_fight", actor=ENVIRONMENT, options=self._said() | options)
        return run(self._bridge.ruleset, self._bridge.battle, call)

    def _do_sides_matter(self) -> bool:
        """Whether the order is another one when another side begins."""
        outcomes = [self._tried(first=side) for side in self._fight.sides]
        orders = {outcome.battle.order.sequence for outcome in outcomes if isinstance(outcome, Done)}
        return len(orders) > 1

    def _declare(self) -> None:
        items = (self.order.item(row) for row in range(self.order.count()))
        self._finish(order=[item.data(Qt.ItemDataRole.UserRole) for item in items])

    def _said(self) -> dict[str, Any]:
        """What the fields say; that it is nobody is an answer too where one combatant is asked for."""
        return {
            key: field.value
            for key, field in self.fields.items()
            if field.parameter.kind == "combatant" or (field.value and field.value != field.parameter.default)
        }

    def _finish(self, **answer: Any) -> None:
        self.answer = self._said() | answer
        self.accept()

    @classmethod
    def ask(cls, parent: QWidget, bridge: Bridge, fight: FightController) -> dict[str, Any] | None:
        """How the fight begins; None when it does not."""
        dialog = cls(bridge, fight, parent)
        dialog.exec()
        dialog.deleteLater()
        return dialog.answer


class _Order(QListWidget):
    """Names in an order that dragging changes, or Alt with the arrow keys."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Declared order")
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
            return
        row = self.currentRow()
        if 0 <= row < self.count() and 0 <= row + step < self.count():
            self.insertItem(row + step, self.takeItem(row))
            self.setCurrentRow(row + step)


def in_order(battle: AnyBattle) -> Iterable[Combatant[Any]]:
    """Who can fight: first in the order that was drawn up already, then the others, players before all."""
    drawn_up = [who for slot in standing(battle.order) for who in slot.members]
    places = {who: place for place, who in enumerate(drawn_up)}
    present = (who for who in battle.combatants.values() if who.is_present and not who.is_out)
    return sorted(present, key=lambda who: (places.get(who.id, len(places)), who.side != "pc", age(who)))


class ChoiceField(QComboBox):
    """One of several, or nothing."""

    def __init__(self, parameter: Parameter, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.parameter = parameter
        for title, value in choices:
            self.addItem(title, value)
        self.setCurrentIndex(max(0, self.findData(parameter.default)))
        _describe(self, parameter)

    @property
    def value(self) -> Any:
        return self.currentData()


class PeopleField(QPushButton):
    """Some of those who fight, ticked in a menu."""

    def __init__(self, parameter: Parameter, people: Iterable[Combatant[Any]]) -> None:
        super().__init__()
        self.parameter = parameter
        self.ticks: dict[str, QAction] = {}
        menu = QMenu(self)
        for who in people:
            action = menu.addAction(who.name)
            action.setCheckable(True)
            action.toggled.connect(self._show_ticked)
            self.ticks[who.id] = action
        self.setMenu(menu)
        self.setAutoDefault(False)
        self._show_ticked()
        _describe(self, parameter)

    @property
    def value(self) -> list[str]:
        """Their ids."""
        return [id for id, action in self.ticks.items() if action.isChecked()]

    def _show_ticked(self) -> None:
        names = [action.text() for action in self.ticks.values() if action.isChecked()]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        self.setText(f"{names[0]}{more}" if names else "Nobody")
        self.setToolTip(", ".join(names) or self.parameter.help)


def _field(
    parameter: Parameter, people: tuple[Combatant[Any], ...], sides: tuple[str, ...]
) -> ChoiceField | PeopleField:
    """The field of a parameter: of a text it can only be known that a side is meant."""
    if parameter.kind == "combatants":
        return PeopleField(parameter, people)
    if parameter.kind == "combatant":
        return ChoiceField(parameter, [("Nobody", ""), *((who.name, who.id) for who in people)])
    if parameter.kind == "choice":
        return ChoiceField(parameter, [(option.replace("_", " ").capitalize(), option) for option in parameter.options])
    return ChoiceField(parameter, [("Nobody", ""), *((_SIDES.get(side, side), side) for side in sides)])


def _describe(field: QWidget, parameter: Parameter) -> None:
    field.setAccessibleName(parameter.title)
    field.setToolTip(parameter.help)
