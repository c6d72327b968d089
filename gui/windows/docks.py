"""Docks: panels that can be moved, closed and stacked, with the program's own title bars."""

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
    """The title bar of a dock: its title, a remark about what it shows, and a close button while hovered."""

    def __init__(self, title: str, dock: QDockWidget) -> None:
        super().__init__(dock)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 6, 8, 0)
        line.setSpacing(4)
        self._heading = SectionHeading(title)
        # An unhandled press lets Qt move the dock.
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
        """Create the close button when it is first hovered: most never are during a game night."""
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
    """A panel in a dock, created when it is first needed.

    A tab shows the title itself: its title bar has only the remark about what the panel shows, if there is one.
    """

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
        self._remark = DockTitle("", self)
        self._no_title = QWidget(self)
        self._is_tab = False
        self._remark.hide()
        self.setTitleBarWidget(self._title)

    def set_aside(self, words: str) -> None:
        """Set the remark about what the panel shows, at the right of the title bar."""
        self._title.set_aside(words)
        self._remark.set_aside(words)
        if words and self._is_tab and self.titleBarWidget() is self._no_title:
            self.show_title(is_tab=True)

    @property
    def aside(self) -> str:
        return self._title.aside

    def panel(self, kind: type[Panel]) -> Panel:
        """Return the panel, which has to be of this class; it is created if needed."""
        self._fill()
        found = self.widget()
        assert isinstance(found, kind), f"{self.objectName()} holds a {type(found).__name__}"
        return found

    def when_made(self, then: Callable[[Any], object]) -> None:
        """Call `then` with the panel: at once, or as soon as the panel is created."""
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
        # If a window is laid out before it is shown, even closed docks become visible for a moment.
        if is_visible and self.window().isVisible():
            self._fill()
        super().setVisible(is_visible)

    def showEvent(self, event: QShowEvent) -> None:
        self._fill()
        super().showEvent(event)

    def show_title(self, *, is_tab: bool = False, is_hidden: bool = False) -> None:
        """Show the whole title bar; as a tab, the remark alone, or nothing if there is none; nothing if hidden."""
        self._is_tab = is_tab and not is_hidden
        wanted = self._no_title if is_hidden or (is_tab and not self.aside) else self._remark if is_tab else self._title
        if (shown := self.titleBarWidget()) is not wanted:
            shown.hide()
            self.setTitleBarWidget(wanted)
            wanted.show()


# ------------------------------------------------------------------------------------------------------------ the docks


class DockEntry(Record):
    """A panel that can be moved, closed and stacked."""

    id: str
    title: str
    make: Callable[[Workspace, QWidget], QWidget]
    """Creates the panel as a child of its dock: changing the parent later makes Qt visit all parts of the panel."""
    area: Literal["left", "right", "bottom"] = "right"
    stacked_on: str = ""
    """Id of the dock with which it is stacked as a tab; empty if it is not stacked."""
    is_closed: bool = False
    """Whether it is closed until it is needed."""


# Panels of docks that start closed are imported when they are first needed, so that the window opens sooner.


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


# --------------------------------------------------------------------------------------------------------- their layout


_VERSION = 2
_AREAS = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
_LOG_LINE = 34
"""Height in pixels of a log of one line."""
_ANY = 16_777_215
"""Qt's value for an unlimited height."""
COMPACT = QSize(1000, 600)
"""Below this width or height, in points, the window is compact."""


def is_compact(size: QSize) -> bool:
    """Whether a window of this size gets the compact layout."""
    return size.width() < COMPACT.width() or size.height() < COMPACT.height()


class DockLayout:
    """Arranges the docks around the board, in a usual and a compact layout that are stored separately."""

    def __init__(
        self,
        window: QMainWindow,
        docks: dict[str, Dock],
        preferences: Preferences,
        is_players: Callable[[QScreen], bool] = lambda screen: False,
    ) -> None:
        """`is_players` returns whether a screen is the players': no window of the GM's is put there."""
        self._window = window
        self._docks = docks
        self._preferences = preferences
        self._is_players = is_players
        self.is_compact = False
        self._is_arranged = False
        self.arranged: Callable[[bool], None] = lambda compact: None
        """Called with whether the layout is compact, before the docks of another layout are arranged."""
        self._resized = QTimer(window, singleShot=True, interval=0)
        self._resized.timeout.connect(self._take_on_size)
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)

    def restore_window(self) -> None:
        """Restore the window's geometry; if its screen is gone or is the players', move it to another screen."""
        geometry = self._preferences.layout("geometry")
        if geometry is None:
            return
        if not self._window.restoreGeometry(geometry):
            # Qt refuses the geometry of a maximised window if the screen has another size, as after a new text size.
            if self._preferences.layout("maximized") is not None:
                self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowMaximized)
            return
        if not self._is_on_allowed_screen(self._window):
            screen = self._own_screen().availableGeometry()
            size = self._window.size().boundedTo(screen.size())
            self._window.resize(size)
            self._window.move(screen.center() - self._window.rect().center())

    def _is_on_allowed_screen(self, widget: QWidget) -> bool:
        """Whether the centre of a window is on an existing screen that is not the players', or is the only one."""
        screen = QGuiApplication.screenAt(widget.frameGeometry().center())
        return screen is not None and (not self._is_players(screen) or screen == self._own_screen())

    def _own_screen(self) -> QScreen:
        """Return the primary screen, or another one if that is the players'; a single screen is used for both."""
        primary = QGuiApplication.primaryScreen()
        screens = (primary, *QGuiApplication.screens())
        return next((screen for screen in screens if not self._is_players(screen)), primary)

    def follow(self, event: QResizeEvent) -> None:
        """Follow a new size of the window: the first layout is applied at once, a change of layout soon after.

        Docks that were removed and added during the resize event have crashed Qt once they had been shown.
        """
        if not self._is_arranged:
            self.arrange(is_compact(event.size()))
        elif is_compact(event.size()) != self.is_compact and not self._resized.isActive():
            self.keep()
            self._resized.start()

    def _take_on_size(self) -> None:
        compact = is_compact(self._window.size())
        if compact != self.is_compact:
            self.arrange(compact, was_resized=True)

    def arrange(self, compact: bool, *, was_resized: bool = False) -> None:
        """Apply a layout: as the user left it, or else the default.

        If the window has just been resized (`was_resized`), its docks were squeezed or stretched before their
        sizes could be stored: they get the default sizes.
        """
        self.is_compact, self._is_arranged = compact, True
        self.arranged(compact)
        kept = self._preferences.layout(self._key)
        if kept is None or not self._restore(kept):
            self._invalidate_layout()
        else:
            self._add_unknown()
            if was_resized:
                self._apply_default_sizes()
        for dock in self._docks.values():
            if dock.isFloating() and not self._is_on_allowed_screen(dock):
                dock.setFloating(False)
        self.show_tabs()

    def _restore(self, kept: QByteArray) -> bool:
        """Restore the docks from a stored state; return False if Qt does not accept it.

        For a maximised window that is not shown yet, Qt keeps a copy of the state and applies it again at a later
        layout. If the docks are rearranged in between, that copy refers to places that are gone, which has crashed. The
        window is therefore set to its normal state while it is restored.
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
        """Discard the user's layout and apply the default."""
        self._preferences.forget_layout(self._key)
        self._invalidate_layout()
        self.show_tabs()

    def keep(self) -> None:
        """Store the geometry of the window and the layout of the docks, once they have been arranged."""
        if not self._is_arranged:
            return
        self._preferences.keep_layout("geometry", self._window.saveGeometry())
        if self._window.isMaximized():
            self._preferences.keep_layout("maximized", QByteArray(b"yes"))
        else:
            self._preferences.forget_layout("maximized")
        self._preferences.keep_layout(self._key, self._window.saveState(_VERSION))

    @property
    def _key(self) -> str:
        return "docks-compact" if self.is_compact else "docks"

    def _invalidate_layout(self) -> None:
        """Put every dock in its default place.

        Adding a dock removes it from its previous place. Removing all docks first has crashed Qt, which then lays out
        places of docks that are gone.
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
        self._apply_default_sizes()

    def _add_unknown(self) -> None:
        """Add docks that are missing from a layout stored by an earlier version."""
        for entry in DOCKS:
            dock = self._docks[entry.id]
            if entry.stacked_on and self._window.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea:
                self._window.tabifyDockWidget(self._docks[entry.stacked_on], dock)
                dock.setVisible(not entry.is_closed)

    def _apply_default_sizes(self) -> None:
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
        """Hide the title bars of stacked docks, because their tabs show the titles, and of a log of one line.

        Each title bar is changed at most once: showing and hiding one lays out the window, which calls this again.
        """
        log = self._docks["log"]
        is_line = self.is_compact and not log.isFloating()
        for dock in self._docks.values():
            is_tab = bool(self._window.tabifiedDockWidgets(dock)) and not dock.isFloating()
            # A small window has no room for the remarks.
            dock.show_title(is_tab=is_tab, is_hidden=(is_tab and self.is_compact) or (dock is log and is_line))
        log.widget().setMinimumHeight(_LOG_LINE if is_line else 0)
        log.widget().setMaximumHeight(_LOG_LINE if is_line else _ANY)
