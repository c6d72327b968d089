"""A form of titled fields in columns, made from the declared types."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from gui.displays.widgets import ValueEdit
from gui.style.disposal import dispose_items
from gui.style.theme import HALF, UNIT, heading_font, set_role
from gui.widgets.basics import Switch
from gui.widgets.fields import ChoiceField
from model.view.form import FieldView
from model.view.texts import unsigned

Control = ValueEdit | Switch | ChoiceField
_Kind = tuple[object, ...]


class FieldsForm(QWidget):
    """Titled fields in one or more columns, under the headings of their groups."""

    edited = Signal(str, object)
    """Path of a field, and its new value; None clears it."""

    def __init__(self, parent: QWidget | None = None, *, columns: int = 2) -> None:
        super().__init__(parent)
        self._columns = columns
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(UNIT)
        self._grid.setVerticalSpacing(HALF)
        for column in range(columns):
            # In several columns the titles need the room, in one column the values do.
            self._grid.setColumnStretch(2 * column, 3 if columns > 1 else 2)
            self._grid.setColumnStretch(2 * column + 1, 2 if columns > 1 else 3)
        self._built: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
        self.controls: dict[str, Control] = {}
        self._kinds: dict[str, _Kind] = {}
        """What decides how each of these controls is made, by path."""

    def set_fields(self, fields: Iterable[FieldView]) -> None:
        """Show these fields; text being typed is kept."""
        fields = tuple(fields)
        built = tuple((field.path, field.group, (*field.options, field.differs)) for field in fields)
        if built != self._built:
            self._built = built
            self._rebuild(fields)
        for field in fields:
            self._show(field)

    def _rebuild(self, fields: tuple[FieldView, ...]) -> None:
        """Arrange the fields anew; those that are as before stay, with the focus: one may have added the others."""
        kinds = {field.path: _kind_of(field) for field in fields}
        alike = {path for path, kind in kinds.items() if self._kinds.get(path) == kind}
        kept = {path: self.controls[path] for path in alike}
        for control in kept.values():
            self._grid.removeWidget(control)
        dispose_items(self._grid)
        self.controls, self._kinds = {}, kinds
        groups = dict.fromkeys(field.group for field in fields)
        row = 0
        for group in groups:
            if group:
                heading = QLabel(group)
                heading.setFont(heading_font())
                set_role(heading, "muted")
                self._grid.addWidget(heading, row, 0, 1, 2 * self._columns)
                row += 1
            members = [field for field in fields if field.group == group]
            for index, field in enumerate(members):
                line, half = divmod(index, self._columns)
                self._add(field, kept.get(field.path) or self._control(field), row + line, 2 * half)
            row += -(-len(members) // self._columns)
        for one, following in itertools.pairwise(self.controls.values()):
            QWidget.setTabOrder(one, following)

    def _add(self, field: FieldView, control: Control, row: int, column: int) -> None:
        title = QLabel(field.title)
        set_role(title, "muted")
        title.setToolTip(field.help)
        title.setWordWrap(True)
        title.setMinimumWidth(40)
        control.setAccessibleName(field.title)
        control.setToolTip(help_of(field))
        title.setBuddy(control)
        self.controls[field.path] = control
        self._grid.addWidget(title, row, column)
        self._grid.addWidget(control, row, column + 1)

    def _control(self, field: FieldView) -> Control:
        if field.kind == "flag":
            box = Switch()
            box.toggled.connect(lambda on: self.edited.emit(field.path, on))
            return box
        if field.kind == "choice":
            usual = ((field.differs or "–", None),) if field.is_optional else ()
            choice = ChoiceField((*usual, *((option.replace("_", " ") or "–", option) for option in field.options)))
            choice.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            choice.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(3)
            choice.setStyleSheet("padding: 1px 4px; min-height: 18px;")
            choice.entered.connect(lambda value: self.edited.emit(field.path, value))
            return choice
        line = ValueEdit()
        line.submitted.connect(lambda typed: self._submit(field, line, typed))
        return line

    def _submit(self, field: FieldView, line: ValueEdit, typed: str) -> None:
        value: object = typed if typed or field.kind == "text" else None
        if field.kind == "list":
            value = [part.strip() for part in typed.split(",") if part.strip()]
        self.edited.emit(field.path, value)
        line.restore()

    def _show(self, field: FieldView) -> None:
        control = self.controls[field.path]
        control.blockSignals(True)
        if isinstance(control, ValueEdit):
            value = field.value
            number = isinstance(value, int | float) and not isinstance(value, bool)
            control.set_value("" if value is None else unsigned(value) if number else str(value))
            control.setPlaceholderText(field.differs or ("not given" if value is None else ""))
        elif isinstance(control, Switch):
            control.show_state(bool(field.value))
        else:
            control.show_value(field.value)
        control.blockSignals(False)


def _kind_of(field: FieldView) -> _Kind:
    """What decides how the control of a field is made, apart from its value."""
    return (field.kind, field.is_optional, field.options, field.differs)


def help_of(field: FieldView) -> str:
    parts = [field.help]
    if field.least is not None and field.most is not None:
        parts.append(f"{field.least:g} to {field.most:g}")
    if field.is_optional or field.is_entry:
        parts.append("empty: not given")
    return "\n".join(part for part in parts if part)
