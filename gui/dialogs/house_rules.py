"""House rules: every reading that the rules leave open, with what it is set to and by which rule."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.dialogs.rules_reference import RulesUsed
from gui.style.fonts import semi_bold
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from gui.widgets.buttons import Switch
from model.engine.calls import Call
from model.engine.settings import SettingSpec
from model.state.untrusted import json_value

_SIZE = QSize(640, 560)
_BATCH = 12
"""Rows that are made at once: more than the dialog shows at its usual height."""


class HouseRulesDialog(QDialog):
    """A searched list; each change is an action of the battle and can be undone.

    A game has some eighty house rules, each a row of a dozen widgets: rows are made as the list is scrolled to them.
    """

    rule_asked = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("House Rules")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._bridge = bridge
        self._used = RulesUsed(bridge.session)
        column = padded_column(self)
        line = QHBoxLayout()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search house rules")
        self.search.setClearButtonEnabled(True)
        self.only_changed = Switch("Only Changed", "Only Changed")
        self.only_used = Switch("Only Used Tonight", "Only Used Tonight")
        self.only_used.setToolTip("House rules that changed a number or a verdict since the last long pause")
        line.addWidget(self.search, 1)
        line.addWidget(self.only_changed)
        line.addWidget(self.only_used)
        column.addLayout(line)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.problem.hide()
        column.addWidget(self.problem)
        self.found: tuple[str, ...] = ()
        """Keys of the house rules that the search and the switches leave, in the order of the list."""
        self._specs = {spec.key: spec for spec in bridge.ruleset.settings}
        self._places = {key: place for place, key in enumerate(self._specs)}
        self._made: dict[str, SettingRow] = {}
        self._count = _BATCH
        self._used_rules: frozenset[str] = frozenset()
        column.addWidget(self._scrolled_list(), 1)
        self.search.textChanged.connect(self._begin_anew)
        self.only_changed.toggled.connect(self._begin_anew)
        self.only_used.toggled.connect(self._begin_anew)
        bridge.changed.connect(self.refresh)
        self.refresh()

    def _scrolled_list(self) -> QScrollArea:
        body = QWidget()
        self._list = QVBoxLayout(body)
        self._list.setContentsMargins(0, 0, UNIT, 0)
        self._list.setSpacing(UNIT)
        self._none = QLabel("No house rule matches.")
        self._list.addWidget(self._none)
        self._list.addStretch(1)
        area = QScrollArea()
        area.setWidget(body)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll = area.verticalScrollBar()
        self._scroll.valueChanged.connect(self._show_more)
        self._scroll.rangeChanged.connect(self._show_more)
        return area

    def row(self, key: str) -> SettingRow:
        """The row of a house rule, made when it is first wanted."""
        row = self._made.get(key)
        if row is None:
            row = SettingRow(self._specs[key])
            row.changed.connect(self._set)
            row.reset.connect(self._reset)
            row.rule_asked.connect(self.rule_asked)
            before = sum(self._places[made] < self._places[key] for made in self._made)
            self._list.insertWidget(before, row)
            self._made[key] = row
        return row

    def refresh(self, *_: object) -> None:
        """Show the settings as they now stand, those that match the search."""
        self._used_rules = self._used.tonight()
        words = self.search.text().lower().split()
        self.found = tuple(spec.key for spec in self._specs.values() if self._is_wanted(spec, words))
        shown = frozenset(self.found[: self._count])
        for key in shown | self._made.keys():
            self._show(key, is_shown=key in shown)
        self._none.setVisible(not self.found)

    def _is_wanted(self, spec: SettingSpec, words: list[str]) -> bool:
        text = " ".join((spec.key, spec.title, spec.help, *spec.rules)).lower()
        is_changed = spec.key in self._bridge.battle.settings
        return (
            all(word in text for word in words)
            and (is_changed or not self.only_changed.isChecked())
            and (self._is_used(spec) or not self.only_used.isChecked())
        )

    def _is_used(self, spec: SettingSpec) -> bool:
        return not self._used_rules.isdisjoint(spec.rules)

    def _show(self, key: str, *, is_shown: bool = True) -> None:
        spec, given = self._specs[key], self._bridge.battle.settings
        row = self.row(key)
        row.show_value(given.get(key, spec.default), is_changed=key in given, is_used=self._is_used(spec))
        row.setVisible(is_shown)

    def _begin_anew(self) -> None:
        """Another search begins with its first rows."""
        self._scroll.setValue(0)
        self._count = _BATCH
        self.refresh()

    def _show_more(self) -> None:
        """Make the next rows before the list is scrolled to its end."""
        is_near_end = self._scroll.value() + 2 * self._scroll.pageStep() > self._scroll.maximum()
        if is_near_end and self._count < len(self.found):
            begin, self._count = self._count, self._count + _BATCH
            for key in self.found[begin : self._count]:
                self._show(key)

    def show_about(self, searched: str) -> None:
        """Show the house rules that a word or a rule's id finds, whatever was filtered before."""
        self.only_changed.setChecked(False)
        self.only_used.setChecked(False)
        self.search.setText(searched)

    def _set(self, key: str, value: object) -> None:
        call = Call(action="set_setting", options={"key": key, "value": value})
        self._bridge.when_quiet(lambda: self._tell(self._bridge.edit(call)))

    def _reset(self, key: str) -> None:
        self._tell(self._bridge.edit(Call(action="reset_setting", options={"key": key})))

    def _tell(self, sentence: str | None) -> None:
        self.problem.setText(sentence or "")
        self.problem.setVisible(bool(sentence))
        self.refresh()


class SettingRow(QFrame):
    """One house rule: title, control, help, rules, and the way back to the default."""

    changed = Signal(str, object)
    reset = Signal(str)
    rule_asked = Signal(str)

    def __init__(self, spec: SettingSpec) -> None:
        super().__init__()
        self.spec = spec
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, UNIT, 12, UNIT)
        column.setSpacing(HALF)
        line = QHBoxLayout()
        title = QLabel(spec.title)
        title.setFont(semi_bold())
        title.setWordWrap(True)
        line.addWidget(title, 1)
        self.control = self._control()
        self.control.setAccessibleName(spec.title)
        line.addWidget(self.control)
        column.addLayout(line)
        if spec.help:
            help = QLabel(spec.help)
            help.setWordWrap(True)
            set_role(help, "muted")
            column.addWidget(help)
        foot = QHBoxLayout()
        for rule in spec.rules:
            link = QPushButton(rule)
            link.setAutoDefault(False)
            set_role(link, "flat")
            link.clicked.connect(lambda _=False, rule=rule: self.rule_asked.emit(rule))
            foot.addWidget(link)
        foot.addStretch(1)
        self.marks = QLabel()
        set_role(self.marks, "muted")
        foot.addWidget(self.marks)
        self._back = QPushButton(f"Back to {_in_words(spec.default)}")
        self._back.setAutoDefault(False)
        set_role(self._back, "flat")
        self._back.clicked.connect(lambda: self.reset.emit(spec.key))
        foot.addWidget(self._back)
        column.addLayout(foot)

    def _control(self) -> QWidget:
        spec = self.spec
        if spec.kind == "flag":
            box = Switch()
            box.toggled.connect(lambda on: self.changed.emit(spec.key, on))
            return box
        if spec.kind == "choice":
            choice = QComboBox()
            for option in spec.options:
                choice.addItem(option.replace("_", " "), option)
            choice.activated.connect(lambda index: self.changed.emit(spec.key, choice.itemData(index)))
            return choice
        if spec.kind == "number":
            return self._number()
        line = QLineEdit()
        line.setMinimumWidth(220)
        line.editingFinished.connect(lambda: self._hand_in(line))
        return line

    def _number(self) -> QDoubleSpinBox:
        spec = self.spec
        field = QDoubleSpinBox()
        is_whole = isinstance(spec.default, int)
        field.setDecimals(0 if is_whole else 2)
        field.setRange(-9999 if spec.least is None else spec.least, 9999 if spec.most is None else spec.most)
        field.setKeyboardTracking(False)
        field.valueChanged.connect(
            lambda number: self.changed.emit(spec.key, int(number) if is_whole else float(number))
        )
        return field

    def _hand_in(self, line: QLineEdit) -> None:
        """A text as it is; a list or table as it stands in a file."""
        if not line.isModified():
            return
        line.setModified(False)
        value: Any = line.text()
        if self.spec.kind in ("list", "table"):
            try:
                value = json_value(value)
            except ValueError:
                value = [part.strip() for part in line.text().split(",")]
        self.changed.emit(self.spec.key, value)

    def show_value(self, value: Any, *, is_changed: bool, is_used: bool) -> None:
        """Show what it is set to, without saying so again."""
        self._back.setVisible(is_changed)
        marks = (("changed", is_changed), ("used tonight", is_used))
        self.marks.setText(" · ".join(word for word, is_so in marks if is_so))
        control = self.control
        control.blockSignals(True)
        if isinstance(control, Switch):
            control.show_state(bool(value))
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(control.findData(value))
        elif isinstance(control, QDoubleSpinBox):
            control.setValue(float(value))
        elif isinstance(control, QLineEdit) and not control.hasFocus():
            control.setText(value if isinstance(value, str) else json.dumps(value))
        control.blockSignals(False)


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("_", " ")
    return "the default" if isinstance(value, list | dict | tuple) else f"{value:g}"
