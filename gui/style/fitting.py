"""Keeps dialogs as large as their content needs, and on the screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog

from gui.style.clicks import command_clicks

_FRAME = QSize(0, 40)
"""Room for the frame of a window that is not shown yet."""


class Fitting(QObject):
    """Lets a dialog grow with its content, and shrink again to the size that it opened with or that the user gave it.

    Qt does the first only in part (words that wrap need more height than it knows), and never the second.
    """

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._own: QSize | None = None
        """The size without growth; None until the dialog is shown."""
        self._given = QSize()
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self.fit)
        dialog.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Show and not event.spontaneous():
            command_clicks().watch(self._dialog.windowHandle())
            self._own = self._own or self._dialog.size()
            self._later.start()
        elif kind == QEvent.Type.LayoutRequest:
            self._later.start()
        elif kind == QEvent.Type.Resize and isinstance(event, QResizeEvent) and self._own is not None:
            grown = self._own.expandedTo(self._dialog.minimumSize())
            if event.size() not in (self._given, grown):
                self._own = event.size()
        return False

    def fit(self) -> None:
        """Resize the dialog to what its content needs now."""
        dialog, layout = self._dialog, self._dialog.layout()
        if layout is None or self._own is None or not dialog.isVisible():
            return
        layout.activate()
        room = self.room
        width = min(max(self._own.width(), layout.totalMinimumSize().width()), room.width())
        needed = layout.totalMinimumHeightForWidth(width) if layout.hasHeightForWidth() else 0
        height = min(max(self._own.height(), layout.totalMinimumSize().height(), needed), room.height())
        self._given = QSize(width, height)
        if dialog.size() != self._given:
            dialog.resize(self._given)
        self._bring_in()

    @property
    def room(self) -> QSize:
        """The largest size that the dialog can have on its screen."""
        frame = self._dialog.frameGeometry().size() - self._dialog.size()
        return self._dialog.screen().availableSize() - frame.expandedTo(_FRAME)

    def _bring_in(self) -> None:
        """Move a dialog that has grown over the lower or right edge of its screen."""
        screen = self._dialog.screen().availableGeometry()
        frame = self._dialog.frameGeometry()
        frame.setSize(frame.size().expandedTo(self._given))
        over = QPoint(max(0, frame.right() - screen.right()), max(0, frame.bottom() - screen.bottom()))
        if not over.isNull() and screen.contains(frame.topLeft()):
            corner = frame.topLeft() - over
            self._dialog.move(max(corner.x(), screen.left()), max(corner.y(), screen.top()))
