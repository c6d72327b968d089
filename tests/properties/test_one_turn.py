"""Nobody ends two turns of their own in a round, however groups and the initiative order are changed meanwhile."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from model.engine.calls import Call
from model.engine.run import Done, run
from model.state.base import Id
from model.state.battle import AnyBattle
from tests.support.arena import ARENA, duel
from tests.support.edits import done

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
