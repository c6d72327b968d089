"""The attack: its declaration, resolution, damage and consequences."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple

from model.dice.outcomes import Throw
from model.dice.readings import pips
from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask, MeasureKey
from model.engine.budget import has_mark, mark, unmark
from model.engine.calls import Call
from model.engine.conditions import Condition
from model.engine.effects import add_effect, has_effect
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.acting import Acting, Forcing, with_delayed_turns
from model.rulesets.families.ogc.battle import AttackType, Battle, Gear
from model.rulesets.families.ogc.checks import Weapons
from model.rulesets.families.ogc.recovery import reaction_to_terror
from model.rulesets.families.ogc.tasks import DECLARED, JOINED, Rolls
from model.state.base import Id, Record, replace
from model.state.battle import PLAYERS_SIDE, Item
from model.state.board import Point
from model.state.texts import Explanation, Refusal, gm_text, ref

# --------------------------------------------------------------------------------------------------------------- damage


Loss = Callable[[int], int]
Measured = dict[MeasureKey, Callable[[int], Any]]
"""Functions that compute the measures of a loss for the odds, by key of the measure."""


class DamageThrow(Record):
    """How the damage of a hit is rolled: the id of the roll, or a die that several hits share."""

    id: str = "damage"
    shared: Roll | None = None
    more: tuple[Modifier, ...] = ()
    """Further bonuses to the damage."""
    origin: Point | None = None
    """Point from which a knockback pushes away, or None for the attacker's."""


def shared_die(by: Id, ask: Ask) -> Roll:
    """Roll one damage die for all combatants that an attack hits."""
    return ask.roll(sum_of("damage", "Damage", "1d6", words=("damage",)), by)


def rolled_loss(blow: DamageThrow, by: Id, target: Id, total: int, loss: Loss, measures: Measured, ask: Ask) -> int:
    """Roll the damage and return what a hit takes off: `loss` of the die plus `total`. Odds end here."""
    roll = blow.shared or ask.roll(sum_of(blow.id, "Damage", "1d6", bonus=total, words=("damage",)), by)
    remaining = Throw(roll, (pips(6),), lambda die: loss(die + total))
    return int(ask.resolve(remaining, who=target, measures=measures, is_last=True))


def past_resistance(type: AttackType) -> Loss:
    """Return a function from the damage that exceeds the resistance to the points lost.

    All of it is lost, but by mental and alteration attacks only half, rounded down and at least 1.
    """
    if type == "normal":
        return lambda excess: max(0, excess)
    return lambda excess: max(1, excess // 2) if excess > 0 else 0


def pierced(resistance: int) -> int:
    """Return a resistance against a piercing attack: half of it but at least 1, if there is any."""
    return max(1, resistance // 2) if resistance else 0


# ----------------------------------------------------------------------------------------------------------- the attack


HIT_WORDS = ("hit", "miss", "damage")
PRONE = "prone"


class Aim(Record, Generic[Gear], kw_only=True):
    """An attack as declared, with the changes by reactions of others and by its dice."""

    call: Call
    attacker: Id
    target: Id
    first_target: Id
    """The target before a combatant jumped in front."""
    weapon: Item[Gear] | None
    gear: Gear
    """The gear of the weapon, or of the bare hand."""
    granted: int = 0
    """DV that the GM granted for a defence in words."""
    av_more: tuple[Modifier, ...] = ()
    dv_more: tuple[Modifier, ...] = ()
    """Modifiers of AV and DV by the manoeuvre itself."""
    dv_without: tuple[str, ...] = ()
    """Conditions of the target that do not count against this attack."""
    damage_more: tuple[Modifier, ...] = ()
    roll: Roll | None = None
    """The attack roll, or None before it and for a hit without a roll."""
    dv: int = 0
    """The DV that the roll had to reach."""
    spot: Point | None = None
    """Where an attack on an area is aimed if not at the target: its range counts from there."""
    dv_fixed: int | None = None
    """The DV of an attack that is aimed at a place, whoever is there."""

    @property
    def is_interposed(self) -> bool:
        return self.target != self.first_target


class Rolled(NamedTuple, Generic[Battle, Gear]):
    """Result of an attack roll."""

    is_hit: bool
    aim: Aim[Gear]
    battle: Battle


def request_of(id: str, av: int, dv: int) -> DiceRequest:
    """Return the dice request of an attack."""
    return sum_of(id, "Attack", "2d6", bonus=av, against=dv, words=HIT_WORDS)


Consequence = Callable[[Battle, Aim[Gear], Ask], Battle]


class Combat(Rolls[Battle], ABC, Generic[Battle, Gear]):
    """How attacks are carried out in a ruleset."""

    acting: Acting[Battle]
    weapons: Weapons[Battle, Gear]
    forcing: Forcing[Battle]
    conditions: Mapping[str, Condition]
    delayed_rule: str
    """Rule about a delayed turn taken before the dice."""
    hit_rule: str
    """Rule about when a roll hits."""
    terror_rule: str
    """Rule about what terrified combatants do."""

    @abstractmethod
    def prepared(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        """Apply the declarations of the call that take effect before the dice, such as a run or a trade."""

    @abstractmethod
    def values(self, battle: Battle, aim: Aim[Gear]) -> tuple[Explanation, Explanation]:
        """Return the AV and the DV of an attack."""

    @abstractmethod
    def hits_without_roll(self, battle: Battle, aim: Aim[Gear]) -> bool:
        """Whether the attack hits without a roll, by a house rule about helpless targets."""

    @abstractmethod
    def fails_without_roll(self, battle: Battle, aim: Aim[Gear]) -> bool:
        """Whether the attack of a blinded combatant fails without a roll."""

    @abstractmethod
    def deals_damage(self, battle: Battle, gear: Gear) -> bool:
        """Whether an attack with this gear takes points at all."""

    @abstractmethod
    def strike(self, battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow) -> Battle:
        """Carry out a hit that does damage, including its knockback."""

    @abstractmethod
    def lay(self, battle: Battle, aim: Aim[Gear], kind: str, note: str) -> Battle:
        """Apply the attack's lasting effect to the target."""

    @abstractmethod
    def falls_without_damage(self, battle: Battle, who: Id, ask: Ask) -> bool:
        """Whether a successful attack without damage still takes a combatant out."""

    @abstractmethod
    def take_out(self, battle: Battle, target: Id, ask: Ask) -> Battle: ...

    def notices(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant notices a mental attack."""
        return False

    def falls_to_effect(self, battle: Battle, who: Id, ask: Ask) -> bool:
        """Whether an attack with an effect but without damage takes a combatant out instead."""
        return self.falls_without_damage(battle, who, ask)

    def before_dice(self, battle: Battle, aim: Aim[Gear], ask: Ask, suffix: str) -> tuple[Aim[Gear], Battle]:
        """Let both sides act before the dice are rolled."""
        return aim, battle

    def braced(self, battle: Battle, aim: Aim[Gear], ask: Ask, *, before: str) -> tuple[Aim[Gear], Battle]:
        """Let the target of several attacks improve their defence against all of them, before the dice."""
        return aim, battle

    def note_value(self, value: Explanation, ask: Ask) -> None:
        """Add a message for the GM if an AV is unusual."""

    def after_dice(
        self, battle: Battle, aim: Aim[Gear], roll: Roll, av: int, dv: int, ask: Ask, suffix: str
    ) -> tuple[Roll, Aim[Gear], Battle]:
        """Let combatants change an attack roll after the dice have been rolled."""
        return roll, aim, battle

    def after_verdict(
        self, battle: Battle, aim: Aim[Gear], roll: Roll, dv: int, is_hit: bool, ask: Ask, suffix: str
    ) -> Battle:
        """Return the battle after the consequences of the verdict on a hit; may make offers beside it."""
        return battle

    def before_roll(self, battle: Battle, aim: Aim[Gear]) -> Battle:
        """Apply what making this attack costs the attacker, hit or not."""
        return battle

    def after_roll(self, battle: Battle, aim: Aim[Gear]) -> Battle:
        """Remove the conditions of both sides that the roll uses up."""
        return self.rolled_once(battle, aim.attacker, aim.target)

    # ------------------------------------------------------------------------------------- declaration

    def aimed(self, call: Call, weapon: Item[Gear] | None, target: Id | None = None) -> Aim[Gear]:
        """Return the attack on `target`, or on the first target of the call."""
        target = call.targets[0] if target is None else target
        return Aim(
            call=call,
            attacker=call.actor,
            target=target,
            first_target=target,
            weapon=weapon,
            gear=self.weapons.gear_of(weapon),
        )

    def declared(self, battle: Battle, call: Call, sentence: str, ask: Ask, **more: object) -> Battle:
        """Pay for an attack, log it with `sentence`, and apply the declarations before its roll."""
        battle = mark(self.acting.pay(battle, call.actor, "standard", ask), call.actor, "attacked")
        ask.log(battle, sentence, call.actor, *call.targets[:1], **more)  # type: ignore[arg-type]
        return self.prepared(battle, call, ask)

    def log_who_notices(self, battle: Battle, attacks: Mapping[Id, Gear], ask: Ask) -> None:
        """Tell the GM who notices a mental attack; nobody else perceives it, unless the GM says otherwise.

        `attacks` contains the gear of each attacker. If no player character notices or makes the attack, it is hidden
        from the player view; but if any attack of a team is not mental, everybody sees it.
        """
        if not any(gear.attack_kind == "mental" for gear in attacks.values()):
            return
        those = [
            who
            for who, combatant in battle.combatants.items()
            if who not in attacks and combatant.is_present and self.notices(battle, who)
        ]
        for who in those:
            ask.add_message(gm_text("{who} notices the mental attack.", who=ref(who)))
        is_known = any(battle.combatants[who].side == PLAYERS_SIDE for who in (*attacks, *those))
        if not is_known and all(gear.attack_kind == "mental" for gear in attacks.values()):
            ask.unnoticed(*attacks)

    def attack(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Attack a combatant with a weapon, a power or the bare hand."""
        weapon = self.weapons.of_call(battle, call)
        name = "bare hands" if weapon is None else weapon.name
        battle = self.declared(battle, call, "{0} attacks {1} with {weapon}.", ask, weapon=name)
        battle = with_last_weapon(battle, call.actor, weapon)
        aim = self.aimed(call, weapon)
        self.log_attack(battle, aim, ask)
        return self.resolve(battle, aim, ask, self.damaged)

    def log_attack(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> None:
        """Tell the GM about the range of an attack, and who notices a mental attack."""
        self.log_range(battle, aim, ask)
        self.log_who_notices(battle, {aim.attacker: aim.gear}, ask)

    def log_range(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> None:
        """Tell the GM if the range of an attack is unknown."""
        if self.metres(battle, aim) is None:
            ask.add_message(gm_text("The distance is not known: range was not checked."))

    def metres(self, battle: Battle, aim: Aim[Gear]) -> float | None:
        """Return how far away what is aimed at is, in metres, or None if unknown."""
        if aim.spot is None:
            return self.weapons.metres_between(battle, aim.attacker, aim.first_target)
        here = battle.combatants[aim.attacker].place.point
        return None if here is None else math.dist(here, aim.spot)

    # ------------------------------------------------------------------------------------- resolution

    def interrupted(self, battle: Battle, who: Id, ask: Ask) -> Battle:
        """Let delayed turns be taken before the dice are rolled."""
        return with_delayed_turns(battle, who, self.delayed_rule, ask)

    def answered(self, battle: Battle, aim: Aim[Gear], ask: Ask, suffix: str = "") -> tuple[Aim[Gear], Battle]:
        """Let others react to an attack before its dice: jump in front, or the target's own defence."""
        answer, battle = self.forcing.answered(battle, aim.attacker, aim.first_target, ask, suffix=suffix)
        if answer.target == aim.target and answer.granted == aim.granted:
            return aim, battle
        return replace(aim, target=answer.target, granted=answer.granted), battle

    def resolve(self, battle: Battle, aim: Aim[Gear], ask: Ask, on_hit: Consequence[Battle, Gear]) -> Battle:
        """Carry out an attack: reactions of others, its roll, and `on_hit` if it hits."""
        battle = self.interrupted(mark(battle, aim.attacker, DECLARED), aim.attacker, ask)
        if has_mark(battle, aim.attacker, JOINED):
            ask.log(battle, "{0}'s attack is part of the team attack.", aim.attacker)
            return unmark(battle, aim.attacker, JOINED)
        battle = unmark(battle, aim.attacker, DECLARED)
        if self.is_void(battle, aim.attacker, ask, target=aim.target):
            return battle
        aim, battle = self.answered(battle, aim, ask)
        battle = self.before_roll(battle, aim)
        is_hit, aim, battle = self.roll(battle, aim, ask, "")
        battle = self.after_roll(battle, aim)
        ask.measure(aim.target, odds.HIT, is_hit)
        if not is_hit:
            ask.log(battle, "{0} misses {1}.", aim.attacker, aim.target)
            return battle
        return on_hit(battle, aim, ask)

    def roll(self, battle: Battle, aim: Aim[Gear], ask: Ask, suffix: str) -> Rolled[Battle, Gear]:
        """Roll an attack with all that may still change it; `suffix` makes the ids of one action's rolls unique."""
        if self.is_lost(battle, aim, ask):
            return Rolled(False, aim, battle)
        if self.is_certain(battle, aim, ask):
            return Rolled(True, aim, battle)
        aim, battle = self.before_dice(battle, aim, ask, suffix)
        value, defence = self.values(battle, aim)
        if suffix:
            value, defence = replace(value, key=f"av{suffix}"), replace(defence, key=f"dv{suffix}")
        av, dv = ask.number(value), ask.number(defence)
        self.note_value(value, ask)
        roll = ask.roll(request_of(f"attack{suffix}", av, dv), aim.attacker)
        roll, aim, battle = self.after_dice(battle, aim, roll, av, dv, ask, suffix)
        is_hit = ask.verdict(f"hit{suffix}", "Hit", roll, at_least=dv, rule=self.hit_rule)
        battle = self.after_verdict(battle, aim, roll, dv, is_hit, ask, suffix)
        if roll.shown is not None:
            ask.add_message(gm_text("{total} against {against}.", total=roll.shown, against=dv))
        return Rolled(is_hit, replace(aim, roll=roll, dv=dv), battle)

    def is_lost(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> bool:
        """Whether an attack fails without a roll; if so, log it."""
        if not self.fails_without_roll(battle, aim):
            return False
        ask.log(battle, "{0} is blinded: the mental attack fails.", aim.attacker)
        return True

    def is_certain(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> bool:
        """Whether an attack hits without a roll; if so, log it."""
        if not self.hits_without_roll(battle, aim):
            return False
        ask.log(battle, "{0} hits {1} without a roll.", aim.attacker, aim.target)
        return True

    def is_void(self, battle: Battle, attacker: Id, ask: Ask, *, target: Id | None = None) -> bool:
        """Whether an interrupting turn has made an attack impossible: either is absent, or the attacker helpless."""
        is_gone = any(not battle.combatants[who].is_present for who in (attacker, target) if who is not None)
        if not is_gone and not self.acting.pools.is_helpless(battle, attacker):
            return False
        ask.log(battle, "{0}'s attack comes to nothing.", attacker)
        return True

    # ------------------------------------------------------------------------------------- what a hit does

    def damaged(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        """Apply the consequence of a plain attack."""
        return self.afflict(battle, aim, ask, DamageThrow())

    def afflict(self, battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow) -> Battle:
        """Carry out a hit: its damage, if it does any, and its lasting effect."""
        if self.deals_damage(battle, aim.gear):
            battle = self.strike(battle, aim, ask, blow)
        elif self.falls_to_effect(battle, aim.target, ask):
            return self.take_out(battle, aim.target, ask)
        if not aim.gear.special or battle.combatants[aim.target].is_out:
            return battle
        return self._left_behind(battle, aim, ask)

    def _left_behind(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
        gear, target = aim.gear, aim.target
        match gear.special:
            case "blinding":
                kind, note = "blinded", ""
                ask.log(battle, "{0} is blinded.", target)
            case "terrifying":
                kind, note = "terrified", reaction_to_terror(battle, target, self.terror_rule, ask)
            case _:
                kind = "affected" if not gear.can_be_opposed else "controlled" if gear.type == "mental" else "altered"
                note = gear.effect
                what = note or self.conditions[kind].title
                ask.log(battle, "{0} is under an effect: {what}.", target, what=what)
        return self.lay(battle, aim, kind, note)

    def unless_out(self, on_hit: Consequence[Battle, Gear]) -> Consequence[Battle, Gear]:
        """Return a consequence that takes the target out if a hit without damage does so, else applies `on_hit`."""

        def consequence(battle: Battle, aim: Aim[Gear], ask: Ask) -> Battle:
            if self.falls_without_damage(battle, aim.target, ask):
                return self.take_out(battle, aim.target, ask)
            return on_hit(battle, aim, ask)

        return consequence


def with_prone(battle: Battle, who: Id) -> Battle:
    """Return the battle with this combatant prone."""
    return battle if has_effect(battle, who, PRONE) else add_effect(battle, who, PRONE)
