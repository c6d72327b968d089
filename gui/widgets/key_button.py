"""A button that shows the key which does the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from gui.style.fonts import text_font
from gui.style.measures import HALF, HEADING, UNIT
from gui.style.widgets import draw_key


class KeyButton(QPushButton):
    """Text on the left, the key in a small frame on the right."""

    def __init__(self, text: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._key = key

    @property
    def key(self) -> str:
        return self._key

    def set_key(self, key: str) -> None:
        """Show another key; empty shows none."""
        if key != self._key:
            self._key = key
            self.updateGeometry()
            self.update()

    def _key_width(self) -> float:
        if not self._key:
            return 0
        return max(20.0, QFontMetricsF(text_font(HEADING)).horizontalAdvance(self._key) + UNIT + 2)

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(size.width() + round(self._key_width()) + (UNIT if self._key else 0), size.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _fitting(self, option: QStyleOptionButton) -> str:
        """The words that are shown: where a layout leaves too little room, their beginning stays."""
        taken = round(self._key_width()) + (UNIT if self.key else 0)
        if not option.icon.isNull():
            taken += option.iconSize.width() + HALF
        room = self.width() - taken - 2 * UNIT
        return option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        key = self._key_width()
        room = QRectF(self.rect()).adjusted(0, 0, -(key + UNIT if key else 0), 0).toRect()
        option.text = self._fitting(option)
        option.rect = room
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonLabel, option, painter, self)
        if key:
            height = 20.0
            left = self.width() - key - UNIT - HALF / 2
            draw_key(painter, QRectF(left, (self.height() - height) / 2, key, height), self._key)
        painter.end()


class ElidedKeyButton(KeyButton):
    """May be made narrower than its words, which end in dots then."""

    def __init__(self, text: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, key, parent)
        # Qt's own buttons may not be narrower than their words.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._key_width()) + 8 * UNIT, super().minimumSizeHint().height())
