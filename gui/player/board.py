"""The map on the players' screen: the same view as on the GM's, drawn to be read from across the room.

The GM's canvas sizes text and marks for a person at the desk; here their sizes are shares of the screen's height.
Camera, picture, grid, shapes and the search for free places are those of the canvas.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from gui.map.fog import Darkness, FogLevels
from gui.map.ground import GridItem, PictureItem, shape_path
from gui.map.guides import paint_ping, paint_push
from gui.map.labels import ROUND, Boxes, Edges, Floats, Labels, edges_of, edges_of_all
from gui.map.lines import clip_out, laid_out, marks_of, paint_band, paint_mark, paint_relation
from gui.map.pictures import Pictures
from gui.map.viewport import Camera
from gui.player.name_places import NamePlaceFinder, TextLine, is_marked
from gui.player.text_layout import CENTER, STRONG, WORDS, Letters, joined, paint_token, reach_of, write
from gui.style import TokenLook, arrow_head, draw_side_mark, palette
from model.view.layout import BoardFrame
from model.view.map import (
    AreaView,
    Bounds,
    FeatureView,
    Line,
    MapView,
    PictureView,
    PushView,
    RelationView,
    TokenView,
    ZoneView,
    map_bounds,
    replace,
)
from model.view.marks import NO_MARKS, MarksView
from model.view.viewer import PLAYERS_SIDE

# ------------------------------------------------------------------------------------------------------ what is visible


OFF_MAP_LINE = 0.066
"""Height of the line that names tokens off the map; like all lengths here, a share of the screen's height."""
_RADII = (0.048, 0.04, 0.035, 0.03)
"""Least radius of a token as a share of the screen's shorter side; the largest one without crowding is used.

A letter that can be read from four metres fits into the smallest.
"""
_LETTER = 0.9
"""Share of the smallest of these radii into which a letter still fits."""
_RIM = 1.16
"""Factor by which a token extends beyond its radius: the corners of a diamond."""
_CROWD = 0.25
"""Share of the tokens that may touch another token."""
_MARGIN, _WIDE_MARGIN = 0.034, 0.072
"""Margins around the ground; the wider one is used if tokens are at its edge."""
_OUTLIER = 0.6
"""How far from the drawn ground a token may be and still be on the map, as a share of the ground's size."""
_SNAP = 2.0
"""Metres: the bounds of a map without zones or picture are multiples of it, so that not every token moves the map."""


class Frame(Struct, frozen=True):
    """A map view laid out for a box; coordinates are pixels from the box's corner."""

    window: QRectF
    """The map itself, above the line that names the tokens off it."""
    camera: Camera
    ground: QRectF
    """Bounds of what is drawn under the tokens, in metres; empty if there is nothing."""
    on_map: tuple[TokenView, ...]
    """In painting order: the uppermost is the last one."""
    off_map: tuple[TokenView, ...]
    middles: dict[str, QPointF]
    radii: dict[str, float]
    reaches: dict[str, float]
    """Pixels from a token's middle to the outside of its rings and marks."""

    def ends_of(self, relation: RelationView) -> tuple[QPointF | None, QPointF | None]:
        """Return start and end of a relation's line in pixels; each is None if it is not on the map."""
        end = self.middles.get(relation.target) if relation.at is None else self.camera.to_pixels(*relation.at)
        return self.middles.get(relation.source), end

    @classmethod
    def of(
        cls, view: MapView, letters: Letters, size: QSizeF, picture: QRectF | None, fixed: BoardFrame | None = None
    ) -> Frame:
        """Lay out a view; `picture` is the background's place in metres; `fixed` is the part of the board to show."""
        ground = _ground_bounds(view, picture)
        on_map = [token for token in view.tokens if token.point is not None and _is_near(token, ground)]
        on_map.sort(key=lambda token: (not token.out, token.target, token.acting))
        off_map = tuple(token for token in view.tokens if token not in on_map and not token.out)
        if fixed is not None:
            # Tokens outside this part are not off the map: the GM shows another part.
            off_map = tuple(token for token in off_map if token.point is None)
        window = QRectF(0, 0, size.width(), size.height())
        if off_map:
            window.setHeight(size.height() - letters.length(OFF_MAP_LINE))
        camera = _fitted(view, on_map, ground, window, letters) if fixed is None else _fixed(fixed, window)
        if fixed is not None:
            on_map = [token for token in on_map if token.point and window.contains(camera.to_pixels(*token.point))]
        middles = {token.id: camera.to_pixels(*token.point) for token in on_map if token.point is not None}
        radii = _radii(on_map, middles, camera.scale, min(letters.height, window.width() * 0.9))
        reaches = {
            token.id: radii[token.id] * 1.55 if token.target else reach_of(radii[token.id], is_acting=token.acting)
            for token in on_map
        }
        drawn = QRectF() if ground is None else QRectF(QPointF(*ground[:2]), QPointF(*ground[2:]))
        return cls(window, camera, drawn, tuple(on_map), off_map, middles, radii, reaches)

    def seen(self, metres: QRectF) -> QRectF:
        """Return the part of an area in metres that is in the window, in pixels."""
        first = self.camera.to_pixels(metres.left(), metres.top())
        last = self.camera.to_pixels(metres.right(), metres.bottom())
        return QRectF(first, last).intersected(self.window)


def _fixed(frame: BoardFrame, window: QRectF) -> Camera:
    """The camera for the part of the board that the GM has chosen."""
    scale = frame.scale or window.width() / max(frame.width, 0.1)
    return Camera(x=frame.x, y=frame.y, scale=scale, width=window.width(), height=window.height())


def _fitted(
    view: MapView, on_map: Sequence[TokenView], ground: Bounds | None, window: QRectF, letters: Letters
) -> Camera:
    camera = Camera(width=window.width(), height=window.height())
    bounds = map_bounds(replace(view, tokens=tuple(on_map)))
    if bounds is None:
        bounds = ground
    if bounds is None:
        return camera
    bounds = _snapped(bounds) if ground is None else _around(bounds, ground)
    narrow, wide = letters.length(_MARGIN), letters.length(_WIDE_MARGIN)
    camera = camera.fitted(bounds, QMarginsF(narrow, narrow, narrow, narrow))
    room = window.adjusted(wide, wide, -wide, -wide)
    if all(room.contains(camera.to_pixels(*token.point)) for token in on_map if token.point is not None):
        return camera
    return camera.fitted(bounds, QMarginsF(wide, wide, wide, wide))


def _radii(tokens: Sequence[TokenView], middles: dict[str, QPointF], scale: float, side: float) -> dict[str, float]:
    """The largest radii at which no more than a few of the standing tokens touch another one."""
    standing = [token.id for token in tokens if not token.out]
    apart = _distances([middles[id] for id in standing])
    least = side * _RADII[-1] * _LETTER
    radii: dict[str, float] = {}
    for share in _RADII:
        radii = {token.id: max(token.radius * scale, min(side * share, _room(token, scale, least))) for token in tokens}
        if _crowded(apart, [radii[id] for id in standing]) <= _CROWD * len(standing):
            break
    return radii


def _room(token: TokenView, scale: float, least: float) -> float:
    """Greatest radius in pixels with which a token touches no neighbour in its zone, but enough for its initials."""
    return math.inf if token.room is None else max(token.room * scale / _RIM, least)


def _distances(places: Sequence[QPointF]) -> NDArray[np.float64]:
    """Distances between all pairs in pixels; the distance from a place to itself is infinite."""
    points = np.array([place.toTuple() for place in places], dtype=float).reshape(-1, 2)
    apart = np.hypot(*(points[:, None, axis] - points[None, :, axis] for axis in (0, 1)))
    np.fill_diagonal(apart, math.inf)
    return apart


def _crowded(apart: NDArray[np.float64], radii: Sequence[float]) -> int:
    """Number of tokens that touch another one."""
    reaches = np.array(radii, dtype=float)
    return int((apart < reaches[:, None] + reaches[None, :]).any(axis=1).sum())


def _ground_bounds(view: MapView, picture: QRectF | None) -> Bounds | None:
    """Bounds of what is drawn under the tokens, or None if there is nothing."""
    bounds = map_bounds(replace(view, tokens=()))
    if picture is None:
        return bounds
    place = (picture.left(), picture.top(), picture.right(), picture.bottom())
    return place if bounds is None else _around(place, bounds)


def _around(first: Bounds, second: Bounds) -> Bounds:
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )


def _snapped(bounds: Bounds) -> Bounds:
    left, top, right, bottom = (value / _SNAP for value in bounds)
    return math.floor(left) * _SNAP, math.floor(top) * _SNAP, math.ceil(right) * _SNAP, math.ceil(bottom) * _SNAP


def _is_near(token: TokenView, ground: Bounds | None) -> bool:
    """Whether a token is on the drawn ground or near it: one that is far out would make all others tiny."""
    if ground is None or token.x is None or token.y is None:
        return ground is None
    left, top, right, bottom = ground
    reach = max(right - left, bottom - top, 4.0) * _OUTLIER
    return left - reach <= token.x <= right + reach and top - reach <= token.y <= bottom + reach


# ----------------------------------------------------------------------------------------------------- names and labels


_CROWD_FROM = 60
"""Above this number of tokens, names have fewer places to choose from, so that the screen keeps up."""
_CELL = 0.2
"""Cell size of the grid in which labels are looked up: about the width of a name. A share of the screen's height,
like all lengths here.
"""
_INSET = 0.018
"""Distance from a zone's border to its name."""
LINK_UNIT = 0.002
"""Length for one pixel of a connection's badge on the GM's map."""
_MARK, _MARK_STEP = 0.014, 0.04
"""Half the size of a mark in the line of tokens off the map, and the width that the mark takes."""


class _Words(NamedTuple):
    """A label to write once all places are found: its candidate boxes, and the lines for each of them."""

    label: int
    boxes: Sequence[Edges]
    lines: Sequence[Sequence[TextLine]]


class BoardLabels:
    """Finds places for the labels of one view, and writes them."""

    def __init__(
        self,
        frame: Frame,
        letters: Letters,
        view: MapView,
        levels: FogLevels,
        names: NamePlaceFinder,
        covered: float = 0.0,
    ) -> None:
        """Nothing is written in the lowest `covered` pixels."""
        self._frame = frame
        self._names = names
        self._letters = letters
        self._fixed = Boxes(cell=max(1, round(letters.length(_CELL))))
        is_crowd = len(frame.on_map) > _CROWD_FROM
        self._labels = Labels(self._fixed, Boxes(), moves_others=not is_crowd)
        self._wanted: list[_Words] = []
        self._signs: list[QRectF] = []
        self._zone_places: list[tuple[QRectF, bool]] = []
        """Candidate boxes for names of zones, and whether players see that place."""
        for id, middle in frame.middles.items():
            side = frame.radii[id] * ROUND
            self._fixed.add(QRectF(middle.x() - side, middle.y() - side, 2 * side, 2 * side))
        window = frame.window.adjusted(0, 0, 0, -covered)
        self._fixed.add(QRectF(0, window.bottom(), window.width(), covered))
        zones = [frame.seen(shape_path(zone.shape).boundingRect()) for zone in view.zones]
        zones.sort(key=lambda box: box.width() * box.height())
        names.set_room(letters, window, zones, is_crowd=is_crowd)
        self._find_places(view, levels)

    @property
    def edges(self) -> Floats:
        """Edges of labels and of badges of connections, in pixels: left, top, right and bottom of each."""
        placed = ((words.boxes, self._labels.places[words.label]) for words in self._wanted)
        return edges_of_all((*self._signs, *(_box(boxes[place]) for boxes, place in placed if place is not None)))

    def fit(self, levels: FogLevels) -> bool:
        """Whether the names of zones may stay where they are with the fog as it is now."""
        return all(self._is_seen(box, levels) == was_seen for box, was_seen in self._zone_places)

    def paint(self, painter: QPainter) -> None:
        for words in self._wanted:
            place = self._labels.places[words.label]
            if place is not None:
                self._write_lines(painter, _box(words.boxes[place]), words.lines[place])
        self._write_off_map(painter)

    def _find_places(self, view: MapView, levels: FogLevels) -> None:
        camera, unit, font = self._frame.camera, self._letters.length(LINK_UNIT), self._letters.font(WORDS)
        for laid in laid_out(marks_of(view, camera), unit, font, camera.window):
            for box in (laid.badge, laid.words):
                self._fixed.add(box)
                self._signs.append(box)
        ranked = sorted((token for token in self._frame.on_map if is_marked(token) or not token.crowded), key=_rank)
        first = [token for token in ranked if is_marked(token) or token.side == PLAYERS_SIDE]
        for token in first:
            self._want_name(token)
        for zone in view.zones:
            if zone.fog != "hidden":
                self._want_zone(zone, levels)
        for token in ranked:
            if token not in first:
                self._want_name(token)
        for relation in view.relations:
            self._want_relation(relation)

    def _want(self, boxes: Sequence[Edges], lines: Sequence[Sequence[TextLine]]) -> int:
        """Look for a place for some lines; returns the number of their label."""
        label = self._labels.place(boxes)
        self._wanted.append(_Words(label, boxes, lines))
        return label

    # ---------------------------------------------------------------- zones and relations

    def _want_zone(self, zone: ZoneView, levels: FogLevels) -> None:
        """Place the zone's name in its upper left corner, or at another free place in the zone that is not hidden."""
        letters, inset = self._letters, self._letters.length(_INSET)
        path = shape_path(zone.shape)
        seen = self._frame.seen(path.boundingRect())
        line = TextLine(zone.name, WORDS, palette().zone_text(zone.color))
        width, height = letters.width(WORDS, zone.name), letters.line(WORDS)
        left, right = seen.left() + inset, seen.right() - inset - width
        top, bottom = seen.top() + inset * 0.7, seen.bottom() - inset * 0.7 - height
        center = seen.center().x() - width / 2
        starts = ((left, top), (left, bottom), (right, top), (right, bottom), (center, top), (center, bottom))
        boxes = [QRectF(x, y, width, height) for x, y in starts]
        to_metres = self._frame.camera.to_metres
        inside = [
            box
            for box in boxes
            if seen.contains(box) and all(path.contains(QPointF(*to_metres(corner))) for corner in _corners(box))
        ]
        places = [(box, self._is_seen(box, levels)) for box in inside]
        self._zone_places += places
        seen_boxes = [edges_of(box) for box, is_seen in places if is_seen]
        self._want(seen_boxes, [(line,)] * len(seen_boxes))

    def _is_seen(self, box: QRectF, levels: FogLevels) -> bool:
        """Whether no corner of a box is in darkness."""
        to_metres = self._frame.camera.to_metres
        return all(levels.at(to_metres(corner)) != "hidden" for corner in _corners(box))

    def _want_relation(self, relation: RelationView) -> None:
        """Label of a relation, centred on the line between the two combatants."""
        first, last = self._frame.ends_of(relation)
        if not relation.label or first is None or last is None:
            return
        middle = (first + last) / 2
        width, height = self._letters.width(WORDS, relation.label), self._letters.line(WORDS)
        box = QRectF(middle.x() - width / 2, middle.y() - height, width, height)
        self._want((edges_of(box),), [(TextLine(relation.label, WORDS, palette().color("muted")),)])

    # ---------------------------------------------------------------- names

    def _want_name(self, token: TokenView) -> None:
        middle, reach = self._frame.middles[token.id], self._frame.reaches[token.id]
        label = self._want(*self._names.find(token, middle, reach))
        if is_marked(token) and self._labels.places[label] is None:
            self._labels.force(label)

    def _write_lines(self, painter: QPainter, box: QRectF, lines: Sequence[TextLine]) -> None:
        top, halo = box.top(), palette().color("ground")
        halo.setAlpha(200)
        for text, style, color in lines:
            place = QRectF(box.left(), top, box.width(), self._letters.line(style))
            write(painter, place, text, self._letters.font(style), color, CENTER, halo)
            top += place.height()

    # ---------------------------------------------------------------- off the map

    def _write_off_map(self, painter: QPainter) -> None:
        """Write the combatants off the map in a line under it: an arrow if the direction is known, and the distance."""
        letters = self._letters
        pad, step = letters.length(_INSET), letters.length(_MARK_STEP)
        window = self._frame.window
        line = QRectF(pad, window.bottom(), window.width() - 2 * pad, letters.length(OFF_MAP_LINE))
        waiting = sorted(self._frame.off_map, key=_rank)
        for number, token in enumerate(waiting):
            rest = f"and {len(waiting) - number - 1} more" if number + 1 < len(waiting) else ""
            marks = step if token.bearing is None else 2 * step
            room = line.width() - marks - (letters.width(WORDS, rest) + 2 * pad if rest else 0)
            words = joined(token.name, token.distance)
            if letters.width(STRONG, words) > room:
                if number:
                    rest = f"and {len(waiting) - number} more"
                    write(painter, line, rest, letters.font(WORDS), palette().color("muted"))
                    return
                words = letters.elided(words, STRONG, room)
            self._write_one_away(painter, token, words, line)
            line.setLeft(line.left() + marks + letters.width(STRONG, words) + 2 * pad)

    def _write_one_away(self, painter: QPainter, token: TokenView, words: str, line: QRectF) -> None:
        """Write one combatant off the map, at the left of the line."""
        letters, colors = self._letters, palette()
        step, size = letters.length(_MARK_STEP), letters.length(_MARK)
        middle = QPointF(line.left() + size, line.center().y())
        draw_side_mark(painter, middle, size, token.side, colors)
        if token.bearing is not None:
            middle += QPointF(step, 0)
            turn = math.radians(token.bearing)
            tip = middle + QPointF(math.sin(turn), -math.cos(turn)) * size
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("muted"))
            painter.drawPolygon(arrow_head(tip, token.bearing, size * 2))
        place = line.adjusted(middle.x() - size + step - line.left(), 0, 0, 0)
        write(painter, place, words, letters.font(STRONG), colors.color("now_text" if token.acting else "text"))


def _rank(token: TokenView) -> tuple[bool, bool, bool, str]:
    """Sort key for the order in which names are written."""
    return not is_marked(token), token.out, token.minor, token.id


def _box(edges: Edges) -> QRectF:
    left, top, right, bottom = edges
    return QRectF(left, top, right - left, bottom - top)


def _corners(box: QRectF) -> Iterator[QPointF]:
    yield from (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())


def _inside(box: QRectF, window: QRectF) -> QRectF:
    """A box moved into a window."""
    x = min(max(box.left(), window.left()), max(window.left(), window.right() - box.width()))
    y = min(max(box.top(), window.top()), max(window.top(), window.bottom() - box.height()))
    return QRectF(x, y, box.width(), box.height())


# ------------------------------------------------------------------------------------------------------------ the board


_AREA_ALPHA = 56
_PING = 0.06
"""Radius of a ping as a share of the screen's height; larger around a large token."""
_SMEAR = 1.45
"""How many pixels a pixel of the picture extends from its middle if the picture is enlarged smoothly."""
_LINE = 0.0022
"""Width of a border as a share of the screen's height."""


_PATTERNS = (
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.Dense7Pattern,
    Qt.BrushStyle.HorPattern,
    Qt.BrushStyle.DiagCrossPattern,
    Qt.BrushStyle.FDiagPattern,
    Qt.BrushStyle.VerPattern,
    Qt.BrushStyle.CrossPattern,
    Qt.BrushStyle.Dense6Pattern,
)
_PATTERN_ALPHA = 90
_TILE = 8
"""Number of dots after which a pattern repeats."""
_PATTERN = 0.0034
"""Size of a pattern's dot as a share of the screen's height: it is seen from across the room."""


def zone_pattern(color: int, letters: Letters) -> QBrush:
    """Return a brush with the pattern that belongs to a colour of zones, in that colour."""
    ink = palette().zone_line(color)
    ink.setAlpha(_PATTERN_ALPHA)
    side = max(_TILE, round(letters.length(_PATTERN)) * _TILE)
    tile = QImage(_TILE, _TILE, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.fillRect(tile.rect(), QBrush(ink, _PATTERNS[color % len(_PATTERNS)]))
    painter.end()
    # Qt's own patterns have dots of one pixel on any screen.
    return QBrush(tile.scaled(side, side))


class _Layout(NamedTuple):
    """A view laid out, with its cache key."""

    key: tuple[object, ...]
    frame: Frame
    words: BoardLabels


class Board:
    """Paints map views; caches the scaled background, and the layout as long as nothing but fog changes."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._picture, self._grid = PictureItem(), GridItem()
        self._darkness = Darkness()
        self.seen = QRectF()
        """The part of the board that was painted last, in metres."""
        self._shown: tuple[PictureView | None, int] | None = None
        self._levels = FogLevels()
        self._layout: _Layout | None = None
        self._names = NamePlaceFinder()

    def paint(
        self,
        painter: QPainter,
        box: QRectF,
        view: MapView,
        letters: Letters,
        marks: MarksView = NO_MARKS,
        fixed: BoardFrame | None = None,
        has_patterns: bool = False,
        covered: float = 0.0,
    ) -> None:
        """Paint a view, and what the GM points at, into a box that already has the colour of the ground.

        `fixed` is the part of the board to show; without it everything is shown. With `has_patterns` zones differ by
        more than their colour. In the lowest `covered` pixels nothing is written.
        """
        self._set_ground(view)
        _, frame, words = self._laid_out(view, letters, box.size(), fixed, covered)
        self.seen = frame.camera.metres
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.translate(box.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, frame)
        figures = _Figures(view, frame, letters)
        figures.paint_ground(painter, has_patterns=has_patterns)
        self._paint_fog(painter, view, frame, letters)
        figures.paint(painter, self._pictures, words.edges)
        words.paint(painter)
        figures.paint_marks(painter, marks)
        painter.restore()

    @property
    def is_rough(self) -> bool:
        """Whether fog would be sharper if the same view were painted once more."""
        return self._darkness.is_rough

    def lay_out(
        self, size: QSizeF, view: MapView, letters: Letters, fixed: BoardFrame | None, covered: float = 0.0
    ) -> None:
        """Compute the layout of a view for a box of that size, ready for the next `paint`."""
        self._set_ground(view)
        self._laid_out(view, letters, size, fixed, covered)

    def _laid_out(
        self, view: MapView, letters: Letters, size: QSizeF, fixed: BoardFrame | None, covered: float
    ) -> _Layout:
        """The cached layout. A change of fog moves nothing, unless the name of a zone has to give way to it."""
        self._levels.set_fog(view.fog)
        picture = None if self._picture.place is None else QRectF(self._picture.place)
        key = (replace(view, fog=(), areas=(), pushes=()), letters, palette(), QSizeF(size), picture, fixed, covered)
        kept = self._layout
        if kept is None or kept.key != key or not kept.words.fit(self._levels):
            frame = Frame.of(view, letters, size, picture, fixed)
            labels = BoardLabels(frame, letters, view, self._levels, self._names, covered)
            kept = self._layout = _Layout(key, frame, labels)
        return kept

    def _set_ground(self, view: MapView) -> None:
        image = self._pictures.ground("" if view.picture is None else view.picture.file)
        key = (view.picture, image.cacheKey())
        if key != self._shown:
            self._shown = key
            self._picture.set_picture(view.picture, image)
        self._grid.set_grid(view.grid)

    def _paint_ground(self, painter: QPainter, frame: Frame) -> None:
        camera, option = frame.camera, QStyleOptionGraphicsItem()
        painter.save()
        painter.setClipRect(frame.window, Qt.ClipOperation.IntersectClip)
        painter.setTransform(_metres(camera), True)
        for item in (self._picture, self._grid):
            item.set_camera(camera)
            item.paint(painter, option)
        painter.restore()

    def _paint_fog(self, painter: QPainter, view: MapView, frame: Frame, letters: Letters) -> None:
        """Paint darkness over the ground, within the window."""
        image, place = self._pictures.ground("" if view.picture is None else view.picture.file), self._picture.place
        # Scaling smears a pixel of the picture over its neighbours.
        pixel = 0.0 if place is None else frame.camera.scale * place.width() / image.width()
        line = letters.length(_LINE)
        painter.save()
        painter.setClipRect(frame.window, Qt.ClipOperation.IntersectClip)
        self._darkness.paint(painter, view.fog, frame.ground, frame.camera, max(pixel * _SMEAR, line))
        painter.restore()


class _Figures:
    """Zones, features, relations and tokens of one view."""

    def __init__(self, view: MapView, frame: Frame, letters: Letters) -> None:
        self._view = view
        self._frame = frame
        self._letters = letters

    def paint_ground(self, painter: QPainter, *, has_patterns: bool) -> None:
        """Paint what is under the fog: zones and features."""
        for zone in self._view.zones:
            self._paint_zone(painter, zone)
            if has_patterns:
                self._paint_shape(painter, zone, QPen(Qt.PenStyle.NoPen), zone_pattern(zone.color, self._letters))
        for feature in self._view.features:
            self._paint_feature(painter, feature)

    def paint(self, painter: QPainter, pictures: Pictures, words: Floats) -> None:
        """Paint what is above the fog; `words` are the edges of labels, which no line crosses."""
        self._paint_links(painter)
        self._paint_last_step(painter)
        for relation in sorted(self._view.relations, key=lambda relation: relation.kind == "target"):
            painter.save()
            self._paint_relation(painter, relation, words)
            painter.restore()
        for token in self._frame.on_map:
            look = TokenLook(
                initials=token.initials,
                side=token.side,
                out=token.out,
                left_as=token.left_as or "",
                acting=token.acting,
            )
            middle, radius = self._frame.middles[token.id], self._frame.radii[token.id]
            paint_token(painter, self._letters, middle, radius, look, pictures.portrait(token.portrait))
            if token.target:
                self._paint_mark(painter, token)

    def paint_marks(self, painter: QPainter, marks: MarksView) -> None:
        """Paint what the GM points at for a moment, above everything else."""
        camera, letters = self._frame.camera, self._letters
        for area in marks.areas:
            self._paint_area(painter, area)
        if marks.line:
            ends = [camera.to_pixels(*point) for point in marks.line]
            for color, width in (("ground", 3.0), ("text", 1.4)):
                painter.setPen(self._pen(palette().color(color), width))
                painter.drawPolyline(ends)
            middle = (ends[0] + ends[-1]) / 2
            width, height = letters.width(STRONG, marks.words), letters.line(STRONG)
            box = _inside(QRectF(middle.x() - width / 2, middle.y() - height, width, height), self._frame.window)
            painter.fillRect(box.adjusted(-8, 0, 8, 0), palette().color("raised"))
            write(painter, box, marks.words, letters.font(STRONG), palette().color("text"), CENTER)
        ping = marks.ping
        if ping is not None:
            at = self._frame.middles.get(ping.who) or (None if ping.at is None else camera.to_pixels(*ping.at))
            if at is not None and self._frame.window.contains(at):
                reach = self._frame.reaches.get(ping.who, 0.0) * 1.25
                paint_ping(painter, at, max(reach, letters.length(_PING)), letters.length(_LINE) * 2)

    def _pen(self, color: QColor, width: float = 1.0) -> QPen:
        """A pen that can be seen from across the room, on any size of screen."""
        return QPen(color, self._letters.length(_LINE) * width, j=Qt.PenJoinStyle.MiterJoin)

    def _paint_zone(self, painter: QPainter, zone: ZoneView) -> None:
        line = palette().zone_line(zone.color)
        fill = QColor(line)
        fill.setAlpha(palette().zone_alpha)
        self._paint_shape(painter, zone, self._pen(line), QBrush(fill))

    def _paint_links(self, painter: QPainter) -> None:
        """Paint the connections between zones, as on the GM's map."""
        unit, font = self._letters.length(LINK_UNIT), self._letters.font(WORDS)
        camera = self._frame.camera
        for laid in laid_out(marks_of(self._view, camera), unit, font, camera.window):
            paint_mark(painter, laid, unit, font)

    def _paint_feature(self, painter: QPainter, feature: FeatureView) -> None:
        colors = palette()
        is_line = isinstance(feature.shape, Line)
        if feature.kind == "drawing":
            self._paint_shape(painter, feature, self._pen(colors.color("drawing"), 1.5), QBrush())
            return
        pen = self._pen(colors.color(f"{feature.kind}_line"), 3 if is_line else 1)
        self._paint_shape(painter, feature, pen, QBrush() if is_line else QBrush(colors.color(feature.kind)))
        if feature.is_door:
            self._paint_shape(painter, feature, self._pen(colors.color("ground"), 1), QBrush())
        if feature.kind == "terrain" and not is_line:
            hatch = QBrush(colors.color("terrain_line"), Qt.BrushStyle.BDiagPattern)
            self._paint_shape(painter, feature, pen, hatch)

    def _paint_last_step(self, painter: QPainter) -> None:
        """Paint the areas and pushes of the last action, clipped to the map: not over the line of tokens off it."""
        painter.save()
        painter.setClipRect(self._frame.window, Qt.ClipOperation.IntersectClip)
        for area in self._view.areas:
            self._paint_area(painter, area)
        for push in self._view.pushes:
            self._paint_push(painter, push)
        painter.restore()

    def _paint_area(self, painter: QPainter, area: AreaView) -> None:
        line = palette().color("bad")
        fill = QColor(line)
        fill.setAlpha(_AREA_ALPHA)
        painter.setPen(self._pen(line, 1.5))
        painter.setBrush(fill)
        painter.drawPath(_metres(self._frame.camera).map(shape_path(area.shape)))

    def _paint_push(self, painter: QPainter, push: PushView) -> None:
        camera = self._frame.camera
        line = QLineF(camera.to_pixels(*push.start), camera.to_pixels(*push.end))
        paint_push(painter, line, self._frame.reaches.get(push.who, 0.0), self._letters.length(_LINE))

    def _paint_shape(self, painter: QPainter, area: ZoneView | FeatureView, pen: QPen, brush: QBrush) -> None:
        path: QPainterPath = _metres(self._frame.camera).map(shape_path(area.shape))
        painter.setPen(pen)
        painter.setBrush(brush)
        painter.drawPath(path)

    def _paint_mark(self, painter: QPainter, token: TokenView) -> None:
        """Paint four corners around the target."""
        middle, radius = self._frame.middles[token.id], self._frame.radii[token.id]
        reach, arm = radius * 1.38, radius * 0.45
        painter.setPen(self._pen(palette().color("now"), 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = middle + QPointF(right * reach, down * reach)
            painter.drawPolyline([corner - QPointF(right * arm, 0), corner, corner - QPointF(0, down * arm)])

    def _paint_relation(self, painter: QPainter, relation: RelationView, words: Floats) -> None:
        """Paint a dashed line to the target; else a line of the relation's kind, or a band around two close tokens."""
        first, last = self._frame.ends_of(relation)
        if first is None or last is None:
            return
        line, reaches = QLineF(first, last), self._frame.reaches
        start, end = reaches[relation.source], reaches.get(relation.target, 0.0)
        is_target = relation.kind == "target"
        if line.length() <= start + end + 4:
            if not is_target:
                paint_band(painter, relation, line, max(start, end), self._letters.length(_LINE))
            return
        line = QLineF(line.pointAt(start / line.length()), line.pointAt(1 - end / line.length()))
        clip_out(painter, line, words, self._frame.window)
        if not is_target:
            paint_relation(painter, relation, line, self._letters.length(_LINE))
            return
        pen = self._pen(palette().color("now"), 1.8)
        pen.setDashPattern([4, 3])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(line)


def _metres(camera: Camera) -> QTransform:
    """The transformation from metres to pixels."""
    origin = camera.to_pixels(0, 0)
    return QTransform.fromTranslate(origin.x(), origin.y()).scale(camera.scale, camera.scale)
