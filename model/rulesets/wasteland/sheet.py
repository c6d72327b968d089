"""What Wasteland 2d20 knows of a combatant (WL-MIS-05) and of the fight as a whole."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from model.rulesets.wasteland.bodies import Body
from model.state.base import Id, State

Attribute = Literal["strength", "perception", "endurance", "charisma", "intelligence", "agility", "luck"]
DamageType = Literal["physical", "energy", "radiation", "poison"]


def _meta(title: str, group: str, description: str = "", *, ge: int = 0, le: int = 20) -> Meta:
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


def _about(title: str, group: str, description: str = "") -> Meta:
    return Meta(title=title, description=description, extra_json_schema={"group": group})


Rating = Annotated[int, Meta(ge=0, le=6)]
Points = Annotated[int, Meta(ge=0, le=999)]
_WHO, _ATTRIBUTES, _SKILLS, _HEALTH, _RESISTS = "Who", "Attributes", "Skills", "Health", "Resistances"


class Resist(State):
    """Damage resistance against the types that have a number at each location (WL-DR-01)."""

    physical: Annotated[int, Meta(ge=0, le=99)] = 0
    energy: Annotated[int, Meta(ge=0, le=99)] = 0
    radiation: Annotated[int, Meta(ge=0, le=99)] = 0


class Sheet(State):
    """A combatant. Everything derived may be given instead: a name and three numbers are enough."""

    nature: Annotated[Literal["person", "animal", "robot"], _about("Nature", _WHO, "By whom it can be commanded.")] = (
        "person"
    )
    body: Annotated[Body, _about("Body", _WHO, "Which column of the hit location table.")] = "humanoid"
    level: Annotated[int, _meta("Level", _WHO, ge=1, le=99)] = 1
    strength: Annotated[int, _meta("Strength", _ATTRIBUTES)] = 5
    perception: Annotated[int, _meta("Perception", _ATTRIBUTES)] = 5
    endurance: Annotated[int, _meta("Endurance", _ATTRIBUTES)] = 5
    charisma: Annotated[int, _meta("Charisma", _ATTRIBUTES)] = 5
    intelligence: Annotated[int, _meta("Intelligence", _ATTRIBUTES)] = 5
    agility: Annotated[int, _meta("Agility", _ATTRIBUTES)] = 5
    luck: Annotated[int, _meta("Luck", _ATTRIBUTES)] = 5
    skills: Annotated[dict[str, Rating], _about("Skills", _SKILLS, "Ratings by skill, such as small_guns = 3.")] = {}
    tags: Annotated[tuple[str, ...], _about("Tag skills", _SKILLS, "Their dice up to the rating count twice.")] = ()
    given: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=20)]],
        _about("Target numbers given", _SKILLS, "Instead of attribute + skill: by skill, or for every `test`."),
    ] = {}
    initiative: Annotated[int | None, _about("Initiative", _WHO, "Nothing typed: 10, or from the attributes.")] = None
    defense: Annotated[Points | None, _about("Defense", _WHO, "Nothing typed: 1, or from Agility.")] = None
    hp: Annotated[Points | None, _about("HP", _HEALTH, "Nothing typed: at the maximum.")] = None
    hp_max: Annotated[Points | None, _about("Maximum HP", _HEALTH, "Nothing typed: 10, or from the attributes.")] = None
    radiation: Annotated[int, _meta("Radiation", _HEALTH, "Taken off the maximum.", le=999)] = 0
    melee_bonus: Annotated[Points | None, _about("Melee bonus CD", _WHO, "Nothing typed: none, or from Strength.")] = (
        None
    )
    bonus_cd: Annotated[int, _meta("Bonus CD", _WHO, "Added to the damage of every attack.")] = 0
    innate: Annotated[Resist, _about("Innate", _RESISTS, "The body's own, at every location.")] = Resist()
    plating: Annotated[Resist, _about("Plating", _RESISTS, "A robot's, added to the rest.")] = Resist()
    poison_dr: Annotated[int, _meta("Against poison", _RESISTS, le=99)] = 0
    other_dr: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=99)]],
        _about("Against other types", _RESISTS, "One number for the whole body by type, such as cold = 2."),
    ] = {}
    immune: Annotated[tuple[DamageType, ...], _about("Immune", _RESISTS, "Damage types that do nothing.")] = ()
    dr: Annotated[
        dict[str, Resist],
        _about("Resistance given", _RESISTS, "Final numbers by location, or for `all`, instead of what is worn."),
    ] = {}
    feeds_on_radiation: Annotated[
        bool, _about("Healed by radiation", _HEALTH, "1 HP for every 3 points that it is immune to.")
    ] = False


class Ground(State):
    """What a zone is like (WL-MIS-08)."""

    cover: Annotated[int, Meta(title="Cover CD", ge=0, le=10)] = 0
    radiation: Annotated[int, Meta(title="Radiation each turn", ge=0, le=99)] = 0
    radiation_dice: Annotated[int, Meta(title="Radiation CD each turn", ge=0, le=20)] = 0
    entry_cost: Annotated[int, Meta(title="Zones that entering counts as", ge=1, le=9)] = 1
    notes: str = ""


class Gate(State):
    """A test that crossing a link takes (WL-MIS-08)."""

    attribute: Annotated[Attribute, Meta(title="Attribute")] = "agility"
    skill: Annotated[
        str, Meta(title="Skill", description="As sheets write it: athletics, small_guns.", pattern="^[a-z_]+$")
    ] = "athletics"
    difficulty: Annotated[int, Meta(title="Difficulty", ge=0, le=10)] = 1


class Shared(State):
    """What belongs to the fight rather than to one combatant."""

    party_ap: Annotated[int, Meta(title="Players' action points", ge=0, le=99)] = 0
    gm_ap: Annotated[int | None, Meta(title="GM's action points", description="Nothing: as at the start.")] = None
    initiator: Id | None = None
    """Who began the fight, for the opening turn."""
    ties: dict[Id, int] = {}
    """The dice thrown for equal initiative."""
    ground: dict[Id, Ground] = {}
    """What zones are like, by the zone's id."""
    gates: dict[Id, Gate] = {}
    """Tests that crossing takes, by the link's id."""
    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last: what one key attacks with again."""
    timers: dict[Id, int] = {}
    """Turns or rounds that effects still last, by the effect's id."""
    struck: dict[Id, tuple[str, ...]] = {}
    """Locations at which the last attack of this turn has hit, by who was hit."""
