"""Clicks on the board: which combatant they select, give as an answer, or mark as the target."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from gui.dialogs.forms import LineDialog
from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press

NONE, CONTROL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def click(window: GmWindow, who: str, held: Qt.KeyboardModifier = NONE) -> None:
    canvas = window.board.map
    place = canvas.tokens.place_of(who)
    assert place is not None
    pixel = canvas.camera.to_pixels(*place).toPoint()
    QTest.mouseClick(canvas.graphics_view.viewport(), Qt.MouseButton.LeftButton, held, pixel)


def click_ground(window: GmWindow) -> None:
    canvas = window.board.map
    size = canvas.graphics_view.viewport().size()
    places = (QPointF(x, y) for x in range(100, size.width(), 40) for y in range(120, size.height(), 40))
    free = next(
        place
        for place in places
        if canvas.token_at(place) is None
        and canvas.names.zone_at(place) is None
        and canvas.links.connection_at(place) is None
    )
    QTest.mouseClick(canvas.graphics_view.viewport(), Qt.MouseButton.LeftButton, NONE, free.toPoint())


def test_commands_act_on_the_combatant_whose_sheet_is_shown_who_is_not_marked_for_it(window: GmWindow) -> None:
    assert window.work.selection.actor == "apex-1"
    assert window.sheet.who == "apex-1"
    assert window.work.selection.selected == ("apex-1",)
    assert window.work.selection.chosen == ()
    assert window.board.map.selection == frozenset()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("held", [CONTROL, SHIFT])
def test_ctrl_or_shift_and_a_click_adds_to_the_selection(window: GmWindow, held: Qt.KeyboardModifier) -> None:
    click(window, "crimson-6")
    click(window, "boomer-3", held)
    assert window.work.selection.selected == ("crimson-6", "boomer-3"), "the first one stays the first"
    click(window, "crimson-6", held)
    assert window.work.selection.selected == ("boomer-3",)


def test_a_click_on_empty_ground_selects_nothing(window: GmWindow) -> None:
    click(window, "crimson-6")
    click_ground(window)
    assert window.work.selection.chosen == ()
    assert window.board.map.selection == frozenset()


def test_a_click_is_the_answer_while_an_attack_asks_for_its_target(window: GmWindow, press: Press) -> None:
    window.work.selection.mark()
    window.work.actions.begin("attack")
    assert window.work.actions.needs_target
    click(window, "boomer-3")
    assert window.work.actions.call is not None
    assert window.work.actions.call.targets == ("boomer-3",)
    assert window.work.selection.chosen == ()


class _QuietMenu(QMenu):
    def exec(self, *_: object) -> None:
        """Return at once instead of waiting for a choice."""


def test_the_first_menu_says_how_to_target(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.windows.combatant_commands.QMenu", _QuietMenu)
    told: list[str] = []
    window.work.success.connect(told.append)
    for _ in range(2):
        window.combatants.show_menu("boomer-3", window.mapToGlobal(window.rect().center()))
    assert len(told) == 1
    assert "double-click" in told[0]


def test_a_group_is_named_only_where_it_can_be_made(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(*words: object, **_: object) -> None:
        asked.append(str(words[2]))

    monkeypatch.setattr(LineDialog, "ask", ask)
    click(window, "crimson-6")
    window.combatants.group()
    assert asked == []
    assert window.status.message.text()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("keys", "words"),
    [("r", "No action"), ("Ctrl+Y", "redo")],
)
def test_a_key_that_does_nothing_says_why(window: GmWindow, press: Press, keys: str, words: str) -> None:
    press(keys)
    assert words in window.status.message.text()


def test_digits_and_rolling_during_a_refusal_say_what_comes_first(window: GmWindow, press: Press) -> None:
    """Boomer is out of the pistol's reach."""
    window.work.selection.mark("boomer-3")
    press("A 4")
    assert window.work.actions.refusal is not None
    assert "refused" in window.action_panel.problem.text()
    press("R")
    assert "refused" in window.status.message.text()
    # Once the refusal is overridden, the message goes and the dice are due.
    press("Shift+Enter")
    assert window.work.actions.due is not None
    assert window.action_panel.problem.isHidden()


def test_the_line_of_the_target_is_not_broken_within_a_distance(window: GmWindow, press: Press) -> None:
    """Boomer is 20 m away."""
    window.work.selection.mark("boomer-3")
    press("A")
    words = window.action_panel.target.head.text()
    assert "\u00a0m" in words
    assert " m" not in words


def test_a_refused_delay_is_gone_when_the_turn_ends(open_window: OpenWindow, press: Press) -> None:
    """In Kalos only a turn in which nothing was done can be delayed (KM-DELAY-01)."""
    window = open_window(sample="kalos-night-at-the-museum")
    window.work.combat.start(first="pc")
    (who,) = window.work.battle.order.acting
    window.board.map.dropped.emit(who, *_aside(window, who), False)
    press("Shift+N")
    assert window.work.actions.refusal is not None
    window.commands.action("end_turn").trigger()
    assert window.work.battle.order.acting != (who,)
    assert window.work.bridge.draft(who) is None


def _aside(window: GmWindow, who: str) -> tuple[float, float]:
    """Return a point one metre to the right of a combatant."""
    point = window.work.battle.combatants[who].place.point
    assert point is not None
    return point[0] + 1, point[1]


def test_attacking_while_a_command_waits_for_answers_says_so(open_window: OpenWindow, press: Press) -> None:
    """In the caravan sample a round begins with the question who sacrifices for speed."""
    window = open_window(sample="zamani-caravan-road")
    window.work.combat.start()
    window.commands.action("end_turn").trigger()
    assert window.work.actions.call is not None
    press("A")
    assert "Begin Round" in window.status.message.text()
