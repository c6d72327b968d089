"""Numbers of a combatant from the sheet and from what changes them (WL-STAT, WL-INIT-01, WL-ATK-04)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.modifiers import Modifier, explain, term
from model.rulesets.wasteland.conditions import (
    CONDITIONS,
)
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle, Sheet
from model.state.base import Id
from model.state.identity_cache import cached_by_identity
from model.state.texts import Explanation

# ------------------------------------------------------------------------------------------------ values of a combatant


PLAIN_INITIATIVE, PLAIN_DEFENSE, PLAIN_HP = 10, 1, 10
"""Values used if nothing is typed and the house rules derive nothing."""


def titled(slug: str) -> str:
    """An attribute, skill or location as words: `small_guns` is `Small Guns`."""
    return slug.replace("_", " ").title()


def attribute(battle: Battle, who: Id, name: str) -> int:
    """An attribute, with its changes by chems, at least 0."""
    sheet = battle.combatants[who].sheet
    return max(0, int(getattr(sheet, name)) + sum(boost.amount for boost in CONDITIONS.modifiers(battle, who, name)))


def rating(battle: Battle, who: Id, skill: str) -> int:
    """The rating of a skill with its changes by conditions; 0 if it was never learned."""
    own = battle.combatants[who].sheet.skills.get(skill, 0)
    return max(0, own + sum(boost.amount for boost in CONDITIONS.modifiers(battle, who, skill)))


def _derives(battle: Battle) -> bool:
    return rules(battle).derive_stats


def initiative(battle: Battle, who: Id) -> Explanation:
    """The fixed initiative that sets the order of combat (WL-INIT-01, WL-STAT-01)."""
    sheet = battle.combatants[who].sheet
    if sheet.initiative is not None:
        parts = [term("typed", "Typed", sheet.initiative, "WL-INIT-01")]
    elif _derives(battle):
        parts = [
            term("perception", "Perception", sheet.perception, "WL-STAT-01"),
            term("agility", "Agility", sheet.agility, "WL-STAT-01"),
        ]
    else:
        parts = [term("plain", "Default", PLAIN_INITIATIVE, "WL-INIT-01")]
    return explain("initiative", "Initiative", parts)


def defense_by(agility: int) -> int:
    """Defense derived from Agility (WL-STAT-01)."""
    return 2 if agility >= 9 else 1


def hp_by(endurance: int, luck: int, level: int) -> int:
    """Maximum HP derived from attributes and level, before radiation (WL-STAT-02)."""
    return endurance + luck + level - 1


def melee_bonus_by(strength: int) -> int:
    """Further CD of melee attacks, derived from Strength (WL-STAT-03)."""
    return 0 if strength <= 6 else 1 if strength <= 8 else 2 if strength <= 10 else 3


def base_defense(battle: Battle, who: Id) -> Modifier:
    """Defense without the bonus of Defend (WL-ATK-04, WL-STAT-01)."""
    sheet = battle.combatants[who].sheet
    if sheet.defense is not None:
        return term("defense", "Defense", sheet.defense, "WL-ATK-04")
    if _derives(battle):
        return term("defense", "Defense, from Agility", defense_by(sheet.agility), "WL-STAT-01")
    return term("defense", "Defense", PLAIN_DEFENSE, "WL-ATK-04")


def defense_parts(battle: Battle, who: Id) -> Iterator[Modifier]:
    """The current Defense, part by part (WL-ATK-04)."""
    yield base_defense(battle, who)
    yield from CONDITIONS.modifiers(battle, who, "defense")


def defense(battle: Battle, who: Id) -> Explanation:
    return explain("defense", "Defense", defense_parts(battle, who))


def hp_max(battle: Battle, who: Id) -> Explanation:
    """Current maximum HP, minus radiation, which never takes it below 0 (WL-STAT-02, WL-RAD-01)."""
    changes = CONDITIONS.modifiers(battle, who, "hp_max")
    return _hp_max(battle.combatants[who].sheet, changes, _derives(battle))


@cached_by_identity(256)
def _hp_max(sheet: Sheet, changes: tuple[Modifier, ...], derives: bool) -> Explanation:
    if sheet.hp_max is not None:
        parts = [term("typed", "Typed", sheet.hp_max)]
    elif derives:
        parts = [
            term("endurance", "Endurance", sheet.endurance, "WL-STAT-02"),
            term("luck", "Luck", sheet.luck, "WL-STAT-02"),
            Modifier(key="level", label="Level", amount=sheet.level - 1, rule="WL-STAT-02"),
        ]
    else:
        parts = [term("plain", "Default", PLAIN_HP)]
    parts += changes
    whole = sum(part.amount for part in parts)
    lost = min(sheet.radiation, max(0, whole))
    parts.append(Modifier(key="radiation", label="Radiation", amount=-lost, rule="WL-RAD-01"))
    return explain("hp_max", "Maximum HP", parts)


def hp(battle: Battle, who: Id) -> int:
    """Current hit points; the maximum if nothing is noted."""
    noted = battle.combatants[who].sheet.hp
    return max(0, hp_max(battle, who).total) if noted is None else noted


def melee_bonus(battle: Battle, who: Id) -> Modifier:
    """Further CD of melee attacks (WL-STAT-03)."""
    sheet = battle.combatants[who].sheet
    if sheet.melee_bonus is not None:
        amount = sheet.melee_bonus
    elif _derives(battle):
        amount = melee_bonus_by(sheet.strength)
    else:
        amount = 0
    return Modifier(key="melee_bonus", label="Melee bonus", amount=amount, rule="WL-STAT-03")
