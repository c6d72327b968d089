"""The window on the players' screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent, QMoveEvent, QPainter, QPaintEvent, QResizeEvent, QScreen
from PySide6.QtWidgets import QApplication, QWidget

from gui.map.pictures import Resolver
from gui.player.page import Page, title_of
from gui.player.screens import ScreenLike
from gui.style import theme
from model.view.players import PlayersView

TITLE = "Battleboard Players"
"""Name under which programs that share or record windows list it."""
_PAUSE = 20
"""Milliseconds from a new view to its painting, so that the GM's window shows the change first."""

_REST = 150
"""Milliseconds after which a board that moved counts as still and is painted sharply."""
_TURN = 8000
"""Milliseconds for which a page of a long initiative order is shown."""
_PUT_DOWN = 300
"""Milliseconds without a move after which an ordinary window counts as placed by the GM."""
_APPEARS = 300
"""Milliseconds within which a system may activate an ordinary window because it is new."""

Flag = Qt.WindowType


class PlayersWindow(QWidget):
    """The players' window: full screen, without a frame, showing only the last view that it was given.

    It takes no focus and no keys, except on the GM's own screen if the GM asked for it there, so that Esc leaves it.
    """

    left = Signal()
    """Esc was pressed on the GM's own screen."""
    closed = Signal()
    """The GM has closed the ordinary window."""
    resized = Signal()
    """The ordinary window was resized."""
    put = Signal(QRect)
    """The GM has moved or resized the ordinary window; the argument is its new place."""

    def __init__(self) -> None:
        super().__init__(None, Flag.Window | Flag.FramelessWindowHint | Flag.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        # The program ends with the GM's window, even while this one is open.
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setWindowTitle(TITLE)
        self.setAccessibleName("Players' screen")
        self._page = Page()
        self._gm: QWidget | None = None
        """The window that was active when this one was shown."""
        self._view: PlayersView | None = None
        self._blank_title: str | None = None
        self._repaint = QTimer(self, singleShot=True, interval=_PAUSE)
        self._repaint.timeout.connect(self._lay_out)
        # A timer, not a posted event, so that a key that the GM presses meanwhile is handled first.
        self._paint_next = QTimer(self, singleShot=True, interval=0)
        self._paint_next.timeout.connect(self.update)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self.update)
        self._is_ordinary = False
        self._place = QRect()
        """Where the ordinary window was shown, or has been put since."""
        self._put_down = QTimer(self, singleShot=True, interval=_PUT_DOWN)
        self._put_down.timeout.connect(self.emit_place)
        self._appearing = QTimer(self, singleShot=True, interval=_APPEARS)
        """Runs while an ordinary window appears: an activation during that time is not a click of the GM."""
        self._turning = QTimer(self, interval=_TURN)
        self._turning.timeout.connect(self._turn_page)
        theme().changed.connect(self.update)

    # ---------------------------------------------------------------- what is shown

    @property
    def view(self) -> PlayersView | None:
        """The view that is shown, or that would be shown if the window were not blank."""
        return self._view

    def set_view(self, view: PlayersView | None) -> None:
        """Show a view, or a screen without a battle if it is None."""
        if view == self._view:
            return
        if view is None or self._view is None or (view.now, view.order) != (self._view.now, self._view.order):
            self._page.turn = 0
            self._turning.start()
        self._view = view
        self._describe()
        # Pointer marks arrive many times a second: restarting the timer each time would delay the picture for ever.
        if not self._repaint.isActive():
            self._repaint.start()

    def set_blank(self, title: str | None) -> None:
        """Show only a muted title, at once, or the view again if it is None."""
        if title == self._blank_title:
            return
        self._blank_title = title
        self._describe()
        self.update()

    def set_resolver(self, resolve: Resolver) -> None:
        """Set how the bytes of portraits and of the background are found."""
        self._page.set_resolver(resolve)
        self.update()

    def _lay_out(self) -> None:
        """Compute the layout now and paint in a later event: a key that the GM presses waits for only one of them."""
        if self._blank_title is None and self.isVisible():
            self._page.lay_out(QSizeF(self.size()), self._view)
        self._paint_next.start()

    def _turn_page(self) -> None:
        """Show the next page of an initiative order that is too long for the screen."""
        if self._page.pages > 1 and self.isVisible():
            self._page.turn += 1
            self.update()

    def _describe(self) -> None:
        self.setAccessibleDescription(players_summary(self._view) if self._blank_title is None else self._blank_title)

    # ---------------------------------------------------------------- where it is

    def show_on(self, screen: ScreenLike, *, takes_keys: bool = False) -> None:
        """Fill a screen; takes the focus only with `takes_keys`."""
        self._set_takes_keys(takes_keys)
        was_ordinary, self._is_ordinary = self._is_ordinary, False
        if not self.windowFlags() & Flag.FramelessWindowHint or (was_ordinary and not takes_keys):
            self.setWindowFlag(Flag.FramelessWindowHint, True)
            self.setWindowFlag(Flag.WindowDoesNotAcceptFocus, not takes_keys)
        if self.isVisible() and self.isFullScreen() and self.geometry() == screen.geometry():
            return
        # Not every system moves a full screen window from one screen to another.
        self.setWindowState(Qt.WindowState.WindowNoState)
        if isinstance(screen, QScreen):
            self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self._note_active()
        # Not showFullScreen: that would activate the window as well.
        self.setWindowState(Qt.WindowState.WindowFullScreen)
        self.show()
        if takes_keys:
            self.raise_()
            self.activateWindow()

    def show_as_window(self, place: QRect, *, has_frame: bool) -> None:
        """Show it as an ordinary window, which can be moved, resized, picked for a stream, and closed.

        It appears at `place`, without taking the focus; if it is shown already it stays where it is.
        """
        was_shown = self.isVisible() and self._is_ordinary
        if was_shown and has_frame == (not self.windowFlags() & Flag.FramelessWindowHint):
            return
        place = self.geometry() if was_shown else place
        self._is_ordinary = True
        self._set_takes_keys(False)
        # It can be clicked like any other window, and yet takes no focus when it appears.
        self.setWindowFlag(Flag.WindowDoesNotAcceptFocus, False)
        self.setWindowFlag(Flag.FramelessWindowHint, not has_frame)
        self.setWindowState(Qt.WindowState.WindowNoState)
        self._place = place
        self.setGeometry(place)
        self._note_active()
        self._appearing.start()
        self.show()

    def _note_active(self) -> None:
        """Remember which window is active before this one appears."""
        active = QApplication.activeWindow()
        self._gm = self._gm if active is self else active

    def emit_place(self) -> None:
        """Emit `put` if the ordinary window was moved and that was not emitted yet."""
        self._put_down.stop()
        if self._is_ordinary and self.isVisible() and self.geometry() != self._place:
            self._place = self.geometry()
            self.put.emit(self._place)

    @property
    def page(self) -> Page:
        """The page that paints the window."""
        return self._page

    def changeEvent(self, event: QEvent) -> None:
        """Give the focus back to the GM's window: some systems activate any new window, whatever its flags say."""
        super().changeEvent(event)
        is_mine = event.type() == QEvent.Type.ActivationChange and self.isActiveWindow()
        if is_mine and self.focusPolicy() == Qt.FocusPolicy.NoFocus and not self._may_be_active():
            # Search the existing windows: the remembered one may be gone, or none was active yet.
            others = [window for window in QApplication.topLevelWidgets() if window.isVisible() and window is not self]
            mains = [window for window in others if window.windowType() == Flag.Window]
            for window in [window for window in others if window is self._gm] or mains[:1]:
                window.activateWindow()

    def _may_be_active(self) -> bool:
        """Whether the GM may have clicked it: an ordinary window that has not only just appeared."""
        return self._is_ordinary and not self._appearing.isActive()

    def withdraw(self) -> None:
        """Hide the window: there is no screen for it."""
        self.hide()

    def _set_takes_keys(self, takes_keys: bool) -> None:
        """Set whether it takes keys. The system accepts this only for a new window, so a change hides the window."""
        if takes_keys != self.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating):
            return
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not takes_keys)
        self.setWindowFlag(Flag.WindowDoesNotAcceptFocus, not takes_keys)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_keys else Qt.FocusPolicy.NoFocus)

    # ---------------------------------------------------------------- Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_on(painter, QSizeF(self.size()))
        painter.end()
        if self._blank_title is None and self._page.is_rough:
            self._rest.start()

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint what the players see for a screen of that size."""
        if self._blank_title is None:
            self._page.paint(painter, size, self._view)
        else:
            self._page.paint_blank(painter, size, self._blank_title)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move an ordinary window by dragging it anywhere: it may have no frame."""
        handle = self.windowHandle()
        if self._is_ordinary and event.button() == Qt.MouseButton.LeftButton and handle is not None:
            handle.startSystemMove()
        else:
            super().mousePressEvent(event)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        if self._is_ordinary:
            self._put_down.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_ordinary:
            self._put_down.start()
            self.resized.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let only the program close a full screen window: players may have a keyboard, too."""
        if event.spontaneous() and not self._is_ordinary:
            event.ignore()
        elif event.spontaneous():
            event.accept()
            self.closed.emit()
        else:
            super().closeEvent(event)


def players_summary(view: PlayersView | None) -> str:
    """Return what the players see in a sentence: `Round 3 · now: Crimson. Next: Thug.`"""
    if view is None:
        return "No battle"
    if view.shown is not None:
        return f"{view.shown.title}. {view.shown.text}".strip(". ") or "A picture"
    title = title_of(view)
    first = f"{title}: {view.now}." if view.now else f"{title}."
    return f"{first} Next: {view.next}." if view.next else first
