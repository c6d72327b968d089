"""Turns out of order: held back and taken later, forced, extra ones, and single actions between turns."""

from __future__ import annotations

from collections.abc import Mapping

from model.engine.ask import Ask
from model.engine.effects import restore_effects
from model.engine.turns import advance, begin_turn, can_act, with_order, with_slot
from model.state.base import Id, replace
from model.state.battle import AnyBattle, name_of, new_id
from model.state.effects import Effect
from model.state.order import STANDING, Debt, Held, Slot


def hold_turn(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Hold the turn in progress back, for its whole slot or for one member; the order of play stays as it is."""
    turn = battle.order.turn
    assert turn is not None, "guards see to it that somebody has the turn"
    members = tuple(turn.shares) if ask.ruleset.turns.groups_delay_together(battle) else (who,)
    held = {member: Held(who=member, slot=turn.slot, round=battle.order.round) for member in members}
    battle = with_order(battle, held=battle.order.held | held)
    battle = restore_effects(battle, _clocked_by_any(turn.ended, members))
    others = {member: share for member, share in turn.shares.items() if member not in members}
    below = battle.order.turns[:-1]
    if any(not share.is_over for share in others.values()):
        return with_order(battle, turns=(*below, replace(turn, shares=others)))
    slot = battle.order.slots[turn.slot]
    battle = with_slot(battle, replace(slot, state="done" if others else "delayed"))
    battle = with_order(battle, turns=below)
    return battle if below else advance(battle, ask)


def take_back(battle: AnyBattle) -> AnyBattle:
    """The battle as if the turn in progress had not begun: its slot waits, what ended with its beginning lasts on."""
    turn = battle.order.turn
    assert turn is not None, "whoever takes a turn back has seen it"
    battle = restore_effects(restore_effects(battle, turn.ended), turn.ended_at_slot)
    battle = with_slot(battle, replace(battle.order.slots[turn.slot], state="waiting"))
    held = battle.order.held | {its.who: its for its in turn.merged}
    return with_order(battle, turns=battle.order.turns[:-1], held=held)


def _clocked_by_any(ended: Mapping[Id, tuple[Effect, ...]], members: tuple[Id, ...]) -> dict[Id, tuple[Effect, ...]]:
    """Of what ended with the beginning of a turn, what these members' turns count for."""
    kept = {
        bearer: tuple(effect for effect in effects if (effect.clock or bearer) in members)
        for bearer, effects in ended.items()
    }
    return {bearer: effects for bearer, effects in kept.items() if effects}


def take_held_turn(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Take a turn held back, now: inside the turn in progress, or between two."""
    held = battle.order.held[who]
    together: tuple[Id, ...] = (who,)
    if ask.ruleset.turns.groups_delay_together(battle):
        together = tuple(other for other, its in battle.order.held.items() if its.slot == held.slot)
    own = battle.order.slots.get(held.slot)
    slot = Slot(id="", members=together, kind="delayed", origin=held.slot, name="" if own is None else own.name)
    id, battle = _beside_acting(battle, slot, who)
    kept = {other: its for other, its in battle.order.held.items() if other not in together}
    battle = with_order(battle, held=kept)
    takers = tuple(other for other in together if can_act(battle, other))
    return begin_turn(battle, battle.order.slots[id], takers, ask)


def extra_turn(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """A turn beyond the order of play, on the GM's word."""
    slot = Slot(id="", members=(who,), kind="extra")
    id, battle = _beside_acting(battle, slot, who)
    return begin_turn(battle, battle.order.slots[id], (who,), ask)


def extra_action(battle: AnyBattle, who: Id, left: Mapping[str, int], name: str, ask: Ask) -> AnyBattle:
    """Single actions off turn, right behind the turn in progress. They are no turn: nothing that lasts until the next
    turn ends with them, and the own turn stays as it is.
    """
    slot = Slot(id="", members=(who,), kind="extra", name=name, left=dict(left))
    _, battle = _beside_acting(battle, slot, who)
    return battle if battle.order.turns else advance(battle, ask)


def force(battle: AnyBattle, who: Id, name: str = "", *, held_pays: bool = True) -> AnyBattle:
    """Note that somebody acts out of turn and gives up the next turn they would have had.

    That is a turn held back where there is one and `held_pays`, else the first that is not owed yet: of this round if
    it is still to come, of the next, and so on. The name says what was done, for the list of turns.
    """
    order = battle.order
    own = order.slot_of(who)
    first = order.round if own is not None and own.state == "waiting" else order.round + 1
    pays_held = held_pays and who in order.held
    slot = Slot(
        id="",
        members=(who,),
        kind="forced",
        state="done",
        name=name,
        origin=None if own is None else own.id,
        owed_round=None if pays_held else first + sum(debt.who == who for debt in order.owed),
    )
    _, battle = _beside_acting(battle, slot, who)
    battle = with_order(battle, forced=battle.order.forced | {who: order.round})
    if pays_held:
        return with_order(battle, held={holder: held for holder, held in order.held.items() if holder != who})
    return with_order(battle, owed=(*battle.order.owed, Debt(who=who, since=order.round)))


def has_forced(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody has forced an action this round."""
    return battle.order.forced.get(who) == battle.order.round


def _beside_acting(battle: AnyBattle, slot: Slot, who: Id) -> tuple[Id, AnyBattle]:
    """Add a slot of this round behind the turn in progress and what was already taken inside it."""
    id, battle = new_id(battle, f"slot-{slot.kind}-{name_of(battle, who)}")
    battle = with_slot(battle, replace(slot, id=id))
    sequence = battle.order.sequence
    turn = battle.order.turn
    if turn is not None:
        at = sequence.index(turn.slot) + 1
        while at < len(sequence) and battle.order.slots[sequence[at]].kind not in STANDING:
            at += 1
    else:
        waiting = (i for i, other in enumerate(sequence) if battle.order.slots[other].state == "waiting")
        at = next(waiting, len(sequence))
    return id, with_order(battle, sequence=(*sequence[:at], id, *sequence[at:]))
