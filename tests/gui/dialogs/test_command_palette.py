"""Searching by a few letters: which entry comes first, and what Enter does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.dialogs.command_palette import CommandPalette, PaletteEntry, found


def test_what_begins_with_the_typed_word_is_found_first() -> None:
    palette_entries = [PaletteEntry(title, "command", lambda: None) for title in ("Discover", "Take cover", "Cover")]
    assert [entry.title for entry in found(palette_entries, "cov")] == ["Cover", "Take cover", "Discover"]


def test_a_title_that_says_what_was_typed_is_found_before_kinds_that_do() -> None:
    """Most entries are of the kind `command`; a disabled entry comes last among equals."""
    palette_entries = [
        PaletteEntry("Answer or apply", "command", lambda: None),
        PaletteEntry("Command anew", "command", lambda: None, is_enabled=False),
        PaletteEntry("Command an NPC", "action", lambda: None),
        PaletteEntry("Command an NPC", "rule", lambda: None),
    ]
    told = [(entry.title, entry.kind) for entry in found(palette_entries, "command an")]
    assert told[:3] == [("Command an NPC", "action"), ("Command an NPC", "rule"), ("Command anew", "command")]
    assert next(entry.title for entry in found(palette_entries, "npc comm")) == "Command an NPC"


def test_the_kind_narrows_the_search() -> None:
    palette_entries = [PaletteEntry("Cover", "rule", lambda: None), PaletteEntry("Cover", "action", lambda: None)]
    assert [entry.kind for entry in found(palette_entries, "rule cov")] == ["rule"]


def test_enter_does_what_is_chosen(qtbot: QtBot) -> None:
    done: list[str] = []
    palette_entries = [
        PaletteEntry(name, "command", lambda name=name: done.append(name)) for name in ("Undo", "Undock")
    ]
    dialog = CommandPalette(palette_entries, "und")
    qtbot.addWidget(dialog)
    QTest.keyClick(dialog.field, Qt.Key.Key_Down)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert done == ["Undock"]


def test_nothing_found_is_said(qtbot: QtBot) -> None:
    dialog = CommandPalette([PaletteEntry("Undo", "command", lambda: None)], "")
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.nothing.isVisible()
    QTest.keyClicks(dialog.field, "zzz")
    assert dialog.nothing.isVisible()
    assert "zzz" in dialog.nothing.text()
    QTest.keyClick(dialog.field, Qt.Key.Key_Down)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible()
