"""Edits of combatants, and which messages about them players see."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine.effects import add_effect
from model.state.base import replace
from model.state.battle import MOST_COMBATANTS, AnyBattle, Player, Task, Thing
from model.state.board import Circle, Place, Zone
from tests.support.arena import duel, slots, standing_slot
from tests.support.edits import done, refused, told


def kinds(battle: AnyBattle, who: str) -> list[str]:
    return [effect.kind for effect in battle.combatants[who].effects.values()]


def names(battle: AnyBattle) -> list[str]:
    return [one.name for one in battle.combatants.values()]


def fight() -> AnyBattle:
    """The duel in its first round; it is Anna's turn."""
    return done(duel(), "start_fight")


# ------------------------------------------------------------------------------------------ joining


def test_a_combatant_joins_with_the_conditions_named() -> None:
    battle = done(duel(), "add_combatant", name="Eva", count=2, conditions=["prone"])
    assert [kinds(battle, who) for who, one in battle.combatants.items() if one.name.startswith("Eva")] == [
        ["prone"],
        ["prone"],
    ]
    assert "no condition “proud”" in refused(duel(), "add_combatant", name="Eva", conditions=["proud"])


# ------------------------------------------------------------------------------------------ health


def test_quick_damage_and_healing_go_to_everybody_selected() -> None:
    battle = done(duel(), "hurt", "anna-1", "bert-2", amount=7)
    assert [battle.combatants[who].sheet.health for who in ("anna-1", "bert-2")] == [13, 13]
    healed = done(battle, "hurt", "anna-1", amount=-3)
    assert healed.combatants["anna-1"].sheet.health == 16
    through = done(duel(), "hurt", "bert-2", amount=7, through_resistance=True)
    assert through.combatants["bert-2"].sheet.health == 14


def test_players_hear_of_damage_to_those_they_see_only() -> None:
    assert told(duel(), "hurt", "anna-1", "dora-4", amount=7) == [
        ("Anna takes 7 damage.", "all"),
        ("Dora takes 7 damage.", "gm"),
    ]
    hurt = done(duel(), "hurt", "anna-1", amount=7)
    assert told(hurt, "hurt", "anna-1", amount=-3) == [("Anna regains 3.", "all")]
    assert told(hurt, "hurt", "anna-1", amount=-9) == [("Anna regains 7.", "all")]


@pytest.mark.parametrize(
    ("options", "part"),
    [({"amount": 0}, "0"), ({}, "damage is missing"), ({"amount": 1.5}, "whole number"), ({"amount": "x"}, "number")],
)
def test_damage_is_a_whole_number(options: dict[str, Any], part: str) -> None:
    assert part in refused(duel(), "hurt", "anna-1", **options)


def test_a_combatant_has_to_be_hurt() -> None:
    assert "needs a target" in refused(duel(), "hurt", amount=3)
    assert "“nobody”" in refused(duel(), "hurt", "nobody", amount=3)
    battle = replace(duel(), things={"crate-9": Thing(id="crate-9", name="Crate")})
    assert "no combatant “crate-9”" in refused(battle, "hurt", "crate-9", amount=3)


# ------------------------------------------------------------------------------------------ conditions


@pytest.mark.parametrize("typed", ["prone", "Prone", "PRON", " pron "])
def test_a_condition_is_known_by_its_name_or_the_beginning_of_it(typed: str) -> None:
    assert kinds(done(duel(), "set_condition", "anna-1", condition=typed), "anna-1") == ["prone"]


def test_a_condition_begins_now_and_ends_as_its_kind_says_unless_told_otherwise() -> None:
    battle = done(fight(), "set_condition", "bert-2", condition="protected", source="anna-1", note="by the wall")
    (effect,) = battle.combatants["bert-2"].effects.values()
    assert (effect.until, effect.source, effect.note, effect.since.round) == ("turn_start", "anna-1", "by the wall", 1)
    assert effect.since.slot == standing_slot(battle, "anna-1").id
    other = done(fight(), "set_condition", "bert-2", condition="protected", until="scene")
    assert next(iter(other.combatants["bert-2"].effects.values())).until == "scene"


def test_players_hear_only_of_conditions_that_they_may_know() -> None:
    assert told(duel(), "set_condition", "anna-1", condition="prone") == [("Anna: Prone.", "all")]
    assert told(duel(), "set_condition", "anna-1", condition="cursed") == [("Anna: Cursed.", "gm")]
    assert told(duel(), "set_condition", "anna-1", condition="prone", public=False)[0][1] == "gm"
    assert told(duel(), "set_condition", "dora-4", condition="prone")[0][1] == "gm"
    assert told(duel(), "set_condition", "anna-1", condition="held", other="dora-4") == [("Anna: Held (Dora).", "gm")]
    cursed = done(duel(), "set_condition", "anna-1", condition="cursed")
    assert told(cursed, "clear_condition", "anna-1", condition="cursed") == [("Anna: no longer Cursed.", "gm")]


def test_a_condition_is_laid_on_those_who_lack_it_and_ended_on_those_who_have_it() -> None:
    battle = done(duel(), "set_condition", "anna-1", condition="prone")
    both = done(battle, "set_condition", "anna-1", "bert-2", condition="prone")
    assert kinds(both, "anna-1") == kinds(both, "bert-2") == ["prone"]
    assert "Anna" in refused(battle, "set_condition", "anna-1", condition="prone")
    ended = done(battle, "clear_condition", "anna-1", "bert-2", condition="prone")
    assert kinds(ended, "anna-1") == []
    assert "Bert" in refused(battle, "clear_condition", "bert-2", condition="prone")


def test_one_may_be_held_by_two() -> None:
    battle = done(duel(), "set_condition", "anna-1", condition="held", other="bert-2")
    battle = done(battle, "set_condition", "anna-1", condition="held", other="cora-3")
    assert kinds(battle, "anna-1") == ["held", "held"]


def test_things_have_conditions_too() -> None:
    battle = replace(duel(), things={"crate-9": Thing(id="crate-9", name="Crate")})
    marked = done(battle, "set_condition", "crate-9", condition="held")
    assert [effect.kind for effect in marked.things["crate-9"].effects.values()] == ["held"]
    assert done(marked, "clear_condition", "crate-9", condition="held").things == battle.things


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"condition": "dizzy"}, ["“dizzy”", "Arena", "Prone, Protected, Cursed and Held"]),
        ({"condition": "pro"}, ["“pro”", "Prone and Protected"]),
        ({"condition": " "}, ["condition is missing"]),
        ({}, ["condition is missing"]),
        ({"condition": "prone", "until": "tomorrow"}, ["tomorrow", "scene"]),
        ({"condition": "held", "other": "nobody"}, ["no combatant “nobody”"]),
        ({"condition": "held", "source": "nobody"}, ["no combatant “nobody”"]),
    ],
)
def test_an_unknown_condition_is_refused_with_those_there_are(options: dict[str, Any], parts: list[str]) -> None:
    said = refused(duel(), "set_condition", "anna-1", **options)
    assert all(part in said for part in parts), said


# ------------------------------------------------------------------------------------------ places


def docks() -> AnyBattle:
    """Return a duel with a drawn dock around the origin, a zone without a shape, and a hidden zone."""
    zones = {
        "dock-7": Zone(id="dock-7", name="Dock", shape=Circle(x=0, y=0, radius=5)),
        "roof-8": Zone(id="roof-8", name="Roof"),
        "vault-9": Zone(id="vault-9", name="Vault", hidden=True),
    }
    return replace(duel(), board=replace(duel().board, zones=zones))


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"x": 1, "y": 2.00049}, Place(x=1.0, y=2.0, zone="dock-7")),
        ({"x": 30, "y": 0}, Place(x=30.0, y=0.0)),
        ({"zone": "roof-8"}, Place(zone="roof-8")),
        ({"x": 30, "y": 0, "zone": "dock-7"}, Place(x=30.0, y=0.0, zone="dock-7")),
        ({"x": 1, "y": 1, "height": 4}, Place(x=1.0, y=1.0, height=4.0, zone="dock-7")),
    ],
)
def test_a_position_lies_in_the_zone_drawn_there_unless_another_is_named(given: Any, place: Place) -> None:
    assert done(docks(), "place", "anna-1", place=given).combatants["anna-1"].place == place


def test_what_is_not_said_of_a_place_stays() -> None:
    battle = done(docks(), "place", "anna-1", place={"x": 1, "y": 1, "height": 4})
    assert done(battle, "place", "anna-1", place={"x": 2, "y": 1}).combatants["anna-1"].place.height == 4
    up = done(battle, "place", "anna-1", place={"height": 9}).combatants["anna-1"].place
    assert up == Place(x=1.0, y=1.0, height=9.0, zone="dock-7")
    roof = done(battle, "place", "anna-1", place={"zone": "roof-8", "height": 9}).combatants["anna-1"].place
    assert roof == Place(height=9.0, zone="roof-8"), "a zone without a position clears the position"
    clump = done(docks(), "place", "anna-1", place={"zone": "roof-8"})
    assert done(clump, "place", "anna-1", place={"x": 50, "y": 50}).combatants["anna-1"].place.zone == "roof-8"
    drawn = done(clump, "place", "anna-1", place={"x": 1, "y": 1}).combatants["anna-1"].place
    assert drawn == Place(x=1.0, y=1.0, zone="dock-7"), "out of a zone without a shape into one that is drawn"
    left = done(battle, "place", "anna-1", place={"x": 50, "y": 50}).combatants["anna-1"].place
    assert left.zone is None, "a drawn zone is left with its ground"


def test_many_go_to_places_of_their_own_in_one_step() -> None:
    places = {"anna-1": {"x": 1, "y": 1}, "dora-4": {"x": 3, "y": 1}}
    battle = done(docks(), "place", *places, places=places)
    assert [battle.combatants[who].place.point for who in places] == [(1.0, 1.0), (3.0, 1.0)]


def test_players_hear_where_a_combatant_goes_unless_the_place_is_secret() -> None:
    assert told(docks(), "place", "anna-1", place={"x": 1, "y": 1}) == [("Anna is moved to Dock.", "all")]
    assert told(docks(), "place", "anna-1", place={"zone": "vault-9"}) == [("Anna is moved.", "all")]
    assert told(docks(), "place", "dora-4", place={"x": 1, "y": 1})[0][1] == "gm"


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({}, "place is missing"),
        ({"place": {"x": 1}}, "x and y"),
        ({"place": {"x": "far", "y": 1}}, "x: expected a number"),
        ({"place": {"zone": "moon-1"}}, "no zone “moon-1”"),
        ({"place": {"x": 1, "y": 2, "z": 3}}, "z"),
        ({"place": [1, 2]}, "table"),
        ({"places": {"dora-4": {"x": 1, "y": 2}}}, "place is missing"),
        ({"places": [1, 2]}, "table by id"),
        ({"place": {"x": float("inf"), "y": 2}}, "x"),
    ],
)
def test_a_place_that_is_none_is_refused(options: dict[str, Any], part: str) -> None:
    assert part in refused(docks(), "place", "anna-1", **options)


# ------------------------------------------------------------------------------------------ adding


def test_several_get_numbers_that_nobody_has() -> None:
    battle = done(duel(), "add_combatant", name="Minion", count=3)
    assert names(battle)[4:] == ["Minion 1", "Minion 2", "Minion 3"]
    assert names(done(battle, "add_combatant", name="Minion", count=2))[7:] == ["Minion 4", "Minion 5"]
    assert names(done(battle, "add_combatant", name="Minion"))[7:] == ["Minion"]
    assert names(done(battle, "duplicate", "minion-2-7"))[7:] == ["Minion 4"]
    assert names(done(duel(), "duplicate", "bert-2", count=2))[4:] == ["Bert 2", "Bert 3"]


def test_a_newcomer_comes_with_sheet_items_side_and_place_by_value() -> None:
    battle = done(
        docks(),
        "add_combatant",
        name=" Minion ",
        side="ally",
        sheet={"strength": "4", "skills": {"club": 2}},
        items=[{"name": "Club", "gear": {"damage": 3}}, {"name": "Coat", "where": "worn"}],
        place={"x": 1, "y": 1},
        hidden=True,
        public_name="A man",
    )
    new = battle.combatants["minion-6"]
    assert (new.name, new.side, new.public_name, new.is_hidden) == ("Minion", "ally", "A man", True)
    assert (new.sheet.strength, new.sheet.skills, new.place.zone) == (4, {"club": 2}, "dock-7")
    assert [(item.name, item.gear.damage, item.where) for item in battle.items_of("minion-6")] == [
        ("Club", 3, "hand"),
        ("Coat", 1, "worn"),
    ]


def test_players_hear_of_newcomers_they_can_see() -> None:
    assert told(duel(), "add_combatant", name="Minion") == [("Minion joins.", "all")]
    assert told(duel(), "add_combatant", name="Minion", hidden=True) == [("Minion joins.", "gm")]
    assert told(duel(), "duplicate", "dora-4") == [("Dora 2 joins.", "gm")]


def test_a_group_is_one_slot_and_a_newcomer_waits_for_a_place_in_the_order() -> None:
    battle = done(fight(), "add_combatant", name="Minion", count=2, group="Gang")
    assert slots(battle)[-1] == ("minion-1-10", "minion-2-11")
    assert standing_slot(battle, "minion-1-10").name == "Gang"
    alone = done(fight(), "add_combatant", name="Minion")
    assert all("minion" not in who for members in slots(alone) for who in members)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({}, ["name is missing"]),
        ({"name": "  "}, ["name is missing"]),
        ({"name": "Minion", "count": 0}, ["at least 1"]),
        ({"name": "Minion", "count": 101}, ["at most 100"]),
        ({"name": "Minion", "count": 1.5}, ["whole number", "1.5"]),
        ({"name": "Minion", "side": " "}, ["side is missing"]),
        ({"name": "Minion", "radius": 0}, ["radius", "more than 0"]),
        ({"name": "Minion", "sheet": {"strength": 11, "luck": 3}}, ["strength", "at most 10, found 11", "luck"]),
        ({"name": "Minion", "sheet": []}, ["sheet", "table"]),
        ({"name": "Minion", "items": "club"}, ["items", "list"]),
        ({"name": "Minion", "items": ["club"]}, ["item", "table"]),
        ({"name": "Minion", "items": [{"gear": {}}]}, ["item's name is missing"]),
        ({"name": "Minion", "items": [{"name": "Club", "gear": {"damage": 9}}]}, ["Club", "damage", "at most 6"]),
        ({"name": "Minion", "items": [{"name": "Club", "where": "foot"}]}, ["Club", "foot"]),
        ({"name": "Minion", "items": [{"name": "Club", "size": 3}]}, ["size"]),
        ({"name": "Minion", "place": {"zone": "moon-1"}}, ["no zone “moon-1”"]),
    ],
)
def test_a_newcomer_that_cannot_be_is_refused_and_nobody_comes(options: dict[str, Any], parts: list[str]) -> None:
    said = refused(duel(), "add_combatant", **options)
    assert all(part in said for part in parts), said


def test_nobody_more_comes_into_a_full_battle() -> None:
    battle = duel()
    room = MOST_COMBATANTS - len(battle.combatants) - 1
    crowd = {f"p-{one}": replace(battle.combatants["bert-2"], id=f"p-{one}", name=f"P {one}") for one in range(room)}
    battle = replace(battle, combatants={**battle.combatants, **crowd})
    for action, options in (("duplicate", {}), ("add_combatant", {"name": "Eva"})):
        targets = ["bert-2"] if action == "duplicate" else []
        assert f"at most {MOST_COMBATANTS} combatants" in refused(battle, action, *targets, count=2, **options)
        assert len(done(battle, action, *targets, **options).combatants) == MOST_COMBATANTS


def test_a_duplicate_has_items_and_conditions_of_its_own_but_holds_nobody() -> None:
    battle = add_effect(add_effect(duel(), "anna-1", "prone"), "anna-1", "held", other="bert-2")
    battle = done(battle, "duplicate", "anna-1")
    twin = battle.combatants["anna-2-8"]
    assert kinds(battle, twin.id) == ["prone"]
    assert all(effect.id == id for id, effect in twin.effects.items())
    (sword,) = battle.items_of(twin.id)
    assert (sword.name, sword.id != "sword-5") == ("Sword", True)
    assert [item.id for item in battle.items_of("anna-1")] == ["sword-5"]


# ------------------------------------------------------------------------------------------ names, sides and hiding


def test_names_and_sides_are_changed_and_told_to_the_gm_alone() -> None:
    assert names(done(duel(), "rename", "anna-1", name="Apex"))[0] == "Apex"
    assert told(duel(), "rename", "anna-1", name="Apex") == [("Anna is now called Apex.", "gm")]
    assert "name is missing" in refused(duel(), "rename", "anna-1", name=" ")
    assert "a single target" in refused(duel(), "rename", "anna-1", "bert-2", name="Apex")
    assert done(duel(), "set_side", "bert-2", side="pc").combatants["bert-2"].side == "pc"
    assert "side is missing" in refused(duel(), "set_side", "bert-2")
    masked = done(duel(), "set_public_name", "bert-2", name="A man")
    assert masked.combatants["bert-2"].public_name == "A man"
    assert told(duel(), "set_public_name", "bert-2", name="A man") == [("Players know Bert as A man.", "gm")]
    assert done(masked, "set_public_name", "bert-2").combatants["bert-2"].public_name == ""


_NAMED = st.sampled_from(["Thug", "thug 1", "Thug 2", "Thug  1", "Anna", "\u202eThug 1"])
_NAMING = st.one_of(
    st.tuples(st.just("add_combatant"), _NAMED, st.integers(1, 3)),
    st.tuples(st.just("duplicate"), st.just(""), st.integers(1, 2)),
    st.tuples(st.just("rename"), _NAMED, st.just(0)),
)


@given(st.lists(_NAMING, max_size=6), st.data())
def test_no_two_combatants_have_one_name(steps: list[tuple[str, str, int]], data: st.DataObject) -> None:
    """Whoever joins, is copied or gets another name: each name is unique, and none has signs that nobody sees."""
    battle = duel()
    for action, name, count in steps:
        who = () if action == "add_combatant" else (data.draw(st.sampled_from(list(battle.combatants))),)
        options = {"name": name} if name else {}
        battle = done(battle, action, *who, **options, **({"count": count} if count else {}))
        known = [" ".join(one.lower().split()) for one in names(battle)]
        assert len(set(known)) == len(known), names(battle)
        assert not any("\u202e" in one for one in known)


def test_hiding_is_a_secret_and_appearing_is_not() -> None:
    assert done(duel(), "hide", "anna-1").combatants["anna-1"].is_hidden
    assert told(duel(), "hide", "anna-1")[0][1] == "gm"
    assert not done(duel(), "reveal", "dora-4").combatants["dora-4"].is_hidden
    assert told(duel(), "reveal", "dora-4") == [("Dora appears.", "all")]
    battle = replace(duel(), things={"crate-9": Thing(id="crate-9", name="Crate")})
    assert done(battle, "hide", "crate-9").things["crate-9"].is_hidden


# ------------------------------------------------------------------------------------------ groups


def test_a_group_acts_together_and_is_dissolved_again() -> None:
    battle = done(fight(), "group", "bert-2", "cora-3", name="Gang")
    assert slots(battle) == [("anna-1",), ("bert-2", "cora-3"), ("dora-4",)]
    assert standing_slot(battle, "cora-3").state == "waiting"
    apart = done(battle, "ungroup", "bert-2")
    assert slots(apart) == [("anna-1",), ("cora-3",), ("bert-2",), ("dora-4",)]
    assert slots(done(battle, "ungroup", "bert-2", "cora-3")) == [("anna-1",), ("cora-3",), ("bert-2",), ("dora-4",)]


def test_who_has_acted_does_not_act_again_by_joining_a_group() -> None:
    battle = done(done(fight(), "end_turn"), "end_turn")
    assert standing_slot(done(battle, "group", "anna-1", "bert-2", name="Gang"), "anna-1").state == "done"
    mixed = done(battle, "group", "anna-1", "dora-4", name="Gang")
    assert standing_slot(mixed, "dora-4").state == "waiting"


def test_groups_can_be_drawn_up_before_the_fight() -> None:
    battle = done(duel(), "group", "bert-2", "cora-3", name="Gang")
    assert ("bert-2", "cora-3") in slots(done(battle, "start_fight"))


def test_groups_that_cannot_be_are_refused() -> None:
    assert "at least two" in refused(duel(), "group", "anna-1", name="Gang")
    assert "at least two" in refused(duel(), "group", "anna-1", "anna-1", name="Gang")
    assert "group's name" in refused(duel(), "group", "anna-1", "bert-2")
    assert "Anna is taking a turn" in refused(fight(), "group", "anna-1", "bert-2", name="Gang")
    assert "Bert is not in a group" in refused(fight(), "ungroup", "bert-2")


# ------------------------------------------------------------------------------------------ removing


def test_who_is_taken_out_has_no_turn_until_brought_back() -> None:
    battle = done(fight(), "take_out", "bert-2")
    assert battle.combatants["bert-2"].is_out
    assert done(battle, "end_turn").order.acting == ("cora-3",)
    back = done(battle, "bring_back", "bert-2")
    assert done(back, "end_turn").order.acting == ("bert-2",)
    gone = done(fight(), "take_out", "bert-2", leaves=True).combatants["bert-2"]
    assert (gone.is_out, gone.is_present) == (True, False)
    assert told(duel(), "take_out", "dora-4")[0][1] == "gm"


def entangled() -> AnyBattle:
    """Return a fight in which every kind of reference to Bert occurs."""
    battle = add_effect(fight(), "anna-1", "held", other="bert-2")
    battle = add_effect(battle, "anna-1", "protected", until="turn_start", source="bert-2", clock="bert-2")
    battle = done(battle, "give_item", "bert-2", name="Club")
    battle = done(battle, "place", "bert-2", place={"x": 3, "y": 4})
    crate = Thing(id="crate-99", name="Crate", controller="bert-2", speed=3)
    player = Player(id="max-98", name="Max", characters=("bert-2", "anna-1"))
    task = Task(id="door-97", name="Door", successes={"bert-2": 2, "pc": 1}, tries={"bert-2": 3, "pc": 2})
    won = Task(id="race-96", name="Race", successes={"bert-2": 2, "anna-1": 1}, state="done", winner="bert-2")
    return replace(battle, things={crate.id: crate}, players={player.id: player}, tasks={task.id: task, won.id: won})


def test_who_is_removed_leaves_no_trace() -> None:
    battle = done(entangled(), "remove_combatant", "bert-2")
    assert "bert-2" not in repr(battle)
    assert kinds(battle, "anna-1") == ["protected"]
    assert battle.items_of("bert-2") == ()
    assert [item.name for item in battle.items.values()] == ["Sword"]
    assert battle.players["max-98"].characters == ("anna-1",)
    assert battle.tasks["door-97"].successes == {"pc": 1}
    assert slots(battle) == [("anna-1",), ("cora-3",), ("dora-4",)]


def test_who_has_won_a_contest_has_won_it_after_a_rival_is_removed() -> None:
    battle = done(entangled(), "remove_combatant", "anna-1")
    assert battle.tasks["race-96"].winner == "bert-2"
    assert battle.tasks["race-96"].successes == {"bert-2": 2}


def test_items_of_the_removed_may_stay_where_they_stood() -> None:
    battle = done(entangled(), "remove_combatant", "bert-2", leave_items=True)
    (club,) = (item for item in battle.items.values() if item.name == "Club")
    assert (club.holder, club.where, club.place) == (None, "board", Place(x=3.0, y=4.0))


def test_the_fight_goes_on_when_the_combatant_who_acts_is_removed() -> None:
    assert done(fight(), "remove_combatant", "anna-1").order.acting == ("bert-2",)
    assert done(fight(), "remove_combatant", "anna-1", "bert-2", "cora-3").order.acting == ("dora-4",)
    assert done(fight(), "remove_combatant", *duel().combatants).order.turns == ()


def test_players_hear_of_a_removal_only_where_the_name_is_no_secret() -> None:
    assert told(duel(), "remove_combatant", "anna-1") == [("Anna is removed.", "all")]
    assert told(duel(), "remove_combatant", "dora-4") == [("Dora is removed.", "gm")]
    masked = done(duel(), "set_public_name", "bert-2", name="A man")
    assert told(masked, "remove_combatant", "bert-2") == [("Bert is removed.", "gm")]


ALL_BUT_ONE = ("anna-1", "bert-2", "dora-4")
"""Two that players see, and Dora, who is hidden."""


@pytest.mark.parametrize(
    ("action", "options", "ends"),
    [
        ("set_condition", {"condition": "cursed", "public": True}, (": Cursed.", ": Cursed.")),
        ("set_condition", {"name": "bell"}, (": bell.", ": bell.")),
        ("take_out", {}, (" are out of combat.", " is out of combat.")),
        ("take_out", {"leaves": True}, (" leave.", " leaves.")),
        ("mark_fled", {}, (" flee.", " flees.")),
        ("mark_captured", {}, (" are captured.", " is captured.")),
        ("mark_surrendered", {}, (" surrender.", " surrenders.")),
        ("set_absent", {}, (" are absent.", " is absent.")),
        ("place", {"place": {"zone": "roof-8"}}, (" are moved to Roof.", " is moved to Roof.")),
        ("place", {"place": {"x": 40, "y": 1}}, (" are moved.", " is moved.")),
        ("place", {"next_to": "cora-3"}, (" are moved next to Cora.", " is moved next to Cora.")),
    ],
)
def test_what_happens_to_several_at_once_is_told_once_and_of_the_hidden_to_the_gm_alone(
    action: str, options: dict[str, Any], ends: tuple[str, str]
) -> None:
    assert told(docks(), action, *ALL_BUT_ONE, **options) == [
        (f"Anna and Bert{ends[0]}", "all"),
        (f"Dora{ends[1]}", "gm"),
    ]


@pytest.mark.parametrize(
    ("action", "options", "sentence"),
    [
        ("hide", {}, "Anna, Bert and Dora are hidden from the players."),
        ("set_side", {"side": "npc"}, "Anna, Bert and Dora are now on the side of the opponents."),
        ("set_wave", {"wave": 2}, "Anna, Bert and Dora come in with wave 2."),
    ],
)
def test_preparations_for_several_at_once_are_told_once_to_the_gm(
    action: str, options: dict[str, Any], sentence: str
) -> None:
    assert told(docks(), action, *ALL_BUT_ONE, **options) == [(sentence, "gm")]


def test_secret_conditions_of_several_are_told_once_to_the_gm_and_end_in_one_sentence() -> None:
    those = ("anna-1", "bert-2", "dora-4")
    assert told(docks(), "set_condition", *those, condition="cursed") == [("Anna, Bert and Dora: Cursed.", "gm")]
    cursed = done(docks(), "set_condition", *those, condition="cursed")
    assert told(cursed, "clear_condition", *those, condition="cursed") == [
        ("Anna, Bert and Dora: no longer Cursed.", "gm")
    ]


def test_of_many_at_once_the_last_ones_are_counted() -> None:
    ids = ["anna-1"]
    battle = done(docks(), "duplicate", "anna-1", count=8)
    ids += [id for id, one in battle.combatants.items() if one.name.startswith("Anna") and id not in ids]
    ((sentence, audience),) = told(battle, "place", *ids, place={"zone": "roof-8"})
    assert audience == "all"
    assert sentence.endswith("and 4 more are moved to Roof.")
    assert sentence.count("Anna") == 5


def test_nobody_is_placed_next_to_themselves_and_an_object_next_to_nobody() -> None:
    assert "next to Anna" in refused(docks(), "place", "anna-1", "bert-2", next_to="anna-1")
    crate = Thing(id="crate-99", name="Crate")
    battle = replace(docks(), things={crate.id: crate})
    assert "next to Anna" in refused(battle, "place", "crate-99", next_to="anna-1")
    assert "nobody-3" in refused(docks(), "place", "anna-1", next_to="nobody-3")
    assert "place is missing" in refused(docks(), "place", "anna-1")


def test_of_those_placed_in_several_zones_each_zone_is_told() -> None:
    places = {"anna-1": {"zone": "dock-7"}, "bert-2": {"zone": "roof-8"}, "cora-3": {"zone": "vault-9"}}
    assert told(docks(), "place", *places, places=places) == [
        ("Anna is moved to Dock.", "all"),
        ("Bert is moved to Roof.", "all"),
        ("Cora is moved.", "all"),
    ]
