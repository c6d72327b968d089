"""Where a combatant has room to stand: beside others, never overlapping them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from model.state.base import Id
from model.state.battle import AnyBattle, Combatant
from model.state.board import Point, millimetres
from model.state.identity_cache import cached_by_identity

_SIDES = 16
"""Number of directions from which a combatant may come to stand beside another one."""
_ROUNDING = 0.002
"""Metres by which touching tokens may seem to overlap: places are stored to the millimetre."""


def has_room(battle: AnyBattle, who: Id, point: Point) -> bool:
    """Whether a combatant could stand at a point without overlapping another one who stands there."""
    return _is_free(_taken(battle.combatants, who), point)


_Taken = tuple[tuple[Point, float], ...]
"""Points, and the distance that a combatant's centre has to keep from each."""


@cached_by_identity(16)
def _standing(combatants: Mapping[Id, Combatant[Any]]) -> tuple[tuple[Id, Point, float], ...]:
    """Id, position and radius of the combatants who take up room; those who are out of combat do not."""
    there = [one for one in combatants.values() if one.is_present and not one.is_out]
    return tuple([(one.id, point, one.radius) for one in there if (point := one.place.point) is not None])


@cached_by_identity(16)
def _taken(combatants: Mapping[Id, Combatant[Any]], who: Id) -> _Taken:
    """Where combatant `who` has no room."""
    own = combatants[who].radius - _ROUNDING
    return tuple([(point, radius + own) for id, point, radius in _standing(combatants) if id != who])


def _is_free(taken: _Taken, point: Point) -> bool:
    # A loop instead of a generator, for speed: it checks many points.
    for there, apart in taken:  # noqa: SIM110
        if math.dist(point, there) < apart:
            return False
    return True


def spots_beside(battle: AnyBattle, who: Id, other: Id, within: float = math.inf) -> Iterator[Point]:
    """Points at which a combatant would touch another one and has room to stand, nearest to its position first.

    None of them is farther from that position than `within` metres. There are none if the position of the other
    combatant is unknown.
    """
    here, there = battle.combatants[who].place.point, battle.combatants[other].place.point
    if there is None:
        return
    apart = battle.combatants[who].radius + battle.combatants[other].radius
    taken = tuple(
        [(spot, room) for spot, room in _taken(battle.combatants, who) if math.dist(spot, there) < apart + room]
    )
    toward = 0.0 if here is None else math.atan2(here[1] - there[1], here[0] - there[0])
    for step in range(_SIDES):
        # Alternate between both sides.
        turn = toward + 2 * math.pi * ((step + 1) // 2) / _SIDES * (-1) ** step
        spot = millimetres(there[0] + apart * math.cos(turn)), millimetres(there[1] + apart * math.sin(turn))
        if here is not None and math.dist(here, spot) > within:
            return
        if _is_free(taken, spot):
            yield spot


def last_with_room(battle: AnyBattle, who: Id, end: Point, pace: float = 0.5) -> Point | None:
    """The last point on the straight line to `end` at which a combatant has room to stand, or None if there is none."""
    here = battle.combatants[who].place.point
    if here is None:
        return None
    length, taken = math.dist(here, end), _taken(battle.combatants, who)
    for count in range(int(length / pace) + 1):
        share = 1 - count * pace / length if length else 0.0
        spot = millimetres(here[0] + (end[0] - here[0]) * share), millimetres(here[1] + (end[1] - here[1]) * share)
        if _is_free(taken, spot):
            return spot
    return None
