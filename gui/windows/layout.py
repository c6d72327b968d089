"""Where the docks are: as the user left them, or as they are meant; another arrangement where there is little room."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent, QScreen
from PySide6.QtWidgets import QMainWindow, QTabWidget, QWidget

from gui.preferences import Preferences
from gui.windows.dock_table import DOCKS
from gui.windows.docks import Dock

_VERSION = 2
_AREAS = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
_LOG_LINE = 34
"""Pixels of a log of one line."""
_ANY = 16_777_215
"""Qt's word for a height without limit."""
COMPACT = QSize(1000, 600)
"""Under this width or height, in points, the window is compact."""


def is_compact(size: QSize) -> bool:
    """Whether a window of this size gets the compact layout."""
    return size.width() < COMPACT.width() or size.height() < COMPACT.height()


class DockLayout:
    """Arranges the docks around the board, in two arrangements that are remembered apart."""

    def __init__(
        self,
        window: QMainWindow,
        docks: dict[str, Dock],
        preferences: Preferences,
        is_players: Callable[[QScreen], bool] = lambda screen: False,
    ) -> None:
        """`is_players` tells whether a screen is the players': nothing of the GM's is put there."""
        self._window = window
        self._docks = docks
        self._preferences = preferences
        self._is_players = is_players
        self.is_compact = False
        self.arranged: Callable[[bool], None] = lambda compact: None
        """Told before the docks of another arrangement are laid out."""
        self._resized = QTimer(window, singleShot=True, interval=0)
        self._resized.timeout.connect(self._take_on_size)
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)

    def restore_window(self) -> None:
        """Put the window where it was, unless that screen is gone or the players'."""
        geometry = self._preferences.layout("geometry")
        if geometry is None or not self._window.restoreGeometry(geometry):
            return
        if not self._may_stand(self._window):
            screen = self._own_screen().availableGeometry()
            size = self._window.size().boundedTo(screen.size())
            self._window.resize(size)
            self._window.move(screen.center() - self._window.rect().center())

    def _may_stand(self, widget: QWidget) -> bool:
        """Whether a window stands on a screen that is there and not the players'."""
        screen = QGuiApplication.screenAt(widget.frameGeometry().center())
        return screen is not None and (not self._is_players(screen) or screen == self._own_screen())

    def _own_screen(self) -> QScreen:
        """The primary screen, or another one where that is the players'; of a single one there is no choice."""
        primary = QGuiApplication.primaryScreen()
        screens = (primary, *QGuiApplication.screens())
        return next((screen for screen in screens if not self._is_players(screen)), primary)

    def follow(self, event: QResizeEvent) -> None:
        """The window has another size: soon after, another arrangement where it needs one.

        Docks that were taken out and put in within the event itself have crashed Qt.
        """
        if is_compact(event.size()) == self.is_compact:
            return
        if not event.oldSize().isValid():
            self.arrange(is_compact(event.size()))
        elif not self._resized.isActive():
            self.keep()
            self._resized.start()

    def _take_on_size(self) -> None:
        compact = is_compact(self._window.size())
        if compact != self.is_compact:
            self.arrange(compact, has_been_squeezed=True)

    def arrange(self, compact: bool, *, has_been_squeezed: bool = False) -> None:
        """Take on an arrangement: as it was left, else as it is meant.

        Where the window has just been made smaller or larger, its docks have been squeezed or stretched before
        anybody could note their sizes: they get the usual ones.
        """
        self.is_compact = compact
        self.arranged(compact)
        kept = self._preferences.layout(self._key)
        if kept is None or not self._window.restoreState(kept, _VERSION):
            self._arrange_anew()
        elif has_been_squeezed:
            self._size_anew()
        for dock in self._docks.values():
            if dock.isFloating() and not self._may_stand(dock):
                dock.setFloating(False)
        self.show_tabs()

    def reset(self) -> None:
        """Forget how the user left it."""
        self._preferences.forget_layout(self._key)
        self._arrange_anew()
        self.show_tabs()

    def keep(self) -> None:
        """Remember window and docks."""
        self._preferences.keep_layout("geometry", self._window.saveGeometry())
        self._preferences.keep_layout(self._key, self._window.saveState(_VERSION))

    @property
    def _key(self) -> str:
        return "docks-compact" if self.is_compact else "docks"

    def _arrange_anew(self) -> None:
        window, docks = self._window, self._docks
        for dock in docks.values():
            dock.setFloating(False)
            window.removeDockWidget(dock)
        for entry in DOCKS:
            if entry.area != "right":
                window.addDockWidget(_AREAS[entry.area], docks[entry.id])
        first, second = ("action", "sheet") if self.is_compact else ("sheet", "action")
        window.addDockWidget(_AREAS["right"], docks[first])
        if self.is_compact:
            window.tabifyDockWidget(docks[first], docks[second])
        else:
            window.addDockWidget(_AREAS["right"], docks[second])
        for entry in DOCKS:
            if entry.stacked_on:
                window.tabifyDockWidget(docks[entry.stacked_on], docks[entry.id])
            docks[entry.id].setVisible(not entry.is_closed)
        docks["action"].raise_()
        self._size_anew()

    def _size_anew(self) -> None:
        window, docks = self._window, self._docks
        width, height = window.width(), window.height()
        left, right = (
            (220, 324) if self.is_compact else (max(248, round(width * 0.195)), max(368, round(width * 0.245)))
        )
        log = _LOG_LINE if self.is_compact else max(120, round(height * 0.185))
        sideways, upright = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        window.resizeDocks([docks["initiative"], docks["action"]], [left, right], sideways)
        window.resizeDocks([docks["log"]], [log], upright)
        if not self.is_compact:
            sheet = 306 if height >= 860 else 236
            window.resizeDocks([docks["sheet"], docks["action"]], [sheet, height - sheet], upright)

    def show_tabs(self) -> None:
        """Docks that are stacked have no heading: their tab says it. Nor has a log of one line."""
        for dock in self._docks.values():
            dock.set_headless(bool(self._window.tabifiedDockWidgets(dock)) and not dock.isFloating())
        log = self._docks["log"]
        is_line = self.is_compact and not log.isFloating()
        log.set_headless(is_line or bool(self._window.tabifiedDockWidgets(log)))
        log.widget().setMinimumHeight(_LOG_LINE if is_line else 0)
        log.widget().setMaximumHeight(_LOG_LINE if is_line else _ANY)
