"""Dialogs that change a forecast: how sides and combatants behave, and what-if comparisons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QStackedWidget,
    QWidget,
)

from gui.controllers.forecasting import FAIR, Forecasting
from gui.style.disposal import dispose
from gui.style.theme import UNIT, set_role
from gui.style.widgets import padded_column
from gui.widgets.fields import ChoiceField, NumberField
from model.engine.ruleset import Ruleset
from model.forecast import (
    Behave,
    Change,
    Distance,
    Number,
    Switch,
    Wave,
    Weapon,
    switches,
    words_of,
    words_of_side,
)
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.behaviour import Behaviour, Behaviours
from model.view.viewer import side_words, without_number

_SIZE = QSize(520, 470)
_USUAL = "As usual"
_AS_SIDE = "As the side"
_FLAGS = (("Yes", True), ("No", False))
Who = tuple[str, str]
"""`("side", its name)` or `("combatant", id)`."""


def _form() -> QFormLayout:
    form = QFormLayout()
    form.setContentsMargins(0, 0, 0, 0)
    form.setHorizontalSpacing(2 * UNIT)
    form.setVerticalSpacing(UNIT)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


def sides_of(battle: AnyBattle) -> tuple[str, ...]:
    """Return the sides of the combatants that are present, in the order of the battle."""
    return tuple(dict.fromkeys(one.side for one in battle.combatants.values() if one.is_present))


def _fill_with_combatants(box: ChoiceField, battle: AnyBattle, *, with_sides: bool) -> None:
    for side in sides_of(battle) if with_sides else ():
        box.addItem(side_words(side).capitalize(), ("side", side))
    for one in battle.combatants.values():
        if one.is_present and not one.is_out:
            box.addItem(one.name, ("combatant", one.id))


# ----------------------------------------------------------------------------------------------------------- behaviour


class SwitchFields(QWidget):
    """Fields for the behaviour switches of one side or combatant; each stays as usual unless it is set."""

    def __init__(self, ruleset: Ruleset, battle: AnyBattle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = _form()
        self.setLayout(self._form)
        self.changed: Callable[[], None] = lambda: None
        """Called when the value of a field changes."""
        self.fields: dict[str, ChoiceField | NumberField] = {}
        for switch in switches(ruleset):
            field = _number_of(switch) if switch.kind in ("percent", "points") else _choice_of(switch, battle)
            field.setAccessibleName(switch.title)
            field.setToolTip(switch.help)
            signal = field.changed if isinstance(field, NumberField) else field.currentIndexChanged
            signal.connect(lambda *_: self.changed())
            self.fields[switch.key] = field
            self._form.addRow(switch.title, field)

    @property
    def behaviour(self) -> Behaviour:
        """The behaviour that the fields set; a switch left as usual is None."""
        said: dict[str, Any] = {}
        for key, field in self.fields.items():
            said[key] = field.number if isinstance(field, NumberField) else field.value
        return Behaviour(**said)

    def show_behaviour(self, behaviour: Behaviour, *, usual: str) -> None:
        """Show a behaviour; `usual` is the text for a switch that is not set."""
        for key, field in self.fields.items():
            value = getattr(behaviour, key)
            if isinstance(field, NumberField):
                field.setSpecialValueText(usual)
                field.show_number(value)
            else:
                field.setItemText(0, usual)
                field.show_value(value)


def _number_of(switch: Switch) -> NumberField:
    """Return a number field; it is empty for “not set”."""
    is_percent = switch.kind == "percent"
    return NumberField(0, 100 if is_percent else 99, suffix=" %" if is_percent else "", empty=_USUAL)


def _choice_of(switch: Switch, battle: AnyBattle) -> ChoiceField:
    field = ChoiceField()
    field.addItem(_USUAL, None)
    if switch.kind == "combatant":
        for one in battle.combatants.values():
            if one.is_present and not one.is_out:
                field.addItem(one.name, one.id)
    elif switch.kind == "flag":
        for words, value in _FLAGS:
            field.addItem(words, value)
    else:
        for option, words in switch.options:
            field.addItem(words, option)
    return field


class BehaviourDialog(QDialog):
    """Choice of a side or combatant, its behaviour switches, and a summary in words."""

    def __init__(self, ruleset: Ruleset, battle: AnyBattle, who: Who, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Change Behaviour")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.size()))
        self._ruleset, self._battle = ruleset, battle
        self.who = ChoiceField()
        self.who.setAccessibleName("Who")
        _fill_with_combatants(self.who, battle, with_sides=True)
        self.fields = SwitchFields(ruleset, battle)
        self.fields.changed = self._take
        self.words = QLabel()
        self.words.setWordWrap(True)
        set_role(self.words, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        set_role(buttons.button(QDialogButtonBox.StandardButton.Ok), "primary")
        reset = buttons.addButton("Reset All", QDialogButtonBox.ButtonRole.ResetRole)
        reset.clicked.connect(self._reset)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = padded_column(self)
        column.addWidget(self.who)
        column.addWidget(self.fields)
        column.addWidget(self.words)
        column.addStretch(1)
        column.addWidget(buttons)
        self.who.currentIndexChanged.connect(self._show)
        self.who.setCurrentIndex(max(0, self.who.findData(who)))
        self._show()

    @property
    def behaviours(self) -> Behaviours:
        """Behaviours as edited so far."""
        return self._battle.behaviours

    @behaviours.setter
    def behaviours(self, said: Behaviours) -> None:
        self._battle = replace(self._battle, behaviours=said)

    def _show(self, *_: object) -> None:
        kind, id = self.who.currentData()
        said = self.behaviours.sides if kind == "side" else self.behaviours.combatants
        self.fields.show_behaviour(said.get(id, Behaviour()), usual=_USUAL if kind == "side" else _AS_SIDE)
        self._emit()

    def _emit(self) -> None:
        kind, id = self.who.currentData()
        words = words_of_side if kind == "side" else words_of
        self.words.setText(f"{self.who.currentText()}: {words(self._ruleset, self._battle, id)}.")

    def _take(self) -> None:
        kind, id = self.who.currentData()
        said = dict(self.behaviours.sides if kind == "side" else self.behaviours.combatants)
        said.pop(id, None)
        if self.fields.behaviour != Behaviour():
            said[id] = self.fields.behaviour
        field = "sides" if kind == "side" else "combatants"
        self.behaviours = replace(self.behaviours, **{field: said})
        self._emit()

    def _reset(self) -> None:
        self.behaviours = Behaviours()
        self._show()

    @classmethod
    def ask(cls, ruleset: Ruleset, battle: AnyBattle, who: Who, parent: QWidget | None) -> Behaviours | None:
        """Return the edited behaviours, or None if the dialog was cancelled."""
        dialog = cls(ruleset, battle, who, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dispose(dialog)
        return dialog.behaviours if is_accepted else None


# ------------------------------------------------------------------------------------------------------------- what if


class WhatIfDialog(QDialog):
    """Asks for one change to compare or a fair number to find; if that is refused, it shows why and stays open."""

    def __init__(self, work: Forecasting, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle("What If")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.size()))
        self._work = work
        case = work.case
        assert case is not None, "a forecast is changed after it has begun"
        self._ruleset, self._battle = case.ruleset, case.battle
        self.kind = ChoiceField()
        self.kind.setAccessibleName("What changes")
        self._pages = QStackedWidget()
        self._asks: list[Callable[[], str]] = []
        self._add("More or fewer of a kind", self._number_page(), lambda: self._change(self._number()))
        self._add("How many make a fair fight", self._fair_page(), self._make_fair)
        if self._ruleset.ranges.in_metres:
            self._add("The distance", self._distance_page(), lambda: self._change(Distance(float(self.metres.value()))))
        self._add("The next wave comes in", QWidget(), lambda: self._change(Wave()))
        if self._weapons():
            self._add("A weapon", self._weapon_page(), lambda: self._change(self._weapon()))
        self._add("How they behave", self._behaviour_page(), lambda: self._change(self._behave()))
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        run = buttons.addButton("Compare", QDialogButtonBox.ButtonRole.AcceptRole)
        run.setDefault(True)
        set_role(run, "primary")
        buttons.accepted.connect(self._ask)
        buttons.rejected.connect(self.reject)
        column = padded_column(self)
        for widget in (self.kind, self._pages, self.problem):
            column.addWidget(widget)
        column.addStretch(1)
        column.addWidget(buttons)
        self.kind.currentIndexChanged.connect(self._pages.setCurrentIndex)

    def _add(self, title: str, page: QWidget, ask: Callable[[], str]) -> None:
        self.kind.addItem(title)
        self._pages.addWidget(page)
        self._asks.append(ask)

    def _page(self, *rows: tuple[str, QWidget]) -> QWidget:
        page, form = QWidget(), _form()
        page.setLayout(form)
        for title, field in rows:
            field.setAccessibleName(title)
            form.addRow(title, field)
        return page

    def _kinds(self) -> ChoiceField:
        """Return a list of the kinds of combatants, opponents first; the data is the id of one of the kind."""
        box = ChoiceField()
        combatants = [one for one in self._battle.combatants.values() if one.is_present and not one.is_out]
        kinds: dict[tuple[str, str], Id] = {}
        for one in sorted(combatants, key=lambda one: one.side in self._ruleset.allied):
            kinds.setdefault((one.side, without_number(one.name)), one.id)
        for (_, name), id in kinds.items():
            box.addItem(name, id)
        return box

    def _number_page(self) -> QWidget:
        self.of, self.by = self._kinds(), NumberField(-99, 99, 1)
        self.by.setToolTip("A number below zero removes combatants.")
        return self._page(("Who", self.of), ("How many more", self.by))

    def _number(self) -> Number:
        return Number(of=self.of.currentData(), by=self.by.whole)

    def _fair_page(self) -> QWidget:
        self.fair_of, self.wanted = self._kinds(), NumberField(1, 99, round(FAIR * 100), suffix=" %")
        return self._page(("Who", self.fair_of), ("Party wins in", self.wanted))

    def _distance_page(self) -> QWidget:
        self.metres = NumberField(-500, 500, 10, suffix=" m")
        self.metres.setToolTip("A number below zero brings the sides nearer.")
        return self._page(("Opponents farther away by", self.metres))

    def _weapons(self) -> dict[str, Id]:
        """Return the items held in a hand, as one id per name."""
        return {item.name: item.id for item in self._battle.items.values() if item.where == "hand"}

    def _weapon_page(self) -> QWidget:
        self.who, self.like = ChoiceField(), ChoiceField()
        _fill_with_combatants(self.who, self._battle, with_sides=False)
        for name, id in sorted(self._weapons().items()):
            self.like.addItem(name, id)
        return self._page(("Who", self.who), ("Holds", self.like))

    def _weapon(self) -> Weapon:
        return Weapon(who=self.who.currentData()[1], like=self.like.currentData())

    def _behaviour_page(self) -> QWidget:
        self.behaving = ChoiceField()
        _fill_with_combatants(self.behaving, self._battle, with_sides=True)
        self.fields = SwitchFields(self._ruleset, self._battle)
        page = self._page(("Who", self.behaving))
        form = page.layout()
        assert isinstance(form, QFormLayout)
        form.addRow(self.fields)
        self.behaving.currentIndexChanged.connect(self._show_behaviour)
        self._show_behaviour()
        return page

    def _show_behaviour(self, *_: object) -> None:
        kind, id = self.behaving.currentData()
        case = self._work.case
        assert case is not None, "a forecast is changed after it has begun"
        behaviours = case.battle.behaviours
        said = behaviours.sides if kind == "side" else behaviours.combatants
        self.fields.show_behaviour(said.get(id, Behaviour()), usual=_USUAL if kind == "side" else _AS_SIDE)

    def _behave(self) -> Behave:
        kind, id = self.behaving.currentData()
        said = self.fields.behaviour
        return Behave(said, side=id) if kind == "side" else Behave(said, who=id)

    def _change(self, change: Change) -> str:
        return self._work.try_change(change)

    def _make_fair(self) -> str:
        return self._work.make_fair(self.fair_of.currentData(), self.wanted.value() / 100)

    def _ask(self) -> None:
        problem = self._asks[self.kind.currentIndex()]()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if not problem:
            self.accept()

    @classmethod
    def ask(cls, work: Forecasting, parent: QWidget | None) -> None:
        """Show the dialog until it is closed; it starts the forecast of what was chosen."""
        dialog = cls(work, parent)
        dialog.exec()
        dispose(dialog)
