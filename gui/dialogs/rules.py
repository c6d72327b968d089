"""Dialogs for the rules reference, to search and read all rules, and for the house rules that the GM sets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.style.theme import HALF, UNIT, palette, semi_bold, set_role
from gui.style.widgets import padded_column
from gui.widgets.basics import FlowLayout, Switch
from gui.widgets.fields import ChoiceField, NumberField, TextField
from model.content.reference import CARRIED_OUT, Reference, Rule
from model.engine.calls import Call
from model.engine.settings import SettingSpec
from model.session import Session, Step
from model.state.texts import Note
from model.state.untrusted import json_value

# -------------------------------------------------------------------------------------------------- recently used rules


PAUSE = timedelta(hours=6)
"""A pause longer than this separates one game night from the next."""


def rules_of(note: Note) -> Iterator[str]:
    """Yield the ids of the rules behind the numbers, verdicts and overruled refusals of a step."""
    for explanation in note.explanations:
        yield from (part.rule for part in explanation.parts if part.rule)
    yield from (ruling.rule for ruling in note.rulings if ruling.rule)
    yield from (refusal.rule for refusal in note.overruled if refusal.rule)


def recent_rules(session: Session, count: int = 8) -> tuple[str, ...]:
    """Return up to `count` ids of the rules that the last steps used, the latest first, without undone steps."""
    found: dict[str, None] = {}
    for step in reversed(session.steps):
        if len(found) >= count:
            break
        if step.kind == "do" and not step.is_undone:
            found |= dict.fromkeys(rules_of(step.note))
    return tuple(found)[:count]


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


# --------------------------------------------------------------------------------------------------- the text of a rule


_HOUSE_RULES = "house-rules"


class RulePage(QTextBrowser):
    """The text of one rule, with links to the rules that it names and to the house rules about it."""

    rule_asked = Signal(str)
    """Emitted with the id of another rule to show."""
    house_rules_asked = Signal(str)
    """Emitted with the id of a rule to show the house rules about it."""

    def __init__(
        self, book: Reference | None, house_rules: tuple[SettingSpec, ...] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._book = book
        self._house_rules = house_rules
        self._words = ""
        self.shown = ""
        """Id of the rule that is shown, or empty."""
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.anchorClicked.connect(self._follow)

    def set_words(self, words: str) -> None:
        """Highlight these words in the text of a rule."""
        self._words = words
        if self.shown:
            self.show_rule(self.shown)

    def show_rule(self, id: str) -> Rule | None:
        """Show a rule and return it, or None if the reference has no rule with this id."""
        self.shown = id
        rule = None if self._book is None else self._book.rule(id)
        link = palette().link
        text = f"<p>The reference has no rule {escape(id)}.</p>" if rule is None else _page(rule, self._words)
        self.setHtml(f"<style>a {{ color: {link} }}</style>{text}{self._house_rules_about(id)}")
        return rule

    def _house_rules_about(self, id: str) -> str:
        titles = [escape(spec.title) for spec in self._house_rules if id in spec.rules]
        if not titles:
            return ""
        return f"<p><a href='{_HOUSE_RULES}:{escape(id)}'>House rules about this</a>: {'; '.join(titles)}</p>"

    def _follow(self, link: QUrl) -> None:
        if link.scheme() == _HOUSE_RULES:
            self.house_rules_asked.emit(link.path())
        else:
            self.rule_asked.emit(link.path())


_KINDS = {"guidance": "advice", "ambiguity": "left open by the rules; our reading", "missing": "not in the rules"}


def _page(rule: Rule, words: str) -> str:
    about = " · ".join(part for part in (rule.id, rule.section, _KINDS.get(rule.kind, "")) if part)
    parts = [
        f"<h3>{_marked(rule.title[:1].upper() + rule.title[1:], words)}</h3>",
        f"<p style='color:{palette().muted}'>{escape(about)}</p>",
    ]
    if rule.problem:
        parts.append(f"<p><b>Left open:</b> {_marked(rule.problem, words)}</p>")
        parts.append(f"<p><b>We read it so:</b> {_marked(rule.text, words)}</p>")
    else:
        parts.append(f"<p>{_marked(rule.text, words)}</p>")
    if rule.because:
        parts.append(f"<p><b>Because</b> {_marked(rule.because, words)}</p>")
    if rule.formula:
        parts.append(f"<p><b>{_marked(rule.formula, words)}</b></p>")
    if rule.see:
        parts.append("<p>See " + ", ".join(f"<a href='{escape(id)}'>{escape(id)}</a>" for id in rule.see) + "</p>")
    return "".join(parts)


def _marked(text: str, words: str) -> str:
    """Return a text as HTML, with the words that were searched for highlighted."""
    wanted = "|".join(re.escape(word) for word in words.split())
    if not wanted:
        return escape(text)
    style = f"background:{palette().selected}; font-weight:600"
    parts = re.split(f"({wanted})", text, flags=re.IGNORECASE)
    return "".join(
        f"<span style='{style}'>{escape(part)}</span>" if at % 2 else escape(part) for at, part in enumerate(parts)
    )


# -------------------------------------------------------------------------------------------------------- the reference


_ID = Qt.ItemDataRole.UserRole
_ELSEWHERE = "Left open by the rules"
"""Section for rules without one in the reference: ambiguities and gaps."""
_LATELY = "Recently used"


class RulesReference(QDialog):
    """Lists rules on the left and shows one on the right. Typing searches, the arrow keys go through the results."""

    house_rules_asked = Signal(str)

    def __init__(
        self,
        book: Reference,
        house_rules: tuple[SettingSpec, ...] = (),
        lately: tuple[str, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        """Show the latest of the recently used rules at first, or else the first rule of the reference."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Rules: {book.name}")
        self.resize(900, 560)
        self._book = book
        self._lately = tuple(book.rules[id] for id in lately if id in book.rules)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search the rules by words or by id")
        self.search.setAccessibleName("Search the rules")
        self.search.setClearButtonEnabled(True)
        self.only_played = Switch("Only Rules in Play", "Only Rules in Play")
        self.only_played.setToolTip("Leaves out advice, and what the rules leave open.")
        self.count = QLabel()
        set_role(self.count, "muted")
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(True)
        self.list.setIndentation(2 * UNIT)
        self.list.setAccessibleName("Rules")
        self.list.setStyleSheet("QTreeView::item { padding: 3px 0; }")
        self.page = RulePage(book, house_rules)
        self._lay_out()
        self.search.textChanged.connect(lambda _: self.refresh())
        self.only_played.toggled.connect(lambda _: self.refresh())
        self.list.currentItemChanged.connect(self._show_current)
        self.page.rule_asked.connect(self.show_rule)
        self.page.house_rules_asked.connect(self.house_rules_asked)
        self.refresh()
        if first := next(iter((*self._lately, *book.rules.values())), None):
            self._go_to(first.id)
        self.search.setFocus()

    def _lay_out(self) -> None:
        column = padded_column(self)
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        line.addWidget(self.search, 1)
        line.addWidget(self.only_played)
        line.addWidget(self.count)
        column.addLayout(line)
        halves = QSplitter()
        halves.addWidget(self.list)
        halves.addWidget(self.page)
        halves.setSizes([360, 500])
        halves.setStretchFactor(1, 1)
        halves.setChildrenCollapsible(False)
        column.addWidget(halves, 1)

    # ------------------------------------------------------------------------------------- showing

    def refresh(self) -> None:
        """List the matching rules: by section, or for a search the best match first."""
        now = self.rule
        words = self.search.text().strip()
        found = self._book.search(words) if words else tuple(self._book.rules.values())
        if self.only_played.isChecked():
            found = tuple(rule for rule in found if rule.kind in CARRIED_OUT)
        self.page.set_words(words)
        self.list.blockSignals(True)
        self.list.clear()
        if words:
            self.list.addTopLevelItems([_item(rule) for rule in found])
        else:
            self._list_by_section(found)
        self.list.blockSignals(False)
        self.count.setText(f"{len(found)} of {len(self._book.rules)}" if found else "Nothing found.")
        if words and found:
            self._go_to(found[0].id)
        elif now:
            self._go_to(now)

    def _list_by_section(self, rules: tuple[Rule, ...]) -> None:
        sections: dict[str, QTreeWidgetItem] = {}
        lately = tuple((_LATELY, rule) for rule in self._lately if rule in rules)
        for title, rule in (*lately, *((rule.section or _ELSEWHERE, rule) for rule in rules)):
            if title not in sections:
                head = sections[title] = QTreeWidgetItem([title])
                head.setFont(0, semi_bold())
                self.list.addTopLevelItem(head)
            sections[title].addChild(_item(rule))

    @property
    def rule(self) -> str:
        """Id of the rule that is shown, or empty if none is."""
        return self.page.shown

    def show_rule(self, id: str) -> None:
        """Show a rule; clear the search and the filter if it is not in the list."""
        if self._item_of(id) is None:
            self.search.clear()
            self.only_played.setChecked(False)
        self._go_to(id)
        self.page.show_rule(id)

    def _go_to(self, id: str) -> None:
        item = self._item_of(id)
        if item is not None:
            self.list.setCurrentItem(item)
            self.list.scrollToItem(item)

    def _item_of(self, id: str) -> QTreeWidgetItem | None:
        tops = [self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount())]
        items = [*tops, *(top.child(row) for top in tops if top is not None for row in range(top.childCount()))]
        return next((item for item in items if item is not None and item.data(0, _ID) == id), None)

    def _show_current(self, item: QTreeWidgetItem | None) -> None:
        id = None if item is None else item.data(0, _ID)
        if id:
            self.page.show_rule(id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Up and Down move in the list although the search has the focus; Enter must not close the dialog."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.search.hasFocus():
            self._step(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        index = self.list.currentIndex()
        first = self.list.topLevelItem(0)
        if not index.isValid() and first is not None:
            self.list.setCurrentItem(first)
        elif (other := self.list.indexBelow(index) if step > 0 else self.list.indexAbove(index)).isValid():
            self.list.setCurrentIndex(other)


def _item(rule: Rule) -> QTreeWidgetItem:
    item = QTreeWidgetItem([rule.title[:1].upper() + rule.title[1:]])
    item.setData(0, _ID, rule.id)
    item.setToolTip(0, rule.id)
    return item


# ---------------------------------------------------------------------------------------------------------- house rules

_SETTINGS_SIZE = QSize(640, 560)
_SETTINGS_BATCH = 12
"""Rows that are created at a time: more than the dialog shows at its usual height."""


class HouseRulesDialog(QDialog):
    """A list of house rules to search; each change is an action of the battle and can be undone.

    A game has some eighty house rules, each a row of a dozen widgets: rows are created as the list is scrolled to them.
    """

    rule_asked = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("House Rules")
        self.resize(_SETTINGS_SIZE if parent is None else _SETTINGS_SIZE.boundedTo(parent.window().size()))
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
        self.only_used.setToolTip(
            "Shows only house rules that changed a number or a verdict since the last long pause."
        )
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
        """Keys of the house rules that match the search and the switches, in the order of the list."""
        self._specs = {spec.key: spec for spec in bridge.ruleset.settings}
        self._places = {key: place for place, key in enumerate(self._specs)}
        self._made: dict[str, SettingRow] = {}
        self._count = _SETTINGS_BATCH
        self._used_rules: frozenset[str] = frozenset()
        column.addWidget(self._scrolled_list(), 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        # Enter finishes typing in a field.
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        column.addWidget(buttons)
        self.search.textChanged.connect(self._restart_list)
        self.only_changed.toggled.connect(self._restart_list)
        self.only_used.toggled.connect(self._restart_list)
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
        """Return the row of a house rule, which is created on first use."""
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
        """Show the current settings that match the search and the switches."""
        self._used_rules = self._used.used_since_pause()
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

    def _restart_list(self) -> None:
        """Scroll to the top and show the first rows of another search."""
        self._scroll.setValue(0)
        self._count = _SETTINGS_BATCH
        self.refresh()

    def _show_more(self) -> None:
        """Create the next rows before the list is scrolled to its end."""
        is_near_end = self._scroll.value() + 2 * self._scroll.pageStep() > self._scroll.maximum()
        if is_near_end and self._count < len(self.found):
            begin, self._count = self._count, self._count + _SETTINGS_BATCH
            for key in self.found[begin : self._count]:
                self._show(key)

    def show_about(self, searched: str) -> None:
        """Show the house rules that match a word or a rule's id, and turn the filters off."""
        self.only_changed.setChecked(False)
        self.only_used.setChecked(False)
        self.search.setText(searched)

    def _set(self, key: str, value: object) -> None:
        call = Call(action="set_setting", options={"key": key, "value": value})
        self._bridge.when_quiet(lambda: self._show_message(self._bridge.edit(call)))

    def _reset(self, key: str) -> None:
        self._show_message(self._bridge.edit(Call(action="reset_setting", options={"key": key})))

    def _show_message(self, sentence: str | None) -> None:
        self.problem.setText(sentence or "")
        self.problem.setVisible(bool(sentence))
        self.refresh()


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
        self._back.setVisible(is_changed)
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
