"""Options of a forecast: attacks with weapons in hand, walking and running, dodging, cover."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.calls import Call
from model.engine.tactics import toward
from model.rulesets.families.ogc.tactics import family_tactics
from model.rulesets.zerospace.checks import WEAPONS
from model.rulesets.zerospace.movement import Mode, metres_left
from model.rulesets.zerospace.sheet import Battle
from model.state.base import Id

_MODES: tuple[Mode, ...] = ("walk", "run", "sprint")


def _approach(battle: Battle, who: Id, target: Id) -> Iterator[Call]:
    for mode in _MODES:
        where = toward(battle, who, target, metres_left(battle, who, mode))
        if where is not None:
            yield Call(action="move", actor=who, options=where | {"mode": mode})


TACTICS = family_tactics(
    WEAPONS,
    _approach,
    held="restrained",
    not_modelled=("plot points", "retcons", "called shots", "grapples and other manoeuvres", "team attacks", "talking"),
)
