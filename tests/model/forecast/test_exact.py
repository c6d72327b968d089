"""Forecasts against exact figures: an attack, an opposed task, duels to first damage and to the end in every game.

The results of an attack are worked out by hand from the rules, compared with the exact odds, and put into a Markov
chain that is solved in fractions: the chance to win from every pair of healths.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.odds import weigh
from model.engine.ruleset import Ruleset
from model.forecast.fight import Fights
from model.forecast.results import PARTY, wilson
from model.forecast.silent import SilentAsk, SilentRun
from model.rulesets import RULESETS
from model.rulesets.families.ogc.sheet import Given
from model.rulesets.zamani.table import Row, default_table
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.behaviour import Behaviour, Behaviours
from model.state.board import Board, Place, Zone
from model.state.order import Order
from model.state.texts import Refusal
from tests.support.five_against_five import SAMPLES
from tests.support.sample_battles import sample

RUNS, FIGHTS = 60, 20
NEAR = 3.5
"""Tolerance of figures in standard deviations: one in 2,000 is as far off by chance."""
ROUNDS = 1_000
"""More rounds than any of these duels takes, because the chain has no last round."""

Blow = Mapping[int, Fraction]
"""The chance of each loss of health by an attack; the rest to 1 is the chance of no loss."""


class Duel(NamedTuple):
    """Two combatants who only attack each other, the party's first."""

    ruleset: Ruleset
    battle: AnyBattle
    own: Id
    other: Id
    blows: tuple[Blow, Blow]
    healths: tuple[int, int]

    def won(self) -> Fraction:
        """Return the chance that the first of the two wins."""
        return won(self.healths, self.blows)


def won(healths: tuple[int, int], blows: tuple[Blow, Blow]) -> Fraction:
    """Return the chance that the first attacker wins: the chain is solved, with its loop of two misses taken out."""
    mine, yours = ({loss: way for loss, way in blow.items() if loss} for blow in blows)
    miss = [1 - sum(blow.values(), Fraction(0)) for blow in (mine, yours)]

    @cache
    def first(own: int, other: int) -> Fraction:
        """Return the chance before the first one attacks."""
        strikes = sum(
            (way * (Fraction(1) if loss >= other else second(own, other - loss)) for loss, way in mine.items()),
            Fraction(0),
        )
        answered = sum((way * first(own - loss, other) for loss, way in yours.items() if loss < own), Fraction(0))
        return (strikes + miss[0] * answered) / (1 - miss[0] * miss[1])

    @cache
    def second(own: int, other: int) -> Fraction:
        """Return the chance before the other one attacks."""
        struck = sum((way * first(own - loss, other) for loss, way in yours.items() if loss < own), Fraction(0))
        return struck + miss[1] * first(own, other)

    return first(*healths)


# ------------------------------------------------------------------------------------------------------------ the duels


_YARD = Zone(id="yard", name="Yard")


def two(game: str, own: Mapping[str, Any], other: Mapping[str, Any], gear: Mapping[str, Any]) -> Duel:
    """Return a duel of the first armed combatant of each side of a sample, in one zone, with changed sheet and gear."""
    ruleset, battle = sample("zamani-caravan-road" if game == "zamani" else SAMPLES[game])
    combatants, items = {}, {}
    for number, (side, sheet) in enumerate((("pc", own), ("npc", other))):
        one = next(one for one in battle.combatants.values() if one.side == side and battle.items_of(one.id))
        place = Place(x=4.0 * number, y=0.0, zone="yard")
        changed = replace(one.sheet, **sheet)
        combatants[one.id] = replace(one, sheet=changed, effects={}, place=place, is_hidden=False)
        weapon = battle.items_of(one.id)[0]
        items[weapon.id] = replace(weapon, gear=replace(weapon.gear, **gear))
    board = Board(zones={"yard": _YARD})
    battle = replace(battle, combatants=combatants, items=items, board=board, order=Order(), players={}, tasks={})
    first, second = combatants
    return Duel(ruleset, battle, first, second, ({}, {}), (0, 0))


def evenly(chance: Fraction, *losses: int) -> Blow:
    """Return a blow that hits with this chance and takes each of these losses equally often."""
    blow: dict[int, Fraction] = {}
    for loss in losses:
        blow[loss] = blow.get(loss, Fraction(0)) + chance / len(losses)
    return blow


def of_the_family(game: str, health: int) -> Duel:
    """AV 9 + 2d6: DV 16 needs 7 or more, 21 of 36; DV 17 needs 8 or more, 15 of 36. Damage is 1d6 + level 2 - 1."""
    own = {"given": Given(av=9, dv=17), "health_max": health, "dr": 1}
    other = {"given": Given(av=9, dv=16), "health_max": health, "dr": 1}
    gear = {"level": 2, "type": "normal", "range_m": 10}
    blows = evenly(Fraction(21, 36), 2, 3, 4, 5, 6, 7), evenly(Fraction(15, 36), 2, 3, 4, 5, 6, 7)
    return two(game, own, other, gear)._replace(blows=blows, healths=(health, health))


def wasteland(health: int) -> Duel:
    """A single success hits. With target number 13, three d20 (aiming re-rolls one) miss with 7/20 each; with 8, with
    12/20. Damage is one combat die: 1, 2, 0, 0, 1, 1. None of it reaches 5, so no combatant is injured.
    """
    own = {"agility": 9, "skills": {"small_guns": 4}, "tags": (), "defense": 1, "hp_max": health, "hp": health}
    other = {"agility": 6, "skills": {"small_guns": 2}, "tags": (), "defense": 1, "hp_max": health, "hp": health}
    gear = {"variant": "small_guns", "ideal": "close", "damage": 1, "ammo": None, "qualities": (), "effects": {}}
    blows = evenly(1 - Fraction(7, 20) ** 3, 1, 2, 0, 0, 1, 1), evenly(1 - Fraction(12, 20) ** 3, 1, 2, 0, 0, 1, 1)
    return two("wasteland", own, other, gear)._replace(blows=blows, healths=(health, health))


def effort(health: int) -> Duel:
    """1d10 + attack 2 + 1 for the weapon against defence 8 hits on 5 to 10, 6 of 10; against 9, 5 of 10. Damage: 1d10.

    An initiative bonus of 20 makes the first combatant act first in every round.
    """
    plain = {"dexterity": 0, "attack": 2, "armour": 0, "health_max": health}
    gear = {"attack": 1, "damage": "1d10", "range_m": 100, "range_max_m": 100, "magazine": 0}
    duel = two("effort", plain | {"defence": 9, "initiative_bonus": 20}, plain | {"defence": 8}, gear)
    blows = evenly(Fraction(6, 10), *range(1, 11)), evenly(Fraction(5, 10), *range(1, 11))
    return duel._replace(blows=blows, healths=(health, health))


def zamani(health: int) -> Duel:
    """50 % and 40 %, with a table on which margins of 25 or more are medium hits and smaller ones light hits.

    Of 50 faces, 25 (1 to 25) have a margin of 25 or more and 25 a smaller one; of 40 faces, 15 and 25. With rating 4, a
    medium hit takes 8 points and a light one 4.
    """
    duel = two(
        "zamani",
        {"dexterity": 9, "skills": {}, "max_damage": health, "dead_at": 99, "given": {"percent": 50, "initiative": 9}},
        {"dexterity": 8, "skills": {}, "max_damage": health, "dead_at": 99, "given": {"percent": 40, "initiative": 8}},
        {"rating": 4, "reach_m": 5.0},
    )
    light, medium = (Row(margin_min=least, cells=(code,)) for least, code in ((0, "L"), (25, "M")))
    table = replace(default_table(), columns=(0,), rows=(light, medium), strikes=())
    battle = replace(duel.battle, shared=replace(duel.battle.shared, table=table))
    blows = {4: Fraction(25, 100), 8: Fraction(25, 100)}, {4: Fraction(25, 100), 8: Fraction(15, 100)}
    return duel._replace(battle=battle, blows=blows, healths=(health, health))


DUELS = {
    "zerospace": lambda: of_the_family("zerospace", 9),
    "kalos": lambda: of_the_family("kalos", 9),
    "wasteland": lambda: wasteland(3),
    "effort": lambda: effort(12),
    "zamani": lambda: zamani(12),
}
AGGRESSIVE = Behaviour(stance="aggressive", holds_position=True, keeps_points=99)
BEHAVIOURS = Behaviours(sides={"pc": AGGRESSIVE, "npc": AGGRESSIVE})


@pytest.fixture(params=DUELS)
def duel(request: pytest.FixtureRequest) -> Duel:
    return DUELS[request.param]()


def attack_of(duel: Duel, who: Id, target: Id) -> Call:
    usual = duel.ruleset.usual_attack(duel.battle, who)
    assert usual is not None
    return replace(usual, targets=(target,))


def done(duel: Duel, battle: AnyBattle, call: Call) -> AnyBattle:
    after = SilentRun("start").act(duel.ruleset, battle, call)
    assert not isinstance(after, Refusal), after
    return after


def test_the_blows_that_are_worked_out_by_hand_are_those_of_the_odds(duel: Duel) -> None:
    """The odds with aiming are those of the attack with the condition applied."""
    pairs = ((duel.own, duel.other), (duel.other, duel.own))
    for (who, target), blow in zip(pairs, duel.blows, strict=True):
        battle = duel.battle
        if "aim" in duel.ruleset.actions and duel.ruleset.tactics.before_attack(battle, who):
            battle = done(duel, battle, Call(action="aim", actor=who))
        odds = weigh(duel.ruleset, battle, attack_of(duel, who, target))
        spread = odds.distribution(target, "damage")
        assert {loss: way for loss, way in spread.items() if loss} == {loss: way for loss, way in blow.items() if loss}


def is_within(exact: Fraction, count: int) -> bool:
    low, high = wilson(count, FIGHTS)
    return low <= exact <= high


def covered(exact: Fraction) -> float:
    """Return the chance that a run's interval contains the exact figure: only near 95 %, because counts are whole."""
    ways = (
        math.comb(FIGHTS, count) * float(exact) ** count * float(1 - exact) ** (FIGHTS - count)
        for count in range(FIGHTS + 1)
        if is_within(exact, count)
    )
    return sum(ways)


def is_near(found: int, chance: float, of: int) -> bool:
    return abs(found - chance * of) <= NEAR * math.sqrt(chance * (1 - chance) * of)


def agree(exact: Fraction, counts: Sequence[int]) -> bool:
    """Whether the exact chance is within the intervals of as many runs as expected, and near the total of all runs.

    Intervals of 95 % contain it in 95 of 100 runs on average: a correct forecast has some more or fewer, whatever its
    seeds are. A forecast that is always a little off is found by all runs together.
    """
    within = sum(is_within(exact, count) for count in counts)
    promised = covered(exact)
    assert 0.92 <= promised <= 0.99
    return is_near(within, promised, len(counts)) and is_near(sum(counts), float(exact), len(counts) * FIGHTS)


def victories(duel: Duel, seed: str) -> list[int]:
    """Return the number of fights that the party wins, by run."""
    battle = replace(duel.battle, behaviours=BEHAVIOURS)
    runs = (Fights(duel.ruleset, battle, f"{seed}-{run}", ROUNDS) for run in range(RUNS))
    return [sum(those.fight(number).outcome == PARTY for number in range(FIGHTS)) for those in runs]


@pytest.mark.slow
def test_a_duel_agrees_with_the_markov_chain(duel: Duel) -> None:
    exact = duel.won()
    assert Fraction(1, 10) < exact < Fraction(9, 10), "a duel that says something"
    assert agree(exact, victories(duel, "markov"))


def with_health(duel: Duel, health: int) -> Duel:
    """Return the duel with this health on both sides."""
    battle = duel.battle
    for who in (duel.own, duel.other):
        battle = done(duel, battle, Call(action="hurt", targets=(who,), options={"amount": duel.healths[0] - health}))
    return duel._replace(battle=battle, healths=(health, health))


@pytest.mark.slow
def test_a_duel_to_first_blood_agrees_with_exact_odds(duel: Duel) -> None:
    """With 1 health on both sides, the first who deals damage wins: p / (1 - (1 - p) (1 - q))."""
    first = with_health(duel, 1)
    p, q = (sum((way for loss, way in blow.items() if loss), Fraction(0)) for blow in duel.blows)
    exact = p / (1 - (1 - p) * (1 - q))
    assert exact == first.won()
    assert agree(exact, victories(first, "blood"))


@pytest.mark.quick_cases(2)
def test_an_attack_agrees_with_exact_odds(duel: Duel) -> None:
    """The number of silent attacks that take health, compared with the chance worked out by hand."""
    exact = sum((way for loss, way in duel.blows[1].items() if loss), Fraction(0))
    battle, who = duel.battle, duel.other
    if duel.ruleset.tactics.before_attack(battle, who):
        battle = done(duel, battle, Call(action="aim", actor=who))
    health = duel.ruleset.health
    assert health is not None
    call, before, counts = attack_of(duel, who, duel.own), health.value(battle, duel.own), []
    for number in range(RUNS):
        run = SilentRun(f"blow-{number}")
        after = [run.act(duel.ruleset, battle, call) for _ in range(FIGHTS)]
        counts.append(sum(not isinstance(one, Refusal) and health.value(one, duel.own) < before for one in after))
    assert agree(exact, counts)


class _CountingAsk(SilentAsk):
    """Counts the successes that the odds would measure."""

    successes = 0
    resolve = Ask.resolve

    def measure(self, who: Id, name: str, value: Any = True) -> None:
        _CountingAsk.successes += bool(name == "success" and value)


class Counting(SilentRun):
    asker = _CountingAsk


def test_an_opposed_task_agrees_with_exact_odds() -> None:
    """2d6 + Agility 2 + Stealth 2 against 8 + Reason 2 + Perception 2 needs 8 or more: 15 of 36 throws."""
    ruleset = RULESETS["zerospace"]
    duel = of_the_family("zerospace", 12)
    sheets = ({"agility": 2, "skills": {"stealth": 2}}, {"reason": 2, "skills": {"perception": 2}})
    battle = duel.battle
    for who, sheet in zip((duel.own, duel.other), sheets, strict=True):
        one = battle.combatants[who]
        battle = battle.with_combatant(replace(one, sheet=replace(one.sheet, **sheet)))
    call = Call(
        action="task",
        actor=duel.own,
        targets=(duel.other,),
        options={"skill": "stealth", "against": "perception", "attribute": "agility", "against_attribute": "reason"},
    )
    exact = weigh(ruleset, battle, call).chance(duel.own, "success")
    assert exact == Fraction(15, 36)
    counts = []
    for number in range(RUNS):
        run, _CountingAsk.successes = Counting(f"task-{number}"), 0
        for _ in range(FIGHTS):
            assert not isinstance(run.act(ruleset, battle, call), Refusal)
        counts.append(_CountingAsk.successes)
    assert agree(exact, counts)
