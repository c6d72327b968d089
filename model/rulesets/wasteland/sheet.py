"""Data of Wasteland 2d20 about combatants and combat: bodies, sheets, weapons, armour, chems (WL-MIS, WL-LOC)."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from model.dice.readings import Reading
from model.engine.last_weapon import last_or_first
from model.engine.types import field, named_field
from model.rulesets.wasteland.settings import EFFECTS
from model.state.base import Id, State
from model.state.battle import Battle as BattleOf
from model.state.battle import Item, Player

# --------------------------------------------------------------------------------------- bodies and their hit locations


Body = Literal["humanoid", "quadruped", "flying_insect", "mister_handy"]
InjuryKind = Literal["head", "torso", "arm", "leg"]


class Location(State):
    """A part of a body: its name, and the kind of injury it suffers."""

    id: str
    name: str
    injury: InjuryKind


def _at(name: str, injury: InjuryKind) -> Location:
    return Location(id=name.lower().replace(" ", "_"), name=name, injury=injury)


UPPER = (2, 8, 11, 14, 17, 20)
"""The highest d20 of each row of the table (WL-LOC-01)."""

_HEAD, _TORSO = _at("Head", "head"), _at("Torso", "torso")

LOCATIONS: dict[Body, tuple[Location, ...]] = {
    "humanoid": (
        _HEAD,
        _TORSO,
        _at("Left Arm", "arm"),
        _at("Right Arm", "arm"),
        _at("Left Leg", "leg"),
        _at("Right Leg", "leg"),
    ),
    "quadruped": (
        _HEAD,
        _TORSO,
        _at("Left Front Leg", "leg"),
        _at("Right Front Leg", "leg"),
        _at("Left Hind Leg", "leg"),
        _at("Right Hind Leg", "leg"),
    ),
    "flying_insect": (
        _HEAD,
        _TORSO,
        _at("Left Wing", "leg"),
        _at("Right Wing", "leg"),
        _at("Left Legs", "leg"),
        _at("Right Legs", "leg"),
    ),
    "mister_handy": (
        _at("Optics", "head"),
        _at("Main body", "torso"),
        _at("Arm 1", "arm"),
        _at("Arm 2", "arm"),
        _at("Arm 3", "arm"),
        _at("Thruster", "leg"),
    ),
}

ROWS: Reading = tuple(next(row for row, upper in enumerate(UPPER) if face <= upper) for face in range(1, 21))
"""The row of the table that each face of the location die names."""


def torso_of(body: Body) -> Location:
    return LOCATIONS[body][1]


def location_named(body: Body, name: str) -> Location | None:
    """A location of a body by its id, its name or the beginning of either, or None if none or several fit."""
    word = name.strip().lower().replace(" ", "_")
    found = [location for location in LOCATIONS[body] if location.id == word]
    found = found or [location for location in LOCATIONS[body] if word and location.id.startswith(word)]
    return found[0] if len(found) == 1 else None


# --------------------------------------------------------------------------------------------------------------- sheets


Attribute = Literal["strength", "perception", "endurance", "charisma", "intelligence", "agility", "luck"]
DamageType = Literal["physical", "energy", "radiation", "poison"]


number = partial(field, ge=0, le=20)

Rating = Annotated[int, Meta(ge=0, le=6)]
Points = Annotated[int, Meta(ge=0, le=999)]
_WHO, _ATTRIBUTES, _SKILLS, _HEALTH, _RESISTS = "Who", "Attributes", "Skills", "Health", "Resistances"


class Resist(State):
    """Resistance to the damage types that have a number for each location (WL-DR-01)."""

    physical: Annotated[int, Meta(title="Physical", ge=0, le=99)] = 0
    energy: Annotated[int, Meta(title="Energy", ge=0, le=99)] = 0
    radiation: Annotated[int, Meta(title="Radiation", ge=0, le=99)] = 0


class Sheet(State):
    """The sheet of a combatant. Derived values can be given instead: a name and three numbers are enough."""

    nature: Annotated[Literal["person", "animal", "robot"], field("Nature", _WHO, "Who can command it.")] = "person"
    body: Annotated[Body, field("Body", _WHO, "Which column of the hit location table it uses.")] = "humanoid"
    level: Annotated[int, number("Level", _WHO, ge=1, le=99)] = 1
    strength: Annotated[int, number("Strength", _ATTRIBUTES)] = 5
    perception: Annotated[int, number("Perception", _ATTRIBUTES)] = 5
    endurance: Annotated[int, number("Endurance", _ATTRIBUTES)] = 5
    charisma: Annotated[int, number("Charisma", _ATTRIBUTES)] = 5
    intelligence: Annotated[int, number("Intelligence", _ATTRIBUTES)] = 5
    agility: Annotated[int, number("Agility", _ATTRIBUTES)] = 5
    luck: Annotated[int, number("Luck", _ATTRIBUTES)] = 5
    skills: Annotated[dict[str, Rating], field("Skills", _SKILLS, "Ratings by skill.")] = {}
    tags: Annotated[
        tuple[str, ...], field("Tag skills", _SKILLS, "Dice up to the rating count twice for these skills.")
    ] = ()
    perks: Annotated[
        tuple[str, ...], field("Perks", "Perks", "Noted by name: they change what their own text says, by your word.")
    ] = ()
    given: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=20)]],
        field("Given target numbers", _SKILLS, "Used instead of attribute + skill: by skill, or for every test."),
    ] = {}
    initiative: Annotated[int | None, field("Initiative", _WHO, "Empty: 10, or from the attributes.")] = None
    defense: Annotated[Points | None, field("Defense", _WHO, "Empty: 1, or from Agility.")] = None
    hp: Annotated[Points | None, field("HP", _HEALTH, "Empty: at the maximum.")] = None
    hp_max: Annotated[Points | None, field("Maximum HP", _HEALTH, "Empty: 10, or from the attributes.")] = None
    radiation: Annotated[int, number("Radiation", _HEALTH, "Subtracted from the maximum.", le=999)] = 0
    melee_bonus: Annotated[Points | None, field("Melee bonus CD", _WHO, "Empty: none, or from Strength.")] = None
    bonus_cd: Annotated[int, number("Bonus CD", _WHO, "Added to the damage of every attack.")] = 0
    innate: Annotated[Resist, field("Innate", _RESISTS, "The body's own, at every location.")] = Resist()
    plating: Annotated[Resist, field("Plating", _RESISTS, "A robot's, added to the rest.")] = Resist()
    poison_dr: Annotated[int, number("Against poison", _RESISTS, le=99)] = 0
    other_dr: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=99)]],
        field("Against other types", _RESISTS, "One number for the whole body by type, such as cold 2."),
    ] = {}
    immune: Annotated[tuple[DamageType, ...], field("Immune", _RESISTS, "Damage types that have no effect.")] = ()
    dr: Annotated[
        dict[str, Resist],
        field("Given resistance", _RESISTS, "Final numbers by location, or for all, instead of what is worn."),
    ] = {}
    feeds_on_radiation: Annotated[
        bool, field("Healed by radiation", _HEALTH, "1 HP for every 3 points of radiation that it is immune to.")
    ] = False


class Ground(State):
    """The traits of a zone (WL-MIS-08)."""

    cover: Annotated[int, Meta(title="Cover CD", ge=0, le=10)] = 0
    radiation: Annotated[int, Meta(title="Radiation per turn", ge=0, le=99)] = 0
    radiation_dice: Annotated[int, Meta(title="Radiation CD per turn", ge=0, le=20)] = 0
    entry_cost: Annotated[int, Meta(title="Zones that entering counts as", ge=1, le=9)] = 1
    notes: str = ""


class Gate(State):
    """A test that is needed to cross a connection (WL-MIS-08)."""

    attribute: Annotated[Attribute, Meta(title="Attribute")] = "agility"
    skill: Annotated[
        str, Meta(title="Skill", description="As sheets write it: athletics, small_guns.", pattern="^[a-z_]+$")
    ] = "athletics"
    difficulty: Annotated[int, Meta(title="Difficulty", ge=0, le=10)] = 1


class Shared(State):
    """Data that belong to the combat rather than to one combatant."""

    party_ap: Annotated[int, Meta(title="Players' action points", ge=0, le=99)] = 0
    gm_ap: Annotated[int | None, Meta(title="GM's action points", description="Empty: the amount at the start.")] = None
    initiator: Id | None = None
    """The combatant who started combat, for the opening turn."""
    ties: dict[Id, int] = {}
    """Rolls for tied initiative, by combatant."""
    ground: dict[Id, Ground] = {}
    """Traits of zones, by the zone's id."""
    gates: dict[Id, Gate] = {}
    """Tests of crossings, by the link's id."""
    last_weapon: dict[Id, Id] = {}
    """The item that each combatant last attacked with, used by the key that attacks again."""
    timers: dict[Id, int] = {}
    """Turns or rounds that effects still last, by the effect's id."""
    struck: dict[Id, tuple[str, ...]] = {}
    """Locations hit by the last attack of this turn, by the combatant who was hit."""


# -------------------------------------------------------------------------------------------- weapons, armour and chems


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


_ARMOUR, _CHEM = {"group": "Armour"}, {"group": "Chem"}


class Gear(State):
    """What makes an item a weapon, armour, a chem or a tool."""

    kind: Annotated[Literal["weapon", "armour", "chem", "tool"], Meta(title="Kind")] = "weapon"
    variant: Annotated[Variant, Meta(title="Weapon", description="Which skill it is used with.")] = "small_guns"
    damage: Annotated[int, Meta(title="Damage (CD)", ge=1, le=30)] = 2
    damage_type: Annotated[DamageType, Meta(title="Damage type")] = "physical"
    other_type: Annotated[
        str,
        Meta(
            title="Other damage type",
            description="Used instead: a further type that the house rules list, such as cold.",
            pattern="^[a-z_]*$",
        ),
    ] = ""
    effects: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=20)]],
        named_field(
            "Damage effects",
            description="By name, with a number for piercing 2 and the like; others count as 1.",
            suggests=EFFECTS,
        ),
    ] = {}
    fire_rate: Annotated[int, Meta(title="Fire rate", ge=0, le=10)] = 0
    ideal: Annotated[Literal["close", "medium", "long", "extreme"], Meta(title="Ideal range")] = "close"
    ammo: Annotated[
        Annotated[int, Meta(ge=0, le=999)] | None, Meta(title="Ammunition", description="Empty: not counted.")
    ] = None
    quantity: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        Meta(title="Quantity", description="Of thrown weapons; empty: any number."),
    ] = None
    hands: Annotated[Literal[1, 2], Meta(title="Hands")] = 1
    arm: Annotated[str, named_field("Held by", "dr", "A location, such as the left arm; empty: any arm.")] = ""
    built_in: Annotated[bool, Meta(title="Built in", description="Or natural: it cannot be drawn or dropped.")] = False
    bonus_cd: Annotated[int, Meta(title="Bonus CD", ge=0, le=20)] = 0
    qualities: Annotated[tuple[str, ...], Meta(title="Qualities", description="Shown as notes.")] = ()
    layer: Annotated[Literal["outfit", "armour", "power_armour"], Meta(title="Layer", extra_json_schema=_ARMOUR)] = (
        "armour"
    )
    covers: Annotated[
        tuple[str, ...], named_field("Covers", "dr", "Locations, or all.", entry="location", group="Armour")
    ] = ("all",)
    physical: Annotated[int, Meta(title="Physical DR", ge=0, le=99, extra_json_schema=_ARMOUR)] = 0
    energy: Annotated[int, Meta(title="Energy DR", ge=0, le=99, extra_json_schema=_ARMOUR)] = 0
    radiation: Annotated[int, Meta(title="Radiation DR", ge=0, le=99, extra_json_schema=_ARMOUR)] = 0
    doses: Annotated[int, Meta(title="Doses", ge=0, le=99, extra_json_schema=_CHEM)] = 1
    heals: Annotated[int, Meta(title="Heals HP", ge=0, le=99, extra_json_schema=_CHEM)] = 0
    boosts: Annotated[
        dict[str, Annotated[int, Meta(ge=-20, le=20)]],
        named_field(
            "Changes",
            "*",
            "An attribute, a skill, maximum HP, defence, difficulty, DR physical, AP.",
            entry="change",
            group="Chem",
            suggests=("difficulty", "dr_physical", "ap"),
        ),
    ] = {}
    lasts: Annotated[Literal["turns", "rounds", "scene"], Meta(title="Lasts", extra_json_schema=_CHEM)] = "scene"
    duration: Annotated[int, Meta(title="Turns or rounds", ge=1, le=99, extra_json_schema=_CHEM)] = 1
    notes: Annotated[str, Meta(title="Notes")] = ""

    @property
    def harm(self) -> str:
        """The type of damage that it does: `other_type`, which house rules can add, else `damage_type`."""
        return self.other_type or self.damage_type

    @property
    def attack_kind(self) -> AttackKind:
        return ATTACK_TESTS[self.variant][0]

    @property
    def pair(self) -> Pair:
        return ATTACK_TESTS[self.variant][1]

    @property
    def is_at_range(self) -> bool:
        """Whether it is shot or thrown, and thus has an ideal range (WL-ATK-05, WL-ATK-06)."""
        return self.attack_kind in ("ranged", "thrown")


UNARMED = Gear(variant="unarmed", damage=2, built_in=True)
"""A blow with bare hands."""


Battle = BattleOf[Sheet, Gear, Shared, Player]


def ground_of(battle: Battle, who: Id) -> Ground:
    """Properties of the zone that a combatant is in; those of any ground if it is in none."""
    zone = battle.combatants[who].place.zone
    return Ground() if zone is None else battle.shared.ground.get(zone, Ground())


def weapons_at_hand(battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
    """Weapons that a combatant can attack with now: in hand or built in, oldest first."""
    mine = (item for item in battle.items_of(who) if item.gear.kind == "weapon")
    return tuple(item for item in mine if item.where == "hand" or item.gear.built_in)


def usual_weapon(battle: Battle, who: Id) -> Item[Gear] | None:
    """The weapon used last if it is still at hand, else the first at hand, or None."""
    return last_or_first(battle, who, weapons_at_hand(battle, who))


def labelled(item: Item[Gear]) -> tuple[Id, str]:
    """Id and label of an item: `10 mm pistol · 12`, with its ammunition, pieces or doses if they are counted."""
    gear = item.gear
    left = gear.doses if gear.kind == "chem" else gear.ammo if gear.attack_kind == "ranged" else gear.quantity
    return item.id, item.name if left is None or gear.kind in ("armour", "tool") else f"{item.name} · {left}"


def weapons_first(battle: Battle, who: Id) -> list[tuple[Id, str]]:
    """Weapons that a combatant can attack with now, as id and label, the usual one first."""
    usual = usual_weapon(battle, who)
    return [labelled(item) for item in sorted(weapons_at_hand(battle, who), key=lambda item: item != usual)]
