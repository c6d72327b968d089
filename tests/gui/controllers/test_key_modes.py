"""What keys mean in each mode, without a window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from gui.windows.keys import Focus, KeyPress, Meaning, Mode, Situation, meaning, mode_of

ENTER, ESC, BACKSPACE = KeyPress(Qt.Key.Key_Return), KeyPress(Qt.Key.Key_Escape), KeyPress(Qt.Key.Key_Backspace)
SHIFT_ENTER = KeyPress(Qt.Key.Key_Return, is_plain=False, has_shift=True)
SHIFT_ESC = KeyPress(Qt.Key.Key_Escape, is_plain=False, has_shift=True)
FOUR = KeyPress(Qt.Key.Key_4, text="4")
CTRL_FOUR = KeyPress(Qt.Key.Key_4, text="4", is_plain=False)
SHIFTED_FOUR = KeyPress(Qt.Key.Key_4, text="4", is_plain=False, has_shift=True, is_shifted=True)


@pytest.mark.parametrize(
    ("focus", "is_dice_due", "is_drawing", "mode"),
    [
        (Focus.BOARD, False, False, Mode.BOARD),
        (Focus.OTHER, False, False, Mode.BOARD),
        (Focus.LIST, False, False, Mode.LIST),
        (Focus.BOARD, False, True, Mode.DRAWING),
        (Focus.BOARD, True, True, Mode.DICE),
        (Focus.LIST, True, False, Mode.DICE),
        (Focus.TEXT, True, True, Mode.TEXT),
    ],
)
def test_text_goes_before_dice_and_these_before_drawing(
    focus: Focus, is_dice_due: bool, is_drawing: bool, mode: Mode
) -> None:
    assert mode_of(focus, is_dice_due=is_dice_due, is_drawing=is_drawing) is mode


def test_the_usual_mode_has_no_name_and_every_other_one_has() -> None:
    assert {mode.value for mode in Mode if mode is not Mode.BOARD} == {"dice", "list", "drawing", "text"}
    assert Mode.BOARD.value == ""


@pytest.mark.parametrize(
    ("press", "now", "meant"),
    [
        # On the board without an action in progress: Enter plans or presses, digits pick, other keys are for commands.
        (ENTER, Situation(), Meaning.ENTER),
        (FOUR, Situation(), Meaning.PICK),
        (CTRL_FOUR, Situation(), None),
        # Some keyboards have their digits only with Shift.
        (SHIFTED_FOUR, Situation(), Meaning.PICK),
        (SHIFTED_FOUR, Situation(mode=Mode.DICE, is_of_dice=True, is_in_offer=True), Meaning.PICK_OFFERED),
        (ESC, Situation(), None),
        (BACKSPACE, Situation(), None),
        (KeyPress(Qt.Key.Key_A, text="a"), Situation(), None),
        # An action in progress can be cancelled, stepped back and done anyway.
        (ESC, Situation(has_action=True), Meaning.CANCEL),
        (SHIFT_ESC, Situation(has_action=True), Meaning.CANCEL_ANYWAY),
        (BACKSPACE, Situation(has_action=True), Meaning.BACK),
        (SHIFT_ENTER, Situation(has_action=True, is_refused=True), Meaning.DO_ANYWAY),
        (SHIFT_ENTER, Situation(has_action=True), None),
        # A key that is held down does not apply anything twice and does not type a second die.
        (KeyPress(Qt.Key.Key_Return, is_repeat=True), Situation(has_action=True), Meaning.NOTHING),
        (KeyPress(Qt.Key.Key_4, text="4", is_repeat=True), Situation(mode=Mode.DICE, is_of_dice=True), Meaning.PICK),
        # Dice.
        (FOUR, Situation(mode=Mode.DICE, has_action=True, is_of_dice=True), Meaning.DICE),
        (FOUR, Situation(mode=Mode.DICE, is_of_dice=True, is_in_offer=True), Meaning.PICK_OFFERED),
        (KeyPress(Qt.Key.Key_Equal, text="="), Situation(has_action=True), Meaning.FOR_COMBAT),
        (KeyPress(Qt.Key.Key_Equal, text="="), Situation(mode=Mode.DICE, is_of_dice=True), Meaning.DICE),
        # A drawing in progress gets its keys, unless dice are due.
        (ENTER, Situation(mode=Mode.DRAWING, is_drawn_with=True), None),
        (BACKSPACE, Situation(mode=Mode.DRAWING, is_drawn_with=True, has_action=True), None),
        (BACKSPACE, Situation(mode=Mode.DICE, is_drawn_with=True, has_action=True), Meaning.BACK),
        # Esc leaves a tool: a drawing tool before it cancels the action, any other tool after that.
        (ESC, Situation(has_tool=True), Meaning.LEAVE_TOOL),
        (ESC, Situation(mode=Mode.LIST, has_tool=True), Meaning.LEAVE_TOOL),
        (ESC, Situation(has_tool=True, has_action=True), Meaning.CANCEL),
        (ESC, Situation(mode=Mode.DRAWING, has_tool=True, has_action=True), Meaning.LEAVE_TOOL),
        (ESC, Situation(mode=Mode.DRAWING, has_tool=True, is_drawn_with=True), None),
        (ESC, Situation(mode=Mode.DICE, has_tool=True, has_action=True), Meaning.CANCEL),
        (ESC, Situation(mode=Mode.TEXT, has_tool=True), None),
        (ESC, Situation(mode=Mode.DRAWING, has_tool=True, has_card=True), Meaning.CLOSE_CARD),
        # A card over the board is closed before anything is cancelled.
        (ESC, Situation(has_card=True, has_action=True), Meaning.CLOSE_CARD),
    ],
)
def test_a_key_means_what_the_mode_says(press: KeyPress, now: Situation, meant: Meaning | None) -> None:
    assert meaning(press, now) is meant


def test_the_keypad_types_digits_too_and_other_letters_are_no_digits() -> None:
    assert FOUR.digit == 4
    assert CTRL_FOUR.digit is None
    assert SHIFTED_FOUR.digit == 4
    assert ENTER.digit is None


@pytest.mark.parametrize(
    ("held", "text", "digit"),
    [
        (Qt.KeyboardModifier.NoModifier, "4", 4),
        (Qt.KeyboardModifier.KeypadModifier, "4", 4),
        (Qt.KeyboardModifier.ShiftModifier, "4", 4),
        (Qt.KeyboardModifier.ShiftModifier, "$", None),
        (Qt.KeyboardModifier.AltModifier, "4", None),
        (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier, "4", None),
        (Qt.KeyboardModifier.NoModifier, "²", None),
    ],
)
def test_a_digit_may_need_shift_and_a_superscript_is_none(
    held: Qt.KeyboardModifier, text: str, digit: int | None
) -> None:
    assert KeyPress.of(QKeyEvent(QEvent.Type.KeyPress, 0, held, text)).digit == digit
