"""Options of a forecast: attacks with weapons in hand, moving, dodging, cover, reviving combatants who are down."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.calls import Call
from model.engine.tactics import toward
from model.rulesets.families.ogc.tactics import family_tactics
from model.rulesets.kalos.checks import POOLS, WEAPONS
from model.rulesets.kalos.movement import metres_left
from model.rulesets.kalos.recovery import fallen_nearby
from model.rulesets.kalos.sheet import Battle
from model.state.base import Id, replace


def _approach(battle: Battle, who: Id, target: Id) -> Iterator[Call]:
    for is_sprint in (False, True):
        where = toward(battle, who, target, metres_left(battle, who, is_sprint=is_sprint))
        if where is not None:
            yield Call(action="move", actor=who, options=where)


def _revive(battle: Battle, who: Id) -> Iterator[Call]:
    fallen = fallen_nearby(battle, who)
    if fallen is not None:
        yield Call(action="revive", actor=who, targets=(fallen,))


TACTICS = replace(
    family_tactics(
        WEAPONS,
        _approach,
        held="held",
        not_modelled=("exchanged accuracy", "grapples and other manoeuvres", "team attacks", "talking"),
    ),
    heals=_revive,
    falls_at_once=POOLS.is_minion,
)
