"""Docks: panels that can be moved, closed and stacked, with a heading of our own."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QToolButton, QWidget

from gui.style.icons import set_icon
from gui.style.theme import palette
from gui.style.widgets import SectionHeading

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
        self._close = QToolButton()
        self._close.setProperty("role", "flat")
        self._close.setStyleSheet("padding: 0;")
        self._close.setIconSize(QSize(14, 14))
        self._close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._close.setToolTip(f"Close {title} (it comes back with View)")
        set_icon(self._close, "x", "muted")
        self._close.clicked.connect(dock.close)
        line.addWidget(self._heading, 1)
        line.addWidget(self._close)
        self._close.setVisible(False)

    @property
    def aside(self) -> str:
        return self._heading.aside

    def set_aside(self, words: str) -> None:
        self._heading.set_aside(words)

    def enterEvent(self, event: object) -> None:
        self._close.setVisible(True)

    def leaveEvent(self, event: object) -> None:
        self._close.setVisible(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), palette().color("panel"))
        painter.end()


class Dock(QDockWidget):
    """A panel in a dock. Stacked as a tab it has no heading: the tab says it."""

    def __init__(self, key: str, title: str, panel: QWidget, window: QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(key)
        panel.setAutoFillBackground(True)
        self.setWidget(panel)
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
        found = self.widget()
        assert isinstance(found, kind), f"{self.objectName()} holds a {type(found).__name__}"
        return found

    def set_headless(self, is_headless: bool) -> None:
        """Whether it has no heading of its own, as in a tab."""
        wanted = self._no_title if is_headless else self._title
        if self.titleBarWidget() is not wanted:
            self.setTitleBarWidget(wanted)
            wanted.show()
