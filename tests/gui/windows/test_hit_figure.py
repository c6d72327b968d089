"""The hit location is lit on the target's figure beside the dice, and after the attack; the sheet does not change."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import Press
from tests.gui.windows.zone_hands import NORA

pytestmark = pytest.mark.slow

RAIDER = "raider-2-23"


def lay(typed: str) -> None:
    """Type dice; if they have one digit each, the last one submits them."""
    QApplication.processEvents()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, typed)


def throw(press: Press, typed: str) -> None:
    lay(typed)
    press("Enter")


def aim(window: GmWindow, press: Press) -> None:
    window.work.actions.mark(RAIDER)
    press("A")


@pytest.mark.usefixtures("unhurried")
def test_a_hit_is_lit_on_the_target_and_stays_so_until_the_next_turn(station: GmWindow, press: Press) -> None:
    """Agility + small guns is 14: 5 and 12 are two successes against difficulty 2; a 10 is the left arm."""
    figure = station.action_panel.hit
    aim(station, press)
    throw(press, "5 12")
    assert figure.isHidden()
    throw(press, "10")
    assert [(hit.name, hit.places) for hit in figure.shown] == [("Raider 2", ("Left Arm",))]
    assert figure.isVisible()
    lay("1 1 1 1")
    assert station.work.actions.can_apply
    assert figure.words() == "Raider 2: Left Arm"
    press("Enter")
    assert station.work.actions.call is None
    assert figure.isVisible()
    assert figure.words() == "Raider 2: Left Arm"
    assert station.sheet.who == NORA
    station.combat.undo()
    assert figure.isHidden()
    station.combat.redo()
    assert station.work.combat.end_turn() is None
    assert figure.isHidden()


def test_a_location_said_by_the_beginning_of_its_name_is_lit_too(station: GmWindow, press: Press) -> None:
    """The names of left arm and left leg begin alike: `left l` fits only one of them."""
    aim(station, press)
    throw(press, "5 12")
    throw(press, "left l")
    assert [hit.places for hit in station.action_panel.hit.shown] == [("Left Leg",)]


def test_a_called_location_is_lit_before_the_dice_and_not_after_a_miss(station: GmWindow, press: Press) -> None:
    aim(station, press)
    station.work.actions.set_option("location", "head")
    figure = station.action_panel.hit
    assert [hit.places for hit in figure.shown] == [("Head",)]
    throw(press, "19 19")
    assert figure.isHidden()
