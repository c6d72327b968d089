"""Data of Kalos about combatants and the battle: weapons, powers, sheets, new combatants (KM-MIS)."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta

from model.engine.types import field
from model.rulesets.families.ogc.battle import AttackKind, AttackType
from model.rulesets.families.ogc.sheet import MORE, MOVES, POOLS, RESISTS, Given, Points, Rank
from model.rulesets.kalos.settings import rules
from model.state.base import Id, State
from model.state.battle import Battle as BattleOf
from model.state.battle import Item, Player

# --------------------------------------------------------------------------------------------------- weapons and powers


ATTACK_SKILLS: dict[AttackKind, str] = {
    "ranged": "ranged_combat",
    "melee": "hand_to_hand_combat",
    "mental": "mental_combat",
}


class Gear(State):
    """What makes an item a weapon, a power that attacks, an armour, a shield or something else."""

    kind: Annotated[Literal["weapon", "power", "armour", "shield", "other"], Meta(title="Kind")] = "weapon"
    level: Annotated[
        int,
        Meta(title="Level", description="Equipment Level; for a power its own level, 0: the Power Level.", ge=0, le=99),
    ] = 1
    type: Annotated[AttackType, Meta(title="Type of attack")] = "normal"
    attack_kind: Annotated[AttackKind, Meta(title="Skill", description="Used by the attacker and by the target.")] = (
        "ranged"
    )
    range_m: Annotated[int, Meta(title="Range (m)", ge=0, le=999_999)] = 30
    long_range_m: Annotated[
        int, Meta(title="Long range (m)", description="0: none. Beyond the range there is a penalty.", ge=0, le=999_999)
    ] = 0
    area_shape: Annotated[
        Literal["", "sphere", "cylinder", "cone", "wedge", "line"],
        Meta(title="Area", description="The shape that it affects. Empty: one target."),
    ] = ""
    radius_m: Annotated[
        int,
        Meta(title="Largest radius (m)", description="Side, or length. 0: by level.", ge=0, le=99_999),
    ] = 0
    area_boosts: Annotated[int, Meta(title="x10 Area boosts", ge=0, le=3)] = 0
    is_large: Annotated[bool, Meta(title="Large", description="Hits everyone who is still in the area.")] = False
    stunning: Annotated[bool, Meta(title="Stunning", description="Hurts Endurance instead of Health.")] = False
    piercing: Annotated[bool, Meta(title="Piercing", description="Resistance counts half.")] = False
    special: Annotated[
        Literal["", "blinding", "terrifying", "ongoing"],
        Meta(title="Leaves", description="What a hit leaves on the target: blind, terrified, or a named effect."),
    ] = ""
    effect: Annotated[str, Meta(title="Name of the effect", description="For an attack that leaves one.")] = ""
    can_be_opposed: Annotated[
        bool,
        Meta(
            title="Can be broken out of", description="Takes away free will, or alters the target against their will."
        ),
    ] = True
    deals_damage: Annotated[
        bool | None, Meta(title="Does damage", description="Empty: plain attacks do, special ones do not.")
    ] = None
    pool: Annotated[
        Literal["", "health", "endurance", "none"],
        Meta(title="Hurts", description="For mental and alteration attacks. Empty: Health."),
    ] = ""
    av_bonus: Annotated[int, Meta(title="AV bonus", description="Competes with other bonuses.", ge=0, le=20)] = 0
    dv_bonus: Annotated[int, Meta(title="DV bonus", description="Competes with other bonuses.", ge=0, le=20)] = 0
    knockback: Annotated[
        bool, Meta(title="Knocks back", description="Decided in advance for each normal attack, if the rule is in use.")
    ] = False
    is_knockback_decided: Annotated[
        bool, Meta(title="Decided", description="Whether it knocks back no longer changes; the GM can change it.")
    ] = False
    usable_in_grapple: Annotated[bool, Meta(title="Usable in a grapple", description="To hurt a held target.")] = True
    is_ordinary: Annotated[bool, Meta(title="Ordinary", description="Can be taken out of a combatant's hand.")] = True
    notes: Annotated[str, Meta(title="Notes")] = ""

    @property
    def is_weapon(self) -> bool:
        return self.kind in ("weapon", "power")

    @property
    def can_be_taken(self) -> bool:
        """Whether it can be taken out of a hand; never for a power, whatever was typed (KM-DISARM-04)."""
        return self.is_ordinary and self.kind != "power"


UNARMED = Gear(level=0, attack_kind="melee", range_m=1)
"""An attack with bare hands; its level is a house rule (KM-MIS-04)."""


# --------------------------------------------------------------------------------------------------------------- sheets


number = partial(field, ge=0, le=99)

Metres = Annotated[int, Meta(ge=0, le=999_999)]
_SKILLS = "Skills"

SKILLS = (
    "athletics", "hand_to_hand_combat", "ranged_combat", "mental_combat", "self_control", "deception", "medicine",
    "socializing", "coercion", "computing", "culture", "engineering", "finesse", "gambling", "persuasion",
)  # fmt: skip
"""The skills that the rules name (KM-ROLL-01); a sheet may have others."""

GIFTS = ("blindsight", "danger sense", "disarming expert", "escape artist", "attentive")
"""Gifts that change a rule (KM-GIFT-01)."""


class OtherMode(State):
    """A movement mode other than walking (KM-MIS-07)."""

    mode: Annotated[Literal["swim", "fly", "other"], Meta(title="Mode")] = "swim"
    base_m: Annotated[int, Meta(title="Base (m)", ge=0, le=999_999)] = 10
    sprint_m: Annotated[int, Meta(title="Sprint (m)", ge=0, le=999_999)] = 30


class Power(State):
    """A power by name, as typed in (KM-MIS-02)."""

    name: Annotated[str, Meta(title="Name")]
    level: Annotated[int, Meta(title="Level", description="0: the Power Level.", ge=0, le=30)] = 0
    is_active: Annotated[bool, Meta(title="Active")] = False
    notes: Annotated[str, Meta(title="Notes")] = ""


class Sheet(State):
    """The sheet of a combatant. Derived values can be entered directly instead: a name and three numbers are enough."""

    skills: Annotated[dict[str, Rank], field("Skills", _SKILLS, "Ranks by skill; 0: not learned.")] = {}
    power_level: Annotated[int, number("Power Level", _SKILLS, "For powers without a level of their own.", le=30)] = 0
    health: Annotated[Points | None, field("Health", POOLS, "Empty: at the maximum.")] = None
    health_max: Annotated[int, number("Health maximum", POOLS, ge=1, le=999)] = 10
    endurance: Annotated[Points | None, field("Endurance", POOLS, "Empty: at the maximum.")] = None
    endurance_max: Annotated[int, number("Endurance maximum", POOLS, ge=1, le=999)] = 10
    dr: Annotated[int, number("Damage Resistance", RESISTS, "From powers; worn armour has its own.")] = 0
    mr: Annotated[int, number("Mental Resistance", RESISTS)] = 0
    ar: Annotated[int, number("Alteration Resistance", RESISTS)] = 0
    base_m: Annotated[int, number("Base move (m)", MOVES, le=999_999)] = 10
    sprint_m: Annotated[int, number("Sprint (m)", MOVES, "The maximum per turn, with a penalty.", le=999_999)] = 30
    movements: Annotated[tuple[OtherMode, ...], field("Other movement modes", MOVES)] = ()
    can_fly: Annotated[bool, field("Can fly", MOVES)] = False
    is_minion: Annotated[bool, field("Minion", MORE, "Any successful attack takes them out of combat.")] = False
    gifts: Annotated[tuple[str, ...], field("Gifts", "Gifts", f"Known to the rules: {', '.join(GIFTS)}.")] = ()
    has_mental_powers: Annotated[
        bool, field("Has mental powers", MORE, "Notices mental attacks, as combatants with Mental Resistance do.")
    ] = False
    powers: Annotated[tuple[Power, ...], field("Powers", "Powers")] = ()
    given: Given = Given()


class Shared(State):
    """State that belongs to the battle rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last, which the shortcut for an attack uses again."""
    free_tries: dict[Id, int] = {}
    """Unused break-out attempts without an action that a revival has granted, by combatant (KM-REV-05)."""
    short_rests: dict[Id, int] = {}
    """Short rests since the last long one, by combatant (KM-AMB-32)."""


Battle = BattleOf[Sheet, Gear, Shared, Player]


def in_use(battle: Battle, who: str) -> tuple[Item[Gear], ...]:
    """The items that a combatant holds or wears."""
    return tuple(item for item in battle.items_of(who) if item.where in ("hand", "worn"))


# ------------------------------------------------------------------------------------------------------- new combatants


def new_sheet(battle: Battle) -> Mapping[str, Any]:
    """Fields of a new sheet: pools and distances by house rules."""
    return {
        "health_max": rules(battle).default_health,
        "endurance_max": rules(battle).default_endurance,
        "base_m": rules(battle).default_base_m,
        "sprint_m": rules(battle).default_sprint_m,
    }
