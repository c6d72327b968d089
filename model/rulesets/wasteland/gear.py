"""Weapons, armour and chems (WL-MIS-07, WL-MIS-09, WL-DR-01), and which weapon is at hand."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from model.engine.last_weapon import last_or_first
from model.rulesets.wasteland.sheet import DamageType
from model.state.base import Id, State
from model.state.battle import AnyBattle, Item

Variant = Literal["melee", "small_guns", "big_guns", "energy_weapons", "explosives", "throwing", "unarmed"]
AttackKind = Literal["melee", "ranged", "thrown", "unarmed"]
Pair = tuple[str, str]
"""Attribute and skill of a test."""

ATTACK_TESTS: dict[Variant, tuple[AttackKind, Pair]] = {
    "melee": ("melee", ("strength", "melee_weapons")),
    "small_guns": ("ranged", ("agility", "small_guns")),
    "big_guns": ("ranged", ("endurance", "big_guns")),
    "energy_weapons": ("ranged", ("perception", "energy_weapons")),
    "explosives": ("thrown", ("perception", "explosives")),
    "throwing": ("thrown", ("agility", "throwing")),
    "unarmed": ("unarmed", ("strength", "unarmed")),
}
"""Kind of attack and test by kind of weapon (WL-ATK-02)."""


class Gear(State):
    """What makes an item a weapon, armour, a chem or a tool."""

    kind: Annotated[Literal["weapon", "armour", "chem", "tool"], Meta(title="Kind")] = "weapon"
    variant: Annotated[Variant, Meta(title="Weapon", description="Which skill it goes with.")] = "small_guns"
    damage: Annotated[int, Meta(title="Damage (CD)", ge=1, le=30)] = 2
    damage_type: Annotated[DamageType, Meta(title="Damage type")] = "physical"
    other_type: Annotated[
        str,
        Meta(
            title="Other damage type",
            description="Instead: one more that the house rules list, such as cold.",
            pattern="^[a-z_]*$",
        ),
    ] = ""
    effects: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=20)]],
        Meta(title="Damage effects", description="By name, with the number of piercing 2; others at 1."),
    ] = {}
    fire_rate: Annotated[int, Meta(title="Fire rate", ge=0, le=10)] = 0
    ideal: Annotated[Literal["close", "medium", "long", "extreme"], Meta(title="Ideal range")] = "close"
    ammo: Annotated[
        Annotated[int, Meta(ge=0, le=999)] | None, Meta(title="Ammunition", description="Nothing: not counted.")
    ] = None
    quantity: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None, Meta(title="How many", description="Of thrown ones; nothing: any.")
    ] = None
    hands: Annotated[Literal[1, 2], Meta(title="Hands")] = 1
    arm: Annotated[str, Meta(title="Held by", description="Location, such as left_arm; nothing: any arm.")] = ""
    built_in: Annotated[bool, Meta(title="Built in", description="Or natural: never drawn, never dropped.")] = False
    bonus_cd: Annotated[int, Meta(title="Bonus CD", ge=0, le=20)] = 0
    qualities: Annotated[tuple[str, ...], Meta(title="Qualities", description="Shown as notes.")] = ()
    layer: Annotated[Literal["outfit", "armour", "power_armour"], Meta(title="Layer")] = "armour"
    covers: Annotated[tuple[str, ...], Meta(title="Covers", description="Locations, or all.")] = ("all",)
    physical: Annotated[int, Meta(title="Physical DR", ge=0, le=99)] = 0
    energy: Annotated[int, Meta(title="Energy DR", ge=0, le=99)] = 0
    radiation: Annotated[int, Meta(title="Radiation DR", ge=0, le=99)] = 0
    doses: Annotated[int, Meta(title="Doses", ge=0, le=99)] = 1
    heals: Annotated[int, Meta(title="Heals HP", ge=0, le=99)] = 0
    boosts: Annotated[
        dict[str, Annotated[int, Meta(ge=-20, le=20)]],
        Meta(title="Changes", description="An attribute, a skill, hp_max, defense, difficulty, dr_physical, ap."),
    ] = {}
    lasts: Annotated[Literal["turns", "rounds", "scene"], Meta(title="Lasts")] = "scene"
    duration: Annotated[int, Meta(title="Turns or rounds", ge=1, le=99)] = 1
    notes: Annotated[str, Meta(title="Notes")] = ""

    @property
    def harm(self) -> str:
        """The type of damage that it does: one of those with numbers of their own, or one that house rules add."""
        return self.other_type or self.damage_type

    @property
    def attack_kind(self) -> AttackKind:
        return ATTACK_TESTS[self.variant][0]

    @property
    def pair(self) -> Pair:
        return ATTACK_TESTS[self.variant][1]

    @property
    def is_at_range(self) -> bool:
        """Shot or thrown: it has an ideal range (WL-ATK-05, WL-ATK-06)."""
        return self.attack_kind in ("ranged", "thrown")


UNARMED = Gear(variant="unarmed", damage=2, built_in=True)
"""A blow with the bare hand."""


def weapons_at_hand(battle: AnyBattle, who: Id) -> tuple[Item[Gear], ...]:
    """What somebody can attack with now: in hand or built in, oldest first."""
    mine = (item for item in battle.items_of(who) if item.gear.kind == "weapon")
    return tuple(item for item in mine if item.where == "hand" or item.gear.built_in)


def usual_weapon(battle: AnyBattle, who: Id) -> Item[Gear] | None:
    """The weapon used last while it is still at hand, else the first at hand."""
    return last_or_first(battle, who, weapons_at_hand(battle, who))


def labelled(item: Item[Gear]) -> tuple[Id, str]:
    """An item as it is offered: `10 mm pistol · 12`, with its ammunition, pieces or doses where they are counted."""
    gear = item.gear
    left = gear.doses if gear.kind == "chem" else gear.ammo if gear.attack_kind == "ranged" else gear.quantity
    return item.id, item.name if left is None or gear.kind in ("armour", "tool") else f"{item.name} · {left}"


def weapons_first(battle: AnyBattle, who: Id) -> list[tuple[Id, str]]:
    """What somebody can attack with now, the usual one first."""
    usual = usual_weapon(battle, who)
    return [labelled(item) for item in sorted(weapons_at_hand(battle, who), key=lambda item: item != usual)]
