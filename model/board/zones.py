"""Zones: which one a point lies in, who is there, and places that fit them.

A stored zone is the truth; what is computed here from a position becomes the truth when a combatant is put there.
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
    """The zone that a point lies in; of several the smallest, as a hut counts before the yard around it."""
    found = [zone for zone in board.zones.values() if zone.shape is not None and contains(zone.shape, point)]
    return min(found, key=lambda zone: (area(zone.shape) if zone.shape else 0.0, zone.id), default=None)


def has_no_map(board: Board) -> bool:
    """Whether there are zones by name only, so that a place is one of them."""
    return bool(board.zones) and board.picture is None and all(zone.shape is None for zone in board.zones.values())


def place_at(board: Board, point: Point, height: float = 0.0) -> Place:
    """A place at a point, to the millimetre, in the zone that lies there."""
    zone = zone_at(board, point)
    x, y = point
    return Place(
        x=millimetres(x),
        y=millimetres(y),
        height=millimetres(height),
        zone=None if zone is None else zone.id,
    )


def everyone_in(battle: AnyBattle, zone: Id) -> tuple[Id, ...]:
    """Ids of the present combatants whose zone this is, oldest first."""
    there: list[Combatant[object]] = [
        combatant for combatant in battle.combatants.values() if combatant.is_present and combatant.place.zone == zone
    ]
    return tuple(combatant.id for combatant in sorted(there, key=age))


# ------------------------------------------------------------------------------------------ ways from zone to zone

Steps = Callable[[Link | None, Id, Id], int | None]
"""What crossing a border costs, by the link on it, if there is one, from where and whither; None: there is no way."""


def borders(link: Link | None, here: Id, there: Id) -> int | None:
    """Every border counts one, whichever way, unless it is blocked: how far apart two zones are."""
    return None if link is not None and link.is_blocked else 1


def passages(link: Link | None, here: Id, there: Id) -> int | None:
    """What walking over a border costs: as its link says, and against a one-way link there is no way."""
    if link is None:
        return 1
    return None if link.is_blocked or (link.is_one_way and link.first != here) else link.cost


def are_touching(board: Board, first: Id, second: Id) -> bool:
    """Whether the outlines of two zones touch, so that they are neighbours by themselves."""
    one, other = board.zones[first].shape, board.zones[second].shape
    return one is not None and other is not None and touch(one, other)


Neighbours = dict[Id, tuple[tuple[Id, Link | None], ...]]
_graphs: deque[tuple[Board, Neighbours]] = deque(maxlen=2)
"""The last boards with their zones' neighbours: states never change, and every distance in zones asks for these."""


def neighbours(board: Board, zone: Id) -> tuple[tuple[Id, Link | None], ...]:
    """Zones that touch this one or are linked with it, each with the link; a link that blocks is among them."""
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
    """Every zone that can be reached from one, with the fewest steps it takes; `until` ends the search at a zone."""
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
    """The fewest steps from zone to zone; None when there is no way."""
    return 0 if first == second else steps_to(board, first, steps, until=second).get(second)


@lru_cache(maxsize=64)
def _touching(shapes: tuple[Shape | None, ...]) -> frozenset[tuple[int, int]]:
    """Which shapes have a border in common, as pairs of their numbers in both orders."""
    found: set[tuple[int, int]] = set()
    for first, one in enumerate(shapes):
        for second, other in enumerate(shapes[:first]):
            if one is not None and other is not None and touch(one, other):
                found |= {(first, second), (second, first)}
    return frozenset(found)
