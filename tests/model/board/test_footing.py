"""Free places to stand: beside other combatants and never on a spot that is taken."""

from __future__ import annotations

import math

import pytest

from model.board.footing import has_room, last_with_room, spots_beside
from model.state.base import Record, replace
from model.state.battle import AnyBattle, Battle, Combatant
from model.state.board import Place, Point


class Nothing(Record):
    """A sheet without fields."""


def battle(**places: Point) -> AnyBattle:
    """Return a battle with combatants of radius 0.5 m at these places."""
    people = {id: Combatant(id=id, name=id, sheet=Nothing(), place=Place(x=x, y=y)) for id, (x, y) in places.items()}
    return Battle(ruleset="none", shared=Nothing(), combatants=people)


def test_the_first_spot_beside_another_is_on_the_side_one_comes_from() -> None:
    scene = battle(ana=(0, 0), ben=(10, 0))
    assert next(spots_beside(scene, "ana", "ben")) == (9.0, 0.0)


def test_where_that_is_taken_it_is_the_next_one_that_is_free() -> None:
    scene = battle(ana=(0, 0), ben=(10, 0), cara=(9, 0))
    spot = next(spots_beside(scene, "ana", "ben"))
    assert math.dist(spot, (10, 0)) == pytest.approx(1.0, abs=0.001), "the two touch"
    assert math.dist(spot, (9, 0)) >= 1.0 - 0.002
    assert spot[0] < 10, "still on this side"


def test_nobody_stands_beside_one_who_is_surrounded() -> None:
    around = {f"foe{turn}": (10 + math.cos(turn), math.sin(turn)) for turn in range(6)}
    assert not list(spots_beside(battle(ana=(0, 0), ben=(10, 0), **around), "ana", "ben"))


def test_one_stops_short_of_who_stands_at_the_end_of_the_way() -> None:
    scene = battle(ana=(0, 0), ben=(6, 0))
    assert last_with_room(scene, "ana", (8, 0)) == (8.0, 0.0)
    assert last_with_room(scene, "ana", (6, 0)) == (5.0, 0.0)


def test_those_who_are_away_or_have_fallen_take_no_room() -> None:
    scene = battle(ana=(0, 0), ben=(6, 0))
    assert not has_room(scene, "ana", (6.3, 0))
    fallen = scene.with_combatant(replace(scene.combatants["ben"], is_out=True))
    assert has_room(fallen, "ana", (6.3, 0))
    gone = scene.with_combatant(replace(scene.combatants["ben"], is_present=False))
    assert has_room(gone, "ana", (6.3, 0))
