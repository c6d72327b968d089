"""The history dock: the steps of the battle with filters and search; a click shows the battle after that step."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.history import KINDS, HistoryFeed, HistoryRow
from gui.models.rows import RowRole
from gui.style.theme import HALF, SMALL, TEXT, UNIT, palette, semi_bold, text_font, theme
from gui.style.widgets import SectionHeading
from gui.widgets.fields import ChoiceField
from model.session import Step
from model.session.branches import Branch
from model.session.history import ABOUT_LINES
from model.state.base import replace

_ROW = 28
_BRANCHES = 4
"""Most branches that are visible without scrolling."""
NumberRole = int(Qt.ItemDataRole.UserRole) + 40


class HistoryModel(QAbstractListModel):
    """The steps listed by the feed as rows. A step is only rendered as text when its row is displayed."""

    def __init__(self, feed: HistoryFeed, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._feed = feed
        self._count = 0
        feed.began.connect(self._begin)
        feed.added.connect(self._add)

    def _begin(self) -> None:
        self.beginResetModel()
        self._count = len(self._feed.numbers)
        self.endResetModel()

    def _add(self, count: int, is_before: bool) -> None:
        at = 0 if is_before else self._count
        self.beginInsertRows(QModelIndex(), at, at + count - 1)
        self._count += count
        self.endInsertRows()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._count

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        number = self._feed.numbers[index.row()]
        if role == NumberRole:
            return number
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, _ROW)
        if role in (RowRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            row = self._feed.row(number)
            return row if role == RowRole else row.words if role == Qt.ItemDataRole.DisplayRole else _hint(row)
        return None


def _goes_on(step: Step, current: Branch) -> bool:
    """Whether a step directly continues the current branch, and is not an action about branches."""
    is_plain = step.kind == "do" and step.call.action not in ABOUT_LINES
    return is_plain and current.is_current and step.parent == current.tip


def _hint(row: HistoryRow) -> str:
    return " · ".join(filter(None, (f"Step {row.number}", row.round, row.time, row.words)))


class HistoryDelegate(QStyledItemDelegate):
    """Draws number, round, text and, if it fits, time of a step; marks are semi-bold, undone steps struck through."""

    shown: int | None = None
    """Number of the step after which the battle is shown, or None if the present is shown."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row, colors = index.data(RowRole), palette()
        box = QRectF(option.rect)
        painter.save()
        is_shown = row.number == self.shown
        state = option.state
        if is_shown or state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, colors.color("selected"))
        if is_shown:
            painter.fillRect(QRectF(box.x(), box.y(), 3, box.height()), colors.color("now"))
        small = text_font(SMALL)
        painter.setFont(small)
        painter.setPen(colors.color("muted"))
        widest = QFontMetricsF(small)
        left = box.x() + UNIT + HALF
        for column, widest_words in ((str(row.number), "00000"), (row.round, "R000")):
            width = widest.horizontalAdvance(widest_words)
            painter.drawText(QRectF(left, box.y(), width, box.height()), Qt.AlignmentFlag.AlignVCenter, column)
            left += width
        time_width = widest.horizontalAdvance("00:00") if box.width() > 300 else 0.0
        if time_width:
            painter.drawText(
                box.adjusted(0, 0, -UNIT, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, row.time
            )
        font = semi_bold(TEXT) if row.is_mark else text_font(TEXT)
        font.setStrikeOut(row.is_undone)
        painter.setFont(font)
        painter.setPen(colors.color("muted" if row.is_undone else "text"))
        room = QRectF(left, box.y(), box.right() - left - time_width - 2 * UNIT, box.height())
        words = QFontMetricsF(font).elidedText(row.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()


class _Steps(QListView):
    """The list of steps: a click, Enter or Space chooses one, a right click or the menu key requests its menu."""

    chosen = Signal(int)
    menu_requested = Signal(int, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("History")
        self.clicked.connect(lambda index: self.chosen.emit(index.data(NumberRole)))
        theme().changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if is_enter and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex().data(NumberRole))
        elif event.key() in (
            Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End
        ):  # fmt: skip
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters are commands of the window

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        if index.isValid():
            where = self.visualRect(index).center() if is_key else event.pos()
            self.menu_requested.emit(index.data(NumberRole), self.viewport().mapToGlobal(where))


class HistoryPanel(QWidget):
    """Steps above, branches of the battle below. Only commands of the menus change the battle."""

    menu_requested = Signal(int, QPoint)
    """The menu of a step is requested: the step's number, and a global screen position."""
    branch_requested = Signal(Branch, QPoint)
    """The menu of a branch is requested: the branch, and a global screen position."""
    aside_changed = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.feed = HistoryFeed(bridge, self)
        self._known: tuple[Branch, ...] = ()
        """The branches found last."""
        self._counted = 0
        """Number of the last step included in `_known`."""
        self.field = QLineEdit()
        self.field.setPlaceholderText("Search")
        self.field.setAccessibleName("Search in the history")
        self.field.setClearButtonEnabled(True)
        self.who, self.kind = ChoiceField(), ChoiceField(KINDS)
        self.who.setAccessibleName("About whom")
        self.kind.setAccessibleName("Kind of step")
        self.undone = QCheckBox("Undone too")
        self.steps = _Steps()
        self.model = HistoryModel(self.feed, self.steps)
        self.delegate = HistoryDelegate(self.steps)
        self.steps.setModel(self.model)
        self.steps.setItemDelegate(self.delegate)
        self.heading = SectionHeading("Branches")
        self.branches = QListWidget()
        self._lay_out()
        self.steps.chosen.connect(self.look)
        self.steps.menu_requested.connect(self.menu_requested)
        self.branches.itemClicked.connect(lambda item: self.look(item.data(RowRole).tip))
        self.branches.customContextMenuRequested.connect(self._ask_branch)
        self.field.textChanged.connect(self._filter)
        for box in (self.who, self.kind):
            box.entered.connect(self._filter)
        self.undone.toggled.connect(self._filter)
        bridge.changed.connect(self.refresh)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, UNIT, 0, 0)
        column.setSpacing(HALF)
        first, second = QHBoxLayout(), QHBoxLayout()
        for line, widgets in ((first, (self.field, self.who)), (second, (self.kind, self.undone))):
            line.setContentsMargins(12, 0, UNIT, 0)
            line.setSpacing(UNIT)
            for widget in widgets:
                line.addWidget(widget, 1 if widget in (self.field, self.kind) else 0)
            column.addLayout(line)
        self.who.setMaximumWidth(18 * UNIT)
        column.addWidget(self.steps, 1)
        head = QHBoxLayout()
        head.setContentsMargins(12, 0, UNIT, 0)
        head.addWidget(self.heading)
        column.addLayout(head)
        self.branches.setFrameShape(QFrame.Shape.NoFrame)
        self.branches.setAccessibleName("Branches")
        self.branches.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.branches.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self.branches)
        self.setFocusProxy(self.steps)

    # ------------------------------------------------------------------------------------- showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the current steps and branches; do nothing while the panel is hidden."""
        if not self.isVisible():
            return
        past = self._bridge.past
        self.delegate.shown = None if past is None else past.number
        self.steps.viewport().update()
        if past is not None:
            self.aside_changed.emit(f"step {past.number}")
            return
        is_at_end = self.steps.verticalScrollBar().value() >= self.steps.verticalScrollBar().maximum() - 1
        self.feed.follow()
        count = len(self.feed.numbers)
        self.aside_changed.emit(f"{count} {'step' if count == 1 else 'steps'}")
        self._show_combatants()
        self._show_branches()
        if is_at_end:
            self.steps.scrollToBottom()

    def _show_combatants(self) -> None:
        combatants = (("Everyone", ""), *self.feed.combatants)
        if [(self.who.itemText(at), self.who.itemData(at)) for at in range(self.who.count())] == list(combatants):
            return
        self.who.set_options(combatants, self.feed.who)

    def _find_branches(self) -> tuple[Branch, ...]:
        """Return the current branches.

        A step that only continues the current branch is added to the branches found last, because a new search takes
        time proportional to the number of all steps.
        """
        session = self._bridge.session
        last = session.steps[-1] if session.steps else None
        number, known = (0, self._known)
        if last is not None:
            number = last.number
        if known and last is not None and self._counted == number - 1 and _goes_on(last, known[0]):
            known = (replace(known[0], tip=number, count=known[0].count + 1), *known[1:])
        elif not known or self._counted != number:
            known = session.branches()
        self._known, self._counted = known, number
        return known

    def _show_branches(self) -> None:
        found = self._find_branches()
        self.branches.clear()
        for branch in found:
            sign = "●" if branch.is_current else "○"
            steps = f"{branch.count} {'step' if branch.count == 1 else 'steps'}"
            where = steps if branch.is_current else f"from {branch.fork}, {steps}"
            item = QListWidgetItem(f"{sign} {branch.name}   {where}")
            item.setData(RowRole, branch)
            item.setToolTip("Click shows where it ends; right-click goes there or compares.")
            self.branches.addItem(item)
        rows = min(_BRANCHES, max(1, len(found)))
        height = rows * max(24, self.branches.sizeHintForRow(0))
        self.branches.setFixedHeight(height + HALF)
        for widget in (self.heading, self.branches):
            widget.setVisible(len(found) > 1)

    def _filter(self, *_: object) -> None:
        self.feed.set_filter(
            self.field.text(),
            self.kind.currentData(),
            self.who.currentData() or "",
            shows_undone=self.undone.isChecked(),
        )
        self.steps.scrollToBottom()

    def look(self, number: int) -> None:
        """Show the battle as it was after a step."""
        self._bridge.show_step(number)

    def _ask_branch(self, at: QPoint) -> None:
        item = self.branches.itemAt(at)
        if item is not None:
            self.branch_requested.emit(item.data(RowRole), self.branches.viewport().mapToGlobal(at))
