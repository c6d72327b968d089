"""Text in a field that a change of the battle hides: it is submitted after all listeners have handled the change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from gui.dialogs.house_rules import HouseRulesDialog
from gui.displays.widgets import PoolWidget
from gui.widgets.fields import ChoiceField, NumberField
from gui.windows.gm_window import GmWindow
from model.session import Changed
from tests.gui.windows.hands import OpenWindow, health_of

pytestmark = pytest.mark.slow


def _text_field(window: GmWindow) -> tuple[str, QLineEdit]:
    """Return the key and the widget of the first text field of the action in progress."""
    action = window.work.actions.action
    assert action is not None
    for parameter in action.parameters:
        field = window.action_panel.parameters.control(parameter.key)
        if isinstance(field, QLineEdit):
            return parameter.key, field
    raise AssertionError(f"{action.title} has no field for words")


def test_words_of_an_action_survive_a_change_that_takes_the_focus_away(open_window: OpenWindow) -> None:
    window = open_window()
    window.work.combat.start(first="pc")
    window.action_panel.begin("retcon")
    key, field = _text_field(window)
    field.setFocus()
    QTest.keyClicks(field, "the door was open")
    # A panel that is hidden or laid out again during the change clears the focus like this.
    window.work.bridge.changed.connect(lambda _: field.clearFocus())
    window.work.edit("set_title", title="Another")
    QApplication.processEvents()
    call = window.work.actions.call
    assert call is not None
    assert call.options[key] == "the door was open"


def test_words_that_were_for_another_action_are_not_said_of_this_one(open_window: OpenWindow) -> None:
    window = open_window()
    window.work.combat.start(first="pc")
    actions = window.work.actions
    window.action_panel.begin("retcon")
    key, _ = _text_field(window)

    def meanwhile(_: Changed) -> None:
        actions.set_option(key, "too late")

    window.work.bridge.changed.connect(meanwhile)
    window.work.edit("set_title", title="Another")
    window.work.bridge.changed.disconnect(meanwhile)
    window.action_panel.begin("attack")
    QApplication.processEvents()
    assert actions.call is not None
    assert key not in actions.call.options


def test_a_house_rule_that_is_handed_in_meanwhile_is_set_afterwards(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    dialog = HouseRulesDialog(window.work.bridge, window)
    qtbot.addWidget(dialog)
    once: list[str] = []

    def meanwhile(_: Changed) -> None:
        if not once:
            once.append("handed in")
            dialog.row("major_bonus").changed.emit("major_bonus", 7)

    window.work.bridge.changed.connect(meanwhile)
    window.work.edit("set_title", title="Another")
    QApplication.processEvents()
    assert window.work.battle.settings["major_bonus"] == 7


def test_what_is_typed_into_a_sheet_is_for_the_one_it_showed(window: GmWindow, qtbot: QtBot) -> None:
    """A click on End Turn leaves the focus in the field, and the sheet changes to the next combatant."""
    actor = window.work.selection.actor
    assert actor is not None
    pool = window.sheet.display("health")
    assert isinstance(pool, PoolWidget)
    pool.amount.setFocus()
    pool.amount.selectAll()
    QTest.keyClicks(pool.amount, "7")
    window.top_bar.end.click()
    qtbot.waitUntil(lambda: window.sheet.who != actor)
    shown = window.sheet.who
    assert shown is not None
    before = health_of(window, shown)
    after = window.sheet.display("health")
    assert isinstance(after, PoolWidget)
    after.amount.clearFocus()
    window.board.map.setFocus()
    assert health_of(window, actor) == 7
    assert health_of(window, shown) == before


def test_what_is_typed_is_entered_before_the_window_closes(open_window: OpenWindow) -> None:
    window = open_window()
    field = NumberField(0, 99, parent=window)
    field.entered.connect(lambda number: window.work.edit("set_title", title=f"Dock {number}"))
    field.show()
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "7")
    window.close()
    assert window.work.battle.title == "Dock 7"


def test_an_option_chosen_by_a_key_is_entered_before_the_window_closes(open_window: OpenWindow) -> None:
    window = open_window()
    field = ChoiceField((("Day", "day"), ("Night", "night")), parent=window)
    field.entered.connect(lambda value: window.work.edit("set_title", title=f"Dock by {value}"))
    field.show()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Down)
    window.close()
    assert window.work.battle.title == "Dock by night"
