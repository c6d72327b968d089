"""Odds of a group attack as a whole, compared with every throw of its dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from model.dice.answers import Sum
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.group_attack import group_odds
from model.engine.run import Done, Due, run
from model.rulesets import RULESETS
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from tests.support.make_zerospace_samples import dockside_ambush

ZEROSPACE = RULESETS["zerospace"]
TWO_DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}


def of_name(battle: AnyBattle, name: str) -> Id:
    return next(one.id for one in battle.combatants.values() if one.name == name)


def turn_of(battle: AnyBattle, name: str) -> AnyBattle:
    """Start the fight at the turn of the group of the combatant with this name."""
    slot = battle.order.slot_of(of_name(battle, name))
    assert slot is not None
    order = [slot.id, *(id for id in battle.order.sequence if id != slot.id)]
    outcome = run(ZEROSPACE, battle, Call(action="start_fight", options={"order": order}))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def by_every_throw(battle: AnyBattle, call: Call, target: Id) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chance of at least one hit, the chance that the target drops, and its mean loss, by every throw."""
    any_hit = drop = mean = Fraction(0)
    waiting = [(call, Fraction(1))]
    while waiting:
        now, chance = waiting.pop()
        outcome = run(ZEROSPACE, battle, now)
        if isinstance(outcome, Due):
            requests = [want.request for want in outcome.wanted if isinstance(want.request, DiceRequest)]
            assert len(requests) == len(outcome.wanted)
            ways = [TWO_DICE if one.count == 2 else dict.fromkeys(range(1, 7), 1) for one in requests]
            for sums in product(*(way.items() for way in ways)):
                answers = {one.id: Sum(sum=total) for one, (total, _) in zip(requests, sums, strict=True)}
                shares = (Fraction(way, sum(its.values())) for its, (_, way) in zip(ways, sums, strict=True))
                waiting.append((replace(now, answers=now.answers | answers), chance * prod(shares)))
            continue
        assert isinstance(outcome, Done), outcome
        any_hit += chance * any(ruling.is_true for ruling in outcome.note.rulings)
        drop += chance * outcome.battle.combatants[target].is_out
        losses = (roll.total or 0 for roll in outcome.note.rolls if roll.id.endswith("/damage"))
        mean += chance * sum(max(0, loss) for loss in losses)
    return any_hit, drop, mean


def of_two(battle: AnyBattle, target: Id) -> Call:
    """Return the group's attack by only the last two of its four members, who are near enough."""
    first, *_ = (slot.members for slot in battle.order.slots.values() if len(slot.members) == 4)
    aims = dict.fromkeys(first[:2], "")
    return Call(action="group_attack", actor=first[2], targets=(target,), options={"aims": aims})


@pytest.fixture
def battle() -> AnyBattle:
    """The turn of four minions; Apex has 5 Health and resists 2."""
    ambush = dockside_ambush()
    apex = ambush.combatants[of_name(ambush, "Apex")]
    hurt = replace(apex, sheet=replace(apex.sheet, health=5))
    return turn_of(ambush.with_combatant(hurt), "Minion 1")


def test_two_attacks_come_to_what_all_their_throws_come_to(battle: AnyBattle) -> None:
    """AV 4 against DV 15 needs an 11 or 12: 3 of 36. At least one of two hits: 1 - (11/12)² = 23/144."""
    apex = of_name(battle, "Apex")
    call = of_two(battle, apex)
    (found,) = group_odds(ZEROSPACE, battle, call)
    assert found.any_hit == Fraction(23, 144)
    assert (found.any_hit, found.drop, found.mean) == by_every_throw(battle, call, apex)


def test_one_who_falls_to_any_hit_drops_as_probably_as_one_hits(battle: AnyBattle) -> None:
    apex = battle.combatants[of_name(battle, "Apex")]
    unnamed = battle.with_combatant(replace(apex, sheet=replace(apex.sheet, is_unnamed=True)))
    (found,) = group_odds(ZEROSPACE, unnamed, of_two(unnamed, apex.id))
    assert (found.drop, found.mean) == (found.any_hit, 0)


def test_nothing_is_told_where_an_attack_changes_the_next_one(battle: AnyBattle) -> None:
    """A target is distracted only for the first attack, so the second one meets another Defence Value."""
    apex = of_name(battle, "Apex")
    outcome = run(ZEROSPACE, battle, Call(action="set_condition", targets=(apex,), options={"condition": "distracted"}))
    assert isinstance(outcome, Done)
    assert group_odds(ZEROSPACE, outcome.battle, of_two(outcome.battle, apex)) == ()
