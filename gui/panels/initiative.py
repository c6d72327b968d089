"""The initiative dock: the initiative order with the actions that each combatant has left; turns can be dragged."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Hashable, Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
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
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.displays.widgets import CountdownStrip, StepMark
from gui.models.rows import Divider, Index, InitiativeModel, RowRole, entries_of
from gui.style import SectionHeading, TokenLook, draw_bar, lay_out_section, palette, theme, token_pixmap
from gui.style.theme import COMPACT_ROW, HALF, HEADING, NAME, SMALL, TEXT, UNIT
from gui.widgets.basics import Face, LookPictures, draw_line, draw_line_to, font_of, width_of
from model.state.base import Record
from model.view.order import ActionMark, OrderRow, OrderView
from model.view.short_names import NO_FORMS, Forms, forms, forms_of

# ----------------------------------------------------------------------------------------------------------------- rows


TALL = 44
LOW = 36
"""Height in pixels of one-line rows (`is_low`), such as turns of this round only and those of the next."""
DIVIDER = 28

_BAR = 5.0
_MARK = 18.0
_PIP = 6.0
"""Side in pixels of a mark without its letter."""
_NUMBER = Face(TEXT, is_tabular=True)
_NARROW = 272
"""Width of a row in pixels below which one-line rows have no health bar, and nested rows a smaller indent."""
_NARROW_WORDS = 120
"""Width for name and text in pixels below which the name takes all of it."""
_MORE = "…"
"""Tells that there is a text for which there is no room; the tooltip has it."""
_LEAST_TEXT = 6.0 * UNIT
_LEAST_NAME = 8.0 * UNIT
"""Least width in pixels that a name (unless it is shorter) must have before marks are drawn beside it."""
_HATCH = 9
_COUNT = 1.75 * UNIT
"""Width in pixels of the column before the token that shows when the turn comes up."""
_MOST_PICTURES = 200


class _Measures(Record):
    """Horizontal positions of the parts of a row, and the token's radius, in pixels."""

    token: float
    radius: float
    words: float
    right: float


class InitiativeDelegate(QStyledItemDelegate):
    """Draws turns and dividers; `targets`, `known` and `is_compact` are set by the list that uses it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.targets: frozenset[str] = frozenset()
        self.known: Forms = NO_FORMS
        """The shorter forms of the names in the list."""
        self.is_compact = False
        self._pictures = LookPictures(_MOST_PICTURES, on_panel=False)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, row_height(index.data(RowRole), self.is_compact))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row: OrderRow | Divider = index.data(RowRole)
        state = option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver)
        if isinstance(row, OrderRow):
            _draw_ground(painter, QRectF(option.rect), row, state)
        self._pictures.draw(painter, option.rect, *self._look(row, self.targets))

    def prefetch(self, row: OrderRow | Divider, targets: frozenset[str], width: int, viewport: QWidget) -> None:
        """Cache the picture of a row that may be shown next, with these targets marked."""
        size = QSize(width, row_height(row, self.is_compact))
        self._pictures.prefetch(viewport, size, *self._look(row, targets))

    def _look(
        self, row: OrderRow | Divider, targets: frozenset[str]
    ) -> tuple[Hashable, Callable[[QPainter, QRectF], None]]:
        """Return the cache key for all of a row except its background, and the function that draws it."""
        is_target = is_marked(row, targets)
        ways = forms(row.name, self.known) if isinstance(row, OrderRow) else ()

        def draw(painter: QPainter, box: QRectF) -> None:
            if isinstance(row, Divider):
                _draw_divider(painter, box, row.title)
            else:
                RowPainter(painter, box, row, is_target, self.is_compact, ways).draw()

        return (row, is_target, self.is_compact, ways), draw


def is_marked(row: OrderRow | Divider, targets: frozenset[str]) -> bool:
    """Whether a row shows the target mark.

    Nested rows and rows of the next round don't, so that each target is marked once.
    """
    if isinstance(row, Divider):
        return False
    is_of_target = row.who in targets or not targets.isdisjoint(row.members)
    return is_of_target and not row.is_nested and not is_of_next_round(row)


def row_height(row: OrderRow | Divider, is_compact: bool) -> int:
    """Height of a row in pixels."""
    if is_compact:
        return COMPACT_ROW
    if isinstance(row, Divider):
        return DIVIDER
    return LOW if is_low(row) else TALL


def is_low(row: OrderRow) -> bool:
    """Whether a row needs only one line."""
    return row.is_nested or is_of_next_round(row) or row.kind == "environment" or row.turn == "segment"


def is_of_next_round(row: OrderRow) -> bool:
    return row.id.startswith("next/")


class RowPainter:
    """Draws one row."""

    def __init__(
        self,
        painter: QPainter,
        box: QRectF,
        row: OrderRow,
        is_target: bool,
        is_compact: bool,
        ways: tuple[str, ...] = (),
    ) -> None:
        """`ways` are the forms of its name, the longest first."""
        self.ways = ways or (row.name,)
        self.painter = painter
        self.box = box
        self.row = row
        self.is_target = is_target
        self.is_one_line = is_compact or is_low(row)
        self.colors = palette()
        self.at = _measures(box, row, is_compact)
        self.is_past = row.state in ("done", "lost") or row.is_out

    def draw(self) -> None:
        if self.row.state == "lost":
            _draw_hatch(self.painter, self.box, self.colors.color("line"))
        self._draw_count()
        self._draw_token()
        if self.is_one_line:
            right = self._draw_numbers(self.box.center().y(), self.at.right) - UNIT
            if self.box.height() >= LOW and self._is_crowded(right):
                self._draw_name(self.box.y() + 11, right - self.at.words)
                self._draw_text(self.box.y() + 25, right - self.at.words)
            else:
                self._draw_words(self.box.center().y(), right)
            return
        top, bottom = self.box.y() + 14, self.box.y() + 31
        right = min(self._draw_side_word(top), self.at.right - 2 * _MARK - HALF) - UNIT
        left_of_marks = self._draw_marks(bottom, self.at.right)
        if self.row.health is None:
            self._draw_words(self.box.center().y(), right)
            return
        reserved = self.at.right - max(self.at.right - left_of_marks, 2 * _MARK + HALF)
        width = reserved - 1.5 * UNIT - self.at.words
        is_crowded = self._is_crowded(right)
        if is_crowded:
            self._draw_name(self.box.y() + 11, right - self.at.words)
            self._draw_text(self.box.y() + 26, left_of_marks - HALF - self.at.words)
        else:
            self._draw_words(top, right)
        if self.row.health.fraction is not None:
            middle = self.box.y() + 37 if is_crowded else bottom
            self._draw_bar(QRectF(self.at.words, middle - _BAR / 2, width, _BAR), self.row.health.fraction)

    def _is_crowded(self, right: float) -> bool:
        """Whether the text beside the name would be cut off; it then has a separate line."""
        room = right - self.at.words - self._name_width - UNIT
        return bool(self._text) and width_of(self._text, Face(SMALL)) > room

    def _draw_count(self) -> None:
        """Draw when the turn comes up, in the column before the tokens."""
        if not self.row.count:
            return
        color = "now_text" if self.row.is_acting else "dim" if self.is_past else "muted"
        face = Face(TEXT, is_bold=self.row.is_acting, is_tabular=True)
        right = self.at.token - self.at.radius - 0.75 * UNIT
        draw_line_to(self.painter, self.row.count, face, color, right, self.box.center().y())

    def _draw_token(self) -> None:
        row, middle = self.row, QPointF(self.at.token, self.box.center().y())
        if row.kind == "environment":
            self._draw_environment(middle)
            return
        look = TokenLook(
            initials=row.initials, side=row.side, hidden=row.is_hidden, out=row.is_out, left_as=row.left_as or ""
        )
        ratio = self.painter.device().devicePixelRatioF()
        pixmap = _token(look, self.at.radius, ratio, self.colors.name)
        if self.is_past and not row.is_out:
            self.painter.setOpacity(0.75)
        half = pixmap.width() / ratio / 2
        self.painter.drawPixmap(middle - QPointF(half, half), pixmap)
        self.painter.setOpacity(1)
        if self.is_target:
            self._draw_target(middle)

    def _draw_environment(self, middle: QPointF) -> None:
        reach = self.at.radius
        box = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(QPen(self.colors.color("muted"), 1.5))
        self.painter.drawRoundedRect(box, 4, 4)
        for line in (-1, 0, 1):
            self._draw_wave(middle + QPointF(0, line * reach * 0.36), reach * 0.55)

    def _draw_wave(self, middle: QPointF, reach: float) -> None:
        path = QPainterPath(middle - QPointF(reach, 0))
        path.quadTo(middle - QPointF(reach / 2, reach * 0.5), middle)
        path.quadTo(middle + QPointF(reach / 2, reach * 0.5), middle + QPointF(reach, 0))
        self.painter.drawPath(path)

    def _draw_target(self, middle: QPointF) -> None:
        """Draw the corners around the token that also mark the target on the map."""
        reach, arm = self.at.radius + 4, 5.0
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(QPen(self.colors.color("now"), 2))
        for right in (-1, 1):
            for down in (-1, 1):
                corner = middle + QPointF(right * reach, down * reach)
                self.painter.drawPolyline([corner - QPointF(right * arm, 0), corner, corner - QPointF(0, down * arm)])

    def _draw_words(self, y: float, right: float) -> None:
        """Draw the name, shorter rather than cut, and the muted text beside it if at least its first words fit."""
        width = right - self.at.words
        least = min(width_of(self._text, Face(SMALL)), _LEAST_TEXT)
        kept_for_text = 0 if not self._text or width < _NARROW_WORDS else least + UNIT
        shortest = width_of(self.ways[-1], self._face)
        rooms = (width - width_of(self._text, Face(SMALL)) - UNIT, width - kept_for_text, width) if self._text else ()
        room = next((one for one in rooms if shortest <= one), width - kept_for_text)
        left = self.at.words + self._draw_name(y, room) + UNIT
        if self._text and right - left >= least:
            draw_line(self.painter, self._text, Face(SMALL), "muted", left, y, right - left)
        elif self._text and right - left + UNIT >= width_of(_MORE, Face(SMALL)):
            draw_line(self.painter, _MORE, Face(SMALL), "muted", left - UNIT / 2, y, right - left + UNIT)

    def _draw_name(self, y: float, width: float) -> float:
        """Draw the longest form of the name that has room in this width; return the width that it took."""
        color = "muted" if self.is_past else "text"
        name = next((way for way in self.ways if width_of(way, self._face) <= width), self.ways[0])
        return draw_line(self.painter, name, self._face, color, self.at.words, y, width)

    def _draw_text(self, y: float, width: float) -> None:
        """Draw the muted text under the name, if there is no room beside it."""
        draw_line(self.painter, self._text, Face(SMALL), "muted", self.at.words, y, width)

    @property
    def _face(self) -> Face:
        return Face(TEXT) if is_low(self.row) else Face(NAME, is_bold=True)

    @property
    def _text(self) -> str:
        """The muted text beside the name or under it."""
        return " · ".join(part for part in (self.row.text, "target" if self.is_target else "") if part)

    def _draw_numbers(self, y: float, right: float) -> float:
        """Draw marks, health and the word at the right of a one-line row; return their left end."""
        word = self.row.aside
        if self.row.health is not None and self.row.health.text:
            word = self.row.health.text
        left = right - (width_of(word, _NUMBER) + UNIT if word else 0)
        fraction = None if self.row.health is None or self.box.width() < _NARROW else self.row.health.fraction
        if fraction is None and self.row.marks and word and self._room_for_name(left) < self._name_width:
            self._draw_right(word, y - 4, right)
            self._draw_pips(y + 9, right)
            return left
        if word:
            right -= self._draw_right(word, y, right) + UNIT
        if fraction is None:
            return self._draw_marks(y, right) if self._leaves_name(right) else right
        right = self._draw_marks(y, right) - HALF
        box = QRectF(right - 5 * UNIT, y - _BAR / 2, 5 * UNIT, _BAR)
        self._draw_bar(box, fraction)
        return box.x()

    def _leaves_name(self, right: float) -> bool:
        """Whether the name can be read beside the marks: it matters more than the actions left."""
        return self._room_for_name(right) >= min(self._name_width, _LEAST_NAME)

    def _room_for_name(self, right: float) -> float:
        """Width that is left for the name beside marks with letters."""
        return right - len(self.row.marks) * (_MARK + HALF) - UNIT - self.at.words

    @property
    def _name_width(self) -> float:
        return width_of(self.row.name, self._face)

    def _draw_side_word(self, y: float) -> float:
        """Draw the row's `aside` and health in numbers at the upper right; return their left end."""
        word = self.row.health.text if self.row.health is not None and self.row.health.text else ""
        if self.row.aside:
            word = self.row.aside if not word else f"{self.row.aside}  {word}"
        return self.at.right - (self._draw_right(word, y, self.at.right) if word else 0)

    def _draw_right(self, word: str, y: float, right: float) -> float:
        color = "now_text" if self.row.is_acting else "muted"
        return draw_line_to(self.painter, word, _NUMBER, color, right, y)

    def _draw_marks(self, y: float, right: float) -> float:
        for mark in reversed(self.row.marks):
            box = QRectF(right - _MARK, y - 7.5, _MARK, 15)
            _draw_mark(self.painter, box, mark)
            right -= _MARK + HALF
        return right

    def _draw_pips(self, y: float, right: float) -> None:
        """Draw marks without letters, which don't fit here: full squares for actions left, empty ones for used ones."""
        color = self.colors.color("now_text" if self.row.is_acting else "muted")
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(QPen(color, 1))
        for mark in reversed(self.row.marks):
            self.painter.setBrush(Qt.BrushStyle.NoBrush if mark.is_used else color)
            self.painter.drawRect(QRectF(right - _PIP + 0.5, y - _PIP / 2 + 0.5, _PIP - 1, _PIP - 1))
            right -= _PIP + HALF
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    def _draw_bar(self, box: QRectF, fraction: float) -> None:
        if box.width() > UNIT:
            draw_bar(self.painter, box, fraction, self.colors.health(fraction), self.colors.color("track"))


def _measures(box: QRectF, row: OrderRow, is_compact: bool) -> _Measures:
    radius = 9.0 if is_compact else 11.0 if is_low(row) else 16.0
    indent = 1.5 * UNIT if row.is_nested and box.width() < _NARROW else 2 * UNIT if row.is_nested else 0.0
    indent += _COUNT if row.count else 0.0
    middle = box.x() + 4 * UNIT + indent if not is_compact else box.x() + 2.5 * UNIT + indent
    words = box.x() + (7.5 * UNIT if not is_compact else 4.5 * UNIT) + indent
    return _Measures(token=middle, radius=radius, words=words, right=box.right() - 1.5 * UNIT)


def _draw_ground(painter: QPainter, box: QRectF, row: OrderRow, state: QStyle.StateFlag) -> None:
    """Draw the background of a row: acting, selected or under the mouse."""
    colors = palette()
    if row.is_acting:
        painter.fillRect(box, colors.color("now_fill"))
    elif state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, colors.color("selected"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, colors.color("hover"))
    if row.is_acting:
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(colors.color("selected_line"), 1))
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.fillRect(QRectF(box.x(), box.y(), 3, box.height()), colors.color("now"))


def _draw_hatch(painter: QPainter, box: QRectF, color: QColor) -> None:
    """Draw diagonal stripes: the turn will not be taken."""
    painter.save()
    painter.setClipRect(box)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    color.setAlphaF(0.6)
    painter.setPen(QPen(color, 3))
    left = box.x() - box.height()
    while left < box.right():
        painter.drawLine(QPointF(left, box.bottom()), QPointF(left + box.height(), box.top()))
        left += _HATCH
    painter.restore()


def _draw_divider(painter: QPainter, box: QRectF, title: str) -> None:
    """Draw a line with a title in its middle."""
    colors = palette()
    face = Face(SMALL)
    width = width_of(title, face) + 2 * UNIT
    painter.setFont(font_of(face))
    painter.setPen(colors.color("muted"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, title)
    painter.setPen(QPen(colors.color("line"), 1))
    y, half = box.center().y(), width / 2
    painter.drawLine(QPointF(box.x() + 1.5 * UNIT, y), QPointF(box.center().x() - half, y))
    painter.drawLine(QPointF(box.center().x() + half, y), QPointF(box.right() - 1.5 * UNIT, y))


def _draw_mark(painter: QPainter, box: QRectF, mark: ActionMark) -> None:
    """Draw a letter in a frame; a used one is dim and struck through."""
    colors = palette()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colors.color("line" if mark.is_used else "dim"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setFont(font_of(Face(HEADING, is_bold=not mark.is_used, is_struck=mark.is_used)))
    painter.setPen(colors.color("dim" if mark.is_used else "text"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark.letter)


@functools.lru_cache(maxsize=512)
def _token(look: TokenLook, radius: float, ratio: float, palette_name: str) -> QPixmap:
    """Return a drawn token in the current palette, whose name `palette_name` only completes the cache key."""
    return token_pixmap(radius, ratio, look, palette())


# ------------------------------------------------------------------------------------------------------------ the panel


_NAVIGATION_KEYS = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)
_SEVERAL = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""With one of these a click selects several."""
_TOO_LONG, _LONG = 2.5, 2.0
"""Lengths of the list in pages: above the first, rows become compact; at the second or below, they grow again."""


class InitiativePanel(QWidget):
    """Shows the initiative order. Its signals request changes; nothing changes here until a new order is set."""

    picked = Signal(str)
    """A combatant is selected: by a click or with the arrow keys."""
    several_picked = Signal(object)
    """Combatants are selected, with Shift or Ctrl: a tuple of ids."""
    target_marked = Signal(str)
    """A combatant is marked as the target: by a double click."""
    target_added = Signal(str)
    """A combatant is to be added to the targets or removed from them: by Ctrl and a right click."""
    menu_requested = Signal(str, QPoint)
    """The menu of a row is requested, by the menu key or a right click: the row's id, and a global screen position."""
    reordered = Signal(str, str)
    """A slot was dragged before another one: the ids of both; the second is empty for the end of the order."""

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
        for name in ("picked", "several_picked", "target_marked", "target_added", "menu_requested", "reordered"):
            getattr(self.list, name).connect(getattr(self, name))

    @property
    def model(self) -> InitiativeModel:
        return self.list.initiative

    def set_order(self, order: OrderView) -> None:
        """Show an initiative order; the selected combatant stays selected as long as they have a row."""
        self.heading.set_aside(order.mode)
        self.list.set_known(forms_of(row.name for row in order.rows))
        self.model.set_order(order)
        self.list.fit_rows()
        self.countdown.setVisible(bool(order.clock.steps) and order.phase not in ("setup", "ended"))
        self.countdown.show_countdown(order.clock, _marks(order))

    def prefetch(self, order: OrderView, targets: Collection[str]) -> None:
        """Cache the pictures of rows that would change in an order that may be shown next, with these targets."""
        self.list.prefetch(order, frozenset(targets))

    def set_selected(self, current: str | None, chosen: tuple[str, ...] = ()) -> None:
        """Select the row of the current combatant and those of all chosen ones, if there are any; emits no signal."""
        self.list.set_selected(current, chosen)

    def set_targets(self, *targets: str) -> None:
        """Mark the targets."""
        self.list.set_targets(*targets)

    def set_compact(self, is_compact: bool) -> None:
        """Use rows of 28 px with one line each, or of 44 px with two."""
        self.list.set_compact(is_compact)

    def row_at(self, id: str) -> OrderRow | None:
        """The row with an id that `menu_requested` emitted, or None if it is gone."""
        at = self.model.row_of(id)
        row = None if at is None else self.model.rows[at]
        return row if isinstance(row, OrderRow) else None


def _combatants_of(row: OrderRow) -> tuple[str, ...]:
    """The combatants that a row is about: all of a group."""
    if row.kind == "environment" or row.who is None:
        return ()
    return (row.who,) if row.is_nested or not row.members else row.members


def _marks(order: OrderView) -> dict[int, tuple[StepMark, ...]]:
    """The marks of the combatants due on each step of the countdown, by step."""
    found: dict[int, tuple[StepMark, ...]] = {}
    for row in order.rows if order.clock.steps else ():
        if row.step is not None:
            mark = StepMark(name=row.name, side=row.side, is_past=row.state in ("done", "lost") or row.is_out)
            found[row.step] = (*found.get(row.step, ()), mark)
    return found


class InitiativeList(QListView):
    """The list view. A click only selects, with Shift or Ctrl several; dragging a row requests another place for it."""

    picked = Signal(str)
    several_picked = Signal(object)
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
        self._heights: dict[str, tuple[OrderRow | Divider, int]] = {}
        """Each row with its height in pixels in the layout that is not compact, by id."""
        self._chosen: tuple[str, ...] = ()
        self._anchor: str | None = None
        """The combatant from whom a selection with Shift reaches."""
        self._press: QPoint | None = None
        self._dragged: OrderRow | None = None
        self._drop: int | None = None
        theme().changed.connect(self.viewport().update)

    # ------------------------------------------------------------------------------------------ selection

    def set_selected(self, current: str | None, chosen: tuple[str, ...]) -> None:
        was_several, self._chosen = len(self._chosen) > 1, chosen
        if len(chosen) < 2:
            self._set_current(current, is_alone=was_several)
            return
        rows = QItemSelection()
        for who in chosen:
            index = self.initiative.index_of(who)
            rows.select(index, index)
        model, flags = self.selectionModel(), QItemSelectionModel.SelectionFlag
        model.setCurrentIndex(self.initiative.index_of(current or chosen[0]), flags.NoUpdate)
        model.select(rows, flags.ClearAndSelect)

    def _set_current(self, who: str | None, *, is_alone: bool) -> None:
        """Select the row of a combatant; with `is_alone`, other rows are selected now."""
        index = self.currentIndex()
        row = index.data(RowRole) if index.isValid() else None
        is_there = isinstance(row, OrderRow) and who is not None and (row.who == who or who in row.members)
        if is_there and not is_alone:
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
        """Make rows compact in the compact layout, and if there are so many that only a few would be visible."""
        known, rows = self._heights, self.initiative.rows
        self._heights = {
            row.id: old if (old := known.get(row.id)) is not None and old[0] is row else (row, row_height(row, False))
            for row in rows
        }
        pages = sum([height for _, height in self._heights.values()]) / max(1, self.viewport().height())
        is_long = pages > (_LONG if self.delegate.is_compact else _TOO_LONG)
        if self.delegate.is_compact != (self._is_compact or is_long):
            self.delegate.is_compact = not self.delegate.is_compact
            # Compact rows all have the same height, so Qt need not ask for the height of each at every change.
            self.setUniformItemSizes(self.delegate.is_compact)
            self.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_rows()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Repaint changed rows. Qt's list would also lay out all rows, which is only needed if a height changes."""
        rows = self.initiative.rows[first.row() : last.row() + 1]
        if self.delegate.is_compact or all(self._is_as_high(row) for row in rows):
            QAbstractItemView.dataChanged(self, first, last, roles)
        else:
            super().dataChanged(first, last, roles)

    def _is_as_high(self, row: OrderRow | Divider) -> bool:
        """Whether a row still needs its known height."""
        known = self._heights.get(row.id)
        return known is not None and known[1] == row_height(row, False)

    def _look(self, index: QModelIndex) -> None:
        who = self.initiative.who(index)
        if who is not None:
            self._anchor = who
            self.picked.emit(who)

    def _look_at_several(self, index: QModelIndex, held: Qt.KeyboardModifier) -> None:
        """Add or remove a row's combatants with Ctrl; with Shift, select all rows from the last one clicked to this."""
        row = index.data(RowRole)
        if not isinstance(row, OrderRow) or not (here := _combatants_of(row)):
            return
        if held & Qt.KeyboardModifier.ShiftModifier:
            start = self.initiative.index_of(self._anchor) if self._anchor is not None else index
            first, last = sorted((start.row() if start.isValid() else index.row(), index.row()))
            rows = [one for one in self.initiative.rows[first : last + 1] if isinstance(one, OrderRow)]
            several = tuple(dict.fromkeys(who for one in rows for who in _combatants_of(one)))
        else:
            before = self._chosen or tuple(one for one in (self.initiative.who(self.currentIndex()),) if one)
            kept = tuple(who for who in before if who not in here)
            several = kept if set(here) <= set(before) else (*kept, *here)
            self._anchor = here[0]
        self.several_picked.emit(several)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys, Home, End and page keys select; Esc cancels a drag; every other key is left to the window.

        With Shift, Up and Down extend the selection.
        """
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if event.key() == Qt.Key.Key_Escape and self._dragged is not None:
            self._end_drag()
        elif event.key() in _NAVIGATION_KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            before = self.currentIndex()
            super().keyPressEvent(event)
            if self.currentIndex() != before:
                self._look(self.currentIndex())
        elif step and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._extend(step)
        else:
            event.ignore()

    def _extend(self, step: int) -> None:
        """Move the end of a selection by one row that is about a combatant."""
        at = self.currentIndex().row() + step
        while 0 <= at < len(self.initiative.rows):
            row = self.initiative.rows[at]
            if isinstance(row, OrderRow) and _combatants_of(row):
                index = self.initiative.index(at)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                self._look_at_several(index, Qt.KeyboardModifier.ShiftModifier)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                return
            at += step

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
        if event.modifiers() & _SEVERAL:
            self._press = None  # not the beginning of a drag
            self._look_at_several(index, event.modifiers())
            return
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._look(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select as a click does, and mark the target."""
        self.mousePressEvent(event)
        who = self.initiative.who(self.indexAt(event.position().toPoint()))
        if who is not None and event.button() == Qt.MouseButton.LeftButton:
            self.target_marked.emit(who)

    def _right_click(self, index: QModelIndex, event: QMouseEvent) -> None:
        who = self.initiative.who(index)
        if who is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.target_added.emit(who)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu on the menu key or a right click; with Ctrl a right click adds a target instead."""
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
        """Index of the row before which a drop at a point goes. Rows that cannot be moved stay with those above."""
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

    def set_known(self, known: Forms) -> None:
        """Set the shorter forms of the names in the list."""
        if known != self.delegate.known:
            self.delegate.known = known
            self.viewport().update()

    def prefetch(self, order: OrderView, targets: frozenset[str]) -> None:
        """Cache the pictures of visible rows that would change."""
        rows, delegate = self.initiative.rows, self.delegate
        for at, row in enumerate(entries_of(order)[: len(rows)]):
            if row is rows[at] and is_marked(row, targets) == is_marked(row, delegate.targets):
                continue
            box = self.visualRect(self.initiative.index(at))
            if box.intersects(self.viewport().rect()):
                delegate.prefetch(row, targets, box.width(), self.viewport())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if not self.initiative.rowCount():
            painter.setPen(palette().color("muted"))
            words = "No combatants yet.\nAdd some with +."
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
