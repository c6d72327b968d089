"""Which part of the board a canvas shows: metres to pixels and back."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF

from model.view.map import Bounds, Point

FULL_SCALE = 16.0
"""Pixels a metre at a zoom of 100 %: a metre is two units of the 8 px grid."""
SMALLEST, LARGEST = 0.02, 400.0
"""Pixels a metre: 50 km on a laptop's screen, and a hand's breadth."""


class Camera(Struct, frozen=True, kw_only=True):
    """A place in metres in the middle of a window of device-independent pixels. Never distorts: one scale."""

    x: float = 0.0
    y: float = 0.0
    scale: float = FULL_SCALE
    """Pixels a metre."""
    width: float = 100.0
    height: float = 100.0
    """Pixels of the window."""

    @property
    def window(self) -> QRectF:
        return QRectF(0, 0, self.width, self.height)

    @property
    def metres(self) -> QRectF:
        """The part of the board that is shown."""
        across, down = self.width / self.scale, self.height / self.scale
        return QRectF(self.x - across / 2, self.y - down / 2, across, down)

    def to_pixels(self, x: float, y: float) -> QPointF:
        return QPointF((x - self.x) * self.scale + self.width / 2, (y - self.y) * self.scale + self.height / 2)

    def to_metres(self, pixel: QPointF) -> Point:
        return (
            (pixel.x() - self.width / 2) / self.scale + self.x,
            (pixel.y() - self.height / 2) / self.scale + self.y,
        )

    def resized(self, size: QSizeF) -> Camera:
        """The same middle and scale in a window of another size."""
        return replace(self, width=max(1.0, size.width()), height=max(1.0, size.height()))

    def panned(self, right: float, down: float) -> Camera:
        """The board moved by so many pixels."""
        return replace(self, x=self.x - right / self.scale, y=self.y - down / self.scale)

    def centered(self, x: float, y: float) -> Camera:
        return replace(self, x=x, y=y)

    def zoomed(self, factor: float, anchor: QPointF | None = None) -> Camera:
        """Larger or smaller; what is under the anchor (or in the middle) stays where it is."""
        scale = min(LARGEST, max(SMALLEST, self.scale * factor))
        anchor = self.window.center() if anchor is None else anchor
        x, y = self.to_metres(anchor)
        return replace(
            self,
            scale=scale,
            x=x - (anchor.x() - self.width / 2) / scale,
            y=y - (anchor.y() - self.height / 2) / scale,
        )

    def fitted(self, bounds: Bounds, margins: QMarginsF) -> Camera:
        """All of the bounds, with so many pixels free on each side."""
        left, top, right, bottom = bounds
        free = self.window.marginsRemoved(margins)
        if free.width() < 40 or free.height() < 40:
            free = self.window
        scale = min(free.width() / max(right - left, 1.0), free.height() / max(bottom - top, 1.0))
        scale = min(LARGEST, max(SMALLEST, scale))
        aside = free.center() - self.window.center()
        return replace(
            self,
            scale=scale,
            x=(left + right) / 2 - aside.x() / scale,
            y=(top + bottom) / 2 - aside.y() / scale,
        )
