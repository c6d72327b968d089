"""Helpers shared by the tests of zones in the window, for the filling station sample."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.dialogs.command_palette import CommandPalette
from gui.windows.gm_window import GmWindow
from model.state.board import Zone

NORA, DOC, BRICK, DOG = "nora-1", "doc-amari-6", "brick-11", "dog-14"


def zones(window: GmWindow) -> dict[str, Zone]:
    return {zone.name: zone for zone in window.work.battle.board.zones.values()}


def zone_of(window: GmWindow, who: str) -> str:
    place = window.work.battle.combatants[who].place
    return window.work.battle.board.zones[place.zone or ""].name


def click_at(window: GmWindow, where: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    QTest.mouseClick(window.board.map.graphics_view.viewport(), button, Qt.KeyboardModifier.NoModifier, where)


def pick(words: str) -> None:
    """Type into the command palette that has opened, and take the first entry that it finds."""
    dialog = QApplication.activePopupWidget()
    assert isinstance(dialog, CommandPalette)
    QTest.keyClicks(dialog.field, words)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    QApplication.processEvents()
