"""What ZeroSpace knows of a combatant (ZS-MIS-01 to ZS-MIS-08) and of the fight as a whole."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State


def _meta(title: str, group: str, description: str = "", *, ge: int = 0, le: int = 30) -> Meta:
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


def _about(title: str, group: str, description: str = "") -> Meta:
    return Meta(title=title, description=description, extra_json_schema={"group": group})


Rank = Annotated[int, Meta(ge=0, le=30)]
Points = Annotated[int, Meta(ge=0, le=999)]
_ATTRIBUTES, _POOLS, _RESISTS, _MOVES, _MORE = "Attributes", "Health", "Resistances", "Movement", "More"


class Resistance(State):
    """One source of a resistance, such as armour or a power (ZS-MIS-08)."""

    name: str
    against: Literal["damage", "mental", "alteration"] = "damage"
    amount: Rank = 0


class Power(State):
    """A power by name, with what it does in numbers (ZS-MIS-06)."""

    name: str
    kind: Literal["attack", "defence", "movement", "other"] = "other"
    is_active: bool = False
    dv_bonus: Rank = 0
    """What an active power of defence adds to the DV; a bonus like any other."""
    resistance: Rank = 0
    """Damage resistance while active."""
    metres: Annotated[int, Meta(ge=0, le=999_999)] = 0
    """How far a power of movement carries with one move action."""


_INSTEAD = "Instead of attribute, skill and equipment."
GivenNumber = Annotated[int, Meta(ge=-30, le=999)]


def _given(title: str, description: str = _INSTEAD) -> Meta:
    return _about(title, "Given numbers", description)


class Given(State):
    """Numbers given by the GM instead of their parts; what conditions do still counts."""

    av: Annotated[GivenNumber | None, _given("AV")] = None
    av_ranged: Annotated[GivenNumber | None, _given("AV ranged")] = None
    av_melee: Annotated[GivenNumber | None, _given("AV melee")] = None
    dv: Annotated[GivenNumber | None, _given("DV")] = None
    dv_ranged: Annotated[GivenNumber | None, _given("DV ranged")] = None
    dv_melee: Annotated[GivenNumber | None, _given("DV melee")] = None
    dv_mental: Annotated[GivenNumber | None, _given("DV mental")] = None
    av_mental: Annotated[GivenNumber | None, _given("AV mental")] = None
    damage: Annotated[GivenNumber | None, _given("Damage", "Instead of the weapon's level.")] = None


class Sheet(State):
    """A combatant. Everything derived may be given instead: a name and three numbers are enough."""

    agility: Annotated[int, _meta("Agility", _ATTRIBUTES, "Ranged combat and movement.")] = 2
    brawn: Annotated[int, _meta("Brawn", _ATTRIBUTES, "Hand-to-hand combat.")] = 2
    presence: Annotated[int, _meta("Presence", _ATTRIBUTES, "Mental combat and persuasion.")] = 2
    reason: Annotated[int, _meta("Reason", _ATTRIBUTES)] = 2
    power_level: Annotated[int, _meta("Power Level", _ATTRIBUTES, "Strength of powers; 0 for most people.")] = 0
    skills: Annotated[
        dict[str, Rank], _about("Skills", "Skills", "Ranks by skill, such as ranged_combat = 3; 0 is not learned.")
    ] = {}
    health: Annotated[Points | None, _about("Health", _POOLS, "Nothing typed: at its maximum.")] = None
    health_max: Annotated[int, _meta("Health maximum", _POOLS, ge=1, le=999)] = 10
    endurance: Annotated[Points | None, _about("Endurance", _POOLS, "Nothing typed: at its maximum.")] = None
    endurance_max: Annotated[int, _meta("Endurance maximum", _POOLS, le=999)] = 10
    health_cap: Annotated[
        Points | None, _about("Recovers up to", _POOLS, "A gruesome lasting injury; nothing typed: to the maximum.")
    ] = None
    health_cap_note: Annotated[str, _about("Lasting injury", _POOLS)] = ""
    dr: Annotated[int, _meta("Damage Resistance", _RESISTS)] = 0
    mr: Annotated[int, _meta("Mental Resistance", _RESISTS)] = 0
    ar: Annotated[int, _meta("Alteration Resistance", _RESISTS)] = 0
    resistances: Annotated[tuple[Resistance, ...], _about("Sources of resistance", _RESISTS)] = ()
    walk_m: Annotated[int, _meta("Walk (m)", _MOVES, "0: from the table by Agility.", le=999_999)] = 0
    run_m: Annotated[int, _meta("Run (m)", _MOVES, "0: twice the walk.", le=999_999)] = 0
    sprint_m: Annotated[int, _meta("Sprint (m)", _MOVES, "0: six times the walk.", le=999_999)] = 0
    swim_m: Annotated[int, _meta("Swim (m)", _MOVES, le=999_999)] = 0
    jump_m: Annotated[int, _meta("Jump (m)", _MOVES, le=999_999)] = 0
    is_unnamed: Annotated[bool, _about("Unnamed", _MORE, "One successful attack defeats them.")] = False
    gifts: Annotated[tuple[str, ...], _about("Gifts", _MORE)] = ()
    powers: Annotated[tuple[Power, ...], _about("Powers", _MORE)] = ()
    has_mental_powers: Annotated[
        bool, _about("Has mental powers", _MORE, "Notices mental attacks, as do those with Mental Resistance.")
    ] = False
    unarmed_damage_boost: Annotated[int, _meta("Unarmed damage boost", _MORE, "Iron Fists, Strike.")] = 0
    is_at_home_immersed: Annotated[
        bool, _about("At home under water or weightless", _MORE, "No penalty there, on the GM's word.")
    ] = False
    mass: Annotated[int, _meta("Mass (kg)", _MORE, le=999_999)] = 80
    given: Given = Given()


class Shared(State):
    """What belongs to the fight rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last: what one key attacks with again."""
    beyond_rest: dict[Id, int] = {}
    """Lost Health that an hour's rest no longer helps: only a night does (ZS-HEA-05)."""
