"""Places that snap: to corners and edges of what is drawn, and to the grid."""

from __future__ import annotations

import math

from gui.map.camera import Camera
from gui.map.shaping import handles, nearest_edge, rounded
from model.view.map import Circle, GridView, Id, MapView, Point, Shape

NEAR = 9.0
"""Pixels within which the mouse takes a handle, or a place snaps."""


def snapped(view: MapView, camera: Camera, place: Point, besides: Id | None = None) -> Point:
    """The nearest corner of an area, else of its edge, else of the grid, if it is near on the screen.

    `besides` is an area that a place does not snap to: the one that is being drawn.
    """
    near = NEAR / camera.scale
    shapes: list[Shape] = [zone.shape for zone in view.zones if zone.id != besides]
    shapes += [feature.shape for feature in view.features if feature.id != besides]
    corners = [corner for shape in shapes for corner in handles(shape)]
    closest = min(corners, key=lambda corner: math.dist(corner, place), default=None)
    if closest is not None and math.dist(closest, place) <= near:
        return rounded(closest)
    place = _on_grid(view.grid, place, near)
    edges = [nearest_edge(shape, place)[1] for shape in shapes if not isinstance(shape, Circle)]
    closest = min(edges, key=lambda edge: math.dist(edge, place), default=None)
    return rounded(closest if closest is not None and math.dist(closest, place) <= near else place)


def _on_grid(grid: GridView, place: Point, near: float) -> Point:
    if not grid.on:
        return place
    x, y = (round(part / grid.cell) * grid.cell for part in place)
    return x if abs(x - place[0]) <= near else place[0], y if abs(y - place[1]) <= near else place[1]
