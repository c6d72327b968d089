"""The initiative order: how rounds begin and end, delaying and joining (ZM-TIME, ZM-DELAY)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.engine import turn_actions as engine_actions
from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects
from model.engine.guards import no
from model.engine.messages import message_about_all
from model.engine.ruleset import Action, TurnRules
from model.engine.turns import standing, with_slots
from model.rulesets.zamani.announcements import BEGIN_ROUND, awaits, quick_ones, sacrificers
from model.rulesets.zamani.clock import CLOCK, SECONDS_OF_ROUND, round_of_turn
from model.rulesets.zamani.conditions import STUNNED
from model.rulesets.zamani.countdown import count_down, join_countdown
from model.rulesets.zamani.segment import able_combatant, has_begun
from model.rulesets.zamani.sheet import Battle
from model.rulesets.zamani.surprise import START_PARAMETERS, at_start, only_attackers, valid_surprise
from model.state.base import Id, replace
from model.state.battle import with_order
from model.state.order import Share, Slot
from model.state.texts import Refusal, routine


def share(battle: Battle, who: Id, slot: Slot) -> Share:
    """What a combatant may do on a segment: one action (ZM-MOVE-01)."""
    return Share(left={"action": 1})


# ------------------------------------------------------------------------------------------ start and end of a round


def at_round_start(battle: Battle, ask: Ask) -> Battle:
    """Open a round with the surprise attack only, with announcements before the countdown, or with the countdown.

    The sacrifices of a turn of ten rounds end with it (ZM-SAC-05).
    """
    battle = replace(battle, shared=replace(battle.shared, moved={}))
    if battle.order.phase == "surprise":
        return only_attackers(_not_counted_yet(battle))
    if round_of_turn(battle) == 1:
        battle = replace(battle, shared=replace(battle.shared, sacrifice={}))
    if sacrificers(battle) or quick_ones(battle):
        return with_order(_not_counted_yet(battle), phase="planning")
    return count_down(battle, ask)


def _not_counted_yet(battle: Battle) -> Battle:
    """The battle without the initiatives and segments of the last round; the countdown sets them again."""
    return with_slots(battle, (replace(slot, initiative=None, segment=None) for slot in standing(battle.order)))


def at_round_end(battle: Battle, ask: Ask) -> Battle:
    """End the stuns of older files, which have the last round as their amount."""
    round = battle.order.round
    return end_effects(battle, lambda who, effect: effect.kind == STUNNED and 0 < effect.amount <= round)


# ------------------------------------------------------------------------------------------ delaying, joining


def _interrupts_nobody(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a delayed turn is taken between the actions of others, never during one (ZM-DELAY-01)."""
    turn = battle.order.turn
    if turn is None or call.actor in turn.shares:
        return
    acting = next((who for who in battle.order.acting if has_begun(battle, who)), None)
    if acting is not None:
        sentence = "{who} is in the middle of an action: it cannot be interrupted."
        yield no("interrupts", sentence, "ZM-DELAY-01", acting)


def join_order(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Add combatants on the segment of their initiative, or where the GM puts them (ZM-INIT-03, ZM-AMB-13)."""
    members = call.targets or (call.actor,)
    for who in members:
        battle = turns.leave(battle, who)
    before = engine_actions.slot_before(battle, call)
    came: list[Id] = []
    for those in ((who,) for who in members) if engine_actions.APART.said(call) else (members,):
        id, battle = turns.insert(battle, those, before=before, name=engine_actions.NAME.said(call))
        came.append(id)
    ask.add_message(
        routine(message_about_all(battle, members, " joins the initiative order.", " join the initiative order."))
    )
    if battle.order.phase != "acting":
        return battle
    for id in came if before is None else ():
        battle = join_countdown(battle, id)
    return battle if battle.order.turns else turns.advance(battle, ask)


def first_order(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The standing slots as they are; the countdown sorts them when the round opens."""
    return tuple(turns.standing_slots(battle))


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    kinds=("action",),
    counted=("metres", "before", "full_move"),
    loses_held_turn=True,
    start_parameters=START_PARAMETERS,
    at_start=at_start,
    seconds=SECONDS_OF_ROUND,
    at_round_start=at_round_start,
    at_round_end=at_round_end,
    begins_turns=BEGIN_ROUND.id,
    takes_declared_order=False,
    awaits=awaits,
    clock=CLOCK,
    held_end_with_round=True,
)


def order_actions() -> Mapping[str, Action]:
    """The actions of the initiative order, with this game's rule ids and guards."""
    actions = engine_actions.turn_actions(
        TURNS,
        told_by={
            "start_fight": ("ZM-GEN-01", "ZM-SURP-08", "ZM-TIME-04"),
            "end_turn": ("ZM-GEN-02", "ZM-TIME-04"),
            "end_round": ("ZM-TIME-01", "ZM-TIME-02"),
            "delay": ("ZM-DELAY-01",),
            "take_held_turn": ("ZM-DELAY-01", "ZM-GEN-02"),
            "join_order": ("ZM-INIT-03",),
        },
        also={"start_fight": (valid_surprise,), "take_held_turn": (able_combatant, _interrupts_nobody)},
        instead={"join_order": join_order},
    )
    return {BEGIN_ROUND.id: BEGIN_ROUND, **actions}
