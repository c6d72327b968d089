"""Visibility of health: the GM sees all of it, players see what the policy of the side allows."""

from __future__ import annotations

import pytest

from model.state.base import replace
from model.state.battle import AnyBattle, Thing
from model.view.map import HealthView
from model.view.pools import group_health, health_of, health_word
from model.view.viewer import GM, PLAYERS
from tests.model.view.kit import RULES, Sheet, battle_of, dockside, fighter


def with_policy(policy: str) -> AnyBattle:
    return replace(dockside(), health_policy={"npc": policy})


def test_the_gm_sees_numbers() -> None:
    assert health_of(RULES, dockside(), "boomer-2", GM) == HealthView(fraction=0.3, text="6 / 20")


def test_players_see_their_own_exactly_and_others_in_words() -> None:
    assert health_of(RULES, dockside(), "apex-1", PLAYERS) == HealthView(fraction=0.7, text="14")
    assert health_of(RULES, dockside(), "boomer-2", PLAYERS) == HealthView(text="badly hurt")


def test_a_bar_has_no_number_and_cannot_be_read_to_the_point() -> None:
    assert health_of(RULES, with_policy("bar"), "boomer-2", PLAYERS) == HealthView(fraction=0.3)
    nearly = battle_of(fighter("x-1", "X", health=13), health_policy={"npc": "bar"})
    assert health_of(RULES, nearly, "x-1", PLAYERS) == HealthView(fraction=0.7)


def test_nothing_is_nothing() -> None:
    assert health_of(RULES, with_policy("nothing"), "boomer-2", PLAYERS) is None


def test_exact_for_the_foes_where_the_policy_says_so() -> None:
    assert health_of(RULES, with_policy("exact"), "boomer-2", PLAYERS) == HealthView(fraction=0.3, text="6")


@pytest.mark.parametrize(
    ("fraction", "word"),
    [(1.0, "fresh"), (0.99, "hurt"), (0.34, "hurt"), (1 / 3, "badly hurt"), (0.05, "badly hurt"), (0.0, "down")],
)
def test_words_by_fraction(fraction: float, word: str) -> None:
    assert health_word(fraction) == word


def test_who_is_out_is_down_whatever_is_left() -> None:
    battle = battle_of(fighter("x-1", "X", health=5, is_out=True))
    assert health_of(RULES, battle, "x-1", PLAYERS) == HealthView(text="down")


def test_health_below_nothing_and_above_the_most_stays_within_the_bar() -> None:
    battle = battle_of(fighter("x-1", "X", sheet=Sheet(health=30, health_max=20)))
    assert health_of(RULES, battle, "x-1", GM) == HealthView(fraction=1.0, text="30 / 20")


def test_a_group_is_as_well_as_those_of_it_who_still_stand() -> None:
    battle = battle_of(
        fighter("a-1", "A", health=10), fighter("b-2", "B", health=20), fighter("c-3", "C", health=0, is_out=True)
    )
    assert group_health(RULES, battle, ["a-1", "b-2", "c-3"], GM) == HealthView(fraction=0.75)
    assert group_health(RULES, battle, ["a-1", "b-2", "c-3"], PLAYERS) == HealthView(text="hurt")


def test_a_thing_has_health_for_the_gm_alone() -> None:
    crate = Thing(id="crate-3", name="Crate", health=4, health_max=8)
    battle = replace(dockside(), things={"crate-3": crate})
    assert health_of(RULES, battle, "crate-3", GM) == HealthView(fraction=0.5, text="4 / 8")
    assert health_of(RULES, battle, "crate-3", PLAYERS) is None
