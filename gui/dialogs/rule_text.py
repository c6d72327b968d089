"""The text of a rule, opened from any number that rests on it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from gui.style.measures import UNIT
from model.content.problems import BadFile
from model.content.reference import Reference, Rule, reference
from model.engine.ruleset import SettingSpec


def reference_of(ruleset: str) -> Reference | None:
    """The reference of a ruleset; None when it has none that can be read."""
    try:
        return reference(ruleset)
    except BadFile:
        return None


_HOUSE_RULES = "house-rules"


class RuleDialog(QDialog):
    """One rule; links lead to the others that it names, and to the house rules about it."""

    house_rules_asked = Signal(str)
    """The house rules about a rule are wanted, by its id."""

    def __init__(
        self,
        book: Reference | None,
        id: str,
        parent: QWidget | None = None,
        house_rules: tuple[SettingSpec, ...] = (),
    ) -> None:
        super().__init__(parent)
        self._book = book
        self._house_rules = house_rules
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(460, 320)
        column = QVBoxLayout(self)
        column.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
        self.page = QTextBrowser()
        self.page.setOpenLinks(False)
        self.page.anchorClicked.connect(self._follow)
        column.addWidget(self.page)
        self.show_rule(id)

    def show_rule(self, id: str) -> None:
        """Show another rule."""
        rule = None if self._book is None else self._book.rule(id)
        self.setWindowTitle(id if rule is None else f"{rule.id}: {rule.title}")
        text = f"<p>The reference has no rule {escape(id)}.</p>" if rule is None else _page(rule)
        self.page.setHtml(text + self._house_rules_about(id))

    def _house_rules_about(self, id: str) -> str:
        titles = [escape(spec.title) for spec in self._house_rules if id in spec.rules]
        if not titles:
            return ""
        return f"<p><a href='{_HOUSE_RULES}:{escape(id)}'>House rules about this</a>: {'; '.join(titles)}</p>"

    def _follow(self, link: QUrl) -> None:
        if link.scheme() == _HOUSE_RULES:
            self.house_rules_asked.emit(link.path())
        else:
            self.show_rule(link.path())


def _page(rule: Rule) -> str:
    parts = [f"<h3>{escape(rule.title)}</h3>", f"<p style='color:gray'>{escape(rule.id)} · {escape(rule.section)}</p>"]
    parts.append(f"<p>{escape(rule.text)}</p>")
    if rule.formula:
        parts.append(f"<p><b>{escape(rule.formula)}</b></p>")
    if rule.see:
        parts.append("<p>See " + ", ".join(f"<a href='{escape(id)}'>{escape(id)}</a>" for id in rule.see) + "</p>")
    return "".join(parts)
