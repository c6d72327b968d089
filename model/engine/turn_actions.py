"""Actions of the initiative order: start, end turn, delay, act as, reorder, jump, end of round, combat and scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import on_own_turn
from model.engine.calls import Call
from model.engine.effects import OF_COMBAT, end_effects
from model.engine.group_attack import GROUP_ACTION
from model.engine.messages import message_about_all
from model.engine.prompts import (
    LATER,
    WHICH,
    all_at_once,
    ask_due,
    dismiss_due,
    put_off_all,
    settle_due,
    something_due,
    without_due_of_round,
)
from model.engine.ruleset import Action, Guard, Parameter, Ruleset, Runs, Targets, TurnRules
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, SameBattle, of_same_game, with_order
from model.state.order import STANDING, Order
from model.state.texts import Refusal, ref, routine, text

_FIRST: Parameter[str | None] = Parameter(
    key="first", title="Side that starts", kind="text", help="The side that takes the first turns."
)
_ONLY_ACTOR = Parameter(key="only_actor", title="Only this member", kind="flag", default=False)
SLOT: Parameter[str | None] = Parameter(key="slot", title="Initiative slot", kind="text")
BEFORE: Parameter[str | None] = Parameter(key="before", title="Before", kind="text")
NAME = Parameter(key="name", title="Name", kind="text", default="")
APART = Parameter(key="apart", title="A slot for each", kind="flag", default=False)


def _fight_runs(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if not battle.order.is_running:
        yield Refusal(key="no_fight", sentence=text("No combat is running: start it first."), can_override=False)


def _no_fight_runs(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if battle.order.is_running:
        yield Refusal(key="fight_runs", sentence=text("Combat is already running."), can_override=False)
    if not any(turns.can_act(battle, who) for who in battle.combatants):
        yield Refusal(key="nobody", sentence=text("There are no combatants: add some first."), can_override=False)


def _knows_slot(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    for parameter in (SLOT, BEFORE):
        id = parameter.said(call)
        if id is not None and turns.slot_named(battle.order, id) is None:
            yield Refusal(
                key="unknown_slot", sentence=text("“{id}” has no place in the order.", id=id), can_override=False
            )


def _takes_part(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: all are combatants; the environment has a slot of a special kind that combatants never share."""
    if not all(who in battle.combatants for who in call.targets or (call.actor,)):
        sentence = text("Only combatants who take part can be in the initiative order.")
        yield Refusal(key="no_combatant", sentence=sentence, can_override=False)


def _named_slot(battle: AnyBattle, call: Call) -> Id | None:
    """Id of the slot that a call names by id, member or group name; None if there is none."""
    named = SLOT.said(call)
    return None if named is None else turns.slot_named(battle.order, named)


def slot_before(battle: AnyBattle, call: Call) -> Id | None:
    """Id of the slot before which a call adds or moves another one; None if it names none."""
    named = BEFORE.said(call)
    return None if named is None else turns.slot_named(battle.order, named)


def _needed_slot(battle: AnyBattle, call: Call) -> Id:
    slot = _named_slot(battle, call)
    assert slot is not None, "the guard has checked this"
    return slot


# ------------------------------------------------------------------------------------------ combat, round, turn


def start_fight(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Start combat: begin round 1, with the standing slots in the order that the ruleset determines from the call."""
    battle = replace(battle, order=replace(Order(), **_prepared(battle.order)))
    battle = turns.place_newcomers(battle)
    battle = with_order(battle, first_side=_FIRST.said(call))
    rules = ask.ruleset.turns
    if rules.at_start is not None:
        battle = of_same_game(battle, rules.at_start(battle, call, ask))
    ask.add_message(routine(text("Combat started.")))
    return turns.begin_fight(battle, rules.first_order(battle, call), ask)


def _prepared(order: Order) -> dict[str, Any]:
    """The fields of the order that are kept: groups and positions of standing slots, and due prompts."""
    slots = {slot.id: replace(slot, state="waiting", owed_round=None) for slot in turns.standing(order)}
    slots.pop(ENVIRONMENT, None)
    return {"slots": slots, "sequence": tuple(slots), "due": order.due}


def end_turn(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """End the turn in progress: of the whole slot, or with `only_actor` of the actor alone.

    If no turn is in progress, begin the next one; during the last chance for delayed turns, end the round first.
    """
    turn = battle.order.turn
    if turn is None:
        if turns.last_chance(ask.ruleset, battle):
            turns.log_round(battle, " ends.", ask)
            battle = turns.end_round(battle, ask)
        return turns.advance(battle, ask)
    acting = battle.order.acting
    members = (call.actor,) if _ONLY_ACTOR.said(call) else acting
    if not set(members) <= set(acting):
        sentence = text("It is not {who}'s turn.", who=ref(call.actor))
        return Refusal(key="not_your_turn", sentence=sentence, can_override=False)
    enders = members or (ENVIRONMENT,)
    words, named = turns.together(enders)
    ask.log_routine(battle, f"{words} ends the turn." if len(enders) == 1 else f"{words} end the turn.", *named)
    return turns.finish_turn(battle, members, ask)


def end_round(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """End the round at once; those who have not acted lose their turn, but its end is carried out for them.

    If the environment has something to do, its turn still comes before the round ends.
    """
    turns.log_round(battle, " ends.", ask)
    steps = {"overdue": lambda battle: ask_due(battle, ask, lambda due: True)} if battle.order.due else {}
    steps |= {"turns": lambda battle: turns.end_turns_left(battle, ask)}
    battle = all_at_once(battle, steps, ask, lambda battle, step: steps[step](battle))
    if turns.environment_waits(battle, ask.ruleset):
        return turns.advance(turns.with_all_done(battle), ask)
    return turns.advance(turns.end_round(battle, ask), ask)


def end_fight(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """End combat: end all turns and the effects that last for a number of turns; groups and their order are kept.

    Due prompts are asked first.
    """
    battle = ask_due(battle, ask, lambda due: True)
    battle = end_effects(battle, lambda bearer, effect: effect.until in OF_COMBAT)
    round = battle.order.round
    words = "Combat ended after {round} round." if round == 1 else "Combat ended after {round} rounds."
    ask.add_message(text(words, round=round))
    order = replace(Order(), phase="ended", round=battle.order.round, **_prepared(battle.order))
    return replace(battle, order=order, precedents={})


def end_scene(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Close the scene and end the effects that last until its end."""
    battle = end_effects(battle, lambda bearer, effect: effect.until == "scene")
    ask.add_message(text("The scene ends."))
    return replace(battle, scene=replace(battle.scene, is_open=False))


def new_scene(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Open the next scene; a scene that is still open is closed first."""
    if battle.scene.is_open:
        closed = end_scene(battle, call, ask)
        assert not isinstance(closed, Refusal)
        battle = closed
    name = NAME.said(call)
    ask.add_message(text("A new scene begins: {name}.", name=name) if name else text("A new scene begins."))
    return replace(battle, scene=replace(battle.scene, number=battle.scene.number + 1, name=name, is_open=True))


# ------------------------------------------------------------------------------------------ out of order


def delay(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Delay the actor's turn, to take it later."""
    ask.log_routine(battle, "{0} delays the turn.", call.actor)
    return turns.hold_turn(battle, ask)


def _nothing_done_yet(rules: TurnRules) -> Guard:
    """Guard: nothing has been done in the turn in progress yet."""

    def guard(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        turn = battle.order.turn
        if turn is None:
            return
        slot = battle.order.slots[turn.slot]
        for who, share in turn.shares.items():
            if who != ENVIRONMENT and share != rules.share(battle, who, slot):
                sentence = text("{who} has already acted this turn and cannot delay it.", who=ref(who))
                yield Refusal(key="already_acted", sentence=sentence)
                return

    return guard


def take_held_turn(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Take the actor's delayed turn now."""
    ask.log_routine(battle, "{0} takes the delayed turn.", call.actor)
    return turns.take_held_turn(battle, call.actor, ask)


def _holds_turn(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor not in battle.order.held:
        sentence = text("{who} has no delayed turn.", who=ref(call.actor))
        yield Refusal(key="nothing_held", sentence=sentence, can_override=False)
    elif not turns.can_act(battle, call.actor):
        sentence = text("{who} cannot take a turn now: out of combat, or absent.", who=ref(call.actor))
        yield Refusal(key="cannot_act", sentence=sentence, can_override=False)


def act_as(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Give a combatant a turn out of order, by the GM's ruling."""
    ask.log_routine(battle, "{0} acts out of turn.", call.actor)
    return turns.extra_turn(battle, call.actor, ask)


def go_now(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Let a waiting slot act before the others, in this round and all later ones.

    If nothing was done yet in the turn in progress, it is reset as if it had not begun.
    """
    waiting = [id for id in battle.order.sequence if battle.order.slots[id].state == "waiting"]
    acting = battle.order.turn
    first = acting.slot if acting is not None and _is_untouched(battle, ask.ruleset) else next(iter(waiting), None)
    chosen = _needed_slot(battle, call)
    if chosen != first:
        battle = turns.move_slot(battle, chosen, first)
    if acting is not None and first == acting.slot:
        battle = turns.take_back(battle)
    ask.add_message(routine(text("The initiative order has changed.")))
    return battle if battle.order.turns else turns.advance(battle, ask)


def _is_untouched(battle: AnyBattle, ruleset: Ruleset) -> bool:
    return not list(_nothing_done_yet(ruleset.turns)(battle, Call(action="")))


def _waits(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    slot = battle.order.slots.get(_named_slot(battle, call) or "")
    if slot is not None and slot.state != "waiting":
        yield Refusal(
            key="not_waiting",
            sentence=text("Only a combatant who has yet to act this round can act now."),
            can_override=False,
        )


def reorder(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Move a slot before another one, or to the end."""
    ask.add_message(routine(text("The initiative order has changed.")))
    before = slot_before(battle, call)
    if before is None and ENVIRONMENT in battle.order.sequence:
        before = ENVIRONMENT
    return turns.move_slot(battle, _needed_slot(battle, call), before)


def _in_this_round(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    slot = _named_slot(battle, call)
    if slot is not None and slot not in battle.order.sequence:
        sentence = text("No member of this slot takes part in this round.")
        yield Refusal(key="rests", sentence=sentence, can_override=False)


def _turns_are_taken(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if battle.order.phase == "planning":
        sentence = text("No turn of this round has begun yet: plans come first.")
        yield Refusal(key="planning", sentence=sentence, can_override=False)


def _standing_slot(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    slot = battle.order.slots.get(_named_slot(battle, call) or "")
    if slot is None or slot.kind not in STANDING or slot.id == ENVIRONMENT:
        yield Refusal(
            key="no_slot", sentence=text("Only a slot of the standing order can be moved."), can_override=False
        )


def join_order(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Add a combatant (or several, as a group or each alone) to the initiative order."""
    members = call.targets or (call.actor,)
    for who in members:
        battle = turns.leave(battle, who)
    before, name = slot_before(battle, call), NAME.said(call)
    for slot in ((who,) for who in members) if APART.said(call) else (members,):
        id, battle = turns.insert(battle, slot, before=before, name=name)
        battle = turns.done_if_had(battle, id)
    ask.add_message(
        routine(message_about_all(battle, members, " joins the initiative order.", " join the initiative order."))
    )
    return battle if battle.order.turns or not battle.order.is_acting else turns.advance(battle, ask)


def leave_order(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Remove a combatant from the initiative order; they stay on the board."""
    battle = turns.drop_out(battle, call.actor)
    ask.log_routine(battle, "{0} leaves the initiative order.", call.actor)
    return battle if battle.order.turns or not battle.order.is_acting else turns.advance(battle, ask)


def jump(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Jump to a slot of this round, forwards or back."""
    ask.add_message(routine(text("The GM jumps to another turn.")))
    return go_to(battle, _needed_slot(battle, call), ask)


def go_to(battle: SameBattle, slot_id: Id, ask: Ask) -> SameBattle:
    """The battle at a slot of this round: the slots before it are done, it and those after it are waiting.

    Prompts for the ends of the skipped turns become due. Due prompts from turns of this round that come again are
    dropped, since the end of those turns asks them.
    """
    at = battle.order.sequence.index(slot_id)
    for who in turns.with_open_turns(battle, battle.order.sequence[:at], ask):
        battle = put_off_all(battle, who, ask)
    again = {who for id in battle.order.sequence[at:] for who in battle.order.slots[id].members}
    battle = without_due_of_round(battle, again)
    battle = turns.with_turns_passed(battle, battle.order.sequence[:at])
    order = battle.order
    slots = dict(order.slots)
    for index, other in enumerate(order.sequence):
        slot = slots[other]
        if slot.kind not in STANDING:
            slots[other] = replace(slot, state="done") if slot.state == "acting" else slot
        elif index < at and slot.state in ("waiting", "acting"):
            slots[other] = replace(slot, state="done")
        elif index >= at:
            slots[other] = replace(slot, state="waiting", owed_round=None)
    battle = turns.had_again(with_order(battle, slots=slots, turns=()), order.sequence[at:])
    return turns.advance(battle, ask)


def _act(
    id: str,
    title: str,
    run: Runs,
    *parameters: Parameter[Any],
    guards: Sequence[Guard] = (),
    key: str = "",
    targets: Targets = "none",
) -> Action:
    return Action(
        id=id, title=title, run=run, parameters=parameters, guards=tuple(guards), group="order", key=key,
        targets=targets,
    )  # fmt: skip


def turn_actions(
    rules: TurnRules,
    *,
    told_by: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    also: Mapping[str, tuple[Guard, ...]] = MappingProxyType({}),
    instead: Mapping[str, Runs] = MappingProxyType({}),
) -> dict[str, Action]:
    """The actions of the initiative order, for a ruleset's record.

    By ids of actions: `told_by` gives the ids of their rules, `also` further guards, `instead` replacements for `run`.
    """
    start = (_FIRST, turns.DECLARED_ORDER, *rules.start_parameters)
    own_turn = (_fight_runs, on_own_turn(), _nothing_done_yet(rules))
    standing = (_fight_runs, _knows_slot, _standing_slot)
    actions = (
        _act("start_fight", "Start Combat", start_fight, *start, guards=(_no_fight_runs,)),
        _act("end_turn", "End Turn", end_turn, _ONLY_ACTOR, LATER, guards=(_fight_runs, _turns_are_taken), key="N"),
        _act("end_round", "End Round", end_round, LATER, guards=(_fight_runs,)),
        _act("end_fight", "End Combat", end_fight, LATER, guards=(_fight_runs,)),
        _act("settle_due", "Settle What Is Due", settle_due, WHICH, LATER, guards=(something_due,)),
        _act("dismiss_due", "Dismiss What Is Due", dismiss_due, WHICH, guards=(something_due,)),
        _act("end_scene", "End Scene", end_scene),
        _act("new_scene", "New Scene", new_scene, NAME),
        _act("delay", "Delay Turn", delay, guards=own_turn),
        _act("take_held_turn", "Take Delayed Turn", take_held_turn, guards=(_fight_runs, _holds_turn)),
        _act("act_as", "Act Out of Turn", act_as, guards=(_fight_runs,)),
        _act("go_now", "Act Now", go_now, SLOT, guards=(*standing, _waits)),
        _act("reorder", "Move in Initiative", reorder, SLOT, BEFORE, guards=standing[1:]),
        _act(
            "join_order",
            "Add to Initiative",
            join_order,
            BEFORE,
            NAME,
            APART,
            guards=(_takes_part, _knows_slot),
            targets="any",
        ),
        _act("leave_order", "Remove from Initiative", leave_order),
        _act("jump", "Jump to This Turn", jump, SLOT, guards=(*standing, _in_this_round)),
        GROUP_ACTION,
    )
    return {
        action.id: replace(
            action,
            rules=told_by.get(action.id, action.rules),
            guards=(*action.guards, *also.get(action.id, ())),
            run=instead.get(action.id, action.run),
        )
        for action in actions
    }
