"""Explanations list the parts of numbers, and rolls state what they decided."""

from __future__ import annotations

from model.state.base import replace
from model.state.texts import RollRecord, Ruling
from model.view.explanations import explanation_view, faces_text, roll_views, ruling_text, verdict_word
from model.view.viewer import GM
from tests.model.view.entries import ATTACK_VALUE, BATTLE, DEFENCE, HIT, SHOT


def test_rows_carry_sign_rule_and_reason() -> None:
    view = explanation_view(DEFENCE)
    assert [(row.label, row.amount, row.rule) for row in view.rows] == [
        ("Base", "+8", "T-DV"),
        ("Agility", "+4", "T-DV"),
        ("Cover", "+3", "T-COVER"),
        ("Prone", "+3", "T-PRONE"),
    ]
    assert view.total == 15
    assert view.remarks == ("Prone not applied: only the highest bonus counts.",)
    assert not view.is_overridden


def test_the_gms_number_is_a_line_of_its_own() -> None:
    view = explanation_view(ATTACK_VALUE)
    assert view.rows[-1].is_override
    assert view.rows[-1].amount == "−1"
    assert view.total == 9
    assert view.is_overridden


def test_a_roll_says_faces_total_and_what_came_of_it() -> None:
    (view,) = roll_views([SHOT], [HIT], BATTLE, GM)
    assert view.text == "4 5 · 19 against 17 · hit"
    assert (view.by, view.verdict, view.is_success, view.rule) == ("Boomer", "hit", True, "T-HIT")


def test_a_roll_that_decides_nothing_says_its_total() -> None:
    damage = RollRecord(id="damage", title="Damage", by="boomer-2", dice="1d6", faces=(3,), bonus=1, sum=3)
    (view,) = roll_views([damage], [HIT], BATTLE, GM)
    assert view.text == "3 · 4"
    assert view.is_success is None


def test_each_roll_gets_its_own_ruling() -> None:
    second = replace(SHOT, id="leap/attack", faces=(1, 2), sum=3)
    miss = Ruling(key="leap/hit", title="Hit", is_true=False, computed=False, total=13, against=17)
    first, other = roll_views([SHOT, second], [miss, HIT], BATTLE, GM)
    assert first.text == "4 5 · 19 against 17 · hit"
    assert other.text == "1 2 · 13 against 17 · miss"


def test_a_ruling_belongs_to_the_roll_that_it_names_whatever_that_comes_to() -> None:
    pool = RollRecord(id="test", title="Test", by="boomer-2", dice="2d20", faces=(3, 15), sum=18, result="1 success")
    damage = RollRecord(id="damage", title="Damage", by="boomer-2", dice="2d6", faces=(5, 2), sum=7, result="3 damage")
    miss = Ruling(key="hit", title="Hit", is_true=False, computed=False, total=1, against=2, roll="test")
    first, other = roll_views([pool, damage], [miss], BATTLE, GM)
    assert first.text == "3 15 · 1 against 2 · miss"
    assert other.text == "5 2 · 3 damage"


def test_the_gms_word_is_told_apart() -> None:
    said = replace(HIT, is_true=False)
    assert ruling_text(said) == "19 against 17 · miss, by the GM's ruling"


def test_rulings_that_are_no_hits_succeed_or_fail() -> None:
    assert verdict_word(Ruling(key="climb", title="Climb", is_true=True, computed=True)) == "success"
    assert verdict_word(Ruling(key="climb", title="Climb", is_true=False, computed=False)) == "failure"


def test_what_was_said_instead_of_dice() -> None:
    assert faces_text(replace(SHOT, faces=())) == "sum 9"
    assert faces_text(replace(SHOT, faces=(), sum=None, word="hit")) == "hit"


def test_a_ruling_says_in_words_what_it_was_measured_by() -> None:
    plain = Ruling(key="hit", title="Hit", is_true=True, computed=True, total=19, against=18)
    assert ruling_text(plain) == "19 against 18 · hit"
    read = replace(plain, total=1, against=1, measured="margin 57, column 6: X")
    assert ruling_text(read) == "margin 57, column 6: X · hit"
