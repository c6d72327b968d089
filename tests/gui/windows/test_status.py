"""The status bar: what it says of a step goes with the next one."""

from __future__ import annotations

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import Press


def test_what_was_undone_is_told_until_the_next_step(window: GmWindow, press: Press) -> None:
    window.edits.add("Ada, pc")
    press("Ctrl+Z")
    assert window.status.told.text().startswith("Undone: ")
    window.edits.add("Bert, pc")
    assert window.status.told.text() == ""


def test_what_was_refused_is_told_until_the_next_step(window: GmWindow) -> None:
    window.tell(window.edits.set_cell("0"))
    assert "wider than 0" in window.status.told.text()
    window.edits.add("Bert, pc")
    assert window.status.told.text() == ""
