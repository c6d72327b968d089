"""Lines and words over the ground, in pixels: ranges and relations."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.camera import Camera
from gui.map.labels import Boxes
from gui.map.pictures import canvas, draw_haloed
from gui.map.tokens import TokenLayer
from gui.style import Palette, arrow_head, draw_pill, palette, semi_bold, text_font
from model.view.map import RelationView, RingView

# -------------------------------------------------------------------------------------------------- who is tied to whom


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
    """Two lines side by side: a combatant stands between."""
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


# ------------------------------------------------------------------------------------------------------------ the layer


_SHORT = 26
"""Pixels of line between two rims under which a band is drawn around both instead."""
_BESIDE = 9.0
"""Pixels between a tie and the line to the target, where both run between the same two."""


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
            self._taken = Boxes((*self._tokens.boxes(), *self._tokens.label_boxes(), *self._tokens.signs()))
        for ring in self._rings if self._shows_rings else ():
            self._paint_ring(painter, ring)
        for relation in self._relations:
            self._paint_relation(painter, relation)
        self._taken = None
        painter.restore()

    def _placed(self, line: RelationView | RingView, places: Sequence[QRectF], *, must: bool) -> QRectF | None:
        """Where the label of a line stands: at rest the first place that is seen and free, else the one least taken."""
        taken = self._taken
        if taken is not None and line not in self._sides:
            window = self._camera.window
            seen = [index for index, box in enumerate(places) if window.contains(box)]
            free = next((index for index in seen if not taken.hits(places[index])), None)
            if free is None and must and places:
                free = min(seen, key=lambda index: taken.overlap(places[index]), default=0)
            self._sides[line] = free
            if free is not None:
                taken.add(places[free])
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
                box = self._placed(relation, _around_both(line, max(start, end), QSizeF(width, 18)), must=True)
                self._paint_label(painter, relation.words, is_target, box)
            return
        whole, line = line, QLineF(line.pointAt(start / line.length()), line.pointAt(1 - end / line.length()))
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
            size = QSizeF(_label_width(relation.label, is_target), 26.0 if is_target else 18.0)
            places = [*_beside(seen, size.width(), size.height()), *_around_both(whole, max(start, end), size)]
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
    """Places over, under and beside two who stand close together."""
    middle, across, down = line.center(), abs(line.dx()) / 2 + reach, abs(line.dy()) / 2 + reach
    width, height = size.width(), size.height()
    centers = [
        middle + QPointF(right * (across + width / 2 + 8), low * (down + height / 2 + 5 + (height + 2) * step))
        for step in range(3)
        for right, low in ((0.0, -1), (0.0, 1), (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1))
    ]
    return [QRectF(point.x() - width / 2, point.y() - height / 2, width, height) for point in centers]


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
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
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
