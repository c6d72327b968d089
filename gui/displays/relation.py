"""What ties a combatant to others: a line for each, `(N) Nyota  guards →  (I) Imani`."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gui.displays.base import DisplayWidget
from gui.style import TokenLook, arrow_head, draw_token, palette, semi_bold, text_font
from gui.style.measures import SMALL, TEXT, UNIT
from model.view.relations import PartyView, TieView
from model.view.sheet import RelationsDisplayView

_LINE = 24
_TOKEN = 9.0
_GAP = 6.0


class RelationWidget(DisplayWidget[RelationsDisplayView]):
    """A click on a combatant in it selects them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.lines: list[TieLine] = []

    def set_view(self, view: RelationsDisplayView, paths: Mapping[str, str]) -> None:
        while len(self.lines) > len(view.ties):
            line = self.lines.pop()
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        while len(self.lines) < len(view.ties):
            line = TieLine()
            line.picked.connect(self.picked)
            self.lines.append(line)
            self._column.addWidget(line)
        for line, tie in zip(self.lines, view.ties, strict=True):
            line.show_tie(tie)


class TieLine(QWidget):
    """One tie, drawn from who does it to whom it is done."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tie: TieView | None = None
        self._ends: dict[str, QRectF] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_tie(self, tie: TieView) -> None:
        self._tie = tie
        self.setToolTip(tie.words)
        self.setAccessibleName(tie.words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, _LINE)

    def paintEvent(self, event: QPaintEvent) -> None:
        tie = self._tie
        if tie is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(text_font(SMALL))
        between = painter.fontMetrics().horizontalAdvance(tie.verb) + 5 * UNIT
        room = (self.width() - between) / 2
        left = self._draw_party(painter, tie.first, 0, room)
        left = self._draw_arrow(painter, tie.verb, left, left + between)
        self._draw_party(painter, tie.second, left, self.width() - left)
        painter.end()

    def _draw_party(self, painter: QPainter, party: PartyView, left: float, room: float) -> float:
        """A token and a name; returns where they end."""
        middle = _LINE / 2
        look = TokenLook(initials=party.initials, side=party.side)
        draw_token(painter, QPointF(left + _TOKEN + 2, middle), _TOKEN, look, palette())
        start = left + 2 * _TOKEN + UNIT
        painter.setFont(semi_bold(TEXT))
        name = painter.fontMetrics().elidedText(party.name, Qt.TextElideMode.ElideRight, int(left + room - start))
        width = painter.fontMetrics().horizontalAdvance(name)
        painter.setPen(palette().color("text"))
        painter.drawText(QRectF(start, 0, width + 2, _LINE), Qt.AlignmentFlag.AlignVCenter, name)
        self._ends[party.id] = QRectF(left, 0, start - left + width, _LINE)
        return start + width

    @staticmethod
    def _draw_arrow(painter: QPainter, verb: str, left: float, right: float) -> float:
        """The verb on a line that ends in an arrow; returns where the second party stands."""
        colors, middle = palette(), _LINE / 2
        painter.setFont(text_font(SMALL))
        width = painter.fontMetrics().horizontalAdvance(verb)
        start = left + UNIT
        painter.setPen(colors.color("muted"))
        painter.drawText(QRectF(start, 0, width + 2, _LINE), Qt.AlignmentFlag.AlignVCenter, verb)
        tip = QPointF(right - UNIT, middle)
        painter.setPen(QPen(colors.color("muted"), 1.5))
        painter.drawLine(QPointF(start + width + _GAP, middle), tip)
        painter.setBrush(colors.color("muted"))
        painter.drawPolygon(arrow_head(tip, 90.0, 7.0))
        return right

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the combatant that was clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            found = next((id for id, box in self._ends.items() if box.contains(event.position())), None)
            if found is not None:
                self.picked.emit(found)
