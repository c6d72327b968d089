"""The preview of typed combatants follows each key cheaply: only rows that change are drawn."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gui.controllers.newcomers import Understood
from gui.dialogs import quick_entry
from gui.dialogs.quick_entry import NewcomersPreview


def test_only_rows_that_change_are_drawn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    picture = quick_entry._picture

    def counted(entry: Understood, ratio: float) -> object:
        drawn.append(entry.words)
        return picture(entry, ratio)

    preview = NewcomersPreview()
    qtbot.addWidget(preview)
    monkeypatch.setattr(quick_entry, "_picture", counted)
    ada, bo, bob = (Understood(name, name, "pc") for name in ("Ada", "Bo", "Bob"))
    preview.show_line((ada, bo), ())
    preview.show_line((ada, bob), ())
    assert drawn == ["Ada", "Bo", "Bob"]
    assert preview.text() == "Ada\nBob"
    preview.show_line((ada,), ())
    preview.show_line((ada, bob), ())
    assert preview.text() == "Ada\nBob"
