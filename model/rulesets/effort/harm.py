"""Damage, armour, health, and what comes of having none left (SE-MIS-02)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.effort.conditions import DEAD, OUT
from model.rulesets.effort.gear import armour_of
from model.rulesets.effort.pools import health
from model.rulesets.effort.settings import rules
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.texts import ref, text


def loss_of(damage: int, armour: int, least: int = 0) -> int:
    """Damage less armour, never under 0, and of a hit at least what a house rule says."""
    return max(0, least, damage - armour)


def harm(battle: AnyBattle, who: Id, loss: int, ask: Ask) -> AnyBattle:
    """Take health off and tell of it."""
    battle = _with_health(battle, who, health(battle.combatants[who].sheet) - loss)
    ask.say(tell(battle, "{0} takes {points} damage." if loss else "{0} takes no damage.", who, points=loss))
    return _fallen(battle, who, ask)


def hurt(battle: AnyBattle, who: Id, amount: int, through_armour: bool, ask: Ask) -> AnyBattle:
    """Quick damage or, below zero, healing, as the GM types it."""
    loss = loss_of(amount, armour_of(battle, who)) if through_armour and amount > 0 else amount
    battle = _with_health(battle, who, health(battle.combatants[who].sheet) - loss)
    return _fallen(battle, who, ask)


def _with_health(battle: AnyBattle, who: Id, points: int) -> AnyBattle:
    combatant = battle.combatants[who]
    within = min(max(0, points), combatant.sheet.health_max)
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, health=within)))


def _fallen(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Who has no health left is out or dead; who has some again is back, unless dead."""
    combatant = battle.combatants[who]
    is_down = has_effect(battle, who, OUT) or has_effect(battle, who, DEAD)
    if health(combatant.sheet) > 0:
        if not has_effect(battle, who, OUT):
            return battle
        battle = end_effects_of(battle, who, OUT)
        return battle.with_combatant(replace(battle.combatants[who], is_out=False))
    if is_down:
        return battle
    kind = _kind_of_fall(battle, who, ask)
    battle = add_effect(battle, who, kind, until="recovered" if kind == OUT else "removed")
    ask.say(tell(battle, "{0} is dead." if kind == DEAD else "{0} is out of the fight.", who))
    return battle.with_combatant(replace(battle.combatants[who], is_out=True))


def _kind_of_fall(battle: AnyBattle, who: Id, ask: Ask) -> str:
    rule = rules(battle).zero_health
    if rule != "ask":
        return DEAD if rule == "dead" else OUT
    title = text("{who} has no health left.", who=ref(who))
    options = (Choice(key=OUT, label="Out of the fight"), Choice(key=DEAD, label="Dead"))
    id = f"fall.{who}"
    return str(ask.choose(Question(id=id, title=title, options=options, default=OUT, rule="SE-MIS-02"), ENVIRONMENT))


def settle(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """What follows from somebody's health, whoever changed it."""
    combatant = battle.combatants[who]
    if health(combatant.sheet) > combatant.sheet.health_max:
        battle = _with_health(battle, who, combatant.sheet.health_max)
    return _fallen(battle, who, ask)
