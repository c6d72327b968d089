"""Where a move leads and how long it is, read from the options of a call: a path, a place or only metres."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from model.board.bands import metres_text
from model.board.distance import Metric, between_places, path_length
from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.messages import is_secret
from model.engine.ruleset import Parameter
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.board import Board, Place, Point
from model.state.identity_cache import cached_by_identity
from model.state.texts import Refusal, text

CLOSE = 1e-6
"""Distance in metres that counts as none."""


class Route(Record):
    """Where a move leads and how long it is; `place` is None if only metres are known."""

    points: tuple[Point, ...]
    metres: float
    place: Place | None


NO_METRES = "0 metres is not a move: enter a distance."
THERE_ALREADY = "That is where the move begins: choose another place."


def route_of(battle: AnyBattle, call: Call, metric: Metric = "straight_line") -> Route | None:
    """The route that a call describes by a path, a place or only metres, or None if its options cannot be read."""
    return _route_of(call, battle.board, battle.combatants[call.actor].place, metric)


@cached_by_identity(16, values=2)
def _route_of(call: Call, board: Board, here: Place, metric: Metric) -> Route | None:
    typed = METRES.said(call)
    points = read_path(PATH.said(call))
    if points and here.point is not None and not math.isclose(math.dist(points[0], here.point), 0, abs_tol=CLOSE):
        points = (here.point, *points)
    if points:
        metres = path_length(points, metric) if typed is None else float(typed)
        return Route(points, metres, place_at(board, points[-1], here.height))
    place = _read_place(board, PLACE.said(call), here)
    if place is not None:
        route = (here.point, place.point) if here.point is not None and place.point is not None else ()
        known = between_places(board, here, place, metric)
        return Route(route, float(typed) if typed is not None else known or 0.0, place)
    return None if typed is None else Route((), float(typed), None)


def leads_nowhere(battle: AnyBattle, call: Call, rule: str = "") -> Refusal | None:
    """Refusal of a call without a destination or with one that is not on this board; None if `route_of` can read it."""
    if all(one.said(call) is None for one in WHERE):
        sentence = text("Choose a destination: a place, a path or metres.")
        return Refusal(key="nowhere", sentence=sentence, rule=rule, can_override=False)
    if METRES.said(call) == 0 and PATH.said(call) is None and PLACE.said(call) is None:
        return Refusal(key="no_metres", sentence=text(NO_METRES), rule=rule, can_override=False)
    route = route_of(battle, call)
    if route is None:
        sentence = text("That is not a place on this board.")
        return Refusal(key="bad_place", sentence=sentence, rule=rule, can_override=False)
    if not route.metres and PATH.said(call) is None and is_there(battle, call.actor, route.place):
        return Refusal(key="no_metres", sentence=text(THERE_ALREADY), rule=rule, can_override=False)
    return None


def is_there(battle: AnyBattle, who: Id, place: Place | None) -> bool:
    """Whether a combatant stands at a place."""
    return place is not None and who in battle.combatants and battle.combatants[who].place == place


def read_place(battle: AnyBattle, value: object, here: Place) -> Place | None:
    """A place from a call's options: a table, a point, or the id of a zone; None if it is none of these."""
    return _read_place(battle.board, value, here)


def _read_place(board: Board, value: object, here: Place) -> Place | None:
    if isinstance(value, Place):
        return value
    if isinstance(value, str):
        return Place(zone=value) if value in board.zones else None
    if isinstance(value, Mapping):
        try:
            place = msgspec.convert(dict(value), Place)
        except msgspec.ValidationError:
            return None
        if not all(math.isfinite(number or 0) for number in (place.x, place.y, place.height)):
            return None
        if place.point is not None and place.zone is None:
            return place_at(board, place.point, place.height)
        return place if place.zone is None or place.zone in board.zones else None
    point = _read_point(value)
    return None if point is None else place_at(board, point, here.height)


def read_path(value: object) -> tuple[Point, ...]:
    """A path from a call's options: a list of points; empty if the value is not one."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    points = tuple(_read_point(point) for point in value)
    return () if None in points else points  # type: ignore[return-value]  # just looked


def _read_point(value: object) -> Point | None:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        return None
    x, y = value
    if not isinstance(x, (int, float)) or not isinstance(y, (int, float)):
        return None
    return (float(x), float(y)) if math.isfinite(x) and math.isfinite(y) else None


PLACE: Parameter[Any] = Parameter(key="place", title="To", kind="place")
PATH: Parameter[Any] = Parameter(key="path", title="Path", kind="path")
METRES: Parameter[float | None] = Parameter(
    key="metres", title="Metres", kind="number", least=0, most=999_999, help="Replaces what the map measures."
)
WHERE = (PLACE, PATH, METRES)
"""Parameters of an action that say where a move leads."""

NEXT_TO: Parameter[Id | None] = Parameter(
    key="next_to", title="Next to", kind="combatant", applies=lambda battle, call: False,
    help="The combatant next to whom the place is, for the log.",
)  # fmt: skip
MOVES_TO = (*WHERE, NEXT_TO)
"""The same of a move that may be meant to end next to another combatant."""


def named_beside(battle: AnyBattle, who: Id, other: object) -> tuple[Id, ...]:
    """Next to whom a move has ended, for its sentence; empty if it was not to, or if players must not know of them."""
    if not isinstance(other, str) or other == who or other not in battle.combatants:
        return ()
    return () if is_secret(battle, other) and not is_secret(battle, who) else (other,)


def log_move(
    battle: AnyBattle, call: Call, moves: str, metres: float, ask: Ask, *, how: str = "", arrives: bool = True
) -> None:
    """Log a move that was carried out, and next to whom it ended: `Vex sprints 9 m, next to Brick.`"""
    beside = named_beside(battle, call.actor, NEXT_TO.said(call)) if arrives else ()
    end = ", next to {1}." if beside else "."
    ask.log(battle, f"{{0}} {moves} {{metres}}{how}{end}", call.actor, *beside, metres=metres_text(metres))
