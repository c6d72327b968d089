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
from gui.map.ties import paint_band, paint_tie
from gui.map.tokens import TokenLayer
from gui.style import Palette, draw_pill, palette, semi_bold, text_font
from model.view.map import FeatureView, RelationView, RingView, ZoneView, metres_text

_INSET = 14
"""Pixels from a zone's border to its name."""
_NAME_HEIGHT = 18.0
_SHORT = 26
"""Pixels of line between two rims under which a band is drawn around both instead."""
_BESIDE = 9.0
"""Pixels between a tie and the line to the target, where both run between the same two."""
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
    """Rings of range around tokens, and lines from one token to another with a label on them.

    Where labels find room is worked out at rest; while something moves, each stays on the side where it was.
    """

    def __init__(self, parent: QGraphicsItem, tokens: TokenLayer) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._relations: tuple[RelationView, ...] = ()
        self._rings: tuple[RingView, ...] = ()
        self._shows_rings = True
        self._sides: dict[RelationView | RingView, int | None] = {}
        """The place of each label among those that it could have; None: it is not shown."""
        self._taken: Boxes | None = None
        """What is taken while places are looked for."""
        self._is_settled = False

    def set_lines(self, relations: Sequence[RelationView], rings: Sequence[RingView]) -> None:
        ordered = sorted(relations, key=lambda relation: relation.kind == "target")
        if (tuple(ordered), tuple(rings)) != (self._relations, self._rings):
            self._relations, self._rings = tuple(ordered), tuple(rings)
            self.settle()

    def set_shows_rings(self, shows: bool) -> None:
        """Whether ranges are drawn: not while something else is measured around a token."""
        if shows != self._shows_rings:
            self._shows_rings = shows
            self.update()

    def settle(self) -> None:
        """Find a place for every label when this is drawn next."""
        self._is_settled = False
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._relations and not self._rings:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._is_settled:
            self._is_settled = True
            self._sides = {}
            self._taken = Boxes()
            for box in (*self._tokens.boxes(), *self._tokens.name_boxes()):
                self._taken.add(box)
        for ring in self._rings if self._shows_rings else ():
            self._paint_ring(painter, ring)
        for relation in self._relations:
            self._paint_relation(painter, relation)
        self._taken = None
        painter.restore()

    def _placed(self, line: RelationView | RingView, places: Sequence[QRectF], *, must: bool) -> QRectF | None:
        """Where the label of a line stands: at rest the first place that is seen and free."""
        if self._taken is not None and line not in self._sides:
            window = self._camera.window
            seen = [index for index, box in enumerate(places) if window.contains(box)]
            free = next((index for index in seen if not self._taken.hits(places[index])), None)
            if free is None and must and places:
                free = seen[0] if seen else 0
            self._sides[line] = free
            if free is not None:
                self._taken.add(places[free])
        index = self._sides.get(line)
        return None if index is None or index >= len(places) else places[index]

    def _pixel_of(self, id: str) -> QPointF | None:
        place = self._tokens.place_of(id)
        return None if place is None else self._camera.to_pixels(*place)

    def _paint_ring(self, painter: QPainter, ring: RingView) -> None:
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
        width = _ring_width(ring.label)
        boxes = [
            QRectF(point.x() - width / 2, point.y() - 9, width, 18) for point in _points_around(center, radius + 11)
        ]
        box = self._placed(ring, boxes, must=False)
        if box is not None:
            words = _ring_words(ring.label, painter.device().devicePixelRatioF(), palette())
            painter.drawPixmap(QPointF(round(box.left()), round(box.top())), words)

    def _paint_relation(self, painter: QPainter, relation: RelationView) -> None:
        first = self._pixel_of(relation.source)
        last = self._pixel_of(relation.target) if relation.at is None else self._camera.to_pixels(*relation.at)
        if first is None or last is None:
            return
        line = QLineF(first, last)
        start = self._tokens.reach_of(relation.source)
        end = 0.0 if relation.at is not None else self._tokens.reach_of(relation.target)
        is_target = relation.kind == "target"
        if line.length() <= start + end + (4 if is_target else _SHORT):
            if relation.words:
                paint_band(painter, relation, line, max(start, end))
                width = _label_width(relation.words, is_target)
                box = self._placed(relation, _around_band(line, max(start, end), width), must=True)
                self._paint_label(painter, relation.words, is_target, box)
            return
        line = QLineF(line.pointAt(start / line.length()), line.pointAt(1 - end / line.length()))
        if is_target:
            pen = QPen(palette().color("now"), 2)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            painter.drawLine(line)
        else:
            if {relation.source, relation.target} == self._target_ends():
                line = line.translated(_aside(line) * _BESIDE)
            paint_tie(painter, relation, line)
        seen = _within(line, self._camera.window)
        if relation.label and seen is not None:
            places = list(_beside(seen, _label_width(relation.label, is_target), 26.0 if is_target else 18.0))
            self._paint_label(painter, relation.label, is_target, self._placed(relation, places, must=True))

    def _target_ends(self) -> set[str]:
        """The two between whom the line to the target runs."""
        return {end for one in self._relations if one.kind == "target" for end in (one.source, one.target)}

    @staticmethod
    def _paint_label(painter: QPainter, label: str, is_target: bool, box: QRectF | None) -> None:
        if box is not None:
            pill = _pill(label, is_target, painter.device().devicePixelRatioF(), palette())
            painter.drawPixmap(QPointF(round(box.left()), round(box.top())), pill)


@functools.lru_cache(maxsize=256)
def _pill(label: str, is_target: bool, ratio: float, colors: Palette) -> QPixmap:
    """The label of a line, kept from frame to frame."""
    size = QSizeF(_label_width(label, is_target), 26.0 if is_target else 18.0)
    pixmap = canvas(size, ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(QPointF(), size)
    draw_pill(painter, box, colors.color("background"), colors.color("now" if is_target else "muted"))
    painter.setFont(_label_font(is_target))
    painter.setPen(colors.color("now_text" if is_target else "text"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=64)
def _ring_words(label: str, ratio: float, colors: Palette) -> QPixmap:
    return _haloed(label, text_font(12, tabular=True), colors.color("muted"), colors.color("ground"), ratio)


@functools.lru_cache(maxsize=64)
def _ring_width(label: str) -> float:
    return QFontMetricsF(text_font(12, tabular=True)).horizontalAdvance(label) + 4


def _label_font(is_target: bool) -> QFont:
    return semi_bold(13, tabular=True) if is_target else text_font(11, tabular=True)


@functools.lru_cache(maxsize=256)
def _label_width(label: str, is_target: bool) -> float:
    return math.ceil(QFontMetricsF(_label_font(is_target)).horizontalAdvance(label) + (28 if is_target else 14))


def _around_band(line: QLineF, reach: float, width: float) -> list[QRectF]:
    """Places over, under and beside two who stand close together."""
    middle, across, down = line.center(), abs(line.dx()) / 2 + reach, abs(line.dy()) / 2 + reach
    centers = [
        middle + QPointF(right * (across + width / 2 + 8), low * (down + 14 + 20 * step))
        for step in range(3)
        for right, low in ((0.0, -1), (0.0, 1), (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1))
    ]
    return [QRectF(point.x() - width / 2, point.y() - 9, width, 18) for point in centers]


def _aside(line: QLineF) -> QPointF:
    """One pixel to the side of a line."""
    return QPointF(line.dy(), -line.dx()) / max(1.0, line.length())


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
