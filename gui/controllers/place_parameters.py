"""Places on the map that an action waits for, and which of its parameters say where."""

from __future__ import annotations

from typing import Any

from model.board.zones import place_at
from model.engine.calls import Call
from model.engine.ruleset import Action
from model.engine.ways import read_path, read_place
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.board import Place


class ParameterPlace(Record):
    """A place for a parameter of the action in progress."""

    key: str


class OfferedPlace(Record):
    """A place for a parameter of the action that an offer is taken up with."""

    key: str


class QuestionPlace(Record):
    """A place that answers the question which is due."""


PlaceWanted = ParameterPlace | OfferedPlace | QuestionPlace


def place_keys(action: Action) -> list[str]:
    """All parameters that are a place or a way."""
    return [parameter.key for parameter in action.parameters if parameter.kind in ("path", "place")]


def place_key(action: Action) -> str | None:
    """The parameter that says where: of an action that strikes an area, or that moves a combatant."""
    if action.aim is not None and action.aim.at:
        return action.aim.at
    return next(iter(place_keys(action)), None) if action.group == "move" else None


def is_path(action: Action, key: str) -> bool:
    """Whether a parameter is a way rather than a place."""
    return any(parameter.key == key and parameter.kind == "path" for parameter in action.parameters)


def missing_place(battle: AnyBattle, action: Action, call: Call) -> str | None:
    """The parameter of a call that waits for a place on the map; what is aimed at a combatant needs none."""
    if any(key in call.options for key in place_keys(action)):
        return None
    mover = battle.combatants.get(call.actor)
    is_nowhere = mover is None or mover.place.point is None
    if action.aim is not None and (is_nowhere or call.option(action.aim.on)):
        return None
    return place_key(action)


PLACING = "place"
"""The edit that puts combatants in place, each at a place of its own or all at one."""


def place_of(battle: AnyBattle, call: Call, key: str) -> Place | None:
    """The place that a call says by a parameter: a place, or the end of a way; None where it says none."""
    mover = battle.combatants.get(call.actor)
    here = Place() if mover is None else mover.place
    way = read_path(call.option("path")) if key in ("place", "path") else ()
    if way:
        return place_at(battle.board, way[-1], here.height)
    return read_place(battle, call.option(key), here)


def with_place(action: Action, call: Call, key: str, place: Place) -> dict[str, Any]:
    """The options of a call that says another place by a parameter; a way leads there straight."""
    options = {name: value for name, value in call.options.items() if name not in ("path", key)}
    point = place.point
    if point is None:
        return options | {key: {"zone": place.zone}}
    return options | {key: [list(point)] if is_path(action, key) else {"x": point[0], "y": point[1]}}


def placed_at(battle: AnyBattle, call: Call, who: Id) -> Place | None:
    """Where `PLACING` puts a combatant; None where what it says is no place."""
    own = call.option("places", {})
    given = own[who] if isinstance(own, dict) and who in own else call.option("place")
    return read_place(battle, given, Place())
