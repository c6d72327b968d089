"""The actions from which forecasts choose in this family of rulesets."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from model.engine.calls import Call
from model.engine.tactics import Approach, Calls, Tactics, cover_at_hand
from model.rulesets.families.ogc.acting import DEFENCE_OFFER, LEAP_OFFER
from model.rulesets.families.ogc.battle import Battle
from model.rulesets.families.ogc.checks import Weapons
from model.state.base import Id


def attacks_with(weapons: Weapons[Battle, Any]) -> Calls:
    """Return the attacks with each weapon in hand, or with the bare hand if there is none.

    A weapon that strikes an area makes an area attack.
    """

    def attacks(battle: Battle, who: Id) -> Iterator[Call]:
        held = weapons.in_hand(battle, who)
        for item in held:
            action = "area_attack" if weapons.strikes_area(item.gear) else "attack"
            yield Call(action=action, actor=who, item=item.id)
        if not held:
            yield Call(action="attack", actor=who)

    return attacks


def family_tactics(
    weapons: Weapons[Battle, Any], approach: Approach, *, held: str, not_modelled: tuple[str, ...]
) -> Tactics:
    """Return the tactics that both rulesets share; `held` is the condition of a held combatant."""
    return Tactics(
        attacks=attacks_with(weapons),
        approach=approach,
        defences=_dodge,
        cover=cover_at_hand("take_cover", "feature"),
        in_cover="cover",
        drop="drop_prone",
        risings=MappingProxyType(
            {
                "prone": Call(action="stand_up"),
                "blinded": Call(action="shake_off"),
                held: Call(action="break_free"),
            }
        ),
        helpless=("unconscious", "defeated", "dead"),
        forced_defences=(DEFENCE_OFFER,),
        protections=(LEAP_OFFER,),
        unweighed=("health", "endurance"),
        not_modelled=not_modelled,
    )


def _dodge(battle: Battle, who: Id) -> tuple[Call, ...]:
    return (Call(action="dodge", actor=who),)
