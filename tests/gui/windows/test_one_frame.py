"""The board shows the effect of a key at once; log, sheet and texts follow in the next frame."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.controllers.combat_controller import NextBattlePrecompute
from gui.panels import initiative
from gui.panels.log import LogList
from gui.panels.sheet_panel import SheetPanel
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from model.view.order import OrderRow
from tests.gui.windows.hands import Press

pytestmark = pytest.mark.slow

CRIMSON = "crimson-6"


def hurt(window: GmWindow, left: int) -> None:
    """Carry out a step that sets Crimson's health."""
    call = Call(action="edit", targets=(CRIMSON,), options={"path": "sheet.health", "value": left})
    assert window.work.bridge.edit(call) is None


@pytest.fixture
def log(window: GmWindow) -> LogList:
    found = window.findChild(LogList)
    assert isinstance(found, LogList)
    return found


@pytest.fixture
def sheet(window: GmWindow) -> SheetPanel:
    found = window.findChild(SheetPanel)
    assert isinstance(found, SheetPanel)
    return found


def test_the_board_comes_first_and_the_log_in_the_frame_after(window: GmWindow, log: LogList, qtbot: QtBot) -> None:
    lines, undo = log.log.rowCount(), window.top_bar.undo.text()
    hurt(window, 3)
    QApplication.sendPostedEvents()
    row = next(row for row in window.initiative.model.rows if isinstance(row, OrderRow) and row.who == CRIMSON)
    assert row.health is not None
    assert row.health.text.startswith("3")
    assert log.log.rowCount() == lines
    assert window.top_bar.undo.text() == undo
    qtbot.waitUntil(lambda: log.log.rowCount() == lines + 1)
    qtbot.waitUntil(lambda: window.top_bar.undo.text() != undo)


def test_steps_that_follow_at_once_are_all_told(window: GmWindow, log: LogList, qtbot: QtBot) -> None:
    lines = log.log.rowCount()
    for amount in (1, 2, 3):
        hurt(window, amount)
    qtbot.waitUntil(lambda: log.log.rowCount() == lines + 3)


def test_a_combatant_who_is_selected_is_shown_at_once(window: GmWindow, sheet: SheetPanel) -> None:
    window.work.selection.set_current(CRIMSON)
    assert sheet.who == CRIMSON


def test_log_and_sheet_are_up_to_date_when_they_are_asked_for(window: GmWindow, log: LogList) -> None:
    window.work.selection.set_current(CRIMSON)
    lines = log.log.rowCount()
    hurt(window, 3)
    assert window.log.model.rowCount() == lines + 1
    assert window.sheet.who == CRIMSON


def test_a_window_that_goes_before_that_frame_says_nothing(window: GmWindow, qtbot: QtBot) -> None:
    """Warnings and unexpected log lines fail the suite."""
    hurt(window, 3)
    window.close()
    window.work.bridge.close()
    qtbot.wait(20)


def test_keys_are_never_passed_to_the_log(window: GmWindow, press: Press) -> None:
    """An answered request is hidden, and the log is next in the tab order: it must not be drawn as focused."""
    had: list[QWidget | None] = []
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.focusChanged.connect(lambda _, now: had.append(now))
    press("T A Shift+Enter R R Enter")
    assert had
    assert not [widget for widget in had if isinstance(widget, LogList)]


# -------------------------------------------------------------------------------------- precomputing the next battle


@pytest.fixture
def ahead(window: GmWindow) -> NextBattlePrecompute:
    found = window.findChild(NextBattlePrecompute)
    assert isinstance(found, NextBattlePrecompute)
    return found


@pytest.mark.usefixtures("unhurried")
def test_apply_and_end_of_turn_lead_to_the_battle_that_was_looked_ahead_at(
    window: GmWindow, ahead: NextBattlePrecompute, press: Press
) -> None:
    found: list[object] = []
    ahead.found.connect(found.append)
    for keys, key in (("T A Shift+Enter R R", "Enter"), ("", "N")):
        press(keys)
        found.clear()  # a slow machine has already looked ahead between two keys
        ahead.look()
        (expected,) = found
        before = window.work.battle
        press(key)
        assert window.work.battle is expected
        assert window.work.battle is not before


def test_rows_that_were_drawn_beforehand_look_as_those_drawn_when_they_are_shown(
    window: GmWindow, ahead: NextBattlePrecompute, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    draw = initiative.RowPainter.draw

    def watched(painter: initiative.RowPainter) -> None:
        drawn.append(painter.row.name)
        draw(painter)

    monkeypatch.setattr(initiative.RowPainter, "draw", watched)
    press("A Shift+Enter 6 6 6")
    assert window.work.actions.can_apply
    ahead.look()
    ahead.found.disconnect()  # otherwise a slow machine draws rows while Enter is pressed
    window.initiative.list.grab()
    drawn.clear()
    rows = window.initiative.model.rows
    press("Enter")
    assert window.initiative.model.rows != rows
    shown = window.initiative.list.grab().toImage()
    assert drawn == []
    fresh = initiative.InitiativeDelegate(window)
    fresh.targets = window.initiative.list.delegate.targets
    window.initiative.list.setItemDelegate(fresh)
    assert window.initiative.list.grab().toImage() == shown
    assert drawn


def test_nobody_looks_ahead_of_an_earlier_battle_or_before_the_combat(
    window: GmWindow, ahead: NextBattlePrecompute
) -> None:
    found: list[object] = []
    ahead.found.connect(found.append)
    hurt(window, 3)
    window.work.bridge.show_step(1)
    ahead.look()
    assert found == []
    window.work.bridge.show_step(None)
    ahead.look()
    assert len(found) == 1
    while window.work.battle.order.is_running:
        window.work.bridge.undo()
    ahead.look()
    assert len(found) == 1
