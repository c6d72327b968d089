"""A player's points, conditions and gear on a sheet as chips, each with a field for further ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QCompleter,
    QDialog,
    QLineEdit,
    QListView,
    QMenu,
    QWidget,
)

from gui.style.clicks import watch_menu
from gui.style.theme import UNIT
from gui.style.widgets import Chip, accept_enter
from gui.widgets.chip_row import ChipRow, ChipShown, EntryChip
from gui.widgets.fields import hold_typed, release_typed
from model.state.base import Id
from model.view.conditions import ConditionView
from model.view.sheet import ItemView, PointsView, SheetView

_WHERE = {"hand": "in hand", "worn": "worn", "pack": "in the pack", "board": "on the board"}
_MOVES = (("hand", "In Hand"), ("worn", "Worn"), ("pack", "In the Pack"))
_POPUP = 240
"""Least width in pixels of the list of names."""
_ROWS, _BETWEEN = 7, 5
"""Names that are shown at once below a field, and the pixels around each."""
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_FIELD, _WIDEST_FIELD, _FIELD_MARGIN = 104, 280, 28
"""Width in pixels of a field at the end of chips, at most with a long text, and what it is wider than its text."""
_COUNT = re.compile(r"\s*\d+\s*[x×]?\s+")


class ConditionChips(ChipRow):
    """A player's resources and the conditions as chips, and a field that applies a condition by name."""

    added = Signal(str)
    removed = Signal(str)
    points_changed = Signal(str, str, int)
    """A player's amount of a resource is to change: the ids of both, and the new amount."""
    rule_asked = Signal(str)
    """The rule of a condition is requested: the rule's id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.field = NameField("+ condition", "Add a condition by name or with details")
        super().__init__(self.field, Chip, parent)
        self.field.setToolTip("By name, with details or your own: prone 3 rounds, -2 until the bell rings.")
        self.field.textChanged.connect(self._widen)
        self._built: tuple[object, ...] = ()
        self.field.submitted.connect(self.added)

    def _widen(self, typed: str) -> None:
        """Give a longer text more room."""
        width = self.field.fontMetrics().horizontalAdvance(typed) + _FIELD_MARGIN
        self.field.setFixedWidth(min(_WIDEST_FIELD, max(_FIELD, width)))

    def show_sheet(self, view: SheetView, names: list[str]) -> None:
        """Show a combatant's points and conditions; `names` are the conditions that can be typed by name."""
        self.show_conditions(view.conditions, names, view.points)

    def show_conditions(
        self, conditions: tuple[ConditionView, ...], names: list[str], points: tuple[PointsView, ...] = ()
    ) -> None:
        """Show conditions, of one combatant or of several, and a player's points."""
        self.field.set_names(names)
        built = (conditions, points)
        if built != self._built:
            self._built = built
            self.show_chips([*map(self._points, points), *map(self._condition, conditions)])

    def _points(self, points: PointsView) -> ChipShown:
        return ChipShown(
            text=points.title,
            value=str(points.amount),
            tooltip=f"{points.name}: click spends one, Shift+click gives one",
            clicked=partial(self._step, points),
        )

    def _step(self, points: PointsView) -> None:
        is_gift = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.points_changed.emit(points.player, points.resource, max(0, points.amount + (1 if is_gift else -1)))

    def _condition(self, condition: ConditionView) -> ChipShown:
        return ChipShown(
            text=condition.title,
            value=condition.note,
            tooltip=condition.line,
            clicked=partial(self.rule_asked.emit, condition.rule) if condition.rule else lambda: None,
            closed=partial(self.removed.emit, condition.id),
            is_closable=True,
        )


class GearChips(ChipRow):
    """Weapons, armour and other gear as chips with a menu each, and a field that adds gear by name."""

    given = Signal(str)
    """Gear is to be added, as typed: a name, or a number and a name."""
    made = Signal(str)
    """New gear of the GM's own is to be added, as typed: a name and its numbers."""
    moved = Signal(str, str)
    """Id of an item, and where it is to be: `hand`, `worn` or `pack`."""
    removed = Signal(str)
    fields_asked = Signal(str)
    """The fields of an item are to be shown and changed: the item's id."""

    def __init__(self, known: Callable[[], Sequence[str]], parent: QWidget | None = None) -> None:
        """`known` returns the names of all gear in the game's content; it is called when the field gets the focus."""
        self.field = NameField("+ gear", "Add gear by name", known, counts=True)
        super().__init__(self.field, EntryChip, parent)
        self._built: tuple[ItemView, ...] | None = None
        self.chips: dict[Id, Chip] = {}
        self.field.setToolTip(
            "Weapons, armour and other gear by name; “3 grenades” adds several.\nDown shows them all. "
            "Shift+Enter makes new gear, such as “chainsaw level 4”."
        )
        self.field.submitted.connect(self.given)
        self.field.submitted_as_own.connect(self.made)

    def show_items(self, items: tuple[ItemView, ...]) -> None:
        """Show a combatant's items; the item that has the focus keeps it."""
        if items == self._built:
            return
        self._built = items
        focused = next(((id, chip) for id, chip in self.chips.items() if chip.hasFocus()), None)
        chips = self.show_chips([self._item(item) for item in items])
        self.chips = {item.id: chip for item, chip in zip(items, chips, strict=True)}
        if focused is not None and (chip := self.chips.get(focused[0])) is not None:
            chip.setFocus()
        elif focused is not None and focused[1] in chips:
            # It shows another item now, for which the next key is not meant.
            focused[1].clearFocus()

    def menu_of(self, item: ItemView) -> QMenu:
        """Return the menu of an item: ready it, put it away, change it, remove it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        watch_menu(menu)
        for where, title in _MOVES:
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(item.where == where)
            if item.where != where:
                action.triggered.connect(partial(self._move, item.id, where))
        menu.addSeparator()
        menu.addAction("Edit Fields...").triggered.connect(lambda: self.fields_asked.emit(item.id))
        menu.addAction("Remove\tDel").triggered.connect(lambda: self.removed.emit(item.id))
        return menu

    def _move(self, item: Id, where: str) -> None:
        self.moved.emit(item, where)

    def _item(self, item: ItemView) -> ChipShown:
        numbers = _numbers(item)
        return ChipShown(
            text=item.name,
            value=_WHERE[item.where],
            tooltip=f"{numbers}\nA click readies, puts away or changes it." if numbers else "",
            clicked=partial(self._open_menu, item),
            closed=partial(self.removed.emit, item.id),
            is_closable=True,
        )

    def _open_menu(self, item: ItemView) -> None:
        chip = self.chips[item.id]
        menu = self.menu_of(item)
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height())))
        menu.setActiveAction(menu.actions()[0])


class NameField(QLineEdit):
    """A small field for one of many names, completed while typing."""

    submitted = Signal(str)
    submitted_as_own = Signal(str)
    """Shift+Enter: what is typed is to be something new."""

    def __init__(
        self,
        placeholder: str,
        accessible: str,
        known: Callable[[], Sequence[str]] | None = None,
        *,
        counts: bool = False,
    ) -> None:
        """`known` returns the names whenever the field gets the focus; `counts` allows a number in front of a name."""
        super().__init__()
        self._known = known
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(accessible)
        self.setFixedWidth(_FIELD)
        self.setStyleSheet("border-radius: 11px; padding: 0 8px; min-height: 20px;")
        self._names = QStringListModel([], self)
        # Not a child of the field, which would delete it when it is put below.
        completer = (_CountedCompleter if counts else QCompleter)(self._names, self._names)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        if (popup := completer.popup()) is not None:
            popup.setProperty("measure", "popup")
            popup.setMinimumWidth(_POPUP)
        completer.activated.connect(self._submit)
        self._completer = completer
        self.below: QListView | None = None
        """The names in the flow below the field, instead of a list of its own window."""
        self.setCompleter(completer)
        self.returnPressed.connect(lambda: self._submit(self.text()))
        self.textEdited.connect(self._follow_typed)

    def open_below(self) -> QListView:
        """Return the list of names for the flow below the field, which opens while a name is typed."""
        # A completer of a field opens a window; without, it only finds the names.
        self.setCompleter(None)  # type: ignore[arg-type]  # Qt takes it, its types do not
        self._completer.setWidget(self)
        self.below = below = QListView()
        below.setModel(self._completer.completionModel())
        below.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below.setSpacing(_BETWEEN)
        below.setAccessibleName("Names of the game")
        below.setProperty("measure", "popup")
        below.clicked.connect(self._take)
        below.hide()
        self.textEdited.connect(self._find_below)
        return below

    def _find_below(self, typed: str) -> None:
        if self.below is not None:
            self._completer.setCompletionPrefix(typed)
            self._show_below()
            if not typed.strip():
                self.below.hide()

    def _show_below(self) -> None:
        if self.below is not None:
            count = self._completer.completionCount()
            self.below.setFixedHeight(min(_ROWS, count) * (self.below.sizeHintForRow(0) + 2 * _BETWEEN) + UNIT)
            self.below.setCurrentIndex(QModelIndex())
            self.below.setVisible(count > 0)

    def _step_below(self, rows: int) -> bool:
        """Make the next or the previous name current; return False if the list is closed."""
        if self.below is None or self.below.isHidden():
            return False
        row = self.below.currentIndex().row() + rows
        self.below.setCurrentIndex(self.below.model().index(max(0, min(row, self.below.model().rowCount() - 1)), 0))
        return True

    def _take(self, index: QModelIndex) -> None:
        count = _COUNT.match(self.text()) if isinstance(self._completer, _CountedCompleter) else None
        self._submit(f"{count[0] if count else ''}{index.data()}")

    def set_names(self, names: list[str]) -> None:
        if names != self._names.stringList():
            self._names.setStringList(names)

    def show_all(self) -> None:
        """Open the list of all names."""
        self.setFocus()
        self._completer.setCompletionPrefix("")
        if self.below is None:
            self._completer.complete()
        else:
            self._show_below()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._known is not None:
            self.set_names(list(self._known()))
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.clearFocus()
        elif event.key() in _STEPS and self._step_below(_STEPS[Qt.Key(event.key())]):
            event.accept()
        elif event.key() == Qt.Key.Key_Down and not self.text():
            self.show_all()
        elif (
            self._is_chosen and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & _SHIFT
        ):
            assert self.below is not None
            self._take(self.below.currentIndex())
            accept_enter(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() & _SHIFT:
            self._submit_as_own()
        else:
            super().keyPressEvent(event)
            accept_enter(event)

    @property
    def _is_chosen(self) -> bool:
        """Whether a name below the field was chosen by the arrow keys."""
        return self.below is not None and not self.below.isHidden() and self.below.currentIndex().isValid()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.below is not None:
            self.below.hide()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self.text():
            self.show_all()

    def _follow_typed(self, typed: str) -> None:
        """In a dialog, submit what is typed before it is confirmed; elsewhere a name counts only with Enter."""
        if typed.strip() and isinstance(self.window(), QDialog):
            hold_typed(self, self._enter_typed)
        else:
            release_typed(self)

    def _enter_typed(self) -> bool:
        self._submit(self.text())
        return True

    def _submit(self, typed: str) -> None:
        release_typed(self)
        if typed.strip():
            typed = self._meant(typed)
            self._close_names()
            self.clear()
            # The completer puts the name into the field again after this.
            QTimer.singleShot(0, self, self.clear)
            self.submitted.emit(typed)

    def _submit_as_own(self) -> None:
        typed = self.text().strip()
        if typed:
            self._close_names()
            self.clear()
            self.submitted_as_own.emit(typed)

    def _close_names(self) -> None:
        for names in (self._completer.popup() if self.below is None else self.below,):
            if names is not None:
                names.hide()

    def _meant(self, typed: str) -> str:
        """The only completion of what was typed; what was typed if it is a name, or has no or several completions."""
        completer = self._completer
        completer.setCompletionPrefix(typed)
        name = completer.splitPath(typed)[-1].strip().lower()
        is_name = name in (known.lower() for known in self._names.stringList())
        return typed if is_name or completer.completionCount() != 1 else completer.currentCompletion()


class _CountedCompleter(QCompleter):
    """Completes a name after a number."""

    def splitPath(self, path: str) -> list[str]:
        return [_COUNT.sub("", path, count=1) if _COUNT.match(path) else path]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        field = self.widget()
        typed = _COUNT.match(field.text()) if isinstance(field, QLineEdit) else None
        return (typed[0] if typed else "") + str(super().pathFromIndex(index))


def _numbers(item: ItemView) -> str:
    """The numbers of an item that are not 0, in one line."""
    shown = (field for field in item.fields if field.path.rpartition(".")[2] != "kind" and not field.options)
    words = (
        f"{field.title} {field.value}" for field in shown if field.value and not isinstance(field.value, bool | tuple)
    )
    return " · ".join(words)
