"""A way cut up by the terrain under it: how many metres lie on which pieces, and which way they lead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from model.board.shapes import TOUCH, geometry
from model.state.base import Record
from model.state.board import Board, Feature, Point


class Stretch(Record):
    """A straight piece of a way with the same ground under all of it."""

    start: Point
    end: Point
    metres: float
    ground: tuple[Feature, ...]
    """The terrain that it lies on, in the order of ids; empty: open ground."""


def stretches(board: Board, points: Sequence[Point]) -> tuple[Stretch, ...]:
    """The pieces of a way in order. Shapely is loaded only where there is terrain."""
    terrain = [feature for _, feature in sorted(board.features.items()) if feature.kind == "terrain"]
    found: list[Stretch] = []
    for start, end in pairwise(points):
        found += _pieces(terrain, start, end)
    return tuple(found)


def terrain_near(board: Board, point: Point, metres: float) -> tuple[Feature, ...]:
    """The terrain of which a part is no further away than so many metres."""
    terrain = [feature for _, feature in sorted(board.features.items()) if feature.kind == "terrain"]
    if not terrain:
        return ()
    import shapely

    spot = shapely.Point(point)
    return tuple(feature for feature in terrain if geometry(feature.shape).distance(spot) <= metres)


def _pieces(terrain: list[Feature], start: Point, end: Point) -> list[Stretch]:
    metres = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    if metres <= TOUCH:
        return []
    if not terrain:
        return [Stretch(start, end, metres, ())]
    import shapely

    line = shapely.LineString((start, end))
    shapes = [(feature, geometry(feature.shape)) for feature in terrain]
    cuts = {0.0, metres}
    for _, shape in shapes:
        crossed = line.intersection(shape)
        for part in getattr(crossed, "geoms", (crossed,)):
            if part.length > TOUCH:
                cuts |= {line.project(shapely.Point(at)) for at in part.coords}
    pieces = []
    for here, there in pairwise(sorted(cuts)):
        if there - here <= TOUCH:
            continue
        middle = line.interpolate((here + there) / 2)
        ground = tuple(feature for feature, shape in shapes if shape.distance(middle) <= TOUCH)
        ends = (line.interpolate(here), line.interpolate(there))
        pieces.append(Stretch((ends[0].x, ends[0].y), (ends[1].x, ends[1].y), there - here, ground))
    return pieces
