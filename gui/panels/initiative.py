"""The initiative dock: the order of play, who has what left, and a place to drag turns to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from gui.displays.countdown import CountdownStrip, StepMark
from gui.models.initiative import InitiativeModel
from gui.models.rows import RowRole
from gui.panels.initiative_rows import InitiativeDelegate, row_height
from gui.style import SectionHeading, lay_out_section, palette, theme
from gui.style.measures import HALF, UNIT
from model.view.order import OrderRow, OrderView

_LOOKING_KEYS = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)
_TOO_LONG, _LONG = 2.5, 2.0
"""Pages from which on rows are low, and under which they are high again."""


class InitiativePanel(QWidget):
    """The order of play. It only tells what the user wants; nothing changes before a new order is shown."""

    looked = Signal(str)
    """Somebody is looked at: by a click or with the arrow keys."""
    target_marked = Signal(str)
    """Somebody is marked as the target: by a double click."""
    target_added = Signal(str)
    """Somebody is to be one of several targets, or no longer: by Ctrl and a right click."""
    menu_requested = Signal(str, QPoint)
    """The menu of a row is wanted, at a place on the screen: by the menu key or a right click. Row's id."""
    reordered = Signal(str, str)
    """A slot was dragged before another one; the second is empty at the end of the order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = SectionHeading("Initiative")
        self.list = InitiativeList(self)
        self.countdown = CountdownStrip()
        self.countdown.hide()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        strip = QHBoxLayout()
        strip.setContentsMargins(UNIT + HALF, 0, UNIT + HALF, 0)
        strip.addWidget(self.countdown)
        column.addLayout(strip)
        column.addWidget(self.list)
        body.setFocusProxy(self.list)
        lay_out_section(self, self.heading, body)
        for name in ("looked", "target_marked", "target_added", "menu_requested", "reordered"):
            getattr(self.list, name).connect(getattr(self, name))

    @property
    def model(self) -> InitiativeModel:
        return self.list.initiative

    def set_order(self, order: OrderView) -> None:
        """Show an order of play; whoever is looked at stays so as long as they have a row."""
        self.heading.set_aside(order.mode)
        self.model.set_order(order)
        self.list.fit_rows()
        self.countdown.setVisible(bool(order.clock.steps) and order.phase not in ("setup", "ended"))
        self.countdown.show_countdown(order.clock, _marks(order))

    def set_looked(self, who: str | None) -> None:
        """Show whom the rest of the window looks at; says nothing itself."""
        self.list.set_looked(who)

    def set_targets(self, *targets: str) -> None:
        """Mark the targets."""
        self.list.set_targets(*targets)

    def set_compact(self, is_compact: bool) -> None:
        """Rows of 28 px with one line each, or of 44 px with two."""
        self.list.set_compact(is_compact)

    def row_at(self, id: str) -> OrderRow | None:
        """The row with an id that `menu_requested` gave; None when it is gone."""
        at = self.model.row_of(id)
        row = None if at is None else self.model.rows[at]
        return row if isinstance(row, OrderRow) else None


def _marks(order: OrderView) -> dict[int, tuple[StepMark, ...]]:
    """Who is due on each step of the countdown."""
    found: dict[int, tuple[StepMark, ...]] = {}
    for row in order.rows:
        if row.step is not None:
            mark = StepMark(name=row.name, side=row.side, is_past=row.state in ("done", "lost") or row.is_out)
            found[row.step] = (*found.get(row.step, ()), mark)
    return found


class InitiativeList(QListView):
    """The list itself. A click only looks; dragging a row says where it should go."""

    looked = Signal(str)
    target_marked = Signal(str)
    target_added = Signal(str)
    menu_requested = Signal(str, QPoint)
    reordered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.initiative = InitiativeModel(self)
        self.delegate = InitiativeDelegate(self)
        self.setModel(self.initiative)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName("Initiative")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMinimumWidth(200)
        self._is_compact = False
        self._press: QPoint | None = None
        self._dragged: OrderRow | None = None
        self._drop: int | None = None
        theme().changed.connect(self.viewport().update)

    # ------------------------------------------------------------------------------------------ looking

    def set_looked(self, who: str | None) -> None:
        index = self.currentIndex()
        row = index.data(RowRole) if index.isValid() else None
        if isinstance(row, OrderRow) and who is not None and (row.who == who or who in row.members):
            return
        found = QModelIndex() if who is None else self.initiative.index_of(who)
        if found.isValid():
            self.selectionModel().setCurrentIndex(found, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            self.selectionModel().clear()

    def set_targets(self, *targets: str) -> None:
        before, self.delegate.targets = self.delegate.targets, frozenset(targets)
        for who in before ^ self.delegate.targets:
            for at, row in enumerate(self.initiative.rows):
                if isinstance(row, OrderRow) and (who == row.who or who in row.members):
                    self.update(self.initiative.index(at))

    def set_compact(self, is_compact: bool) -> None:
        self._is_compact = is_compact
        self.fit_rows()

    def fit_rows(self) -> None:
        """Rows are low in the compact layout, and where there are so many that only a few would be seen at a time."""
        pages = sum(row_height(row, False) for row in self.initiative.rows) / max(1, self.viewport().height())
        is_long = pages > (_LONG if self.delegate.is_compact else _TOO_LONG)
        if self.delegate.is_compact != (self._is_compact or is_long):
            self.delegate.is_compact = not self.delegate.is_compact
            self.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_rows()

    def _look(self, index: QModelIndex) -> None:
        who = self.initiative.who(index)
        if who is not None:
            self.looked.emit(who)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys look up and down; Esc gives up a drag; every other key belongs to the window."""
        if event.key() == Qt.Key.Key_Escape and self._dragged is not None:
            self._end_drag()
        elif event.key() in _LOOKING_KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            before = self.currentIndex()
            super().keyPressEvent(event)
            if self.currentIndex() != before:
                self._look(self.currentIndex())
        else:
            event.ignore()

    # ------------------------------------------------------------------------------------------ the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.RightButton:
            self._right_click(index, event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._press = event.position().toPoint()
        if not index.isValid():
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._look(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Looks as a click does, and marks the target."""
        self.mousePressEvent(event)
        who = self.initiative.who(self.indexAt(event.position().toPoint()))
        if who is not None and event.button() == Qt.MouseButton.LeftButton:
            self.target_marked.emit(who)

    def _right_click(self, index: QModelIndex, event: QMouseEvent) -> None:
        who = self.initiative.who(index)
        if who is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.target_added.emit(who)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key, or a right click; with Ctrl that adds a target instead."""
        is_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        if not is_key and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        row = index.data(RowRole) if index.isValid() else None
        if isinstance(row, OrderRow):
            where = self.visualRect(index).center() if is_key else event.pos()
            self.menu_requested.emit(row.id, self.viewport().mapToGlobal(where))

    # ------------------------------------------------------------------------------------------ dragging

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        at = event.position().toPoint()
        if self._dragged is None and (at - self._press).manhattanLength() >= QApplication.startDragDistance():
            row = self.indexAt(self._press).data(RowRole)
            self._dragged = row if isinstance(row, OrderRow) and row.is_movable else None
            if self._dragged is not None:
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragged is not None:
            self._drop = self._gap_at(at)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, drop = self._dragged, self._drop
        self._end_drag()
        if dragged is None or drop is None:
            return
        before = self._slot_after(drop)
        if before == dragged.slot or self._is_where_it_was(dragged, before):
            return
        self.reordered.emit(dragged.slot or "", before or "")

    def leaveEvent(self, event: QEvent) -> None:
        self.viewport().update()
        super().leaveEvent(event)

    def _end_drag(self) -> None:
        self._press = self._dragged = self._drop = None
        self.viewport().unsetCursor()
        self.viewport().update()

    def _movable(self) -> tuple[tuple[int, OrderRow], ...]:
        rows = enumerate(self.initiative.rows)
        return tuple((at, row) for at, row in rows if isinstance(row, OrderRow) and row.is_movable)

    def _gap_at(self, point: QPoint) -> int:
        """The row before which a drop at a point goes; rows that cannot be moved stay with those above them."""
        movable = self._movable()
        for at, _ in movable:
            if point.y() < self.visualRect(self.initiative.index(at)).center().y():
                return at
        return movable[-1][0] + 1

    def _slot_after(self, gap: int) -> str | None:
        return next((row.slot for at, row in self._movable() if at >= gap), None)

    def _is_where_it_was(self, dragged: OrderRow, before: str | None) -> bool:
        slots = [row.slot for _, row in self._movable()]
        at = slots.index(dragged.slot) if dragged.slot in slots else -1
        following = slots[at + 1] if 0 <= at < len(slots) - 1 else None
        return at >= 0 and following == before

    # ------------------------------------------------------------------------------------------ drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if not self.initiative.rowCount():
            painter.setPen(palette().color("muted"))
            words = "Nobody is here yet.\nAdd fighters with +."
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, words)
        elif self._drop is not None:
            line = self._drop_line(self._drop)
            painter.setPen(QPen(palette().color("selected_line"), 2))
            painter.drawLine(line.topLeft(), line.topRight())
        painter.end()

    def _drop_line(self, gap: int) -> QRect:
        above = self.visualRect(self.initiative.index(gap)) if gap < self.initiative.rowCount() else QRect()
        if not above.isValid():
            last = self.visualRect(self.initiative.index(gap - 1))
            return QRect(last.left(), last.bottom(), last.width(), 0)
        return QRect(above.left(), above.top(), above.width(), 0)
