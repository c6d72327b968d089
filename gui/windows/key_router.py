"""Keys that mean the action in progress, wherever the focus is: dice, Enter, Backspace, Esc, and digits that pick."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from gui.controllers.action_controller import ActionController
from gui.panels.action_panel import ActionPanel

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

NO_ACTION = "No action has been begun."
"""What a key for the action in progress says without any."""


def no_dice_words(controller: ActionController) -> str:
    """Why no dice are thrown or typed just now."""
    if controller.call is None:
        return NO_ACTION
    if controller.refusal is None:
        return "No dice are due now."
    anyway = "Shift+Enter does it anyway, " if controller.refusal.can_override else ""
    return f"No dice before the refusal is settled: {anyway}Backspace goes a step back, Esc drops the action."


class KeyRouter(QObject):
    """The window hands it the keys that no widget took; from lists and the board it takes them first."""

    def __init__(self, panel: ActionPanel, controller: ActionController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._controller = controller
        self._yields: dict[QObject, Callable[[QKeyEvent], bool]] = {}

    def watch(self, widget: QWidget, yields: Callable[[QKeyEvent], bool] | None = None) -> None:
        """Take keys before this widget does, which has its own use for some; but for those that `yields` to it."""
        if yields is not None:
            self._yields[widget] = yields
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            yields = self._yields.get(watched)
            return not (yields is not None and yields(event)) and self.handle(event)
        return super().eventFilter(watched, event)

    def handle(self, event: QKeyEvent) -> bool:
        """Do what a key means; False when it means nothing here."""
        key, held = event.key(), event.modifiers()
        if key in _ENTER and held in _PLAIN:
            return event.isAutoRepeat() or self._enter()
        if key in _ENTER and held & Qt.KeyboardModifier.ShiftModifier and self._controller.refusal is not None:
            self._panel.do_anyway()
            return True
        if key == Qt.Key.Key_Escape and self._controller.call is not None:
            self._panel.drop_action(anyway=bool(held & Qt.KeyboardModifier.ShiftModifier))
            return True
        if key == Qt.Key.Key_Backspace and self._controller.call is not None:
            self._backspace(event)
            return True
        text = event.text()
        if held in _PLAIN and text.isdigit() and self._is_in_offer() and self._panel.offers.form.pick(int(text)):
            return True
        field = self._panel.field
        if field.isVisible() and not event.isAutoRepeat() and field.takes(event):
            field.setFocus()
            QApplication.sendEvent(field, event)
            return True
        if text == "=" and self._panel.stage.toggle_for_fight():
            return True
        if held not in _PLAIN or len(text) != 1 or not text.isdigit():
            return False
        return self._panel.pick(int(text)) or self._say_refused()

    def _say_refused(self) -> bool:
        """A number that was meant for dice, while the action is refused."""
        if self._controller.refusal is None:
            return False
        self._panel.show_problem(no_dice_words(self._controller))
        return True

    def _is_in_offer(self) -> bool:
        """Whether somebody is just taking up an offer: digits are its options then, though dice are due."""
        focus = QApplication.focusWidget()
        return focus is not None and self._panel.offers.form.isAncestorOf(focus)

    def _enter(self) -> bool:
        focus = QApplication.focusWidget()
        if isinstance(focus, QAbstractButton) and focus.isEnabled():
            focus.click()
            return True
        if self._controller.call is None:
            return self._panel.begin_planning()
        self._panel.answer()
        return True

    def _backspace(self, event: QKeyEvent) -> None:
        field = self._panel.field
        if field.isVisible() and field.typed:
            field.setFocus()
            QApplication.sendEvent(field, event)
        else:
            self._panel.step_back()
