"""Attacks on one target: what is declared, the roll, the damage (KM-ATK, KM-NORM, KM-MENT, KM-ALT, KM-TRADE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier
from model.engine.telling import tell
from model.rulesets.families.ogc.combat import HIT_WORDS, Aim, Combat, Rolled
from model.rulesets.families.ogc.damage import Blow
from model.rulesets.families.ogc.weapons import gm_modifier
from model.rulesets.kalos.afflictions import afflict, resistance_in_dv
from model.rulesets.kalos.attack_options import (
    ACCURACY,
    DAMAGE,
    SAFETY,
    is_beyond_short,
    is_out_of_range,
    trade_bonus,
    traded,
    within_reach,
)
from model.rulesets.kalos.checks import attack_value, defence_value, is_helpless
from model.rulesets.kalos.conditions import Cover, is_spared
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import falls_to_hit, take_out
from model.rulesets.kalos.forcing import FORCING
from model.rulesets.kalos.gear import WEAPONS, AttackKind, Gear, gear_of
from model.rulesets.kalos.movement import add_until_next_turn, start_sprinting
from model.rulesets.kalos.ranges import metres_between
from model.rulesets.kalos.settings import rules, standard
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal, gm_text, ref


def attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Attack somebody with a weapon, a power or the bare hand (KM-ATK-02)."""
    weapon = WEAPONS.of_call(battle, call)
    name = "bare hands" if weapon is None else weapon.name
    battle = COMBAT.declared(battle, call, "{0} attacks {1} with {weapon}.", ask, weapon=name)
    battle = with_last_weapon(battle, call.actor, weapon)
    aim = COMBAT.aimed(call, weapon)
    _tell_of_reach(battle, aim, ask)
    COMBAT.tell_who_notices(battle, {call.actor: aim.gear}, ask)
    return COMBAT.resolve(battle, aim, ask, COMBAT.damaged)


# ------------------------------------------------------------------------------------------ declaration


def _with_intent(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """A sprint that is declared before the roll counts for it (KM-AMB-09)."""
    if call.option("intent", "none") == "sprint" and rules(battle).sprint_penalty_from == "declared":
        return start_sprinting(battle, call.actor, ask)
    return battle


def _with_trades(battle: AnyBattle, call: Call) -> AnyBattle:
    """What a trade costs, and the DV it gains, last until the next turn, hit or not (KM-AMB-07)."""
    for trade, amount in traded(battle, call).items():
        kinds = {DAMAGE: ("inaccurate",), SAFETY: ("inaccurate", "guarded"), ACCURACY: ("exposed",)}
        for kind in kinds[trade]:
            battle = add_until_next_turn(battle, call.actor, kind, amount)
    return battle


def _tell_of_reach(battle: AnyBattle, aim: Aim, ask: Ask) -> None:
    if metres_between(battle, aim.attacker, aim.target) is None:
        ask.say(gm_text("Their distance is not known: the range was not checked."))
    if is_out_of_range(battle, aim.attacker, aim.target, aim.weapon):
        ask.say(gm_text("{who} is beyond the range of this attack.", who=ref(aim.target)))


# ------------------------------------------------------------------------------------------ the two sides


def attack_total(battle: AnyBattle, call: Call, more: tuple[Modifier, ...] = ()) -> Explanation:
    """What the weapon of a call adds to 2d6, with what was said before the dice."""
    weapon = WEAPONS.of_call(battle, call)
    return _value(battle, call, gear_of(weapon).attack_kind, weapon, more)


def _value(
    battle: AnyBattle, call: Call, kind: AttackKind, weapon: Item[Gear] | None, more: tuple[Modifier, ...]
) -> Explanation:
    said = [*trade_bonus(battle, call, ACCURACY), *gm_modifier(call, "av_modifier", "KM-DUR-01")]
    return attack_value(battle, call.actor, kind, weapon, [*said, *more])


def _attack_value(battle: AnyBattle, aim: Aim) -> Explanation:
    return _value(battle, aim.call, aim.gear.attack_kind, aim.weapon, (*aim.av_more, *_long_shot(battle, aim)))


def _long_shot(battle: AnyBattle, aim: Aim) -> Iterator[Modifier]:
    if is_beyond_short(battle, aim.attacker, aim.first_target, aim.weapon):
        yield Modifier(key="long_range", label="Long range", amount=-standard(battle), rule="KM-ATK-06")


def _defence_value(battle: AnyBattle, aim: Aim) -> Explanation:
    """The DV of the target, or of who jumped in front; by a house rule that of the first target (KM-AMB-38)."""
    more = [*gm_modifier(aim.call, "dv_modifier", "KM-MOD-01"), *aim.dv_more]
    more += resistance_in_dv(battle, aim.target, aim.gear)
    if aim.granted:
        more.append(Modifier(key="granted", label="Defence", amount=aim.granted, rule="KM-FORCE-03"))
    if aim.is_interposed and rules(battle).interpose_dv != "original_target":
        return defence_value(battle, aim.target, aim.gear.attack_kind, more, without=("cover",))
    cover: Cover = aim.call.option("cover", "auto")
    return defence_value(battle, aim.first_target, aim.gear.attack_kind, more, cover=cover)


def _hits_by_itself(battle: AnyBattle, aim: Aim) -> bool:
    if aim.is_interposed and rules(battle).interpose_dv == "automatic_hit":
        return True
    return rules(battle).attack_on_helpless == "automatic_hit" and is_helpless(battle, aim.target)


def _fails_by_itself(battle: AnyBattle, aim: Aim) -> bool:
    """The mental attacks of the blinded fail, whatever they roll (KM-BLIND-06)."""
    who = aim.attacker
    if aim.gear.attack_kind != "mental" or not has_effect(battle, who, "blinded"):
        return False
    return not is_spared(battle, who, "blinded") or not rules(battle).blindsight_covers_mental


class KalosCombat(Combat):
    acting = ACTING
    weapons = WEAPONS
    forcing = FORCING
    delayed_rule = "KM-DELAY-02"

    def notices(self, sheet: Any) -> bool:
        """Mental attacks are obvious to those with Mental Resistance or mental powers (KM-MENT-03)."""
        return bool(sheet.mr or sheet.has_mental_powers)

    def gear_of(self, weapon: Item[Any] | None) -> Any:
        return gear_of(weapon)

    def is_helpless(self, battle: AnyBattle, who: Id) -> bool:
        return is_helpless(battle, who)

    def within_reach(self, battle: AnyBattle, who: Id, target: Id, weapon: Item[Any] | None) -> Iterator[Refusal]:
        return within_reach(battle, who, target, weapon)

    def prepared(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        return _with_trades(_with_intent(battle, call, ask), call)

    def before_roll(self, battle: AnyBattle, aim: Aim) -> AnyBattle:
        """A shot beyond short range lowers the own DV (KM-ATK-06)."""
        is_long = is_beyond_short(battle, aim.attacker, aim.first_target, aim.weapon)
        if is_long and rules(battle).long_range_dv_penalty:
            return add_until_next_turn(battle, aim.attacker, "stretched")
        return battle

    def values(self, battle: AnyBattle, aim: Aim) -> tuple[Explanation, Explanation]:
        return (_attack_value(battle, aim), _defence_value(battle, aim))

    def roll(self, battle: AnyBattle, aim: Aim, ask: Ask, suffix: str) -> Rolled:
        """Throw the attack; whether it hits."""
        if _fails_by_itself(battle, aim):
            ask.say(tell(battle, "{0} is blinded: the mental attack fails.", aim.attacker))
            return Rolled(False, aim, battle)
        if _hits_by_itself(battle, aim):
            ask.say(tell(battle, "{0} hits {1} without a roll.", aim.attacker, aim.target))
            return Rolled(True, aim, battle)
        value = _attack_value(battle, aim)
        defence = _defence_value(battle, aim)
        av = ask.number(replace(value, key=f"av{suffix}"))
        dv = ask.number(replace(defence, key=f"dv{suffix}"))
        if any(part.key == ACCURACY and not part.is_applied for part in value.parts):
            ask.say(gm_text("The trade gains no accuracy: a higher bonus is in force already."))
        roll = ask.roll(sum_of(f"attack{suffix}", "Attack", "2d6", bonus=av, against=dv, words=HIT_WORDS), aim.attacker)
        is_hit = ask.verdict(f"hit{suffix}", "Hit", roll, at_least=dv, rule="KM-ROLL-02")
        if is_hit and not aim.is_interposed and rules(battle).force_window == "after_roll_before_damage":
            FORCING.show(battle, aim.attacker, aim.target, ask)
        record = roll.record
        if record is not None and record.total is not None:
            ask.say(gm_text("{total} against {against}.", total=record.total, against=dv))
        return Rolled(is_hit, replace(aim, roll=roll, dv=dv), battle)

    def afflict(self, battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
        return afflict(battle, aim, ask, blow)

    def falls_unhurt(self, battle: AnyBattle, who: Id, ask: Ask) -> bool:
        return falls_to_hit(battle, who, ask, can_damage=False)

    def take_out(self, battle: AnyBattle, target: Id, ask: Ask) -> AnyBattle:
        return take_out(battle, target, ask)


COMBAT = KalosCombat()
