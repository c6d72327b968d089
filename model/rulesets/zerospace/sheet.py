"""Data of ZeroSpace about combatants and the battle: attributes, weapons, ammunition, sheets (ZS-MIS)."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of
from model.engine.modifiers import Modifier, term
from model.engine.ruleset import Action, Parameter
from model.engine.types import field, named_field
from model.rulesets.families.ogc.battle import AttackKind, AttackType
from model.rulesets.families.ogc.sheet import MORE, MOVES, POOLS, RESISTS, Given, Points, Rank
from model.rulesets.zerospace.settings import metres_by_level, rules
from model.state.base import Id, State, replace
from model.state.battle import Battle as BattleOf
from model.state.battle import Item, Player
from model.state.texts import Refusal, text

# ----------------------------------------------------------------------------------------------------------- attributes


ATTRIBUTES = ("agility", "brawn", "presence", "reason", "power_level")
SURGE, DRAINED, IMPROVISED = "surge", "drained", "improvised"
"""Conditions that change one attribute or skill, which their note names, by their amount."""


# -------------------------------------------------------------------------------------------------------------- weapons


HAND_TO_HAND = "hand_to_hand_combat"
HAND_TO_HAND_REACH = 1.0
THROWN_REACH = 10.0
"""Thrown weapons reach short range at most (ZS-RANGE-02, ZS-RANGE-03)."""


class Gear(State):
    """What makes an item a weapon, a power used as a weapon, armour or a tool."""

    kind: Annotated[Literal["weapon", "power", "armour", "tool"], Meta(title="Kind")] = "weapon"
    level: Annotated[
        int, Meta(title="Equipment level", description="Powers use the Power Level instead.", ge=0, le=10)
    ] = 1
    skill: Annotated[str, named_field("Skill", "skills", "Used by the attacker.")] = "ranged_combat"
    range_m: Annotated[int, Meta(title="Range (m)", ge=0, le=999_999)] = 1
    type: Annotated[AttackType, Meta(title="Type of attack", description="A mental attack uses Mental Combat.")] = (
        "normal"
    )
    affects: Annotated[
        Literal["", "health", "endurance", "attribute", "effect_only"],
        Meta(title="Hurts", description="For mental and alteration attacks. Empty: Health."),
    ] = ""
    attribute: Annotated[
        Literal["", "agility", "brawn", "presence", "reason", "power_level"],
        Meta(title="Attribute hurt", description="For attacks that lower an attribute."),
    ] = ""
    special: Annotated[
        Literal["", "blinding", "terrifying", "ongoing"],
        Meta(title="Leaves", description="What a hit leaves on the target: blind, terrified, or a named effect."),
    ] = ""
    effect: Annotated[str, Meta(title="Name of the effect", description="For an attack that leaves one.")] = ""
    brings: Annotated[
        Literal["", "helpless", "restrained"],
        Meta(title="Causes", description="Conditions that start and end with that effect."),
    ] = ""
    can_be_opposed: Annotated[
        bool,
        Meta(
            title="Can be broken out of", description="Takes away free will, or alters the target against their will."
        ),
    ] = True
    deals_damage: Annotated[
        bool | None, Meta(title="Does damage", description="Empty: plain attacks do, special ones do not.")
    ] = None
    piercing: Annotated[bool, Meta(title="Piercing", description="Resistance counts half.")] = False
    is_area: Annotated[bool, Meta(title="Area", description="Hits everyone within a radius.")] = False
    radius_m: Annotated[int, Meta(title="Radius (m)", description="Of an area; 0: the usual one.", ge=0, le=9_999)] = 0
    is_large: Annotated[bool, Meta(title="Large", description="Hits everyone who is still in the area.")] = False
    suppressing_fire: Annotated[bool, Meta(title="Suppressing fire")] = False
    stunning: Annotated[bool, Meta(title="Stunning", description="Hurts Endurance instead of Health.")] = False
    thrown: Annotated[bool, Meta(title="Thrown", description="Short range at most.")] = False
    defensive: Annotated[
        bool, Meta(title="Defensive", description="Counts for the defence with its skill, as a shield does.")
    ] = False
    resistance: Annotated[int, Meta(title="Damage Resistance", description="Of worn armour.", ge=0, le=30)] = 0
    ammo: Annotated[
        Annotated[int, Meta(ge=0, le=9_999)] | None,
        Meta(title="Ammunition", description="A counter without effect, by house rule; nothing is enforced."),
    ] = None
    notes: Annotated[str, Meta(title="Notes", description="“Auto” makes suppressing fire possible.")] = ""

    @property
    def attack_kind(self) -> AttackKind:
        """Mental for mental attacks, melee for weapons with that skill, else ranged (ZS-ATK-03, 07 and 14)."""
        if self.type == "mental":
            return "mental"
        return "melee" if self.skill == HAND_TO_HAND else "ranged"

    @property
    def reach(self) -> float:
        """Metres that an attack with this gear reaches, apart from Power Level (ZS-ATK-02, ZS-RANGE-06)."""
        if self.attack_kind == "melee":
            return max(HAND_TO_HAND_REACH, float(self.range_m))
        return min(THROWN_REACH, float(self.range_m)) if self.thrown else float(self.range_m)

    @property
    def can_suppress(self) -> bool:
        """Whether it can be used for suppressing fire: powers, and weapons noted for it (ZS-SUPP-02)."""
        return self.kind == "power" or self.suppressing_fire or bool(_AUTO.search(self.notes))

    @property
    def can_be_taken(self) -> bool:
        """Whether it can be taken out of a hand; never for a power (ZS-DISARM-01)."""
        return self.kind != "power"

    @property
    def uses_ammo(self) -> bool:
        """Whether ammunition can be counted: for ranged and thrown weapons, and for gear that already has a count."""
        return self.ammo is not None or (self.kind == "weapon" and self.attack_kind == "ranged")

    @property
    def is_weapon(self) -> bool:
        return self.kind in ("weapon", "power")


_AUTO = re.compile(r"\b(auto|suppressing fire)\b", re.IGNORECASE)

UNARMED = Gear(level=0, skill=HAND_TO_HAND, range_m=1, stunning=True)
"""An attack with bare hands: it hurts Endurance (ZS-ATK-06)."""


# --------------------------------------------------------------------------------------------------------------- sheets


number = partial(field, ge=0, le=30)

_ATTRIBUTES = "Attributes"


class Resistance(State):
    """One source of a resistance, such as armour or a power (ZS-MIS-08)."""

    name: Annotated[str, Meta(title="Name")]
    against: Annotated[Literal["damage", "mental", "alteration"], Meta(title="Against")] = "damage"
    amount: Annotated[int, Meta(title="Amount", ge=0, le=30)] = 0


class Power(State):
    """A power by name, with what it does in numbers (ZS-MIS-06)."""

    name: Annotated[str, Meta(title="Name")]
    kind: Annotated[Literal["attack", "defence", "movement", "other"], Meta(title="Kind")] = "other"
    is_active: Annotated[bool, Meta(title="Active")] = False
    dv_bonus: Annotated[
        int, Meta(title="DV bonus", description="While active; it competes with other bonuses.", ge=0, le=30)
    ] = 0
    resistance: Annotated[int, Meta(title="Resistance", description="Against damage, while active.", ge=0, le=30)] = 0
    metres: Annotated[
        int, Meta(title="Distance (m)", description="Covered with one move action.", ge=0, le=999_999)
    ] = 0


GIFTS = ("attentive", "blindfighting", "blindsight", "bowler", "disarming expert", "elusive", "escape artist")
"""The gifts whose effects are carried out (ZS-MIS-06, ZS-BLIND-02, ZS-DISTR-03)."""


class Sheet(State):
    """The sheet of a combatant. Derived values can be entered directly instead: a name and three numbers are enough."""

    agility: Annotated[int, number("Agility", _ATTRIBUTES, "Ranged combat and movement.")] = 2
    brawn: Annotated[int, number("Brawn", _ATTRIBUTES, "Hand-to-hand combat.")] = 2
    presence: Annotated[int, number("Presence", _ATTRIBUTES, "Mental combat and persuasion.")] = 2
    reason: Annotated[int, number("Reason", _ATTRIBUTES)] = 2
    power_level: Annotated[int, number("Power Level", _ATTRIBUTES, "Strength of powers; 0 for most people.")] = 0
    skills: Annotated[dict[str, Rank], field("Skills", "Skills", "Ranks by skill; 0: not learned.")] = {}
    health: Annotated[Points | None, field("Health", POOLS, "Empty: at the maximum.")] = None
    health_max: Annotated[int, number("Health maximum", POOLS, ge=1, le=999)] = 10
    endurance: Annotated[Points | None, field("Endurance", POOLS, "Empty: at the maximum.")] = None
    endurance_max: Annotated[int, number("Endurance maximum", POOLS, le=999)] = 10
    health_cap: Annotated[
        Points | None, field("Recovers up to", POOLS, "After a gruesome lasting injury. Empty: to the maximum.")
    ] = None
    health_cap_note: Annotated[str, field("Lasting injury", POOLS)] = ""
    dr: Annotated[int, number("Damage Resistance", RESISTS)] = 0
    mr: Annotated[int, number("Mental Resistance", RESISTS)] = 0
    ar: Annotated[int, number("Alteration Resistance", RESISTS)] = 0
    resistances: Annotated[tuple[Resistance, ...], field("Sources of resistance", RESISTS)] = ()
    walk_m: Annotated[int, number("Walk (m)", MOVES, "0: from the table by Agility.", le=999_999)] = 0
    run_m: Annotated[int, number("Run (m)", MOVES, "0: twice the walk.", le=999_999)] = 0
    sprint_m: Annotated[int, number("Sprint (m)", MOVES, "0: six times the walk.", le=999_999)] = 0
    swim_m: Annotated[int, number("Swim (m)", MOVES, le=999_999)] = 0
    jump_m: Annotated[int, number("Jump (m)", MOVES, le=999_999)] = 0
    is_unnamed: Annotated[bool, field("Unnamed", MORE, "One successful attack defeats them.")] = False
    gifts: Annotated[tuple[str, ...], field("Gifts", "Gifts", f"Known to the rules: {', '.join(GIFTS)}.")] = ()
    powers: Annotated[tuple[Power, ...], field("Powers", "Powers")] = ()
    has_mental_powers: Annotated[
        bool, field("Has mental powers", MORE, "Notices mental attacks, as combatants with Mental Resistance do.")
    ] = False
    unarmed_damage_boost: Annotated[int, number("Unarmed damage boost", MORE, "Iron Fists, Strike.")] = 0
    is_at_home_immersed: Annotated[
        bool, field("At home under water or weightless", MORE, "No penalty there, if the GM agrees.")
    ] = False
    mass: Annotated[int, number("Mass (kg)", MORE, le=999_999)] = 80
    given: Given = Given()


class Shared(State):
    """State that belongs to the battle rather than to one combatant."""

    last_weapon: dict[Id, Id] = {}
    """The item that each combatant attacked with last, which the shortcut for an attack uses again."""
    beyond_rest: Annotated[dict[Id, int], Meta(title="Health that only a night restores")] = {}
    """Lost Health, by combatant, that an hour's rest no longer restores, only a night (ZS-HEA-05)."""


class ZeroSpacePlayer(Player):
    """A player, with plot points."""

    plot_points: Annotated[int, number("Plot points", MORE, le=99)] = 0


Battle = BattleOf[Sheet, Gear, Shared, ZeroSpacePlayer]


# ------------------------------------------------------------------------------------------- attributes and weapons now


def _titled(name: str) -> str:
    return name.replace("_", " ").title()


def attribute_terms(battle: Battle, who: Id, name: str) -> Iterator[Modifier]:
    """An attribute and its temporary changes: base terms, not bonuses (ZS-MOD-09, ZS-AMB-04)."""
    value = int(getattr(battle.combatants[who].sheet, name))
    yield term(name, _titled(name), value, "ZS-ROLL-02")
    raised, lost = _changes(battle, who, name)
    if raised:
        yield term(SURGE, "Surge", raised, "ZS-PLOT-19")
    if lost:
        yield term(DRAINED, f"{_titled(name)} lost", -min(lost, value + raised), "ZS-HEA-08")


def attribute(battle: Battle, who: Id, name: str) -> int:
    """The current value of an attribute, at least 0 (ZS-PLOT-19, ZS-HEA-08, ZS-MIS-17)."""
    value = int(getattr(battle.combatants[who].sheet, name))
    raised, lost = _changes(battle, who, name)
    return max(0, value + raised - lost)


def _changes(battle: Battle, who: Id, name: str) -> tuple[int, int]:
    """What surges add to an attribute, and what attacks have taken off it."""
    effects = battle.combatants[who].effects
    if not effects:
        return 0, 0
    raised, lost = 0, 0
    for effect in effects.values():
        if effect.note == name and effect.kind == SURGE:
            raised += effect.amount
        elif effect.note == name and effect.kind == DRAINED:
            lost += effect.amount
    return raised, lost


def drain(battle: Battle, who: Id, name: str, points: int, source: Id | None = None) -> Battle:
    """Take points off an attribute until the next rest, down to 0 at most (ZS-HEA-08, ZS-MIS-17)."""
    points = min(points, attribute(battle, who, name))
    if points <= 0:
        return battle
    known = next((effect for effect in effects_of(battle, who, DRAINED) if effect.note == name), None)
    if known is None:
        return add_effect(battle, who, DRAINED, until="recovered", source=source, amount=points, note=name)
    combatant = battle.combatants[who]
    more = replace(known, amount=known.amount + points)
    return battle.with_combatant(replace(combatant, effects=combatant.effects | {known.id: more}))


def skill_rank(battle: Battle, who: Id, skill: str) -> int:
    """Rank in a skill, learned or improvised, or 0 if neither (ZS-ROLL-06, ZS-PLOT-13)."""
    combatant = battle.combatants[who]
    learned = combatant.sheet.skills.get(skill, 0)
    if not combatant.effects:
        return learned
    improvised = (effect.amount for effect in effects_of(battle, who, IMPROVISED) if effect.note == skill)
    return max(learned, *improvised, 0)


def reach_of(battle: Battle, who: Id, gear: Gear) -> float:
    """Metres that an attack reaches; for a power without a range, by Power Level (ZS-RANGE-06, ZS-MIS-05)."""
    if gear.kind != "power" or gear.range_m:
        return gear.reach
    by_level = metres_by_level(rules(battle).power_range_table, attribute(battle, who, "power_level"))
    return gear.reach if by_level is None else float(by_level)


def used_in_defence(battle: Battle, who: Id, skill: str) -> Item[Gear] | None:
    """The one item that counts in a defence: a melee weapon in hand, or an item marked defensive (ZS-AMB-09)."""
    fitting = (
        item
        for item in battle.items_of(who)
        if item.where in ("hand", "worn")
        and item.gear.skill == skill
        and (item.gear.defensive or (skill == HAND_TO_HAND and item.gear.kind == "weapon" and item.where == "hand"))
    )
    return max(fitting, key=lambda item: item.gear.level, default=None)


def level_of(battle: Battle, who: Id, weapon: Item[Gear] | None) -> int:
    """Level of an attack and its effects: Power Level, or the full level of a weapon (ZS-DMG-01, ZS-DMG-02)."""
    if weapon is None or weapon.gear.kind == "power":
        return attribute(battle, who, "power_level")
    return weapon.gear.level


# ----------------------------------------------------------------------------------------------------------- ammunition


_MOST = 9_999


def counters(battle: Battle, who: Id) -> tuple[tuple[str, int, str], ...]:
    """Ammunition left for each weapon of a combatant, with its field; empty if by house rule it is not counted."""
    if not rules(battle).track_ammo:
        return ()
    return tuple(
        (f"{item.name}, shots", item.gear.ammo or 0, f"items.{item.id}.gear.ammo")
        for item in battle.items_of(who)
        if item.gear.uses_ammo
    )


def _is_counted(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the house rule is on, and the weapon is one whose shots are counted."""
    if not rules(battle).track_ammo:
        yield Refusal(
            key="not_counted", sentence=text("By the house rules, ammunition is not counted."), rule="ZS-MIS-15"
        )
    if call.item is None or (call.item in battle.items and not battle.items[call.item].gear.uses_ammo):
        sentence = text("Choose a weapon that shoots or is thrown.")
        yield Refusal(key="no_weapon", sentence=sentence, can_override=False)


def _weapons(battle: Battle, who: Id) -> Iterable[tuple[Id, str]]:
    return ((item.id, f"{item.name} ({item.gear.ammo or 0})") for item in battle.items_of(who) if item.gear.uses_ammo)


def _count(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Change a weapon's ammunition by shots fired or loaded, between 0 and `_MOST`."""
    item = battle.items[str(call.item)]
    left = min(_MOST, max(0, (item.gear.ammo or 0) + int(_BY.said(call))))
    ask.log(battle, "{0}: {item}, {left} left.", call.actor, item=item.name, left=left)
    return replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, ammo=left))})


_BY = Parameter(
    key="by", title="Change", kind="number", default=-1, least=-_MOST, most=_MOST, rule="ZS-MIS-15",
    help="A negative number for shots fired, a positive one for shots loaded.",
)  # fmt: skip


COUNT_AMMO = Action(
    id="count_ammo",
    title="Count Ammunition",
    run=_count,
    needs_item=True,
    items=_weapons,
    parameters=(_BY,),
    guards=(_is_counted,),
    rules=("ZS-MIS-15",),
    help="Change the weapon's ammunition counter; the sheet shows it too, and a new number can be typed there.",
)  # fmt: skip
