"""What a combatant has, as rows of chips in the sheet: points of its player, conditions, gear, each with a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit, QMenu, QWidget

from gui.style.widgets import Chip, keep_enter
from gui.widgets.flow import FlowLayout
from model.state.base import Id
from model.view.conditions import ConditionView
from model.view.sheet import ItemView, PointsView, SheetView

_WHERE = {"hand": "in hand", "worn": "worn", "pack": "in the pack", "board": "on the board"}
_MOVES = (("hand", "In Hand"), ("worn", "Worn"), ("pack", "In the Pack"))
_POPUP = 240
"""Pixels that the names offered are wide at least."""
_COUNT = re.compile(r"\s*\d+\s*[x×]?\s+")


class ConditionChips(QWidget):
    """What the player has to spend and conditions as chips, and a field that applies a condition by name."""

    added = Signal(str)
    removed = Signal(str)
    points_changed = Signal(str, str, int)
    """A player has another amount of a resource: both ids, and how many."""
    rule_asked = Signal(str)
    """The rule of a condition is wanted, by its id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=6)
        self._built: tuple[object, ...] = ()
        self.field = NameField("+ condition", "Add a condition by name")
        self.field.handed_in.connect(self.added)
        self._flow.addWidget(self.field)

    def show_sheet(self, view: SheetView, titles: dict[str, str]) -> None:
        """Show somebody's points and conditions; `titles` are all that could be applied."""
        self.field.set_names(sorted(titles))
        built = (view.conditions, view.points)
        if built == self._built:
            return
        self._built = built
        self._flow.clear(self.field)
        for points in view.points:
            chip = Chip(points.title, str(points.amount))
            chip.setToolTip(f"{points.name}: a click spends one, Shift and a click gives one")
            chip.clicked.connect(lambda _=False, points=points: self._step(points))
            self._flow.addWidget(chip)
        for condition in view.conditions:
            self._flow.addWidget(self._chip(condition))
        self._flow.addWidget(self.field)

    def _step(self, points: PointsView) -> None:
        is_gift = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.points_changed.emit(points.player, points.resource, max(0, points.amount + (1 if is_gift else -1)))

    def _chip(self, condition: ConditionView) -> Chip:
        chip = Chip(condition.title, condition.note, closable=True)
        chip.setToolTip(condition.line)
        chip.closed.connect(lambda: self.removed.emit(condition.kind))
        if condition.rule:
            chip.clicked.connect(lambda: self.rule_asked.emit(condition.rule))
        return chip


class GearChips(QWidget):
    """Weapons, armour and other gear as chips with a menu each, and a field that gives some by name."""

    given = Signal(str)
    """What was typed: a name of gear, or a number and a name."""
    moved = Signal(str, str)
    """An item, and where it is to be: `hand`, `worn` or `pack`."""
    removed = Signal(str)
    fields_asked = Signal(str)
    """The fields of an item are to be changed."""

    def __init__(self, known: Callable[[], Sequence[str]], parent: QWidget | None = None) -> None:
        """`known` gives the names of all that the game's content has; it is asked when somebody wants to choose."""
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=6)
        self._built: tuple[ItemView, ...] | None = None
        self.chips: dict[Id, Chip] = {}
        self.field = NameField("+ gear", "Add gear by name", known, counts=True)
        self.field.setToolTip(
            "Weapons, armour and other gear by name; “3 grenades” adds several.\nDown shows them all."
        )
        self.field.handed_in.connect(self.given)
        self._flow.addWidget(self.field)

    def show_items(self, items: tuple[ItemView, ...]) -> None:
        """Show what somebody has."""
        if items == self._built:
            return
        self._built = items
        focused = next((id for id, chip in self.chips.items() if chip.hasFocus()), None)
        self._flow.clear(self.field)
        self.chips = {item.id: self._chip(item) for item in items}
        for chip in self.chips.values():
            self._flow.addWidget(chip)
        self._flow.addWidget(self.field)
        if focused in self.chips:
            self.chips[focused].setFocus()

    def menu_of(self, item: ItemView) -> QMenu:
        """What can be done with an item: ready it, put it away, change it, remove it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for where, title in _MOVES:
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(item.where == where)
            if item.where != where:
                action.triggered.connect(partial(self._move, item.id, where))
        menu.addSeparator()
        menu.addAction("Change Fields...").triggered.connect(lambda: self.fields_asked.emit(item.id))
        menu.addAction("Remove\tDel").triggered.connect(lambda: self.removed.emit(item.id))
        return menu

    def _move(self, item: Id, where: str) -> None:
        self.moved.emit(item, where)

    def _chip(self, item: ItemView) -> Chip:
        chip = _GearChip(item.name, _WHERE[item.where], closable=True)
        numbers = _numbers(item)
        chip.setToolTip(f"{numbers}\nA click readies, puts away or changes it." if numbers else "")
        chip.closed.connect(lambda: self.removed.emit(item.id))
        chip.clicked.connect(lambda: self._open_menu(item))
        return chip

    def _open_menu(self, item: ItemView) -> None:
        chip = self.chips[item.id]
        menu = self.menu_of(item)
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height())))
        menu.setActiveAction(menu.actions()[0])


class _GearChip(Chip):
    """Opens its menu with Enter too; Del removes it, and not the combatant who has it."""

    def event(self, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Delete
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Delete:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class NameField(QLineEdit):
    """A small field that hands in one of many names, and completes them as they are typed."""

    handed_in = Signal(str)

    def __init__(
        self,
        placeholder: str,
        accessible: str,
        known: Callable[[], Sequence[str]] | None = None,
        *,
        counts: bool = False,
    ) -> None:
        """`known` gives the names when the field is entered first; `counts`: a number may stand in front of one."""
        super().__init__()
        self._known = known
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(accessible)
        self.setFixedWidth(104)
        self.setStyleSheet("border-radius: 11px; padding: 0 8px; min-height: 20px;")
        self._names = QStringListModel([], self)
        completer = _CountedCompleter(self._names, self) if counts else QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        if (popup := completer.popup()) is not None:
            popup.setMinimumWidth(_POPUP)
        completer.activated.connect(self._hand_in)
        self.setCompleter(completer)
        self.returnPressed.connect(lambda: self._hand_in(self.text()))

    def set_names(self, names: list[str]) -> None:
        if names != self._names.stringList():
            self._names.setStringList(names)

    def show_all(self) -> None:
        """Open the list of all names."""
        self.setFocus()
        self.completer().setCompletionPrefix("")
        self.completer().complete()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._known is not None:
            self.set_names(list(self._known()))
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.clearFocus()
        elif event.key() == Qt.Key.Key_Down and not self.text():
            self.show_all()
        else:
            super().keyPressEvent(event)
            keep_enter(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self.text():
            self.show_all()

    def _hand_in(self, typed: str) -> None:
        if typed.strip():
            self.clear()
            # The completer puts the name into the field once more.
            QTimer.singleShot(0, self, self.clear)
            self.handed_in.emit(typed)


class _CountedCompleter(QCompleter):
    """Completes a name behind a number."""

    def splitPath(self, path: str) -> list[str]:
        return [_COUNT.sub("", path, count=1) if _COUNT.match(path) else path]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        field = self.widget()
        typed = _COUNT.match(field.text()) if isinstance(field, QLineEdit) else None
        return (typed[0] if typed else "") + str(super().pathFromIndex(index))


def _numbers(item: ItemView) -> str:
    """The numbers of an item that are not 0, in a line."""
    shown = (field for field in item.fields if field.path.rpartition(".")[2] != "kind" and not field.options)
    words = (
        f"{field.title} {field.value}" for field in shown if field.value and not isinstance(field.value, bool | tuple)
    )
    return " · ".join(words)
