"""To end a round early is to end every turn of it in which nothing is done, in every game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.battle import AnyBattle
from tests.support.table import SAMPLES, answered, in_combat


def traces(battle: AnyBattle) -> Any:
    """What is left of turns: sheets, effects without their ids and moments, who is out, whose turn it is."""
    return (
        battle.order.round,
        battle.order.phase,
        battle.order.acting,
        [(debt.who, debt.since) for debt in battle.order.owed],
        {
            who: (
                one.sheet,
                one.is_out,
                Counter((effect.kind, effect.amount, effect.note, effect.until) for effect in one.effects.values()),
            )
            for who, one in battle.combatants.items()
        },
    )


def turn_by_turn(ruleset: Ruleset, battle: AnyBattle, *, is_low: bool) -> AnyBattle | None:
    """The battle after the end of every turn until the next round begins."""
    round = battle.order.round
    for _ in range(120):
        if battle.order.round != round or not battle.order.is_acting:
            return battle
        who = next(iter(battle.order.acting), "environment")
        after = answered(ruleset, battle, Call(action="end_turn", actor=who), is_low=is_low)
        if after is None:
            return None
        battle = after
    return None


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_to_end_a_round_is_to_end_each_of_its_turns(sample: Path, data: st.DataObject) -> None:
    """Whatever conditions there are, before or in the middle of the round, turns given up among them."""
    is_low = data.draw(st.booleans(), label="low dice")
    ruleset, battle = in_combat(sample, is_low=is_low)
    kinds = sorted(kind for kind, known in ruleset.conditions.items() if known.relation is None)
    people = sorted(who for who, one in battle.combatants.items() if one.is_present and not one.is_out)
    for kind, who in data.draw(st.lists(st.tuples(st.sampled_from(kinds), st.sampled_from(people)), max_size=4)):
        call = Call(action="set_condition", targets=(who,), options={"condition": kind})
        battle = answered(ruleset, battle, call, is_low=is_low) or battle
    for _ in range(data.draw(st.integers(0, 3), label="turns taken")):
        who = next(iter(battle.order.acting), "environment")
        battle = answered(ruleset, battle, Call(action="end_turn", actor=who), is_low=is_low) or battle
    if not battle.order.is_acting or battle.order.turn is None:
        return
    slow, fast = (
        turn_by_turn(ruleset, battle, is_low=is_low),
        answered(ruleset, battle, Call(action="end_round"), is_low=is_low),
    )
    # Where the environment has something to do, its turn still comes.
    if fast is not None and fast.order.round == battle.order.round:
        fast = turn_by_turn(ruleset, fast, is_low=is_low)
    if slow is not None and fast is not None:
        assert traces(fast) == traces(slow)
