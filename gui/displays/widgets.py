"""The widgets of all kinds of display but the body: numbers, pools, tracks, countdowns, paths, relations and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from gui.style.disposal import dispose
from gui.style.theme import (
    HALF,
    HEADING,
    SMALL,
    TEXT,
    UNIT,
    draw_step_ground,
    palette,
    semi_bold,
    set_role,
    step_boxes,
    step_state,
    text_font,
)
from gui.style.widgets import Bar, TokenLook, accept_enter, arrow_head, draw_pill, draw_side_mark, draw_token
from gui.widgets.basics import ElidedLabel
from gui.widgets.fields import TextField
from model.engine.types import Grid
from model.state.base import Record
from model.view.pools import ClockView
from model.view.relations import PartyView, RelationRow
from model.view.sheet import (
    CountdownDisplayView,
    DisplayView,
    NumbersDisplayView,
    NumberView,
    PathDisplayView,
    PoolDisplayView,
    RelationsDisplayView,
    TableDisplayView,
    TrackDisplayView,
)

# ------------------------------------------------------------------------------------------ common base of all displays

View = TypeVar("View", bound=DisplayView)


class DisplayWidget(QWidget, Generic[View]):
    """Shows a display of a combatant; emits what the GM edits or clicks in it."""

    edited = Signal(str, str)
    """Path of a field of the combatant, and the typed text."""
    picked = Signal(str)
    """Id of what was clicked: a combatant, or a part such as a hit location."""

    def set_view(self, view: View, paths: Mapping[str, str]) -> None:
        """Show these values; `paths` maps the title of an editable field to its path."""
        raise NotImplementedError


class ValueEdit(TextField):
    """A value that looks like text until the pointer is over it, and can then be edited.

    A changed value is submitted without surrounding spaces; Esc restores the old one.
    """

    submitted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._value = ""
        self.setProperty("role", "value")
        self.setStyleSheet(
            "QLineEdit { background: transparent; border: 1px solid transparent; border-radius: 4px;"
            " padding: 0px 2px; min-height: 16px; }"
            "QLineEdit:hover:!read-only { border-color: palette(mid); }"
            "QLineEdit:focus { background: palette(base); border-color: palette(accent); }"
        )
        self._is_clicked = False
        self.entered.connect(lambda typed: self.submitted.emit(typed.strip()))

    def set_value(self, value: str) -> None:
        """Show the battle's value, unless another one is being typed."""
        self._value = value
        if not (self.hasFocus() and self.is_typed_in):
            self.show_text(value)
            self.setCursorPosition(0)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        width = QFontMetricsF(self.font()).horizontalAdvance(self.text() or "00") + UNIT + 2
        return QSize(max(24, round(width)), size.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.restore()
            self.clearFocus()
        else:
            super().keyPressEvent(event)
            accept_enter(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()
        self._is_clicked = event.reason() == Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select all after the click that began the editing, so that typing replaces the value."""
        super().mouseReleaseEvent(event)
        if self._is_clicked and not self.hasSelectedText():
            self.selectAll()
        self._is_clicked = False

    def restore(self) -> None:
        """Restore the battle's value after the edit was refused."""
        self.show_text(self._value)


# -------------------------------------------------------------------------------------------------------------- numbers

_IN_A_ROW = 5
_SHORT, _ROOM = 6, 52
"""Letters that a tile has room for at least, and letters in a row, where each tile takes two more for its edges."""


class NumbersWidget(DisplayWidget[NumbersDisplayView]):
    """Up to five tiles in a row; read-only numbers are one line of text: `Defence 18 ranged 19 melee`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self.tiles: dict[str, _Tile] = {}
        self._line = QLabel()
        self._line.setWordWrap(True)
        self._line.setTextFormat(Qt.TextFormat.RichText)
        self._grid.addWidget(self._line, 0, 0, 1, _IN_A_ROW)

    def set_view(self, view: NumbersDisplayView, paths: Mapping[str, str]) -> None:
        is_edited = any(number.path or number.title in paths for number in view.numbers)
        self._line.setVisible(not is_edited)
        if not is_edited:
            if self.tiles:
                self._rebuild(())
            self._line.setText(_line_of(view))
            return
        titles = [number.title for number in view.numbers]
        if titles != list(self.tiles):
            self._rebuild(view.numbers)
        for number in view.numbers:
            self.tiles[number.title].show_number(number, number.path or paths.get(number.title, ""))

    def _rebuild(self, numbers: tuple[NumberView, ...]) -> None:
        for tile in self.tiles.values():
            dispose(tile)
        self.tiles = {}
        widths = _widths([number.title for number in numbers])
        in_a_row = max(1, len(widths))
        for column in range(_IN_A_ROW):
            self._grid.setColumnStretch(column, widths[column] if column < len(widths) else 0)
        for index, number in enumerate(numbers):
            tile = _Tile()
            tile.value.submitted.connect(lambda typed, tile=tile: self._edit(tile, typed))
            self.tiles[number.title] = tile
            row, column = divmod(index, in_a_row)
            self._grid.addWidget(tile, row, column)

    def _edit(self, tile: _Tile, typed: str) -> None:
        self.edited.emit(tile.path, typed)
        tile.value.restore()


def _widths(titles: list[str]) -> list[int]:
    """Widths of as many columns as fit beside one another, in letters of the longest title of each."""
    widths: list[int] = []
    for count in range(1, min(_IN_A_ROW, len(titles)) + 1):
        found = [max(_SHORT, *map(len, titles[column::count])) for column in range(count)]
        if not widths or sum(found) + 2 * count <= _ROOM:
            widths = found
    return widths


def _line_of(view: NumbersDisplayView) -> str:
    numbers = (f"<b>{escape(number.value)}</b>&nbsp;{escape(number.title)}" for number in view.numbers)
    return f"{escape(view.title)}&nbsp;&nbsp; " + "&nbsp;&nbsp; ".join(numbers)


class _Tile(QFrame):
    """One number with its title."""

    def __init__(self) -> None:
        super().__init__()
        self.path = ""
        # The column of the grid determines the width.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 4, 3)
        column.setSpacing(0)
        self._title = ElidedLabel()
        self._title.setFont(text_font(HEADING))
        set_role(self._title, "muted")
        self.value = ValueEdit()
        self.value.setFont(semi_bold(15, tabular=True))
        self.value.setTextMargins(-2, 0, 0, 0)
        column.addWidget(self._title)
        column.addWidget(self.value)

    def show_number(self, number: NumberView, path: str) -> None:
        self.path = path
        self._title.setText(number.title)
        self.setToolTip(number.title)
        self.value.set_value(number.value)
        self.value.setReadOnly(not path)
        self.value.setAccessibleName(number.title)


# ---------------------------------------------------------------------------------------------------- a number as a bar


_TITLE_WIDTH = 80


class PoolWidget(DisplayWidget[PoolDisplayView]):
    """`Health  ▬▬▬▬▬  16 / 20`; the 16 can be edited."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self._title = QLabel()
        self._title.setMinimumWidth(_TITLE_WIDTH)
        self._bars = {True: Bar(color=None), False: Bar(color="second")}
        self.amount = ValueEdit()
        self.amount.setFont(semi_bold(tabular=True))
        self.amount.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.amount.setFixedWidth(34)
        self.amount.submitted.connect(self._edit)
        self._most = QLabel()
        self._most.setFont(semi_bold(tabular=True))
        line.addWidget(self._title)
        for bar in self._bars.values():
            line.addWidget(bar, 1)
        line.addSpacing(UNIT)
        line.addWidget(self.amount)
        line.addWidget(self._most)

    def set_view(self, view: PoolDisplayView, paths: Mapping[str, str]) -> None:
        self._path = f"sheet.{view.field}" if view.field else ""
        self._title.setText(view.title)
        for is_health, bar in self._bars.items():
            bar.setVisible(view.fraction is not None and is_health == view.is_health)
            bar.set_fraction(view.fraction or 0.0)
        self.amount.setReadOnly(not self._path)
        self.amount.setAccessibleName(view.title)
        amount, _, most = view.text.partition(" / ")
        self.amount.set_value(amount)
        self._most.setText(f"/ {most}" if most else "")

    def _edit(self, typed: str) -> None:
        self.edited.emit(self._path, typed)
        self.amount.restore()


# ---------------------------------------------------------------------------------------------------- a number as boxes


_BOX = 14
_TRACK_TITLE_WIDTH = 80
_MOST_BOXES = 14


class TrackWidget(DisplayWidget[TrackDisplayView]):
    """Shows a track as boxes. A click on a box fills it up to there; a click on the last full one empties that one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(UNIT)
        self._title, self._text = QLabel(), QLabel()
        self._title.setMinimumWidth(_TRACK_TITLE_WIDTH - UNIT)
        self._text.setFont(semi_bold(tabular=True))
        self._boxes = Boxes()
        self._boxes.picked.connect(self._edit)
        line.addWidget(self._title)
        line.addWidget(self._boxes)
        line.addStretch(1)
        line.addWidget(self._text)

    def set_view(self, view: TrackDisplayView, paths: Mapping[str, str]) -> None:
        self._path = f"sheet.{view.field}" if view.field else ""
        self._title.setText(view.title)
        self._text.setText(view.text)
        self._boxes.set_amount(view.amount or 0, view.most or 0)
        self._boxes.setAccessibleName(f"{view.title} {view.text}")

    def _edit(self, amount: int) -> None:
        if self._path:
            self.edited.emit(self._path, str(amount))


class Boxes(QWidget):
    """A row of boxes, one for each possible point, full ones first."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._amount = self._most = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_amount(self, amount: int, most: int) -> None:
        self._amount, self._most = amount, most
        self.setVisible(0 < most <= _MOST_BOXES)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._most * (_BOX + HALF), _BOX + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.color("dim"), 1))
        for index in range(self._most):
            painter.setBrush(colors.color("second" if index < self._amount else "background"))
            painter.drawRoundedRect(QRectF(index * (_BOX + HALF) + 0.5, 1.5, _BOX - 1, _BOX - 1), 3, 3)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        picked = int(event.position().x() // (_BOX + HALF)) + 1
        if 1 <= picked <= self._most:
            self.picked.emit(picked - 1 if picked == self._amount else picked)


# ---------------------------------------------------------------------------------------------------------- a countdown

_STEP_CELL = 22
_MARKS = 10
"""Height of the line of marks under the numbers."""
_MARK = 3.0
_MOST_MARKS = 3


class StepMark(Record):
    """A combatant who acts on a step."""

    name: str
    side: str
    is_past: bool = False


class CountdownStrip(QWidget):
    """`10 9 8 [7] 6 …`: the current step is filled, past ones have no ground; marks below show who acts on each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = ClockView(words="", brief="")
        self._marks: Mapping[int, Sequence[StepMark]] = {}
        self._own: Mapping[int, str] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Countdown")

    def show_countdown(self, clock: ClockView, marks: Mapping[int, Sequence[StepMark]]) -> None:
        """Show a round with the combatants who act on each step."""
        self._show(clock, marks, {})

    def show_own(self, clock: ClockView, own: Mapping[int, str]) -> None:
        """Show a round with the steps of one combatant, and the state of each."""
        self._show(clock, {}, own)

    def _show(self, clock: ClockView, marks: Mapping[int, Sequence[StepMark]], own: Mapping[int, str]) -> None:
        if (clock, marks, own) != (self._clock, self._marks, self._own):
            self._clock, self._marks, self._own = clock, marks, own
            self.setAccessibleDescription("; ".join(words for step in clock.steps if (words := self.words(step))))
            self.updateGeometry()
            self.update()

    def words(self, step: int) -> str:
        """Describe a step in words: `10: Okoro acted, Juma`; empty if nobody acts on it."""
        names = [f"{mark.name} acted" if mark.is_past else mark.name for mark in self._marks.get(step, ())]
        names += [self._own[step]] if step in self._own else []
        if not names:
            return ""
        now = " (now)" if step == self._clock.step else ""
        return f"{step}{now}: {', '.join(names)}"

    def sizeHint(self) -> QSize:
        return QSize(200, _STEP_CELL + (_MARKS if self._marks else 0))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, clock = palette(), self._clock
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for step, cell in self._cells().items():
            is_own = step in self._own
            line = colors.color("selected_line") if is_own else None
            ink = draw_step_ground(painter, cell, step_state(step, clock.steps, clock.step), line)
            is_strong = is_own or step == clock.step
            painter.setFont(semi_bold(SMALL, tabular=True) if is_strong else text_font(SMALL, tabular=True))
            painter.setPen(ink)
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(step))
            self._draw_marks(painter, cell, self._marks.get(step, ()))
        painter.end()

    def _cells(self) -> Mapping[int, QRectF]:
        return step_boxes(QRectF(0, 0, self.width(), _STEP_CELL), self._clock.steps)

    @staticmethod
    def _draw_marks(painter: QPainter, cell: QRectF, marks: Sequence[StepMark]) -> None:
        """Draw a small mark of the side for each combatant who acts on the step, up to `_MOST_MARKS`."""
        shown = marks[:_MOST_MARKS]
        stride = 2 * _MARK + 1
        left = cell.center().x() - (len(shown) - 1) * stride / 2
        for place, mark in enumerate(shown):
            painter.setOpacity(0.4 if mark.is_past else 1.0)
            middle = QPointF(left + place * stride, cell.bottom() + _MARKS / 2)
            draw_side_mark(painter, middle, _MARK, mark.side, palette())
        painter.setOpacity(1.0)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            step = next(
                (step for step, cell in self._cells().items() if cell.left() <= event.pos().x() <= cell.right()), None
            )
            QToolTip.showText(event.globalPos(), "" if step is None else self.words(step) or f"{step}: no one", self)
            return True
        return super().event(event)


class CountdownWidget(DisplayWidget[CountdownDisplayView]):
    """Shows the steps of a round, with a border around the combatant's own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, HALF)
        self.strip = CountdownStrip()
        column.addWidget(self.strip)

    def set_view(self, view: CountdownDisplayView, paths: Mapping[str, str]) -> None:
        self.strip.setAccessibleName(view.title)
        self.strip.show_own(view.clock, {int(one.title): one.value for one in view.numbers})


# --------------------------------------------------------------------------------------------------- a route leg by leg

_CHIP = 22.0
_ARROW = 14.0


class PathWidget(DisplayWidget[PathDisplayView]):
    """Shows a chip for each leg, with arrows between them, in as many lines as needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._legs: Sequence[NumberView] = ()
        self._title = ""
        """Shown before the chips if nothing else says to whom the route belongs."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_view(self, view: PathDisplayView, paths: Mapping[str, str]) -> None:
        self.setAccessibleName(view.title)
        self._title = view.title
        self.show_legs(view.numbers)

    def show_legs(self, legs: Sequence[NumberView]) -> None:
        """Show these legs: the movement and its cost."""
        if legs != self._legs:
            self._legs = legs
            words = ", then ".join(f"{leg.title}: {leg.value}" if leg.value else leg.title for leg in legs)
            self.setAccessibleDescription(words)
            self.setToolTip(words)
            self._fit()

    def _fit(self) -> None:
        boxes = self._boxes()
        self.setFixedHeight(round(boxes[-1].bottom() + HALF) if boxes else 0)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def _boxes(self) -> list[QRectF]:
        """Boxes of the chips, from left to right in lines."""
        boxes: list[QRectF] = []
        left, top = self._title_room, 0.0
        for leg in self._legs:
            width = self._title_width(leg) + self._value_width(leg) + 2 * UNIT
            if left and left + width > self.width():
                left, top = 0.0, top + _CHIP + HALF
            boxes.append(QRectF(left, top, min(width, self.width()), _CHIP))
            left += width + _ARROW
        return boxes

    @property
    def _title_room(self) -> float:
        """Pixels before the first chip."""
        return QFontMetricsF(text_font(TEXT)).horizontalAdvance(self._title) + UNIT if self._title else 0.0

    @staticmethod
    def _title_width(leg: NumberView) -> float:
        return QFontMetricsF(text_font(SMALL)).horizontalAdvance(leg.title)

    @staticmethod
    def _value_width(leg: NumberView) -> float:
        return QFontMetricsF(semi_bold(SMALL)).horizontalAdvance(leg.value) + UNIT if leg.value else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = palette()
        painter = QPainter(self)
        boxes = self._boxes()
        if self._title and boxes:
            painter.setFont(text_font(TEXT))
            painter.setPen(colors.color("text"))
            middle = QRectF(0, boxes[0].top(), self._title_room, _CHIP)
            painter.drawText(middle, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._title)
        for number, (leg, box) in enumerate(zip(self._legs, boxes, strict=True)):
            draw_pill(painter, box, colors.color("raised"), colors.color("line"))
            inner = box.adjusted(UNIT, 0, -UNIT, 0)
            painter.setFont(text_font(SMALL))
            painter.setPen(colors.color("text"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, leg.title)
            painter.setFont(semi_bold(SMALL, tabular=True))
            painter.setPen(colors.color("now_text"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, leg.value)
            if number < len(boxes) - 1:
                self._draw_arrow(painter, box)
        painter.end()

    @staticmethod
    def _draw_arrow(painter: QPainter, box: QRectF) -> None:
        """Draw a small angle after a chip, pointing to the next one."""
        tip = QPointF(box.right() + _ARROW / 2 + 2, box.center().y())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette().color("muted"), 1.5))
        painter.drawPolyline([tip + QPointF(-3, -4), tip, tip + QPointF(-3, 4)])


# ------------------------------------------------------------------------------------------------------------ relations

_RELATION_LINE = 24
_RELATION_TOKEN = 9.0
_RELATION_GAP = 6.0


class RelationWidget(DisplayWidget[RelationsDisplayView]):
    """Shows relations. A click on a combatant selects it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.lines: list[RelationLine] = []

    def set_view(self, view: RelationsDisplayView, paths: Mapping[str, str]) -> None:
        while len(self.lines) > len(view.relations):
            line = self.lines.pop()
            self._column.removeWidget(line)
            dispose(line)
        while len(self.lines) < len(view.relations):
            line = RelationLine()
            line.picked.connect(self.picked)
            self.lines.append(line)
            self._column.addWidget(line)
        for line, relation in zip(self.lines, view.relations, strict=True):
            line.show_relation(relation)


class RelationLine(QWidget):
    """One relation, drawn as an arrow from its source to its target."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._relation: RelationRow | None = None
        self._ends: dict[str, QRectF] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_relation(self, relation: RelationRow) -> None:
        self._relation = relation
        self.setToolTip(relation.words)
        self.setAccessibleName(relation.words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, _RELATION_LINE)

    def paintEvent(self, event: QPaintEvent) -> None:
        relation = self._relation
        if relation is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(text_font(SMALL))
        between = painter.fontMetrics().horizontalAdvance(relation.verb) + 5 * UNIT
        room = (self.width() - between) / 2
        left = self._draw_party(painter, relation.first, 0, room)
        left = self._draw_arrow(painter, relation.verb, left, left + between)
        self._draw_party(painter, relation.second, left, self.width() - left)
        painter.end()

    def _draw_party(self, painter: QPainter, party: PartyView, left: float, room: float) -> float:
        """Draw a token and a name; returns where they end."""
        middle = _RELATION_LINE / 2
        look = TokenLook(initials=party.initials, side=party.side)
        draw_token(painter, QPointF(left + _RELATION_TOKEN + 2, middle), _RELATION_TOKEN, look, palette())
        start = left + 2 * _RELATION_TOKEN + UNIT
        painter.setFont(semi_bold(TEXT))
        name = painter.fontMetrics().elidedText(party.name, Qt.TextElideMode.ElideRight, int(left + room - start))
        width = painter.fontMetrics().horizontalAdvance(name)
        painter.setPen(palette().color("text"))
        painter.drawText(QRectF(start, 0, width + 2, _RELATION_LINE), Qt.AlignmentFlag.AlignVCenter, name)
        self._ends[party.id] = QRectF(left, 0, start - left + width, _RELATION_LINE)
        return start + width

    @staticmethod
    def _draw_arrow(painter: QPainter, verb: str, left: float, right: float) -> float:
        """Draw the verb on a line that ends in an arrow; returns where the second combatant begins."""
        colors, middle = palette(), _RELATION_LINE / 2
        painter.setFont(text_font(SMALL))
        width = painter.fontMetrics().horizontalAdvance(verb)
        start = left + UNIT
        painter.setPen(colors.color("muted"))
        painter.drawText(QRectF(start, 0, width + 2, _RELATION_LINE), Qt.AlignmentFlag.AlignVCenter, verb)
        tip = QPointF(right - UNIT, middle)
        painter.setPen(QPen(colors.color("muted"), 1.5))
        painter.drawLine(QPointF(start + width + _RELATION_GAP, middle), tip)
        painter.setBrush(colors.color("muted"))
        painter.drawPolygon(arrow_head(tip, 90.0, 7.0))
        return right

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the combatant that was clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            found = next((id for id, box in self._ends.items() if box.contains(event.position())), None)
            if found is not None:
                self.picked.emit(found)


# -------------------------------------------------------------------------------------------------- a table of the game

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_TABLE_HEAD = 44.0
"""Width for the titles of rows."""
_TABLE_ROW = 15.0
_WIDE = 20.0
"""Least width of a cell at which titles of two digits fit beside one another."""
_LETTERS = 10
_AROUND = 2
"""Rows shown before and after the highlighted one unless the whole table is shown."""
_SHADES = 0.5
"""Opacity of the ground under the strongest sign."""


class TableWidget(DisplayWidget[TableDisplayView]):
    """Shows the table's name, the last reading with the rows around it, and on a click the whole table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, HALF, 0, HALF)
        column.setSpacing(HALF)
        self.name, self.origin, self.read = ElidedLabel(), QLabel(), QLabel()
        self.name.setFont(semi_bold(SMALL))
        self.read.setFont(semi_bold(SMALL))
        self.whole = QPushButton("Whole Table")
        self.whole.setCheckable(True)
        self.whole.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.whole.setStyleSheet("padding: 1px 8px;")
        self.whole.toggled.connect(self._show_whole)
        self.grid = GridView()
        self.legend = QLabel()
        for label in (self.origin, self.read, self.legend):
            label.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(self.name, 1)
        head.addWidget(self.whole)
        column.addLayout(head)
        for label in (self.origin, self.legend):
            label.setFont(text_font(HEADING))
            set_role(label, "muted")
        for widget in (self.origin, self.read, self.grid, self.legend):
            column.addWidget(widget)
        self._show_whole(False)

    def set_view(self, view: TableDisplayView, paths: Mapping[str, str]) -> None:
        grid = view.grid
        assert grid is not None, "a table comes with its grid"
        self.name.setText(grid.title)
        self.name.setToolTip(grid.title)
        self.origin.setText(grid.origin)
        self.read.setText("" if grid.lit is None else grid.lit.words)
        self.read.setVisible(bool(self.read.text()))
        self.legend.setText(" · ".join(f"{sign.sign} {sign.words}" for sign in grid.signs))
        self.grid.setAccessibleName(view.title)
        self.grid.show_grid(grid)
        self._show_whole(self.whole.isChecked())

    def _show_whole(self, is_whole: bool) -> None:
        self.grid.set_whole(is_whole)
        self.grid.setVisible(is_whole or bool(self.read.text()))
        self.legend.setVisible(is_whole and bool(self.legend.text()))
        self.origin.setVisible(is_whole and bool(self.origin.text()))


class _Places(Record):
    """The geometry of the cells."""

    left: float
    top: float
    width: float

    def cell(self, row: int, column: int) -> QRectF:
        return QRectF(self.left + column * self.width, self.top + row * _TABLE_ROW, self.width, _TABLE_ROW)


class GridView(QWidget):
    """The cells: stronger signs have a stronger ground, and two bands cross at the highlighted cell.

    Unless the whole table is shown, only the rows around the highlighted one are.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = Grid(title="")
        self._is_whole = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_grid(self, grid: Grid) -> None:
        self._grid = grid
        self.setAccessibleDescription("" if grid.lit is None else grid.lit.words)
        self.updateGeometry()
        self.update()

    def set_whole(self, is_whole: bool) -> None:
        """Show all rows, or only those around the highlighted one."""
        self._is_whole = is_whole
        self.updateGeometry()
        self.update()

    @property
    def shown(self) -> range:
        """The rows that are shown, by number."""
        count, lit = len(self._grid.rows), self._grid.lit
        if self._is_whole or lit is None:
            return range(count)
        first = max(0, min(lit.row - _AROUND, count - 2 * _AROUND - 1))
        return range(first, min(count, first + 2 * _AROUND + 1))

    def sizeHint(self) -> QSize:
        return QSize(320, round((len(self.shown) + 2) * _TABLE_ROW))

    def minimumSizeHint(self) -> QSize:
        return QSize(240, self.sizeHint().height())

    def words(self, row: int, column: int) -> str:
        """Describe a cell in words: `Margin 35-39, defence 10: M, medium`."""
        grid = self._grid
        sign = grid.rows[row].cells[column]
        meaning = next((one.words for one in grid.signs if one.sign == sign), "")
        where = f"{grid.rows_title} {grid.rows[row].title}, {grid.columns_title} {grid.columns[column]}"
        return f"{where}: {sign}, {meaning}" if meaning else f"{where}: {sign}"

    def _places(self) -> _Places:
        columns = max(1, len(self._grid.columns))
        return _Places(_TABLE_HEAD, (2 - self.shown.start) * _TABLE_ROW, (self.width() - _TABLE_HEAD - 1) / columns)

    # ------------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        grid, places = self._grid, self._places()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_heads(painter, places)
        if grid.lit is not None:
            self._draw_bands(painter, places, grid.lit.row, grid.lit.column)
        painter.setFont(text_font(_LETTERS))
        strengths = {one.sign: place for place, one in enumerate(grid.signs)}
        for row in self.shown:
            for column, sign in enumerate(grid.rows[row].cells):
                self._draw_cell(painter, places.cell(row, column), sign, strengths.get(sign, 0))
        if grid.lit is not None:
            self._draw_lit(painter, places, grid.lit.row, grid.lit.column)
        painter.end()

    def _draw_heads(self, painter: QPainter, places: _Places) -> None:
        grid, colors = self._grid, palette()
        painter.setPen(colors.color("muted"))
        painter.setFont(text_font(_LETTERS))
        whole = QRectF(places.left, 0, self.width() - places.left, _TABLE_ROW)
        painter.drawText(whole, Qt.AlignmentFlag.AlignCenter, grid.columns_title)
        painter.drawText(QRectF(0, _TABLE_ROW, _TABLE_HEAD - 6, _TABLE_ROW), _RIGHT, grid.rows_title)
        for column in self._titled(places):
            lit = grid.lit is not None and grid.lit.column == column
            box = places.cell(self.shown.start - 1, column)
            self._draw_head(painter, box, grid.columns[column], Qt.AlignmentFlag.AlignCenter, lit)
        for row in self.shown:
            lit = grid.lit is not None and grid.lit.row == row
            box = QRectF(0, places.cell(row, 0).top(), _TABLE_HEAD - 6, _TABLE_ROW)
            self._draw_head(painter, box, grid.rows[row].title, _RIGHT, lit)

    def _titled(self, places: _Places) -> Sequence[int]:
        """The columns with room for a title: every second one if cells are narrow, and always the highlighted one."""
        columns = range(len(self._grid.columns))
        if all(len(title) == 1 for title in self._grid.columns) or places.width >= _WIDE:
            return columns
        lit = None if self._grid.lit is None else self._grid.lit.column
        return [at for at in columns if at == lit or (at % 2 == 0 and (lit is None or abs(at - lit) != 1))]

    @staticmethod
    def _draw_head(painter: QPainter, box: QRectF, title: str, align: Qt.AlignmentFlag, lit: bool) -> None:
        painter.setFont(semi_bold(_LETTERS, tabular=True) if lit else text_font(_LETTERS, tabular=True))
        painter.setPen(palette().color("now_text" if lit else "muted"))
        painter.drawText(box.adjusted(-2, 0, 2, 0), align, title)

    def _draw_bands(self, painter: QPainter, places: _Places, row: int, column: int) -> None:
        """Draw the bands of the row and the column that were read."""
        fill = palette().color("now_fill")
        end = len(self._grid.columns) - 1
        painter.fillRect(places.cell(row, 0).united(places.cell(row, end)), fill)
        painter.fillRect(places.cell(self.shown[0], column).united(places.cell(self.shown[-1], column)), fill)

    def _draw_cell(self, painter: QPainter, box: QRectF, sign: str, strength: int) -> None:
        colors = palette()
        most = max(1, len(self._grid.signs) - 1)
        if strength:
            ground = QColor(colors.color("second"))
            ground.setAlphaF(_SHADES * strength / most)
            painter.fillRect(box.adjusted(0.5, 0.5, -0.5, -0.5), ground)
        painter.setPen(colors.color("text" if strength else "dim"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)

    def _draw_lit(self, painter: QPainter, places: _Places, row: int, column: int) -> None:
        """Draw the highlighted cell, slightly enlarged."""
        colors, box = palette(), places.cell(row, column).adjusted(-2.5, -2, 2.5, 2)
        painter.setPen(QPen(colors.color("now"), 1.5))
        painter.setBrush(colors.color("now"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(colors.color("on_now"))
        painter.setFont(semi_bold(HEADING))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._grid.rows[row].cells[column])

    # -------------------------------------------------------------------------------------- reading

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return row and column of the cell at a point, or None if there is none."""
        places = self._places()
        row = int((point.y() - places.top) // _TABLE_ROW)
        column = int((point.x() - places.left) // places.width)
        inside = row in self.shown and 0 <= column < len(self._grid.columns)
        return (row, column) if inside else None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self.cell_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if found is None else self.words(*found), self)
            return True
        return super().event(event)
