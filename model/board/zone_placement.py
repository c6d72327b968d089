"""Where to show combatants and things whose zone is known: inside the zone, without overlapping.

A combatant without a position in its zone gets a seat. If the ruleset counts zones, positions within a zone are only
approximate and give way to one another. Stored positions do not change.
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
"""Number of tokens side by side and one above another on a board of usual size when all of it is shown."""


class _Level(Record):
    """Spacing of the tokens in a zone, in widths of a full-size token."""

    width: float
    """Width of the token itself."""
    across: float
    down: float
    """Distances, across and down, from one seat to the next."""
    has_names: bool = True
    """Whether there is room for names under the tokens."""


_LEVELS = (
    _Level(1.0, 1.9, 1.65),
    _Level(0.8, 1.6, 1.45),
    _Level(0.64, 1.42, 1.27),
    _Level(0.52, 1.34, 1.12),
    *(_Level(0.8 * 0.85**step, 0.94 * 0.85**step, 0.94 * 0.85**step, False) for step in range(16)),
)
"""The roomiest first. The first few leave room for names, which keep their size however small a token is."""


_SIDES = 16
"""Number of directions in which a combatant may step aside."""
_CLOSE = 1.1
"""Distance of two tokens that stand next to each other, in widths of a full-size token; their names lie elsewhere."""
_FOOT = 0.42
"""Height that a zone's own name takes at its bottom, in the same unit."""
_TINY = 0.4
"""Token width at or below which tokens take that space too."""


class Seat(Record):
    """Where a combatant or thing is shown."""

    place: Point
    room: float
    """Radius in metres around it that no other token of the zone takes."""
    has_name: bool = True
    """Whether there is room for a name under it."""


def seats(
    battle: AnyBattle, shown: Iterable[Id], *, gives_way: bool, zones: Mapping[Id, Zone] | None = None
) -> dict[Id, Seat]:
    """Seats, by id, of the shown combatants and things that need one.

    `gives_way`: positions within a zone give way, because the ruleset counts zones. Combatants of the same side sit
    together. `zones` are those that the viewer knows; by default, all of the board.
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


def seat_beside(battle: AnyBattle, who: Id, other: Id, toward: Point | None = None) -> Point | None:
    """A free place next to where another combatant is shown in a drawn zone, so that nobody there has to give way.

    It is on the side of the point `toward`, by default of the combatant's own position. None if the other one is in no
    drawn zone.
    """
    zone = battle.board.zones.get(_body(battle, other).place.zone or "")
    if zone is None or zone.shape is None:
        return None
    present = (one.id for one in battle.combatants.values() if one.is_present or one.id == other)
    members = [id for id in (*present, *battle.things) if id != who and _body(battle, id).place.zone == zone.id]
    size = _token_size(drawn for drawn in battle.board.zones.values() if drawn.shape is not None)
    shown = _seats_in(battle, zone, members, size)
    level, seat = _LEVELS[0], shown[other].place
    apart, toward = _CLOSE * size, toward or _body(battle, who).place.point
    course = 0.0 if toward is None or toward == seat else math.atan2(toward[1] - seat[1], toward[0] - seat[0])
    wish = round(seat[0] + apart * math.cos(course), 3), round(seat[1] + apart * math.sin(course), 3)
    taken = [one.place for one in shown.values()]
    # Beside this one if there is room, else on the nearest seat; in a crowd all sit in rows, and only the wish counts.
    beside = list(_around(zone.shape, (seat,), taken, apart, _FOOT * size))
    seats_left = beside or [place for place in _grid(zone.shape, level, size) if not _hits(taken, place, apart)]
    return min(seats_left, key=lambda place: math.dist(place, wish), default=wish)


def _body(battle: AnyBattle, who: Id) -> Combatant[object] | Thing:
    return battle.combatants.get(who) or battle.things[who]


def _token_size(zones: Iterable[Zone]) -> float:
    """Size of a token in metres when all zones are shown."""
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
    """Sort key: players' side and allies first, things last, each oldest first."""
    body = _body(battle, who)
    side = body.side if isinstance(body, Combatant) else "thing"
    return {"pc": 0, "ally": 1, "thing": 3}.get(side, 2), side, *age(body)


def _placed(shape: Outline, wishes: Sequence[Point | None], level: _Level, size: float) -> list[Point] | None:
    """A place for each: its own position if that is free, else a seat; None if there are not enough.

    In a crowd (every level but the roomiest) no token keeps its position: all sit in rows.
    """
    foot = _FOOT if level.width > _TINY else 0.0
    grid_of_level = _grid(shape, level, size)
    free = list(grid_of_level)
    taken: list[Point] = []
    places: list[Point | None] = []
    apart, is_crowd = level.down * size, level is not _LEVELS[0]
    for wish in wishes:
        is_free = wish is not None and contains(shape, wish) and not _hits(taken, wish, _CLOSE * size)
        is_good = is_free and not is_crowd
        places.append(wish if is_good else None)
        if is_good and wish is not None:
            taken.append(wish)
    close = apart if is_crowd else _CLOSE * size
    waiting = [index for index, place in enumerate(places) if place is None]
    if sum(not _hits(taken, seat, close) for seat in grid_of_level) < len(waiting):
        return None
    free = [seat for seat in free if not _hits(taken, seat, apart)]
    for index in (index for index in waiting if wishes[index] is not None):
        wish = wishes[index]
        assert wish is not None
        aside = () if is_crowd else _around(shape, taken, taken, apart, foot * size)
        # A seat may be gone because a combatant has stepped aside to it.
        if not (open_ones := [*free, *aside]):
            return None
        nearest = min(open_ones, key=lambda seat: math.dist(seat, wish))
        free = [seat for seat in free if seat != nearest and (is_crowd or not _hits((nearest,), seat, apart))]
        taken.append(nearest)
        places[index] = nearest
    homeless = [index for index, place in enumerate(places) if place is None]
    if not is_crowd:
        free = [seat for seat in grid_of_level if not _hits(taken, seat, close)]
    if len(free) < len(homeless):
        return None
    if not homeless:
        return [place for place in places if place is not None]
    # They sit as they would without the others if that is possible: one who comes beside them moves nobody.
    chosen = _centered(shape, _inmost(shape, grid_of_level, len(homeless)), level.across * size / 2)
    if any(_hits(taken, seat, close) for seat in chosen):
        chosen = _inmost(shape, free, len(homeless))
    for index, seat in zip(homeless, chosen, strict=True):
        places[index] = seat
    return [place for place in places if place is not None]


def _grid(shape: Outline, level: _Level, size: float) -> tuple[Point, ...]:
    """All seats of a zone at a spacing."""
    lift = (level.down - level.width) * 0.4 if level.has_names else 0.0
    foot = _FOOT if level.width > _TINY else 0.0
    return grid(shape, *(round(part * size, 3) for part in (level.across, level.down, lift, foot)))


def _inmost(shape: Outline, free: Iterable[Point], count: int) -> list[Point]:
    """This many of the seats, those nearest to the heart of the zone, from left to right."""
    middle = heart(shape)
    return sorted(sorted(free, key=lambda seat: math.dist(seat, middle))[:count])


def _around(
    shape: Outline, middles: Sequence[Point], taken: Sequence[Point], apart: float, foot: float
) -> Iterator[Point]:
    """Points beside the `middles` that are not `taken`: a combatant gives way by a step and not across the zone."""
    bottom, reach = _bounds(shape)[3] - foot, apart / 3
    for x, y in middles:
        for step in range(_SIDES):
            turn = 2 * math.pi * step / _SIDES
            # A little further out, so that rounding does not bring tokens too near.
            aside = x + (apart + 0.001) * math.cos(turn), y + (apart + 0.001) * math.sin(turn)
            place = round(aside[0], 3), round(aside[1], 3)
            is_inside = place[1] + reach <= bottom and _has_room(shape, place, reach)
            if is_inside and not _hits(taken, place, apart):
                yield place


def _centered(shape: Outline, places: list[Point], reach: float) -> list[Point]:
    """The same places moved sideways so that they are centred in the shape; unmoved if they would not fit there."""
    aside = heart(shape)[0] - sum(x for x, _ in places) / len(places)
    moved = [(round(x + aside, 3), y) for x, y in places]
    fits = all(contains(shape, (x + side, y)) for x, y in moved for side in (-reach, reach))
    return moved if fits else places


def _hits(taken: Iterable[Point], place: Point, apart: float) -> bool:
    return any(math.dist(place, other) < apart - 1e-9 for other in taken)


@lru_cache(maxsize=256)
def grid(shape: Outline, width: float, height: float, lift: float = 0.0, foot: float = 0.0) -> tuple[Point, ...]:
    """Points in a shape with these distances across and down, each with room for a token around it, column by column.

    `lift` moves each above the middle of its cell, for names under the tokens; `foot` is kept free at the bottom of the
    shape.
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
