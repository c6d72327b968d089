"""A form for what can be said about a command: a field for each declared parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFormLayout, QLineEdit, QWidget

from gui.style.measures import UNIT
from gui.widgets.switch import Switch
from model.engine.ruleset import Parameter

Field = QLineEdit | QDoubleSpinBox | QComboBox | Switch
TYPED = ("flag", "number", "choice", "text")
"""Kinds of parameters that have a field; the others are pointed at on the board."""
_NOTHING = "–"


class ParameterFields(QWidget):
    """Titles on the left, fields on the right; what is left as it was is not said."""

    changed = Signal()

    def __init__(
        self,
        parameters: Iterable[Parameter],
        now: Mapping[str, Any] = MappingProxyType({}),
        parent: QWidget | None = None,
    ) -> None:
        """`now` is what some of them are before the command, by key: their fields begin with it."""
        super().__init__(parent)
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(2 * UNIT)
        self.form.setVerticalSpacing(UNIT)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._parameters: dict[str, Parameter] = {}
        self.fields: dict[str, Field] = {}
        for parameter in parameters:
            if (field := _field(parameter)) is not None:
                field.setAccessibleName(parameter.title)
                field.setToolTip(parameter.help)
                if now.get(parameter.key) is not None:
                    show_value(field, now[parameter.key])
                self._watch(field)
                self._parameters[parameter.key] = parameter
                self.fields[parameter.key] = field
                self.form.addRow(parameter.title, field)

    def _watch(self, field: Field) -> None:
        if isinstance(field, Switch):
            field.toggled.connect(self.changed)
        elif isinstance(field, QComboBox):
            field.currentIndexChanged.connect(self.changed)
        elif isinstance(field, QLineEdit):
            field.textChanged.connect(self.changed)
        else:
            field.valueChanged.connect(self.changed)

    @property
    def said(self) -> dict[str, Any]:
        """What the fields show, by key."""
        return {key: _value(field) for key, field in self.fields.items()}

    @property
    def values(self) -> dict[str, Any]:
        """What was said, by key: only what is another thing than the default."""
        usual = {key: _usual(parameter) for key, parameter in self._parameters.items()}
        return {key: value for key, value in self.said.items() if value not in (None, "") and value != usual[key]}


def _usual(parameter: Parameter) -> Any:
    """What is meant where nothing is said: of a flag without a default, no."""
    return bool(parameter.default) if parameter.kind == "flag" else parameter.default


def show_value(field: Field, value: Any) -> None:
    """Put a value into a field, ready to be typed over."""
    if isinstance(field, QLineEdit):
        field.setText(str(value))
        field.selectAll()
    elif isinstance(field, QDoubleSpinBox):
        field.setValue(float(value))
    elif isinstance(field, QComboBox):
        field.setCurrentIndex(max(0, field.findData(value)))
    else:
        field.show_state(bool(value))


def _field(parameter: Parameter) -> Field | None:
    """The field of a parameter; None for kinds that are pointed at on the board."""
    match parameter.kind:
        case "flag":
            switch = Switch()
            switch.show_state(bool(parameter.default))
            return switch
        case "number":
            return _number(parameter)
        case "choice":
            box = QComboBox()
            for option in parameter.options:
                box.addItem(option.replace("_", " ").capitalize(), option)
            box.setCurrentIndex(max(0, box.findData(parameter.default)))
            return box
        case "text":
            line = QLineEdit()
            line.setPlaceholderText(str(parameter.default or "").replace("_", " "))
            return line
    return None


def _number(parameter: Parameter) -> QDoubleSpinBox:
    """Where nothing needs to be said, one step below the least number says nothing."""
    field = QDoubleSpinBox()
    field.setDecimals(parameter.decimals)
    least = -9999.0 if parameter.least is None else parameter.least
    most = 9999.0 if parameter.most is None else parameter.most
    if parameter.default is None:
        field.setRange(least - 1, most)
        field.setSpecialValueText(_NOTHING)
        field.setValue(least - 1)
    else:
        field.setRange(least, most)
        field.setValue(float(parameter.default))
    return field


def _value(field: Field) -> Any:
    if isinstance(field, Switch):
        return field.isChecked()
    if isinstance(field, QComboBox):
        return field.currentData()
    if isinstance(field, QLineEdit):
        return field.text().strip()
    if field.specialValueText() and field.value() == field.minimum():
        return None
    return field.value() if field.decimals() else int(field.value())
