"""Every combatant whose zone is known is shown inside it, and no token covers another."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.board.cutting import Outline
from model.board.shapes import contains
from model.board.zone_placement import Seat, seats
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Board, Circle, Place, Polygon, Rectangle, Zone
from tests.support.arena import duel
from tests.support.examples import at_most

SHAPES: tuple[Outline, ...] = (
    Rectangle(x=0, y=0, width=16, height=6),
    Rectangle(x=5, y=5, width=8, height=8, angle=30),
    Polygon(points=((0, 0), (14, 2), (10, 9), (6, 5), (1, 9))),
    Circle(x=3, y=3, radius=4),
)


def crowd(shape: Outline, count: int, *, places: tuple[Place, ...] = ()) -> AnyBattle:
    """Return a battle with `count` combatants in one zone; the first ones have the positions `places`."""
    battle = replace(duel(), board=Board(zones={"yard": Zone(id="yard", name="Yard", shape=shape)}))
    anna = battle.combatants["anna-1"]
    members = {}
    for number in range(count):
        place = places[number] if number < len(places) else Place(zone="yard")
        members[f"one-{number}"] = replace(anna, id=f"one-{number}", place=place, side="pc" if number % 2 else "npc")
    return replace(battle, combatants=members)


def seated(battle: AnyBattle, *, gives_way: bool = False) -> dict[str, Seat]:
    return seats(battle, battle.combatants, gives_way=gives_way)


def closest(found: dict[str, Seat]) -> float:
    places = [seat.place for seat in found.values()]
    return min((math.dist(one, other) for one, other in itertools.combinations(places, 2)), default=math.inf)


@at_most(40)
@given(shape=st.sampled_from(SHAPES), count=st.integers(1, 30))
def test_all_sit_inside_and_none_over_another(shape: Outline, count: int) -> None:
    found = seated(crowd(shape, count))
    assert len(found) == count
    assert all(contains(shape, seat.place) for seat in found.values())
    assert closest(found) >= 2 * min(seat.room for seat in found.values()) - 0.01


def test_those_who_fight_together_sit_together() -> None:
    found = seated(crowd(SHAPES[0], 6))
    players = [found[f"one-{number}"].place[0] for number in (1, 3, 5)]
    foes = [found[f"one-{number}"].place[0] for number in (0, 2, 4)]
    assert max(players) <= min(foes)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_few_stand_about_the_middle(count: int) -> None:
    """The zone is 16 m wide, so the mean is at 8 m: as much room is free on the left as on the right."""
    places = [seat.place[0] for seat in seated(crowd(SHAPES[0], count)).values()]
    assert sum(places) / count == pytest.approx(8, abs=0.01)


def test_the_first_to_come_have_more_room_than_a_crowd() -> None:
    few, many = seated(crowd(SHAPES[0], 2)), seated(crowd(SHAPES[0], 80))
    assert few["one-0"].room > many["one-0"].room > 0.3


def test_a_position_is_kept_unless_a_combatant_stands_there_already() -> None:
    """Two combatants on one spot, in a game that counts zones: the older keeps it, the other is placed beside it."""
    spot = Place(x=4, y=3, zone="yard")
    found = seated(crowd(SHAPES[0], 2, places=(spot, spot)), gives_way=True)
    places = [seat.place for seat in found.values()]
    assert (4, 3) in places
    assert closest(found) > 1
    assert seated(crowd(SHAPES[0], 2, places=(spot, spot))) == {}


def test_who_gives_way_steps_aside_and_not_across_the_zone() -> None:
    """Tokens are 1.65 token widths apart, so the one that gives way moves less than two widths from its position."""
    first, second = Place(x=8, y=4, zone="yard"), Place(x=8.4, y=4.2, zone="yard")
    found = seated(crowd(SHAPES[0], 2, places=(first, second)), gives_way=True)
    kept, aside = found["one-0"], found["one-1"]
    if kept.place != (8, 4):
        kept, aside = aside, kept
    assert math.dist(kept.place, aside.place) < 2 * 2 * kept.room


@at_most(60)
@given(
    shape=st.sampled_from(SHAPES),
    spots=st.lists(st.tuples(st.floats(0, 16), st.floats(0, 12)), min_size=1, max_size=9),
)
def test_wherever_they_stand_all_are_shown_inside_and_none_over_another(
    shape: Outline, spots: list[tuple[float, float]]
) -> None:
    places = tuple(Place(x=x, y=y, zone="yard") for x, y in spots)
    found = seated(crowd(shape, len(places), places=places), gives_way=True)
    assert len(found) == len(places)
    assert all(contains(shape, seat.place) for seat in found.values())
    assert closest(found) >= 2 * min(seat.room for seat in found.values()) - 0.01


def test_a_zone_is_the_truth_where_a_position_lies_elsewhere() -> None:
    stray = Place(x=90, y=90, zone="yard")
    (seat,) = seated(crowd(SHAPES[0], 1, places=(stray,)), gives_way=True).values()
    assert contains(SHAPES[0], seat.place)


@pytest.mark.parametrize("place", [Place(x=4, y=3), Place(zone="nowhere"), Place()])
def test_without_a_drawn_zone_there_is_no_seat(place: Place) -> None:
    assert seated(crowd(SHAPES[0], 1, places=(place,)), gives_way=True) == {}
