"""What ZeroSpace knows of a combatant (ZS-MIS-01 to ZS-MIS-08) and of the fight as a whole."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from model.rulesets.families.ogc.sheets import MORE, MOVES, POOLS, RESISTS, Given, Points, Rank, about, whole
from model.state.base import Id, State


def _meta(title: str, group: str, description: str = "", *, ge: int = 0, le: int = 30) -> Meta:
    return whole(title, group, description, ge=ge, le=le)


_ATTRIBUTES = "Attributes"


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


class Sheet(State):
    """A combatant. Everything derived may be given instead: a name and three numbers are enough."""

    agility: Annotated[int, _meta("Agility", _ATTRIBUTES, "Ranged combat and movement.")] = 2
    brawn: Annotated[int, _meta("Brawn", _ATTRIBUTES, "Hand-to-hand combat.")] = 2
    presence: Annotated[int, _meta("Presence", _ATTRIBUTES, "Mental combat and persuasion.")] = 2
    reason: Annotated[int, _meta("Reason", _ATTRIBUTES)] = 2
    power_level: Annotated[int, _meta("Power Level", _ATTRIBUTES, "Strength of powers; 0 for most people.")] = 0
    skills: Annotated[
        dict[str, Rank], about("Skills", "Skills", "Ranks by skill, such as ranged_combat = 3; 0 is not learned.")
    ] = {}
    health: Annotated[Points | None, about("Health", POOLS, "Nothing typed: at its maximum.")] = None
    health_max: Annotated[int, _meta("Health maximum", POOLS, ge=1, le=999)] = 10
    endurance: Annotated[Points | None, about("Endurance", POOLS, "Nothing typed: at its maximum.")] = None
    endurance_max: Annotated[int, _meta("Endurance maximum", POOLS, le=999)] = 10
    health_cap: Annotated[
        Points | None, about("Recovers up to", POOLS, "A gruesome lasting injury; nothing typed: to the maximum.")
    ] = None
    health_cap_note: Annotated[str, about("Lasting injury", POOLS)] = ""
    dr: Annotated[int, _meta("Damage Resistance", RESISTS)] = 0
    mr: Annotated[int, _meta("Mental Resistance", RESISTS)] = 0
    ar: Annotated[int, _meta("Alteration Resistance", RESISTS)] = 0
    resistances: Annotated[tuple[Resistance, ...], about("Sources of resistance", RESISTS)] = ()
    walk_m: Annotated[int, _meta("Walk (m)", MOVES, "0: from the table by Agility.", le=999_999)] = 0
    run_m: Annotated[int, _meta("Run (m)", MOVES, "0: twice the walk.", le=999_999)] = 0
    sprint_m: Annotated[int, _meta("Sprint (m)", MOVES, "0: six times the walk.", le=999_999)] = 0
    swim_m: Annotated[int, _meta("Swim (m)", MOVES, le=999_999)] = 0
    jump_m: Annotated[int, _meta("Jump (m)", MOVES, le=999_999)] = 0
    is_unnamed: Annotated[bool, about("Unnamed", MORE, "One successful attack defeats them.")] = False
    gifts: Annotated[tuple[str, ...], about("Gifts", MORE)] = ()
    powers: Annotated[tuple[Power, ...], about("Powers", MORE)] = ()
    has_mental_powers: Annotated[
        bool, about("Has mental powers", MORE, "Notices mental attacks, as do those with Mental Resistance.")
    ] = False
    unarmed_damage_boost: Annotated[int, _meta("Unarmed damage boost", MORE, "Iron Fists, Strike.")] = 0
    is_at_home_immersed: Annotated[
        bool, about("At home under water or weightless", MORE, "No penalty there, on the GM's word.")
    ] = False
    mass: Annotated[int, _meta("Mass (kg)", MORE, le=999_999)] = 80
    given: Given = Given()


class Shared(State):
    """What belongs to the fight rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last: what one key attacks with again."""
    beyond_rest: dict[Id, int] = {}
    """Lost Health that an hour's rest no longer helps: only a night does (ZS-HEA-05)."""
