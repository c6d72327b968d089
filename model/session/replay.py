"""A fight that was played elsewhere, such as in a forecast, replayed as steps of a branch."""

from __future__ import annotations

from collections.abc import Iterable

from model.engine.calls import Call
from model.engine.run import Done, Refused
from model.session.session import Session
from model.state.battle import AnyBattle
from model.view.texts import refusal_sentence
from model.view.viewer import GM


class Replay:
    """Calls with all their answers, carried out one after the other as steps of a new branch.

    Each undo leads back by one step, and the last one to the step that was current before.
    """

    def __init__(self, session: Session, battle: AnyBattle, name: str, calls: Iterable[Call]) -> None:
        """Begin a branch at the current step.

        Args:
            session: where the branch begins.
            battle: the battle that the calls were made for; if the session has changed since, nothing is done.
            name: name of the branch.
            calls: in order; one that is refused, or needs another answer by now, stops the replay.
        """
        self._session = session
        self._calls = iter(calls)
        self.steps = 0
        self.problem = ""
        """Why it stopped, as a sentence; empty if nothing has stopped it."""
        if session.battle is not battle:
            self.problem = "The battle has changed since: run the forecast again."
        elif trouble := session.begin_branch(session.head, name):
            self.problem = trouble
        self._stands_at = session.battle

    def go_on(self) -> bool:
        """Carry out the next call; return False if there is none left, or if something has stopped the replay."""
        if self.problem or self._session.battle is not self._stands_at:
            return False
        call = next(self._calls, None)
        if call is None:
            return False
        outcome = self._session.act(call)
        self._stands_at = self._session.battle
        if isinstance(outcome, Done):
            self.steps += 1
        elif isinstance(outcome, Refused):
            self.problem = refusal_sentence(outcome.refusal, self._session.battle, GM)
        else:
            self.problem = "The rules ask for something that was not answered in this fight."
        return not self.problem


def play_branch(session: Session, battle: AnyBattle, name: str, calls: Iterable[Call]) -> Replay:
    """Carry out all calls at once, as steps of a branch with this name."""
    replay = Replay(session, battle, name, calls)
    while replay.go_on():
        pass
    return replay
