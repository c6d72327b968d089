"""Lines and words over the ground, in pixels: names of zones, ranges, relations, the scale bar."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.camera import Camera
from gui.map.ground import AreasItem
from gui.map.labels import Boxes
from gui.map.sprites import canvas, draw_haloed
from gui.map.tokens import TokenLayer
from gui.style import Palette, draw_pill, palette, semi_bold, text_font
from model.view.map import FeatureView, RelationView, RingView, ZoneView, metres_text

_INSET = 14
"""Pixels from a zone's border to its name."""
_NAME_HEIGHT = 18.0
_SCALE_ROOM = 40
"""Pixels at the foot of the window that the scale bar takes."""
_SCALE_BAR = 175
"""Pixels that the scale bar is at most long."""


class WordsLayer(QGraphicsItem):
    """An item in pixels over the whole window, a child of the view box."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._camera = Camera()

    def set_camera(self, camera: Camera) -> None:
        if (camera.width, camera.height) != (self._camera.width, self._camera.height):
            self.prepareGeometryChange()
        self._camera = camera
        self.update()

    def boundingRect(self) -> QRectF:
        return self._camera.window


class NamesLayer(WordsLayer):
    """Names of zones and features, each within what is seen of its area, and the scale bar."""

    def __init__(self, parent: QGraphicsItem, areas: AreasItem) -> None:
        super().__init__(parent)
        self._areas = areas
        self._features: tuple[FeatureView, ...] = ()

    def set_features(self, features: Sequence[FeatureView]) -> None:
        self._features = tuple(feature for feature in features if feature.label)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for zone, path in self._areas.zone_paths():
            self._paint_zone(painter, zone, path.boundingRect())
        painter.setFont(text_font(11))
        for feature in self._features:
            self._paint_feature(painter, feature)
        self._paint_scale(painter)
        painter.restore()

    def _seen(self, metres: QRectF) -> QRectF:
        """The part of an area that is in the window, in pixels."""
        first = self._camera.to_pixels(metres.left(), metres.top())
        last = self._camera.to_pixels(metres.right(), metres.bottom())
        return QRectF(first, last).intersected(self._camera.window)

    def _paint_zone(self, painter: QPainter, zone: ZoneView, metres: QRectF) -> None:
        seen = self._seen(metres)
        free = seen.width() - 2 * _INSET
        if free < 36 or seen.height() < 30:
            return
        name = f"{zone.name} · hidden" if zone.hidden else zone.name
        picture = _zone_name(name, zone.color, _elide_width(free), painter.device().devicePixelRatioF(), palette())
        box = self._name_box(zone, seen, picture.deviceIndependentSize().width())
        painter.drawPixmap(QPointF(round(box.left()), round(box.top())), picture)

    def _name_box(self, zone: ZoneView, seen: QRectF, width: float) -> QRectF:
        """Lower left, or else the first other place that lies within the zone's own outline."""
        height = _NAME_HEIGHT
        left, low = seen.left() + _INSET, seen.bottom() - _INSET - height + 6
        if seen.left() < _SCALE_BAR + 40:
            low = min(low, self._camera.height - _SCALE_ROOM - height)
        top, right = seen.top() + _INSET - 4, seen.right() - _INSET - width
        places = [(left, low), (left, top), (right, low), (right, top)]
        places.append((seen.center().x() - width / 2, seen.center().y() + 26))
        for x, y in places:
            box = QRectF(x, y, width, height)
            if self._is_inside(zone, box):
                return box
        return QRectF(*places[-1], width, height)

    def _is_inside(self, zone: ZoneView, box: QRectF) -> bool:
        return all(
            zone is self._areas.zone_at(*self._camera.to_metres(corner))
            for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())
        )

    def _paint_feature(self, painter: QPainter, feature: FeatureView) -> None:
        metres = self._areas.feature_bounds(feature.id)
        seen = self._seen(metres)
        if seen.width() >= QFontMetricsF(painter.font()).horizontalAdvance(feature.label) and seen.height() > 14:
            painter.setPen(palette().color("muted"))
            painter.drawText(seen, Qt.AlignmentFlag.AlignCenter, feature.label)

    def _paint_scale(self, painter: QPainter) -> None:
        metres = nice_length(_SCALE_BAR / self._camera.scale)
        length = metres * self._camera.scale
        left, y = 24.5, self._camera.height - 15.5
        painter.setPen(QPen(palette().color("muted"), 1.5))
        painter.drawLine(QPointF(left, y), QPointF(left + length, y))
        for x in (left, left + length):
            painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
        words = _scale_words(metres_text(metres), painter.device().devicePixelRatioF(), palette())
        width = words.deviceIndependentSize().width()
        painter.drawPixmap(QPointF(round(left + (length - width) / 2), round(y - 20)), words)


@functools.lru_cache(maxsize=64)
def _scale_words(text: str, ratio: float, colors: Palette) -> QPixmap:
    return _haloed(text, text_font(11, tabular=True), colors.color("muted"), colors.color("ground"), ratio)


def _haloed(text: str, font: QFont, color: QColor, halo: QColor, ratio: float) -> QPixmap:
    """A line of text as a picture, to be kept from frame to frame."""
    pixmap = canvas(QSizeF(QFontMetricsF(font).horizontalAdvance(text) + 4, _NAME_HEIGHT), ratio)
    painter = QPainter(pixmap)
    painter.setFont(font)
    draw_haloed(painter, QRectF(QPointF(), pixmap.deviceIndependentSize()), text, color, halo)
    painter.end()
    return pixmap


def _elide_width(free: float) -> float:
    """In steps, so that a zone that is zoomed does not make a new picture in every frame."""
    return min(400.0, free // 20 * 20 + 16)


@functools.lru_cache(maxsize=256)
def _zone_name(text: str, color: int, most: float, ratio: float, colors: Palette) -> QPixmap:
    """A zone's name, not wider than so many pixels."""
    font = semi_bold(13)
    halo = colors.color("ground")
    halo.setAlpha(150)
    text = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, most)
    return _haloed(text, font, colors.zone_text(color), halo, ratio)


def nice_length(most: float) -> float:
    """The largest of 1, 2, 5, 10, 20, 50... (or a fraction) that is not more."""
    power = 10.0 ** math.floor(math.log10(most))
    return max(step * power for step in (1, 2, 5, 10) if step * power <= most * 1.0001)


class RelationsLayer(WordsLayer):
    """Rings of range around tokens, and lines from one token to another with a label on them."""

    def __init__(self, parent: QGraphicsItem, tokens: TokenLayer) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._relations: tuple[RelationView, ...] = ()
        self._rings: tuple[RingView, ...] = ()
        self._shows_rings = True

    def set_lines(self, relations: Sequence[RelationView], rings: Sequence[RingView]) -> None:
        self._relations = tuple(relations)
        self._rings = tuple(rings)
        self.update()

    def set_shows_rings(self, shows: bool) -> None:
        """Whether ranges are drawn: not while something else is measured around a token."""
        if shows != self._shows_rings:
            self._shows_rings = shows
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._relations and not self._rings:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        taken = Boxes()
        for box in self._tokens.boxes():
            taken.add(box)
        for ring in self._rings if self._shows_rings else ():
            self._paint_ring(painter, ring, taken)
        for relation in sorted(self._relations, key=lambda relation: relation.kind == "target"):
            self._paint_relation(painter, relation, taken)
        painter.restore()

    def _pixel_of(self, id: str) -> QPointF | None:
        place = self._tokens.place_of(id)
        return None if place is None else self._camera.to_pixels(*place)

    def _paint_ring(self, painter: QPainter, ring: RingView, taken: Boxes) -> None:
        center = self._pixel_of(ring.center)
        if center is None:
            return
        radius = ring.radius * self._camera.scale
        if radius < self._tokens.reach_of(ring.center) + 4:
            return
        pen = QPen(palette().color("dim"), 1)
        pen.setDashPattern([4, 5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(center, radius, radius)
        font = text_font(12, tabular=True)
        width = QFontMetricsF(font).horizontalAdvance(ring.label)
        boxes = [
            QRectF(point.x() - width / 2, point.y() - 9, width, 18) for point in _points_around(center, radius + 11)
        ]
        free = next((box for box in boxes if self._camera.window.contains(box) and not taken.hits(box)), None)
        if free is not None:
            taken.add(free)
            painter.setFont(font)
            draw_haloed(painter, free, ring.label, palette().color("muted"), palette().color("ground"))

    def _paint_relation(self, painter: QPainter, relation: RelationView, taken: Boxes) -> None:
        first, last = self._pixel_of(relation.source), self._pixel_of(relation.target)
        if first is None or last is None:
            return
        line = QLineF(first, last)
        start, end = self._tokens.reach_of(relation.source), self._tokens.reach_of(relation.target)
        if line.length() <= start + end + 4:
            return
        line = QLineF(line.pointAt(start / line.length()), line.pointAt(1 - end / line.length()))
        is_target = relation.kind == "target"
        pen = QPen(palette().color("now" if is_target else "muted"), 2 if is_target else 1.5)
        if is_target:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawLine(line)
        if relation.label:
            self._paint_label(painter, relation, line, taken)

    def _paint_label(self, painter: QPainter, relation: RelationView, line: QLineF, taken: Boxes) -> None:
        is_target = relation.kind == "target"
        font = semi_bold(13, tabular=True) if is_target else text_font(11, tabular=True)
        width = QFontMetricsF(font).horizontalAdvance(relation.label) + (28 if is_target else 14)
        height = 26.0 if is_target else 18.0
        box = self._label_box(line, width, height, taken)
        if box is None:
            return
        taken.add(box)
        draw_pill(painter, box, palette().color("background"), palette().color("now" if is_target else "line"))
        painter.setFont(font)
        painter.setPen(palette().color("now_text" if is_target else "muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, relation.label)

    def _label_box(self, line: QLineF, width: float, height: float, taken: Boxes) -> QRectF | None:
        """On the seen part of the line, its middle first, beside it where a token stands on it."""
        seen = _within(line, self._camera.window)
        if seen is None:
            return None
        candidates = list(_beside(seen, width, height))
        inside = [box for box in candidates if self._camera.window.contains(box)] or candidates
        free = taken.first_free(inside)
        return inside[free or 0]


def _points_around(center: QPointF, radius: float) -> Iterator[QPointF]:
    """Points of a circle, from the top right on, for its label."""
    for degrees in (28, -28, 60, -60, 90, -90, 120, -120, 152, -152, 0, 180):
        turn = math.radians(degrees)
        yield center + QPointF(math.sin(turn), -math.cos(turn)) * radius


def _beside(line: QLineF, width: float, height: float) -> Iterator[QRectF]:
    """Boxes on and beside a line: over its middle, under it, then towards its ends."""
    steep = abs(line.dy()) > abs(line.dx())
    offset = QPointF(width / 2 + 8, 0) if steep else QPointF(0, -(height / 2 + 8))
    for share in (0.5, 0.4, 0.6, 0.3, 0.7):
        for side in (0.0, 1.0, -1.0) if steep else (1.0, -1.0, 0.0):
            middle = line.pointAt(share) + offset * side
            yield QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)


def _within(line: QLineF, box: QRectF) -> QLineF | None:
    """The part of a line inside a box (Liang and Barsky)."""
    start, end = 0.0, 1.0
    for step, room in (
        (-line.dx(), line.x1() - box.left()),
        (line.dx(), box.right() - line.x1()),
        (-line.dy(), line.y1() - box.top()),
        (line.dy(), box.bottom() - line.y1()),
    ):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            start = max(start, room / step)
        else:
            end = min(end, room / step)
    return QLineF(line.pointAt(start), line.pointAt(end)) if start < end else None
