"""A command of the game's own that wants to know something first: whom it is about, and what it is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.attention import NOBODY_SELECTED
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from gui.widgets.buttons import Switch
from model.engine.calls import Call
from model.engine.ruleset import NO_TARGET, Action, Parameter
from model.engine.run import may
from model.state.base import Id

# ----------------------------------------------------------------------------------------------------------- the fields


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


# ----------------------------------------------------------------------------------------------------------- the dialog


def has_form(action: Action) -> bool:
    """Whether a command has something to be said about it."""
    return any(one.kind in TYPED for one in action.parameters) or action.targets in ("one", "many")


class CommandForm(QDialog):
    """Says why it cannot be done as long as that is so: a death, for instance, without both agreements."""

    def __init__(
        self,
        bridge: Bridge,
        action: Action,
        people: tuple[Id, ...],
        parent: QWidget | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """`options` are said about the command already."""
        super().__init__(parent)
        self.setWindowTitle(action.title)
        self.setMinimumWidth(360)
        self._bridge = bridge
        self._action = action
        self._people = people[:1] if action.targets == "one" else people
        self._options = dict(options)
        column = padded_column(self)
        self.about = QLabel(", ".join(bridge.name(who) for who in self._people))
        set_role(self.about, "name")
        self.about.setVisible(bool(self._people))
        help = QLabel(action.help)
        help.setWordWrap(True)
        help.setVisible(bool(action.help))
        set_role(help, "muted")
        known = Call(action=action.id, targets=self._people, options=self._options)
        now = {one.key: one.now(bridge.battle, known) for one in action.parameters if one.now is not None}
        self.fields = ParameterFields(action.parameters, now)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        for widget in (self.about, help, self.fields, self.problem):
            column.addWidget(widget)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton(action.title, QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.ok, "primary")
        self.ok.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.fields.changed.connect(self.refresh)
        self.refresh()

    @property
    def call(self) -> Call:
        """The command as the form stands."""
        return Call(action=self._action.id, targets=self._people, options=self._options | self.fields.values)

    def refresh(self) -> None:
        """Say what speaks against it; what may be set aside is asked again when it is carried out."""
        reasons = may(self._bridge.ruleset, self._bridge.battle, self.call)
        final = next((reason for reason in reasons if not reason.can_override), None)
        words = (
            "" if final is None else NOBODY_SELECTED if final.key == NO_TARGET else self._bridge.words(final.sentence)
        )
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        self.ok.setEnabled(final is None)

    @classmethod
    def ask(
        cls,
        bridge: Bridge,
        action: Action,
        people: tuple[Id, ...],
        parent: QWidget | None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Call | None:
        """The command; None when it was cancelled."""
        dialog = cls(bridge, action, people, parent, options)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dialog.deleteLater()
        return call if is_accepted else None
