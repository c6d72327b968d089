"""The log dock: a sentence for each step, newest on top, which expands into the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from gui.models.rows import IdRole, Index, RowRole, reconcile
from gui.style import SectionHeading, lay_out_section, palette, theme
from gui.style.theme import SMALL, TEXT, UNIT
from gui.widgets.basics import (
    SENTENCE_LINE,
    Face,
    LookPictures,
    draw_line,
    draw_line_to,
    laid_out,
    line_count,
    width_of,
)
from model.state.base import replace
from model.view.log import Detail, LogLine

# ------------------------------------------------------------------------------------------------------------ the model

PAGE = 32
"""Lines that become rows at a time, more than a screen shows; few, because a view lays out every row at each change."""
_SPARE = 8
"""New lines that are added before old ones are removed."""


class _Node:
    """A line or detail, and its position in the tree. Its children are created when they are first requested."""

    __slots__ = ("children", "number", "parent", "row", "value")

    def __init__(self, value: LogLine | Detail, parent: _Node | None, row: int) -> None:
        self.number = 0
        """Internal id of its model index; 0 until it is part of the tree."""
        self.value = value
        self.parent = parent
        self.row = row
        self.children: list[_Node] | None = None

    @property
    def details(self) -> tuple[Detail, ...]:
        return self.value.details if isinstance(self.value, LogLine) else self.value.children

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Node) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]


class LogModel(QAbstractItemModel):
    """Lines with their details. `RowRole` gives the `LogLine` or `Detail`, `IdRole` the id of a detail's rule."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[LogLine, ...] = ()
        """Every line, oldest first; those from `_first` on are rows."""
        self._most = PAGE + _SPARE
        """Number of rows above which the oldest are removed."""
        self._first = 0
        self._lines: list[_Node] = []
        self._nodes: dict[int, _Node] = {}
        self._given_out = 0

    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Show these lines, given oldest first; the oldest become rows when the user scrolls down to them.

        Cost: proportional to the lines since the oldest one that differs, not to the length of the log.
        """
        self._all = tuple(lines)
        if not self._begins_as_before():
            self._first = max(0, len(self._all) - PAGE)
            self._most = PAGE + _SPARE
        shown = self._all[self._first :]
        same = self._same_at_the_end(shown)
        old = self._lines[: len(self._lines) - same]
        fresh = [_Node(line, None, 0) for line in reversed(shown[same:])]
        gone = {_key(node): node for node in old}
        for node in fresh:
            gone.pop(_key(node), None)
        reconcile(self, self._lines, fresh, _key, self._change, moved=self._renumber, tail=same)
        self._forget(gone.values())
        self._drop_oldest()

    def show_older(self) -> None:
        """Add older lines as rows below the others. Not Qt's `fetchMore`: tree views call that at every layout."""
        older = self._all[max(0, self._first - PAGE) : self._first]
        if not older:
            return
        at = len(self._lines)
        self.beginInsertRows(QModelIndex(), at, at + len(older) - 1)
        self._lines.extend(_Node(line, None, 0) for line in reversed(older))
        self._renumber()
        self._first -= len(older)
        self._most = len(self._lines) + _SPARE
        self.endInsertRows()

    def _drop_oldest(self) -> None:
        """Remove the oldest rows if there are more than `_most`, which covers those the user has scrolled to."""
        if len(self._lines) <= self._most:
            return
        first = self._most - _SPARE
        self.beginRemoveRows(QModelIndex(), first, len(self._lines) - 1)
        gone = self._lines[first:]
        del self._lines[first:]
        self._first += len(gone)
        self._forget(gone)
        self.endRemoveRows()

    def _begins_as_before(self) -> bool:
        """Whether the oldest row still shows the same line."""
        if not self._lines or self._first >= len(self._all):
            return False
        return self._lines[-1].value == self._all[self._first]

    def _same_at_the_end(self, lines: Sequence[LogLine]) -> int:
        """Return how many of these lines, from the oldest on, are shown already."""
        same = 0
        for node, line in zip(reversed(self._lines), lines, strict=False):
            if node.value is not line and node.value != line:
                break
            same += 1
        return same

    def _renumber(self) -> None:
        for row, node in enumerate(self._lines):
            if node.row == row and node.number:
                continue
            node.row = row
            if not node.number:
                self._take_in(node)

    def _take_in(self, node: _Node) -> None:
        if not node.number:
            self._given_out += 1
            node.number = self._given_out
            self._nodes[node.number] = node

    def _forget(self, nodes: Iterable[_Node]) -> None:
        for node in nodes:
            self._nodes.pop(node.number, None)
            self._forget(node.children or ())

    def _change(self, at: int, fresh: _Node) -> None:
        """Replace a line, which stays expanded if it was, and its details only if they differ."""
        node, line = self._lines[at], fresh.value
        assert isinstance(line, LogLine)
        index = self.index(at, 0)
        if node.details != line.details:
            self._replace_details(node, line, index)
        node.value = line
        self.dataChanged.emit(index, index)

    def _replace_details(self, node: _Node, line: LogLine, index: QModelIndex) -> None:
        if node.details:
            self.beginRemoveRows(index, 0, len(node.details) - 1)
            self._forget(node.children or ())
            node.value, node.children = replace(line, details=()), None
            self.endRemoveRows()
        if line.details:
            self.beginInsertRows(index, 0, len(line.details) - 1)
            node.value, node.children = line, None
            self.endInsertRows()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        # Called for every line at each change, so the lines are read without a further call.
        nodes = self._children(parent) if parent.isValid() else self._lines
        if column != 0 or not 0 <= row < len(nodes):
            return QModelIndex()
        return self.createIndex(row, 0, nodes[row].number)

    def parent(self, index: Index) -> Any:  # type: ignore[override]  # QObject's parent() of no index is never asked
        node = self._nodes.get(index.internalId()) if index.isValid() else None
        if node is None or node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.row, 0, node.parent.number)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._children(parent))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self._node(index)
        if node is None:
            return None
        if role == RowRole:
            return node.value
        if isinstance(node.value, LogLine):
            return _line_value(node.value, role)
        return _detail_value(node.value, role)

    def _node(self, index: Index) -> _Node | None:
        return self._nodes.get(index.internalId()) if index.isValid() else None

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        if not parent.isValid():
            return bool(self._lines)
        node = self._nodes.get(parent.internalId())
        if node is None:
            return False
        value = node.value
        return bool(value.details if isinstance(value, LogLine) else value.children)

    def _children(self, parent: Index) -> list[_Node]:
        if not parent.isValid():
            return self._lines
        node = self._node(parent)
        if node is None:
            return []
        if node.children is None:
            node.children = [_Node(detail, node, row) for row, detail in enumerate(node.details)]
            for child in node.children:
                self._take_in(child)
        return node.children


def _line_key(line: LogLine) -> int:
    """Return the key of a line, which stays the same when further moves are folded into it."""
    return line.steps[0] if line.steps else line.number


def _key(node: _Node) -> int:
    assert isinstance(node.value, LogLine)
    return _line_key(node.value)


def _line_value(line: LogLine, role: int) -> Any:
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
        return line.text
    if role == Qt.ItemDataRole.AccessibleTextRole:
        words = (line.when.lower(), line.text, "undone" if line.is_undone else "")
        return ", ".join(word for word in words if word)
    if role == Qt.ItemDataRole.AccessibleDescriptionRole:
        return "opens into its explanation" if line.has_details else ""
    return None


def _detail_value(detail: Detail, role: int) -> Any:
    if role == IdRole:
        return detail.rule
    if role == Qt.ItemDataRole.DisplayRole:
        return f"{detail.label} {detail.value}".rstrip()
    if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
        words = (
            f"{detail.label} {detail.value}".rstrip(),
            "" if detail.is_applied else "does not count",
            detail.remark,
            "GM's ruling" if detail.is_override else "",
            detail.rule and f"rule {detail.rule}",
        )
        return ", ".join(word for word in words if word)
    return None


# ----------------------------------------------------------------------------------------------------------------- rows


ROW = 24
DETAIL = 22
WHY = "why?"
CLOSE = "close"

_ROUND = 5.5 * UNIT
"""Width in pixels of the column of rounds; it is narrower in a view less than `_NARROW` wide."""
_NARROW = 480
_MOST_LINES = 4
_OPEN_LINES = 40
_MOST_PICTURES = 64
_RULE = 84.0 * UNIT
"""Most pixels from the beginning of the sentence to the end of a rule's id, so that it stays near its number."""


class LogDelegate(QStyledItemDelegate):
    """Draws lines and details over the whole width of its view, at any depth."""

    is_compact = False

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view
        self._pictures = LookPictures(_MOST_PICTURES, on_panel=True)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row = index.data(RowRole)
        width = self._view.viewport().width()
        if isinstance(row, Detail):
            return QSize(0, DETAIL)
        most = self._most_lines(index)
        lines = line_count(row.spans, round(_sentence_width(width, row)), row.is_undone, most)
        return QSize(0, ROW + (lines - 1) * SENTENCE_LINE)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(RowRole)
        rect = QRect(0, option.rect.y(), self._view.viewport().width(), option.rect.height())
        state = option.state.value & (_SELECTED | _MOUSE_OVER)
        if isinstance(row, LogLine):
            is_open, most = self._view.isExpanded(index), self._most_lines(index)

            def draw(painter: QPainter, box: QRectF) -> None:
                _draw_ground(painter, box, state)
                _draw_line(painter, box, row, is_open=is_open, most_lines=most)

            shown = (row.brief, row.spans, row.is_undone, row.has_details, is_open, most, state)
            self._pictures.draw(painter, rect, shown, draw)
        elif isinstance(row, Detail):
            painter.save()
            _draw_ground(painter, QRectF(rect), state)
            _draw_detail(painter, QRectF(rect), row)
            painter.restore()

    def _most_lines(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """Most lines that a sentence may take: all that it needs (`_OPEN_LINES`) if its row is expanded."""
        return _OPEN_LINES if self._view.isExpanded(index) else 1 if self.is_compact else _MOST_LINES


def why_box(box: QRectF) -> QRectF:
    """The rectangle of `why?` in that of a line."""
    width = width_of(CLOSE, Face(TEXT)) + UNIT
    return QRectF(box.right() - width - UNIT, box.y(), width + UNIT, ROW)


def rule_box(box: QRectF, detail: Detail) -> QRectF:
    """The rectangle of the rule's id in that of a detail."""
    width = width_of(_rule_text(box.width(), detail), Face(SMALL)) + UNIT
    right = min(box.right(), box.x() + _sentence_left(box.width()) + _RULE)
    return QRectF(right - width - UNIT, box.y(), width + UNIT, box.height())


def _rule_text(width: float, detail: Detail) -> str:
    """The rule's id, or `§` if there is no room for it."""
    return detail.rule if width >= _NARROW else "§"


_SELECTED, _MOUSE_OVER = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_MouseOver.value


def _draw_ground(painter: QPainter, box: QRectF, state: int) -> None:
    if state & _SELECTED:
        painter.fillRect(box, palette().color("selected"))
    elif state & _MOUSE_OVER:
        painter.fillRect(box, palette().color("hover"))


# ---------------------------------------------------------------------------------------------------------------- lines


def _draw_line(painter: QPainter, box: QRectF, line: LogLine, *, is_open: bool, most_lines: int) -> None:
    first = QRectF(box.x(), box.y(), box.width(), ROW)
    number = line.brief or "–"
    draw_line(painter, number, Face(SMALL, is_tabular=True), "dim", box.x() + 1.5 * UNIT, first.center().y(), _ROUND)
    left, width = _sentence_left(box.width()), _sentence_width(box.width(), line)
    layout = laid_out(line.spans, round(width), line.is_undone, most_lines)
    _draw_layout(painter, layout, QPointF(box.x() + left, box.y()), line)
    if line.has_details:
        word, color = CLOSE if is_open else WHY, "dim" if line.is_undone else "link"
        draw_line_to(painter, word, Face(TEXT), color, why_box(box).right() - 1.5 * UNIT, first.center().y())


def _draw_layout(painter: QPainter, layout: QTextLayout, at: QPointF, line: LogLine) -> None:
    """Draw a laid-out sentence, its first line vertically centred in a row, and `undone` after an undone one."""
    painter.setPen(palette().color("dim" if line.is_undone else "text"))
    top = (ROW - SENTENCE_LINE) / 2
    layout.draw(painter, at + QPointF(0, top))
    if line.is_undone:
        last = layout.lineAt(layout.lineCount() - 1)
        middle = at.y() + top + last.y() + last.height() / 2
        draw_line(painter, "undone", Face(TEXT), "dim", at.x() + last.naturalTextWidth() + UNIT, middle, 7 * UNIT)


def _sentence_left(width: float) -> float:
    return 1.5 * UNIT + (_ROUND if width >= _NARROW else 3.5 * UNIT)


def _sentence_width(width: float, line: LogLine) -> float:
    """Width in pixels that round, `why?` and the word `undone` leave for a sentence."""
    right = 7 * UNIT + (7 * UNIT if line.is_undone else 0)
    return max(8.0 * UNIT, width - _sentence_left(width) - right)


# -------------------------------------------------------------------------------------------------------------- details


def _draw_detail(painter: QPainter, box: QRectF, detail: Detail) -> None:
    """Draw label and value, then why it does not count or who decided it, and the rule at the right."""
    end = rule_box(box, detail).x() if detail.rule else box.right() - 1.5 * UNIT
    draw = _draw_number if detail.kind in ("number", "part") else _draw_result
    after = draw(painter, box, detail, end)
    remark = " · ".join(part for part in (detail.remark, "GM's ruling" if _is_gms(detail) else "") if part)
    if remark and end - after > 4 * UNIT:
        draw_line(painter, remark, Face(SMALL), "dim", after, box.center().y(), end - after - UNIT)
    if detail.rule:
        right = rule_box(box, detail).right() - 1.5 * UNIT
        draw_line_to(painter, _rule_text(box.width(), detail), Face(SMALL), "link", right, box.center().y())


def _draw_number(painter: QPainter, box: QRectF, detail: Detail, end: float) -> float:
    """Draw a number or a part of one, its value in the column of values; return where a remark may begin."""
    is_part, y = detail.kind == "part", box.center().y()
    left = box.x() + _sentence_left(box.width()) + (2 * UNIT if is_part else 0)
    color = "dim" if not detail.is_applied else "muted" if is_part else "text"
    columns = 20 * UNIT if box.width() < _NARROW else 28 * UNIT
    column = min(box.x() + _sentence_left(box.width()) + columns, box.right() - 6 * UNIT)
    face = Face(TEXT, is_bold=not is_part, is_tabular=True, is_struck=not detail.is_applied)
    width = draw_line_to(painter, detail.value, face, color, column, y)
    label = Face(TEXT, is_struck=not detail.is_applied)
    draw_line(painter, detail.label, label, color, left, y, column - width - UNIT - left)
    return column + 2 * UNIT


def _draw_result(painter: QPainter, box: QRectF, detail: Detail, end: float) -> float:
    """Draw a roll, ruling or refusal: the value, which gets room first, after the label; return where they end."""
    left, y = box.x() + _sentence_left(box.width()), box.center().y()
    room = max(0.0, end - left - UNIT)
    face = Face(TEXT, is_bold=True, is_tabular=True)
    needed = width_of(detail.value, face) + 2 * UNIT if detail.value else 0.0
    used = draw_line(painter, detail.label, Face(TEXT), "muted", left, y, max(room * 0.25, room - needed))
    after = left + used + 2 * UNIT
    return after + draw_line(painter, detail.value, face, "text", after, y, end - after - UNIT) + 2 * UNIT


def _is_gms(detail: Detail) -> bool:
    return detail.is_override and "GM" not in detail.remark and detail.kind == "part"


# ------------------------------------------------------------------------------------------------------------ the panel


_NAVIGATION_KEYS = frozenset(
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
    """Shows the log of the battle."""

    rule_requested = Signal(str)
    """The rule behind a number is requested: its id."""
    menu_requested = Signal(LogLine, QPoint)
    """The menu of a line is requested: the line, and a global screen position."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = SectionHeading("Log")
        self.list = LogList(self)
        self._newest = 0
        """The number of the newest line."""
        lay_out_section(self, self.heading, self.list)
        self.list.rule_requested.connect(self.rule_requested)
        self.list.menu_requested.connect(self.menu_requested)

    @property
    def model(self) -> LogModel:
        return self.list.log

    def set_lines(self, lines: Sequence[LogLine], last: int = 0) -> None:
        """Show these lines, given oldest first; `last` is the number of the last step (0: say how many there are).

        A new line is scrolled into view, unless the GM is in the log, reading another.
        """
        count = sum(max(1, len(line.steps)) for line in lines)
        newest = lines[-1].number if lines else 0
        self.heading.set_aside(f"step {last}" if last else steps_text(count))
        self.model.set_lines(lines)
        if newest != self._newest and not self.list.hasFocus():
            self.list.scrollToTop()
        self._newest = newest

    def set_compact(self, is_compact: bool) -> None:
        """Set whether each line takes one row, however long, instead of being wrapped."""
        self.list.set_compact(is_compact)


class LogList(QTreeView):
    """The tree view of the lines."""

    rule_requested = Signal(str)
    menu_requested = Signal(LogLine, QPoint)

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

    @property
    def selected_line(self) -> LogLine | None:
        """The current line, or None if a detail or nothing is current, or the log does not have the focus."""
        row = self.currentIndex().data(RowRole) if self.hasFocus() else None
        return row if isinstance(row, LogLine) else None

    def _show_older_at_the_end(self, value: int) -> None:
        if value and value == self.verticalScrollBar().maximum():
            self.log.show_older()

    def set_compact(self, is_compact: bool) -> None:
        self.delegate.is_compact = is_compact
        self.scheduleDelayedItemsLayout()

    def toggle(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Expand a line into all its details, or collapse it."""
        if self.isExpanded(index):
            self.collapse(index)
        else:
            self.open_line(index)

    def open_line(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Expand a line, and scroll as far as needed to show its details, the line itself staying visible."""
        self.expandRecursively(index)
        self.doItemsLayout()
        last = index
        while (rows := self.model().rowCount(last)) > 0:
            last = self.model().index(rows - 1, 0, last)
        self.scrollTo(last)
        if self.visualRect(index).top() < 0:
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)

    # ------------------------------------------------------------------------------------------ keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys, Home, End and page keys move; Right and Left expand and collapse a line.

        Space toggles a line, and requests the rule of a detail. Every other key is left to the window.
        """
        index = self.currentIndex()
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if is_plain and index.isValid() and event.key() == Qt.Key.Key_Space:
            self._open_or_ask(index)
        elif is_plain and event.key() == Qt.Key.Key_Right and not index.parent().isValid():
            self.open_line(index)
        elif is_plain and event.key() in _NAVIGATION_KEYS:
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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of a line on the menu key or a right click, on the line or on one of its details."""
        is_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        where = self.visualRect(index).center() if is_key else event.pos()
        while index.parent().isValid():
            index = index.parent()
        line = index.data(RowRole) if index.isValid() else None
        if isinstance(line, LogLine):
            self.menu_requested.emit(line, self.viewport().mapToGlobal(where))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_link = self._link_at(event.position()) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def _link_at(self, point: QPointF) -> QModelIndex | None:
        """The row whose `why?` or rule is at a point, or None if there is none."""
        index = self.indexAt(point.toPoint())
        row = index.data(RowRole) if index.isValid() else None
        box = self._row_box(index)
        if isinstance(row, LogLine) and row.has_details and why_box(box).contains(point):
            return index
        if isinstance(row, Detail) and row.rule and rule_box(box, row).contains(point):
            return index
        return None

    def link_center(self, index: QModelIndex) -> QPointF:
        """The centre of the `why?` or rule of a row, in viewport coordinates."""
        row = index.data(RowRole)
        box = self._row_box(index)
        return (rule_box(box, row) if isinstance(row, Detail) else why_box(box)).center()

    def _row_box(self, index: QModelIndex) -> QRectF:
        rect: QRect = self.visualRect(index)
        return QRectF(0, rect.y(), self.viewport().width(), rect.height())

    # ------------------------------------------------------------------------------------------ drawing

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap sentences again if the width changes; add older rows if more height leaves nothing to scroll to."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
        if event.size().height() > event.oldSize().height() and not self.verticalScrollBar().maximum():
            self.log.show_older()

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
    """The number of steps in words: `1 step`, `12 steps`."""
    return f"{count} step" if count == 1 else f"{count} steps"
