"""The roll table beside other commands, and with little room."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.controllers.edit_controller import EditController
from gui.controllers.game_content import GameContent
from model.engine.calls import Call
from model.state.base import ENVIRONMENT
from tests.gui.panels.action_panel_rig import INITIATIVE, OGRES, PLAYERS, STANDS, ActionPanelRig, Open
from tests.support.arena import battle_of, fighter

# ------------------------------------------------------------------------------- no request is lost


def test_an_edit_that_has_to_ask_waits_in_the_panel(rig: ActionPanelRig) -> None:
    edits = EditController(rig.bridge, rig.selection, GameContent(rig.bridge.ruleset))
    rig.selection.select(("anna-2", "bert-4"))
    assert edits.quick("-20") is None
    # Both fall to 0 health and roll a save.
    assert rig.rows == ["save.bert-4", "save.anna-2"]
    rig.panel.take_focus()
    rig.press("6", "3")
    rig.panel.answer()
    health = {who: one.sheet.health for who, one in rig.bridge.battle.combatants.items()}
    assert (health["bert-4"], health["anna-2"]) == (1, 0)


def test_another_command_does_not_take_the_place_of_a_half_answered_one(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.press("7")
    problem = rig.controller.carry_out(STANDS)
    assert problem is not None
    assert "Roll initiative is not finished" in problem
    assert rig.faces(PLAYERS[0]) == (7,)
    rig.panel.cancel_action()
    assert rig.controller.carry_out(STANDS) is None
    assert rig.rows[0] == "line.bert-4"


def test_the_same_command_again_goes_on_with_what_is_half_answered(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.press("7")
    ogres = [rig.faces(ogre) for ogre in OGRES]
    rig.begin(INITIATIVE)
    assert rig.faces(PLAYERS[0]) == (7,)
    assert [rig.faces(ogre) for ogre in OGRES] == ogres


def test_a_combatants_own_action_is_there_again_after_a_command(rig: ActionPanelRig) -> None:
    rig.selection.act_as("anna-2")
    rig.controller.begin_call(Call(action="strike", actor="anna-2", targets=("ogre-1",), options={"far": False}))
    rig.begin(INITIATIVE)
    assert rig.controller.call is not None
    assert rig.controller.call.actor == ENVIRONMENT
    rig.panel.cancel_action()
    assert rig.controller.call is not None
    assert rig.controller.call.action == "strike"


# --------------------------------------------------------------------------------------------- size


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("width", "height"), [(380, 520), (368, 420), (324, 360)])
def test_many_rows_scroll_their_own_list_and_not_the_panel(open_rig: Open, width: int, height: int) -> None:
    many = [fighter(f"ogre-{number}", f"Ogre {number}", side="pc") for number in range(1, 31)]
    rig = open_rig(battle_of(*many), width=width, height=height)
    rig.begin(INITIATIVE)
    QApplication.processEvents()
    assert rig.area.verticalScrollBar().maximum() == 0
    assert rig.list.verticalScrollBar().maximum() > 0
    assert rig.list.height() >= 6 * 28
    assert rig.panel.table.roll_rest.isVisible()
    for _ in range(20):
        rig.press("5")
    # The current row is visible.
    box = rig.list.visualRect(rig.list.currentIndex())
    assert rig.list.viewport().rect().contains(box)


def test_rows_are_28_pixels_high_where_there_is_little_room(open_rig: Open) -> None:
    rig = open_rig(width=324, height=360)
    rig.begin(INITIATIVE)
    assert rig.list.visualRect(rig.list.rows.index(0, 0)).height() == 28
