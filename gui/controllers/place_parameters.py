"""Places on the map that an action waits for, and which of its parameters say where."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.ruleset import Action
from model.state.base import Record
from model.state.battle import AnyBattle


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
