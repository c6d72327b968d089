"""Normal attacks, ranged and hand to hand (ZS-ATK-01 to ZS-ATK-06), from declaration to damage."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as with_fields
from itertools import count

from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.effects import has_effect, use_up
from model.engine.modifiers import Modifier, overridden
from model.engine.requests import Choice
from model.engine.telling import tell
from model.rulesets.families.ogc.interruptions import with_delayed_turns
from model.rulesets.families.ogc.weapons import gm_modifier, with_last_weapon
from model.rulesets.zerospace.attack_options import gear_of, manoeuvre_modifiers, range_modifier
from model.rulesets.zerospace.checks import attack_value, defence_value
from model.rulesets.zerospace.conditions import Cover, is_helpless
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.damage import strike
from model.rulesets.zerospace.forcing import FORCING
from model.rulesets.zerospace.gear import WEAPONS, AttackKind, Gear
from model.rulesets.zerospace.plot_points import (
    PLUS,
    REROLL,
    REROLL_CHOICE,
    effort_bonus,
    offer_effort,
    plus_choice,
    spend_point,
)
from model.rulesets.zerospace.ranges import metres_between
from model.rulesets.zerospace.running import start_running
from model.rulesets.zerospace.settings import setting
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal, gm_text

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
    gear: Gear
    has_effort: bool = False
    has_dv_effort: bool = False
    granted: int = 0
    """DV that the GM granted for a defence in words."""

    @property
    def kind(self) -> AttackKind:
        return self.gear.attack_kind

    @property
    def is_interposed(self) -> bool:
        return self.target != self.first_target


def attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Attack somebody with a weapon or the bare hand (ZS-ATK-02, ZS-ATK-03)."""
    aim, battle = _declared(battle, call, ask)
    if setting(battle, "interrupt_point") == "also_before_roll":
        battle = with_delayed_turns(battle, aim.attacker, "ZS-DELAY-02", ask)
    if _is_void(battle, aim, ask):
        return battle
    aim, battle = _with_forced_actions(battle, aim, ask)
    is_hit, aim, battle = _rolled(battle, aim, ask)
    for who in (aim.attacker, aim.target):
        if has_effect(battle, who, "distracted"):
            battle = use_up(battle, who, "distracted")
    ask.measure(aim.target, "hit", is_hit)
    if not is_hit:
        ask.say(tell(battle, "{0} misses {1}.", aim.attacker, aim.target))
        return battle
    return strike(battle, aim.attacker, aim.target, aim.weapon, aim.gear, call, ask)


# ------------------------------------------------------------------------------------------ declaration


def _declared(battle: AnyBattle, call: Call, ask: Ask) -> tuple[Aim, AnyBattle]:
    attacker, target = call.actor, call.targets[0]
    weapon = WEAPONS.of_call(battle, call)
    battle = ACTING.pay(battle, attacker, "standard", ask)
    battle = mark(battle, attacker, "attacked")
    intent = call.option("intent", "none")
    if intent != "none" and not has_effect(battle, attacker, "running"):
        battle = start_running(battle, attacker, ask)
    battle = with_last_weapon(battle, attacker, weapon)
    name = "bare hands" if weapon is None else weapon.name
    ask.say(tell(battle, "{0} attacks {1} with {weapon}.", attacker, target, weapon=name))
    if metres_between(battle, attacker, target) is None:
        ask.say(gm_text("Their distance is not known: the range was not checked."))
    aim = Aim(call=call, attacker=attacker, target=target, first_target=target, weapon=weapon, gear=gear_of(weapon))
    return aim, battle


def _is_void(battle: AnyBattle, aim: Aim, ask: Ask) -> bool:
    """Whether a turn that cut in has left nobody to attack or nobody attacking."""
    for who in (aim.attacker, aim.target):
        combatant = battle.combatants[who]
        if not combatant.is_present or (who == aim.attacker and is_helpless(battle, who)):
            ask.say(tell(battle, "The attack of {0} comes to nothing.", aim.attacker))
            return True
    return False


# ------------------------------------------------------------------------------------------ what others do


def _with_forced_actions(battle: AnyBattle, aim: Aim, ask: Ask) -> tuple[Aim, AnyBattle]:
    """Let others jump in front, or else the target defend itself (ZS-FORCE-03, ZS-FORCE-07)."""
    answer, battle = FORCING.answered(battle, aim.attacker, aim.target, ask)
    return with_fields(aim, target=answer.target, granted=answer.granted), battle


# ------------------------------------------------------------------------------------------ the roll


def _attack_value(battle: AnyBattle, aim: Aim) -> Explanation:
    more = [*manoeuvre_modifiers(aim.call), *gm_modifier(aim.call, "av_modifier", "ZS-MOD-03")]
    more += range_modifier(battle, aim.attacker, aim.first_target, aim.gear)
    if aim.has_effort:
        more.append(effort_bonus(battle))
    return attack_value(battle, aim.attacker, aim.kind, aim.weapon, more)


def _defence_value(battle: AnyBattle, aim: Aim) -> Explanation:
    """The DV of the target; of who jumped in front without a dodge, or of the first target (ZS-AMB-07)."""
    more = list(gm_modifier(aim.call, "dv_modifier", "ZS-MOD-03"))
    if aim.granted:
        more.append(Modifier(key="granted", label="Defence", amount=aim.granted, rule="ZS-FORCE-07"))
    if aim.has_dv_effort:
        more.append(effort_bonus(battle))
    cover: Cover = aim.call.option("cover", "auto")
    if aim.is_interposed and setting(battle, "interpose_resolution") != "original_dv":
        return defence_value(battle, aim.target, aim.kind, more, without=("dodging", "cover"))
    return defence_value(battle, aim.first_target, aim.kind, more, cover=cover)


def _with_total(explanation: Explanation, total: int) -> Explanation:
    """An explanation that keeps the number that the GM put in the place of the computed one."""
    return explanation if explanation.total == total else overridden(explanation, total)


def _hits_by_itself(battle: AnyBattle, aim: Aim) -> bool:
    if aim.is_interposed and setting(battle, "interpose_resolution") == "automatic_hit":
        return True
    return setting(battle, "attack_on_helpless") == "automatic_hit" and is_helpless(battle, aim.target)


def _rolled(battle: AnyBattle, aim: Aim, ask: Ask) -> tuple[bool, Aim, AnyBattle]:
    """Throw the attack and everything that may still change it; whether it hits."""
    if _hits_by_itself(battle, aim):
        ask.say(tell(battle, "{0} hits {1} without a roll.", aim.attacker, aim.target))
        return True, aim, battle
    aim, battle = _effort_before(battle, aim, ask)
    av, dv = ask.number(_attack_value(battle, aim)), ask.number(_defence_value(battle, aim))
    roll = ask.roll(_request("attack", av, dv), aim.attacker)
    roll, dv, aim, battle = _after_dice(battle, aim, roll, av, dv, ask)
    is_hit = ask.verdict("hit", "Hit", roll, at_least=dv, rule="ZS-ROLL-04")
    record = roll.record
    if record is not None and record.total is not None:
        ask.say(gm_text("{total} against {against}.", total=record.total, against=dv))
    return is_hit, aim, battle


def _request(id: str, av: int, dv: int) -> DiceRequest:
    return sum_of(id, "Attack", "2d6", bonus=av, against=dv, words=HIT_WORDS)


def _effort_before(battle: AnyBattle, aim: Aim, ask: Ask) -> tuple[Aim, AnyBattle]:
    """Extra effort before the dice: +3 AV for the attacker, +3 DV for the defender (ZS-PLOT-11)."""

    def choices() -> tuple[Choice, ...]:
        return (plus_choice(_worth_of_effort(battle, aim)),)

    if offer_effort(battle, aim.attacker, "effort", choices, ask, before="attack"):
        battle = spend_point(battle, aim.attacker, "+3 AV", ask)
        aim = with_fields(aim, has_effort=True)
    return _effort_of_target(battle, aim, ask, before="attack")


def _effort_of_target(battle: AnyBattle, aim: Aim, ask: Ask, *, before: str) -> tuple[Aim, AnyBattle]:
    if aim.has_dv_effort:
        return aim, battle
    braced = with_fields(aim, has_dv_effort=True)

    def choices() -> tuple[Choice, ...]:
        return (plus_choice(_defence_value(battle, braced).total - _defence_value(battle, aim).total),)

    if not offer_effort(battle, aim.target, "effort_dv", choices, ask, before=before):
        return aim, battle
    return braced, spend_point(battle, aim.target, "+3 DV", ask)


def _worth_of_effort(battle: AnyBattle, aim: Aim) -> int:
    return _attack_value(battle, with_fields(aim, has_effort=True)).total - _attack_value(battle, aim).total


def _after_dice(
    battle: AnyBattle, aim: Aim, roll: Roll, av: int, dv: int, ask: Ask
) -> tuple[Roll, int, Aim, AnyBattle]:
    """What may still change a roll that lies on the table (ZS-PLOT-12, ZS-AMB-55): the offers open beside the result.

    A forced defence and a defender's +3 taken now are answered under the ids offered before the dice, so that the
    next run takes them up there, against this very roll.
    """
    limit = setting(battle, "effort_per_roll_max")
    for number in count(1):
        if roll.at_least(dv):
            if setting(battle, "force_latest") == "before_damage_roll" and not aim.is_interposed:
                FORCING.show(battle, aim.attacker, aim.target, ask)
            if setting(battle, "effort_dv_after_roll"):
                _effort_of_target(battle, aim, ask, before="damage")
            return roll, dv, aim, battle
        worth = 0 if aim.has_effort else _worth_of_effort(battle, aim)
        choices = (REROLL_CHOICE, plus_choice(worth)) if worth else (REROLL_CHOICE,)
        taken = None
        if not limit or number - 1 + aim.has_effort < limit:
            id = f"effort{number}"
            taken = offer_effort(battle, aim.attacker, id, lambda: choices, ask, before="damage")  # noqa: B023
        if taken == PLUS:
            battle = spend_point(battle, aim.attacker, "+3 AV", ask)
            aim = with_fields(aim, has_effort=True)
            av += worth
            roll = ask.restate(roll, _with_total(_attack_value(battle, aim), av))
        elif taken == REROLL:
            battle = spend_point(battle, aim.attacker, "a re-roll", ask)
            again = ask.roll(_request(f"attack.again{number}", av, dv), aim.attacker)
            if setting(battle, "reroll_keep") == "new" or again.at_least(dv):
                roll = again
        else:
            return roll, dv, aim, battle
    raise AssertionError("the loop ends by returning")
