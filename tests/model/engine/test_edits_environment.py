"""Actions of the environment at the end of a round, each recorded for that round only."""

from __future__ import annotations

import pytest

from model.engine.calls import Call, Option
from model.engine.motion import MOVES_ON_PROMPT, is_done
from model.engine.prompts import due_key
from model.engine.requests import Question
from model.engine.run import Done, Due, Refused, run
from model.rulesets import RULESETS
from model.state.base import ENVIRONMENT, replace
from model.state.battle import AnyBattle, Thing
from model.state.board import Place
from model.state.order import TurnDue
from tests.support.make_kalos_samples import night_at_the_museum

VAN, CRATE, HALCYON = "van-98", "crate-99", "halcyon-1"


def done(battle: AnyBattle, action: str, **options: object) -> AnyBattle:
    """Return the battle after a command, with the default answer to every question."""
    return done_with(battle, Call(action=action, options=options))


def done_with(battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(RULESETS["kalos"], battle, call)
    if isinstance(outcome, Due):
        asked = [want.request for want in outcome.wanted if isinstance(want.request, Question)]
        preset = {question.id: Option(option=question.default) for question in asked}
        outcome = run(RULESETS["kalos"], battle, replace(call, answers=preset))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


@pytest.fixture
def battle() -> AnyBattle:
    """A van that moves 20 m per round on a course of 30 degrees, and a falling crate without a position."""
    van = Thing(id=VAN, name="Van", place=Place(x=40.0, y=22.0), speed=20.0, course=30.0)
    crate = Thing(id=CRATE, name="Crate", is_falling=True)
    museum = replace(night_at_the_museum(), things={VAN: van, CRATE: crate})
    return done(museum, "start_fight", first="pc")


@pytest.mark.rule("KM-ENV-01")
def test_a_thing_moves_on_along_its_course(battle: AnyBattle) -> None:
    """The sine of 30 degrees is 0.5, the cosine 0.866: 10 m to the right, 17.321 m up."""
    after = done(battle, "environment_acts", who=VAN, moves=True)
    assert after.things[VAN].place.point == (50.0, 4.679)
    assert is_done(after, VAN)
    assert not is_done(after, CRATE)


def test_what_is_done_is_done_for_this_round(battle: AnyBattle) -> None:
    after = done(battle, "environment_acts", who=CRATE)
    assert is_done(after, CRATE)
    assert after.things == battle.things
    # The van has not moved yet, so End Round begins the environment's turn first (KM-ENV-01).
    ending = done(after, "end_round")
    assert (ending.order.round, ending.order.acting) == (1, (ENVIRONMENT,))
    assert is_done(ending, CRATE)
    following = done(ending, "end_round")
    assert following.order.round == 2
    assert not is_done(following, CRATE)


@pytest.fixture
def driven(battle: AnyBattle) -> AnyBattle:
    """Halcyon drives the van, although her own position is elsewhere; nothing falls."""
    van = replace(battle.things[VAN], controller=HALCYON)
    return replace(battle, things={VAN: van})


def van_at(battle: AnyBattle) -> object:
    return pytest.approx(battle.things[VAN].place.point, abs=0.01)


@pytest.mark.rule("KM-ENV-01")
def test_a_move_of_what_is_driven_is_put_off_and_comes_beside_that_of_the_next_round(driven: AnyBattle) -> None:
    """10 m to the right and 17.32 m up per round: from (40, 22) via (50, 4.68) to (60, -12.64)."""
    battle = done(driven, "end_round", later=[f"moves_on.{VAN}.1"])
    assert battle.order.due == (TurnDue(who=VAN, prompt="moves_on", round=1),)
    assert (battle.order.round, battle.things[VAN].place.point) == (2, (40.0, 22.0))
    assert van_at(done(battle, "end_round")) == (60.0, -12.64)
    # Each of the two can be put off separately.
    again = done(battle, "end_round", later=[f"moves_on.{VAN}.2"])
    assert van_at(again) == (50.0, 4.68)
    assert [due.round for due in again.order.due] == [2]


@pytest.mark.rule("KM-ENV-01")
def test_a_move_made_up_for_by_hand_leaves_that_of_this_round(driven: AnyBattle) -> None:
    battle = done(driven, "end_round", later=[f"moves_on.{VAN}.1"])
    settled = done(battle, "settle_due", which=[f"moves_on.{VAN}.1"])
    assert van_at(settled) == (50.0, 4.68)
    assert van_at(done(settled, "end_round")) == (60.0, -12.64)


@pytest.mark.parametrize("by_hand", ["dragged", "edited", "moved on"])
def test_a_move_that_was_put_off_and_is_made_by_hand_is_no_longer_due(driven: AnyBattle, by_hand: str) -> None:
    battle = done(driven, "end_round", later=[f"moves_on.{VAN}.1"])
    there = {"x": 50.0, "y": 4.68}
    if by_hand == "dragged":
        moved = done_with(battle, Call(action="place", targets=(VAN,), options={"place": there}))
    elif by_hand == "edited":
        moved = done(battle, "edit_thing", thing=VAN, place=there)
    else:
        moved = done(battle, "environment_acts", who=VAN, moves=True)
    assert van_at(moved) == (50.0, 4.68)
    assert moved.order.due == ()
    assert done(battle, "edit_thing", thing=VAN, course=40).order.due == battle.order.due, "it has not moved"


def test_of_two_moves_that_were_put_off_one_by_hand_leaves_the_later(driven: AnyBattle) -> None:
    battle = done(driven, "end_round", later=[f"moves_on.{VAN}.1"])
    battle = done(battle, "end_round", later=[f"moves_on.{VAN}.1", f"moves_on.{VAN}.2"])
    moved = done_with(battle, Call(action="place", targets=(VAN,), options={"place": {"x": 50.0, "y": 4.68}}))
    assert [due.round for due in moved.order.due] == [2]
    again = done_with(moved, Call(action="place", targets=(VAN,), options={"place": {"x": 50.0, "y": 4.68}}))
    assert [due.round for due in again.order.due] == [2], "it was there already"


def test_the_move_of_a_van_that_is_removed_or_has_stopped_is_no_longer_due(driven: AnyBattle) -> None:
    battle = done(driven, "end_round", later=[f"moves_on.{VAN}.1"])
    assert done(battle, "remove_thing", thing=VAN).order.due == ()
    stopped = done(battle, "edit_thing", thing=VAN, speed=0)
    ended = done(stopped, "end_round")
    assert (ended.order.due, ended.things[VAN].place.point) == ((), (40.0, 22.0))


def test_the_next_battle_does_not_ask_of_a_van_that_is_not_in_it(driven: AnyBattle) -> None:
    key = f"moves_on.{VAN}.1"
    ended = done(done(driven, "end_round", later=[key]), "end_fight", later=[key])
    assert [due_key(due) for due in ended.order.due] == [key]
    assert done(ended, "next_battle").order.due == ()


@pytest.mark.rule("KM-ENV-01")
def test_a_jump_over_the_turn_of_who_drives_leaves_the_move_due_until_they_have_their_turn(driven: AnyBattle) -> None:
    slot = next(id for id in driven.order.sequence if HALCYON in driven.order.slots[id].members)
    last = driven.order.sequence[-2]
    assert slot != last
    passed = done(driven, "jump", slot=last)
    assert [due_key(due) for due in passed.order.due] == [f"moves_on.{VAN}.1"]
    assert done(passed, "jump", slot=slot).order.due == ()


def test_games_with_an_environment_ask_of_what_is_driven() -> None:
    with_environment = [game for game in RULESETS.values() if game.turns.has_environment]
    assert with_environment
    assert all(MOVES_ON_PROMPT in game.turns.prompts for game in with_environment)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"who": CRATE, "moves": True}, "no position on the map"), ({"who": "ghost"}, "nothing called")],
)
def test_what_cannot_move_is_told(battle: AnyBattle, options: dict[str, object], words: str) -> None:
    outcome = run(RULESETS["kalos"], battle, Call(action="environment_acts", options=options))
    assert isinstance(outcome, Refused)
    assert words in outcome.refusal.sentence.template
