"""Cover lines: what lies between an attacker and a target."""

from __future__ import annotations

import math

from model.board.shapes import TOUCH, contains, corners, geometry
from model.state.board import Board, Circle, Feature, Line, Point, Polygon, Rectangle, Shape


def covers_between(board: Board, attacker: Point, target: Point) -> tuple[Feature, ...]:
    """Pieces of cover that the line from attacker to target crosses, the one nearest the target first.

    Cover that the attacker stands in does not count, and touching a corner is not crossing. This is what the board
    suggests; the GM decides whether a combatant is behind cover.
    """
    if attacker == target:
        return ()
    covers = (feature for feature in board.features.values() if feature.kind == "cover")
    pieces = [feature for feature in covers if _may_cross(feature.shape, attacker, target)]
    if not pieces:
        return ()
    import shapely

    sight, end = shapely.LineString((attacker, target)), shapely.Point(target)
    found: list[tuple[float, str, Feature]] = []
    for feature in pieces:
        if contains(feature.shape, attacker):
            continue
        crossing = sight.intersection(geometry(feature.shape))
        if crossing.is_empty or (crossing.length <= TOUCH and not isinstance(feature.shape, Line)):
            continue
        found.append((float(crossing.distance(end)), feature.id, feature))
    return tuple(feature for _, _, feature in sorted(found, key=lambda entry: entry[:2]))


def _may_cross(shape: Shape, start: Point, end: Point) -> bool:
    """Whether a line may meet a shape: not if the shape is wholly on one side of the line, before it or behind it.

    An imported map has thousands of walls, few of which are near a line of sight: exact geometry is computed only for
    those.
    """
    length = math.dist(start, end)
    right, down = end[0] - start[0], end[1] - start[1]
    margin = shape.radius if isinstance(shape, Circle) else 0.0
    points: tuple[Point, ...]
    if isinstance(shape, Line | Polygon):
        points = shape.points
    else:
        points = corners(shape) if isinstance(shape, Rectangle) else ((shape.x, shape.y),)
    slack = (margin + TOUCH) * length
    across = [(y - start[1]) * right - (x - start[0]) * down for x, y in points]
    if min(across) > slack or max(across) < -slack:
        return False
    along = [(x - start[0]) * right + (y - start[1]) * down for x, y in points]
    return min(along) <= length * length + slack and max(along) >= -slack


def metres_to(feature: Feature, start: Point, end: Point) -> float:
    """Metres along the line from start to end up to a piece of cover that lies across it, to the millimetre."""
    import shapely

    crossing = shapely.LineString((start, end)).intersection(geometry(feature.shape))
    return round(float(shapely.Point(start).distance(crossing)), 3)


def cover_near(board: Board, point: Point, metres: float) -> tuple[Feature, ...]:
    """Pieces of cover within this many metres of a point."""
    cover = [feature for feature in board.features.values() if feature.kind == "cover"]
    if not cover:
        return ()
    import shapely

    here = shapely.Point(point)
    return tuple(feature for feature in cover if geometry(feature.shape).distance(here) <= metres)
