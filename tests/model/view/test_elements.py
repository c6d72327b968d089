"""Layouts of the player view: an element that is left out is nowhere in the view, and no layout adds anything."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine.calls import Call
from model.engine.messages import damage_message
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Note, RollRecord, Ruling
from model.view.elements import OPPOSITION, with_layout
from model.view.layout import BUILT_IN, FULL, MAP_ONLY, THEATRE, PlayersLayout, elements
from model.view.players import PlayersView, players_view
from model.view.zone_list import ZoneRow, ZonesView
from tests.model.view.kit import RULES, fight
from tests.model.view.round3 import round3
from tests.model.view.test_leaks import fights

ROLL = RollRecord(id="attack", title="Attack", by="crimson-3", dice="2d6", faces=(4, 5), bonus=10, sum=9)
HIT = Ruling(key="hit", title="Hit", is_true=True, computed=True, total=19, against=18, roll="attack")


def struck(**more: Any) -> PlayersView:
    """Return the player view after Crimson has hit the man in red, whose health is shown exactly."""
    battle = replace(round3(), health_policy={"npc": "exact"})
    note = Note(sentences=(damage_message(battle, "boomer-2", 7),), rolls=(ROLL,), rulings=(HIT,))
    call = Call(action="strike", actor="crimson-3", targets=("boomer-2",))
    return players_view(RULES, battle, call=call, note=note, before=battle, **more)


def without(*names: str, **more: Any) -> PlayersLayout:
    return replace(FULL, name="Test", **dict.fromkeys(names, False), **more)


def test_the_full_layout_shows_all_but_target_numbers_and_what_happened_before() -> None:
    view = struck()
    assert with_layout(view, FULL) == replace(view, log=())


def test_the_map_alone() -> None:
    view = with_layout(struck(), MAP_ONLY)
    assert (view.order, view.action, view.pools) == ((), None, ())
    assert (view.now, view.next) == (struck().now, struck().next), "whose turn it is stays in sight"
    assert view.now
    assert view.map.tokens


def test_an_element_that_is_left_out_is_nowhere_in_the_view() -> None:
    view = struck()
    assert "16" in repr(view.order)
    assert "'16'" not in repr(with_layout(view, without("health")))
    assert "cover" not in repr(with_layout(view, without("conditions")))
    assert with_layout(view, without("map")).map.tokens == ()
    assert with_layout(view, without("order")).order == ()
    assert "7 damage" not in repr(with_layout(view, without("damage_numbers")))
    plain = with_layout(view, without("events")).action
    assert plain is not None
    assert (plain.title, plain.sentence, plain.outcome) == ("", "", "")
    told = with_layout(view, without("dice")).action
    assert told is not None
    assert (told.dice, told.sentence) == ((), "Man in red takes 7 damage.")


def test_damage_is_told_in_words_where_a_layout_has_no_numbers() -> None:
    action = with_layout(struck(), without("damage_numbers")).action
    assert action is not None
    assert (action.sentence, action.outcome) == ("Man in red is hurt.", "Man in red is hurt.")


def test_target_numbers_are_in_the_view_only_where_they_are_asked_for() -> None:
    shows = replace(FULL, name="Test", target_numbers=True)
    assert "18" not in repr(struck().action)
    asked = struck(has_target_numbers=True)
    action = with_layout(asked, shows).action
    assert action is not None
    assert [dice.against for dice in action.dice] == [18]
    hidden = with_layout(asked, FULL).action
    assert hidden is not None
    assert [dice.against for dice in hidden.dice] == [None]


def test_lines_of_what_happened_before() -> None:
    view = struck()
    later = players_view(RULES, round3_exact(), view)
    assert [line.sentence for line in later.log] == ["Man in red takes 7 damage."]
    assert [line.sentence for line in with_layout(later, replace(FULL, log_lines=3)).log] == [
        "Man in red takes 7 damage."
    ]
    hidden = round3_exact()
    hidden = hidden.with_combatant(replace(hidden.combatant("boomer-2"), is_hidden=True))
    assert players_view(RULES, hidden, view).log == (), "who is hidden since is not named any longer"


def test_without_map_and_picture_all_that_happened_is_told_as_far_as_the_layout_tells_events() -> None:
    view = players_view(RULES, round3_exact(), struck())
    assert [line.sentence for line in with_layout(view, THEATRE).log] == ["Man in red takes 7 damage."]
    pictured = with_layout(replace(view, scene="ab12cd34.png"), THEATRE)
    assert pictured.log == (), "the picture has the room"
    assert with_layout(view, replace(THEATRE, name="Test", events=False)).log == ()
    in_words = with_layout(view, replace(THEATRE, name="Test", damage_numbers=False)).log
    assert [line.sentence for line in in_words] == ["Man in red is hurt."]


def round3_exact() -> AnyBattle:
    return replace(round3(), health_policy={"npc": "exact"})


def test_the_gms_turns_as_the_opposition() -> None:
    battle = fight("apex-1", "boomer-2", "minion-5", "crimson-3")
    view = with_layout(players_view(RULES, battle), replace(FULL, name="Test", opposition=True))
    assert [(row.name, row.is_now) for row in view.order] == [("Apex", True), (OPPOSITION, False), ("Crimson", False)]
    assert (view.now, view.next) == ("Apex", OPPOSITION)
    theirs = fight("boomer-2", "apex-1")
    view = with_layout(players_view(RULES, theirs), replace(FULL, name="Test", opposition=True))
    assert view.now == OPPOSITION
    assert not [one for one in view.map.tokens if one.acting or one.target or one.distance or one.bearing is not None]


def test_as_the_opposition_no_distance_says_whose_turn_it_is() -> None:
    view = replace(
        players_view(RULES, fight("boomer-2", "apex-1")),
        zones=ZonesView(rows=(ZoneRow(id="a", name="Quay", distance="here"),)),
    )
    shown = with_layout(view, replace(FULL, name="Test", opposition=True))
    assert shown.zones is not None
    assert [row.distance for row in shown.zones.rows] == [""]


def test_without_now_and_next_nothing_on_the_board_says_whose_turn_it_is() -> None:
    battle = fight("boomer-2", "apex-1")
    view = replace(
        players_view(RULES, battle),
        zones=ZonesView(rows=(ZoneRow(id="a", name="Quay", distance="here"),), center="Boomer"),
    )
    shown = with_layout(view, without("now_and_next"))
    assert shown.zones is not None
    assert (shown.zones.center, [row.distance for row in shown.zones.rows]) == ("", [""])
    assert not [one for one in shown.map.tokens if one.acting or one.target or one.distance]
    assert not [one for one in shown.map.relations if one.kind == "target"]


def words_of(view: object) -> set[str]:
    return set(re.findall(r"'[^']*'|\d+", repr(view)))


@given(fights(), st.sampled_from([*BUILT_IN, *(without(key) for key in elements() if key != "log_lines")]))
def test_no_layout_shows_more_than_there_is(battle: AnyBattle, layout: PlayersLayout) -> None:
    view = players_view(RULES, battle)
    own = words_of(layout) | {repr(OPPOSITION), "'?'", "'npc'"}
    assert words_of(with_layout(view, layout)) <= words_of(view) | own


def test_zones_follow_the_layout_too() -> None:
    view = replace(struck(), zones=ZonesView())
    assert with_layout(view, MAP_ONLY).zones == ZonesView()
    assert with_layout(view, without("map")).zones is None


@pytest.mark.parametrize("layout", BUILT_IN, ids=lambda layout: layout.name)
def test_a_layout_taken_twice_is_the_same(layout: PlayersLayout) -> None:
    once = with_layout(struck(), layout)
    assert with_layout(once, layout) == once
