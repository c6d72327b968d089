"""Places on the map for those who are not on the board yet: the sides face each other, each in rows."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from model.state.base import Id
from model.state.battle import AnyBattle, age
from model.view.map import Point

_APART = 10.0
"""Metres between two sides that are set up across from one another."""
STEP = 2.0
"""Metres between neighbours of one side: room for a token and its name."""
_GAP = 0.4
"""Metres between the edges of two tokens at least."""
_THING = 0.5
"""Metres from the middle of a thing's token to its edge."""
_BEHIND = 12.0
"""Metres behind their own from which hidden newcomers come."""
_DEEP = 6
"""So many of a side stand in a row before another row begins behind it."""


def unplaced(battle: AnyBattle) -> tuple[Id, ...]:
    """Those who take part and stand neither on the map nor in a zone: the eldest first."""
    nowhere = [
        who
        for who in battle.combatants.values()
        if (who.place.x is None or who.place.y is None) and who.place.zone is None and who.is_present
    ]
    return tuple(who.id for who in sorted(nowhere, key=age))


def sides_apart(groups: Sequence[Sequence[Id]], middle: Point) -> dict[Id, Point]:
    """Each group in rows from top to bottom, the groups from left to right with room between them."""
    widths = [width_of(group) for group in groups]
    left = middle[0] - (sum(widths) + _APART * (len(groups) - 1)) / 2
    places: dict[Id, Point] = {}
    for group, width in zip(groups, widths, strict=True):
        places |= block(group, (left + width / 2, middle[1]))
        left += width + _APART
    return places


def block(group: Sequence[Id], middle: Point) -> dict[Id, Point]:
    """A group in rows from top to bottom about a place."""
    rows = [group[at : at + _DEEP] for at in range(0, len(group), _DEEP)]
    left = middle[0] - width_of(group) / 2
    return {
        who: (round(left + STEP * column, 3), round(middle[1] + STEP * (at - (len(row) - 1) / 2), 3))
        for column, row in enumerate(rows)
        for at, who in enumerate(row)
    }


def across_from(opponents: Sequence[Point], group: Sequence[Id], left: float = -math.inf) -> dict[Id, Point]:
    """A group to the left of those who stand there, with the usual room between them, but not beyond the left edge."""
    x = min(x for x, _ in opponents) - _APART - width_of(group) / 2
    y = sum(y for _, y in opponents) / len(opponents)
    return block(group, (round(max(x, left + STEP + width_of(group) / 2), 3), round(y, 3)))


def beside_own(battle: AnyBattle, side: str, *, is_hidden: bool = False) -> Point | None:
    """Where newcomers of a side come from: behind their own, seen from the others; None: nobody stands on the map.

    Where none of their own are there, across from the others. Hidden ones come from farther behind: a gap between
    tokens would tell players of them, and so would a place that follows from where they stand.
    """
    there: dict[bool, list[Point]] = {True: [], False: []}
    for one in battle.combatants.values():
        is_seen = is_hidden or not one.is_hidden
        if is_seen and one.is_present and not one.is_out and one.place.point is not None:
            there[one.side == side].append(one.place.point)
    own, others = there[True], there[False]
    if not own and not others:
        return None
    if not own:
        x, (_, y) = max(x for x, _ in others) + _APART, _middle(others)
        return (round(x, 3), round(y, 3))
    (x, y), (other_x, other_y) = _middle(own), _middle(others) if others else _middle(own)
    apart = math.hypot(x - other_x, y - other_y)
    step = (_BEHIND if is_hidden else STEP) / apart if apart else 0.0
    return (round(x + (x - other_x) * step, 3), round(y + (y - other_y) * step, 3))


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def nearest_free(battle: AnyBattle, places: Mapping[Id, Point]) -> dict[Id, Point]:
    """The places, each moved to the nearest one where nobody stands already, nor anybody put there before."""
    wanted = [(place, battle.combatants[who].radius) for who, place in places.items()]
    return dict(zip(places, free_places(battle, wanted, moved=places), strict=True))


def free_places(
    battle: AnyBattle, wanted: Iterable[tuple[Point, float]], moved: Collection[Id] = ()
) -> tuple[Point, ...]:
    """For tokens with a place and a radius each: that place, or the nearest one that is free, also of one another.

    `moved` are combatants who go away from where they stand.
    """
    there = [(one.place.point, one.radius) for id, one in battle.combatants.items() if id not in moved]
    there += [(thing.place.point, _THING) for thing in battle.things.values()]
    taken = [(point, radius) for point, radius in there if point is not None]
    found: list[Point] = []
    for at, radius in wanted:
        apart = [(point, radius + other + _GAP) for point, other in taken]
        found.append(
            next(place for place in _around(at) if all(math.dist(place, point) >= least for point, least in apart))
        )
        taken.append((found[-1], radius))
    return tuple(found)


def _around(place: Point) -> Iterator[Point]:
    """A place, and those around it in wider and wider rings, without an end."""
    yield place
    for ring in itertools.count(1):
        for step in range(6 * ring):
            turn = 2 * math.pi * step / (6 * ring)
            x, y = place[0] + STEP * ring * math.cos(turn), place[1] + STEP * ring * math.sin(turn)
            yield (round(x, 3), round(y, 3))


def width_of(group: Sequence[Id]) -> float:
    """Metres from the first row to the last."""
    return STEP * (math.ceil(len(group) / _DEEP) - 1)
