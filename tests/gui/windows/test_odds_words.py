"""The wording of the odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from gui.controllers.action_controller import Forecast
from gui.panels.odds import LocationOdds, OddsShown, fitted, grouped, needed_words, odds_shown, percent
from model.dice.requests import DiceRequest, pool, sum_of
from model.engine.odds import Odds
from model.engine.ruleset import Measure
from model.state.base import replace
from model.state.texts import Explanation, Part, RollRecord

HITS = Measure(key="hit", title="hits")
DROPS = Measure(key="drop", title="drops")
DAMAGE = Measure(key="damage", title="damage", kind="spread")


@pytest.mark.parametrize(
    ("bonus", "against", "words"),
    [(10, 18, "on 8 or more"), (10, 12, "always"), (10, 11, "always"), (0, 13, "never"), (0, 12, "on 12 or more")],
)
def test_what_the_dice_have_to_show(bonus: int, against: int, words: str) -> None:
    assert needed_words(sum_of("attack", "Attack", "2d6", bonus=bonus, against=against)) == words


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(15, 36), "41.7 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 100_000), "0.1 %"),
        (Fraction(99_999, 100_000), "99.9 %"),
    ],
)
def test_nothing_is_rounded_to_a_certainty(chance: Fraction, words: str) -> None:
    assert percent(chance) == words


def test_the_share_of_hits_and_the_amounts_that_drop() -> None:
    """15 of 36 hit, with six equally likely amounts of damage; 5 and 6 drop the target: 5/36, one hit in three."""
    hit, each = Fraction(15, 36), Fraction(15, 216)
    odds = Odds(
        {
            ("b", "hit"): {True: hit, False: 1 - hit},
            ("b", "drop"): {True: 2 * each},
            ("b", "damage"): dict.fromkeys(range(1, 7), each),
        },
        runs=1,
    )
    shown = odds_shown(odds, (HITS, DROPS, DAMAGE), "b", None)
    assert shown.chance == hit
    assert shown.further == (("drops", Fraction(5, 36), Fraction(1, 3)),)
    assert shown.marked == {"5", "6"}
    assert shown.spread[0] == ("miss", Fraction(21, 36))
    assert sum(chance for _, chance in shown.spread) == 1


def test_once_a_hit_is_rolled_the_number_is_what_is_still_open() -> None:
    """Six equally likely amounts of damage; 5 and 6 drop the target. A hit is certain, and no longer the question."""
    sure, each = Fraction(1), Fraction(1, 6)
    damage = dict.fromkeys(range(1, 7), each)
    known = {("b", "hit"): {True: sure}, ("b", "damage"): damage}
    odds = Odds({**known, ("b", "drop"): {True: 2 * each}}, runs=1)
    shown = odds_shown(odds, (HITS, DROPS, DAMAGE), "b", None, is_decided=True)
    assert (shown.title, shown.chance, shown.further) == ("drops", Fraction(1, 3), ())
    assert shown.marked == {"5", "6"}
    # A hit that needs no roll is told, and where nothing else is open only the damage is shown.
    assert odds_shown(odds, (HITS, DROPS, DAMAGE), "b", None).title == "hits"
    left = odds_shown(Odds({**known, ("b", "drop"): {}}, runs=1), (HITS, DROPS, DAMAGE), "b", None, is_decided=True)
    assert (left.chance, left.spread_title, len(left.spread)) == (None, "damage", 6)


def test_while_dice_of_a_reaction_are_due_the_odds_say_whose_they_are() -> None:
    hit = Fraction(7, 10)
    odds = Odds({("b", "hit"): {True: hit, False: 1 - hit}}, runs=1)
    shown = odds_shown(odds, (HITS,), "b", sum_of("attack", "Attack", "1d10", against=7), whose="Karl")
    assert (shown.first_words, shown.chance) == ("Karl hits", hit)


def test_what_has_nothing_to_do_with_hitting_is_no_share_of_it() -> None:
    """A complication comes up on one roll in ten, whether it hits or not."""
    apart = Measure(key="complication", title="complication", is_apart=True)
    odds = Odds(
        {("b", "hit"): {True: Fraction(1, 2)}, ("b", "complication"): {True: Fraction(1, 10), False: Fraction(9, 10)}},
        runs=1,
    )
    assert odds_shown(odds, (HITS, apart), "b", None).further == (("complication", Fraction(1, 10), None),)


def test_each_place_has_its_share_of_the_hits_and_its_average() -> None:
    """Half of all attacks hit; a quarter of these hit the head, for 4 or 2 with equal chance: 3 on average."""
    by_place = {("Head", 4): Fraction(1, 16), ("Head", 2): Fraction(1, 16), ("Torso", 1): Fraction(3, 8)}
    odds = Odds({("b", "hit"): {True: Fraction(1, 2)}, ("b", "at"): by_place}, runs=1)
    shown = odds_shown(odds, (HITS, Measure(key="at", title="by location", kind="places")), "b", None)
    assert shown.places == (
        LocationOdds("Head", Fraction(1, 4), Fraction(3)),
        LocationOdds("Torso", Fraction(3, 4), Fraction(1)),
    )


def test_bars_are_put_together_where_there_is_no_room_but_misses_and_nothing_stand_alone() -> None:
    bars = (("miss", Fraction(1, 2)), ("0", Fraction(1, 10)), *((str(n), Fraction(1, 20)) for n in range(1, 9)))
    assert [label for label, _, _ in grouped(bars, frozenset(), 10)] == [label for label, _ in bars]
    few = grouped(bars, frozenset({"7", "8"}), 6)
    assert [label for label, _, _ in few] == ["miss", "0", "1–2", "3–4", "5–6", "7–8"]
    assert few[-1] == ("7–8", Fraction(1, 10), True)
    assert not any(is_marked for _, _, is_marked in few[:-1])
    # Amounts from 6 on injure: no bar combines amounts that injure with amounts that do not.
    parted = grouped(bars, frozenset({"6", "7", "8"}), 5)
    assert [(label, is_marked) for label, _, is_marked in parted[2:]] == [("1–3", False), ("4–5", False), ("6–8", True)]


@pytest.mark.parametrize("room", [60, 120, 196, 240, 400])
@pytest.mark.parametrize(("least", "most", "marked"), [(1, 6, 5), (1, 13, 12), (9, 30, 12), (90, 130, 101)])
def test_no_label_of_a_bar_touches_the_next_one(room: int, least: int, most: int, marked: int) -> None:
    """Labels are measured at 6 pixels a sign; `9–12` and `13` once read as `9–1213`."""
    amounts = range(least, most + 1)
    spread = (("miss", Fraction(1, 2)), *((str(n), Fraction(1, 2 * len(amounts))) for n in amounts))
    shown = OddsShown(spread=spread, marked=frozenset(str(n) for n in amounts if n >= marked))
    bars, width = fitted(shown, room, lambda label: 6.0 * len(label))
    assert width * len(bars) <= room + 1e-6
    assert sum(chance for _, chance, _ in bars) == 1
    if room >= 196:
        for (one, *_), (other, *_) in pairwise(bars):
            assert 3.0 * (len(one) + len(other)) < width


def test_a_hit_that_does_nothing_is_no_miss() -> None:
    """Half of the attacks miss, a quarter hit for 0, a quarter for 1."""
    odds = Odds({("b", "hit"): {True: Fraction(1, 2)}, ("b", "damage"): {0: Fraction(1, 4), 1: Fraction(1, 4)}}, runs=1)
    shown = odds_shown(odds, (HITS, DAMAGE), "b", None)
    assert shown.spread == (("miss", Fraction(1, 2)), ("0", Fraction(1, 4)), ("1", Fraction(1, 4)))


def test_without_odds_nothing_is_shown() -> None:
    assert odds_shown(None, (HITS,), "b", None).chance is None


def test_dice_that_must_be_well_under_say_how_far() -> None:
    """45 or less succeeds, but a margin under 20 has no effect: 25 of 100 faces hit."""
    request = DiceRequest(id="attack", title="Attack", count=1, sides=100, against=45, roll_under=True)
    odds = Odds({("b", "hit"): {True: Fraction(25, 100), False: Fraction(75, 100)}}, runs=1)
    assert odds_shown(odds, (HITS,), "b", request).needs == "on 25 or less"
    sure = Odds({("b", "hit"): {True: Fraction(45, 100), False: Fraction(55, 100)}}, runs=1)
    assert odds_shown(sure, (HITS,), "b", request).needs == "on 45 or less"
    # If the hit also depends on something else, no face of this die can be named.
    mixed = Odds({("b", "hit"): {True: Fraction(25, 200), False: Fraction(175, 200)}}, runs=1)
    assert odds_shown(mixed, (HITS,), "b", request).needs == ""


def test_nothing_is_added_to_dice_that_are_read_one_by_one() -> None:
    """A resistance of 0 is not matched with the pool that was rolled, although that pool has no bonus either."""
    resistance = Explanation(key="resistance", title="Resistance", parts=(Part(key="worn", label="Worn", amount=0),))
    attack = Explanation(key="attack", title="Attack", parts=(Part(key="skill", label="Skill", amount=3),))
    thrown = RollRecord(id="test", title="Test", by="a", dice="2d20", faces=(3, 4), sum=7, result="2 successes")
    location = replace(sum_of("location", "Location", "1d20"), names=("Head",) * 20)
    said = RollRecord(id="location.b", title="Location", by="a", dice="1d20", word="left arm", source="said")
    sum = sum_of("attack", "Attack", "2d6", bonus=3)
    throws = (thrown, location, said, pool("p", "Pool", 2), sum)
    assert Forecast((resistance, attack), throws).dice() == {"attack": "2d6"}


def test_nothing_is_added_to_dice_that_are_read_under_a_percentage() -> None:
    """4 less 4 for the armour is 0, as is the bonus of a d100: they are not matched, before or after the roll."""
    damage = Explanation(
        key="damage",
        title="Damage",
        parts=(Part(key="sword", label="Sword", amount=4), Part(key="mail", label="Mail", amount=-4)),
    )
    due = DiceRequest(id="attack", title="Attack", sides=100, against=65, roll_under=True)
    assert Forecast((damage,), (due,)).dice() == {}
    lies = RollRecord(id="attack", title="Attack", by="juma-5", dice="1d100", faces=(20,), sum=20)
    assert Forecast((damage,), (lies,)).dice() == {}
    # It is added to the dice of the damage itself.
    own = RollRecord(id="damage", title="Damage", by="juma-5", dice="1d6", faces=(2,), sum=2)
    assert Forecast((damage,), (own,)).dice() == {"damage": "1d6"}
