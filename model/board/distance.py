"""Distances between combatants and things, and routes over the board: how long they are, where movement runs out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal, Protocol

from model.board.shapes import TOUCH
from model.state.base import Id
from model.state.battle import AnyBattle, GameBattle
from model.state.board import Board, Link, Place, Point, millimetres

# ------------------------------------------------------------------------------------------------------------ distances


Metric = Literal["straight_line", "one", "one_and_half"]
"""How a diagonal counts: as the straight line, as one step, or as one and a half."""


REACH_TOLERANCE = 0.05
"""Metres by which a combatant may be beyond a reach: tokens are placed by hand, and distances are shown to 10 cm."""


class Measuring(Protocol):
    """How a ruleset measures (`model.engine.ruleset.Ranges` implements this)."""

    @property
    def measures_from(self) -> Literal["centre", "edge"]:
        """Whether to measure between the centres of two tokens, or between their edges."""

    @property
    def metric(self) -> Callable[[GameBattle], Metric]:
        """How diagonals count in a battle."""

    @property
    def in_metres(self) -> bool:
        """Whether the ruleset measures in metres; it may count zones instead."""


def between(battle: AnyBattle, first: Id, second: Id, ranges: Measuring | None = None) -> float | None:
    """Metres between two combatants, things or items, or None if not known.

    Height counts. Measured from edge to edge (at least 0) if `ranges` says so, else from centre to centre. If `ranges`
    are not in metres, the distance is not known.
    """
    if ranges is not None and not ranges.in_metres:
        return None
    if first == second:
        return 0.0
    here, there = place_of(battle, first), place_of(battle, second)
    if here is None or there is None:
        return None
    metric = "straight_line" if ranges is None else ranges.metric(battle)
    metres = between_places(battle.board, here, there, metric)
    if metres is None or ranges is None or ranges.measures_from != "edge":
        return metres
    if here.x is None or here.y is None or there.x is None or there.y is None:
        return metres
    return max(0.0, metres - radius_of(battle, first) - radius_of(battle, second))


def tokens_touch(battle: AnyBattle, first: Id, second: Id) -> bool:
    """Whether two tokens touch, whatever their sizes; False if a position is not known."""
    here, there = place_of(battle, first), place_of(battle, second)
    if here is None or there is None or here.point is None or there.point is None:
        return False
    apart = math.hypot(math.dist(here.point, there.point), here.height - there.height)
    return apart <= radius_of(battle, first) + radius_of(battle, second) + REACH_TOLERANCE


def on_ground(here: Point, there: Point, metric: Metric = "straight_line") -> float:
    """Metres between two points, depending on how diagonals count."""
    if metric == "straight_line":
        return math.dist(here, there)
    short, long = sorted(abs(one - other) for one, other in zip(here, there, strict=True))
    return long if metric == "one" else long + short / 2


def between_places(board: Board, here: Place, there: Place, metric: Metric = "straight_line") -> float | None:
    """Metres between two places, height included, or None if not known."""
    # Points are built inline, for speed: forecasts compute thousands of distances.
    if here.x is not None and here.y is not None and there.x is not None and there.y is not None:
        ground: float | None = on_ground((here.x, here.y), (there.x, there.y), metric)
    else:
        link = link_between(board, here.zone, there.zone)
        ground = None if link is None else link.metres
    return ground if ground is None or here.height == there.height else math.hypot(ground, here.height - there.height)


def link_between(board: Board, first: Id | None, second: Id | None) -> Link | None:
    """The link between two zones, in either direction, or None if there is none or both are the same zone."""
    if first is None or second is None or first == second:
        return None
    ends = {first, second}
    return next((link for link in board.links.values() if {link.first, link.second} == ends), None)


def place_of(battle: AnyBattle, id: Id) -> Place | None:
    """Place of a combatant, thing or item; an item that has a holder is where the holder is."""
    if combatant := battle.combatants.get(id):
        return combatant.place
    if thing := battle.things.get(id):
        return thing.place
    if item := battle.items.get(id):
        return item.place if item.holder is None else place_of(battle, item.holder)
    return None


def radius_of(battle: AnyBattle, id: Id) -> float:
    """Metres from the centre to the edge; 0 for things, whose size is not stored."""
    combatant = battle.combatants.get(id)
    return 0.0 if combatant is None else combatant.radius


# --------------------------------------------------------------------------------------------------------------- routes


def path_length(points: Sequence[Point], metric: Metric = "straight_line") -> float:
    """Length of a route in metres, from point to point."""
    return sum(on_ground(here, there, metric) for here, there in pairwise(points))


def cut_off(points: Sequence[Point], metres: float) -> tuple[Point, ...]:
    """The part of a route that uses up this many metres; the whole route if it is not longer than that."""
    way: list[Point] = list(points[:1])
    left = metres
    for here, there in pairwise(points):
        if left <= TOUCH:
            break
        step = math.dist(here, there)
        if step > left + TOUCH:
            share = left / step
            x, y = (start + (end - start) * share for start, end in zip(here, there, strict=True))
            way.append((millimetres(x), millimetres(y)))
            break
        way.append(there)
        left -= step
    return tuple(way)
