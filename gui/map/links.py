"""The ways between zones: a badge on the border with an arrow or a cross, a wall where there is none, and words.

What a way is like is told by shape and word, never by colour alone.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.camera import Camera
from gui.map.lines import WordsLayer
from gui.map.pictures import canvas
from gui.style import Palette, draw_pill, palette, text_font
from model.view.map import Id, LinkState, LinkView, MapView, shape_bounds

_BADGE = 9.0
"""Radius of the badge on a way, in units; one is a pixel on the GM's map."""
_NEAR = 5.0
"""Pixels around a badge or a wall that still mean it."""
_LEAST = 26.0
"""Pixels of border under which a badge has no room."""


class Mark(Struct, frozen=True):
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

    def badge(self, unit: float = 1.0) -> QRectF:
        """What its badge takes."""
        reach = _BADGE * unit
        return QRectF(self.middle.x() - reach, self.middle.y() - reach, 2 * reach, 2 * reach)

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


class LaidMark(NamedTuple):
    """A way with the places of its badge and of its words; the latter is empty when there is nothing to say."""

    mark: Mark
    badge: QRectF
    words: QRectF


def laid_out(marks: Iterable[Mark], unit: float, font: QFont, room: QRectF) -> list[LaidMark]:
    """Ways with their words beside the badge, on the first side where they hide no others and stay in the room."""
    marks = tuple(marks)
    badges = [mark.badge(unit) for mark in marks]
    taken, found = list(badges), []
    metrics = QFontMetricsF(font)
    height = math.ceil(max(18 * unit, metrics.height() + 2 * unit))
    for mark, badge in zip(marks, badges, strict=True):
        words = _words(mark.link)
        pill = QRectF()
        if words:
            sides = _sides(badge, QSizeF(math.ceil(metrics.horizontalAdvance(words) + 14 * unit), height), 3 * unit)
            clear = (side for side in sides if room.contains(side) and not any(map(side.intersects, taken)))
            pill = next(clear, sides[0])
            taken.append(pill)
        found.append(LaidMark(mark, badge, pill))
    return found


def _sides(badge: QRectF, size: QSizeF, gap: float) -> tuple[QRectF, ...]:
    """The places beside a badge: right, left, below, above."""
    center = badge.center()
    left, top = center.x() - size.width() / 2, center.y() - size.height() / 2
    corners = (
        QPointF(badge.right() + gap, top),
        QPointF(badge.left() - gap - size.width(), top),
        QPointF(left, badge.bottom() + gap),
        QPointF(left, badge.top() - gap - size.height()),
    )
    return tuple(QRectF(corner, size) for corner in corners)


def paint_mark(painter: QPainter, laid: LaidMark, unit: float, font: QFont) -> None:
    """Draw a way."""
    mark = laid.mark
    paint_border(painter, mark, unit)
    if not mark.is_wall:
        _paint_badge(painter, laid.badge, _look_of(mark), unit)
    if not laid.words.isEmpty():
        _paint_words(painter, laid.words, _words(mark.link), font, is_chosen=mark.chosen)


def paint_border(painter: QPainter, mark: Mark, unit: float) -> None:
    """Draw what a way is on the ground: a closed border thick, a way between zones apart dashed."""
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


def _words(link: LinkView) -> str:
    return " · ".join(part for part in (link.label, "hidden" if link.hidden else "") if part)


class _Look(NamedTuple):
    """What a badge looks like."""

    state: LinkState
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
    """A badge, kept from frame to frame."""
    side = 2 * _BADGE + 4
    pixmap = canvas(QSizeF(side, side), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_badge(painter, QRectF(2, 2, 2 * _BADGE, 2 * _BADGE), look, 1.0)
    painter.end()
    return pixmap


@functools.lru_cache(maxsize=128)
def _words_picture(words: str, is_chosen: bool, size: tuple[float, float], ratio: float, colors: Palette) -> QPixmap:
    """Words in their pill, kept from frame to frame."""
    pixmap = canvas(QSizeF(*size), ratio)
    painter = QPainter(pixmap)
    _paint_words(painter, QRectF(0, 0, *size), words, _font(), is_chosen=is_chosen)
    painter.end()
    return pixmap


def _font() -> QFont:
    return text_font(11, tabular=True)


class LinksLayer(WordsLayer):
    """Draws the ways and finds the one under the pointer."""

    def __init__(self, parent: QGraphicsItem, view: Callable[[], MapView]) -> None:
        super().__init__(parent)
        self._view = view
        self._chosen: tuple[Id, Id] | None = None
        self._marks: tuple[tuple[object, ...], list[Mark]] = ((), [])
        """The marks with what they were made of: paint, arrows, names and pointing all ask for them."""

    def choose(self, ends: tuple[Id, Id] | None) -> None:
        """Show a way as the one in hand."""
        self._chosen = ends
        self.update()

    def marks(self) -> list[Mark]:
        """The ways as they are drawn now."""
        view = self._view()
        parts = (view.links, view.zones, self._camera, self._chosen)
        if parts != self._marks[0]:
            self._marks = (parts, marks_of(view, self._camera, self._chosen))
        return self._marks[1]

    def place_of(self, ends: tuple[Id, Id]) -> QRect:
        """What the way between two zones takes of the window, in pixels; empty where it is not drawn."""
        found = [mark for mark in self.marks() if {mark.link.first, mark.link.second} == set(ends)]
        if not found:
            return QRect()
        around = math.ceil(_BADGE)
        return QPolygonF(found[0].line).boundingRect().toAlignedRect().adjusted(-around, -around, around, around)

    def badges(self) -> list[QRectF]:
        """What is taken by badges, in pixels: for arrows that give way."""
        return [mark.badge() for mark in self.marks() if not mark.is_wall]

    def boxes(self) -> list[QRectF]:
        """What is taken by badges and words, in pixels: for names that give way."""
        laid = laid_out(self.marks(), 1.0, _font(), self._camera.window)
        badges = [mark.badge for mark in laid if not mark.mark.is_wall]
        return badges + [mark.words for mark in laid if not mark.words.isEmpty()]

    def link_at(self, pixel: QPointF) -> LinkView | None:
        """The way whose badge or wall is under a pixel."""
        return next((mark.link for mark in reversed(self.marks()) if mark.is_at(pixel)), None)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio, colors, font = painter.device().devicePixelRatioF(), palette(), _font()
        marks = sorted(self.marks(), key=lambda mark: mark.chosen)
        for mark, badge, pill in laid_out(marks, 1.0, font, self._camera.window):
            paint_border(painter, mark, 1.0)
            if not mark.is_wall:
                corner = QPointF(round(badge.left()) - 2, round(badge.top()) - 2)
                painter.drawPixmap(corner, _badge_picture(_look_of(mark), ratio, colors))
            if not pill.isEmpty():
                words = _words_picture(_words(mark.link), mark.chosen, (pill.width(), pill.height()), ratio, colors)
                painter.drawPixmap(QPointF(round(pill.left()), round(pill.top())), words)
        painter.restore()
