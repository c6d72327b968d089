"""Handles of shapes, and what a shape becomes when one of them is dragged. No Qt: metres in, shapes out."""

from __future__ import annotations

import math
from collections.abc import Iterable

from model.view.map import Circle, Line, Point, Polygon, Rectangle, Shape, replace, shape_points

LEAST = 0.05
"""Metres: no shape gets smaller."""

_SIDES = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""Handles of a rectangle: corners and edges, clockwise from the upper left corner."""


def rounded(point: Point) -> Point:
    """To the millimetre."""
    return round(point[0], 3), round(point[1], 3)


def rectangle_between(first: Point, last: Point) -> Rectangle | None:
    """The upright rectangle with these opposite corners, or None when it would be too thin to see."""
    (x1, y1), (x2, y2) = first, last
    width, height = round(abs(x2 - x1), 3), round(abs(y2 - y1), 3)
    if min(width, height) < LEAST:
        return None
    return Rectangle(x=round(min(x1, x2), 3), y=round(min(y1, y2), 3), width=width, height=height)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape somewhere else."""
    if isinstance(shape, Rectangle | Circle):
        return replace(shape, x=round(shape.x + dx, 3), y=round(shape.y + dy, 3))
    return replace(shape, points=tuple(rounded((x + dx, y + dy)) for x, y in shape.points))


def handles(shape: Shape) -> tuple[Point, ...]:
    """Where a shape can be taken: a rectangle at corners and edges, a circle at its rim, others at their points."""
    if isinstance(shape, Rectangle):
        center = _center(shape)
        return tuple(
            _turned(
                (center[0] + right * shape.width / 2, center[1] + down * shape.height / 2),
                center,
                shape.angle,
            )
            for right, down in _SIDES
        )
    return shape_points(shape)


def middles(shape: Shape) -> tuple[Point, ...]:
    """Halfway between the corners of a polygon or line, where a further corner can be drawn out."""
    if isinstance(shape, Rectangle | Circle):
        return ()
    ends = (*shape.points[1:], *(shape.points[:1] if isinstance(shape, Polygon) else ()))
    return tuple(((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(shape.points, ends, strict=False))


def with_corner(shape: Shape, place: Point, near: float) -> Shape | None:
    """The shape with a further corner on the edge nearest to a place; a rectangle becomes a polygon.

    None when no edge is that near, in metres, or the shape has no edges.
    """
    if isinstance(shape, Circle):
        return None
    points = shape_points(shape)
    number, closest = nearest_edge(shape, place)
    if math.dist(closest, place) > near:
        return None
    corners = (*points[: number + 1], rounded(closest), *points[number + 1 :])
    return Line(points=corners) if isinstance(shape, Line) else Polygon(points=tuple(map(rounded, corners)))


def without_corner(shape: Shape, corner: int) -> Shape | None:
    """A polygon or line with one corner less; None when it would be none any more."""
    if isinstance(shape, Rectangle | Circle):
        return None
    points = shape.points[:corner] + shape.points[corner + 1 :]
    return closed(points) if isinstance(shape, Polygon) else open_line(points)


def nearest_edge(shape: Shape, place: Point) -> tuple[int, Point]:
    """Number of the edge nearest to a place, counted from the corner it begins at, and the place on it."""
    points = shape_points(shape)
    ends = points[1:] if isinstance(shape, Line) else (*points[1:], points[0])
    edges = [_nearest_on(start, end, place) for start, end in zip(points, ends, strict=False)]
    number = min(range(len(edges)), key=lambda index: math.dist(edges[index], place))
    return number, edges[number]


def _nearest_on(start: Point, end: Point, place: Point) -> Point:
    (x1, y1), (x2, y2) = start, end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = ((place[0] - x1) * (x2 - x1) + (place[1] - y1) * (y2 - y1)) / length if length else 0.0
    share = min(1.0, max(0.0, along))
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def reshaped(shape: Shape, handle: int, place: Point) -> Shape:
    """The shape with one of its handles dragged to a place; those after the corners are the `middles`."""
    if isinstance(shape, Rectangle):
        return _reshaped_rectangle(shape, handle, place)
    if isinstance(shape, Circle):
        radius = max(LEAST, math.dist((shape.x, shape.y), place))
        return replace(shape, radius=round(radius, 3))
    points = list(shape.points)
    if handle >= len(points):
        points.insert(handle - len(points) + 1, rounded(place))
    else:
        points[handle] = rounded(place)
    return replace(shape, points=tuple(points))


def _reshaped_rectangle(shape: Rectangle, handle: int, place: Point) -> Rectangle:
    """The opposite corner or edge stays; a turned rectangle is reckoned in its own directions."""
    right, down = _SIDES[handle]
    center = _center(shape)
    x, y = _turned(place, center, -shape.angle)
    left, top = center[0] - shape.width / 2, center[1] - shape.height / 2
    edges = [left, top, left + shape.width, top + shape.height]
    if right:
        edges[0 if right < 0 else 2] = x
    if down:
        edges[1 if down < 0 else 3] = y
    left, last_x = sorted((edges[0], edges[2]))
    top, last_y = sorted((edges[1], edges[3]))
    width, height = max(LEAST, last_x - left), max(LEAST, last_y - top)
    middle = _turned((left + width / 2, top + height / 2), center, shape.angle)
    return replace(
        shape,
        x=round(middle[0] - width / 2, 3),
        y=round(middle[1] - height / 2, 3),
        width=round(width, 3),
        height=round(height, 3),
    )


def closed(points: Iterable[Point]) -> Polygon | None:
    """A polygon, or None when the points span no area."""
    corners = tuple(dict.fromkeys(rounded(point) for point in points))
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2
    return Polygon(points=corners) if len(corners) >= 3 and abs(area) >= LEAST * LEAST else None


def open_line(points: Iterable[Point]) -> Line | None:
    """A line, or None when it goes nowhere."""
    corners = tuple(dict.fromkeys(rounded(point) for point in points))
    return Line(points=corners) if len(corners) >= 2 else None


def _center(shape: Rectangle) -> Point:
    return shape.x + shape.width / 2, shape.y + shape.height / 2


def _turned(point: Point, center: Point, degrees: float) -> Point:
    """A point turned clockwise about a centre (y grows downwards)."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = point[0] - center[0], point[1] - center[1]
    return center[0] + dx * cosine - dy * sine, center[1] + dx * sine + dy * cosine
