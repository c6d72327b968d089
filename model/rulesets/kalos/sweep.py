"""Sweeping: up to three adjacent targets with one action, a roll for each (KM-SWEEP)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_fields
from typing import NamedTuple

from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import no
from model.rulesets.families.ogc.interruptions import with_delayed_turns
from model.rulesets.families.ogc.weapons import with_last_weapon
from model.rulesets.kalos.afflictions import afflict
from model.rulesets.kalos.attack import Aim, aimed, roll_to_hit
from model.rulesets.kalos.attack_options import PARAMETERS, sound_trades, within_reach
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import Blow
from model.rulesets.kalos.forcing import FORCING
from model.rulesets.kalos.gear import WEAPONS, gear_of
from model.rulesets.kalos.manoeuvres import declared, with_own_penalty
from model.rulesets.kalos.settings import setting
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text

MOST = 3


def sound_targets(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: at most three, all adjacent, struck with something of the hand (KM-SWEEP-01)."""
    if call.actor not in battle.combatants:
        return
    if len(call.targets) > MOST:
        sentence = text("A sweep strikes at most {most} targets.", most=MOST)
        yield Refusal(key="many_targets", sentence=sentence, rule="KM-SWEEP-01")
    if gear_of(WEAPONS.of_call(battle, call)).attack_kind != "melee":
        sentence = text("A sweep is made hand to hand.")
        yield Refusal(key="no_hth", sentence=sentence, rule="KM-SWEEP-01", can_override=False)
        return
    for target in call.targets:
        if target == call.actor:
            yield no("oneself", "{who} cannot attack themselves.", "KM-SWEEP-01", target)
        elif target in battle.combatants:
            yield from within_reach(battle, call.actor, target, WEAPONS.of_call(battle, call))


class Swung(NamedTuple):
    """One of the attacks of a sweep, and whether it hit."""

    aim: Aim
    is_hit: bool


def sweep(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Roll against each target for itself; the penalty counts once for all (KM-SWEEP-01 to KM-SWEEP-03)."""
    weapon = WEAPONS.of_call(battle, call)
    battle = with_last_weapon(declared(battle, call, "{0} sweeps at {1} and whoever is near.", ask), call.actor, weapon)
    battle = with_own_penalty(battle, call.actor, "sweeping", is_before=True)
    battle = with_delayed_turns(battle, call.actor, "KM-DELAY-02", ask)
    aims: dict[Id, Aim] = {}
    for target in call.targets:
        answer, battle = FORCING.answered(battle, call.actor, target, ask, suffix=f".{target}")
        aim = with_fields(aimed(call, weapon), target=target, first_target=target)
        aims[target] = with_fields(aim, target=answer.target, granted=answer.granted)
    before = battle

    def swing(target: Id) -> Swung:
        aim = aims[target]
        is_hit = roll_to_hit(before, aim, ask, suffix=f".{target}")
        ask.measure(aim.target, "hit", is_hit)
        return Swung(aim, is_hit)

    swings = ask.each(call.targets, swing)
    battle = _struck(battle, swings, call, ask)
    return with_own_penalty(battle, call.actor, "sweeping", is_before=False)


def _struck(battle: AnyBattle, swings: tuple[Swung, ...], call: Call, ask: Ask) -> AnyBattle:
    die: Roll | None = None
    if any(swung.is_hit for swung in swings) and setting(battle, "sweep_damage") == "shared":
        die = ask.roll(sum_of("damage", "Damage", "1d6", words=("damage",)), call.actor)
    for aim, is_hit in swings:
        if not is_hit:
            ask.say(tell(battle, "{0} misses {1}.", aim.attacker, aim.target))
            continue
        blow = Blow(id=f"damage.{aim.first_target}", shared=die, is_last=False)
        battle = afflict(battle, aim.attacker, aim.target, aim.weapon, call, ask, blow)
    return battle


SWEEP = Action(
    id="sweep",
    title="Sweep",
    run=sweep,
    targets="many",
    parameters=PARAMETERS,
    guards=(
        *ACTING.costs("standard", "KM-STD-01"),
        ACTING.not_in_forced_turn,
        WEAPONS.fit,
        sound_targets,
        sound_trades,
    ),
    rules=("KM-SWEEP-01", "KM-SWEEP-02", "KM-SWEEP-03"),
    cost="standard action",
    group="attack",
    help="Hand to hand against up to three adjacent targets; a standard penalty until the next turn.",
)
