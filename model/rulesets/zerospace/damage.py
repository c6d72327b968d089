"""Health and Endurance, and what a hit does to them (ZS-DMG, ZS-PIERCE, ZS-STUN, ZS-UNN, ZS-END)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.combat import Aim, Blow, Loss, Measured, past_resistance, pierced, rolled_loss
from model.rulesets.families.ogc.pools import Pool
from model.rulesets.zerospace.checks import POOLS, manoeuvre_damage, resistance
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import Gear, Sheet, attribute, drain, level_of
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------------- pools


def settle_pools(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from any change of somebody's sheet, whoever made it (ZS-MIS-11)."""
    if before.combatants is after.combatants:
        return after
    return POOLS.settled_all(before, after, ask, _note_scale)


def _note_scale(before: AnyBattle, after: AnyBattle, who: Id, ask: Ask) -> None:
    """Values above the game's scale are taken, with a note (ZS-MIS-01)."""
    now = _beyond_scale(after, after.combatants[who].sheet)
    known = _beyond_scale(after, before.combatants[who].sheet) if who in before.combatants else {}
    for name, value in now.items():
        if known.get(name) != value:
            note = gm_text("{name} {value} of {who} is above the scale.", name=name, value=value, who=ref(who))
            ask.say(note)


def _beyond_scale(battle: AnyBattle, sheet: Sheet) -> dict[str, int]:
    attributes = ("agility", "brawn", "presence", "reason", "power_level")
    most, most_rank = rules(battle).attribute_warn_above, rules(battle).skill_warn_above
    beyond = {name: getattr(sheet, name) for name in attributes if getattr(sheet, name) > most}
    return beyond | {skill: rank for skill, rank in sheet.skills.items() if rank > most_rank}


# --------------------------------------------------------------------------------------------------------------- damage


def strike(battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
    """Carry out a hit that does damage."""
    target, affects = aim.target, _affects(battle, aim.gear)
    if POOLS.falls_to_any_hit(battle, target, 0):
        return defeated(battle, target, ask)
    if affects == "effect_only":
        ask.say(tell(battle, "{0} is affected; no points are lost.", target))
        return battle
    if affects == "attribute":
        return _drained(battle, aim, ask, blow)
    pool: Pool = "endurance" if affects == "endurance" else "health"
    measures: Measured = {
        "damage": lambda lost: lost,
        "drop": lambda lost: POOLS.drops(battle, target, lost, pool),
    }
    return POOLS.harm(battle, target, _loss(battle, aim, ask, blow, measures), pool, ask)


def defeated(battle: AnyBattle, target: Id, ask: Ask) -> AnyBattle:
    """An unnamed character falls to a successful attack (ZS-UNN-01)."""
    ask.measure(target, "drop")
    return POOLS.harm(battle, target, 0, "health", ask)


def falls_unhurt(battle: AnyBattle, target: Id, ask: Ask) -> bool:
    """Whether a manoeuvre without damage defeats somebody unnamed: the GM is asked (ZS-AMB-32)."""
    if not POOLS.falls_to_any_hit(battle, target, 0):
        return False
    default = "yes" if rules(battle).harmless_hit_defeats_unnamed else "no"
    options = (Choice(key="yes", label="Defeated"), Choice(key="no", label="Fights on"))
    title = text("Does that defeat {who}, who is unnamed?", who=ref(target))
    question = Question(
        id=f"defeated.{target}", title=title, options=options, default=default, rule="ZS-UNN-01", remember=True
    )
    return bool(ask.choose(question, ENVIRONMENT) == "yes")


def _affects(battle: AnyBattle, gear: Gear) -> str:
    """What the damage comes off (ZS-ATK-05, ZS-ATK-12, ZS-STUN-01, ZS-AMB-17)."""
    if gear.type == "normal":
        return "endurance" if gear.stunning else "health"
    affects = gear.affects or rules(battle).default_affects
    return "health" if affects == "attribute" and not gear.attribute else affects


def _drained(battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
    """Damage to an attribute, for a time (ZS-ATK-12, ZS-HEA-08)."""
    loss = _loss(battle, aim, ask, blow, {"damage": lambda lost: lost})
    name = aim.gear.attribute
    before = attribute(battle, aim.target, name)
    battle = drain(battle, aim.target, name, loss, source=aim.attacker)
    left = attribute(battle, aim.target, name)
    title = name.replace("_", " ").title()
    ask.say(tell(battle, "{0} loses {points} {name}: {left}.", aim.target, points=before - left, name=title, left=left))
    return battle


# ------------------------------------------------------------------------------------------ how much


def _loss(battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow, measures: Measured) -> int:
    """Roll, deduct resistance, halve what mind and shape lose (ZS-DMG-03, ZS-DMG-04, ZS-ATK-11, ZS-ATK-17)."""
    value = damage_value(battle, aim, blow)
    key = f"damage.{aim.target}" if blow.shared is not None else blow.id
    total = ask.number(Explanation(key=key, title=value.title, parts=value.parts))
    least = int(rules(battle).min_one_when_fully_resisted)
    loss = past_resistance(aim.gear.type, least=least)
    unarmed = rules(battle).unarmed_damage
    if aim.weapon is None and unarmed in ("brawn", "custom"):
        return fixed_loss(aim, total + (_custom(aim, ask) if unarmed == "custom" else 0), loss, measures, ask)
    return rolled_loss(blow, aim.attacker, aim.target, total, loss, measures, ask)


def fixed_loss(aim: Aim, total: int, loss: Loss, measures: Measured, ask: Ask) -> int:
    """Damage without a die (ZS-AMB-15, ZS-TAKE-05)."""
    lost = loss(total)
    for name, of in measures.items():
        ask.measure(aim.target, name, of(lost))
    return lost


def _custom(aim: Aim, ask: Ask) -> int:
    title = text("Damage of the blow")
    question = Question(id="unarmed", title=title, kind="number", least=0, most=99, default=0, rule="ZS-ATK-06")
    return int(ask.choose(question, aim.attacker))


def damage_value(battle: AnyBattle, aim: Aim, blow: Blow | None = None) -> Explanation:
    """What is added to the damage die, the target's resistance deducted (ZS-DMG-01 to ZS-DMG-03)."""
    parts = [*own_damage(battle, aim.attacker, aim.weapon, aim.call), *aim.damage_more]
    parts += [*(() if blow is None else blow.more), *resisted(battle, aim.target, aim.gear)]
    return explain("damage", "Damage", parts, highest_bonus_all_penalties)


def own_damage(battle: AnyBattle, attacker: Id, weapon: Item[Gear] | None, call: Call) -> Iterator[Modifier]:
    """What an attack adds to the damage die, whoever or whatever it strikes (ZS-DMG-01, ZS-DMG-02, ZS-MOD-04)."""
    yield _base(battle, attacker, weapon)
    yield from _boost(battle, attacker, weapon)
    yield from manoeuvre_damage(call)
    yield from gm_modifier(call, "damage_modifier", "ZS-MOD-04")


def resisted(battle: AnyBattle, target: Id, gear: Gear) -> Iterator[Modifier]:
    """The resistance that meets an attack, half of it a piercing one (ZS-DMG-03, ZS-PIERCE-01, ZS-PIERCE-02)."""
    whole = resistance(battle, target, gear.type)
    counted = pierced(whole) if gear.piercing else whole
    if counted:
        yield term("resistance", "Resists", -counted, "ZS-PIERCE-01" if gear.piercing else "ZS-DMG-03")


def _base(battle: AnyBattle, attacker: Id, weapon: Item[Gear] | None) -> Modifier:
    """Level of the weapon in full, Power Level of a power, Brawn of a bare hand (ZS-DMG-01, ZS-DMG-02, ZS-AMB-15)."""
    given = battle.combatants[attacker].sheet.given.damage
    if given is not None:
        return term("given", "Given", int(given))
    if weapon is None:
        has_brawn = rules(battle).unarmed_damage in ("d6_plus_brawn", "brawn")
        return term("brawn", "Brawn", attribute(battle, attacker, "brawn") if has_brawn else 0, "ZS-ATK-06")
    key, rule = ("power_level", "ZS-DMG-01") if weapon.gear.kind == "power" else ("level", "ZS-DMG-02")
    return term(key, weapon.name, level_of(battle, attacker, weapon), rule)


def _boost(battle: AnyBattle, attacker: Id, weapon: Item[Gear] | None) -> Iterator[Modifier]:
    boost = battle.combatants[attacker].sheet.unarmed_damage_boost
    if weapon is None and boost:
        yield term("boost", "Unarmed damage boost", boost, "ZS-ATK-06")
