"""The targets of an attack that one throw decides about: a line for each, with what may come of it, and a way out."""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gui.models.rows import RowRole, RowsModel
from gui.models.target_rows import TargetRow
from gui.panels.lines import Face, draw_line, draw_line_to, width_of
from gui.panels.odds_view import percent
from gui.panels.roll_table_rows import badge
from gui.style import TokenLook, palette
from gui.style.measures import SMALL, TEXT, UNIT
from gui.widgets.short_list import ShortList
from model.state.base import Id
from model.view.explanations import ruling_text, verdict_word

_ROW = 24
_NAME = Face(TEXT, is_bold=True)
_WORDS = Face(SMALL, is_tabular=True)
_CHANCE = Face(TEXT, is_bold=True, is_tabular=True)
_BADGE = 8.0
_OUT = "✕"


class TargetsModel(RowsModel[TargetRow]):
    """A row for each target."""

    def id_of(self, row: TargetRow) -> str:
        return row.id

    def value(self, row: TargetRow, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.words
        if role == Qt.ItemDataRole.ToolTipRole:
            verdict = "" if row.ruling is None else f"{ruling_text(row.ruling)} (a click on the verdict turns it round)"
            return "\n".join(part for part in (row.words, verdict, f"{_OUT} or Del: not a target") if part)
        return None


class _TargetDelegate(QStyledItemDelegate):
    """Draws a target."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, _ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: TargetRow = index.data(RowRole)
        box, colors = QRectF(option.rect), palette()
        middle = box.center().y()
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, colors.color("selected"))
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), colors.color("selected_line"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, colors.color("hover"))
        ratio = option.widget.devicePixelRatioF()
        look = TokenLook(initials=row.initials, side=row.side, hidden=row.is_hidden, out=row.is_out)
        pixmap = badge(_BADGE, ratio, look, colors)
        half = pixmap.width() / ratio / 2
        painter.drawPixmap(QPointF(box.left() + UNIT + _BADGE - half, middle - half), pixmap)
        draw_line(painter, _OUT, _WORDS, "muted", out_box(box).left() + 4, middle, _ROW)
        right = out_box(box).left()
        right -= self._draw_result(painter, row, right, middle) + UNIT
        left = box.left() + UNIT + 2 * _BADGE + UNIT
        left += draw_line(painter, row.name, _NAME, "text", left, middle, right - left) + UNIT
        if row.numbers and right - left > 3 * UNIT:
            draw_line(painter, row.numbers, _WORDS, "muted", left, middle, right - left)
        painter.restore()

    def _draw_result(self, painter: QPainter, row: TargetRow, right: float, middle: float) -> float:
        """The verdict, else the chance and what else may come of it; the width that they took is returned."""
        if row.ruling is not None:
            word = verdict_word(row.ruling).capitalize() + ("" if row.ruling.is_true == row.ruling.computed else " ✎")
            return draw_line_to(painter, word, _CHANCE, "good" if row.ruling.is_true else "bad", right, middle)
        if row.chance is None:
            return 0
        draw_line_to(painter, percent(row.chance), _CHANCE, "text", right, middle)
        taken = width_of("99.9 %", _CHANCE)
        for words, color in _further(row):
            taken += UNIT
            taken += draw_line_to(painter, words, _WORDS, color, right - taken, middle)
        return taken


def _further(row: TargetRow) -> list[tuple[str, str]]:
    """What else may come of it, from the right: the average, then such as dropping, with their colours."""
    words = [(f"{title} {percent(chance)}", "bad") for title, chance in row.further[:1]]
    return words if row.mean is None or words else [(f"⌀ {float(row.mean):.1f}", "muted")]


def out_box(box: QRectF) -> QRectF:
    """Where a click takes the target of a row out."""
    return QRectF(box.right() - _ROW, box.top(), _ROW, box.height())


class TargetsList(ShortList):
    """Says who is to be looked at more closely, who is no target, and whose verdict is turned round."""

    picked = Signal()
    """Another target is in hand."""
    taken_out = Signal(str)
    flipped = Signal(str, object)
    """Key of a verdict and what the GM says instead; None takes it back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_being_filled = False
        self.rows = TargetsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_TargetDelegate(self))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Targets")
        self.setAccessibleDescription("Up and down look at one of them more closely, Delete takes one out.")
        self.hide()

    @property
    def row_height(self) -> int:
        return _ROW

    @property
    def in_hand(self) -> Id | None:
        """Whose numbers and odds are to be shown in full."""
        row: TargetRow | None = self.currentIndex().data(RowRole)
        return None if row is None else row.id

    def show_targets(self, rows: tuple[TargetRow, ...]) -> None:
        """Show these; the one in hand stays so as long as they are among them."""
        self._is_being_filled = True
        self.rows.set_rows(rows)
        if self.in_hand is None and rows:
            self._take_in_hand(0)
        self._is_being_filled = False
        self.setVisible(bool(rows))
        self.updateGeometry()

    def _take_in_hand(self, at: int) -> None:
        with_it = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self.rows.index(at, 0), with_it)

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        if not self._is_being_filled:
            self.picked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        row: TargetRow = index.data(RowRole)
        out = out_box(QRectF(self.visualRect(index)))
        if out.contains(event.position()):
            self.taken_out.emit(row.id)
        elif row.ruling is not None and event.position().x() > out.left() - 2 * _ROW:
            back = row.ruling.is_true != row.ruling.computed
            self.flipped.emit(row.ruling.key, None if back else not row.ruling.is_true)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.in_hand is not None:
            self.taken_out.emit(self.in_hand)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)
        else:
            # Digits are dice wherever the focus is.
            event.ignore()
