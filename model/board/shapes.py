"""Geometry of shapes: corners, area, containment.

What takes more than a few lines is left to shapely, which is imported on first use: the import takes a tenth of a
second, which a fight without polygons does not need.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from model.state.board import Circle, Line, Point, Polygon, Rectangle, Shape

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

TOUCH = 1e-6
"""Tolerance in metres: places are stored to the millimetre."""


def corners(rectangle: Rectangle) -> tuple[Point, ...]:
    """The four corners, clockwise from the upper left one (as it was before turning)."""
    middle_x, middle_y = _middle(rectangle)
    cosine, sine = math.cos(math.radians(rectangle.angle)), math.sin(math.radians(rectangle.angle))
    half_width, half_height = rectangle.width / 2, rectangle.height / 2
    return tuple(
        (middle_x + dx * cosine - dy * sine, middle_y + dx * sine + dy * cosine)
        for dx, dy in (
            (-half_width, -half_height),
            (half_width, -half_height),
            (half_width, half_height),
            (-half_width, half_height),
        )
    )


def _middle(rectangle: Rectangle) -> Point:
    return rectangle.x + rectangle.width / 2, rectangle.y + rectangle.height / 2


def area(shape: Shape) -> float:
    """Area in square metres; 0 for a line."""
    match shape:
        case Rectangle():
            return shape.width * shape.height
        case Circle():
            return math.pi * shape.radius**2
        case Polygon() if len(shape.points) > 2:
            return float(geometry(shape).area)
    return 0.0


def contains(shape: Shape, point: Point) -> bool:
    """Whether a point lies in a shape or on its edge."""
    match shape:
        case Rectangle():
            return _rectangle_contains(shape, point)
        case Circle():
            return math.dist((shape.x, shape.y), point) <= shape.radius + TOUCH
    from shapely import Point as ShapelyPoint

    return bool(geometry(shape).distance(ShapelyPoint(point)) <= TOUCH)


def _rectangle_contains(rectangle: Rectangle, point: Point) -> bool:
    middle_x, middle_y = _middle(rectangle)
    along, across = point[0] - middle_x, point[1] - middle_y
    if rectangle.angle:
        cosine, sine = math.cos(math.radians(rectangle.angle)), math.sin(math.radians(rectangle.angle))
        along, across = along * cosine + across * sine, across * cosine - along * sine
    return abs(along) <= rectangle.width / 2 + TOUCH and abs(across) <= rectangle.height / 2 + TOUCH


@functools.lru_cache(maxsize=512)
def geometry(shape: Shape) -> BaseGeometry:
    """A shape as shapely geometry, cached.

    A circle becomes a polygon of 64 sides, at most a thousandth of its radius off. Outlines with fewer points than
    their kind needs become a line or a point.
    """
    import shapely

    match shape:
        case Rectangle():
            return shapely.Polygon(corners(shape))
        case Circle():
            return shapely.Point(shape.x, shape.y).buffer(shape.radius, quad_segs=16)
        case Polygon() if len(shape.points) > 2:
            return shapely.make_valid(shapely.Polygon(shape.points))
        case Polygon() | Line():
            points = shape.points
            return shapely.LineString(points) if len(points) > 1 else shapely.MultiPoint(points)
