"""Consequences of any change, whoever made it, and quick damage (WL-DYING-01, WL-RAD-02, WL-CRIT-03)."""

from __future__ import annotations

from collections.abc import Iterator

from model.dice.readings import combat_damage
from model.dice.requests import combat_dice
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_gone, end_effects, end_effects_of, has_effect
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.wasteland.bodies import torso_of
from model.rulesets.wasteland.conditions import (
    APART,
    ASSISTING,
    COVER,
    DEAD,
    DEFENDING,
    DYING,
    IN_REACH,
    INJURIES,
    READIED,
    TRIGGERED,
    UNCONSCIOUS,
)
from model.rulesets.wasteland.harm import begin_dying, is_spent, suffer_zero, with_hp
from model.rulesets.wasteland.order import without_the_dead
from model.rulesets.wasteland.radiation import irradiate_whole_body
from model.rulesets.wasteland.resistance import resistance
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.stats import hp
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.state.texts import Refusal, text

OF_FIGHT = frozenset({DEFENDING, READIED, TRIGGERED, ASSISTING})
"""Conditions that no fight leaves behind."""


def hurt(battle: AnyBattle, who: Id, amount: int, through_resistance: bool, ask: Ask) -> AnyBattle:
    """Quick damage to the hit points or, below zero, healing; resistance is that of the torso against blows."""
    if amount > 0 and through_resistance:
        torso = torso_of(battle.combatants[who].sheet.body)
        amount = max(0, amount - max(0, resistance(battle, who, torso, "physical").total))
    return with_hp(battle, who, hp(battle, who) - amount)


def settle(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from a change of hit points, of a place, or from the end of the fight."""
    for who, combatant in tuple(after.combatants.items()):
        earlier = before.combatants.get(who)
        if earlier is combatant:
            continue
        after = _of_health(before, after, who, ask)
        if earlier is not None and earlier.place != combatant.place:
            after = _of_place(before, after, who)
    after = _forget_timers(before, without_the_dead(before, after, ask))
    if before.order.phase == "acting" and after.order.phase == "ended":
        after = _end_of_fight(after)
    return after


def _of_health(before: AnyBattle, after: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """0 HP begins dying, HP regained end it; the dead are out, and back in when the GM says so.

    Who joins at 0 HP has brought all injuries along (WL-AMB-18).
    """
    if has_effect(after, who, DEAD) != after.combatants[who].is_out:
        was_dead = who in before.combatants and has_effect(before, who, DEAD)
        if has_effect(after, who, DEAD) and not was_dead:
            return after.with_combatant(replace(after.combatants[who], is_out=True))
        if was_dead and not has_effect(after, who, DEAD):
            after = after.with_combatant(replace(after.combatants[who], is_out=False))
    if hp(after, who) > 0 and has_effect(after, who, DYING):
        ask.say(tell(after, "{0} is no longer dying.", who))
        return end_effects_of(after, who, DYING, UNCONSCIOUS)
    if who not in before.combatants:
        after = begin_dying(after, who, None, ask) if is_spent(after, who) else after
    elif hp(before, who) > 0 or has_effect(before, who, DEAD):
        after = suffer_zero(after, who, rules(after).other_zero_hp_location, ask)
    return _unconscious_while_dying(after, who)


def _unconscious_while_dying(battle: AnyBattle, who: Id) -> AnyBattle:
    """The dying are unconscious, unless a house rule lets them act (WL-AMB-19)."""
    is_awake = rules(battle).dying_can_act != "none" or has_effect(battle, who, UNCONSCIOUS)
    return battle if is_awake or not has_effect(battle, who, DYING) else add_effect(battle, who, UNCONSCIOUS)


def _of_place(before: AnyBattle, after: AnyBattle, who: Id) -> AnyBattle:
    """Who was said to be within reach, or out of it, no longer is; cover stays where it is."""

    def is_over(bearer: Id, effect: Effect) -> bool:
        was_there = bearer in before.combatants and effect.id in before.combatants[bearer].effects
        is_reach = effect.kind in (IN_REACH, APART) and who in (bearer, effect.other)
        return was_there and (is_reach or (effect.kind == COVER and bearer == who))

    return end_effects(after, is_over)


def _forget_timers(before: AnyBattle, after: AnyBattle) -> AnyBattle:
    timers = after.shared.timers
    if not timers:
        return after
    gone = {effect.id for effects in effects_gone(before, after).values() for effect in effects} & set(timers)
    if not gone:
        return after
    kept = {id: left for id, left in timers.items() if id not in gone}
    return replace(after, shared=replace(after.shared, timers=kept))


def _end_of_fight(battle: AnyBattle) -> AnyBattle:
    """Nothing that was for this fight lasts; injuries only where a house rule ends them too (WL-AMB-30)."""
    ended = set(OF_FIGHT)
    if rules(battle).injuries_end == "end_of_encounter":
        ended |= set(INJURIES.values())
    return end_effects(battle, lambda bearer, effect: effect.kind in ended)


# ------------------------------------------------------------------------------------------ the GM's radiation


def _somebody_there(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if any(target not in battle.combatants for target in call.targets):
        yield Refusal(key="thing", sentence=text("Only combatants take radiation."), can_override=False)


def radiate(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """A source of radiation on the whole body of all targets (WL-RAD-02)."""
    for who in call.targets:
        total = int(call.option("amount", 0))
        if dice := int(call.option("cd", 0)):
            total += int(ask.roll(combat_dice(f"radiation.{who}", "Radiation", dice), who).read(combat_damage))
        battle = irradiate_whole_body(battle, who, total, ask)
    return battle


RADIATE = Action(
    id="radiate",
    title="Radiation on the whole body",
    run=radiate,
    targets="many",
    parameters=(
        Parameter(key="amount", title="Radiation", kind="number", default=0, least=0, most=99, rule="WL-RAD-02"),
        Parameter(key="cd", title="Combat dice", kind="number", default=0, least=0, most=20, rule="WL-RAD-02"),
    ),
    guards=(_somebody_there,),
    rules=("WL-RAD-02",),
    group="edit",
    help="Less the lowest resistance of all locations.",
)
