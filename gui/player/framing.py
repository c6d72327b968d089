"""What part of the board the players' screen shows, who is on it, and how large the tokens are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF

from gui.map.camera import Camera
from gui.player.lettering import Letters
from gui.player.tokens import reach_of
from model.view.map import Bounds, MapView, RelationView, TokenView, map_bounds, replace

AWAY_LINE = 0.066
"""Height of the line that names those off the map, as all lengths here a share of the screen's height."""
_RADII = (0.048, 0.04, 0.035, 0.03)
"""Least radius of a token as a share of the screen's shorter side: the largest at which they do not crowd.

A letter that can be read from four metres fits into the smallest.
"""
_LETTER = 0.9
"""Share of the smallest of these that a letter still fits into."""
_RIM = 1.16
"""How much farther than its radius a token reaches: a diamond's corners."""
_CROWD = 0.25
"""Share of the tokens that may touch another one."""
_MARGIN, _WIDE_MARGIN = 0.034, 0.072
"""Left free around the ground; more of it where tokens stand at its edge."""
_OUTLIER = 0.6
"""How far from the drawn ground somebody may stand and still be on the map, as a share of the ground's size."""
_SNAP = 2.0
"""Metres: a map without zones or picture shows whole steps of it, so that it does not move with every token."""


@dataclass(frozen=True)
class Frame:
    """A map view laid out for a box; coordinates are pixels from the box's corner."""

    window: QRectF
    """The map itself, over the line that names those off it."""
    camera: Camera
    on_map: tuple[TokenView, ...]
    """In the order in which they lie over one another, the uppermost last."""
    off_map: tuple[TokenView, ...]
    middles: dict[str, QPointF]
    radii: dict[str, float]
    reaches: dict[str, float]
    """From a token's middle to outside of its rings and marks."""

    def ends_of(self, relation: RelationView) -> tuple[QPointF | None, QPointF | None]:
        """Where a line begins and ends, as far as both are on the map."""
        end = self.middles.get(relation.target) if relation.at is None else self.camera.to_pixels(*relation.at)
        return self.middles.get(relation.source), end

    @classmethod
    def of(cls, view: MapView, letters: Letters, size: QSizeF, picture: QRectF | None) -> Frame:
        """Lay a view out; `picture` is where the background lies, in metres."""
        ground = _ground_bounds(view, picture)
        on_map = [token for token in view.tokens if token.point is not None and _is_near(token, ground)]
        on_map.sort(key=lambda token: (not token.out, token.target, token.acting))
        off_map = tuple(token for token in view.tokens if token not in on_map and not token.out)
        window = QRectF(0, 0, size.width(), size.height())
        if off_map:
            window.setHeight(size.height() - letters.length(AWAY_LINE))
        camera = _fitted(view, on_map, ground, window, letters)
        middles = {token.id: camera.to_pixels(*token.point) for token in on_map if token.point is not None}
        radii = _radii(on_map, middles, camera.scale, min(letters.height, window.width() * 0.9))
        reaches = {
            token.id: radii[token.id] * 1.55 if token.target else reach_of(radii[token.id], is_acting=token.acting)
            for token in on_map
        }
        return cls(window, camera, tuple(on_map), off_map, middles, radii, reaches)

    def seen(self, metres: QRectF) -> QRectF:
        """The part of an area that is in the window, in pixels."""
        first = self.camera.to_pixels(metres.left(), metres.top())
        last = self.camera.to_pixels(metres.right(), metres.bottom())
        return QRectF(first, last).intersected(self.window)


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
    """The largest radii at which no more than a few of those who stand touch another one."""
    standing = [token.id for token in tokens if not token.out]
    least = side * _RADII[-1] * _LETTER
    radii: dict[str, float] = {}
    for share in _RADII:
        radii = {token.id: max(token.radius * scale, min(side * share, _room(token, scale, least))) for token in tokens}
        if _crowded([(middles[id], radii[id]) for id in standing]) <= _CROWD * len(standing):
            break
    return radii


def _room(token: TokenView, scale: float, least: float) -> float:
    """Pixels that a token may measure in its zone without touching its neighbours, but enough for its initials."""
    return math.inf if token.room is None else max(token.room * scale / _RIM, least)


def _crowded(discs: Sequence[tuple[QPointF, float]]) -> int:
    """How many tokens touch another one."""
    return sum(
        any(
            index != other and math.hypot(middle.x() - place.x(), middle.y() - place.y()) < radius + reach
            for other, (place, reach) in enumerate(discs)
        )
        for index, (middle, radius) in enumerate(discs)
    )


def _ground_bounds(view: MapView, picture: QRectF | None) -> Bounds | None:
    """What is drawn under the tokens."""
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
    """Whether somebody stands on the drawn ground or not far from it: one far out would make all others tiny."""
    if ground is None or token.x is None or token.y is None:
        return ground is None
    left, top, right, bottom = ground
    reach = max(right - left, bottom - top, 4.0) * _OUTLIER
    return left - reach <= token.x <= right + reach and top - reach <= token.y <= bottom + reach
