"""Forecasts against exact figures: an attack, an opposed task, duels to first blood and to the end in every game.

What an attack comes to is worked out by hand from the rules, compared with the exact odds, and put into a Markov chain
that is solved in fractions: who wins from every pair of healths.
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

RUNS, FIGHTS = 100, 20
NEAR = 3.5
"""Standard deviations within which figures have to lie: one in 2,000 is as far off by chance."""
ROUNDS = 1_000
"""More than any of these duels takes: the chain knows no last round."""

DecidingAttack = Mapping[int, Fraction]
"""What an attack takes of its target's health, with its chance; what is missing to 1 takes nothing."""


class Duel(NamedTuple):
    """Two who do nothing but attack each other, the party's first."""

    ruleset: Ruleset
    battle: AnyBattle
    own: Id
    other: Id
    blows: tuple[DecidingAttack, DecidingAttack]
    healths: tuple[int, int]

    def won(self) -> Fraction:
        """The chance that the first of the two wins."""
        return won(self.healths, self.blows)


def won(healths: tuple[int, int], blows: tuple[DecidingAttack, DecidingAttack]) -> Fraction:
    """The chance that whoever strikes first wins: the chain solved, with its loop of two misses taken out."""
    mine, yours = ({loss: way for loss, way in blow.items() if loss} for blow in blows)
    miss = [1 - sum(blow.values(), Fraction(0)) for blow in (mine, yours)]

    @cache
    def first(own: int, other: int) -> Fraction:
        """Before the first one strikes."""
        strikes = sum(
            (way * (Fraction(1) if loss >= other else second(own, other - loss)) for loss, way in mine.items()),
            Fraction(0),
        )
        answered = sum((way * first(own - loss, other) for loss, way in yours.items() if loss < own), Fraction(0))
        return (strikes + miss[0] * answered) / (1 - miss[0] * miss[1])

    @cache
    def second(own: int, other: int) -> Fraction:
        """Before the other one strikes."""
        struck = sum((way * first(own - loss, other) for loss, way in yours.items() if loss < own), Fraction(0))
        return struck + miss[1] * first(own, other)

    return first(*healths)


# ------------------------------------------------------------------------------------------------------------ the duels


_YARD = Zone(id="yard", name="Yard")


def two(game: str, own: Mapping[str, Any], other: Mapping[str, Any], gear: Mapping[str, Any]) -> Duel:
    """The first of either side in a sample, in one place, with other numbers; so has their first weapon."""
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


def evenly(chance: Fraction, *losses: int) -> DecidingAttack:
    """A hit of this chance that takes each of these as often."""
    blow: dict[int, Fraction] = {}
    for loss in losses:
        blow[loss] = blow.get(loss, Fraction(0)) + chance / len(losses)
    return blow


def of_the_family(game: str, health: int) -> Duel:
    """AV 9 with 2d6: DV 16 takes 7 or more, 21 of 36; DV 17 takes 8 or more, 15 of 36. 1d6 and level 2, less 1."""
    own = {"given": Given(av=9, dv=17), "health_max": health, "dr": 1}
    other = {"given": Given(av=9, dv=16), "health_max": health, "dr": 1}
    gear = {"level": 2, "type": "normal", "range_m": 10}
    blows = evenly(Fraction(21, 36), 2, 3, 4, 5, 6, 7), evenly(Fraction(15, 36), 2, 3, 4, 5, 6, 7)
    return two(game, own, other, gear)._replace(blows=blows, healths=(health, health))


def wasteland(health: int) -> Duel:
    """A single success hits. Of 13 and under: three d20 miss with 7/20 each, since aiming throws one again; of 8 and
    under with 12/20. One combat die: 1, 2, nothing, nothing, 1, 1. Nothing is under 5, so that nobody is injured.
    """
    own = {"agility": 9, "skills": {"small_guns": 4}, "tags": (), "defense": 1, "hp_max": health, "hp": health}
    other = {"agility": 6, "skills": {"small_guns": 2}, "tags": (), "defense": 1, "hp_max": health, "hp": health}
    gear = {"variant": "small_guns", "ideal": "close", "damage": 1, "ammo": None, "qualities": (), "effects": {}}
    blows = evenly(1 - Fraction(7, 20) ** 3, 1, 2, 0, 0, 1, 1), evenly(1 - Fraction(12, 20) ** 3, 1, 2, 0, 0, 1, 1)
    return two("wasteland", own, other, gear)._replace(blows=blows, healths=(health, health))


def effort(health: int) -> Duel:
    """1d10 and an attack of 2 and 1 for the weapon against a defence of 8: 5 to 10, 6 of 10; against 9: 5 of 10. 1d10
    damage. A bonus of 20 makes the first of them act first in every round.
    """
    plain = {"dexterity": 0, "attack": 2, "armour": 0, "health_max": health}
    gear = {"attack": 1, "damage": "1d10", "range_m": 100, "range_max_m": 100, "magazine": 0}
    duel = two("effort", plain | {"defence": 9, "initiative_bonus": 20}, plain | {"defence": 8}, gear)
    blows = evenly(Fraction(6, 10), *range(1, 11)), evenly(Fraction(5, 10), *range(1, 11))
    return duel._replace(blows=blows, healths=(health, health))


def zamani(health: int) -> Duel:
    """50 % and 40 %, on a table on which margins of 25 and more are medium hits, those under it light ones.

    Of 50 faces 25 have a margin of 25 and more (1 to 25), 25 less; of 40 faces 15 and 25. Rating 4: 8 and 4 points.
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
    """The odds of aiming are those of the attack with the condition on."""
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
    """The chance that the interval of a run contains the exact figure: 95 %, but for how counts fall."""
    ways = (
        math.comb(FIGHTS, count) * float(exact) ** count * float(1 - exact) ** (FIGHTS - count)
        for count in range(FIGHTS + 1)
        if is_within(exact, count)
    )
    return sum(ways)


def is_near(found: int, chance: float, of: int) -> bool:
    return abs(found - chance * of) <= NEAR * math.sqrt(chance * (1 - chance) * of)


def agree(exact: Fraction, counts: Sequence[int]) -> bool:
    """Whether the exact chance lies within the interval of as many runs as it does by chance, and near all of them.

    An interval of 95 % promises 95 of 100 on average: a forecast that is right gives some more or fewer, whatever its
    seeds are. One that is a little off all the time shows in all runs together.
    """
    within = sum(is_within(exact, count) for count in counts)
    promised = covered(exact)
    assert 0.92 <= promised <= 0.99
    return is_near(within, promised, len(counts)) and is_near(sum(counts), float(exact), len(counts) * FIGHTS)


def victories(duel: Duel, seed: str) -> list[int]:
    """How many fights of each run the party wins."""
    battle = replace(duel.battle, behaviours=BEHAVIOURS)
    runs = (Fights(duel.ruleset, battle, f"{seed}-{run}", ROUNDS) for run in range(RUNS))
    return [sum(those.fight(number).outcome == PARTY for number in range(FIGHTS)) for those in runs]


@pytest.mark.slow
def test_a_duel_agrees_with_the_markov_chain(duel: Duel) -> None:
    exact = duel.won()
    assert Fraction(1, 10) < exact < Fraction(9, 10), "a duel that says something"
    assert agree(exact, victories(duel, "markov"))


def with_health(duel: Duel, health: int) -> Duel:
    """The same with so much health on either side."""
    battle = duel.battle
    for who in (duel.own, duel.other):
        battle = done(duel, battle, Call(action="hurt", targets=(who,), options={"amount": duel.healths[0] - health}))
    return duel._replace(battle=battle, healths=(health, health))


@pytest.mark.slow
def test_a_duel_to_first_blood_agrees_with_exact_odds(duel: Duel) -> None:
    """With one point of health the first who does any damage wins: p / (1 - (1 - p) (1 - q))."""
    first = with_health(duel, 1)
    p, q = (sum((way for loss, way in blow.items() if loss), Fraction(0)) for blow in duel.blows)
    exact = p / (1 - (1 - p) * (1 - q))
    assert exact == first.won()
    assert agree(exact, victories(first, "blood"))


@pytest.mark.quick_cases(2)
def test_an_attack_agrees_with_exact_odds(duel: Duel) -> None:
    """How often a silent attack takes health, against the chance that is worked out by hand."""
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
    """Counts the successes that odds would be told of."""

    successes = 0
    resolve = Ask.resolve

    def measure(self, who: Id, name: str, value: Any = True) -> None:
        _CountingAsk.successes += bool(name == "success" and value)


class Counting(SilentRun):
    asker = _CountingAsk


def test_an_opposed_task_agrees_with_exact_odds() -> None:
    """Agility 2, Stealth 2 and 2d6 against 8, Reason 2 and Perception 2: 8 and more, 15 of 36 throws."""
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
