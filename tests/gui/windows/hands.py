"""Helpers shared by the tests of the GM's window."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from gui.dialogs.forms import CommandForm, show_value
from gui.windows.gm_window import GmWindow

KEYS = {
    "Enter": (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
    "Shift+Enter": (Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier),
    "Esc": (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
    "Shift+Esc": (Qt.Key.Key_Escape, Qt.KeyboardModifier.ShiftModifier),
    "Backspace": (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier),
    "Ctrl+Z": (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier),
    "Ctrl+Y": (Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier),
    "Ctrl+Enter": (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
    "Ctrl+L": (Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier),
    "F3": (Qt.Key.Key_F3, Qt.KeyboardModifier.NoModifier),
    "Shift+N": (Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier),
    "Shift+R": (Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier),
    "Shift+E": (Qt.Key.Key_E, Qt.KeyboardModifier.ShiftModifier),
    "Ctrl+N": (Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier),
    "Shift+F5": (Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier),
    "F5": (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier),
    "Tab": (Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier),
    "Shift+Tab": (Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier),
    "Up": (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier),
    "Down": (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier),
}

Press = Callable[[str], None]
OpenWindow = Callable[..., GmWindow]
Opens = Callable[..., GmWindow]
"""Opens a battle that has no file; for a game that the program does not know, the ruleset is passed too."""


class CountedKeys:
    """Presses keys in the widget with the focus and counts them; text that has to be typed anyway is not counted."""

    def __init__(self) -> None:
        self.count = 0

    def press(self, keys: str) -> None:
        """Press keys one after another, such as `A 1 Enter`, and count them."""
        for key in keys.split():
            self.count += 1
            _press(key)

    def type(self, words: Iterable[str]) -> None:
        """Type a name, a line or dice, character by character, without counting the keys."""
        for sign in words:
            _press(sign)


def _press(key: str) -> None:
    QApplication.processEvents()
    popup = QApplication.activePopupWidget()
    focus = QApplication.focusWidget() if popup is None else popup.focusWidget() or popup
    assert focus is not None
    if key in KEYS:
        QTest.keyClick(focus, *KEYS[key])
    else:
        QTest.keyClicks(focus, key)
    QApplication.processEvents()


def health_of(window: GmWindow, who: str) -> int:
    """Return a combatant's health as the sheet shows it."""
    health = window.work.ruleset.health
    assert health is not None
    assert health.value is not None
    return health.value(window.work.battle, who)


def fill_form(monkeypatch: pytest.MonkeyPatch, **values: Any) -> list[dict[str, Any]]:
    """Answer the next command forms with these values; return a list that collects the fields' initial values."""
    began: list[dict[str, Any]] = []

    def fill(form: CommandForm) -> QDialog.DialogCode:
        began.append({key: form.fields.said[key] for key in values})
        for key, value in values.items():
            show_value(form.fields.fields[key], value)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(CommandForm, "exec", fill)
    return began
