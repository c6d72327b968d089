"""What a key means, by the mode of the window, and which widget gets it. The meaning is independent of widgets."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from gui.controllers.action_controller import ActionController
from gui.controllers.workspace import Workspace
from gui.panels.action_panel import ActionPanel
from gui.widgets.fields import ChoiceField
from gui.windows.board_area import BoardArea
from gui.windows.zone_cards import ZoneCards
from model.dice.requests import DiceRequest
from model.state.base import Record, replace

# ----------------------------------------------------------------------------------------------------- what a key means

NO_ACTION = "No action has been started."
"""Shown for a key of the action in progress if there is none."""
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def no_dice_words(actions: ActionController) -> str:
    """Return why dice can be neither rolled nor typed now."""
    if actions.call is None:
        return NO_ACTION
    if actions.refusal is None:
        return "No dice are due now."
    if actions.needs_target:
        return "Choose a target first: then the dice are due."
    anyway = "Shift+Enter does it anyway, " if actions.refusal.can_override else ""
    return (
        f"The action was refused, so there is nothing to roll yet: {anyway}Backspace goes back, Esc cancels the action."
    )


class Mode(Enum):
    """What keys apply to. The value is the name in the status bar; the usual mode has none."""

    BOARD = ""
    DICE = "dice"
    LIST = "list"
    DRAWING = "drawing"
    TEXT = "text"


class Focus(Enum):
    """Kind of the widget that has the focus."""

    BOARD = auto()
    LIST = auto()
    TEXT = auto()
    OTHER = auto()


def mode_of(focus: Focus, *, is_dice_due: bool, is_drawing: bool) -> Mode:
    """Return the mode, from what has the focus, whether dice are due, and whether something is drawn or dragged.

    While dice are due, digits are dice, even over a half-drawn shape; only a text field takes precedence.
    """
    if focus is Focus.TEXT:
        return Mode.TEXT
    if is_dice_due:
        return Mode.DICE
    if is_drawing:
        return Mode.DRAWING
    return Mode.LIST if focus is Focus.LIST else Mode.BOARD


class Meaning(Enum):
    """What a key press does to the action in progress, or to what is over the board."""

    CLOSE_CARD = auto()
    LEAVE_TOOL = auto()
    """Drop what is drawn or measured; if there is nothing, return to the select tool."""
    ENTER = auto()
    """Press the focused button, or else answer, apply or begin planning."""
    NOTHING = auto()
    """Handled without effect: a key that is held down."""
    DO_ANYWAY = auto()
    CANCEL = auto()
    CANCEL_ANYWAY = auto()
    BACK = auto()
    PICK_OFFERED = auto()
    """A digit chooses an option of the offer that is being taken up."""
    DICE = auto()
    """The dice field gets the key."""
    FOR_COMBAT = auto()
    """The answer is to apply for the rest of the combat."""
    PICK = auto()
    """A digit chooses an option, a target or an action."""


class KeyPress(Record):
    """A key press, without the widget that it was sent to."""

    key: Qt.Key
    text: str = ""
    is_plain: bool = True
    """No modifier is held except the keypad's."""
    is_shifted: bool = False
    """No modifier is held except Shift and the keypad's, and Shift is held."""
    has_shift: bool = False
    is_repeat: bool = False

    @classmethod
    def of(cls, event: QKeyEvent) -> KeyPress:
        held = event.modifiers()
        return cls(
            key=Qt.Key(event.key()),
            text=event.text(),
            is_plain=held in _PLAIN,
            is_shifted=held & ~_KEYPAD == Qt.KeyboardModifier.ShiftModifier,
            has_shift=bool(held & Qt.KeyboardModifier.ShiftModifier),
            is_repeat=event.isAutoRepeat(),
        )

    @property
    def digit(self) -> int | None:
        """The typed digit, with Shift on keyboards that have their digits there; None for another key."""
        is_digit = (self.is_plain or self.is_shifted) and len(self.text) == 1 and self.text.isdecimal()
        return int(self.text) if is_digit else None


class Situation(Record, kw_only=True):
    """What the meaning of a key depends on."""

    mode: Mode = Mode.BOARD
    has_action: bool = False
    is_refused: bool = False
    has_card: bool = False
    """A card is open over the board."""
    is_drawn_with: bool = False
    """The tool that draws or drags uses the key."""
    has_tool: bool = False
    """The current tool of the map is not the select tool."""
    is_in_offer: bool = False
    """The focus is in the form of an offer."""
    is_of_dice: bool = False
    """The dice field uses the key."""


def meaning(press: KeyPress, now: Situation) -> Meaning | None:
    """Return what a key means, or None if it is left to the focused widget or to a command."""
    if press.key == Qt.Key.Key_Escape and now.has_card:
        return Meaning.CLOSE_CARD
    if now.mode is not Mode.DICE and now.is_drawn_with:
        return None
    leaves_tool = press.key == Qt.Key.Key_Escape and press.is_plain and now.has_tool
    if leaves_tool and now.mode is Mode.DRAWING:
        return Meaning.LEAVE_TOOL
    if press.key in _ENTER:
        if press.is_plain:
            return Meaning.NOTHING if press.is_repeat else Meaning.ENTER
        if press.has_shift and now.is_refused:
            return Meaning.DO_ANYWAY
    if now.has_action and press.key == Qt.Key.Key_Escape:
        return Meaning.CANCEL_ANYWAY if press.has_shift else Meaning.CANCEL
    if leaves_tool and now.mode is not Mode.TEXT:
        return Meaning.LEAVE_TOOL
    if now.has_action and press.key == Qt.Key.Key_Backspace:
        return Meaning.BACK
    if press.digit is not None and now.is_in_offer:
        return Meaning.PICK_OFFERED
    if now.is_of_dice and not press.is_repeat:
        return Meaning.DICE
    if press.text == "=":
        return Meaning.FOR_COMBAT
    return Meaning.PICK if press.digit is not None else None


# ------------------------------------------------------------------------------------------------- which widget gets it

_TEXTS = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, ChoiceField)


class KeyRouter(QObject):
    """Handles keys that no widget has handled, and keys of the board before the board gets them."""

    mode_changed = Signal(str)
    """The name of the new mode; empty for the usual one."""

    def __init__(
        self, work: Workspace, panel: ActionPanel, board: BoardArea, cards: ZoneCards, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._panel = panel
        self._board = board
        self._cards = cards
        self._mode = Mode.BOARD
        for widget in (board.map.graphics_view, board.zones.page, board.bands):
            widget.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        work.actions.changed.connect(self._follow)
        board.tool_changed.connect(self._follow)
        # A move is carried out while its token is still dragged.
        board.map.drag_ended.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self.handle(event)
        return super().eventFilter(watched, event)

    # ---------------------------------------------------------------------------------------- modes

    @property
    def mode(self) -> Mode:
        """The mode that applies to keys now."""
        due = self._work.actions.due
        is_drawing = bool(self._board.form) or self._board.map.tokens.is_dragged
        return mode_of(_focus(), is_dice_due=isinstance(due, DiceRequest), is_drawing=is_drawing)

    def _follow(self, *_: object) -> None:
        mode = self.mode
        if mode is not self._mode:
            self._mode = mode
            self.mode_changed.emit(mode.value)

    def _situation(self, event: QKeyEvent) -> Situation:
        actions, graphics_view, field = self._work.actions, self._board.map.graphics_view, self._panel.field
        is_on_map = QApplication.focusWidget() is graphics_view
        is_dragged = self._board.map.tokens.is_dragged
        focus = QApplication.focusWidget()
        return Situation(
            mode=Mode.DRAWING if is_dragged else self.mode,
            has_action=actions.call is not None,
            is_refused=actions.refusal is not None,
            has_card=self._cards.is_open,
            # Esc returns from an earlier battle first.
            has_tool=self._board.view == "map" and self._board.tool != "select" and self._work.bridge.past is None,
            is_drawn_with=is_on_map and graphics_view.wants_first(event),
            is_in_offer=focus is not None and self._panel.offers.form.isAncestorOf(focus),
            is_of_dice=field.isVisible() and field.takes(event),
        )

    # ---------------------------------------------------------------------------------------- doing

    def handle(self, event: QKeyEvent) -> bool:
        """Do what a key means; return False if it means nothing here."""
        press, now = KeyPress.of(event), self._situation(event)
        meant = meaning(press, now)
        if meant is Meaning.PICK_OFFERED and not self._panel.offers.form.pick(press.digit or 0):
            meant = meaning(press, replace(now, is_in_offer=False))
        panel = self._panel
        match meant:
            case Meaning.CLOSE_CARD:
                self._cards.close()
            case Meaning.LEAVE_TOOL:
                if not self._board.map.cancel():
                    self._board.take_tool("select")
            case Meaning.ENTER:
                return self._enter()
            case Meaning.DO_ANYWAY:
                panel.override_refusal()
            case Meaning.CANCEL | Meaning.CANCEL_ANYWAY:
                panel.cancel_action(anyway=meant is Meaning.CANCEL_ANYWAY)
            case Meaning.BACK:
                self._back(event)
            case Meaning.DICE:
                panel.field.setFocus()
                QApplication.sendEvent(panel.field, event)
            case Meaning.FOR_COMBAT:
                return panel.stage.toggle_for_combat()
            case Meaning.PICK:
                return panel.pick(press.digit or 0) or self._say_refused()
        return meant is not None

    def _say_refused(self) -> bool:
        """Explain why a digit that was meant for dice has no effect; return False unless the action is refused."""
        if self._work.actions.refusal is None:
            return False
        self._panel.show_problem(no_dice_words(self._work.actions))
        return True

    def _enter(self) -> bool:
        focus = QApplication.focusWidget()
        if isinstance(focus, QAbstractButton) and focus.isEnabled():
            focus.click()
            return True
        if self._work.actions.call is None:
            return self._panel.begin_planning()
        self._panel.answer()
        return True

    def _back(self, event: QKeyEvent) -> None:
        field = self._panel.field
        if field.isVisible() and field.typed:
            field.setFocus()
            QApplication.sendEvent(field, event)
        else:
            self._panel.take_back_last_answer()


def _focus() -> Focus:
    focus: QWidget | None = QApplication.focusWidget()
    if isinstance(focus, _TEXTS):
        return Focus.TEXT
    return Focus.LIST if isinstance(focus, QAbstractItemView) else Focus.OTHER
