"""The rules reference: every rule by section, found by any of its words, linked from where it is used."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.dialogs.rules import RulePage, RulesReference
from gui.style import theme
from model.content.reference import CARRIED_OUT, reference, rulesets_with_reference


@pytest.fixture
def dialog(qtbot: QtBot) -> RulesReference:
    theme().apply(QApplication.instance(), "dark")
    made = RulesReference(reference("kalos"))
    qtbot.addWidget(made)
    return made


def listed(dialog: RulesReference) -> list[str]:
    """Return the ids of the rules in the list, from its top."""
    tops = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    items = [item for top in tops for item in (top, *(top.child(row) for row in range(top.childCount())))]
    return [id for item in items if (id := item.data(0, Qt.ItemDataRole.UserRole))]


def test_it_opens_with_the_rules_that_were_used_lately(qtbot: QtBot) -> None:
    book = reference("kalos")
    first, second, *_ = book.rules
    dialog = RulesReference(book, lately=(second, "KM-NO-RULE", first))
    qtbot.addWidget(dialog)
    head = dialog.list.topLevelItem(0)
    assert head is not None
    assert (head.text(0), head.childCount(), head.isExpanded()) == ("Recently used", 2, True)
    assert dialog.rule == second
    # No rule used yet: the first rule is shown, without an empty heading.
    dialog = RulesReference(book)
    qtbot.addWidget(dialog)
    assert dialog.rule == first
    assert dialog.list.topLevelItem(0).text(0) == next(iter(book.rules.values())).section


@pytest.mark.parametrize("game", rulesets_with_reference())
def test_every_rule_of_every_game_is_listed_under_its_section(qtbot: QtBot, game: str) -> None:
    theme().apply(QApplication.instance(), "light")
    book = reference(game)
    dialog = RulesReference(book)
    qtbot.addWidget(dialog)
    assert sorted(listed(dialog)) == sorted(book.rules)
    sections = {rule.section for rule in book.rules.values() if rule.section}
    heads = {dialog.list.topLevelItem(row).text(0) for row in range(dialog.list.topLevelItemCount())}
    assert sections <= heads


def test_any_word_of_a_rule_finds_it(dialog: RulesReference) -> None:
    dialog.search.setText("held hand-to-hand")
    found = listed(dialog)
    assert found
    book = reference("kalos")
    for id in found:
        rule = book.rules[id]
        text = f"{rule.id} {rule.title} {rule.section} {rule.text} {rule.formula} {' '.join(rule.settings)}".lower()
        assert "held" in text
        assert "hand-to-hand" in text
    # The best match is shown at once, with the searched words marked.
    assert dialog.rule == found[0]
    assert "font-weight:600" in dialog.page.toHtml()
    dialog.search.setText("no such word anywhere")
    assert listed(dialog) == []
    assert "Nothing" in dialog.count.text()


def test_an_id_finds_its_rule_first(dialog: RulesReference) -> None:
    dialog.search.setText("KM-GRAP-02")
    assert listed(dialog)[0] == "KM-GRAP-02"


def test_the_arrows_go_through_what_was_found(dialog: RulesReference) -> None:
    dialog.search.setText("grapple")
    first, second, *_ = listed(dialog)
    dialog.show()
    dialog.activateWindow()
    dialog.search.setFocus()
    dialog._step(1)
    assert dialog.rule == second
    dialog._step(-1)
    assert dialog.rule == first
    enter = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    dialog.keyPressEvent(enter)
    assert dialog.isVisible()


def test_advice_can_be_left_out(dialog: RulesReference) -> None:
    dialog.only_played.setChecked(True)
    assert {reference("kalos").rules[id].kind for id in listed(dialog)} <= set(CARRIED_OUT)


def test_a_rule_that_a_search_hides_is_shown_all_the_same(dialog: RulesReference) -> None:
    dialog.search.setText("grapple")
    dialog.show_rule("KM-AMB-30")
    assert dialog.rule == "KM-AMB-30"
    assert dialog.list.currentItem().data(0, Qt.ItemDataRole.UserRole) == "KM-AMB-30"


def test_a_reading_shows_what_is_open_how_it_is_read_and_why(qtbot: QtBot) -> None:
    page = RulePage(reference("zamani"))
    qtbot.addWidget(page)
    page.show_rule("ZM-AMB-03")
    lines = page.toPlainText().splitlines()
    assert any(line.startswith("Left open: 'One combat action'") for line in lines)
    assert "We read it so: Any one segment may hold the attack." in lines
    assert any(line.startswith("Because only the number of offensive actions") for line in lines)
