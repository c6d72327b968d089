"""Attacks of Wasteland have one course: however they come about, all that a single one counts is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call, Options
from model.engine.effects import add_effect
from model.engine.group_attack import attacks_of, group_odds
from model.engine.odds import Odds, weigh
from model.engine.requests import best_answer
from model.engine.run import Done, Due, may, run
from model.rulesets import RULESETS
from model.rulesets.wasteland.conditions import CONDITIONS
from model.rulesets.wasteland.sheet import Gear, Resist, Shared, Sheet
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Combatant, Item
from model.state.board import Board, Place, Zone

WASTELAND = RULESETS["wasteland"]


YARD = Board(zones={"yard": Zone(id="yard", name="Yard")})


def done(battle: AnyBattle, action: str, actor: Id = "environment", *targets: Id, **options: Any) -> AnyBattle:
    outcome = run(WASTELAND, battle, Call(action=action, actor=actor, targets=targets, options=options))
    assert isinstance(outcome, Done), (action, outcome)
    return outcome.battle


# --------------------------------------------------------------------------------------------------- conditions x doors


ATTACK = Call(action="attack", actor="raider", targets=("hero",))


def scene() -> AnyBattle:
    """Two raiders with guns, their boss, and a hero."""
    sheets = {
        "raider": Sheet(initiative=8, agility=8, skills={"small_guns": 3}, tags=("small_guns",), nature="person"),
        "other": Sheet(initiative=8, agility=8, skills={"small_guns": 3}, tags=("small_guns",)),
        "boss": Sheet(initiative=12),
        "hero": Sheet(initiative=10, hp_max=6, dr={"all": Resist(physical=1)}),
    }
    side = {"hero": "pc"}
    people = {
        id: Combatant(id=id, name=id, side=side.get(id, "npc"), sheet=sheet, place=Place(zone="yard"))
        for id, sheet in sheets.items()
    }
    guns = {f"gun-{id}": Item(id=f"gun-{id}", name="Gun", gear=Gear(damage=4), holder=id) for id in ("raider", "other")}
    house: dict[str, Any] = {"ap_buys_actions": True, "command_npc_timing": "at_once"}
    shared = Shared(party_ap=6, gm_ap=6)
    return Battle(ruleset="wasteland", shared=shared, combatants=people, items=guns, settings=house, board=YARD)


def own_turn(battle: AnyBattle) -> AnyBattle:
    return done(battle, "start_fight", order=["raider", "boss", "hero", "other"], initiator="none")


def readied(battle: AnyBattle) -> AnyBattle:
    battle = add_effect(battle, "raider", "readied")
    battle = done(battle, "start_fight", order=["hero", "raider", "boss", "other"], initiator="none")
    outcome = run(WASTELAND, battle, Call(action="trigger", actor="raider"))
    assert isinstance(outcome, Due)
    answer = best_answer(outcome.request)
    assert answer is not None
    outcome = run(WASTELAND, battle, Call(action="trigger", actor="raider", answers={outcome.request.id: answer}))
    assert isinstance(outcome, Done)
    return outcome.battle


def ordered(battle: AnyBattle) -> AnyBattle:
    battle = done(battle, "start_fight", order=["boss", "raider", "hero", "other"], initiator="none")
    return done(battle, "command", "boss", "raider", assists=False)


def bought(battle: AnyBattle) -> AnyBattle:
    battle = own_turn(battle)
    return done(done(battle, "ready", "raider"), "second_major", "raider")


def grouped(battle: AnyBattle) -> AnyBattle:
    battle = done(battle, "group", "environment", "raider", "other", name="Raiders")
    return done(battle, "start_fight", order=["raider", "boss", "hero"], initiator="none")


DOORS: dict[str, Callable[[AnyBattle], AnyBattle]] = {
    "own turn": own_turn,
    "readied": readied,
    "ordered": ordered,
    "bought": bought,
    "group": grouped,
}
KINDS = sorted(WASTELAND.conditions)
CHANGES = [own.id for own in CONDITIONS.own_changes]
"""The numbers that a condition of the GM's own changes."""


def through(door: str, battle: AnyBattle, kind: str, bearer: Id) -> tuple[list[str], Odds]:
    """The refusals of an attack, and its odds, with a condition that its actor or its target gets when it is there."""
    battle = DOORS[door](battle)
    other = "raider" if bearer == "hero" else "hero"
    if kind in CHANGES:
        battle = add_effect(battle, bearer, "own", name="Own", changes={kind: 1})
    else:
        related = WASTELAND.conditions[kind].relation is not None
        battle = add_effect(battle, bearer, kind, amount=1, other=other if related else None)
    call = ATTACK if door != "group" else attacks_of(WASTELAND, battle, ATTACK)["raider"][1]
    call = replace(call, item="gun-raider")
    keys = sorted(refusal.key for refusal in may(WASTELAND, battle, call))
    return keys, weigh(WASTELAND, battle, replace(call, anyway=tuple(keys)))


@pytest.mark.rule("WL-MAJ-02", "WL-ATK-01", "WL-ATK-09", "WL-MAJ-14", "WL-AMB-09", "WL-AP-03")
@pytest.mark.parametrize("bearer", ["raider", "hero"])
@pytest.mark.parametrize("door", [door for door in DOORS if door != "own turn"])
def test_every_condition_counts_through_every_door(door: str, bearer: Id) -> None:
    for kind in [*KINDS, *CHANGES]:
        keys, odds = through(door, scene(), kind, bearer)
        expected_keys, expected = through("own turn", scene(), kind, bearer)
        assert keys == expected_keys, kind
        assert odds.measures == expected.measures, kind


@pytest.mark.rule("WL-ATK-09")
@pytest.mark.parametrize(
    ("bearer", "kinds"),
    [
        ("raider", {"aiming", "head_injury", "rolls", "difficulty", "dice", "damage"}),
        ("hero", {"prone", "cover", "defending", "dying", "defence", "attacked"}),
    ],
)
def test_conditions_change_the_odds_at_all(bearer: Id, kinds: set[str]) -> None:
    plain = weigh(WASTELAND, own_turn(scene()), ATTACK)
    changed = {kind for kind in [*KINDS, *CHANGES] if through("own turn", scene(), kind, bearer)[1] != plain}
    assert kinds <= changed


@pytest.mark.rule("WL-MAJ-02")
def test_the_attack_of_a_group_is_that_of_each_member() -> None:
    battle = grouped(scene())
    call = Call(action="group_attack", actor="raider", targets=("hero",))
    (together,) = group_odds(WASTELAND, battle, call)
    single = weigh(WASTELAND, own_turn(scene()), ATTACK)
    assert together.any_hit == 1 - (1 - single.chance("hero", "hit")) ** 2


# ------------------------------------------------------------------------------------------------------ a burst


EFFECTS = ("vicious", "piercing", "breaking", "stun", "persistent", "radioactive")
d6, d20 = st.integers(1, 6), st.integers(1, 20)
resists = st.builds(Resist, physical=st.integers(0, 3), energy=st.integers(0, 3), radiation=st.integers(0, 3))


@st.composite
def targets(draw: st.DrawFn) -> Combatant[Sheet]:
    """A combatant with any resistance, health and cover, perhaps prone or dying."""
    sheet = Sheet(
        hp_max=draw(st.integers(1, 12)),
        body=draw(st.sampled_from(["humanoid", "quadruped", "mister_handy"])),
        dr={"all": draw(resists), "torso": draw(resists)},
        poison_dr=draw(st.integers(0, 2)),
        immune=draw(st.sampled_from([(), ("physical",), ("radiation",)])),
    )
    return Combatant(id="second", name="Second", sheet=sheet)


def answered(battle: AnyBattle, call: Call, answer: Callable[[str, Any], Answer]) -> AnyBattle:
    for _ in range(30):
        outcome = run(WASTELAND, battle, call)
        if isinstance(outcome, Done):
            return outcome.battle
        assert isinstance(outcome, Due), outcome
        given = {want.request.id: answer(want.request.id, want.request) for want in outcome.wanted}
        call = replace(call, answers=call.answers | given)
    raise AssertionError(call)


def traces(battle: AnyBattle) -> Any:
    body = battle.combatants["second"]
    effects = Counter((one.kind, one.amount, one.note, one.until) for one in body.effects.values())
    return body.sheet, effects, body.is_out, battle.shared.struck.get("second")


@pytest.mark.rule("WL-MIS-06", "WL-MIS-04", "WL-PRONE-06", "WL-DR-01", "WL-CRIT-01", "WL-DYING-04")
@settings(max_examples=60, deadline=None)
@given(
    second=targets(),
    conditions=st.lists(st.sampled_from(["prone", "dying", "torso_injury", "head_injury"]), unique=True, max_size=3),
    cover=st.integers(0, 3),
    effects=st.lists(st.sampled_from(EFFECTS), unique=True),
    harm=st.sampled_from(["physical", "energy", "radiation", "poison"]),
    dice=st.lists(d6, min_size=4, max_size=4),
    covers=st.lists(d6, min_size=3, max_size=3),
    place=d20,
)
def test_a_burst_does_to_a_further_target_what_a_hit_does(
    second: Combatant[Sheet],
    conditions: list[str],
    cover: int,
    effects: list[str],
    harm: Any,
    dice: list[int],
    covers: list[int],
    place: int,
) -> None:
    dice[0] = 5
    gear = Gear(damage=4, damage_type=harm, effects={"burst": 1} | dict.fromkeys(effects, 1))
    people = {id: Combatant(id=id, name=id, sheet=Sheet(hp_max=99)) for id in ("hero", "first")} | {"second": second}
    people = {id: replace(one, place=Place(zone="yard")) for id, one in people.items()}
    battle: AnyBattle = Battle(
        ruleset="wasteland",
        shared=Shared(),
        combatants=people,
        items={"gun": Item(id="gun", name="Gun", gear=gear, holder="hero")},
        board=YARD,
    )
    for kind in conditions:
        battle = add_effect(battle, "second", kind)
    if cover:
        battle = add_effect(battle, "second", "cover", amount=cover)

    def answer(id: str, request: Any) -> Answer:
        if id == "burst":
            return Options(options=("second",) if call.targets == ("first",) else ())
        if not isinstance(request, DiceRequest):
            found = best_answer(request)
            assert found is not None
            return found
        if id == "attack":
            return Faces(faces=(1, 1))
        if id == "damage":
            return Faces(faces=tuple(dice))
        if id.startswith("location"):
            return Faces(faces=(place,))
        if id.startswith("cover") and id in ("cover", "cover.second"):
            return Faces(faces=tuple(covers[: request.count]))
        return Faces(faces=(2,) * request.count)

    call = Call(action="attack", actor="hero", targets=("first",), options={"difficulty": -9})
    burst = answered(battle, call, answer)
    call = replace(call, targets=("second",))
    assert traces(burst) == traces(answered(battle, call, answer))
