"""The ground under the tokens, drawn in metres inside the view box: picture, grid, zones and features."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.viewport import Camera
from gui.style import Palette, palette
from model.view.map import (
    Circle,
    FeatureView,
    GridView,
    Line,
    PictureView,
    Point,
    Rectangle,
    Shape,
    ZoneView,
    shape_points,
)

_KEPT_PIXELS = 12_000_000
"""Maximum pixels of a scaled picture that is cached; a larger one is scaled from its visible part."""
_CLOSEST_LINES = 20.0
"""Pixels between grid lines below which only every fifth is drawn."""

_COVER_LINE = 5
"""Width in pixels of a line of cover or terrain."""
_FRAME = 2
"""Width in pixels of the outline of an upright area."""


def shape_path(shape: Shape) -> QPainterPath:
    """Return a shape as a path in metres."""
    path = QPainterPath()
    if isinstance(shape, Circle):
        path.addEllipse(QPointF(shape.x, shape.y), shape.radius, shape.radius)
        return path
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in shape_points(shape)]))
    if not isinstance(shape, Line):
        path.closeSubpath()
    return path


class Ground(QGraphicsItem):
    """A graphics item in metres that fills the part of the board that the camera shows."""

    def __init__(self) -> None:
        super().__init__()
        self.camera = Camera()
        self.is_stale = False
        """Whether its appearance has changed since `GroundLayer` painted it last."""
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def mark_changed(self) -> None:
        """Mark the item as changed and repaint it."""
        self.is_stale = True
        layer: QGraphicsItem | None = self.parentItem()
        (self if layer is None else layer).update()

    def set_camera(self, camera: Camera) -> None:
        self.prepareGeometryChange()
        self.camera = camera

    def boundingRect(self) -> QRectF:
        return self.camera.metres

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        raise NotImplementedError


class GroundLayer(Ground):
    """Draws the parts that seldom change, lowest first, in one item: cached as a picture while the camera is still.

    Most frames are drawn because of a token or a line; then the ground is only copied.
    """

    def __init__(self, *parts: Ground) -> None:
        super().__init__()
        self._parts = parts
        for part in parts:
            part.setParentItem(self)
            # The layer paints the parts; they only report that they have changed.
            part.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self._kept: QPixmap | None = None
        self._painted: tuple[Camera, float, Palette] | None = None
        """Cache key of the last paint."""

    def set_camera(self, camera: Camera) -> None:
        super().set_camera(camera)
        for part in self._parts:
            part.set_camera(camera)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        is_stale = any(part.is_stale for part in self._parts)
        as_now = (self.camera, painter.device().devicePixelRatioF(), palette())
        if is_stale or as_now != self._painted:
            # Something changes: a cached picture would be of no use to the next frame.
            self._kept = None
            self._paint_parts(painter, option, widget)
        else:
            if self._kept is None:
                self._kept = self._picture(painter, option, widget)
            painter.save()
            painter.resetTransform()
            painter.drawPixmap(0, 0, self._kept)
            painter.restore()
        self._painted = as_now
        for part in self._parts:
            part.is_stale = False

    def _picture(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> QPixmap:
        ratio = painter.device().devicePixelRatioF()
        pixmap = QPixmap(math.ceil(self.camera.width * ratio), math.ceil(self.camera.height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(palette().color("ground"))
        own = QPainter(pixmap)
        own.setWorldTransform(painter.worldTransform())
        self._paint_parts(own, option, widget)
        own.end()
        return pixmap

    def _paint_parts(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> None:
        for part in self._parts:
            part.paint(painter, option, widget)


class PictureItem(Ground):
    """The background picture. At rest it is cached at its size on the screen, so that panning only copies it."""

    def __init__(self) -> None:
        super().__init__()
        self._view: PictureView | None = None
        self._image = QImage()
        self._place = QRectF()
        self._opacity = 1.0
        self._kept = QPixmap()

    def set_picture(self, view: PictureView | None, image: QImage) -> None:
        if view == self._view and image.cacheKey() == self._image.cacheKey():
            return
        self._view = view
        self._kept = QPixmap()
        self._image = QImage() if view is None else image
        if view is not None and not image.isNull():
            height = view.width * image.height() / image.width()
            self._place = QRectF(view.x, view.y, view.width, height)
            self._opacity = view.opacity
        self.mark_changed()

    @property
    def place(self) -> QRectF | None:
        """Rectangle of the picture in metres, or None if there is no picture."""
        return None if self._image.isNull() else self._place

    def settle(self, ratio: float) -> None:
        """Cache the picture at the size in which it is shown now; `ratio` is the device pixel ratio."""
        width = round(self._place.width() * self.camera.scale * ratio)
        height = round(self._place.height() * self.camera.scale * ratio)
        if self._image.isNull() or width * height > _KEPT_PIXELS or width < 1 or height < 1:
            width = height = 0
        if self._kept.size() == QSize(width, height):
            return
        self._kept = QPixmap()
        if width:
            self._kept = QPixmap.fromImage(
                self._image.scaled(
                    width,
                    height,
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
        self.mark_changed()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._image.isNull():
            return
        painter.save()
        painter.setOpacity(self._opacity)
        if self._kept.isNull():
            self._paint_part(painter)
        else:
            self._paint_kept(painter)
        painter.restore()

    def _paint_kept(self, painter: QPainter) -> None:
        """Paint the cached picture in device pixels, so that it is only copied where its size fits."""
        pixels = painter.worldTransform().mapRect(self._place)
        ratio = painter.device().devicePixelRatioF()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        box = QRectF(pixels.topLeft() * ratio, pixels.size() * ratio)
        if abs(box.width() - self._kept.width()) < 1.5:
            painter.drawPixmap(QPointF(round(box.x()), round(box.y())), self._kept)
        else:
            painter.drawPixmap(box, self._kept, QRectF(self._kept.rect()))

    def _paint_part(self, painter: QPainter) -> None:
        seen = self._place.intersected(self.camera.metres)
        if seen.isEmpty():
            return
        pixels = self._image.width() / self._place.width()
        source = QRectF((seen.topLeft() - self._place.topLeft()) * pixels, seen.size() * pixels)
        # Smooth only when enlarged, where the part is small; reduced, it is only visible while it moves.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.camera.scale >= pixels)
        painter.drawImage(seen, self._image, source)


class GridItem(Ground):
    """The grid: every fifth line is a little stronger, and zoomed far out only those are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = GridView()

    def set_grid(self, grid: GridView) -> None:
        if grid != self._grid:
            self._grid = grid
            self.mark_changed()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._grid.on:
            return
        cell = self._grid.cell
        while cell * self.camera.scale < _CLOSEST_LINES:
            cell *= 5
        painter.save()
        # Filled boxes of whole pixels are drawn many times faster than lines.
        painter.resetTransform()
        faint = palette().between("ground", "grid", 0.45)
        for step, color in ((cell, faint), (cell * 5, palette().color("grid"))):
            for line in self._lines(step):
                painter.fillRect(line, color)
        painter.restore()

    def _lines(self, step: float) -> list[QRect]:
        """Return the lines that are `step` metres apart, one pixel wide."""
        camera, seen = self.camera, self.camera.metres
        left, right = math.floor(seen.left() / step), math.ceil(seen.right() / step)
        top, bottom = math.floor(seen.top() / step), math.ceil(seen.bottom() / step)
        across = [round((x * step - seen.left()) * camera.scale) for x in range(left, right + 1)]
        down = [round((y * step - seen.top()) * camera.scale) for y in range(top, bottom + 1)]
        width, height = round(camera.width), round(camera.height)
        return [*(QRect(x, 0, 1, height) for x in across), *(QRect(0, y, width, 1) for y in down)]


class AreasItem(Ground):
    """Zones and features: coloured outlines and faint fills. Their names are drawn by `NamesLayer`."""

    def __init__(self) -> None:
        super().__init__()
        self._zones: tuple[tuple[ZoneView, QPainterPath], ...] = ()
        self._features: tuple[tuple[FeatureView, QPainterPath], ...] = ()
        self._shown: tuple[tuple[ZoneView, ...], tuple[FeatureView, ...]] = ((), ())

    def set_areas(self, zones: Sequence[ZoneView], features: Sequence[FeatureView]) -> None:
        shown = (tuple(zones), tuple(features))
        if shown == self._shown:
            return
        self._shown = shown
        self._zones = tuple((zone, shape_path(zone.shape)) for zone in zones)
        self._features = tuple((feature, shape_path(feature.shape)) for feature in features)
        self.mark_changed()

    def zone_paths(self) -> tuple[tuple[ZoneView, QPainterPath], ...]:
        return self._zones

    def feature_bounds(self, id: str) -> QRectF:
        """Return the bounding rectangle of a feature in metres, or an empty one if there is no such feature."""
        return next((path.boundingRect() for feature, path in self._features if feature.id == id), QRectF())

    def zone_at(self, x: float, y: float) -> ZoneView | None:
        """Return the topmost zone that contains a place in metres, or None."""
        place = QPointF(x, y)
        return next((zone for zone, path in reversed(self._zones) if path.contains(place)), None)

    def feature_at(self, x: float, y: float) -> FeatureView | None:
        """Return the topmost feature that contains a place in metres, or is a line within 6 pixels of it, or None."""
        for feature, path in reversed(self._features):
            if isinstance(feature.shape, Line):
                if _distance(feature.shape.points, x, y) * self.camera.scale <= 6:
                    return feature
            elif path.contains(QPointF(x, y)):
                return feature
        return None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        seen = self.camera.metres
        colors = palette()
        for zone, path in self._zones:
            if not path.boundingRect().intersects(seen):
                continue
            line = colors.zone_line(zone.color)
            fill = QColor(line)
            fill.setAlpha(colors.zone_alpha)
            self._paint_area(painter, zone.shape, path, _pen(line, 1.5, zone.hidden), QBrush(fill))
        for feature, path in self._features:
            if path.boundingRect().adjusted(-1, -1, 1, 1).intersects(seen):
                self._paint_feature(painter, feature, path)
        painter.restore()

    def _paint_feature(self, painter: QPainter, feature: FeatureView, path: QPainterPath) -> None:
        colors = palette()
        if feature.kind == "drawing":
            pen, brush = _pen(colors.color("drawing"), 2, feature.hidden), QBrush(Qt.BrushStyle.NoBrush)
        else:
            pen = _pen(colors.color(f"{feature.kind}_line"), 1.5, feature.hidden)
            brush = QBrush(colors.color(feature.kind))
        if isinstance(feature.shape, Line):
            pen.setWidthF(2.5 if feature.kind == "drawing" else _COVER_LINE)
            if feature.hidden:
                # Dashes are in units of the line's width: short enough that a crate of a few pixels keeps its corners.
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                pen.setDashPattern([1.6, 0.8])
            brush = QBrush(Qt.BrushStyle.NoBrush)
        self._paint_area(painter, feature.shape, path, pen, brush)
        if feature.is_door and feature.kind == "cover":
            # A closed door is hollow, as on floor plans; an open one is the thin line of a drawing.
            self._paint_area(painter, feature.shape, path, _pen(colors.color("ground"), _COVER_LINE - 3, False), brush)
        if feature.kind == "terrain" and not isinstance(feature.shape, Line):
            hatch = QBrush(colors.color("terrain_line"), Qt.BrushStyle.BDiagPattern)
            # The pattern keeps its size on the screen at any zoom.
            hatch.setTransform(painter.worldTransform().inverted()[0])
            painter.fillPath(path, hatch)

    @staticmethod
    def _paint_area(painter: QPainter, shape: Shape, path: QPainterPath, pen: QPen, brush: QBrush) -> None:
        is_upright = isinstance(shape, Rectangle) and not shape.angle
        if is_upright and pen.style() == Qt.PenStyle.SolidLine:
            _fill_frame(painter, path.boundingRect(), pen.color(), brush)
            return
        painter.setPen(pen)
        painter.setBrush(brush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPath(path)


def _fill_frame(painter: QPainter, metres: QRectF, line: QColor, fill: QBrush) -> None:
    """Draw an upright rectangle in whole pixels: sharp, and ten times faster than a scaled one."""
    painter.save()
    pixels = painter.worldTransform().mapRect(metres)
    left, top = round(pixels.left()), round(pixels.top())
    width, height = round(pixels.right()) - left, round(pixels.bottom()) - top
    painter.resetTransform()
    painter.fillRect(QRect(left, top, width, height), fill)
    # The outline is centred on the edge, so that two areas side by side share one line.
    left, top, half = left - _FRAME // 2, top - _FRAME // 2, _FRAME // 2
    for side in (
        QRect(left, top, width + _FRAME, _FRAME),
        QRect(left, top + height, width + _FRAME, _FRAME),
        QRect(left, top + half, _FRAME, height),
        QRect(left + width, top + half, _FRAME, height),
    ):
        painter.fillRect(side, line)
    painter.restore()


def _distance(points: Sequence[Point], x: float, y: float) -> float:
    """Return the metres from a place to an open line."""
    place, least = QPointF(x, y), math.inf
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        first, step = QPointF(x1, y1), QPointF(x2 - x1, y2 - y1)
        length = QPointF.dotProduct(step, step)
        share = QPointF.dotProduct(place - first, step) / length if length else 0.0
        away = place - first - step * min(1.0, max(0.0, share))
        least = min(least, math.hypot(away.x(), away.y()))
    return least


def _pen(color: QColor, width: float, dashed: bool) -> QPen:
    """Return a pen whose width is in pixels at any zoom."""
    pen = QPen(color, width)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dashed:
        pen.setDashPattern([4, 4])
    return pen
