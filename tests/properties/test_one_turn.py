"""Nobody ends two turns of their own in a round, however groups and the initiative order are changed meanwhile."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from model.engine.calls import Call
from model.engine.run import Done, run
from model.engine.turns import can_act
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.order import OWN_PLACE
from tests.support.arena import ARENA, duel
from tests.support.edits import done
from tests.support.table import SAMPLES, answered, in_combat

PEOPLE = ("anna-1", "bert-2", "cora-3", "dora-4")

_who = st.sampled_from(PEOPLE)
_end = st.just(Call(action="end_turn"))
_of_actors = st.builds(
    lambda id, who: Call(action=id, actor=who),
    st.sampled_from(("leave_order", "join_order", "take_held_turn", "delay")),
    _who,
)
_grouped = st.builds(
    lambda id, those: Call(action=id, targets=tuple(sorted(those)), options={"name": "Gang"} if id == "group" else {}),
    st.sampled_from(("group", "ungroup", "join_order")),
    st.sets(_who, min_size=1, max_size=3),
)
_order = st.builds(
    lambda id, slot, before: Call(action=id, options={"slot": slot} | ({"before": before} if id == "reorder" else {})),
    st.sampled_from(("reorder", "go_now")),
    _who,
    _who,
)


def _turns_ended(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """Those whose whole turn ends with this call."""
    turn = battle.order.turn
    if call.action != "end_turn" or turn is None or battle.order.slots[turn.slot].left:
        return ()
    return tuple(who for who in battle.order.acting if who in PEOPLE)


@settings(max_examples=200, deadline=None)
@given(st.lists(_end | _end | _of_actors | _grouped | _order, min_size=4, max_size=30))
@example(
    [
        Call(action="end_turn"),
        Call(action="group", targets=("anna-1", "dora-4"), options={"name": "Gang"}),
        *[Call(action="end_turn")] * 4,
    ]
)
def test_nobody_has_two_turns_in_a_round(calls: list[Call]) -> None:
    fresh: Any = duel()
    battle: AnyBattle = done(fresh, "start_fight", order=list(PEOPLE))
    ended: Counter[tuple[int, Id]] = Counter()
    for call in calls:
        outcome = run(ARENA, battle, call)
        if not isinstance(outcome, Done):
            continue
        for who in _turns_ended(battle, call):
            ended[battle.order.round, who] += 1
            assert ended[battle.order.round, who] == 1, f"{who} ends a second turn in round {battle.order.round}"
        battle = outcome.battle


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_nobody_has_two_turns_in_a_round_of_any_game(sample: Path, data: st.DataObject) -> None:
    """Where a game counts down, on no step of the countdown."""
    ruleset, battle = in_combat(sample, is_low=False)
    who = st.sampled_from([one.id for one in battle.combatants.values() if can_act(battle, one.id)][:6])
    regrouped = st.builds(
        lambda action, those: Call(
            action=action,
            actor=min(those),
            targets=() if action == "leave_order" else tuple(sorted(those)),
            options={"name": "Gang"} if action == "group" else {},
        ),
        st.sampled_from(("group", "ungroup", "join_order", "leave_order")),
        st.sets(who, min_size=1, max_size=3),
    )
    ended: Counter[tuple[int, int | None, Id]] = Counter()
    for call in data.draw(st.lists(_end | _end | regrouped, min_size=4, max_size=24)):
        order, turn = battle.order, battle.order.turn
        if call.action == "end_turn":
            call = replace(call, actor=next(iter(order.acting), "environment"))
        after = answered(ruleset, battle, call, is_low=False)
        if after is None:
            continue
        if call.action == "end_turn" and turn is not None and order.slots[turn.slot].kind in OWN_PLACE:
            for one in order.acting:
                ended[order.round, order.slots[turn.slot].segment, one] += 1
        battle = after
        assert max(ended.values(), default=1) == 1, ended
