"""A table for what several must roll or choose: players in seat order first, then the GM's side, already rolled.

It replaces the single stage in the action panel as soon as several can answer an action at once. It keeps every answer
until the action is applied, so that each can still be changed.
"""

from __future__ import annotations

import functools
import re

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.models.roll_table import (
    RollRow,
    RollTableModel,
    TitleRole,
    TypedRole,
    is_complete,
    option_labels,
    preset,
    read_answer,
    roll_rows,
    ticked,
    typed_of,
    with_tick,
)
from gui.models.rows import RowRole
from gui.panels.action_stage import draw_die
from gui.panels.odds import percent
from gui.style import TokenLook, palette, token_pixmap
from gui.style.clicks import run_menu
from gui.style.theme import COMPACT_ROW, HALF, RADIUS, SMALL, TEXT, UNIT, Palette, set_role
from gui.widgets.basics import Face, FlowLayout, KeyButton, ShortList, draw_line, draw_line_to, width_of
from gui.widgets.fields import hold_typed, release_typed
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Option
from model.engine.group_attack import AIMS, GROUP_ATTACK, Together, group_odds
from model.engine.requests import Question, answer_of
from model.engine.ruleset import Measure
from model.state.base import Id
from model.state.board import Place

# -------------------------------------------------------------------------------------------------------- drawing a row

ROOMY_ROW = 36

_NAME = Face(TEXT, is_bold=True)
_WORDS = Face(SMALL)
_PILL = Face(SMALL)
_CHOSEN = Face(SMALL, is_bold=True)
_RESULT = Face(TEXT, is_bold=True, is_tabular=True)
_DIE = 22.0
_GAP = 3.0
_MOST_DICE = 4
"""Most dice that have a box each; more are written in one field."""
_FIELD = 84.0
_NUMBER = 40.0
_RESULT_ROOM = 52.0
_LEAST_NAME = 84.0
"""Pixels that names keep beside any options."""


class RollTableDelegate(QStyledItemDelegate):
    """Draws a row; `is_compact` and `has_focus` are set by the list that uses it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_compact = False
        self.has_focus = False
        """Whether the list has the focus, so that the current row shows where the next die goes."""

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
        is_current = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        self._draw_ground(painter, box, row, is_current, bool(option.state & QStyle.StateFlag.State_MouseOver))
        if index.row() and index.sibling(index.row() - 1, 0).data(RowRole).side != row.side:
            painter.setPen(QPen(palette().color("line"), 1))
            painter.drawLine(box.topLeft(), box.topRight())
        ratio = option.widget.devicePixelRatioF()
        left = self._draw_token(painter, box, row, ratio)
        right = self._draw_answer(painter, box, row, index.data(TypedRole), is_current and self.has_focus)
        below = self._said_below(row, index.data(TitleRole), index.data(TypedRole))
        self._draw_words(painter, row, below, left, box.center().y(), right - UNIT - left)
        painter.restore()

    def _draw_ground(self, painter: QPainter, box: QRectF, row: RollRow, is_current: bool, is_hovered: bool) -> None:
        if is_current:
            painter.fillRect(box, palette().color("selected"))
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), palette().color("selected_line"))
        elif is_hovered:
            painter.fillRect(box, palette().color("hover"))

    def _draw_token(self, painter: QPainter, box: QRectF, row: RollRow, ratio: float) -> float:
        """Draw the token; return where the words begin."""
        radius = 9.0 if self.is_compact else 11.0
        middle = QPointF(box.left() + UNIT + radius, box.center().y())
        if row.initials:
            look = TokenLook(
                initials=row.initials, side=row.side, hidden=row.is_hidden, out=row.is_out, left_as=row.left_as
            )
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
        needed = row.needed_words(is_brief=self.is_compact)
        return " · ".join(part for part in (title, needed, row.dice, _consequence(row, typed)) if part)

    # ------------------------------------------------------------------------------------- answers

    def _draw_answer(self, painter: QPainter, box: QRectF, row: RollRow, typed: str, is_current: bool) -> float:
        """Draw dice, number or choice with the result; return their left end."""
        if isinstance(row.request, Question) and row.request.kind != "number":
            return self._draw_choice(painter, box, row, typed)
        right = box.right() - UNIT
        if isinstance(row.request, DiceRequest):
            if row.result:
                color = "text" if row.ruling is None else "good" if row.ruling.is_true else "bad"
                draw_line_to(painter, row.result, _RESULT, color, right, box.center().y())
            right -= _RESULT_ROOM
            if _is_single_dice(row, typed):
                return self._draw_dice(painter, row, typed, right, box.center().y(), is_current)
        return self._draw_field(painter, row, typed, right, box.center().y(), is_current)

    def _draw_dice(
        self, painter: QPainter, row: RollRow, typed: str, right: float, middle: float, is_current: bool
    ) -> float:
        assert isinstance(row.request, DiceRequest)
        count = row.request.count
        left = right - count * (_DIE + _GAP) + _GAP
        given = typed.split() if typed else typed_of(row.answer).split()
        lying = typed_of(row.offered).split()
        for at in range(count):
            box = QRectF(left + at * (_DIE + _GAP), middle - _DIE / 2, _DIE, _DIE)
            is_next = is_current and at == min(len(given) if typed or row.is_open else 0, count - 1)
            line = "now" if is_next else "line"
            if at < len(given):
                draw_die(painter, box, given[at], line=line, color="text" if typed or not row.problem else "bad")
            elif not given and at < len(lying):
                draw_die(painter, box, lying[at], line=line, color="dim", dashed=True)
            else:
                draw_die(painter, box, "", line=line)
        return left

    def _draw_field(
        self, painter: QPainter, row: RollRow, typed: str, right: float, middle: float, is_current: bool
    ) -> float:
        width = _FIELD if isinstance(row.request, DiceRequest) else _NUMBER
        box = QRectF(right - width, middle - _DIE / 2, width, _DIE)
        text = typed or typed_of(row.answer)
        suggested = ""
        if not text:
            suggested = typed_of(row.offered if isinstance(row.request, DiceRequest) else _preset(row))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(palette().color("now" if is_current else "line"), 2 if is_current else 1)
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
        """Whether a point in a row is on the verdict of its roll."""
        return row.ruling is not None and at.x() >= box.right() - UNIT - _RESULT_ROOM

    def pills(self, row: RollRow, box: QRectF) -> dict[str, QRectF]:
        """The boxes in which the options of a row are drawn, by key.

        If they don't fit, or there are none, a single box has the empty key; without a choice there is no box.
        """
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
    """Return a token for a row, from a cache, because every key press repaints the rows."""
    return token_pixmap(radius, ratio, look, colors)


_TICK = "✓ "


def _pill_words(row: RollRow, key: str, *, is_chosen: bool = False) -> tuple[Face, str]:
    """Face and text of an option, with the digit that picks it unless chosen; of the menu button for an empty key."""
    question = row.request
    assert isinstance(question, Question)
    if not key:
        on_map = question.default_words or "on the map"
        place = on_map if question.kind in ("place", "path") else "choose…"
        return _PILL, f"{', '.join(option_labels(row)) or ('✓' if row.answer else place)} ▾"
    number, choice = next((at, one) for at, one in enumerate(question.options, 1) if one.key == key)
    if is_chosen:
        return _CHOSEN, f"{_TICK}{choice.label}"
    return _PILL, f"{number} {choice.label}"


def _consequence(row: RollRow, typed: str) -> str:
    """What the number typed, given or suggested would result in, or an empty string if that is not known."""
    if not isinstance(row.request, Question) or not row.request.comes_to:
        return ""
    number = typed or typed_of(row.answer) or typed_of(_preset(row))
    return row.request.consequence(int(number)) if number.isdecimal() else ""


def _preset(row: RollRow) -> Answer | None:
    return preset(row.request) if isinstance(row.request, Question) else None


def _is_single_dice(row: RollRow, typed: str) -> bool:
    """Whether each die has its own box: at most `_MOST_DICE` dice, and only faces answered, offered or typed."""
    assert isinstance(row.request, DiceRequest)
    if row.request.count > _MOST_DICE:
        return False
    if typed:
        return re.fullmatch(r"[\d\s]*", typed) is not None
    lying = row.answer or row.offered
    return lying is None or isinstance(lying, Faces)


# ------------------------------------------------------------------------------------------------------------- the list


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = Qt.KeyboardModifier.NoModifier
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class RollList(ShortList):
    """The list of rows. Its signals say what was typed or chosen for which row; it answers nothing itself."""

    submitted = Signal(str, str)
    """Id of a row, and the text typed as its answer."""
    answered = Signal(str, object)
    """Id of a row, and the answer chosen or accepted for it."""
    rolled = Signal(str)
    """The dice of a row are to be rolled: the row's id."""
    rest_rolled = Signal()
    left_out = Signal()
    """The current combatant is to be left out."""
    included = Signal()
    """The combatant left out last is to take part again."""
    cleared = Signal(str)
    """The answer of a row is to be taken back: the row's id."""
    stepped_back = Signal()
    """The answer given last is to be taken back, because nothing was typed in the current row."""
    mistyped = Signal(str)
    """A sentence about why the input cannot be an answer; empty when it no longer applies."""
    wanting = Signal(str)
    """What the current row still needs, as a sentence."""
    overruled = Signal(str, object)
    """Key of a verdict, and the GM's decision instead of it; None removes the decision."""
    finished = Signal()
    """Enter was pressed with every row answered."""
    place_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = RollTableModel(self)
        self.setModel(self.rows)
        self.delegate = RollTableDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setAccessibleName("Rolls and Choices of Everyone")
        self.setAccessibleDescription(
            "Type the dice of the current row; Enter, Tab and the arrow keys go on or back, Shift+R rolls the rest."
        )
        self.is_moving = False
        """Whether the current row is answered because another one was chosen: that one is current then."""
        self._has_gone_on = False
        """Whether the last key completed an answer and went on, so that an Enter after it is still for that answer."""

    # ------------------------------------------------------------------------------------ rows

    @property
    def row(self) -> RollRow | None:
        """The current row, or None if there is none."""
        found: RollRow | None = self.currentIndex().data(RowRole)
        return found

    @property
    def typed(self) -> str:
        """The text being typed into the current row."""
        return "" if self.row is None else self.rows.typed(self.row.id)

    def set_compact(self, compact: bool) -> None:
        if compact != self.delegate.is_compact:
            self.delegate.is_compact = compact
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()

    def make_current(self, at: int | None) -> None:
        """Make a row current and scroll to it; None makes no row current."""
        index = self.rows.index(-1 if at is None else at, 0)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            self.scrollTo(index)

    def go_on(self, *, is_same_allowed: bool = False) -> bool:
        """Go to the next row without an answer; return False if all have one."""
        at = self.rows.next_open(max(0, self.currentIndex().row()), is_same_allowed=is_same_allowed)
        if at is not None:
            self.make_current(at)
        return at is not None

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        self.mistyped.emit("")
        row = self.row
        self.place_wanted.emit(row is not None and _is_place(row) and row.is_open)

    # ------------------------------------------------------------------------------------ keys

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key is input for the current row, whatever has the focus."""
        row, text = self.row, event.text().lower()
        extra = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        if row is None or event.modifiers() & ~extra or len(text) != 1:
            return False
        if text.isdecimal():
            return not _is_place(row)
        if isinstance(row.request, Question):
            return row.request.kind == "number" and text in "-.,"
        is_word = any(sign.isalpha() for sign in self.typed)
        begins = any(word.startswith(text) for word in row.request.words)
        return text == "=" or (text == "/" and row.request.called != ()) or (text.isalpha() and (is_word or begins))

    def event(self, event: QEvent) -> bool:
        """Accept the keys of the table, so that they are no shortcuts while it has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            editing = (*_ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_Space, Qt.Key.Key_Delete)
            is_roll = event.key() == Qt.Key.Key_R and event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            )
            if self.takes(event) or is_roll or (plain and event.key() in editing):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.row
        if key not in _ENTER:
            self._has_gone_on = False
        if row is None:
            super().keyPressEvent(event)
        elif key in _STEPS and event.modifiers() in (_PLAIN, Qt.KeyboardModifier.KeypadModifier):
            self.move_by(_STEPS[Qt.Key(key)])
        elif self.takes(event):
            self._type(row, event.text().lower())
        elif key in _ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            if not event.isAutoRepeat():
                self.submit()
        elif key == Qt.Key.Key_Backspace:
            self._backspace(row)
        elif key == Qt.Key.Key_Delete:
            self._clear(row)
        elif key == Qt.Key.Key_R and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.rest_rolled.emit()
        elif key == Qt.Key.Key_R and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.roll()
        elif key == Qt.Key.Key_X and event.modifiers() in (_PLAIN, Qt.KeyboardModifier.ShiftModifier):
            (self.left_out if event.modifiers() == _PLAIN else self.included).emit()
        elif key == Qt.Key.Key_Space:
            self._space(row)
        elif event.text().strip() and event.text().isprintable():
            # Not passed to the list, which would search for a name that begins with the letter.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go to the row after or before with Tab; from the last or first one, leave the table."""
        if self.move_by(1 if next else -1):
            return True
        return bool(self.typed) or super().focusNextPrevChild(next)

    def move_by(self, steps: int) -> bool:
        """Answer the current row with what is typed, and go that many rows down; return False if there is no such row.

        What cannot be the answer keeps its row current.
        """
        at = self.currentIndex().row() + steps
        if self.enter_typed() and 0 <= at < self.rows.rowCount():
            self.make_current(at)
            return True
        return False

    def enter_typed(self) -> bool:
        """Answer the current row with what is typed, if anything is; return False if that cannot be the answer."""
        release_typed(self)
        row = self.row
        if row is None or not self.typed:
            return True
        self.is_moving = True
        self.submitted.emit(row.id, self.typed)
        self.is_moving = False
        return self.rows.typed(row.id) == ""

    def submit(self) -> None:
        """Do what Enter does.

        In an open row, submit what was typed, else the offered dice or the suggestion, else roll dice that the program
        usually rolls, else go to the next open row. With every row answered, emit `finished`.
        """
        release_typed(self)
        row = self.row
        if self._has_gone_on:
            self._has_gone_on = False
            return
        if row is None or (not self.typed and not row.is_open):
            if not self.go_on():
                self.finished.emit()
            return
        if self.typed.strip() or (_is_ticked(row) and self.typed):
            self.submitted.emit(row.id, self.typed)
        elif row.offered is not None:
            self.answered.emit(row.id, row.offered)
        elif isinstance(row.request, Question) and (suggested := preset(row.request)) is not None:
            self.answered.emit(row.id, suggested)
        elif row.is_rolled:
            self.rolled.emit(row.id)
        elif self.rows.next_open(self.currentIndex().row()) == self.currentIndex().row():
            self.wanting.emit(_wanting(row))
        else:
            self.go_on()

    def roll(self) -> None:
        """Roll the dice of the current row."""
        if self.row is not None and isinstance(self.row.request, DiceRequest):
            self.rolled.emit(self.row.id)

    def _type(self, row: RollRow, sign: str) -> None:
        if isinstance(row.request, Question):
            self._type_answer(row, row.request, sign)
            return
        typed = self.typed + sign
        if row.request.sides < 10 and re.fullmatch(r"[\d\s]*", typed):
            if not 1 <= int(sign) <= row.request.sides:
                self.mistyped.emit(f"There is no {sign} on a d{row.request.sides}.")
                return
            typed = " ".join(re.findall(r"\d", typed))
        self.rows.set_typed(row.id, typed)
        self.mistyped.emit("")
        if is_complete(row.request, typed):
            self.submitted.emit(row.id, typed)

    def _type_answer(self, row: RollRow, question: Question, sign: str) -> None:
        """Pick an option by its digit, or type a number; a complete one is the answer at once."""
        if question.kind != "number":
            self.pick(int(sign))
            # In a row of several options nothing is answered yet.
            self._has_gone_on = not self.typed
            return
        typed = self.typed + sign
        self.rows.set_typed(row.id, typed)
        self.mistyped.emit("")
        if is_complete(question, typed):
            self.submitted.emit(row.id, typed)
            self._has_gone_on = not self.rows.typed(row.id)
        else:
            hold_typed(self, self.enter_typed)

    def _space(self, row: RollRow) -> None:
        if self.typed:
            self.rows.set_typed(row.id, self.typed.rstrip() + " ")
        elif isinstance(row.request, Question) and row.request.options:
            self.open_menu(row)

    def _backspace(self, row: RollRow) -> None:
        """Delete the last sign or die typed, else the last die of the answer; in an unanswered row, step back."""
        if self.typed:
            self.rows.set_typed(row.id, "" if _is_ticked(row) else self.typed.rstrip()[:-1].rstrip())
            self.mistyped.emit("")
        elif row.is_open and not row.problem:
            self.stepped_back.emit()
        else:
            self._clear(row, keep_dice=True)

    def clear_typed(self) -> None:
        """Clear what was typed into the current row but not submitted."""
        if self.row is not None:
            self.rows.set_typed(self.row.id, "")
            self.mistyped.emit("")

    def take_back(self) -> None:
        """Take back the last die, or the choice, of the current row."""
        if self.row is not None:
            self._clear(self.row, keep_dice=True)

    def _clear(self, row: RollRow, *, keep_dice: bool = False) -> None:
        left = row.answer.faces[:-1] if keep_dice and isinstance(row.answer, Faces) else ()
        if row.answer is not None:
            self.cleared.emit(row.id)
        self.rows.set_typed(row.id, " ".join(map(str, left)))

    # --------------------------------------------------------------------------------- choosing

    def pick(self, number: int) -> bool:
        """Choose the option with this number, counted from 1, in the current row; return False if there is none."""
        row = self.row
        if row is None or not isinstance(row.request, Question) or not 1 <= number <= len(row.request.options):
            return False
        self._choose(row, row.request.options[number - 1].key)
        return True

    def _choose(self, row: RollRow, key: str) -> None:
        question = row.request
        assert isinstance(question, Question)
        if question.kind == "options":
            self.rows.set_typed(row.id, with_tick(row, self.rows.typed(row.id), key))
        else:
            self.answered.emit(row.id, Option(option=key))

    def open_menu(self, row: RollRow) -> None:
        """Open a menu of a row's options, which may not fit into the row."""
        assert isinstance(row.request, Question)
        menu = QMenu(self)
        taken = ticked(row, self.rows.typed(row.id))
        for number, choice in enumerate(row.request.options, 1):
            action = menu.addAction(f"&{number}  {choice.label}" if number < 10 else choice.label)
            action.setCheckable(True)
            action.setChecked(choice.key in taken)
            action.setToolTip(choice.help)
            action.triggered.connect(lambda _=False, key=choice.key: self._choose(row, key))
        corner = self.visualRect(self.currentIndex())
        run_menu(menu, self.viewport().mapToGlobal(QPoint(corner.right() - menu.sizeHint().width(), corner.bottom())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.indexAt(event.position().toPoint()) != self.currentIndex() and not self.enter_typed():
            return
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        row: RollRow = index.data(RowRole)
        box = QRectF(self.visualRect(index))
        if row.ruling is not None and self.delegate.is_on_verdict(row, box, event.position()):
            back = row.ruling.is_true != row.ruling.computed
            self.overruled.emit(row.ruling.key, None if back else not row.ruling.is_true)
        pills = self.delegate.pills(row, box)
        key = next((key for key, pill in pills.items() if pill.contains(event.position())), None)
        if key:
            self._choose(row, key)
        elif key == "" and isinstance(row.request, Question) and row.request.options:
            self.open_menu(row)

    # ------------------------------------------------------------------------------------- focus and size

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._show_focus(True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._show_focus(False)
        super().focusOutEvent(event)

    def _show_focus(self, has_focus: bool) -> None:
        self.delegate.has_focus = has_focus
        self.viewport().update()

    @property
    def row_height(self) -> int:
        return self.delegate.height


def _is_ticked(row: RollRow) -> bool:
    """Whether several options may be chosen: they are ticked, and submitted together."""
    return isinstance(row.request, Question) and row.request.kind == "options"


def _is_place(row: RollRow) -> bool:
    return isinstance(row.request, Question) and row.request.kind in ("place", "path")


def _wanting(row: RollRow) -> str:
    """What a row still needs, as a sentence."""
    if _is_place(row):
        return f"Click the place for {row.about or row.name} on the map."
    if isinstance(row.request, DiceRequest):
        return f"Type the dice of {row.name}, or press R to roll them."
    return f"Choose for {row.name}: digits pick." if row.request.options else f"Type the number for {row.name}."


# ------------------------------------------------------------------------------------------------------ odds of a group


def group_odds_words(measures: tuple[Measure, ...], found: Together, name: str) -> str:
    """Odds of a group against a target: `Apex: at least one hits 40.7 % · drops 2.1 % · 1.9 damage on average`."""
    hits, drops = (measure.title for measure in [one for one in measures if one.kind == "chance"][:2])
    amount = next(measure.title for measure in measures if measure.kind == "spread")
    parts = [f"at least one {hits} {percent(found.any_hit)}", f"{drops} {percent(found.drop)}"]
    if found.mean:
        parts.append(f"{float(found.mean):.1f} {amount} on average")
    return f"{name}: {' · '.join(parts)}"


# ------------------------------------------------------------------------------------------------------------ the table


class RollTable(QWidget):
    """The table of the action in progress; hidden unless several can answer."""

    finished = Signal()
    """Enter was pressed with every row answered."""
    complete = Signal()
    """The last row has been answered."""
    said = Signal(str)
    """A sentence about why the input cannot be an answer; empty when it no longer applies."""
    wanting = Signal(str)
    """What the current row still needs, as a sentence."""
    place_wanted = Signal(bool)
    put_off = Signal(str)
    """The key of a request that is put off: it is asked again later."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        self._of: tuple[str, str] | None = None
        self.list = RollList()
        self.title, self.count, self.together = QLabel(), QLabel(), QLabel()
        self.roll_rest = KeyButton("Roll the Rest", "⇧R")
        self.later = KeyButton("Later")
        self.leave_out = KeyButton("Leave Out", "X")
        self.take_in = KeyButton("", "⇧X")
        self.take_offered = QPushButton("Keep Earlier Dice")
        self.take_presets = QPushButton("Accept Suggestions")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._build()
        self._connect()
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_title())

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        head = QHBoxLayout()
        self.title.setWordWrap(True)
        set_role(self.count, "muted")
        set_role(self.together, "muted")
        self.together.setWordWrap(True)
        self.together.setToolTip("Exact odds of the attacks of the whole group, before any dice are rolled.")
        set_role(self.take_offered, "primary")
        head.addWidget(self.title, 1)
        head.addWidget(self.count)
        self.buttons = QWidget()
        line = FlowLayout(self.buttons, spacing=HALF)
        self.leave_out.setToolTip("Leaves the current combatant out of the attack (X).")
        self.take_offered.setToolTip("Keeps all dice as they were before the undo.")
        self.take_presets.setToolTip("Answers every open question as suggested.")
        self.roll_rest.setToolTip("Rolls the dice of every row that has none yet (Shift+R).")
        self.later.setToolTip("Puts off what the current row asks: it is asked again at the end of the next turn.")
        for button in (self.take_offered, self.take_presets, self.roll_rest, self.later, self.leave_out, self.take_in):
            line.addWidget(button)
        column.addLayout(head)
        column.addWidget(self.together)
        column.addWidget(self.list)
        column.addWidget(self.buttons)

    def _connect(self) -> None:
        rows = self.list
        rows.submitted.connect(self._read)
        rows.answered.connect(self._answer)
        rows.rolled.connect(self._roll)
        rows.rest_rolled.connect(self.roll_open)
        rows.cleared.connect(self._controller.many.take_back)
        rows.overruled.connect(self._controller.override)
        rows.stepped_back.connect(self.take_back_last_answer)
        rows.mistyped.connect(self.said)
        rows.wanting.connect(self.wanting)
        rows.finished.connect(self.finished)
        rows.place_wanted.connect(self.place_wanted)
        rows.left_out.connect(self.leave_out_one)
        rows.included.connect(self.include_last)
        self.leave_out.clicked.connect(self.leave_out_one)
        self.take_in.clicked.connect(self.include_last)
        self.roll_rest.clicked.connect(self.roll_open)
        self.later.clicked.connect(self.put_off_one)
        self.take_offered.clicked.connect(self._take_all_offered)
        self.take_presets.clicked.connect(self._take_all_presets)

    # ------------------------------------------------------------------------------------- showing

    def set_compact(self, compact: bool) -> None:
        """Use rows of 28 px, instead of 36 px."""
        self.list.set_compact(compact)

    def refresh(self) -> None:
        """Show what the action in progress has asked of several combatants; hide if it has asked nothing of several."""
        controller, call = self._controller, self._controller.call
        asked = controller.many.asked
        if call is None or not self.is_wanted:
            self._of = None
            self.list.rows.clear()
            self.hide()
            return
        bridge = self._bridge
        rows = roll_rows(
            bridge.ruleset,
            bridge.battle,
            call,
            controller.note,
            asked.wanted,
            lambda request: bridge.offered_dice(call, request),
            controller.is_rolled,
        )
        if self._of != (call.actor, call.action):
            self._of = (call.actor, call.action)
            self.list.rows.clear()
        self.list.rows.set_rows(rows)
        if self.list.row is None:
            self.list.make_current(0)
            self.list.go_on(is_same_allowed=True)
        self._show_head()
        self.list.updateGeometry()
        self.show()

    def _show_head(self) -> None:
        model = self.list.rows
        rows, still_open = model.rows, model.open_rows
        self._show_title()
        given = len(rows) - len(still_open)
        self.count.setText(_count_words(rows, given))
        self._show_group_odds(is_open=not given)
        dice = [row for row in still_open if isinstance(row.request, DiceRequest)]
        self.roll_rest.setText("Roll All" if given == 0 else "Roll the Rest")
        self.roll_rest.setVisible(bool(dice))
        self.take_offered.setVisible(any(row.offered is not None for row in still_open))
        self.take_presets.setVisible(any(_preset(row) is not None for row in still_open))
        self._show_left_out()
        line = (self.later, self.leave_out, self.take_in, self.roll_rest, self.take_offered, self.take_presets)
        self.buttons.setVisible(not all(button.isHidden() for button in line))

    def _show_group_odds(self, *, is_open: bool) -> None:
        """Show the combined odds of a group's attacks while `is_open`, that is, until the first row is answered."""
        call, bridge = self._controller.call, self._bridge
        words = ""
        if is_open and call is not None and call.action == GROUP_ATTACK:
            found = group_odds(bridge.ruleset, bridge.battle, call)
            words = " · ".join(group_odds_words(bridge.ruleset.measures, one, bridge.name(one.target)) for one in found)
        self.together.setText(words)
        self.together.setVisible(bool(words))

    def _show_left_out(self) -> None:
        """Show whether a combatant can be left out, and who is."""
        left_out = self._left_out
        attackers = {row.by for row in self.list.rows.rows}
        self.leave_out.setVisible(self._aims is not None and len(attackers) > 1)
        self.take_in.setVisible(bool(left_out))
        if left_out:
            self.take_in.setText(f"Include {self._bridge.name(left_out[-1])}")
            names = ", ".join(self._bridge.name(who) for who in left_out)
            self.take_in.setToolTip(f"Left out: {names}. Includes the last one again (Shift+X).")

    def _show_title(self) -> None:
        """Show what all rows ask, else what the current row asks."""
        row = self.list.row
        self.title.setText(self.list.rows.common_title or ("" if row is None else row.title))
        self.later.setVisible(row is not None and bool(row.due))

    @property
    def is_wanted(self) -> bool:
        """Whether several answer, or would if no combatant had been left out."""
        return self._controller.many.asked.is_many or bool(self._left_out)

    @property
    def _aims(self) -> dict[Id, Id] | None:
        """Targets that the GM chose, by attacker (empty: left out), or None if the action has no such choice."""
        action, call = self._controller.action, self._controller.call
        if action is None or call is None or AIMS not in [one.key for one in action.parameters]:
            return None
        return dict(call.option(AIMS, {}))

    @property
    def _left_out(self) -> tuple[Id, ...]:
        """The members of the group who do not attack, the one left out last at the end."""
        return tuple(who for who, target in (self._aims or {}).items() if not target)

    def aim(self, who: Id) -> bool:
        """Aim the attack of the current row at another combatant; return False if there is no such attack."""
        aims, row = self._aims, self.list.row
        if aims is None or row is None or self.isHidden() or row.by not in self._bridge.battle.combatants:
            return False
        self._controller.set_option(AIMS, aims | {row.by: who})
        return True

    def put_off_one(self) -> None:
        """Put off what the current row asks: it is asked again later."""
        row = self.list.row
        if row is not None and row.due:
            self.put_off.emit(row.due)

    def leave_out_one(self) -> None:
        """Leave the current combatant out of the group's attack, unless they are the last one in it."""
        aims, row = self._aims, self.list.row
        if aims is None or row is None or row.by not in self._bridge.battle.combatants:
            self.said.emit("No one can be left out here.")
        elif len({one.by for one in self.list.rows.rows}) < 2:
            self.said.emit(f"{row.name} is the last one: Esc cancels the attack of the whole group.")
        else:
            kept = {who: target for who, target in aims.items() if who != row.by}
            self._controller.set_option(AIMS, kept | {row.by: ""})
            self.take_focus()

    def include_last(self) -> None:
        """Let the combatant left out last attack again."""
        aims, left_out = self._aims, self._left_out
        if aims is not None and left_out:
            self._controller.set_option(AIMS, {who: aim for who, aim in aims.items() if who != left_out[-1]} or None)
            self.take_focus()

    def take_focus(self) -> None:
        """Put the focus on the next row that waits for an answer."""
        self.list.go_on(is_same_allowed=True)
        self.list.setFocus()

    # ------------------------------------------------------------------------------------- answering

    def answer_place(self, place: Place) -> None:
        """Answer the current row with a place on the map."""
        row = self.list.row
        answer = None if row is None else answer_of(row.request, place)
        if row is not None and answer is not None:
            self._answer(row.id, answer)

    def roll_open(self) -> None:
        """Roll the dice of every row that has none."""
        self._controller.many.roll(*(row.id for row in self.list.rows.open_rows))
        self._go_on()

    def take_back_last_answer(self) -> None:
        """Take back the answer given last, and go to its row."""
        answered = self._controller.many.last_given()
        at = None if answered is None else self.list.rows.row_of(answered)
        if at is not None:
            self.list.make_current(at)
            self.list.take_back()
        elif answered is not None:
            # It was asked before the table was shown, or the table was replaced by a later stage.
            self._controller.many.take_back(answered)
            if (row := self.list.rows.row_of(answered)) is not None:
                self.list.make_current(row)
                self.list.setFocus()

    def _read(self, id: str, typed: str) -> None:
        row = self._row(id)
        answer = read_answer(row.request, typed)
        if isinstance(answer, str):
            self.said.emit(f"{row.name}: {answer}")
        else:
            self._answer(id, answer)

    def _answer(self, id: str, answer: object) -> None:
        problem = self._controller.many.answer({id: answer})  # type: ignore[dict-item]  # from our own rows
        self.said.emit(problem or "")
        if problem is None:
            self.list.rows.set_typed(id, "")
            self._go_on()

    def _roll(self, id: str) -> None:
        if self._row(id).is_open:
            self.list.rows.set_typed(id, "")
            self._controller.many.roll(id)
            self._go_on()

    def _take_all_offered(self) -> None:
        self._answer_all({row.id: row.offered for row in self.list.rows.open_rows if row.offered is not None})

    def _take_all_presets(self) -> None:
        found = ((row.id, _preset(row)) for row in self.list.rows.open_rows)
        self._answer_all({id: answer for id, answer in found if answer is not None})

    def _answer_all(self, answers: dict[str, Answer]) -> None:
        self.said.emit(self._controller.many.answer(answers) or "")
        self._go_on()

    def _go_on(self) -> None:
        """Go to the next row that waits, or emit `complete` if there is none."""
        if self.isHidden() or self.list.is_moving:
            return
        if self.list.go_on(is_same_allowed=True):
            self.list.setFocus()
        else:
            self.complete.emit()

    def _row(self, id: str) -> RollRow:
        return next(row for row in self.list.rows.rows if row.id == id)


def _count_words(rows: tuple[RollRow, ...], given: int) -> str:
    """How many have answered; before the first answer also how many succeed on average, if all have a chance."""
    words = f"{given} of {len(rows)}" if given < len(rows) else f"all {len(rows)} in"
    chances = [row.chance for row in rows if row.chance is not None]
    if given or len(chances) < len(rows):
        return words
    return f"{words} · {float(sum(chances)):.1f} succeed on average"
