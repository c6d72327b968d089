"""Widgets that fit into the room there is: lines that wrap, short lists, labels that end in dots."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLabel, QLayout, QLayoutItem, QListView, QSizePolicy, QWidget

# ------------------------------------------------------------------------------------------------------ lines that wrap


_NOWHERE = Qt.Orientation(0)


class FlowLayout(QLayout):
    """Left to right, top to bottom; hidden widgets take no room."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """By width: the layouts around ask for it many times before one of the widgets is another."""
        self._least: QSize | None = None
        self._in_lines: list[bool] | None = None
        """Of each item whether it is laid out in lines itself."""
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        # Qt's own layouts do the same: what was there already has to move too.
        self.invalidate()

    def take_all(self) -> None:
        """Take everything out; the caller that put the widgets in keeps them."""
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
        return _NOWHERE

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        """One of the widgets is another: what was worked out no longer holds."""
        self._heights = {}
        self._least = None
        self._in_lines = None
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
        if self._in_lines is None:
            self._in_lines = [_flows_itself(item) for item in self._items]
        for item, is_in_lines in zip(self._items, self._in_lines, strict=True):
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            width = min(hint.width(), rect.width())
            if is_in_lines:
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


# ------------------------------------------------------------------------------------------- a list as high as its rows


_FEWEST = 3
"""Rows that are seen however little room there is."""
_ANY = 16_777_215
"""Qt's word for a height without limit."""


class ShortList(QListView):
    """All rows have one height, which who derives from it says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = _ANY
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    @property
    def row_height(self) -> int:
        """Pixels of a row."""
        raise NotImplementedError

    def set_most(self, pixels: int) -> None:
        """No higher than this: the list itself scrolls, not what it stands in."""
        if pixels != self._most:
            self._most = pixels
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        whole = max(1, self.model().rowCount()) * self.row_height
        whole_rows = self._most // self.row_height * self.row_height
        return QSize(280, max(self.minimumSizeHint().height(), min(whole, whole_rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, min(_FEWEST, max(1, self.model().rowCount())) * self.row_height)


# -------------------------------------------------------------------------------------------- a label that ends in dots


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
