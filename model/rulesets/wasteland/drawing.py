"""Movement drawn on the map: the zones within a move and within a sprint (WL-MIN-05, WL-MAJ-13, WL-DIST-03)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.board.seats import seats
from model.board.zones import everyone_in, zone_at
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.moving import USUAL, DrawnLeg, Manner, Movement, Reach, drawn_points
from model.rulesets.wasteland.conditions import PRONE, has_injury
from model.rulesets.wasteland.movement import SPRINT, zones_of_move, zones_within
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Point, Shape

SPRINTS = "sprint"
_TOUCHES = 2.5
"""Half widths of a token from middle to middle: two touch, with a little left for the hand."""


def manners(battle: AnyBattle, who: Id) -> tuple[Manner, ...]:
    """Moving or crawling, and sprinting for who is on sound feet (WL-PRONE-02, WL-PRONE-03, WL-INJ-02)."""
    is_prone = has_effect(battle, who, PRONE)
    usual = Manner(key=USUAL, title="Crawl" if is_prone else "Move")
    can_sprint = not is_prone and not has_injury(battle, who, "leg")
    return (usual, Manner(key=SPRINTS, title="Sprint")) if can_sprint else (usual,)


def call_of(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """A move or a sprint to where the drawn way ends: only the zones count, and who is touched there."""
    x, y = drawn_points(legs)[-1]
    is_sprint = legs[-1].manner == SPRINTS
    beside = _touched(battle, who, (x, y))
    where = {"place": {"x": x, "y": y}} if beside is None else {"next_to": beside}
    return Call(action="sprint" if is_sprint else "move", actor=who, options=where)


def _touched(battle: AnyBattle, who: Id, point: Point) -> Id | None:
    """Whom somebody touches who is put there, as all are shown: within reach of them (WL-DIST-02)."""
    zone = zone_at(battle.board, point)
    others = [] if zone is None else [other for other in everyone_in(battle, zone.id) if other != who]
    shown = seats(battle, others, gives_way=True)
    found = {other: math.dist(seat.place, point) / seat.room for other, seat in shown.items()}
    nearest = min(found, key=lambda other: found[other], default=None)
    return nearest if nearest is not None and found[nearest] <= _TOUCHES else None


def reach(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...], manner: str) -> tuple[Reach, ...]:
    """The zones that a move crosses, and those that only a sprint does; from where the turn began, not a corner."""
    zones = SPRINT if manner == SPRINTS else zones_of_move(battle, who)
    shapes = tuple(_shapes(battle, zones_within(battle, who, zones)))
    return (Reach(title=manners(battle, who)[-1 if manner == SPRINTS else 0].title.lower(), shapes=shapes),)


def _shapes(battle: AnyBattle, zones: tuple[Id, ...]) -> Iterator[Shape]:
    for zone in zones:
        shape = battle.board.zones[zone].shape
        if shape is not None:
            yield shape


MOVEMENT = Movement(call=call_of, reach=reach, manners=manners)
