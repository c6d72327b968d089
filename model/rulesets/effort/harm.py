"""Damage and health, and what follows from them (SE-MIS-02)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.messages import damage_message
from model.engine.requests import Choice, Question
from model.rulesets.effort.conditions import DEAD, OUT
from model.rulesets.effort.pools import health
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle, armour_of
from model.state.base import ENVIRONMENT, Id, replace
from model.state.texts import ref, text


def loss_of(damage: int, armour: int) -> int:
    """Damage minus armour, at least 0."""
    return max(0, damage - armour)


def harm(battle: Battle, who: Id, loss: int, ask: Ask) -> Battle:
    """Subtract health, log the damage, and apply what follows from it."""
    battle = _with_health(battle, who, health(battle.combatants[who].sheet) - loss)
    ask.add_message(damage_message(battle, who, loss))
    return _fallen(battle, who, ask)


def hurt(battle: Battle, who: Id, amount: int, through_armour: bool, ask: Ask) -> Battle:
    """Apply quick damage that the GM typed, minus armour if `through_armour`; a negative amount heals."""
    loss = loss_of(amount, armour_of(battle, who)) if through_armour and amount > 0 else amount
    battle = _with_health(battle, who, health(battle.combatants[who].sheet) - loss)
    return _fallen(battle, who, ask)


def _with_health(battle: Battle, who: Id, points: int) -> Battle:
    combatant = battle.combatants[who]
    within = min(max(0, points), combatant.sheet.health_max)
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, health=within)))


def _fallen(battle: Battle, who: Id, ask: Ask) -> Battle:
    """A combatant without health is out or dead; one who has health again is back in combat, unless dead."""
    combatant = battle.combatants[who]
    is_down = has_effect(battle, who, OUT, DEAD)
    if health(combatant.sheet) > 0:
        if not has_effect(battle, who, OUT):
            return battle
        battle = end_effects_of(battle, who, OUT)
        return battle.with_combatant(replace(battle.combatants[who], is_out=has_effect(battle, who, DEAD)))
    if is_down:
        return battle
    kind = _kind_of_fall(battle, who, ask)
    battle = add_effect(battle, who, kind, until="recovered" if kind == OUT else "removed")
    ask.log(battle, "{0} is dead." if kind == DEAD else "{0} is out of combat.", who)
    return battle.with_combatant(replace(battle.combatants[who], is_out=True))


def _kind_of_fall(battle: Battle, who: Id, ask: Ask) -> str:
    rule = rules(battle).zero_health
    if rule != "ask":
        return DEAD if rule == "dead" else OUT
    title = text("{who} has no health left.", who=ref(who))
    options = (Choice(key=OUT, label="Out of combat"), Choice(key=DEAD, label="Dead"))
    id = f"fall.{who}"
    return ask.choose(Question(id=id, title=title, options=options, default=OUT, rule="SE-MIS-02"), ENVIRONMENT)


def settle(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Apply the consequences of a combatant's health, whatever changed it: the maximum, falling and recovering."""
    combatant = battle.combatants[who]
    if health(combatant.sheet) > combatant.sheet.health_max:
        battle = _with_health(battle, who, combatant.sheet.health_max)
    return _fallen(battle, who, ask)
