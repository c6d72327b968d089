"""Sends each key where it belongs: `gui.controllers.key_modes` says what it means, the panels and the map do it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from gui.controllers.key_modes import Focus, KeyPress, Meaning, Mode, Situation, meaning, mode_of, no_dice_words
from gui.controllers.workspace import Workspace
from gui.panels.action_panel import ActionPanel
from gui.windows.board_area import BoardArea
from gui.windows.zone_cards import ZoneCards
from model.dice.requests import DiceRequest
from model.state.base import replace

_TEXTS = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox)


class KeyRouter(QObject):
    """The window hands it the keys that no widget took; from the board it takes them before the board does."""

    mode_changed = Signal(str)
    """The name of the mode; empty in the usual one."""

    def __init__(
        self, work: Workspace, panel: ActionPanel, board: BoardArea, cards: ZoneCards, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._panel = panel
        self._board = board
        self._cards = cards
        self._mode = Mode.BOARD
        for widget in (board.map.port, board.zones.page, board.bands):
            widget.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        work.actions.changed.connect(self._follow)
        board.tool_changed.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self.handle(event)
        return super().eventFilter(watched, event)

    # ---------------------------------------------------------------------------------------- modes

    @property
    def mode(self) -> Mode:
        """What keys are about now."""
        due = self._work.actions.due
        is_drawing = bool(self._board.form) or self._board.map.tokens.is_dragged
        return mode_of(_focus(), is_dice_due=isinstance(due, DiceRequest), is_drawing=is_drawing)

    def _follow(self, *_: object) -> None:
        mode = self.mode
        if mode is not self._mode:
            self._mode = mode
            self.mode_changed.emit(mode.value)

    def _situation(self, event: QKeyEvent) -> Situation:
        actions, port, field = self._work.actions, self._board.map.port, self._panel.field
        is_on_map = QApplication.focusWidget() is port
        is_dragged = self._board.map.tokens.is_dragged
        focus = QApplication.focusWidget()
        return Situation(
            mode=Mode.DRAWING if is_dragged else self.mode,
            has_action=actions.call is not None,
            is_refused=actions.refusal is not None,
            has_card=self._cards.is_open,
            is_drawn_with=is_on_map and port.wants_first(event),
            is_in_offer=focus is not None and self._panel.offers.form.isAncestorOf(focus),
            is_of_dice=field.isVisible() and field.takes(event),
        )

    # ---------------------------------------------------------------------------------------- doing

    def handle(self, event: QKeyEvent) -> bool:
        """Do what a key means; False when it means nothing here."""
        press, now = KeyPress.of(event), self._situation(event)
        meant = meaning(press, now)
        if meant is Meaning.PICK_OFFERED and not self._panel.offers.form.pick(press.digit or 0):
            meant = meaning(press, replace(now, is_in_offer=False))
        panel = self._panel
        match meant:
            case Meaning.CLOSE_CARD:
                self._cards.close()
            case Meaning.ENTER:
                return self._enter()
            case Meaning.DO_ANYWAY:
                panel.do_anyway()
            case Meaning.CANCEL | Meaning.CANCEL_ANYWAY:
                panel.drop_action(anyway=meant is Meaning.CANCEL_ANYWAY)
            case Meaning.BACK:
                self._back(event)
            case Meaning.DICE:
                panel.field.setFocus()
                QApplication.sendEvent(panel.field, event)
            case Meaning.FOR_COMBAT:
                return panel.stage.toggle_for_fight()
            case Meaning.PICK:
                return panel.pick(press.digit or 0) or self._say_refused()
        return meant is not None

    def _say_refused(self) -> bool:
        """A digit that was meant for dice, while the action is refused."""
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
            self._panel.step_back()


def _focus() -> Focus:
    focus: QWidget | None = QApplication.focusWidget()
    if isinstance(focus, _TEXTS):
        return Focus.TEXT
    return Focus.LIST if isinstance(focus, QAbstractItemView) else Focus.OTHER
