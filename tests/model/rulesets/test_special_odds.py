"""Odds of attacks on several targets and by several attackers: exact and cheap, in both games of the family."""

from __future__ import annotations

from fractions import Fraction

import pytest

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.odds import Odds, weigh
from model.engine.run import Done, Due, run
from model.rulesets import RULESETS
from model.state.base import replace
from model.state.battle import AnyBattle
from tests.support.make_kalos_samples import night_at_the_museum
from tests.support.make_zerospace_samples import dockside_ambush

KALOS, ZEROSPACE = RULESETS["kalos"], RULESETS["zerospace"]
ANYWHERE = ("out_of_range", "not_your_turn", "member_no_action")


def named(battle: AnyBattle, name: str) -> str:
    return next(one.id for one in battle.combatants.values() if one.name == name)


def started(battle: AnyBattle, game: str) -> AnyBattle:
    outcome = run(RULESETS[game], battle, Call(action="start_fight", options={"first": "pc"}))
    assert isinstance(outcome, Done)
    return outcome.battle


@pytest.fixture
def dock() -> AnyBattle:
    """The ambush sample; Apex's pistol is an area weapon that reaches every combatant on the dock."""
    battle = started(dockside_ambush(), "zerospace")
    pistol = battle.items_of(named(battle, "Apex"))[0]
    gear = replace(pistol.gear, is_area=True, radius_m=400, range_m=400)
    return replace(battle, items=battle.items | {pistol.id: replace(pistol, gear=gear)})


@pytest.fixture
def museum() -> AnyBattle:
    battle = started(night_at_the_museum(), "kalos")
    blast = battle.items_of(named(battle, "Halcyon"))[0]
    gear = replace(blast.gear, area_shape="sphere", radius_m=100)
    return replace(battle, items=battle.items | {blast.id: replace(blast, gear=gear)})


def team_of_all(battle: AnyBattle, actor: str, action: str, target: str) -> Call:
    side = battle.combatants[actor].side
    others = [one.id for one in battle.combatants.values() if one.side == side and one.id != actor]
    return Call(action=action, actor=actor, targets=(target,), options={"team": others}, anyway=ANYWHERE)


def is_cheap(odds: Odds) -> bool:
    return odds.refusal is None and 0 < odds.runs <= 60


@pytest.mark.rule("ZS-AREA-02")
def test_an_area_costs_a_few_runs_for_each_inside(dock: AnyBattle) -> None:
    battle = replace(dock, settings=dock.settings | {"knockback": True})
    boomer, minion = named(battle, "Boomer"), named(battle, "Minion 1")
    call = Call(action="area_attack", actor=named(battle, "Apex"), options={"aim": boomer}, anyway=ANYWHERE)
    odds = weigh(ZEROSPACE, battle, call)
    assert is_cheap(odds)
    # Apex's 2d6 + 4 + 3 + 2 always reaches a minion's 8 + 2 + 1, because its pistol does not help its defence.
    assert odds.chance(minion, "hit") == odds.chance(minion, "drop") == 1
    # Boomer is behind the crates: 8 + 4 + 3 + 3 = 18, so it needs a 9: 10 of 36.
    assert odds.chance(boomer, "hit") == Fraction(10, 36)


@pytest.mark.rule("KM-AREA-02")
def test_an_area_of_kalos_costs_a_few_runs_for_each_inside(museum: AnyBattle) -> None:
    call = Call(action="area_attack", actor=named(museum, "Halcyon"), options={"centre": [0, 0]}, anyway=ANYWHERE)
    odds = weigh(KALOS, museum, call)
    assert is_cheap(odds)
    # A point has DV 9, Halcyon rolls 2d6 + 4: a quarter, a half or three quarters of the eleven are hit: 2, 5 or 8.
    # A miss by 3 is a quarter (2d6 + 4 <= 6: 1 of 36), a hit by 3 three quarters (2d6 >= 8: 15 of 36), else half.
    struck = sum(odds.chance(who, "hit") for who in museum.combatants)
    assert struck == 2 * Fraction(1, 36) + 5 * Fraction(20, 36) + 8 * Fraction(15, 36)


@pytest.mark.rule("ZS-TEAM-04")
def test_a_team_costs_two_runs_for_each_member(dock: AnyBattle) -> None:
    boomer = named(dock, "Boomer")
    odds = weigh(ZEROSPACE, dock, team_of_all(dock, named(dock, "Apex"), "team_attack", boomer))
    assert is_cheap(odds)
    assert sum(odds.distribution(boomer, "hit").values()) == 1
    assert sum(odds.distribution(boomer, "damage").values()) == odds.chance(boomer, "hit")


@pytest.mark.rule("KM-FOCUS-01")
def test_a_focused_team_costs_two_runs_for_each_member(museum: AnyBattle) -> None:
    gorgon = named(museum, "Gorgon")
    odds = weigh(KALOS, museum, team_of_all(museum, named(museum, "Halcyon"), "focus_attack", gorgon))
    assert is_cheap(odds)
    assert sum(odds.distribution(gorgon, "hit").values()) == 1


@pytest.mark.rule("ZS-SWEEP-02")
def test_a_sweep_tells_damage_and_who_drops(dock: AnyBattle) -> None:
    boomer, minion = named(dock, "Boomer"), named(dock, "Minion 1")
    call = Call(
        action="sweep", actor=named(dock, "Apex"), targets=(boomer, minion), options={"unarmed": True}, anyway=ANYWHERE
    )
    odds = weigh(ZEROSPACE, dock, call)
    assert is_cheap(odds)
    # 2d6 + 4 + 4 - 2 against 8 + 5 + 4 = 17 needs an 11: 3 of 36. Damage is 1d6 + 4 less the 2 of his jacket.
    assert odds.chance(boomer, "hit") == Fraction(3, 36)
    assert odds.distribution(boomer, "damage") == {loss: Fraction(3, 216) for loss in range(3, 9)}
    assert odds.chance(minion, "drop") == odds.chance(minion, "hit")


@pytest.mark.rule("ZS-SWEEP-02")
def test_the_dice_of_a_sweep_are_asked_for_together(dock: AnyBattle) -> None:
    """Both attack rolls are requested at once, then the damage of both targets that were hit."""
    boomer, sniper = named(dock, "Boomer"), named(dock, "Sniper")
    call = Call(
        action="sweep", actor=named(dock, "Apex"), targets=(boomer, sniper), options={"unarmed": True}, anyway=ANYWHERE
    )
    attacks = run(ZEROSPACE, dock, call)
    assert isinstance(attacks, Due)
    assert [want.request.id for want in attacks.wanted] == [f"attack.{boomer}", f"attack.{sniper}"]
    sixes = {want.request.id: Faces(faces=(6, 6)) for want in attacks.wanted}
    damage = run(ZEROSPACE, dock, replace(call, answers=sixes))
    assert isinstance(damage, Due)
    assert [want.request.id for want in damage.wanted] == [f"damage.{boomer}", f"damage.{sniper}"]
    assert all(want.of_many for want in damage.wanted)
