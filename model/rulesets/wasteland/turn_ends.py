"""The end of a turn: death tests, bleeding, lasting damage, radiation of the ground, chems wearing off."""

from __future__ import annotations

from model.dice.readings import combat_damage
from model.dice.requests import combat_dice
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import effects_of, end_effects, has_effect
from model.engine.modifiers import term
from model.engine.requests import Choice, Offer
from model.engine.telling import tell
from model.rulesets.wasteland.checks import Check, difficulty_of, keep_points, take_test
from model.rulesets.wasteland.conditions import (
    CHEM,
    DEAD,
    DEFENDING,
    DYING,
    PERSISTENT,
    injuries,
    injury_count,
)
from model.rulesets.wasteland.gear import Gear
from model.rulesets.wasteland.harm import bleeds, die, lose_hp, suffer_zero
from model.rulesets.wasteland.points import available, cost_of_dice
from model.rulesets.wasteland.radiation import irradiate_whole_body
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Ground
from model.rulesets.wasteland.stats import hp
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.state.texts import text

BLEEDING = 2
"""Combat dice of bleeding (WL-INJ-03)."""


def at_turn_end(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Everything that the end of an own turn brings, in the order that a house rule sets (WL-AMB-20)."""
    was_dying = has_effect(battle, who, DYING)
    steps = [_death_test, _bleed] if rules(battle).end_of_turn_order == "death_test_first" else [_bleed, _death_test]
    for step in steps:
        if not has_effect(battle, who, DEAD) and (was_dying or step is _bleed):
            battle = step(battle, who, ask)
    if not has_effect(battle, who, DEAD):
        battle = _lasting_damage(battle, who, ask)
        battle = _radiation_of_ground(battle, who, ask)
    battle = _end_defending(battle, who)
    return count_down(battle, "turns", ask, of=who)


def _end_defending(battle: AnyBattle, who: Id) -> AnyBattle:
    """Defend until the end of the *next* turn: not of the one in which it was taken (WL-AMB-07)."""
    if rules(battle).defend_expires != "next_turn_end" or battle.order.turn is None:
        return battle
    now = (battle.order.round, battle.order.turn.slot)
    return end_effects(
        battle,
        lambda bearer, effect: (
            bearer == who and effect.kind == DEFENDING and (effect.since.round, effect.since.slot) != now
        ),
    )


# ------------------------------------------------------------------------------------------ death tests


def _death_test(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """END + Survival against the number of injuries; a failure kills (WL-DYING-02, WL-DYING-03)."""
    call = Call(action="death_test", actor=who, options={"dice": _dice_bought(battle, who, ask)})
    pair = ("endurance", "survival")
    parts = [term("injuries", "Injuries", injury_count(battle, who), "WL-DYING-02")]
    check = Check(
        id=f"death.{who}",
        title="Death test",
        who=who,
        pair=pair,
        difficulty=difficulty_of(battle, who, parts, call, needs_sight=False),
        verdict=f"lives.{who}",
        verdict_title="Lives on",
    )
    outcome, battle = take_test(battle, check, call, ask)
    battle = keep_points(battle, outcome, ask)
    if not outcome.passed:
        return die(battle, who, ask)
    ask.say(tell(battle, "{0} is still dying.", who))
    return battle


def _dice_bought(battle: AnyBattle, who: Id, ask: Ask) -> int:
    """Dice bought for a test that no action takes: offered before it is rolled (WL-AP-03)."""
    most = rules(battle).buy_dice_max
    choices = tuple(
        Choice(key=str(count), label=f"{count} d20 for {cost_of_dice(battle, count)} AP")
        for count in range(1, most + 1)
        if cost_of_dice(battle, count) <= available(battle, who)
    )
    if not choices:
        return 0
    offer = Offer(id=f"dice.{who}", title=text("Buy dice"), by=(who,), options=choices, rule="WL-AP-03")
    taken = ask.offer(offer)
    return int(taken) if isinstance(taken, str) else 0


# ------------------------------------------------------------------------------------------ damage


def _bleed(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """2 CD that no resistance stops; at 0 HP nothing more (WL-INJ-03, WL-AMB-16, WL-AMB-20)."""
    if not bleeds(battle, who) or hp(battle, who) <= 0:
        return battle
    times = len(injuries(battle, who, "torso")) if "torso" in rules(battle).injury_penalties_stack else 1
    lost = 0
    for number in range(1, times + 1):
        id = f"bleeding.{who}" if number == 1 else f"bleeding{number}.{who}"
        roll = ask.roll(combat_dice(id, "Bleeding", BLEEDING, words=("damage",)), who)
        damage = int(roll.read(combat_damage))
        battle, lost = lose_hp(battle, who, damage, ask), lost + damage
    ask.measure(who, "damage", lost)
    ask.measure(who, "drop", hp(battle, who) <= 0)
    return suffer_zero(battle, who, rules(battle).bleeding_zero_hp_location, ask)


def _lasting_damage(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """The damage of a persistent weapon again, for as many turns as it had triggers (WL-MIS-06)."""
    for effect in effects_of(battle, who, PERSISTENT):
        if hp(battle, who) <= 0:
            break
        roll = ask.roll(combat_dice(f"persistent.{effect.id}", "Persistent damage", effect.amount), who)
        battle = lose_hp(battle, who, int(roll.read(combat_damage)), ask)
        battle = suffer_zero(battle, who, rules(battle).other_zero_hp_location, ask)
        battle = _one_less(battle, effect.id)
    return battle


def _radiation_of_ground(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """A zone that radiates does so on the whole body (WL-MIS-08, WL-RAD-02)."""
    zone = battle.combatants[who].place.zone
    ground: Ground = battle.shared.ground.get(zone, Ground())
    total = ground.radiation
    if ground.radiation_dice:
        roll = ask.roll(combat_dice(f"ground.{who}", "Radiation of the zone", ground.radiation_dice), who)
        total += int(roll.read(combat_damage))
    return irradiate_whole_body(battle, who, total, ask) if total else battle


# ------------------------------------------------------------------------------------------ counting down


def _one_less(battle: AnyBattle, effect: Id) -> AnyBattle:
    left = battle.shared.timers.get(effect, 1) - 1
    timers = {id: count for id, count in battle.shared.timers.items() if id != effect}
    if left > 0:
        timers[effect] = left
    else:
        battle = end_effects(battle, lambda bearer, ending: ending.id == effect)
    return replace(battle, shared=replace(battle.shared, timers=timers))


def count_down(battle: AnyBattle, unit: str, ask: Ask, *, of: Id | None = None) -> AnyBattle:
    """Chems that last so many turns or rounds come nearer to their end (WL-MIS-09)."""
    for who in battle.combatants if of is None else (of,):
        for effect in effects_of(battle, who, CHEM):
            if effect.id in battle.shared.timers and _unit(battle, effect) == unit:
                battle = _one_less(battle, effect.id)
                if not any(left.id == effect.id for left in effects_of(battle, who, CHEM)):
                    ask.say(tell(battle, "A chem of {0} wears off.", who))
    return battle


def _unit(battle: AnyBattle, effect: Effect) -> str:
    item = battle.items.get(effect.source or "")
    gear: Gear | None = None if item is None else item.gear
    return "turns" if gear is None else gear.lasts
