"""The damage of a hit: the roll, the resistance, the halving, the pool it comes off (KM-DMG, KM-STUN, KM-PIERCE)."""

from __future__ import annotations

from collections.abc import Iterable

from model.engine.ask import Ask
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.damage import AttackType, Blow, Measured, past_resistance, pierced, rolled_loss
from model.rulesets.families.ogc.pools import Pool, levels
from model.rulesets.families.ogc.weapons import gm_modifier
from model.rulesets.kalos.attack_options import DAMAGE, level_of, trade_bonus
from model.rulesets.kalos.checks import damage_resistance
from model.rulesets.kalos.gear import Gear, gear_of
from model.rulesets.kalos.knockback import KNOCKBACK, knocks_back, points_counted
from model.rulesets.kalos.pools import POOLS
from model.rulesets.kalos.settings import rules
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, ref, text


def strike(battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
    """Carry out a hit that does damage."""
    attacker, target, gear = aim.attacker, aim.target, aim.gear
    level = level_of(battle, attacker, aim.weapon)
    origin = blow.origin or battle.combatants[attacker].place.point
    if falls_to_hit(battle, target, ask, can_damage=True):
        ask.measure(target, "drop")
        metres = 0
        if knocks_back(battle, gear) and rules(battle).knockback_minions:
            metres = level * _loss(battle, aim, ask, blow, {})
        return KNOCKBACK.push(_defeated(battle, target, ask), origin, target, metres, ask)
    pool = _pool(battle, target, gear, ask)
    if pool is None:
        ask.say(tell(battle, "{0} is affected; no points are lost.", target))
        return battle
    drops: Measured = {"damage": lambda lost: lost, "drop": lambda lost: POOLS.drops(battle, target, lost, pool)}
    before, loss = levels(battle, target), _loss(battle, aim, ask, blow, drops)
    battle = POOLS.harm(battle, target, loss, pool, ask)
    if not knocks_back(battle, gear):
        return battle
    counted = points_counted(battle, loss, before, levels(battle, target), pool)
    return KNOCKBACK.push(battle, origin, target, counted * level, ask)


def falls_to_hit(battle: AnyBattle, target: Id, ask: Ask, *, can_damage: bool) -> bool:
    """Whether a successful attack takes a minion out, whatever it does (KM-MINION-01, KM-AMB-26)."""
    if not battle.combatants[target].sheet.is_minion:
        return False
    policy = rules(battle).minion_out_on
    if policy == "ask":
        title = text("Does that take {who} out?", who=ref(target))
        options = (Choice(key="yes", label="Out of the fight"), Choice(key="no", label="Fights on"))
        question = Question(
            id=f"minion.{target}", title=title, options=options, default="yes", rule="KM-AMB-26", remember=True
        )
        return bool(ask.choose(question, ENVIRONMENT) == "yes")
    return bool(policy == "any_attack" or (policy == "damaging_attacks" and can_damage))


def _defeated(battle: AnyBattle, target: Id, ask: Ask) -> AnyBattle:
    ask.say(tell(battle, "{0} is defeated.", target))
    return POOLS.defeat(battle, target)


def take_out(battle: AnyBattle, target: Id, ask: Ask) -> AnyBattle:
    """A minion falls to a successful attack that does no damage."""
    ask.measure(target, "drop")
    return _defeated(battle, target, ask)


def _pool(battle: AnyBattle, target: Id, gear: Gear, ask: Ask) -> Pool | None:
    """What the damage comes off; None: no points at all (KM-DMG-04, KM-STUN-01, KM-AMB-21)."""
    if gear.type == "normal":
        return "endurance" if gear.stunning else "health"
    pool = gear.pool or rules(battle).half_damage_pool
    if pool == "ask":
        options = tuple(Choice(key=key, label=key.title()) for key in ("health", "endurance", "none"))
        title = text("What does this hurt of {who}?", who=ref(target))
        question = Question(
            id=f"pool.{target}", title=title, options=options, default="health", rule="KM-AMB-21", remember=True
        )
        pool = ask.choose(question, ENVIRONMENT)
    return None if pool == "none" else "endurance" if pool == "endurance" else "health"


# ------------------------------------------------------------------------------------------ how much


def resistance(battle: AnyBattle, who: Id, type: AttackType, *, is_piercing: bool) -> int:
    """The resistance that counts against a type of attack; half of it against a piercing one (KM-DMG-02, KM-PIERCE)."""
    sheet = battle.combatants[who].sheet
    whole = {"mental": int(sheet.mr), "alteration": int(sheet.ar)}.get(type)
    if whole is None:
        whole = damage_resistance(battle, who)
    least = int(rules(battle).piercing_min_applies_to_zero)
    return pierced(whole, least=least) if is_piercing else whole


def counted_as(gear: Gear) -> Gear:
    """Damage of a blinding attack, where it does any, meets Alteration Resistance (KM-BLIND-03, KM-AMB-35)."""
    return replace(gear, type="alteration") if gear.special == "blinding" else gear


def damage_value(
    battle: AnyBattle, attacker: Id, target: Id | None, weapon: Item[Gear] | None, bonuses: Iterable[Modifier] = ()
) -> Explanation:
    """What is added to the damage die, the target's resistance deducted (KM-DMG-01, KM-DMG-02)."""
    gear, given = counted_as(gear_of(weapon)), battle.combatants[attacker].sheet.given.damage
    name = "Bare hand" if weapon is None else weapon.name
    level = level_of(battle, attacker, weapon) if given is None else int(given)
    parts = [term("level", name if given is None else "Given", level, "KM-DMG-01"), *bonuses]
    resists = 0 if target is None else resistance(battle, target, gear.type, is_piercing=gear.piercing)
    if resists:
        rule = "KM-PIERCE-01" if gear.piercing else "KM-DMG-02"
        parts.append(term("resistance", "Resists", -resists, rule))
    return explain("damage", "Damage", parts, highest_bonus_all_penalties)


def _loss(battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow, measures: Measured) -> int:
    """Roll, deduct resistance, halve (KM-NORM-02, KM-MENT-02, KM-ALT-02, KM-DMG-03, KM-AMB-56)."""
    target = aim.target
    said = [*trade_bonus(battle, aim.call, DAMAGE), *gm_modifier(aim.call, "damage_modifier", "KM-DMG-01")]
    bonuses = [*said, *blow.more, *aim.damage_more]
    is_late = rules(battle).damage_bonus_enters == "after_halving"
    value = damage_value(battle, aim.attacker, target, aim.weapon, () if is_late else bonuses)
    total = ask.number(replace(value, key=blow.id if blow.shared is None else f"damage.{target}"))
    late = ask.number(explain("damage_bonus", "Damage bonus", bonuses, highest_bonus_all_penalties)) if is_late else 0
    least = int(rules(battle).half_damage_minimum == "always_1_on_hit")
    lost = past_resistance("normal" if aim.gear.special == "blinding" else aim.gear.type, least=least)
    return rolled_loss(blow, aim.attacker, target, total, lambda excess: max(0, lost(excess) + late), measures, ask)
