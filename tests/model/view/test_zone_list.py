"""Zones as a plain list: complete for the GM, and with only what players may know for them."""

from __future__ import annotations

from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.view.viewer import GM, PLAYERS, Viewer, visible_id
from model.view.zone_list import HERE, ZoneRow, project_zones
from tests.model.engine.test_edits_zones import Fen
from tests.model.view.test_places import counting, listed
from tests.support.edits import done


def ids(battle: AnyBattle) -> dict[str, Id]:
    return {zone.name: zone.id for zone in battle.board.zones.values()}


def rows(battle: AnyBattle, viewer: Viewer = GM, center: Id | None = None) -> dict[str, ZoneRow]:
    return {
        row.name: row for row in project_zones(replace(battle, shared=Fen()), counting(), viewer, center=center).rows
    }


def test_every_zone_has_its_people_and_its_ways_and_the_lost_have_a_row_of_their_own() -> None:
    found = rows(listed())
    assert list(found) == ["Bar", "Street", "Roof", "Cellar", "In no zone"]
    assert [token.name for token in found["Bar"].tokens] == ["Anna"]
    assert [way.name for way in found["Street"].connections] == ["Bar", "Roof", "Cellar"]
    assert found["In no zone"].id == ""
    assert len(found["In no zone"].tokens) == 3


def test_who_is_out_comes_last_in_the_zone() -> None:
    battle = listed()
    first, second, *_ = (token.name for token in rows(battle)["In no zone"].tokens)
    who = next(one.id for one in battle.combatants.values() if one.name == first)
    names = [token.name for token in rows(done(battle, "mark_captured", who))["In no zone"].tokens]
    assert (names[0], names[-1]) == (second, first)


def test_a_way_that_leads_here_only_is_told_from_one_that_leads_out() -> None:
    battle = listed()
    known = ids(battle)
    battle = done(battle, "link_zones", first=known["Roof"], second=known["Street"], one_way=True, name="Ladder")
    out = {way.name: way for way in rows(battle)["Roof"].connections}["Street"]
    back = {way.name: way for way in rows(battle)["Street"].connections}["Roof"]
    assert (out.state, out.is_against, back.is_against) == ("one_way", False, True)
    assert out.label == back.label == "Ladder · one way"


def test_where_a_combatant_is_says_so_and_without_anybody_no_distance_is_told() -> None:
    assert rows(listed(), center="anna-1")["Bar"].distance == HERE
    assert rows(listed(), center="bert-2")["Bar"].distance == ""
    assert rows(listed())["Bar"].distance == ""


def test_players_hear_nothing_of_hidden_zones_and_ways() -> None:
    battle = listed()
    known = ids(battle)
    battle = done(battle, "link_zones", first=known["Bar"], second=known["Roof"], name="Shaft", hidden=True)
    battle = done(battle, "edit_zone", zone=known["Cellar"], hidden=True)
    battle = done(battle, "place", "bert-2", place={"zone": known["Cellar"]})
    found = rows(battle, PLAYERS)
    assert list(found) == ["Bar", "Street", "Roof", "In no zone"]
    assert [way.name for way in found["Bar"].connections] == ["Street"]
    assert [way.name for way in found["Street"].connections] == ["Bar", "Roof"]
    assert found["Bar"].id == visible_id(known["Bar"], PLAYERS)
    assert "Bert" in [token.name for token in found["In no zone"].tokens]
    for secret in ("Cellar", "Shaft", *known.values()):
        assert secret not in repr(found)
