"""Fog: which places players see, and which combatants it hides from them."""

from __future__ import annotations

import pytest

from model.board.fog import copied_fog, fog_at, is_in_fog, seen_by_party, with_fog, without_zones, zone_fog
from model.state.base import replace
from model.state.board import Board, Circle, FogLevel, FogPatch, Line, Link, Place, Rectangle, Zone
from tests.model.view.kit import battle_of, fighter

SQUARE = Rectangle(x=0, y=0, width=10, height=10)
HALL, CELLAR, ATTIC = (Zone(id=name.lower() + "-1", name=name) for name in ("Hall", "Cellar", "Attic"))


def at(x: float, y: float) -> Place:
    return Place(x=x, y=y)


def test_later_patches_lie_over_earlier_ones() -> None:
    board = with_fog(Board(), FogPatch(level="hidden"))
    board = with_fog(board, FogPatch(level="revealed", shape=SQUARE))
    board = with_fog(board, FogPatch(level="dimmed", shape=Circle(x=5, y=5, radius=1)))
    levels = [fog_at(board, place) for place in (at(20, 20), at(1, 1), at(5, 5.5))]
    assert levels == ["hidden", "revealed", "dimmed"]


@pytest.mark.parametrize(("y", "level"), [(0.9, "hidden"), (1.1, "revealed")])
def test_a_stroke_reaches_half_its_width_to_both_sides(y: float, level: FogLevel) -> None:
    board = with_fog(Board(), FogPatch(level="hidden", shape=Line(points=((0, 0), (10, 0))), width=2))
    assert fog_at(board, at(5, y)) == level
    assert fog_at(board, at(5, -y)) == level


def test_a_zone_in_fog_counts_by_the_zone_that_is_stored() -> None:
    board = with_fog(Board(zones={CELLAR.id: replace(CELLAR, shape=SQUARE)}), FogPatch(level="hidden", zone=CELLAR.id))
    assert fog_at(board, Place(x=50, y=50, zone=CELLAR.id)) == "hidden"
    assert fog_at(board, Place(x=5, y=5, zone=HALL.id)) == "revealed"
    assert fog_at(board, at(5, 5)) == "hidden"


def test_to_cover_or_clear_the_board_leaves_no_older_patch() -> None:
    board = with_fog(Board(), FogPatch(level="hidden", shape=SQUARE))
    assert with_fog(board, FogPatch(level="hidden")).fog == (FogPatch(level="hidden"),)
    assert with_fog(board, FogPatch(level="revealed")).fog == ()


def test_a_zone_has_one_patch_however_often_it_changes() -> None:
    board = Board(zones={CELLAR.id: CELLAR})
    levels: tuple[FogLevel, ...] = ("hidden", "dimmed", "hidden")
    for level in levels:
        board = with_fog(board, FogPatch(level=level, zone=CELLAR.id))
    assert board.fog == (FogPatch(level="hidden", zone=CELLAR.id),)
    assert zone_fog(board, CELLAR.id) == "hidden"
    assert with_fog(board, FogPatch(level="revealed", zone=CELLAR.id)).fog == ()


def test_characters_of_players_are_never_in_fog() -> None:
    board = with_fog(Board(), FogPatch(level="hidden"))
    assert is_in_fog(board, fighter("raider-1", "Raider", at=(1, 1)))
    assert not is_in_fog(board, fighter("nora-2", "Nora", "pc", at=(1, 1)))
    assert not is_in_fog(board, fighter("raider-3", "Raider")), "who is nowhere on the board"


def test_fog_goes_with_its_zone_and_passes_to_the_one_that_takes_it_in() -> None:
    board = with_fog(Board(zones={HALL.id: HALL}), FogPatch(level="hidden", zone=CELLAR.id))
    assert without_zones(board, frozenset({CELLAR.id})).fog == ()
    assert without_zones(board, frozenset({CELLAR.id}), HALL.id).fog == (FogPatch(level="hidden", zone=HALL.id),)
    assert [patch.zone for patch in copied_fog(board, CELLAR.id, ATTIC.id).fog] == [CELLAR.id, ATTIC.id]


def test_the_party_sees_its_zones_and_what_an_open_connection_leads_to() -> None:
    links = {
        "open-5": Link(id="open-5", first=HALL.id, second=CELLAR.id),
        "shut-6": Link(id="shut-6", first=HALL.id, second=ATTIC.id, is_blocked=True),
    }
    board = Board(zones={zone.id: zone for zone in (HALL, CELLAR, ATTIC)}, links=links)
    nora = replace(fighter("nora-2", "Nora", "pc"), place=Place(zone=HALL.id))
    raider = replace(fighter("raider-3", "Raider"), place=Place(zone=ATTIC.id))
    assert seen_by_party(battle_of(nora, raider, board=board)) == {HALL.id, CELLAR.id}
