"""Weapons, attack powers, armour and tools (ZS-MIS-07, ZS-MIS-08)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from msgspec import Meta

from model.rulesets.families.ogc.damage import AttackType
from model.rulesets.families.ogc.weapons import Weapons
from model.rulesets.zerospace.attributes import attribute
from model.rulesets.zerospace.settings import metres_by_level, rules
from model.state.base import Id, State
from model.state.battle import AnyBattle, Item

AttackKind = Literal["ranged", "melee", "mental"]
HAND_TO_HAND = "hand_to_hand_combat"
HAND_TO_HAND_REACH = 1.0
THROWN_REACH = 10.0
"""Thrown weapons reach short range at most (ZS-RANGE-02, ZS-RANGE-03)."""


class Gear(State):
    """What makes an item a weapon, a power used as a weapon, armour or a tool."""

    kind: Annotated[Literal["weapon", "power", "armour", "tool"], Meta(title="Kind")] = "weapon"
    level: Annotated[
        int, Meta(title="Equipment level", description="Powers use the Power Level instead.", ge=0, le=10)
    ] = 1
    skill: Annotated[str, Meta(title="Skill", description="Such as ranged_combat or hand_to_hand_combat.")] = (
        "ranged_combat"
    )
    range_m: Annotated[int, Meta(title="Range (m)", ge=0, le=999_999)] = 1
    type: Annotated[AttackType, Meta(title="Type of attack", description="A mental one uses Mental Combat.")] = "normal"
    affects: Annotated[
        Literal["", "health", "endurance", "attribute", "effect_only"],
        Meta(title="Hurts", description="Of mental and alteration attacks; empty: by house rule."),
    ] = ""
    attribute: Annotated[
        Literal["", "agility", "brawn", "presence", "reason", "power_level"],
        Meta(title="Attribute hurt", description="Of attacks that lower an attribute."),
    ] = ""
    special: Annotated[
        Literal["", "blinding", "terrifying", "ongoing"],
        Meta(title="Leaves", description="What a hit leaves on the target: blind, terrified, an effect by its name."),
    ] = ""
    effect: Annotated[str, Meta(title="Name of the effect", description="Of an attack that leaves one.")] = ""
    brings: Annotated[
        Literal["", "helpless", "restrained"], Meta(title="Brings", description="What comes and ends with that effect.")
    ] = ""
    can_be_opposed: Annotated[
        bool, Meta(title="Can be broken out of", description="Takes away free will, or alters against it.")
    ] = True
    deals_damage: Annotated[
        bool | None, Meta(title="Does damage", description="Nothing said: blinding and terrifying ones by house rule.")
    ] = None
    piercing: Annotated[bool, Meta(title="Piercing", description="Resistance counts half.")] = False
    is_area: Annotated[bool, Meta(title="Area", description="Strikes everybody within a radius.")] = False
    radius_m: Annotated[int, Meta(title="Radius (m)", description="Of an area; 0: the usual one.", ge=0, le=9_999)] = 0
    is_large: Annotated[bool, Meta(title="Large", description="Strikes everybody who is still in the area.")] = False
    suppressing_fire: Annotated[bool, Meta(title="Suppressing fire")] = False
    stunning: Annotated[bool, Meta(title="Stunning", description="Hurts Endurance instead of Health.")] = False
    thrown: Annotated[bool, Meta(title="Thrown", description="Short range at most.")] = False
    defensive: Annotated[
        bool, Meta(title="Defensive", description="Counts for the defence with its skill, such as a shield.")
    ] = False
    resistance: Annotated[int, Meta(title="Damage Resistance", description="Of armour worn.", ge=0, le=30)] = 0
    ammo: Annotated[
        Annotated[int, Meta(ge=0, le=9_999)] | None,
        Meta(title="Ammunition", description="A free counter, by house rule; nothing is enforced."),
    ] = None
    notes: Annotated[str, Meta(title="Notes", description="“Auto” makes suppressing fire possible.")] = ""

    @property
    def attack_kind(self) -> AttackKind:
        """Mind against mind; hand-to-hand weapons by their skill, all others at range (ZS-ATK-03, 07 and 14)."""
        if self.type == "mental":
            return "mental"
        return "melee" if self.skill == HAND_TO_HAND else "ranged"

    @property
    def reach(self) -> float:
        """Metres that an attack with it reaches by itself (ZS-ATK-02, ZS-RANGE-06)."""
        if self.attack_kind == "melee":
            return max(HAND_TO_HAND_REACH, float(self.range_m))
        return min(THROWN_REACH, float(self.range_m)) if self.thrown else float(self.range_m)

    @property
    def can_suppress(self) -> bool:
        """Powers, and weapons noted for it, are capable of suppressing fire (ZS-SUPP-02)."""
        return self.kind == "power" or self.suppressing_fire or bool(_AUTO.search(self.notes))

    @property
    def can_be_taken(self) -> bool:
        """Powers cannot be taken out of anybody's hand (ZS-DISARM-01)."""
        return self.kind != "power"

    @property
    def uses_ammo(self) -> bool:
        """Whether there is something to count: what shoots, what is thrown, and what somebody has counted before."""
        return self.ammo is not None or (self.kind == "weapon" and self.attack_kind == "ranged")

    @property
    def is_weapon(self) -> bool:
        return self.kind in ("weapon", "power")


_AUTO = re.compile(r"\b(auto|suppressing fire)\b", re.IGNORECASE)

UNARMED = Gear(level=0, skill=HAND_TO_HAND, range_m=1, stunning=True)
"""A blow with the bare hand: hurts Endurance (ZS-ATK-06)."""


def gear_of(weapon: Item[Gear] | None) -> Gear:
    """A weapon's numbers, or those of the bare hand."""
    return UNARMED if weapon is None else weapon.gear


class ZeroSpaceWeapons(Weapons):
    rule = "ZS-ATK-02"

    def is_weapon(self, gear: Any) -> bool:
        return bool(gear.is_weapon)

    def fits(self, action: str, gear: Gear | None) -> bool:
        """Charges and sweeps are made by hand, spreading at range, areas struck with what strikes areas."""
        match action:
            case "charge" | "sweep":
                return gear is None or gear.attack_kind == "melee"
            case "spread":
                return gear is not None and gear.attack_kind == "ranged"
            case "area_attack":
                return gear is not None and gear.is_area
        return True

    def strikes_area(self, gear: Any) -> bool:
        return bool(gear.is_area)


WEAPONS = ZeroSpaceWeapons()


def reach_of(battle: AnyBattle, who: Id, gear: Gear) -> float:
    """Metres that an attack reaches: its own, or for a power without one by Power Level (ZS-RANGE-06, ZS-MIS-05)."""
    if gear.kind != "power" or gear.range_m:
        return gear.reach
    by_level = metres_by_level(rules(battle).power_range_table, attribute(battle, who, "power_level"))
    return gear.reach if by_level is None else float(by_level)


def used_in_defence(battle: AnyBattle, who: Id, skill: str) -> Item[Gear] | None:
    """The one item that counts in a defence: a hand-to-hand weapon in hand, or one marked defensive (ZS-AMB-09)."""
    fitting = (
        item
        for item in battle.items_of(who)
        if item.where in ("hand", "worn")
        and item.gear.skill == skill
        and (item.gear.defensive or (skill == HAND_TO_HAND and item.gear.kind == "weapon" and item.where == "hand"))
    )
    return max(fitting, key=lambda item: item.gear.level, default=None)


def level_of(battle: AnyBattle, who: Id, weapon: Item[Gear] | None) -> int:
    """How strong an attack and its effects are: Power Level, or the full level of a weapon (ZS-DMG-01, ZS-DMG-02)."""
    if weapon is None or weapon.gear.kind == "power":
        return attribute(battle, who, "power_level")
    return weapon.gear.level


def radius_of(battle: AnyBattle, gear: Gear) -> float:
    """Metres around the target that an area attack strikes (ZS-AREA-01, ZS-MIS-05)."""
    return float(gear.radius_m or rules(battle).area_radius_m)
