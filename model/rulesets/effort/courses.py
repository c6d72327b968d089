"""The movement that a call describes: its legs, from its options and from the map (SE-COST, SE-TERR)."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, get_args

from model.board.cutting import Stretch, stretches
from model.board.distance import on_ground
from model.engine.calls import Call
from model.engine.routes import NO_METRES, THERE_ALREADY, Route, is_there, route_of
from model.engine.ruleset import Parameter
from model.rulesets.effort.conditions import STANCES, stance_of
from model.rulesets.effort.distances import metric
from model.rulesets.effort.prices import USUAL, Headstart, Leg, Mode, Priced, difficult_metres, priced, with_stances
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import Id, Record, replace
from model.state.board import Feature, Place, Point

MODES: tuple[Mode, ...] = get_args(Mode)
MODE = Parameter(
    key="mode", title="How", kind="choice", default="auto", options=("auto", *MODES), rule="SE-COST-01",
    help="auto: walking, or what the stance requires.",
)  # fmt: skip
STANCE: Parameter[str | None] = Parameter(
    key="stance", title="Then", kind="choice", options=STANCES, rule="SE-STANCE-01",
    help="The stance at the end of the movement, or a change of stance alone.",
)  # fmt: skip
EFFORT: Parameter[float | None] = Parameter(
    key="effort", title="Effort points", kind="number", least=0, most=999, rule="SE-EFF-01",
    help="How many of the points are effort points. Empty: only what speed points do not cover.",
)  # fmt: skip
LEGS: Parameter[Any] = Parameter(
    key="legs", title="Legs", kind="value", rule="SE-COST-01",
    help="Several kinds of movement in one action, each with mode, metres, place or path, or with a stance.",
)  # fmt: skip


_LEG_KEYS = ("mode", "stance", "metres", "place", "path", "difficult", "headstart", "next_to")
_WAYS: dict[str, Point] = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}


class Course(Record):
    """Legs in order, and the place where they end, or None if it is unknown."""

    legs: tuple[Leg, ...]
    place: Place | None
    next_to: Id | None = None
    """The combatant next to whom they end."""

    @property
    def metres(self) -> float:
        return sum(leg.metres for leg in self.legs)

    @property
    def points(self) -> tuple[Point, ...]:
        """The whole route, or empty if the route of any leg is unknown."""
        moving = [leg for leg in self.legs if leg.mode is not None]
        if not moving or not all(leg.points for leg in moving):
            return ()
        return (*moving[0].points, *(point for leg in moving[1:] for point in leg.points[1:]))


_read: deque[tuple[Battle, Call, Course | str]] = deque(maxlen=4)
"""Cache of the last calls read: guards and the move itself read the same call, and states are immutable."""


def movement_of(battle: Battle, call: Call) -> Course | str:
    """The movement that a call describes, or an error sentence if it cannot be read."""
    for known, asked, course in _read:
        if known is battle and asked is call:
            return course
    course = _movement_of(battle, call)
    _read.append((battle, call, course))
    return course


def _movement_of(battle: Battle, call: Call) -> Course | str:
    said = LEGS.said(call)
    tables = _tables(call) if said is None else said
    if not isinstance(tables, Sequence) or isinstance(tables, str) or not tables:
        return "Choose a destination: a place, a path, a number of metres, or legs."
    start, who, legs, place = battle, call.actor, list[Leg](), None
    stance = stance_of(battle, who)
    for table in tables:
        read = _leg(battle, call.actor, table)
        if isinstance(read, str):
            return read
        leg, place = read[0], read[1] or place
        if leg.mode is None and leg.stance is None:
            leg = replace(leg, mode=USUAL[stance])
        legs.append(leg)
        stance = leg.stance or stance
        if leg.mode is not None and read[1] is not None:
            battle = battle.with_combatant(replace(battle.combatants[who], place=read[1]))
    if not any(leg.metres or leg.stance for leg in legs):
        if place is None:
            return NO_METRES
        if is_there(start, who, place):
            return THERE_ALREADY
    other = next((table["next_to"] for table in reversed(tables) if "next_to" in table), None)
    return Course(with_stances(legs, stance_of(battle, who)), place, other)


def _tables(call: Call) -> list[dict[str, Any]]:
    """The single leg that a call's own options describe, and the stance after it."""
    keys = ("metres", "place", "path", "difficult", "headstart", "next_to")
    table = {key: call.options[key] for key in keys if key in call.options}
    mode = MODE.said(call)
    tables = []
    if any(key in table for key in ("metres", "place", "path")):
        tables.append(table if mode == "auto" else table | {"mode": mode})
    if STANCE.said(call) is not None:
        tables.append({"stance": STANCE.said(call)})
    return tables


def _leg(battle: Battle, who: Id, table: object) -> tuple[Leg, Place | None] | str:
    """One leg and its end, or an error sentence; without a mode, the caller uses the usual one of the stance."""
    if not isinstance(table, Mapping):
        return "A leg is a table such as { mode = run, metres = 3 }."
    unknown = [str(key) for key in table if key not in _LEG_KEYS]
    if unknown:
        return f"“{unknown[0]}” is not a field of a leg. Its fields are {', '.join(_LEG_KEYS)}."
    stance, mode = table.get("stance"), table.get("mode")
    if stance is not None:
        return (Leg(stance=stance), None) if stance in STANCES else f"There is no stance “{stance}”."
    if mode is not None and mode not in MODES:
        return f"There is no movement mode “{mode}”. The modes are {', '.join(MODES)}."
    problem = _number_problem(table, "metres") or _number_problem(table, "difficult")
    if problem:
        return problem
    route = route_of(battle, Call(action="", actor=who, options=dict(table)), metric(battle))
    if route is None:
        return "That is not a place on this board."
    return _measured(battle, route, table, mode), route.place


def _number_problem(table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if is_number and 0 <= value <= 999_999 else f"“{key}” of a leg must be a number of metres."


def _measured(battle: Battle, route: Route, table: Mapping[str, Any], mode: Mode | None) -> Leg:
    """A leg with its metres; those on difficult ground are as typed, else from the map (SE-TERR-01).

    Metres on the map are rounded to the centimetre: places are whole millimetres, so that a slanting metre would
    count as more than one.
    """
    metres = route.metres if table.get("metres") is not None else round(_counted(battle, route), 2)
    typed = table.get("difficult")
    found = stretches(battle.board, route.points)
    straight = sum(piece.metres for piece in found)
    share = metres / straight if straight else 0.0
    pieces: tuple[tuple[float, bool], ...] = ()
    if typed is None:
        pieces = tuple((piece.metres * share, is_difficult(piece)) for piece in found)
    headstart: Headstart = table.get("headstart", "auto")
    return Leg(
        mode=mode,
        metres=round(metres, 3),
        hindered=difficult_metres(pieces) if typed is None else min(float(typed), metres),
        pieces=pieces,
        headstart=headstart if headstart in get_args(Headstart) else "auto",
        points=route.points,
    )


def _counted(battle: Battle, route: Route) -> float:
    """Metres of a route on the map; alternating diagonals count an extra cell per full pair (SE-MIS-08)."""
    if rules(battle).diagonals != "alternating" or len(route.points) < 2:
        return route.metres
    cell = battle.board.cell
    straight = sum(on_ground(here, there, "one") for here, there in pairwise(route.points))
    diagonal = sum(min(abs(here[0] - there[0]), abs(here[1] - there[1])) for here, there in pairwise(route.points))
    return straight + math.floor(diagonal / cell / 2 + 1e-6) * cell


def is_difficult(piece: Stretch) -> bool:
    """Whether any ground on this stretch is difficult: several hindrances count once (SE-TERR-01)."""
    return any(_hinders(feature, piece) for feature in piece.ground)


def _hinders(feature: Feature, piece: Stretch) -> bool:
    """Whether ground is difficult on this stretch; a slope named `uphill north` only when moving north (SE-TERR-03)."""
    words = re.findall(r"[a-z]+", feature.name.lower())
    if "uphill" not in words:
        return True
    ways = [_WAYS[word] for word in words if word in _WAYS]
    if not ways:
        return True
    across, down = piece.end[0] - piece.start[0], piece.end[1] - piece.start[1]
    return across * sum(x for x, _ in ways) + down * sum(y for _, y in ways) > 1e-6


def price_of(battle: Battle, who: Id, movement: Course) -> tuple[Priced, ...]:
    """The legs of a combatant's movement with their prices (SE-COST-01)."""
    return priced(battle, movement.legs, stance_of(battle, who))
