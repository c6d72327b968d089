"""Zones: which one a point is in, who is there, places that fit them, and steps between them.

A stored zone is authoritative; a zone computed here from a position becomes so when a combatant is put there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from heapq import heappop, heappush

from model.board.cutting import touch
from model.board.distance import link_between
from model.board.shapes import area, contains
from model.state.base import Id
from model.state.battle import AnyBattle, Combatant, age
from model.state.board import Board, Link, Place, Point, Shape, Zone, millimetres


def zone_at(board: Board, point: Point) -> Zone | None:
    """The zone that a point is in; of several the smallest, so that a hut takes precedence over the yard around it."""
    found = [zone for zone in board.zones.values() if zone.shape is not None and contains(zone.shape, point)]
    return min(found, key=lambda zone: (area(zone.shape) if zone.shape else 0.0, zone.id), default=None)


def has_no_map(board: Board) -> bool:
    """Whether there are only zones without shapes, and no picture, so that a place is one of the zones."""
    return bool(board.zones) and board.picture is None and all(zone.shape is None for zone in board.zones.values())


def place_at(board: Board, point: Point, height: float = 0.0) -> Place:
    """A place at a point, to the millimetre, in the zone at that point."""
    zone = zone_at(board, point)
    x, y = point
    return Place(
        x=millimetres(x),
        y=millimetres(y),
        height=millimetres(height),
        zone=None if zone is None else zone.id,
    )


def everyone_in(battle: AnyBattle, zone: Id) -> tuple[Id, ...]:
    """Ids of the present combatants in a zone, oldest first."""
    there: list[Combatant[object]] = [
        combatant for combatant in battle.combatants.values() if combatant.is_present and combatant.place.zone == zone
    ]
    return tuple(combatant.id for combatant in sorted(there, key=age))


# ----------------------------------------------------------------------------------------- steps from zone to zone

Steps = Callable[[Link | None, Id, Id], int | None]
"""Cost of crossing a border, by the link on it (or None), the zone left and the zone entered; None if it cannot be
crossed."""


def borders(link: Link | None, here: Id, there: Id) -> int | None:
    """1 for every border, in either direction, unless it is blocked (None): how far apart two zones are."""
    return None if link is not None and link.is_blocked else 1


def passages(link: Link | None, here: Id, there: Id) -> int | None:
    """Cost of walking over a border, by its link; None if that is blocked, or one-way in the other direction."""
    if link is None:
        return 1
    return None if link.is_blocked or (link.is_one_way and link.first != here) else link.cost


def are_touching(board: Board, first: Id, second: Id) -> bool:
    """Whether the outlines of two zones touch, so that they are neighbours without a link."""
    one, other = board.zones[first].shape, board.zones[second].shape
    return one is not None and other is not None and touch(one, other)


Neighbours = dict[Id, tuple[tuple[Id, Link | None], ...]]
_graphs: deque[tuple[Board, Neighbours]] = deque(maxlen=2)
"""Neighbours of the zones of the last boards, cached: states never change, and every distance in zones needs them."""


def neighbours(board: Board, zone: Id) -> tuple[tuple[Id, Link | None], ...]:
    """Zones that touch this one or have a link with it, each with the link (or None); blocked links are included."""
    for known, graph in _graphs:
        if known is board:
            return graph.get(zone, ())
    graph = {id: tuple(_neighbours(board, id)) for id in board.zones}
    _graphs.append((board, graph))
    return graph.get(zone, ())


def _neighbours(board: Board, zone: Id) -> Iterator[tuple[Id, Link | None]]:
    ids = tuple(board.zones)
    touching = _touching(tuple(board.zones[id].shape for id in ids))
    here = ids.index(zone)
    for there, other in enumerate(ids):
        if other == zone:
            continue
        link = link_between(board, zone, other)
        if link is not None or (here, there) in touching:
            yield other, link


def steps_to(board: Board, zone: Id, steps: Steps = borders, until: Id | None = None) -> dict[Id, int]:
    """Every zone that can be reached from one, with the fewest steps to it; the search ends at zone `until`."""
    found: dict[Id, int] = {}
    open_ends: list[tuple[int, Id]] = [(0, zone)]
    while open_ends:
        so_far, here = heappop(open_ends)
        if here in found:
            continue
        found[here] = so_far
        if here == until:
            break
        for there, link in neighbours(board, here):
            cost = None if there in found else steps(link, here, there)
            if cost is not None:
                heappush(open_ends, (so_far + cost, there))
    return found


def steps_between(board: Board, first: Id, second: Id, steps: Steps = borders) -> int | None:
    """The fewest steps from zone to zone, or None if there is no route."""
    return 0 if first == second else steps_to(board, first, steps, until=second).get(second)


@lru_cache(maxsize=64)
def _touching(shapes: tuple[Shape | None, ...]) -> frozenset[tuple[int, int]]:
    """Which shapes share a border, as pairs of their indices in both orders."""
    found: set[tuple[int, int]] = set()
    for first, one in enumerate(shapes):
        for second, other in enumerate(shapes[:first]):
            if one is not None and other is not None and touch(one, other):
                found |= {(first, second), (second, first)}
    return frozenset(found)
