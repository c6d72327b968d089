"""Requests to many combatants, answered by keys: Zamani's sacrifice, and the plans of Speed & Effort."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.preferences import Preferences
from gui.style import theme
from gui.windows.gm_window import GmWindow
from model.engine.calls import Number
from model.rulesets import RULESETS
from model.session import Session
from model.state.battle import Battle
from model.state.order import Intent, Plan
from tests.gui.windows.hands import Press

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

Begin = Callable[[str, int, int], GmWindow]


@pytest.fixture
def begin(qtbot: QtBot, preferences: Preferences) -> Iterator[Begin]:
    """A function that opens a window with combat begun, two players' characters against twelve raiders, map focused."""
    theme().apply(QApplication.instance(), "dark")
    opened: list[GmWindow] = []

    def begin_fight(game: str, width: int, height: int) -> GmWindow:
        ruleset = RULESETS[game]
        session = Session.create(None, ruleset, Battle(ruleset=game, shared=ruleset.shared())).session
        assert session is not None
        window = GmWindow(Bridge(session), preferences)
        opened.append(window)
        qtbot.addWidget(window)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        assert window.work.edits.add("Ana, pc; Bruno, pc; 12 raiders") is None
        assert window.work.combat.start() is None
        window.board.map.setFocus()
        return window

    yield begin_fight
    for window in opened:
        window.close()
        window.work.bridge.close()


@pytest.mark.parametrize(("width", "height"), [(1600, 900), (900, 500)])
def test_sacrifice_is_told_with_a_key_each(begin: Begin, press: Press, width: int, height: int) -> None:
    window = begin("zamani", width, height)
    press("N")
    table = window.action_panel.table
    assert table.isVisible()
    assert [row.name for row in table.list.rows.open_rows] == ["Ana", "Bruno"]
    # Ana sacrifices 5 ranks, which Enter may confirm; Bruno and the raiders none, as suggested.
    press("5 Enter Enter")
    # Bruno and the raiders have the same initiative and roll dice to break the tie, some of them more than once.
    assert table.list.row is not None
    assert table.list.row.id.startswith("tie.bruno")
    for _ in range(20):
        if window.work.actions.can_apply:
            break
        press("R")
    assert QApplication.focusWidget() is window.action_panel.apply
    steps = len(window.work.bridge.session.steps)
    press("Enter")
    assert window.work.battle.order.phase == "acting"
    assert window.work.battle.shared.sacrifice == {"ana-1": 5}
    assert len(window.work.bridge.session.steps) == steps + 1
    window.combat.undo()
    assert window.work.battle.order.phase == "planning"


@pytest.mark.parametrize(
    "keys",
    [
        "0 Enter 2 Enter",
        "0 2 Enter",
        "0 2 Tab",
        "Enter 2 Down",
        "Down 2 Up 0",
        "Tab 2 Enter 0 Enter",
        "Down Up 0 Enter 2 Enter",
        "1 Tab Up 0 Enter 2 Enter",
        "1 Down Shift+Tab 0 2 Enter",
    ],
)
def test_a_sequence_of_answers_goes_on_and_back(begin: Begin, press: Press, keys: str) -> None:
    """Ana sacrifices 0 ranks and Bruno 2, by digits, Enter, Tab and the arrow keys. 1 may begin a longer number."""
    window = begin("zamani", 1600, 900)
    press("N")
    press(keys)
    call = window.work.actions.call
    assert call is not None
    sacrificed = {id: answer for id, answer in call.answers.items() if id.startswith(("sacrifice.a", "sacrifice.b"))}
    assert sacrificed == {"sacrifice.ana-1": Number(number=0), "sacrifice.bruno-2": Number(number=2)}


def test_what_is_typed_into_a_row_counts_when_another_one_is_clicked(begin: Begin, press: Press) -> None:
    window = begin("zamani", 1600, 900)
    press("N 1")
    rows = window.action_panel.table.list
    box = rows.visualRect(rows.rows.index(1, 0))
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert rows.row is not None
    assert (rows.row.name, rows.typed) == ("Bruno", "")
    assert [row.name for row in rows.rows.open_rows] == ["Bruno"]


def test_digits_go_into_the_row_in_hand_wherever_the_focus_is(begin: Begin, press: Press) -> None:
    window = begin("zamani", 1600, 900)
    press("N")
    window.board.map.setFocus()
    press("7")
    rows = window.action_panel.table.list.rows
    assert [row.name for row in rows.open_rows] == ["Bruno"]
    press("Backspace")
    assert [row.name for row in rows.open_rows] == ["Ana", "Bruno"]


def test_the_key_for_the_end_of_a_turn_says_that_it_begins_the_round(begin: Begin, press: Press) -> None:
    window = begin("zamani", 1600, 900)
    assert window.top_bar.end.text() == "Begin Round"
    press("N")
    window.action_panel.table.take_presets.click()
    window.commands.action("roll_rest").trigger()
    for _ in range(20):
        if window.work.actions.can_apply:
            break
        press("R")
    press("Enter")
    assert window.top_bar.end.text() == "End Turn"


def test_undo_takes_back_what_many_say_entry_by_entry(begin: Begin, press: Press) -> None:
    """Ana sacrifices 3; a 1 for Bruno is not submitted yet, as digits could follow. The raiders' answers are preset."""
    window = begin("zamani", 1600, 900)
    press("N 3 Enter 1")
    rows = window.action_panel.table.list
    call = window.work.actions.call
    assert call is not None
    assert ("sacrifice.ana-1" in call.answers, rows.typed) == (True, "1")
    press("Ctrl+Z")
    assert (window.work.actions.call, rows.typed) == (call, "")
    press("Ctrl+Z")
    assert window.work.actions.call is not None
    assert "sacrifice.ana-1" not in window.work.actions.call.answers
    press("Ctrl+Z")
    assert window.work.actions.call is None
    assert window.work.battle.order.phase == "planning"


def test_commands_of_the_rulesets_own_are_in_the_menu(begin: Begin, press: Press) -> None:
    window = begin("zamani", 1600, 900)
    window.commands.action("order.begin_round").trigger()
    QApplication.processEvents()
    assert window.action_panel.table.isVisible()


def test_plans_are_told_from_the_board_by_enter(begin: Begin, press: Press) -> None:
    window = begin("effort", 1600, 900)
    press("Enter hide Enter Enter")
    plans = window.work.battle.order.plans
    assert plans["ana-1"] == Plan(intents=(Intent(words="hide"),))
    assert plans["bruno-2"] == Plan()
    assert window.action_panel.plans.waits.text() == "2 of 14 plans are in"


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (900, 500)])
def test_initiative_of_many_scrolls_nothing_but_its_own_list(
    begin: Begin, press: Press, width: int, height: int
) -> None:
    window = begin("effort", width, height)
    press("N Shift+Enter")
    table = window.action_panel.table
    assert table.list.rows.rowCount() == 14
    area = window.action_panel.parentWidget().parentWidget()
    assert area.verticalScrollBar().maximum() == 0
    assert table.list.verticalScrollBar().maximum() > 0
    press("4 0")
    totals = {row.name: row.result for row in table.list.rows.rows[:2]}
    assert [row.name for row in table.list.rows.rows[:2]] == ["Ana", "Bruno"]
    assert window.work.actions.call is not None
    assert window.work.actions.call.answers["initiative.bruno-2"].faces == (10,)
    assert set(totals) == {"Ana", "Bruno"}
