"""Health and Endurance, what a hit does to them, and knockback (KM-DMG, KM-STUN-03, KM-MINION, KM-KB)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.families.ogc.checks import AttackType, gm_modifier
from model.rulesets.families.ogc.combat import Aim, Blow, Measured, past_resistance, pierced, rolled_loss, with_prone
from model.rulesets.families.ogc.manoeuvres import Knockback
from model.rulesets.families.ogc.pools import Levels, Pool, levels
from model.rulesets.kalos.checks import (
    DAMAGE,
    MODERATE,
    POOLS,
    WEAPONS,
    level_of,
    skill_value,
    titled,
    trade_bonus,
)
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.sheet import Gear
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------------- pools


def settle_pools(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from any change of somebody's sheet, whoever made it."""
    _note_levels(before, after, ask)
    if before.combatants is after.combatants:
        return after
    after = POOLS.settled_all(before, after, ask, _note_no_health, _note_scale)
    _suggest_end(before, after, ask)
    return after


def _note_no_health(before: AnyBattle, after: AnyBattle, who: Id, ask: Ask) -> None:
    """Where it is for the GM to say what comes of having no Health left, they are told (KM-AMB-25)."""
    had_some = who in before.combatants and levels(before, who).health > 0
    if had_some and levels(after, who).health <= 0 and not POOLS.health_counts(after):
        ask.say(gm_text("{who} has no Health left: what comes of it?", who=ref(who)))


def _note_scale(before: AnyBattle, after: AnyBattle, who: Id, ask: Ask) -> None:
    """Ranks and levels above the game's scale are taken, with a note (KM-MIS-01, KM-MIS-04)."""
    known = before.combatants[who].sheet.skills if who in before.combatants else {}
    most = rules(after).skill_max
    for skill, rank in after.combatants[who].sheet.skills.items():
        if rank > most and known.get(skill) != rank:
            note = gm_text("{skill} {rank} of {who} is above the scale.", skill=titled(skill), rank=rank, who=ref(who))
            ask.say(note)
    level = after.combatants[who].sheet.power_level
    is_new = who not in before.combatants or before.combatants[who].sheet.power_level != level
    if is_new and level > rules(after).level_max:
        ask.say(gm_text("Power Level {level} of {who} is above the scale.", level=level, who=ref(who)))


def _note_levels(before: AnyBattle, after: AnyBattle, ask: Ask) -> None:
    """Levels of gear above the game's scale are taken too, with a note (KM-MIS-04)."""
    if before.items is after.items:
        return
    for id, item in after.items.items():
        known, level = before.items.get(id), item.gear.level
        if level > rules(after).level_max and (known is None or known.gear.level != level):
            ask.say(gm_text("Level {level} of {item} is above the scale.", level=level, item=item.name))


def _suggest_end(before: AnyBattle, after: AnyBattle, ask: Ask) -> None:
    """A note when a side has nobody left who can act (KM-MIS-22)."""
    if not is_fighting(after) or not rules(after).suggest_end_combat:
        return
    for side in sorted(_active_sides(before) - _active_sides(after)):
        ask.say(gm_text("Nobody of “{side}” can act any more: is the fight over?", side=side))


def _active_sides(battle: AnyBattle) -> set[str]:
    return {one.side for one in battle.combatants.values() if one.is_present and not one.is_out}


# ------------------------------------------------------------------------------------------------------------ knockback


def knocks_back(battle: AnyBattle, gear: Gear) -> bool:
    """Whether an attack pushes at all: a normal one that is marked for it (KM-KB-01 to KM-KB-03, KM-AMB-27)."""
    if not rules(battle).knockback or not gear.knockback or gear.type != "normal":
        return False
    if gear.stunning and not rules(battle).knockback_stun:
        return False
    return gear.kind == "power" or rules(battle).knockback_weapons


def points_counted(battle: AnyBattle, loss: int, before: Levels, after: Levels, pool: Pool) -> int:
    """Of a hit that got so much past the resistance, the points that push (KM-KB-04, KM-AMB-27).

    They are those really lost, without the Endurance that goes with the last Health; all of it by a house rule.
    """
    if rules(battle).knockback_counts == "past_resistance":
        return loss
    return before.health - after.health + (before.endurance - after.endurance if pool == "endurance" else 0)


class KalosKnockback(Knockback):
    difficulty = MODERATE
    direction_rule = "KM-KB-05"
    feet_rule = "KM-KB-06"
    walls_rule = "KM-KB-07"
    walls = "through"

    def feet(self, battle: AnyBattle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        return skill_value(battle, who, "athletics", more)

    def fallen(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        return with_prone(battle, who)


KNOCKBACK = KalosKnockback()


# ---------------------------------------------------------------------------------------------- the choice of knockback


def can_be_decided(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a normal attack of one's own, not decided before unless the GM allows it."""
    item = battle.items.get(call.item or "")
    if call.actor not in battle.combatants:
        return
    if item is None:
        yield Refusal(key="no_item", sentence=text("Say which attack."), rule="KM-KB-03", can_override=False)
        return
    if not rules(battle).knockback:
        yield Refusal(key="no_knockback", sentence=text("Knockback is not in use."), rule="KM-KB-01")
    if item.holder != call.actor:
        sentence = text("{who} does not have {item}.", who=ref(call.actor), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, can_override=False)
    if item.gear.type != "normal" or not item.gear.is_weapon:
        sentence = text("{item} is no normal attack: it never knocks back.", item=item.name)
        yield Refusal(key="no_normal_attack", sentence=sentence, rule="KM-KB-02", can_override=False)
    if item.gear.is_knockback_decided and bool(call.option("knocks_back", True)) != item.gear.knockback:
        sentence = text("That was decided for {item} before, and stays so.", item=item.name)
        yield Refusal(key="decided", sentence=sentence, rule="KM-KB-03")


def decide(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Say whether an attack knocks back."""
    item = battle.items[str(call.item)]
    knocks_back = bool(call.option("knocks_back", True))
    words = "{0} decides: {item} knocks back." if knocks_back else "{0} decides: {item} does not knock back."
    ask.say(tell(battle, words, call.actor, item=item.name))
    gear = replace(item.gear, knockback=knocks_back, is_knockback_decided=True)
    return replace(battle, items=battle.items | {item.id: replace(item, gear=gear)})


KNOCKBACK_CHOICE = Action(
    id="decide_knockback",
    title="Decide on knockback",
    run=decide,
    needs_item=True,
    parameters=(Parameter(key="knocks_back", title="Knocks back", kind="flag", default=True, rule="KM-KB-03"),),
    guards=(ACTING.somebody, can_be_decided),
    rules=("KM-KB-03",),
    cost=ACTING.titles[ACTING.free],
    group="other",
    help="Once for each normal attack; it stays so, unless the GM allows a change.",
)


# --------------------------------------------------------------------------------------------------------------- damage


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
        whole = POOLS.resists(battle, who)
    least = int(rules(battle).piercing_min_applies_to_zero)
    return pierced(whole, least=least) if is_piercing else whole


def counted_as(gear: Gear) -> Gear:
    """Damage of a blinding attack, where it does any, meets Alteration Resistance (KM-BLIND-03, KM-AMB-35)."""
    return replace(gear, type="alteration") if gear.special == "blinding" else gear


def damage_value(
    battle: AnyBattle, attacker: Id, target: Id | None, weapon: Item[Gear] | None, bonuses: Iterable[Modifier] = ()
) -> Explanation:
    """What is added to the damage die, the target's resistance deducted (KM-DMG-01, KM-DMG-02)."""
    gear, given = counted_as(WEAPONS.gear_of(weapon)), battle.combatants[attacker].sheet.given.damage
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
