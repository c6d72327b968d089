"""The status bar: a message about a step disappears with the next step."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from gui.dialogs.command_palette import CommandPalette, found
from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press


def test_what_was_undone_is_told_until_the_next_step(window: GmWindow, press: Press) -> None:
    window.work.edits.add("Ada, pc")
    press("Ctrl+Z")
    assert window.status.message.text().startswith("Undone: ")
    window.work.edits.add("Bert, pc")
    assert window.status.message.text() == ""


def test_what_was_refused_is_told_until_the_next_step(window: GmWindow) -> None:
    window.work.edit("set_grid", cell=0)
    assert "wider than 0" in window.status.message.text()
    window.work.edits.add("Bert, pc")
    assert window.status.message.text() == ""


def test_the_mode_of_the_keys_is_named_when_it_is_not_the_usual_one(
    window: GmWindow, press: Press, qtbot: QtBot
) -> None:
    def has_named(words: str) -> bool:
        qtbot.waitUntil(lambda: window.status.mode.text() == words)
        return True

    assert has_named("")
    press("A Shift+Enter")
    assert has_named("Keys: dice")
    press("Esc")
    window.board.map.setFocus()
    assert has_named("")
    window.board.take_tool("zone")
    assert has_named("Keys: drawing")
    window.board.take_tool("select")
    window.initiative.list.setFocus()
    assert has_named("Keys: list")
    press("+")
    assert has_named("Keys: text")


def test_where_combat_runs_nobody_is_told_to_start_it(open_window: OpenWindow) -> None:
    """In a game with plans, no combatant has a turn until the plans are made."""
    window = open_window(sample="effort-night-at-the-ravine")
    window.commands.run("attack")
    assert "start combat" in window.status.message.text()
    assert window.work.combat.start() is None
    window.commands.run("attack")
    told = window.status.message.text()
    assert "Act as Selected" in told
    assert "start combat" not in told


def without_anybody(window: GmWindow) -> None:
    """End the combat, so that the sheet of nobody is shown."""
    window.work.combat.end_combat()
    window.work.selection.set_current(None)


def test_a_command_is_found_by_what_it_is_for(window: GmWindow) -> None:
    assert found(window.help.palette_entries(), "countdown")[0].title == "Turn Timer..."
    assert found(window.help.palette_entries(), "turn timer")[0].title == "Turn Timer..."


def test_a_command_that_is_unavailable_says_why_in_its_row_and_stays(window: GmWindow, qtbot: QtBot) -> None:
    without_anybody(window)
    dialog = CommandPalette(window.help.palette_entries(), "rename", window)
    qtbot.addWidget(dialog)
    dialog.show()
    entries = [dialog._at(row) for row in range(dialog.list.count())]
    (row,) = (row for row, entry in enumerate(entries) if entry is not None and entry.title == "Rename...")
    entry = entries[row]
    assert entry is not None
    assert not entry.is_enabled
    assert "Nothing selected" in entry.reason
    dialog.list.setCurrentRow(row)
    dialog.choose()
    assert dialog.isVisible()


def test_a_menu_says_why_an_entry_is_unavailable(window: GmWindow) -> None:
    without_anybody(window)
    menu, rename = window.menus["Edit"], window.commands.action("rename")
    menu.aboutToShow.emit()
    assert not rename.isEnabled()
    assert "Nothing selected" in rename.toolTip()
    window.work.selection.select((next(iter(window.work.battle.combatants)),))
    menu.aboutToShow.emit()
    assert "Nothing selected" not in rename.toolTip()


def test_the_palette_finds_entries_of_menus_that_are_no_commands(window: GmWindow) -> None:
    """Such as the layouts of the players' screen; each row shows where its command is in the menus."""
    entries = {entry.title: entry for entry in window.help.palette_entries()}
    assert entries["Theatre of the Mind"].aside == "Players › Layout"
    assert entries["Ordinary Window"].aside.startswith("Players › Window")
