"""After a parameter is entered, the keys belong to what is asked next: dice, a target, or Apply."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.widgets.fields import ChoiceField, NumberField, TextField
from gui.windows.gm_window import GmWindow
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from tests.gui.windows.hands import OpenWindow, Press
from tests.gui.windows.test_counted_keys import SAMPLES, fighting

pytestmark = pytest.mark.slow


def attacking(open_window: OpenWindow, sample: str) -> GmWindow:
    """Return a window in which a player's character attacks, with all parameters shown and the dice typed."""
    window = fighting(open_window, sample)
    window.work.preferences.set_rolling("pc", "typed")
    window.action_panel.attack()
    strip = window.action_panel.parameters
    if strip._more.isVisible():
        strip._more.click()
    QApplication.processEvents()
    return window


def focused(field: QWidget) -> QWidget:
    field.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    assert QApplication.focusWidget() is field
    return field


@pytest.mark.parametrize(("sample", "end"), [(SAMPLES[0], "Tab"), *((sample, "Enter") for sample in SAMPLES)])
def test_dice_follow_a_parameter_of_any_kind(open_window: OpenWindow, press: Press, sample: str, end: str) -> None:
    """Each field of the attack is used, and then the first dice are typed: they are dice, and the field stays."""
    window = attacking(open_window, sample)
    actions, strip = window.work.actions, window.action_panel.parameters
    assert isinstance(actions.due, DiceRequest)
    tried = 0
    for key in tuple(strip._controls):
        field = strip.control(key)
        if not isinstance(field, TextField | NumberField | ChoiceField) or not field.isVisible():
            continue
        tried += 1
        focused(field)
        if isinstance(field, ChoiceField):
            QTest.keyClick(field, Qt.Key.Key_Down)
            shown: object = field.value
        else:
            field.selectAll()
            QTest.keyClicks(field, "1")
            shown = field.text()
        press(end)
        if actions.refusal is not None or not isinstance(actions.due, DiceRequest):
            # This attack is not possible with that value; the refusal is what is asked about.
            assert not strip.isAncestorOf(QApplication.focusWidget() or window)
            window.combat.undo()
            QApplication.processEvents()
            continue
        due = actions.due
        press("3")
        typed = window.action_panel.stage.field.typed or actions.call.answers.get(due.id)  # type: ignore[union-attr]
        assert typed in ("3", Faces(faces=(3,))), key
        now = strip.control(key)
        if isinstance(now, TextField | NumberField):
            assert now.text() == shown
        elif isinstance(now, ChoiceField):
            assert now.value == shown
        window.action_panel.stage.field.clear_typed()
        if actions.call is not None and actions.call.answers:
            window.action_panel.take_back_last_answer()
        QApplication.processEvents()
    assert tried


@pytest.mark.rule("ZS-CALL-01")
@pytest.mark.parametrize("end", ["Enter", "Tab"])
def test_a_called_shot_of_5_is_followed_by_its_dice(open_window: OpenWindow, press: Press, end: str) -> None:
    window = attacking(open_window, SAMPLES[0])
    focused(window.action_panel.parameters.control("called_shot"))  # type: ignore[arg-type]
    press(f"5 {end} 3 4")
    call = window.work.actions.call
    assert call is not None
    assert call.options["called_shot"] == 5
    assert call.answers["attack"] == Faces(faces=(3, 4))


def test_tab_goes_on_to_the_next_parameter_from_the_dice(open_window: OpenWindow, press: Press) -> None:
    window = attacking(open_window, SAMPLES[0])
    strip = window.action_panel.parameters
    focused(strip.control("called_shot"))  # type: ignore[arg-type]
    press("Tab")
    following = QApplication.focusWidget()
    assert following is not None
    assert strip.isAncestorOf(following)
    focused(strip.control("called_shot"))  # type: ignore[arg-type]
    press("5 Tab")
    assert QApplication.focusWidget() is window.action_panel.stage.field
    press("Tab")
    assert QApplication.focusWidget() is following


def test_a_trigger_is_kept_by_a_click_and_does_not_stay_for_the_next_combatant(
    open_window: OpenWindow, press: Press
) -> None:
    """The button takes no focus; the plan of the next combatant is made in the same field."""
    window = open_window(1366, 768, sample=SAMPLES[3])
    panel, battle = window.action_panel, window.work.battle
    assert window.work.combat.start() is None
    window.board.map.setFocus()
    names = []
    press("Enter")
    for trigger in ("the captain aims", ""):
        press("Ctrl+Enter D")
        call = window.work.actions.call
        assert call is not None
        names.append(battle.combatants[call.actor].name)
        field = panel.parameters.control("condition")
        assert isinstance(field, TextField)
        assert field.text() == ""
        QTest.keyClicks(field, trigger or "he runs")
        QTest.mouseClick(panel.plan.keep, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
    assert names == ["Mara", "Otto"]
    plans = [intent for plan in window.work.battle.order.plans.values() for intent in plan.intents]
    assert [intent.options["condition"] for intent in plans] == ["the captain aims", "he runs"]


def test_dice_typed_for_one_combatant_are_not_another_ones(open_window: OpenWindow, press: Press) -> None:
    window = fighting(open_window, SAMPLES[0])
    window.work.preferences.set_rolling("pc", "typed")
    actions, panel = window.work.actions, window.action_panel
    first, *others = [one.id for one in window.work.battle.combatants.values() if one.side == "pc"]
    panel.attack()
    press("3")
    assert panel.stage.field.typed == "3"
    window.work.selection.act_as(others[0])
    panel.attack()
    if actions.needs_target:
        press("1")
    while actions.refusal is not None:
        # It is out of turn, for example.
        assert actions.anyway()
    assert isinstance(actions.due, DiceRequest)
    assert actions.call is not None
    assert actions.call.actor == others[0] != first
    assert panel.stage.field.typed == ""
    press("4")
    # From one half-answered action to another, both of which wait for the same dice.
    window.work.selection.act_as(first)
    assert actions.call.actor == first
    assert panel.stage.field.typed == ""


def test_what_is_not_answered_yet_is_asked_and_what_is_wrong_is_red(open_window: OpenWindow, press: Press) -> None:
    window = attacking(open_window, SAMPLES[0])
    problem = window.action_panel.problem
    press("Enter")
    assert (problem.text(), problem.property("role")) == ("Type the dice, or press R to roll them.", None)
    press("9")
    assert (problem.text(), problem.property("role")) == ("There is no 9 on a d6.", "bad")
