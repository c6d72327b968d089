"""Drawing the rows of the roll table: who, what, how much is needed, the dice or the choice, and what came of it."""

from __future__ import annotations

import functools
import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gui.models.roll_table import RollRow, TitleRole, TypedRole, option_labels, preset, ticked, typed_of
from gui.models.rows import RowRole
from gui.panels.action_stage import draw_die
from gui.style import TokenLook, palette, token_pixmap
from gui.style.measures import COMPACT_ROW, HALF, RADIUS, SMALL, TEXT, UNIT
from gui.style.palette import Palette
from gui.widgets.basics import Face, draw_line, draw_line_to, width_of
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer
from model.engine.requests import Question

ROOMY_ROW = 36

_NAME = Face(TEXT, is_bold=True)
_WORDS = Face(SMALL)
_PILL = Face(SMALL)
_CHOSEN = Face(SMALL, is_bold=True)
_RESULT = Face(TEXT, is_bold=True, is_tabular=True)
_DIE = 22.0
_GAP = 3.0
_MOST_DICE = 4
"""More dice than these are written in one field."""
_FIELD = 84.0
_NUMBER = 40.0
_RESULT_ROOM = 52.0
_LEAST_NAME = 84.0
"""Pixels that names keep whatever has to be chosen."""


class RollTableDelegate(QStyledItemDelegate):
    """Draws a row; `is_compact` belongs to the list that uses it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_compact = False
        self.has_focus = False
        """Whether the list has the focus, so that the row in hand shows where the next die goes."""

    @property
    def height(self) -> int:
        return COMPACT_ROW if self.is_compact else ROOMY_ROW

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, self.height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: RollRow = index.data(RowRole)
        box = QRectF(option.rect)
        is_in_hand = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        self._draw_ground(painter, box, row, is_in_hand, bool(option.state & QStyle.StateFlag.State_MouseOver))
        if index.row() and index.sibling(index.row() - 1, 0).data(RowRole).side != row.side:
            painter.setPen(QPen(palette().color("line"), 1))
            painter.drawLine(box.topLeft(), box.topRight())
        ratio = option.widget.devicePixelRatioF()
        left = self._draw_token(painter, box, row, ratio)
        right = self._draw_answer(painter, box, row, index.data(TypedRole), is_in_hand and self.has_focus)
        below = self._said_below(row, index.data(TitleRole), index.data(TypedRole))
        self._draw_words(painter, row, below, left, box.center().y(), right - UNIT - left)
        painter.restore()

    def _draw_ground(self, painter: QPainter, box: QRectF, row: RollRow, is_in_hand: bool, is_hovered: bool) -> None:
        if is_in_hand:
            painter.fillRect(box, palette().color("selected"))
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), palette().color("selected_line"))
        elif is_hovered:
            painter.fillRect(box, palette().color("hover"))

    def _draw_token(self, painter: QPainter, box: QRectF, row: RollRow, ratio: float) -> float:
        """The badge; where the words begin is returned."""
        radius = 9.0 if self.is_compact else 11.0
        middle = QPointF(box.left() + UNIT + radius, box.center().y())
        if row.initials:
            look = TokenLook(initials=row.initials, side=row.side, hidden=row.is_hidden, out=row.is_out)
            pixmap = badge(radius, ratio, look, palette())
            half = pixmap.width() / ratio / 2
            painter.drawPixmap(middle - QPointF(half, half), pixmap)
        return middle.x() + radius + UNIT

    def _draw_words(self, painter: QPainter, row: RollRow, below: str, left: float, middle: float, room: float) -> None:
        color = "text" if row.is_open else "muted"
        name = f"{row.name} → {row.about}" if row.about else row.name
        words, words_color = (row.problem, "bad") if row.problem else (below, "muted")
        if self.is_compact or not words:
            taken = draw_line(painter, name, _NAME, color, left, middle, room)
            if words and room - taken > 3 * UNIT:
                draw_line(painter, words, _WORDS, words_color, left + taken + UNIT, middle, room - taken - UNIT)
        else:
            draw_line(painter, name, _NAME, color, left, middle - 8, room)
            draw_line(painter, words, _WORDS, words_color, left, middle + 8, room)

    def _said_below(self, row: RollRow, title: str, typed: str) -> str:
        needed = row.needed
        if row.chance is not None:
            least = needed.replace(" or more", "+").replace(" or less", "−") if self.is_compact else needed
            needed = f"{float(row.chance):.0%}".replace("%", " %") + f" · {least}"
        return " · ".join(part for part in (title, needed, row.dice, _outlook(row, typed)) if part)

    # ------------------------------------------------------------------------------------- answers

    def _draw_answer(self, painter: QPainter, box: QRectF, row: RollRow, typed: str, is_in_hand: bool) -> float:
        """Dice, number or choice with its result; where they begin is returned."""
        if isinstance(row.request, Question) and row.request.kind != "number":
            return self._draw_choice(painter, box, row, typed)
        right = box.right() - UNIT
        if isinstance(row.request, DiceRequest):
            if row.result:
                color = "text" if row.ruling is None else "good" if row.ruling.is_true else "bad"
                draw_line_to(painter, row.result, _RESULT, color, right, box.center().y())
            right -= _RESULT_ROOM
            if _is_single_dice(row, typed):
                return self._draw_dice(painter, row, typed, right, box.center().y(), is_in_hand)
        return self._draw_field(painter, row, typed, right, box.center().y(), is_in_hand)

    def _draw_dice(
        self, painter: QPainter, row: RollRow, typed: str, right: float, middle: float, is_in_hand: bool
    ) -> float:
        assert isinstance(row.request, DiceRequest)
        count = row.request.count
        left = right - count * (_DIE + _GAP) + _GAP
        given = typed.split() if typed else typed_of(row.answer).split()
        lying = typed_of(row.offered).split()
        for at in range(count):
            box = QRectF(left + at * (_DIE + _GAP), middle - _DIE / 2, _DIE, _DIE)
            is_next = is_in_hand and at == min(len(given) if typed or row.is_open else 0, count - 1)
            line = "now" if is_next else "line"
            if at < len(given):
                draw_die(painter, box, given[at], line=line, color="text" if typed or not row.problem else "bad")
            elif not given and at < len(lying):
                draw_die(painter, box, lying[at], line=line, color="dim", dashed=True)
            else:
                draw_die(painter, box, "", line=line)
        return left

    def _draw_field(
        self, painter: QPainter, row: RollRow, typed: str, right: float, middle: float, is_in_hand: bool
    ) -> float:
        width = _FIELD if isinstance(row.request, DiceRequest) else _NUMBER
        box = QRectF(right - width, middle - _DIE / 2, width, _DIE)
        text = typed or typed_of(row.answer)
        suggested = ""
        if not text:
            suggested = typed_of(row.offered if isinstance(row.request, DiceRequest) else _preset(row))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(palette().color("now" if is_in_hand else "line"), 2 if is_in_hand else 1)
        if suggested:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(palette().color("background"))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        color = "dim" if suggested else "bad" if row.problem and not typed else "text"
        shown = text or suggested
        face = Face(SMALL, is_bold=True, is_tabular=True)
        start = box.center().x() - min(width_of(shown, face), width - UNIT) / 2
        draw_line(painter, shown, face, color, start, middle, width - UNIT)
        return box.left()

    def _draw_choice(self, painter: QPainter, box: QRectF, row: RollRow, typed: str) -> float:
        taken = ticked(row, typed)
        chosen = taken if typed or not row.is_open else ()
        suggested = () if chosen else taken
        pills = self.pills(row, box)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key, pill in pills.items():
            is_chosen = key in chosen
            pen = QPen(palette().color("selected_line" if is_chosen or key in suggested else "line"), 1)
            if key in suggested:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(palette().color("selected" if is_chosen else "raised"))
            painter.drawRoundedRect(pill.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
            face, text = _pill_words(row, key, is_chosen=is_chosen)
            draw_line(painter, text, face, "text", pill.left() + UNIT - 1, pill.center().y(), pill.width() - UNIT)
        return min((pill.left() for pill in pills.values()), default=box.right())

    def is_on_verdict(self, row: RollRow, box: QRectF, at: QPointF) -> bool:
        """Whether a place in a row is on the verdict of its roll."""
        return row.ruling is not None and at.x() >= box.right() - UNIT - _RESULT_ROOM

    def pills(self, row: RollRow, box: QRectF) -> dict[str, QRectF]:
        """Where the options of a row are drawn, by key; one field under an empty key where they don't fit."""
        if not isinstance(row.request, Question) or row.request.kind == "number":
            return {}
        keys = [choice.key for choice in row.request.options]
        widths = [self._pill_width(row, key) for key in keys]
        room = box.width() - _LEAST_NAME - ROOMY_ROW
        if not keys or sum(widths) + HALF * len(widths) > room:
            keys, widths = [""], [min(room, self._pill_width(row, ""))]
        left = box.right() - UNIT - sum(widths) - HALF * (len(widths) - 1)
        found = {}
        for key, width in zip(keys, widths, strict=True):
            found[key] = QRectF(left, box.center().y() - _DIE / 2, width, _DIE)
            left += width + HALF
        return found

    def _pill_width(self, row: RollRow, key: str) -> float:
        # As wide as when chosen, so that nothing moves with the choice.
        _, text = _pill_words(row, key, is_chosen=bool(key))
        return width_of(text, _CHOSEN) + 2 * UNIT - 2


@functools.lru_cache(maxsize=128)
def badge(radius: float, ratio: float, look: TokenLook, colors: Palette) -> QPixmap:
    """A token for a row, kept: every key paints the rows anew."""
    return token_pixmap(radius, ratio, look, colors)


_TICK = "✓ "


def _pill_words(row: RollRow, key: str, *, is_chosen: bool = False) -> tuple[Face, str]:
    """An option as it is written, with the digit that picks it; under an empty key what a menu is opened by."""
    question = row.request
    assert isinstance(question, Question)
    if not key:
        place = "on the map" if question.kind in ("place", "path") else "choose…"
        return _PILL, f"{', '.join(option_labels(row)) or ('✓' if row.answer else place)} ▾"
    number, choice = next((at, one) for at, one in enumerate(question.options, 1) if one.key == key)
    if is_chosen:
        return _CHOSEN, f"{_TICK}{choice.label}"
    return _PILL, f"{number} {choice.label}"


def _outlook(row: RollRow, typed: str) -> str:
    """What the number that is typed, given or suggested would come to, where that is known."""
    if not isinstance(row.request, Question) or not row.request.comes_to:
        return ""
    number = typed or typed_of(row.answer) or typed_of(_preset(row))
    return row.request.outlook(int(number)) if number.isdigit() else ""


def _preset(row: RollRow) -> Answer | None:
    return preset(row.request) if isinstance(row.request, Question) else None


def _is_single_dice(row: RollRow, typed: str) -> bool:
    """Whether each die has a box of its own: few of them, and nothing else than faces said or typed."""
    assert isinstance(row.request, DiceRequest)
    if row.request.count > _MOST_DICE:
        return False
    if typed:
        return re.fullmatch(r"[\d\s]*", typed) is not None
    lying = row.answer or row.offered
    return lying is None or isinstance(lying, Faces)
