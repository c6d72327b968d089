"""The engine answers any call, changes nothing it was given, and leaves a battle that loads."""

from __future__ import annotations

import os
import secrets
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.content.resources import root
from model.engine.calls import Call
from model.engine.edits import quick_edit
from model.engine.odds import TooManyRuns, weigh
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Due, Outcome, Refused, may, run
from model.rulesets import RULESETS
from model.session.values import battle_type
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.changes import apply, changes
from model.state.references import repaired
from model.state.texts import Text
from model.state.validate import misfits
from tests.support.arena import ARENA, duel
from tests.support.calls import UNKNOWN, RandomGm, Stage
from tests.support.edits import done

pytestmark = pytest.mark.slow

CALLS = 300
"""Calls in a row in each battle: enough to get from one fight into the next."""
IS_HUNT = settings().max_examples > settings.get_profile("full").max_examples
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", "") or secrets.token_hex(4)
SEEDS = [f"{RUN[:8]}-{number}" for number in range(20)] if IS_HUNT else ["one", "two"]
"""Always the same for the gate, others for each hunt; all processes of a run need the same."""


def arena() -> AnyBattle:
    """Return a running fight in the arena with everything that an edit can be about."""
    battle = done(duel(), "draw_zone", name="Dock", shape={"shape": "circle", "x": 0, "y": 0, "radius": 5})
    battle = done(battle, "draw_zone", name="Roof")
    battle = done(battle, "link_zones", first="dock-6", second="roof-7", metres=3)
    battle = done(battle, "draw_feature", kind="cover", shape={"shape": "line", "points": [[0, 0], [1, 1]]})
    battle = done(battle, "add_thing", name="Crate", health=3)
    battle = done(battle, "add_player", name="Max", characters=["anna-1"])
    battle = done(battle, "set_picture", file="0123abcd4567ef89.png")
    battle = done(battle, "group", "bert-2", "cora-3", name="Gang")
    battle = done(battle, "set_condition", "anna-1", condition="held", other="bert-2")
    return done(battle, "start_fight")


def type_of(ruleset: Ruleset) -> Any:
    return battle_type(ruleset)


def samples() -> Iterator[Stage]:
    """Yield the sample battles of all rulesets, named after their files."""
    for file in sorted((root() / "samples").glob("*.battle.toml")):
        document = tomllib.loads(file.read_text(encoding="utf-8"))
        ruleset = RULESETS[document["ruleset"]]
        battle = msgspec.convert(document["battle"], type_of(ruleset))
        yield Stage(file.name.removesuffix(".battle.toml"), ruleset, battle)


STAGES = (Stage("arena", ARENA, arena()), *samples())
PLAYED = pytest.mark.parametrize("stage", STAGES, ids=repr)


def check(ruleset: Ruleset, before: AnyBattle, outcome: Outcome) -> None:
    """Check what applies after any call: the battle can be saved, loaded and reverted; explanations add up."""
    assert isinstance(outcome, Done | Due | Refused)
    if not isinstance(outcome, Done):
        return
    after = outcome.battle
    plain = msgspec.to_builtins(after)
    assert misfits(type_of(ruleset), plain) == []
    assert msgspec.convert(plain, type_of(ruleset)) == after
    assert repaired(after) == (after, ())
    back = after
    for change in changes(before, after):
        back = apply(back, change.reversed())
    assert back == before
    for explanation in outcome.note.explanations:
        assert explanation.total == sum(part.amount for part in explanation.parts if part.is_applied)


@contextmanager
def told(call: Call) -> Iterator[None]:
    """Add the call to an exception as a note."""
    try:
        yield
    except Exception as error:
        error.add_note(str(call))
        raise


@PLAYED
@pytest.mark.parametrize("seed", SEEDS)
def test_any_calls_in_a_row_are_answered_and_can_be_saved_loaded_and_undone(stage: Stage, seed: str) -> None:
    gm = RandomGm(f"{stage} {seed}")
    for number in range(CALLS):
        call = gm.call(stage, "start_fight" if number % 50 == 5 else "")
        as_it_was = msgspec.json.encode(stage.battle)
        with told(call):
            assert all(no.sentence.template for no in may(stage.ruleset, stage.battle, call))
            call, outcome = gm.carry_out(stage, call)
        with told(call):
            check(stage.ruleset, stage.battle, outcome)
        assert msgspec.json.encode(stage.battle) == as_it_was
        stage = stage.after(outcome)


@PLAYED
@pytest.mark.parametrize("seed", SEEDS)
def test_odds_of_any_call_are_chances(stage: Stage, seed: str) -> None:
    gm = RandomGm(f"{stage} {seed}")
    for action in (*stage.ruleset.actions, UNKNOWN):
        call = gm.call(stage, action)
        try:
            with told(call):
                odds = weigh(stage.ruleset, stage.battle, replace(call, targets=call.targets[:1]))
        except TooManyRuns:
            continue
        for spread in odds.measures.values():
            assert all(0 < chance <= 1 for chance in spread.values())
            assert sum(spread.values()) <= 1


@given(typed=st.text(max_size=6) | st.from_regex(r"[-+=][0-9r ]{0,4}", fullmatch=True))
def test_whatever_is_typed_as_a_quick_edit_is_an_action_or_a_sentence(typed: str) -> None:
    found = quick_edit(ARENA, STAGES[0].battle, ("anna-1", "bert-2"), typed)
    assert isinstance(found, Call | Text)
    if isinstance(found, Call):
        assert isinstance(run(ARENA, STAGES[0].battle, found), Done | Refused)
