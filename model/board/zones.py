"""Zones: which one a point lies in, who is there, and places that fit them.

A stored zone is the truth; what is computed here from a position becomes the truth when somebody is put there.
"""

from __future__ import annotations

from model.board.shapes import area, contains
from model.state.base import Id
from model.state.battle import AnyBattle, Combatant, age
from model.state.board import Board, Place, Point, Zone, millimetres


def zone_at(board: Board, point: Point) -> Zone | None:
    """The zone that a point lies in; of several the smallest, as a hut counts before the yard around it."""
    found = [zone for zone in board.zones.values() if zone.shape is not None and contains(zone.shape, point)]
    return min(found, key=lambda zone: (area(zone.shape) if zone.shape else 0.0, zone.id), default=None)


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


def place_in(zone: Id, height: float = 0.0) -> Place:
    """A place somewhere in a zone, with no position."""
    return Place(height=millimetres(height), zone=zone)


def on_grid(board: Board, point: Point) -> Point:
    """The middle of the grid cell that a point lies in."""
    cell = board.cell
    x, y = ((coordinate // cell + 0.5) * cell for coordinate in point)
    return millimetres(x), millimetres(y)


def everyone_in(battle: AnyBattle, zone: Id) -> tuple[Id, ...]:
    """Ids of the present combatants whose zone this is, oldest first."""
    there: list[Combatant[object]] = [
        combatant for combatant in battle.combatants.values() if combatant.is_present and combatant.place.zone == zone
    ]
    return tuple(combatant.id for combatant in sorted(there, key=age))
