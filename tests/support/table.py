"""The battles of the samples at a table of tests where all dice show their lowest or their highest face."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call
from model.engine.requests import Request, best_answer
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Due, may, run
from model.rulesets import RULESETS
from model.session.values import battle_type
from model.state.base import replace
from model.state.battle import AnyBattle

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "resources" / "samples").glob("*.battle.toml"))


def opened(sample: Path) -> tuple[Ruleset, AnyBattle]:
    """Return the ruleset and the battle of a sample."""
    document = tomllib.loads(sample.read_text(encoding="utf-8"))
    ruleset = RULESETS[document["ruleset"]]
    kind: Any = battle_type(ruleset)
    return ruleset, msgspec.convert(document["battle"], kind)


def carried_out(ruleset: Ruleset, battle: AnyBattle, call: Call, *, is_low: bool) -> Done | None:
    """Return what a call comes to with these dice and the best choices; None if it is refused."""

    def answer(request: Request) -> Answer:
        if isinstance(request, DiceRequest):
            return Faces(faces=(1 if is_low else request.sides,) * request.count)
        found = best_answer(request)
        assert found is not None, request
        return found

    for _ in range(60):
        outcome = run(ruleset, battle, call)
        if isinstance(outcome, Done):
            return outcome
        if not isinstance(outcome, Due):
            return None
        call = replace(call, answers=call.answers | {want.request.id: answer(want.request) for want in outcome.wanted})
    return None


def answered(ruleset: Ruleset, battle: AnyBattle, call: Call, *, is_low: bool) -> AnyBattle | None:
    """Return the battle after a call with these dice; None if it is refused."""
    outcome = carried_out(ruleset, battle, call, is_low=is_low)
    return None if outcome is None else outcome.battle


def in_combat(sample: Path, *, is_low: bool) -> tuple[Ruleset, AnyBattle]:
    """Return the ruleset and the battle of a sample in combat, with turns being taken."""
    ruleset, battle = opened(sample)
    if not battle.order.is_running:
        begun = answered(ruleset, battle, Call(action="start_fight"), is_low=is_low)
        assert begun is not None
        battle = begun
    if battle.order.phase == "planning" and ruleset.turns.begins_turns:
        call = Call(action=ruleset.turns.begins_turns)
        call = replace(call, anyway=tuple(one.key for one in may(ruleset, battle, call)))
        begun = answered(ruleset, battle, call, is_low=is_low)
        assert begun is not None
        battle = begun
    return ruleset, battle
