"""The sheet of the selected combatant: displays, numbers, conditions, items and every field, edited in place."""

from __future__ import annotations

from html import escape
from itertools import chain
from typing import Any

from PySide6.QtCore import (
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
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
from gui.panels.sheet_chips import ConditionChips, GearChips
from gui.panels.sheet_edits import SheetEdits
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, set_role
from gui.widgets.part_editor import PartEditor
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import lowered
from model.view.form import FieldView
from model.view.shared_sheet import SharedSheet
from model.view.sheet import DerivedView, ItemView, NumbersDisplayView, SheetView, sheet_view

# ------------------------------------------------------------------------------------------------------------ the panel


_WIDTH, _HEIGHT = 360, 290
_LAID_OUT = 60
"""Milliseconds after which a form that was opened is laid out."""
_GIVEN = ".given"
"""In the path of the part of a sheet with the totals that are given instead of their parts."""
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
        self._entered = SheetEdits(bridge, edits, lambda: self.who, lambda: self._whose, self._answer)
        self._entered.rule_asked.connect(self.rule_asked)
        self._entered.fields_asked.connect(self.show_fields_of)
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
        self.gear = GearChips(self._entered.known_gear)
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
        self._entered.connect_chips(self.chips, self.gear)

    def _made_drawer(self) -> FieldsDrawer:
        """Make the drawer on first use: with all fields, and conditions and gear as in the panel."""
        self.drawn_chips, self.drawn_gear = ConditionChips(), GearChips(self._entered.known_gear)
        self._drawn_problem = _problem_label()
        self._entered.connect_chips(self.drawn_chips, self.drawn_gear)
        rows = (
            ("From these", self._numbers()),
            ("Conditions", _with_names_below(self.drawn_chips)),
            ("Gear", _with_names_below(self.drawn_gear)),
            ("", self.form),
        )
        drawer = FieldsDrawer(self.window(), rows, self._drawn_problem)
        drawer.closed.connect(lambda: self.more.setChecked(False))
        return drawer

    def _numbers(self) -> QWidget:
        """The derived numbers, and the way to type totals that count instead of them."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._derived, 1)
        self.totals = QPushButton("Type Totals...")
        self.totals.setToolTip("Goes to the numbers that count instead of what the sheet adds up to.")
        self.totals.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self.totals, "flat")
        self.totals.clicked.connect(self.type_totals)
        line.addWidget(self.totals, 0, Qt.AlignmentFlag.AlignTop)
        return row

    @property
    def _total(self) -> QWidget | None:
        """The first field for a total that is given instead of its parts."""
        parts = (editor.field for path, editor in self.form.parts.items() if path.endswith(_GIVEN))
        fields = (control for path, control in self.form.controls.items() if f"{_GIVEN}." in path)
        return next(chain(parts, fields), None)

    @property
    def derived_words(self) -> str:
        """What the derived numbers are, as rich text."""
        return self._derived.text()

    def type_totals(self) -> None:
        """Put the cursor into that field."""
        if (field := self._total) is not None:
            self._enter(field)

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
                self.chips.show_conditions(shared.conditions, self._entered.condition_names())
            return
        self.chips.show_sheet(view, self._entered.condition_names())
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
        self._entered.edit(path, value, becomes=becomes)

    def rename_entry(self, path: str, key: str, value: object) -> None:
        """Give an entry of the combatant, such as a skill, another name and value, as one edit of the GM."""
        self.edit(path, value, becomes=key)

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
            self.drawn_chips.show_sheet(self._view, self._entered.condition_names())
            self.drawn_gear.show_items(items)
        of_items = (field for item in items for field in _fields_of_item(item))
        parts = (replace(part, group=item.name) for item in items for part in item.parts)
        self.form.set_form((*self._view.fields, *of_items), (*self._view.parts, *parts), self._bridge.ruleset.names)
        if self._drawer is not None:
            self.totals.setVisible(self._total is not None)

    def _answer_shared(self, problem: str) -> None:
        """Show the result of an edit of several combatants."""
        self._answer(problem or None)

    @property
    def _whose(self) -> tuple[Id, ...]:
        """The combatant or combatants whose sheet is shown."""
        return self.shared.who or (() if self._view is None else (self._view.id,))

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
        if self._drawer is not None:
            self._drawer.open()  # above the panel, which may have come to the front
        editors = [one for one in self.form.parts.values() if one.has_known_names] or [*self.form.parts.values()]
        if editors:
            editors[0].field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def add_gear(self) -> None:
        """Open the list of the game's gear, to give some to the combatant shown."""
        self.ensureWidgetVisible(self.gear.field)
        self.gear.field.show_all()


def _with_names_below(chips: ConditionChips | GearChips) -> QWidget:
    """The chips, and below them in the flow the names that fit what is typed into their field."""
    chips.set_tall()
    column = QWidget()
    lines = QVBoxLayout(column)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(HALF)
    lines.addWidget(chips)
    lines.addWidget(chips.field.open_below())
    return column


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
    """Rich text with a line for each group: `Defence   ranged 18   melee 19`."""
    groups: dict[str, list[DerivedView]] = {}
    for number in derived:
        groups.setdefault(number.group, []).append(number)
    lines = []
    for group, members in groups.items():
        words = "&nbsp;&nbsp; ".join(
            f"{escape(lowered(member.title)).replace(' ', '&nbsp;')}&nbsp;<b>{escape(member.text)}</b>"
            for member in members
        )
        lines.append(f"<i>{escape(group)}</i>&nbsp;&nbsp; {words}" if group else words)
    return "<br>".join(lines)
