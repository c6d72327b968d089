"""Focusing: a round without an action, for a better one later (ZM-FOC)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.budget import has_round_mark, is_turn_of
from model.engine.calls import Call
from model.engine.effects import add_condition, effects_of
from model.engine.guards import no
from model.engine.ruleset import Action
from model.rulesets.zamani.conditions import ACTED, CONDITIONS, FOCUSED, FOCUSING
from model.rulesets.zamani.countdown import is_first_segment, without_further
from model.rulesets.zamani.movement import moved_this_round
from model.rulesets.zamani.segment import able_combatant, note, own_segment, pay
from model.rulesets.zamani.sheet import Battle
from model.state.texts import Refusal


def whole_round(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a focus takes the whole round, from the first segment on (ZM-FOC-06)."""
    who, turn = call.actor, battle.order.turn
    if who not in battle.combatants or turn is None or not is_turn_of(battle, who):
        return
    is_first = is_first_segment(battle, battle.order.slots[turn.slot])
    if not is_first or has_round_mark(battle, who, ACTED) or moved_this_round(battle, who):
        yield no("not_whole_round", "{who} has already used part of the round and cannot focus.", "ZM-FOC-06", who)


def focus(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Do nothing this round, for a better next action; further segments are given up (ZM-FOC-01, ZM-FOC-06)."""
    who = call.actor
    battle = note(pay(battle, who), who, FOCUSED)
    own = battle.order.slot_of(who)
    if own is not None and len(own.members) == 1:
        battle = without_further(battle, own.id)
    if effects_of(battle, who, FOCUSING):
        ask.log(battle, "{0} keeps focusing.", who)
        return battle
    ask.log(battle, "{0} focuses.", who)
    return add_condition(battle, who, CONDITIONS[FOCUSING])


FOCUS = Action(
    id="focus",
    title="Focus",
    run=focus,
    guards=(able_combatant, own_segment, whole_round),
    rules=("ZM-FOC-01", "ZM-FOC-02", "ZM-FOC-06"),
    cost="whole round",
    group="other",
    key="F",
    help="Do nothing this round: +25 % on the next roll, or +5 initiative in a later round.",
)
