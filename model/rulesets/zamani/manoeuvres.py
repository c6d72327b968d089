"""Focusing and standing guard (ZM-FOC, ZM-GUARD)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_mark, has_round_mark, is_turn_of, used
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import tell
from model.engine.ways import WHERE, way_of
from model.rulesets.zamani.conditions import FOCUSING, GUARDING, guarding
from model.rulesets.zamani.costs import (
    ACTED,
    FOCUSED,
    GUARDED,
    OFFENSIVE,
    no,
    note,
    own_segment,
    pay,
    somebody,
)
from model.rulesets.zamani.distances import is_near_place, is_within
from model.rulesets.zamani.gear import blocking_items
from model.rulesets.zamani.initiative import is_first_segment, without_further
from model.rulesets.zamani.movement import ADVANCED, count_move, full_move, moved_this_round
from model.rulesets.zamani.settings import rules
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.effects import Until
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------ focusing


def whole_round(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a focus takes the whole round, from the first segment on (ZM-FOC-06)."""
    who, turn = call.actor, battle.order.turn
    if who not in battle.combatants or turn is None or not is_turn_of(battle, who):
        return
    is_first = is_first_segment(battle, battle.order.slots[turn.slot])
    if not is_first or has_round_mark(battle, who, ACTED) or moved_this_round(battle, who):
        yield no("not_whole_round", "{who} has not the whole round left to focus.", "ZM-FOC-06", who)


def focus(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Do nothing this round, for a better next action; further segments are given up (ZM-FOC-01, ZM-FOC-06)."""
    who = call.actor
    battle = note(pay(battle, who), who, FOCUSED)
    own = battle.order.slot_of(who)
    if own is not None and len(own.members) == 1:
        battle = without_further(battle, own.id)
    if effects_of(battle, who, FOCUSING):
        ask.say(tell(battle, "{0} goes on focusing.", who))
        return battle
    ask.say(tell(battle, "{0} focuses.", who))
    return add_effect(battle, who, FOCUSING)


# ------------------------------------------------------------------------------------------ guarding


def can_guard(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: something that blocks in hand, no attack, a ward in reach (ZM-GUARD-01, ZM-GUARD-02, ZM-GUARD-05)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not blocking_items(battle, who):
        yield no("nothing_to_block", "{who} has no shield and no weapon that can block.", "ZM-GUARD-01", who)
    if has_round_mark(battle, who, OFFENSIVE) and not rules(battle).guard_and_attack:
        yield no("has_attacked", "{who} has attacked this round and cannot stand guard.", "ZM-GUARD-02", who)
    if used(battle, who, "full_move"):
        yield no("full_move", "{who} has made a full move and cannot stand guard.", "ZM-GUARD-03", who)
    ward = call.target
    if ward is None or ward == who:
        if has_mark(battle, who, ADVANCED) and rules(battle).retreat_check == "enforce":
            yield no("advanced", "{who} has advanced: only a retreat goes with guarding.", "ZM-GUARD-03", who)
    elif ward in battle.combatants and not is_within(battle, who, ward, rules(battle).guard_reach_m):
        yield no("out_of_reach", "{who} is out of reach: a ward is within arm's reach.", "ZM-GUARD-05", ward)


def _announced_or_own_segment(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: on one's own segment, or where a house rule says so announced before the round (ZM-AMB-22)."""
    if rules(battle).guard_lasts != "whole_round":
        yield from own_segment(ruleset, battle, call)
    elif battle.order.phase not in ("planning", "setup", "ended"):
        yield no("announce", "{who} can announce a guard only before a round.", "ZM-AMB-22", call.actor)


def guard(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Stand guard for oneself or for one other (ZM-GUARD-01, ZM-GUARD-04 to ZM-GUARD-06)."""
    who, ward = call.actor, call.target
    battle = note(pay(battle, who), who, GUARDED)
    battle = end_effects_of(battle, who, GUARDING)
    own = battle.order.slot_of(who)
    until: Until = "round_end"
    if rules(battle).guard_lasts == "until_next_action":
        until = "removed" if own is None else "slot"
    if ward is None or ward == who:
        ask.say(tell(battle, "{0} stands guard.", who))
        return add_effect(battle, who, GUARDING, until=until, slot=own.id if own else None)
    ask.say(tell(battle, "{0} stands guard for {1}.", who, ward))
    return add_effect(battle, who, GUARDING, until=until, slot=own.id if own else None, other=ward)


def _guards_somebody(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    who = call.actor
    if who not in battle.combatants:
        return
    effect = guarding(battle, who)
    if effect is None or effect.other not in battle.combatants:
        yield replace(no("no_ward", "{who} stands guard for nobody.", "ZM-GUARD-08", who), can_override=False)
        return
    if call.option("place") is None and call.option("path") is None:
        sentence = text("Say where to: a place or a path.")
        yield Refusal(key="nowhere", sentence=sentence, can_override=False)
        return
    way = way_of(battle, call)
    if way is None or way.place is None:
        yield Refusal(key="bad_place", sentence=text("That is no place on this board."), can_override=False)
        return
    if not is_near_place(battle, who, way.place, effect.other, rules(battle).guard_reach_m):
        sentence = text("{who} cannot leave the reach of {ward}.", who=ref(who), ward=ref(effect.other))
        yield Refusal(key="leaves_ward", sentence=sentence, rule="ZM-GUARD-08")
    if not rules(battle).guard_shift_free and moved_this_round(battle, who) + way.metres > full_move(battle, who):
        yield no("move_used", "{who} has no MOVE left for that.", "ZM-AMB-45", who)


def shift(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Move around a ward to meet an attack (ZM-GUARD-08)."""
    way = way_of(battle, call)
    assert way is not None, "the guard has read it"
    assert way.place is not None
    who = call.actor
    if not rules(battle).guard_shift_free:
        battle = count_move(battle, who, way.metres)
    ask.say(tell(battle, "{0} shifts around the ward.", who))
    return battle.with_combatant(replace(battle.combatants[who], place=way.place))


FOCUS = Action(
    id="focus",
    title="Focus",
    run=focus,
    guards=(somebody, own_segment, whole_round),
    rules=("ZM-FOC-01", "ZM-FOC-02", "ZM-FOC-06"),
    cost="whole round",
    group="other",
    key="F",
    help="Do nothing this round: +25 % on the next roll, or +5 initiative in a later round.",
)

GUARD = Action(
    id="guard",
    title="Stand guard",
    run=guard,
    targets="maybe",
    is_help=True,
    guards=(somebody, _announced_or_own_segment, can_guard),
    rules=("ZM-GUARD-01", "ZM-GUARD-04", "ZM-GUARD-05"),
    cost="action",
    group="defence",
    is_defensive=True,
    key="G",
    help="For oneself +5 ranks of defence; for a target within arm's reach one's own defence in place of theirs.",
)

SHIFT = Action(
    id="shift",
    title="Shift around the ward",
    run=shift,
    parameters=WHERE[:2],
    guards=(somebody, _guards_somebody),
    rules=("ZM-GUARD-08",),
    group="defence",
    is_defensive=True,
    help="Move within the reach of whom one guards, at any time.",
)
