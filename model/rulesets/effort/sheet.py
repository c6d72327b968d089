"""Data of Speed & Effort about combatants and combat: sheets, weapons, armour, items (SE-MIS)."""

import re
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from model.engine.last_weapon import last_or_first
from model.engine.types import field
from model.state.base import Id, State
from model.state.battle import Battle as BattleOf
from model.state.battle import Item, Player
from model.state.order import Plain

# --------------------------------------------------------------------------------------------------------------- sheets


number = partial(field, ge=0, le=99)

Modifier = Annotated[int, Meta(ge=-20, le=20)]
Points = Annotated[float, Meta(ge=0, le=999)]
_VALUES, _POOLS, _FIGHT, _MORE = "Values", "Pools", "Combat", "More"


class ActionSource(State):
    """A perk, item or peculiarity that changes how many actions a turn has (SE-ACT-02)."""

    name: Annotated[str, Meta(title="Name")]
    kind: Annotated[Literal["action", "reaction", "free"], Meta(title="Kind")] = "action"
    amount: Annotated[int, Meta(title="Amount", ge=-3, le=3)] = 1


class Sheet(State):
    """The sheet of a combatant. A name, a dexterity modifier and three pools are enough."""

    dexterity: Annotated[int, number("Dexterity modifier", _VALUES, "Initiative and contests.", ge=-20, le=20)] = 0
    initiative_bonus: Annotated[int, number("Initiative bonus", _VALUES, "From other sources.", ge=-20, le=20)] = 0
    speed: Annotated[Points | None, field("Speed points", _POOLS, "Empty: at the maximum.")] = None
    speed_max: Annotated[int, number("Speed points, maximum", _POOLS, le=999)] = 8
    effort: Annotated[Points | None, field("Effort points", _POOLS, "Empty: at the maximum.")] = None
    effort_max: Annotated[int, number("Effort points, maximum", _POOLS, le=999)] = 5
    health: Annotated[Annotated[int, Meta(ge=0, le=999)] | None, field("Health", _POOLS, "Empty: at the maximum.")] = (
        None
    )
    health_max: Annotated[int, number("Health, maximum", _POOLS, ge=1, le=999)] = 12
    attack: Annotated[int, number("Attack modifier", _FIGHT, "In addition to the weapon's own.", ge=-20, le=20)] = 0
    defence: Annotated[
        Annotated[int, Meta(ge=1, le=30)] | None,
        field("Defence number", _FIGHT, "What attacks must reach. Empty: the default of the house rules."),
    ] = None
    armour: Annotated[int, number("Armour", _FIGHT, "Subtracted from all damage, in addition to worn armour.")] = 0
    skills: Annotated[dict[str, Modifier], field("Skills", "Skills", "Modifiers of checks, such as climbing 2.")] = {}
    action_sources: Annotated[
        tuple[ActionSource, ...],
        field("More or fewer actions", "Perks", "Perks and items that change what a turn holds."),
    ] = ()
    can_run: Annotated[bool, field("Can run", _MORE, "Off: the GM allows walking only.")] = True


class Armed(State):
    """An action that a combatant has stored for a trigger, its `condition` (SE-REA-01)."""

    condition: str
    action: str
    targets: tuple[Id, ...] = ()
    item: Id | None = None
    options: dict[str, Plain] = {}
    """Further options of the action, such as that an item is dropped."""


class Shared(State):
    """Data that belong to the combat rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant last attacked with, used by the key that attacks again."""
    initiative_effort: dict[Id, Annotated[int, Meta(ge=0, le=999)]] = {}
    """Effort points spent on the initiative that is rolled next."""
    armed: dict[Id, Armed] = {}
    """Stored actions by the id of their effect."""
    reacting: Id | None = None
    """The combatant who is carrying out a stored action; None between two steps."""


# -------------------------------------------------------------------------------------------- weapons, armour and items


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
    range_max_m: Annotated[int, Meta(title="Maximum range (m)", description="0: no known limit.", ge=0, le=99_999)] = 0
    ammo: Annotated[
        Annotated[int, Meta(ge=0, le=9999)] | None,
        Meta(title="Ammunition", description="Empty: the magazine is full."),
    ] = None
    magazine: Annotated[int, Meta(title="Magazine", description="0: needs no ammunition.", ge=0, le=9999)] = 0
    radius_m: Annotated[
        int,
        Meta(
            title="Radius (m)",
            description="Hurts everyone within this distance of the target. 0: only the target.",
            le=999,
        ),
    ] = 0
    quantity: Annotated[int, Meta(title="Quantity", ge=0, le=9999)] = 1
    is_used_up: Annotated[bool, Meta(title="Used up", description="Each use or throw takes one away.")] = False
    is_complicated: Annotated[
        bool, Meta(title="Complicated", description="Takes more than a single action to use.")
    ] = False
    armour: Annotated[int, Meta(title="Armour", description="Of worn armour.", ge=0, le=99)] = 0
    effect: Annotated[str, Meta(title="Effect", description="What using it does, in words.")] = ""

    @property
    def loaded(self) -> int:
        """Shots left; a full magazine if nothing is noted."""
        return self.magazine if self.ammo is None else self.ammo


Battle = BattleOf[Sheet, Gear, Shared, Player]


def damage_dice(damage: str) -> tuple[int, int, int]:
    """Number of dice, sides and bonus; a number alone has no dice."""
    match = _DICE.fullmatch(damage)
    if match is None:
        return 0, 2, int(damage) if damage.isdecimal() else 0
    return int(match[1]), max(2, int(match[2])), int(match[3] or 0)


UNARMED = Gear(use="melee", damage="1", range_m=0)
"""A blow with bare hands: the lowest damage possible."""


def weapons_in_hand(battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
    """Weapons that a combatant can attack with now, oldest first."""
    return tuple(item for item in battle.items_of(who) if item.where == "hand" and item.gear.kind == "weapon")


def usual_weapon(battle: Battle, who: Id) -> Item[Gear] | None:
    """The weapon used last if it is still in hand, else the first in hand, or None."""
    return last_or_first(battle, who, weapons_in_hand(battle, who))


def weapons_to_attack(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Weapons that a combatant could attack with, as id and name for the window: the usual one first."""
    usual = usual_weapon(battle, who)
    return tuple((item.id, item.name) for item in sorted(weapons_in_hand(battle, who), key=lambda item: item != usual))


def armour_of(battle: Battle, who: Id) -> int:
    """Total of armour on the sheet and armour worn (SE-MIS-02)."""
    worn: int = sum(item.gear.armour for item in battle.items_of(who) if item.where == "worn")
    return battle.combatants[who].sheet.armour + worn
