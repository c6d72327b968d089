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


@pytest.mark.parametrize("end", ["Enter", "Tab"])
@pytest.mark.parametrize("sample", SAMPLES)
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
