"""Every way into an attack of Zamani counts what a single attack counts: conditions, numbers, armour, cover, focus.

A group, a turn that was held back, a later segment and a surprise that failed come to the same attack; an area with one
target comes to a single attack with the same weapon.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.effects import add_condition, add_effect
from model.engine.odds import weigh
from model.engine.run import Done, run
from model.engine.types import GROUP_ATTACK
from model.rulesets.zamani.conditions import CONDITIONS, DEAD, STUNNED, UNCONSCIOUS
from model.rulesets.zamani.record import ZAMANI
from model.rulesets.zamani.sheet import Battle, Gear, Shared, Sheet
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import Combatant, Item
from model.state.board import Place

ARCHER, MATE, TARGET, BOW = "archer", "mate", "target", "bow"
SHIELD = Gear(kind="shield", skill="shield")
HOUSE = {"prone_defence": -3, "prone_attack": -15, "failed_surprise": "attack_without_surprise"}
"""Every number that a condition counts and that is 0 by default; and an attack after a surprise that failed."""


class State(Record):
    """A condition on one of the two, by its id, or a change of the GM's own by what it changes."""

    bearer: Id
    kind: str
    is_own: bool = False


def _states() -> tuple[State, ...]:
    """Every condition of the game, and every change of the GM's own, on either side; the attacker can attack."""
    kinds = [(kind, False) for kind in CONDITIONS] + [(change.id, True) for change in CONDITIONS.own_changes]
    found = [State(bearer, kind, is_own) for bearer in (ARCHER, TARGET) for kind, is_own in kinds]
    unable = (STUNNED, UNCONSCIOUS, DEAD, "guarding")
    return tuple(one for one in found if one.bearer == TARGET or one.kind not in unable)


STATES = _states()


class Duel(Record):
    """Two opponents, the second of whom is attacked, and what counts for them."""

    archer: Sheet = Sheet(dexterity=12, skills={"bow": 11})
    target: Sheet = Sheet(dexterity=6, max_damage=12, skills={"acrobatics": 9, "shield": 8})
    bow: Gear = Gear(kind="missile", skill="bow", rating=3)
    armour: int = 3
    sacrificed: int = 0
    states: tuple[State, ...] = ()


def done(battle: Battle, action: str, actor: Id = ENVIRONMENT, **more: Any) -> Battle:
    outcome = run(ZAMANI, battle, Call(action=action, actor=actor, **more))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def set_up(duel: Duel) -> Battle:
    """Return the battle before the fight: the archer and a mate, and the target with a shield and armour."""
    battle = Battle(ruleset=ZAMANI.id, shared=Shared(), settings=HOUSE)
    sheets = {ARCHER: duel.archer, MATE: Sheet(dexterity=11), TARGET: duel.target}
    for who, (x, y) in {ARCHER: (0.0, 0.0), MATE: (0.0, 9.0), TARGET: (4.0, 0.0)}.items():
        side = "npc" if who == TARGET else "pc"
        one = Combatant(id=who, name=who.capitalize(), side=side, sheet=sheets[who], place=Place(x=x, y=y))
        battle = battle.with_combatant(one)
    items = {
        BOW: Item(id=BOW, name="Bow", gear=duel.bow, holder=ARCHER, where="hand"),
        "shield": Item(
            id="shield", name="Shield", gear=Gear(kind="shield", skill="shield"), holder=TARGET, where="hand"
        ),
        "mail": Item(
            id="mail", name="Mail", gear=Gear(kind="armour", absorption=duel.armour), holder=TARGET, where="worn"
        ),
    }
    return replace(battle, items=items)


def stated(duel: Duel, battle: Battle) -> Battle:
    """Return the battle with the conditions of the duel, of which a focus is from an earlier round."""
    round = battle.order.round
    battle = replace(battle, order=replace(battle.order, round=round - 1))
    for state in duel.states:
        if state.is_own:
            battle = add_effect(battle, state.bearer, "own", name="Odd", changes={state.kind: 2})
        else:
            battle = add_condition(battle, state.bearer, CONDITIONS[state.kind])
    return replace(battle, order=replace(battle.order, round=round))


def begun(duel: Duel, battle: Battle | None = None) -> Battle:
    """Return a fight in which the archer is due first."""
    battle = done(battle or set_up(duel), "start_fight")
    return done(battle, "begin_round", options={"sacrifice": {ARCHER: duel.sacrificed, MATE: duel.sacrificed}})


# ------------------------------------------------------------------------------------------ the doors

Door = Callable[[Duel], tuple[Battle, Call]]
ATTACK = Call(action="attack", actor=ARCHER, targets=(TARGET,), item=BOW)


def single(duel: Duel) -> tuple[Battle, Call]:
    return stated(duel, begun(duel)), ATTACK


def group_of_one(duel: Duel) -> tuple[Battle, Call]:
    """The mate, who is in the group, does not attack."""
    battle = begun(duel, done(set_up(duel), "group", targets=(ARCHER, MATE), options={"name": "Pair"}))
    options = {"aims": {MATE: ""}}
    return stated(duel, battle), Call(action=GROUP_ATTACK, actor=ARCHER, targets=(TARGET,), options=options)


def held_back(duel: Duel) -> tuple[Battle, Call]:
    battle = done(begun(duel), "delay", ARCHER)
    return stated(duel, done(battle, "take_held_turn", ARCHER)), ATTACK


def later_segment(duel: Duel) -> tuple[Battle, Call]:
    """The archer does something else on the first segment, and the target nothing."""
    battle = done(begun(duel), "other", ARCHER)
    while battle.order.acting != (ARCHER,) or battle.order.segment == 10:
        battle = done(battle, "end_turn")
    return stated(duel, battle), ATTACK


def area_of_one(duel: Duel) -> tuple[Battle, Call]:
    return stated(duel, begun(duel)), replace(ATTACK, action="area_attack")


SAME: dict[str, Door] = {"group of one": group_of_one, "held back": held_back, "later segment": later_segment}


def odds(door: Door, duel: Duel) -> dict[str, dict[Any, Fraction]]:
    """The chances of every measure of the target."""
    battle, call = door(duel)
    found = weigh(ZAMANI, battle, call)
    assert found.refusal is None, found.refusal
    return {str(measure): dict(values) for (who, measure), values in found.measures.items() if who == TARGET}


def blast(duel: Duel) -> Duel:
    """Return the same with a weapon that takes all within two metres."""
    return replace(duel, bow=replace(duel.bow, kind="thrown", area_effect=True, radius_m=2))


# ------------------------------------------------------------------------------------------ the tests


@pytest.mark.rule("ZM-ATK-02", "ZM-DELAY-01", "ZM-INIT-06")
@pytest.mark.parametrize("door", SAME)
@pytest.mark.parametrize("state", STATES, ids=lambda one: f"{one.bearer}-{one.kind}")
def test_a_condition_counts_through_every_door_as_in_a_single_attack(state: State, door: str) -> None:
    duel = Duel(states=(state,))
    assert odds(SAME[door], duel) == odds(single, duel)


@pytest.mark.rule("ZM-DEF-03", "ZM-FOC-02", "ZM-GUARD-04", "ZM-BLOCK-02")
def test_a_single_attack_counts_these_conditions() -> None:
    usual = odds(single, Duel())
    counted = {(one.bearer, one.kind) for one in STATES if odds(single, Duel(states=(one,))) != usual}
    of_archer = {"prone", "focusing", "invisible", "rolls", "attack", "ranks", "damage"}
    of_target = {"stunned", "unconscious", "dead", "prone", "guarding", "casting", "defence"}
    assert counted == {*((ARCHER, kind) for kind in of_archer), *((TARGET, kind) for kind in of_target)}


@pytest.mark.rule("ZM-AEW-01", "ZM-AEW-02")
@pytest.mark.parametrize("state", STATES, ids=lambda one: f"{one.bearer}-{one.kind}")
def test_a_condition_counts_in_an_area_as_in_a_single_attack_with_its_weapon(state: State) -> None:
    duel = blast(Duel(states=(state,)))
    assert odds(area_of_one, duel) == odds(single, duel)


def _sheets(**fixed: Any) -> st.SearchStrategy[Sheet]:
    given_numbers = st.dictionaries(st.sampled_from(("percent", "defence", "absorption", "rating")), st.integers(0, 9))
    return st.builds(
        Sheet,
        fitness=st.integers(0, 9),
        defence_bonus=st.integers(-2, 3),
        penalty=st.integers(-30, 30),
        cover=st.sampled_from((0, 79, 80)),
        max_damage=st.integers(0, 20),
        dead_at=st.integers(0, 20),
        given=given_numbers,
        **fixed,
    )


DUELS = st.builds(
    Duel,
    archer=_sheets(dexterity=st.integers(12, 15), skills=st.fixed_dictionaries({"bow": st.integers(0, 20)})),
    target=_sheets(
        dexterity=st.integers(0, 9),
        skills=st.fixed_dictionaries({}, optional={"acrobatics": st.integers(0, 15), "shield": st.integers(0, 15)}),
    ),
    bow=st.builds(
        Gear,
        kind=st.sampled_from(("missile", "thrown", "firearm")),
        skill=st.just("bow"),
        rating=st.integers(0, 9),
        magazine=st.sampled_from((0, 3)),
    ),
    armour=st.integers(0, 9),
    sacrificed=st.integers(0, 3),
    states=st.lists(st.sampled_from(STATES), max_size=3, unique=True).map(tuple),
)


@pytest.mark.rule("ZM-ATK-02", "ZM-SAC-02", "ZM-COV-01", "ZM-ARM-01")
@settings(max_examples=40)
@given(DUELS, st.sampled_from(sorted(SAME)))
def test_other_doors_come_to_the_odds_of_the_single_attack(duel: Duel, door: str) -> None:
    assert odds(SAME[door], duel) == odds(single, duel)


@pytest.mark.rule("ZM-AEW-01", "ZM-AEW-02")
@settings(max_examples=40)
@given(DUELS.map(blast))
def test_an_area_with_one_target_comes_to_the_odds_of_the_single_attack(duel: Duel) -> None:
    assert odds(area_of_one, duel) == odds(single, duel)


@pytest.mark.rule("ZM-SURP-08")
@settings(max_examples=15)
@given(DUELS)
def test_an_attack_after_a_surprise_that_failed_is_the_single_attack(duel: Duel) -> None:
    """It comes before initiative, and so without sacrifices."""
    duel = replace(duel, sacrificed=0)

    def after_failure(duel: Duel) -> tuple[Battle, Call]:
        options = {"surprise_by": [ARCHER], "surprise_on": [TARGET]}
        battle = done(set_up(duel), "start_fight", options=options, answers={"stealth": Faces((100,))})
        assert battle.order.phase == "surprise"
        return stated(duel, battle), ATTACK

    assert odds(after_failure, duel) == odds(single, duel)
