"""House rules: every reading that the rules leave open, with what it is set to and by which rule."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import Qt, Signal
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


class HouseRulesDialog(QDialog):
    """A searched list; each change is an action of the battle and can be undone."""

    rule_asked = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("House Rules")
        self.resize(640, 560)
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
        body = QWidget()
        rows = QVBoxLayout(body)
        rows.setContentsMargins(0, 0, UNIT, 0)
        rows.setSpacing(UNIT)
        self.rows = {spec.key: SettingRow(spec) for spec in bridge.ruleset.settings}
        for row in self.rows.values():
            row.changed.connect(self._set)
            row.reset.connect(self._reset)
            row.rule_asked.connect(self.rule_asked)
            rows.addWidget(row)
        self._none = QLabel("No house rule matches.")
        rows.addWidget(self._none)
        rows.addStretch(1)
        area = QScrollArea()
        area.setWidget(body)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(area, 1)
        self.search.textChanged.connect(self.refresh)
        self.only_changed.toggled.connect(self.refresh)
        self.only_used.toggled.connect(self.refresh)
        bridge.changed.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the settings as they now stand, those that match the search."""
        words = self.search.text().lower().split()
        given = self._bridge.battle.settings
        used = self._used.tonight()
        for key, row in self.rows.items():
            spec = row.spec
            is_used = not used.isdisjoint(spec.rules)
            row.show_value(given.get(key, spec.default), is_changed=key in given, is_used=is_used)
            text = " ".join((key, spec.title, spec.help, *spec.rules)).lower()
            is_match = all(word in text for word in words)
            is_wanted = (key in given or not self.only_changed.isChecked()) and (
                is_used or not self.only_used.isChecked()
            )
            row.setVisible(is_match and is_wanted)
        self._none.setVisible(not any(not row.isHidden() for row in self.rows.values()))

    def show_about(self, searched: str) -> None:
        """Show the house rules that a word or a rule's id finds, whatever was filtered before."""
        self.only_changed.setChecked(False)
        self.only_used.setChecked(False)
        self.search.setText(searched)

    def _set(self, key: str, value: object) -> None:
        self._tell(self._bridge.edit(Call(action="set_setting", options={"key": key, "value": value})))

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
