"""Attributes and skills as they are now: raised by surges, lowered by attacks, improvised (ZS-PLOT-13, ZS-PLOT-19)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.effects import add_effect, effects_of
from model.engine.modifiers import Modifier, term
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle

ATTRIBUTES = ("agility", "brawn", "presence", "reason", "power_level")
SURGE, DRAINED, IMPROVISED = "surge", "drained", "improvised"
"""Conditions that change one attribute or skill, which their note names, by their amount."""


def _titled(name: str) -> str:
    return name.replace("_", " ").title()


def attribute_terms(battle: AnyBattle, who: Id, name: str) -> Iterator[Modifier]:
    """An attribute and what changes it for a time: base terms, not bonuses (ZS-MOD-09, ZS-AMB-04)."""
    value = int(getattr(battle.combatants[who].sheet, name))
    yield term(name, _titled(name), value, "ZS-ROLL-02")
    raised, lost = _changes(battle, who, name)
    if raised:
        yield term(SURGE, "Surge", raised, "ZS-PLOT-19")
    if lost:
        yield term(DRAINED, f"{_titled(name)} lost", -min(lost, value + raised), "ZS-HEA-08")


def attribute(battle: AnyBattle, who: Id, name: str) -> int:
    """The value of an attribute now, never under 0 (ZS-PLOT-19, ZS-HEA-08, ZS-MIS-17)."""
    value = int(getattr(battle.combatants[who].sheet, name))
    raised, lost = _changes(battle, who, name)
    return max(0, value + raised - lost)


def _changes(battle: AnyBattle, who: Id, name: str) -> tuple[int, int]:
    """What surges add to an attribute, and what attacks have taken off it."""
    effects = battle.combatants[who].effects
    if not effects:
        return 0, 0
    raised, lost = 0, 0
    for effect in effects.values():
        if effect.note == name and effect.kind == SURGE:
            raised = raised + effect.amount if rules(battle).surges_add else max(raised, effect.amount)
        elif effect.note == name and effect.kind == DRAINED:
            lost += effect.amount
    return raised, lost


def drain(battle: AnyBattle, who: Id, name: str, points: int, source: Id | None = None) -> AnyBattle:
    """Take points off an attribute until the next rest; there is no less than 0 (ZS-HEA-08, ZS-MIS-17)."""
    points = min(points, attribute(battle, who, name))
    if points <= 0:
        return battle
    known = next((effect for effect in effects_of(battle, who, DRAINED) if effect.note == name), None)
    if known is None:
        return add_effect(battle, who, DRAINED, until="recovered", source=source, amount=points, note=name)
    combatant = battle.combatants[who]
    more = replace(known, amount=known.amount + points)
    return battle.with_combatant(replace(combatant, effects=combatant.effects | {known.id: more}))


def skill_rank(battle: AnyBattle, who: Id, skill: str) -> int:
    """Rank in a skill, learned or improvised; 0 where it was never learned (ZS-ROLL-06, ZS-PLOT-13)."""
    learned = int(battle.combatants[who].sheet.skills.get(skill, 0))
    improvised = (effect.amount for effect in effects_of(battle, who, IMPROVISED) if effect.note == skill)
    return max(learned, *improvised, 0)
