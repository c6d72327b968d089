"""Charging: the move action carries to the target, the standard action strikes (ZS-CHRG)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_mark, left
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier
from model.engine.ruleset import Action, Parameter
from model.engine.run import perform
from model.engine.ways import CLOSE
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.zerospace.attack import COMBAT
from model.rulesets.zerospace.attack_options import PARAMETERS, exclusive
from model.rulesets.zerospace.conditions import STANDARD
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.gear import HAND_TO_HAND_REACH, WEAPONS, gear_of
from model.rulesets.zerospace.manoeuvres import ATTACKER
from model.rulesets.zerospace.movement import FASTER, may_travel, metres_left, moves_taken
from model.rulesets.zerospace.ranges import metres_between
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Point
from model.state.texts import Refusal, text

INSIDE = 0.999
"""Metres to the target where rounding to the millimetre would leave somebody just out of reach."""


def _move(battle: AnyBattle, call: Call) -> Call | None:
    """The move that brings the charger to hand-to-hand distance; None where nobody knows how far that is."""
    target = call.target
    metres = None if target is None else metres_between(battle, call.actor, target)
    if target is None or metres is None:
        return None
    mode = call.option("mode", "auto")
    here, there = battle.combatants[call.actor].place.point, battle.combatants[target].place.point
    if here is None or there is None:
        return Call(
            action="move", actor=call.actor, options={"metres": max(0.0, metres - HAND_TO_HAND_REACH), "mode": mode}
        )
    return Call(action="move", actor=call.actor, options={"place": list(_beside(here, there)), "mode": mode})


def _beside(here: Point, there: Point) -> Point:
    """The place a metre before the target on the straight way."""
    for short_of in (HAND_TO_HAND_REACH, INSIDE):
        share = max(0.0, 1 - short_of / (math.dist(here, there) or 1.0))
        x, y = (round(one + share * (other - one), 3) for one, other in zip(here, there, strict=True))
        if math.dist((x, y), there) <= HAND_TO_HAND_REACH:
            break
    return x, y


def _travelled(battle: AnyBattle, who: Id, target: Id) -> float | None:
    metres = metres_between(battle, who, target)
    return None if metres is None else metres - HAND_TO_HAND_REACH


def gets_there(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: some way to run, and movement for it (ZS-CHRG-01, ZS-CHRG-02, ZS-AMB-47)."""
    if call.actor not in battle.combatants or call.target not in battle.combatants:
        return
    metres = _travelled(battle, call.actor, str(call.target))
    least = rules(battle).charge_min_distance_m
    if metres is not None and (metres <= 0 or metres < least):
        yield no("no_run_up", "{who} is too close to charge.", "ZS-CHRG-02", call.actor)
        return
    move = _move(battle, call)
    if move is not None:
        yield from may_travel(battle, move)
        yield from _spent(battle, call.actor, metres or 0.0)
    elif is_fighting(battle):
        yield from ACTING.not_left(battle, call.actor, "move", "ZS-CHRG-01")


def _spent(battle: AnyBattle, who: Id, metres: float) -> Iterator[Refusal]:
    """A move action that is begun already carries a charge no faster than it was begun (ZS-CHRG-01)."""
    if not is_fighting(battle) or not moves_taken(battle, who) or left(battle, who, "move") > 0:
        return
    mode = next((mode for mode in reversed(FASTER) if has_mark(battle, who, f"ran_{mode}")), FASTER[0])
    if metres > metres_left(battle, who, mode) + CLOSE:
        yield no("no_move", "{who} has not enough of the move action left to charge.", "ZS-CHRG-01", who)


def hand_to_hand(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: struck by hand (ZS-CHRG-02)."""
    if call.actor in battle.combatants and gear_of(WEAPONS.of_call(battle, call)).attack_kind != "melee":
        sentence = text("A charge is made hand to hand.")
        yield Refusal(key="no_hth", sentence=sentence, rule="ZS-CHRG-02", can_override=False)


def charge(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Run at somebody and strike: -3 AV, +3 damage (ZS-CHRG-01 to ZS-CHRG-04)."""
    weapon, move = WEAPONS.of_call(battle, call), _move(battle, call)
    if move is None:
        battle = ACTING.pay(battle, call.actor, "move", ask)
    else:
        moved = perform(battle, move, ask.within("move", move))
        if isinstance(moved, Refusal):
            return moved
        battle = moved
    battle = COMBAT.declared(battle, call, "{0} charges {1}.", ask)
    battle = with_last_weapon(battle, call.actor, weapon)
    aim = replace(
        COMBAT.aimed(call, weapon),
        av_more=(Modifier(key="charging", label="Charging", amount=-STANDARD, rule="ZS-CHRG-03"),),
        damage_more=(Modifier(key="charging", label="Charging", amount=STANDARD, rule="ZS-CHRG-04"),),
    )
    return COMBAT.resolve(battle, aim, ask, COMBAT.damaged)


CHARGE = Action(
    id="charge",
    title="Charge",
    run=charge,
    items=WEAPONS.choices("charge"),
    targets="one",
    parameters=(
        Parameter(
            key="mode", title="How", kind="choice", default="auto", options=("auto", "walk", "run", "sprint"),
            is_declared=True, rule="ZS-CHRG-02",
            help="auto: walking as far as that goes; running and sprinting cost AV besides.",
        ),
        *(one for one in PARAMETERS if one.key != "intent"),
    ),
    guards=(*ATTACKER, WEAPONS.one_combatant, WEAPONS.fit, hand_to_hand, gets_there, exclusive("a charge")),
    rules=("ZS-CHRG-01", "ZS-CHRG-02", "ZS-CHRG-03", "ZS-CHRG-04"),
    cost="move and standard action",
    group="attack",
    help="Move up to somebody and strike by hand: -3 AV, +3 damage.",
)  # fmt: skip
