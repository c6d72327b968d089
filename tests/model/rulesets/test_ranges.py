"""Distances of each game at their limits, who stands next to whom, and how far the map shows that a move can go."""

from __future__ import annotations

import pytest

from model.engine.calls import Call
from model.engine.moving import USUAL, DrawnLeg
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Circle, Place
from tests.model.rulesets.test_move_words import begun

LIMITS = {
    "zerospace": {"hand_to_hand": 1, "short": 10, "medium": 100, "long": 1000},
    "kalos": {"adjacent": 1.5, "near": 10, "far": 100},
    "effort": {"reach": 1.5, "near": 10, "far": 50},
    "zamani": {"reach": 1, "close": 10, "far": 100},
}
"""The greatest distance of each band, in metres."""
games = pytest.mark.parametrize("game", sorted(LIMITS))


@games
def test_a_distance_on_the_limit_belongs_to_the_nearer_band(game: str) -> None:
    ranges = RULESETS[game].ranges
    bands = [band.id for band in ranges.bands]
    for id, metres in LIMITS[game].items():
        further = bands[bands.index(id) + 1]
        assert ranges.band(metres).id == id
        assert ranges.band(metres + 0.001).id == further
        assert ranges.band(metres - 0.001).id == id
    assert ranges.band(0).id == bands[0]
    assert ranges.band(1_000_000).id == bands[-1]


def placed(battle: AnyBattle, **places: Place) -> AnyBattle:
    for who, place in places.items():
        battle = battle.with_combatant(replace(battle.combatants[who], place=place))
    return battle


@games
def test_who_stands_next_to_whom(game: str) -> None:
    """Within the first band: exactly at its limit still, 10 cm further no more; what has no place is no hindrance."""
    ranges, reach = RULESETS[game].ranges, next(iter(LIMITS[game].values()))
    apart = reach + (1.0 if ranges.measures_from == "edge" else 0.0)

    def are_beside(metres: float) -> bool:
        battle = placed(begun(game), ana=Place(x=2, y=3), bruno=Place(x=2, y=3 + metres))
        assert ranges.are_beside(battle, "bruno", "ana") == ranges.are_beside(battle, "ana", "bruno")
        return ranges.are_beside(battle, "ana", "bruno")

    assert are_beside(0.5)
    assert are_beside(apart)
    assert not are_beside(apart + 0.1)
    assert ranges.are_beside(placed(begun(game), ana=Place()), "ana", "bruno")


def radii(game: str, battle: AnyBattle, *drawn: tuple[float, float], mode: str = USUAL) -> dict[str, float]:
    """Return how far the map shows that Ana can go: from her place or from the end of a drawn line."""
    movement = RULESETS[game].movement
    assert movement is not None
    legs = (DrawnLeg(points=drawn),) if drawn else ()
    here = drawn[-1] if drawn else battle.combatants["ana"].place.point
    found = {}
    for one in movement.reach(battle, "ana", legs, mode):
        (circle,) = one.shapes
        assert isinstance(circle, Circle)
        assert (circle.x, circle.y) == here
        found[one.title] = circle.radius
    return found


def moved(game: str, battle: AnyBattle, x: float) -> AnyBattle:
    outcome = run(RULESETS[game], battle, Call(action="move", actor="ana", options={"place": {"x": x, "y": 0}}))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def test_the_map_shows_the_base_move_and_the_sprint_of_kalos() -> None:
    """10 m, and 30 m sprinting (KM-MOVE-01, KM-MOVE-02); what was gone and what is drawn is taken off."""
    battle = begun("kalos")
    assert radii("kalos", battle) == {"base move": 10, "sprint": 30}
    assert radii("kalos", battle, (0, 0), (4, 0)) == {"base move": 6, "sprint": 26}
    battle = moved("kalos", battle, 3)
    assert radii("kalos", battle) == {"base move": 7, "sprint": 27}
    assert radii("kalos", battle, (3, 0), (7, 0)) == {"base move": 3, "sprint": 23}
    assert radii("kalos", battle, (3, 0), (13, 0)) == {"sprint": 17}
    battle = moved("kalos", battle, 10)
    assert radii("kalos", battle) == {"sprint": 20}
    assert radii("kalos", placed(battle, ana=Place())) == {}
    outcome = run(RULESETS["kalos"], battle, Call(action="end_turn"))
    assert isinstance(outcome, Done)
    assert radii("kalos", outcome.battle) == {}, "it is not her turn"


def test_the_map_shows_how_far_each_way_to_move_goes_in_zerospace() -> None:
    battle = begun("zerospace")
    walk = radii("zerospace", battle, mode="walk")["walk"]
    usual = radii("zerospace", battle)
    assert usual["walk"] == walk
    # Ana runs 20 m and sprints 30 m.
    assert (usual["run"], usual["sprint"]) == (20, 30)
    assert radii("zerospace", battle, (0, 0), (2, 0), mode="run") == {"run": 18}
    after = radii("zerospace", battle, (0, 0), (walk, 0))
    assert after == {"run": 20 - walk, "sprint": 30 - walk}
    battle = moved("zerospace", battle, 3)
    assert radii("zerospace", battle) == {"walk": walk - 3, "run": 17, "sprint": 27}
    assert radii("zerospace", placed(battle, ana=Place())) == {}


def test_the_map_shows_half_and_full_move_in_zamani() -> None:
    """MOVE is 8 m, half of it 4 m (ZM-MOVE-01, ZM-MOVE-03)."""
    battle = begun("zamani")
    assert radii("zamani", battle) == {"half move": 4, "full move": 8}
    assert radii("zamani", battle, (0, 0), (3, 0)) == {"half move": 1, "full move": 5}
    assert radii("zamani", battle, (0, 0), (4, 0)) == {"full move": 4}
    assert radii("zamani", battle, (0, 0), (8, 0)) == {}
    assert radii("zamani", placed(battle, ana=Place())) == {}
