"""A countdown: the steps of a round in a row, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from gui.displays.base import DisplayWidget
from gui.style import draw_side_mark, draw_step_ground, palette, semi_bold, step_boxes, step_state, text_font
from gui.style.measures import HALF, SMALL
from model.state.base import Record
from model.view.pools import ClockView
from model.view.sheet import CountdownDisplayView

_CELL = 22
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
    """`10 9 8 [7] 6 …`: the step of now is filled, those counted have no ground; under each a mark for who is due."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = ClockView(words="", brief="")
        self._marks: Mapping[int, Sequence[StepMark]] = {}
        self._own: Mapping[int, str] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Countdown")

    def show_countdown(self, clock: ClockView, marks: Mapping[int, Sequence[StepMark]]) -> None:
        """Show a round with who is due on each step."""
        self._show(clock, marks, {})

    def show_own(self, clock: ClockView, own: Mapping[int, str]) -> None:
        """Show a round with the steps of one combatant, and what has become of each."""
        self._show(clock, {}, own)

    def _show(self, clock: ClockView, marks: Mapping[int, Sequence[StepMark]], own: Mapping[int, str]) -> None:
        if (clock, marks, own) != (self._clock, self._marks, self._own):
            self._clock, self._marks, self._own = clock, marks, own
            self.setAccessibleDescription("; ".join(words for step in clock.steps if (words := self.words(step))))
            self.updateGeometry()
            self.update()

    def words(self, step: int) -> str:
        """A step in words: `10: Okoro acted, Juma`; empty where nobody acts on it."""
        names = [f"{mark.name} acted" if mark.is_past else mark.name for mark in self._marks.get(step, ())]
        names += [self._own[step]] if step in self._own else []
        if not names:
            return ""
        now = " (now)" if step == self._clock.step else ""
        return f"{step}{now}: {', '.join(names)}"

    def sizeHint(self) -> QSize:
        return QSize(200, _CELL + (_MARKS if self._marks else 0))

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
        return step_boxes(QRectF(0, 0, self.width(), _CELL), self._clock.steps)

    @staticmethod
    def _draw_marks(painter: QPainter, cell: QRectF, marks: Sequence[StepMark]) -> None:
        """A small mark of the side for each who is due; of many only some."""
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
            QToolTip.showText(event.globalPos(), "" if step is None else self.words(step) or f"{step}: nobody", self)
            return True
        return super().event(event)


class CountdownWidget(DisplayWidget[CountdownDisplayView]):
    """The steps of a round, framed where they are the combatant's own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, HALF)
        self.strip = CountdownStrip()
        column.addWidget(self.strip)

    def set_view(self, view: CountdownDisplayView, paths: Mapping[str, str]) -> None:
        self.strip.setAccessibleName(view.title)
        self.strip.show_own(view.clock, {int(one.title): one.value for one in view.numbers})
