"""Statistics of a game night: luck by exact chances, damage by combatant, and a table that contains no formulas."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest
from msgspec import Meta

from model.engine import turns
from model.engine.calls import Call
from model.engine.displays import PoolDisplay
from model.engine.ruleset import Ruleset
from model.engine.run import may
from model.session import Session
from model.state.base import replace
from model.state.battle import AnyBattle, Player
from model.state.texts import Note
from model.view.statistics import (
    Figures,
    Merged,
    Odds,
    Played,
    Share,
    Shots,
    Tallies,
    Tally,
    csv_text,
    figures_of,
    luck,
    shots_of,
)
from tests.support import toy
from tests.support.table import SAMPLES, carried_out, in_combat


def test_luck_counts_those_with_as_many_hits_half() -> None:
    # Two coins: no hit 1/4, one 1/2, two 1/4.
    assert luck([0.5, 0.5], 0).percentile == pytest.approx(0.125)
    assert luck([0.5, 0.5], 1).percentile == pytest.approx(0.5)
    assert luck([0.5, 0.5], 2).percentile == pytest.approx(0.875)
    assert luck([0.5, 0.5], 2).expected == 1.0
    assert luck([], 0).percentile is None
    assert luck([1.0], 1).percentile == pytest.approx(0.5), "what is certain is no luck"


def test_percentiles_agree_with_a_simulation_of_100_000_draws() -> None:
    chances = [5 / 12, 1 / 6, 3 / 4, 11 / 12, 1 / 36, 1 / 2, 2 / 3]
    dice = random.Random(18)
    drawn = [sum(dice.random() < chance for chance in chances) for _ in range(100_000)]
    for hits in range(len(chances) + 1):
        below, same = sum(one < hits for one in drawn), sum(one == hits for one in drawn)
        assert luck(chances, hits).percentile == pytest.approx((below + same / 2) / 100_000, abs=0.006)


class Points(Player):
    """A player with points."""

    plot_points: Annotated[int, Meta(title="Plot points", ge=0, le=99)] = 0


def played(before: AnyBattle, after: AnyBattle, call: Call, seconds: float = 1.0) -> Played:
    return Played(call, Note(), before, after, seconds)


def test_what_is_spent_are_pools_of_their_own_and_points_of_their_player() -> None:
    battle = toy.battle()
    player = Points(id="kim", name="Kim", characters=("ann",), plot_points=3)
    before = replace(battle, players={"kim": player})
    ann = before.combatants["ann"]
    after = replace(
        before.with_combatant(replace(ann, sheet=replace(ann.sheet, skill=0))),
        players={"kim": replace(player, plot_points=1)},
    )
    skill = PoolDisplay(key="skill", title="Breath", value=lambda battle, who: battle.combatants[who].sheet.skill)
    game = replace(toy.TOY, displays=(skill,), player=Points)
    (share,) = figures_of(game, played(before, after, Call(action="rest", actor="bob"))).shares
    assert share.who == "ann"
    assert dict(share.spent) == {"Breath": 1, "Plot points": 2}
    assert figures_of(game, played(after, before, Call(action="rest", actor="bob"))).shares == (), "what comes back"


def test_each_combat_has_rounds_of_its_own() -> None:
    """Steps before, in two rounds of a combat, between the combats, and in the first round of another one."""
    tallies = Tallies()
    for round in (0, 1, 1, 2, 2, 0, 1, 1):
        tallies.add(Figures(round, (), False), toy.battle())
    assert tallies.rounds == [(1, 1), (3, 2), (6, 1)]


def test_what_each_step_adds_is_summed() -> None:
    tallies, battle = Tallies(), toy.battle()
    for taken, health in ((3, (10, 7)), (2, (7, 5)), (0, None)):
        spent = (("Breath", 2),) if taken else ()
        bob = Share(who="bob", turns=1, seconds=1.5, dealt=4, taken=taken, spent=spent, health=health)
        tallies.add(Figures(1, (bob,), is_attack=True), battle)
    tally = tallies.by_id["bob"]
    assert (tally.turns, tally.seconds, tally.dealt, tally.taken, tally.spent) == (3, 4.5, 12, 5, {"Breath": 4})
    assert [(one.step, one.points) for one in tally.health] == [(0, 10), (1, 7), (2, 5)]


def test_a_combat_of_one_round_is_followed_by_the_first_round_of_the_next() -> None:
    tallies = Tallies()
    for round in (1, 1, 0, 1):
        tallies.add(Figures(round, (), False), toy.battle())
    assert tallies.rounds == [(0, 1), (3, 1)]


def test_a_long_evening_is_as_lucky_attack_by_attack_as_at_once() -> None:
    chances = [(number % 7 + 1) / 9 for number in range(700)]
    growing = Odds()
    for chance in chances:
        growing.add([chance])
        growing.luck(0)
    hits = round(sum(chances)) + 5
    spread = np.ones(1)
    for chance in chances:
        spread = np.convolve(spread, [1 - chance, chance])
    expected = spread[:hits].sum() + spread[hits] / 2
    assert growing.luck(hits).percentile == pytest.approx(expected, abs=1e-12)
    assert growing.copy().luck(hits) == luck(chances, hits)
    assert luck(chances, 0).percentile == pytest.approx(0.0, abs=1e-12)
    assert luck(chances, 700).percentile == pytest.approx(1.0)


def test_a_pause_counts_for_ten_minutes_at_most() -> None:
    battle = toy.battle()
    session = Session.create(None, toy.TOY, battle).session
    assert session is not None
    session.act(Call(action="start_fight"))
    (actor,) = session.battle.order.acting
    figures = figures_of(toy.TOY, played(session.battle, session.battle, Call(action="rest", actor=actor), 3_000))
    assert figures.shares == (Share(who=actor, seconds=600.0),)


def test_rows_of_several_battles_are_added_up_by_name_and_side() -> None:
    first = Tally("Ann", "pc", turns=2, dealt=5, hits=1, odds=Odds([0.5]), spent={"Breath": 1})
    second = Tally("Ann", "pc", turns=1, dealt=2, hits=0, odds=Odds([0.5]), spent={"Breath": 2, "Luck": 1})
    (ann, other) = Merged([first, second, Tally("Ann", "npc", dealt=1)]).rows
    assert (ann.turns, ann.dealt, ann.hits, ann.spent) == (3, 7, 1, {"Breath": 3, "Luck": 1})
    assert ann.luck.percentile == pytest.approx(0.5), "one hit of two coins"
    assert (other.side, other.dealt) == ("npc", 1)


def test_a_name_that_looks_like_a_formula_is_none() -> None:
    rows = [Tally('=SUM("x")', turns=2, seconds=90, dealt=5, taken=3, hits=1, odds=Odds([0.5, 0.5])), Tally("Ann")]
    assert csv_text(rows).splitlines() == [
        "Combatant,Turns,Minutes,Attacks,Hits,Expected hits,Percentile,Dealt,Taken",
        '"\'=SUM(""x"")",2,1.5,2,1,1.00,50.0,5,3',
        "Ann,0,0.0,0,0,0.00,,0,0",
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))
def test_hits_and_misses_of_every_game_are_counted(sample: Path) -> None:
    """Attacks that hit with the lowest dice and miss with the highest, or the other way about, count both times."""
    ruleset, battle = in_combat(sample, is_low=False)
    found = [counted for call in attacks(ruleset, battle) if (counted := both(ruleset, battle, call))]
    assert found, "no attack hits with some dice and misses with others"
    for low, high in found:
        assert {low.hits, high.hits} == {0, 1}
        assert 0 < low.chances[0] < 1
        assert len(low.chances) == 1


def attacks(ruleset: Ruleset, battle: AnyBattle) -> Iterator[Call]:
    """Yield usual attacks of those who act, each on one opponent."""
    for who in battle.order.acting:
        usual = ruleset.usual_attack(battle, who)
        for other in battle.combatants.values():
            if usual is not None and other.side != battle.combatants[who].side and turns.can_act(battle, other.id):
                call = replace(usual, targets=(other.id,))
                yield replace(call, anyway=tuple(one.key for one in may(ruleset, battle, call) if one.can_override))


def both(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Shots, Shots] | None:
    """Return what is counted of an attack with the lowest and the highest dice; None if both hit, miss or are none."""
    steps = [
        Played(call, done.note, battle, done.battle, 1.0)
        for is_low in (True, False)
        if (done := carried_out(ruleset, battle, call, is_low=is_low)) is not None
    ]
    hits = [any(one.key == "hit" and one.is_true for one in step.note.rulings) for step in steps]
    if len(hits) < 2 or hits[0] == hits[1]:
        return None
    low, high = (shots_of(ruleset, step) for step in steps)
    assert low is not None, "the lowest dice are not counted"
    assert high is not None, "the highest dice are not counted"
    return low, high
