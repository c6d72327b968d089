"""Toggles and fields for the parameters of an action, built only from what the action declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QWidget

from gui.style.theme import HALF, SMALL, set_role, text_font
from gui.widgets.basics import FlowLayout, Toggles
from gui.widgets.fields import ChoiceField, NumberField, TextField
from model.board.zones import has_no_map, zone_at
from model.engine.calls import Call
from model.engine.ruleset import Action, Entry, Parameter
from model.state.base import Id
from model.state.battle import AnyBattle, age

# --------------------------------------------------------------------------------------------------- picking combatants


_LINE = 24
"""Height of the buttons in pixels; labels before them have the same height, so that they line up."""
_SMALL = "padding: 2px 8px; min-height: 18px; font-size: 12px;"
_SMALL_BOX = "padding: 1px 6px; min-height: 18px; font-size: 12px;"


class CombatantPicker(QWidget):
    """A toggle for each combatant who can be picked."""

    picked = Signal(object)
    """Tuple of the ids of all combatants who are picked now."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._title = _heading(title)
        self._name = title
        self.buttons: dict[Id, QPushButton] = {}
        self._flow.addWidget(self._title)

    def offer(self, combatants: Sequence[tuple[str, object]]) -> None:
        """Show toggles for these combatants, given as label and id."""
        if [id for _, id in combatants] == list(self.buttons):
            return
        self._flow.clear(self._title)
        self._flow.addWidget(self._title)
        self.buttons = {}
        for label, id in combatants:
            button = QPushButton(label)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setStyleSheet(_SMALL)
            button.setAccessibleName(f"{self._name}: {label}")
            button.clicked.connect(self._emit)
            self.buttons[str(id)] = button
            self._flow.addWidget(button)

    def _emit(self) -> None:
        self.picked.emit(tuple(id for id, button in self.buttons.items() if button.isChecked()))

    def set_value(self, picked: object) -> None:
        """Show which combatants are picked, given as a list or tuple of ids; other values mean none."""
        known = tuple(picked) if isinstance(picked, list | tuple) else ()
        for id, button in self.buttons.items():
            button.setChecked(id in known)


class TablePicker(QWidget):
    """A drop-down list for each entry of a table parameter."""

    picked = Signal(object)
    """The table: a dict of values by entry key, without those that have their usual value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._entries: tuple[Entry, ...] = ()
        self.boxes: dict[str, ChoiceField] = {}

    def offer(self, entries: Iterable[Entry]) -> None:
        """Show lists for these entries."""
        entries = tuple(entries)
        if entries == self._entries:
            return
        self._entries = entries
        self._flow.clear()
        self.boxes = {}
        for entry in entries:
            box = ChoiceField(entry.options)
            box.setStyleSheet(_SMALL_BOX)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setAccessibleName(entry.title)
            box.entered.connect(self._emit)
            self.boxes[entry.key] = box
            self._flow.addWidget(_beside(_heading(entry.title), box))

    def _emit(self, *_: object) -> None:
        usual = {entry.key: entry.options[0][1] for entry in self._entries}
        said = {key: box.value for key, box in self.boxes.items()}
        self.picked.emit({key: value for key, value in said.items() if value != usual[key]})

    def set_value(self, table: object) -> None:
        """Show the values of a table by entry key; missing ones have their usual value."""
        known = table if isinstance(table, Mapping) else {}
        for entry in self._entries:
            usual = entry.options[0][1]
            value = known.get(entry.key, usual)
            self.boxes[entry.key].show_value(value if value in [one for _, one in entry.options] else usual)


def _beside(*widgets: QWidget) -> QWidget:
    """Return a widget that keeps the given ones in one line."""
    whole = QWidget()
    line = QHBoxLayout(whole)
    line.setContentsMargins(0, 0, HALF, 0)
    line.setSpacing(HALF)
    for widget in widgets:
        line.addWidget(widget)
    return whole


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    label.setFont(text_font(SMALL))
    set_role(label, "muted")
    label.setFixedHeight(_LINE)
    return label


# ------------------------------------------------------------------------------------------------------- all parameters


_FEW = {False: 3, True: 1}
"""Number of parameters shown at once, by whether there is little room; once something is answered, also the smaller.

Declared parameters (`Parameter.is_declared`) come first and are all shown, even if there are more; the others follow
in the order in which the ruleset names them.
"""
_PLACES = ("place", "path")
_ITEM = "item:"
"""Key of the control for the item to use; no parameter has this key."""


class _Control:
    """A control and the widget that contains it, reused from one call to the next."""

    def __init__(self, key: str, control: QWidget, widget: QWidget, parameter: Parameter | None = None) -> None:
        self.key, self.control, self.widget, self.parameter = key, control, widget, parameter
        self._offered: list[tuple[str, object]] = []

    def offer(self, options: list[tuple[str, object]]) -> None:
        """Set the options, given as label and value, of a control that offers a choice; others ignore them."""
        if isinstance(self.control, CombatantPicker):
            self.control.offer(options)
        if options == self._offered or not isinstance(self.control, ChoiceField):
            return
        self._offered = options
        self.control.set_options(options)


class ParameterStrip(QWidget):
    """One control for each parameter that applies to the call."""

    changed = Signal(str, object)
    """Key of a parameter and its new value, or None for the default."""
    item_changed = Signal(object)
    place_wanted = Signal(str)
    """Key of a parameter whose value is a place on the map."""
    finished = Signal()
    """A value is entered: the keys belong to what is asked next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._left: QWidget | None = None
        """The field that was left with Tab after something was entered; the next Tab goes on from there."""
        self._is_finishing = False
        """Whether a key has finished a field: it does nothing else then."""
        self._controls: dict[str, QWidget] = {}
        """The controls that are shown, by the key of their parameter."""
        self._kept: dict[tuple[str, str], _Control] = {}
        """Cache of all controls by action id and parameter key: creating them takes longer than everything else."""
        self._laid_out: list[QWidget] = []
        self._all: tuple[Parameter, ...] = ()
        self._is_dense = False
        self._shown_last: tuple[AnyBattle, Action | None, Call | None] | None = None
        self._more = QPushButton()
        self._more.setCheckable(True)
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._more.setProperty("role", "flat")
        self._more.setProperty("measure", "small")
        self._more.clicked.connect(self._show_again)

    def _few(self, parameters: tuple[Parameter, ...], call: Call) -> tuple[Parameter, ...]:
        """Return the first few parameters and those set in the call; all of them after a click on "more"."""
        if self._more.isChecked():
            return parameters
        declared = sum([one.is_declared for one in parameters])
        first = parameters[: max(declared, _FEW[self._is_dense or bool(call.answers)])]
        return tuple([one for one in parameters if one in first or one.key in call.options])

    def set_dense(self, is_dense: bool) -> None:
        """Set whether there is little room: then fewer parameters are shown, from the next `show_call` on."""
        self._is_dense = is_dense

    def _show_again(self) -> None:
        if self._shown_last is not None:
            self.show_call(*self._shown_last)

    def control(self, key: str) -> QWidget | None:
        """Return the control of a parameter, for tests and for focusing it, or None if it is not shown."""
        return self._controls.get(key)

    @property
    def is_being_entered(self) -> bool:
        """Whether something was typed or chosen in the field with the focus, which is not finished yet."""
        field = QApplication.focusWidget()
        return isinstance(field, TextField | NumberField | ChoiceField) and field.is_used and self.isAncestorOf(field)

    def _finish(self) -> None:
        self._is_finishing = True
        self.finished.emit()

    def pass_enter_on(self) -> None:
        """Let the Enter that finishes a field apply the action, too."""
        self._is_finishing = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept the Enter with which a field was finished, so that it does not also answer what is asked."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._is_finishing:
            event.accept()
        else:
            super().keyPressEvent(event)
        self._is_finishing = False

    def focusNextPrevChild(self, next: bool) -> bool:
        """Finish a field in which something was entered with Tab as with Enter; else go to the next field."""
        field = QApplication.focusWidget()
        if not next or not self.is_being_entered or not isinstance(field, TextField | NumberField | ChoiceField):
            return super().focusNextPrevChild(next)
        if field.enter():
            self.finished.emit()
            self._left = field
        return True

    def go_on_from_left(self) -> bool:
        """Go to the field after the one that was left with Tab; return False if none was left."""
        left, self._left = self._left, None
        if left is None or not left.isVisible():
            return False
        left.setFocus(Qt.FocusReason.TabFocusReason)
        return self.focusNextPrevChild(True)

    def begin_typing(self) -> None:
        """Focus the first control if it is a text field, such as the condition of a reaction."""
        first = next(iter(self._controls.values()), None)
        if isinstance(first, TextField):
            first.setFocus()

    def show_call(self, battle: AnyBattle, action: Action | None, call: Call | None) -> None:
        """Show the parameters of a call with their values; hide the strip if there is no call."""
        self._shown_last = (battle, action, call)
        if call is None or call.answers:
            self._left = None
        if action is None or call is None:
            self.hide()
            return
        fitting = [
            parameter
            for parameter in action.parameters
            if (parameter.kind not in ("table", "value") or parameter.entries is not None)
            and parameter.price is None
            and (parameter.applies is None or parameter.applies(battle, call))
        ]
        items = _items(action, battle, call)
        self._all = shown = tuple(sorted(fitting, key=lambda parameter: not parameter.is_declared))
        shown = self._few(shown, call)
        controls = [self._control_of(action, parameter, battle, call) for parameter in shown]
        if len(items) > 1:
            controls.insert(0, self._items_of(action, items))
            _set_value(controls[0].control, call.item)
        self._controls = {one.key: one.control for one in controls}
        self._lay_out([*(one.widget for one in controls), self._more])
        for parameter in shown:
            control, value = self._controls[parameter.key], call.options.get(parameter.key, parameter.default)
            _set_value(control, value)
            if parameter.kind in _PLACES and isinstance(control, QPushButton):
                place = "choose…" if has_no_map(battle.board) else "on the map…"
                control.setText(f"{parameter.title}: {_zone_words(battle, value) or place}")
        hidden = len(self._all) - len(shown)
        self._more.setText("fewer" if not hidden else f"{hidden} more")
        self._more.setVisible(bool(hidden) or self._more.isChecked())
        self.setVisible(bool(self._controls))

    def _lay_out(self, widgets: list[QWidget]) -> None:
        """Show these widgets in this order, and hide the others, which are kept for reuse."""
        if widgets == self._laid_out:
            return
        self._flow.take_all()
        for widget in self._laid_out:
            if widget not in widgets:
                widget.hide()
        for widget in widgets:
            self._flow.addWidget(widget)
        # Qt updates the layout at each `show`, so only after all have been added.
        for widget in widgets:
            widget.show()
        self._laid_out = widgets

    def _items_of(self, action: Action, items: tuple[tuple[Id, str], ...]) -> _Control:
        kept = self._kept.get((action.id, _ITEM))
        if kept is None:
            box = ChoiceField()
            box.setAccessibleName("With")
            box.setToolTip("Weapon or item to use.")
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setProperty("measure", "small")
            box.entered.connect(self.item_changed)
            box.finished.connect(self._finish)
            kept = self._kept[action.id, _ITEM] = _Control(_ITEM, box, box)
        kept.offer([(label, id) for id, label in items])
        return kept

    def _control_of(self, action: Action, parameter: Parameter, battle: AnyBattle, call: Call) -> _Control:
        """Return the control of a parameter with its current options.

        It is created again if the cached one belongs to a parameter of the same key in another ruleset.
        """
        kept = self._kept.get((action.id, parameter.key))
        if kept is None or kept.parameter is not parameter:
            kept = self._kept[action.id, parameter.key] = self._made(parameter, battle, call)
        elif _has_dynamic_options(parameter):
            kept.offer(_options(parameter, battle, call))
        if isinstance(kept.control, TablePicker) and parameter.entries is not None:
            kept.control.offer(parameter.entries(battle, call))
        return kept

    def _made(self, parameter: Parameter, battle: AnyBattle, call: Call) -> _Control:
        makers = {
            "flag": self._flag,
            "number": self._number,
            "choice": self._choice,
            "combatant": self._choice,
            "item": self._choice,
            "table": self._table,
            **dict.fromkeys(_PLACES, self._place),
        }
        make = self._choice if parameter.choices is not None else makers.get(parameter.kind, self._text)
        if parameter.kind == "combatants" and parameter.choices is not None:
            make = self._combatants
        if parameter.is_declared and parameter.kind == "choice":
            make = self._toggles
        control, widget = make(parameter, battle, call)
        help = "\n".join(part for part in (parameter.help, f"Rule {parameter.rule}" if parameter.rule else "") if part)
        widget.setToolTip(help)
        control.setAccessibleName(parameter.title)
        control.setAccessibleDescription(help)
        made = _Control(parameter.key, control, widget, parameter)
        if isinstance(control, TextField | NumberField | ChoiceField):
            control.finished.connect(self._finish)
        if isinstance(control, ChoiceField | CombatantPicker):
            made.offer(_options(parameter, battle, call))
        return made

    def _flag(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        button = QPushButton(parameter.title)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setProperty("measure", "small")
        button.toggled.connect(lambda on: self._emit(button, parameter, on))
        return button, button

    def _number(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        field = NumberField(
            -999 if parameter.least is None else parameter.least,
            999 if parameter.most is None else parameter.most,
            decimals=1 if isinstance(parameter.default, float) else 0,
        )
        field.setProperty("measure", "small")
        field.setFixedWidth(58)
        field.changed.connect(lambda: self._emit(field, parameter, field.number))
        return field, _labelled(parameter.title, field)

    def _choice(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        box = ChoiceField()
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box.setProperty("measure", "small")
        box.entered.connect(lambda value: self._emit(box, parameter, value))
        return box, _labelled(parameter.title, box)

    def _toggles(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        others = [one for one in _options(parameter, battle, call) if one[1] != parameter.default]
        toggles = Toggles(parameter.title, others)
        toggles.chosen.connect(lambda value: self._emit(toggles, parameter, value))
        return toggles, toggles

    def _combatants(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        picks = CombatantPicker(parameter.title)
        picks.picked.connect(lambda picked: self._emit(picks, parameter, picked))
        return picks, picks

    def _table(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        picks = TablePicker()
        picks.picked.connect(lambda table: self._emit(picks, parameter, table))
        return picks, picks

    def _text(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        field = TextField()
        field.setProperty("measure", "small")
        field.setMinimumWidth(200)
        # At once: the action shows whether it is complete, and no button of its form can be pressed before that.
        field.textEdited.connect(lambda typed: self._emit(field, parameter, typed))
        return field, _labelled(parameter.title, field)

    def _place(self, parameter: Parameter, battle: AnyBattle, call: Call) -> tuple[QWidget, QWidget]:
        button = QPushButton()
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setProperty("measure", "small")
        button.clicked.connect(lambda: self.place_wanted.emit(parameter.key))
        return button, button

    def _emit(self, control: QWidget, parameter: Parameter, value: object) -> None:
        if control.signalsBlocked():
            return
        self.changed.emit(parameter.key, None if value in (parameter.default, "") else value)


def _items(action: Action, battle: AnyBattle, call: Call) -> tuple[tuple[Id, str], ...]:
    """Return ids and names of the items with which the actor can do an action."""
    if action.items is not None:
        return tuple(action.items(battle, call.actor))
    return tuple((item.id, item.name) for item in battle.items_of(call.actor)) if action.needs_item else ()


def _zone_words(battle: AnyBattle, value: object) -> str:
    """Return the name of the zone of a place, or of the last place of a route; empty if it is in no zone."""
    place = value[-1] if isinstance(value, Sequence) and value else value
    if not isinstance(place, Mapping):
        return ""
    zone = battle.board.zones.get(place.get("zone", ""))
    if zone is None and "x" in place and "y" in place:
        zone = zone_at(battle.board, (place["x"], place["y"]))
    return "" if zone is None else zone.name


def _has_dynamic_options(parameter: Parameter) -> bool:
    """Whether the options of a parameter depend on the battle or on the rest of the call."""
    return parameter.kind in ("combatant", "item") or parameter.choices is not None


def _options(parameter: Parameter, battle: AnyBattle, call: Call) -> list[tuple[str, object]]:
    if parameter.choices is not None:
        found: list[tuple[str, object]] = list(parameter.choices(battle, call))
        if parameter.kind == "combatants":
            return found
        return [("–", parameter.default), *found] if not parameter.default else found
    if parameter.kind == "combatant":
        found = [(who.name, who.id) for who in sorted(battle.combatants.values(), key=age)]
    elif parameter.kind == "item":
        found = [(item.name, item.id) for item in battle.items.values()]
    else:
        found = [(option.replace("_", " "), option) for option in parameter.options]
    return [("–", None), *found] if parameter.default is None else found


def _labelled(title: str, field: QWidget) -> QWidget:
    widget = QWidget()
    line = QHBoxLayout(widget)
    line.setContentsMargins(0, 0, HALF, 0)
    line.setSpacing(HALF)
    label = QLabel(title)
    label.setFont(text_font(SMALL))
    set_role(label, "muted")
    label.setBuddy(field)
    line.addWidget(label)
    line.addWidget(field)
    return widget


def _set_value(control: QWidget, value: Any) -> None:
    """Show a value without emitting a signal."""
    if isinstance(control, Toggles | CombatantPicker | TablePicker):
        control.set_value(value)
        return
    control.blockSignals(True)
    if isinstance(control, QPushButton) and control.isCheckable():
        control.setChecked(bool(value))
    elif isinstance(control, NumberField):
        if control.value() != float(value or 0):
            control.show_number(float(value or 0))
    elif isinstance(control, ChoiceField):
        control.show_value(value)
    elif isinstance(control, TextField):
        control.show_text(str(value or ""))
    control.blockSignals(False)
