"""Without map and picture the players' screen shows the messages, large, and no half of it stays empty."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter

from gui.player.page import Page
from gui.player.text_layout import NAME, STRONG
from model.view.elements import with_layout
from model.view.layout import FULL, THEATRE
from model.view.map import HealthView, MapView, replace
from model.view.players import ActionView, PlayersView
from tests.gui.player.painted import Painted, Words, painted
from tests.gui.player.views import docks, row

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
TOLD = (
    "Apex moves to the container yard.",
    "The man in the red coat shoots at Apex and misses.",
    "Crimson hits the man in the red coat. The man in the red coat is hurt.",
)
LONG = "The drone fires a burst at Crimson, at Apex and at the doctor. " * 6


def view(*messages: str, people: int = 4, dice: bool = True) -> PlayersView:
    """Return a view of a fight without a map: its messages, the newest last, and `people` combatants."""
    lines = tuple(ActionView(title="", sentence=sentence) for sentence in messages)
    action = docks().action
    assert action is not None
    newest = replace(action, sentence=messages[-1], dice=action.dice if dice else ()) if messages else None
    rows = tuple(
        row(f"Fighter {number}", "pc" if number < 3 else "npc", HealthView(text="hurt"), is_now=number == 0)
        for number in range(people)
    )
    whole = replace(docks(), map=MapView(), zones=None, order=rows, now="Fighter 0", log=lines, action=newest)
    return with_layout(whole, THEATRE)


def found(page: Painted, sentence: str) -> list[Words]:
    """Return the lines of text that show a sentence; empty if it is not shown, or not as a whole."""
    for first in range(len(page.words)):
        for last in range(first + 1, min(first + 10, len(page.words)) + 1):
            lines = list(page.words[first:last])
            if " ".join(line.text for line in lines) == sentence:
                return lines
    return []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("people", [1, 4, 16])
def test_what_was_told_stands_on_the_screen_the_newest_first_and_largest(people: int, size: tuple[int, int]) -> None:
    page = painted(view(*TOLD, people=people), size)
    newest, older = found(page, TOLD[2]), found(page, TOLD[1])
    assert newest
    assert older
    first, second = newest[0], older[0]
    assert newest[-1].box.bottom() < second.box.top()
    assert first.capital >= STRONG.capital * size[1] * 0.98
    assert first.capital > second.capital or first.weight > second.weight


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("messages", [(), TOLD, (LONG,), (*TOLD, LONG), (LONG,) * 8], ids=["none", "3", "1", "4", "8"])
@pytest.mark.parametrize("people", [1, 4, 16])
def test_no_words_cover_others_or_leave_the_screen(
    messages: tuple[str, ...], people: int, size: tuple[int, int]
) -> None:
    page = painted(view(*messages, people=people), size)
    lines = [words for words in page.words if words.text]
    for words in lines:
        assert 0 <= words.box.left() <= words.box.right() <= size[0]
        assert 0 <= words.box.top() <= words.box.bottom() <= size[1]
    left = sorted((one for one in lines if one.box.right() < size[0] / 2), key=lambda one: one.box.top())
    for upper, lower in pairwise(left):
        assert not upper.box.adjusted(1, 1, -1, -1).intersects(lower.box), (upper.text, lower.text)


@pytest.mark.parametrize(
    "shown",
    [view(*TOLD), view(), view(*TOLD, people=16), replace(view(*TOLD), phase="ended", now="", next="")],
    ids=["told", "nothing told", "many", "over"],
)
def test_no_third_of_the_height_is_empty_beside_the_order(shown: PlayersView) -> None:
    """Empty means neither words nor tokens. Earlier, half of the screen was empty for two thirds of its height."""
    size = (1920, 1080)
    image = QImage(*size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    Page().paint(painter, QSizeF(*size), shown)
    painter.end()
    ground = image.pixel(2, 2)
    used = [any(image.pixel(x, y) != ground for x in range(4, 900, 4)) for y in range(size[1])]
    longest = run = 0
    for is_used in used:
        run = 0 if is_used else run + 1
        longest = max(longest, run)
    assert longest < size[1] / 3


def test_what_has_no_dice_is_told_once() -> None:
    page = painted(view(*TOLD, dice=False), (1920, 1080))
    (first, *_) = found(page, TOLD[2])
    assert len([words for words in page.words if words.text.startswith("Crimson hits")]) == 1
    assert first.capital > STRONG.capital * 1080 * 1.1, "it is not the strip that tells it"


def test_few_rows_have_large_names_and_many_the_usual_ones() -> None:
    (few,) = painted(view(*TOLD, people=4), (1920, 1080)).find("Fighter 2")
    (many,) = painted(view(*TOLD, people=16), (1920, 1080)).find("Fighter 2")
    assert many.capital == pytest.approx(NAME.capital * 1080, rel=0.05)
    assert few.capital > 1.3 * many.capital


def test_where_it_is_nobodys_turn_the_title_is_large() -> None:
    waiting = with_layout(PlayersView(phase="waiting", order=docks().order), THEATRE)
    (title,) = painted(waiting, (1920, 1080)).find("Before combat")
    assert title.capital > NAME.capital * 1080


def test_a_battle_without_a_map_tells_it_in_the_full_layout_too() -> None:
    whole = replace(docks(), map=MapView(), log=(ActionView(title="", sentence=TOLD[0]),))
    assert found(painted(with_layout(whole, FULL), (1920, 1080)), TOLD[0])


def test_under_a_picture_of_the_scene_nothing_more_is_told() -> None:
    whole = replace(docks(), scene="ab12cd34.png", log=(ActionView(title="", sentence=TOLD[0]),))
    assert not found(painted(with_layout(whole, THEATRE), (1920, 1080)), TOLD[0])
