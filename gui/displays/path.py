"""A movement leg by leg, with what each leg costs: `run 3 m 2 › jump 1 m 2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.displays.base import DisplayWidget
from gui.style import draw_pill, palette, semi_bold, text_font
from gui.style.measures import HALF, SMALL, TEXT, UNIT
from model.view.sheet import NumberView, PathDisplayView

_CHIP = 22.0
_ARROW = 14.0


class PathWidget(DisplayWidget[PathDisplayView]):
    """A chip for each leg, with arrows between them, in as many lines as they need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._legs: Sequence[NumberView] = ()
        self._title = ""
        """Stands before the chips where nothing else says whose way it is."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_view(self, view: PathDisplayView, paths: Mapping[str, str]) -> None:
        self.setAccessibleName(view.title)
        self._title = view.title
        self.show_legs(view.numbers)

    def show_legs(self, legs: Sequence[NumberView]) -> None:
        """Show these legs: what is done, and its price."""
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
        """Where the chips stand, from the left to the right and line under line."""
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
        """A small angle behind a chip: what comes after it."""
        tip = QPointF(box.right() + _ARROW / 2 + 2, box.center().y())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette().color("muted"), 1.5))
        painter.drawPolyline([tip + QPointF(-3, -4), tip, tip + QPointF(-3, 4)])
