"""A label that never asks for more room than there is: what does not fit ends in dots, and is whole in its tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel


class ElidedLabel(QLabel):
    """One line of plain text."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = self.contentsRect()
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
        alignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        self.style().drawItemText(
            painter, box, alignment, self.palette(), self.isEnabled(), words, self.foregroundRole()
        )
        painter.end()

    def is_elided(self) -> bool:
        """Whether something had to be left out."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
