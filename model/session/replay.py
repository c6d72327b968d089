"""A fight that was played elsewhere, such as in a forecast, played again as steps of a branch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from model.engine.calls import Call
from model.engine.run import Done, Refused
from model.session.session import Session
from model.state.battle import AnyBattle
from model.view.texts import refusal_sentence
from model.view.viewer import GM


@dataclass
class Replay:
    """What came of playing calls again."""

    steps: int = 0
    problem: str = ""
    """Why it stopped, as a sentence; empty: all was played."""


def play_branch(session: Session, battle: AnyBattle, name: str, calls: Iterable[Call]) -> Replay:
    """Begin a branch where the battle stands, and carry out calls with all their answers, each as a step.

    One undo after the other leads back through them, and the last to where the battle stood.

    Args:
        session: where the branch begins.
        battle: the battle that the calls were made for; where the session has gone on since, nothing is done.
        name: of the branch.
        calls: in order; one that does not end the same way any more stops the replay.
    """
    replay = Replay()
    if session.battle is not battle:
        replay.problem = "The battle has changed since: run the forecast again."
        return replay
    trouble = session.begin_branch(session.head, name)
    if trouble is not None:
        replay.problem = trouble
        return replay
    for call in calls:
        outcome = session.act(call)
        if isinstance(outcome, Done):
            replay.steps += 1
            continue
        if isinstance(outcome, Refused):
            replay.problem = refusal_sentence(outcome.refusal, session.battle, GM)
        else:
            replay.problem = "The rules ask for something that was not answered in this fight."
        break
    return replay
