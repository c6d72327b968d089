"""Fog on the map: darkness over what players do not see, a veil over what they see dimly.

Players get darkness through which nothing shows; on the GM's map the same parts are shaded.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.map.fog_picture import FogPicture, Shades, outline_of
from gui.map.ground import Ground
from gui.map.viewport import Camera
from gui.style import palette
from model.view.map import FogLevel, FogView, MapView, Point, map_bounds, replace

_VEIL = 0.6
"""Density of the veil over what players see dimly."""
_GM_SHADES = {"dark": Shades(hidden=0.62, dimmed=0.34), "light": Shades(hidden=0.34, dimmed=0.17)}
"""Density of darkness and veil on the GM's map, by palette name: text on the map must stay readable."""
_KEPT = 4096
"""Number of places up to which the cache of fog levels is kept when the fog changes."""


class Darkness:
    """The players' fog: nothing of the ground shows through it, not even at its edge."""

    def __init__(self) -> None:
        self._picture = FogPicture(Shades(hidden=1.0, dimmed=_VEIL))
        self._camera: Camera | None = None
        self._laid: QPixmap | None = None
        """The fog in the pixels of the window, while the camera is still, else None."""

    def paint(self, painter: QPainter, fog: tuple[FogView, ...], ground: QRectF, camera: Camera, blur: float) -> None:
        """Paint the fog in pixels of the camera's window; `ground` is the area that is drawn under it, in metres.

        `blur` is by how many pixels scaling smears the ground over its neighbours.
        """
        if not fog:
            self._camera = self._laid = None
            return
        is_moving = self._camera is not None and camera != self._camera
        changed = self._picture.update(fog, ground, camera, blur / camera.scale, is_moving=is_moving)
        if camera != self._camera:
            self._camera, self._laid = camera, None
            self._picture.paint(painter, camera)
            return
        if self._laid is None:
            self._laid = QPixmap(camera.window.toAlignedRect().size())
            self._laid.fill(Qt.GlobalColor.transparent)
            self._lay(self._laid, self._laid.rect())
        elif changed is not None:
            rows = QRectF(camera.to_pixels(0.0, changed.top()), camera.to_pixels(0.0, changed.bottom())).toAlignedRect()
            # Whole rows: painting a part of a row would mix its pixels slightly differently than painting all of it.
            self._lay(self._laid, QRect(0, rows.top() - 1, self._laid.width(), rows.height() + 2) & self._laid.rect())
        painter.drawPixmap(0, 0, self._laid)

    @property
    def is_rough(self) -> bool:
        """Whether the fog would be painted more sharply if the camera were still."""
        return self._picture.is_rough and self._camera is not None

    def _lay(self, laid: QPixmap, part: QRect) -> None:
        """Paint the fog into a part of the window's picture."""
        assert self._camera is not None, "known when it stands still"
        painter = QPainter(laid)
        painter.setClipRect(part)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(part, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        self._picture.paint(painter, self._camera)
        painter.end()


class FogItem(Ground):
    """The fog on the GM's map: shaded, so that the GM sees what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self._fog: tuple[FogView, ...] = ()
        self._ground = QRectF()
        self._shades = _GM_SHADES[palette().name]
        self._picture = FogPicture(self._shades)
        self._painted_by: Camera | None = None

    def set_fog(self, view: MapView, picture: QRectF | None) -> None:
        """Show the fog of a view; `picture` is the rectangle of the background picture, in metres."""
        ground = ground_of(view, picture) if view.fog else QRectF()
        if view.fog != self._fog or ground != self._ground:
            self._fog, self._ground = view.fog, ground
            self.mark_changed()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._fog:
            return
        if self._shades is not _GM_SHADES[palette().name]:
            self._shades = _GM_SHADES[palette().name]
            self._picture = FogPicture(self._shades)
        self._picture.update(self._fog, self._ground, self.camera, is_moving=self.camera != self._painted_by)
        self._painted_by = self.camera
        seen, scale = self.camera.metres, self.camera.scale
        painter.save()
        painter.setTransform(QTransform.fromTranslate(seen.left(), seen.top()).scale(1 / scale, 1 / scale), True)
        self._picture.paint(painter, self.camera)
        painter.restore()


def ground_of(view: MapView, picture: QRectF | None) -> QRectF:
    """Return the bounding rectangle of zones, features and background picture, in metres."""
    bounds = map_bounds(replace(view, tokens=()))
    place = QRectF() if bounds is None else QRectF(QPointF(*bounds[:2]), QPointF(*bounds[2:]))
    return place if picture is None else place.united(picture)


class FogLevels:
    """Cache of the fog level at places that are queried repeatedly; of added fog only the new patches are checked."""

    def __init__(self) -> None:
        self._fog: tuple[FogView, ...] = ()
        self._outlines: list[tuple[FogLevel, QPainterPath | None]] = []
        """Level and outline of each patch; the outline is None if the patch covers the whole board."""
        self._known: dict[Point, FogLevel] = {}

    def set_fog(self, fog: tuple[FogView, ...]) -> None:
        """Set the fog that is queried."""
        known = len(self._fog)
        if fog[:known] != self._fog:
            known = 0
            self._outlines = []
        if not known or len(self._known) > _KEPT:
            self._known = {}
        for patch in fog[known:]:
            outline = None if patch.shape is None else outline_of(patch)
            self._outlines.append((patch.level, outline))
            for place in self._known:
                if outline is None or outline.contains(QPointF(*place)):
                    self._known[place] = patch.level
        self._fog = fog

    def at(self, place: Point) -> FogLevel:
        """Return the fog level at a place in metres."""
        level = self._known.get(place)
        if level is None:
            level = self._known[place] = self._level_at(QPointF(*place))
        return level

    def _level_at(self, place: QPointF) -> FogLevel:
        for level, outline in reversed(self._outlines):
            if outline is None or outline.contains(place):
                return level
        return "revealed"
