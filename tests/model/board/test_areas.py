"""Areas of attacks and of reach, compared with numbers worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.board.areas import around, beam, cone, holds, inside, nearest, outline, wedge, within
from model.board.shapes import area, contains
from model.state.base import State
from model.state.battle import AnyBattle, Battle, Combatant
from model.state.board import Circle, Place, Polygon, Rectangle


class Nothing(State):
    """A sheet without fields."""


def battle_of(**places: tuple[float, float]) -> AnyBattle:
    people = {
        who: Combatant(id=who, name=who, sheet=Nothing(), place=Place(x=x, y=y)) for who, (x, y) in places.items()
    }
    return Battle(ruleset="none", shared=Nothing(), combatants=people)


def test_a_cone_reaches_as_far_straight_on_as_to_its_sides() -> None:
    """A cone of 60 degrees and 6 m from (0, 0) to the right: its edges run to (5.196, 3) and (5.196, -3)."""
    shape = cone((0, 0), (10, 0), 6)
    assert shape is not None
    assert holds(shape, (5.99, 0))
    assert not holds(shape, (6.01, 0))
    assert holds(shape, (5.19, 2.99))
    # 31 degrees off the centre line, at 4 m.
    assert not holds(shape, (4 * math.cos(math.radians(31)), 4 * math.sin(math.radians(31))))
    assert not holds(shape, (-0.1, 0))


def test_a_wedge_is_a_triangle_of_equal_sides() -> None:
    """Side 4 m: the far side is 4 m long and 4 * cos 30 = 3.464 m away; area 4 * 4 * sqrt(3) / 4 = 6.928."""
    shape = wedge((0, 0), (0, 5), 4)
    assert shape is not None
    assert area(shape) == pytest.approx(6.928, abs=0.005)
    assert holds(shape, (0, 3.46))
    assert not holds(shape, (0, 3.47))


def test_a_line_is_two_metres_wide_and_starts_at_the_attacker() -> None:
    shape = beam((2, 3), (2, 13), 12, 2)
    assert shape is not None
    assert holds(shape, (2, 3))
    assert holds(shape, (2.99, 14.99))
    assert not holds(shape, (3.01, 10))
    assert not holds(shape, (2, 15.01))
    assert not holds(shape, (2, 2.99))


@pytest.mark.parametrize("make", [lambda: cone((1, 1), (1, 1), 4), lambda: wedge((1, 1), (1, 1), 4)])
def test_without_a_direction_there_is_no_area(make: object) -> None:
    assert make() is None  # type: ignore[operator]


def test_nothing_lies_in_an_area_without_a_size() -> None:
    assert around((1, 1), 0) is None
    assert beam((0, 0), (1, 0), 0, 2) is None
    assert within((0, 0), 0, "one") is None


def test_a_token_is_in_an_area_by_its_middle_or_by_its_edge() -> None:
    """For a token of radius 0.5 m at 5.4 m, the centre is outside an area of 5 m; the edge, at 4.9 m, is inside."""
    battle = battle_of(near=(5.0, 0), rim=(5.4, 0), far=(5.6, 0))
    shape = Circle(x=0, y=0, radius=5)
    assert inside(battle, shape) == ("near",)
    assert inside(battle, shape, "edge") == ("near", "rim")


def test_whose_place_is_unknown_is_in_no_area() -> None:
    battle = battle_of(here=(0, 0))
    nowhere = Combatant(id="lost", name="lost", sheet=Nothing())
    assert inside(battle.with_combatant(nowhere), Circle(x=0, y=0, radius=5)) == ("here",)


def test_an_edge_counts_at_a_turned_shape_too() -> None:
    shape = Rectangle(x=-1, y=-1, width=2, height=2, angle=45)
    # Its right corner is at sqrt(2) = 1.414 m.
    assert not holds(shape, (1.9, 0), 0.48)
    assert holds(shape, (1.9, 0), 0.49)


def test_the_nearest_place_of_a_shape() -> None:
    assert nearest(Rectangle(x=0, y=0, width=4, height=2), (6, 1)) == (4, 1)
    assert nearest(Rectangle(x=0, y=0, width=4, height=2), (3, 1)) == (3, 1)
    assert nearest(Rectangle(x=0, y=0, width=4, height=2), (6, 5)) == (4, 2)
    # After a quarter turn about its centre (2, 1) it spans x from 1 to 3 and y from -1 to 3.
    assert nearest(Rectangle(x=0, y=0, width=4, height=2, angle=90), (6, 1)) == (3, 1)
    assert nearest(Circle(x=1, y=1, radius=5), (7, 9)) == (4, 5)


def test_where_a_diagonal_is_one_step_the_reach_is_a_square() -> None:
    """6 m with a diagonal counted as one: the corner (6, 6) is 6 m away; the area is 12 x 12 m."""
    shape = within((0, 0), 6, "one")
    assert isinstance(shape, Polygon)
    assert area(shape) == pytest.approx(144, abs=0.01)
    assert contains(shape, (5.99, 5.99))


def test_where_a_diagonal_is_one_and_a_half_the_corner_is_nearer() -> None:
    """(4, 4) is 6 m away: 4 steps plus half of 4."""
    shape = within((0, 0), 6, "one_and_half")
    assert shape is not None
    assert contains(shape, (3.99, 3.99))
    assert not contains(shape, (4.1, 4.1))


@given(st.floats(0.5, 50), st.floats(0, 360))
def test_an_outline_holds_exactly_what_its_rays_reach(metres: float, turn: float) -> None:
    shape = outline((0, 0), lambda x, y: metres)
    assert shape is not None
    x, y = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    assert contains(shape, (x * metres * 0.997, y * metres * 0.997))
    assert not contains(shape, (x * metres * 1.01, y * metres * 1.01))
