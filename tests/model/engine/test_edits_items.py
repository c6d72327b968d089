"""Edits of items: their holders and where they are."""

from typing import Any

import pytest

from model.state.board import Place
from tests.support.arena import duel
from tests.support.edits import done, refused, told


def test_an_item_changes_hands_or_is_new() -> None:
    given = done(duel(), "give_item", "bert-2", item="sword-5", where="pack")
    assert (given.items["sword-5"].holder, given.items["sword-5"].where) == ("bert-2", "pack")
    new = done(duel(), "give_item", "bert-2", name="Club", gear={"damage": 3}, template="club")
    (club,) = new.items_of("bert-2")
    assert (club.name, club.gear.damage, club.where, club.template) == ("Club", 3, "hand", "club")
    assert told(duel(), "give_item", "bert-2", name="Club") == [("Bert gets Club.", "gm")]


def test_a_dropped_item_lies_where_its_holder_stands_until_a_combatant_takes_it() -> None:
    battle = done(duel(), "place", "anna-1", place={"x": 3, "y": 4})
    dropped = done(battle, "drop_item", item="sword-5")
    sword = dropped.items["sword-5"]
    assert (sword.holder, sword.where, sword.place) == (None, "board", Place(x=3.0, y=4.0))
    taken = done(dropped, "take_item", "bert-2", item="sword-5").items["sword-5"]
    assert (taken.holder, taken.where, taken.place) == ("bert-2", "hand", None)
    assert told(battle, "drop_item", item="sword-5") == [("Anna drops Sword.", "all")]
    assert told(dropped, "take_item", "dora-4", item="sword-5") == [("Dora takes Sword.", "gm")]


def test_an_item_is_put_away_and_made_ready() -> None:
    packed = done(duel(), "ready_item", item="sword-5", where="pack")
    assert packed.items["sword-5"].where == "pack"
    assert done(packed, "ready_item", item="sword-5") == duel()
    assert told(packed, "ready_item", item="sword-5") == [("Anna has Sword in hand.", "all")]


def test_an_item_is_removed_for_good() -> None:
    assert done(duel(), "remove_item", item="sword-5").items == {}


@pytest.mark.parametrize("action", ["drop_item", "remove_item", "ready_item"])
def test_the_item_has_to_be_named(action: str) -> None:
    assert "item is missing" in refused(duel(), action)
    assert "no item “axe-1”" in refused(duel(), action, item="axe-1")


@pytest.mark.parametrize(
    ("action", "targets", "options", "part"),
    [
        ("take_item", ("bert-2",), {"item": "sword-5"}, "Anna has it"),
        ("take_item", ("bert-2",), {}, "item is missing"),
        ("take_item", (), {"item": "sword-5"}, "needs a target"),
        ("ready_item", (), {"item": "sword-5"}, "already there"),
        ("ready_item", (), {"item": "sword-5", "where": "mouth"}, "mouth"),
        ("give_item", ("bert-2",), {}, "item's name is missing"),
        ("give_item", ("bert-2",), {"name": "Club", "gear": {"damage": 0}}, "at least 1"),
        ("give_item", ("bert-2",), {"name": "Club", "gear": 3}, "table"),
    ],
)
def test_what_cannot_be_done_with_an_item_is_refused(
    action: str, targets: tuple[str, ...], options: dict[str, Any], part: str
) -> None:
    assert part in refused(duel(), action, *targets, **options)


def test_what_lies_on_the_board_can_be_neither_dropped_nor_drawn() -> None:
    dropped = done(duel(), "drop_item", item="sword-5")
    assert "is already on the board" in refused(dropped, "drop_item", item="sword-5")
    assert "take it first" in refused(dropped, "ready_item", item="sword-5")
