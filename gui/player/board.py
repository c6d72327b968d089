"""The map on the players' screen: the same view as on the GM's, drawn to be read from across the room.

The GM's canvas has letters and marks for somebody who sits before it; here they are shares of the screen's height.
Camera, picture, grid, shapes and the search for free places are those of the canvas.
"""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from gui.map.camera import Camera
from gui.map.ground import GridItem, PictureItem, shape_path
from gui.map.guides import paint_push
from gui.map.links import laid_out, marks_of, paint_mark
from gui.map.pictures import Pictures
from gui.map.ties import paint_band, paint_tie
from gui.player.board_words import LINK_UNIT, BoardWords
from gui.player.framing import Frame
from gui.player.lettering import WORDS, Letters
from gui.player.tokens import paint_token
from gui.style import TokenLook, palette
from model.view.map import (
    AreaView,
    FeatureView,
    Line,
    MapView,
    PictureView,
    PushView,
    RelationView,
    TokenView,
    ZoneView,
)

_AREA_ALPHA = 56
_LINE = 0.0022
"""Width of a border as a share of the screen's height."""


def has_map(view: MapView) -> bool:
    """Whether there is anything to draw a map of."""
    return bool(view.zones or view.features or view.picture) or any(token.point for token in view.tokens)


class Board:
    """Paints map views; keeps the scaled background."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._picture, self._grid = PictureItem(), GridItem()
        self._shown: tuple[PictureView | None, int] | None = None

    def paint(self, painter: QPainter, box: QRectF, view: MapView, letters: Letters) -> None:
        """Paint a view into a box that has the colour of the ground."""
        self._set_ground(view)
        frame = Frame.of(view, letters, box.size(), self._picture.place)
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.translate(box.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, frame)
        _Figures(view, frame, letters).paint(painter, self._pictures)
        BoardWords(frame, letters).paint(painter, view)
        painter.restore()

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


class _Figures:
    """Zones, features, relations and tokens of one view."""

    def __init__(self, view: MapView, frame: Frame, letters: Letters) -> None:
        self._view = view
        self._frame = frame
        self._letters = letters

    def paint(self, painter: QPainter, pictures: Pictures) -> None:
        for zone in self._view.zones:
            self._paint_zone(painter, zone)
        for feature in self._view.features:
            self._paint_feature(painter, feature)
        self._paint_links(painter)
        self._paint_last_step(painter)
        for relation in sorted(self._view.relations, key=lambda relation: relation.kind == "target"):
            self._paint_relation(painter, relation)
        for token in self._frame.on_map:
            look = TokenLook(initials=token.initials, side=token.side, out=token.out, acting=token.acting)
            middle, radius = self._frame.middles[token.id], self._frame.radii[token.id]
            paint_token(painter, self._letters, middle, radius, look, pictures.portrait(token.portrait))
            if token.target:
                self._paint_mark(painter, token)

    def _pen(self, color: QColor, width: float = 1.0) -> QPen:
        """A pen that is seen from across the room, on any size of screen."""
        return QPen(color, self._letters.length(_LINE) * width, j=Qt.PenJoinStyle.MiterJoin)

    def _paint_zone(self, painter: QPainter, zone: ZoneView) -> None:
        line = palette().zone_line(zone.color)
        fill = QColor(line)
        fill.setAlpha(palette().zone_alpha)
        self._paint_shape(painter, zone, self._pen(line), QBrush(fill))

    def _paint_links(self, painter: QPainter) -> None:
        """The ways between zones, as on the GM's map."""
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
        if feature.kind == "terrain" and not is_line:
            hatch = QBrush(colors.color("terrain_line"), Qt.BrushStyle.BDiagPattern)
            self._paint_shape(painter, feature, pen, hatch)

    def _paint_last_step(self, painter: QPainter) -> None:
        """What the last action has struck, and whom it put elsewhere: within the map, not over who is off it."""
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
        """Four corners around the target."""
        middle, radius = self._frame.middles[token.id], self._frame.radii[token.id]
        reach, arm = radius * 1.38, radius * 0.45
        painter.setPen(self._pen(palette().color("now"), 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = middle + QPointF(right * reach, down * reach)
            painter.drawPolyline([corner - QPointF(right * arm, 0), corner, corner - QPointF(0, down * arm)])

    def _paint_relation(self, painter: QPainter, relation: RelationView) -> None:
        """Dashed to the target; a tie as a line of its kind, or a band around two who stand close together."""
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
        if not is_target:
            paint_tie(painter, relation, line, self._letters.length(_LINE))
            return
        pen = self._pen(palette().color("now"), 1.8)
        pen.setDashPattern([4, 3])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(line)


def _metres(camera: Camera) -> QTransform:
    """From metres to pixels."""
    origin = camera.to_pixels(0, 0)
    return QTransform.fromTranslate(origin.x(), origin.y()).scale(camera.scale, camera.scale)
