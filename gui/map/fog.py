"""Fog as pictures: darkness over what players do not see, a veil over what they see dimly.

Players get darkness through which nothing shows; on the GM's map the same parts are shaded. A stroke that is added is
painted onto the pictures of before, and only the part that it lies over is enlarged anew, so that a long evening of
strokes costs no more than the last one.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPainterPathStroker, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.map.ground import Ground, shape_path
from model.view.map import FogLevel, FogView, Line, MapView, Point, map_bounds, replace

DARKNESS = "#04060a"
_VEIL = 0.6
"""How dense the veil is over what players see dimly."""
_COARSE = 2
"""Pixels of the players' screen that one of their fog is wide."""
_DIRECTIONS, _RING = 16, 3
_GM_DARKNESS, _GM_VEIL = 0.62, 0.34
"""How dense darkness and veil are on the GM's map."""
_SIDE = 1536
"""Pixels of the longer side of the picture of the fog on the GM's map."""
_FINEST = 24.0
"""Pixels a metre of that picture at most."""
_AROUND = 2.0
"""Metres of it around whatever is drawn."""
_EVERY, _STATES = 8, 3
"""After how many strokes it is kept how the fog was, and how often."""
_KEPT = 4096
"""Places of which it is kept what lies over them."""

Composition = QPainter.CompositionMode


class FogPictures(NamedTuple):
    """Where it is dark and where dim, each as an opaque picture of darkness on nothing."""

    hidden: QImage
    dimmed: QImage


class _State(NamedTuple):
    """Fog that is painted."""

    fog: tuple[FogView, ...]
    pictures: FogPictures

    def begins(self, fog: tuple[FogView, ...]) -> bool:
        return fog[: len(self.fog)] == self.fog


class FogPainter:
    """Paints the fog into pictures of a size; keeps them for as long as strokes are added or taken back."""

    def __init__(self) -> None:
        self._key: tuple[QTransform, QSize] | None = None
        self._now = _State((), FogPictures(QImage(), QImage()))
        self._kept: list[_State] = []
        """How it was some strokes ago, the latest last: an undo leads back there, and paints the few after it."""

    def pictures(self, fog: tuple[FogView, ...], to_pixels: QTransform, size: QSize) -> FogPictures:
        """The fog, with a place in metres put where `to_pixels` says."""
        key = (QTransform(to_pixels), QSize(size))
        if key != self._key:
            self._key = key
            self._kept = []
            self._now = _State((), FogPictures(_empty(size), _empty(size)))
        elif not self._now.begins(fog):
            self._go_back(fog, size)
        while len(self._now.fog) < len(fog):
            base = len(self._kept[-1].fog) if self._kept else 0
            self._add(fog[: base + _EVERY], to_pixels)
            if len(self._now.fog) == base + _EVERY:
                self._keep()
        return self._now.pictures

    def _go_back(self, fog: tuple[FogView, ...], size: QSize) -> None:
        """Begin with the latest that is kept of what this fog was."""
        while self._kept and not self._kept[-1].begins(fog):
            self._kept.pop()
        kept = self._kept[-1] if self._kept else _State((), FogPictures(_empty(size), _empty(size)))
        self._now = _shared(kept)

    def _add(self, fog: tuple[FogView, ...], to_pixels: QTransform) -> None:
        """Paint what this fog has more."""
        for picture, level in zip(self._now.pictures, ("hidden", "dimmed"), strict=True):
            # What was never laid need not be cut out again.
            if any(patch.level == level for patch in fog):
                _paint(picture, fog[len(self._now.fog) :], level, to_pixels)
        self._now = _State(fog, self._now.pictures)

    def _keep(self) -> None:
        self._kept.append(_shared(self._now))
        del self._kept[:-_STATES]


def _shared(state: _State) -> _State:
    """The same with pictures of its own: they share their pixels until something is painted on one of them."""
    return _State(state.fog, FogPictures(*map(QImage, state.pictures)))


def _empty(size: QSize) -> QImage:
    picture = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _paint(picture: QImage, fog: Sequence[FogView], level: str, to_pixels: QTransform) -> None:
    """Lay patches of one level onto a picture, and cut those of the others out of it."""
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(to_pixels)
    color = QColor(DARKNESS)
    for patch in fog:
        is_laid = patch.level == level
        painter.setCompositionMode(Composition.CompositionMode_SourceOver)
        if not is_laid:
            painter.setCompositionMode(Composition.CompositionMode_DestinationOut)
        if patch.shape is None:
            painter.save()
            painter.resetTransform()
            painter.fillRect(picture.rect(), color)
            painter.restore()
        elif isinstance(patch.shape, Line):
            pen = QPen(color, patch.width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(shape_path(patch.shape), pen)
        else:
            painter.fillPath(shape_path(patch.shape), color)
    painter.end()


class Darkness:
    """The players' fog: nothing of the ground shows through it, not even at its edge."""

    def __init__(self) -> None:
        self._painter = FogPainter()
        self._fog: tuple[FogView, ...] = ()
        self._key: tuple[QTransform, QSize, int] | None = None
        self._coarse = QImage()
        """Darkness and veil together. Strokes take the time: they are painted coarsely, then enlarged."""
        self._laid = QPixmap()

    def paint(
        self, painter: QPainter, fog: tuple[FogView, ...], to_pixels: QTransform, size: QSize, blur: float
    ) -> None:
        """Paint it from (0, 0); `blur` is how many pixels the ground is smeared over its neighbours by scaling."""
        if not fog:
            return
        edge = math.ceil(blur / _COARSE) + 1
        key = (QTransform(to_pixels), QSize(size), edge)
        known = len(self._fog)
        if key != self._key or fog[:known] != self._fog:
            known = 0
            self._key = key
            self._coarse = _empty(QSize(math.ceil(size.width() / _COARSE), math.ceil(size.height() / _COARSE)))
            self._laid = QPixmap(size)
            self._laid.fill(Qt.GlobalColor.transparent)
        if len(fog) > known:
            scaled = to_pixels * QTransform.fromScale(1 / _COARSE, 1 / _COARSE)
            changed = self._coarse.rect() if not known else _reach(fog[known:], scaled, edge, self._coarse.rect())
            self._lay(fog, scaled, edge, changed)
        self._fog = fog
        painter.drawPixmap(0, 0, self._laid)

    def _lay(self, fog: tuple[FogView, ...], to_pixels: QTransform, edge: int, changed: QRect) -> None:
        """Paint the changed part, in pixels of the coarse picture, and enlarge it."""
        hidden, dimmed = self._painter.pictures(fog, to_pixels, self._coarse.size())
        painter = _onto(self._coarse, changed)
        painter.setOpacity(_VEIL)
        painter.drawImage(0, 0, dimmed)
        painter.setOpacity(1.0)
        painter.drawImage(0, 0, hidden)
        # Grown by the edge to all sides, ring by ring: also what is thinner than the edge leaves no gap.
        directions = _DIRECTIONS if edge > _RING else _DIRECTIONS // 2
        for reach in range(edge, 0, -_RING):
            for turn in range(directions):
                angle = math.tau * turn / directions
                painter.drawImage(QPoint(round(math.cos(angle) * reach), round(math.sin(angle) * reach)), hidden)
        painter.end()
        whole = QRect(QPoint(0, 0), self._coarse.size() * _COARSE)
        # Enlarging mixes a pixel with its neighbours.
        near = changed.adjusted(-1, -1, 1, 1)
        painter = _onto(self._laid, QRect(near.topLeft() * _COARSE, near.size() * _COARSE))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(whole), self._coarse)
        painter.end()


def _onto(picture: QImage | QPixmap, part: QRect) -> QPainter:
    """A painter of a part of a picture, which it has emptied."""
    painter = QPainter(picture)
    painter.setClipRect(part)
    painter.setCompositionMode(Composition.CompositionMode_Clear)
    painter.fillRect(part, Qt.GlobalColor.transparent)
    painter.setCompositionMode(Composition.CompositionMode_SourceOver)
    return painter


def _reach(fog: Sequence[FogView], to_pixels: QTransform, edge: int, whole: QRect) -> QRect:
    """The pixels that patches may change, with the edge by which their darkness grows."""
    changed = QRect()
    for patch in fog:
        if patch.shape is None:
            return whole
        changed = changed.united(to_pixels.mapRect(_bounds(patch)).toAlignedRect())
    around = edge + 1
    return changed.adjusted(-around, -around, around, around).intersected(whole)


class FogItem(Ground):
    """The fog on the GM's map: shaded, so that the GM sees what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self._fog: tuple[FogView, ...] = ()
        self._painter = FogPainter()
        self._place = QRectF()

    def set_fog(self, view: MapView, picture: QRectF | None) -> None:
        """Show the fog of a view; `picture` is where the background lies, in metres."""
        place = _place_of(view, picture) if view.fog else QRectF()
        if view.fog != self._fog or place != self._place:
            self._fog, self._place = view.fog, place
            self.draw_anew()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._fog or self._place.isEmpty():
            return
        place = self._place
        scale = min(_SIDE / max(place.width(), place.height()), _FINEST)
        size = QSize(math.ceil(place.width() * scale), math.ceil(place.height() * scale))
        to_pixels = QTransform.fromScale(scale, scale).translate(-place.left(), -place.top())
        pictures = self._painter.pictures(self._fog, to_pixels, size)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        target = QRectF(place.topLeft(), QPointF(size.width(), size.height()) / scale + place.topLeft())
        for picture, density in zip(pictures, (_GM_DARKNESS, _GM_VEIL), strict=True):
            painter.setOpacity(density)
            painter.drawImage(target, picture)
        self._paint_beyond(painter, target)
        painter.restore()

    def _paint_beyond(self, painter: QPainter, inside: QRectF) -> None:
        """The shade of all of the board goes on around what is drawn."""
        level = base_level(self._fog)
        if level == "revealed":
            return
        painter.setOpacity(_GM_DARKNESS if level == "hidden" else _GM_VEIL)
        path = QPainterPath()
        path.addRect(self.camera.metres)
        path.addRect(inside)
        painter.fillPath(path, QColor(DARKNESS))


def base_level(fog: Sequence[FogView]) -> FogLevel:
    """What lies over all of the board."""
    return next((patch.level for patch in reversed(fog) if patch.shape is None), "revealed")


def level_at(fog: Sequence[FogView], place: QPointF) -> FogLevel:
    """What lies over a place in metres."""
    for patch in reversed(fog):
        if patch.shape is None or _outline(patch).contains(place):
            return patch.level
    return "revealed"


class FogLevels:
    """What lies over places that are asked for again and again: of fog that grows, what is added is looked at alone."""

    def __init__(self) -> None:
        self._fog: tuple[FogView, ...] = ()
        self._known: dict[Point, FogLevel] = {}

    def set_fog(self, fog: tuple[FogView, ...]) -> None:
        """Ask about this fog from now on."""
        known = len(self._fog)
        if fog[:known] != self._fog or len(self._known) > _KEPT:
            self._known.clear()
        for patch in fog[known:] if self._known else ():
            for place in self._known:
                if patch.shape is None or _outline(patch).contains(QPointF(*place)):
                    self._known[place] = patch.level
        self._fog = fog

    def at(self, place: Point) -> FogLevel:
        """What lies over a place in metres."""
        level = self._known.get(place)
        if level is None:
            level = self._known[place] = level_at(self._fog, QPointF(*place))
        return level


def _bounds(patch: FogView) -> QRectF:
    """The upright rectangle around a patch with a shape, in metres."""
    assert patch.shape is not None, "asked for of shapes alone"
    half = patch.width / 2
    return shape_path(patch.shape).boundingRect().adjusted(-half, -half, half, half)


@functools.lru_cache(maxsize=4096)
def _outline(patch: FogView) -> QPainterPath:
    """The area that a patch with a shape lies over, in metres."""
    assert patch.shape is not None, "asked for of shapes alone"
    path = shape_path(patch.shape)
    if not isinstance(patch.shape, Line):
        return path
    pen = QPen(QColor(), patch.width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
    return QPainterPathStroker(pen).createStroke(path)


def _place_of(view: MapView, picture: QRectF | None) -> QRectF:
    """What fog, drawings and picture take together, in metres."""
    bounds = map_bounds(replace(view, tokens=()))
    place = QRectF() if bounds is None else QRectF(QPointF(*bounds[:2]), QPointF(*bounds[2:]))
    place = place if picture is None else place.united(picture)
    for patch in view.fog:
        if patch.shape is not None:
            place = place.united(_bounds(patch))
    return place.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
