"""Any correction in a fight of any game: one undo takes it back, and correcting it back restores the fight."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from model.dice.answers import Faces
from model.engine.calls import Answer
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.session import Correction, Session
from model.session.reader import read
from model.state.base import replace
from model.state.references import repaired
from tests.properties.test_session_fights import SAMPLES, Gamblers

pytestmark = pytest.mark.slow

STEPS = 60
CORRECTIONS = 6
FOUGHT = pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))


def fought(sample: Path, seed: int) -> Session:
    """Return a random fight, in memory."""
    played = read(sample.read_bytes(), RULESETS).contents
    assert played is not None
    session = Session.create(None, played.ruleset, played.history.battle).session
    assert session is not None
    gamblers = Gamblers(session, seed)
    for _ in range(20 * STEPS):
        gamblers.act()
        if len(session.steps) >= STEPS:
            return session
    raise AssertionError("hardly anything could be done")


def worked_out(session: Session, number: int) -> Correction | None:
    correction = session.correction(number)
    if isinstance(correction, str):
        return None
    for _ in correction.replay():
        pass
    return correction


def other_dice(answer: Answer, dice: random.Random) -> Answer:
    """Return the answer with other faces if it is dice; impossible ones are requested again."""
    return (
        replace(answer, faces=tuple(dice.randint(1, 6) for _ in answer.faces)) if isinstance(answer, Faces) else answer
    )


@FOUGHT
def test_a_step_said_as_it_was_leads_to_exactly_the_same_battle(sample: Path) -> None:
    session = fought(sample, 1)
    before, steps = session.battle, session.steps
    for step in list(session.standing()):
        correction = worked_out(session, step.number)
        assert correction is not None
        assert len(correction.rows) == correction.count
        assert correction.result is before
        again = run(session.ruleset, session.battle_before(step), step.call)
        assert isinstance(again, Done)
        assert again.battle == session.battle_after(step), "played again by the rules it is another one"
        assert session.correct(correction) is None
    assert session.battle is before
    assert session.steps == steps


@FOUGHT
def test_corrected_and_undone_it_is_what_it_was(sample: Path) -> None:
    session = fought(sample, 2)
    dice = random.Random(sample.name)
    for _ in range(CORRECTIONS):
        before = session.battle
        step = dice.choice(list(session.standing()))
        correction = session.correction(step.number)
        if isinstance(correction, str):
            continue
        answers = {id: other_dice(answer, dice) for id, answer in step.call.answers.items()}
        correction.say(step.number, replace(step.call, answers=answers))
        list(correction.replay())
        for row in list(correction.rows):
            if row.is_open:
                correction.decide(row.step.number, "drop")
            elif row.is_different and dice.random() < 0.5:
                correction.decide(row.step.number, dice.choice(("keep", "drop")))
            list(correction.replay())
        for row in correction.open_rows:
            correction.decide(row.step.number, "drop")
        list(correction.replay())
        for row in correction.rows:
            assert repaired(row.after)[0] is row.after, "something in it points to what is not there"
        count = len(session.steps)
        assert session.correct(correction) is None
        corrected = session.battle
        if len(session.steps) == count:
            continue
        session.undo()
        assert session.battle is before
        session.redo()
        assert session.battle is corrected
