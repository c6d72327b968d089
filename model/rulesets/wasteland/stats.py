"""Numbers of a combatant, typed or from the attributes, with what conditions and chems add (WL-STAT)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.modifiers import Modifier, explain, term
from model.rulesets.wasteland.conditions import CONDITIONS
from model.rulesets.wasteland.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation

PLAIN_INITIATIVE, PLAIN_DEFENSE, PLAIN_HP = 10, 1, 10
"""What counts where nothing is typed and nothing is to be derived."""


def titled(slug: str) -> str:
    """An attribute, skill or location as words: `small_guns` is `Small Guns`."""
    return slug.replace("_", " ").title()


def attribute(battle: AnyBattle, who: Id, name: str) -> int:
    """An attribute with what chems make of it."""
    sheet = battle.combatants[who].sheet
    return max(0, int(getattr(sheet, name)) + sum(boost.amount for boost in CONDITIONS.modifiers(battle, who, name)))


def rating(battle: AnyBattle, who: Id, skill: str) -> int:
    """The rating of a skill; 0 where it was never learned."""
    own = int(battle.combatants[who].sheet.skills.get(skill, 0))
    return max(0, own + sum(boost.amount for boost in CONDITIONS.modifiers(battle, who, skill)))


def _derives(battle: AnyBattle) -> bool:
    return rules(battle).derive_stats


def initiative(battle: AnyBattle, who: Id) -> Explanation:
    """The fixed number that orders the fight (WL-INIT-01, WL-STAT-01)."""
    sheet = battle.combatants[who].sheet
    if sheet.initiative is not None:
        parts = [term("typed", "Typed", sheet.initiative, "WL-INIT-01")]
    elif _derives(battle):
        parts = [
            term("perception", "Perception", sheet.perception, "WL-STAT-01"),
            term("agility", "Agility", sheet.agility, "WL-STAT-01"),
        ]
    else:
        parts = [term("plain", "Nothing typed", PLAIN_INITIATIVE, "WL-INIT-01")]
    return explain("initiative", "Initiative", parts)


def base_defense(battle: AnyBattle, who: Id) -> Modifier:
    """Defense without what Defend adds (WL-ATK-04, WL-STAT-01)."""
    sheet = battle.combatants[who].sheet
    if sheet.defense is not None:
        return term("defense", "Defense", sheet.defense, "WL-ATK-04")
    if _derives(battle):
        return term("defense", "Defense, from Agility", 2 if sheet.agility >= 9 else 1, "WL-STAT-01")
    return term("defense", "Defense", PLAIN_DEFENSE, "WL-ATK-04")


def defense_parts(battle: AnyBattle, who: Id) -> Iterator[Modifier]:
    """The current Defense, part by part (WL-ATK-04)."""
    yield base_defense(battle, who)
    yield from CONDITIONS.modifiers(battle, who, "defense")


def defense(battle: AnyBattle, who: Id) -> Explanation:
    return explain("defense", "Defense", defense_parts(battle, who))


def hp_max(battle: AnyBattle, who: Id) -> Explanation:
    """The highest HP can be now: less the radiation taken, never under 0 (WL-STAT-02, WL-RAD-01)."""
    sheet = battle.combatants[who].sheet
    if sheet.hp_max is not None:
        parts = [term("typed", "Typed", sheet.hp_max)]
    elif _derives(battle):
        parts = [
            term("endurance", "Endurance", sheet.endurance, "WL-STAT-02"),
            term("luck", "Luck", sheet.luck, "WL-STAT-02"),
            Modifier(key="level", label="Level", amount=sheet.level - 1, rule="WL-STAT-02"),
        ]
    else:
        parts = [term("plain", "Nothing typed", PLAIN_HP)]
    parts += CONDITIONS.modifiers(battle, who, "hp_max")
    whole = sum(part.amount for part in parts)
    lost = min(sheet.radiation, max(0, whole))
    parts.append(Modifier(key="radiation", label="Radiation", amount=-lost, rule="WL-RAD-01"))
    return explain("hp_max", "Maximum HP", parts)


def hp(battle: AnyBattle, who: Id) -> int:
    """Current hit points; nothing noted means the maximum."""
    noted = battle.combatants[who].sheet.hp
    return max(0, hp_max(battle, who).total) if noted is None else int(noted)


def melee_bonus(battle: AnyBattle, who: Id) -> Modifier:
    """Further CD of blows (WL-STAT-03)."""
    sheet = battle.combatants[who].sheet
    if sheet.melee_bonus is not None:
        amount = sheet.melee_bonus
    elif _derives(battle):
        strength = sheet.strength
        amount = 0 if strength <= 6 else 1 if strength <= 8 else 2 if strength <= 10 else 3
    else:
        amount = 0
    return Modifier(key="melee_bonus", label="Melee bonus", amount=amount, rule="WL-STAT-03")
