"""How lasting ties look on the map: a line of its own for each kind, or a band around two who stand close together."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.style import arrow_head, palette
from model.view.map import RelationView

_DASHES = {"aim": [6.0, 4.0], "area": [1.5, 3.0]}
_END = 5.0
"""Pixels from the middle of an end's mark to its rim."""


def paint_tie(painter: QPainter, relation: RelationView, line: QLineF, scale: float = 1.0) -> None:
    """A line from the first to the second, both cut off at their rims, with the mark of its kind at its end.

    `scale` makes widths and marks larger, for those who look from across the room.
    """
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if relation.line == "guard":
        _paint_double(painter, line, scale)
    else:
        painter.setPen(_pen(relation, (2.5 if relation.line == "hold" else 1.5) * scale))
        painter.drawLine(line)
    _paint_end(painter, relation, line, scale)


def paint_band(painter: QPainter, relation: RelationView, line: QLineF, reach: float, scale: float = 1.0) -> None:
    """A band around two who stand too close for a line between them; `line` runs from middle to middle."""
    painter.save()
    painter.translate(line.center())
    painter.rotate(-line.angle())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(relation, (2.5 if relation.line == "hold" else 1.5) * scale))
    for away in (3.0, 7.0) if relation.line == "guard" else (3.0,):
        radius = reach + away * scale
        half = line.length() / 2 + radius
        painter.drawRoundedRect(QRectF(-half, -radius, 2 * half, 2 * radius), radius, radius)
    painter.restore()


def _pen(relation: RelationView, width: float) -> QPen:
    pen = QPen(palette().color("muted"), width)
    if relation.line in _DASHES:
        pen.setDashPattern(_DASHES[relation.line])
    return pen


def _paint_double(painter: QPainter, line: QLineF, scale: float) -> None:
    """Two lines side by side: somebody stands between."""
    aside = QPointF(line.normalVector().dx(), line.normalVector().dy()) / max(1.0, line.length()) * 2.5 * scale
    painter.setPen(QPen(palette().color("muted"), 1.5 * scale))
    for offset in (aside, -aside):
        painter.drawLine(QLineF(line.p1() + offset, line.p2() + offset))


def _paint_end(painter: QPainter, relation: RelationView, line: QLineF, scale: float) -> None:
    """A ring for a hold, a bar for a guard, a cross in a ring for an aim, an arrow for all else."""
    end, size, colors = line.p2(), _END * scale, palette()
    painter.setPen(QPen(colors.color("muted"), 2 * scale))
    painter.setBrush(colors.color("ground"))
    if relation.line == "hold":
        for point in (line.p1(), end):
            painter.drawEllipse(point, size, size)
    elif relation.line == "guard":
        along = QPointF(line.dx(), line.dy()) / max(1.0, line.length())
        across = QPointF(-along.y(), along.x()) * (size * 2)
        painter.drawLine(QLineF(end - across, end + across))
    elif relation.line == "aim":
        painter.drawEllipse(end, size, size)
        for arm in (QPointF(size * 1.6, 0), QPointF(0, size * 1.6)):
            painter.drawLine(QLineF(end - arm, end + arm))
    elif relation.line == "link":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("muted"))
        painter.drawPolygon(arrow_head(end, (90 - line.angle()) % 360, 2 * size))
