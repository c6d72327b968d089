"""Cutting, joining and borders of shapes, and routes cut by the terrain under them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from model.board.shapes import TOUCH, geometry
from model.state.base import Record
from model.state.board import Board, Circle, Feature, Point, Polygon, Rectangle, Shape, millimetres

if TYPE_CHECKING:
    from shapely.geometry import Polygon as Area
    from shapely.geometry.base import BaseGeometry


# --------------------------------------------------------------------------------------------------------------- shapes


HAIRLINE = 0.1
"""Maximum gap in metres between shapes that count as touching: adjacent shapes are seldom drawn to the millimetre."""
DOORWAY = 0.5
"""Minimum length in metres along which two shapes touch; a common corner is not a connection."""
_LEAST = 0.01
"""Square metres; a smaller piece counts as an accident of drawing."""

Outline = Rectangle | Polygon | Circle


def cut(shape: Outline, line: Sequence[Point]) -> tuple[Outline, ...]:
    """The pieces into which a line cuts a shape, largest first; one piece if the line does not go across.

    The first and the last segment of the line are extended beyond the edge of the shape.
    """
    import shapely
    from shapely.ops import split

    area = geometry(shape)
    blade = shapely.LineString(_lengthened(line, area.length))
    pieces = [piece for piece in split(area, blade).geoms if piece.area >= _LEAST]
    pieces.sort(key=lambda piece: (-round(piece.area, 6), piece.centroid.x, piece.centroid.y))
    return tuple(_plain(piece) for piece in pieces)


def _lengthened(line: Sequence[Point], metres: float) -> tuple[Point, ...]:
    points = tuple(dict.fromkeys(line))
    return (_beyond(points[1], points[0], metres), *points, _beyond(points[-2], points[-1], metres))


def _beyond(start: Point, end: Point, metres: float) -> Point:
    """The point on the line from start to end that is this many metres beyond the end."""
    way = math.dist(start, end)
    return end[0] + (end[0] - start[0]) / way * metres, end[1] + (end[1] - start[1]) / way * metres


def joined(one: Outline, other: Outline) -> Outline | None:
    """Both as one shape, or None if they do not touch or would leave a hole."""
    import shapely

    # Both are grown to close a gap of a hairline, then the joined outline is shrunk by as much.
    parts = [geometry(shape).buffer(HAIRLINE / 2, join_style="mitre") for shape in (one, other)]
    whole = shapely.union_all(parts).buffer(-HAIRLINE / 2, join_style="mitre").simplify(HAIRLINE / 10)
    if whole.geom_type != "Polygon" or whole.interiors:
        return None
    return _plain(whole)


def _plain(area: Area) -> Outline:
    """A rectangle if the area is an axis-aligned one, else a polygon without redundant points."""
    left, top, right, bottom = (millimetres(edge) for edge in area.bounds)
    if math.isclose(area.area, (right - left) * (bottom - top), rel_tol=1e-4):
        return Rectangle(x=left, y=top, width=millimetres(right - left), height=millimetres(bottom - top))
    points = area.simplify(TOUCH).exterior.coords[:-1]
    return Polygon(points=tuple((millimetres(x), millimetres(y)) for x, y in points))


def touch(one: Shape, other: Shape) -> bool:
    """Whether two shapes are side by side or overlap along at least a doorway's width."""
    return len(border(one, other)) > 1


@lru_cache(maxsize=512)
def border(one: Shape, other: Shape) -> tuple[Point, ...]:
    """The longest stretch of the border that two shapes share, as a line; empty if they do not touch.

    For overlapping shapes it is a stretch of the smaller one's outline. Axis-aligned rectangles side by side, which
    most zones are, do not need shapely.
    """
    if isinstance(one, Rectangle) and isinstance(other, Rectangle) and not one.angle and not other.angle:
        across, down = _common(one, other)
        is_aside = min(across[1] - across[0], down[1] - down[0]) < -HAIRLINE - TOUCH
        is_corner = max(across[1] - across[0], down[1] - down[0]) < DOORWAY - TOUCH
        if is_aside or is_corner:
            return ()
        if min(across[1] - across[0], down[1] - down[0]) <= HAIRLINE + TOUCH:
            return _edge(across, down)
    return _outline_within(one, other)


def _common(one: Rectangle, other: Rectangle) -> tuple[tuple[float, float], tuple[float, float]]:
    """Overlap of two axis-aligned rectangles across and down; a reversed range is the gap between them."""
    across = max(one.x, other.x), min(one.x + one.width, other.x + other.width)
    down = max(one.y, other.y), min(one.y + one.height, other.y + other.height)
    return across, down


def _edge(across: tuple[float, float], down: tuple[float, float]) -> tuple[Point, ...]:
    if across[1] - across[0] < down[1] - down[0]:
        x = millimetres((across[0] + across[1]) / 2)
        return (x, down[0]), (x, down[1])
    y = millimetres((down[0] + down[1]) / 2)
    return (across[0], y), (across[1], y)


def _outline_within(one: Shape, other: Shape) -> tuple[Point, ...]:
    import shapely
    from shapely.ops import linemerge

    first, second = geometry(one), geometry(other)
    if first.area < second.area:
        first, second = second, first
    shared = second.boundary.intersection(first.buffer(HAIRLINE + TOUCH, join_style="mitre"))
    lines = [part for part in getattr(shared, "geoms", (shared,)) if part.geom_type == "LineString" and part.length]
    if not lines:
        return ()
    merged = linemerge(shapely.MultiLineString(lines))
    longest = max(getattr(merged, "geoms", (merged,)), key=lambda part: part.length)
    if longest.length < DOORWAY:
        return ()
    return tuple((millimetres(x), millimetres(y)) for x, y in longest.simplify(TOUCH).coords)


@lru_cache(maxsize=512)
def between(one: Shape, other: Shape) -> tuple[Point, ...]:
    """A short line between two shapes that do not touch: straight across where they face each other."""
    from shapely.ops import nearest_points

    first, second = geometry(one), geometry(other)
    across = _facing(first, second)
    if across is not None:
        parts = first.intersection(across), second.intersection(across)
        if not any(part.is_empty for part in parts):
            first, second = parts
    start, end = nearest_points(first, second)
    return (millimetres(start.x), millimetres(start.y)), (millimetres(end.x), millimetres(end.y))


def _facing(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry | None:
    """Line through the middle of the range that two shapes share vertically, else horizontally; None without one."""
    import shapely

    left, top, right, bottom = one.union(other).bounds
    for axis, low, high in ((1, left, right), (0, top, bottom)):
        start = max(one.bounds[axis], other.bounds[axis])
        end = min(one.bounds[axis + 2], other.bounds[axis + 2])
        if end - start >= DOORWAY:
            at = (start + end) / 2
            ends = ((low, at), (high, at)) if axis else ((at, low), (at, high))
            return shapely.LineString(ends)
    return None


def heart(shape: Outline) -> Point:
    """A point well inside a shape."""
    if isinstance(shape, Rectangle):
        return shape.x + shape.width / 2, shape.y + shape.height / 2
    if isinstance(shape, Circle):
        return shape.x, shape.y
    from shapely import maximum_inscribed_circle

    line = maximum_inscribed_circle(geometry(shape), tolerance=0.05)
    x, y = line.coords[0]
    return float(x), float(y)


# --------------------------------------------------------------------------------------------------------------- routes


class Stretch(Record):
    """A straight piece of a route with the same terrain under all of it."""

    start: Point
    end: Point
    metres: float
    ground: tuple[Feature, ...]
    """The terrain under it, in the order of ids; empty: open ground."""


def stretches(board: Board, points: Sequence[Point]) -> tuple[Stretch, ...]:
    """The pieces of a route in order. Shapely is loaded only if there is terrain."""
    terrain = [feature for _, feature in sorted(board.features.items()) if feature.kind == "terrain"]
    found: list[Stretch] = []
    for start, end in pairwise(points):
        found += _pieces(terrain, start, end)
    return tuple(found)


def terrain_near(board: Board, point: Point, metres: float) -> tuple[Feature, ...]:
    """Terrain of which a part is within this many metres of a point."""
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
