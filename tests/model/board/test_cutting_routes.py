"""A route cut into stretches by the terrain under it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.board.cutting import stretches
from model.board.distance import path_length
from model.state.board import Board, Feature, Point, Rectangle

MUD = Feature(id="mud", kind="terrain", shape=Rectangle(x=2, y=-1, width=2, height=2))
SNOW = Feature(id="snow", kind="terrain", shape=Rectangle(x=3, y=-1, width=3, height=2))
WALL = Feature(id="wall", kind="cover", shape=Rectangle(x=0, y=-1, width=9, height=2))
BOARD = Board(features={one.id: one for one in (MUD, SNOW, WALL)})


def ground(*points: Point, board: Board = BOARD) -> list[tuple[float, tuple[str, ...]]]:
    return [(round(one.metres, 6), tuple(on.id for on in one.ground)) for one in stretches(board, points)]


def test_a_way_over_two_pieces_of_terrain_is_cut_where_they_begin_and_end() -> None:
    assert ground((0, 0), (8, 0)) == [(2, ()), (1, ("mud",)), (1, ("mud", "snow")), (2, ("snow",)), (2, ())]


def test_each_turn_of_a_way_begins_a_stretch() -> None:
    found = stretches(BOARD, ((0, 0), (0, 5), (2.5, 0)))
    assert (found[0].start, found[0].end, found[0].ground) == ((0, 0), (0, 5), ())
    assert [on.id for on in found[-1].ground] == ["mud"]


def test_a_way_that_only_touches_terrain_or_leads_nowhere_has_none() -> None:
    assert ground((2, 3), (2, 1)) == [(2, ())]
    assert ground((1, 1), (1, 1)) == []
    assert ground((1, 1)) == []


def test_without_terrain_the_way_is_whole() -> None:
    assert ground((0, 0), (3, 4), board=Board()) == [(5, ())]


COORDINATES = st.integers(-80, 80).map(lambda tenths: tenths / 10)


@given(points=st.lists(st.tuples(COORDINATES, COORDINATES), min_size=2, max_size=5))
def test_the_stretches_make_up_the_whole_way(points: list[Point]) -> None:
    assert sum(one.metres for one in stretches(BOARD, points)) == pytest.approx(path_length(points), abs=1e-4)
