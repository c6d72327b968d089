"""Cover lines: what lies between an attacker and a target."""

from __future__ import annotations

from model.board.shapes import TOUCH, contains, geometry
from model.state.board import Board, Feature, Line, Point


def covers_between(board: Board, attacker: Point, target: Point) -> tuple[Feature, ...]:
    """Pieces of cover that the line from attacker to target crosses, the one nearest the target first.

    Cover that the attacker stands in hides nobody from him, and touching a corner is not crossing. This is what the
    board suggests; whether somebody is behind cover is the GM's to say.
    """
    pieces = [feature for feature in board.features.values() if feature.kind == "cover"]
    if not pieces or attacker == target:
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


def metres_to(feature: Feature, start: Point, end: Point) -> float:
    """Metres on the way from start to end until a piece of cover that lies across it is reached, to the millimetre."""
    import shapely

    crossing = shapely.LineString((start, end)).intersection(geometry(feature.shape))
    return round(float(shapely.Point(start).distance(crossing)), 3)
