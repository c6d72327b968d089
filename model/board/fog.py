"""Fog: which parts of the board players see. Later patches cover earlier ones; without a patch, all is seen."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from itertools import pairwise

from model.board.shapes import contains, corners
from model.board.zones import neighbours, passages
from model.state.base import Id, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, Combatant
from model.state.board import Board, Circle, FogLevel, FogPatch, Line, Place, Point, Polygon, Rectangle, Shape


def fog_at(board: Board, place: Place) -> FogLevel:
    """How much players see of a place. A place without a position has the fog of its zone, or of the whole board."""
    if not board.fog:
        return "revealed"
    return _level(_Ground(board), place)


def is_in_fog(board: Board, who: Combatant[object]) -> bool:
    """Whether fog hides a combatant from players. They always see the characters of their own side."""
    return bool(board.fog) and who.side != PLAYERS_SIDE and fog_at(board, who.place) != "revealed"


def zone_fog(board: Board, zone: Id) -> FogLevel:
    """How much players see of a zone: the most that they see of any sampled point."""
    if not board.fog:
        return "revealed"
    shape = board.zones[zone].shape
    if shape is None:
        return fog_at(board, Place(zone=zone))
    return _least(fog_at(board, Place(x=x, y=y, zone=zone)) for x, y in _samples(shape))


def shape_fog(board: Board, shape: Shape) -> FogLevel:
    """How much players see of a drawing: the most that they see of any sampled point."""
    if not board.fog:
        return "revealed"
    return _least(fog_at(board, Place(x=x, y=y)) for x, y in _samples(shape))


def with_fog(board: Board, patch: FogPatch) -> Board:
    """The board with a patch over all others. Patches that it covers completely are removed."""
    if patch.shape is None and patch.zone is None:
        return replace(board, fog=() if patch.level == "revealed" else (patch,))
    older = tuple(one for one in board.fog if patch.zone is None or one.zone != patch.zone)
    if not older and patch.level == "revealed":
        return replace(board, fog=())
    return replace(board, fog=(*older, patch))


def without_zones(board: Board, gone: frozenset[Id], instead: Id | None = None) -> Board:
    """The board without the patches of removed zones; their fog passes to zone `instead` if that has none."""
    if not any(patch.zone in gone for patch in board.fog):
        return board
    has_own = any(patch.zone == instead for patch in board.fog)
    kept = []
    for patch in board.fog:
        if patch.zone not in gone:
            kept.append(patch)
        elif instead is not None and not has_own:
            kept.append(replace(patch, zone=instead))
            has_own = True
    return replace(board, fog=tuple(kept))


def copied_fog(board: Board, zone: Id, other: Id) -> Board:
    """The board with the fog of a zone copied to another one."""
    fog = [patch for one in board.fog for patch in ((one, replace(one, zone=other)) if one.zone == zone else (one,))]
    return board if len(fog) == len(board.fog) else replace(board, fog=tuple(fog))


def seen_by_party(battle: AnyBattle) -> frozenset[Id]:
    """Zones that the players' characters see: those they are in, and those that an open connection leads to."""
    party = [
        who
        for who in battle.combatants.values()
        if who.side == PLAYERS_SIDE and who.is_present and who.place.zone in battle.board.zones
    ]
    here = {who.place.zone for who in party if who.place.zone is not None}
    beyond = {
        there
        for zone in here
        for there, link in neighbours(battle.board, zone)
        if passages(link, zone, there) is not None
    }
    return frozenset(here | beyond)


# ------------------------------------------------------------------------------------------------------------- geometry


class _Ground:
    """A board hashed by identity: each place of an unchanged board is looked up only once."""

    __slots__ = ("board",)

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Ground) and self.board is other.board


@functools.lru_cache(maxsize=4096)
def _level(ground: _Ground, place: Place) -> FogLevel:
    board = ground.board
    for patch in reversed(board.fog):
        if _covers(board, patch, place):
            return patch.level
    return "revealed"


def _covers(board: Board, patch: FogPatch, place: Place) -> bool:
    point = place.point
    if patch.zone is not None:
        if place.zone is not None:
            return place.zone == patch.zone
        shape = board.zones[patch.zone].shape if patch.zone in board.zones else None
        return shape is not None and point is not None and contains(shape, point)
    if patch.shape is None:
        return point is not None or place.zone is not None
    if point is None:
        return False
    if isinstance(patch.shape, Line):
        return _distance(patch.shape.points, point) <= patch.width / 2
    return contains(patch.shape, point)


def _distance(points: tuple[Point, ...], point: Point) -> float:
    """Metres from a point to a line."""
    return min((_to_segment(start, end, point) for start, end in pairwise(points)), default=math.inf)


def _to_segment(start: Point, end: Point, point: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length if length else 0.0
    share = min(1.0, max(0.0, along))
    return math.dist((start[0] + dx * share, start[1] + dy * share), point)


_STEPS = 5
"""Sample points across and down, at which it is checked how much of a shape is in fog."""


def _samples(shape: Shape) -> Iterator[Point]:
    """Sample points within a shape, or along a line."""
    if isinstance(shape, Line):
        yield from shape.points
        yield from (((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(shape.points))
        return
    left, top, right, bottom = _bounds(shape)
    for column in range(_STEPS):
        for row in range(_STEPS):
            x = left + (right - left) * (column + 0.5) / _STEPS
            y = top + (bottom - top) * (row + 0.5) / _STEPS
            if contains(shape, (x, y)):
                yield x, y
    yield (left + right) / 2, (top + bottom) / 2


def _bounds(shape: Rectangle | Circle | Polygon) -> tuple[float, float, float, float]:
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    points = corners(shape) if isinstance(shape, Rectangle) else shape.points
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


_ORDER: dict[FogLevel, int] = {"revealed": 0, "dimmed": 1, "hidden": 2}


def _least(levels: Iterator[FogLevel]) -> FogLevel:
    return min(levels, key=_ORDER.__getitem__, default="hidden")
