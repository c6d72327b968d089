"""What the tooltip of a condition says about its end is what happens, whatever is done with the initiative order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from model.engine.calls import Call
from model.engine.run import Done, run
from model.engine.turns import can_act
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.state.texts import Text
from model.view.conditions import end_words
from tests.support.arena import ARENA, duel
from tests.support.edits import done

PEOPLE = ("anna-1", "bert-2", "cora-3", "dora-4")
UNTIL = ("turn_start", "turn_end", "next_turn_end", "round_end", "combat")

_who = st.sampled_from(PEOPLE)
_applied = st.builds(
    lambda bearer, until, clock, rounds: Call(
        action="set_condition",
        targets=(bearer,),
        options={"name": f"Sign {until} {clock} {rounds}"}
        | ({"rounds": rounds} if until == "round_end" and rounds else {"until": until})
        | ({"clock": clock} if clock and until != "round_end" else {}),
    ),
    _who,
    st.sampled_from(UNTIL),
    st.none() | _who,
    st.integers(0, 3),
)
_turns = st.sampled_from(["end_turn", "end_turn", "end_turn", "delay", "end_round"]).map(lambda id: Call(action=id))
_OF_ACTORS = ("leave_order", "join_order", "take_held_turn", "act_as")
_OF_TARGETS = ("take_out", "bring_back", "remove_combatant", "set_absent", "set_present")
_order = st.builds(
    lambda id, who: Call(action=id, actor=who) if id in _OF_ACTORS else Call(action=id, targets=(who,)),
    st.sampled_from((*_OF_ACTORS, *_OF_TARGETS)),
    _who,
)


def _begun() -> AnyBattle:
    battle: Any = duel()
    return done(battle, "start_fight", order=list(PEOPLE))


def _effects(battle: AnyBattle) -> Iterator[tuple[Id, Effect]]:
    for who, one in battle.combatants.items():
        yield from ((who, effect) for effect in one.effects.values())


def _ends(battle: AnyBattle) -> dict[Id, tuple[Id, str]]:
    """The bearer and the end in words of each effect."""
    return {effect.id: (bearer, end_words(ARENA, battle, bearer, effect)) for bearer, effect in _effects(battle)}


def _named(battle: AnyBattle, bearer: Id, whose: str) -> Id:
    names = {one.name: who for who, one in battle.combatants.items()}
    return bearer if whose == "their" else names[whose.removesuffix("'s")]


def _may_end(words: str, bearer: Id, before: AnyBattle, outcome: Done) -> bool:
    """Whether what the words say has happened in a step."""
    after = outcome.battle
    begun = {value[1:] for said in outcome.note.sentences for value in _refs(said) if "It is" in said.template}
    if found := re.fullmatch(r"until the end of round (\d+)", words):
        return after.order.round > int(found[1])
    if words == "until the end of the round":
        return after.order.round > before.order.round
    if words == "until the end of combat":
        return not after.order.is_running
    found = re.fullmatch(r"until (?:the (start|end) of )?(\w+(?:'s)?) (next )?turn( would come)?", words)
    if found is None:
        return False
    clock = _named(before, bearer, found[2])
    over = after.order.round > before.order.round
    if found[4]:
        return over or _slot_state(after, clock) not in ("waiting", "delayed") or clock in begun
    if found[1] == "start":
        return clock in begun or (over and _slot_state(before, clock) == "waiting")
    if found[3]:
        # A turn that begins and ends in one step: the round was ended.
        return over and _slot_state(before, clock) == "waiting"
    return clock not in after.combatants or not _in_turn(after, clock) or clock in begun or over


def _refs(said: Text) -> Iterator[str]:
    yield from (value for value in said.arguments.values() if isinstance(value, str) and value.startswith("@"))


def _slot_state(battle: AnyBattle, who: Id) -> str:
    slot = battle.order.slot_of(who)
    return "" if slot is None else slot.state


def _in_turn(battle: AnyBattle, who: Id) -> bool:
    return any(who in turn.shares and not turn.shares[who].is_over for turn in battle.order.turns)


@settings(max_examples=150, deadline=None)
@given(st.lists(_applied | _turns | _turns | _order, min_size=4, max_size=30))
def test_a_condition_ends_when_its_words_say_so(calls: list[Call]) -> None:
    battle = _begun()
    for call in calls:
        if call.action in ("end_turn", "delay"):
            call = Call(action=call.action, actor=next(iter(battle.order.acting), "environment"))
        before, said = battle, _ends(battle)
        outcome = run(ARENA, battle, call)
        if not isinstance(outcome, Done):
            continue
        battle = outcome.battle
        left = {effect.id for _, effect in _effects(battle)}
        for id, (bearer, words) in said.items():
            if bearer not in battle.combatants or call.action == "set_condition":
                continue
            if id not in left:
                assert _may_end(words, bearer, before, outcome), f"{call.action}: gone, but it was {words}"


@settings(max_examples=60, deadline=None)
@given(st.lists(_applied, min_size=1, max_size=6), st.lists(_turns | _order, max_size=12))
def test_no_condition_of_the_order_outlives_two_rounds(applied: list[Call], calls: list[Call]) -> None:
    """Whoever drops out, is removed, is absent or delays: all that waits for a turn or some rounds ends."""
    battle = _begun()
    for call in (*applied, *calls):
        if call.action in ("end_turn", "delay"):
            call = Call(action=call.action, actor=next(iter(battle.order.acting), "environment"))
        outcome = run(ARENA, battle, call)
        battle = outcome.battle if isinstance(outcome, Done) else battle
    last, until = battle.order.round + 5, {effect.id for _, effect in _effects(battle) if effect.until != "combat"}
    for _ in range(60):
        if battle.order.round >= last or not any(can_act(battle, who) for who in battle.combatants):
            break
        outcome = run(ARENA, battle, Call(action="end_turn", actor=next(iter(battle.order.acting), "environment")))
        if not isinstance(outcome, Done):
            break
        battle = outcome.battle
    if battle.order.round >= last:
        assert not until & {effect.id for _, effect in _effects(battle)}
