"""A long session as a file: a big fight in the game of the sample battle, a thousand steps long."""

from __future__ import annotations

from pathlib import Path

from model.engine.calls import Call
from model.engine.run import Done
from model.rulesets import RULESETS
from model.session import Session
from tests.bench.engine_speed import answered, crowd, sample

STEPS = 1_000


def write_evening(path: Path, steps: int = STEPS) -> None:
    """Write a session of 60 combatants, in which those of the first combatant's side attack in turn."""
    ruleset, battle = sample()
    session = Session.create(path, ruleset, crowd(ruleset, battle)).session
    assert session is not None
    first = next(iter(session.battle.combatants.values())).side
    assert isinstance(session.act(Call(action="start_fight", options={"first": first})), Done)
    while len(session.steps) < steps:
        who = next(iter(session.battle.order.acting))
        foes = [other.id for other in session.battle.combatants.values() if other.side != first]
        attack = Call(action="attack", actor=who, targets=(foes[len(session.steps) % len(foes)],))
        if who in session.battle.combatants and session.battle.combatants[who].side == first:
            outcome = session.act(answered(ruleset, session.battle, attack, anyway=True))
            assert isinstance(outcome, Done), outcome
        assert isinstance(session.act(Call(action="end_turn")), Done)
    session.close()


def open_evening(path: Path) -> Session:
    session = Session.open(path, RULESETS).session
    assert session is not None
    return session
