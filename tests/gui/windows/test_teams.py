"""Team attacks and spread attacks by mouse: who takes part, each one's means, and who is attacked."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox

from gui.panels.action_parameters import CombatantPicker, TablePicker
from gui.windows.gm_window import GmWindow
from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.state.base import Id
from tests.gui.windows.hands import Opens
from tests.support.make_zerospace_samples import refinery_breakout

pytestmark = pytest.mark.slow


@pytest.fixture
def window(opens: Opens) -> GmWindow:
    """It is the turn of Apex, the first of the players' characters."""
    battle = refinery_breakout()
    begun = run(RULESETS["zerospace"], battle, Call(action="start_fight", options={"first": "pc"}))
    assert isinstance(begun, Done)
    return opens(begun.battle)


def named(window: GmWindow, name: str) -> Id:
    return next(one.id for one in window.work.battle.combatants.values() if one.name == name)


def picks(window: GmWindow) -> CombatantPicker:
    control = window.action_panel.parameters.control("team")
    assert isinstance(control, CombatantPicker)
    return control


def means_of(window: GmWindow, who: Id) -> QComboBox:
    control = window.action_panel.parameters.control("means")
    assert isinstance(control, TablePicker)
    return control.boxes[who]


@pytest.mark.rule("ZS-TEAM-04", "ZS-TEAM-05", "ZS-TEAM-06")
def test_a_team_is_put_together_by_clicks(window: GmWindow) -> None:
    """Only players' characters can take part; each rolls, with +3 as soon as there are two of them."""
    apex, crimson, hauler = (named(window, name) for name in ("Apex", "Crimson", "Hauler"))
    window.resize(1600, 1000)
    window.action_panel.begin("team_attack")
    window.work.actions.mark(hauler)
    alone = window.work.actions.note.explanations[0].total
    assert not window.action_panel.is_table
    assert [button.text() for button in picks(window).buttons.values()] == ["Crimson", "Lumen"]
    picks(window).buttons[crimson].click()
    assert window.action_panel.is_table
    assert {row.by for row in window.action_panel.table.list.rows.rows} == {apex, crimson}
    av = {one.key: one.total for one in window.work.actions.note.explanations}[f"av.{apex}"]
    assert av == alone + 3
    box = means_of(window, crimson)
    box.setCurrentIndex(box.findData("grapple"))
    box.activated.emit(box.currentIndex())
    call = window.work.actions.call
    assert call is not None
    assert call.options["means"] == {crimson: "grapple"}
    rows = window.action_panel.table.list.rows.rows
    window.work.actions.many.answer({row.id: Faces((6, 6) if row.by == apex else (1, 2)) for row in rows})
    assert not window.action_panel.is_table
    # The rows of dice are gone: the panel explains what decided, and none of the other values.
    shown = {column.explanation.key.partition(".")[0] for column in window.action_panel.columns.columns}
    assert shown.isdisjoint({"av", "dv"})
    picks(window).buttons[crimson].click()
    call = window.work.actions.call
    assert call is not None
    assert "team" not in call.options


@pytest.mark.rule("ZS-SPRD-01", "ZS-SPRD-03")
def test_neighbours_are_added_to_a_spread_attack_at_one_go(window: GmWindow) -> None:
    """The three thugs stand within a metre of each other; each further target takes 1 off the AV."""
    first = named(window, "Thug 1")
    assert window.work.combat.end_turn() is None
    window.action_panel.begin("spread")
    window.work.actions.mark(first)
    alone = window.work.actions.note.explanations[0].total
    button = window.action_panel.target.targets
    assert button.isVisible()
    menu = button.menu()
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    call = window.work.actions.call
    assert call is not None
    assert {window.work.bridge.name(who) for who in call.targets} == {"Thug 1", "Thug 2", "Thug 3"}
    assert window.work.actions.note.explanations[0].total == alone - 2
    menu.aboutToShow.emit()
    ticked = {entry.text(): entry for entry in menu.actions() if entry.isChecked()}
    assert set(ticked) == {"Thug 1", "Thug 2", "Thug 3"}
    ticked["Thug 2"].trigger()
    call = window.work.actions.call
    assert call is not None
    assert {window.work.bridge.name(who) for who in call.targets} == {"Thug 1", "Thug 3"}
