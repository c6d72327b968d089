"""What forecasts of the family choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.engine.calls import Call
from model.engine.tactics import Calls
from model.rulesets.families.ogc.checks import Weapons
from model.state.base import Id
from model.state.battle import AnyBattle


def attacks_with(weapons: Weapons[Any]) -> Calls:
    """An attack with each weapon in hand, on an area with what strikes one; without any, with the bare hand."""

    def attacks(battle: AnyBattle, who: Id) -> Iterator[Call]:
        held = weapons.in_hand(battle, who)
        for item in held:
            action = "area_attack" if weapons.strikes_area(item.gear) else "attack"
            yield Call(action=action, actor=who, item=item.id)
        if not held:
            yield Call(action="attack", actor=who)

    return attacks
