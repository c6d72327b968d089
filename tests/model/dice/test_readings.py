"""Results of dice: readings of faces, their exact weights, and results stated by a word in place of dice."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.dice.answers import Counts, DiceAnswer, Faces, Sum, Total, Word
from model.dice.readings import at_or_over, counted, pips, read, weights
from model.dice.requests import DiceRequest, percentile, pool, sum_of
from model.dice.rolls import KnownRoll
from model.rulesets.wasteland.checks import DAMAGE_READING, EFFECT_READING, combat_dice


def test_readings_say_what_each_face_counts() -> None:
    assert read((1, 2, 3, 4, 5, 6), pips(6)) == 21
    assert read((1, 2, 3, 4, 5, 6), DAMAGE_READING) == 1 + 2 + 1 + 1
    assert read((1, 2, 3, 4, 5, 6), EFFECT_READING) == 2
    assert read((3, 10, 11), counted(20, 10, 3)) == 2 + 1
    assert read((4, 5, 6), at_or_over(6, 5)) == 2


def test_two_six_sided_dice_come_to_seven_in_six_of_36_ways() -> None:
    ways = weights(2, 6, (pips(6),))
    assert ways[(7,)] == 6
    assert ways[(2,)] == ways[(12,)] == 1
    assert sum(ways.values()) == 36


def test_no_dice_come_to_nothing() -> None:
    assert weights(0, 6, (pips(6),)) == {(0,): 1}


@given(count=st.integers(0, 4), faces=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=2, max_size=6))
def test_weights_agree_with_counting_every_throw(count: int, faces: list[tuple[int, int]]) -> None:
    first, second = zip(*faces, strict=True)
    counted_out: dict[tuple[int, int], int] = {}
    for throw in itertools.product(range(1, len(faces) + 1), repeat=count):
        key = (read(throw, first), read(throw, second))
        counted_out[key] = counted_out.get(key, 0) + 1
    assert weights(count, len(faces), (first, second)) == counted_out


def roll(request: DiceRequest, answer: DiceAnswer) -> KnownRoll:
    assert request.problem(answer) is None
    return KnownRoll(request, answer, "anna-1")


ATTACK = sum_of("attack", "Attack", "2d6", bonus=3, against=10, words=("hit", "miss", "damage"))


@pytest.mark.parametrize("answer", [Faces(faces=(4, 5)), Sum(sum=9), Total(total=12)])
def test_faces_sum_and_total_say_the_same(answer: DiceAnswer) -> None:
    known = roll(ATTACK, answer)
    assert known.total() == 12
    assert known.at_least(12)
    assert not known.at_least(13)
    assert known.at_most(12)
    assert not known.at_most(11)
    assert known.record.total == 12
    assert known.record.sum == 9


def test_the_gms_word_decides_whatever_is_needed() -> None:
    assert roll(ATTACK, Word(word="hit")).at_least(99)
    assert not roll(ATTACK, Word(word="miss")).at_least(0)
    assert roll(ATTACK, Word(word="damage", amount=6)).at_least(99)


def test_a_hit_by_word_is_just_enough_and_a_miss_just_too_little() -> None:
    assert roll(ATTACK, Word(word="hit")).total() == 10
    assert roll(ATTACK, Word(word="miss")).total() == 9


@pytest.mark.parametrize(("percent", "success", "failure"), [(40, 40, 41), (128, 100, 100), (-5, 1, 1)])
def test_a_word_in_place_of_a_percentage_roll_is_a_face_of_the_die(percent: int, success: int, failure: int) -> None:
    dice = percentile("climb", "Climb", percent, words=("success", "failure"))
    assert roll(dice, Word(word="success")).total() == success
    assert roll(dice, Word(word="failure")).total() == failure


def test_damage_by_word_is_the_final_number() -> None:
    damage = sum_of("damage", "Damage", "1d6", bonus=4, words=("damage",))
    known = roll(damage, Word(word="damage", amount=6))
    assert known.total() == 6
    assert known.record.word == "6 damage"
    assert known.record.total is None
    assert known.record.source == "said"


def test_damage_of_combat_dice_by_word_says_nothing_of_effects() -> None:
    dice = combat_dice("damage", "Damage", 4, words=("damage",))
    assert roll(dice, Word(word="damage", amount=6)).read(DAMAGE_READING, EFFECT_READING) == (6, 0)


def test_combat_dice_may_be_read_off_by_the_one_who_threw_them() -> None:
    known = roll(combat_dice("damage", "Damage", 4), Counts(counts=(5, 2)))
    assert known.read(DAMAGE_READING, EFFECT_READING) == (5, 2)
    assert known.record.word == "5/2"


def test_a_pool_is_measured_by_its_successes() -> None:
    dice = pool("pool", "Pool", 3, against=2, words=("success", "failure"))
    successes, complications = counted(20, 10, 2), at_or_over(20, 20)
    known = roll(dice, Faces(faces=(1, 11, 20)))
    assert known.at_least(2, successes)
    assert not known.at_least(3, successes)
    assert known.read(complications) == 1
    said = roll(dice, Word(word="success"))
    assert said.at_least(2, successes)
    assert said.read(successes, complications) == (2, 0)


def test_what_lies_on_the_table_is_recorded_as_thrown() -> None:
    record = roll(ATTACK, Faces(faces=(5, 4), source="rolled")).record
    assert (record.faces, record.dice, record.bonus, record.source, record.by) == ((5, 4), "2d6", 3, "rolled", "anna-1")
