"""The four body types and their hit locations (WL-LOC-01 to WL-LOC-06)."""

from __future__ import annotations

from typing import Literal

from model.dice.readings import Reading
from model.state.base import State

Body = Literal["humanoid", "quadruped", "flying_insect", "mister_handy"]
InjuryKind = Literal["head", "torso", "arm", "leg"]


class Location(State):
    """A part of a body: its name, and which injury it suffers."""

    id: str
    name: str
    injury: InjuryKind


def _at(name: str, injury: InjuryKind) -> Location:
    return Location(id=name.lower().replace(" ", "_"), name=name, injury=injury)


UPPER = (2, 8, 11, 14, 17, 20)
"""The highest d20 of each row of the table (WL-LOC-01)."""

_HEAD, _TORSO = _at("Head", "head"), _at("Torso", "torso")

LOCATIONS: dict[Body, tuple[Location, ...]] = {
    "humanoid": (
        _HEAD,
        _TORSO,
        _at("Left Arm", "arm"),
        _at("Right Arm", "arm"),
        _at("Left Leg", "leg"),
        _at("Right Leg", "leg"),
    ),
    "quadruped": (
        _HEAD,
        _TORSO,
        _at("Left Front Leg", "leg"),
        _at("Right Front Leg", "leg"),
        _at("Left Hind Leg", "leg"),
        _at("Right Hind Leg", "leg"),
    ),
    "flying_insect": (
        _HEAD,
        _TORSO,
        _at("Left Wing", "leg"),
        _at("Right Wing", "leg"),
        _at("Left Legs", "leg"),
        _at("Right Legs", "leg"),
    ),
    "mister_handy": (
        _at("Optics", "head"),
        _at("Main body", "torso"),
        _at("Arm 1", "arm"),
        _at("Arm 2", "arm"),
        _at("Arm 3", "arm"),
        _at("Thruster", "leg"),
    ),
}

ROWS: Reading = tuple(next(row for row, upper in enumerate(UPPER) if face <= upper) for face in range(1, 21))
"""The row of the table that each face of the location die names."""


def torso_of(body: Body) -> Location:
    return LOCATIONS[body][1]


def location_named(body: Body, name: str) -> Location | None:
    """A location of a body by its id, its name or the beginning of either; None when none or several fit."""
    word = name.strip().lower().replace(" ", "_")
    found = [location for location in LOCATIONS[body] if location.id == word]
    found = found or [location for location in LOCATIONS[body] if word and location.id.startswith(word)]
    return found[0] if len(found) == 1 else None
