"""The text of a rule, opened from any number that rests on it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from gui.style.measures import UNIT
from model.content.problems import BadFile
from model.content.reference import Reference, Rule, reference


def reference_of(ruleset: str) -> Reference | None:
    """The reference of a ruleset; None when it has none that can be read."""
    try:
        return reference(ruleset)
    except BadFile:
        return None


class RuleDialog(QDialog):
    """One rule; links lead to the others that it names."""

    def __init__(self, book: Reference | None, id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
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
        self.page.setHtml(f"<p>The reference has no rule {escape(id)}.</p>" if rule is None else _page(rule))

    def _follow(self, link: QUrl) -> None:
        self.show_rule(link.path())


def _page(rule: Rule) -> str:
    parts = [f"<h3>{escape(rule.title)}</h3>", f"<p style='color:gray'>{escape(rule.id)} · {escape(rule.section)}</p>"]
    parts.append(f"<p>{escape(rule.text)}</p>")
    if rule.formula:
        parts.append(f"<p><b>{escape(rule.formula)}</b></p>")
    if rule.see:
        parts.append("<p>See " + ", ".join(f"<a href='{escape(id)}'>{escape(id)}</a>" for id in rule.see) + "</p>")
    return "".join(parts)
