"""The dialog for the rules reference, to search and read all rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from gui.style.theme import UNIT, palette, semi_bold, set_role
from gui.style.widgets import padded_column
from gui.widgets.basics import Switch
from model.content.reference import CARRIED_OUT, Reference, Rule
from model.engine.settings import SettingSpec
from model.session import Session
from model.state.texts import Note

# -------------------------------------------------------------------------------------------------- recently used rules


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
