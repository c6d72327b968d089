"""Arrows at the window's edge for those whom the window does not show: off the map, or beside what is seen."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.camera import Camera
from gui.map.lines import WordsLayer
from gui.map.names import scale_box
from gui.map.pictures import canvas
from gui.map.tokens import TokenLayer
from gui.style import Palette, arrow_head, draw_pill, draw_side_mark, palette, semi_bold
from model.view.map import Id, TokenView

_HEIGHT = 24.0
_GAP = 4.0
_INSET = 10.0
"""Pixels from the window's edge."""
_MOST = 4
"""Arrows on one edge; further ones are counted."""
_HEAD = 20.0
"""Pixels of the picture of an arrow, and the degrees between two of them that look different."""
_HEAD_STEP = 2.0
_EAST = 90.0
_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_NO_EDGE = -1
_MANY = 100
"""Tokens from which on arrows no longer give way to them: there are too many to look at in every frame."""


class Arrow(Struct, frozen=True):
    """One label at the edge."""

    token: TokenView
    box: QRectF
    degrees: float
    """Direction in which it points, clockwise from north."""
    more: int = 0
    """Instead of a token: so many further ones in this direction."""
    is_left: bool = False
    """Whether its head is at the left end."""

    @property
    def head(self) -> QPointF:
        """The middle of the head."""
        return _head_of(self.box, is_left=self.is_left)


class EdgeLayer(WordsLayer):
    """Draws the arrows and finds the one under the pointer."""

    def __init__(self, parent: QGraphicsItem, around: TokenLayer, signs: Callable[[], Sequence[QRectF]]) -> None:
        """`signs` tells what else on the board no arrow may cover, in pixels."""
        super().__init__(parent)
        self._around = around
        self._signs = signs
        self._covered: tuple[QRectF, ...] = ()
        self._tokens: tuple[TokenView, ...] = ()
        self._metres, self._bearings = np.empty((0, 2)), np.empty(0)
        self._selected: frozenset[Id] = frozenset()
        self._arrows: tuple[Arrow, ...] = ()

    def set_tokens(self, tokens: Sequence[TokenView]) -> None:
        """Those that are out of the fight are left out, and so are the nameless many that are on the map."""
        self._tokens = tuple([token for token in tokens if not token.out and (not token.minor or token.x is None)])
        self._rank()

    def set_covered(self, boxes: Sequence[QRectF]) -> None:
        """What lies over the window, in its pixels: no arrow stands there."""
        self._covered = tuple(boxes)
        self._arrange()

    def set_selection(self, ids: frozenset[Id]) -> None:
        self._selected = ids
        self._rank()

    def _rank(self) -> None:
        """The most important first: those get an arrow where an edge has not room for all."""
        self._tokens = tuple(sorted(self._tokens, key=self._importance))
        nowhere = (math.nan, math.nan)
        self._metres = np.array([token.point or nowhere for token in self._tokens], dtype=float).reshape(-1, 2)
        self._bearings = np.array([_bearing(token) for token in self._tokens], dtype=float)
        self._arrange()

    def _importance(self, token: TokenView) -> tuple[bool, bool, bool, str]:
        return (
            not (token.acting or token.target or token.id in self._selected),
            token.point is not None,
            token.minor,
            token.name,
        )

    def set_camera(self, camera: Camera) -> None:
        super().set_camera(camera)
        self._arrange()

    def token_at(self, pixel: QPointF) -> TokenView | None:
        return next((arrow.token for arrow in self._arrows if not arrow.more and arrow.box.contains(pixel)), None)

    def arrows(self) -> tuple[Arrow, ...]:
        return self._arrows

    # ---------------------------------------------------------------- where they stand

    def _arrange(self) -> None:
        """Done for every frame of a movement, so for all tokens at once."""
        camera = self._camera
        aside = (self._metres - (camera.x, camera.y)) * camera.scale
        seen = (np.abs(aside) <= (camera.width / 2 + 8, camera.height / 2 + 8)).all(axis=1)
        bearings = np.degrees(np.arctan2(aside[:, 0], -aside[:, 1])) % 360
        bearings = np.where(np.isnan(bearings), self._bearings, bearings)
        edges = np.where(seen, _NO_EDGE, self._edges(bearings))
        arrows: list[Arrow] = []
        for edge in (_TOP, _BOTTOM, _LEFT, _RIGHT):
            indexes = np.flatnonzero(edges == edge)
            if len(indexes):
                those = [(float(bearings[index]), self._tokens[index]) for index in indexes[:_MOST].tolist()]
                arrows.extend(self._stack(edge, those, len(indexes), arrows))
        self._arrows = tuple(arrows)
        self.update()

    def _free_strip(self, edge: int) -> QRectF:
        """Where arrows of one edge may stand: those at the top and bottom in one row, those at the sides anywhere."""
        strip = self._camera.window.adjusted(_INSET, _INSET, -_INSET, -_INSET)
        if edge in {_TOP, _BOTTOM}:
            is_top = edge == _TOP
            row = QRectF(strip.left(), strip.top() if is_top else strip.bottom() - _HEIGHT, strip.width(), _HEIGHT)
            for box in self._covered:
                if row.intersects(box):
                    row.moveTop(box.bottom() + _GAP if is_top else min(row.top(), box.top() - _GAP - _HEIGHT))
            if row.intersects(scale_box(self._camera)):
                row.setLeft(scale_box(self._camera).right() + _GAP)
            return row
        return strip

    def _edges(self, bearings: np.ndarray) -> np.ndarray:
        """0 top, 1 right, 2 bottom, 3 left: the edge that a ray from the middle meets."""
        right, down = np.sin(np.radians(bearings)), -np.cos(np.radians(bearings))
        is_upright = np.abs(right) * self._camera.height >= np.abs(down) * self._camera.width
        return np.where(is_upright, np.where(right > 0, 1, 3), np.where(down < 0, 0, 2))

    def _stack(
        self, edge: int, those: Sequence[tuple[float, TokenView]], count: int, others: Sequence[Arrow]
    ) -> list[Arrow]:
        """Labels along one edge, near their direction, none over another; the last one counts those left over."""
        strip = self._free_strip(edge)
        is_upright = edge in {_LEFT, _RIGHT}
        room = strip.height() - len(others) * (_HEIGHT + _GAP) if is_upright else strip.width()
        entries = self._shown(those, count, room, is_upright=is_upright)
        wanted = sorted(
            ((self._along(edge, degrees), degrees, token, more) for degrees, token, more in entries),
            key=lambda entry: entry[0],
        )
        widths = [self._width(token, more) for _, _, token, more in wanted]
        lengths = [_HEIGHT if is_upright else width for width in widths]
        first, last = (strip.top(), strip.bottom()) if is_upright else (strip.left(), strip.right())
        blocked = self._blocked(edge, strip, max(widths), others)
        starts = clear_starts([along for along, *_ in wanted], lengths, (first, last), blocked)
        return [
            self._arrow(token, self._box(edge, strip, start, width), degrees, more)
            for (_, degrees, token, more), start, width in zip(wanted, starts, widths, strict=True)
        ]

    def _arrow(self, token: TokenView, box: QRectF, degrees: float, more: int) -> Arrow:
        """An arrow in its place, from where it points at its token: others may have moved it off the ray."""
        is_left = 180 < degrees < 360 and box.left() <= _INSET
        if token.point is not None:
            aside = self._camera.to_pixels(*token.point) - _head_of(box, is_left=is_left)
            degrees = math.degrees(math.atan2(aside.x(), -aside.y())) % 360
        return Arrow(token, box, degrees, more, is_left)

    def _shown(
        self, those: Sequence[tuple[float, TokenView]], count: int, room: float, *, is_upright: bool
    ) -> list[tuple[float, TokenView, int]]:
        """As many of `count` as there is room for along an edge, and how many more there are."""

        def length(entries: Sequence[tuple[float, TokenView, int]]) -> float:
            return sum((_HEIGHT if is_upright else self._width(token, more)) + _GAP for _, token, more in entries)

        for number in range(len(those), 0, -1):
            entries = [(degrees, token, 0) for degrees, token in those[:number]]
            if number < count:
                entries.append((*those[number - 1], count - number))
            if length(entries) <= room + _GAP:
                return entries
        return [(*those[0], count if count > 1 else 0)]

    def _blocked(self, edge: int, strip: QRectF, width: float, others: Sequence[Arrow]) -> list[tuple[float, float]]:
        """Stretches of an edge, in pixels along it, where something is in the way that no arrow may cover."""
        if edge in {_LEFT, _RIGHT}:
            left = strip.left() if edge == _LEFT else strip.right() - width
            strip = QRectF(left, strip.top(), width, strip.height())
        placed = (arrow.box for arrow in others)
        signs = (*self._covered, scale_box(self._camera), *self._signs(), *placed)
        boxes = [box for box in signs if box.intersects(strip)]
        if self._around.count <= _MANY:
            boxes += self._around.boxes_in(strip)
        if edge in {_LEFT, _RIGHT}:
            return [(box.top(), box.bottom()) for box in boxes]
        return [(box.left(), box.right()) for box in boxes]

    def _along(self, edge: int, degrees: float) -> float:
        """Where the ray meets the edge, in pixels along it."""
        turn = math.radians(degrees)
        right, down = math.sin(turn), -math.cos(turn)
        if edge in {_LEFT, _RIGHT}:
            return self._camera.height / 2 + down / abs(right) * self._camera.width / 2
        return self._camera.width / 2 + right / abs(down) * self._camera.height / 2

    @staticmethod
    def _box(edge: int, strip: QRectF, start: float, width: float) -> QRectF:
        if edge in {_TOP, _BOTTOM}:
            return QRectF(start, strip.top(), width, _HEIGHT)
        return QRectF(strip.right() - width if edge == _RIGHT else strip.left(), start, width, _HEIGHT)

    @staticmethod
    def _width(token: TokenView, more: int) -> float:
        return math.ceil(_text_width(_text(token, more))) + 46.0

    # ---------------------------------------------------------------- drawing

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._arrows:
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
        pill = _pill(_text(token, arrow.more), side, line, arrow.is_left, box.width(), ratio, palette())
        painter.drawPixmap(QPointF(round(box.left()), round(box.top())), pill)
        head = _head(round(arrow.degrees / _HEAD_STEP) * _HEAD_STEP % 360, ratio, palette())
        painter.drawPixmap(arrow.head - QPointF(_HEAD / 2, _HEAD / 2), head)


@functools.lru_cache(maxsize=256)
def _pill(text: str, side: str, line: str, is_left: bool, width: float, ratio: float, colors: Palette) -> QPixmap:
    """A label without its arrow, kept from frame to frame."""
    pixmap = canvas(QSizeF(width, _HEIGHT), ratio)
    painter = QPainter(pixmap)
    draw_pill(painter, QRectF(0, 0, width, _HEIGHT), colors.color("background"), colors.color(line))
    mark = 26.0 if is_left else 13.0
    if side:
        draw_side_mark(painter, QPointF(mark, _HEIGHT / 2), 4.5, side, colors)
    painter.setFont(semi_bold(12, tabular=True))
    painter.setPen(colors.color("text"))
    words = QRectF(mark + 8, 0, width - 42, _HEIGHT)
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=256)
def _head(degrees: float, ratio: float, colors: Palette) -> QPixmap:
    """The arrow itself in one of many directions, kept from frame to frame."""
    pixmap = canvas(QSizeF(_HEAD, _HEAD), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    turn = math.radians(degrees)
    tip = QPointF(_HEAD / 2, _HEAD / 2) + QPointF(math.sin(turn), -math.cos(turn)) * 4
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.color("text"))
    painter.drawPolygon(arrow_head(tip, degrees, 8))
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=1024)
def _text_width(text: str) -> float:
    return QFontMetricsF(semi_bold(12, tabular=True)).horizontalAdvance(text)


def _head_of(box: QRectF, *, is_left: bool) -> QPointF:
    return QPointF(box.left() + 13 if is_left else box.right() - 13, box.center().y())


def _bearing(token: TokenView) -> float:
    """Where a combatant off the map is; when nobody knows, to the right."""
    return (_EAST if token.bearing is None else token.bearing) % 360


def _text(token: TokenView, more: int) -> str:
    if more:
        return f"{more} more"
    words = f"{token.name} {token.distance}".strip()
    return f"{words}, hidden" if token.hidden else words


def clear_starts(
    middles: Sequence[float],
    lengths: Sequence[float],
    bounds: tuple[float, float],
    blocked: Sequence[tuple[float, float]],
) -> list[float]:
    """Starts of stretches near their middles, in order, a gap between them, clear of what is blocked if that can be."""
    first, last = bounds
    spread = _spread(middles, lengths, first, last)
    if all(_is_clear(start, length, blocked) for start, length in zip(spread, lengths, strict=True)):
        return spread
    starts: list[float] = []
    taken = [(start - _GAP, end + _GAP) for start, end in blocked]
    mine: list[tuple[float, float]] = []
    for middle, length in zip(middles, lengths, strict=True):
        wanted = min(max(middle - length / 2, first), last - length)
        ends = (*taken, *mine)
        tried = [wanted, *(end for _, end in ends), *(start - length for start, _ in ends)]
        free = [at for at in tried if first <= at <= last - length and _is_clear(at, length, mine)]
        if not free:
            return spread
        start = min(free, key=lambda at: (_overlap(at, length, taken), abs(at - wanted)))
        starts.append(start)
        mine.append((start - _GAP, start + length + _GAP))
    # Of those alike in length each may have the place of another: so they stand in their order.
    return sorted(starts) if len(set(lengths)) == 1 else starts


def _overlap(start: float, length: float, taken: Sequence[tuple[float, float]]) -> float:
    return sum(max(0.0, min(start + length, end) - max(start, begin)) for begin, end in taken)


def _is_clear(start: float, length: float, taken: Sequence[tuple[float, float]]) -> bool:
    return all(start >= end or start + length <= begin for begin, end in taken)


def _spread(middles: Sequence[float], lengths: Sequence[float], first: float, last: float) -> list[float]:
    """Starts of stretches near their middles, in order, a gap between them, all within the bounds if they fit."""
    starts: list[float] = []
    edge = first
    for middle, length in zip(middles, lengths, strict=True):
        start = max(edge, middle - length / 2)
        starts.append(start)
        edge = start + length + _GAP
    limit = last
    for index in range(len(starts) - 1, -1, -1):
        starts[index] = min(starts[index], limit - lengths[index])
        limit = starts[index] - _GAP
    return starts
