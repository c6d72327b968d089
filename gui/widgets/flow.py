"""A layout that sets widgets beside one another and goes on in the next line when there is no more room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Left to right, top to bottom; hidden widgets take no room."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """By width: the layouts around ask for it many times before one of the widgets is another."""
        self._least: QSize | None = None
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        # Qt's own layouts do the same: what was there already has to move too.
        self.invalidate()

    def take_all(self) -> None:
        """Take everything out; whoever laid it in keeps the widgets."""
        while self.takeAt(0):
            pass

    def clear(self, *kept: QWidget) -> None:
        """Take everything out and throw it away, but for widgets to be kept."""
        while item := self.takeAt(0):
            widget = item.widget()
            if widget is not None and widget not in kept:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self.invalidate()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        """One of the widgets is another: what was worked out no longer holds."""
        self._heights = {}
        self._least = None
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._lay_out(QRect(0, 0, width, 0), is_trial=True)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, is_trial=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        if self._least is None:
            self._least = QSize()
            for item in self._items:
                self._least = self._least.expandedTo(item.minimumSize())
        return QSize(self._least)

    def _lay_out(self, rect: QRect, *, is_trial: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            width = min(hint.width(), rect.width())
            if _flows_itself(item):
                hint = QSize(rect.width(), item.heightForWidth(rect.width()))
                width = rect.width()
            if x > rect.x() and x + width > rect.right() + 1:
                x, y, line = rect.x(), y + line + self.spacing(), 0
            if not is_trial:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, hint.height())))
            x += width + self.spacing()
            line = max(line, hint.height())
        return y + line - rect.y()


def _flows_itself(item: QLayoutItem) -> bool:
    """Whether something is laid out in lines too: it has lines of its own, as many as it needs."""
    widget = item.widget()
    return widget is not None and isinstance(widget.layout(), FlowLayout)
