"""Enter in a field submits what was typed and nothing else: the action in progress is not applied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDoubleSpinBox, QPushButton
from pytestqt.qtbot import QtBot

from gui.dialogs.combat_dialogs import NewTaskDialog
from gui.dialogs.house_rules import HouseRulesDialog
from gui.displays import PoolWidget
from gui.displays.widgets import ValueEdit
from gui.windows.gm_window import GmWindow
from model.engine.run import Done
from tests.gui.windows.hands import OpenWindow, Press
from tests.gui.windows.zone_hands import BRICK, NORA, zones

pytestmark = pytest.mark.slow


@pytest.fixture
def ordering(station: GmWindow, press: Press) -> GmWindow:
    """A window in which Nora's order to the dog is complete and only has to be applied."""
    press("O")
    assert isinstance(station.work.actions.outcome, Done)
    return station


def test_a_condition_and_a_number_of_the_sheet(ordering: GmWindow, press: Press) -> None:
    field = ordering.sheet.chips.field
    field.setFocus()
    QTest.keyClicks(field, "prone")
    press("Enter")
    pool = ordering.sheet.display("hp")
    assert isinstance(pool, PoolWidget)
    amount = pool.findChild(ValueEdit)
    assert amount is not None
    amount.setFocus()
    amount.setText("9")
    press("Enter")
    nora = ordering.work.battle.combatants[NORA]
    assert (nora.sheet.hp, [effect.kind for effect in nora.effects.values()]) == (9, ["prone"])
    assert ordering.work.actions.call is not None


def test_the_name_of_a_zone(ordering: GmWindow, press: Press) -> None:
    ordering.zones.name_card.ask("New zone", "Field", ordering.rect().center(), ordering.board.free_room)
    press("Enter")
    assert ordering.work.actions.call is not None
    assert "Field" not in zones(ordering)


def test_a_quick_edit_that_wants_dice_does_not_miss_them_yet(station: GmWindow, press: Press) -> None:
    station.work.selection.set_current(BRICK)
    press("-")
    QTest.keyClicks(QApplication.focusWidget(), "13")
    press("Enter")
    assert station.work.actions.due is not None
    assert station.action_panel.problem.text() == ""


def test_a_task_is_begun_by_enter_in_any_field_of_its_dialog(open_window: OpenWindow, qtbot: QtBot) -> None:
    """Enter toggles no switch of the dialog."""
    window = open_window(1366, 768)
    dialog = NewTaskDialog(window.work.bridge, window)
    qtbot.addWidget(dialog)
    dialog.show()
    field = dialog.fields.fields["minutes_each"]
    assert isinstance(field, QDoubleSpinBox)
    field.setFocus()
    field.setValue(10)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.call.options == {"minutes_each": 10}


def test_a_house_rule_typed_with_enter_clicks_nothing(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(1366, 768)
    dialog = HouseRulesDialog(window.work.bridge, window)
    qtbot.addWidget(dialog)
    field = dialog.row("major_bonus").control
    clicked: list[str] = []
    for button in dialog.findChildren(QPushButton):
        button.clicked.connect(lambda _=False, button=button: clicked.append(button.text()))
    dialog.show()
    assert isinstance(field, QDoubleSpinBox)
    field.setFocus()
    field.setValue(4)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.work.battle.settings["major_bonus"] == 4
    assert clicked == []
    assert dialog.isVisible()
