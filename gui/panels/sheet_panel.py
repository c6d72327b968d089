"""The sheet of whoever is looked at: displays, derived numbers, conditions, items and every field, edited in place."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.controllers.edit_controller import EditController
from gui.displays import WIDGETS, DisplayWidget
from gui.displays.base import ValueEdit
from gui.panels.sheet_chips import ConditionChips, GearChips
from gui.panels.sheet_fields import FieldsForm
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from model.engine.calls import Call
from model.state.base import Id, replace
from model.view.form import FieldView
from model.view.sheet import DerivedView, ItemView, SheetView, sheet_view

_WIDTH, _HEIGHT = 360, 290
_LAID_OUT = 60
"""Milliseconds in which a form that was opened is laid out."""
_ABOVE = 80
"""Pixels that stay in sight over a field that is scrolled to."""


class SheetPanel(QScrollArea):
    """Looks at whoever has the GM's attention; every edit is an action that can be undone."""

    rule_asked = Signal(str)
    part_picked = Signal(str, str)
    """Whose sheet it is, and the id of a part that was clicked, such as a location of the body."""
    aside_changed = Signal(str)
    """Who is shown, for the dock's heading."""

    def __init__(
        self, bridge: Bridge, attention: Attention, edits: EditController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._attention = attention
        self._edits = edits
        self._view: SheetView | None = None
        self._displays: dict[str, DisplayWidget] = {}
        self.aside = ""
        """Who is shown, for the dock's heading."""
        self._build()
        attention.changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        self._body = body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(12, HALF, 12, UNIT)
        self._column.setSpacing(6)
        self._empty = QLabel("Nobody is looked at: click a fighter on the board or in the list.")
        self._empty.setWordWrap(True)
        set_role(self._empty, "muted")
        self._shown = QVBoxLayout()
        self._shown.setSpacing(6)
        self._derived = QLabel()
        self._derived.setWordWrap(True)
        self.chips = ConditionChips()
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.problem.hide()
        self.gear = GearChips(self._known_gear)
        self.more = QPushButton("All fields")
        self.more.setCheckable(True)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self.more, "flat")
        self.form = FieldsForm()
        self.form.hide()
        self._column.addWidget(self._empty)
        self._column.addLayout(self._shown)
        for widget in (self.chips, self.gear, self.problem):
            self._column.addWidget(widget)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._derived)
        self._column.addWidget(self.form)
        self._column.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.more.toggled.connect(self._show_form)
        self.form.edited.connect(self.edit)
        self.chips.added.connect(self._add_condition)
        self.chips.removed.connect(self._remove_condition)
        self.chips.rule_asked.connect(self.rule_asked)
        self.chips.points_changed.connect(self._set_points)
        self.gear.given.connect(self._give)
        self.gear.moved.connect(lambda item, where: self._act_on(item, "ready_item", where=where))
        self.gear.removed.connect(lambda item: self._act_on(item, "remove_item"))
        self.gear.fields_asked.connect(self.show_fields_of)

    def sizeHint(self) -> QSize:
        """Always the same, so that the docks are not laid out anew for every sheet."""
        return QSize(_WIDTH, _HEIGHT)

    @property
    def who(self) -> Id | None:
        """Whose sheet is shown."""
        return None if self._view is None else self._view.id

    def refresh(self) -> None:
        """Show the sheet as it now is."""
        who = self._attention.looked_at
        view = None if who is None else sheet_view(self._bridge.ruleset, self._bridge.battle, who)
        if view == self._view and view is not None:
            return
        is_other = self._view is None or view is None or view.id != self._view.id
        self._view = view
        if is_other:
            self.show_problem("")
        self.aside = "" if view is None else view.aside
        self.aside_changed.emit(self.aside)
        self._empty.setVisible(view is None)
        for widget in (self.chips, self.gear, self.more):
            widget.setVisible(view is not None)
        self._derived.setVisible(view is not None and self.more.isChecked())
        self.form.setVisible(view is not None and self.more.isChecked())
        if view is None:
            self._show_displays()
            return
        self._show_displays()
        self._derived.setText(_derived_words(view.derived))
        self.chips.show_sheet(view, self._condition_titles())
        self.gear.show_items(view.items)
        if self.more.isChecked():
            self._fill_form()

    def show_problem(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def edit(self, path: str, value: object) -> None:
        """Change a field of the combatant by the GM's hand."""
        if self._view is None:
            return
        options: dict[str, object] = {"path": path}
        if value is None:
            options["clear"] = True
        else:
            options["value"] = value.replace("−", "-") if isinstance(value, str) else value
        owner = path.split(".", 1)[0]
        if owner == "items":
            self._act(Call(action="edit", options=options))
        else:
            self._act(Call(action="edit", targets=(self._view.id,), options=options))

    def _act(self, call: Call) -> None:
        self.show_problem(self._bridge.edit(call) or "")

    # ------------------------------------------------------------------------------------ parts

    def _show_displays(self) -> None:
        view = self._view
        shown = () if view is None else view.displays
        if [display.key for display in shown] != list(self._displays):
            for widget in self._displays.values():
                self._shown.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
            self._displays = {}
            for display in shown:
                widget = WIDGETS[type(display)]()
                widget.edited.connect(self.edit)
                widget.picked.connect(self._pick)
                self._displays[display.key] = widget
                self._shown.addWidget(widget)
        paths = {} if view is None else {field.title: field.path for field in view.fields}
        for display in shown:
            self._displays[display.key].set_view(display, paths)

    def _pick(self, id: str) -> None:
        """Look at somebody who was clicked in a display; what else can be clicked is a part of the one looked at."""
        if id in self._bridge.battle.combatants:
            self._attention.look_at(id)
        elif self._view is not None:
            self.part_picked.emit(self._view.id, id)

    def display(self, key: str) -> DisplayWidget[Any] | None:
        """The widget of a display by its key."""
        return self._displays.get(key)

    def _show_form(self, is_shown: bool) -> None:
        self.form.setVisible(is_shown)
        self._derived.setVisible(is_shown)
        if is_shown:
            self._fill_form()
            QTimer.singleShot(0, lambda: self.verticalScrollBar().setValue(self.more.y()))

    def _fill_form(self) -> None:
        assert self._view is not None
        of_items = (field for item in self._view.items for field in _fields_of_item(item))
        self.form.set_fields((*self._view.fields, *of_items))

    def _condition_titles(self) -> dict[str, str]:
        return {condition.title: id for id, condition in self._bridge.ruleset.conditions.items()}

    def _add_condition(self, typed: str) -> None:
        assert self._view is not None
        known = {title.lower(): id for title, id in self._condition_titles().items()}
        id = known.get(typed.strip().lower(), typed.strip())
        self._act(Call(action="set_condition", targets=(self._view.id,), options={"condition": id}))

    def _remove_condition(self, kind: str) -> None:
        assert self._view is not None
        self._act(Call(action="clear_condition", targets=(self._view.id,), options={"condition": kind}))

    def _known_gear(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self._edits.content.gear)

    def _give(self, typed: str) -> None:
        assert self._view is not None
        self.show_problem(self._edits.give_gear(self._view.id, typed) or "")

    def _act_on(self, item: Id, action: str, **options: object) -> None:
        self._act(Call(action=action, item=item, options=options))

    def show_fields_of(self, item: Id) -> None:
        """Show the fields of an item among all fields, the cursor in the first of its numbers."""
        self.more.setChecked(True)
        controls = [control for path, control in self.form.controls.items() if path.startswith(f"items.{item}.gear.")]
        lines = [control for control in controls if isinstance(control, ValueEdit)]
        if controls:
            first = lines[0] if lines else controls[0]
            QTimer.singleShot(_LAID_OUT, first, lambda: self._enter(first))

    def _enter(self, control: QWidget) -> None:
        """Put the cursor into a control, near the upper edge and with its heading in sight."""
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.verticalScrollBar().setValue(max(0, control.mapTo(self._body, QPoint()).y() - _ABOVE))

    def add_gear(self) -> None:
        """Offer the game's gear for whoever is shown."""
        self.ensureWidgetVisible(self.gear.field)
        self.gear.field.show_all()

    def _set_points(self, player: Id, resource: str, amount: int) -> None:
        self._act(Call(action="set_resource", options={"player": player, "resource": resource, "amount": amount}))


def _fields_of_item(item: ItemView) -> tuple[FieldView, ...]:
    """An item's name and every field of its gear, under a heading of its own."""
    name = FieldView(path=f"items.{item.id}.name", title="Name", kind="text", value=item.name)
    return tuple(replace(field, group=item.name) for field in (name, *item.fields))


def _derived_words(derived: tuple[DerivedView, ...]) -> str:
    """One line for each group: `Defence  18 ranged  19 melee`."""
    groups: dict[str, list[DerivedView]] = {}
    for number in derived:
        groups.setdefault(number.group, []).append(number)
    lines = []
    for group, members in groups.items():
        words = "&nbsp;&nbsp; ".join(f"<b>{member.text}</b>&nbsp;{escape(member.title.lower())}" for member in members)
        lines.append(f"{escape(group)}&nbsp;&nbsp; {words}" if group else words)
    return "<br>".join(lines)
