"""Next to another combatant is in reach by each game's own measure, on top of nobody, and nobody else moves."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from model.board.beside import place_beside, shown_place_beside
from model.board.zone_placement import seats
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.state.base import Id
from model.state.battle import AnyBattle, Battle
from model.state.board import Point
from tests.support.examples import at_most

GAMES = sorted(RULESETS)
SIZES = st.sampled_from((0.3, 0.5, 0.8, 1.5, 3.0))
SPOTS = st.tuples(st.integers(-120, 120), st.integers(-120, 120)).map(lambda at: (at[0] / 10, at[1] / 10))
YARD = {"shape": "rectangle", "x": -20, "y": -20, "width": 40, "height": 40}


def done(ruleset: Ruleset, battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(ruleset, battle, call)
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def edited(ruleset: Ruleset, battle: AnyBattle, action: str, *targets: Id, **options: object) -> AnyBattle:
    return done(ruleset, battle, Call(action=action, targets=targets, options=options))


def scene(ruleset: Ruleset, *people: tuple[Point | None, float], zone: object = None) -> AnyBattle:
    """Return a battle with a hero, a foe and others, by place (or only in the zone) and size."""
    battle: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared())
    if zone is not None:
        battle = edited(ruleset, battle, "draw_zone", name="Yard", **({} if zone == "name" else {"shape": zone}))
    yard = next(iter(battle.board.zones), None)
    for number, (at, radius) in enumerate(people, 1):
        name = ("Hero", "Foe")[number - 1] if number < 3 else "Other"
        place = {"zone": yard} if at is None else {"x": at[0], "y": at[1]}
        options = {"name": name, "side": "npc" if name == "Foe" else "pc", "radius": radius, "place": place}
        battle = edited(ruleset, battle, "add_combatant", **options)
    return battle


def ids(battle: AnyBattle) -> tuple[Id, Id, tuple[Id, ...]]:
    hero, foe, *others = battle.combatants
    return hero, foe, tuple(others)


def overlaps(battle: AnyBattle, who: Id) -> list[Id]:
    """Return whom a combatant is on top of."""
    here = battle.combatants[who]
    found = []
    for other in battle.combatants.values():
        points = here.place.point, other.place.point
        if other.id != who and points[0] is not None and points[1] is not None:
            gap = math.dist(points[0], points[1]) - here.radius - other.radius
            found += [other.id] if gap < -0.002 else []
    return found


@pytest.mark.parametrize("game", GAMES)
@given(
    people=st.lists(st.tuples(SPOTS, SIZES), min_size=2, max_size=5, unique_by=lambda one: one[0]),
    toward=st.none() | SPOTS,
)
@at_most(60)
def test_placed_next_to_another_one_on_a_map_a_combatant_is_in_reach_whatever_the_sizes(
    game: str, people: list[tuple[Point, float]], toward: Point | None
) -> None:
    ruleset = RULESETS[game]
    battle = scene(ruleset, *people)
    hero, foe, others = ids(battle)
    assume(all(not overlaps(battle, one) for one in (foe, *others)) or not others)
    # Four others of at most six times the size leave a side free, unless they are huge or all around.
    assume(all(people[2:][at][1] <= people[1][1] for at in range(len(others))))
    place = shown_place_beside(battle, hero, foe, ruleset.ranges, toward)
    options = {"next_to": foe, "place": {"x": place.x, "y": place.y}}
    after = edited(ruleset, battle, "place", hero, **options)
    assert {who: after.combatants[who].place for who in (foe, *others)} == {
        who: battle.combatants[who].place for who in (foe, *others)
    }, "nobody else moves"
    assert not overlaps(after, hero)
    touching = after.combatants[hero].radius + after.combatants[foe].radius
    here, there = after.combatants[hero].place.point, after.combatants[foe].place.point
    assert here is not None
    assert there is not None
    assume(math.dist(here, there) <= touching + 0.01)
    assert ruleset.ranges.are_beside(after, hero, foe)
    assert ruleset.ranges.are_beside(after, foe, hero)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("zone", [None, "name", YARD], ids=["no zone", "a name", "drawn"])
def test_without_a_place_the_edit_finds_one_in_reach(game: str, zone: object) -> None:
    ruleset = RULESETS[game]
    known = None if zone == "name" else (3.0, 2.0)
    battle = scene(ruleset, (known, 0.5), (None if known is None else (8.0, 2.0), 0.5), zone=zone)
    hero, foe, _ = ids(battle)
    after = edited(ruleset, battle, "place", hero, next_to=foe)
    assert ruleset.ranges.are_beside(after, hero, foe)
    assert after.combatants[hero].place.zone == after.combatants[foe].place.zone
    assert after.combatants[foe] == battle.combatants[foe], "the other one has not changed at all"


@pytest.mark.parametrize("game", GAMES)
@given(count=st.integers(1, 6), known=st.lists(st.booleans(), min_size=6, max_size=6), toward=SPOTS)
@at_most(40)
def test_in_a_drawn_zone_nobody_is_shown_elsewhere_than_before(
    game: str, count: int, known: list[bool], toward: Point
) -> None:
    """The one dropped upon and all others stay where the map shows them, also those of whom only the zone is known."""
    ruleset = RULESETS[game]
    row = [((-12.0 + 4.5 * at, 3.0) if known[at] else None, 0.5) for at in range(count)]
    battle = scene(ruleset, ((-15.0, -15.0), 0.5), *row, zone=YARD)
    hero, foe, others = ids(battle)
    before = shown(ruleset, battle)
    place = shown_place_beside(battle, hero, foe, ruleset.ranges, toward)
    at = {"x": place.x, "y": place.y, "zone": place.zone}
    after = edited(ruleset, battle, "place", hero, next_to=foe, place=at)
    assert {who: shown(ruleset, after)[who] for who in (foe, *others)} == {who: before[who] for who in (foe, *others)}
    assert ruleset.ranges.are_beside(after, hero, foe)


def shown(ruleset: Ruleset, battle: AnyBattle) -> dict[Id, Point | None]:
    """Return where the map shows each combatant."""
    seated = seats(battle, battle.combatants, gives_way=not ruleset.ranges.in_metres)
    return {who: seated[who].place if who in seated else one.place.point for who, one in battle.combatants.items()}


def test_a_wall_is_no_side_to_stand_on_if_another_one_is_free() -> None:
    ruleset = RULESETS["zerospace"]
    battle = scene(ruleset, ((-6.0, 0.0), 0.5), ((0.0, 0.0), 0.5))
    wall = {"shape": "line", "points": [[-0.6, -4], [-0.6, 4]]}
    battle = edited(ruleset, battle, "draw_feature", kind="cover", shape=wall)
    hero, foe, _ = ids(battle)
    place = place_beside(battle, hero, foe)
    assert (place.x or -9) > -0.6, "on the foe's side of the wall"


def test_among_a_crowd_the_free_gap_is_found_and_the_choice_is_always_the_same() -> None:
    ruleset = RULESETS["kalos"]
    ring = [((round(math.cos(turn), 3), round(math.sin(turn), 3)), 0.5) for turn in (0, 1.05, 2.1, 3.15, 4.18)]
    battle = scene(ruleset, ((-9.0, 0.0), 0.5), ((0.0, 0.0), 0.5), *ring)
    hero, foe, _ = ids(battle)
    places = {place_beside(battle, hero, foe) for _ in range(3)}
    (place,) = places
    after = edited(ruleset, battle, "place", hero, next_to=foe)
    assert after.combatants[hero].place == place
    assert not overlaps(after, hero)
    assert math.dist(place.point or (9, 9), (0, 0)) == pytest.approx(1.0, abs=0.003), "it touches"


@pytest.mark.parametrize("game", GAMES)
def test_several_placed_next_to_one_are_all_in_reach_and_none_on_top_of_another(game: str) -> None:
    ruleset = RULESETS[game]
    battle = scene(ruleset, ((-5.0, 0.0), 0.5), ((0.0, 0.0), 0.5), ((-6.0, 2.0), 0.5), ((-6.0, -2.0), 0.5))
    hero, foe, others = ids(battle)
    after = edited(ruleset, battle, "place", hero, *others, next_to=foe)
    assert all(ruleset.ranges.are_beside(after, who, foe) for who in (hero, *others))
    points = [after.combatants[who].place.point for who in after.combatants]
    assert all(math.dist(one or (0, 0), other or (9, 9)) >= 0.998 for one, other in combinations(points, 2))
