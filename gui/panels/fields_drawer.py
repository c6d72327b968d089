"""The drawer with all fields of a combatant, over the board; it moves nothing in the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMainWindow, QScrollArea, QVBoxLayout, QWidget

from gui.panels.sections_form import Section
from gui.style.theme import HALF, UNIT, set_role
from gui.style.widgets import bare_scroll
from gui.widgets.basics import KeyButton

_WIDTH = 740
_LEFT = 120
"""Pixels of the window that the drawer leaves free at its left, however narrow the window is."""


class FieldsDrawer(QFrame):
    """At the right edge of a window, from below its header to its status bar. Esc or Done closes it."""

    closed = Signal()

    def __init__(self, window: QWidget, rows: Sequence[tuple[str, QWidget]], problem: QLabel) -> None:
        """Make a closed drawer.

        Args:
            window: the window that it belongs to.
            rows: headings and widgets, from top to bottom; a widget without a heading takes the whole width.
            problem: a label for what is wrong with an edit, which always stays visible.
        """
        super().__init__(window)
        self._window = window
        self.setObjectName("drawer")
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("#drawer { border-left: 1px solid palette(mid); background: palette(window); }")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._header())
        self.body = QWidget()
        rows_column = QVBoxLayout(self.body)
        rows_column.setContentsMargins(2 * UNIT, HALF, 2 * UNIT, 2 * UNIT)
        rows_column.setSpacing(0)
        for at, (title, widget) in enumerate(rows):
            rows_column.addWidget(Section(title, widget, is_first=at == 0) if title else widget)
        rows_column.addStretch(1)
        self._area: QScrollArea = bare_scroll(self.body, 0)
        column.addWidget(self._area, 1)
        problem.setContentsMargins(2 * UNIT, HALF, 2 * UNIT, HALF)
        column.addWidget(problem)
        self.hide()
        window.installEventFilter(self)
        self._place()

    def _header(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(2 * UNIT, UNIT, 2 * UNIT, UNIT)
        line.setSpacing(UNIT)
        self._name = QLabel()
        set_role(self._name, "name")
        self._about = QLabel()
        set_role(self._about, "muted")
        step = QLabel("every change is a step")
        set_role(step, "muted")
        self.done = KeyButton("Done", "Esc")
        self.done.clicked.connect(self.closed)
        line.addWidget(self._name)
        line.addWidget(self._about, 1)
        line.addWidget(step)
        line.addWidget(self.done)
        return line

    def show_who(self, name: str, about: str) -> None:
        """Show whose fields these are."""
        self._name.setText(name)
        self._about.setText(about)

    def _place(self) -> None:
        window = self._window
        top, bottom = 0, window.height()
        if isinstance(window, QMainWindow):
            board = window.centralWidget()
            top = 0 if board is None else board.geometry().top()
            bottom = window.statusBar().geometry().top()
        width = min(_WIDTH, window.width() - _LEFT)
        self.setGeometry(QRect(window.width() - width, top, width, bottom - top))

    def open(self) -> None:
        """Show the drawer in front of everything else in the window."""
        self._place()
        self.show()
        self.raise_()

    def scroll_to(self, control: QWidget) -> None:
        """Make a control and what is above it visible."""
        self._area.ensureWidgetVisible(control, 0, 10 * UNIT)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._window and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
