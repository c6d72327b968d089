"""A number out of a maximum, as a bar or as boxes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from gui.displays.base import DisplayWidget, ValueEdit
from gui.style.fonts import semi_bold
from gui.style.measures import HALF, UNIT
from gui.style.theme import palette
from gui.style.widgets import Bar
from model.view.sheet import PoolDisplayView, TrackDisplayView

# ------------------------------------------------------------------------------------------------------------- as a bar


_TITLE_WIDTH = 80


class PoolWidget(DisplayWidget[PoolDisplayView]):
    """`Health  ▬▬▬▬▬  16 / 20`; the 16 is typed over to edit it."""

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
        self.amount.handed_in.connect(self._edit)
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
        self.amount.put_back()


# ------------------------------------------------------------------------------------------------------------- as boxes


_BOX = 14
_TRACK_TITLE_WIDTH = 80
_MOST_BOXES = 14


class TrackWidget(DisplayWidget[TrackDisplayView]):
    """A click on a box fills the track up to it; a click on the last full one empties that one."""

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
    """The boxes themselves: as many as there can be, full ones first."""

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
