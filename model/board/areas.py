"""Areas of attacks: around a point, or from a combatant towards a point; and which combatants are in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from model.board.distance import Metric, on_ground
from model.board.shapes import TOUCH, contains, geometry
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Circle, Point, Polygon, Rectangle, Shape, millimetres

By = Literal["centre", "edge"]
"""Whether a combatant is in an area by the centre of the token, or by any part of it."""

RAYS = 72
"""Directions in which an outline without a formula is measured: one every 5 degrees, including the diagonals."""
_ARC = 5.0
"""Degrees between the corners of a rounded end."""


def around(middle: Point, radius: float) -> Circle | None:
    """A disc, or None if it has no size."""
    return None if radius <= TOUCH else Circle(x=middle[0], y=middle[1], radius=radius)


def cone(apex: Point, toward: Point, length: float, degrees: float = 60.0) -> Polygon | None:
    """A sector with a rounded end from its apex towards a point, or None if it has no direction or no size."""
    course = _course(apex, toward)
    if course is None or length <= TOUCH:
        return None
    steps = max(2, math.ceil(degrees / _ARC))
    rim = (_away(apex, course + math.radians(degrees) * (step / steps - 0.5), length) for step in range(steps + 1))
    return Polygon(points=(apex, *rim))


def wedge(apex: Point, toward: Point, side: float) -> Polygon | None:
    """An equilateral triangle from its apex towards a point, or None if it has no direction or no size."""
    course = _course(apex, toward)
    if course is None or side <= TOUCH:
        return None
    return Polygon(points=(apex, *(_away(apex, course + math.radians(turn), side) for turn in (-30, 30))))


def beam(start: Point, toward: Point, length: float, width: float) -> Rectangle | None:
    """A strip of a length and width towards a point, or None if it has no direction or no size."""
    course = _course(start, toward)
    if course is None or min(length, width) <= TOUCH:
        return None
    x, y = _away(start, course, length / 2)
    return Rectangle(
        x=millimetres(x - length / 2),
        y=millimetres(y - width / 2),
        width=length,
        height=width,
        angle=round(math.degrees(course) % 360, 3),
    )


def holds(shape: Shape, middle: Point, radius: float = 0.0) -> bool:
    """Whether a combatant with this token centre and radius is in an area; with radius 0 only the centre counts."""
    if contains(shape, middle):
        return True
    if radius <= 0:
        return False
    if isinstance(shape, Circle):
        return math.dist((shape.x, shape.y), middle) <= shape.radius + radius + TOUCH
    import shapely

    return bool(geometry(shape).distance(shapely.Point(middle)) <= radius + TOUCH)


def inside(battle: AnyBattle, shape: Shape, by: By = "centre", among: Iterable[Id] | None = None) -> tuple[Id, ...]:
    """Present combatants who are in an area, in the battle's order, without those of unknown position."""
    found = []
    for who in battle.combatants if among is None else among:
        one = battle.combatants.get(who)
        if one is None or not one.is_present or one.place.point is None:
            continue
        if holds(shape, one.place.point, one.radius if by == "edge" else 0.0):
            found.append(who)
    return tuple(found)


def nearest(shape: Shape, point: Point) -> Point:
    """The point of a shape that is nearest to a point; the point itself if it is in the shape."""
    if contains(shape, point):
        return point
    # The most common shapes are computed here, so that a map with only these is shown without loading shapely.
    match shape:
        case Rectangle(angle=0):
            x, y = (min(max(at, low), low + size) for at, low, size in zip(
                point, (shape.x, shape.y), (shape.width, shape.height), strict=True
            ))  # fmt: skip
            return millimetres(x), millimetres(y)
        case Circle():
            share = shape.radius / math.dist((shape.x, shape.y), point)
            x, y = shape.x + (point[0] - shape.x) * share, shape.y + (point[1] - shape.y) * share
            return millimetres(x), millimetres(y)
    import shapely
    from shapely.ops import nearest_points

    found = nearest_points(geometry(shape), shapely.Point(point))[0]
    return millimetres(found.x), millimetres(found.y)


def within(middle: Point, metres: float, metric: Metric = "straight_line") -> Circle | Polygon | None:
    """Everything within this many metres, depending on how diagonals count; None if the distance is 0."""
    if metric == "straight_line" or metres <= TOUCH:
        return around(middle, metres)
    return outline(middle, lambda x, y: metres / on_ground((0.0, 0.0), (x, y), metric))


def directions() -> Iterator[Point]:
    """The unit vectors along which an outline is measured, in order."""
    for ray in range(RAYS):
        turn = 2 * math.pi * ray / RAYS
        yield math.cos(turn), math.sin(turn)


def outline(middle: Point, metres_towards: Callable[[float, float], float]) -> Polygon | None:
    """An area measured direction by direction, by how far it reaches along each unit vector; None if it is empty."""
    corners = []
    for x, y in directions():
        metres = metres_towards(x, y)
        corners.append((millimetres(middle[0] + x * metres), millimetres(middle[1] + y * metres)))
    distinct = tuple(dict.fromkeys(corners))
    return Polygon(points=distinct) if len(distinct) > 2 else None


def _course(start: Point, toward: Point) -> float | None:
    """Direction in radians, clockwise on a screen, or None if both points are the same."""
    across, down = toward[0] - start[0], toward[1] - start[1]
    return None if math.hypot(across, down) <= TOUCH else math.atan2(down, across)


def _away(start: Point, course: float, metres: float) -> Point:
    return millimetres(start[0] + math.cos(course) * metres), millimetres(start[1] + math.sin(course) * metres)
