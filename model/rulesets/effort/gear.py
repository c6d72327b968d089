"""Weapons, armour and items (SE-MIS-07)."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta

from model.engine.last_weapon import last_or_first
from model.state.base import Id, State
from model.state.battle import AnyBattle, Item

DAMAGE = r"^(\d{1,2}d\d{1,3}([+-]\d{1,3})?|\d{1,3})$"
_DICE = re.compile(r"(\d+)d(\d+)([+-]\d+)?")


class Gear(State):
    """What makes an item a weapon, armour or something to use."""

    kind: Annotated[Literal["weapon", "armour", "item"], Meta(title="Kind")] = "weapon"
    use: Annotated[Literal["ranged", "melee"], Meta(title="Used")] = "ranged"
    attack: Annotated[int, Meta(title="Attack modifier", ge=-20, le=20)] = 0
    damage: Annotated[
        str, Meta(title="Damage", description="Dice and a number such as 1d10+2, or a number alone.", pattern=DAMAGE)
    ] = "1d10"
    range_m: Annotated[int, Meta(title="Range (m)", description="Normal range.", ge=0, le=99_999)] = 20
    range_max_m: Annotated[int, Meta(title="Maximum range (m)", description="0: no limit known.", ge=0, le=99_999)] = 0
    ammo: Annotated[
        Annotated[int, Meta(ge=0, le=9999)] | None,
        Meta(title="Ammunition", description="Nothing typed: the magazine is full."),
    ] = None
    magazine: Annotated[int, Meta(title="Magazine", description="0: needs no ammunition.", ge=0, le=9999)] = 0
    radius_m: Annotated[
        int, Meta(title="Radius (m)", description="Hurts everybody so near to the target; 0: only the target.", le=999)
    ] = 0
    quantity: Annotated[int, Meta(title="Quantity", ge=0, le=9999)] = 1
    is_used_up: Annotated[bool, Meta(title="Used up", description="One less with each use or throw.")] = False
    is_complicated: Annotated[bool, Meta(title="Complicated", description="No single action is enough.")] = False
    armour: Annotated[int, Meta(title="Armour", description="Of armour worn.", ge=0, le=99)] = 0
    effect: Annotated[str, Meta(title="Effect", description="What using it does, in words.")] = ""

    @property
    def loaded(self) -> int:
        """Shots left; nothing noted means a full magazine."""
        return self.magazine if self.ammo is None else self.ammo


def damage_dice(damage: str) -> tuple[int, int, int]:
    """Count, sides and what is added; a number alone has no dice."""
    match = _DICE.fullmatch(damage)
    if match is None:
        return 0, 2, int(damage) if damage.isdigit() else 0
    return int(match[1]), max(2, int(match[2])), int(match[3] or 0)


UNARMED = Gear(use="melee", damage="1", range_m=0)
"""A blow with the bare hand: the smallest damage there is."""


def weapons_in_hand(battle: AnyBattle, who: Id) -> tuple[Item[Gear], ...]:
    """What somebody can attack with now, oldest first."""
    return tuple(item for item in battle.items_of(who) if item.where == "hand" and item.gear.kind == "weapon")


def usual_weapon(battle: AnyBattle, who: Id) -> Item[Gear] | None:
    """The weapon used last while it is still in hand, else the first in hand."""
    return last_or_first(battle, who, weapons_in_hand(battle, who))


def weapons_to_attack(battle: AnyBattle, who: Id) -> tuple[tuple[Id, str], ...]:
    """What somebody could attack with, for the window: the usual weapon first."""
    usual = usual_weapon(battle, who)
    return tuple((item.id, item.name) for item in sorted(weapons_in_hand(battle, who), key=lambda item: item != usual))


def armour_of(battle: AnyBattle, who: Id) -> int:
    """Armour on the sheet and armour worn (SE-MIS-02)."""
    worn: int = sum(item.gear.armour for item in battle.items_of(who) if item.where == "worn")
    return int(battle.combatants[who].sheet.armour) + worn
