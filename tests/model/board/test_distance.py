"""The distance between two combatants: measured, stated by the GM, or unknown, but never invented."""

from __future__ import annotations

import pytest

from model.board import bands, distance, zones
from model.engine.ruleset import Band, Ranges
from model.state.base import State
from model.state.battle import Battle, Combatant, Item, Thing
from model.state.board import Board, Link, Place, Rectangle, Zone


class NoSheet(State):
    """A sheet without fields."""


RANGES = Ranges(
    bands=(
        Band(id="hand", title="Hand-to-hand", reach=1),
        Band(id="short", title="Short", reach=10),
        Band(id="medium", title="Medium", reach=100),
        Band(id="far", title="Far", reach=None),
    )
)
EDGES = Ranges(bands=RANGES.bands, measures_from="edge")


NOWHERE = Place()
EMPTY = Board()


def combatant(id: str, place: Place = NOWHERE, **more: object) -> Combatant[NoSheet]:
    return Combatant(id=id, name=id.title(), sheet=NoSheet(), place=place, **more)


def battle(*combatants: Combatant[NoSheet], board: Board = EMPTY) -> Battle:
    everyone = {one.id: one for one in combatants}
    return Battle(ruleset="none", shared=NoSheet(), combatants=everyone, board=board)


def clumps(**link: object) -> Board:
    return Board(
        zones={"dock": Zone(id="dock", name="Dock"), "roof": Zone(id="roof", name="Roof")},
        links={"l": Link(id="l", first="dock", second="roof", **link)},
    )


def test_two_positions_are_measured_with_height() -> None:
    fight = battle(combatant("a", Place(x=0, y=0)), combatant("b", Place(x=3, y=4, height=12)))
    assert distance.between(fight, "a", "b") == pytest.approx(13)


def test_from_edge_to_edge_both_radii_are_left_out() -> None:
    fight = battle(combatant("a", Place(x=0, y=0), radius=0.5), combatant("b", Place(x=4, y=0), radius=2.0))
    assert distance.between(fight, "a", "b", RANGES) == 4
    assert distance.between(fight, "a", "b", EDGES) == 1.5


def test_tokens_that_overlap_are_no_less_than_0_apart() -> None:
    fight = battle(combatant("a", Place(x=0, y=0)), combatant("b", Place(x=0.2, y=0)))
    assert distance.between(fight, "a", "b", EDGES) == 0


def test_nobody_is_away_from_themselves_even_without_a_place() -> None:
    assert distance.between(battle(combatant("a")), "a", "a") == 0


def test_without_places_the_distance_is_unknown() -> None:
    fight = battle(combatant("a", Place(x=0, y=0)), combatant("b"))
    assert distance.between(fight, "a", "b") is None
    assert bands.band_of(fight, RANGES, "a", "b") is None


def test_the_combatant_who_is_not_in_the_battle_is_at_no_known_distance() -> None:
    assert distance.between(battle(combatant("a", Place(x=0, y=0))), "a", "nobody-3") is None


@pytest.mark.parametrize(("first", "second"), [("dock", "roof"), ("roof", "dock")])
def test_clumps_are_as_far_apart_as_the_gm_says_in_both_directions(first: str, second: str) -> None:
    fight = battle(combatant("a", Place(zone=first)), combatant("b", Place(zone=second)), board=clumps(metres=30))
    assert distance.between(fight, "a", "b", EDGES) == 30
    assert bands.band_of(fight, RANGES, "a", "b") == bands.band_named(RANGES, "medium")


def test_height_counts_between_clumps_too() -> None:
    fight = battle(
        combatant("a", Place(zone="dock")),
        combatant("b", Place(zone="roof", height=40)),
        board=clumps(metres=30),
    )
    assert distance.between(fight, "a", "b") == pytest.approx(50)


@pytest.mark.parametrize("word", ["far", "Far", "FAR "])
def test_clumps_may_be_a_band_apart_without_metres(word: str) -> None:
    fight = battle(combatant("a", Place(zone="dock")), combatant("b", Place(zone="roof")), board=clumps(band=word))
    assert distance.between(fight, "a", "b") is None
    assert bands.band_of(fight, RANGES, "a", "b") == RANGES.bands[3]


def test_the_nearest_are_sorted_by_band_and_within_one_by_metres() -> None:
    """In a game that counts zones, an opponent behind the wall is farther away than one across the same room."""
    zones_of = {"near": "hall", "far": "hall", "wall": "shop"}

    def counted(fight: Battle, first: str, second: str) -> Band | None:
        zone = fight.combatants[second].place.zone
        return None if zone is None else RANGES.bands[0 if zone == "hall" else 1]

    fight = battle(
        combatant("a", Place(x=0, y=0, zone="hall")),
        combatant("lost"),
        combatant("wall", Place(x=1, y=0, zone=zones_of["wall"])),
        combatant("far", Place(x=9, y=0, zone=zones_of["far"])),
        combatant("near", Place(x=3, y=0, zone=zones_of["near"])),
    )
    others = [one for one in fight.combatants if one != "a"]
    by_zones = Ranges(bands=RANGES.bands, counted=counted)
    assert sorted(others, key=lambda who: bands.nearness(fight, by_zones, "a", who)) == ["near", "far", "wall", "lost"]
    assert sorted(others, key=lambda who: bands.nearness(fight, RANGES, "a", who)) == ["wall", "near", "far", "lost"]


def test_a_band_that_the_ruleset_does_not_have_says_nothing() -> None:
    board = clumps(band="spitting distance")
    fight = battle(combatant("a", Place(zone="dock")), combatant("b", Place(zone="roof")), board=board)
    assert bands.band_of(fight, RANGES, "a", "b") is None


def test_within_one_clump_nothing_is_invented() -> None:
    fight = battle(combatant("a", Place(zone="dock")), combatant("b", Place(zone="dock")), board=clumps(metres=30))
    assert distance.between(fight, "a", "b") is None


def test_positions_count_before_the_word_about_their_zones() -> None:
    here, there = Place(x=0, y=0, zone="dock"), Place(x=5, y=0, zone="roof")
    fight = battle(combatant("a", here), combatant("b", there), board=clumps(metres=30))
    assert distance.between(fight, "a", "b") == 5


def test_things_and_what_a_combatant_carries_are_somewhere_too() -> None:
    fight = battle(combatant("a", Place(x=0, y=0)), combatant("b", Place(x=0, y=9)))
    fight = Battle(
        ruleset="none",
        shared=NoSheet(),
        combatants=fight.combatants,
        things={"crate-1": Thing(id="crate-1", name="Crate", place=Place(x=6, y=0))},
        items={
            "gun-1": Item(id="gun-1", name="Gun", gear=NoSheet(), holder="b"),
            "gun-2": Item(id="gun-2", name="Gun", gear=NoSheet(), where="board", place=Place(x=2, y=0)),
        },
    )
    assert distance.between(fight, "a", "crate-1") == 6
    assert distance.between(fight, "a", "gun-1") == 9
    assert distance.between(fight, "a", "gun-2") == 2


@pytest.mark.parametrize(
    ("metres", "words"),
    [
        (0, "0 m, hand-to-hand"),
        (1, "1 m, hand-to-hand"),
        (1.001, "1 m, short"),
        (10, "10 m, short"),
        (10.4, "10.4 m, medium"),
        (100, "100 m, medium"),
        (340.2, "340 m, far"),
        (1240, "1.2 km, far"),
        (3000, "3 km, far"),
    ],
)
def test_a_distance_in_words_and_its_band(metres: float, words: str) -> None:
    fight = battle(combatant("a", Place(x=0, y=0)), combatant("b", Place(x=metres, y=0)))
    band = bands.band_of(fight, RANGES, "a", "b")
    assert band is not None
    assert (bands.metres_text(metres), band.title.lower()) == tuple(words.split(", "))


def test_without_bands_given_only_the_metres_are_words() -> None:
    assert [bands.metres_text(metres) for metres in (0.5, 24, 99.96, 999.7)] == [
        "0.5 m",
        "24 m",
        "100 m",
        "1 km",
    ]


def test_everyone_in_a_zone_is_everyone_present_whose_zone_it_is() -> None:
    fight = battle(
        combatant("b-10", Place(zone="dock")),
        combatant("b-9", Place(x=0, y=0, zone="dock")),
        combatant("b-3", Place(zone="dock"), is_present=False),
        combatant("b-4", Place(zone="roof")),
        board=Board(zones={"dock": Zone(id="dock", name="Dock", shape=Rectangle(x=50, y=50, width=1, height=1))}),
    )
    assert zones.everyone_in(fight, "dock") == ("b-9", "b-10")


@pytest.mark.parametrize(
    ("metres", "words"),
    [(9.96, "10 m"), (10.0, "10 m"), (10.04, "10.04 m"), (10.06, "10.1 m"), (10.0004, "over 10 m"), (24, "24 m")],
)
def test_a_distance_beyond_a_limit_does_not_read_like_it(metres: float, words: str) -> None:
    """Else "10 m, far" would stand beside a ring that says "near, 10 m"."""
    assert bands.metres_past(metres, (1.5, 10, 50, None)) == words
