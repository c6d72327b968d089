"""A movement as a call describes it: one leg, or several of different kinds with changes of stance between them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_fields
from itertools import pairwise
from typing import Any, get_args

from model.board.distance import Metric, on_ground
from model.board.stretches import Stretch, stretches
from model.engine.calls import Call
from model.engine.ways import Way, way_of
from model.rulesets.effort.conditions import STANCES, stance_of
from model.rulesets.effort.prices import USUAL, Headstart, Leg, Mode, with_stances
from model.rulesets.effort.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Feature, Place, Point

MODES: tuple[Mode, ...] = get_args(Mode)
METRICS: dict[str, Metric] = {"euclidean": "straight_line", "one": "one", "alternating": "one_and_half"}
_LEG_KEYS = ("mode", "stance", "metres", "place", "path", "difficult", "headstart")
_WAYS: dict[str, Point] = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}


@dataclass(frozen=True)
class Movement:
    """Legs in order, and where they lead; None where nobody knows."""

    legs: tuple[Leg, ...]
    place: Place | None

    @property
    def metres(self) -> float:
        return sum(leg.metres for leg in self.legs)

    @property
    def points(self) -> tuple[Point, ...]:
        """The whole way, empty unless every leg is known."""
        moving = [leg for leg in self.legs if leg.mode is not None]
        if not moving or not all(leg.points for leg in moving):
            return ()
        return (*moving[0].points, *(point for leg in moving[1:] for point in leg.points[1:]))


def metric(battle: AnyBattle) -> Metric:
    """How diagonals count between two places (SE-MIS-08)."""
    return METRICS[rules(battle).diagonals]


def movement_of(battle: AnyBattle, call: Call) -> Movement | str:
    """The movement that a call describes; a sentence when it cannot be read."""
    said = call.option("legs")
    tables = _tables(call) if said is None else said
    if not isinstance(tables, Sequence) or isinstance(tables, str) or not tables:
        return "Say where to: a place, a path, metres, or the legs of the movement."
    who, legs, place = call.actor, list[Leg](), None
    stance = stance_of(battle, who)
    for table in tables:
        read = _leg(battle, call.actor, table)
        if isinstance(read, str):
            return read
        leg, place = read[0], read[1] or place
        if leg.mode is None and leg.stance is None:
            leg = with_fields(leg, mode=USUAL[stance])
        legs.append(leg)
        stance = leg.stance or stance
        if leg.mode is not None and read[1] is not None:
            battle = battle.with_combatant(replace(battle.combatants[who], place=read[1]))
    return Movement(with_stances(battle, legs, stance_of(battle, who)), place)


def _tables(call: Call) -> list[dict[str, Any]]:
    """The single leg that a call's own options describe, and the stance after it."""
    keys = ("metres", "place", "path", "difficult", "headstart")
    table = {key: call.options[key] for key in keys if key in call.options}
    mode = call.option("mode", "auto")
    tables = []
    if any(key in table for key in ("metres", "place", "path")):
        tables.append(table if mode == "auto" else table | {"mode": mode})
    if call.option("stance") is not None:
        tables.append({"stance": call.option("stance")})
    return tables


def _leg(battle: AnyBattle, who: Id, table: object) -> tuple[Leg, Place | None] | str:
    """One leg and where it ends; without a mode it is the usual one of the stance then taken."""
    if not isinstance(table, Mapping):
        return "A leg is a table such as { mode = run, metres = 3 }."
    unknown = [str(key) for key in table if key not in _LEG_KEYS]
    if unknown:
        return f"A leg has no “{unknown[0]}”, only {', '.join(_LEG_KEYS)}."
    stance, mode = table.get("stance"), table.get("mode")
    if stance is not None:
        return (Leg(stance=stance), None) if stance in STANCES else f"There is no stance “{stance}”."
    if mode is not None and mode not in MODES:
        return f"There is no way of moving “{mode}”, only {', '.join(MODES)}."
    problem = _number_problem(table, "metres") or _number_problem(table, "difficult")
    if problem:
        return problem
    way = way_of(battle, Call(action="", actor=who, options=dict(table)), metric(battle))
    if way is None:
        return "That is no place on this board."
    return _measured(battle, way, table, mode), way.place


def _number_problem(table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if is_number and 0 <= value <= 999_999 else f"“{key}” of a leg takes metres."


def _measured(battle: AnyBattle, way: Way, table: Mapping[str, Any], mode: Mode | None) -> Leg:
    """A leg with its metres, those on difficult ground as typed or as the map has them (SE-TERR-01).

    The map measures to the centimetre: its places are whole millimetres, and a slanting metre would count as more.
    """
    metres = way.metres if table.get("metres") is not None else round(_counted(battle, way), 2)
    typed = table.get("difficult")
    found = stretches(battle.board, way.points)
    straight = sum(piece.metres for piece in found)
    share = metres / straight if straight else 0.0
    pieces: tuple[tuple[float, int], ...] = ()
    if typed is not None:
        hindered: tuple[tuple[float, int], ...] = ((min(float(typed), metres), 1),) if typed else ()
    else:
        pieces = tuple((piece.metres * share, len(hindrances(piece))) for piece in found)
        hindered = tuple((length, count) for length, count in pieces if count)
    starts = bool(typed) if typed is not None else bool(found and hindrances(found[0]))
    headstart: Headstart = table.get("headstart", "auto")
    return Leg(
        mode=mode,
        metres=round(metres, 3),
        hindered=hindered,
        pieces=pieces,
        starts_hindered=starts,
        headstart=headstart if headstart in get_args(Headstart) else "auto",
        points=way.points,
    )


def _counted(battle: AnyBattle, way: Way) -> float:
    """Metres of a way on the map; where every second diagonal counts double, whole pairs of them do (SE-MIS-08)."""
    if rules(battle).diagonals != "alternating" or len(way.points) < 2:
        return way.metres
    cell = battle.board.cell
    straight = sum(on_ground(here, there, "one") for here, there in pairwise(way.points))
    diagonal = sum(min(abs(here[0] - there[0]), abs(here[1] - there[1])) for here, there in pairwise(way.points))
    return straight + math.floor(diagonal / cell / 2 + 1e-6) * cell


def hindrances(piece: Stretch) -> tuple[Feature, ...]:
    return tuple(feature for feature in piece.ground if _hinders(feature, piece))


def _hinders(feature: Feature, piece: Stretch) -> bool:
    """Whether ground is difficult on this stretch: a slope named `uphill north` only on the way north (SE-TERR-03)."""
    words = re.findall(r"[a-z]+", feature.name.lower())
    if "uphill" not in words:
        return True
    ways = [_WAYS[word] for word in words if word in _WAYS]
    if not ways:
        return True
    across, down = piece.end[0] - piece.start[0], piece.end[1] - piece.start[1]
    return across * sum(x for x, _ in ways) + down * sum(y for _, y in ways) > 1e-6
