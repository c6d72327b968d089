"""What Kalos knows of a combatant (KM-MIS-01 to KM-MIS-07) and of the fight as a whole."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from model.rulesets.families.ogc.sheets import MORE, MOVES, POOLS, RESISTS, Given, Points, Rank, about, whole
from model.state.base import Id, State


def _meta(title: str, group: str, description: str = "", *, ge: int = 0, le: int = 99) -> Meta:
    return whole(title, group, description, ge=ge, le=le)


Metres = Annotated[int, Meta(ge=0, le=999_999)]
_SKILLS = "Skills"

SKILLS = (
    "athletics", "hand_to_hand_combat", "ranged_combat", "mental_combat", "self_control", "deception", "medicine",
    "socializing", "coercion", "computing", "culture", "engineering", "finesse", "gambling", "persuasion",
)  # fmt: skip
"""The skills that are known by name (KM-ROLL-01); a sheet may name any other."""

GIFTS = ("blindsight", "danger sense", "disarming expert", "escape artist", "attentive")
"""Gifts that change a rule (KM-GIFT-01)."""


class Movement(State):
    """Another way of moving than on foot (KM-MIS-07)."""

    mode: Literal["swim", "fly", "other"] = "swim"
    base_m: Metres = 10
    sprint_m: Metres = 30


class Power(State):
    """A power by name, as typed in (KM-MIS-02)."""

    name: str
    level: Rank = 0
    is_active: bool = False
    notes: str = ""


class Sheet(State):
    """A combatant. Everything derived may be given instead: a name and three numbers are enough."""

    skills: Annotated[
        dict[str, Rank], about("Skills", _SKILLS, "Ranks by skill, such as ranged_combat = 3; 0 is not learned.")
    ] = {}
    power_level: Annotated[int, _meta("Power Level", _SKILLS, "Of powers without a level of their own.", le=30)] = 0
    health: Annotated[Points | None, about("Health", POOLS, "Nothing typed: at its maximum.")] = None
    health_max: Annotated[int, _meta("Health maximum", POOLS, ge=1, le=999)] = 10
    endurance: Annotated[Points | None, about("Endurance", POOLS, "Nothing typed: at its maximum.")] = None
    endurance_max: Annotated[int, _meta("Endurance maximum", POOLS, ge=1, le=999)] = 10
    dr: Annotated[int, _meta("Damage Resistance", RESISTS, "Of powers; armour worn has its own.")] = 0
    mr: Annotated[int, _meta("Mental Resistance", RESISTS)] = 0
    ar: Annotated[int, _meta("Alteration Resistance", RESISTS)] = 0
    base_m: Annotated[int, _meta("Base move (m)", MOVES, le=999_999)] = 10
    sprint_m: Annotated[int, _meta("Sprint (m)", MOVES, "The most in a turn, with a penalty.", le=999_999)] = 30
    movements: Annotated[tuple[Movement, ...], about("Other ways of moving", MOVES)] = ()
    can_fly: Annotated[bool, about("Can fly", MOVES)] = False
    is_minion: Annotated[bool, about("Minion", MORE, "Any successful attack takes them out.")] = False
    gifts: Annotated[tuple[str, ...], about("Gifts", MORE, f"Known to the rules: {', '.join(GIFTS)}.")] = ()
    has_mental_powers: Annotated[
        bool, about("Has mental powers", MORE, "Notices mental attacks, as do those with Mental Resistance.")
    ] = False
    powers: Annotated[tuple[Power, ...], about("Powers", MORE)] = ()
    given: Given = Given()


class Shared(State):
    """What belongs to the fight rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last: what one key attacks with again."""
    free_tries: dict[Id, int] = {}
    """Break-outs without an action that a revival has granted and nobody has used yet (KM-REV-05)."""
    short_rests: dict[Id, int] = {}
    """Short rests since the last long one (KM-AMB-32)."""
