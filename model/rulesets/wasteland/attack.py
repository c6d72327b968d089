"""The five steps of an attack (WL-ATK-01): weapon and target, test, location, damage, ammunition."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.last_weapon import with_last_weapon
from model.engine.ruleset import Action
from model.engine.telling import tell
from model.rulesets.wasteland.ammunition import extra_after_hit, pay_for_extra, shot_cost, use_ammunition
from model.rulesets.wasteland.body import forget_strikes
from model.rulesets.wasteland.checks import TEST_PARAMETERS, Check, keep_points, take_test
from model.rulesets.wasteland.conditions import DYING
from model.rulesets.wasteland.costs import costs, pay
from model.rulesets.wasteland.damage import Blow, strike
from model.rulesets.wasteland.difficulty import (
    PARAMETERS,
    attack_difficulty,
    called_location,
    cover_dice,
    fit_weapon,
    gear_of,
    in_range,
    loaded,
    one_combatant,
    weapon_of,
)
from model.rulesets.wasteland.distance import distance
from model.rulesets.wasteland.gear import Gear, weapons_first
from model.rulesets.wasteland.handling import ATTACKED
from model.rulesets.wasteland.harm import injure, rolled_location
from model.rulesets.wasteland.points import DICE, can_buy_dice
from model.rulesets.wasteland.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, gm_text

HIT_WORDS = ("hit", "miss", "damage")


def attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Attack somebody with a weapon or the bare hand (WL-MAJ-02, WL-ATK-01)."""
    attacker, target = call.actor, call.targets[0]
    weapon = weapon_of(battle, call)
    gear = gear_of(weapon)
    battle = _declared(battle, attacker, target, weapon, ask)
    was_dying = has_effect(battle, target, DYING)
    outcome, battle = take_test(battle, _check(battle, attacker, target, gear, call), call, ask)
    if not outcome.passed:
        return _missed(battle, attacker, target, weapon, gear, call, ask)
    # Points for further dice must be there before these; else they come last, where no odds are told apart by them.
    pays_with_points = bool(rules(battle).ap_per_extra_cd)
    battle = keep_points(battle, outcome, ask) if pays_with_points else battle
    extra = extra_after_hit(battle, attacker, gear, call, ask)
    battle = pay_for_extra(battle, attacker, extra, ask)
    blow = Blow(
        attacker=attacker,
        weapon=weapon,
        gear=gear,
        dice_extra=extra,
        bonus=int(call.option("bonus_cd", 0)),
        cover=cover_dice(battle, attacker, target, gear, call),
        spare=_spare(battle, gear, extra),
        # The offer stands until the damage is rolled (WL-ATK-12): the location, asked for in between, ends nothing.
        before_damage=lambda: extra_after_hit(battle, attacker, gear, call, ask),
    )
    battle, used = strike(battle, blow, target, called_location(battle, call), was_dying=was_dying, ask=ask)
    battle = use_ammunition(battle, weapon, shot_cost(battle, gear) + extra + used)
    return battle if pays_with_points else keep_points(battle, outcome, ask)


def _declared(battle: AnyBattle, attacker: Id, target: Id, weapon: Item[Gear] | None, ask: Ask) -> AnyBattle:
    battle = mark(pay(forget_strikes(battle), attacker, "major"), attacker, ATTACKED)
    battle = with_last_weapon(battle, attacker, weapon)
    name = "bare hands" if weapon is None else weapon.name
    ask.say(tell(battle, "{0} attacks {1} with {weapon}.", attacker, target, weapon=name))
    if distance(battle, attacker, target) is None:
        ask.say(gm_text("Their distance is not known: the range was not counted."))
    if weapon is not None and weapon.gear.qualities:
        ask.say(gm_text("{weapon}: {qualities}.", weapon=name, qualities=", ".join(weapon.gear.qualities)))
    return battle


def _check(battle: AnyBattle, attacker: Id, target: Id, gear: Gear, call: Call) -> Check:
    return Check(
        id="attack",
        title="Attack",
        who=attacker,
        pair=gear.pair,
        difficulty=attack_difficulty(battle, attacker, target, gear, call),
        words=HIT_WORDS,
        verdict="hit",
        verdict_title="Hit",
        can_aim=True,
    )


def _spare(battle: AnyBattle, gear: Gear, extra: int) -> int | None:
    """Ammunition that a burst may still use; None where nobody counts."""
    rounds = gear.ammo if gear.attack_kind == "ranged" else gear.quantity
    return None if rounds is None else max(0, rounds - shot_cost(battle, gear) - extra)


def _missed(
    battle: AnyBattle, attacker: Id, target: Id, weapon: Item[Gear] | None, gear: Gear, call: Call, ask: Ask
) -> AnyBattle:
    """No location, no damage; the shot is used, with those declared before the roll (WL-ATK-01, WL-AMB-13)."""
    ask.say(tell(battle, "{0} misses {1}.", attacker, target))
    if rules(battle).dying_injury_on == "any_attack" and has_effect(battle, target, DYING):
        battle = injure(battle, target, rolled_location(battle, target, "location", attacker, ask), ask)
    if not rules(battle).miss_uses_ammo:
        return battle
    declared = int(call.option("ammo", 0)) if rules(battle).extra_ammo_declared == "before_roll" else 0
    return use_ammunition(battle, weapon, shot_cost(battle, gear) + declared)


ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    items=weapons_first,
    parameters=(*PARAMETERS, *DICE, *TEST_PARAMETERS),
    guards=(*costs("major", "WL-MAJ-02"), one_combatant, fit_weapon, in_range, loaded, can_buy_dice),
    rules=("WL-MAJ-02", "WL-ATK-01"),
    cost="major action",
    group="attack",
    key="A",
    help="With the weapon in hand, or with the bare hand.",
)
