"""Dice as somebody types them: every form that is understood, and the sentence for every one that is not."""

import pytest

from model.dice.answers import Counts, Faces, Sum, Total, Word
from model.dice.requests import DiceRequest, combat_dice, pool, sum_of

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
        (ATTACK, "==11", ["2d6", "cannot come to 1:", "2 to 12"]),
        (ATTACK, "=-3", ["2d6", "-3"]),
        (ATTACK, "fumble", ["fumble", "Attack", "hit, miss, damage"]),
        (ATTACK, "4 x", ["“x”"]),
        (ATTACK, "", ["not dice", "type the faces"]),
        (ATTACK, "?", ["“?”", "not dice"]),
        (ATTACK, "4 5 =", ["not dice"]),
        (ATTACK, "3/1", ["Attack", "only combat dice"]),
        (ATTACK, "9" * 5_000, ["Attack", "2d6", "too much"]),
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
