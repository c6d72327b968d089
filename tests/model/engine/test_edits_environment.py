"""What the environment does at the end of a round, and that it is noted for that round alone."""

from __future__ import annotations

import pytest

from model.engine.calls import Call
from model.engine.motion import is_done
from model.engine.run import Done, Refused, run
from model.rulesets import RULESETS
from model.state.base import ENVIRONMENT, replace
from model.state.battle import AnyBattle, Thing
from model.state.board import Place
from tests.support.make_kalos_samples import night_at_the_museum

VAN, CRATE = "van-98", "crate-99"


def done(battle: AnyBattle, action: str, **options: object) -> AnyBattle:
    outcome = run(RULESETS["kalos"], battle, Call(action=action, options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


@pytest.fixture
def battle() -> AnyBattle:
    """A van that drives off at 20 m a round on a course of 30 degrees, and a crate that falls, nobody knows where."""
    van = Thing(id=VAN, name="Van", place=Place(x=40.0, y=22.0), speed=20.0, course=30.0)
    crate = Thing(id=CRATE, name="Crate", is_falling=True)
    museum = replace(night_at_the_museum(), things={VAN: van, CRATE: crate})
    return done(museum, "start_fight", first="pc")


@pytest.mark.rule("KM-ENV-01")
def test_a_thing_moves_on_along_its_course(battle: AnyBattle) -> None:
    """Sine of 30 degrees is 0.5, cosine 0.866: 10 m to the right, 17.321 m up."""
    after = done(battle, "environment_acts", who=VAN, moves=True)
    assert after.things[VAN].place.point == (50.0, 4.679)
    assert is_done(after, VAN)
    assert not is_done(after, CRATE)


def test_what_is_done_is_done_for_this_round(battle: AnyBattle) -> None:
    after = done(battle, "environment_acts", who=CRATE)
    assert is_done(after, CRATE)
    assert after.things == battle.things
    # The van has not moved yet: ending the round comes to the environment first (KM-ENV-01).
    ending = done(after, "end_round")
    assert (ending.order.round, ending.order.acting) == (1, (ENVIRONMENT,))
    assert is_done(ending, CRATE)
    following = done(ending, "end_round")
    assert following.order.round == 2
    assert not is_done(following, CRATE)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"who": CRATE, "moves": True}, "no position on the map"), ({"who": "ghost"}, "nothing called")],
)
def test_what_cannot_move_is_told(battle: AnyBattle, options: dict[str, object], words: str) -> None:
    outcome = run(RULESETS["kalos"], battle, Call(action="environment_acts", options=options))
    assert isinstance(outcome, Refused)
    assert words in outcome.refusal.sentence.template
