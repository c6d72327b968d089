"""The environment's turn: a list of what falls and what moves on, with the GM's choices for each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton

from gui.controllers.action_controller import combatants_around, combatants_helped
from gui.dialogs.combat_dialogs import ObjectForm
from gui.dialogs.forms import CommandForm, show_value
from gui.panels.action_targets import EnvironmentList
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from model.state.base import replace
from tests.gui.windows.hands import OpenWindow, Press, health_of
from tests.gui.windows.test_counted_keys import SAMPLES

pytestmark = pytest.mark.slow

HALCYON, VAN = "halcyon-1", "van-38"


def to_the_environment(window: GmWindow) -> EnvironmentList:
    """End turns until it is the environment's turn; return its list."""
    for _ in range(20):
        if window.work.selection.actor == "environment":
            break
        assert window.work.combat.end_turn() is None
    QApplication.processEvents()
    return window.action_panel.target.environment


def press_button(shown: EnvironmentList, title: str) -> None:
    button: QPushButton = next(button for button in shown.buttons if button.text() == title)
    button.click()
    QApplication.processEvents()


def done_cards(shown: EnvironmentList) -> int:
    return sum("done in this round" in label.text() for label in shown.findChildren(QLabel) if label.isVisible())


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (900, 500)])
@pytest.mark.rule("KM-ENV-01")
def test_a_van_without_a_driver_moves_on_and_a_combatant_falls(
    open_window: OpenWindow, press: Press, width: int, height: int
) -> None:
    window = open_window(width, height, sample="kalos-night-at-the-museum")
    options = {"thing": VAN, "speed": 20, "course": 90, "controller": ""}
    assert window.work.bridge.edit(Call(action="edit_thing", options=options)) is None
    falls = Call(action="set_condition", targets=(HALCYON,), options={"condition": "falling"})
    assert window.work.bridge.edit(falls) is None
    window.work.combat.start(first="pc")
    shown = to_the_environment(window)
    assert shown.isVisible()
    assert [button.text() for button in shown.buttons] == [
        "Resolve Fall...",
        "Stop Falling",
        "Done",
        "Keep Moving 20 m",
        "Stop Moving",
        "Done",
    ]
    # On a course of 90 degrees, clockwise from up, 20 m lead from (40, 22) to (60, 22).
    press_button(shown, "Keep Moving 20 m")
    assert window.work.battle.things[VAN].place.point == (60.0, 22.0)
    # The card of the van says that it is done, until the step is undone.
    assert done_cards(shown) == 1
    window.combat.undo()
    assert done_cards(shown) == 0
    press_button(shown, "Keep Moving 20 m")
    press_button(shown, "Stop Moving")
    assert window.work.battle.things[VAN].speed == 0
    # Halcyon hits the ground, without damage by the rules (KM-MIS-11). A digit begins no action in this turn.
    press("3")
    assert window.work.actions.call is None
    press_button(shown, "Resolve Fall...")
    assert health_of(window, HALCYON) == 12
    assert not window.work.battle.combatants[HALCYON].effects
    assert shown.buttons == []
    window.combat.undo()
    assert [button.text() for button in shown.buttons] == ["Resolve Fall...", "Stop Falling", "Done"]


@pytest.mark.rule("KM-MIS-11", settings=("falling_damage",))
def test_a_fall_hurts_where_a_house_rule_says_so(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    window.work.preferences.set_rolling("npc", "typed")
    window.work.edit("set_setting", key="falling_damage", value="gm_level")
    falls = Call(action="set_condition", targets=(HALCYON,), options={"condition": "falling"})
    assert window.work.bridge.edit(falls) is None
    window.work.combat.start(first="pc")
    press_button(to_the_environment(window), "Resolve Fall...")
    # The damage is a die plus the GM's level, 0 here, less her Damage Resistance: 6 - 2 = 4 of 12 health.
    press("6 Enter")
    assert health_of(window, HALCYON) == 8


def test_a_load_is_added_and_falls(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window = open_window(sample="dockside-ambush")

    def answered(does: Callable[[CommandForm], object]) -> None:
        monkeypatch.setattr(CommandForm, "exec", lambda form: (does(form), QDialog.DialogCode.Accepted)[1])

    answered(lambda form: form.fields.fields["name"].setText("Piano"))
    window.commands.action("add_thing").trigger()
    piano = next(thing for thing in window.work.battle.things.values() if thing.name == "Piano")

    def lets_it_fall(form: ObjectForm) -> None:
        form.which.setCurrentText("Piano")
        form.fields.fields["falling"].click()

    answered(lets_it_fall)
    window.commands.action("change_thing").trigger()
    assert window.work.battle.things[piano.id].is_falling
    window.work.combat.start(first="pc")
    shown = to_the_environment(window)
    press_button(shown, "Mark as Landed")
    assert not window.work.battle.things[piano.id].is_falling


def test_an_object_is_changed_from_what_it_is(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window = open_window(sample="kalos-night-at-the-museum")
    edit, things = window.commands.action("change_thing"), window.work.battle.things

    def answered(does: Callable[[ObjectForm], object]) -> None:
        monkeypatch.setattr(CommandForm, "exec", lambda form: (does(form), QDialog.DialogCode.Accepted)[1])

    def is_driven(form: ObjectForm) -> None:
        # The form fits the smallest window, and a laptop screen with text at 150 %.
        assert form.sizeHint().height() < 500
        form.which.setCurrentText(things[VAN].name)
        form.controller.setCurrentText("Halcyon")
        show_value(form.fields.fields["speed"], 12)
        form.fields.fields["hidden"].click()

    answered(is_driven)
    edit.trigger()
    van = window.work.battle.things[VAN]
    assert (van.controller, van.speed, van.is_hidden) == (HALCYON, 12, True)
    assert replace(van, controller=things[VAN].controller, speed=things[VAN].speed, is_hidden=False) == things[VAN]

    def is_left(form: ObjectForm) -> None:
        form.which.setCurrentText(things[VAN].name)
        assert form.fields.said["speed"] == 12
        form.controller.setCurrentIndex(0)
        form.fields.fields["hidden"].click()

    answered(is_left)
    edit.trigger()
    assert window.work.battle.things[VAN] == replace(things[VAN], speed=12, controller=None)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_environment_has_neither_friends_nor_foes(open_window: OpenWindow, sample: str) -> None:
    """Helping actions ask for combatants around the acting one, and so also for those around the environment."""
    work = open_window(sample=sample).work
    for are_friends in (True, False):
        assert combatants_around(work.ruleset, work.battle, "environment", are_friends=are_friends) == ()
    for action in work.ruleset.actions.values():
        if action.is_help:
            assert combatants_helped(work.ruleset, work.battle, "environment", action) == ()


def test_a_window_made_small_between_a_step_and_what_it_shows_draws_nothing_of_before(open_window: OpenWindow) -> None:
    """The panel may become small just after the combatant whose actions it shows was removed."""
    window = open_window(1366, 768)
    window.work.combat.start(first="pc")
    QApplication.processEvents()
    asked: list[str] = []
    window.action_panel.buttons._reason = lambda action: asked.append(action.id) or ""  # type: ignore[func-returns-value]
    window.action_panel.buttons.set_dense(True)
    assert asked == [], "only the panel's own refresh asks which actions can be taken"
