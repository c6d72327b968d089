"""What a row of the roll table says: the chance before the dice, afterwards what they were measured by."""

from __future__ import annotations

from gui.models.roll_table import RollRow
from model.dice.answers import Faces
from model.dice.requests import sum_of
from model.state.base import replace
from model.state.texts import Ruling

OPEN = RollRow(
    id="attack.ana",
    request=sum_of("attack.ana", "Attack", "2d6", bonus=3, against=11),
    by="ana",
    name="Ana",
)
"""8 or more on 2d6: 15 of 36."""


def test_before_the_dice_a_row_says_what_they_need_and_how_likely_that_is() -> None:
    assert OPEN.needed_words() == "42 % · 8 or more"
    assert OPEN.needed_words(is_brief=True) == "42 % · 8+"


def test_after_the_dice_it_says_what_they_were_measured_by_and_no_chance() -> None:
    """A team's rows said 42 %, then 100 % beside `Miss`."""
    miss = Ruling(key="hit", title="Hit", is_true=False, computed=False, total=9, against=11, roll="attack.ana")
    thrown = replace(OPEN, answer=Faces((2, 4)), result="Miss", ruling=miss)
    assert thrown.needed_words() == "9 against 11"
    assert replace(thrown, ruling=None).needed_words() == "8 or more", "another one's roll may decide"
    decided = replace(thrown, request=sum_of("attack.ana", "Attack", "2d6", bonus=3, against=3))
    assert "%" not in decided.needed_words()
