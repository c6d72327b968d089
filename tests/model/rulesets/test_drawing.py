"""Movement drawn on the map: the shaded area is exact, and legs cost what the rules say."""

from __future__ import annotations

import math
import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.board.areas import holds
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call, Number, Option, Options
from model.engine.moving import DrawnLeg, Movement
from model.engine.requests import Question
from model.engine.run import Done, Due, Refused, run
from model.rulesets import RULESETS
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Board, Feature, Place, Point, Rectangle, Shape
from model.view.board import acting_combatant
from tests.support.examples import at_most
from tests.support.make_effort_samples import roadblock
from tests.support.make_kalos_samples import night_at_the_museum
from tests.support.make_wasteland_samples import glowing_crater
from tests.support.make_zamani_samples import caravan_road
from tests.support.make_zerospace_samples import dockside_ambush

SAMPLES = {
    "zerospace": dockside_ambush,
    "kalos": night_at_the_museum,
    "effort": roadblock,
    "zamani": caravan_road,
}
"""Samples of the games that measure in metres."""


def movement_of(game: str) -> Movement:
    movement = RULESETS[game].movement
    assert movement is not None
    return movement


def usual_answer(question: Question) -> Answer:
    match question.kind:
        case "option":
            return Option(option=question.default or question.options[0].key)
        case "options":
            return Options(options=tuple(question.default or ()))
        case "number":
            return Number(number=question.default or 0)
    raise AssertionError(question)


def carried_out(game: str, battle: AnyBattle, call: Call) -> AnyBattle:
    """Return the battle after a call, with 5 on every die and the default answer to every question."""
    while True:
        outcome = run(RULESETS[game], battle, call)
        if isinstance(outcome, Done):
            return outcome.battle
        assert isinstance(outcome, Due), outcome
        answers = dict(call.answers)
        for want in outcome.wanted:
            request = want.request
            if isinstance(request, DiceRequest):
                answers[request.id] = Faces((5,) * request.count)
            else:
                assert isinstance(request, Question)
                answers[request.id] = usual_answer(request)
        call = replace(call, answers=answers)


@cache
def begun(game: str) -> tuple[AnyBattle, Id]:
    """Return a sample in which combat has started, and the id of the combatant whose turn it is."""
    ruleset = RULESETS[game]
    battle = carried_out(game, SAMPLES[game](), Call(action="start_fight"))
    if battle.order.phase == "planning":
        begins = ruleset.turns.begins_turns
        battle = carried_out(game, battle, Call(action=begins, anyway=("plans_missing",)))
    who = acting_combatant(battle)
    assert who is not None
    return battle, who


def straight(start: Point, turn: float, metres: float) -> Point:
    return (
        round(start[0] + metres * math.cos(math.radians(turn)), 3),
        round(start[1] + metres * math.sin(math.radians(turn)), 3),
    )


def rim_of(shape: Shape, start: Point, turn: float) -> float:
    """Return the metres from a point inside a shape to its edge, in the direction `turn` in degrees."""
    low, high = 0.0, 1000.0
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(shape, straight(start, turn, middle)) else (low, middle)
    return low


def is_refused(game: str, battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...]) -> bool:
    """Whether the rules refuse the drawn legs. A request for an answer is no refusal."""
    return isinstance(run(RULESETS[game], battle, movement_of(game).call(battle, who, legs)), Refused)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("game", SAMPLES)
@at_most(40)
@given(turn=st.floats(0, 360), corner=st.floats(0, 6), share=st.floats(0.05, 0.98), beyond=st.floats(1.02, 3))
def test_inside_the_shade_one_may_go_and_outside_one_may_not(
    game: str, turn: float, corner: float, share: float, beyond: float
) -> None:
    """Also after a corner of the route. The last of the areas that are shown is the farthest reach."""
    battle, who = begun(game)
    start = battle.combatants[who].place.point
    assert start is not None
    legs: tuple[DrawnLeg, ...] = ()
    if corner > 1:
        legs = (DrawnLeg(points=(start, straight(start, turn + 100, corner))),)
        if is_refused(game, battle, who, legs):
            return
        start = legs[0].points[-1]
    areas = movement_of(game).reach(battle, who, legs, "")
    if not areas:
        return
    (shape,) = areas[-1].shapes
    rim = rim_of(shape, start, turn)
    near, far = straight(start, turn, rim * share), straight(start, turn, rim * beyond + 0.2)
    assert not is_refused(game, battle, who, (*legs, DrawnLeg(points=(start, near))))
    assert is_refused(game, battle, who, (*legs, DrawnLeg(points=(start, far))))


# ------------------------------------------------------------------------------------------ speed and effort points


def at_the_chasm(speed: float = 2, effort: float = 5, *terrain: Feature, **sheet: float) -> tuple[AnyBattle, Id]:
    """Return a battle and its acting combatant, who is at (0, 0) with these points; the board has only `terrain`."""
    battle, who = begun("effort")
    board = Board(features={feature.id: feature for feature in terrain})
    mover = battle.combatants[who]
    points = {"speed": speed, "effort": effort, "speed_max": 20, "effort_max": 20} | sheet
    mover = replace(mover, place=Place(x=0, y=0), sheet=replace(mover.sheet, **points))
    return replace(battle, board=board).with_combatant(mover), who


def run_and_jump() -> tuple[DrawnLeg, ...]:
    return (
        DrawnLeg(movement_mode="run", points=((0.0, 0.0), (3.0, 0.0))),
        DrawnLeg(movement_mode="jump", points=((3.0, 0.0), (4.0, 0.0))),
    )


@pytest.mark.rule("SE-EFF-04", "SE-EFF-03")
def test_the_jump_over_the_chasm_comes_out_of_drawn_legs() -> None:
    """Running 3 m costs 1.5, rounded up to 2. The run-up of 3 m is less than 5 m, so the jump of 1 m costs 2.

    The 4 points are 2 of speed and 2 of effort.
    """
    battle, who = at_the_chasm()
    call = movement_of("effort").call(battle, who, run_and_jump())
    outcome = run(RULESETS["effort"], battle, call)
    assert isinstance(outcome, Done)
    sheet = outcome.battle.combatants[who].sheet
    assert (sheet.speed, sheet.effort) == (0, 3)
    assert outcome.battle.combatants[who].place.point == (4.0, 0.0)
    told = movement_of("effort").words(battle, call)
    assert [leg.words for leg in told] == ["run 3 m: 2", "jump 1 m: 2"]
    assert told[1].points == ((3.0, 0.0), (4.0, 0.0))


@pytest.mark.rule("SE-COST-05")
def test_a_jump_after_a_long_run_is_cheaper() -> None:
    """Running 6 m costs 3 points; with such a run-up, jumping costs 1 per metre instead of 2."""
    battle, who = at_the_chasm(10)
    legs = (
        DrawnLeg(movement_mode="run", points=((0.0, 0.0), (6.0, 0.0))),
        DrawnLeg(movement_mode="jump", points=((6.0, 0.0), (8.0, 0.0))),
    )
    told = movement_of("effort").words(battle, movement_of("effort").call(battle, who, legs))
    assert [leg.words for leg in told] == ["run 6 m: 3", "jump 2 m, run-up: 2"]


@pytest.mark.rule("SE-STANCE-01", "SE-STANCE-02", "SE-COST-07")
def test_a_change_of_stance_is_a_leg_of_its_own() -> None:
    """Dropping prone costs 1, crawling 2 m costs 6, standing up costs 2."""
    battle, who = at_the_chasm(10)
    legs = (
        DrawnLeg(movement_mode="prone"),
        DrawnLeg(movement_mode="crawl", points=((0.0, 0.0), (2.0, 0.0))),
        DrawnLeg(movement_mode="standing"),
    )
    call = movement_of("effort").call(battle, who, legs)
    told = movement_of("effort").words(battle, call)
    assert [leg.words for leg in told] == ["drop prone: 1", "crawl 2 m: 6", "stand up: 2"]
    assert not told[0].points
    assert carried_out("effort", battle, call).combatants[who].sheet.speed == 1


@pytest.mark.rule("SE-TERR-01", "SE-MOVE-03", "SE-EFF-01")
def test_difficult_ground_pulls_the_shade_in_where_it_lies() -> None:
    """6 points of speed at 1 per metre reach 6 m on open ground. To the right, mud begins at 2 m: the 4 points left
    there are enough for 2 m of mud. With 2 points of effort it is 8 m and, over the mud, 2 + 6 / 2 = 5 m.
    """
    mud = Feature(id="mud-1", kind="terrain", shape=Rectangle(x=2, y=-20, width=20, height=40))
    battle, who = at_the_chasm(6, 2, mud)
    speed, effort = movement_of("effort").reach(battle, who, (), "walk")
    assert (speed.title, effort.title) == ("speed", "with effort")
    for area, open_ground, over_mud in ((speed, 6, 4), (effort, 8, 5)):
        (shape,) = area.shapes
        assert holds(shape, (-open_ground + 0.05, 0))
        assert not holds(shape, (-open_ground - 0.05, 0))
        assert holds(shape, (over_mud - 0.05, 0))
        assert not holds(shape, (over_mud + 0.05, 0))


@pytest.mark.rule("SE-COST-03")
def test_the_shade_shrinks_by_the_legs_drawn_so_far() -> None:
    """Of 10 points, running 8 m costs 4; the remaining 6 are 12 m more at a run or 6 m at a walk."""
    battle, who = at_the_chasm(10, 0)
    legs = (DrawnLeg(movement_mode="run", points=((0.0, 0.0), (8.0, 0.0))),)
    for movement_mode, metres in (("run", 12), ("walk", 6)):
        (area,) = movement_of("effort").reach(battle, who, legs, movement_mode)
        assert holds(area.shapes[0], (8 + metres - 0.05, 0))
        assert not holds(area.shapes[0], (8 + metres + 0.05, 0))


def test_the_shade_does_not_hold_the_drag_up() -> None:
    """Six pieces of difficult ground around the mover are found once per corner of the route, not once per frame."""
    mud = (
        Feature(id=f"mud-{n}", kind="terrain", shape=Rectangle(x=-8 + 3 * n, y=1 + n, width=2, height=4))
        for n in range(6)
    )
    battle, who = at_the_chasm(10, 5, *mud)
    assert movement_of("effort").reach(battle, who, (), "walk")
    start = time.perf_counter()
    assert movement_of("effort").reach(battle, who, (), "run")
    assert time.perf_counter() - start < 0.25


# ------------------------------------------------------------------------------------------ zones


@pytest.mark.rule("WL-MIN-05", "WL-MAJ-13", "WL-DIST-03")
def test_zones_are_shaded_as_far_as_a_move_or_a_sprint_crosses_them() -> None:
    battle = glowing_crater()
    movement = movement_of("wasteland")
    for who in battle.combatants:
        (near,) = movement.reach(battle, who, (), "")
        (far,) = movement.reach(battle, who, (), "sprint")
        assert set(near.shapes) < set(far.shapes) or len(near.shapes) == len(battle.board.zones)
        for zone in battle.board.zones.values():
            if zone.shape is None:
                continue
            call = Call(action="move", actor=who, options={"place": zone.id})
            can_go = not isinstance(run(RULESETS["wasteland"], battle, call), Refused)
            is_own = zone.id == battle.combatants[who].place.zone
            assert (zone.shape in near.shapes) == (can_go or is_own)


@pytest.mark.parametrize("game", [*SAMPLES, "wasteland"])
def test_every_manner_of_moving_makes_a_call_that_can_be_read(game: str) -> None:
    battle, who = begun(game) if game in SAMPLES else (glowing_crater(), next(iter(glowing_crater().combatants)))
    movement, action = movement_of(game), RULESETS[game].actions
    start = battle.combatants[who].place.point or (0.0, 0.0)
    for movement_mode in (*(one.key for one in movement.movement_modes(battle, who)), ""):
        is_change = any(one.is_change for one in movement.movement_modes(battle, who) if one.key == movement_mode)
        leg = DrawnLeg(movement_mode=movement_mode, points=() if is_change else (start, straight(start, 0, 1)))
        call = movement.call(battle, who, (leg,))
        malformed = [no.key for no in action[call.action].refusals(battle, call)]
        assert not {"unknown_option", "bad_option", "bad_way", "bad_place", "nowhere"} & set(malformed), malformed
