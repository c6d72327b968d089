"""Where a combatant comes to stand next to another one: touching, on the nearest free side, on top of nobody.

Nobody else gives way. The zoom of a map has no influence: only places, radii and walls count.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from model.board.cover_lines import covers_between
from model.board.distance import Measuring, radius_of, tokens_touch
from model.board.zone_placement import seat_beside
from model.board.zones import place_at
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place, Point, millimetres

_SIDES = 16
"""Number of directions that are tried besides the nearest ones: another side may be free of walls."""
_GAP = 0.002
"""Metres by which a spot keeps clear of those beside it, so that rounding to the millimetre makes no overlap."""
_ROUNDING = 0.0015
"""Metres by which touching tokens may seem to overlap for the same reason."""
_WIDER = 0.25
"""Metres by which the ring around a combatant grows while there is no room on it."""
_THING = 0.5
"""Radius of a thing's token in metres."""

_Taken = Sequence[tuple[Point, float]]
"""Points that are taken, and the distance that a centre has to keep from each."""


def shown_place_beside(battle: AnyBattle, who: Id, other: Id, ranges: Measuring, toward: Point | None = None) -> Place:
    """The place next to another combatant as a map shows it: in a drawn zone, tokens may need more room than bodies.

    There, if the game counts zones or the other one has no position, it is a seat next to theirs, so that nobody has
    to give way; elsewhere it is `place_beside`.
    """
    there = battle.combatants[other].place
    zone = battle.board.zones.get(there.zone or "")
    if zone is not None and zone.shape is not None and (there.point is None or not ranges.in_metres):
        seat = seat_beside(battle, who, other, toward)
        if seat is not None:
            return _in_zone(place_at(battle.board, seat, there.height), there)
    return place_beside(battle, who, other, toward)


def place_beside(battle: AnyBattle, who: Id, other: Id, toward: Point | None = None) -> Place:
    """The place next to another combatant, touching, at the same height and in the same zone.

    It is on the side of the point `toward`, by default the side on which `who` already is, or else on the free side
    nearest to that; a side without a wall in between is preferred. Where nobody has room beside the other one any
    more, it is the nearest free spot. If only the other one's zone is known, it is that zone.
    """
    here, there = battle.combatants[who].place, battle.combatants[other].place
    if there.point is None:
        return Place(zone=there.zone, height=there.height)
    if toward is None and _stands_there(battle, who, other):
        return here
    return _in_zone(place_at(battle.board, _spot(battle, who, other, there, toward or here.point), there.height), there)


def _in_zone(found: Place, there: Place) -> Place:
    return found if there.zone is None or found.zone == there.zone else replace(found, zone=there.zone)


def _stands_there(battle: AnyBattle, who: Id, other: Id) -> bool:
    """Whether a combatant already touches another one, in the same zone and on top of nobody."""
    here, there = battle.combatants[who].place, battle.combatants[other].place
    if here.point is None or here.zone != there.zone or not tokens_touch(battle, who, other):
        return False
    return _is_free(_taken(battle, who, with_fallen=False), here.point)


def _spot(battle: AnyBattle, who: Id, other: Id, there: Place, toward: Point | None) -> Point:
    middle = there.point
    assert middle is not None, "the caller has checked this"
    touching = radius_of(battle, who) + radius_of(battle, other)
    course = 0.0 if toward is None or toward == middle else math.atan2(toward[1] - middle[1], toward[0] - middle[0])

    def rank(spot: Point) -> tuple[bool, bool, float]:
        is_walled = bool(covers_between(battle.board, spot, middle))
        zone = place_at(battle.board, spot, there.height).zone
        return is_walled, there.zone is not None and zone != there.zone, _turn(course, middle, spot)

    everybody, standing = (_taken(battle, who, with_fallen=fallen) for fallen in (True, False))
    for taken, ring in _rings(everybody, standing, touching):
        free = [spot for spot in _candidates(middle, ring, course, taken) if _is_free(taken, spot)]
        if free:
            return min(free, key=rank)
    raise AssertionError("the rings grow until there is room")


def _rings(everybody: _Taken, standing: _Taken, touching: float) -> Iterator[tuple[_Taken, float]]:
    """Distances from the other one to try: touching, then touching over a fallen one, then farther and farther away."""
    yield everybody, touching
    yield standing, touching
    ring = touching
    while True:
        ring += _WIDER
        yield everybody, ring


def _candidates(middle: Point, ring: float, course: float, taken: _Taken) -> Iterator[Point]:
    """Points on a ring: in the course, at both ends of every gap between those in the way, and all around."""

    def at(angle: float) -> Point:
        return millimetres(middle[0] + ring * math.cos(angle)), millimetres(middle[1] + ring * math.sin(angle))

    yield at(course)
    for point, apart in taken:
        away = math.dist(middle, point)
        if not abs(ring - apart) <= away <= ring + apart or not away:
            continue
        # The corner of the triangle between the middle, the one in the way, and the point that keeps clear of them.
        clear = apart + _GAP
        cosine = (ring * ring + away * away - clear * clear) / (2 * ring * away)
        corner, bearing = math.acos(max(-1.0, min(1.0, cosine))), math.atan2(point[1] - middle[1], point[0] - middle[0])
        yield at(bearing + corner)
        yield at(bearing - corner)
    for side in range(1, _SIDES):
        yield at(course + 2 * math.pi * side / _SIDES)


def _taken(battle: AnyBattle, who: Id, *, with_fallen: bool) -> _Taken:
    """Where a combatant has no room; `with_fallen` also on those who are out of combat."""
    own = radius_of(battle, who)
    others = [one for one in battle.combatants.values() if one.id != who and one.is_present]
    bodies = [(one.place.point, one.radius + own) for one in others if with_fallen or not one.is_out]
    bodies += [(thing.place.point, _THING + own) for thing in battle.things.values()] if with_fallen else []
    return [(point, apart) for point, apart in bodies if point is not None]


def _is_free(taken: _Taken, spot: Point) -> bool:
    return all(math.dist(point, spot) >= apart - _ROUNDING for point, apart in taken)


def _turn(course: float, middle: Point, spot: Point) -> float:
    """How far a spot is from a course, in radians; a hair more to the left, so that the choice is always the same."""
    turn = math.remainder(math.atan2(spot[1] - middle[1], spot[0] - middle[0]) - course, 2 * math.pi)
    return abs(turn) + (1e-6 if turn < 0 else 0.0)
