"""The status bar: what it says of a step goes with the next one."""

from __future__ import annotations

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import Press


def test_what_was_undone_is_told_until_the_next_step(window: GmWindow, press: Press) -> None:
    window.work.edits.add("Ada, pc")
    press("Ctrl+Z")
    assert window.status.told.text().startswith("Undone: ")
    window.work.edits.add("Bert, pc")
    assert window.status.told.text() == ""


def test_what_was_refused_is_told_until_the_next_step(window: GmWindow) -> None:
    window.work.edit("set_grid", cell=0)
    assert "wider than 0" in window.status.told.text()
    window.work.edits.add("Bert, pc")
    assert window.status.told.text() == ""
