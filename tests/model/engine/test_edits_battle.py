"""Edits of the battle as a whole: house rules, players, things, clock, notes."""

from typing import Annotated, Any, Literal

import pytest

from model.engine.edits import EDITS
from model.engine.effects import add_effect
from model.engine.settings import SettingSpec, about, reader, setting_problem, specs_of
from model.state.base import State, replace
from model.state.battle import AnyBattle
from model.state.behaviour import Behaviour, Behaviours
from model.state.effects import Effect
from model.state.references import repaired
from model.view.sheet import run_by_words
from tests.support.arena import ARENA, Guest, arena, duel
from tests.support.edits import done, refused, told


def test_every_edit_is_a_command_with_an_id_and_a_title() -> None:
    assert all(action.id == id and action.title and action.group == "edit" for id, action in EDITS.items())
    assert set(EDITS) <= set(ARENA.actions)


def test_title_clock_and_what_players_see() -> None:
    assert done(duel(), "set_title", title=" Docks ").title == "Docks"
    assert "title is missing" in refused(duel(), "set_title", title=" ")
    assert done(duel(), "set_clock", seconds=90).clock == 90
    assert "at least 0" in refused(duel(), "set_clock", seconds=-1)
    assert "game clock is missing" in refused(duel(), "set_clock")
    assert done(duel(), "set_health_policy", side="npc", policy="bar").health_policy == {"npc": "bar"}
    assert "bar, nothing" in refused(duel(), "set_health_policy", side="npc", policy="all")
    assert "side is missing" in refused(duel(), "set_health_policy", policy="bar")


def test_a_note_is_the_gms_unless_it_is_meant_for_all() -> None:
    assert told(duel(), "note", text="They {know}.") == [("They {know}.", "gm")]
    assert told(duel(), "note", text="It rains.", public=True) == [("It rains.", "all")]
    assert told(duel(), "note", text="Cover?", look_up=True) == [("To look up: Cover?", "gm")]
    assert "note is missing" in refused(duel(), "note", text=" ")


def test_notes_are_kept_until_they_are_settled() -> None:
    battle = done(done(duel(), "note", text="The hatch is open."), "note", text="Cover?", look_up=True)
    first, second = battle.remarks.values()
    assert (first.words, first.is_question) == ("The hatch is open.", False)
    assert (second.words, second.is_question) == ("Cover?", True)
    assert list(done(battle, "settle_note", note=first.id).remarks) == [second.id]
    assert "note" in refused(battle, "settle_note", note="nobody")


def test_what_they_do_in_forecasts_is_said_of_sides_and_combatants() -> None:
    careful, guard = {"stance": "careful"}, {"guards": "anna-1", "flees_below": 50}
    battle = done(duel(), "set_behaviours", sides={"npc": careful}, combatants={"bert-2": guard})
    assert battle.behaviours.sides == {"npc": Behaviour(stance="careful")}
    assert battle.behaviours.combatants == {"bert-2": Behaviour(guards="anna-1", flees_below=50)}
    # The message is for the GM only and names only combatants and sides whose behaviour changes.
    ((sentence, audience),) = told(battle, "set_behaviours", sides={"npc": careful})
    assert (audience, "Bert" in sentence, "opponents" in sentence) == ("gm", True, False)
    assert "already have this behaviour" in refused(
        battle, "set_behaviours", sides={"npc": careful}, combatants={"bert-2": guard}
    )
    assert "stance" in refused(battle, "set_behaviours", sides={"npc": {"stance": "wild"}})
    assert "ghost" in refused(battle, "set_behaviours", combatants={"ghost": careful})
    assert "ghost" in refused(battle, "set_behaviours", sides={"npc": {"guards": "ghost"}})


def test_a_copy_behaves_as_its_original_and_nothing_is_said_of_who_is_gone() -> None:
    guard = {"guards": "anna-1", "stance": "careful"}
    battle = done(duel(), "set_behaviours", combatants={"bert-2": guard})
    more = done(battle, "duplicate", "bert-2")
    (copy,) = set(more.combatants) - set(battle.combatants)
    assert more.behaviours.combatants[copy] == more.behaviours.combatants["bert-2"]
    alone = done(battle, "remove_combatant", "anna-1")
    assert alone.behaviours.combatants == {"bert-2": Behaviour(stance="careful")}
    assert done(battle, "remove_combatant", "bert-2").behaviours == Behaviours()


def test_behaviour_of_who_does_not_exist_is_left_out_when_a_file_is_read() -> None:
    own = Behaviour(stance="careful", guards="ghost")
    battle = replace(duel(), behaviours=Behaviours(combatants={"ghost": own, "anna-1": own}))
    mended, told = repaired(battle)
    assert mended.behaviours.combatants == {"anna-1": Behaviour(stance="careful")}
    assert any("behaviours" in one and "ghost" in one for one in told)


def test_the_next_battle_leaves_nothing_that_waits_for_the_last_one() -> None:
    """No effect remains that lasts until a turn of the old order or was caused by a zone or an opponent's weapon."""
    battle = done(duel(), "draw_zone", name="Roof")
    (roof,) = battle.board.zones
    battle = done(battle, "start_fight")
    slot = battle.order.sequence[0]
    anna = battle.combatants["anna-1"]
    effects = {
        "e1": Effect(id="e1", kind="dizzy", until="slot", slot=slot),
        "e2": Effect(id="e2", kind="dizzy", other=roof),
        "e3": Effect(id="e3", kind="dizzy"),
    }
    battle = battle.with_combatant(replace(anna, effects=effects))
    after = done(done(battle, "end_fight"), "next_battle", title="The roof")
    assert list(after.combatants["anna-1"].effects) == ["e3"]
    assert repaired(after) == (after, ())


def test_the_combatant_who_is_removed_leaves_no_mark_of_the_round() -> None:
    battle = done(duel(), "start_fight")
    battle = replace(battle, order=replace(battle.order, marks={"bert-2": ("attacked",), "anna-1": ("moved",)}))
    after = done(battle, "remove_combatant", "bert-2")
    assert after.order.marks == {"anna-1": ("moved",)}
    assert repaired(after) == (after, ())


def test_battle_and_zones_have_notes_that_can_be_cleared() -> None:
    battle = done(duel(), "set_notes", text=" The bridge burns in round 3. ")
    assert battle.notes == "The bridge burns in round 3."
    assert told(duel(), "set_notes", text="x")[0][1] == "gm"
    assert done(battle, "set_notes", text="").notes == ""


# ------------------------------------------------------------------------------------------ house rules


def test_a_house_rule_is_kept_only_while_it_differs_from_its_default() -> None:
    battle = done(duel(), "set_setting", key="bonus", value=7.0)
    assert battle.settings == {"bonus": 7}
    assert type(battle.settings["bonus"]) is int
    assert done(battle, "set_setting", key="bonus", value=4).settings == {}
    assert done(battle, "reset_setting", key="bonus").settings == {}
    assert done(duel(), "set_setting", key="sand", value=True).settings == {"sand": True}
    assert done(duel(), "set_setting", key="crowd", value="wild").settings == {"crowd": "wild"}
    assert told(duel(), "set_setting", key="bonus", value=7) == [("House rule Bonus: 4 → 7", "gm")]


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"key": "luck", "value": 1}, ["Arena", "luck"]),
        ({"value": 1}, ["house rule is missing"]),
        ({"key": "bonus"}, ["Bonus is missing"]),
        ({"key": "bonus", "value": 10}, ["Bonus", "from 0 to 9", "10"]),
        ({"key": "bonus", "value": 4.5}, ["whole number", "4.5"]),
        ({"key": "bonus", "value": "4"}, ["whole number", "“4”"]),
        ({"key": "bonus", "value": True}, ["whole number", "yes"]),
        ({"key": "bonus", "value": float("nan")}, ["whole number"]),
        ({"key": "bonus", "value": float("inf")}, ["whole number"]),
        ({"key": "sand", "value": 1}, ["Sand", "true or false"]),
        ({"key": "crowd", "value": "mad"}, ["calm, wild", "“mad”"]),
        ({"key": "crowd", "value": []}, ["calm, wild"]),
    ],
)
def test_a_house_rule_takes_what_it_declares(options: dict[str, Any], parts: list[str]) -> None:
    said = refused(duel(), "set_setting", **options)
    assert all(part in said for part in parts), said
    assert "already at its default" in refused(duel(), "reset_setting", key="bonus")


@pytest.mark.parametrize(
    ("value", "fits"), [([1, 2.5], True), ([], True), ([1, "x"], False), ([[1]], False), (3, False)]
)
def test_a_list_holds_what_its_default_holds(value: Any, fits: bool) -> None:
    spec = SettingSpec(key="steps", title="Steps", kind="list", default=[0, 2, 4], type=tuple[float, ...])
    assert (setting_problem(spec, value) is None) is fits
    table = SettingSpec(key="steps", title="Steps", kind="list", default=[[1, 2]], type=tuple[tuple[int, ...], ...])
    assert setting_problem(table, [[3, 4], [5]]) is None
    assert "Steps must be a list" in str(setting_problem(table, [3]))


@pytest.mark.parametrize(
    ("least", "most", "words"), [(1, None, "of at least 1"), (None, 5, "of at most 5"), (None, None, "a number, not")]
)
def test_the_range_of_a_house_rule_is_named(least: Any, most: Any, words: str) -> None:
    spec = SettingSpec(key="x", title="X", kind="number", default=2.5, type=float, least=least, most=most)
    assert words in str(setting_problem(spec, "many"))
    assert setting_problem(spec, 3.5) is None


# ------------------------------------------------------------------------------------------ players


def test_players_sit_down_change_and_leave() -> None:
    battle = done(duel(), "add_player", name="Max", characters=["anna-1", "anna-1"])
    battle = done(battle, "add_player", name="Ida")
    assert [(one.name, one.seat, one.characters) for one in battle.players.values()] == [
        ("Max", 1, ("anna-1",)),
        ("Ida", 2, ()),
    ]
    changed = done(battle, "edit_player", player="max-6", name="Maxi", seat=7, present=False, characters=["cora-3"])
    maxi = changed.players["max-6"]
    assert (maxi.name, maxi.seat, maxi.is_present, maxi.characters) == ("Maxi", 7, False, ("cora-3",))
    assert list(done(changed, "remove_player", player="max-6").players) == ["ida-7"]
    praying = {"player": "max-6", "resource": "prayers", "amount": 3}
    (max_, _) = done(battle, "set_resource", **praying).players.values()
    assert isinstance(max_, Guest)
    assert max_.prayers == 3
    assert told(battle, "set_resource", **praying) == [("Max has 3 prayers.", "all")]


@pytest.mark.parametrize(
    ("action", "options", "part"),
    [
        ("add_player", {}, "name is missing"),
        ("add_player", {"name": "Ida", "characters": ["nobody"]}, "no combatant “nobody”"),
        ("add_player", {"name": "Ida", "characters": "anna-1"}, "list"),
        ("edit_player", {"name": "Ida"}, "player is missing"),
        ("edit_player", {"player": "ida-1", "name": "Ida"}, "no player “ida-1”"),
        ("edit_player", {"player": "max-6"}, "Choose what to change"),
        ("remove_player", {"player": "ida-1"}, "no player “ida-1”"),
        ("set_resource", {"player": "max-6", "resource": "prayers", "amount": 10}, "0 to 9, not 10"),
        ("set_resource", {"player": "max-6", "resource": "prayers", "amount": 0.5}, "whole number"),
        ("set_resource", {"player": "max-6", "resource": "prayers"}, "Prayers is missing"),
        ("set_resource", {"player": "max-6", "resource": "hope", "amount": 1}, "no “hope”"),
    ],
)
def test_players_that_cannot_be_are_refused(action: str, options: dict[str, Any], part: str) -> None:
    battle = done(duel(), "add_player", name="Max")
    assert part in refused(battle, action, **options)


# ------------------------------------------------------------------------------------------ things


def test_things_come_change_and_go() -> None:
    battle = done(
        duel(), "add_thing", name="Car", health_max=12, mass=900, speed=8, controller="anna-1", place={"x": 1, "y": 2}
    )
    car = battle.things["car-6"]
    assert (car.health, car.health_max, car.mass, car.controller, car.place.x) == (12, 12, 900.0, "anna-1", 1.0)
    hurt = done(duel(), "add_thing", name="Car", health_max=12, health=0).things["car-6"]
    assert (hurt.health, hurt.health_max) == (0, 12), "what is said of its health counts"
    bare = done(duel(), "add_thing", name="Car", health=4).things["car-6"]
    assert (bare.health, bare.health_max) == (4, None)
    assert done(duel(), "add_thing", name="Car").things["car-6"].health is None
    said = told(battle, "edit_thing", thing="car-6", health_max=9, controller="")
    assert said == [("Car has changed: full health and driver.", "gm")]
    changed = done(battle, "edit_thing", thing="car-6", health=3, controller="", falling=True, hidden=True).things[
        "car-6"
    ]
    assert (changed.health, changed.controller, changed.is_falling, changed.is_hidden) == (3, None, True, True)
    assert told(duel(), "add_thing", name="Car", hidden=True) == [("Car is on the board.", "gm")]
    assert told(battle, "remove_thing", thing="car-6") == [("Car is removed.", "all")]
    tied = add_effect(battle, "anna-1", "held", other="car-6")
    assert replace(done(tied, "remove_thing", thing="car-6"), serial=0) == replace(duel(), serial=0)


@pytest.mark.parametrize(
    ("action", "options", "part"),
    [
        ("add_thing", {}, "name is missing"),
        ("add_thing", {"name": "Car", "health": -1}, "at least 0"),
        ("add_thing", {"name": "Car", "health": 2.5}, "whole number"),
        ("add_thing", {"name": "Car", "controller": "nobody"}, "no combatant “nobody”"),
        ("add_thing", {"name": "Car", "place": {"x": 1}}, "x and y"),
        ("edit_thing", {"thing": "car-6"}, "no object “car-6”"),
        ("remove_thing", {}, "object is missing"),
    ],
)
def test_things_that_cannot_be_are_refused(action: str, options: dict[str, Any], part: str) -> None:
    assert part in refused(duel(), action, **options)


def test_a_ruleset_adds_its_own_to_the_edits() -> None:
    assert "strike" in arena().actions
    assert "strike" not in EDITS


class Odd(State):
    """House rules with one setting of each kind."""

    is_wet: Annotated[bool, about("Wet", "Whether it rains.", "OD-1")] = False
    most: Annotated[int, about("Most", "How many.", "OD-1", "OD-2", least=1, most=9)] = 3
    mode: Annotated[Literal["slow", "quick"], about("Mode", "How it goes.", "OD-3")] = "quick"
    steps: Annotated[tuple[float, ...], about("Steps", "How far.", "OD-4")] = (0, 2)


def test_a_struct_declares_house_rules() -> None:
    wet, most, mode, steps = specs_of(Odd)
    assert [spec.kind for spec in (wet, most, mode, steps)] == ["flag", "number", "choice", "list"]
    assert (most.least, most.most, most.default, most.rules) == (1, 9, 3, ("OD-1", "OD-2"))
    assert (mode.options, mode.default) == (("slow", "quick"), "quick")
    assert (steps.default, steps.help) == ([0, 2], "How far.")


def test_house_rules_are_read_as_one_value_and_what_cannot_be_counts_as_not_given() -> None:
    rules = reader(Odd)
    battle = duel()
    assert rules(battle) == Odd()
    changed = replace(battle, settings={"is_wet": True, "most": 10, "mode": "mad", "steps": [1, 2.5], "other": 1})
    assert rules(changed) == Odd(is_wet=True, steps=(1, 2.5))
    assert rules(changed) is rules(replace(changed, title="The same table"))
    assert rules(replace(changed, settings={"most": 4.0})) == Odd(most=4)
    assert rules(battle) == Odd()


# ------------------------------------------------------------------------------------------ players present and away


def seated() -> AnyBattle:
    """Max plays Anna, Jo plays Cora."""
    battle = done(duel(), "add_player", name="Max", characters=["anna-1"])
    return done(battle, "add_player", name="Jo", characters=["cora-3"])


def test_a_player_who_is_away_takes_the_characters_along_and_brings_them_back() -> None:
    battle = seated()
    max_, _ = battle.players
    away = done(battle, "player_leaves", player=max_)
    assert (away.players[max_].is_present, away.combatants["anna-1"].is_present) == (False, False)
    assert "already away" in refused(away, "player_leaves", player=max_)
    back = done(away, "player_returns", player=max_)
    assert (back.players[max_].is_present, back.combatants["anna-1"].is_present) == (True, True)
    assert "already here" in refused(back, "player_returns", player=max_)


def test_another_person_runs_the_characters_of_a_player_who_is_away() -> None:
    battle = seated()
    max_, jo = battle.players
    run = done(battle, "player_leaves", player=max_, run_by=jo)
    assert run.combatants["anna-1"].is_present
    assert run_by_words(run, "anna-1") == "run by Jo"
    assert run_by_words(done(run, "player_leaves", player=max_, run_by="gm"), "anna-1") == "run by the GM"
    gone = done(run, "player_leaves", player=max_)
    assert not gone.combatants["anna-1"].is_present
    assert run_by_words(done(run, "player_returns", player=max_), "anna-1") == ""
    assert "no player" in refused(battle, "player_leaves", player=max_, run_by="nobody")
    assert "cannot run" in refused(battle, "player_leaves", player=max_, run_by=max_)
    assert done(run, "remove_player", player=jo).players[max_].run_by == "gm"


def test_a_new_game_night_forgets_who_ran_whose_characters() -> None:
    battle = seated()
    max_, jo = battle.players
    run = done(battle, "player_leaves", player=max_, run_by=jo)
    night = done(run, "start_evening", present=[max_, jo])
    assert (night.players[max_].is_present, night.players[max_].run_by) == (True, "")
