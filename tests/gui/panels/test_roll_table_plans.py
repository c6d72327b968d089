"""Plans before a round: a tick, words, or the previous plan by one key; then the round begins."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QPushButton

from model.engine.calls import Call
from model.state.order import Intent, Plan
from model.view.order import order_view
from tests.gui.panels.action_panel_rig import ENTER, ActionPanelRig, Open
from tests.support.together import PLANNERS, TOGETHER


def plan(rig: ActionPanelRig, who: str) -> Plan | None:
    return rig.bridge.battle.order.plans.get(who)


@pytest.fixture
def planning(open_rig: Open) -> ActionPanelRig:
    """The first round is being planned, and there are no plans yet."""
    rig = open_rig(ruleset=PLANNERS)
    assert rig.fight.start() is None
    rig.panel.take_focus()
    return rig


def test_players_plan_in_their_seats_first(planning: ActionPanelRig) -> None:
    assert [row.id for row in planning.panel.plans.rows.rows] == ["bert-4", "anna-2", "cora-5", "ogre-1", "ogre-3"]
    assert planning.panel.plans.waits.text() == "0 of 5 plans are in"
    assert QApplication.focusWidget() is planning.panel.plans.line


def test_enter_alone_is_a_tick_and_words_are_a_plan(planning: ActionPanelRig) -> None:
    planning.press(ENTER, "hide", ENTER)
    assert plan(planning, "bert-4") == Plan()
    assert plan(planning, "anna-2") == Plan(intents=(Intent(words="hide"),))
    assert planning.panel.plans.waits.text() == "2 of 5 plans are in"
    assert [row.is_in for row in planning.panel.plans.rows.rows] == [True, True, False, False, False]
    assert planning.panel.plans.rows.rows[1].words == "hide"
    # The next row is current.
    planning.press(ENTER)
    assert plan(planning, "cora-5") == Plan()


def test_the_order_counts_plans_only_where_plans_are_told(planning: ActionPanelRig) -> None:
    planning.press(ENTER)
    assert order_view(PLANNERS, planning.bridge.battle).mode == "1 of 5 plans"
    assert order_view(TOGETHER, planning.bridge.battle).mode == "turns not started"


def test_a_plan_is_one_undo(planning: ActionPanelRig) -> None:
    planning.press("hide", ENTER)
    planning.bridge.undo()
    assert plan(planning, "bert-4") is None
    assert planning.panel.plans.waits.text() == "0 of 5 plans are in"


def test_another_row_is_taken_in_hand_by_arrows(planning: ActionPanelRig) -> None:
    planning.press(Qt.Key.Key_Down, Qt.Key.Key_Down, "wait", ENTER)
    assert plan(planning, "cora-5") == Plan(intents=(Intent(words="wait"),))


def test_the_plan_of_the_round_before_is_told_by_one_key(planning: ActionPanelRig) -> None:
    assert not planning.panel.plans.before.isEnabled()
    planning.press("hide", ENTER, ENTER, ENTER, ENTER, ENTER)
    assert planning.fight.end_turn() is None
    assert planning.fight.end_round() is None
    planning.panel.take_focus()
    assert planning.panel.plans.rows.rows[0].before == "hide"
    assert planning.panel.plans.waits.text() == "0 of 5 plans are in"
    planning.press("=")
    assert plan(planning, "bert-4") == Plan(intents=(Intent(words="hide"),))
    assert planning.panel.plans.waits.text() == "1 of 5 plans are in"


def test_the_round_begins_when_all_plans_are_in(planning: ActionPanelRig) -> None:
    planning.press(ENTER, ENTER, ENTER, ENTER, ENTER)
    button = QApplication.focusWidget()
    assert isinstance(button, QPushButton)
    assert button.text() == "Begin the round"
    button.click()
    assert planning.bridge.battle.order.phase == "acting"
    assert not planning.panel.plans.isVisible()


def test_a_round_that_begins_without_all_plans_is_refused_until_the_gm_says_so(planning: ActionPanelRig) -> None:
    planning.press(ENTER)
    assert planning.fight.end_turn() is None
    assert planning.panel.refusal.words.text() == "Plans are missing."
    assert planning.controller.anyway()
    planning.panel.answer()
    assert planning.bridge.battle.order.phase == "acting"


def test_a_group_plans_in_one_row(planning: ActionPanelRig) -> None:
    planning.bridge.undo()
    ogres = Call(action="group", targets=("ogre-1", "ogre-3"), options={"name": "Ogres"})
    assert planning.bridge.edit(ogres) is None
    planning.fight.start()
    rows = planning.panel.plans.rows.rows
    assert [row.name for row in rows] == ["Bert", "Anna", "Cora", "Ogres"]
    planning.panel.take_focus()
    planning.press(ENTER, ENTER, ENTER, "smash", ENTER)
    assert plan(planning, "ogre-3") == Plan(intents=(Intent(words="smash"),))
    assert planning.panel.plans.waits.text() == "All 4 plans are in"


@pytest.mark.parametrize(("width", "height"), [(380, 520), (324, 360)])
def test_plans_have_room_without_scrolling_the_panel(planning: ActionPanelRig, width: int, height: int) -> None:
    planning.area.resize(width, height)
    QApplication.processEvents()
    assert planning.area.verticalScrollBar().maximum() == 0
    assert planning.panel.plans.line.isVisible()
    assert planning.panel.plans.list.visualRect(planning.panel.plans.rows.index(0, 0)).height() == 28


def test_what_was_planned_is_begun_by_one_key_with_all_that_was_said_of_it(planning: ActionPanelRig) -> None:
    """An action that is put together during planning is saved as the plan and begun in its turn."""
    planning.panel.plans.draft.click()
    assert planning.selection.actor == "bert-4"
    planning.controller.begin_call(Call(action="strike", actor="bert-4", targets=("ogre-1",)))
    assert planning.panel.plan.is_draft
    assert not planning.panel.refusal.isVisible()
    planning.panel.answer()
    assert plan(planning, "bert-4") == Plan(intents=(Intent(action="strike", targets=("ogre-1",)),))
    assert planning.controller.call is None
    # The line for the next plan has the focus.
    assert QApplication.focusWidget() is planning.panel.plans.line
    planning.press(ENTER, ENTER, ENTER, ENTER)
    assert planning.fight.end_turn() is None
    planning.selection.act_as(None)
    while planning.bridge.battle.order.acting != ("bert-4",):
        assert planning.controller.carry_out(Call(action="end_turn")) is None
    assert planning.panel.plan.words.text() == "Plan: Strike → Ogre 1"
    planning.panel.plan.begin_planned()
    call = planning.controller.call
    assert call is not None
    assert (call.action, call.actor, call.targets) == ("strike", "bert-4", ("ogre-1",))


def test_keys_beside_the_line_are_shown_only_while_they_work(planning: ActionPanelRig) -> None:
    plans = planning.panel.plans
    assert (plans.begin.shown_key, plans.before.shown_key, plans.draft.shown_key) == ("", "=", "⌃⏎")
    planning.press("h")
    assert plans.before.shown_key == ""
    plans.begin.setFocus()
    assert plans.begin.shown_key == "N"


def test_a_key_typed_into_the_line_is_not_swallowed_as_a_plan(planning: ActionPanelRig) -> None:
    planning.press("n", ENTER)
    assert plan(planning, "bert-4") is None
    assert "Esc" in planning.panel.problem.text()
    left = QSignalSpy(planning.panel.plans.line.closed)
    planning.press(Qt.Key.Key_Escape)
    assert planning.panel.plans.line.text() == ""
    assert left.count() == 0
    planning.press(Qt.Key.Key_Escape)
    assert left.count() == 1
