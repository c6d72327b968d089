"""Action Value and Defence Value, part by part (ZS-ROLL, ZS-OPP, ZS-MOD, ZS-HELP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.engine.modifiers import Modifier, Stacking, all_count, explain, highest_bonus_all_penalties, term
from model.rulesets.families.ogc.damage import AttackType
from model.rulesets.families.ogc.defence_values import Cover, DefenceValues
from model.rulesets.zerospace.attributes import attribute as attribute_of
from model.rulesets.zerospace.attributes import attribute_terms, skill_rank
from model.rulesets.zerospace.conditions import av_modifiers, dv_modifiers, has_gift, is_helpless
from model.rulesets.zerospace.gear import HAND_TO_HAND, AttackKind, Gear, used_in_defence
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation

BASE_DV = 8
RANGED, MENTAL = "ranged_combat", "mental_combat"
SKILLS: dict[AttackKind, str] = {"ranged": RANGED, "melee": HAND_TO_HAND, "mental": MENTAL}
ATTRIBUTES: dict[AttackKind, str] = {"ranged": "agility", "melee": "brawn", "mental": "presence"}


def titled(slug: str) -> str:
    """A skill or attribute as words: `hand_to_hand_combat` is `Hand-to-hand Combat`."""
    if slug == HAND_TO_HAND:
        return "Hand-to-hand Combat"
    return slug.replace("_", " ").title()


def _terms(battle: AnyBattle, who: Id, attribute: str, skill: str, item: tuple[str, int] | None) -> Iterator[Modifier]:
    """Attribute, skill and equipment, capped by the skill: base terms, not bonuses (ZS-ROLL-03, ZS-MOD-09)."""
    rank = skill_rank(battle, who, skill)
    yield from attribute_terms(battle, who, attribute)
    if skill:
        yield term(skill, titled(skill), rank, "ZS-ROLL-02")
    if item is not None:
        name, level = item
        label = name if level <= rank else f"{name}, up to the skill"
        yield term("equipment", label, min(level, rank), "ZS-ROLL-03")


def _better(battle: AnyBattle, who: Id, usual: str, other: str) -> str:
    return other if attribute_of(battle, who, other) > attribute_of(battle, who, usual) else usual


def attack_value(
    battle: AnyBattle,
    who: Id,
    kind: AttackKind,
    weapon: Item[Gear] | None = None,
    more: Iterable[Modifier] = (),
) -> Explanation:
    """What an attack adds to 2d6 (ZS-ROLL-02, ZS-ATK-03); of a helpless attacker nothing (ZS-HELP-01)."""
    if is_helpless(battle, who):
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "ZS-HELP-01")])
    given = battle.combatants[who].sheet.given.of("av", kind)
    if given is not None:
        parts = [term("given", "Given", given)]
    else:
        attribute = ATTRIBUTES[kind]
        if kind == "ranged" and has_gift(battle, who, "bowler"):
            attribute = _better(battle, who, attribute, "brawn")
        # Powers are not equipment and add no such term (ZS-DMG-01, ZS-AMB-09).
        is_equipment = weapon is not None and weapon.gear.kind != "power"
        item = (weapon.name, weapon.gear.level) if weapon is not None and is_equipment else None
        parts = list(_terms(battle, who, attribute, SKILLS[kind], item))
    return explain("av", "Action Value", [*parts, *av_modifiers(battle, who, kind), *more], highest_bonus_all_penalties)


def task_value(
    battle: AnyBattle,
    who: Id,
    attribute: str,
    skill: str,
    more: Iterable[Modifier] = (),
    *,
    tool: Item[Gear] | None = None,
    without: tuple[str, ...] = (),
    even_helpless: bool = False,
) -> Explanation:
    """What a task that is no attack adds to 2d6 (ZS-ROLL-02); `without` names conditions that do not count for it."""
    if is_helpless(battle, who) and not even_helpless:
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "ZS-HELP-01")])
    conditions = [part for part in av_modifiers(battle, who, None) if part.key not in without]
    item = None if tool is None else (tool.name, tool.gear.level)
    parts = [*_terms(battle, who, attribute, skill, item), *conditions, *more]
    return explain("av", "Action Value", parts, highest_bonus_all_penalties)


def kind_of(skill: str) -> AttackKind | None:
    """The kind of attack that a skill belongs to, if any: what being prone goes by."""
    return next((kind for kind, known in SKILLS.items() if known == skill), None)


def dv_stacking(battle: AnyBattle) -> Stacking:
    """Of the bonuses to a DV too only the highest counts, unless a house rule adds them up (ZS-MOD-02, ZS-AMB-54)."""
    return all_count if rules(battle).dv_bonuses == "sum" else highest_bonus_all_penalties


def _own_opposition(battle: AnyBattle, who: Id, attribute: str, skill: str) -> Iterator[Modifier]:
    held = used_in_defence(battle, who, skill) if rules(battle).equipment_in_dv else None
    yield term("base", "Base", BASE_DV, "ZS-OPP-01")
    yield from _terms(battle, who, attribute, skill, None if held is None else (held.name, held.gear.level))


class ZeroSpaceDefenceValues(DefenceValues):
    helpless_rule = "ZS-HELP-02"

    def is_helpless(self, battle: AnyBattle, who: Id) -> bool:
        return is_helpless(battle, who)

    def own(self, battle: AnyBattle, who: Id, kind: AttackKind) -> Iterator[Modifier]:
        """8, attribute, skill and what helps; the elusive may use Agility hand to hand (ZS-OPP-01, ZS-OPP-02)."""
        attribute = ATTRIBUTES[kind]
        if kind == "melee" and has_gift(battle, who, "elusive"):
            attribute = _better(battle, who, attribute, "agility")
        return _own_opposition(battle, who, attribute, SKILLS[kind])

    def modifiers(self, battle: AnyBattle, who: Id, kind: AttackKind | None, cover: Cover) -> Iterable[Modifier]:
        return dv_modifiers(battle, who, kind, cover)

    def stacking(self, battle: AnyBattle, who: Id, kind: AttackKind | None) -> Stacking:
        return dv_stacking(battle)


_DEFENCE = ZeroSpaceDefenceValues()
defence_value = _DEFENCE.against_attack
"""What an attack has to reach (ZS-OPP-01, ZS-OPP-02); 0 for the helpless, and what the GM grants them (ZS-HELP-03)."""


def opposed_value(battle: AnyBattle, who: Id, attribute: str, skill: str, more: Iterable[Modifier] = ()) -> Explanation:
    """The DV of who works against a task: 8 and the fitting values (ZS-OPP-01, ZS-DIFF-04, ZS-DISTR-02)."""
    kind = kind_of(skill)
    if kind is not None and ATTRIBUTES[kind] == attribute:
        return defence_value(battle, who, kind, more)
    return _DEFENCE.against_task(battle, who, _own_opposition(battle, who, attribute, skill), more)


def resistance(battle: AnyBattle, who: Id, type: AttackType) -> int:
    """The resistance that counts against a type of attack (ZS-ATK-05, ZS-ATK-10, ZS-ATK-16, ZS-MIS-08).

    Of several sources the highest, or by a house rule their sum; armour and active powers resist damage alone.
    """
    sheet = battle.combatants[who].sheet
    against = "damage" if type == "normal" else type
    own = {"damage": sheet.dr, "mental": sheet.mr, "alteration": sheet.ar}[against]
    sources = [own, *(source.amount for source in sheet.resistances if source.against == against)]
    if against == "damage":
        sources += [power.resistance for power in sheet.powers if power.is_active]
        sources += [item.gear.resistance for item in battle.items_of(who) if item.where in ("worn", "hand")]
    return sum(sources) if rules(battle).resistance_sources == "sum" else max(sources)


def damage_resistance(battle: AnyBattle, who: Id) -> int:
    """Damage Resistance from sheet, armour worn and active powers (ZS-DMG-03)."""
    return resistance(battle, who, "normal")
