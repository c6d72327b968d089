"""Counters of ammunition that can be edited on the sheet, where a house rule tracks ammunition."""

from __future__ import annotations

import pytest

from gui.displays.widgets import NumbersWidget
from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press


@pytest.fixture
def window(open_window: OpenWindow) -> GmWindow:
    """The docks sample, where Apex carries a pistol; she is selected."""
    window = open_window(1366, 768, sample="dockside-ambush")
    window.work.combat.start(first="pc")
    window.work.selection.set_current("apex-1")
    return window


def shots(window: GmWindow) -> int | None:
    (pistol,) = (item for item in window.work.battle.items_of("apex-1") if item.name == "Pistol")
    left: int | None = pistol.gear.ammo
    return left


@pytest.mark.rule("ZS-ACT-07", settings=("track_ammo",))
def test_a_counter_is_typed_over_on_the_sheet_and_undone(window: GmWindow, press: Press) -> None:
    assert window.sheet.display("ammo") is None
    window.work.edit("set_setting", key="track_ammo", value=True)
    display = window.sheet.display("ammo")
    assert isinstance(display, NumbersWidget)
    assert list(display.tiles) == ["Pistol, shots"]
    tile = display.tiles["Pistol, shots"]
    assert tile.value.text() == "0"
    tile.value.setText("12")
    tile.value.returnPressed.emit()
    assert shots(window) == 12
    press("Ctrl+Z")
    assert shots(window) is None


def test_a_shot_is_counted_by_an_action_of_its_own(window: GmWindow, press: Press) -> None:
    window.work.edit("set_setting", key="track_ammo", value=True)
    window.action_panel.begin("count_ammo")
    window.work.actions.set_option("by", 6)
    press("Enter")
    assert shots(window) == 6
    assert "6 left" in window.work.bridge.undo_words
