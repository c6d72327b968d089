"""Fog as one picture in board coordinates: cached while the camera moves, and shown scaled.

A new stroke is painted onto the picture; where a stroke is undone, the strokes beneath it are painted again. So after
a long evening of strokes an update costs no more than the last one. Panning and zooming paint no strokes.

Strokes are painted without antialiasing, which takes a tenth of the time, and all edges are softened afterwards at
once. Where nothing may show through, darkness is grown first: by as much as scaling smears the ground, and by what
rounding to pixels loses. So each pixel over a dark place is completely dark.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPainterPathStroker, QPen, QRegion, QTransform

from gui.map.ground import shape_path
from gui.map.viewport import Camera
from model.view.map import FogLevel, FogView, Line

DARKNESS = "#04060a"
_MOST = 3_000_000
"""Maximum pixels of a picture of the whole board; above that, the picture shows only the part near the window."""
_COARSEST = 0.3
"""Minimum pixels of that picture per pixel of the screen; below that, a finer one shows the part near the window."""
_NEAR = 0.25
"""How far a picture of the part near the window reaches beyond the window, as a share of the window's size."""
_KEPT_FROM, _KEPT_TO = 0.125, 8.0
"""While the camera moves, a picture is kept if its scale is between these multiples of the wanted scale."""
_SHADE_FROM, _SHADE_TO = 0.5, 4.0
"""The same where fog is only shaded and the camera is still, so that the GM seldom waits for sharper edges on zoom."""
_GRID = 8
"""How many steps a picture's area grows in, so that not every stroke beyond it needs a new picture."""
_AROUND = 2.0
"""Metres of fog that are painted around what is drawn."""
_MARGIN = 8
"""Pixels around that, in which the edges of darkness end."""
_LOST = 3
"""Pixels of the picture by which darkness grows to make up for rounding to pixels, softening and scaling."""
_SPARE = 2
"""Pixels by which darkness may have grown too much before it is recomputed for another scale."""
_THINNEST = 1.5
"""Minimum width in pixels of a dark stroke, so that it leaves no gap."""

Shading = NDArray[np.uint8]
"""Density of the fog for each pixel, from 0 to 255."""


class Shades(NamedTuple):
    """Density of the fog, from 0 to 1."""

    hidden: float
    dimmed: float

    def of(self, level: FogLevel) -> int:
        """Return the density of a fog level, from 0 to 255."""
        return round(255 * {"hidden": self.hidden, "dimmed": self.dimmed, "revealed": 0.0}[level])


_EVERYWHERE = QRectF(-1e6, -1e6, 2e6, 2e6)


class _Area(NamedTuple):
    """The part of the board that a picture shows."""

    left: int
    top: int
    """Pixels of the picture from the board's origin."""
    width: int
    height: int
    scale: float
    """Pixels per metre."""
    is_near: bool = False
    """Whether it is the part near the window, not the whole board."""

    @classmethod
    def around(cls, place: QRectF, scale: float, *, is_near: bool = False) -> _Area:
        left, top = math.floor(place.left() * scale) - _MARGIN, math.floor(place.top() * scale) - _MARGIN
        right, bottom = math.ceil(place.right() * scale) + _MARGIN, math.ceil(place.bottom() * scale) + _MARGIN
        return cls(left, top, right - left, bottom - top, scale, is_near)

    @property
    def place(self) -> QRectF:
        """The rectangle of the part in metres."""
        return QRectF(*(value / self.scale for value in (self.left, self.top, self.width, self.height)))

    @property
    def rect(self) -> QRect:
        return QRect(0, 0, self.width, self.height)

    @property
    def to_pixels(self) -> QTransform:
        """Transform from metres to pixels of the picture."""
        return QTransform.fromTranslate(-self.left, -self.top).scale(self.scale, self.scale)

    def pixels(self, metres: QRectF, more: int) -> QRect:
        """Return the pixels of a part, with `more` pixels around it, within the picture."""
        return self.to_pixels.mapRect(metres).toAlignedRect().adjusted(-more, -more, more, more) & self.rect


class FogPicture:
    """Picture of a board's fog in the given shades."""

    def __init__(self, shades: Shades) -> None:
        self._shades = shades
        self._fog: tuple[FogView, ...] = ()
        self._drawn = QRectF()
        """Rectangle around all patches with a shape so far, in metres."""
        self._area: _Area | None = None
        self._growth = 0
        """Pixels by which darkness has grown."""
        self._shaded = QImage()
        """Density of the fog with hard edges, in the blue channel of each pixel."""
        self._picture = QImage()
        self.is_rough = False
        """Whether it is shown at another scale than it would be painted at for that camera."""

    def update(
        self,
        fog: tuple[FogView, ...],
        ground: QRectF,
        camera: Camera,
        reach: float | None = None,
        *,
        is_moving: bool = False,
    ) -> QRectF | None:
        """Update the picture to fog over a ground in metres; return the changed rectangle in metres, or None.

        `reach` is how many metres of the ground around a dark place stay dark as well, or None if the viewer may see
        what is in the fog, so that darkness does not grow. While the camera is moving, the picture may stay rough.
        """
        before, self._fog = self._fog, fog
        changed = None if fog == before else self._changed(before)
        more = _AROUND * (1 + math.ceil((reach or 0.0) / _AROUND))
        place = _rounded(ground.united(self._drawn).adjusted(-more, -more, more, more))
        area = self._fitting(place, camera, reach, is_moving=is_moving)
        growth = 0 if reach is None else math.ceil(reach * area.scale) + _LOST
        has_spare = self._growth > growth + _SPARE
        is_kept = area == self._area and growth <= self._growth and (is_moving or not has_spare)
        self.is_rough |= is_kept and has_spare
        if area != self._area:
            self._area = area
            self._shaded = QImage(area.width, area.height, QImage.Format.Format_RGB32)
            self._picture = QImage(area.width, area.height, QImage.Format.Format_ARGB32_Premultiplied)
            self._paint_part(area, area.rect)
        elif changed is not None and fog[: len(before)] == before:
            self._add(area, fog[len(before) :])
        elif changed is not None:
            self._paint_part(area, area.pixels(changed, 2))
        if not is_kept:
            self._growth = growth + _SPARE * (is_moving and growth > 0)
            self._shade(area, area.rect)
            return area.place
        if changed is not None:
            changed = changed.adjusted(*(side * (self._growth + 4) / area.scale for side in (-1, -1, 1, 1)))
            self._shade(area, area.pixels(changed, 0))
        return changed

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Paint the picture as the camera shows it, in pixels of its window."""
        if self._area is None:
            return
        place = self._area.place
        target = QRectF(camera.to_pixels(place.left(), place.top()), place.size() * camera.scale)
        window = camera.window.toAlignedRect()
        # The area outside the picture begins with a whole pixel, so that no seam is visible between the two.
        inside = target.toAlignedRect().adjusted(1, 1, -1, -1) & window
        beyond = QRegion(window) - QRegion(inside)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        density = self._shades.of(base_level(self._fog))
        if density and not beyond.isEmpty():
            color = QColor(DARKNESS)
            color.setAlpha(density)
            painter.save()
            painter.setClipRegion(beyond, Qt.ClipOperation.IntersectClip)
            painter.fillRect(window, color)
            painter.restore()
        painter.setClipRect(inside, Qt.ClipOperation.IntersectClip)
        painter.drawImage(target, self._picture)
        painter.restore()

    def _changed(self, before: tuple[FogView, ...]) -> QRectF:
        """Return the rectangle in which the fog differs from before, in metres; updates `_drawn`."""
        pairs = enumerate(zip(before, self._fog, strict=False))
        same = next((at for at, (old, new) in pairs if old != new), min(len(before), len(self._fog)))
        if not same:
            self._drawn = QRectF()
        changed = QRectF()
        for patch in (*before[same:], *self._fog[same:]):
            if patch.shape is None:
                changed = _EVERYWHERE
                continue
            changed = changed.united(bounds_of(patch))
            # Undone patches still count, so that the picture keeps its size.
            self._drawn = self._drawn.united(bounds_of(patch))
        return changed

    def _fitting(self, place: QRectF, camera: Camera, reach: float | None, *, is_moving: bool) -> _Area:
        """Return the part of the board to paint, as fine as the camera shows it; the current part while it suffices."""
        wanted = self._wanted(place, camera, reach or 0.0)
        kept, self.is_rough = self._area, False
        if kept is None or kept == wanted or not _KEPT_FROM <= kept.scale / wanted.scale <= _KEPT_TO:
            return wanted
        may_be_rough = is_moving or (reach is None and _SHADE_FROM <= kept.scale / wanted.scale <= _SHADE_TO)
        if may_be_rough and kept == _Area.around(place, kept.scale):
            self.is_rough = True
            return kept
        # Darkness outside the picture does not grow into it, so the picture has to extend beyond the window.
        edge = (reach or 0.0) + _MARGIN / kept.scale
        seen = camera.metres.adjusted(-edge, -edge, edge, edge)
        has_all = wanted.is_near and kept.place.contains(seen & place)
        if has_all and (may_be_rough or kept.scale == wanted.scale):
            self.is_rough = kept.scale != wanted.scale
            return kept
        return wanted

    @staticmethod
    def _wanted(place: QRectF, camera: Camera, reach: float) -> _Area:
        """Return the part to paint if there is no picture yet: the whole board, or the part near the window."""
        scale = _step(camera.scale)
        most = _step(math.sqrt(_MOST / max(1.0, place.width() * place.height())))
        if most >= _COARSEST * camera.scale:
            # Slightly finer than the screen, because darkness grows by whole pixels of the picture.
            return _Area.around(place, min(scale * math.sqrt(2.0), most))
        seen = camera.metres
        across, down = (reach + _MARGIN / scale + side * _NEAR for side in seen.size().toTuple())
        return _Area.around(seen.adjusted(-across, -down, across, down) & place, scale, is_near=True)

    # ---------------------------------------------------------------- pixels

    def _paint_part(self, area: _Area, part: QRect) -> None:
        """Paint a part from scratch, with hard edges."""
        bottom = max((at for at, patch in enumerate(self._fog) if patch.shape is None), default=0)
        metres = area.to_pixels.inverted()[0].mapRect(QRectF(part.adjusted(-2, -2, 2, 2)))
        near = [p for p in self._fog[bottom:] if p.shape is None or bounds_of(p).intersects(metres)]
        self._add(area, (FogView(level="revealed"), *near), part)

    def _add(self, area: _Area, patches: Sequence[FogView], part: QRect | None = None) -> None:
        painter = QPainter(self._shaded)
        if part is not None:
            painter.setClipRect(part)
        for patch in patches:
            color = QColor(0, 0, self._shades.of(patch.level))
            if patch.shape is None:
                painter.fillRect(area.rect, color)
                continue
            outline = outline_of(patch)
            if patch.level == "hidden":
                outline = _outline_of_thin(patch, _THINNEST / area.scale) or outline
            # Mapped first: filling a path that the painter has to map takes three times as long.
            painter.fillPath(area.to_pixels.map(outline), color)
        painter.end()

    def _shade(self, area: _Area, part: QRect) -> None:
        """Grow and soften the painted fog in a part of the picture."""
        if part.isEmpty():
            return
        more = self._growth + 1
        whole = part.adjusted(-more, -more, more, more) & area.rect
        shades = _view_of(self._shaded)[_slices(whole)].astype(np.uint8)
        if self._growth:
            # Darkness is the densest shade.
            dark = np.uint8(self._shades.of("hidden"))
            shades = np.maximum(shades, _grown((shades == dark) * dark, self._growth))
        shown = _softened(shades)[_slices(part.translated(-whole.topLeft()))]
        _view_of(self._picture)[_slices(part)] = _tints()[shown]


# -------------------------------------------------------------------------------------------------------------- patches


def base_level(fog: Sequence[FogView]) -> FogLevel:
    """Return the fog level that covers the whole board."""
    return next((patch.level for patch in reversed(fog) if patch.shape is None), "revealed")


@functools.lru_cache(maxsize=4096)
def outline_of(patch: FogView) -> QPainterPath:
    """Return the outline of a patch with a shape, in metres."""
    assert patch.shape is not None, "asked for of shapes alone"
    path = shape_path(patch.shape)
    return _stroked(path, patch.width) if isinstance(patch.shape, Line) else path


def _outline_of_thin(patch: FogView, least: float) -> QPainterPath | None:
    """Return an outline without gaps for a patch that is too thin for its pixels, or None if it is not."""
    assert patch.shape is not None, "asked for of shapes alone"
    if isinstance(patch.shape, Line):
        return _stroked(shape_path(patch.shape), least) if patch.width < least else None
    path = outline_of(patch)
    return path.united(_stroked(path, least)) if min(path.boundingRect().size().toTuple()) < 4 * least else None


def _stroked(path: QPainterPath, width: float) -> QPainterPath:
    pen = QPen(QColor(), width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
    return QPainterPathStroker(pen).createStroke(path)


@functools.lru_cache(maxsize=4096)
def bounds_of(patch: FogView) -> QRectF:
    """Return the bounding rectangle of a patch with a shape, in metres."""
    return outline_of(patch).boundingRect()


# --------------------------------------------------------------------------------------------------------------- pixels


def _step(scale: float) -> float:
    """Return the next lower of the scales in which pictures are painted, the powers of the square root of 2."""
    return math.pow(2.0, math.floor(2 * math.log2(scale)) / 2)


def _rounded(place: QRectF) -> QRectF:
    """Return a rectangle extended to a coarse grid."""
    grid = _step(max(place.width(), place.height()) / _GRID)
    left, top = math.floor(place.left() / grid) * grid, math.floor(place.top() / grid) * grid
    right, bottom = math.ceil(place.right() / grid) * grid, math.ceil(place.bottom() / grid) * grid
    return QRectF(left, top, right - left, bottom - top)


def _slices(part: QRect) -> tuple[slice, slice]:
    return slice(part.top(), part.top() + part.height()), slice(part.left(), part.left() + part.width())


def _view_of(image: QImage) -> NDArray[np.uint32]:
    """Return the pixels of a 32-bit picture as an array that can be read and written."""
    return np.frombuffer(image.bits(), np.uint32).reshape(image.height(), image.width())


def _grown(shades: Shading, reach: int) -> Shading:
    """Return for each pixel the densest shade within a distance of `reach` pixels."""
    grown, wide, width = np.zeros_like(shades), shades.copy(), 0
    for away in range(reach, -1, -1):
        while width < math.isqrt(reach * reach - away * away):
            one = wide.copy()
            np.maximum(one[:, 1:], wide[:, :-1], out=one[:, 1:])
            np.maximum(one[:, :-1], wide[:, 1:], out=one[:, :-1])
            wide, width = one, width + 1
        rows = len(shades) - away
        if rows > 0:
            np.maximum(grown[away:], wide[:rows], out=grown[away:])
            np.maximum(grown[:rows], wide[away:], out=grown[:rows])
    return grown


def _softened(shades: Shading) -> Shading:
    """Return each pixel mixed with its neighbours; a pixel among equal ones does not change."""
    down = np.pad(shades, ((1, 1), (0, 0)), mode="edge")
    down = _mean(_mean(down[:-2], down[2:]), shades)
    across = np.pad(down, ((0, 0), (1, 1)), mode="edge")
    return _mean(_mean(across[:, :-2], across[:, 2:]), down)


def _mean(one: Shading, other: Shading) -> Shading:
    """Return the mean of two shadings, computed without their sum, which would overflow a byte."""
    return (one & other) + ((one ^ other) >> 1)


@functools.cache
def _tints() -> NDArray[np.uint32]:
    """Return the pixel values of darkness, with the density as index."""
    color = QColor(DARKNESS)
    return np.array([_tint(color, density) for density in range(256)], dtype=np.uint32)


def _tint(color: QColor, density: int) -> int:
    red, green, blue = (round(part * density / 255) for part in (color.red(), color.green(), color.blue()))
    return density << 24 | red << 16 | green << 8 | blue
