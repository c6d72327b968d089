"""A double click on a command is one command: the second click of it does nothing."""

from __future__ import annotations

import functools

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QGuiApplication, QMouseEvent, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from gui.style.disposal import dispose

_COUNTS = "counts_each_click"


def count_each_click(button: QAbstractButton) -> None:
    """Let a double click on this button count twice, because each click adds one."""
    button.setProperty(_COUNTS, True)


class CommandClicks(QObject):
    """Takes out the second click of a double click where the first one was a command.

    That is on every button, and on whatever has come under the pointer by the first click: another widget, a dialog, or
    what was below a menu. A double click on a list or on the board stays one. The object sees what reaches the windows,
    before any widget does.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pressed: tuple[QWidget | None, QWidget | None] = (None, None)
        """What was pressed last but one, and last."""
        self._last: tuple[QObject, int, QPoint] | None = None
        """Window, time and place of the last press."""
        self._is_taken_out = False

    def watch(self, window: QWindow | None) -> None:
        """Watch a window from now on."""
        if window is not None:
            window.removeEventFilter(self)
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if not isinstance(event, QMouseEvent) or kind == QEvent.Type.MouseMove:
            return False
        if kind == QEvent.Type.MouseButtonPress:
            self._pressed = (self._pressed[1], _widget_at(watched, event.position().toPoint()))
            self._is_taken_out = self._is_second_elsewhere(watched, event)
            self._last = (watched, event.timestamp(), event.globalPosition().toPoint())
            return self._is_taken_out
        if kind == QEvent.Type.MouseButtonDblClick:
            first, second = self._pressed
            self._is_taken_out = first is not second or _is_command(second)
            return self._is_taken_out
        was_taken_out, self._is_taken_out = self._is_taken_out, False
        return was_taken_out

    def _is_second_elsewhere(self, window: QObject, press: QMouseEvent) -> bool:
        """Whether this is the second of two clicks, and in another window, where Qt sees no double click."""
        if self._last is None or self._last[0] is window:
            return False
        _, when, where = self._last
        hints = QGuiApplication.styleHints()
        is_soon = 0 <= press.timestamp() - when <= hints.mouseDoubleClickInterval()
        distance = (press.globalPosition().toPoint() - where).manhattanLength()
        return is_soon and distance <= hints.mouseDoubleClickDistance()


def _widget_at(window: QObject, at: QPoint) -> QWidget | None:
    top = next((one for one in QApplication.topLevelWidgets() if one.windowHandle() is window), None)
    return None if top is None else top.childAt(at) or top


def _is_command(pressed: QWidget | None) -> bool:
    button = pressed
    while button is not None and not isinstance(button, QAbstractButton):
        button = None if button.isWindow() else button.parentWidget()
    return button is not None and not button.property(_COUNTS)


@functools.cache
def command_clicks() -> CommandClicks:
    """Return the one object of the program that watches clicks; it watches each window that gets the focus."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    clicks = CommandClicks(application)
    application.focusWindowChanged.connect(clicks.watch)
    clicks.watch(QGuiApplication.focusWindow())
    return clicks


def watch_menu(menu: QMenu) -> None:
    """Watch the clicks on a menu, which gets no focus as a window: the second one would hit what was below it."""

    def watch() -> None:
        menu.winId()  # makes its window
        command_clicks().watch(menu.windowHandle())

    menu.aboutToShow.connect(watch)


def run_menu(menu: QMenu, at: QPoint) -> None:
    """Open a menu until something is chosen or it is closed, then dispose of it."""
    watch_menu(menu)
    menu.exec(at)
    dispose(menu)
