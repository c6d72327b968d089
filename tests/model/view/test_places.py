"""Zones, connections and the combatants in zones, as the GM and as the players see them."""

from __future__ import annotations

from typing import Any

from model.engine.ruleset import Band, Ranges, Ruleset
from model.state.base import State, replace
from model.state.battle import AnyBattle
from model.view.board import project_bands, project_map
from model.view.map import ConnectionView, MapView, Rectangle
from model.view.players import players_view
from model.view.viewer import GM, PLAYERS, Viewer
from tests.model.engine.test_edits_zones import Fen, in_marsh, marsh, yard
from tests.support.arena import ARENA, duel
from tests.support.edits import done

HILL = {"shape": "rectangle", "x": 50, "y": 0, "width": 10, "height": 10}


def board() -> AnyBattle:
    """Return a battle with a muddy yard, a shed beside it, and a hill farther away with a path to the shed."""
    battle = done(replace(yard(), shared=Fen()), "draw_zone", name="Hill", shape=HILL)
    battle = done(battle, "link_zones", first="hill-8", second="shed-7", name="Path", cost=2, one_way=True)
    return in_marsh(battle, "edit_zone", zone="yard-6", traits={"depth": 2})


def seen(battle: AnyBattle, viewer: Viewer = GM, ruleset: Ruleset | None = None) -> MapView:
    return project_map(battle, ruleset or marsh(), viewer)


def link(view: MapView, first: str, second: str) -> ConnectionView | None:
    names = {zone.id: zone.name for zone in view.zones}
    return next((one for one in view.links if (names[one.first], names[one.second]) == (first, second)), None)


def counting() -> Ruleset:
    """Return the marsh game with distance counted in zones: every combatant is near."""
    near = Band(id="near", title="Near", reach=None, note="same zone")
    return replace(marsh(), ranges=Ranges(bands=(near,), counted=lambda battle, first, second: near))


def test_zones_that_touch_are_open_to_one_another_along_their_border() -> None:
    found = link(seen(board()), "Yard", "Shed")
    assert found == ConnectionView(first="yard-6", second="shed-7", line=((20, 0), (20, 10)))


def test_a_way_between_zones_apart_leads_from_edge_to_edge_in_its_direction() -> None:
    found = link(seen(board()), "Hill", "Shed")
    assert found is not None
    assert (found.touches, found.state, found.label) == (False, "one_way", "Path · one way · cost 2")
    # Both zones span y = 0 to 10, so the line is drawn in the middle.
    assert found.line == ((50, 5), (30, 5))
    assert link(seen(board()), "Yard", "Hill") is None


def test_a_closed_way_and_a_wall_are_told_apart() -> None:
    closed = done(board(), "link_zones", first="yard-6", second="shed-7", blocked=True, name="Door")
    cut = done(board(), "link_zones", first="yard-6", second="shed-7", cut=True)
    states = []
    for battle in (closed, cut):
        found = link(seen(battle), "Yard", "Shed")
        assert found is not None
        states.append((found.state, found.label))
    assert states == [("blocked", "Door · closed"), ("cut", "")]


def test_players_see_a_hidden_way_as_though_nothing_were_said() -> None:
    """A secret door between zones that touch looks open; a secret path between zones apart is not there at all."""
    battle = done(board(), "link_zones", first="yard-6", second="shed-7", blocked=True, name="Vault", hidden=True)
    battle = done(battle, "link_zones", first="hill-8", second="shed-7", name="Tunnel", hidden=True)
    players, gm = seen(battle, PLAYERS), seen(battle)
    found = link(players, "Yard", "Shed")
    assert found is not None
    assert (found.state, found.label, found.hidden) == ("open", "", False)
    assert link(players, "Hill", "Shed") is None
    marked = link(gm, "Hill", "Shed")
    assert marked is not None
    assert marked.hidden


def test_nothing_of_a_hidden_zone_reaches_the_players() -> None:
    battle = done(board(), "edit_zone", zone="shed-7", hidden=True)
    battle = done(battle, "place", "cora-3", place={"zone": "shed-7"})
    players = seen(battle, PLAYERS)
    assert [zone.name for zone in players.zones] == ["Yard", "Hill"]
    assert players.links == ()
    (cora,) = (token for token in players.tokens if token.name == "Cora")
    assert (cora.point, cora.room) == (None, None)
    assert "Shed" not in repr(players)
    assert "shed-7" not in repr(players)


def test_a_hidden_neighbour_in_a_zone_moves_nobody_on_the_players_map() -> None:
    """Anna is placed as if she were alone: no gap reveals Dora, who is hidden in the same zone."""
    alone = done(board(), "place", "anna-1", place={"zone": "yard-6"})
    beside = done(done(alone, "place", "dora-4", place={"zone": "yard-6"}), "hide", "dora-4")
    places = []
    for battle in (alone, beside):
        (anna,) = (token for token in seen(battle, PLAYERS).tokens if token.name == "Anna")
        places.append(anna.point)
    assert places[0] == places[1] is not None


def test_what_a_zone_is_like_stands_with_it() -> None:
    tags = {zone.name: zone.tags for zone in seen(board()).zones}
    assert tags == {"Yard": ("depth 2",), "Shed": (), "Hill": ()}


def test_who_has_no_position_is_shown_in_the_zone() -> None:
    battle = done(board(), "place", "anna-1", place={"zone": "shed-7"})
    (anna,) = (token for token in seen(battle).tokens if token.id == "anna-1")
    assert anna.x is not None
    assert 20 < anna.x < 30
    assert anna.room is not None
    assert battle.combatants["anna-1"].place.point is None


def test_around_a_combatant_the_bands_say_which_zone_the_others_are_in() -> None:
    view = project_bands(board(), counting(), GM, center="anna-1")
    labels = {entry.token.id: entry.label for entry in view.entries}
    assert (labels["bert-2"], labels["cora-3"]) == ("Bert · Yard", "Cora · Shed")
    assert view.bands[0].note == "same zone"


class Nothing(State):
    """Shared state of a game without traits of zones."""


def test_a_ruleset_without_words_for_zones_has_no_tags() -> None:
    plain: Any = replace(marsh(), zone_traits=None, link_traits=None, shared=Nothing)
    assert all(zone.tags == () for zone in seen(replace(board(), shared=Nothing()), ruleset=plain).zones)


# ------------------------------------------------------------------------------------------ a zone list as boxes


def listed() -> AnyBattle:
    """Return a battle with bar, street and roof in a row and a cellar off the street; Anna is in the bar."""
    battle = done(duel(), "list_zones", names="Bar, Street, Roof; Street, Cellar")
    return done(battle, "place", "anna-1", place={"zone": next(iter(battle.board.zones))})


def boxes(battle: AnyBattle) -> dict[str, tuple[float, float]]:
    view = players_view(ARENA, battle).map
    shapes = {zone.name: zone.shape for zone in view.zones}
    return {name: (shape.x, shape.y) for name, shape in shapes.items() if isinstance(shape, Rectangle)}


def test_players_see_a_list_of_zones_as_boxes_in_the_order_of_their_ways() -> None:
    """A box is 12 m wide and 3 m from the next; each column is one connection farther from the bar."""
    found = boxes(listed())
    assert {name: x for name, (x, _) in found.items()} == {"Bar": 0, "Street": 15, "Roof": 30, "Cellar": 30}
    view = players_view(ARENA, listed()).map
    assert len(view.links) == 3
    assert all(not link.touches for link in view.links)
    (anna,) = (token for token in view.tokens if token.name == "Anna")
    assert anna.x is not None
    assert 0 < anna.x < 12
    assert listed().board.zones[next(iter(listed().board.zones))].shape is None


def test_a_hidden_zone_of_a_list_leaves_no_gap() -> None:
    battle = listed()
    cellar = next(id for id, zone in battle.board.zones.items() if zone.name == "Cellar")
    without = boxes(done(battle, "remove_zone", zone=cellar))
    assert boxes(done(battle, "edit_zone", zone=cellar, hidden=True)) == without
    assert len(without) == 3


def test_where_anything_is_drawn_nothing_is_made_up() -> None:
    battle = done(listed(), "draw_zone", name="Hill", shape=HILL)
    assert list(boxes(battle)) == ["Hill"]
