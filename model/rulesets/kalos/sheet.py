"""What Kalos knows of a combatant (KM-MIS-01 to KM-MIS-07) and of the fight as a whole."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State


def _meta(title: str, group: str, description: str = "", *, ge: int = 0, le: int = 99) -> Meta:
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


def _about(title: str, group: str, description: str = "") -> Meta:
    return Meta(title=title, description=description, extra_json_schema={"group": group})


Rank = Annotated[int, Meta(ge=0, le=30)]
Points = Annotated[int, Meta(ge=0, le=999)]
Metres = Annotated[int, Meta(ge=0, le=999_999)]
_SKILLS, _POOLS, _RESISTS, _MOVES, _MORE = "Skills", "Health", "Resistances", "Movement", "More"

SKILLS = (
    "athletics", "hand_to_hand_combat", "ranged_combat", "mental_combat", "self_control", "deception", "medicine",
    "socializing", "coercion", "computing", "culture", "engineering", "finesse", "gambling", "persuasion",
)  # fmt: skip
"""The skills that are known by name (KM-TAB-SKILL); a sheet may name any other."""

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


_INSTEAD = "Instead of the skill."
GivenNumber = Annotated[int, Meta(ge=-30, le=999)]


def _given(title: str, description: str = _INSTEAD) -> Meta:
    return _about(title, "Given numbers", description)


class Given(State):
    """Numbers given by the GM instead of their parts; what conditions do still counts."""

    av: Annotated[GivenNumber | None, _given("AV")] = None
    av_ranged: Annotated[GivenNumber | None, _given("AV ranged")] = None
    av_melee: Annotated[GivenNumber | None, _given("AV melee")] = None
    av_mental: Annotated[GivenNumber | None, _given("AV mental")] = None
    dv: Annotated[GivenNumber | None, _given("DV")] = None
    dv_ranged: Annotated[GivenNumber | None, _given("DV ranged")] = None
    dv_melee: Annotated[GivenNumber | None, _given("DV melee")] = None
    dv_mental: Annotated[GivenNumber | None, _given("DV mental")] = None
    damage: Annotated[GivenNumber | None, _given("Damage", "Instead of the level of the attack.")] = None


class Sheet(State):
    """A combatant. Everything derived may be given instead: a name and three numbers are enough."""

    skills: Annotated[
        dict[str, Rank], _about("Skills", _SKILLS, "Ranks by skill, such as ranged_combat = 3; 0 is not learned.")
    ] = {}
    power_level: Annotated[int, _meta("Power Level", _SKILLS, "Of powers without a level of their own.", le=30)] = 0
    health: Annotated[Points | None, _about("Health", _POOLS, "Nothing typed: at its maximum.")] = None
    health_max: Annotated[int, _meta("Health maximum", _POOLS, ge=1, le=999)] = 10
    endurance: Annotated[Points | None, _about("Endurance", _POOLS, "Nothing typed: at its maximum.")] = None
    endurance_max: Annotated[int, _meta("Endurance maximum", _POOLS, ge=1, le=999)] = 10
    dr: Annotated[int, _meta("Damage Resistance", _RESISTS, "Of powers; armour worn has its own.")] = 0
    mr: Annotated[int, _meta("Mental Resistance", _RESISTS)] = 0
    ar: Annotated[int, _meta("Alteration Resistance", _RESISTS)] = 0
    base_m: Annotated[int, _meta("Base move (m)", _MOVES, le=999_999)] = 10
    sprint_m: Annotated[int, _meta("Sprint (m)", _MOVES, "The most in a turn, with a penalty.", le=999_999)] = 30
    movements: Annotated[tuple[Movement, ...], _about("Other ways of moving", _MOVES)] = ()
    can_fly: Annotated[bool, _about("Can fly", _MOVES)] = False
    is_minion: Annotated[bool, _about("Minion", _MORE, "Any successful attack takes them out.")] = False
    gifts: Annotated[tuple[str, ...], _about("Gifts", _MORE, f"Known to the rules: {', '.join(GIFTS)}.")] = ()
    has_mental_powers: Annotated[
        bool, _about("Has mental powers", _MORE, "Notices mental attacks, as do those with Mental Resistance.")
    ] = False
    powers: Annotated[tuple[Power, ...], _about("Powers", _MORE)] = ()
    given: Given = Given()


class Shared(State):
    """What belongs to the fight rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last: what one key attacks with again."""
    free_tries: dict[Id, int] = {}
    """Break-outs without an action that a revival has granted and nobody has used yet (KM-REV-05)."""
    short_rests: dict[Id, int] = {}
    """Short rests since the last long one (KM-AMB-32)."""
