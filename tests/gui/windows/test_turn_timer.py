"""The turn timer: off by default, the same on both screens, and restarted by a turn that players see."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.dialogs.forms import LineDialog
from gui.windows.gm_window import GmWindow
from gui.windows.player_view import seconds_of
from model.view.layout import TurnTimer
from tests.gui.windows.hands import OpenWindow


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("90", 90), ("90 s", 90), ("1:30", 90), ("2 min", 120), ("0", 0), ("long", None), ("99 min", None)],
)
def test_a_time_is_typed(typed: str, seconds: int | None) -> None:
    assert seconds_of(typed) == seconds


def timer(window: GmWindow) -> TurnTimer | None:
    window.players.show_now()
    QApplication.processEvents()
    view = window.presenter.shown
    return None if view is None else view.timer


def begun(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch, typed: str) -> GmWindow:
    """Return a window with combat started, where the GM has typed a time for turns."""
    window = open_window(1366, 768)
    window.work.combat.start(first="pc")
    assert timer(window) is None
    monkeypatch.setattr(LineDialog, "ask", lambda *_: typed)
    window.commands.run("turn_timer")
    return window


def test_it_is_off_counts_down_and_ends_with_a_word(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window = begun(open_window, monkeypatch, "2 s")
    assert timer(window) == TurnTimer(left=2)
    assert window.status.timer.text() == "Turn 0:02"
    for _ in range(5):
        window.turn_timer.count()
    assert timer(window) == TurnTimer(left=0)
    assert window.status.timer.text() == "Turn time"


def test_the_next_turn_that_players_see_begins_it_anew(
    open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = begun(open_window, monkeypatch, "60")
    window.turn_timer.count()
    assert timer(window) == TurnTimer(left=59)
    window.work.edit("set_health_policy", side="npc", policy="bar")
    assert timer(window) == TurnTimer(left=59), "an edit is no turn"
    window.commands.run("end_turn")
    assert timer(window) == TurnTimer(left=60)


def test_no_time_is_told_in_a_sentence(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window = begun(open_window, monkeypatch, "a while")
    assert "is not a time of up to an hour" in window.status.message.text()
    assert timer(window) is None
