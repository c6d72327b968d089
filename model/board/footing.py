"""Where a combatant finds room to stand: beside others, never on the spot of one of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Point, millimetres

_SIDES = 16
"""Directions from which a combatant may come to stand beside another one."""
_ROUNDING = 0.002
"""Metres by which two who touch may seem to overlap: places are kept to the millimetre."""


def has_room(battle: AnyBattle, who: Id, point: Point) -> bool:
    """Whether a combatant could stand at a point without overlapping another one who is there."""
    radius = battle.combatants[who].radius
    for id, other in battle.combatants.items():
        there = other.place.point
        if id == who or there is None or not other.is_present:
            continue
        if math.dist(point, there) < radius + other.radius - _ROUNDING:
            return False
    return True


def spots_beside(battle: AnyBattle, who: Id, other: Id) -> Iterator[Point]:
    """Points at which a combatant would touch another one with room to stand, the nearest to where they are first.

    There is none where nobody knows the other one's position.
    """
    here, there = battle.combatants[who].place.point, battle.combatants[other].place.point
    if there is None:
        return
    apart = battle.combatants[who].radius + battle.combatants[other].radius
    toward = 0.0 if here is None else math.atan2(here[1] - there[1], here[0] - there[0])
    for step in range(_SIDES):
        # To the one side and to the other in turn.
        turn = toward + 2 * math.pi * ((step + 1) // 2) / _SIDES * (-1) ** step
        spot = millimetres(there[0] + apart * math.cos(turn)), millimetres(there[1] + apart * math.sin(turn))
        if has_room(battle, who, spot):
            yield spot


def last_with_room(battle: AnyBattle, who: Id, end: Point, pace: float = 0.5) -> Point | None:
    """The last point on the way straight to an end at which a combatant has room to stand; None where there is none."""
    here = battle.combatants[who].place.point
    if here is None:
        return None
    length = math.dist(here, end)
    for count in range(int(length / pace) + 1):
        share = 1 - count * pace / length if length else 0.0
        spot = millimetres(here[0] + (end[0] - here[0]) * share), millimetres(here[1] + (end[1] - here[1]) * share)
        if has_room(battle, who, spot):
            return spot
    return None
