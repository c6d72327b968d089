"""Numbers that cost something, side by side with their price and the chance at each: such as dice that are bought."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.controllers.call_options import CallOptions, Weighed
from gui.panels.odds_view import percent
from gui.style.fonts import semi_bold, text_font
from gui.style.measures import HALF, HEADING, RADIUS, SMALL, UNIT
from gui.style.theme import palette
from gui.style.widgets import draw_key
from model.engine.calls import Call
from model.engine.ruleset import Parameter

_HEIGHT, _KEY = 36, 20
_TITLE = 58


@dataclass(frozen=True)
class _Choice:
    """A number, what it costs, and the chance with it as soon as it is known."""

    value: int
    price: str
    weighed: Weighed | None = None


class WeighedChoice(QWidget):
    """The first such parameter of the action in progress; nothing is shown once dice have been thrown.

    Chances are worked out after the window has been painted, one at a time.
    """

    changed = Signal(str, object)
    """Key of the parameter and its new value; None is the default."""

    def __init__(self, options: CallOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options = options
        self._parameter: Parameter | None = None
        self._value = 0
        self.choices: tuple[_Choice, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._weigh_next)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.hide()

    def show_call(self, call: Call | None) -> None:
        """Show the numbers that an action offers as it stands."""
        parameter = self._parameter = self._options.parameter
        if call is None or parameter is None:
            self.choices = ()
            self.hide()
            return
        self._value = int(call.option(parameter.key, parameter.default))
        self.choices = tuple(_Choice(value, price) for value, price in self._options.prices(parameter))
        self.setVisible(len(self.choices) > 1)
        self.setAccessibleName(parameter.title)
        self._timer.start(0)
        self._tell()

    def _weigh_next(self) -> None:
        """Work out one chance that is missing, and come back for the next."""
        if self._parameter is None or self._options.parameter is not self._parameter:
            return
        for index, choice in enumerate(self.choices):
            if choice.weighed is None:
                weighed = self._options.weighed(self._parameter, choice.value)
                done = _Choice(choice.value, choice.price, weighed)
                self.choices = (*self.choices[:index], done, *self.choices[index + 1 :])
                self._tell()
                self._timer.start(0)
                return

    def _tell(self) -> None:
        self.setAccessibleDescription(self.words())
        self.setToolTip(self.words())
        self.update()

    def words(self) -> str:
        """`Dice bought: 0, free, 48.2 %; 1, 1 AP, 69.7 %`"""
        if self._parameter is None:
            return ""
        told = (", ".join(filter(None, (str(one.value), one.price, _came_to(one)))) for one in self.choices)
        return f"{self._parameter.title}: {'; '.join(told)}"

    def sizeHint(self) -> QSize:
        return QSize(280, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    def box_of(self, index: int) -> QRectF:
        """The place of a number."""
        width = (self.width() - _TITLE) / max(1, len(self.choices))
        return QRectF(_TITLE + index * width, 1, width - HALF, _HEIGHT - 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._parameter is None or event.button() != Qt.MouseButton.LeftButton:
            return
        for index, choice in enumerate(self.choices):
            if self.box_of(index).contains(event.position()):
                is_default = choice.value == self._parameter.default
                self.changed.emit(self._parameter.key, None if is_default else choice.value)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._parameter is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = palette()
        painter.setFont(text_font(HEADING))
        painter.setPen(colors.color("muted"))
        words = QRectF(0, 0, _TITLE - HALF, _HEIGHT)
        key = self._parameter.step_key
        if key:
            draw_key(painter, QRectF(0, _HEIGHT - _KEY + 2, _KEY, _KEY - 4), key)
            words.setHeight(_HEIGHT - _KEY + 1)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, self._parameter.title)
        for index, choice in enumerate(self.choices):
            self._paint_choice(painter, self.box_of(index), choice)
        painter.end()

    def _paint_choice(self, painter: QPainter, box: QRectF, choice: _Choice) -> None:
        colors = palette()
        is_chosen = choice.value == self._value
        is_refused = choice.weighed is not None and choice.weighed.refusal != ""
        painter.setPen(QPen(colors.color("selected_line" if is_chosen else "line"), 1.4 if is_chosen else 1))
        painter.setBrush(colors.color("selected" if is_chosen else "raised"))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.setFont(text_font(HEADING - 1, tabular=True))
        painter.setPen(colors.color("dim" if is_refused else "muted"))
        upper = QRectF(box.left(), box.top() + 2, box.width(), 14)
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, f"+{choice.value} · {choice.price}")
        painter.setFont(semi_bold(SMALL, tabular=True))
        painter.setPen(colors.color("dim" if is_refused else "text"))
        lower = QRectF(box.left(), box.top() + 14, box.width(), box.height() - 14 - UNIT / 4)
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, _came_to(choice) or "…")


def _came_to(choice: _Choice) -> str:
    """The chance; a dash where it cannot be had, nothing while it is not known."""
    if choice.weighed is None:
        return ""
    if choice.weighed.refusal:
        return "–"
    return percent(choice.weighed.chance) if isinstance(choice.weighed.chance, Fraction) else "–"
