"""Zones, routes and cover lines on a drawn board."""

from __future__ import annotations

import math
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.board import cover_lines, distance, shapes, zones
from model.state.board import Board, Circle, Feature, Line, Place, Polygon, Rectangle, Shape, Zone

YARD = Zone(id="yard", name="Yard", shape=Rectangle(x=0, y=0, width=20, height=10))
HUT = Zone(id="hut", name="Hut", shape=Polygon(points=((2, 2), (6, 2), (6, 6), (2, 6))))
CLUMP = Zone(id="alley", name="Alley")
BOARD = Board(zones={zone.id: zone for zone in (YARD, HUT, CLUMP)})

NEAR = st.floats(-50, 50)


def cover(id: str, shape: Shape, kind: str = "cover") -> Feature:
    return Feature(id=id, kind=kind, shape=shape, name=id)


def board(*features: Feature) -> Board:
    return Board(features={feature.id: feature for feature in features})


def test_the_smaller_of_two_zones_counts() -> None:
    assert zones.zone_at(BOARD, (3, 3)) == HUT
    assert zones.zone_at(BOARD, (8, 3)) == YARD
    assert zones.zone_at(BOARD, (30, 3)) is None


def test_a_zones_edge_belongs_to_it() -> None:
    assert zones.zone_at(BOARD, (20, 10)) == YARD
    assert zones.zone_at(BOARD, (6, 4)) == HUT


def test_a_place_is_stored_to_the_millimetre_with_its_zone() -> None:
    assert zones.place_at(BOARD, (3.00049, 2.9996), height=1) == Place(x=3.0, y=3.0, height=1, zone="hut")
    assert zones.place_at(BOARD, (-5, 0)) == Place(x=-5, y=0)


def test_a_place_on_the_ground_says_nothing_of_its_height_in_a_file() -> None:
    assert msgspec.to_builtins(zones.place_at(BOARD, (3, 3), 0.0)) == {"x": 3.0, "y": 3.0, "zone": "hut"}


def test_a_turned_rectangle_is_where_it_was_turned_to() -> None:
    plank = Rectangle(x=0, y=4, width=10, height=2, angle=90)
    assert shapes.contains(plank, (5, 0.5))
    assert not shapes.contains(plank, (0.5, 5))
    assert shapes.corners(plank)[0] == pytest.approx((6, 0))


@given(NEAR, NEAR, st.floats(0.1, 30), st.floats(0.1, 30), st.floats(0, 360), NEAR, NEAR)
def test_a_rectangle_contains_what_its_outline_contains(
    x: float, y: float, width: float, height: float, angle: float, px: float, py: float
) -> None:
    rectangle = Rectangle(x=x, y=y, width=width, height=height, angle=angle)
    outline = Polygon(points=shapes.corners(rectangle))
    from shapely import Point

    if abs(shapes.geometry(outline).exterior.distance(Point(px, py))) > 1e-3:
        assert shapes.contains(rectangle, (px, py)) == shapes.contains(outline, (px, py))


@pytest.mark.parametrize(
    ("shape", "square_metres"),
    [
        (Rectangle(x=1, y=1, width=3, height=4, angle=30), 12),
        (Circle(x=0, y=0, radius=2), 4 * math.pi),
        (Polygon(points=((0, 0), (4, 0), (0, 3))), 6),
        (Polygon(points=((0, 0), (4, 0))), 0),
        (Line(points=((0, 0), (4, 0))), 0),
    ],
)
def test_areas(shape: Shape, square_metres: float) -> None:
    assert shapes.area(shape) == pytest.approx(square_metres)


def test_an_outline_that_crosses_itself_still_has_an_inside() -> None:
    bow_tie = Polygon(points=((0, 0), (4, 4), (4, 0), (0, 4)))
    assert shapes.contains(bow_tie, (0.5, 2))
    assert not shapes.contains(bow_tie, (2, 0.5))


@pytest.mark.parametrize("points", [(), ((1, 1),), ((1, 1), (2, 2))])
def test_an_outline_without_an_inside_contains_at_most_itself(points: tuple[tuple[float, float], ...]) -> None:
    assert not shapes.contains(Polygon(points=points), (5, 0))
    assert shapes.contains(Polygon(points=points), (1, 1)) == bool(points)


def test_the_length_of_a_way() -> None:
    assert distance.path_length([(0, 0), (3, 4), (3, 10)]) == 11
    assert distance.path_length([(3, 4)]) == 0


def test_a_way_is_cut_where_movement_runs_out() -> None:
    way = [(0, 0), (3, 4), (3, 10)]
    assert distance.cut_off(way, 8) == ((0, 0), (3, 4), (3, 7))
    assert distance.cut_off(way, 11) == tuple(way)
    assert distance.cut_off(way, 5) == ((0, 0), (3, 4))
    assert distance.cut_off(way, 0) == ((0, 0),)


@given(st.lists(st.tuples(NEAR, NEAR), min_size=1, max_size=6), st.floats(0, 200))
def test_a_way_that_was_cut_is_as_long_as_it_may_be(way: list[tuple[float, float]], metres: float) -> None:
    length = distance.path_length(distance.cut_off(way, metres))
    assert length == pytest.approx(min(metres, distance.path_length(way)), abs=0.002)


def test_cover_on_the_line_of_sight_counts_nearest_to_the_target_first() -> None:
    barrels = cover("barrels", Rectangle(x=8, y=-1, width=1, height=2))
    fence = cover("fence", Line(points=((4, -3), (4, 3))))
    aside = cover("aside", Rectangle(x=5, y=5, width=1, height=1))
    painted = cover("painted", Rectangle(x=6, y=-1, width=1, height=2), "terrain")
    drawn = board(barrels, fence, aside, painted)
    found = cover_lines.covers_between(drawn, (0, 0), (10, 0))
    assert [feature.id for feature in found] == ["barrels", "fence"]
    assert [feature.id for feature in cover_lines.covers_between(drawn, (10, 0), (0, 0))] == [
        "fence",
        "barrels",
    ]


def test_the_combatant_who_stands_on_the_crates_sees_over_them() -> None:
    drawn = board(cover("crates", Rectangle(x=-1, y=-1, width=2, height=2)))
    assert cover_lines.covers_between(drawn, (0, 0), (10, 0)) == ()
    assert len(cover_lines.covers_between(drawn, (10, 0), (0, 0))) == 1


def test_touching_a_corner_is_no_cover() -> None:
    drawn = board(cover("crate", Rectangle(x=4, y=0, width=2, height=2, angle=0)))
    assert cover_lines.covers_between(drawn, (2, 2), (6, -2)) == ()


def test_nobody_is_behind_anything_where_both_stand_on_one_spot_or_nothing_is_drawn() -> None:
    assert cover_lines.covers_between(board(), (0, 0), (5, 5)) == ()
    drawn = board(cover("crate", Circle(x=3, y=0, radius=1)))
    assert cover_lines.covers_between(drawn, (0, 0), (0, 0)) == ()


def test_shapely_is_loaded_only_for_what_needs_it() -> None:
    code = (
        "import sys\n"
        "from model.board import bands, cover_lines, distance, shapes, zones\n"
        "from model.state.board import Board, Circle, Polygon, Zone\n"
        "board = Board(zones={'z': Zone(id='z', name='Z', shape=Circle(x=0, y=0, radius=2))})\n"
        "assert zones.zone_at(board, (1, 1)).id == 'z'\n"
        "assert cover_lines.covers_between(board, (0, 0), (1, 1)) == ()\n"
        "assert 'shapely' not in sys.modules\n"
        "assert shapes.contains(Polygon(points=((0, 0), (4, 0), (0, 4))), (1, 1))\n"
        "assert 'shapely' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
