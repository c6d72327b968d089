"""Action Value and Defence Value, part by part (KM-ROLL, KM-OPP, KM-MOD, KM-HELP, KM-EQUIP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.engine.modifiers import Modifier, Stacking, explain, highest_bonus_all_penalties, part, term
from model.rulesets.families.ogc.defence_values import DefenceValues
from model.rulesets.families.ogc.pools import DEAD, DEFEATED, UNCONSCIOUS
from model.rulesets.kalos.conditions import HELPLESS, IMMOBILISED, Cover, modifiers
from model.rulesets.kalos.gear import SKILLS, AttackKind, Gear, in_use
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.vitals import is_spent
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Part

BASE_DV = 7
MODERATE = 9
"""The usual difficulty (KM-TASK-01)."""


def is_helpless(battle: AnyBattle, who: Id) -> bool:
    """Unconscious or otherwise helpless: AV and DV are 0 (KM-HELP-01, KM-HELD-04)."""
    return is_spent(battle, who) or any(
        effect.kind in (HELPLESS, IMMOBILISED, UNCONSCIOUS, DEFEATED, DEAD)
        for effect in battle.combatants[who].effects.values()
    )


def skill_rank(battle: AnyBattle, who: Id, skill: str) -> int:
    """Rank in a skill; 0 where it was never learned (KM-ROLL-01)."""
    return int(battle.combatants[who].sheet.skills.get(skill, 0))


def titled(skill: str) -> str:
    """A skill as words: `hand_to_hand_combat` is `Hand-to-hand Combat`."""
    if skill == SKILLS["melee"]:
        return "Hand-to-hand Combat"
    return "Self-control" if skill == "self_control" else skill.replace("_", " ").title()


# ------------------------------------------------------------------------------------------ which bonuses count


def stacking(battle: AnyBattle, who: Id, kind: AttackKind | None) -> Stacking:
    """Only the highest bonus counts: of each value, or by house rule of the best source (KM-MAN-01, KM-AMB-03)."""
    if rules(battle).bonus_scope == "per_value":
        return highest_bonus_all_penalties
    worth: dict[str, int] = {}
    for value in ("av", "dv"):
        for bonus in modifiers(battle, who, value, kind):
            if bonus.amount > 0:
                worth[bonus.key] = worth.get(bonus.key, 0) + bonus.amount

    def single_source(given: tuple[Modifier, ...]) -> tuple[Part, ...]:
        own = {bonus.key: bonus.amount for bonus in given if bonus.kind == "modifier" and bonus.amount > 0}
        best = max({**own, **worth}.items(), key=lambda source: source[1], default=("", 0))[0]
        return tuple(
            part(one, "only the best source of bonuses counts" if one.key in own and one.key != best else "")
            for one in given
        )

    return single_source


# ------------------------------------------------------------------------------------------ the values


def attack_value(
    battle: AnyBattle, who: Id, kind: AttackKind, weapon: Item[Gear] | None = None, more: Iterable[Modifier] = ()
) -> Explanation:
    """What an attack adds to 2d6 (KM-ROLL-01, KM-ATK-02); of a helpless attacker nothing (KM-HELP-01)."""
    if is_helpless(battle, who):
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "KM-HELP-01")])
    given = battle.combatants[who].sheet.given.of("av", kind)
    base = _skill(battle, who, SKILLS[kind]) if given is None else term("given", "Given", given)
    parts = [base, *modifiers(battle, who, "av", kind), *_weapon_bonus(battle, weapon), *more]
    return explain("av", "Action Value", parts, stacking(battle, who, kind))


def skill_value(
    battle: AnyBattle,
    who: Id,
    skill: str,
    more: Iterable[Modifier] = (),
    *,
    without: tuple[str, ...] = (),
    even_helpless: bool = False,
) -> Explanation:
    """What a roll that is no attack adds to 2d6 (KM-ROLL-01); `without` names conditions that do not count."""
    if is_helpless(battle, who) and not even_helpless:
        return explain("av", "Action Value", [term("helpless", "Helpless", 0, "KM-HELP-01")])
    conditions = [one for one in modifiers(battle, who, "av", kind_of(skill)) if one.key not in without]
    parts = [_skill(battle, who, skill), *conditions, *more]
    return explain("av", "Action Value", parts, stacking(battle, who, kind_of(skill)))


def kind_of(skill: str) -> AttackKind | None:
    """The kind of attack that a skill belongs to, if any: what being prone goes by (KM-AMB-33)."""
    return next((kind for kind, known in SKILLS.items() if known == skill), None)


class KalosDefenceValues(DefenceValues):
    helpless_rule = "KM-HELP-01"

    def is_helpless(self, battle: AnyBattle, who: Id) -> bool:
        return is_helpless(battle, who)

    def own(self, battle: AnyBattle, who: Id, kind: AttackKind) -> Iterator[Modifier]:
        yield _base()
        yield _skill(battle, who, SKILLS[kind])

    def modifiers(self, battle: AnyBattle, who: Id, kind: AttackKind | None, cover: Cover) -> Iterator[Modifier]:
        yield from modifiers(battle, who, "dv", kind, cover)
        if kind is not None:
            yield from _shield(battle, who, kind)

    def stacking(self, battle: AnyBattle, who: Id, kind: AttackKind | None) -> Stacking:
        return stacking(battle, who, kind)


_DEFENCE = KalosDefenceValues()
defence_value = _DEFENCE.against_attack
"""What an attack has to reach (KM-OPP-01, KM-ATK-02); 0 for the helpless, and what the GM grants (KM-HELP-02)."""


def opposed_value(battle: AnyBattle, who: Id, skill: str, more: Iterable[Modifier] = ()) -> Explanation:
    """The DV of who works against a task: 7 and the fitting skill (KM-OPP-01)."""
    kind = kind_of(skill)
    if kind is not None:
        return defence_value(battle, who, kind, more)
    return _DEFENCE.against_task(battle, who, (_base(), _skill(battle, who, skill)), more)


def _base() -> Modifier:
    return term("base", "Base", BASE_DV, "KM-OPP-01")


def _skill(battle: AnyBattle, who: Id, skill: str) -> Modifier:
    return term(skill, titled(skill), skill_rank(battle, who, skill), "KM-ROLL-01")


def _weapon_bonus(battle: AnyBattle, weapon: Item[Gear] | None) -> Iterator[Modifier]:
    """A hand-to-hand weapon's bonus, one like any other (KM-EQUIP-01)."""
    if weapon is not None and weapon.gear.av_bonus and rules(battle).hth_weapon_av_bonus:
        yield Modifier(key="weapon", label=weapon.name, amount=weapon.gear.av_bonus, rule="KM-EQUIP-01")


def _shield(battle: AnyBattle, who: Id, kind: AttackKind) -> Iterator[Modifier]:
    """What shields in use add, but not against mental attacks (KM-EQUIP-02)."""
    if kind == "mental" or not rules(battle).shield_dv_bonus:
        return
    for item in in_use(battle, who):
        if item.gear.dv_bonus:
            yield Modifier(key=f"shield {item.id}", label=item.name, amount=item.gear.dv_bonus, rule="KM-EQUIP-02")


# ------------------------------------------------------------------------------------------ resistance


def damage_resistance(battle: AnyBattle, who: Id) -> int:
    """Damage Resistance of powers and armour worn: the highest, or their sum (KM-EQUIP-03, KM-AMB-36)."""
    offset = rules(battle).armor_dr_offset
    worn = (item.gear for item in in_use(battle, who) if item.gear.kind == "armour")
    sources = [int(battle.combatants[who].sheet.dr), *(gear.level + offset for gear in worn)]
    return sum(sources) if rules(battle).resistance_sources == "sum" else max(sources)
