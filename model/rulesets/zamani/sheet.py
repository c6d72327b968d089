"""Data of combatants and of the battle in Zamani: sheets, weapons, shields, armour (ZM-MIS-05 to ZM-MIS-07)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from model.engine.last_weapon import last_or_first
from model.engine.types import field, named_field
from model.rulesets.zamani.table import ActionTable, default_table
from model.state.base import Id, State
from model.state.battle import Battle as BattleOf
from model.state.battle import Item, Player, by_holder
from model.state.identity_cache import cached_by_identity

# --------------------------------------------------------------------------------------------------------------- sheets


number = partial(field, ge=0, le=100)

Ranks = Annotated[int, Meta(ge=0, le=100)]
_ATTRIBUTES, _SKILLS, _TRAITS, _DAMAGE, _MORE = "Attributes", "Skills", "Traits", "Damage", "More"
Manner = Literal["sneak", "ambush", "unseen"]


class Sheet(State):
    """The sheet of a combatant. Derived numbers may be given directly, so a name and three numbers are enough."""

    dexterity: Annotated[int, number("Dexterity", _ATTRIBUTES, "Initiative, and the minimum defence.")] = 5
    fitness: Annotated[int, number("Fitness", _ATTRIBUTES, "Notices surprise; decides ties in initiative.")] = 5
    spirit: Annotated[int, number("Spirit", _ATTRIBUTES, "Decides ties if Fitness is equal too.")] = 5
    creativity: Annotated[int, number("Creativity", _ATTRIBUTES, "The attribute of casting.")] = 5
    attributes: Annotated[dict[str, Ranks], field("Further attributes", _ATTRIBUTES)] = {}
    skills: Annotated[
        dict[str, Ranks],
        field(
            "Skills",
            _SKILLS,
            "Effective ranks, a fifth of the percentage; for skills that are linked below, their own ranks.",
        ),
    ] = {}
    linked: Annotated[
        dict[str, str],
        field("Linked to", _SKILLS, "Skills given by their own ranks, with the attribute that is added to them."),
    ] = {}
    other_attacks: Annotated[
        int,
        number("Other attacks (%)", _SKILLS, "Of attacks with a weapon whose skill is not on the sheet.", le=999),
    ] = 0
    initiative_bonus: Annotated[int, number("Initiative from traits", _TRAITS, ge=-20, le=40)] = 0
    defence_bonus: Annotated[int, number("Defence from traits", _TRAITS, "Such as Combat Luck.", ge=-20, le=40)] = 0
    trait_note: Annotated[str, field("Traits", _TRAITS)] = ""
    is_spellcaster: Annotated[bool, field("Spellcaster", _TRAITS)] = False
    move: Annotated[float, Meta(title="MOVE", ge=0, le=999_999, extra_json_schema={"group": _MORE})] = 8.0
    damage: Annotated[int, number("Damage taken", _DAMAGE, le=9_999)] = 0
    max_damage: Annotated[
        int,
        number(
            "Unconscious at",
            _DAMAGE,
            "The damage at which they are out of combat; 0: damage is only counted.",
            le=9_999,
        ),
    ] = 0
    dead_at: Annotated[int, number("Dead at", _DAMAGE, "0: no such limit.", le=9_999)] = 0
    healing_per_8h: Annotated[int, number("Healed by 8 h of rest", _DAMAGE, "1, or more with Rapid Healing.")] = 1
    cover: Annotated[int, number("Cover (%)", _MORE, "How much of the body is hidden; 80 or more counts as cover.")] = 0
    penalty: Annotated[
        int,
        number(
            "Standing modifier (%)", _MORE, "On every roll, for example from injuries or darkness.", ge=-200, le=200
        ),
    ] = 0
    given: Annotated[
        dict[str, Annotated[int, Meta(ge=-100, le=999)]],
        field(
            "Given numbers",
            _MORE,
            "Used instead of calculated ones: initiative, percent (of every attack), defence, absorption, rating.",
        ),
    ] = {}


class Surprise(State):
    """A surprise attack that opens combat: attacker, target, kind of surprise, and whether the surprise succeeded."""

    attacker: Id
    target: Id
    manner: Manner = "unseen"
    has_come_off: bool = True
    """Whether the target is surprised; False for an attack that is made although the contest was lost."""


class Wound(State):
    """Damage taken at one time, which a physician can treat (ZM-HEAL-02)."""

    damage: Annotated[int, Meta(extra_json_schema={"unit": "damage"})]
    at: Annotated[int, Meta(extra_json_schema={"is_hidden": True})]
    """Game clock in seconds."""
    is_treated: Annotated[bool, Meta(title="treated")] = False


class LastRoll(State):
    """The cell of the action table that was read last."""

    row: int
    column: int
    code: str


class Shared(State):
    """Data of the battle as a whole rather than of one combatant."""

    table: ActionTable = msgspec.field(default_factory=default_table)
    """The action table in use, complete rather than as a reference to a file."""
    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last."""
    sacrifice: dict[Id, int] = {}
    """Ranks sacrificed for this turn of ten rounds."""
    moved: dict[Id, float] = {}
    """Metres of MOVE used in this round."""
    ties: dict[Id, int] = {}
    """Dice that break complete ties, by combatant; repeated rolls are appended in base 1000."""
    surprises: tuple[Surprise, ...] = ()
    """The surprise attacks that combat opens with."""
    wounds: dict[Id, tuple[Wound, ...]] = {}
    last_roll: LastRoll | None = None
    locations: dict[str, str] = {}
    """The GM's own table of hit locations: faces of a die, such as `1-3`, with their names."""


# ------------------------------------------------------------------------------------------ weapons, shields and armour


Kind = Literal["melee", "thrown", "missile", "firearm", "shield", "armour", "other"]
Delivery = Literal["melee", "thrown", "arrow", "high_speed", "energy"]


class Gear(State):
    """The values of an item as a weapon, a shield, armour or anything else."""

    kind: Annotated[
        Literal["melee", "thrown", "missile", "firearm", "shield", "armour", "other"], Meta(title="Kind")
    ] = "melee"
    skill: Annotated[str, named_field("Skill", "skills", "The skill used with it.")] = "brawling"
    rating: Annotated[int, Meta(title="Rating", description="Multiplied by the result on the table.", ge=0, le=999)] = 1
    delivery: Annotated[
        Literal["", "melee", "thrown", "arrow", "high_speed", "energy"],
        Meta(title="Attack type", description="Empty: by its kind. Decides what can block it."),
    ] = ""
    hands: Annotated[int, Meta(title="Hands", ge=0, le=2)] = 1
    can_block: Annotated[bool, Meta(title="Can block", description="Shields always can.")] = False
    block_skill: Annotated[str, named_field("Skill for blocking", "skills", "Empty: the item's own skill.")] = ""
    blocks_missiles: Annotated[
        bool, Meta(title="Blocks arrows and thrown weapons", description="Shields always do.")
    ] = False
    area_effect: Annotated[bool, Meta(title="Area effect")] = False
    radius_m: Annotated[float, Meta(title="Radius of the area (m)", ge=0, le=9_999)] = 0.0
    reach_m: Annotated[float, Meta(title="Reach (m)", ge=0, le=999)] = 1.0
    range_m: Annotated[float, Meta(title="Range (m)", description="0: not limited.", ge=0, le=999_999)] = 0.0
    rf: Annotated[int, Meta(title="Automatic fire (dice)", ge=0, le=20)] = 0
    magazine: Annotated[int, Meta(title="Magazine", description="0: ammunition is not counted.", ge=0, le=999)] = 0
    ammo: Annotated[Annotated[int, Meta(ge=0, le=999)] | None, Meta(title="Rounds left")] = None
    reload_segments: Annotated[int, Meta(title="Actions to reload", ge=1, le=99)] = 1
    absorption: Annotated[int, Meta(title="Absorption", description="Of worn armour.", ge=0, le=999)] = 0
    armour: Annotated[
        Literal["physical", "magical", "natural"],
        Meta(title="Armour", description="Only physical armour causes a penalty."),
    ] = "physical"
    notes: Annotated[str, Meta(title="Notes")] = ""

    @property
    def is_weapon(self) -> bool:
        return self.kind in ("melee", "thrown", "missile", "firearm", "shield")

    @property
    def blocks(self) -> bool:
        return self.kind == "shield" or (self.is_weapon and self.can_block)

    @property
    def skill_of_blocks(self) -> str:
        return self.block_skill or self.skill

    @property
    def arrives_as(self) -> Delivery:
        """The attack type of the item: as given, else by its kind (ZM-BLOCK-04, ZM-BLOCK-05)."""
        if self.delivery:
            return self.delivery
        by_kind: dict[str, Delivery] = {"thrown": "thrown", "missile": "arrow", "firearm": "high_speed"}
        return by_kind.get(self.kind, "melee")

    @property
    def rounds(self) -> int:
        """Rounds left; a full magazine if `ammo` is None."""
        return self.magazine if self.ammo is None else self.ammo


BODY = Gear(kind="melee", skill="brawling", rating=1)
"""Gear of an attack with the body (ZM-ATK-01)."""


Battle = BattleOf[Sheet, Gear, Shared, Player]


def is_missile(gear: Gear) -> bool:
    """Whether gear is a firearm, a bow or a thrown weapon (ZM-AMB-33)."""
    return gear.kind in ("thrown", "missile", "firearm")


def in_hand(battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
    """The items that a combatant has in hand, oldest first."""
    return _in_hand(battle.items, who)


_Items = Mapping[Id, Item[Gear]]


@cached_by_identity(512)
def _in_hand(items: _Items, who: Id) -> tuple[Item[Gear], ...]:
    return tuple([item for item in by_holder(items).get(who, ()) if item.where == "hand"])


@cached_by_identity(512)
def _weapons(items: _Items, who: Id) -> tuple[Item[Gear], ...]:
    """The weapons that a combatant has in hand, shields last."""
    weapons = (item for item in _in_hand(items, who) if item.gear.is_weapon)
    return tuple(sorted(weapons, key=lambda item: item.gear.kind == "shield"))


def usual_weapon(battle: Battle, who: Id) -> Item[Gear] | None:
    """The weapon used last if still in hand, else the first in hand that is not a shield, else a shield, or None."""
    return last_or_first(battle, who, _weapons(battle.items, who))


def weapons_to_attack(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Ids and names of the weapons that a combatant could attack with, for the window: the usual weapon first."""
    usual = usual_weapon(battle, who)
    return () if usual is None else _with_usual_first(battle.items, who, usual.id)


@cached_by_identity(512)
def _with_usual_first(items: _Items, who: Id, usual: Id) -> tuple[tuple[Id, str], ...]:
    weapons = sorted((item for item in _in_hand(items, who) if item.gear.is_weapon), key=lambda item: item.id != usual)
    return tuple((item.id, item.name) for item in weapons)


def area_weapons(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Ids and labels of a combatant's items with an area of effect, for the window: those in hand first."""
    return listed(battle, who, lambda item: item.gear.area_effect, lambda item: item.where != "hand")


def listed(
    battle: Battle, who: Id, fits: Callable[[Item[Gear]], bool], rank: Callable[[Item[Gear]], float]
) -> tuple[tuple[Id, str], ...]:
    """Ids and labels of the items of a combatant that fit, by rank."""
    found = sorted((item for item in battle.items_of(who) if fits(item)), key=rank)
    return tuple((item.id, f"{item.name}, in hand" if item.where == "hand" else item.name) for item in found)


def blocking_items(battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
    """The items in hand that a combatant could block with (ZM-GUARD-01, ZM-BLOCK-01)."""
    return _blocking(battle.items, who)


@cached_by_identity(512)
def _blocking(items: _Items, who: Id) -> tuple[Item[Gear], ...]:
    return tuple([item for item in _in_hand(items, who) if item.gear.blocks])


def armour_worn(battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
    """The worn items that absorb damage; natural and magical armour counts only if it is listed as worn, too."""
    return _absorbing(battle.items, who)


@cached_by_identity(512)
def _absorbing(items: _Items, who: Id) -> tuple[Item[Gear], ...]:
    return tuple([item for item in by_holder(items).get(who, ()) if item.where == "worn" and item.gear.absorption])
