"""Drawing the lines of the log and the details under them."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from gui.models.rows import RowRole
from gui.panels.lines import Face, draw_line, draw_line_to, font_of, width_of
from gui.style import palette
from gui.style.measures import SMALL, TEXT, UNIT
from model.view.log import Detail, LogLine
from model.view.texts import Spans

ROW = 24
DETAIL = 22
WHY = "why?"
CLOSE = "close"

_ROUND = 5.5 * UNIT
"""Width of the column of rounds; narrower where there is little room."""
_NARROW = 480
_MOST_LINES = 4
_OPEN_LINES = 40
_RULE = 84.0 * UNIT
"""The furthest right that a rule stands from where the sentence begins: in sight of its number."""


class LogDelegate(QStyledItemDelegate):
    """Draws lines and details over the whole width of its view, whatever their depth."""

    is_compact = False

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row = index.data(RowRole)
        width = self._view.viewport().width()
        if isinstance(row, Detail):
            return QSize(0, DETAIL)
        most = self._most_lines(index)
        lines = _line_count(row.spans, round(_sentence_width(width, row)), row.is_undone, most)
        return QSize(0, ROW + (lines - 1) * _line_height())

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(RowRole)
        rect: QRect = option.rect
        box = QRectF(0, rect.y(), self._view.viewport().width(), rect.height())
        painter.save()
        _draw_ground(painter, box, option.state)
        if isinstance(row, LogLine):
            is_open = self._view.isExpanded(index)
            _draw_line(painter, box, row, is_open=is_open, most_lines=self._most_lines(index))
        elif isinstance(row, Detail):
            _draw_detail(painter, box, row)
        painter.restore()

    def _most_lines(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """In how many lines a sentence may stand: in all that it needs when it is open."""
        return _OPEN_LINES if self._view.isExpanded(index) else 1 if self.is_compact else _MOST_LINES


def why_box(box: QRectF) -> QRectF:
    """Where `why?` stands in a line."""
    width = width_of(CLOSE, Face(TEXT)) + UNIT
    return QRectF(box.right() - width - UNIT, box.y(), width + UNIT, ROW)


def rule_box(box: QRectF, detail: Detail) -> QRectF:
    """Where the id of the rule stands in a detail."""
    width = width_of(_rule_text(box.width(), detail), Face(SMALL)) + UNIT
    right = min(box.right(), box.x() + _sentence_left(box.width()) + _RULE)
    return QRectF(right - width - UNIT, box.y(), width + UNIT, box.height())


def _rule_text(width: float, detail: Detail) -> str:
    """The rule's id, or the sign of a rule where there is no room for it."""
    return detail.rule if width >= _NARROW else "§"


def _draw_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, palette().color("selected"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, palette().color("hover"))


# ------------------------------------------------------------------------------------------ lines


def _draw_line(painter: QPainter, box: QRectF, line: LogLine, *, is_open: bool, most_lines: int) -> None:
    first = QRectF(box.x(), box.y(), box.width(), ROW)
    number = line.brief or "–"
    draw_line(painter, number, Face(SMALL, is_tabular=True), "dim", box.x() + 1.5 * UNIT, first.center().y(), _ROUND)
    left, width = _sentence_left(box.width()), _sentence_width(box.width(), line)
    layout = _layout(line.spans, width, line.is_undone, most_lines)
    _draw_layout(painter, layout, QPointF(box.x() + left, box.y()), line)
    if line.has_details:
        word, color = CLOSE if is_open else WHY, "dim" if line.is_undone else "link"
        draw_line_to(painter, word, Face(TEXT), color, why_box(box).right() - 1.5 * UNIT, first.center().y())


def _draw_layout(painter: QPainter, layout: QTextLayout, at: QPointF, line: LogLine) -> None:
    """Draw a laid-out sentence, its first line in the middle of the row, and the word about an undone one."""
    painter.setPen(palette().color("dim" if line.is_undone else "text"))
    top = (ROW - _line_height()) / 2
    layout.draw(painter, at + QPointF(0, top))
    if line.is_undone:
        last = layout.lineAt(layout.lineCount() - 1)
        middle = at.y() + top + last.y() + last.height() / 2
        draw_line(painter, "undone", Face(TEXT), "dim", at.x() + last.naturalTextWidth() + UNIT, middle, 7 * UNIT)


def _sentence_left(width: float) -> float:
    return 1.5 * UNIT + (_ROUND if width >= _NARROW else 3.5 * UNIT)


def _sentence_width(width: float, line: LogLine) -> float:
    """Room for a sentence: what round, `why?` and the word `undone` leave."""
    right = 7 * UNIT + (7 * UNIT if line.is_undone else 0)
    return max(8.0 * UNIT, width - _sentence_left(width) - right)


@functools.lru_cache(maxsize=8192)
def _line_count(spans: Spans, width: int, is_undone: bool, most: int) -> int:
    return _layout(spans, width, is_undone, most).lineCount()


def _line_height() -> int:
    return 18


def _layout(spans: Spans, width: float, is_undone: bool, most: int) -> QTextLayout:
    """A sentence in lines of a width; what goes beyond the last line is cut off with dots."""
    layout = QTextLayout("".join(span.text for span in spans), font_of(Face(TEXT)))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(list(_formats(spans, is_undone)))
    layout.beginLayout()
    for number in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        is_last = number == most - 1
        line.setLineWidth(width)
        if is_last and line.textStart() + line.textLength() < len(layout.text()):
            return _cut(spans, line.textStart() + line.textLength(), width, is_undone, most)
        line.setPosition(QPointF(0, number * _line_height()))
    layout.endLayout()
    return layout


def _cut(spans: Spans, length: int, width: float, is_undone: bool, most: int) -> QTextLayout:
    """The sentence shortened until it fits, with dots at its end."""
    kept = []
    room = max(1, length - 2)
    for span in spans:
        if room <= 0:
            break
        kept.append(type(span)(text=span.text[:room], kind=span.kind))
        room -= len(span.text)
    last = kept[-1]
    kept[-1] = type(last)(text=last.text.rstrip() + "…", kind=last.kind)
    return _layout(tuple(kept), width, is_undone, most)


def _formats(spans: Spans, is_undone: bool) -> Iterator[QTextLayout.FormatRange]:
    colors = palette()
    start = 0
    for span in spans:
        look = QTextCharFormat()
        if span.kind == "name":
            look.setFontWeight(QFont.Weight.DemiBold)
        color = "dim" if is_undone else "muted" if span.kind == "muted" else "text"
        look.setForeground(colors.color(color))
        look.setFontStrikeOut(is_undone)
        part = QTextLayout.FormatRange()
        part.start = start
        part.length = len(span.text.encode("utf-16-le")) // 2
        part.format = look
        start += part.length
        yield part


# ------------------------------------------------------------------------------------------ details


def _draw_detail(painter: QPainter, box: QRectF, detail: Detail) -> None:
    """Label and value, then why it does not count or whose word it is, and the rule at the right."""
    end = rule_box(box, detail).x() if detail.rule else box.right() - 1.5 * UNIT
    draw = _draw_number if detail.kind in ("number", "part") else _draw_result
    after = draw(painter, box, detail, end)
    remark = " · ".join(part for part in (detail.remark, "the GM's word" if _is_gms(detail) else "") if part)
    if remark and end - after > 4 * UNIT:
        draw_line(painter, remark, Face(SMALL), "dim", after, box.center().y(), end - after - UNIT)
    if detail.rule:
        right = rule_box(box, detail).right() - 1.5 * UNIT
        draw_line_to(painter, _rule_text(box.width(), detail), Face(SMALL), "link", right, box.center().y())


def _draw_number(painter: QPainter, box: QRectF, detail: Detail, end: float) -> float:
    """A number or a part of one, its value in the column of values; where that ends is returned."""
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
    """A roll, ruling or refusal: the value follows the label and has the room first; where it ends is returned."""
    left, y = box.x() + _sentence_left(box.width()), box.center().y()
    room = max(0.0, end - left - UNIT)
    face = Face(TEXT, is_bold=True, is_tabular=True)
    needed = width_of(detail.value, face) + 2 * UNIT if detail.value else 0.0
    used = draw_line(painter, detail.label, Face(TEXT), "muted", left, y, max(room * 0.25, room - needed))
    after = left + used + 2 * UNIT
    return after + draw_line(painter, detail.value, face, "text", after, y, end - after - UNIT) + 2 * UNIT


def _is_gms(detail: Detail) -> bool:
    return detail.is_override and "GM" not in detail.remark and detail.kind == "part"
