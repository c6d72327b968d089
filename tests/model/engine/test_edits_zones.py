"""Zones are split, merged and listed, connections are edited, and the ruleset's traits of both are kept with them."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta

from model.board.zones import steps_between
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Refused, run
from model.engine.types import Traits
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle
from model.state.board import Link, Polygon, Rectangle
from tests.support.arena import ARENA, duel
from tests.support.edits import done, refused, told, words

YARD = {"shape": "rectangle", "x": 0, "y": 0, "width": 20, "height": 10}
SHED = {"shape": "rectangle", "x": 20, "y": 0, "width": 10, "height": 10}
ACROSS = [[12, -1], [12, 11]]
"""A line that cuts the yard: 12 of its 20 metres are on the left."""


def yard() -> AnyBattle:
    """Anna stands on the left of a yard, Bert on its right, Cora in the shed beside it."""
    battle = done(duel(), "draw_zone", name="Yard", shape=YARD)
    battle = done(battle, "draw_zone", name="Shed", shape=SHED)
    for who, x in (("anna-1", 4), ("bert-2", 16), ("cora-3", 25)):
        battle = done(battle, "place", who, place={"x": x, "y": 5})
    return battle


def zone_of(battle: AnyBattle, who: Id) -> str:
    return battle.board.zones[battle.combatants[who].place.zone or ""].name


def only_link(battle: AnyBattle) -> Link:
    (link,) = battle.board.links.values()
    return link


# ------------------------------------------------------------------------------------------ split and merge


def test_a_line_across_a_zone_makes_two_and_everybody_is_in_the_right_one() -> None:
    battle = done(yard(), "split_zone", zone="yard-6", line=ACROSS, name="Gate")
    shapes = {zone.name: zone.shape for zone in battle.board.zones.values()}
    assert shapes["Yard"] == Rectangle(x=0, y=0, width=12, height=10)
    assert shapes["Gate"] == Rectangle(x=12, y=0, width=8, height=10)
    assert [zone_of(battle, who) for who in ("anna-1", "bert-2", "cora-3")] == ["Yard", "Gate", "Shed"]
    gate = battle.combatants["bert-2"].place.zone
    assert steps_between(battle.board, "yard-6", gate or "") == 1
    assert steps_between(battle.board, "yard-6", "shed-7") == 2


def test_a_slanted_line_leaves_polygons_and_need_not_reach_the_edges() -> None:
    battle = done(yard(), "split_zone", zone="yard-6", line=[[8, 3], [12, 7]])
    shapes = [zone.shape for zone in battle.board.zones.values() if zone.name.startswith("Yard")]
    # Extended, the line reaches (5, 0) and (15, 10): left of it are (5 + 15) / 2 * 10 = 100 of 200 square metres.
    assert all(isinstance(shape, Polygon) and len(shape.points) == 4 for shape in shapes)
    corners = {point for shape in shapes if isinstance(shape, Polygon) for point in shape.points}
    assert {(5.0, 0.0), (15.0, 10.0)} <= corners


def test_who_has_no_position_is_sorted_as_they_are_seen() -> None:
    """Four combatants without positions in a yard of 20 m are shown side by side: some on each side of its middle."""
    battle = yard()
    for who in ("anna-1", "bert-2", "cora-3", "dora-4"):
        battle = done(battle, "place", who, place={"zone": "yard-6"})
    battle = done(battle, "split_zone", zone="yard-6", line=[[10, -1], [10, 11]], name="East")
    there = {zone_of(battle, who) for who in ("anna-1", "bert-2", "cora-3", "dora-4")}
    assert there == {"Yard", "East"}


@pytest.mark.parametrize(
    ("line", "part"),
    [([[30, 0], [40, 10]], "does not cut"), ([[5, 5], [5, 5]], "different points"), ([[-2, 40], [60, 40]], "not cut")],
)
def test_a_line_beside_a_zone_is_refused_in_a_sentence(line: Any, part: str) -> None:
    assert part in refused(yard(), "split_zone", zone="yard-6", line=line)


def test_what_was_said_of_a_way_stays_with_the_part_that_lies_there() -> None:
    """The connection from yard to shed is blocked; after a cut at 12 m only the new right part touches the shed."""
    battle = done(yard(), "link_zones", first="yard-6", second="shed-7", blocked=True, name="Door")
    battle = done(battle, "split_zone", zone="yard-6", line=ACROSS, name="Gate")
    link, gate = only_link(battle), battle.combatants["bert-2"].place.zone
    assert ({link.first, link.second}, link.is_blocked, link.name) == ({gate, "shed-7"}, True, "Door")


def test_zones_side_by_side_become_one_with_all_who_are_in_it() -> None:
    battle = done(yard(), "merge_zones", first="yard-6", second="shed-7")
    (zone,) = battle.board.zones.values()
    assert (zone.name, zone.shape) == ("Yard", Rectangle(x=0, y=0, width=30, height=10))
    assert {zone_of(battle, who) for who in ("anna-1", "bert-2", "cora-3")} == {"Yard"}
    assert "shed-7" not in repr(battle)


def test_zones_apart_from_one_another_stay_two() -> None:
    battle = done(yard(), "draw_zone", name="Hill", shape={**SHED, "x": 50})
    assert "do not touch" in refused(battle, "merge_zones", first="yard-6", second="hill-8")


def test_ways_out_of_a_zone_that_is_taken_in_lead_out_of_the_whole() -> None:
    battle = done(yard(), "draw_zone", name="Hill", shape={**SHED, "x": 50})
    battle = done(battle, "link_zones", first="shed-7", second="hill-8", name="Path")
    battle = done(battle, "merge_zones", first="yard-6", second="shed-7")
    link = only_link(battle)
    assert ({link.first, link.second}, link.name) == ({"yard-6", "hill-8"}, "Path")


# ------------------------------------------------------------------------------------------ moved


def test_a_zone_moved_as_a_whole_takes_along_who_stands_in_it() -> None:
    battle = done(yard(), "edit_zone", zone="yard-6", shape={**YARD, "x": 2, "y": -3})
    assert battle.combatants["anna-1"].place.point == (6.0, 2.0)
    assert battle.combatants["cora-3"].place.point == (25.0, 5.0)


def test_a_zone_that_is_reshaped_leaves_everybody_where_they_stand() -> None:
    battle = done(yard(), "edit_zone", zone="yard-6", shape={**YARD, "width": 10})
    assert battle.combatants["bert-2"].place.point == (16.0, 5.0)
    assert zone_of(battle, "bert-2") == "Yard"


# ------------------------------------------------------------------------------------------ a plain list


def test_typed_names_are_zones_in_a_row_and_a_known_name_begins_a_branch() -> None:
    battle = done(duel(), "list_zones", names="Bar, Street, Roof; street, Cellar")
    ids = {zone.name: zone.id for zone in battle.board.zones.values()}
    assert list(ids) == ["Bar", "Street", "Roof", "Cellar"]
    assert steps_between(battle.board, ids["Bar"], ids["Roof"]) == 2
    assert steps_between(battle.board, ids["Street"], ids["Cellar"]) == 1
    assert len(battle.board.links) == 3
    assert len({zone.color for zone in battle.board.zones.values()}) == 4
    assert told(battle, "list_zones", names="Cellar, Bar") == [("Zones are connected: Cellar and Bar.", "gm")]
    assert "No zone is named" in refused(duel(), "list_zones", names=" , ;")


# ------------------------------------------------------------------------------------------ connections


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ({"cut": True}, "no connection between Yard and Shed"),
        ({"blocked": True}, "between Yard and Shed is closed"),
        ({"one_way": True}, "from Yard to Shed, but not back"),
        ({}, "are connected"),
    ],
)
def test_a_sentence_says_what_became_of_a_way(said: dict[str, Any], part: str) -> None:
    ((sentence, audience),) = told(yard(), "link_zones", first="yard-6", second="shed-7", **said)
    assert part in sentence
    assert audience == "gm"


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ({"name": "Door"}, ["is called Door"]),
        ({"cost": 3, "hidden": True}, ["has cost 3", "hidden from the players"]),
        ({"metres": 12.5}, ["Yard and Shed are 12.5 m apart"]),
        ({"band": "far"}, ["Yard and Shed are far apart"]),
        ({"first": "shed-7", "second": "yard-6", "one_way": True}, ["from Shed to Yard, but not back"]),
    ],
)
def test_an_edit_of_a_way_says_what_is_new_about_it_and_no_more(said: dict[str, Any], parts: list[str]) -> None:
    battle = done(yard(), "link_zones", first="yard-6", second="shed-7", one_way=True)
    said = {"first": "yard-6", "second": "shed-7", "one_way": True} | said
    sentences = [sentence for sentence, _ in told(battle, "link_zones", **said)]
    assert len(sentences) == len(parts)
    assert all(part in sentence for sentence, part in zip(sentences, parts, strict=True))


def test_a_way_that_is_cut_is_blocked_for_the_rules() -> None:
    battle = done(yard(), "link_zones", first="yard-6", second="shed-7", cut=True, hidden=True)
    link = only_link(battle)
    assert (link.is_cut, link.is_blocked, link.hidden) == (True, True, True)
    assert steps_between(battle.board, "yard-6", "shed-7") is None
    battle = done(battle, "unlink", first="yard-6", second="shed-7")
    assert steps_between(battle.board, "yard-6", "shed-7") == 1


# ------------------------------------------------------------------------------------------ traits of a ruleset


class Mud(State):
    """Traits of the zones in the marsh game."""

    depth: Annotated[int, Meta(ge=0, le=3)] = 0


class Fen(State):
    """Shared state of the marsh game."""

    prize: int = 0
    mud: dict[Id, Mud] = {}
    locks: dict[Id, Mud] = {}


MUD = Traits(field="mud", kind=Mud, title="Mud", words=lambda mud, is_for_players: (f"depth {mud.depth}",))
LOCKS = Traits(field="locks", kind=Mud, title="Lock", words=lambda lock, _: ("locked",), is_there_by_default=True)


def marsh() -> Ruleset:
    from model.state.base import replace

    return replace(ARENA, shared=Fen, zone_traits=MUD, link_traits=LOCKS)


def in_marsh(battle: AnyBattle, action: str, **options: Any) -> AnyBattle:
    outcome = run(marsh(), battle, Call(action=action, options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def test_what_a_zone_and_a_way_are_like_is_kept_for_them_and_goes_with_them() -> None:
    battle = in_marsh(replace(yard(), shared=Fen()), "edit_zone", zone="yard-6", traits={"depth": 2})
    battle = in_marsh(battle, "link_zones", first="yard-6", second="shed-7", traits={})
    assert battle.shared.mud == {"yard-6": Mud(depth=2)}
    assert battle.shared.locks == {only_link(battle).id: Mud()}
    parts = in_marsh(battle, "split_zone", zone="yard-6", line=ACROSS)
    assert [mud.depth for mud in parts.shared.mud.values()] == [2, 2]
    assert list(parts.shared.locks) == [only_link(parts).id]
    gone = in_marsh(battle, "remove_zone", zone="yard-6")
    assert (gone.shared.mud, gone.shared.locks) == ({}, {})
    plain = in_marsh(battle, "edit_zone", zone="yard-6", traits={"depth": 0})
    assert plain.shared.mud == {}
    free = in_marsh(battle, "link_zones", first="yard-6", second="shed-7", free=True)
    assert free.shared.locks == {}


def test_what_does_not_fit_is_refused_with_its_place() -> None:
    battle = replace(yard(), shared=Fen())
    outcome = run(marsh(), battle, Call(action="edit_zone", options={"zone": "yard-6", "traits": {"depth": 9}}))
    assert isinstance(outcome, Refused)
    assert "Mud" in words(battle, outcome.refusal.sentence)
    assert "say nothing" in refused(yard(), "edit_zone", zone="yard-6", traits={"depth": 1})
