"""Enter in a field hands in what was typed, and nothing else: the action in progress waits."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.displays import PoolDisplay
from gui.displays.base import ValueEdit
from gui.windows.gm_window import GmWindow
from model.engine.run import Done
from tests.gui.windows.hands import Press
from tests.gui.windows.zone_hands import BRICK, NORA, zones

pytestmark = pytest.mark.slow


@pytest.fixture
def ordering(station: GmWindow, press: Press) -> GmWindow:
    """Nora's order to the dog only waits for its Apply."""
    press("O")
    assert isinstance(station.controller.outcome, Done)
    return station


def test_a_condition_and_a_number_of_the_sheet(ordering: GmWindow, press: Press) -> None:
    field = ordering.sheet.chips.field
    field.setFocus()
    QTest.keyClicks(field, "prone")
    press("Enter")
    pool = ordering.sheet.display("hp")
    assert isinstance(pool, PoolDisplay)
    amount = pool.findChild(ValueEdit)
    assert amount is not None
    amount.setFocus()
    amount.setText("9")
    press("Enter")
    nora = ordering.bridge.battle.combatants[NORA]
    assert (nora.sheet.hp, [effect.kind for effect in nora.effects.values()]) == (9, ["prone"])
    assert ordering.controller.call is not None


def test_the_name_of_a_zone(ordering: GmWindow, press: Press) -> None:
    ordering.zones.name_card.ask("New zone", "Field", ordering.rect().center(), ordering.board.free_room)
    press("Enter")
    assert ordering.controller.call is not None
    assert "Field" not in zones(ordering)


def test_a_quick_edit_that_wants_dice_does_not_miss_them_yet(station: GmWindow, press: Press) -> None:
    station.attention.look_at(BRICK)
    press("-")
    QTest.keyClicks(QApplication.focusWidget(), "13")
    press("Enter")
    assert station.controller.due is not None
    assert station.action_panel.problem.text() == ""
