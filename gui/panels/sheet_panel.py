"""The sheet of the selected combatant: displays, numbers, conditions, items and every field, edited in place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any, Literal

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
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
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import AfterRepaint, Bridge
from gui.controllers.edit_controller import EditController
from gui.controllers.selection import Selection
from gui.displays import WIDGETS, DisplayWidget
from gui.displays.widgets import ValueEdit
from gui.panels.fields_drawer import FieldsDrawer
from gui.panels.sections_form import SectionsForm
from gui.panels.shared_sheet import SharedSheetForm
from gui.style.clicks import watch_menu
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, set_role
from gui.style.widgets import Chip, accept_enter
from gui.widgets.basics import FlowLayout
from gui.widgets.fields import hold_typed, release_typed
from gui.widgets.part_editor import EntryChip, PartEditor
from model.engine.calls import Call
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.view.conditions import ConditionView
from model.view.form import FieldView
from model.view.shared_sheet import SharedSheet
from model.view.sheet import DerivedView, ItemView, NumbersDisplayView, PointsView, SheetView, sheet_view

# ----------------------------------------------------------------------------------------- chips of conditions and gear


_WHERE = {"hand": "in hand", "worn": "worn", "pack": "in the pack", "board": "on the board"}
_MOVES = (("hand", "In Hand"), ("worn", "Worn"), ("pack", "In the Pack"))
_POPUP = 240
"""Least width in pixels of the list of names."""
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_FIELD, _WIDEST_FIELD, _FIELD_MARGIN = 104, 280, 28
"""Width in pixels of a field at the end of chips, at most with a long text, and what it is wider than its text."""
_COUNT = re.compile(r"\s*\d+\s*[x×]?\s+")


def _nothing() -> None:
    return None


class _Wanted(Record, kw_only=True):
    """What a chip shows and does."""

    text: str
    value: str
    tooltip: str
    clicked: Callable[[], object]
    closed: Callable[[], object] = _nothing
    """Called when its cross is clicked."""
    is_closable: bool = False
    """Whether it has a cross."""


class _Chips(QWidget):
    """Chips in lines, and a field at their end. Widgets of chips are reused, because every sheet has some."""

    def __init__(self, field: NameField, make: Callable[[str], Chip] = Chip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=6)
        self._make = make
        self._shown: list[Chip] = []
        self._wanted: Sequence[_Wanted] = ()
        self.field = field
        self._flow.addWidget(field)

    def _show_chips(self, wanted: Sequence[_Wanted]) -> list[Chip]:
        """Show these chips; return the widget of each."""
        self._wanted = wanted
        if len(wanted) != len(self._shown):
            added = [self._new_chip(at) for at in range(len(self._shown), len(wanted))]
            self._shown += added
            kept, gone = self._shown[: len(wanted)], self._shown[len(wanted) :]
            self._flow.take_all()
            for widget in (*kept, self.field):
                self._flow.addWidget(widget)
            # Qt adds new widgets at the end of the tab order: move each chip to the field, then before it.
            for chip in added:
                QWidget.setTabOrder(self.field, chip)
                QWidget.setTabOrder(chip, self.field)
            for chip in gone:
                dispose(chip)
            self._shown = kept
        for one, chip in zip(wanted, self._shown, strict=True):
            chip.set_words(one.text, one.value, closable=one.is_closable)
            chip.setToolTip(one.tooltip)
        return list(self._shown)

    def _new_chip(self, at: int) -> Chip:
        chip = self._make("")
        chip.clicked.connect(partial(self._follow, at, "clicked"))
        chip.closed.connect(partial(self._follow, at, "closed"))
        return chip

    def _follow(self, at: int, what: Literal["clicked", "closed"], _: object = None) -> None:
        """Call the current `clicked` or `closed` of the chip at this index."""
        getattr(self._wanted[at], what)()


class ConditionChips(_Chips):
    """A player's resources and the conditions as chips, and a field that applies a condition by name."""

    added = Signal(str)
    removed = Signal(str)
    points_changed = Signal(str, str, int)
    """A player's amount of a resource is to change: the ids of both, and the new amount."""
    rule_asked = Signal(str)
    """The rule of a condition is requested: the rule's id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(NameField("+ condition", "Add a condition by name or with details"), parent=parent)
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
            self._show_chips([*map(self._points, points), *map(self._condition, conditions)])

    def _points(self, points: PointsView) -> _Wanted:
        return _Wanted(
            text=points.title,
            value=str(points.amount),
            tooltip=f"{points.name}: click spends one, Shift+click gives one",
            clicked=partial(self._step, points),
        )

    def _step(self, points: PointsView) -> None:
        is_gift = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.points_changed.emit(points.player, points.resource, max(0, points.amount + (1 if is_gift else -1)))

    def _condition(self, condition: ConditionView) -> _Wanted:
        return _Wanted(
            text=condition.title,
            value=condition.note,
            tooltip=condition.line,
            clicked=partial(self.rule_asked.emit, condition.rule) if condition.rule else _nothing,
            closed=partial(self.removed.emit, condition.id),
            is_closable=True,
        )


class GearChips(_Chips):
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
        super().__init__(NameField("+ gear", "Add gear by name", known, counts=True), EntryChip, parent)
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
        chips = self._show_chips([self._item(item) for item in items])
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

    def _item(self, item: ItemView) -> _Wanted:
        numbers = _numbers(item)
        return _Wanted(
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
        completer = _CountedCompleter(self._names, self) if counts else QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        if (popup := completer.popup()) is not None:
            popup.setProperty("measure", "popup")
            popup.setMinimumWidth(_POPUP)
        completer.activated.connect(self._submit)
        self.setCompleter(completer)
        self.returnPressed.connect(lambda: self._submit(self.text()))
        self.textEdited.connect(self._follow_typed)

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
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() & _SHIFT:
            self._submit_as_own()
        else:
            super().keyPressEvent(event)
            accept_enter(event)

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
            if (popup := self.completer().popup()) is not None:
                popup.hide()
            self.clear()
            # The completer puts the name into the field again after this.
            QTimer.singleShot(0, self, self.clear)
            self.submitted.emit(typed)

    def _submit_as_own(self) -> None:
        typed = self.text().strip()
        if typed:
            if (popup := self.completer().popup()) is not None:
                popup.hide()
            self.clear()
            self.submitted_as_own.emit(typed)

    def _meant(self, typed: str) -> str:
        """The only completion of what was typed; what was typed if it is a name, or has no or several completions."""
        completer = self.completer()
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


# ------------------------------------------------------------------------------------------------------------ the panel


_WIDTH, _HEIGHT = 360, 290
_LAID_OUT = 60
"""Milliseconds after which a form that was opened is laid out."""
_ABOVE = 80
"""Pixels that stay visible above a field that is scrolled to."""


class SheetPanel(QScrollArea):
    """Shows the sheet of the current combatant; every edit is an action that can be undone."""

    rule_asked = Signal(str)
    part_picked = Signal(str, str)
    """A part, such as a location of the body, was clicked: the combatant's id, and the part's id."""
    aside_changed = Signal(str)
    """Text about the combatant shown, for the dock's heading."""

    def __init__(
        self,
        bridge: Bridge,
        selection: Selection,
        edits: EditController,
        parent: QWidget | None = None,
        *,
        is_editor: bool = False,
    ) -> None:
        """An editor of one combatant shows all fields in the panel itself; otherwise they are in a drawer."""
        super().__init__(parent)
        self._is_editor = is_editor
        self._drawer: FieldsDrawer | None = None
        self._bridge = bridge
        self._selection = selection
        self._edits = edits
        self._view: SheetView | None = None
        self._was_shared: SharedSheet | None = None
        self._made_of: tuple[AnyBattle, Id | None, bool] | None = None
        """What `_view` was made of: the battle, the combatant's id, and whether all fields are shown."""
        self._displays: dict[str, DisplayWidget] = {}
        self._given: dict[str, tuple[object, ...]] = {}
        """What each display shows, by its key."""
        self.aside = ""
        """Text about the combatant shown, for the dock's heading."""
        self._build()
        self._due = AfterRepaint(self.refresh, self)
        selection.changed.connect(self._follow)
        self.refresh()

    def _build(self) -> None:
        self._body = body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(12, HALF, 12, UNIT)
        self._column.setSpacing(6)
        self._empty = QLabel("Select a combatant to see its sheet.")
        self._empty.setWordWrap(True)
        set_role(self._empty, "muted")
        self.shared = SharedSheetForm(self._bridge, self._selection)
        self.shared.said.connect(self._answer_shared)
        self._shown = QVBoxLayout()
        self._shown.setSpacing(6)
        self._derived = QLabel()
        self._derived.setWordWrap(True)
        self._derived.setTextFormat(Qt.TextFormat.RichText)
        self.chips = ConditionChips()
        self.problem = _problem_label()
        self.gear = GearChips(self._known_gear)
        self.parts = PartEditor()
        self.more = QPushButton("All Fields")
        self.more.setCheckable(True)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self.more, "flat")
        self.form = SectionsForm()
        self._column.addWidget(self._empty)
        self._column.addWidget(self.shared.names)
        self._column.addLayout(self._shown)
        for widget in (self.chips, self.parts, self.gear, self.problem):
            self._column.addWidget(widget)
        self._column.addWidget(self.shared)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        if self._is_editor:
            self._column.addWidget(self._derived)
            self._column.addWidget(self.form)
            self.more.setChecked(True)
        self._column.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.more.toggled.connect(self._show_form)
        for parts in (self.form, self.parts):
            parts.edited.connect(self.edit)
            parts.renamed.connect(self.rename_entry)
        self._connect_chips(self.chips, self.gear)

    def _connect_chips(self, chips: ConditionChips, gear: GearChips) -> None:
        chips.added.connect(partial(self._add_condition, chips.field))
        chips.field.textEdited.connect(partial(self._show_condition_typed, chips.field))
        chips.removed.connect(self._remove_condition)
        chips.rule_asked.connect(self.rule_asked)
        chips.points_changed.connect(self._set_points)
        gear.given.connect(self._give)
        gear.made.connect(self._make_gear)
        gear.moved.connect(lambda item, where: self._act_on(item, "ready_item", where=where))
        gear.removed.connect(lambda item: self._act_on(item, "remove_item"))
        gear.fields_asked.connect(self.show_fields_of)

    def _made_drawer(self) -> FieldsDrawer:
        """Make the drawer on first use: with all fields, and conditions and gear as in the panel."""
        self._drawn_chips, self._drawn_gear = ConditionChips(), GearChips(self._known_gear)
        self._drawn_problem = _problem_label()
        self._connect_chips(self._drawn_chips, self._drawn_gear)
        rows = (
            ("Conditions", self._drawn_chips),
            ("Gear", self._drawn_gear),
            ("", self.form),
            ("From these", self._derived),
        )
        drawer = FieldsDrawer(self.window(), rows, self._drawn_problem)
        drawer.closed.connect(lambda: self.more.setChecked(False))
        return drawer

    def sizeHint(self) -> QSize:
        """Always the same, so that the docks are not laid out again for every sheet."""
        return QSize(_WIDTH, _HEIGHT)

    @property
    def who(self) -> Id | None:
        """Id of the combatant whose sheet is shown, or None if there is none."""
        return None if self._view is None else self._view.id

    def _follow(self) -> None:
        """Show another selection at once, but a change of the battle only after the board has shown it."""
        if self._bridge.is_telling:
            self._due.put_off()
        else:
            self.refresh()

    def bring_up_to_date(self) -> None:
        """Refresh at once if a refresh was put off."""
        self._due.do_now()

    def refresh(self) -> None:
        """Show the sheet of the current combatant; do nothing if it is unchanged."""
        self._due.drop()
        self._hand_in_typed()
        shared = self.shared.refresh()
        who, battle, is_whole = self._selection.current, self._bridge.battle, self.more.isChecked()
        if shared is not None:
            who = None
        was, self._made_of = self._made_of, (battle, who, is_whole)
        if was is not None and was[0] is battle and was[1:] == (who, is_whole) and shared is self._was_shared:
            return
        self._was_shared = shared
        # Derived numbers are only shown with all fields.
        view = None if who is None else sheet_view(self._bridge.ruleset, battle, who, is_brief=not is_whole)
        if view == self._view and view is not None and was is not None and was[2] == is_whole:
            return
        if self._view is None or view is None or view.id != self._view.id:
            for line in (self.chips.field, self.gear.field):
                line.clear()
            self.show_problem("")
            self._given.clear()
            self.parts.discard()
            self.form.discard_typed()
        self._view = view
        self.aside = view.aside if view is not None else f"{len(shared.names)} selected" if shared is not None else ""
        self.aside_changed.emit(self.aside)
        self._empty.setVisible(view is None and shared is None)
        self.chips.setVisible(view is not None or shared is not None)
        self.gear.setVisible(view is not None)
        self.parts.setVisible(view is not None and not self._is_editor)
        self.more.setVisible(view is not None and not self._is_editor)
        self._show_displays()
        if view is None:
            if self._drawer is not None:
                self.more.setChecked(False)
            if shared is not None:
                self.chips.show_conditions(shared.conditions, self._condition_names())
            return
        self.chips.show_sheet(view, self._condition_names())
        self.parts.set_parts(view.parts, self._bridge.ruleset.names, hidden=_shown_elsewhere(view))
        self.gear.show_items(view.items)
        if is_whole:
            self._fill_form()

    def _hand_in_typed(self) -> None:
        """Submit text being typed before another combatant is shown, because it is meant for the one shown now."""
        field = QApplication.focusWidget()
        is_other = self._view is not None and self._view.id != self._selection.current
        if is_other and isinstance(field, ValueEdit) and self.isAncestorOf(field) and not self._bridge.is_telling:
            field.clearFocus()

    def show_problem(self, sentence: str) -> None:
        """Show what was wrong, and scroll to it; an empty sentence hides it."""
        shown = (self.problem,) if self._drawer is None else (self.problem, self._drawn_problem)
        for label in shown:
            label.setText(sentence)
            label.setVisible(bool(sentence))
        if sentence:
            QTimer.singleShot(0, self, self._scroll_to_problem)

    def _scroll_to_problem(self) -> None:
        self._column.activate()
        self.ensureWidgetVisible(self.problem)

    def edit(self, path: str, value: object, *, becomes: str = "") -> None:
        """Change a field of the combatant, or of one of their items, as an edit of the GM; None clears it.

        `becomes` is the new name of an entry of a table.
        """
        if self._view is None:
            return
        options: dict[str, object] = {"path": path}
        if becomes:
            options["becomes"] = becomes
        if value is None:
            options["clear"] = True
        else:
            options["value"] = value
        owner = path.split(".", 1)[0]
        if owner == "items":
            self._act(Call(action="edit", options=options))
        else:
            self._act(Call(action="edit", targets=(self._view.id,), options=options))

    def rename_entry(self, path: str, key: str, value: object) -> None:
        """Give an entry of the combatant, such as a skill, another name and value, as one edit of the GM."""
        self.edit(path, value, becomes=key)

    def _act(self, call: Call) -> None:
        self._answer(self._bridge.edit(call))

    def _answer(self, problem: str | None) -> None:
        """Show the result of an edit at once, and the problem if there is one."""
        self.show_problem(problem or "")
        self._due.do_now()

    # ------------------------------------------------------------------------------------ parts

    def _show_displays(self) -> None:
        view = self._view
        shown = () if view is None else view.displays
        if [display.key for display in shown] != list(self._displays):
            for widget in self._displays.values():
                self._shown.removeWidget(widget)
                dispose(widget)
            self._displays = {}
            self._given.clear()
            for display in shown:
                widget = WIDGETS[type(display)]()
                widget.edited.connect(self.edit)
                widget.picked.connect(self._pick)
                self._displays[display.key] = widget
                self._shown.addWidget(widget)
        paths = {} if view is None else {field.title: field.path for field in view.fields}
        for display in shown:
            given = (display, paths)
            if self._given.get(display.key) != given:
                self._given[display.key] = given
                self._displays[display.key].set_view(display, paths)

    def _pick(self, id: str) -> None:
        """Select a combatant that was clicked in a display; any other id is a part of the combatant shown."""
        if id in self._bridge.battle.combatants:
            self._selection.set_current(id)
        elif self._view is not None:
            self.part_picked.emit(self._view.id, id)

    def display(self, key: str) -> DisplayWidget[Any] | None:
        """The widget of a display by its key, or None if it is not shown."""
        return self._displays.get(key)

    def _show_form(self, is_shown: bool) -> None:
        """Open or close the drawer."""
        if is_shown and self._drawer is None and not self._is_editor:
            self._drawer = self._made_drawer()
        self.refresh()
        if self._drawer is None:
            return
        if is_shown:
            self._drawer.open()
        else:
            self._drawer.hide()

    def _fill_form(self) -> None:
        assert self._view is not None
        self._derived.setText(_derived_words(self._view.derived))
        items = self._view.items
        if self._drawer is not None:
            self._drawer.show_who(self._view.name, self._view.aside.partition(" · ")[2])
            self._drawn_chips.show_sheet(self._view, self._condition_names())
            self._drawn_gear.show_items(items)
        of_items = (field for item in items for field in _fields_of_item(item))
        parts = (replace(part, group=item.name) for item in items for part in item.parts)
        self.form.set_form((*self._view.fields, *of_items), (*self._view.parts, *parts), self._bridge.ruleset.names)

    def _condition_names(self) -> list[str]:
        """Names of all conditions of the game and of the GM's own presets."""
        return sorted(preset.name for preset in self._edits.content.presets.values())

    def _answer_shared(self, problem: str) -> None:
        """Show the result of an edit of several combatants."""
        self._answer(problem or None)

    def _add_condition(self, field: NameField, typed: str) -> None:
        QToolTip.hideText()
        if who := self._whose:  # else the combatant shown was removed while the name was typed
            problem = self._edits.add_condition(who, typed)
            self._answer(problem)
            if problem is not None:
                # What was typed stays for correction; the field is emptied before this.
                QTimer.singleShot(0, field, lambda: field.setText(typed))

    def _show_condition_typed(self, field: NameField, typed: str) -> None:
        """Show below the field what the typed condition would do."""
        words = self._edits.typed.condition_words(self._whose[0], typed) if self._whose and field.hasFocus() else ""
        QToolTip.showText(field.mapToGlobal(QPoint(0, field.height())), words, field)

    def _remove_condition(self, effect: Id) -> None:
        if who := self._whose:
            self._act(Call(action="clear_condition", targets=who, options={"condition": effect}))

    @property
    def _whose(self) -> tuple[Id, ...]:
        """The combatant or combatants whose sheet is shown."""
        return self.shared.who or (() if self._view is None else (self._view.id,))

    def _known_gear(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self._edits.content.gear)

    def _give(self, typed: str) -> None:
        if self._view is None:
            return
        self._answer(self._edits.give_gear(self._view.id, typed))

    def _make_gear(self, typed: str) -> None:
        if self._view is not None:
            self._answer(self._edits.make_gear(self._view.id, typed))

    def _act_on(self, item: Id, action: str, **options: object) -> None:
        self._act(Call(action=action, item=item, options=options))

    def show_fields_of(self, item: Id) -> None:
        """Show all fields, with the cursor in the first field of the item's gear that can be typed in."""
        self.more.setChecked(True)
        controls = [control for path, control in self.form.controls.items() if path.startswith(f"items.{item}.gear.")]
        lines = [control for control in controls if isinstance(control, ValueEdit)]
        if controls:
            first = lines[0] if lines else controls[0]
            QTimer.singleShot(_LAID_OUT, first, lambda: self._enter(first))

    def _enter(self, control: QWidget) -> None:
        """Focus a control, and scroll it near the upper edge so that its heading is visible."""
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self._drawer is not None:
            self._drawer.scroll_to(control)
        else:
            self.verticalScrollBar().setValue(max(0, control.mapTo(self._body, QPoint()).y() - _ABOVE))

    def show_all_fields(self) -> None:
        """Open the drawer, with the cursor in the field for further skills; close it if the focus is in there."""
        focused = QApplication.focusWidget()
        if focused is not None and self.form.isAncestorOf(focused):
            self.more.setChecked(False)
            return
        self.more.setChecked(True)
        editors = [one for one in self.form.parts.values() if one.has_known_names] or [*self.form.parts.values()]
        if editors:
            editors[0].field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def add_gear(self) -> None:
        """Open the list of the game's gear, to give some to the combatant shown."""
        self.ensureWidgetVisible(self.gear.field)
        self.gear.field.show_all()

    def _set_points(self, player: Id, resource: str, amount: int) -> None:
        self._act(Call(action="set_resource", options={"player": player, "resource": resource, "amount": amount}))


def _shown_elsewhere(view: SheetView) -> frozenset[str]:
    """Paths of the parts whose entries a display of the sheet shows, such as skills."""
    shown = {number.title for one in view.displays if isinstance(one, NumbersDisplayView) for number in one.numbers}
    return frozenset(part.path for part in view.parts if part.entries and {one.title for one in part.entries} <= shown)


def _problem_label() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    set_role(label, "bad")
    label.hide()
    return label


def _fields_of_item(item: ItemView) -> tuple[FieldView, ...]:
    """The fields of an item's name and gear, in a group with the item's name."""
    name = FieldView(path=f"items.{item.id}.name", title="Name", kind="text", value=item.name)
    return tuple(replace(field, group=item.name) for field in (name, *item.fields))


def _derived_words(derived: tuple[DerivedView, ...]) -> str:
    """Rich text with a line for each group: `Defence  18 ranged  19 melee`."""
    groups: dict[str, list[DerivedView]] = {}
    for number in derived:
        groups.setdefault(number.group, []).append(number)
    lines = []
    for group, members in groups.items():
        words = "&nbsp;&nbsp; ".join(
            f"<b>{escape(member.text)}</b>&nbsp;{escape(member.title.lower())}" for member in members
        )
        lines.append(f"{escape(group)}&nbsp;&nbsp; {words}" if group else words)
    return "<br>".join(lines)
