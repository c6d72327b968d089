"""Where a combatant comes to stand within a distance of a place: on the straight line to it, as soon as it is near."""

from __future__ import annotations

import math

from model.board.distance import Measuring, between_places, radius_of
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place, Point, millimetres

_HALVINGS = 24
_STEP = 0.25
"""Metres by which a place is nearer as long as others stand on it."""


def point_within(
    battle: AnyBattle, who: Id, goal: Place, metres: float, ranges: Measuring, other: Id | None = None
) -> Point | None:
    """Return the first free point straight toward a place that is at most `metres` from it, as the game measures.

    `other` is who or what is there, if the place is not merely aimed at. Returns None if a place is not known, or if
    the height between them is too great.
    """
    start, end = battle.combatants[who].place.point, goal.point
    if start is None or end is None:
        return None
    here, metric = battle.combatants[who].place, ranges.metric(battle)
    is_from_edge = ranges.measures_from == "edge" and other is not None
    most = metres + (radius_of(battle, who) + radius_of(battle, other) if is_from_edge and other else 0.0)

    def at(share: float) -> Point:
        x, y = (one + (two - one) * share for one, two in zip(start, end, strict=True))
        return millimetres(x), millimetres(y)

    def is_near(share: float) -> bool:
        x, y = at(share)
        found = between_places(battle.board, replace(here, x=x, y=y), goal, metric)
        return found is not None and found <= most

    if not is_near(1.0):
        return None
    far, near = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (far + near) / 2
        far, near = (far, middle) if is_near(middle) else (middle, near)
    length = math.dist(start, end)
    shares = (min(1.0, near + _STEP * step / length) for step in range(int((1 - near) * length / _STEP) + 2))
    return next((at(share) for share in shares if _is_free(battle, who, at(share))), at(near))


def _is_free(battle: AnyBattle, who: Id, point: Point) -> bool:
    others = (one for id, one in battle.combatants.items() if id != who and one.is_present)
    radius = radius_of(battle, who)
    return all(
        one.place.point is None or math.dist(one.place.point, point) >= radius + one.radius - 0.001 for one in others
    )
