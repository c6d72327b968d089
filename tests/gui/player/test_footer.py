"""The line about the last action: what came of it is never cut short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF

from gui.player.footer import brief
from gui.player.page import regions
from model.view.map import replace
from model.view.players import ActionView, DiceView
from tests.gui.player.painted import Painted, painted
from tests.gui.player.views import docks
from tests.support.examples import at_most

SIZES = ((1920, 1080), (1280, 720))
HIT = DiceView(faces=(4, 13), word="hit", is_success=True)
LOCATION = DiceView(faces=(14,), word="left arm")
DAMAGE = DiceView(faces=(3, 6, 1, 5), title="damage")
RAIDER = (("r", "Raider 1"), ("n", "Nora Blackwood"))


def told(shown: Painted, size: tuple[int, int]) -> str:
    """All words left of the initiative order, as one line."""
    panel = regions(QSizeF(*size), with_map=True).panel
    return " ".join(words.text for words in shown.words if words.box.right() < panel.left())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dice", [(), (HIT,), (HIT, LOCATION, DAMAGE)], ids=["none", "one", "three"])
def test_the_whole_outcome_is_read_however_long(dice: tuple[DiceView, ...], size: tuple[int, int]) -> None:
    outcome = (
        "Raider 1 takes 7 damage to the left arm. Raider 1 suffers an injury: the left arm is useless. "
        "Raider 1 drops the hunting rifle of his late grandfather. Raider 1 is down."
    )
    action = ActionView(title="Nora Blackwood → Raider 1", dice=dice, outcome=outcome, sentence=outcome, names=RAIDER)
    shown = painted(replace(docks(), action=action), size)
    words = told(shown, size)
    for part in ("takes 7 damage to the left arm", "the left arm is useless", "late grandfather", "is down."):
        assert part in words, part
    assert words.count("Raider 1 ") == 1 + ("→ Raider 1" in words), "the name is not repeated"
    screen = QRectF(0, 0, *size)
    assert all(screen.contains(one.box) for one in shown.words)
    assert ("Hit" in shown.texts) == (HIT in dice)


def test_the_title_gives_way_before_the_outcome() -> None:
    action = ActionView(
        title="Bartholomew the Unbending of Ravenhold → Raider 1",
        dice=(replace(HIT, faces=(1, 2, 3, 4, 5, 6)),),
        outcome="Raider 1 suffers a broken leg.",
        names=RAIDER,
    )
    words = told(painted(replace(docks(), action=action), SIZES[0]), SIZES[0])
    assert "Raider 1 suffers a broken leg." in words


def test_what_has_no_room_in_four_lines_is_counted_in_whole_sentences() -> None:
    names = tuple((str(at), f"Raider {at}") for at in range(1, 31))
    outcome = " ".join(f"{name} takes {at} damage." for at, name in names)
    action = ActionView(title="Nora", dice=(HIT,), outcome=outcome, names=names)
    words = told(painted(replace(docks(), action=action), SIZES[0]), SIZES[0])
    shown = [name for at, name in names if f"{name} takes {at} damage." in words]
    assert len(shown) >= 6
    assert f"… and {30 - len(shown)} more" in words


def test_of_many_rolls_the_one_that_decided_is_shown() -> None:
    """A team's deciding roll gave way to that of a member who only helped."""
    dice = (
        DiceView(faces=(1, 2), title="attack", word="hit", is_success=True, total=10, by="Halcyon the Bright"),
        DiceView(faces=(1, 1), title="attack", total=10, by="Bulwark of the Northern Gate"),
        DiceView(faces=(3, 1), title="attack", total=12, by="Whisper in the Old Museum"),
    )
    action = ActionView(title="Halcyon the Bright → Thug 1", dice=dice, outcome="Thug 1 is defeated.")
    for size in SIZES:
        words = told(painted(replace(docks(), action=action), size), size)
        assert "Hit" in words
        assert "Thug 1 is defeated." in words


def test_only_what_is_said_of_the_same_one_is_joined() -> None:
    names = ["Thug", "Thug 2", "Dr. No"]
    assert brief("Thug is hurt. Thug is down. Dr. No falls.", names) == "Thug is hurt and is down. Dr. No falls."
    assert brief("Thug is hurt. Thug 2 is down. Thug falls.", names) == "Thug is hurt. Thug 2 is down. Thug falls."
    assert brief("Dr. No falls. Dr. No dies.", names) == "Dr. No falls and dies."
    assert brief("Thug is hurt. Thug falls. Thug is down.", names) == "Thug is hurt, falls and is down."
    # A plan that was typed stays a sentence, and so does what is more than one.
    plans = "Thug plans: hide. Thug walks 9 m."
    assert brief(plans, names) == plans
    several = "Thug stops. It rains. Thug walks 9 m."
    assert brief(several, names) == several
    assert brief("It rains.", []) == "It rains."


@at_most(30)
@given(
    st.lists(st.sampled_from(["Thug takes 3 damage.", "Thug is down.", "Nora steps back.", "It rains."]), max_size=9)
)
def test_joining_loses_no_word_but_names(sentences: list[str]) -> None:
    words = brief(" ".join(sentences), ["Thug", "Nora"])
    for ending in ("takes 3 damage", "is down", "steps back", "It rains"):
        assert words.count(ending) == sum(ending in one for one in sentences)
