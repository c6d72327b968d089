"""The log dock: a sentence for each step, newest on top, each opening into the numbers it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTreeView, QWidget

from gui.models.log import LogModel
from gui.models.rows import RowRole
from gui.panels.log_rows import LogDelegate, rule_box, why_box
from gui.style import SectionHeading, lay_out_section, palette, theme
from model.view.log import Detail, LogLine

_READING_KEYS = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)


class LogPanel(QWidget):
    """What happened."""

    rule_requested = Signal(str)
    """The rule behind a number is wanted, by its id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = SectionHeading("Log")
        self.list = LogList(self)
        lay_out_section(self, self.heading, self.list)
        self.list.rule_requested.connect(self.rule_requested)

    @property
    def model(self) -> LogModel:
        return self.list.log

    def set_lines(self, lines: Sequence[LogLine], steps: int | None = None) -> None:
        """Show these lines, given in the order in which they happened; `steps` is their number before folding."""
        count = sum(max(1, len(line.steps)) for line in lines) if steps is None else steps
        self.heading.set_aside(steps_text(count))
        self.model.set_lines(lines)

    def set_compact(self, is_compact: bool) -> None:
        """One row for each line, however long; else long ones are wrapped."""
        self.list.set_compact(is_compact)


class LogList(QTreeView):
    """The lines themselves."""

    rule_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.log = LogModel(self)
        self.delegate = LogDelegate(self)
        self.setModel(self.log)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName("Log")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.verticalScrollBar().valueChanged.connect(self._show_older_at_the_end)
        theme().changed.connect(self.viewport().update)

    def _show_older_at_the_end(self, value: int) -> None:
        if value and value == self.verticalScrollBar().maximum():
            self.log.show_older()

    def set_compact(self, is_compact: bool) -> None:
        self.delegate.is_compact = is_compact
        self.scheduleDelayedItemsLayout()

    def toggle(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Open a line into everything it rests on, or close it again."""
        if self.isExpanded(index):
            self.collapse(index)
        else:
            self.open_line(index)

    def open_line(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Open a line, and bring it up as far as it takes to read what it rests on."""
        self.expandRecursively(index)
        self.doItemsLayout()
        last = index
        while (rows := self.model().rowCount(last)) > 0:
            last = self.model().index(rows - 1, 0, last)
        self.scrollTo(last)
        if self.visualRect(index).top() < 0:
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)

    # ------------------------------------------------------------------------------------------ hands

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys read, right and left open and close, space does both; every other key belongs to the window."""
        index = self.currentIndex()
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if is_plain and index.isValid() and event.key() == Qt.Key.Key_Space:
            self._open_or_ask(index)
        elif is_plain and event.key() == Qt.Key.Key_Right and not index.parent().isValid():
            self.open_line(index)
        elif is_plain and event.key() in _READING_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _open_or_ask(self, index: QModelIndex) -> None:
        row = index.data(RowRole)
        if isinstance(row, LogLine):
            self.toggle(index)
        elif isinstance(row, Detail) and row.rule:
            self.rule_requested.emit(row.rule)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        index = self._link_at(event.position())
        if index is not None:
            self._open_or_ask(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_link = self._link_at(event.position()) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def _link_at(self, point: QPointF) -> QModelIndex | None:
        """The row whose `why?` or rule is at a point."""
        index = self.indexAt(point.toPoint())
        row = index.data(RowRole) if index.isValid() else None
        box = self._row_box(index)
        if isinstance(row, LogLine) and row.has_details and why_box(box).contains(point):
            return index
        if isinstance(row, Detail) and row.rule and rule_box(box, row).contains(point):
            return index
        return None

    def link_center(self, index: QModelIndex) -> QPointF:
        """The middle of the `why?` or rule of a row, in the viewport."""
        row = index.data(RowRole)
        box = self._row_box(index)
        return (rule_box(box, row) if isinstance(row, Detail) else why_box(box)).center()

    def _row_box(self, index: QModelIndex) -> QRectF:
        rect: QRect = self.visualRect(index)
        return QRectF(0, rect.y(), self.viewport().width(), rect.height())

    # ------------------------------------------------------------------------------------------ drawing

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences are wrapped anew at another width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    def leaveEvent(self, event: QEvent) -> None:
        self.viewport().update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.log.rowCount():
            return
        painter = QPainter(self.viewport())
        painter.setPen(palette().color("muted"))
        painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, "Nothing has happened yet.")
        painter.end()


def steps_text(count: int) -> str:
    """`1 step`, `12 steps`."""
    return f"{count} step" if count == 1 else f"{count} steps"
