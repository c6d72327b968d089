"""Small dialogs, a field for a place, and the form for the parameters of a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.selection import NOBODY_SELECTED
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, set_role
from gui.style.widgets import padded_column
from gui.widgets.basics import Switch
from gui.widgets.fields import ChoiceField, NumberField, TextField
from model.board.zones import place_at
from model.engine.calls import Call
from model.engine.ruleset import NO_TARGET, Action, Parameter
from model.engine.run import may
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Place
from model.state.typed_numbers import typed_number

# ------------------------------------------------------------------------------------------ text, confirmation, message


class LineDialog(QDialog):
    """Asks for one line of text; `yes` says what the button does with it."""

    def __init__(
        self, parent: QWidget | None, title: str, words: str, text: str = "", example: str = "", yes: str = "OK"
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(380)
        column = padded_column(self)
        label = QLabel(words)
        label.setWordWrap(True)
        self.field = QLineEdit(text)
        self.field.setPlaceholderText(example)
        self.field.selectAll()
        label.setBuddy(self.field)
        self.field.setAccessibleName(words)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(yes)
        set_role(buttons.button(QDialogButtonBox.StandardButton.Ok), "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        for widget in (label, self.field, buttons):
            column.addWidget(widget)

    @classmethod
    def ask(
        cls, parent: QWidget | None, title: str, words: str, text: str = "", example: str = "", yes: str = "OK"
    ) -> str | None:
        """Return the typed text without surrounding spaces, or None if the dialog was cancelled."""
        dialog = cls(parent, title, words, text, example, yes)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        typed = dialog.field.text().strip()
        dispose(dialog)
        return typed if is_accepted else None


class ConfirmDialog(QDialog):
    """Asks to confirm something that cannot be undone."""

    def __init__(self, parent: QWidget | None, title: str, words: str, yes: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        column = padded_column(self)
        label = QLabel(words)
        label.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(yes, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(label)
        column.addWidget(buttons)

    @classmethod
    def ask(cls, parent: QWidget | None, title: str, words: str, yes: str) -> bool:
        dialog = cls(parent, title, words, yes)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dispose(dialog)
        return is_accepted


class MessageDialog(QDialog):
    """Shows a message that has to be read."""

    def __init__(self, parent: QWidget | None, title: str, sentences: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        column = padded_column(self)
        label = QLabel(sentences)
        label.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        column.addWidget(label)
        column.addWidget(buttons)

    @classmethod
    def inform(cls, parent: QWidget | None, title: str, sentences: str) -> None:
        dialog = cls(parent, title, sentences)
        dialog.exec()
        dispose(dialog)


# -------------------------------------------------------------------------------------------------------------- a place

PointAt = Callable[[AnyBattle, Place | None], Place | None]
"""Asks for a place on the map of a battle, given the current one. Returns None if the GM cancels."""
_FARTHEST = 1e6
"""Largest coordinate that can be typed, in metres."""
_NO_PLACE = "Type x, y in metres, or the name of a zone."


def place_words(battle: AnyBattle, place: Place | None) -> str:
    """Return a place as `12.5, 4` or the name of its zone; empty for None."""
    if place is None:
        return ""
    if place.point is not None:
        return ", ".join(f"{number:g}" for number in place.point)
    zone = battle.board.zones.get(place.zone or "")
    return "" if zone is None else zone.name


def typed_place(battle: AnyBattle, typed: str) -> Place | None:
    """Return the typed place, or None if the text is not a place."""
    words = typed.strip()
    zone = next((one for one in battle.board.zones.values() if one.name.lower() == words.lower()), None)
    if zone is not None:
        return Place(zone=zone.id)
    numbers = [typed_number(one) for one in _coordinates(words.removesuffix("m"))]
    if len(numbers) != 2 or None in numbers:
        return None
    x, y = (float(number or 0) for number in numbers)
    return place_at(battle.board, (x, y)) if abs(x) < _FARTHEST and abs(y) < _FARTHEST else None


def _coordinates(words: str) -> list[str]:
    """Split `12.5, 4`, `12,5; 4`, `12,5 4` and `12,4` into the two numbers; a comma may be a decimal sign, too."""
    if ";" in words:
        return words.split(";")
    parts = words.split()
    return [part.removesuffix(",") for part in parts] if len(parts) > 1 else words.split(",")


def as_option(place: Place) -> dict[str, Any]:
    """Return a place in the form of a call's options."""
    point = place.point
    return {"zone": place.zone} if point is None else {"x": point[0], "y": point[1]}


def above_problem(owner: QWidget, problem: QLabel, *fields: QWidget) -> None:
    """Lay out fields from left to right, above what is wrong with their input."""
    column = QVBoxLayout(owner)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(HALF)
    line = QHBoxLayout()
    line.setSpacing(UNIT)
    for field in fields:
        line.addWidget(field)
    line.addStretch(1)
    column.addLayout(line)
    column.addWidget(problem)


class CheckedField(QWidget):
    """A line of text with a meaning; what is typed and has none stays, with what is wrong with it below."""

    def __init__(self, read: Callable[[str], object], give: Callable[[Any], None], text: str = "") -> None:
        """`read` returns what a text means, or a sentence that says why it means nothing; `give` gets the meaning."""
        super().__init__()
        self._read, self._give = read, give
        self.field = TextField(text)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        column.addWidget(self.field)
        column.addWidget(self.problem)
        self.field.entered.connect(self._type)

    def show_text(self, text: str) -> None:
        """Show a text, unless the GM is typing another one or has to correct it."""
        if not self.field.hasFocus() and self.problem.isHidden():
            self.field.show_text(text)

    def _type(self, typed: str) -> None:
        found = self._read(typed.strip())
        problem = found if isinstance(found, str) else ""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if not problem:
            self._give(found)


class PlaceField(QWidget):
    """Field for a place; a problem with the typed text is shown beside it."""

    def __init__(
        self, battle: AnyBattle, now: Place | None, give: Callable[[Place], None], point: PointAt | None
    ) -> None:
        """`give` is called with each new place; without `point` there is no button to point at the map."""
        super().__init__()
        self._battle = battle
        self._now = now
        self._give = give
        self.field = TextField(place_words(battle, now))
        self.field.setPlaceholderText("12.5, 4")
        self.field.setToolTip(_NO_PLACE)
        self.field.setMaximumWidth(20 * UNIT)
        self.problem = QLabel()
        set_role(self.problem, "bad")
        self.problem.hide()
        self.problem.setWordWrap(True)
        beside: tuple[QWidget, ...] = ()
        if point is not None:
            self.button = QPushButton("Point at Map...")
            self.button.setAutoDefault(False)
            self.button.clicked.connect(lambda: self._take(point(battle, self._now)))
            beside = (self.button,)
        above_problem(self, self.problem, self.field, *beside)
        self.field.entered.connect(self._type)

    def _type(self, typed: str) -> None:
        typed = typed.strip()
        if typed == place_words(self._battle, self._now):
            self._say("")
            return
        place = typed_place(self._battle, typed)
        self._say("" if place is not None else _NO_PLACE)
        self._take(place)

    def _take(self, place: Place | None) -> None:
        if place is None or place == self._now:
            return
        self._now = place
        self.field.show_text(place_words(self._battle, place))
        self._say("")
        self._give(place)

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))


# ---------------------------------------------------------------------------------------------- the fields of a command


Field = TextField | NumberField | ChoiceField | Switch
TYPED = ("flag", "number", "choice", "text")
"""Kinds of parameters that have a field; values of the others are chosen on the board."""
_NOTHING = "–"


_COLUMN = 8
"""Most fields in one column; more are split into two columns, as a low window has no room for all."""


class ParameterFields(QWidget):
    """Fields for parameters, titles on the left; `values` leaves out those that stay at their default."""

    changed = Signal()

    def __init__(
        self,
        parameters: Iterable[Parameter],
        now: Mapping[str, Any] = MappingProxyType({}),
        parent: QWidget | None = None,
        into: QFormLayout | None = None,
    ) -> None:
        """`now` has current values of some parameters by key: their fields begin with them.

        The fields are added to the form `into`, or else to this widget.
        """
        super().__init__(parent)
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
        if into is not None:
            self._forms = [into]
            self._add_rows(into, self.fields)
            return
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(3 * UNIT)
        count = len(self.fields)
        each = max(1, count if count <= _COLUMN else -(-count // 2))
        keys = tuple(self.fields)
        self._forms = [self._form(keys[first : first + each]) for first in range(0, max(1, count), each)]
        for form in self._forms:
            columns.addLayout(form)

    def _form(self, keys: Sequence[str]) -> QFormLayout:
        """Return a form with the fields of some parameters."""
        form = QFormLayout()
        form.setHorizontalSpacing(2 * UNIT)
        form.setVerticalSpacing(UNIT)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._add_rows(form, keys)
        return form

    def _add_rows(self, form: QFormLayout, keys: Iterable[str]) -> None:
        for key in keys:
            form.addRow(self._parameters[key].title, self.fields[key])

    def add_row(self, title: str, field: QWidget, before: str = "") -> None:
        """Add a field, before that of a parameter or at the end."""
        field.setAccessibleName(title)
        for form in self._forms:
            if before and form.indexOf(self.fields[before]) >= 0:
                row: int = form.getWidgetPosition(self.fields[before])[0]  # type: ignore[index]  # the stubs say object
                form.insertRow(row, title, field)
                return
        self._forms[-1].addRow(title, field)

    def _watch(self, field: Field) -> None:
        if isinstance(field, Switch):
            field.toggled.connect(self.changed)
        elif isinstance(field, ChoiceField):
            field.currentIndexChanged.connect(self.changed)
        elif isinstance(field, TextField):
            field.textChanged.connect(self.changed)
        else:
            field.changed.connect(self.changed)

    @property
    def said(self) -> dict[str, Any]:
        """Values of all fields, by key."""
        return {key: _value(field) for key, field in self.fields.items()}

    @property
    def values(self) -> dict[str, Any]:
        """Values that are neither empty nor the default, by key."""
        usual = {key: _usual(parameter) for key, parameter in self._parameters.items()}
        return {key: value for key, value in self.said.items() if value not in (None, "") and value != usual[key]}


def _usual(parameter: Parameter) -> Any:
    """Return the value of a parameter that is not given; of a flag without a default, False."""
    return bool(parameter.default) if parameter.kind == "flag" else parameter.default


def show_value(field: Field, value: Any) -> None:
    """Show a value in a field; text is selected, so that typing replaces it."""
    if isinstance(field, TextField):
        field.setText(str(value))
        field.selectAll()
    elif isinstance(field, NumberField):
        field.setValue(float(value))
    elif isinstance(field, ChoiceField):
        field.setCurrentIndex(max(0, field.findData(value)))
    else:
        field.show_state(bool(value))


def _field(parameter: Parameter) -> Field | None:
    """Return the field of a parameter, or None for kinds that are chosen on the board."""
    match parameter.kind:
        case "flag":
            switch = Switch()
            switch.show_state(bool(parameter.default))
            return switch
        case "number":
            return _number(parameter)
        case "choice":
            options = ((option.replace("_", " ").capitalize(), option) for option in parameter.options)
            return ChoiceField(options, parameter.default)
        case "text":
            line = TextField()
            line.setPlaceholderText(str(parameter.default or "").replace("_", " "))
            return line
    return None


def _number(parameter: Parameter) -> NumberField:
    """Return a number field; without a default it is empty at first."""
    return NumberField(
        -9999.0 if parameter.least is None else parameter.least,
        9999.0 if parameter.most is None else parameter.most,
        parameter.default,
        decimals=parameter.decimals,
        empty=_NOTHING if parameter.default is None else "",
    )


def _value(field: Field) -> Any:
    if isinstance(field, Switch):
        return field.isChecked()
    if isinstance(field, ChoiceField):
        return field.value
    return field.text().strip() if isinstance(field, TextField) else field.number


# ------------------------------------------------------------------------------------------------ the form of a command


def has_form(action: Action) -> bool:
    """Whether a command takes typed parameters or needs targets."""
    return any(one.kind in TYPED for one in action.parameters) or action.targets in ("one", "many")


class CommandForm(QDialog):
    """Form of a command. While it is refused, it shows why: a death without both agreements, for instance."""

    def __init__(
        self,
        bridge: Bridge,
        action: Action,
        combatants: tuple[Id, ...],
        parent: QWidget | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """`options` are options of the command that are set already."""
        super().__init__(parent)
        self.setWindowTitle(action.title)
        self.setMinimumWidth(360)
        self._bridge = bridge
        self._action = action
        self._combatants = combatants[:1] if action.targets == "one" else combatants
        self._options = dict(options)
        column = padded_column(self)
        self.about = QLabel(", ".join(bridge.name(who) for who in self._combatants))
        set_role(self.about, "name")
        self.about.setVisible(bool(self._combatants))
        help = QLabel(action.help)
        help.setWordWrap(True)
        help.setVisible(bool(action.help))
        set_role(help, "muted")
        known = Call(action=action.id, targets=self._combatants, options=self._options)
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
        self._is_answered = False
        """Whether a field was changed: before that, what is refused is only not answered yet."""
        self.fields.changed.connect(self._follow)
        self.refresh()

    def _follow(self) -> None:
        self._is_answered = True
        self.refresh()

    @property
    def call(self) -> Call:
        """The command with the current field values."""
        return Call(action=self._action.id, targets=self._combatants, options=self._options | self.fields.values)

    def refresh(self) -> None:
        """Show the first refusal that cannot be overridden; others are asked about when the command is carried out."""
        reasons = may(self._bridge.ruleset, self._bridge.battle, self.call)
        final = next((reason for reason in reasons if not reason.can_override), None)
        words = (
            "" if final is None else NOBODY_SELECTED if final.key == NO_TARGET else self._bridge.words(final.sentence)
        )
        self.problem.setText(words)
        set_role(self.problem, "bad" if self._is_answered else None)
        self.problem.setVisible(bool(words))
        self.ok.setEnabled(final is None)

    @classmethod
    def ask(
        cls,
        bridge: Bridge,
        action: Action,
        combatants: tuple[Id, ...],
        parent: QWidget | None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Call | None:
        """Return the command, or None if the dialog was cancelled."""
        dialog = cls(bridge, action, combatants, parent, options)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dispose(dialog)
        return call if is_accepted else None
