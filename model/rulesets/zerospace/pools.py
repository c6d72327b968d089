"""Damage, resistance, Health and Endurance, and what comes of having none left (ZS-DMG, ZS-END, ZS-HEA, ZS-UNN)."""

from __future__ import annotations

from typing import Literal

from model.engine.ask import Ask
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.telling import tell
from model.rulesets.zerospace.checks import damage_resistance
from model.rulesets.zerospace.conditions import (
    DEFEATED,
    UNCONSCIOUS,
    endurance,
    health,
    is_spent,
)
from model.rulesets.zerospace.settings import setting
from model.rulesets.zerospace.sheet import Sheet
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import gm_text, ref

Pool = Literal["health", "endurance"]


def with_pools(sheet: Sheet, *, health: int, endurance: int) -> Sheet:
    """A sheet with these pools, kept between 0 and the maximum (ZS-END-02, ZS-HEA-02)."""
    return replace(
        sheet,
        health=min(max(0, health), sheet.health_max),
        endurance=min(max(0, endurance), sheet.endurance_max),
    )


def after_loss(sheet: Sheet, loss: int, pool: Pool, *, overflows: bool) -> Sheet:
    """What a loss leaves (ZS-END-01 to ZS-END-04, ZS-HEA-01 to ZS-HEA-03).

    Endurance damage to somebody without any counts as Health damage; what exceeds the Endurance left is lost unless
    it `overflows`. Without Health there is no Endurance either.
    """
    wounds, fatigue = health(sheet), endurance(sheet)
    if pool == "endurance" and fatigue > 0:
        beyond = max(0, loss - fatigue) if overflows else 0
        fatigue, wounds = fatigue - loss, wounds - beyond
    else:
        wounds -= loss
    return with_pools(sheet, health=wounds, endurance=fatigue if wounds > 0 else 0)


def lose(battle: AnyBattle, who: Id, loss: int, pool: Pool) -> AnyBattle:
    """Take damage that got through, with what follows from it."""
    combatant = battle.combatants[who]
    overflows = setting(battle, "endurance_overflow") == "to_health"
    sheet = after_loss(combatant.sheet, loss, pool, overflows=overflows)
    return with_consequences(battle.with_combatant(replace(combatant, sheet=sheet)), who)


def defeat(battle: AnyBattle, who: Id) -> AnyBattle:
    """An unnamed character is out of the fight (ZS-UNN-01)."""
    combatant = battle.combatants[who]
    sheet = with_pools(combatant.sheet, health=0, endurance=0)
    return with_consequences(battle.with_combatant(replace(combatant, sheet=sheet)), who)


def with_consequences(battle: AnyBattle, who: Id) -> AnyBattle:
    """Who has nothing left is unconscious and out; unnamed ones are defeated (ZS-END-03, ZS-HEA-03, ZS-UNN-01)."""
    combatant = battle.combatants[who]
    sheet = combatant.sheet
    if health(sheet) <= 0 < endurance(sheet):
        combatant = replace(combatant, sheet=replace(sheet, endurance=0))
        battle = battle.with_combatant(combatant)
    kind = DEFEATED if sheet.is_unnamed else UNCONSCIOUS
    if is_spent(combatant.sheet):
        if not has_effect(battle, who, kind):
            battle = add_effect(battle, who, kind, until="recovered")
        return battle.with_combatant(replace(battle.combatants[who], is_out=True))
    if has_effect(battle, who, DEFEATED) or has_effect(battle, who, UNCONSCIOUS):
        battle = end_effects_of(battle, who, DEFEATED, UNCONSCIOUS)
        battle = battle.with_combatant(replace(battle.combatants[who], is_out=False))
    return battle


def hurt(battle: AnyBattle, who: Id, amount: int, through_resistance: bool, ask: Ask) -> AnyBattle:
    """Quick damage to Health or, below zero, healing, as the GM types it (ZS-HEA-01, ZS-MIS-11)."""
    combatant = battle.combatants[who]
    sheet = combatant.sheet
    if amount < 0:
        restored = min(health(sheet) - amount, sheet.health_max)
        healed = with_pools(sheet, health=restored, endurance=endurance(sheet))
        return with_consequences(battle.with_combatant(replace(combatant, sheet=healed)), who)
    loss = max(0, amount - damage_resistance(battle, who)) if through_resistance else amount
    battle = defeat(battle, who) if _falls_to_any_hit(battle, who, loss) else lose(battle, who, loss, "health")
    _tell_fall(battle, who, sheet, ask)
    return battle


def _falls_to_any_hit(battle: AnyBattle, who: Id, loss: int) -> bool:
    """Unnamed characters fall to any hit, unless a house rule wants damage (ZS-UNN-01, ZS-AMB-32)."""
    is_unnamed: bool = battle.combatants[who].sheet.is_unnamed
    return is_unnamed and (loss > 0 or not setting(battle, "unnamed_needs_damage"))


def _tell_fall(battle: AnyBattle, who: Id, before: Sheet, ask: Ask) -> None:
    after = battle.combatants[who].sheet
    if is_spent(after) and not is_spent(before):
        ask.say(tell(battle, "{0} is defeated." if after.is_unnamed else "{0} is unconscious.", who))


def harm(battle: AnyBattle, who: Id, loss: int, pool: Pool, ask: Ask) -> AnyBattle:
    """Take damage of a hit and tell of it."""
    before = battle.combatants[who].sheet
    if _falls_to_any_hit(battle, who, loss):
        battle = defeat(battle, who)
        _tell_fall(battle, who, before, ask)
        return battle
    battle = lose(battle, who, loss, pool)
    after = battle.combatants[who].sheet
    lost_health, lost_endurance = health(before) - health(after), endurance(before) - endurance(after)
    if not loss:
        ask.say(tell(battle, "{0} takes no damage.", who))
    elif pool == "endurance" and lost_endurance:
        ask.say(tell(battle, "{0} loses {points} Endurance.", who, points=lost_endurance))
    if lost_health:
        ask.say(tell(battle, "{0} takes {points} damage.", who, points=lost_health))
    _tell_fall(battle, who, before, ask)
    return battle


def settle(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from any change of somebody's pools, whoever made it, and notes on numbers beyond the scale.

    Nobody has more than the maximum (ZS-MIS-11): not by typing it, and not when the maximum is lowered.
    """
    if before.combatants is after.combatants:
        return after
    for who, combatant in tuple(after.combatants.items()):
        earlier = before.combatants.get(who)
        if earlier is not None and earlier.sheet is combatant.sheet:
            continue
        sheet = combatant.sheet
        if health(sheet) > sheet.health_max or endurance(sheet) > sheet.endurance_max:
            sheet = with_pools(sheet, health=health(sheet), endurance=endurance(sheet))
            after = after.with_combatant(replace(combatant, sheet=sheet))
        if earlier is None or is_spent(earlier.sheet) != is_spent(sheet):
            after = with_consequences(after, who)
        _note_scale(after, who, None if earlier is None else earlier.sheet, ask)
    return after


def _note_scale(battle: AnyBattle, who: Id, before: Sheet | None, ask: Ask) -> None:
    """Values above the game's scale are taken, with a note (ZS-MIS-01)."""
    sheet = battle.combatants[who].sheet
    now = _beyond_scale(battle, sheet)
    known = {} if before is None else _beyond_scale(battle, before)
    for name, value in now.items():
        if known.get(name) != value:
            note = gm_text("{name} {value} of {who} is above the scale.", name=name, value=value, who=ref(who))
            ask.say(note)


def _beyond_scale(battle: AnyBattle, sheet: Sheet) -> dict[str, int]:
    attributes = ("agility", "brawn", "presence", "reason", "power_level")
    most, most_rank = setting(battle, "attribute_warn_above"), setting(battle, "skill_warn_above")
    beyond = {name: getattr(sheet, name) for name in attributes if getattr(sheet, name) > most}
    return beyond | {skill: rank for skill, rank in sheet.skills.items() if rank > most_rank}
