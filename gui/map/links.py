"""The ways between zones: a badge on the border with an arrow or a cross, a wall where there is none, and words.

What a way is like is told by shape and word, never by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.camera import Camera
from gui.map.lines import WordsLayer
from gui.style import draw_pill, palette, text_font
from model.view.map import Id, LinkView, MapView, shape_bounds

_BADGE = 9.0
"""Radius of the badge on a way, in units; one is a pixel on the GM's map."""
_NEAR = 5.0
"""Pixels around a badge or a wall that still mean it."""
_LEAST = 26.0
"""Pixels of border under which a badge has no room."""


@dataclass(frozen=True)
class Mark:
    """A way in pixels."""

    link: LinkView
    line: tuple[QPointF, ...]
    middle: QPointF
    degrees: float
    """Direction in which it leads from the first zone to the second, clockwise from the right."""
    chosen: bool = False

    @property
    def is_wall(self) -> bool:
        return self.link.state == "cut" and self.link.touches

    def is_at(self, pixel: QPointF, unit: float = 1.0) -> bool:
        """Whether a pixel means this way."""
        away = pixel - self.middle
        if math.hypot(away.x(), away.y()) <= _BADGE * unit + _NEAR:
            return True
        return self.is_wall and min(_away(pixel, *stretch) for stretch in pairwise(self.line)) <= _NEAR


def marks_of(view: MapView, camera: Camera, chosen: tuple[Id, Id] | None = None) -> list[Mark]:
    """The ways of a view that are in the window and have room for a badge."""
    zones = {zone.id: zone for zone in view.zones}
    found = []
    for link in view.links:
        line = tuple(camera.to_pixels(*point) for point in link.line)
        length = sum(math.hypot((b - a).x(), (b - a).y()) for a, b in pairwise(line))
        if length < _LEAST and link.touches:
            continue
        middle, along = _halfway(line)
        if link.touches:
            across = _center(shape_bounds(zones[link.second].shape)) - _center(shape_bounds(zones[link.first].shape))
            degrees = along + 90
            turn = math.radians(degrees)
            if across.x() * math.cos(turn) + across.y() * math.sin(turn) < 0:
                degrees -= 180
        else:
            degrees = along
        is_chosen = chosen is not None and {link.first, link.second} == set(chosen)
        if camera.window.adjusted(-40, -40, 40, 40).contains(middle):
            found.append(Mark(link, line, middle, degrees, is_chosen))
    return found


def _center(bounds: tuple[float, float, float, float]) -> QPointF:
    left, top, right, bottom = bounds
    return QPointF((left + right) / 2, (top + bottom) / 2)


def _halfway(line: Sequence[QPointF]) -> tuple[QPointF, float]:
    """The place halfway along a line, and the direction of the line there in degrees."""
    left = sum(math.hypot((b - a).x(), (b - a).y()) for a, b in pairwise(line)) / 2
    for here, there in pairwise(line):
        way = there - here
        step = math.hypot(way.x(), way.y())
        if step >= left > 0:
            return here + way * (left / step), math.degrees(math.atan2(way.y(), way.x()))
        left -= step
    return line[-1], 0.0


def _away(pixel: QPointF, start: QPointF, end: QPointF) -> float:
    """Pixels from a stretch of line."""
    way = end - start
    length = QPointF.dotProduct(way, way)
    share = min(1.0, max(0.0, QPointF.dotProduct(pixel - start, way) / length)) if length else 0.0
    gap = pixel - start - way * share
    return math.hypot(gap.x(), gap.y())


# -------------------------------------------------------------------------------- painting


def boxes_of(mark: Mark, unit: float, font: QFont) -> tuple[QRectF, QRectF]:
    """Where a way's badge and its words stand; the latter is empty when there is nothing to say."""
    reach = _BADGE * unit
    badge = QRectF(mark.middle.x() - reach, mark.middle.y() - reach, 2 * reach, 2 * reach)
    words = _words(mark.link)
    if not words:
        return badge, QRectF()
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(words) + 14 * unit, max(18 * unit, metrics.height() + 2 * unit)
    return badge, QRectF(badge.right() + 3 * unit, mark.middle.y() - height / 2, width, height)


def paint_mark(painter: QPainter, mark: Mark, unit: float, font: QFont) -> None:
    """Draw a way."""
    colors = palette()
    ink = colors.color("selected_line" if mark.chosen else "muted")
    if mark.link.state in {"cut", "blocked"} and mark.link.touches:
        painter.setPen(QPen(ink, (5 if mark.is_wall else 4) * unit, c=Qt.PenCapStyle.FlatCap))
        painter.drawPolyline(list(mark.line))
    elif not mark.link.touches:
        pen = QPen(ink, 1.5 * unit)
        pen.setDashPattern([4, 4])
        painter.setPen(pen)
        painter.drawPolyline(list(mark.line))
    badge, pill = boxes_of(mark, unit, font)
    if not mark.is_wall:
        _paint_badge(painter, mark, unit, badge)
    if not pill.isEmpty():
        draw_pill(painter, pill, colors.color("background"), colors.color("selected_line" if mark.chosen else "line"))
        painter.setFont(font)
        painter.setPen(colors.color("text"))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, _words(mark.link))


def _words(link: LinkView) -> str:
    return " · ".join(part for part in (link.label, "hidden" if link.hidden else "") if part)


def _paint_badge(painter: QPainter, mark: Mark, unit: float, box: QRectF) -> None:
    colors = palette()
    pen = QPen(colors.color("selected_line" if mark.chosen else "muted"), 1.2 * unit)
    if mark.link.hidden:
        pen.setDashPattern([2, 2])
    painter.setPen(pen)
    painter.setBrush(colors.color("background"))
    painter.drawEllipse(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ink = QPen(colors.color("text"), 1.6 * unit, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
    painter.save()
    painter.translate(mark.middle)
    painter.setPen(ink)
    if mark.link.state in {"cut", "blocked"}:
        for down in (1, -1):
            painter.drawLine(QPointF(-3.5, -3.5 * down) * unit, QPointF(3.5, 3.5 * down) * unit)
    else:
        painter.rotate(mark.degrees)
        painter.drawLine(QPointF(-5, 0) * unit, QPointF(5, 0) * unit)
        for end in (1, -1) if mark.link.state == "open" else (1,):
            head = [QPointF(2 * end, -2.8), QPointF(5 * end, 0), QPointF(2 * end, 2.8)]
            painter.drawPolyline(QPolygonF([point * unit for point in head]))
    painter.restore()


class LinksLayer(WordsLayer):
    """Draws the ways and finds the one under the pointer."""

    def __init__(self, parent: QGraphicsItem, view: Callable[[], MapView]) -> None:
        super().__init__(parent)
        self._view = view
        self._chosen: tuple[Id, Id] | None = None

    def choose(self, ends: tuple[Id, Id] | None) -> None:
        """Show a way as the one in hand."""
        self._chosen = ends
        self.update()

    def marks(self) -> list[Mark]:
        """The ways as they are drawn now."""
        return marks_of(self._view(), self._camera, self._chosen)

    def link_at(self, pixel: QPointF) -> LinkView | None:
        """The way whose badge or wall is under a pixel."""
        return next((mark.link for mark in reversed(self.marks()) if mark.is_at(pixel)), None)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = text_font(11, tabular=True)
        for mark in sorted(self.marks(), key=lambda mark: mark.chosen):
            paint_mark(painter, mark, 1.0, font)
        painter.restore()
