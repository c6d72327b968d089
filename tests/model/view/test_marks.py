"""Pings, measuring and aiming as players see them: they reveal nothing about combatants that players do not see."""

from __future__ import annotations

from model.state.base import replace
from model.state.board import Board, Circle, FogPatch
from model.view.map import AreaView
from model.view.marks import NO_MARKS, MarksView, aim_view, measure_view, ping_view
from model.view.viewer import PLAYERS, visible_id
from tests.model.view.kit import RULES, dockside


def test_a_ping_of_a_seen_combatant_and_of_a_place() -> None:
    battle = dockside()
    ping = ping_view(battle, (0.0, 0.0), "boomer-2")
    assert ping is not None
    assert (ping.at, ping.who) == ((39.0, 10.0), visible_id("boomer-2", PLAYERS))
    place = ping_view(battle, (3.0, 4.0), None)
    assert place is not None
    assert (place.at, place.who, place.zone) == ((3.0, 4.0), "", visible_id("quay-7", PLAYERS))


def test_a_ping_of_a_hidden_combatant_or_in_fog_is_not_shown() -> None:
    battle = dockside()
    assert ping_view(battle, (355.0, 10.0), "sniper-6") is None
    fogged = replace(battle, board=replace(battle.board, fog=(FogPatch(level="hidden"),)))
    assert ping_view(fogged, None, "boomer-2") is None


def test_measuring_is_told_in_metres_without_a_name() -> None:
    ends = ((15.0, 10.0), (39.0, 10.0))
    marks = measure_view(RULES, dockside(), ends, ("crimson-3", "boomer-2"))
    assert marks == MarksView(line=ends, words="24 m · medium")


def test_measuring_to_a_hidden_combatant_or_into_the_dark_shows_nothing() -> None:
    ends = ((15.0, 10.0), (355.0, 10.0))
    assert measure_view(RULES, dockside(), ends, ("crimson-3", "sniper-6")) == NO_MARKS
    dark = replace(dockside(), board=Board(fog=(FogPatch(level="hidden", shape=Circle(x=39, y=10, radius=2)),)))
    assert measure_view(RULES, dark, ((15.0, 10.0), (39.0, 10.0)), (None, None)) == NO_MARKS


def test_an_area_is_shown_without_who_is_in_it_and_not_where_an_unseen_combatant_aims() -> None:
    area = AreaView(shape=Circle(x=1, y=1, radius=3), label="3 inside")
    assert aim_view(dockside(), "apex-1", area) == MarksView(areas=(AreaView(shape=area.shape),))
    assert aim_view(dockside(), "sniper-6", area) == NO_MARKS
    assert aim_view(dockside(), "apex-1", None) == NO_MARKS
