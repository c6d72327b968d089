"""The dialog for house rules: headings, search, what differs from the default, what was used, and its keys."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from gui.dialogs.house_rules import PAUSE, HouseRulesDialog, RemovedRow, RulesUsed, SettingRow
from gui.dialogs.rules import RulesReference, rules_of
from gui.windows.gm_window import GmWindow
from model.rulesets import RULESETS
from model.state.battle import Battle, Setting
from tests.gui.windows.hands import Opens, Press

pytestmark = pytest.mark.slow

CHANGED = "Different from the default"


def shown(window: GmWindow) -> HouseRulesDialog:
    """The dialog, opened by its command, with no house rule changed."""
    for key in window.work.battle.settings if window.work.ruleset.id == "zerospace" else ():
        window.work.edit("reset_setting", key=key)
    window.help.show_house_rules()
    dialog = window.findChild(HouseRulesDialog)
    assert dialog is not None
    QApplication.processEvents()
    return dialog


def listed(dialog: HouseRulesDialog) -> list[str]:
    """Keys of the visible rows from the top, after checking that the headings stand where `sections` says."""
    QApplication.processEvents()
    area = dialog.findChild(QScrollArea)
    assert area is not None
    body = area.widget()
    assert body is not None
    column = body.layout()
    assert column is not None
    items = filter(None, (column.itemAt(at) for at in range(column.count())))
    visible = [one for item in items if (one := item.widget()) is not None and not one.isHidden()]
    expected = [part for heading, keys in dialog.sections.items() for part in (heading, *keys)]
    if expected:
        assert [_name(one) for one in visible] == expected
    return [one.spec.key for one in visible if isinstance(one, SettingRow)]


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def _name(widget: QWidget) -> str:
    if isinstance(widget, SettingRow):
        return widget.spec.key
    assert isinstance(widget, QLabel), widget
    return widget.text()


def attack(window: GmWindow) -> None:
    """Apex shoots at Boomer, who is behind cover, and misses with two ones."""
    window.action_panel.attack()
    window.action_panel.override_refusal()
    assert window.work.actions.answer_typed("1 1") is None
    assert window.work.actions.apply() is None


# ------------------------------------------------------------------------------------------------------------- the list


def test_house_rules_stand_under_headings_and_those_that_differ_first(window: GmWindow) -> None:
    dialog = shown(window)
    keys = [spec.key for spec in window.work.ruleset.settings]
    assert sorted(listed(dialog)) == sorted(keys)
    assert CHANGED not in dialog.sections
    assert len(dialog.sections) > 2
    assert dialog.count.text() == f"0 of {len(keys)} changed"
    last = listed(dialog)[-1]

    dialog.row("major_bonus").changed.emit("major_bonus", 7)
    assert CHANGED not in dialog.sections, "a row does not jump away while it is used"
    assert dialog.count.text() == f"1 of {len(keys)} changed"
    dialog.search.setText(last)
    dialog.search.clear()
    assert listed(dialog)[0] == "major_bonus"
    assert dialog.sections[CHANGED] == ("major_bonus",)
    assert sorted(listed(dialog)) == sorted(keys)


def test_house_rules_are_searched_by_word_heading_and_rule(window: GmWindow) -> None:
    dialog = shown(window)
    heading, keys = next(iter(dialog.sections.items()))
    dialog.search.setText(heading)
    assert set(keys) <= set(listed(dialog))
    dialog.search.setText("ZS-DODGE-04")
    assert "major_bonus" in listed(dialog)
    assert len(listed(dialog)) < len(window.work.ruleset.settings)
    dialog.search.setText("basilisk")
    assert listed(dialog) == []
    assert "No house rule matches." in [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]


def test_house_rules_are_as_wide_as_their_list(window: GmWindow) -> None:
    """A house rule that names six rules of the book wraps their ids into several lines."""
    dialog = shown(window)
    dialog.resize(480, 400)
    row = dialog.row("major_bonus")
    area = dialog.findChild(QScrollArea)
    assert area is not None
    assert len(row.spec.rules) == 6
    assert row.mapTo(area.viewport(), row.rect().topRight()).x() < area.viewport().width()


def test_the_keyboard_reaches_every_house_rule(window: GmWindow, press: Press) -> None:
    """Down leads from the search to the first row, Ctrl+Down on; what has the focus is in sight."""
    dialog = shown(window)
    area = dialog.findChild(QScrollArea)
    assert area is not None
    assert dialog.search.hasFocus()
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    reached = []
    for _ in window.work.ruleset.settings:
        QApplication.processEvents()
        row = next(row for row in dialog.findChildren(SettingRow) if row.isAncestorOf(focused()))
        assert area.viewport().rect().contains(row.mapTo(area.viewport(), row.rect().center()))
        reached.append(row.spec.key)
        QTest.keyClick(focused(), Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert reached == listed(dialog)
    for _ in reached:
        QTest.keyClick(focused(), Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert dialog.search.hasFocus()


def test_tab_goes_through_the_list_in_its_order(window: GmWindow) -> None:
    dialog = shown(window)
    dialog.row("major_bonus").changed.emit("major_bonus", 7)
    dialog.search.setText("bonus")
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    reached: dict[str, None] = {}
    for _ in range(40):
        row = next((row for row in dialog.findChildren(SettingRow) if row.isAncestorOf(focused())), None)
        if row is None:
            break
        reached[row.spec.key] = None
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
    assert list(reached) == listed(dialog)[: len(reached)]
    assert next(iter(reached)) == "major_bonus"
    assert len(reached) > 1


# ------------------------------------------------------------------------------------------------------------- changing


def test_a_house_rule_is_changed_logged_and_undone(window: GmWindow) -> None:
    dialog = shown(window)
    row = dialog.row("major_bonus")
    assert row.marks.text() == ""
    row.changed.emit("major_bonus", 7)
    assert window.work.battle.settings["major_bonus"] == 7
    assert row.marks.text() == "changed"
    row.back.click()
    assert "major_bonus" not in window.work.battle.settings
    assert row.marks.text() == ""
    window.combat.undo()
    assert window.work.battle.settings["major_bonus"] == 7
    assert row.marks.text() == "changed"


def test_a_house_rule_out_of_range_gets_a_sentence(window: GmWindow) -> None:
    dialog = shown(window)
    before = window.work.battle
    dialog.row("major_bonus").changed.emit("major_bonus", "many")
    assert window.work.battle is before
    assert not dialog.problem.isHidden()
    assert dialog.problem.text()


def test_a_value_that_no_house_rule_takes_is_told_first_and_removed(opens: Opens) -> None:
    zamani = RULESETS["zamani"]
    settings: dict[str, Setting] = {"attack_segment": "first_only", "auto_fail_from": 96}
    window = opens(Battle(ruleset="zamani", shared=zamani.shared(), settings=settings))
    dialog = shown(window)
    assert list(dialog.sections)[:2] == ["No longer house rules", CHANGED]
    (row,) = dialog.findChildren(RemovedRow)
    (label,) = row.findChildren(QLabel)
    assert "“The one attack of a countdown” is no longer a house rule" in label.text()
    assert row.isVisible()
    row.remove.click()
    assert window.work.battle.settings == {"auto_fail_from": 96}
    assert next(iter(dialog.sections)) == CHANGED
    assert not row.isVisible()
    assert dialog.search.hasFocus()
    window.combat.undo()
    assert row.isVisible()


# ----------------------------------------------------------------------------------------------------------------- used


def test_house_rules_tell_what_was_used_tonight(window: GmWindow) -> None:
    """The attack uses the rule about cover, which house rules name; an undone attack does not count as use."""
    dialog = shown(window)
    dialog.only_used.setChecked(True)
    assert listed(dialog) == []
    attack(window)
    behind = set(rules_of(window.work.bridge.session.steps[-1].note))
    expected = {spec.key for spec in window.work.ruleset.settings if behind & set(spec.rules)}
    assert expected
    assert len(expected) < len(window.work.ruleset.settings)
    assert set(listed(dialog)) == expected
    assert "used tonight" in dialog.row(min(expected)).marks.text()
    window.combat.undo()
    assert listed(dialog) == []


def test_a_long_pause_begins_another_evening(window: GmWindow) -> None:
    attack(window)
    used = RulesUsed(window.work.bridge.session)
    last = window.work.bridge.session.steps[-1].time
    assert used.used_since_pause(last + PAUSE)
    assert used.used_since_pause(last + PAUSE + timedelta(minutes=1)) == frozenset()


@pytest.mark.parametrize("place", ["log", "columns"])
def test_from_a_line_of_an_explanation_to_the_rule_and_on_to_its_house_rules(window: GmWindow, place: str) -> None:
    if place == "log":
        window.log.rule_requested.emit("ZS-DODGE-04")
    else:
        window.action_panel.columns.rule_asked.emit("ZS-DODGE-04")
    (rule,) = window.findChildren(RulesReference)
    assert "House rules about this" in rule.page.toPlainText()
    rule.page.anchorClicked.emit(QUrl("house-rules:ZS-DODGE-04"))
    (dialog,) = window.findChildren(HouseRulesDialog)
    assert dialog.isVisible()
    about = {spec.key for spec in window.work.ruleset.settings if "ZS-DODGE-04" in spec.rules}
    assert set(listed(dialog)) == about
    dialog.only_used.setChecked(True)
    window.help.show_house_rules("ZS-DODGE-04")
    assert window.findChildren(HouseRulesDialog) == [dialog]
    assert set(listed(dialog)) == about
