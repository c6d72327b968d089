"""Text on the map: names of zones, labels of features, the scale bar, and arrows to tokens outside the window."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.edge_places import GAP, Box, Place, Size, edge_places
from gui.map.ground import AreasItem
from gui.map.labels import Boxes, Edges, edges_of
from gui.map.lines import WordsLayer
from gui.map.pictures import canvas, draw_haloed, unseen_words
from gui.map.tokens import TokenLayer
from gui.map.viewport import Camera
from gui.style import Palette, arrow_head, draw_pill, draw_side_mark, palette, semi_bold, text_font
from model.view.map import FeatureView, Id, TokenView, ZoneView, metres_text

# -------------------------------------------------------------------------------------- names, labels and the scale bar

_WORDS_INSET = 14
"""Pixels from a zone's border to its name."""
_NAME_HEIGHT = 18.0
_TAG_HEIGHT = 15.0
_UNDER_TOKEN = 24.0
"""Pixels below a token that its name takes, unless something else is there."""
_MANY_WORDS = 150
"""Number of tokens from which on names of zones no longer avoid them: too many to check in every frame."""
_SCALE_ROOM = 40
"""Pixels at the bottom of the window that the scale bar takes."""
_SCALE_LEFT = 24.5
_SCALE_BAR = 175
"""Maximum length of the scale bar in pixels."""


class NamesLayer(WordsLayer):
    """Names of zones and features, each within the visible part of its area, and the scale bar."""

    def __init__(self, parent: QGraphicsItem, areas: AreasItem) -> None:
        super().__init__(parent)
        self._areas = areas
        self._tokens: TokenLayer | None = None
        self._features: tuple[FeatureView, ...] = ()
        self._boxes: dict[Id, QRectF] = {}
        self._words: list[tuple[QPointF, QPixmap]] = []
        """Upper left corner and picture of each name."""
        self._ratio = 1.0
        self._placed_for: tuple[object, ...] | None = None
        """Cache key of the placement: names keep their places until it changes."""

    def give_way_to(self, tokens: TokenLayer) -> None:
        """Set the tokens that names of zones avoid."""
        self._tokens = tokens

    def set_features(self, features: Sequence[FeatureView]) -> None:
        self._features = tuple(feature for feature in features if feature.label)
        self.update()

    def zone_at(self, pixel: QPointF) -> Id | None:
        """Return the id of the zone whose name is under a pixel, or None."""
        return next((id for id, box in self._boxes.items() if box.contains(pixel)), None)

    def boxes(self) -> list[QRectF]:
        """Return the boxes of names of zones in pixels, for other names that avoid them."""
        self._place_names()
        return list(self._boxes.values())

    def zone_boxes(self) -> list[QRectF]:
        """Return the visible parts of the bounding rectangles of zones, in pixels."""
        boxes = (self._seen(path.boundingRect()) for _, path in self._areas.zone_paths())
        return [box for box in boxes if not box.isEmpty()]

    def box_of(self, zone: Id) -> QRectF | None:
        """Return the box of a zone's name in pixels, or None if it is not shown."""
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
        """Find a place for the name of each zone, if tokens, zones or the visible part of the board have changed."""
        zones = self._areas.zone_paths()
        around = self._tokens if self._tokens is not None and self._tokens.count <= _MANY_WORDS else None
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
        """Return the part of an area that is in the window, in pixels."""
        first = self._camera.to_pixels(metres.left(), metres.top())
        last = self._camera.to_pixels(metres.right(), metres.bottom())
        return QRectF(first, last).intersected(self._camera.window)

    def _place_name(self, zone: ZoneView, metres: QRectF, taken: Boxes) -> None:
        seen = self._seen(metres)
        free = seen.width() - 2 * _WORDS_INSET
        if free < 36 or seen.height() < 30:
            return
        name = zone.name + unseen_words(is_hidden=zone.hidden, fog=zone.fog)
        tags = " · ".join(zone.tags) if seen.height() >= 60 else ""
        picture = _zone_words(name, tags, zone.color, _elide_width(free), self._ratio, palette())
        box = self._name_box(zone, seen, picture.deviceIndependentSize(), taken)
        self._boxes[zone.id] = box
        self._words.append((QPointF(round(box.left()), round(box.top())), picture))

    def _name_box(self, zone: ZoneView, seen: QRectF, size: QSizeF, taken: Boxes) -> QRectF:
        """Return the box at the lower left, else at the first other place within the zone's own outline.

        Places without tokens are preferred, then those with the least of them.
        """
        width, height = size.width(), size.height()
        left, low = seen.left() + _WORDS_INSET, seen.bottom() - _WORDS_INSET - height + 6
        if seen.left() < _SCALE_BAR + 40:
            low = min(low, self._camera.height - _SCALE_ROOM - height)
        top, right = seen.top() + _WORDS_INSET - 4, seen.right() - _WORDS_INSET - width
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
    """Return the length of the scale bar, in metres and in pixels."""
    metres = nice_length(_SCALE_BAR / camera.scale)
    return metres, metres * camera.scale


def scale_box(camera: Camera) -> QRectF:
    """Return the box of the scale bar in pixels of the window."""
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
    """Return a maximum width in steps, so that a zone that is zoomed does not need a new picture in every frame."""
    return min(400.0, free // 20 * 20 + 16)


@functools.lru_cache(maxsize=256)
def _zone_words(name: str, tags: str, color: int, most: float, ratio: float, colors: Palette) -> QPixmap:
    """Return a picture of a zone's name with its tags below, at most `most` pixels wide."""
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
    """Yield text, font, colour and height of each line."""
    for text, font, ink, height in (
        (name, semi_bold(13), colors.zone_text(color), _NAME_HEIGHT),
        (tags, text_font(11, tabular=True), colors.color("muted"), _TAG_HEIGHT),
    ):
        if text:
            yield QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, most), font, ink, height


def nice_length(most: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20, 50... (or a fraction such as 0.5) that is not more than `most`."""
    power = 10.0 ** math.floor(math.log10(most))
    return max(step * power for step in (1, 2, 5, 10) if step * power <= most * 1.0001)


# ------------------------------------------------------------------------------------------ arrows at the window's edge

_ARROW_HEIGHT = 24.0
_ARROW_INSET = 10.0
"""Pixels from the window's edge."""
_MOST_ARROWS = 4
"""Maximum number of arrows on one edge; further ones are counted."""
_HEAD = 20.0
"""Side of the picture of an arrow head in pixels."""
_HEAD_STEP = 2.0
"""Degrees between two arrow heads that are drawn differently."""
_EAST = 90.0
_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_NO_EDGE = -1
_MANY_ARROWS = 100
"""Number of tokens from which on arrows no longer avoid them: too many to check in every frame."""


class Arrow(Struct, frozen=True):
    """A label with an arrow at the edge of the window."""

    token: TokenView
    box: QRectF
    degrees: float
    """Direction in which it points, clockwise from north."""
    more: int = 0
    """If not 0, the arrow stands for this many further tokens in this direction instead of for `token`."""
    is_left: bool = False
    """Whether the arrow head is at the left end."""

    @property
    def head(self) -> QPointF:
        """The middle of the arrow head."""
        return _head_of(self.box, is_left=self.is_left)


class EdgeLayer(WordsLayer):
    """Draws the arrows and finds the one under the pointer."""

    def __init__(self, parent: QGraphicsItem, around: TokenLayer, signs: Callable[[], Sequence[QRectF]]) -> None:
        """`signs` returns what else on the board no arrow may cover, in pixels."""
        super().__init__(parent)
        self._around = around
        self._signs = signs
        self._covered: tuple[QRectF, ...] = ()
        self._tokens: tuple[TokenView, ...] = ()
        self._with_distance: Callable[[TokenView], TokenView] = lambda one: one
        self._metres, self._bearings = np.empty((0, 2)), np.empty(0)
        self._selected: frozenset[Id] = frozenset()
        self._arrows: tuple[Arrow, ...] = ()
        self._is_arranged = False

    def set_tokens(
        self, tokens: Sequence[TokenView], with_distance: Callable[[TokenView], TokenView] = lambda one: one
    ) -> None:
        """Set the tokens that get arrows: not those out of combat, nor minor ones that are on the map.

        `with_distance` returns a token with its distance filled in; it is called only for tokens that have an arrow.
        """
        self._with_distance = with_distance
        self._tokens = tuple([token for token in tokens if not token.out and (not token.minor or token.x is None)])
        self._rank()

    def set_covered(self, boxes: Sequence[QRectF]) -> None:
        """Set the boxes that cover the window, in its pixels: no arrow is placed there."""
        self._covered = tuple(boxes)
        self._invalidate_layout()

    def set_selection(self, ids: frozenset[Id]) -> None:
        self._selected = ids
        self._rank()

    def _rank(self) -> None:
        """Sort the most important tokens first: those get an arrow where an edge does not have room for all."""
        self._tokens = tuple(sorted(self._tokens, key=self._importance))
        nowhere = (math.nan, math.nan)
        self._metres = np.array([token.point or nowhere for token in self._tokens], dtype=float).reshape(-1, 2)
        self._bearings = np.array([_bearing(token) for token in self._tokens], dtype=float)
        self._invalidate_layout()

    def _importance(self, token: TokenView) -> tuple[bool, bool, bool, str]:
        return (
            not (token.acting or token.target or token.id in self._selected),
            token.point is not None,
            token.minor,
            token.name,
        )

    def set_camera(self, camera: Camera) -> None:
        super().set_camera(camera)
        self._invalidate_layout()

    def token_at(self, pixel: QPointF) -> TokenView | None:
        return next((arrow.token for arrow in self.arrows() if not arrow.more and arrow.box.contains(pixel)), None)

    def arrows(self) -> tuple[Arrow, ...]:
        if not self._is_arranged:
            self._arrange()
        return self._arrows

    # ---------------------------------------------------------------- layout

    def _invalidate_layout(self) -> None:
        """Find the places of all arrows again when they are next drawn or requested."""
        self._is_arranged = False
        self.update()

    def _arrange(self) -> None:
        """Find the places of all arrows; for all tokens at once, because it is done in every frame of a movement."""
        self._is_arranged = True
        camera = self._camera
        aside = (self._metres - (camera.x, camera.y)) * camera.scale
        seen = (np.abs(aside) <= (camera.width / 2 + 8, camera.height / 2 + 8)).all(axis=1)
        bearings = np.degrees(np.arctan2(aside[:, 0], -aside[:, 1])) % 360
        bearings = np.where(np.isnan(bearings), self._bearings, bearings)
        edges = np.where(seen, _NO_EDGE, self._edges(bearings))
        arrows: list[Arrow] = []
        signs, tokens = self._in_the_way() if (edges != _NO_EDGE).any() else ([], [])
        for edge in (_TOP, _BOTTOM, _LEFT, _RIGHT):
            indexes = np.flatnonzero(edges == edge)
            if len(indexes):
                first = indexes[:_MOST_ARROWS].tolist()
                those = [(float(bearings[index]), self._with_distance(self._tokens[index])) for index in first]
                in_the_way = [*signs, *(edges_of(arrow.box) for arrow in arrows)], tokens
                arrows.extend(self._stack(edge, those, len(indexes), len(arrows), in_the_way))
        self._arrows = tuple(arrows)

    def _free_strip(self, edge: int) -> QRectF:
        """Return where arrows of one edge may be: at the top and bottom in one row, at the sides anywhere."""
        strip = self._camera.window.adjusted(_ARROW_INSET, _ARROW_INSET, -_ARROW_INSET, -_ARROW_INSET)
        if edge in {_TOP, _BOTTOM}:
            is_top = edge == _TOP
            row = QRectF(
                strip.left(), strip.top() if is_top else strip.bottom() - _ARROW_HEIGHT, strip.width(), _ARROW_HEIGHT
            )
            for box in self._covered:
                if row.intersects(box):
                    row.moveTop(box.bottom() + GAP if is_top else min(row.top(), box.top() - GAP - _ARROW_HEIGHT))
            return row
        return strip

    def _edges(self, bearings: np.ndarray) -> np.ndarray:
        """Return the edge that a ray from the middle meets for each bearing: 0 top, 1 right, 2 bottom, 3 left."""
        right, down = np.sin(np.radians(bearings)), -np.cos(np.radians(bearings))
        is_upright = np.abs(right) * self._camera.height >= np.abs(down) * self._camera.width
        return np.where(is_upright, np.where(right > 0, 1, 3), np.where(down < 0, 0, 2))

    def _stack(
        self,
        edge: int,
        those: Sequence[tuple[float, TokenView]],
        count: int,
        others: int,
        in_the_way: tuple[list[Edges], list[Edges]],
    ) -> list[Arrow]:
        """Return the arrows along one edge, near their direction, without overlap; the last one counts those left over.

        `others` is the number of arrows at other edges. `in_the_way` are the boxes of signs, which include those
        arrows, and the boxes of tokens.
        """
        strip = self._free_strip(edge)
        is_upright = edge in {_LEFT, _RIGHT}
        room = strip.height() - others * (_ARROW_HEIGHT + GAP) if is_upright else strip.width()
        entries = self._shown(those, count, room, is_upright=is_upright)
        wanted = sorted(
            ((self._along(edge, degrees), degrees, token, more) for degrees, token, more in entries),
            key=lambda entry: entry[0],
        )
        widths = [self._width(token, more) for _, _, token, more in wanted]
        sizes = [Size(_ARROW_HEIGHT, width) if is_upright else Size(width, _ARROW_HEIGHT) for width in widths]
        bounds = (strip.top(), strip.bottom()) if is_upright else (strip.left(), strip.right())
        middles = [along for along, *_ in wanted]
        signs, tokens = (self._on_strip(edge, strip, boxes) for boxes in in_the_way)
        places = edge_places(middles, sizes, bounds, signs, tokens)
        return [
            self._arrow(edge, token, self._box(edge, strip, place, width), degrees, more)
            for (_, degrees, token, more), place, width in zip(wanted, places, widths, strict=True)
        ]

    def _arrow(self, edge: int, token: TokenView, box: QRectF, degrees: float, more: int) -> Arrow:
        """Return an arrow in its box that points at its token from there: other boxes may have moved it off the ray."""
        is_left = edge == _LEFT or (180 < degrees < 360 and box.left() <= _ARROW_INSET)
        if token.point is not None:
            aside = self._camera.to_pixels(*token.point) - _head_of(box, is_left=is_left)
            degrees = math.degrees(math.atan2(aside.x(), -aside.y())) % 360
        return Arrow(token, box, degrees, more, is_left)

    def _shown(
        self, those: Sequence[tuple[float, TokenView]], count: int, room: float, *, is_upright: bool
    ) -> list[tuple[float, TokenView, int]]:
        """Return as many of `count` tokens as there is room for along an edge, and in a last entry how many more."""

        def length(entries: Sequence[tuple[float, TokenView, int]]) -> float:
            return sum((_ARROW_HEIGHT if is_upright else self._width(token, more)) + GAP for _, token, more in entries)

        for number in range(len(those), 0, -1):
            entries = [(degrees, token, 0) for degrees, token in those[:number]]
            if number < count:
                entries.append((*those[number - 1], count - number))
            if length(entries) <= room + GAP:
                return entries
        return [(*those[0], count if count > 1 else 0)]

    def _in_the_way(self) -> tuple[list[Edges], list[Edges]]:
        """Return the boxes that no arrow may cover, and the boxes of tokens that arrows avoid."""
        signs = (*self._covered, scale_box(self._camera), *self._signs())
        gives_way = self._around.count <= _MANY_ARROWS
        tokens: list[Edges] = self._around.body_edges().tolist() if gives_way else []
        return [edges_of(box) for box in signs], tokens

    @staticmethod
    def _on_strip(edge: int, strip: QRectF, boxes: Sequence[Edges]) -> list[Box]:
        """Return boxes as they are on the strip of an edge: start and end along it, start and end inwards from it."""
        if edge == _TOP:
            top = strip.top()
            return [(box[0], box[2], box[1] - top, box[3] - top) for box in boxes]
        if edge == _BOTTOM:
            bottom = strip.bottom()
            return [(box[0], box[2], bottom - box[3], bottom - box[1]) for box in boxes]
        if edge == _LEFT:
            left = strip.left()
            return [(box[1], box[3], box[0] - left, box[2] - left) for box in boxes]
        right = strip.right()
        return [(box[1], box[3], right - box[2], right - box[0]) for box in boxes]

    def _along(self, edge: int, degrees: float) -> float:
        """Return where the ray meets the edge, in pixels along it."""
        turn = math.radians(degrees)
        right, down = math.sin(turn), -math.cos(turn)
        if edge in {_LEFT, _RIGHT}:
            return self._camera.height / 2 + down / abs(right) * self._camera.width / 2
        return self._camera.width / 2 + right / abs(down) * self._camera.height / 2

    @staticmethod
    def _box(edge: int, strip: QRectF, place: Place, width: float) -> QRectF:
        if edge in {_TOP, _BOTTOM}:
            top = strip.top() + place.inwards if edge == _TOP else strip.bottom() - place.inwards - _ARROW_HEIGHT
            return QRectF(place.along, top, width, _ARROW_HEIGHT)
        left = strip.right() - place.inwards - width if edge == _RIGHT else strip.left() + place.inwards
        return QRectF(left, place.along, width, _ARROW_HEIGHT)

    @staticmethod
    def _width(token: TokenView, more: int) -> float:
        return math.ceil(_arrow_text_width(_arrow_text(token, more))) + 46.0

    # ---------------------------------------------------------------- drawing

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self.arrows():
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for arrow in self._arrows:
            self._paint_arrow(painter, arrow)
        painter.restore()

    def _paint_arrow(self, painter: QPainter, arrow: Arrow) -> None:
        token, box = arrow.token, arrow.box
        is_now = not arrow.more and (token.acting or token.target)
        is_chosen = not arrow.more and token.id in self._selected
        line = "now" if is_now else "selected_line" if is_chosen else "muted"
        side = "" if arrow.more else token.side
        ratio = painter.device().devicePixelRatioF()
        pill = _arrow_pill(_arrow_text(token, arrow.more), side, line, arrow.is_left, box.width(), ratio, palette())
        painter.drawPixmap(QPointF(round(box.left()), round(box.top())), pill)
        if not _has_direction(token):
            return
        head = _arrow_head(round(arrow.degrees / _HEAD_STEP) * _HEAD_STEP % 360, ratio, palette())
        painter.drawPixmap(arrow.head - QPointF(_HEAD / 2, _HEAD / 2), head)


@functools.lru_cache(maxsize=256)
def _arrow_pill(text: str, side: str, line: str, is_left: bool, width: float, ratio: float, colors: Palette) -> QPixmap:
    """Return the picture of a label without its arrow head, cached from frame to frame."""
    pixmap = canvas(QSizeF(width, _ARROW_HEIGHT), ratio)
    painter = QPainter(pixmap)
    draw_pill(painter, QRectF(0, 0, width, _ARROW_HEIGHT), colors.color("background"), colors.color(line))
    mark = 26.0 if is_left else 13.0
    if side:
        draw_side_mark(painter, QPointF(mark, _ARROW_HEIGHT / 2), 4.5, side, colors)
    painter.setFont(semi_bold(12, tabular=True))
    painter.setPen(colors.color("text"))
    words = QRectF(mark + 8, 0, width - 42, _ARROW_HEIGHT)
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=256)
def _arrow_head(degrees: float, ratio: float, colors: Palette) -> QPixmap:
    """Return the picture of an arrow head in one of many directions, cached from frame to frame."""
    pixmap = canvas(QSizeF(_HEAD, _HEAD), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    turn = math.radians(degrees)
    tip = QPointF(_HEAD / 2, _HEAD / 2) + QPointF(math.sin(turn), -math.cos(turn)) * 5
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.color("text"))
    painter.drawPolygon(arrow_head(tip, degrees, 11))
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=1024)
def _arrow_text_width(text: str) -> float:
    return QFontMetricsF(semi_bold(12, tabular=True)).horizontalAdvance(text)


def _head_of(box: QRectF, *, is_left: bool) -> QPointF:
    return QPointF(box.left() + 13 if is_left else box.right() - 13, box.center().y())


def _bearing(token: TokenView) -> float:
    """Return the bearing in degrees of a combatant off the map; if it is unknown, to the right."""
    return (_EAST if token.bearing is None else token.bearing) % 360


def _has_direction(token: TokenView) -> bool:
    """Whether it is known where a combatant off the map is, so that an arrow can point there."""
    return token.point is not None or token.bearing is not None


def _arrow_text(token: TokenView, more: int) -> str:
    if more:
        return f"{more} more"
    words = f"{token.name} {token.distance}".strip()
    if not _has_direction(token) and not token.distance:
        words = f"{words} · not on the map"
    return f"{words}, {token.unseen}" if token.unseen else words
