"""Docks: panels that can be moved, closed and stacked, with a heading of our own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent, QScreen, QShowEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QTabWidget, QToolButton, QWidget

from gui.controllers.workspace import Workspace
from gui.panels.action_panel import ActionArea
from gui.panels.initiative import InitiativePanel
from gui.panels.log import LogPanel
from gui.panels.sheet_panel import SheetPanel
from gui.preferences import Preferences
from gui.style.theme import palette
from gui.style.widgets import SectionHeading, set_icon
from gui.windows.player_commands import LeftDock
from model.state.base import Record

# --------------------------------------------------------------------------------------------------------------- a dock


Panel = TypeVar("Panel", bound=QWidget)


class DockTitle(QWidget):
    """The heading of a dock: its title, a word about what it shows, and a cross when pointed at."""

    def __init__(self, title: str, dock: QDockWidget) -> None:
        super().__init__(dock)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 6, 8, 0)
        line.setSpacing(4)
        self._heading = SectionHeading(title)
        # A press that nobody takes lets Qt move the dock.
        self._heading.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        line.addWidget(self._heading, 1)
        self._close: QToolButton | None = None
        self._dock = dock

    @property
    def aside(self) -> str:
        return self._heading.aside

    def set_aside(self, words: str) -> None:
        self._heading.set_aside(words)

    def enterEvent(self, event: object) -> None:
        if self._close is None:
            self._close = self._cross()
        self._close.setVisible(True)

    def leaveEvent(self, event: object) -> None:
        if self._close is not None:
            self._close.setVisible(False)

    def _cross(self) -> QToolButton:
        """The cross, made when it is first pointed at: most are not in an evening."""
        cross = QToolButton(self)
        cross.setProperty("role", "flat")
        cross.setStyleSheet("padding: 0;")
        cross.setIconSize(QSize(14, 14))
        cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        cross.setToolTip(f"Close {self._dock.windowTitle()} (reopen it with View)")
        set_icon(cross, "x", "muted")
        cross.clicked.connect(self._dock.close)
        line = self.layout()
        assert line is not None, "it was laid out when it was made"
        line.addWidget(cross)
        return cross

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), palette().color("panel"))
        painter.end()


class Dock(QDockWidget):
    """A panel in a dock, made when it is first wanted. Stacked as a tab it has no heading: the tab says it."""

    def __init__(self, key: str, title: str, make: Callable[[QWidget], QWidget], window: QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(key)
        self._make = make
        self._when_made: list[Callable[[Any], object]] = []
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        )
        self._title = DockTitle(title, self)
        self._no_title = QWidget(self)
        self.setTitleBarWidget(self._title)

    def set_aside(self, words: str) -> None:
        """A word about what the panel shows, at the right of the heading."""
        self._title.set_aside(words)

    @property
    def aside(self) -> str:
        return self._title.aside

    def panel(self, kind: type[Panel]) -> Panel:
        """The panel in it, which is of this class."""
        self._fill()
        found = self.widget()
        assert isinstance(found, kind), f"{self.objectName()} holds a {type(found).__name__}"
        return found

    def when_made(self, then: Callable[[Any], object]) -> None:
        """Hand over the panel as soon as it is made."""
        if self.widget() is None:
            self._when_made.append(then)
        else:
            then(self.widget())

    def _fill(self) -> None:
        if self.widget() is not None:
            return
        panel = self._make(self)
        panel.setAutoFillBackground(True)
        self.setWidget(panel)
        for then in self._when_made:
            then(panel)
        self._when_made.clear()

    def setVisible(self, is_visible: bool) -> None:
        # A window that is laid out before it is shown has even closed docks visible for a moment.
        if is_visible and self.window().isVisible():
            self._fill()
        super().setVisible(is_visible)

    def showEvent(self, event: QShowEvent) -> None:
        self._fill()
        super().showEvent(event)

    def set_headless(self, is_headless: bool) -> None:
        """Whether it has no heading of its own, as in a tab."""
        wanted = self._no_title if is_headless else self._title
        if self.titleBarWidget() is not wanted:
            self.setTitleBarWidget(wanted)
            wanted.show()


# ------------------------------------------------------------------------------------------------------ which there are


class DockEntry(Record):
    """A panel that can be moved, closed and stacked."""

    id: str
    title: str
    make: Callable[[Workspace, QWidget], QWidget]
    """Makes the panel as a child of its dock: Qt goes over all parts of a panel that gets another parent."""
    area: Literal["left", "right", "bottom"] = "right"
    stacked_on: str = ""
    """Id of the dock that it shares a place with as a tab; empty: none."""
    is_closed: bool = False
    """Whether it is closed until it is wanted."""


# Panels of docks that are closed at first are imported when they are wanted: so the window is there sooner.


def _tasks(work: Workspace, dock: QWidget) -> QWidget:
    from gui.panels.tasks import TasksPanel

    return TasksPanel(work.bridge, work.selection, dock)


def _library(work: Workspace, dock: QWidget) -> QWidget:
    from gui.panels.library import LibraryPanel

    return LibraryPanel(work, dock)


def _notes(work: Workspace, dock: QWidget) -> QWidget:
    from gui.panels.tasks import NotesPanel

    return NotesPanel(work.bridge, work.selection, dock)


def _history(work: Workspace, dock: QWidget) -> QWidget:
    from gui.panels.history import HistoryPanel

    return HistoryPanel(work.bridge, dock)


def _statistics(work: Workspace, dock: QWidget) -> QWidget:
    from gui.panels.statistics import StatisticsPanel

    return StatisticsPanel(work, dock)


DOCKS = (
    DockEntry("initiative", "Initiative", lambda work, dock: LeftDock(InitiativePanel(), dock), "left"),
    DockEntry("sheet", "Sheet", lambda work, dock: SheetPanel(work.bridge, work.selection, work.edits, dock)),
    DockEntry("action", "Action", lambda work, dock: ActionArea(work.bridge, work.actions, dock)),
    DockEntry("log", "Log", lambda work, dock: LogPanel(dock), "bottom"),
    DockEntry("tasks", "Tasks", _tasks, stacked_on="sheet", is_closed=True),
    DockEntry("library", "Library", _library, stacked_on="sheet", is_closed=True),
    DockEntry("notes", "Notes", _notes, stacked_on="sheet", is_closed=True),
    DockEntry("history", "History", _history, stacked_on="action", is_closed=True),
    DockEntry("statistics", "Statistics", _statistics, stacked_on="sheet", is_closed=True),
)


# ------------------------------------------------------------------------------------------------------- where they are


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
        self._is_arranged = False
        self.arranged: Callable[[bool], None] = lambda compact: None
        """Emitted before the docks of another arrangement are laid out."""
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
        """The window has another size: soon after, another arrangement where it needs one; its first one at once.

        Docks that were taken out and put in within the event itself have crashed Qt once they had been seen.
        """
        if not self._is_arranged:
            self.arrange(is_compact(event.size()))
        elif is_compact(event.size()) != self.is_compact and not self._resized.isActive():
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
        self.is_compact, self._is_arranged = compact, True
        self.arranged(compact)
        kept = self._preferences.layout(self._key)
        if kept is None or not self._restore(kept):
            self._arrange_anew()
        else:
            self._add_unknown()
            if has_been_squeezed:
                self._size_anew()
        for dock in self._docks.values():
            if dock.isFloating() and not self._may_stand(dock):
                dock.setFloating(False)
        self.show_tabs()

    def _restore(self, kept: QByteArray) -> bool:
        """Lay the docks out as they were kept. False: Qt does not know these bytes.

        Of a window that is maximized and not yet shown, Qt keeps a copy of the state and takes it up once more at a
        later layout. Docks that were arranged anew in between are gone from that copy by then: that has crashed. So
        the window is an ordinary one while it is restored.
        """
        window = self._window
        state = window.windowState()
        if window.isVisible() or state == Qt.WindowState.WindowNoState:
            return window.restoreState(kept, _VERSION)
        window.setWindowState(Qt.WindowState.WindowNoState)
        is_restored = window.restoreState(kept, _VERSION)
        window.setWindowState(state)
        return is_restored

    def reset(self) -> None:
        """Forget how the user left it."""
        self._preferences.forget_layout(self._key)
        self._arrange_anew()
        self.show_tabs()

    def keep(self) -> None:
        """Remember window and docks, once they have been seen."""
        if not self._is_arranged:
            return
        self._preferences.keep_layout("geometry", self._window.saveGeometry())
        self._preferences.keep_layout(self._key, self._window.saveState(_VERSION))

    @property
    def _key(self) -> str:
        return "docks-compact" if self.is_compact else "docks"

    def _arrange_anew(self) -> None:
        """Put every dock where it belongs.

        Adding one takes it from where it was. Taking all of them out first has crashed Qt, which then lays out places
        of docks that are gone.
        """
        window, docks = self._window, self._docks
        for dock in docks.values():
            dock.setFloating(False)
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

    def _add_unknown(self) -> None:
        """Put docks where they belong that an arrangement of an earlier version does not know."""
        for entry in DOCKS:
            dock = self._docks[entry.id]
            if entry.stacked_on and self._window.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea:
                self._window.tabifyDockWidget(self._docks[entry.stacked_on], dock)
                dock.setVisible(not entry.is_closed)

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
        """Docks that are stacked have no heading: their tab says it. Nor has a log of one line.

        Each heading is set once: one that comes and goes lays the window out anew, which asks for this again.
        """
        log = self._docks["log"]
        is_line = self.is_compact and not log.isFloating()
        for dock in self._docks.values():
            is_tab = bool(self._window.tabifiedDockWidgets(dock)) and not dock.isFloating()
            dock.set_headless(is_tab or (dock is log and is_line))
        log.widget().setMinimumHeight(_LOG_LINE if is_line else 0)
        log.widget().setMaximumHeight(_LOG_LINE if is_line else _ANY)
