"""The text of a rule, as it stands in the reference."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from gui.style.theme import palette
from model.content.problems import BadFile
from model.content.reference import Reference, Rule, reference
from model.engine.settings import SettingSpec


def reference_of(ruleset: str) -> Reference | None:
    """The reference of a ruleset; None when it has none that can be read."""
    try:
        return reference(ruleset)
    except BadFile:
        return None


_HOUSE_RULES = "house-rules"


class RulePage(QTextBrowser):
    """The text of one rule, with links to the others that it names and to the house rules about it."""

    rule_asked = Signal(str)
    """Another rule is wanted, by its id."""
    house_rules_asked = Signal(str)
    """The house rules about a rule are wanted, by its id."""

    def __init__(
        self, book: Reference | None, house_rules: tuple[SettingSpec, ...] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._book = book
        self._house_rules = house_rules
        self._words = ""
        self.shown = ""
        """Id of the rule that is shown."""
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.anchorClicked.connect(self._follow)

    def set_words(self, words: str) -> None:
        """Mark these words wherever they stand in a rule."""
        self._words = words
        if self.shown:
            self.show_rule(self.shown)

    def show_rule(self, id: str) -> Rule | None:
        """Show a rule; None where the reference has none of that id."""
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


_KINDS = {"guidance": "advice", "ambiguity": "left open by the rules, as read here", "missing": "not in the rules"}


def _page(rule: Rule, words: str) -> str:
    about = " · ".join(part for part in (rule.id, rule.section, _KINDS.get(rule.kind, "")) if part)
    parts = [
        f"<h3>{_marked(rule.title[:1].upper() + rule.title[1:], words)}</h3>",
        f"<p style='color:{palette().muted}'>{escape(about)}</p>",
        f"<p>{_marked(rule.text, words)}</p>",
    ]
    if rule.formula:
        parts.append(f"<p><b>{_marked(rule.formula, words)}</b></p>")
    if rule.see:
        parts.append("<p>See " + ", ".join(f"<a href='{escape(id)}'>{escape(id)}</a>" for id in rule.see) + "</p>")
    return "".join(parts)


def _marked(text: str, words: str) -> str:
    """A text with the words that were searched for marked."""
    wanted = "|".join(re.escape(word) for word in words.split())
    if not wanted:
        return escape(text)
    style = f"background:{palette().selected}; font-weight:600"
    parts = re.split(f"({wanted})", text, flags=re.IGNORECASE)
    return "".join(
        f"<span style='{style}'>{escape(part)}</span>" if at % 2 else escape(part) for at, part in enumerate(parts)
    )
