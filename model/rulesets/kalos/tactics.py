"""What a forecast chooses from: attacks in hand, moving, dodging, cover, reviving the fallen."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from model.engine.calls import Call
from model.engine.tactics import Tactics, cover_at_hand, toward
from model.rulesets.families.ogc.acting import DEFENCE_OFFER, LEAP_OFFER
from model.rulesets.families.ogc.tactics import attacks_with
from model.rulesets.kalos.checks import WEAPONS
from model.rulesets.kalos.movement import metres_left
from model.rulesets.kalos.recovery import fallen_nearby
from model.state.base import Id
from model.state.battle import AnyBattle


def _approach(battle: AnyBattle, who: Id, target: Id) -> Iterator[Call]:
    for is_sprint in (False, True):
        where = toward(battle, who, target, metres_left(battle, who, is_sprint=is_sprint))
        if where is not None:
            yield Call(action="move", actor=who, options=where)


def _dodge(battle: AnyBattle, who: Id) -> tuple[Call, ...]:
    return (Call(action="dodge", actor=who),)


def _revive(battle: AnyBattle, who: Id) -> Iterator[Call]:
    fallen = fallen_nearby(battle, who)
    if fallen is not None:
        yield Call(action="revive", actor=who, targets=(fallen,))


TACTICS = Tactics(
    attacks=attacks_with(WEAPONS),
    approach=_approach,
    defences=_dodge,
    cover=cover_at_hand("take_cover", "feature"),
    in_cover="cover",
    drop="drop_prone",
    risings=MappingProxyType(
        {
            "prone": Call(action="stand_up"),
            "blinded": Call(action="shake_off"),
            "held": Call(action="break_free"),
        }
    ),
    heals=_revive,
    helpless=("unconscious", "defeated", "dead"),
    forced_defences=(DEFENCE_OFFER,),
    protections=(LEAP_OFFER,),
    unweighed=("health", "endurance"),
    not_modelled=("exchanged accuracy", "grapples and other manoeuvres", "team attacks", "talking"),
)
