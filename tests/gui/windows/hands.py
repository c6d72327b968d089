"""What tests of the window share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from gui.dialogs.command_form import CommandForm, show_value
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
}

Press = Callable[[str], None]
OpenWindow = Callable[..., GmWindow]
Opens = Callable[..., GmWindow]
"""Opens a battle that is on no disk; of a game that the program does not know, with its ruleset."""


def health_of(window: GmWindow, who: str) -> int:
    """Health as the sheet shows it."""
    health = window.work.ruleset.health
    assert health is not None
    assert health.value is not None
    return health.value(window.work.battle, who)


def fill_form(monkeypatch: pytest.MonkeyPatch, **values: Any) -> list[dict[str, Any]]:
    """Answer the next forms of commands with these values; returns what their fields began with."""
    began: list[dict[str, Any]] = []

    def fill(form: CommandForm) -> QDialog.DialogCode:
        began.append({key: form.fields.said[key] for key in values})
        for key, value in values.items():
            show_value(form.fields.fields[key], value)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(CommandForm, "exec", fill)
    return began
