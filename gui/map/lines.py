"""Lines and text over the ground, in pixels: relations, ranges, and the connections between zones.

The state of a connection is shown by shape and text, never by colour alone: a badge on the border with an arrow or a
cross, a wall where there is no connection.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF, QRegion
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.labels import Floats, boxes_of, edges_of, edges_of_all
from gui.map.pictures import canvas, draw_haloed
from gui.map.tokens import TokenLayer
from gui.map.viewport import Camera
from gui.style import Palette, arrow_head, draw_pill, palette, semi_bold, text_font
from model.view.map import ConnectionState, ConnectionView, Id, MapView, RelationView, RingView, shape_bounds

# ------------------------------------------------------------------------------------------------------------ relations


_DASHES = {"aim": [6.0, 4.0], "area": [1.5, 3.0]}
_END = 5.0
"""Pixels from the middle of an end mark to its rim."""


def paint_relation(painter: QPainter, relation: RelationView, line: QLineF, scale: float = 1.0) -> None:
    """Paint a relation with the mark of its kind at its end; `line` runs from the first token's rim to the second's.

    `scale` enlarges widths and marks, for players who look from across the room.
    """
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if relation.line == "guard":
        _paint_double(painter, line, scale)
    else:
        painter.setPen(_pen(relation, (2.5 if relation.line == "hold" else 1.5) * scale))
        painter.drawLine(line)
    _paint_end(painter, relation, line, scale)


def paint_band(painter: QPainter, relation: RelationView, line: QLineF, reach: float, scale: float = 1.0) -> None:
    """Paint a band around two tokens that are too close for a line between them; `line` runs from middle to middle."""
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
    """Paint two lines side by side, which mean that a combatant stands in between."""
    aside = QPointF(line.normalVector().dx(), line.normalVector().dy()) / max(1.0, line.length()) * 2.5 * scale
    painter.setPen(QPen(palette().color("muted"), 1.5 * scale))
    for offset in (aside, -aside):
        painter.drawLine(QLineF(line.p1() + offset, line.p2() + offset))


def _paint_end(painter: QPainter, relation: RelationView, line: QLineF, scale: float) -> None:
    """Paint a ring at both ends for a hold, a bar for a guard, a cross in a ring for an aim, an arrow for a link."""
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


def clip_out(painter: QPainter, line: QLineF, words: Floats, window: QRectF) -> None:
    """Exclude the words that a line crosses from what is painted next, unless too little of the line would be left.

    `words` has one row per word: its left, top, right and bottom edge, in pixels.
    """
    left, top, right, bottom = edges_of(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1))
    is_near = (words[:, :2] < (right, bottom)) & (words[:, 2:] > (left, top))
    near = boxes_of(words[is_near.all(axis=1)])
    crossed = [(box, part) for box in near if (part := _within(line, box)) is not None]
    covered = sum(part.length() for _, part in crossed)
    if covered <= line.length() * _MOST_COVERED or line.length() - covered >= _LEAST_SEEN:
        _clip_out(painter, [box for box, _ in crossed], window)


def clip_out_of_ring(painter: QPainter, center: QPointF, radius: float, words: Floats, window: QRectF) -> None:
    """Exclude the words that a circle crosses, those partly inside and partly outside, from what is painted next."""
    start, end = words[:, :2] - center.toTuple(), words[:, 2:] - center.toTuple()
    nearest = np.hypot(*np.maximum(np.maximum(start, -end), 0.0).T)
    farthest = np.hypot(*np.maximum(np.abs(start), np.abs(end)).T)
    _clip_out(painter, boxes_of(words[(nearest <= radius) & (radius <= farthest)]), window)


def _clip_out(painter: QPainter, boxes: Sequence[QRectF], window: QRectF) -> None:
    if boxes:
        region = QRegion(window.toAlignedRect())
        for box in boxes:
            region -= QRegion(box.toAlignedRect())
        painter.setClipRegion(region, Qt.ClipOperation.IntersectClip)


# ----------------------------------------------------------------------------------------------- the layer of relations


_MOST_COVERED = 0.6
"""Share of a line that words may cover before the line is no longer clipped: it has to be visible that there is one."""
_LEAST_SEEN = 12.0
"""Pixels of a line that are enough to see that there is one, however much of it words cover."""
_SHORT = 26
"""Pixels of line between two rims below which a band is drawn around both tokens instead."""
_BESIDE = 9.0
"""Pixels between a relation and the line to the target, where both run between the same two tokens."""


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


class RelationsLayer(WordsLayer):
    """Range rings around tokens, and labelled lines from one token to another.

    Places for labels are computed at rest; while something moves, each label stays on the side where it was.
    """

    def __init__(self, parent: QGraphicsItem, tokens: TokenLayer, names: Callable[[], Iterable[QRectF]]) -> None:
        """`names` returns the boxes of words that are on the map already, in pixels."""
        super().__init__(parent)
        self._tokens = tokens
        self._names = names
        self._relations: tuple[RelationView, ...] = ()
        self._rings: tuple[RingView, ...] = ()
        self._shows_rings = True
        self._sides: dict[RelationView | RingView, int | None] = {}
        """Index of each label's place among those that it could have, or None if it is not shown."""
        self._taken: Floats | None = None
        """Occupied boxes while places are sought, else None: left, top, right and bottom in pixels."""
        self._words_at: tuple[Camera, Floats] | None = None
        """A camera, and the edges in pixels of the words on the map that no line crosses, for that camera."""
        self._words = edges_of_all(())
        """These words and the labels of lines drawn already, while lines are drawn."""
        self._is_settled = False

    def set_lines(self, relations: Sequence[RelationView], rings: Sequence[RingView]) -> None:
        ordered = sorted(relations, key=lambda relation: relation.kind == "target")
        if (tuple(ordered), tuple(rings)) != (self._relations, self._rings):
            self._relations, self._rings = tuple(ordered), tuple(rings)
            self.settle()

    def set_shows_rings(self, shows: bool) -> None:
        """Set whether range rings are drawn: not while something else is measured around a token."""
        if shows != self._shows_rings:
            self._shows_rings = shows
            self.update()

    def settle(self) -> None:
        """Find a place for every label at the next paint."""
        self._is_settled = False
        self._words_at = None
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._relations and not self._rings:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._words = self._find_words()
        if not self._is_settled:
            self._is_settled = True
            self._sides = {}
            self._taken = np.concatenate([self._tokens.body_edges(), self._words])
        for ring in self._rings if self._shows_rings else ():
            self._paint_ring(painter, ring)
        for relation in self._relations:
            self._paint_relation(painter, relation)
        self._taken = None
        painter.restore()

    def _find_words(self) -> Floats:
        """Return the edges of words that no line crosses; computed again only if something has moved."""
        kept, tokens = self._words_at, self._tokens
        if kept is None or kept[0] != self._camera or tokens.is_dragged:
            others = edges_of_all((*tokens.signs(), *self._names()))
            kept = self._words_at = self._camera, np.concatenate([tokens.label_edges(), others])
        return kept[1]

    def _placed(self, line: RelationView | RingView, places: Sequence[QRectF], *, must: bool) -> QRectF | None:
        """Return the box of a line's label, or None if it is not shown.

        At rest it gets the first place that is visible and free, else, with `must`, the least occupied one.
        """
        taken = self._taken
        if taken is not None and line not in self._sides:
            window = self._camera.window
            seen = [index for index, box in enumerate(places) if window.contains(box)]
            # Few labels look for a place: sorting all occupied boxes for them would take longer than scanning them.
            free = next((index for index in seen if not _common(taken, places[index]).any()), None)
            if free is None and must and places:
                free = min(seen, key=lambda index: float(_common(taken, places[index]).sum()), default=0)
            self._sides[line] = free
            if free is not None:
                self._taken = np.vstack([taken, edges_of(places[free])])
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
        painter.save()
        clip_out_of_ring(painter, center, radius, self._words, self._camera.window)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(center, radius, radius)
        painter.restore()
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
                box = self._placed(relation, _around_both(line, max(start, end), QSizeF(width, 18)), must=True)
                self._paint_label(painter, relation.words, is_target, box)
            return
        whole, line = line, QLineF(line.pointAt(start / line.length()), line.pointAt(1 - end / line.length()))
        if not is_target and {relation.source, relation.target} == self._target_ends():
            line = line.translated(_aside(line) * _BESIDE)
        painter.save()
        clip_out(painter, line, self._words, self._camera.window)
        if is_target:
            pen = QPen(palette().color("now"), 2)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            painter.drawLine(line)
        else:
            paint_relation(painter, relation, line)
        painter.restore()
        seen = _within(line, self._camera.window)
        if relation.label and seen is not None:
            size = QSizeF(_label_width(relation.label, is_target), 26.0 if is_target else 18.0)
            places = [*_beside(seen, size.width(), size.height()), *_around_both(whole, max(start, end), size)]
            self._paint_label(painter, relation.label, is_target, self._placed(relation, places, must=True))

    def _target_ends(self) -> set[str]:
        """Return the ids of the two combatants that the line to the target connects."""
        return {end for one in self._relations if one.kind == "target" for end in (one.source, one.target)}

    def _paint_label(self, painter: QPainter, label: str, is_target: bool, box: QRectF | None) -> None:
        if box is not None:
            self._words = np.vstack([self._words, edges_of(box)])
            pill = _pill(label, is_target, painter.device().devicePixelRatioF(), palette())
            painter.drawPixmap(QPointF(round(box.left()), round(box.top())), pill)


def _common(taken: Floats, box: QRectF) -> Floats:
    """Return the square pixels of a box that each occupied box takes."""
    left, top, right, bottom = edges_of(box)
    width = np.minimum(taken[:, 2], right) - np.maximum(taken[:, 0], left)
    height = np.minimum(taken[:, 3], bottom) - np.maximum(taken[:, 1], top)
    return np.maximum(width, 0.0) * np.maximum(height, 0.0)


@functools.lru_cache(maxsize=256)
def _pill(label: str, is_target: bool, ratio: float, colors: Palette) -> QPixmap:
    """Return the label of a line as a picture, cached from frame to frame."""
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
    pixmap = canvas(QSizeF(_ring_width(label), 18), ratio)
    painter = QPainter(pixmap)
    painter.setFont(text_font(12, tabular=True))
    box = QRectF(QPointF(), pixmap.deviceIndependentSize())
    draw_haloed(painter, box, label, colors.color("muted"), colors.color("ground"))
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=64)
def _ring_width(label: str) -> float:
    return QFontMetricsF(text_font(12, tabular=True)).horizontalAdvance(label) + 4


def _label_font(is_target: bool) -> QFont:
    return semi_bold(13, tabular=True) if is_target else text_font(11, tabular=True)


@functools.lru_cache(maxsize=256)
def _label_width(label: str, is_target: bool) -> float:
    return math.ceil(QFontMetricsF(_label_font(is_target)).horizontalAdvance(label) + (28 if is_target else 14))


def _around_both(line: QLineF, reach: float, size: QSizeF) -> list[QRectF]:
    """Return places above, below and beside two tokens that are close together."""
    middle, across, down = line.center(), abs(line.dx()) / 2 + reach, abs(line.dy()) / 2 + reach
    width, height = size.width(), size.height()
    centers = [
        middle + QPointF(right * (across + width / 2 + 8), low * (down + height / 2 + 5 + (height + 2) * step))
        for step in range(3)
        for right, low in ((0.0, -1), (0.0, 1), (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1))
    ]
    return [QRectF(point.x() - width / 2, point.y() - height / 2, width, height) for point in centers]


def _aside(line: QLineF) -> QPointF:
    """Return a vector of one pixel to the side of a line."""
    return QPointF(line.dy(), -line.dx()) / max(1.0, line.length())


def _points_around(center: QPointF, radius: float) -> Iterator[QPointF]:
    """Yield points of a circle for its label, from the top right on."""
    for degrees in (28, -28, 60, -60, 90, -90, 120, -120, 152, -152, 0, 180):
        turn = math.radians(degrees)
        yield center + QPointF(math.sin(turn), -math.cos(turn)) * radius


def _beside(line: QLineF, width: float, height: float) -> Iterator[QRectF]:
    """Yield boxes on and beside a line: at its middle, then towards its ends."""
    steep = abs(line.dy()) > abs(line.dx())
    offset = QPointF(width / 2 + 8, 0) if steep else QPointF(0, -(height / 2 + 8))
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
        for side in (0.0, 1.0, -1.0) if steep else (1.0, -1.0, 0.0):
            middle = line.pointAt(share) + offset * side
            yield QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)


def _within(line: QLineF, box: QRectF) -> QLineF | None:
    """Return the part of a line inside a box, or None (Liang and Barsky)."""
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


# -------------------------------------------------------------------------------------------- connections between zones

_BADGE = 9.0
"""Radius of a connection's badge, in units; a unit is a pixel on the GM's map."""
_NEAR_BADGE = 5.0
"""Pixels around a badge or a wall within which a click still hits it."""
_LEAST_WAY = 26.0
"""Pixels of border below which a badge has no room."""


class Mark(Struct, frozen=True):
    """A connection in pixels."""

    link: ConnectionView
    line: tuple[QPointF, ...]
    middle: QPointF
    degrees: float
    """Direction from the first zone to the second, in degrees clockwise from the right."""
    chosen: bool = False

    @property
    def is_wall(self) -> bool:
        return self.link.state == "cut" and self.link.touches

    def badge(self, unit: float = 1.0) -> QRectF:
        """Return the box of its badge."""
        reach = _BADGE * unit
        return QRectF(self.middle.x() - reach, self.middle.y() - reach, 2 * reach, 2 * reach)

    def is_at(self, pixel: QPointF, unit: float = 1.0) -> bool:
        """Whether a pixel hits this connection."""
        away = pixel - self.middle
        if math.hypot(away.x(), away.y()) <= _BADGE * unit + _NEAR_BADGE:
            return True
        return self.is_wall and min(_away(pixel, *stretch) for stretch in pairwise(self.line)) <= _NEAR_BADGE


def marks_of(view: MapView, camera: Camera, chosen: tuple[Id, Id] | None = None) -> list[Mark]:
    """Return the connections of a view that are in the window and have room for a badge."""
    zones = {zone.id: zone for zone in view.zones}
    found = []
    for link in view.links:
        line = tuple(camera.to_pixels(*point) for point in link.line)
        length = sum(math.hypot((b - a).x(), (b - a).y()) for a, b in pairwise(line))
        if length < _LEAST_WAY and link.touches:
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
    """Return the place halfway along a line, and the direction of the line there in degrees."""
    left = sum(math.hypot((b - a).x(), (b - a).y()) for a, b in pairwise(line)) / 2
    for here, there in pairwise(line):
        way = there - here
        step = math.hypot(way.x(), way.y())
        if step >= left > 0:
            return here + way * (left / step), math.degrees(math.atan2(way.y(), way.x()))
        left -= step
    return line[-1], 0.0


def _away(pixel: QPointF, start: QPointF, end: QPointF) -> float:
    """Return the pixels from a place to a segment of a line."""
    way = end - start
    length = QPointF.dotProduct(way, way)
    share = min(1.0, max(0.0, QPointF.dotProduct(pixel - start, way) / length)) if length else 0.0
    gap = pixel - start - way * share
    return math.hypot(gap.x(), gap.y())


# ------------------------------------------------------------------------------------------------- painting connections


class PlacedMark(NamedTuple):
    """A connection with the boxes of its badge and of its words; the latter is empty if there are no words."""

    mark: Mark
    badge: QRectF
    words: QRectF


def laid_out(marks: Iterable[Mark], unit: float, font: QFont, room: QRectF) -> list[PlacedMark]:
    """Return connections with their words beside the badge, on the first side that is free and within the room."""
    marks = tuple(marks)
    badges = [mark.badge(unit) for mark in marks]
    taken, found = list(badges), []
    metrics = QFontMetricsF(font)
    height = math.ceil(max(18 * unit, metrics.height() + 2 * unit))
    for mark, badge in zip(marks, badges, strict=True):
        words = _link_words(mark.link)
        pill = QRectF()
        if words:
            sides = _sides(badge, QSizeF(math.ceil(metrics.horizontalAdvance(words) + 14 * unit), height), 3 * unit)
            clear = (side for side in sides if room.contains(side) and not any(map(side.intersects, taken)))
            pill = next(clear, sides[0])
            taken.append(pill)
        found.append(PlacedMark(mark, badge, pill))
    return found


def _sides(badge: QRectF, size: QSizeF, gap: float) -> tuple[QRectF, ...]:
    """Return the boxes beside a badge: right, left, below, above."""
    center = badge.center()
    left, top = center.x() - size.width() / 2, center.y() - size.height() / 2
    corners = (
        QPointF(badge.right() + gap, top),
        QPointF(badge.left() - gap - size.width(), top),
        QPointF(left, badge.bottom() + gap),
        QPointF(left, badge.top() - gap - size.height()),
    )
    return tuple(QRectF(corner, size) for corner in corners)


def paint_mark(painter: QPainter, laid: PlacedMark, unit: float, font: QFont) -> None:
    """Paint a connection: its border, badge and words."""
    mark = laid.mark
    paint_border(painter, mark, unit)
    if not mark.is_wall:
        _paint_badge(painter, laid.badge, _look_of(mark), unit)
    if not laid.words.isEmpty():
        _paint_words(painter, laid.words, _link_words(mark.link), font, is_chosen=mark.chosen)


def paint_border(painter: QPainter, mark: Mark, unit: float) -> None:
    """Paint a connection on the ground: a closed border as a thick line, one between zones that do not touch dashed."""
    ink = palette().color("selected_line" if mark.chosen else "muted")
    if mark.link.state in {"cut", "blocked"} and mark.link.touches:
        painter.setPen(QPen(ink, (5 if mark.is_wall else 4) * unit, c=Qt.PenCapStyle.FlatCap))
    elif not mark.link.touches:
        pen = QPen(ink, 1.5 * unit)
        pen.setDashPattern([4, 4])
        painter.setPen(pen)
    else:
        return
    painter.drawPolyline(list(mark.line))


def _link_words(link: ConnectionView) -> str:
    return " · ".join(part for part in (link.label, "hidden" if link.hidden else "") if part)


class _Look(NamedTuple):
    """What a badge looks like."""

    state: ConnectionState
    degrees: float
    is_hidden: bool
    is_chosen: bool


def _look_of(mark: Mark) -> _Look:
    return _Look(mark.link.state, round(mark.degrees), mark.link.hidden, mark.chosen)


def _paint_badge(painter: QPainter, box: QRectF, look: _Look, unit: float) -> None:
    colors = palette()
    pen = QPen(colors.color("selected_line" if look.is_chosen else "muted"), 1.2 * unit)
    if look.is_hidden:
        pen.setDashPattern([2, 2])
    painter.setPen(pen)
    painter.setBrush(colors.color("background"))
    painter.drawEllipse(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.save()
    painter.translate(box.center())
    painter.setPen(QPen(colors.color("text"), 1.6 * unit, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
    if look.state in {"cut", "blocked"}:
        for down in (1, -1):
            painter.drawLine(QPointF(-3.5, -3.5 * down) * unit, QPointF(3.5, 3.5 * down) * unit)
    else:
        painter.rotate(look.degrees)
        painter.drawLine(QPointF(-5, 0) * unit, QPointF(5, 0) * unit)
        for end in (1, -1) if look.state == "open" else (1,):
            head = [QPointF(2 * end, -2.8), QPointF(5 * end, 0), QPointF(2 * end, 2.8)]
            painter.drawPolyline(QPolygonF([point * unit for point in head]))
    painter.restore()


def _paint_words(painter: QPainter, pill: QRectF, words: str, font: QFont, *, is_chosen: bool) -> None:
    colors = palette()
    draw_pill(painter, pill, colors.color("background"), colors.color("selected_line" if is_chosen else "line"))
    painter.setFont(font)
    painter.setPen(colors.color("text"))
    painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, words)


@functools.lru_cache(maxsize=128)
def _badge_picture(look: _Look, ratio: float, colors: Palette) -> QPixmap:
    """Return the picture of a badge, cached from frame to frame."""
    side = 2 * _BADGE + 4
    pixmap = canvas(QSizeF(side, side), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_badge(painter, QRectF(2, 2, 2 * _BADGE, 2 * _BADGE), look, 1.0)
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=128)
def _words_picture(words: str, is_chosen: bool, size: tuple[float, float], ratio: float, colors: Palette) -> QPixmap:
    """Return a picture of words in their pill, cached from frame to frame."""
    pixmap = canvas(QSizeF(*size), ratio)
    painter = QPainter(pixmap)
    _paint_words(painter, QRectF(0, 0, *size), words, _link_font(), is_chosen=is_chosen)
    painter.end()
    return pixmap


def _link_font() -> QFont:
    return text_font(11, tabular=True)


class ConnectionsLayer(WordsLayer):
    """Draws the connections and finds the one under the pointer."""

    def __init__(self, parent: QGraphicsItem, view: Callable[[], MapView]) -> None:
        super().__init__(parent)
        self._view = view
        self._chosen: tuple[Id, Id] | None = None
        self._marks: tuple[tuple[object, ...], list[Mark]] = ((), [])
        """Cache of the marks, with its key: painting, arrows, names and the pointer all request them."""

    def choose(self, ends: tuple[Id, Id] | None) -> None:
        """Show a connection as selected, or none."""
        self._chosen = ends
        self.update()

    def marks(self) -> list[Mark]:
        """Return the connections as they are drawn now."""
        view = self._view()
        parts = (view.links, view.zones, self._camera, self._chosen)
        if parts != self._marks[0]:
            self._marks = (parts, marks_of(view, self._camera, self._chosen))
        return self._marks[1]

    def place_of(self, ends: tuple[Id, Id]) -> QRect:
        """Return the rectangle of the connection between two zones, in pixels; empty if it is not drawn."""
        found = [mark for mark in self.marks() if {mark.link.first, mark.link.second} == set(ends)]
        if not found:
            return QRect()
        around = math.ceil(_BADGE)
        return QPolygonF(found[0].line).boundingRect().toAlignedRect().adjusted(-around, -around, around, around)

    def badges(self) -> list[QRectF]:
        """Return the boxes of badges in pixels, for arrows that avoid them."""
        return [mark.badge() for mark in self.marks() if not mark.is_wall]

    def boxes(self) -> list[QRectF]:
        """Return the boxes of badges and words in pixels, for names that avoid them."""
        laid = laid_out(self.marks(), 1.0, _link_font(), self._camera.window)
        badges = [mark.badge for mark in laid if not mark.mark.is_wall]
        return badges + [mark.words for mark in laid if not mark.words.isEmpty()]

    def connection_at(self, pixel: QPointF) -> ConnectionView | None:
        """Return the connection whose badge or wall is under a pixel, or None."""
        return next((mark.link for mark in reversed(self.marks()) if mark.is_at(pixel)), None)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio, colors, font = painter.device().devicePixelRatioF(), palette(), _link_font()
        marks = sorted(self.marks(), key=lambda mark: mark.chosen)
        for mark, badge, pill in laid_out(marks, 1.0, font, self._camera.window):
            paint_border(painter, mark, 1.0)
            if not mark.is_wall:
                corner = QPointF(round(badge.left()) - 2, round(badge.top()) - 2)
                painter.drawPixmap(corner, _badge_picture(_look_of(mark), ratio, colors))
            if not pill.isEmpty():
                words = _words_picture(
                    _link_words(mark.link), mark.chosen, (pill.width(), pill.height()), ratio, colors
                )
                painter.drawPixmap(QPointF(round(pill.left()), round(pill.top())), words)
        painter.restore()
