"""What Zamani knows of a combatant (ZM-MIS-05) and of the fight as a whole."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from model.rulesets.zamani.table import ActionTable, default_table
from model.state.base import Id, State


def _meta(title: str, group: str, description: str = "", *, ge: int = 0, le: int = 100) -> Meta:
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


def _about(title: str, group: str, description: str = "") -> Meta:
    return Meta(title=title, description=description, extra_json_schema={"group": group})


Ranks = Annotated[int, Meta(ge=0, le=100)]
_ATTRIBUTES, _SKILLS, _TRAITS, _DAMAGE, _MORE = "Attributes", "Skills", "Traits", "Damage", "More"
Manner = Literal["sneak", "ambush", "unseen"]


class Sheet(State):
    """A combatant. Everything derived may be given instead: a name and three numbers are enough."""

    dexterity: Annotated[int, _meta("Dexterity", _ATTRIBUTES, "Initiative, and the least defence.")] = 5
    fitness: Annotated[int, _meta("Fitness", _ATTRIBUTES, "Notices surprise; decides equal initiatives.")] = 5
    spirit: Annotated[int, _meta("Spirit", _ATTRIBUTES, "Decides where Fitness is equal too.")] = 5
    creativity: Annotated[int, _meta("Creativity", _ATTRIBUTES, "The attribute of casting.")] = 5
    attributes: Annotated[dict[str, Ranks], _about("Further attributes", _ATTRIBUTES)] = {}
    skills: Annotated[
        dict[str, Ranks],
        _about(
            "Skills", _SKILLS, "Effective ranks, a fifth of the percentage; own ranks for skills that are linked below."
        ),
    ] = {}
    linked: Annotated[
        dict[str, str],
        _about("Linked to", _SKILLS, "Skills given by their own ranks, with the attribute that is added."),
    ] = {}
    initiative_bonus: Annotated[int, _meta("Initiative from traits", _TRAITS, ge=-20, le=40)] = 0
    defence_bonus: Annotated[int, _meta("Defence from traits", _TRAITS, "Such as Combat Luck.", ge=-20, le=40)] = 0
    trait_note: Annotated[str, _about("Traits", _TRAITS)] = ""
    is_spellcaster: Annotated[bool, _about("Spellcaster", _TRAITS)] = False
    move: Annotated[float, Meta(title="MOVE", ge=0, le=999_999, extra_json_schema={"group": _MORE})] = 8.0
    damage: Annotated[int, _meta("Damage taken", _DAMAGE, le=9_999)] = 0
    max_damage: Annotated[
        int, _meta("Unconscious at", _DAMAGE, "Damage at which they are out; 0: it is only counted.", le=9_999)
    ] = 0
    dead_at: Annotated[int, _meta("Dead at", _DAMAGE, "0: no such limit.", le=9_999)] = 0
    healing_per_8h: Annotated[int, _meta("Healed by 8 h of rest", _DAMAGE, "1, but for Rapid Healing.")] = 1
    cover: Annotated[int, _meta("Cover (%)", _MORE, "How much of the body is hidden; 80 and more helps.")] = 0
    penalty: Annotated[
        int, _meta("Standing modifier (%)", _MORE, "On every roll: injuries, darkness.", ge=-200, le=200)
    ] = 0
    given: Annotated[
        dict[str, Annotated[int, Meta(ge=-100, le=999)]],
        _about(
            "Numbers given",
            _MORE,
            "Instead of their parts: initiative, percent (of every attack), defence, absorption, rating.",
        ),
    ] = {}


class Surprise(State):
    """An attack out of nowhere: who makes it, on whom, and whether they are still to make it."""

    attacker: Id
    target: Id
    manner: Manner = "unseen"
    has_come_off: bool = True
    """Whether the target is surprised: False for an attack that is made although the contest was lost."""


class Wound(State):
    """Damage that was done at some time, for the physician (ZM-HEAL-02)."""

    damage: int
    at: int
    """Game clock in seconds."""
    is_treated: bool = False


class LastRoll(State):
    """The cell of the action table that was read last."""

    row: int
    column: int
    code: str


class Shared(State):
    """What belongs to the fight rather than to one combatant."""

    table: ActionTable = msgspec.field(default_factory=default_table)
    """The action table in use, by value."""
    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last."""
    sacrifice: dict[Id, int] = {}
    """Ranks sacrificed for this turn of ten rounds."""
    moved: dict[Id, float] = {}
    """Metres of MOVE used in this round."""
    ties: dict[Id, int] = {}
    """Dice of complete ties."""
    surprises: tuple[Surprise, ...] = ()
    """The attacks that the fight opens with."""
    wounds: dict[Id, tuple[Wound, ...]] = {}
    last_roll: LastRoll | None = None
    locations: dict[str, str] = {}
    """The GM's own table of hit locations: faces of a die, such as `1-3`, with their names."""
