"""The action panel in its dock."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gui.panels.action_panel import ROOMY, ActionPanel
from gui.style.measures import HALF

_WIDTH = 360


class ActionArea(QScrollArea):
    """The panel gets dense where it would not fit, and scrolls only when that is not enough."""

    def __init__(self, panel: ActionPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = panel
        self.setWidget(panel)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._asking = (panel.stage, panel.offers.form, panel.problem)
        for widget in self._asking:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have in sight what is asked as soon as it is: by the action, or by an offer that is taken up."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize) and watched in self._asking:
            QTimer.singleShot(0, self._show_asking)
        return super().eventFilter(watched, event)

    def _show_asking(self) -> None:
        for widget in self._asking:
            if widget.isVisible():
                self.ensureWidgetVisible(widget, 0, HALF)

    def sizeHint(self) -> QSize:
        """Always the same, so that the docks are not laid out anew with every answer."""
        return QSize(_WIDTH, ROOMY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.panel.set_dense(event.size().height() < ROOMY)
        self.panel.set_room(event.size().height())
        super().resizeEvent(event)
