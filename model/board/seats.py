"""Where those are shown whose zone is known: without overlapping, inside of it.

A zone is a place in words. Who has no position there gets a seat; where the game counts zones, positions within one
are only about where a combatant stands, and give way to one another. What is stored stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from model.board.cutting import Outline, heart
from model.board.shapes import contains, corners
from model.state.base import Id, Record
from model.state.battle import AnyBattle, Combatant, Thing, age
from model.state.board import Circle, Point, Polygon, Rectangle, Zone

_ACROSS, _DOWN = 16.2, 10.3
"""How many tokens lie side by side and over one another on a board of usual size when all of it is shown."""


class _Level(Record):
    """How closely those in a zone sit, in widths of a token that has all the room it wants."""

    width: float
    """Of the token itself."""
    across: float
    down: float
    """From one seat to the next."""
    has_names: bool = True
    """There is room for names under the tokens."""


_LEVELS = (
    _Level(1.0, 1.9, 1.65),
    _Level(0.8, 1.6, 1.45),
    _Level(0.64, 1.42, 1.27),
    _Level(0.52, 1.34, 1.12),
    *(_Level(0.8 * 0.85**step, 0.94 * 0.85**step, 0.94 * 0.85**step, False) for step in range(16)),
)
"""The roomiest first. The first few leave room for names: these stay as large as they are however small a token is."""


_SIDES = 16
"""Directions in which a combatant may step aside."""
_FOOT = 0.42
"""What a zone's own name takes at its foot, in the same measure."""
_TINY = 0.4
"""Where tokens have to be so small, they take that too."""


class Seat(Record):
    """Where a combatant is shown."""

    place: Point
    room: float
    """Metres around it that nobody else of the zone takes."""
    has_name: bool = True
    """There is room for a name under it."""


def seats(
    battle: AnyBattle, shown: Iterable[Id], *, gives_way: bool, zones: Mapping[Id, Zone] | None = None
) -> dict[Id, Seat]:
    """Seats of those shown who need one, by the zone that each is in.

    `gives_way` says that positions within a zone do, as the game counts zones. Those who fight together sit together.
    `zones` are those that the viewer knows; not given: all of the board.
    """
    drawn = {
        id: zone for id, zone in (battle.board.zones if zones is None else zones).items() if zone.shape is not None
    }
    if not drawn:
        return {}
    by_zone: dict[Id, list[Id]] = {}
    combatants, things = battle.combatants, battle.things
    for who in shown:
        place = (combatants.get(who) or things[who]).place
        zone = drawn.get(place.zone or "")
        if zone is not None and (gives_way or place.x is None or place.y is None):
            by_zone.setdefault(zone.id, []).append(who)
    found: dict[Id, Seat] = {}
    size = _token_size(drawn.values()) if by_zone else 0.0
    for zone_id, members in by_zone.items():
        found |= _seats_in(battle, drawn[zone_id], members, size)
    return found


def _body(battle: AnyBattle, who: Id) -> Combatant[object] | Thing:
    return battle.combatants.get(who) or battle.things[who]


def _token_size(zones: Iterable[Zone]) -> float:
    """Metres that a token measures when all zones are shown."""
    boxes = [_bounds(zone.shape) for zone in zones if zone.shape is not None]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return max((right - left) / _ACROSS, (bottom - top) / _DOWN, 0.5)


def _seats_in(battle: AnyBattle, zone: Zone, members: Sequence[Id], size: float) -> Mapping[Id, Seat]:
    assert zone.shape is not None, "only zones with a shape have seats"
    order = sorted(members, key=lambda who: _rank(battle, who))
    wishes = [_body(battle, who).place.point for who in order]
    for level in _LEVELS:
        places = _placed(zone.shape, wishes, level, size)
        if places is not None:
            room = level.width * size / 2
            return {who: Seat(place, room, level.has_names) for who, place in zip(order, places, strict=True)}
    return {who: Seat(heart(zone.shape), size / 8, has_name=False) for who in order}


def _rank(battle: AnyBattle, who: Id) -> tuple[object, ...]:
    """Players' side and allies first, things last, each from the oldest on."""
    body = _body(battle, who)
    side = body.side if isinstance(body, Combatant) else "thing"
    return {"pc": 0, "ally": 1, "thing": 3}.get(side, 2), side, *age(body)


def _placed(shape: Outline, wishes: Sequence[Point | None], level: _Level, size: float) -> list[Point] | None:
    """A place for each: where they stand if that is free, else a seat; None when there are not enough.

    In a crowd nobody stands where they want: all sit in rows.
    """
    lift = (level.down - level.width) * 0.4 if level.has_names else 0.0
    foot = _FOOT if level.width > _TINY else 0.0
    measures = (round(part * size, 3) for part in (level.across, level.down, lift, foot))
    free = list(grid(shape, *measures))
    taken: list[Point] = []
    places: list[Point | None] = []
    apart, is_crowd = level.down * size, level is not _LEVELS[0]
    for wish in wishes:
        is_free = wish is not None and contains(shape, wish) and not _hits(taken, wish, apart)
        is_good = is_free and not is_crowd
        places.append(wish if is_good else None)
        if is_good and wish is not None:
            taken.append(wish)
    free = [seat for seat in free if not _hits(taken, seat, apart)]
    waiting = [index for index, place in enumerate(places) if place is None]
    if len(free) < len(waiting):
        return None
    for index in (index for index in waiting if wishes[index] is not None):
        wish = wishes[index]
        assert wish is not None
        aside = () if is_crowd else _around(shape, taken, apart, foot * size)
        # A seat may be gone that a combatant has stepped aside to.
        if not (open_ones := [*free, *aside]):
            return None
        nearest = min(open_ones, key=lambda seat: math.dist(seat, wish))
        free = [seat for seat in free if seat != nearest and (is_crowd or not _hits((nearest,), seat, apart))]
        taken.append(nearest)
        places[index] = nearest
    homeless = [index for index, place in enumerate(places) if place is None]
    if len(free) < len(homeless):
        return None
    middle = heart(shape)
    chosen = sorted(sorted(free, key=lambda seat: math.dist(seat, middle))[: len(homeless)])
    if len(homeless) == len(wishes):
        chosen = _centered(shape, chosen, level.across * size / 2)
    for index, seat in zip(homeless, chosen, strict=True):
        places[index] = seat
    return [place for place in places if place is not None]


def _around(shape: Outline, taken: Sequence[Point], apart: float, foot: float) -> Iterator[Point]:
    """Free places beside those that are taken: who gives way to a combatant steps aside, and not across the zone."""
    bottom, reach = _bounds(shape)[3] - foot, apart / 3
    for x, y in taken:
        for step in range(_SIDES):
            turn = 2 * math.pi * step / _SIDES
            # A little further, so that rounding brings nobody too near.
            aside = x + (apart + 0.001) * math.cos(turn), y + (apart + 0.001) * math.sin(turn)
            place = round(aside[0], 3), round(aside[1], 3)
            is_inside = place[1] + reach <= bottom and _has_room(shape, place, reach)
            if is_inside and not _hits(taken, place, apart):
                yield place


def _centered(shape: Outline, places: list[Point], reach: float) -> list[Point]:
    """The same, moved sideways so that as many stand left of the shape's middle as right of it, if they fit there."""
    aside = heart(shape)[0] - sum(x for x, _ in places) / len(places)
    moved = [(round(x + aside, 3), y) for x, y in places]
    fits = all(contains(shape, (x + side, y)) for x, y in moved for side in (-reach, reach))
    return moved if fits else places


def _hits(taken: Iterable[Point], place: Point, apart: float) -> bool:
    return any(math.dist(place, other) < apart - 1e-9 for other in taken)


@lru_cache(maxsize=256)
def grid(shape: Outline, width: float, height: float, lift: float = 0.0, foot: float = 0.0) -> tuple[Point, ...]:
    """Places in a shape so far apart across and down, each with room for a token around it, column by column.

    Each lies a little above the middle of its cell where names stand under the tokens, and none at the shape's foot.
    """
    left, top, right, bottom = _bounds(shape)
    columns, rows = int((right - left) / width + 1e-6), int((bottom - foot - top) / height + 1e-6)
    spare_x, spare_y = (right - left) - columns * width, (bottom - foot - top) - rows * height
    found = []
    for column in range(columns):
        for row in range(rows):
            x = left + spare_x / 2 + (column + 0.5) * width
            y = top + spare_y / 2 + (row + 0.5) * height - lift
            is_whole = isinstance(shape, Rectangle) and not shape.angle
            if is_whole or _has_room(shape, (x, y), min(width, height) / 2 - lift):
                found.append((round(x, 3), round(y, 3)))
    return tuple(found)


def _has_room(shape: Outline, place: Point, reach: float) -> bool:
    x, y = place
    around = ((x - reach, y), (x + reach, y), (x, y - reach), (x, y + reach))
    return all(contains(shape, point) for point in (place, *around))


def _bounds(shape: Outline) -> tuple[float, float, float, float]:
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Rectangle) and not shape.angle:
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    points = shape.points if isinstance(shape, Polygon) else corners(shape)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
