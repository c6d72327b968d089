"""Places that snap: to corners and edges of what is drawn, and to the grid."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gui.map.camera import Camera
from gui.map.shaping import handles, nearest_edge, rounded
from model.view.map import Circle, GridView, Id, MapView, Point, Shape

NEAR = 9.0
"""Pixels within which the mouse takes a handle, or a place snaps."""
_SAME = 1e-6
"""Metres within which a place lies on an edge."""


def snapped(view: MapView, camera: Camera, place: Point, besides: Id | None = None) -> Point:
    """The nearest corner of an area, else of its edge, of the grid, and what is level with a corner, if near.

    Near is what is so on the screen. Level: zones drawn side by side end on one line.
    `besides` is an area that a place does not snap to: the one that is being drawn.
    """
    near = NEAR / camera.scale
    shapes: list[Shape] = [zone.shape for zone in view.zones if zone.id != besides]
    shapes += [feature.shape for feature in view.features if feature.id != besides]
    corners = [corner for shape in shapes for corner in handles(shape)]
    closest = min(corners, key=lambda corner: math.dist(corner, place), default=None)
    if closest is not None and math.dist(closest, place) <= near:
        return rounded(closest)
    edge = _on_edge(shapes, _in_line(view.grid, (), place, near), near)
    level = _in_line(view.grid, corners, edge or place, near)
    return rounded(level if edge is None or _on_edge(shapes, level, _SAME) else edge)


def _on_edge(shapes: list[Shape], place: Point, near: float) -> Point | None:
    edges = [nearest_edge(shape, place)[1] for shape in shapes if not isinstance(shape, Circle)]
    closest = min(edges, key=lambda edge: math.dist(edge, place), default=None)
    return closest if closest is not None and math.dist(closest, place) <= near else None


def _in_line(grid: GridView, corners: Sequence[Point], place: Point, near: float) -> Point:
    """The place moved across and upwards onto the lines of the grid, else into line with the nearest corners."""
    found = []
    for part, across in zip(place, ([x for x, _ in corners], [y for _, y in corners]), strict=True):
        line = _nearest([round(part / grid.cell) * grid.cell] if grid.on else [], part, near)
        line = _nearest(across, part, near) if line is None else line
        found.append(part if line is None else line)
    return found[0], found[1]


def _nearest(lines: Sequence[float], part: float, near: float) -> float | None:
    """The nearest of the lines, if one is near."""
    line = min(lines, key=lambda line: abs(line - part), default=None)
    return line if line is not None and abs(line - part) <= near else None
