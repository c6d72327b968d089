"""What if: a battle with one change, made by the GM's own edits, the change's title, and behaviour in words."""

from __future__ import annotations

import math

import pytest

from model.engine.calls import Call
from model.engine.run import Done, run
from model.forecast import (
    Behave,
    Case,
    Distance,
    Impossible,
    Number,
    Wave,
    Weapon,
    changed,
    switches,
    title_of,
    words_of,
    words_of_side,
)
from model.forecast.results import fighters
from model.forecast.whatif import kind_of
from model.state.base import Id, replace
from model.state.behaviour import Behaviour, Behaviours
from tests.support.five_against_five import five_against_five
from tests.support.sample_battles import sample


@pytest.fixture
def dock() -> Case:
    """Apex and Crimson against Boomer, four minions and a hidden sniper."""
    ruleset, battle = sample("dockside-ambush")
    return Case(ruleset=ruleset, battle=battle)


def named(case: Case, name: str) -> Id:
    return next(one.id for one in case.battle.combatants.values() if one.name == name)


def test_two_fewer_of_a_kind(dock: Case) -> None:
    change = Number(of=named(dock, "Minion 1"), by=-2)
    fewer = changed(dock, change)
    assert title_of(dock, change) == "2 fewer: Minion"
    assert [fewer.battle.combatants[who].name for who in kind_of(fewer.battle, change.of)] == ["Minion 1", "Minion 2"]
    assert len(fighters(fewer.battle)) == len(fighters(dock.battle)) - 2
    assert len(kind_of(dock.battle, change.of)) == 4, "the battle at hand stays as it is"


def test_more_of_a_kind_have_the_same_weapons_and_act(dock: Case) -> None:
    started = run(dock.ruleset, dock.battle, Call(action="start_fight"))
    assert isinstance(started, Done)
    case = Case(ruleset=dock.ruleset, battle=started.battle)
    change = Number(of=named(case, "Minion 1"), by=2)
    more = changed(case, change).battle
    assert title_of(case, change) == "2 more: Minion"
    assert len(kind_of(more, change.of)) == 6
    for who in kind_of(more, change.of):
        assert [item.name for item in more.items_of(who)] == ["Pistol"]
        assert more.order.slot_of(who) is not None


def test_fewer_than_there_are_is_refused(dock: Case) -> None:
    with pytest.raises(Impossible, match=r"^There are only 4 of Minion\.$"):
        changed(dock, Number(of=named(dock, "Minion 1"), by=-5))


def test_opponents_stand_so_many_metres_farther_away(dock: Case) -> None:
    """All opponents are moved along the line between the centres of the two parties."""
    change = Distance(metres=10)
    moved = changed(dock, change).battle
    assert title_of(dock, change) == "10 m farther away"
    assert title_of(dock, Distance(metres=-5)) == "5 m nearer"
    for who, one in dock.battle.combatants.items():
        before, after = one.place.point, moved.combatants[who].place.point
        assert before is not None
        assert after is not None
        assert math.dist(before, after) == pytest.approx(0 if one.side == "pc" else 10, abs=0.01)


def test_a_distance_cannot_be_changed_where_zones_count() -> None:
    ruleset, battle = sample("wasteland-red-filling-station")
    with pytest.raises(Impossible, match="metres"):
        changed(Case(ruleset=ruleset, battle=battle), Distance(metres=5))


def test_the_next_wave_comes_in(dock: Case) -> None:
    with pytest.raises(Impossible, match="No wave is left"):
        changed(dock, Wave())
    late = run(
        dock.ruleset, dock.battle, Call(action="set_wave", targets=(named(dock, "Boomer"),), options={"wave": 1})
    )
    assert isinstance(late, Done)
    case = Case(ruleset=dock.ruleset, battle=late.battle)
    assert named(case, "Boomer") not in fighters(case.battle)
    assert named(case, "Boomer") in fighters(changed(case, Wave()).battle)


def test_another_weapon_is_in_hand_and_the_old_one_in_the_pack(dock: Case) -> None:
    apex, boomer = named(dock, "Apex"), named(dock, "Boomer")
    carbine = dock.battle.items_of(boomer)[0]
    change = Weapon(who=apex, like=carbine.id)
    after = changed(dock, change).battle
    assert title_of(dock, change) == "Apex with Carbine"
    held = {item.name: item for item in after.items_of(apex)}
    assert held["Carbine"].where == "hand"
    assert held["Carbine"].gear == carbine.gear
    assert held["Pistol"].where == "pack"
    usual = dock.ruleset.usual_attack(after, apex)
    assert usual is not None
    assert usual.item == held["Carbine"].id


def test_one_behaviour_changes_and_the_others_stay(dock: Case) -> None:
    boomer = named(dock, "Boomer")
    sides = {"npc": Behaviour(focus="nearest")}
    case = Case(ruleset=dock.ruleset, battle=replace(dock.battle, behaviours=Behaviours(sides=sides)))
    change = Behave(Behaviour(stance="aggressive", drops_prone=True), who=boomer)
    after = changed(case, change)
    assert after.battle.behaviours == Behaviours(sides=sides, combatants={boomer: change.behaviour})
    assert title_of(case, change) == "Boomer: aggressive, attacks the nearest, stays in cover, drops prone when hurt"
    assert replace(after.battle, behaviours=case.battle.behaviours) == case.battle


# ------------------------------------------------------------------------------------------------------------- in words


def test_what_sides_do_is_said_in_words(dock: Case) -> None:
    ruleset, battle = dock.ruleset, dock.battle
    assert words_of_side(ruleset, battle, "pc") == "best expected attack, stay in cover"
    usual = "best expected attack, stay in cover, flee below a third of health"
    assert words_of_side(ruleset, battle, "npc") == usual
    careful = Behaviours(sides={"npc": Behaviour(stance="careful", flees_below=50, holds_position=True)})
    said = words_of_side(ruleset, replace(battle, behaviours=careful), "npc")
    assert said == "careful, best expected attack, hold position, flee below 50 % of health"


def test_what_a_combatant_does_is_said_in_words(dock: Case) -> None:
    crimson = named(dock, "Crimson")
    who = Behaviours(combatants={crimson: Behaviour(guards=named(dock, "Apex"), focus="weakest")})
    said = words_of(dock.ruleset, replace(dock.battle, behaviours=who), crimson)
    assert said == "guards Apex, attacks the weakest, stays in cover"


def test_points_and_help_are_named_where_a_game_has_them() -> None:
    ruleset, battle = five_against_five("wasteland")
    said = words_of_side(ruleset, battle, "pc")
    assert said == "best expected attack, stay in cover, help the fallen, spend action points"
    kept = Behaviours(sides={"pc": Behaviour(keeps_points=2, heals=False)})
    said = words_of_side(ruleset, replace(battle, behaviours=kept), "pc")
    assert said == "best expected attack, stay in cover, keep 2 action points"


def test_a_form_has_the_switches_that_a_game_knows() -> None:
    known = {game: {switch.key for switch in switches(five_against_five(game)[0])} for game in ("zamani", "kalos")}
    assert known["zamani"] == {"stance", "focus", "holds_position", "flees_below", "guards"}
    assert known["kalos"] == known["zamani"] | {"stays_in_cover", "heals", "drops_prone"}
    for switch in switches(five_against_five("kalos")[0]):
        assert hasattr(Behaviour(), switch.key)
        assert switch.title
        assert bool(switch.options) == (switch.kind == "choice")
