"""Typed dice: every form that is accepted, and the error message for every form that is not."""

import pytest

from model.dice.answers import Counts, Faces, Sum, Total, Word
from model.dice.requests import Count, DiceRequest, pool, sum_of
from model.dice.rolls import KnownRoll
from model.rulesets.wasteland.checks import combat_dice
from model.state.base import replace

ATTACK = sum_of("attack", "Attack", "2d6", bonus=10, against=14, words=("hit", "miss", "damage"))
PERCENT = sum_of("check", "Check", "1d100")
POOL = pool("pool", "Pool", 3)
COMBAT = combat_dice("damage", "Damage", 3)


@pytest.mark.parametrize(
    ("request_", "typed", "answer"),
    [
        (ATTACK, "4 5", Faces(faces=(4, 5))),
        (ATTACK, " 4,5 ", Faces(faces=(4, 5))),
        (ATTACK, "4, 5", Faces(faces=(4, 5))),
        (ATTACK, "4+5", Faces(faces=(4, 5))),
        (ATTACK, "45", Faces(faces=(4, 5))),
        (ATTACK, "=9", Sum(sum=9)),
        (ATTACK, "= 9", Sum(sum=9)),
        (ATTACK, "==19", Total(total=19)),
        (ATTACK, "hit", Word(word="hit")),
        (ATTACK, "H", Word(word="hit")),
        (ATTACK, "m", Word(word="miss")),
        (ATTACK, "6 damage", Word(word="damage", amount=6)),
        (ATTACK, "6d", Word(word="damage", amount=6)),
        (PERCENT, "100", Faces(faces=(100,))),
        (POOL, "20 1 13", Faces(faces=(20, 1, 13))),
        (COMBAT, "5 6 1", Faces(faces=(5, 6, 1))),
        (COMBAT, "561", Faces(faces=(5, 6, 1))),
        (COMBAT, "4/1", Counts(counts=(4, 1))),
        (COMBAT, "3 / 3", Counts(counts=(3, 3))),
    ],
)
def test_what_is_typed_is_read(request_: DiceRequest, typed: str, answer: object) -> None:
    assert request_.parse(typed) == answer


@pytest.mark.parametrize(
    ("request_", "typed", "parts"),
    [
        (ATTACK, "7 1", ["no 7", "d6"]),
        (ATTACK, "0 1", ["no 0", "d6"]),
        (ATTACK, "4", ["Attack", "2 dice", "not 1"]),
        (ATTACK, "4 5 6", ["2 dice", "not 3"]),
        (ATTACK, "456", ["no 456", "d6"]),
        (ATTACK, "=13", ["2d6", "13", "2 to 12"]),
        (ATTACK, "=1", ["2d6", "2 to 12"]),
        (ATTACK, "==11", ["2d6", "cannot add up to 1:", "2 to 12"]),
        (ATTACK, "=-3", ["2d6", "-3"]),
        (ATTACK, "fumble", ["fumble", "Attack", "hit, miss, damage"]),
        (ATTACK, "4 x", ["“x”"]),
        (ATTACK, "", ["not dice", "type the faces"]),
        (ATTACK, "?", ["“?”", "not dice"]),
        (ATTACK, "4 5 =", ["not dice"]),
        (ATTACK, "3/1", ["Attack", "takes no 3/1"]),
        (ATTACK, "9" * 5_000, ["Attack", "2d6", "too many"]),
        (PERCENT, "101", ["no 101", "d100"]),
        (PERCENT, "hit", ["hit", "Check", "dice"]),
        (POOL, "=30", ["Pool", "every die"]),
        (POOL, "==30", ["Pool", "every die"]),
        (POOL, "21 1 1", ["no 21", "d20"]),
        (POOL, "123", ["no 123"]),
        (COMBAT, "7/0", ["3 combat dice", "7/0"]),
        (COMBAT, "3/4", ["3 combat dice", "3/4"]),
        (COMBAT, "0/1", ["3 combat dice", "0/1"]),
    ],
)
def test_what_cannot_be_read_is_answered_with_a_sentence(request_: DiceRequest, typed: str, parts: list[str]) -> None:
    said = request_.parse(typed)
    assert isinstance(said, str)
    assert all(part in said for part in parts), said


def test_one_die_alone_is_called_a_die() -> None:
    assert "1 die, not 2" in str(sum_of("x", "Luck", "1d6").parse("4 5"))


def test_the_same_dice_under_the_same_id_are_the_same_throw_whatever_is_added() -> None:
    assert ATTACK.is_same_throw(sum_of("attack", "Attack", "2d6", bonus=3))
    assert not ATTACK.is_same_throw(sum_of("attack", "Attack", "3d6"))
    assert not ATTACK.is_same_throw(sum_of("leap", "Attack", "2d6"))


@pytest.mark.rule("WL-CD-01", "WL-CD-02")
def test_combat_dice_are_read_for_the_one_who_threw_them() -> None:
    assert [COMBAT.read_as(face) for face in range(1, 7)] == ["1", "2", "0", "0", "1 + effect", "1 + effect"]
    record = KnownRoll(COMBAT, Faces((5, 3, 2)), "ada-1").record
    assert record.read_as == ("1 + effect", "0", "2")
    assert record.result == "3 damage, 1 effect"
    assert KnownRoll(COMBAT, Counts((4, 2)), "ada-1").record.result == "4 damage, 2 effects"
    assert KnownRoll(COMBAT, Faces((3, 4, 3)), "ada-1").record.result == "no damage"


def test_a_pool_tells_its_successes_and_a_table_its_row_instead_of_a_sum() -> None:
    successes = Count(reading=(2,) + (1,) * 8 + (0,) * 11, one="success", several="successes")
    pool_of_two = pool("test", "Test", 2, counts=(successes,))
    assert [pool_of_two.read_as(face) for face in (1, 9, 10)] == ["2 successes", "1 success", "no success"]
    assert KnownRoll(pool_of_two, Faces((1, 9)), "ada-1").record.result == "3 successes"
    table = replace(sum_of("where", "Where", "1d6"), names=("Head", "Torso", "Torso", "Arm", "Arm", "Leg"))
    record = KnownRoll(table, Faces((4,)), "ada-1").record
    assert (record.read_as, record.result) == (("Arm",), "Arm")
    # Dice that count their faces are described by their total.
    plain = KnownRoll(ATTACK, Faces((4, 5)), "ada-1").record
    assert (plain.read_as, plain.result, plain.total) == ((), "", 19)
