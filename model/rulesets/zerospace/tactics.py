"""What a forecast chooses from: attacks in hand, walking and running, dodging, cover."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from model.engine.calls import Call
from model.engine.tactics import Tactics, cover_at_hand, toward
from model.rulesets.families.ogc.acting import DEFENCE_OFFER, LEAP_OFFER
from model.rulesets.families.ogc.tactics import attacks_with
from model.rulesets.zerospace.checks import WEAPONS
from model.rulesets.zerospace.movement import Mode, metres_left
from model.state.base import Id
from model.state.battle import AnyBattle

_MODES: tuple[Mode, ...] = ("walk", "run", "sprint")


def _approach(battle: AnyBattle, who: Id, target: Id) -> Iterator[Call]:
    for mode in _MODES:
        where = toward(battle, who, target, metres_left(battle, who, mode))
        if where is not None:
            yield Call(action="move", actor=who, options=where | {"mode": mode})


def _dodge(battle: AnyBattle, who: Id) -> tuple[Call, ...]:
    return (Call(action="dodge", actor=who),)


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
            "restrained": Call(action="break_free"),
        }
    ),
    helpless=("unconscious", "defeated", "dead"),
    forced_defences=(DEFENCE_OFFER,),
    protections=(LEAP_OFFER,),
    unweighed=("health", "endurance"),
    not_modelled=("plot points", "retcons", "called shots", "grapples and other manoeuvres", "team attacks", "talking"),
)
