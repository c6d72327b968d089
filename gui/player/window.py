"""The window on the players' screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QApplication, QWidget

from gui.map.pictures import Resolver
from gui.player.page import Page, title_of
from gui.player.screens import ScreenLike
from gui.style import theme
from model.view.players import PlayersView

_PAUSE = 20
"""Milliseconds from a new view to its painting: first the GM's window shows what the GM did, then this one."""

Flag = Qt.WindowType


class PlayersWindow(QWidget):
    """Full screen and without a frame; shows the last view that it was given and nothing else.

    It takes no focus and no keys. Only where the GM asked for it on their own screen it does, so that Esc leaves it.
    """

    left = Signal()
    """Esc was pressed on the GM's own screen."""

    def __init__(self) -> None:
        super().__init__(None, Flag.Window | Flag.FramelessWindowHint | Flag.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        # The program ends with the GM's window, though this one is still there.
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setWindowTitle("Players")
        self.setAccessibleName("Players' screen")
        self._page = Page()
        self._gm: QWidget | None = None
        """Whose window was active when this one was shown."""
        self._view: PlayersView | None = None
        self._curtain: str | None = None
        self._repaint = QTimer(self, singleShot=True, interval=_PAUSE)
        self._repaint.timeout.connect(self.update)
        theme().changed.connect(self.update)

    # ---------------------------------------------------------------- what is shown

    @property
    def view(self) -> PlayersView | None:
        """The view that is shown, or would be were the curtain not down."""
        return self._view

    def set_view(self, view: PlayersView | None) -> None:
        """Show this; None is a screen without a battle."""
        if view == self._view:
            return
        self._view = view
        self._describe()
        self._repaint.start()

    def set_curtain(self, title: str | None) -> None:
        """Show nothing but a quiet title, at once; None opens the curtain."""
        self._curtain = title
        self._describe()
        self.update()

    def set_resolver(self, resolve: Resolver) -> None:
        """How the bytes of portraits and of the background are found."""
        self._page.set_resolver(resolve)
        self.update()

    def _describe(self) -> None:
        self.setAccessibleDescription(players_summary(self._view) if self._curtain is None else self._curtain)

    # ---------------------------------------------------------------- where it is

    def show_on(self, screen: ScreenLike, *, takes_keys: bool = False) -> None:
        """Fill a screen, without taking the focus unless it is to take keys."""
        self._set_takes_keys(takes_keys)
        if self.isVisible() and self.isFullScreen() and self.geometry() == screen.geometry():
            return
        # A full screen window is not moved from one screen to another by every system.
        self.setWindowState(Qt.WindowState.WindowNoState)
        if isinstance(screen, QScreen):
            self.setScreen(screen)
        self.setGeometry(screen.geometry())
        active = QApplication.activeWindow()
        self._gm = self._gm if active is self else active
        # Not showFullScreen: that would activate the window as well.
        self.setWindowState(Qt.WindowState.WindowFullScreen)
        self.show()
        if takes_keys:
            self.raise_()
            self.activateWindow()

    def changeEvent(self, event: QEvent) -> None:
        """Some systems make any new window the active one, whatever its flags say: then the GM gets the keys back."""
        super().changeEvent(event)
        is_mine = event.type() == QEvent.Type.ActivationChange and self.isActiveWindow()
        if is_mine and self.focusPolicy() == Qt.FocusPolicy.NoFocus:
            # Looked for among the windows there are: the one remembered may be gone, or none was active yet.
            others = [window for window in QApplication.topLevelWidgets() if window.isVisible() and window is not self]
            mains = [window for window in others if window.windowType() == Flag.Window]
            for window in [window for window in others if window is self._gm] or mains[:1]:
                window.activateWindow()

    def withdraw(self) -> None:
        """Go away: there is no screen to be on."""
        self.hide()

    def _set_takes_keys(self, takes_keys: bool) -> None:
        """The system learns of it only with a new window: it is hidden when this changes."""
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

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint what the players see for a screen of that size."""
        if self._curtain is None:
            self._page.paint(painter, size, self._view)
        else:
            self._page.paint_curtain(painter, size, self._curtain)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nobody but the program closes it: players may have a keyboard, too."""
        if event.spontaneous():
            event.ignore()
        else:
            super().closeEvent(event)


def players_summary(view: PlayersView | None) -> str:
    """What the players see in a sentence: `Round 3 · now: Crimson. Next: Thug.`"""
    if view is None:
        return "No battle"
    if view.shown is not None:
        return f"{view.shown.title}. {view.shown.text}".strip(". ") or "A picture"
    title = title_of(view)
    first = f"{title}: {view.now}." if view.now else f"{title}."
    return f"{first} Next: {view.next}." if view.next else first
