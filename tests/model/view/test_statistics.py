"""The evening in numbers: luck by exact shares, damage by who lost it, and a table that no spreadsheet calculates."""

from __future__ import annotations

import random

import pytest

from model.view.statistics import Tally, csv_text, luck


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


def test_a_name_that_looks_like_a_formula_is_none() -> None:
    rows = [Tally('=SUM("x")', turns=2, seconds=90, dealt=5, taken=3, hits=1, chances=[0.5, 0.5]), Tally("Ann")]
    assert csv_text(rows).splitlines() == [
        "Combatant,Turns,Minutes,Attacks,Hits,Expected hits,Percentile,Dealt,Taken",
        '"\'=SUM(""x"")",2,1.5,2,1,1.00,50.0,5,3',
        "Ann,0,0.0,0,0,0.00,,0,0",
    ]
