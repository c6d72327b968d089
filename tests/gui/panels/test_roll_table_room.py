"""The roll table beside other commands, and with little room."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.controllers.edit_controller import EditController
from gui.controllers.newcomers import GameContent
from model.engine.calls import Call
from model.state.base import ENVIRONMENT
from tests.gui.panels.desk import INITIATIVE, OGRES, PLAYERS, STANDS, Desk, Open
from tests.support.arena import battle_of, fighter

# ------------------------------------------------------------------------------- no request is lost


def test_an_edit_that_has_to_ask_waits_in_the_panel(desk: Desk) -> None:
    edits = EditController(desk.bridge, desk.selection, GameContent(desk.bridge.ruleset))
    desk.selection.select(("anna-2", "bert-4"))
    assert edits.quick("-20") is None
    # Both fall to 0 health and roll a save.
    assert desk.rows == ["save.bert-4", "save.anna-2"]
    desk.panel.take_focus()
    desk.press("6", "3")
    desk.panel.answer()
    health = {who: one.sheet.health for who, one in desk.bridge.battle.combatants.items()}
    assert (health["bert-4"], health["anna-2"]) == (1, 0)


def test_another_command_does_not_take_the_place_of_a_half_answered_one(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.press("7")
    problem = desk.controller.carry_out(STANDS)
    assert problem is not None
    assert "Roll initiative is not finished" in problem
    assert desk.faces(PLAYERS[0]) == (7,)
    desk.panel.cancel_action()
    assert desk.controller.carry_out(STANDS) is None
    assert desk.rows[0] == "line.bert-4"


def test_the_same_command_again_goes_on_with_what_is_half_answered(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.press("7")
    ogres = [desk.faces(ogre) for ogre in OGRES]
    desk.begin(INITIATIVE)
    assert desk.faces(PLAYERS[0]) == (7,)
    assert [desk.faces(ogre) for ogre in OGRES] == ogres


def test_somebodys_own_action_is_there_again_after_a_command(desk: Desk) -> None:
    desk.selection.act_as("anna-2")
    desk.controller.begin_call(Call(action="strike", actor="anna-2", targets=("ogre-1",), options={"far": False}))
    desk.begin(INITIATIVE)
    assert desk.controller.call is not None
    assert desk.controller.call.actor == ENVIRONMENT
    desk.panel.cancel_action()
    assert desk.controller.call is not None
    assert desk.controller.call.action == "strike"


# --------------------------------------------------------------------------------------------- size


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("width", "height"), [(380, 520), (368, 420), (324, 360)])
def test_many_rows_scroll_their_own_list_and_not_the_panel(open_desk: Open, width: int, height: int) -> None:
    many = [fighter(f"ogre-{number}", f"Ogre {number}", side="pc") for number in range(1, 31)]
    desk = open_desk(battle_of(*many), width=width, height=height)
    desk.begin(INITIATIVE)
    QApplication.processEvents()
    assert desk.area.verticalScrollBar().maximum() == 0
    assert desk.list.verticalScrollBar().maximum() > 0
    assert desk.list.height() >= 6 * 28
    assert desk.panel.table.roll_rest.isVisible()
    for _ in range(20):
        desk.press("5")
    # The current row is visible.
    box = desk.list.visualRect(desk.list.currentIndex())
    assert desk.list.viewport().rect().contains(box)


def test_rows_are_28_pixels_high_where_there_is_little_room(open_desk: Open) -> None:
    desk = open_desk(width=324, height=360)
    desk.begin(INITIATIVE)
    assert desk.list.visualRect(desk.list.rows.index(0, 0)).height() == 28
