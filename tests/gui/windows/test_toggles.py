"""Options chosen before every roll are toggles beside the action, visible even in a small window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gui.widgets.basics import Toggles
from tests.gui.windows.hands import OpenWindow, Press


@pytest.mark.quick_cases(1)
@pytest.mark.rule("ZS-MOVE-05", "ZS-COVER-01")
@pytest.mark.parametrize("size", [(1366, 768), (900, 500)])
def test_running_and_cover_are_toggles_before_the_roll(
    open_window: OpenWindow, press: Press, size: tuple[int, int]
) -> None:
    window = open_window(*size)
    window.work.combat.start(first="pc")
    window.combatants.mark("boomer-3")
    press("A")
    strip = window.action_panel.parameters
    intent, cover = strip.control("intent"), strip.control("cover")
    assert isinstance(intent, Toggles)
    assert isinstance(cover, Toggles)
    assert [button.text() for button in intent.buttons.values()] == ["run", "sprint"]
    for toggles in (intent, cover):
        # Neither cut off on the right nor below the bottom edge of the window.
        corner = toggles.mapTo(window, QPoint(toggles.width(), toggles.height()))
        assert toggles.isVisible()
        assert corner.x() <= window.width()
        assert corner.y() <= window.height()
    QTest.mouseClick(intent.buttons["run"], Qt.MouseButton.LeftButton)
    assert window.work.actions.call is not None
    assert window.work.actions.call.option("intent") == "run"
    QTest.mouseClick(cover.buttons["no"], Qt.MouseButton.LeftButton)
    assert window.work.actions.call.options == {"intent": "run", "cover": "no"}
    # Only one can be checked; a second click returns to the default.
    QTest.mouseClick(intent.buttons["sprint"], Qt.MouseButton.LeftButton)
    assert not intent.buttons["run"].isChecked()
    QTest.mouseClick(intent.buttons["sprint"], Qt.MouseButton.LeftButton)
    assert window.work.actions.call.options == {"cover": "no"}
