"""Exact odds sum to one and agree with counting every throw and with icepool."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.dice.answers import Faces, Sum, Word
from model.dice.outcomes import Combined, folded, total
from model.dice.readings import at_or_over, counted, read
from model.dice.requests import pool, sum_of
from model.engine.ask import Ask
from model.engine.calls import Call, Option, Taken
from model.engine.odds import Odds, OddsCache, TooManyRuns, weigh
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action
from model.engine.run import Done, run
from model.rulesets.wasteland.checks import DAMAGE_READING, EFFECT_READING, combat_dice
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text
from tests.support.arena import ARENA, arena, duel
from tests.support.region_attack import attack_by_icepool, region_attack

STRIKE = Call(action="strike", actor="anna-1", targets=("bert-2",))
THROW = Call(action="throw", actor="anna-1", targets=("bert-2", "cora-3"))
Throw = Callable[[AnyBattle, Call, Ask], "AnyBattle | Refusal"]


def odds_of(act: Throw, call: Call = THROW) -> Odds:
    """Return the odds of an action made for one test."""
    return weigh(arena(Action(id="throw", title="Throw", run=act, targets="many")), duel(), call)


def chances(die: Any) -> dict[Any, Fraction]:
    """Return a die of icepool as probabilities by outcome."""
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


def sums(spread: dict[Any, Fraction]) -> Fraction:
    return sum(spread.values(), Fraction(0))


@given(needed=st.integers(-5, 25), bonus=st.integers(-3, 8))
def test_two_dice_reach_a_number_as_often_as_icepool_says(needed: int, bonus: int) -> None:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        roll = ask.roll(sum_of("r", "Roll", "2d6", bonus=bonus), "anna-1")
        ask.measure("anna-1", "hit", ask.verdict("hit", "Hit", roll, at_least=needed))
        return battle

    odds = odds_of(act)
    expected = chances(2 @ icepool.d6 + bonus >= needed)
    assert odds.distribution("anna-1", "hit") == expected
    assert odds.runs == len(expected)


@given(count=st.integers(0, 5), target=st.integers(0, 20), twice=st.integers(0, 20))
def test_pools_with_double_successes_agree_with_icepool(count: int, target: int, twice: int) -> None:
    successes = counted(20, max(target, twice), twice)

    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        ask.measure("anna-1", "successes", ask.roll(pool("p", "Pool", count), "anna-1").read(successes))
        return battle

    die = icepool.d20.map(lambda face: 2 if face <= twice else 1 if face <= max(target, twice) else 0)
    assert odds_of(act).distribution("anna-1", "successes") == chances(count @ die if count else icepool.Die([0]))


@given(count=st.integers(1, 8))
def test_damage_and_effects_of_combat_dice_come_together_as_icepool_says(count: int) -> None:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        ask.measure("x", "both", ask.roll(combat_dice("d", "Damage", count), "x").read(DAMAGE_READING, EFFECT_READING))
        return battle

    one = icepool.Die([icepool.Vector(both) for both in zip(DAMAGE_READING, EFFECT_READING, strict=True)])
    expected = {tuple(outcome): chance for outcome, chance in chances(count @ one).items()}
    assert odds_of(act).distribution("x", "both") == expected


def test_later_questions_about_the_same_dice_know_the_earlier_answers() -> None:
    """At least 8, and if so: by how much, and the number of sixes; otherwise the number of ones."""

    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        roll = ask.roll(sum_of("r", "Roll", "2d6"), "x")
        if roll.at_least(8):
            ask.measure("x", "margin", roll.total(then=lambda total: total - 8))
            ask.measure("x", "sixes", roll.read(at_or_over(6, 6)))
        else:
            ask.measure("x", "ones", roll.read((1, 0, 0, 0, 0, 0)))
        return battle

    expected: dict[str, dict[int, Fraction]] = {"margin": {}, "sixes": {}, "ones": {}}

    def add(name: str, value: int) -> None:
        expected[name][value] = expected[name].get(value, Fraction(0)) + Fraction(1, 36)

    for throw in itertools.product(range(1, 7), repeat=2):
        if sum(throw) >= 8:
            add("margin", sum(throw) - 8)
            add("sixes", throw.count(6))
        else:
            add("ones", throw.count(1))
    odds = odds_of(act)
    assert {name: odds.distribution("x", name) for name in expected} == expected
    assert sums(odds.distribution("x", "margin")) == Fraction(15, 36)


Question_ = tuple[int, tuple[int, ...], int]
QUESTIONS = st.lists(
    st.tuples(st.integers(0, 1), st.tuples(*[st.integers(0, 2)] * 4), st.integers(1, 4)), min_size=1, max_size=5
)


@given(questions=QUESTIONS, counts=st.tuples(st.integers(1, 3), st.integers(1, 2)))
def test_any_chain_of_questions_agrees_with_counting_every_throw(
    questions: list[Question_], counts: tuple[int, int]
) -> None:
    """Each question reads one of two throws of four-sided dice; after a no, the next question is skipped."""

    def walk(ask_yes: Callable[[int, tuple[int, ...], int], bool]) -> tuple[bool, ...]:
        found: list[bool] = []
        skip = False
        for which, reading, least in questions:
            if skip:
                skip = False
                continue
            found.append(ask_yes(which, reading, least))
            skip = not found[-1]
        return tuple(found)

    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        rolls = [ask.roll(pool(f"r{index}", "Roll", count, 4), "x") for index, count in enumerate(counts)]
        ask.measure("x", "way", walk(lambda which, reading, least: rolls[which].at_least(least, reading)))
        return battle

    expected: dict[tuple[bool, ...], Fraction] = {}
    whole = 4 ** sum(counts)
    for first in itertools.product(range(1, 5), repeat=counts[0]):
        for second in itertools.product(range(1, 5), repeat=counts[1]):
            throws = (first, second)
            way = walk(lambda which, reading, least: read(throws[which], reading) >= least)  # noqa: B023
            expected[way] = expected.get(way, Fraction(0)) + Fraction(1, whole)
    odds = odds_of(act)
    assert odds.distribution("x", "way") == dict(sorted(expected.items()))
    assert sums(odds.distribution("x", "way")) == 1


# ------------------------------------------------------------------------------------------ a whole attack


def brute_force(call: Call, attack: range = range(1, 7)) -> dict[int, Fraction]:
    """Return the damage of a strike, by running the action on every throw of its dice."""
    found: dict[int, Fraction] = {}
    for first, second, third in itertools.product(attack, range(1, 7), range(1, 7)):
        dice = {"attack": Faces(faces=(first, second)), "damage": Faces(faces=(third,))}
        done = run(ARENA, duel(), replace(call, answers=call.answers | dice))
        assert isinstance(done, Done)
        lost = sum(20 - one.sheet.health for one in done.battle.combatants.values())
        found[lost] = found.get(lost, Fraction(0)) + Fraction(1, 36 * 6)
    return found


@pytest.mark.parametrize(
    "call",
    [
        STRIKE,
        replace(STRIKE, options={"aim": 2}),
        replace(STRIKE, answers={"duck": Option(option="duck")}),
        replace(STRIKE, overrides={"attack": 0}),
        replace(STRIKE, options={"far": True}, anyway=("far",)),
    ],
)
def test_odds_of_an_attack_are_what_the_attack_does_over_all_dice(call: Call) -> None:
    odds = weigh(ARENA, duel(), call)
    spread = odds.distribution("bert-2", "damage")
    missed = 1 - odds.chance("bert-2", "hit")
    assert {0: missed} | spread == brute_force(call)
    assert sums(spread) == odds.chance("bert-2", "hit")
    assert odds.refusal is None


def test_dice_that_lie_on_the_table_are_known() -> None:
    hit = weigh(ARENA, duel(), replace(STRIKE, answers={"attack": Sum(sum=9)}))
    assert hit.chance("bert-2", "hit") == 1
    assert sums(hit.distribution("bert-2", "damage")) == 1
    missed = weigh(ARENA, duel(), replace(STRIKE, answers={"attack": Faces(faces=(1, 1))}))
    assert missed.measures == {}
    known = weigh(ARENA, duel(), replace(STRIKE, answers={"damage": Faces(faces=(3,))}))
    assert known.distribution("bert-2", "damage") == {5: Fraction(30, 36)}


def test_an_answer_that_does_not_fit_is_not_taken_as_known() -> None:
    odds = weigh(ARENA, duel(), replace(STRIKE, answers={"attack": Faces(faces=(9, 9))}))
    assert odds.chance("bert-2", "hit") == Fraction(30, 36)


def test_damage_named_at_the_attack_is_known_to_odds_too() -> None:
    odds = weigh(ARENA, duel(), replace(STRIKE, answers={"attack": Word(word="damage", amount=6)}))
    assert odds.distribution("bert-2", "damage") == {5: Fraction(1)}


def test_an_interruption_counts_with_its_own_dice() -> None:
    leap = Taken(call=Call(action="jump", actor="cora-3"))
    odds = weigh(ARENA, duel(), replace(STRIKE, answers={"jump": leap}))
    assert odds.chance("cora-3", "hit") == Fraction(30, 36)
    assert odds.chance("bert-2", "hit") == 0
    assert odds.distribution("cora-3", "damage") == {damage: Fraction(30, 36) / 6 for damage in range(4, 10)}


def test_the_gms_verdict_is_certain() -> None:
    assert weigh(ARENA, duel(), replace(STRIKE, overrides={"hit": True})).chance("bert-2", "hit") == 1
    assert weigh(ARENA, duel(), replace(STRIKE, overrides={"hit": False})).chance("bert-2", "hit") == 0


def test_choices_take_their_default_or_what_was_answered() -> None:
    question = Question(
        id="way",
        title=text("Which?"),
        options=(Choice(key="easy", label="Easy"), Choice(key="hard", label="Hard")),
        default="hard",
    )

    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        least = 3 if ask.choose(question, "x") == "easy" else 6
        if ask.roll(sum_of("r", "Roll", "1d6"), "x").at_least(least):
            ask.measure("x", "hit")
        return battle

    assert odds_of(act).chance("x", "hit") == Fraction(1, 6)
    easy = replace(THROW, answers={"way": Option(option="easy")})
    assert odds_of(act, easy).chance("x", "hit") == Fraction(4, 6)


# ------------------------------------------------------------------------------------------ several targets


def test_independent_targets_are_weighed_one_by_one_behind_a_common_roll() -> None:
    """One common d6; from 3 upwards, each target is in danger and rolls its own d6."""
    needs = {"bert-2": 3, "cora-3": 5}

    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        common = ask.roll(sum_of("blast", "Blast", "1d6"), "x")
        if not common.at_least(3):
            return battle
        ask.measure("x", "went_off")

        def one(target: str) -> None:
            own = ask.roll(sum_of(f"dodge.{target}", "Dodge", "1d6"), target)
            if own.at_least(needs[target]):
                ask.measure(target, "damage", common.total(then=lambda total: total * 2))

        ask.each(call.targets, one)
        return battle

    odds = odds_of(act)
    assert odds.chance("x", "went_off") == Fraction(4, 6)
    assert odds.distribution("bert-2", "damage") == {face * 2: Fraction(4, 36) for face in (3, 4, 5, 6)}
    assert odds.distribution("cora-3", "damage") == {face * 2: Fraction(2, 36) for face in (3, 4, 5, 6)}


def test_targets_add_up_in_runs_and_do_not_multiply() -> None:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        def one(target: str) -> None:
            ask.measure(target, "roll", ask.roll(sum_of(f"r.{target}", "Roll", "1d6"), target).total())

        ask.each(tuple(f"minion-{index}" for index in range(30)), one)
        return battle

    odds = odds_of(act)
    assert odds.runs == 1 + 30 * 6
    assert odds.distribution("minion-29", "roll") == {face: Fraction(1, 6) for face in range(1, 7)}


def test_targets_within_targets_are_weighed_too() -> None:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        def outer(target: str) -> None:
            if not ask.roll(sum_of(f"a.{target}", "First", "1d6"), target).at_least(4):
                return

            def inner(shot: str) -> None:
                if ask.roll(sum_of(f"b.{target}.{shot}", "Second", "1d6"), target).at_least(6):
                    ask.measure(target, shot)

            ask.each(("first", "second"), inner)

        ask.each(call.targets, outer)
        return battle

    odds = odds_of(act)
    for target in THROW.targets:
        for shot in ("first", "second"):
            assert odds.chance(target, shot) == Fraction(1, 12)


# ------------------------------------------------------------------------------------------ limits


def test_what_splits_too_often_has_no_odds_and_says_so() -> None:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        for index in range(5):
            ask.roll(sum_of(f"r{index}", "Roll", "1d20"), "x").total()
        return battle

    with pytest.raises(TooManyRuns):
        odds_of(act)
    ruleset = arena(Action(id="throw", title="Throw", run=act, targets="many"))
    assert OddsCache().weigh(ruleset, duel(), THROW) is None


def test_refused_calls_have_no_odds_but_the_refusal() -> None:
    for call, part in (
        (Call(action="dance"), "no action"),
        (replace(STRIKE, options={"far": True}), "far away"),
        (replace(STRIKE, targets=()), "needs a target"),
    ):
        odds = weigh(ARENA, duel(), call)
        assert odds.refusal is not None
        assert part in odds.refusal.sentence.template
        assert odds.measures == {}


def test_odds_are_kept_for_the_same_battle_and_call_only() -> None:
    cache, battle = OddsCache(size=2), duel()
    first = cache.weigh(ARENA, battle, STRIKE)
    assert cache.weigh(ARENA, battle, replace(STRIKE)) is first
    assert cache.weigh(ARENA, duel(), STRIKE) is not first
    assert cache.weigh(ARENA, battle, replace(STRIKE, options={"aim": 1})) != first


# ------------------------------------------------------------------------------------------ pools by location


def test_an_attack_with_five_d20_and_eight_combat_dice_agrees_with_icepool_in_few_runs() -> None:
    """Hit by successes, location by a d20, damage by combat dice with effects, less the resistance of the location."""
    ruleset = arena(region_attack())
    odds = weigh(ruleset, duel(), Call(action="shoot", actor="anna-1", targets=("bert-2",)))
    expected = attack_by_icepool()
    assert odds.chance("bert-2", "hit") == expected.hit
    assert odds.distribution("bert-2", "damage") == expected.damage
    assert odds.distribution("bert-2", "injury") == expected.injury
    assert sums(odds.distribution("bert-2", "damage")) == expected.hit
    assert odds.runs < 2_000


def test_its_damage_on_the_table_is_read_from_the_same_faces() -> None:
    """Three successes, one of them extra; a leg, which resists 1; five damage and two effects: 5 + 2 + 1 - 1."""
    ruleset = arena(region_attack())
    dice = {
        "attack": Faces(faces=(1, 9, 14, 20, 17)),
        "location": Faces(faces=(15,)),
        "damage": Faces(faces=(1, 2, 3, 4, 5, 6, 3, 3)),
    }
    done = run(ruleset, duel(), Call(action="shoot", actor="anna-1", targets=("bert-2",), answers=dice))
    assert isinstance(done, Done)
    assert done.battle.combatants["bert-2"].sheet.health == 20 - 7
    assert done.note.rulings[0].total == 3


def test_targets_resolved_to_the_end_are_weighed_each_alone() -> None:
    """One throw for an area decides for both: 2d6 against 7 and 9; then a damage die for each target that is hit."""
    needs = {"bert-2": 7, "cora-3": 9}

    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        roll = ask.roll(sum_of("r", "Roll", "2d6"), "anna-1")

        def struck(hits: tuple[tuple[str, bool], ...]) -> AnyBattle:
            for who, is_hit in hits:
                ask.measure(who, "hit", is_hit)
                if is_hit:
                    damage = ask.roll(sum_of(f"damage.{who}", "Damage", "1d6"), "anna-1")
                    ask.measure(who, "damage", damage.total())
            return battle

        return ask.each(needs, lambda who: (who, ask.verdict(f"hit.{who}", "Hit", roll, at_least=needs[who])), struck)

    odds = odds_of(act)
    assert odds.chance("bert-2", "hit") == Fraction(21, 36)
    assert odds.chance("cora-3", "hit") == Fraction(10, 36)
    assert odds.distribution("cora-3", "damage") == {face: Fraction(10, 216) for face in range(1, 7)}
    assert odds.runs == 1 + 2 * (1 + 6), "a miss and six faces for each, not seven times seven"


@given(bonuses=st.lists(st.integers(-2, 4), min_size=1, max_size=4), needed=st.integers(2, 14))
def test_throws_gathered_agree_with_icepool(bonuses: list[int], needed: int) -> None:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        rolls = [ask.roll(sum_of(f"r{at}", "Roll", "2d6", bonus=bonus), "x") for at, bonus in enumerate(bonuses)]
        ask.measure("x", "hit", ask.resolve(Combined((folded(max, *map(total, rolls)),), lambda best: best >= needed)))
        return battle

    reached = icepool.map(lambda *sums: max(sums) >= needed, *(2 @ icepool.d6 + bonus for bonus in bonuses))
    odds = odds_of(act)
    assert odds.distribution("x", "hit") == chances(reached)
    assert odds.runs <= 2


def test_dice_after_everything_is_measured_cost_nothing() -> None:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        ask.measure("x", "hit", ask.roll(sum_of("r", "Roll", "2d6"), "x").at_least(7))
        ask.all_measured()
        ask.roll(sum_of("push", "Push", "3d6"), "x").total()
        return battle

    odds = odds_of(act)
    assert odds.chance("x", "hit") == Fraction(21, 36)
    assert odds.runs == 2
