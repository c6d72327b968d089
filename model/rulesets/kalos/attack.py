"""Attacks on one target, from declaration to damage (KM-ATK, KM-NORM, KM-MENT, KM-ALT, KM-TRADE)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from dataclasses import replace as with_fields

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.modifiers import Modifier
from model.engine.telling import tell
from model.rulesets.families.ogc.interruptions import with_delayed_turns
from model.rulesets.families.ogc.weapons import gm_modifier, with_last_weapon
from model.rulesets.kalos.afflictions import afflict, resistance_in_dv
from model.rulesets.kalos.attack_options import (
    ACCURACY,
    DAMAGE,
    SAFETY,
    is_beyond_short,
    is_out_of_range,
    trade_bonus,
    traded,
)
from model.rulesets.kalos.checks import attack_value, defence_value, is_helpless
from model.rulesets.kalos.conditions import Cover, is_spared
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.forcing import FORCING
from model.rulesets.kalos.gear import WEAPONS, AttackKind, Gear, gear_of
from model.rulesets.kalos.movement import add_until_next_turn, start_sprinting
from model.rulesets.kalos.ranges import metres_between
from model.rulesets.kalos.settings import setting, standard
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal, gm_text, ref

HIT_WORDS = ("hit", "miss", "damage")


@dataclass(frozen=True, kw_only=True)
class Aim:
    """An attack as declared, and as what others did about it has changed it."""

    call: Call
    attacker: Id
    target: Id
    first_target: Id
    """Whom it was aimed at before somebody jumped in front."""
    weapon: Item[Gear] | None
    kind: AttackKind
    granted: int = 0
    """DV that the GM granted for a defence in words."""
    av_more: tuple[Modifier, ...] = field(default=())
    dv_more: tuple[Modifier, ...] = field(default=())
    """What the manoeuvre itself does to the two sides."""

    @property
    def is_interposed(self) -> bool:
        return self.target != self.first_target


Consequence = Callable[[AnyBattle, Aim, Ask], AnyBattle]


def attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Attack somebody with a weapon, a power or the bare hand (KM-ATK-02)."""
    weapon = WEAPONS.of_call(battle, call)
    name = "bare hands" if weapon is None else weapon.name
    aim = aimed(call, weapon)
    battle = ACTING.pay(battle, aim.attacker, "standard", ask)
    battle = with_last_weapon(mark(battle, aim.attacker, "attacked"), aim.attacker, weapon)
    ask.say(tell(battle, "{0} attacks {1} with {weapon}.", aim.attacker, aim.target, weapon=name))
    battle = _declared(battle, aim, ask)
    return resolve(battle, aim, ask, _damaged)


def aimed(call: Call, weapon: Item[Gear] | None) -> Aim:
    """An attack on the first target of a call."""
    target = call.targets[0]
    kind = gear_of(weapon).attack_kind
    return Aim(call=call, attacker=call.actor, target=target, first_target=target, weapon=weapon, kind=kind)


def _damaged(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    return afflict(battle, aim.attacker, aim.target, aim.weapon, aim.call, ask)


# ------------------------------------------------------------------------------------------ declaration


def with_intent(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """A sprint that is declared before the roll counts for it (KM-AMB-09)."""
    if call.option("intent", "none") == "sprint" and setting(battle, "sprint_penalty_from") == "declared":
        return start_sprinting(battle, call.actor, ask)
    return battle


def with_trades(battle: AnyBattle, call: Call) -> AnyBattle:
    """What a trade costs, and the DV it gains, last until the next turn, hit or not (KM-AMB-07)."""
    for trade, amount in traded(battle, call).items():
        kinds = {DAMAGE: ("inaccurate",), SAFETY: ("inaccurate", "guarded"), ACCURACY: ("exposed",)}
        for kind in kinds[trade]:
            battle = add_until_next_turn(battle, call.actor, kind, amount)
    return battle


def _declared(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
    battle = with_trades(with_intent(battle, aim.call, ask), aim.call)
    if metres_between(battle, aim.attacker, aim.target) is None:
        ask.say(gm_text("Their distance is not known: the range was not checked."))
    if is_out_of_range(battle, aim.attacker, aim.target, aim.weapon):
        ask.say(gm_text("{who} is beyond the range of this attack.", who=ref(aim.target)))
    _tell_who_notices(battle, aim, ask)
    return battle


def _tell_who_notices(battle: AnyBattle, aim: Aim, ask: Ask) -> None:
    """Mental attacks are obvious to those with Mental Resistance or mental powers (KM-MENT-03)."""
    if aim.kind != "mental":
        return
    for who, combatant in battle.combatants.items():
        if who != aim.attacker and combatant.is_present and (combatant.sheet.mr or combatant.sheet.has_mental_powers):
            ask.say(gm_text("{who} notices the mental attack.", who=ref(who)))


# ------------------------------------------------------------------------------------------ resolution


def resolve(battle: AnyBattle, aim: Aim, ask: Ask, on_hit: Consequence) -> AnyBattle:
    """What others do about an attack, its roll, and what comes of a hit."""
    battle = with_delayed_turns(battle, aim.attacker, "KM-DELAY-02", ask)
    if _is_void(battle, aim, ask):
        return battle
    answer, battle = FORCING.answered(battle, aim.attacker, aim.target, ask)
    aim = with_fields(aim, target=answer.target, granted=answer.granted)
    if is_beyond_short(battle, aim.attacker, aim.first_target, aim.weapon) and setting(battle, "long_range_dv_penalty"):
        battle = add_until_next_turn(battle, aim.attacker, "stretched")
    is_hit = roll_to_hit(battle, aim, ask)
    ask.measure(aim.target, "hit", is_hit)
    if not is_hit:
        ask.say(tell(battle, "{0} misses {1}.", aim.attacker, aim.target))
        return battle
    return on_hit(battle, aim, ask)


def _is_void(battle: AnyBattle, aim: Aim, ask: Ask) -> bool:
    """Whether a turn that cut in has left nobody to attack or nobody attacking."""
    for who in (aim.attacker, aim.target):
        combatant = battle.combatants[who]
        if not combatant.is_present or (who == aim.attacker and is_helpless(battle, who)):
            ask.say(tell(battle, "The attack of {0} comes to nothing.", aim.attacker))
            return True
    return False


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
    return _value(battle, aim.call, aim.kind, aim.weapon, (*aim.av_more, *_long_shot(battle, aim)))


def _long_shot(battle: AnyBattle, aim: Aim) -> Iterator[Modifier]:
    if is_beyond_short(battle, aim.attacker, aim.first_target, aim.weapon):
        yield Modifier(key="long_range", label="Long range", amount=-standard(battle), rule="KM-ATK-06")


def _defence_value(battle: AnyBattle, aim: Aim) -> Explanation:
    """The DV of the target, or of who jumped in front; by a house rule that of the first target (KM-AMB-38)."""
    more = [*gm_modifier(aim.call, "dv_modifier", "KM-MOD-01"), *aim.dv_more]
    more += resistance_in_dv(battle, aim.target, gear_of(aim.weapon))
    if aim.granted:
        more.append(Modifier(key="granted", label="Defence", amount=aim.granted, rule="KM-FORCE-03"))
    if aim.is_interposed and setting(battle, "interpose_dv") != "original_target":
        return defence_value(battle, aim.target, aim.kind, more, without=("cover",))
    cover: Cover = aim.call.option("cover", "auto")
    return defence_value(battle, aim.first_target, aim.kind, more, cover=cover)


def _hits_by_itself(battle: AnyBattle, aim: Aim) -> bool:
    if aim.is_interposed and setting(battle, "interpose_dv") == "automatic_hit":
        return True
    return setting(battle, "attack_on_helpless") == "automatic_hit" and is_helpless(battle, aim.target)


def _fails_by_itself(battle: AnyBattle, aim: Aim) -> bool:
    """The mental attacks of the blinded fail, whatever they roll (KM-BLIND-06)."""
    who = aim.attacker
    if aim.kind != "mental" or not has_effect(battle, who, "blinded"):
        return False
    return not is_spared(battle, who, "blinded") or not setting(battle, "blindsight_covers_mental")


def roll_to_hit(battle: AnyBattle, aim: Aim, ask: Ask, *, suffix: str = "") -> bool:
    """Throw the attack; whether it hits. The suffix tells the rolls of one action apart."""
    if _fails_by_itself(battle, aim):
        ask.say(tell(battle, "{0} is blinded: the mental attack fails.", aim.attacker))
        return False
    if _hits_by_itself(battle, aim):
        ask.say(tell(battle, "{0} hits {1} without a roll.", aim.attacker, aim.target))
        return True
    value = _attack_value(battle, aim)
    defence = _defence_value(battle, aim)
    av = ask.number(replace(value, key=f"av{suffix}"))
    dv = ask.number(replace(defence, key=f"dv{suffix}"))
    if any(part.key == ACCURACY and not part.is_applied for part in value.parts):
        ask.say(gm_text("The trade gains no accuracy: a higher bonus is in force already."))
    roll = ask.roll(sum_of(f"attack{suffix}", "Attack", "2d6", bonus=av, against=dv, words=HIT_WORDS), aim.attacker)
    is_hit = ask.verdict(f"hit{suffix}", "Hit", roll, at_least=dv, rule="KM-ROLL-02")
    if is_hit and not aim.is_interposed and setting(battle, "force_window") == "after_roll_before_damage":
        FORCING.show(battle, aim.attacker, aim.target, ask)
    record = roll.record
    if record is not None and record.total is not None:
        ask.say(gm_text("{total} against {against}.", total=record.total, against=dv))
    return is_hit
