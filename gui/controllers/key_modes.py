"""What a key means, by the mode that the window is in. Knows no widget: `gui.windows.key_router` carries it out."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gui.controllers.action_controller import ActionController
from model.state.base import Record

NO_ACTION = "No action has been started."
"""What a key for the action in progress says without any."""
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def no_dice_words(actions: ActionController) -> str:
    """Why no dice are rolled or typed now."""
    if actions.call is None:
        return NO_ACTION
    if actions.refusal is None:
        return "No dice are due now."
    anyway = "Shift+Enter does it anyway, " if actions.refusal.can_override else ""
    return f"No dice before the refusal is settled: {anyway}Backspace goes back, Esc cancels the action."


class Mode(Enum):
    """What keys are about. The value is what the status bar calls it; the usual mode has no name."""

    BOARD = ""
    DICE = "dice"
    LIST = "list"
    DRAWING = "drawing"
    TEXT = "text"


class Focus(Enum):
    """What kind of widget has the focus."""

    BOARD = auto()
    LIST = auto()
    TEXT = auto()
    OTHER = auto()


def mode_of(focus: Focus, *, is_dice_due: bool, is_drawing: bool) -> Mode:
    """The mode by what has the focus, whether dice are due, and whether something is being drawn or dragged.

    While dice are due, digits are dice, also over a half-drawn shape; only a text field goes before them.
    """
    if focus is Focus.TEXT:
        return Mode.TEXT
    if is_dice_due:
        return Mode.DICE
    if is_drawing:
        return Mode.DRAWING
    return Mode.LIST if focus is Focus.LIST else Mode.BOARD


class Meaning(Enum):
    """What a key press does to the action in progress, or to what lies over the board."""

    CLOSE_CARD = auto()
    ENTER = auto()
    """Press the focused button, else answer, apply or begin planning."""
    NOTHING = auto()
    """It is taken, and does nothing: a key that is held down."""
    DO_ANYWAY = auto()
    CANCEL = auto()
    CANCEL_ANYWAY = auto()
    BACK = auto()
    PICK_OFFERED = auto()
    """A digit chooses an option of the offer that is being taken up."""
    DICE = auto()
    """The field for dice takes it."""
    FOR_COMBAT = auto()
    """The answer is to hold for the rest of the combat."""
    PICK = auto()
    """A digit chooses an option, a target or an action."""


class KeyPress(Record):
    """A key, without the widget that it was sent to."""

    key: Qt.Key
    text: str = ""
    is_plain: bool = True
    """No modifier is held but that of the keypad."""
    has_shift: bool = False
    is_repeat: bool = False

    @classmethod
    def of(cls, event: QKeyEvent) -> KeyPress:
        held = event.modifiers()
        return cls(
            key=Qt.Key(event.key()),
            text=event.text(),
            is_plain=held in _PLAIN,
            has_shift=bool(held & Qt.KeyboardModifier.ShiftModifier),
            is_repeat=event.isAutoRepeat(),
        )

    @property
    def digit(self) -> int | None:
        is_digit = self.is_plain and len(self.text) == 1 and self.text.isdigit()
        return int(self.text) if is_digit else None


class Situation(Record, kw_only=True):
    """What a key may be about."""

    mode: Mode = Mode.BOARD
    has_action: bool = False
    is_refused: bool = False
    has_card: bool = False
    """A card lies over the board."""
    is_drawn_with: bool = False
    """The tool that draws or drags has a use for the key."""
    is_in_offer: bool = False
    """The focus is in the form in which an offer is taken up."""
    is_of_dice: bool = False
    """The field for dice has a use for the key."""


def meaning(press: KeyPress, now: Situation) -> Meaning | None:
    """What a key means; None where it is left to the widget with the focus, or to a command."""
    if press.key == Qt.Key.Key_Escape and now.has_card:
        return Meaning.CLOSE_CARD
    if now.mode is not Mode.DICE and now.is_drawn_with:
        return None
    if press.key in _ENTER:
        if press.is_plain:
            return Meaning.NOTHING if press.is_repeat else Meaning.ENTER
        if press.has_shift and now.is_refused:
            return Meaning.DO_ANYWAY
    if now.has_action and press.key == Qt.Key.Key_Escape:
        return Meaning.CANCEL_ANYWAY if press.has_shift else Meaning.CANCEL
    if now.has_action and press.key == Qt.Key.Key_Backspace:
        return Meaning.BACK
    if press.digit is not None and now.is_in_offer:
        return Meaning.PICK_OFFERED
    if now.is_of_dice and not press.is_repeat:
        return Meaning.DICE
    if press.text == "=":
        return Meaning.FOR_COMBAT
    return Meaning.PICK if press.digit is not None else None
