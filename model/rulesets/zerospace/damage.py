"""The damage of a hit: the roll, the resistance, the pool it comes off (ZS-DMG, ZS-ATK-05, ZS-ATK-06, ZS-UNN-01)."""

from __future__ import annotations

from collections.abc import Iterator

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Question
from model.rulesets.families.ogc.pools import Pool
from model.rulesets.families.ogc.weapons import gm_modifier
from model.rulesets.zerospace.attack_options import manoeuvre_damage
from model.rulesets.zerospace.attributes import attribute
from model.rulesets.zerospace.checks import damage_resistance
from model.rulesets.zerospace.gear import Gear
from model.rulesets.zerospace.pools import POOLS
from model.rulesets.zerospace.settings import setting
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, text


def strike(
    battle: AnyBattle, attacker: Id, target: Id, weapon: Item[Gear] | None, gear: Gear, call: Call, ask: Ask
) -> AnyBattle:
    """Carry out a hit on a target."""
    if POOLS.falls_to_any_hit(battle, target, 0):
        ask.measure(target, "drop")
        return POOLS.harm(battle, target, 0, "health", ask)
    pool: Pool = "endurance" if gear.stunning else "health"
    loss = _loss(battle, attacker, target, weapon, gear, call, ask)
    ask.measure(target, "damage", loss)
    ask.measure(target, "drop", POOLS.drops(battle, target, loss, pool))
    return POOLS.harm(battle, target, loss, pool, ask)


def _loss(
    battle: AnyBattle, attacker: Id, target: Id, weapon: Item[Gear] | None, gear: Gear, call: Call, ask: Ask
) -> int:
    """Damage less resistance, never under 0 (ZS-DMG-03)."""
    explanation = damage_value(battle, attacker, target, weapon, call)
    custom = weapon is None and setting(battle, "unarmed_damage") == "custom"
    if weapon is None and (custom or setting(battle, "unarmed_damage") == "brawn"):
        return _fixed(battle, attacker, target, explanation, ask, custom=custom)
    total = ask.number(explanation)
    roll = ask.roll(sum_of("damage", "Damage", "1d6", bonus=total, words=("damage",)), attacker)
    return int(roll.total(lambda sum: max(0, sum)))


def _fixed(battle: AnyBattle, attacker: Id, target: Id, explanation: Explanation, ask: Ask, *, custom: bool) -> int:
    """Unarmed damage without a die, where a house rule says so (ZS-AMB-15)."""
    total = ask.number(explanation)
    if custom:
        question = Question(
            id="unarmed", title=text("Damage of the blow"), kind="number", least=0, most=99, default=0, rule="ZS-ATK-06"
        )
        total += int(ask.choose(question, attacker))
    return max(0, total)


def damage_value(
    battle: AnyBattle, attacker: Id, target: Id | None, weapon: Item[Gear] | None, call: Call
) -> Explanation:
    """What is added to the damage die, the target's resistance deducted (ZS-DMG-01 to ZS-DMG-03)."""
    parts = [_base(battle, attacker, weapon)]
    parts += _boost(battle, attacker, weapon)
    parts += [*manoeuvre_damage(call), *gm_modifier(call, "damage_modifier", "ZS-MOD-04")]
    resistance = 0 if target is None else damage_resistance(battle, target)
    if resistance:
        parts.append(term("resistance", "Resists", -resistance, "ZS-DMG-03"))
    return explain("damage", "Damage", parts, highest_bonus_all_penalties)


def _base(battle: AnyBattle, attacker: Id, weapon: Item[Gear] | None) -> Modifier:
    """Level of the weapon in full, Power Level of a power, Brawn of a bare hand (ZS-DMG-01, ZS-DMG-02, ZS-AMB-15)."""
    sheet = battle.combatants[attacker].sheet
    if sheet.given.damage is not None:
        return term("given", "Given", int(sheet.given.damage))
    if weapon is None:
        has_brawn = setting(battle, "unarmed_damage") in ("d6_plus_brawn", "brawn")
        return term("brawn", "Brawn", attribute(battle, attacker, "brawn") if has_brawn else 0, "ZS-ATK-06")
    if weapon.gear.kind == "power":
        return term("power_level", weapon.name, attribute(battle, attacker, "power_level"), "ZS-DMG-01")
    return term("level", weapon.name, weapon.gear.level, "ZS-DMG-02")


def _boost(battle: AnyBattle, attacker: Id, weapon: Item[Gear] | None) -> Iterator[Modifier]:
    boost = battle.combatants[attacker].sheet.unarmed_damage_boost
    if weapon is None and boost:
        yield term("boost", "Unarmed damage boost", boost, "ZS-ATK-06")
