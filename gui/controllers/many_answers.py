"""Answers of many to the action in progress: whatever it has asked can be answered, changed and taken back by id."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gui.controllers.forecast import thrown
from gui.models.roll_table_answers import last_given, prefilled
from gui.models.roll_table_rows import Asked, asked, preset
from model.dice.requests import DiceRequest
from model.engine.ask import Wanted
from model.engine.calls import Answer, Call
from model.engine.requests import Question, Request
from model.state.battle import AnyBattle

if TYPE_CHECKING:
    from gui.controllers.action_controller import ActionController


class ManyAnswers:
    """Belongs to the controller of the action in progress, and changes its answers through it."""

    def __init__(self, controller: ActionController, change: Callable[[dict[str, Answer]], None]) -> None:
        """`change` puts other answers into the action in progress."""
        self._controller = controller
        self._change = change
        self._known: tuple[AnyBattle, Call, Asked] | None = None

    @property
    def asked(self) -> Asked:
        """Everything that the action in progress has asked, answered or not."""
        call, bridge = self._controller.call, self._controller.bridge
        if call is None:
            return Asked()
        if self._known is None or self._known[0] is not bridge.battle or self._known[1] is not call:
            self._known = (bridge.battle, call, asked(bridge.ruleset, bridge.battle, call))
        return self._known[2]

    def answer(self, answers: dict[str, Answer]) -> str | None:
        """Answer some of what was asked, by request id; a sentence when one cannot be the answer."""
        call, requests = self._controller.call, self._requests()
        for id, answer in answers.items():
            if id not in requests:
                return "This is not asked any more."
            if problem := requests[id].problem(answer):
                return problem
        if call is not None:
            self._change({id: kept for id, kept in call.answers.items() if id not in answers} | answers)
        return None

    def roll(self, *ids: str) -> None:
        """Throw the dice of these requests; questions among them stay open."""
        requests = self._requests()
        dice = {id: request for id in ids if isinstance(request := requests.get(id), DiceRequest)}
        if dice:
            self.answer({id: thrown(request) for id, request in dice.items()})

    def take_back(self, id: str) -> None:
        """Take back the answer to one request."""
        if (call := self._controller.call) is not None:
            self._change({key: kept for key, kept in call.answers.items() if key != id})

    @property
    def gave_last(self) -> bool:
        """Whether the answer given last is to something that several were asked."""
        call = self._controller.call
        last = next(reversed(call.answers), None) if call is not None else None
        return any(want.of_many and want.request.id == last for want in self.asked.wanted)

    def last_given(self) -> str | None:
        """Id of the request answered last by hand; None when none was."""
        call = self._controller.call
        return None if call is None else last_given(self.asked, call, self._controller.is_rolled)

    def prefilled(self, call: Call) -> Call:
        """A call that comes next, with the answers that the program gives for sides whose dice it rolls."""
        now, bridge = self._controller.call, self._controller.bridge
        is_same = now is not None and (now.actor, now.action) == (call.actor, call.action)
        known = frozenset(self._requests()) if is_same else frozenset()

        def by_itself(want: Wanted) -> Answer | None:
            if not self._controller.is_rolled(want.by):
                return None
            if isinstance(want.request, Question):
                return preset(want.request)
            return bridge.offered_dice(call, want.request) or thrown(want.request)

        call, found = prefilled(bridge.ruleset, bridge.battle, call, known, by_itself)
        self._known = (bridge.battle, call, found)
        return call

    def _requests(self) -> dict[str, Request]:
        return {want.request.id: want.request for want in self.asked.wanted}
