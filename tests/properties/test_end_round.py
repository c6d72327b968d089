"""To end a round early is to end every turn of it in which nothing is done, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.effects import Moment
from tests.support.table import SAMPLES, answered, in_combat


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


def without_moments(battle: AnyBattle) -> AnyBattle:
    """The battle without when each effect began: consequences come before the next turn begins, or after that."""
    for who, one in battle.combatants.items():
        effects = {id: replace(effect, since=Moment()) for id, effect in one.effects.items()}
        battle = battle.with_combatant(replace(battle.combatants[who], effects=effects))
    return battle


def stirred(ruleset: Ruleset, battle: AnyBattle, data: st.DataObject, *, is_low: bool) -> AnyBattle:
    """The battle after some things that bear on turns: conditions of any length, wounds, delays, groups, turns."""
    kinds = sorted(kind for kind, known in ruleset.conditions.items() if known.relation is None)
    people = sorted(who for who, one in battle.combatants.items() if one.is_present and not one.is_out)
    who, until = (
        st.sampled_from(people),
        st.sampled_from((None, "turn_start", "turn_end", "next_turn_end", "round_end")),
    )
    applied = st.builds(
        lambda kind, bearer, until, clock: Call(
            action="set_condition",
            targets=(bearer,),
            options={"condition": kind} | ({"until": until, "clock": clock} if until else {}),
        ),
        st.sampled_from(kinds), who, until, who,
    )  # fmt: skip
    others = st.builds(
        lambda action, target: Call(action=action, targets=(target,), options={"amount": 6}),
        st.sampled_from(("hurt", "take_out", "bring_back", "set_absent")), who,
    )  # fmt: skip
    grouped = st.builds(
        lambda those: Call(action="group", targets=tuple(sorted(those)), options={"name": "Gang"}),
        st.sets(who, min_size=2, max_size=3),
    )
    of_turns = st.sampled_from(("end_turn", "end_turn", "delay", "act_as", "take_held_turn")).map(
        lambda action: Call(action=action)
    )
    for call in data.draw(st.lists(applied | others | grouped | of_turns, max_size=9)):
        if not call.targets:
            now = next(iter(battle.order.acting), "environment")
            held = next(iter(battle.order.held), now)
            actors = {"act_as": data.draw(who), "take_held_turn": held}
            call = replace(call, actor=actors.get(call.action, now))
        battle = answered(ruleset, battle, call, is_low=is_low) or battle
    return battle


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_to_end_a_round_is_to_end_each_of_its_turns(sample: Path, data: st.DataObject) -> None:
    """Whatever conditions there are, before or in the middle of the round, turns given up, delayed and extra ones."""
    is_low = data.draw(st.booleans(), label="low dice")
    ruleset, battle = in_combat(sample, is_low=is_low)
    battle = stirred(ruleset, battle, data, is_low=is_low)
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
        assert without_moments(fast) == without_moments(slow)
