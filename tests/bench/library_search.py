"""The time from typing a letter in the search of a large library until the window is repainted."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt

from gui.panels.library import LibraryPanel
from gui.windows.gm_window import GmWindow
from model.campaign import save_entries
from model.content.library import Kind, Table
from tests.bench import Row, p95
from tests.bench.window_frames import Hands, bare_repaint, big_fight

ENTRIES = 500
BUDGET = 30.0
"""Milliseconds, for 95 of 100 letters."""
NAMES = ("Harbour guard", "Night raider", "Old dog", "Market captain", "Silent sniper")
WORDS = ("guard 12", "raider ca", "opponents", "dog 4", "captain")
"""Typed letter by letter: names, a number, a kind."""
TIMES = 3
_IN_FILE = 50


_KEYS = {" ": Qt.Key.Key_Space}


def entry(number: int) -> tuple[Kind, Table]:
    """Return a combatant for the library; every fifth entry is gear."""
    kind: Kind = "combatant" if number % 5 else "item"
    tags = ["city", f"ward {number % 9}"]
    return kind, {"id": f"own-{number}", "name": f"{NAMES[number % len(NAMES)]} {number}", "tags": tags}


def fill(window: GmWindow) -> None:
    """Write a library of the user, with 50 entries in each file."""
    for first in range(0, ENTRIES, _IN_FILE):
        tables = [entry(number) for number in range(first, first + _IN_FILE)]
        save_entries(window.work.library.folder, window.work.ruleset.id, tables)
    window.work.campaign.forget()


def rows() -> Iterable[Row]:
    """Yield one row: typing and deleting every letter of several searches."""
    with big_fight() as window:
        fill(window)
        window.open_library()
        panel = window.docks["library"].panel(LibraryPanel)
        assert panel.model.rowCount() > ENTRIES
        hands = Hands(window)
        bare = p95([bare_repaint(window) for _ in range(20)])
        for word in WORDS * TIMES:
            for letter in word:
                hands.press("letter", _KEYS.get(letter) or Qt.Key(ord(letter.upper())), at=panel.field)
            for _ in word:
                hands.press("letter", Qt.Key.Key_Backspace, at=panel.field)
        assert panel.field.text() == ""
        yield Row(f"letter to repaint, library of {ENTRIES} entries", p95(hands.taken["letter"]), bare, BUDGET)
