"""From a result of the action table to damage: strike effects, automatic fire, locations (ZM-ATK-05, ZM-AUTO-01)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as with_fields
from typing import Any

from model.dice.answers import Word
from model.dice.readings import pips
from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.zamani.attack_options import is_controlled
from model.rulesets.zamani.damage import Hit, can_have, damage_value, would_drop
from model.rulesets.zamani.gear import Gear
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.table import NO_EFFECT, StrikeEntry
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Item, name_of
from model.state.texts import Explanation, text


@dataclass(frozen=True, kw_only=True)
class Blow:
    """An attack as declared."""

    call: Call
    attacker: Id
    weapon: Item[Gear] | None
    gear: Gear
    has_surprised: bool = False
    is_area: bool = False

    @property
    def name(self) -> str:
        return "the body" if self.weapon is None else self.weapon.name


@dataclass(frozen=True)
class StrikeRoll:
    """The die of a strike effect, still to be read."""

    roll: Roll
    effect: Callable[[int], str]


def strike_effect(battle: AnyBattle, blow: Blow, target: Id, code: str, ask: Ask, suffix: str) -> str | StrikeRoll:
    """The strike effect: the one declared, or rolled, or chosen by the GM (ZM-CTRL-04, ZM-ATK-05, ZM-MIS-04)."""
    if is_controlled(blow.call):
        return str(blow.call.option("controlled"))
    policy, table = rules(battle).strike_effects, battle.shared.table
    strike = table.strike(code)
    if policy == "off" or (policy == "random" and (strike is None or _is_empty(strike.entries))):
        return NO_EFFECT
    if policy == "ask":
        options = tuple(Choice(key=one.id, label=one.name) for one in table.effects if can_have(battle, target, one.id))
        question = Question(
            id=f"strike{suffix}", title=text("Strike effect"), options=options, default=NO_EFFECT, rule="ZM-ATK-05"
        )
        return str(ask.choose(question, ENVIRONMENT))
    assert strike is not None
    roll = ask.roll(sum_of(f"strike{suffix}", "Strike effect", f"1d{strike.die}"), blow.attacker)

    def effect(face: int) -> str:
        found = strike.effect(face)
        return found if can_have(battle, target, found) else NO_EFFECT

    return StrikeRoll(roll, effect)


def _is_empty(entries: tuple[StrikeEntry, ...]) -> bool:
    return all(entry.effect == NO_EFFECT for entry in entries)


def damaged(
    battle: AnyBattle,
    blow: Blow,
    hit: Hit,
    code: str,
    strike: str | StrikeRoll,
    said: Word | None,
    rounds: Roll | None,
    ask: Ask,
) -> Hit:
    """The strike effect and the damage of a hit, and what odds tell of them."""
    target, sheet = hit.target, battle.combatants[hit.target].sheet

    @functools.cache
    def explanation(effect: str, fired: int) -> Explanation:
        found = damage_value(battle, blow.attacker, target, blow.weapon, blow.gear, code, effect, fired)
        if not blow.is_area:
            return found
        return replace(found, key=f"damage.{target}", title=f"{name_of(battle, target)}: Damage")

    def measures(of: Callable[[Any], tuple[str, int]]) -> dict[str, Callable[[Any], Any]]:
        """What odds are told, from the last thing that is asked."""

        def drops(last: Any) -> bool:
            effect, fired = of(last)
            return effect == "knockout" or would_drop(sheet, explanation(effect, fired).total)

        return {"damage": lambda last: explanation(*of(last)).total, "drop": drops}

    if isinstance(strike, str):
        effect = strike if _takes_place(battle, target, strike) else NO_EFFECT
    elif rounds is not None:
        effect = str(strike.roll.total(strike.effect))
    else:
        of_die = pips(strike.roll.request.sides)
        of_effect = measures(lambda effect: (effect, 0))
        effect = str(ask.conclude(target, strike.roll, of_die, then=strike.effect, measures=of_effect))
    fired = 0
    if rounds is not None:
        of_rounds = measures(lambda fired: (effect, fired))
        fired = ask.conclude(target, rounds, pips(10), then=lambda sum: _at_most(blow, sum), measures=of_rounds)
    if said is not None and said.word == "damage" and said.amount is not None:
        loss = said.amount
    else:
        loss = max(0, ask.number(explanation(effect, fired)))
    ask.measure(target, "damage", loss)
    ask.measure(target, "drop", effect == "knockout" or would_drop(sheet, loss))
    if is_controlled(blow.call) and not loss and rules(battle).controlled_needs_damage:
        effect = NO_EFFECT
    return with_fields(hit, loss=loss, effect=effect, rounds=fired)


def _takes_place(battle: AnyBattle, target: Id, effect: str) -> bool:
    return effect == "custom" or can_have(battle, target, effect)


def automatic_fire(battle: AnyBattle, blow: Blow, ask: Ask) -> Roll | None:
    """The dice of automatic fire, thrown before the attack (ZM-AUTO-01)."""
    gear = blow.gear
    if not gear.rf or not blow.call.option("automatic", True) or not rules(battle).auto_fire:
        return None
    return ask.roll(sum_of("rounds", "Automatic fire", f"{gear.rf}d10"), blow.attacker)


def _at_most(blow: Blow, rounds: int) -> int:
    """Rounds fired: as many as the dice show, or as the magazine still holds."""
    return min(rounds, blow.gear.rounds) if blow.gear.magazine else rounds


def spent_on_miss(blow: Blow, target: Id, rounds: Roll | None, ask: Ask) -> int:
    """Rounds spent on a miss."""
    if rounds is None:
        return 0
    return int(ask.conclude(target, rounds, pips(10), then=lambda sum: _at_most(blow, sum), measures={}))


def with_rounds_fired(battle: AnyBattle, blow: Blow, rounds: int) -> AnyBattle:
    """Take what was fired out of the magazine: the rounds of automatic fire, else one (ZM-AUTO-01, ZM-MIS-11)."""
    weapon = blow.weapon
    if weapon is None or not blow.gear.magazine:
        return battle
    left = max(0, blow.gear.rounds - (rounds or 1))
    changed = replace(weapon, gear=replace(weapon.gear, ammo=left))
    return replace(battle, items=battle.items | {weapon.id: changed})


def located(battle: AnyBattle, blow: Blow, hit: Hit, ask: Ask) -> AnyBattle:
    """Where it hits: a note, or the GM's own die table (ZM-MIS-15)."""
    policy = rules(battle).hit_locations
    where = str(blow.call.option("location", "")) if policy == "note" else ""
    ranges = _locations(battle.shared.locations)
    if policy == "gm_table" and ranges:
        suffix = f".{hit.target}" if blow.is_area else ""
        most = max(last for _, last, _ in ranges)
        face = int(ask.roll(sum_of(f"location{suffix}", "Where it hits", f"1d{max(2, most)}"), blow.attacker).total())
        where = next((name for first, last, name in ranges if first <= face <= last), "")
    if where:
        ask.say(tell(battle, "{0} is hit: {where}.", hit.target, where=where))
    return battle


def _locations(table: dict[str, str]) -> list[tuple[int, int, str]]:
    """The GM's table of hit locations: `1-3` or `4`, with a name each."""
    found = []
    for faces, name in table.items():
        first, _, last = faces.partition("-")
        if first.isdigit() and (last or first).isdigit():
            found.append((int(first), int(last or first), name))
    return found
