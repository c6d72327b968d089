"""The GM's notes: written by one key, listed until settled, and never shown to players."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from gui.controllers.feeds import PlayersFeed
from gui.models.rows import RowRole
from gui.panels.tasks import NotesPanel
from gui.windows.gm_window import GmWindow
from model.view.notes import note_lines
from tests.gui.windows.hands import Press, fill_form

SECRET = "hatch behind the crates"


def panel(window: GmWindow) -> NotesPanel:
    window.show_dock("notes")
    return window.docks["notes"].panel(NotesPanel)


def texts(window: GmWindow) -> list[str]:
    """Return the texts of the remarks noted during play."""
    return [line.text for line in note_lines(window.work.battle) if line.remark]


def test_one_key_writes_a_note_and_it_stays_until_it_is_settled(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_form(monkeypatch, text=SECRET)
    press("/")
    assert [SECRET in text for text in texts(window)] == [True]
    assert SECRET in window.log.model.index(0, 0).data(RowRole).text.lower()
    notes = panel(window)
    settle = notes.findChildren(QToolButton)[0]
    QTest.mouseClick(settle, Qt.MouseButton.LeftButton)
    assert texts(window) == []
    window.work.bridge.undo()
    assert [SECRET in text for text in texts(window)] == [True]


def test_one_key_marks_the_last_step_to_look_up(window: GmWindow, press: Press) -> None:
    who = next(iter(window.work.battle.combatants))
    window.work.selection.select((who,))
    assert window.work.edits.quick("-2") is None
    press("!")
    (line,) = texts(window)
    assert "To look up: " in line
    assert window.work.bridge.name(who) in line


def test_notes_of_battle_and_combatant_are_handed_in_when_the_field_is_left(window: GmWindow) -> None:
    notes = panel(window)
    who, other = list(window.work.battle.combatants)[:2]
    window.work.selection.select((who,))
    notes.battle_notes.setFocus()
    QTest.keyClicks(notes.battle_notes, "Reinforcements in round 3")
    notes.notes.setFocus()
    assert window.work.battle.notes == "Reinforcements in round 3"
    notes.notes.selectAll()
    QTest.keyClicks(notes.notes, SECRET)
    before = window.work.battle.combatants
    # Another combatant is selected: the typed text belongs to the one selected before.
    window.work.selection.select((other,))
    assert window.work.battle.combatants[who].notes == SECRET
    assert window.work.battle.combatants[other].notes == before[other].notes == notes.notes.toPlainText()
    window.work.bridge.undo()
    assert window.work.battle.combatants[who].notes == before[who].notes


def test_text_being_typed_stays_when_the_notes_change_elsewhere(window: GmWindow) -> None:
    notes = panel(window)
    notes.battle_notes.setFocus()
    QTest.keyClicks(notes.battle_notes, "The bridge fa")
    window.work.edit("set_notes", text="Rain")
    assert window.work.battle.notes == "Rain"
    assert notes.battle_notes.toPlainText() == "The bridge fa"
    QTest.keyClicks(notes.battle_notes, "lls")
    notes.notes.setFocus()
    assert window.work.battle.notes == "The bridge falls"


def test_players_see_no_note_of_any_kind(window: GmWindow) -> None:
    work = window.work
    who = next(iter(work.battle.combatants))
    work.edit("note", text=SECRET)
    work.edit("note", text=SECRET, look_up=True)
    work.edit("set_notes", text=SECRET)
    work.edit("edit", who, path="notes", value=SECRET)
    assert sum(SECRET in line.text for line in note_lines(work.battle)) == 3
    assert SECRET not in repr(PlayersFeed(work.bridge.session).view())
