"""Turn order: slots in sequence, turns on a stack, delayed turns and turns owed.

The standing slots repeat in every round. What happens out of order (a forced action, a delayed turn taken later, an
extra turn) is a slot of this round only, at the position where it was taken. The next slot to act is the first one
still waiting. `model.engine.turn_actions` provides all of this as actions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from model.engine.ask import Ask
from model.engine.budget import mark_round, round_marks
from model.engine.calls import Call
from model.engine.conditions import condition_of
from model.engine.consequences import loses_turn, settled_midway
from model.engine.effects import (
    OF_TURNS,
    bearers_of,
    clocked_by,
    effects_gone,
    restore_effects,
    run_hooks,
    run_out,
    turn_begins,
    turn_ends,
    turn_never_comes,
    turn_passes,
    without_expired,
)
from model.engine.messages import message
from model.engine.motion import environment_acted, move_controlled_things, things_in_motion
from model.engine.prompts import all_at_once, ask_due, asked_with
from model.engine.ruleset import Parameter, Ruleset
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, SameBattle, age, age_of, name_of, new_id, of_same_game, with_order
from model.state.effects import Effect
from model.state.order import OWN_PLACE, STANDING, Debt, Held, Order, Share, Slot, Turn
from model.state.texts import Argument, Text, gm_text, ref, routine


def with_slot(battle: SameBattle, slot: Slot) -> SameBattle:
    return with_order(battle, slots=battle.order.slots | {slot.id: slot})


def with_slots(battle: SameBattle, slots: Iterable[Slot]) -> SameBattle:
    return with_order(battle, slots=battle.order.slots | {slot.id: slot for slot in slots})


def can_act(battle: AnyBattle, who: Id) -> bool:
    """Whether a combatant takes turns: present and not out of combat."""
    combatant = battle.combatants.get(who)
    return combatant is not None and combatant.is_present and not combatant.is_out


def is_in_turn(battle: AnyBattle, who: Id) -> bool:
    """Whether a combatant is taking a whole turn now, perhaps one that has been interrupted."""
    turns = (turn for turn in battle.order.turns if who in turn.shares and not battle.order.slots[turn.slot].left)
    return any(not turn.shares[who].is_over for turn in turns)


_HAD_TURN = "had_turn"
"""Mark of the round on those who have left a slot whose turn had begun, or was lost, in this round."""


PASSED = "passed"
"""Mark of the round on those whose turn has come while they could not act."""


def _mark_of(slot: Slot) -> str:
    return _HAD_TURN if slot.segment is None else f"{_HAD_TURN}_{slot.segment}"


def _marked_as_had(battle: SameBattle, who: Id) -> SameBattle:
    """The battle with a note of the turns that a combatant has had in this round, before they lose their slots."""
    order = battle.order
    for slot in order.slots.values() if order.is_running else ():
        if who in slot.members and slot.kind in OWN_PLACE and not _is_open(battle, who, slot):
            battle = mark_round(battle, who, _mark_of(slot))
    return battle


def _is_open(battle: AnyBattle, who: Id, slot: Slot) -> bool:
    """Whether a member of a slot has yet to take its turn in this round."""
    if slot.state == "delayed":
        return who in battle.order.held
    return slot.state == "waiting" and not has_had(battle, who, slot)


def has_had(battle: AnyBattle, who: Id, slot: Slot) -> bool:
    """Whether a member of a slot had its turn of this round in another one, before joining: no second turn follows.

    Where the ruleset counts down, turns on other steps are turns of their own.
    """
    marks = round_marks(battle, who)
    if not marks or slot.kind not in OWN_PLACE:
        return False
    return _mark_of(slot) in marks if slot.segment is not None else any(one.startswith(_HAD_TURN) for one in marks)


def is_to_come(battle: AnyBattle, who: Id) -> bool:
    """Whether the own turn of a combatant in this round has not begun, or is delayed."""
    own = battle.order.slot_of(who)
    return own is not None and _is_open(battle, who, own)


def done_if_had(battle: SameBattle, id: Id) -> SameBattle:
    """The battle with a new slot done for this round if all of its members have had their turn."""
    slot = battle.order.slots[id]
    if slot.state == "waiting" and slot.members and all(has_had(battle, who, slot) for who in slot.members):
        return with_slot(battle, replace(slot, state="done"))
    return battle


def newcomers(battle: AnyBattle) -> tuple[Id, ...]:
    """Present combatants without a standing slot in the initiative order, the oldest first."""
    placed = {who for slot in battle.order.slots.values() for who in slot.members if slot.kind in STANDING}
    there = [one for one in battle.combatants.values() if one.id not in placed and one.is_present]
    return tuple(one.id for one in sorted(there, key=age))


def standing(order: Order) -> tuple[Slot, ...]:
    """The slots of every round, in order; those that rest this round come last, but before the environment."""
    here = [order.slots[id] for id in order.sequence if order.slots[id].kind in STANDING]
    if len(order.slots) == len(order.sequence):
        return tuple(here)
    in_round = set(order.sequence)
    resting = sorted((slot for id, slot in order.slots.items() if id not in in_round), key=lambda slot: age_of(slot.id))
    at = len(here) - (ENVIRONMENT in in_round)
    return (*here[:at], *(slot for slot in resting if slot.kind in STANDING), *here[at:])


def slot_named(order: Order, name: str) -> Id | None:
    """Id of a slot named by its id, or of a standing slot named by a member or its group; None if there is none."""
    if name in order.slots:
        return name
    return next((slot.id for slot in standing(order) if name in slot.members or name == slot.name), None)


def standing_slots(battle: AnyBattle) -> list[Id]:
    """Ids of the standing slots in this round's sequence, without the environment's, in order."""
    order = battle.order
    return [id for id in order.sequence if order.slots[id].kind in STANDING and id != ENVIRONMENT]


DECLARED_ORDER: Parameter[Sequence[Id] | None] = Parameter(
    key="order", title="Declared order", kind="combatants", help="Combatants in order, by id."
)


def declared_slots(battle: AnyBattle, call: Call) -> tuple[Id, ...] | None:
    """Slots in the order that a call declares, with the unnamed ones at the end; None if it declares no order."""
    declared = DECLARED_ORDER.said(call)
    if declared is None:
        return None
    named = [id for id in dict.fromkeys(slot_named(battle.order, str(name)) for name in declared) if id is not None]
    return (*named, *(id for id in standing_slots(battle) if id not in named))


# ------------------------------------------------------------------------------------------ positions in the order


def insert(
    battle: SameBattle, members: Iterable[Id], *, before: Id | None = None, name: str = ""
) -> tuple[Id, SameBattle]:
    """Give combatants a common standing slot before another one, or at the end but before the environment's."""
    members = tuple(members)
    id, battle = new_id(battle, f"slot-{name or members[0]}")
    if before is None and ENVIRONMENT in battle.order.sequence:
        before = ENVIRONMENT
    battle = with_slot(battle, Slot(id=id, members=members, name=name))
    return id, _placed(battle, id, before)


def _placed(battle: SameBattle, id: Id, before: Id | None) -> SameBattle:
    others = [other for other in battle.order.sequence if other != id]
    at = others.index(before) if before in others else len(others)
    return with_order(battle, sequence=(*others[:at], id, *others[at:]))


def place_newcomers(battle: SameBattle) -> SameBattle:
    """Give each combatant without a slot one at the end."""
    for who in newcomers(battle):
        _, battle = insert(battle, (who,))
    return battle


def move_slot(battle: SameBattle, id: Id, before: Id | None) -> SameBattle:
    """Move a slot before another one, or to the end."""
    return _placed(battle, id, before)


def rest(battle: SameBattle, slots: Iterable[Id]) -> SameBattle:
    """Leave slots out of this round, such as those of surprised combatants; they return in the next round."""
    resting = set(slots)
    changed = {id: replace(battle.order.slots[id], state="done") for id in resting}
    return with_order(
        battle,
        slots=battle.order.slots | changed,
        sequence=tuple(id for id in battle.order.sequence if id not in resting),
    )


def leave(battle: SameBattle, who: Id) -> SameBattle:
    """Remove a combatant from the initiative order: their slots and delayed turns.

    Turns that they have had or owe stay known, in case they join it again. Effects that would have ended when a
    removed slot came up end at the start of the combatant's next turn instead.
    """
    battle = _marked_as_had(battle, who)
    order = battle.order
    slots: dict[Id, Slot] = {}
    for id, slot in order.slots.items():
        members = tuple(member for member in slot.members if member != who)
        if members or not slot.members:
            slots[id] = replace(slot, members=members) if members != slot.members else slot
    turns = []
    for turn in order.turns:
        shares = {member: share for member, share in turn.shares.items() if member != who}
        if turn.slot in slots:
            turns.append(replace(turn, shares=shares) if len(shares) < len(turn.shares) else turn)
    gone = order.slots.keys() - slots
    return with_order(
        _without_slots(battle, gone, who) if gone else battle,
        slots=slots,
        sequence=tuple(id for id in order.sequence if id in slots),
        turns=tuple(turns),
        held={holder: held for holder, held in order.held.items() if holder != who},
    )


def drop_out(battle: SameBattle, who: Id) -> SameBattle:
    """Remove a combatant from the initiative order for good: no turn of theirs will come.

    What waits for one ends with the round in which it would have come: this one if they have not acted yet.
    """
    if any(who in turn.shares for turn in battle.order.turns):
        battle = without_expired(battle, "turn_end", clocked_by(who))
    last = battle.order.round + (0 if is_to_come(battle, who) else 1)
    return leave(turn_never_comes(battle, who, last), who)


def had_again(battle: SameBattle, slots: Collection[Id]) -> SameBattle:
    """The battle in which the turns of these slots come again, although their members have had them elsewhere."""
    members = {who for id in slots for who in battle.order.slots[id].members}
    marks = {
        who: tuple(one for one in its if who not in members or not one.startswith((_HAD_TURN, PASSED)))
        for who, its in battle.order.marks.items()
    }
    return with_order(battle, marks={who: its for who, its in marks.items() if its})


def _without_slots(battle: SameBattle, gone: Collection[Id], clock: Id) -> SameBattle:
    """The battle without effects referring to removed slots; a turn of `clock` ends them instead of such a slot."""
    for bearer in battle.combatants.values():
        waiting = {id: effect for id, effect in bearer.effects.items() if effect.slot in gone}
        if waiting:
            freed = {
                id: replace(effect, slot=None, until="turn_start", clock=clock)
                if effect.until == "slot"
                else replace(effect, slot=None)
                for id, effect in waiting.items()
            }
            battle = battle.with_combatant(replace(bearer, effects=bearer.effects | freed))
    return battle


def join(battle: SameBattle, members: Iterable[Id], name: str) -> tuple[Id, SameBattle]:
    """Put combatants into one new slot, at the position of the first of their slots.

    Those who have had their turn in this round do not take part in its turn.
    """
    members = tuple(members)
    following = battle.order.sequence
    own = [slot for slot in standing(battle.order) if set(slot.members) & set(members) and slot.id in following]
    before = None
    if own:
        at = following.index(own[0].id)
        before = next((id for id in following[at + 1 :] if id not in {slot.id for slot in own}), None)
    for who in members:
        battle = leave(battle, who)
    if before is not None and before not in battle.order.slots:
        before = None
    id, battle = insert(battle, members, before=before, name=name)
    return id, done_if_had(battle, id)


# ------------------------------------------------------------------------------------------ rounds and turns


def begin_fight(battle: SameBattle, order: Iterable[Id], ask: Ask) -> SameBattle:
    """Begin round 1 with the slots in this order, and its first turn; a surprise round comes first, as round 0."""
    sequence = tuple(order)
    if ask.ruleset.turns.has_environment:
        battle = with_slot(battle, Slot(id=ENVIRONMENT, kind="environment"))
        sequence = (*(id for id in sequence if id != ENVIRONMENT), ENVIRONMENT)
    battle = with_order(battle, sequence=sequence)
    if battle.order.phase == "surprise":
        battle = with_order(battle, round=0)
    else:
        battle = with_order(battle, phase="acting", round=1)
    return advance(_open_round(battle, ask), ask)


def log_round(battle: AnyBattle, what: str, ask: Ask) -> None:
    """Log the start or end of the current round, with the words of the game's clock: `Round 2 begins.`

    Call this before other messages: the first sentence of a step is its title for undo.
    """
    if ask.keeps_log:
        words = ask.ruleset.turns.clock.words(battle, battle.order.round)
        ask.add_message(routine(replace(words, template=f"{words.template}{what}")))


def _open_round(battle: SameBattle, ask: Ask) -> SameBattle:
    rules = ask.ruleset.turns
    log_round(battle, " begins.", ask)
    _remind(battle, ask)
    return battle if rules.at_round_start is None else of_same_game(battle, rules.at_round_start(battle, ask))


def _remind(battle: AnyBattle, ask: Ask) -> None:
    """Remind the GM of what ends only when they end it: `Still on: Slippery on Boomer until the bell rings.`"""
    parts: list[str] = []
    names: dict[str, Argument] = {}
    for who, bearer in bearers_of(battle).items():
        for effect in bearer.effects.values():
            condition = condition_of(ask.ruleset.conditions, effect) if effect.ends else None
            if condition is not None:
                number = len(parts)
                parts.append(f"{{what{number}}} on {{who{number}}} until {{ends{number}}}")
                names |= {f"what{number}": condition.title, f"who{number}": ref(who), f"ends{number}": effect.ends}
    if parts:
        ask.add_message(routine(gm_text(f"Still on: {'; '.join(parts)}.", **names)))


def arrange(battle: SameBattle, key: Callable[[Slot], tuple[float, ...]]) -> SameBattle:
    """Sort the slots of this round by a key, smallest first; equal slots keep their order, the environment is last."""
    slots = battle.order.slots
    movable = [id for id in battle.order.sequence if id != ENVIRONMENT]
    tail = (ENVIRONMENT,) if ENVIRONMENT in battle.order.sequence else ()
    return with_order(battle, sequence=(*sorted(movable, key=lambda id: key(slots[id])), *tail))


def advance(battle: SameBattle, ask: Ask) -> SameBattle:
    """Begin the turn of the first waiting slot with members who can act; after the last slot, the next round.

    Stops between turns in a phase without turns, if no combatant can act, or for the last chance of delayed turns.
    """
    for _ in range(2):
        if battle.order.sequence and not battle.order.is_acting:
            return battle
        order = battle.order
        for id in order.sequence:
            if order.slots[id].state == "waiting":
                battle = _come_up(battle, id, ask)
                order = battle.order
                if order.turns:
                    return battle
        if not any(can_act(battle, who) for slot in battle.order.slots.values() for who in slot.members):
            return battle
        late = last_chance(ask.ruleset, battle)
        if late:
            ask.add_message(
                *(routine(message(battle, "Last chance for {0} to take the delayed turn.", who)) for who in late)
            )
            return battle
        battle = end_round(battle, ask)
    return battle


def last_chance(ruleset: Ruleset, battle: AnyBattle) -> tuple[Id, ...]:
    """Combatants whose delayed turn would be lost with the round, once no slot is waiting; otherwise empty."""
    order = battle.order
    if not ruleset.turns.held_end_with_round or order.turns or not order.is_acting:
        return ()
    if not order.held or any(order.slots[id].state == "waiting" for id in order.sequence):
        return ()
    return tuple(who for who in order.held if can_act(battle, who) and not loses_turn(ruleset, battle, who))


def environment_waits(battle: AnyBattle, ruleset: Ruleset) -> bool:
    """Whether the environment's slot is waiting and has something to do."""
    return _is_environment_waiting(battle.order) and bool(_doings(ruleset, battle))


def with_all_done(battle: SameBattle) -> SameBattle:
    """The battle with all slots done for this round except the environment's."""
    battle = with_turns_passed(battle, battle.order.sequence)
    slots = {
        id: slot if slot.kind == "environment" or slot.state == "lost" else replace(slot, state="done")
        for id, slot in battle.order.slots.items()
    }
    return with_order(battle, slots=slots, turns=())


def with_turns_passed(battle: SameBattle, ids: Iterable[Id]) -> SameBattle:
    """The battle with these slots skipped: for those still waiting, turns owed by their members are paid."""
    if not battle.order.owed:
        return battle
    for id in ids:
        slot = battle.order.slots[id]
        if slot.state != "waiting" or slot.left:
            continue
        for who in slot.members:
            owed = _debt_of(battle, who)
            if owed is not None and can_act(battle, who) and not has_had(battle, who, slot):
                battle = _lose_turn(battle, replace(battle.order.slots[id], state="lost"), owed)
    return battle


def _is_environment_waiting(order: Order) -> bool:
    return any(slot.kind == "environment" and slot.state == "waiting" for slot in order.slots.values())


def _doings(ruleset: Ruleset, battle: AnyBattle) -> tuple[Text, ...]:
    return (ruleset.turns.environment or things_in_motion)(battle)


def end_round(battle: SameBattle, ask: Ask) -> SameBattle:
    """End the round and begin the next with every standing slot waiting, but without beginning a turn.

    Plans stay, so that "as before" can refer to them; the ruleset clears them at the start of the round.
    """
    rules = ask.ruleset.turns
    # Ask the due prompts of combatants that cannot act or have no slot, because no later turn would ask them.
    battle = ask_due(battle, ask, lambda due: not can_act(battle, due.who) or battle.order.slot_of(due.who) is None)
    battle = with_turns_passed(battle, battle.order.sequence)
    if rules.at_round_end is not None:
        battle = of_same_game(battle, rules.at_round_end(battle, ask))
    battle = run_out(battle, "round_end", lambda bearer, effect: effect.round <= battle.order.round, ask)
    battle = _without_debts_of_absent(_without_waiting_for_nobody(battle))
    order = battle.order
    held = order.held
    if rules.held_end_with_round:
        ask.add_message(*(message(battle, "{0} has waited too long: the delayed turn is lost.", who) for who in held))
        held = {}
    slots = {slot.id: replace(slot, state="waiting", owed_round=None) for slot in standing(order)}
    order = replace(
        order,
        held=held,
        slots=slots,
        sequence=tuple(slots),
        round=order.round + 1,
        phase="acting",
        segment=None,
        turns=(),
        marks={},
    )
    return _open_round(replace(battle, order=order, clock=battle.clock + rules.seconds), ask)


def _without_waiting_for_nobody(battle: SameBattle) -> SameBattle:
    """Let what waits for the turn of a combatant without a slot end with the next round."""
    waited_for = {
        effect.clock or bearer
        for bearer, one in bearers_of(battle).items()
        for effect in one.effects.values()
        if effect.until in OF_TURNS
    }
    for who in sorted(waited_for):
        if battle.order.slot_of(who) is None:
            battle = turn_never_comes(battle, who, battle.order.round + 1)
    return battle


def _without_debts_of_absent(battle: SameBattle) -> SameBattle:
    """Let those who are not in the initiative order pay a turn that they owe: it would have come in this round."""
    for who in dict.fromkeys(debt.who for debt in battle.order.owed):
        owed = _debt_of(battle, who)
        had_one = any(mark.startswith(_HAD_TURN) for mark in round_marks(battle, who))
        if owed is not None and battle.order.slot_of(who) is None and not had_one:
            battle = _without_debt(battle, owed)
    return battle


def _come_up(battle: SameBattle, id: Id, ask: Ask) -> SameBattle:
    """Let a waiting slot come up: its turn begins, is lost, or is skipped."""
    slot = battle.order.slots[id]
    before = battle
    battle = run_out(battle, "slot", lambda bearer, effect: effect.slot == id, ask)
    at_slot = {} if battle is before else effects_gone(before, battle)
    if slot.kind == "environment":
        doings = _doings(ask.ruleset, battle)
        if not doings:
            return _at_slot(battle, replace(slot, state="done"))
        battle = begin_turn(battle, slot, (ENVIRONMENT,), ask)
        ask.add_message(*doings)
        return battle
    battle, takers = _takers(battle, id, ask)
    slot = battle.order.slots[id]
    if not takers:
        return _passed(battle, slot)
    held = before.order.held
    merged = tuple([its for who, its in held.items() if who not in battle.order.held]) if held else ()
    return _remembering(begin_turn(battle, slot, takers, ask), id, at_slot, merged)


def _takers(battle: SameBattle, id: Id, ask: Ask) -> tuple[SameBattle, tuple[Id, ...]]:
    """The battle when a slot has come up, and the members who take its turn."""
    slot, takers = battle.order.slots[id], list[Id]()
    for who in slot.members:
        if slot.left:
            takers += [who] if can_act(battle, who) else []
            continue
        battle, is_taken = _turn_comes(battle, id, who, ask)
        takers += [who] if is_taken else []
    return battle, tuple(takers)


def _passed(battle: SameBattle, slot: Slot) -> SameBattle:
    """The battle when nobody has taken the turn of a slot that has come up."""
    return _at_slot(battle, slot if slot.state == "lost" else replace(slot, state="done"))


def _turn_comes(battle: SameBattle, id: Id, who: Id, ask: Ask) -> tuple[SameBattle, bool]:
    """The battle when the turn of a member of a slot has come, and whether they take it.

    If not, they have had it in another slot, they are out of combat, they have given it up, or the game lets it pass.
    """
    if has_had(battle, who, battle.order.slots[id]):
        return battle, False
    if not can_act(battle, who):
        return mark_round(turn_passes(battle, who, ask), who, PASSED), False
    owed = _debt_of(battle, who)
    if owed is not None:
        return _lose_turn(battle, replace(battle.order.slots[id], state="lost"), owed), False
    battle = _at_own_slot(battle, who, ask)
    if not loses_turn(ask.ruleset, battle, who):
        return battle, True
    ask.log(battle, "{0} loses the turn.", who)
    return with_slot(turn_passes(battle, who, ask), replace(battle.order.slots[id], state="lost")), False


def _at_slot(battle: SameBattle, slot: Slot) -> SameBattle:
    """The battle with a changed slot that has come up, and with the countdown at its step."""
    order = battle.order
    segment = order.segment if slot.segment is None else slot.segment
    return with_order(battle, slots=order.slots | {slot.id: slot}, segment=segment)


def _remembering(
    battle: SameBattle, id: Id, at_slot: dict[Id, tuple[Effect, ...]], merged: tuple[Held, ...]
) -> SameBattle:
    """The battle with the turn of a slot storing what ended when the slot came up, for `take_back`."""
    turn = battle.order.turn
    if turn is None or turn.slot != id or not (at_slot or merged):
        return battle
    turn = replace(turn, ended_at_slot=at_slot, merged=merged)
    return with_order(battle, turns=(*battle.order.turns[:-1], turn))


def _debt_of(battle: AnyBattle, who: Id) -> Debt | None:
    owed = battle.order.owed
    return next((debt for debt in owed if debt.who == who), None) if owed else None


def _lose_turn(battle: SameBattle, slot: Slot, owed: Debt) -> SameBattle:
    return with_slot(_without_debt(battle, owed), replace(slot, owed_round=owed.since))


def _without_debt(battle: SameBattle, owed: Debt) -> SameBattle:
    remaining = list(battle.order.owed)
    remaining.remove(owed)
    return with_order(battle, owed=tuple(remaining))


def _at_own_slot(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    """End a delayed turn when its owner's own slot comes up: it merges with that turn or is lost, by the ruleset."""
    held = battle.order.held.get(who)
    if held is None:
        return battle
    if ask.ruleset.turns.loses_held_turn:
        ask.log(battle, "{0} has waited too long: the delayed turn is lost.", who)
    return with_order(battle, held={holder: kept for holder, kept in battle.order.held.items() if holder != who})


def begin_turn(battle: SameBattle, slot: Slot, takers: tuple[Id, ...], ask: Ask) -> SameBattle:
    """Begin a turn of a slot.

    For a slot with `left` the takers get only these actions, and nothing ends.
    """
    battle = _on_stack(battle, replace(slot, state="acting"), takers, ask)
    if slot.left:
        ask.log_routine(battle, "{0} has an extra action.", takers[0])
        return battle
    words, named = together(takers)
    ask.log_routine(battle, "It is {0}'s turn." if len(takers) == 1 else f"It is the turn of {words}.", *named)
    return battle


def together(members: Sequence[Id]) -> tuple[str, Sequence[Id]]:
    """Those who take a turn, in a sentence, and whom it names: `{0}`, `{0} and {1}`, or `{0} and others`."""
    if len(members) <= 2:
        return " and ".join(f"{{{index}}}" for index in range(len(members))), members
    return "{0} and others", members[:1]


def _on_stack(battle: SameBattle, slot: Slot, takers: tuple[Id, ...], ask: Ask) -> SameBattle:
    """Put a turn on the stack: end the effects that last until the takers' next turn, and give each taker a share."""
    rules = ask.ruleset.turns
    ended: dict[Id, tuple[Effect, ...]] = {}
    shares: dict[Id, Share] = {}
    for who in takers:
        if slot.left:
            shares[who] = Share(left=slot.left)
            continue
        battle, changed = turn_begins(battle, who, ask)
        for bearer, effects in changed.items():
            ended[bearer] = (*ended.get(bearer, ()), *effects)
        shares[who] = Share() if who == ENVIRONMENT else rules.share(battle, who, slot)
    turn = Turn(slot=slot.id, shares=shares, ended=ended)
    battle = _at_slot(with_order(battle, turns=(*battle.order.turns, turn)), slot)
    for who in takers:
        if who == ENVIRONMENT or slot.left:
            continue
        if rules.at_turn_start is not None:
            battle = of_same_game(battle, rules.at_turn_start(battle, who, ask))
        battle = run_hooks(battle, who, ask, is_start=True)
    return battle


def finish_turn(battle: SameBattle, members: Iterable[Id], ask: Ask) -> SameBattle:
    """End the turn of these members; once all members are done, continue the interrupted turn or begin the next."""
    turn = battle.order.turn
    if turn is None:
        return battle
    if ENVIRONMENT in turn.shares:
        battle = environment_acted(battle, _doings(ask.ruleset, battle), ask)
    members = tuple(members)
    ending = [] if battle.order.slots[turn.slot].left else [who for who in members if who != ENVIRONMENT]
    battle = all_at_once(battle, ending, ask, lambda battle, who: _end_of_turn_effects(battle, who, ask))
    order = battle.order
    turn, below = order.turn or turn, order.turns[:-1]
    if any(who not in members and not share.is_over for who, share in turn.shares.items()):
        over = {who: replace(turn.shares[who], is_over=True) for who in members}
        return with_order(battle, turns=(*below, replace(turn, shares=turn.shares | over)))
    done = replace(order.slots[turn.slot], state="done")
    battle = with_order(battle, slots=order.slots | {done.id: done}, turns=below)
    return battle if below else advance(battle, ask)


def end_turns_left(battle: SameBattle, ask: Ask) -> SameBattle:
    """Carry out all turns of this round that are not over, in order, before the round ends.

    Those that have not begun come as any other turn, and end without anything done in them.
    """
    order = battle.order
    if order.phase != "acting":
        return battle
    battle = _with_bottom(battle)
    begun, ending = battle, set[Id]()
    steps: dict[str, Callable[[SameBattle], SameBattle]] = {}
    for id, members in _turns_left(order):
        # The end of a second turn is rolled separately.
        apart = ask.within(id, replace(ask.call, answers={}, overrides={}))
        if order.slots[id].state == "waiting":
            steps[id] = partial(_come_up_silently, id=id, ask=apart if ending & {*members} else ask)
        for who in members:
            steps[f"{id}/{who}"] = partial(_ended_of, id=id, who=who, ask=apart if who in ending else ask)
        steps[f"{id}/"] = partial(_over, before=begun, id=id, ask=ask)
        ending.update(with_open_turns(battle, (id,), ask))
    battle = _without_bottom(all_at_once(battle, steps, ask, lambda battle, key: steps[key](battle)))
    if any(not turn.shares[ENVIRONMENT].is_over for turn in order.turns if ENVIRONMENT in turn.shares):
        battle = environment_acted(battle, _doings(ask.ruleset, battle), ask)
    return battle


_BOTTOM = "ending-the-round"
"""Slot of a turn of nobody, below all others while a round is ended: consequences begin no turn of their own then."""


def _with_bottom(battle: SameBattle) -> SameBattle:
    battle = with_slot(battle, Slot(id=_BOTTOM, kind="extra", state="done"))
    return with_order(battle, turns=(Turn(slot=_BOTTOM), *battle.order.turns))


def _without_bottom(battle: SameBattle) -> SameBattle:
    slots = {id: slot for id, slot in battle.order.slots.items() if id != _BOTTOM}
    return with_order(battle, slots=slots, turns=tuple(turn for turn in battle.order.turns if turn.slot != _BOTTOM))


def _turns_left(order: Order) -> Iterator[tuple[Id, tuple[Id, ...]]]:
    """The slots of this round whose turns are not over, as they come, each with the members whose turn is not over."""
    for turn in reversed(order.turns):
        going = [who for who, share in turn.shares.items() if not share.is_over and who != ENVIRONMENT]
        if not order.slots[turn.slot].left:
            yield turn.slot, tuple(going)
    for id in order.sequence:
        slot = order.slots[id]
        if slot.state == "waiting" and not slot.left and slot.kind != "environment":
            yield id, slot.members


def _come_up_silently(battle: SameBattle, id: Id, ask: Ask) -> SameBattle:
    """Let a waiting slot come up within the end of a round; its turn is put on the stack if it is taken."""
    if id not in battle.order.slots:
        # An earlier turn of this round has removed its only member.
        return battle
    battle = run_out(battle, "slot", lambda bearer, effect: effect.slot == id, ask)
    battle, takers = _takers(battle, id, ask)
    slot = battle.order.slots[id]
    return _on_stack(battle, replace(slot, state="acting"), takers, ask) if takers else _passed(battle, slot)


def _ended_of(battle: SameBattle, id: Id, who: Id, ask: Ask) -> SameBattle:
    """Carry out the end of a turn for one of those who take it."""
    turn = next((turn for turn in battle.order.turns if turn.slot == id), None)
    return battle if turn is None or who not in turn.shares else _end_of_turn_effects(battle, who, ask)


def _over(battle: SameBattle, before: AnyBattle, id: Id, ask: Ask) -> SameBattle:
    """Draw the consequences of the end of a turn, and take it from the stack."""
    if all(turn.slot != id for turn in battle.order.turns):
        return battle
    battle = settled_midway(ask.ruleset, before, battle, ask)
    if id in battle.order.slots:
        battle = with_slot(battle, replace(battle.order.slots[id], state="done"))
    return with_order(battle, turns=tuple(turn for turn in battle.order.turns if turn.slot != id))


def with_open_turns(battle: AnyBattle, slots: Iterable[Id], ask: Ask) -> tuple[Id, ...]:
    """Members of these slots whose turns are not over, in order, without those who would lose theirs anyway."""
    order, found = battle.order, []
    going = {(turn.slot, who) for turn in order.turns for who, share in turn.shares.items() if not share.is_over}
    owing = {debt.who for debt in order.owed}
    for id in slots:
        slot = order.slots[id]
        if slot.state not in ("waiting", "acting") or slot.left:
            continue
        for who in slot.members:
            will_come = slot.state == "waiting" and not has_had(battle, who, slot) and who not in owing
            will_come = will_come and not loses_turn(ask.ruleset, battle, who)
            if can_act(battle, who) and (will_come or (id, who) in going):
                found.append(who)
    return tuple(found)


def _end_of_turn_effects(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    """Carry out the end of a combatant's turn, after the due prompts from earlier turns."""
    due = battle.order.due
    known = [one for one in due if asked_with(battle, one) == who] if due else []
    if ask.is_single_run and not known:
        # A single run never waits for answers, so a single step does not have to go through `in_turn`.
        return _end_now(battle, who, ask)

    def carry_out(battle: SameBattle, step: str) -> SameBattle:
        return ask_due(battle, ask, lambda due: due in known) if step == "overdue" else _end_now(battle, who, ask)

    return all_at_once(battle, ("overdue", "now") if known else ("now",), ask, carry_out)


def _end_now(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    rules = ask.ruleset.turns
    if rules.has_environment:
        battle = move_controlled_things(battle, who, ask)
    battle = run_hooks(battle, who, ask, is_start=False)
    if rules.at_turn_end is not None:
        battle = of_same_game(battle, rules.at_turn_end(battle, who, ask))
    return turn_ends(battle, who, ask)


# --------------------------------------------------------------------------------------------------- turns out of order


def hold_turn(battle: SameBattle, ask: Ask) -> SameBattle:
    """Delay the turn in progress, for its whole slot; the initiative order does not change."""
    turn = battle.order.turn
    assert turn is not None, "the guards make sure that a turn is in progress"
    members = tuple(turn.shares)
    held = {member: Held(who=member, slot=turn.slot, round=battle.order.round) for member in members}
    battle = with_order(battle, held=battle.order.held | held)
    battle = restore_effects(battle, _clocked_by_any(turn.ended, members))
    below = battle.order.turns[:-1]
    battle = with_slot(battle, replace(battle.order.slots[turn.slot], state="delayed"))
    battle = with_order(battle, turns=below)
    return battle if below else advance(battle, ask)


def take_back(battle: SameBattle) -> SameBattle:
    """The battle as if the turn in progress had not begun: its slot waits, and effects that ended are restored."""
    turn = battle.order.turn
    assert turn is not None, "the caller has checked that there is one"
    battle = restore_effects(restore_effects(battle, turn.ended), turn.ended_at_slot)
    battle = with_slot(battle, replace(battle.order.slots[turn.slot], state="waiting"))
    held = battle.order.held | {its.who: its for its in turn.merged}
    return with_order(battle, turns=battle.order.turns[:-1], held=held)


def _clocked_by_any(ended: Mapping[Id, tuple[Effect, ...]], members: tuple[Id, ...]) -> dict[Id, tuple[Effect, ...]]:
    """From the effects that ended at the start of a turn, by bearer, those clocked by these members."""
    kept = {
        bearer: tuple(effect for effect in effects if (effect.clock or bearer) in members)
        for bearer, effects in ended.items()
    }
    return {bearer: effects for bearer, effects in kept.items() if effects}


def take_held_turn(battle: SameBattle, who: Id, ask: Ask, *others: Id) -> SameBattle:
    """Take a delayed turn now, inside the turn in progress or between two turns; with `others` as one common turn."""
    held = {battle.order.held[one].slot: None for one in (who, *others)}
    together = tuple(other for other, its in battle.order.held.items() if its.slot in held)
    own = battle.order.slots.get(next(iter(held))) if len(held) == 1 else None
    origin, name = (None, "") if own is None else (own.id, own.name)
    slot = Slot(id="", members=together, kind="delayed", origin=origin, name=name)
    id, battle = _beside_acting(battle, slot, who)
    kept = {other: its for other, its in battle.order.held.items() if other not in together}
    battle = with_order(battle, held=kept)
    takers = tuple(other for other in together if can_act(battle, other))
    return begin_turn(battle, battle.order.slots[id], takers, ask)


def extra_turn(battle: SameBattle, who: Id, ask: Ask) -> SameBattle:
    """Begin an extra turn outside the initiative order, by the GM's ruling."""
    slot = Slot(id="", members=(who,), kind="extra")
    id, battle = _beside_acting(battle, slot, who)
    return begin_turn(battle, battle.order.slots[id], (who,), ask)


def extra_action(battle: SameBattle, who: Id, left: Mapping[str, int], name: str, ask: Ask) -> SameBattle:
    """Give a combatant single actions right after the turn in progress.

    They are not a turn: effects until the next turn do not end with them, and the combatant's own turn is unaffected.
    """
    slot = Slot(id="", members=(who,), kind="extra", name=name, left=dict(left))
    _, battle = _beside_acting(battle, slot, who)
    return battle if battle.order.turns else advance(battle, ask)


def force(battle: SameBattle, who: Id, name: str = "") -> SameBattle:
    """Note that a combatant acts out of turn and gives up the next turn they would have had.

    That is their delayed turn if they have one; otherwise the first turn that is not owed yet: of this
    round if it is still to come, of the next, and so on. `name` describes the action in the list of turns.
    """
    order = battle.order
    own = order.slot_of(who)
    pays_held = who in order.held
    first = order.round if is_to_come(battle, who) and not pays_held else order.round + 1
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
    """Whether a combatant has forced an action this round."""
    return battle.order.forced.get(who) == battle.order.round


def _beside_acting(battle: SameBattle, slot: Slot, who: Id) -> tuple[Id, SameBattle]:
    """Add a slot to this round after the turn in progress and the turns already taken inside it."""
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


# ------------------------------------------------------------------------------------------------------- the next round


def upcoming(ruleset: Ruleset, battle: AnyBattle) -> tuple[tuple[Slot, int | None], ...]:
    """The slots of the next round, as known now, each with the round in which its turn was given up, or None."""
    order = battle.order
    if not order.owed:
        return tuple([(slot, None) for slot in standing(order)])
    waiting = (slot for slot in standing(order) if slot.state == "waiting")
    still_to_come = {who for slot in waiting for who in slot.members if not has_had(battle, who, slot)}
    rows = []
    for slot in standing(order):
        debts = [debt for debt in order.owed if debt.who in slot.members and debt.who not in still_to_come]
        is_lost = bool(debts) and len(slot.members) == len({debt.who for debt in debts})
        rows.append((slot, debts[0].since if is_lost else None))
    return tuple(rows)
