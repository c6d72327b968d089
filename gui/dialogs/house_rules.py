"""The dialog for the house rules that the GM sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
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
from gui.dialogs.rules import rules_of
from gui.style.theme import HALF, UNIT, heading_font, semi_bold, set_role
from gui.style.widgets import padded_column
from gui.widgets.basics import FlowLayout, Switch
from gui.widgets.fields import ChoiceField, NumberField, TextField
from model.content.reference import Reference, reference_of, removed_house_rule
from model.engine.calls import Call
from model.engine.settings import SettingSpec
from model.session import Session, Step
from model.state.untrusted import json_value

# ------------------------------------------------------------------------------------------------- recently used rules


PAUSE = timedelta(hours=6)
"""A pause longer than this separates one game night from the next."""


class RulesUsed:
    """Finds the rules that the steps of a session used; reads each step once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rules: dict[int, frozenset[str]] = {}

    def used_since_pause(self, now: datetime | None = None) -> frozenset[str]:
        """Return the ids of the rules used since the last pause longer than `PAUSE`; undone steps do not count."""
        found: set[str] = set()
        later = now or datetime.now(UTC)
        for step in reversed(self._session.steps):
            if later - step.time > PAUSE:
                break
            later = step.time
            if step.kind == "do" and not step.is_undone:
                found |= self._of(step)
        return frozenset(found)

    def _of(self, step: Step) -> frozenset[str]:
        if step.number not in self._rules:
            self._rules[step.number] = frozenset(rules_of(step.note))
        return self._rules[step.number]


# ------------------------------------------------------------------------------------------------------------ the list

_SIZE = QSize(680, 640)
_REMOVED, _CHANGED, _OTHERS = "No longer house rules", "Different from the default", "Others"


def heading_of(spec: SettingSpec, book: Reference | None) -> str:
    """Return the heading of a house rule: its group, or the section of its first rule that has one."""
    found = () if book is None else (rule for id in spec.rules if (rule := book.rule(id)) is not None)
    section = next((rule.section for rule in found if rule.section), _OTHERS)
    return spec.group or section.partition(":")[0]


def _searched(spec: SettingSpec, heading: str) -> str:
    return " ".join((spec.key, spec.title, spec.help, heading, *spec.rules)).lower()


class HouseRulesDialog(QDialog):
    """The house rules under headings, those that differ from the default first; each change can be undone.

    A house rule that is changed moves to the top the next time that the list is made: when the dialog is opened or
    something is searched for. Down goes from the search to the list, Ctrl+Down and Ctrl+Up from row to row.
    """

    rule_asked = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("House Rules")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._bridge = bridge
        self._used = RulesUsed(bridge.session)
        self._specs = {spec.key: spec for spec in bridge.ruleset.settings}
        book = reference_of(bridge.ruleset.id)
        self._headings = {key: heading_of(spec, book) for key, spec in self._specs.items()}
        self._texts = {key: _searched(spec, self._headings[key]) for key, spec in self._specs.items()}
        self._rows: dict[str, SettingRow] = {}
        self._removed: dict[str, RemovedRow] = {}
        self._labels: dict[str, QLabel] = {}
        self.sections: dict[str, tuple[str, ...]] = {}
        """Keys of the house rules in the list by their heading, in the order of the list."""
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search house rules by words or by a rule's id")
        self.search.setAccessibleName("Search house rules")
        self.search.setClearButtonEnabled(True)
        self.only_used = Switch("Only Used Tonight", "Only Used Tonight")
        self.only_used.setToolTip(
            "Shows only house rules that changed a number or a verdict since the last long pause."
        )
        self.count = QLabel()
        set_role(self.count, "muted")
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.problem.hide()
        self._lay_out()
        self.search.textChanged.connect(self.arrange)
        self.only_used.toggled.connect(self.arrange)
        for key, step in (("Ctrl+Down", 1), ("Ctrl+Up", -1)):
            QShortcut(QKeySequence(key), self, lambda step=step: self._step(step))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus)
        bridge.changed.connect(self.refresh)
        self.arrange()
        self.search.setFocus()

    def _lay_out(self) -> None:
        column = padded_column(self)
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        line.addWidget(self.search, 1)
        line.addWidget(self.only_used)
        line.addWidget(self.count)
        column.addLayout(line)
        column.addWidget(self.problem)
        body = QWidget()
        self._list = QVBoxLayout(body)
        self._list.setContentsMargins(0, 0, UNIT, 0)
        self._list.setSpacing(UNIT)
        self._none = QLabel("No house rule matches.")
        self._area = QScrollArea()
        self._area.setWidget(body)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self._area, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        # Enter finishes typing in a field.
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        column.addWidget(buttons)

    # ------------------------------------------------------------------------------------- the list

    def arrange(self, *_: object) -> None:
        """Make the list anew, from its top: what matches the search and the switch, under its headings."""
        given = self._bridge.battle.settings
        sections: dict[str, list[str]] = {_REMOVED: [], _CHANGED: []}
        for key in self._wanted():
            heading = _REMOVED if key not in self._specs else _CHANGED if key in given else self._headings[key]
            sections.setdefault(heading, []).append(key)
        self.sections = {heading: tuple(keys) for heading, keys in sections.items() if keys}
        self._fill()
        self._area.verticalScrollBar().setValue(0)
        self.refresh()

    def _wanted(self) -> tuple[str, ...]:
        """Keys of what matches the search and the switch, and of the values of the file that no house rule takes."""
        words = self.search.text().lower().split()
        used = self._used.used_since_pause() if self.only_used.isChecked() else None
        return (
            *(key for key in self._bridge.battle.settings if key not in self._specs),
            *(
                key
                for key, spec in self._specs.items()
                if (used is None or not used.isdisjoint(spec.rules)) and all(word in self._texts[key] for word in words)
            ),
        )

    def _fill(self) -> None:
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
        before: QWidget = self.only_used
        for heading, keys in self.sections.items():
            self._list.addWidget(self._heading(heading))
            for key in keys:
                row = self._removed_row(key) if heading == _REMOVED else self.row(key)
                self._list.addWidget(row)
                for stop in row.stops:
                    self.setTabOrder(before, stop)
                    before = stop
                row.show()
        self._list.addWidget(self._none)
        self._none.setVisible(not self.sections)
        self._list.addStretch(1)

    def _heading(self, title: str) -> QLabel:
        if title not in self._labels:
            label = self._labels[title] = QLabel(title)
            label.setFont(heading_font())
            set_role(label, "heading")
        self._labels[title].show()
        return self._labels[title]

    def row(self, key: str) -> SettingRow:
        """Return the row of a house rule, which is created on first use."""
        if key not in self._rows:
            row = self._rows[key] = SettingRow(self._specs[key])
            row.changed.connect(self._set)
            row.reset.connect(self._reset)
            row.rule_asked.connect(self.rule_asked)
        return self._rows[key]

    def _removed_row(self, key: str) -> RemovedRow:
        if key not in self._removed:
            sentence = removed_house_rule(self._bridge.ruleset, key) or f"“{key}” is no house rule of this game."
            row = self._removed[key] = RemovedRow(sentence)
            row.remove.clicked.connect(lambda: self._reset(key))
        return self._removed[key]

    def refresh(self, *_: object) -> None:
        """Show the current values in the list as it is arranged."""
        given = self._bridge.battle.settings
        if set(self._wanted()) != {key for keys in self.sections.values() for key in keys}:
            self.arrange()
            return
        used = self._used.used_since_pause()
        for key, spec in self._specs.items():
            if key in self._rows:
                is_used = not used.isdisjoint(spec.rules)
                self._rows[key].show_value(given.get(key, spec.default), is_changed=key in given, is_used=is_used)
        changed = sum(key in given for key in self._specs)
        self.count.setText(f"{changed} of {len(self._specs)} changed")

    def show_about(self, searched: str) -> None:
        """Show the house rules that match a word or a rule's id, used tonight or not."""
        self.only_used.setChecked(False)
        self.search.setText(searched)

    # ------------------------------------------------------------------------------------- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Down and Enter lead from the search to the list; Enter must not close the dialog."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self.search.hasFocus() and (is_enter or event.key() == Qt.Key.Key_Down):
            self._step(1)
        elif not is_enter:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        """Focus the control of the row `step` rows after the current one; before the first row is the search."""
        rows = [row for row in self._in_order() if row.isVisible()]
        focused = QApplication.focusWidget()
        now = next((at for at, row in enumerate(rows) if focused is not None and row.isAncestorOf(focused)), -1)
        at = min(now + step, len(rows) - 1)
        if at < 0:
            self.search.setFocus()
            return
        rows[at].stops[0].setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(rows[at], 0, UNIT)

    def _in_order(self) -> Iterator[SettingRow | RemovedRow]:
        for heading, keys in self.sections.items():
            yield from (self._removed_row(key) if heading == _REMOVED else self.row(key) for key in keys)

    # ------------------------------------------------------------------------------------- changing

    def _set(self, key: str, value: object) -> None:
        call = Call(action="set_setting", options={"key": key, "value": value})
        self._bridge.when_quiet(lambda: self._show_message(self._bridge.edit(call)))

    def _reset(self, key: str) -> None:
        self._show_message(self._bridge.edit(Call(action="reset_setting", options={"key": key})))
        if key not in self._specs:
            self.search.setFocus()  # the row with the button is gone

    def _show_message(self, sentence: str | None) -> None:
        self.problem.setText(sentence or "")
        self.problem.setVisible(bool(sentence))
        self.refresh()


class RemovedRow(QFrame):
    """A value of the file that no house rule takes: what holds now, and a button that removes it."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        set_role(self, "card")
        line = QHBoxLayout(self)
        line.setContentsMargins(12, UNIT, 12, UNIT)
        label = QLabel(sentence)
        label.setWordWrap(True)
        line.addWidget(label, 1)
        self.remove = QPushButton("Remove")
        self.remove.setAutoDefault(False)
        self.remove.setToolTip("Removes the value from this battle. It has no effect.")
        line.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignTop)
        self.stops: tuple[QWidget, ...] = (self.remove,)
        """What Tab visits, in order."""


class SettingRow(QFrame):
    """One house rule: title, control, help, rules, and a button to reset it to the default."""

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
        # The links wrap, because in one line they can be wider than the window.
        links = QWidget()
        flow = FlowLayout(links, spacing=0)
        for rule in spec.rules:
            link = QPushButton(rule)
            link.setAutoDefault(False)
            set_role(link, "flat")
            link.clicked.connect(lambda _=False, rule=rule: self.rule_asked.emit(rule))
            flow.addWidget(link)
        foot.addWidget(links, 1)
        self.marks = QLabel()
        set_role(self.marks, "muted")
        foot.addWidget(self.marks)
        self.back = QPushButton(f"Back to {_in_words(spec.default)}")
        self.back.setAutoDefault(False)
        set_role(self.back, "flat")
        self.back.clicked.connect(lambda: self.reset.emit(spec.key))
        foot.addWidget(self.back)
        column.addLayout(foot)
        self.stops: tuple[QWidget, ...] = (self.control, *links.findChildren(QPushButton), self.back)
        """What Tab visits, in order."""

    def _control(self) -> QWidget:
        spec = self.spec
        if spec.kind == "flag":
            box = Switch()
            box.toggled.connect(lambda on: self.changed.emit(spec.key, on))
            return box
        if spec.kind == "choice":
            choice = ChoiceField((option.replace("_", " "), option) for option in spec.options)
            choice.entered.connect(lambda value: self.changed.emit(spec.key, value))
            return choice
        if spec.kind == "number":
            return self._number()
        line = TextField()
        line.setMinimumWidth(220)
        line.entered.connect(self._submit)
        return line

    def _number(self) -> NumberField:
        spec = self.spec
        field = NumberField(
            -9999 if spec.least is None else spec.least,
            9999 if spec.most is None else spec.most,
            decimals=0 if isinstance(spec.default, int) else 2,
        )
        field.entered.connect(lambda number: self.changed.emit(spec.key, number))
        return field

    def _submit(self, typed: str) -> None:
        """Emit the typed value: a text as it is, a list or table as JSON, or else split at commas."""
        value: Any = typed
        if self.spec.kind in ("list", "table"):
            try:
                value = json_value(value)
            except ValueError:
                value = [part.strip() for part in typed.split(",")]
        self.changed.emit(self.spec.key, value)

    def show_value(self, value: Any, *, is_changed: bool, is_used: bool) -> None:
        """Show the value of the setting without emitting `changed`."""
        self.back.setVisible(is_changed)
        marks = (("changed", is_changed), ("used tonight", is_used))
        self.marks.setText(" · ".join(word for word, is_so in marks if is_so))
        control = self.control
        control.blockSignals(True)
        if isinstance(control, Switch):
            control.show_state(bool(value))
        elif isinstance(control, ChoiceField):
            control.show_value(value)
        elif isinstance(control, NumberField):
            control.show_number(float(value))
        elif isinstance(control, TextField) and not control.is_typed_in:
            control.show_text(value if isinstance(value, str) else json.dumps(value))
        control.blockSignals(False)


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("_", " ")
    return "the default" if isinstance(value, list | dict | tuple) else f"{value:g}"
