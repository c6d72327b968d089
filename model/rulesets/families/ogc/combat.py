"""The attack: damage, defence values, weapons, and its steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from model.dice.outcomes import Throw
from model.dice.readings import pips
from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.budget import has_mark, mark, unmark
from model.engine.calls import Call
from model.engine.conditions import Condition
from model.engine.effects import add_effect, has_effect
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier
from model.rulesets.families.ogc.acting import Acting, Forcing, with_delayed_turns
from model.rulesets.families.ogc.checks import AttackType, Weapons
from model.rulesets.families.ogc.recovery import reaction_to_terror
from model.rulesets.families.ogc.tasks import DECLARED, JOINED, Rolls
from model.state.base import Id, Record, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, Item
from model.state.board import Point
from model.state.texts import Explanation, Refusal, gm_text, ref

# --------------------------------------------------------------------------------------------------------------- damage


Loss = Callable[[int], int]
Measured = dict[str, Callable[[int], Any]]
"""What odds tell of a loss, by measure."""


class DamageThrow(Record):
    """How the damage of a hit is thrown: under which id, or with a die that several share."""

    id: str = "damage"
    shared: Roll | None = None
    more: tuple[Modifier, ...] = ()
    """Further bonuses to the damage."""
    origin: Point | None = None
    """What a knockback pushes away from; None: the attacker."""


def shared_die(by: Id, ask: Ask) -> Roll:
    """One die of damage for all whom an attack strikes."""
    return ask.roll(sum_of("damage", "Damage", "1d6", words=("damage",)), by)


def rolled_loss(blow: DamageThrow, by: Id, target: Id, total: int, loss: Loss, measures: Measured, ask: Ask) -> int:
    """What a hit takes off: the die and `total`, put through `loss`. Odds end here."""
    roll = blow.shared or ask.roll(sum_of(blow.id, "Damage", "1d6", bonus=total, words=("damage",)), by)
    remaining = Throw(roll, (pips(6),), lambda die: loss(die + total))
    return int(ask.resolve(remaining, who=target, measures=measures, is_last=True))


def past_resistance(type: AttackType, *, least: int = 0) -> Loss:
    """What is lost of the damage that exceeds the resistance: all, or half by attacks on mind and shape.

    Half is rounded down, but of any excess at least 1 is lost; `least` is lost where nothing gets past at all.
    """
    if type == "normal":
        return lambda excess: max(0, excess)
    return lambda excess: max(1, excess // 2) if excess > 0 else least


def pierced(resistance: int, *, least: int = 0) -> int:
    """What a resistance counts against a piercing attack: half of it, at least 1, and `least` where there is none."""
    return max(1, resistance // 2) if resistance else least


# ----------------------------------------------------------------------------------------------------------- the attack


HIT_WORDS = ("hit", "miss", "damage")
PRONE = "prone"


class Aim(Record, kw_only=True):
    """An attack as declared, and as what others did about it and its dice have changed it."""

    call: Call
    attacker: Id
    target: Id
    first_target: Id
    """Whom it was aimed at before a combatant jumped in front."""
    weapon: Item[Any] | None
    gear: Any
    """The numbers of the weapon, or of the bare hand."""
    granted: int = 0
    """DV that the GM granted for a defence in words."""
    av_more: tuple[Modifier, ...] = ()
    dv_more: tuple[Modifier, ...] = ()
    """What the manoeuvre itself does to the two sides."""
    dv_without: tuple[str, ...] = ()
    """Conditions of the target that do not count against it."""
    damage_more: tuple[Modifier, ...] = ()
    roll: Roll | None = None
    """The dice once they are thrown; None for a hit without a roll."""
    dv: int = 0
    """What they had to reach."""

    @property
    def is_interposed(self) -> bool:
        return self.target != self.first_target


class Rolled(NamedTuple):
    """What the dice of an attack came to."""

    is_hit: bool
    aim: Aim
    battle: AnyBattle


def request_of(id: str, av: int, dv: int) -> DiceRequest:
    """The dice of an attack."""
    return sum_of(id, "Attack", "2d6", bonus=av, against=dv, words=HIT_WORDS)


Consequence = Callable[[AnyBattle, Aim, Ask], AnyBattle]


class Combat(Rolls, ABC):
    """How a game carries out attacks."""

    acting: Acting
    weapons: Weapons[Any]
    forcing: Forcing
    conditions: Mapping[str, Condition]
    delayed_rule: str
    """A delayed turn that is taken before the dice."""
    hit_rule: str
    """When a roll hits."""
    terror_rule: str
    """What the terrified do."""

    @abstractmethod
    def prepared(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        """What was said before the dice takes effect: a run, a trade."""

    @abstractmethod
    def values(self, battle: AnyBattle, aim: Aim) -> tuple[Explanation, Explanation]:
        """The AV and the DV of an attack."""

    @abstractmethod
    def hits_by_itself(self, battle: AnyBattle, aim: Aim) -> bool:
        """Whether no roll is needed, by house rules about the helpless and about who jumps in front."""

    @abstractmethod
    def fails_by_itself(self, battle: AnyBattle, aim: Aim) -> bool:
        """Whether the attack of a combatant blinded fails, whatever they roll."""

    @abstractmethod
    def deals_damage(self, battle: AnyBattle, gear: Any) -> bool:
        """Whether an attack takes points at all."""

    @abstractmethod
    def strike(self, battle: AnyBattle, aim: Aim, ask: Ask, blow: DamageThrow) -> AnyBattle:
        """Carry out a hit that does damage, with the knockback that comes of it."""

    @abstractmethod
    def lay(self, battle: AnyBattle, aim: Aim, kind: str, note: str) -> AnyBattle:
        """Put the target under the effect that an attack leaves behind."""

    @abstractmethod
    def falls_unhurt(self, battle: AnyBattle, who: Id, ask: Ask) -> bool:
        """Whether a successful attack that does no damage takes a combatant out all the same."""

    @abstractmethod
    def take_out(self, battle: AnyBattle, target: Id, ask: Ask) -> AnyBattle: ...

    def reroll(
        self, battle: AnyBattle, request: DiceRequest, roll: Roll, by: Id, before: str, ask: Ask
    ) -> tuple[Roll, AnyBattle]:
        """What may change an attack roll of a team that lies on the table, until the request named is answered."""
        return roll, battle

    def notices(self, sheet: Any) -> bool:
        """Whether a combatant with this sheet notices a mental attack."""
        return False

    def interrupts(self, battle: AnyBattle) -> bool:
        """Whether delayed turns may cut in between declaration and dice."""
        return True

    def falls_to_effect(self, battle: AnyBattle, who: Id, ask: Ask) -> bool:
        """Whether an attack that leaves an effect and does no damage takes a combatant out instead."""
        return self.falls_unhurt(battle, who, ask)

    def before_dice(self, battle: AnyBattle, aim: Aim, ask: Ask, suffix: str) -> tuple[Aim, AnyBattle]:
        """What both sides may still do before the dice are thrown."""
        return aim, battle

    def note_value(self, value: Explanation, ask: Ask) -> None:
        """Tell the GM what is peculiar about an AV."""

    def after_dice(
        self, battle: AnyBattle, aim: Aim, roll: Roll, av: int, dv: int, ask: Ask, suffix: str
    ) -> tuple[Roll, Aim, AnyBattle]:
        """What may still change a roll that lies on the table."""
        return roll, aim, battle

    def after_verdict(
        self, battle: AnyBattle, aim: Aim, roll: Roll, dv: int, is_hit: bool, ask: Ask, suffix: str
    ) -> AnyBattle:
        """What follows from how the GM has ruled on a hit, and what is still offered beside it."""
        return battle

    def before_roll(self, battle: AnyBattle, aim: Aim) -> AnyBattle:
        return battle

    def after_roll(self, battle: AnyBattle, aim: Aim) -> AnyBattle:
        """What the roll uses up on both sides."""
        return battle

    def merged(self, battle: AnyBattle, before: AnyBattle, after: AnyBattle) -> AnyBattle:
        """A battle with what one of several rolls, made side by side, changed between two others."""
        return battle

    # ------------------------------------------------------------------------------------- declaration

    def aimed(self, call: Call, weapon: Item[Any] | None, target: Id | None = None) -> Aim:
        """An attack on the first target of a call, or on another one."""
        target = call.targets[0] if target is None else target
        return Aim(
            call=call,
            attacker=call.actor,
            target=target,
            first_target=target,
            weapon=weapon,
            gear=self.weapons.gear_of(weapon),
        )

    def declared(self, battle: AnyBattle, call: Call, sentence: str, ask: Ask, **more: object) -> AnyBattle:
        """Pay for an attack and tell of it, with what was said before its roll."""
        battle = mark(self.acting.pay(battle, call.actor, "standard", ask), call.actor, "attacked")
        ask.log(battle, sentence, call.actor, *call.targets[:1], **more)  # type: ignore[arg-type]
        return self.prepared(battle, call, ask)

    def log_who_notices(self, battle: AnyBattle, attacks: Mapping[Id, Any], ask: Ask) -> None:
        """Tell the GM who notices a mental attack; for all others it is imperceptible, unless the GM says otherwise.

        The gear of everybody who attacks. Where none of the players' characters notices the attack, and none makes
        it, their screen tells nothing of it; one in a team that is no mental attack is seen by all.
        """
        if not any(gear.attack_kind == "mental" for gear in attacks.values()):
            return
        those = [
            who
            for who, combatant in battle.combatants.items()
            if who not in attacks and combatant.is_present and self.notices(combatant.sheet)
        ]
        for who in those:
            ask.add_message(gm_text("{who} notices the mental attack.", who=ref(who)))
        is_known = any(battle.combatants[who].side == PLAYERS_SIDE for who in (*attacks, *those))
        if not is_known and all(gear.attack_kind == "mental" for gear in attacks.values()):
            ask.unnoticed(*attacks)

    def attack(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Attack a combatant with a weapon, a power or the bare hand."""
        weapon = self.weapons.of_call(battle, call)
        name = "bare hands" if weapon is None else weapon.name
        battle = self.declared(battle, call, "{0} attacks {1} with {weapon}.", ask, weapon=name)
        battle = with_last_weapon(battle, call.actor, weapon)
        aim = self.aimed(call, weapon)
        self.log_attack(battle, aim, ask)
        return self.resolve(battle, aim, ask, self.damaged)

    def log_attack(self, battle: AnyBattle, aim: Aim, ask: Ask) -> None:
        """What the GM has to know of an attack: that its range is not known, who notices a mental one."""
        if self.weapons.metres_between(battle, aim.attacker, aim.target) is None:
            ask.add_message(gm_text("The distance is not known: range was not checked."))
        self.log_who_notices(battle, {aim.attacker: aim.gear}, ask)

    # ------------------------------------------------------------------------------------- resolution

    def interrupted(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        """Turns held back that are taken before the dice fall."""
        return with_delayed_turns(battle, who, self.delayed_rule, ask) if self.interrupts(battle) else battle

    def answered(self, battle: AnyBattle, aim: Aim, ask: Ask, suffix: str = "") -> tuple[Aim, AnyBattle]:
        """What others do about an attack before its dice: jump in front, or the target's own defence."""
        answer, battle = self.forcing.answered(battle, aim.attacker, aim.first_target, ask, suffix=suffix)
        if answer.target == aim.target and answer.granted == aim.granted:
            return aim, battle
        return replace(aim, target=answer.target, granted=answer.granted), battle

    def resolve(self, battle: AnyBattle, aim: Aim, ask: Ask, on_hit: Consequence) -> AnyBattle:
        """What others do about an attack, its roll, and what comes of a hit."""
        battle = self.interrupted(mark(battle, aim.attacker, DECLARED), aim.attacker, ask)
        if has_mark(battle, aim.attacker, JOINED):
            ask.log(battle, "{0}'s attack is part of the team attack.", aim.attacker)
            return unmark(battle, aim.attacker, JOINED)
        battle = unmark(battle, aim.attacker, DECLARED)
        if self._is_void(battle, aim, ask):
            return battle
        aim, battle = self.answered(battle, aim, ask)
        battle = self.before_roll(battle, aim)
        is_hit, aim, battle = self.roll(battle, aim, ask, "")
        battle = self.after_roll(battle, aim)
        ask.measure(aim.target, "hit", is_hit)
        if not is_hit:
            ask.log(battle, "{0} misses {1}.", aim.attacker, aim.target)
            return battle
        return on_hit(battle, aim, ask)

    def roll(self, battle: AnyBattle, aim: Aim, ask: Ask, suffix: str) -> Rolled:
        """Throw the attack and all that may still change it; the suffix tells the rolls of one action apart."""
        if self.fails_by_itself(battle, aim):
            ask.log(battle, "{0} is blinded: the mental attack fails.", aim.attacker)
            return Rolled(False, aim, battle)
        if self.hits_by_itself(battle, aim):
            ask.log(battle, "{0} hits {1} without a roll.", aim.attacker, aim.target)
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

    def _is_void(self, battle: AnyBattle, aim: Aim, ask: Ask) -> bool:
        """Whether a turn that cut in has left nobody to attack or nobody attacking."""
        for who in (aim.attacker, aim.target):
            combatant = battle.combatants[who]
            if not combatant.is_present or (who == aim.attacker and self.acting.pools.is_helpless(battle, who)):
                ask.log(battle, "{0}'s attack comes to nothing.", aim.attacker)
                return True
        return False

    # ------------------------------------------------------------------------------------- what a hit does

    def damaged(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
        """The consequence of a plain attack."""
        return self.afflict(battle, aim, ask, DamageThrow())

    def afflict(self, battle: AnyBattle, aim: Aim, ask: Ask, blow: DamageThrow) -> AnyBattle:
        """Carry out a hit: its damage, if it does any, and what it leaves behind."""
        if self.deals_damage(battle, aim.gear):
            battle = self.strike(battle, aim, ask, blow)
        elif self.falls_to_effect(battle, aim.target, ask):
            return self.take_out(battle, aim.target, ask)
        if not aim.gear.special or battle.combatants[aim.target].is_out:
            return battle
        return self._left_behind(battle, aim, ask)

    def _left_behind(self, battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
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

    def unless_out(self, on_hit: Consequence) -> Consequence:
        """A consequence without damage, unless it takes out whom it strikes."""

        def consequence(battle: AnyBattle, aim: Aim, ask: Ask) -> AnyBattle:
            if self.falls_unhurt(battle, aim.target, ask):
                return self.take_out(battle, aim.target, ask)
            return on_hit(battle, aim, ask)

        return consequence


def with_prone(battle: AnyBattle, who: Id) -> AnyBattle:
    """Lay a combatant on the ground who is not there yet."""
    return battle if has_effect(battle, who, PRONE) else add_effect(battle, who, PRONE)
