"""Names of zones and what they are like, labels of features, and the scale bar: words under the tokens."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.camera import Camera
from gui.map.ground import AreasItem
from gui.map.labels import Boxes
from gui.map.lines import WordsLayer
from gui.map.pictures import canvas, draw_haloed, unseen_words
from gui.map.tokens import TokenLayer
from gui.style import Palette, palette, semi_bold, text_font
from model.view.map import FeatureView, Id, ZoneView, metres_text

_INSET = 14
"""Pixels from a zone's border to its name."""
_NAME_HEIGHT = 18.0
_TAG_HEIGHT = 15.0
_UNDER_TOKEN = 24.0
"""Pixels under a token that its name takes, unless something else stands there."""
_MANY = 150
"""Tokens from which on names of zones no longer give way to them: there are too many to look at in every frame."""
_SCALE_ROOM = 40
"""Pixels at the foot of the window that the scale bar takes."""
_SCALE_LEFT = 24.5
_SCALE_BAR = 175
"""Pixels that the scale bar is at most long."""


class NamesLayer(WordsLayer):
    """Names of zones and features, each within what is seen of its area, and the scale bar."""

    def __init__(self, parent: QGraphicsItem, areas: AreasItem) -> None:
        super().__init__(parent)
        self._areas = areas
        self._tokens: TokenLayer | None = None
        self._features: tuple[FeatureView, ...] = ()
        self._boxes: dict[Id, QRectF] = {}
        self._words: list[tuple[QPointF, QPixmap]] = []
        """Where each name is drawn."""
        self._ratio = 1.0
        self._placed_for: tuple[object, ...] | None = None
        """What the names were placed for: they stand until it changes."""

    def give_way_to(self, tokens: TokenLayer) -> None:
        """Names of zones stand where none of these does."""
        self._tokens = tokens

    def set_features(self, features: Sequence[FeatureView]) -> None:
        self._features = tuple(feature for feature in features if feature.label)
        self.update()

    def zone_at(self, pixel: QPointF) -> Id | None:
        """The zone whose name is under a pixel."""
        return next((id for id, box in self._boxes.items() if box.contains(pixel)), None)

    def boxes(self) -> list[QRectF]:
        """What is taken by names of zones, in pixels: for other names that give way."""
        self._place_names()
        return list(self._boxes.values())

    def zone_boxes(self) -> list[QRectF]:
        """The upright rectangles around the zones, in pixels: what is seen of them."""
        boxes = (self._seen(path.boundingRect()) for _, path in self._areas.zone_paths())
        return [box for box in boxes if not box.isEmpty()]

    def box_of(self, zone: Id) -> QRectF | None:
        """Where a zone's name stands, in pixels; None when it is not shown."""
        return self._boxes.get(zone)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ratio = painter.device().devicePixelRatioF()
        self._place_names()
        for point, words in self._words:
            painter.drawPixmap(point, words)
        painter.setFont(text_font(11))
        for feature in self._features:
            self._paint_feature(painter, feature)
        self._paint_scale(painter)
        painter.restore()

    def _place_names(self) -> None:
        """Find a place for the name of each zone, where tokens, zones or what is seen of them have changed."""
        zones = self._areas.zone_paths()
        around = self._tokens if self._tokens is not None and self._tokens.count <= _MANY else None
        placed_for = (self._camera, zones, b"" if around is None else around.stand(), self._ratio, palette())
        if placed_for == self._placed_for:
            return
        self._placed_for = placed_for
        self._boxes, self._words = {}, []
        tokens = () if around is None else around.boxes()
        taken = Boxes(box.adjusted(-4, -4, 4, _UNDER_TOKEN) for box in tokens)
        for zone, path in zones:
            self._place_name(zone, path.boundingRect(), taken)

    def _seen(self, metres: QRectF) -> QRectF:
        """The part of an area that is in the window, in pixels."""
        first = self._camera.to_pixels(metres.left(), metres.top())
        last = self._camera.to_pixels(metres.right(), metres.bottom())
        return QRectF(first, last).intersected(self._camera.window)

    def _place_name(self, zone: ZoneView, metres: QRectF, taken: Boxes) -> None:
        seen = self._seen(metres)
        free = seen.width() - 2 * _INSET
        if free < 36 or seen.height() < 30:
            return
        name = zone.name + unseen_words(is_hidden=zone.hidden, fog=zone.fog)
        tags = " · ".join(zone.tags) if seen.height() >= 60 else ""
        picture = _zone_words(name, tags, zone.color, _elide_width(free), self._ratio, palette())
        box = self._name_box(zone, seen, picture.deviceIndependentSize(), taken)
        self._boxes[zone.id] = box
        self._words.append((QPointF(round(box.left()), round(box.top())), picture))

    def _name_box(self, zone: ZoneView, seen: QRectF, size: QSizeF, taken: Boxes) -> QRectF:
        """Lower left, or else the first other place that lies within the zone's own outline; without tokens first."""
        width, height = size.width(), size.height()
        left, low = seen.left() + _INSET, seen.bottom() - _INSET - height + 6
        if seen.left() < _SCALE_BAR + 40:
            low = min(low, self._camera.height - _SCALE_ROOM - height)
        top, right = seen.top() + _INSET - 4, seen.right() - _INSET - width
        center, middle = seen.center().x() - width / 2, seen.center().y() - height / 2
        places = [(left, low), (left, top), (right, low), (right, top), (center, top), (center, low)]
        places += [(left, middle), (right, middle), (center, seen.center().y() + 26)]
        inside: list[QRectF] = []
        for x, y in places:
            box = QRectF(x, y, width, height)
            if self._is_inside(zone, box):
                if not taken.hits(box):
                    return box
                inside.append(box)
        return min(inside, key=taken.overlap, default=QRectF(*places[-1], width, height))

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
        metres, length = _scale_of(self._camera)
        left, y = _SCALE_LEFT, self._camera.height - 15.5
        painter.setPen(QPen(palette().color("muted"), 1.5))
        painter.drawLine(QPointF(left, y), QPointF(left + length, y))
        for x in (left, left + length):
            painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
        words = _scale_words(metres_text(metres), painter.device().devicePixelRatioF(), palette())
        width = words.deviceIndependentSize().width()
        painter.drawPixmap(QPointF(round(left + (length - width) / 2), round(y - 20)), words)


def _scale_of(camera: Camera) -> tuple[float, float]:
    """What the scale bar measures, in metres and in pixels."""
    metres = nice_length(_SCALE_BAR / camera.scale)
    return metres, metres * camera.scale


def scale_box(camera: Camera) -> QRectF:
    """What the scale bar takes of the window, in pixels."""
    _, length = _scale_of(camera)
    return QRectF(_SCALE_LEFT - 4, camera.height - _SCALE_ROOM, length + 8, _SCALE_ROOM)


@functools.lru_cache(maxsize=64)
def _scale_words(text: str, ratio: float, colors: Palette) -> QPixmap:
    font = text_font(11, tabular=True)
    pixmap = canvas(QSizeF(QFontMetricsF(font).horizontalAdvance(text) + 4, _NAME_HEIGHT), ratio)
    painter = QPainter(pixmap)
    painter.setFont(font)
    box = QRectF(QPointF(), pixmap.deviceIndependentSize())
    draw_haloed(painter, box, text, colors.color("muted"), colors.color("ground"))
    painter.end()
    return pixmap


def _elide_width(free: float) -> float:
    """In steps, so that a zone that is zoomed does not make a new picture in every frame."""
    return min(400.0, free // 20 * 20 + 16)


@functools.lru_cache(maxsize=256)
def _zone_words(name: str, tags: str, color: int, most: float, ratio: float, colors: Palette) -> QPixmap:
    """A zone's name, and under it what it is like, not wider than so many pixels."""
    lines = list(_zone_lines(name, tags, color, most, colors))
    width = max(QFontMetricsF(font).horizontalAdvance(text) for text, font, _, _ in lines) + 4
    pixmap = canvas(QSizeF(width, sum(height for _, _, _, height in lines)), ratio)
    painter = QPainter(pixmap)
    halo = colors.color("ground")
    halo.setAlpha(150)
    top = 0.0
    for text, font, ink, height in lines:
        painter.setFont(font)
        draw_haloed(painter, QRectF(0, top, QFontMetricsF(font).horizontalAdvance(text) + 4, height), text, ink, halo)
        top += height
    painter.end()
    return pixmap


def _zone_lines(
    name: str, tags: str, color: int, most: float, colors: Palette
) -> Iterator[tuple[str, QFont, QColor, float]]:
    """Words, font, ink and height of each line."""
    for text, font, ink, height in (
        (name, semi_bold(13), colors.zone_text(color), _NAME_HEIGHT),
        (tags, text_font(11, tabular=True), colors.color("muted"), _TAG_HEIGHT),
    ):
        if text:
            yield QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, most), font, ink, height


def nice_length(most: float) -> float:
    """The largest of 1, 2, 5, 10, 20, 50... (or a fraction) that is not more."""
    power = 10.0 ** math.floor(math.log10(most))
    return max(step * power for step in (1, 2, 5, 10) if step * power <= most * 1.0001)
