"""Every way into an attack of Speed & Effort counts what a single attack counts: conditions, armour, weapon, dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.dice.answers import Faces
from model.engine.calls import Call, Option, Taken
from model.engine.effects import add_effect, has_effect
from model.engine.odds import weigh
from model.engine.run import Done, Due, run
from model.engine.types import GROUP_ATTACK
from model.rulesets.effort.conditions import AIMING, CONDITIONS
from model.rulesets.effort.record import EFFORT
from model.rulesets.effort.sheet import Battle, Gear, Shared, Sheet
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import Combatant, Item
from model.state.board import Place

HOUSE = {
    "planning_phase": False,
    "initiative_mode": "fixed",
    "stance_mod_crouching_ranged": -1,
    "stance_mod_crouching_melee": 1,
    "stance_mod_prone_ranged": -2,
    "stance_mod_prone_melee": 2,
    "aim_bonus": 3,
}
"""Every number that a condition counts and that is 0 by default."""
ARCHER, MATE, TARGET, BOW = "archer", "mate", "target", "bow"
Use = Literal["ranged", "melee"]


class State(Record):
    """A condition on one of the two, by its id, or a change of the GM's own by what it changes."""

    bearer: Id
    kind: str
    is_own: bool = False


def _states() -> tuple[State, ...]:
    """Every condition of the game that changes a number, and every change of the GM's own, on either side."""
    kinds = [(one.id, False) for one in CONDITIONS.values() if one.modifiers]
    kinds += [(change.id, True) for change in CONDITIONS.own_changes]
    return tuple(State(bearer, kind, is_own) for bearer in (ARCHER, TARGET) for kind, is_own in kinds)


STATES = _states()


def stated(battle: Battle, state: State) -> Battle:
    if state.is_own:
        return add_effect(battle, state.bearer, "own", name="Odd", changes={state.kind: 2})
    other = (TARGET if state.bearer == ARCHER else ARCHER) if state.kind == AIMING else None
    return add_effect(battle, state.bearer, state.kind, amount=2, other=other)


class Duel(Record):
    """Two opponents, the second of whom is attacked, and what counts for them."""

    archer: Sheet = Sheet(attack=1, health_max=500)
    target: Sheet = Sheet(armour=1, health_max=9)
    bow: Gear = Gear(damage="1d10+1")
    states: tuple[State, ...] = ()


def done(battle: Battle, action: str, actor: Id = ENVIRONMENT, **more: Any) -> Battle:
    outcome = run(EFFORT, battle, Call(action=action, actor=actor, **more))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def begun(duel: Duel) -> Battle:
    """Return a fight in which the archer and their mate, who are a group, have the first turn."""
    battle = Battle(ruleset=EFFORT.id, shared=Shared(), settings=HOUSE)
    for x, (who, sheet) in enumerate(((ARCHER, duel.archer), (MATE, Sheet()), (TARGET, duel.target))):
        place = Place(x=0.0, y=9.0) if who == MATE else Place(x=x / 2, y=0.0)
        battle = battle.with_combatant(Combatant(id=who, name=who.capitalize(), sheet=sheet, place=place))
    battle = replace(battle, items={BOW: Item(id=BOW, name="Bow", gear=duel.bow, holder=ARCHER, where="hand")})
    battle = done(battle, "group", targets=(ARCHER, MATE), options={"name": "Pair"})
    battle = done(battle, "start_fight")
    answers = {f"initiative.{ARCHER}": Faces((10,)), f"initiative.{TARGET}": Faces((1,))}
    battle = done(battle, "roll_initiative", answers=answers)
    for state in duel.states:
        battle = stated(battle, state)
    return battle


# ------------------------------------------------------------------------------------------ the doors


Door = Callable[[Duel], tuple[Battle, Call]]
SPOT = {"x": 8.0, "y": 0.0}


def single(duel: Duel) -> tuple[Battle, Call]:
    return begun(duel), Call(action="attack", actor=ARCHER, targets=(TARGET,), item=BOW)


def group_of_one(duel: Duel) -> tuple[Battle, Call]:
    """The mate does not attack."""
    options = {"aims": {MATE: ""}}
    return begun(duel), Call(action=GROUP_ATTACK, actor=ARCHER, targets=(TARGET,), options=options)


def _armed(duel: Duel, does: str, **options: Any) -> Battle:
    """Return the fight in the target's turn, with an attack stored for what the target says."""
    said = {"condition": "if they speak", "does": does, "options": options}
    return done(done(begun(duel), "declare_reaction", ARCHER, item=BOW, options=said), "end_turn")


def _interrupting(attack: Call) -> Call:
    answers = {f"reaction.{ARCHER}": Taken(attack), f"reaction.{ARCHER}.when": Option("before")}
    return Call(action="talk", actor=TARGET, answers=answers)


def reaction(duel: Duel) -> tuple[Battle, Call]:
    attack = Call(action="attack", actor=ARCHER, targets=(TARGET,), item=BOW)
    return _armed(duel, "attack"), _interrupting(attack)


def triggered(duel: Duel) -> tuple[Battle, Call]:
    return _armed(duel, "attack"), Call(action="trigger_reaction", actor=ARCHER, options={"by": TARGET})


def _with_radius(duel: Duel) -> Duel:
    """Return the same with a weapon that hits all within a metre."""
    return replace(duel, bow=replace(duel.bow, radius_m=1, use="ranged"))


def _apart(battle: Battle) -> Battle:
    """Return the fight in which only the target is within that metre."""
    return battle.with_combatant(replace(battle.combatants[TARGET], place=Place(x=SPOT["x"], y=SPOT["y"])))


def burst(duel: Duel) -> tuple[Battle, Call]:
    battle, call = single(_with_radius(duel))
    return _apart(battle), call


def area(duel: Duel) -> tuple[Battle, Call]:
    call = Call(action="attack_area", actor=ARCHER, targets=(TARGET,), item=BOW, options={"place": SPOT})
    return _apart(begun(_with_radius(duel))), call


def area_as_reaction(duel: Duel) -> tuple[Battle, Call]:
    _, attack = area(duel)
    return _apart(_armed(_with_radius(duel), "attack_area", place=SPOT)), _interrupting(attack)


def triggered_area(duel: Duel) -> tuple[Battle, Call]:
    battle = _apart(_armed(_with_radius(duel), "attack_area", place=SPOT))
    return battle, Call(action="trigger_reaction", actor=ARCHER)


ROLLED: tuple[Door, ...] = (group_of_one, reaction, triggered)
"""Ways into an attack that has to hit: all are the single one."""
BURSTS: tuple[Door, ...] = (burst, area, area_as_reaction, triggered_area)
"""Ways into an attack that hits all within a radius without a roll: what it does is what a single hit does."""

Measures = dict[str, dict[Any, Fraction]]


def odds_of(door: Door, duel: Duel) -> Measures:
    """Return what an attack can come to for the target; chances of nothing are left out."""
    odds = weigh(EFFORT, *door(duel))
    measures = {key: spread for (who, key), spread in odds.measures.items() if who == TARGET}
    return {key: {v: c for v, c in spread.items() if key == "damage" or v} for key, spread in measures.items()}


def of_a_hit(measures: Measures) -> Measures:
    hits = measures["hit"][True]
    return {key: {v: c / hits for v, c in spread.items()} for key, spread in measures.items() if key != "hit"}


# ------------------------------------------------------------------------------------------ conditions by doors


def is_counted(state: State) -> bool:
    """Whether its record says that it changes a number of the archer's attack on the target."""
    own = {one.id: one.of for one in CONDITIONS.own_changes}
    changes = own[state.kind] if state.is_own else CONDITIONS[state.kind].modifiers
    values = ("attack", "damage") if state.bearer == ARCHER else ("attacked", "defence")
    return any(change.value in values for change in changes)


@pytest.mark.rule("SE-MIS-01", "SE-MIS-04", "SE-MIS-09")
@pytest.mark.parametrize("use", ["ranged", "melee"])
@pytest.mark.parametrize("state", STATES, ids=lambda state: f"{state.bearer}-{state.kind}")
def test_every_door_counts_every_condition_that_an_attack_counts(state: State, use: Use) -> None:
    plain = Duel(bow=Gear(damage="1d10+1", use=use))
    duel = replace(plain, states=(state,))
    alone = odds_of(single, duel)
    assert (alone != odds_of(single, plain)) is is_counted(state)
    for door in ROLLED:
        assert odds_of(door, duel) == alone, door.__name__
    for door in BURSTS:
        assert odds_of(door, duel) == of_a_hit(alone), door.__name__


@pytest.mark.rule("SE-MIS-04", "SE-MIS-07")
@pytest.mark.parametrize("gear", [Gear(magazine=3), Gear(is_used_up=True, quantity=3)], ids=["shots", "thrown"])
@pytest.mark.parametrize("door", [single, *ROLLED, *BURSTS], ids=lambda door: door.__name__)
def test_every_door_has_its_price(door: Door, gear: Gear) -> None:
    """It ends the aim, and takes a shot or the weapon that is thrown."""
    battle, call = door(Duel(bow=gear, states=(State(ARCHER, AIMING),)))
    outcome = run(EFFORT, battle, call)
    while isinstance(outcome, Due):
        dice = {want.request.id: Faces((1,)) for want in outcome.wanted}
        call = replace(call, answers=call.answers | dice)
        outcome = run(EFFORT, battle, call)
    assert isinstance(outcome, Done), outcome
    assert not has_effect(outcome.battle, ARCHER, AIMING)
    left = outcome.battle.items[BOW].gear
    assert (left.ammo if gear.magazine else left.quantity) == 2
    assert outcome.battle.shared.last_weapon == {ARCHER: BOW}


# ------------------------------------------------------------------------------------------ any fight


@st.composite
def duels(draw: st.DrawFn) -> Duel:
    count, sides, bonus = draw(st.integers(0, 2)), draw(st.sampled_from((4, 6, 10))), draw(st.integers(-3, 5))
    use: Use = draw(st.sampled_from(("ranged", "melee")))
    number = str(max(0, bonus))
    gear = Gear(
        damage=f"{count}d{sides}{bonus:+}" if count else number, attack=draw(st.integers(-2, 3)), use=use,
        magazine=draw(st.sampled_from((0, 3))), is_used_up=draw(st.booleans()),
    )  # fmt: skip
    archer = Sheet(attack=draw(st.integers(-4, 6)), health_max=500)
    target = Sheet(
        armour=draw(st.integers(0, 4)),
        defence=draw(st.none() | st.integers(1, 14)),
        health_max=draw(st.integers(1, 14)),
    )
    states = draw(st.lists(st.sampled_from(STATES), max_size=4, unique=True))
    return Duel(archer, target, gear, tuple(states))


@pytest.mark.rule("SE-ACT-05", "SE-REA-04", "SE-MIS-07")
@settings(max_examples=40, deadline=None)
@given(duel=duels())
def test_an_attack_has_the_same_odds_through_every_door(duel: Duel) -> None:
    alone = odds_of(single, duel)
    for door in ROLLED:
        assert odds_of(door, duel) == alone, door.__name__
    if alone["hit"]:
        for door in BURSTS:
            assert odds_of(door, duel) == of_a_hit(alone), door.__name__
