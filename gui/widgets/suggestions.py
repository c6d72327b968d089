"""The names of a game that fit what is typed, in the flow below a field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gui.style.theme import SMALL, UNIT, palette
from gui.widgets.basics import Face, draw_line, draw_line_to
from model.engine.names import Names
from model.view.parts import PartView
from model.view.typed_parts import Suggestion, suggestions, typed_name

_ROW = 27
"""Height of a suggestion in pixels."""
_ROWS = 7
_NAME, _KEY = Face(), Face(SMALL)
_ABOUT_LEFT, _LEAST = 180, 40
"""Where the column with what is known of a name begins, and its least width."""
_SUGGESTION = Qt.ItemDataRole.UserRole
_ABOUT = Qt.ItemDataRole.UserRole + 1


Suggested = tuple[PartView, Suggestion]
"""A name, and the part of the sheet that it belongs to."""


class _SuggestionDelegate(QStyledItemDelegate):
    """A row: the name, what is known of it, and the key that takes it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colors = palette()
        rect = option.rect
        is_marked = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_marked:
            painter.fillRect(rect, colors.color("selected"))
        is_own = index.data(_SUGGESTION)[1].is_own
        key = "Enter" if is_marked else "Shift+Enter" if is_own else ""
        middle = rect.center().y() + 0.5
        right = rect.right() - UNIT
        if key:
            right -= round(draw_line_to(painter, key, _KEY, "muted", right, middle)) + UNIT
        left = rect.left() + UNIT
        name = str(index.data(Qt.ItemDataRole.DisplayRole))
        width = draw_line(painter, name, _NAME, "text", left, middle, right - left)
        at = left + max(width + 2 * UNIT, _ABOUT_LEFT)
        if right - at > _LEAST:
            draw_line(painter, str(index.data(_ABOUT)), _KEY, "muted", at, middle, right - at)


class SuggestionList(QListWidget):
    """Names that fit; the last of a part is always new, of one's own. The focus stays in the field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setAccessibleName("Names of the game")
        self.setProperty("measure", "popup")
        self.setItemDelegate(_SuggestionDelegate(self))

    def fill(self, part: PartView, others: Sequence[PartView], typed: str, known: Names) -> None:
        """List the names of a part that fit, and if a name is typed, a few of the other parts that fit too."""
        found: list[Suggested] = [(part, one) for one in suggestions(part, typed, known)]
        if others and typed_name(part, typed, known):
            for other in others:
                found += [(other, one) for one in suggestions(other, typed, known, most=2)]
        found.sort(key=lambda one: one[1].is_own)
        self.clear()
        for of, one in found:
            about = one.help if one.is_own or not others else " · ".join(filter(None, (of.entry, one.help)))
            item = QListWidgetItem(f"New {of.entry} “{one.title}”" if one.is_own else one.title)
            item.setSizeHint(QSize(0, _ROW))
            item.setData(_SUGGESTION, (of, one))
            item.setData(_ABOUT, "" if one.is_own else about)
            self.addItem(item)
        self.setFixedHeight(min(_ROWS, len(found)) * _ROW + UNIT + 2)

    def suggested(self, row: int) -> Suggested:
        part, one = self.item(row).data(_SUGGESTION)
        return part, one

    @property
    def all_suggested(self) -> Iterator[Suggested]:
        return map(self.suggested, range(self.count()))

    @property
    def current(self) -> Suggested:
        return self.suggested(self.currentRow())

    def mark(self, part: PartView | None, title: str = "") -> None:
        """Make the name with this title of a part current, or its new one if there is no title; None: no row."""
        for row, (of, one) in enumerate(self.all_suggested):
            if of is part and (one.title == title if title else one.is_own):
                self.setCurrentRow(row)
                return
        self.setCurrentRow(-1)

    def step(self, rows: int) -> None:
        """Make the row that many further down current, but none beyond the ends."""
        self.setCurrentRow(max(0, min(self.currentRow() + rows, self.count() - 1)))
