"""What the ends of turns have brought: asked by the command in progress, or put off. Paints nothing."""

from __future__ import annotations

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from model.dice.requests import DiceRequest
from model.engine.ask import Wanted
from model.engine.calls import Call
from model.engine.prompts import LATER, WHICH, due_key, due_titled
from model.state.base import ENVIRONMENT, Id, Record

_STAGES = 30
"""More stages of dice than any command has."""


class DueEntry(Record, kw_only=True):
    """Something due, in words."""

    key: str
    title: str
    name: str
    """Whose it is, as the GM calls them."""
    round: int
    is_asked: bool
    """Whether the command in progress waits for it; else it was put off."""


class DueController:
    """Each method returns a sentence where it could not be done."""

    def __init__(self, bridge: Bridge, actions: ActionController) -> None:
        self._bridge = bridge
        self._actions = actions

    @property
    def asked(self) -> tuple[DueEntry, ...]:
        """What the command in progress waits for and can be put off."""
        action = self._actions.action
        if action is None or action.group != "order":
            return ()
        keys = dict.fromkeys(want.due for want in self._open if want.due)
        return tuple(self._entry(key, is_asked=True) for key in keys)

    @property
    def is_busy(self) -> bool:
        """Whether another action or command is in progress."""
        return self._actions.call is not None

    @property
    def put_off(self) -> tuple[DueEntry, ...]:
        """What was put off, the oldest first, but for what is asked again just now."""
        asked = {entry.key for entry in self.asked}
        keys = (due_key(due) for due in self._bridge.battle.order.due)
        return tuple(self._entry(key, is_asked=False) for key in keys if key not in asked)

    def _entry(self, key: str, *, is_asked: bool) -> DueEntry:
        title, who = due_titled(self._bridge.ruleset, key)
        round = key.rpartition(".")[2]
        return DueEntry(
            key=key,
            title=title,
            name=self._bridge.name(who),
            round=int(round) if round.isdecimal() else 0,
            is_asked=is_asked,
        )

    @property
    def _open(self) -> tuple[Wanted, ...]:
        """What waits for an answer, of everything that is asked at this moment."""
        call = self._actions.call
        if call is None or self._actions.due is None:
            return ()
        return tuple(
            want
            for want in self._actions.many.asked.wanted
            if want.request.id not in call.answers or want.problem is not None
        )

    def later(self, *keys: str) -> str | None:
        """Put these off, and end the turn where nothing else is asked."""
        call, action = self._actions.call, self._actions.action
        if call is None or action is None:
            return "Nothing is due now."
        if all(parameter.key != LATER.key for parameter in action.parameters):
            return "This cannot be put off."
        was_put_off = any(parameter.key == WHICH.key for parameter in action.parameters)
        if was_put_off and not {want.due for want in self._actions.many.asked.wanted} - set(keys):
            # Nothing would come of it: all of it stays as it is.
            return self._actions.drop()
        self._actions.set_option(LATER.key, list(dict.fromkeys((*call.option(LATER.key, ()), *keys))))
        now = self._actions.call
        if now is not None and self._actions.can_apply and not now.answers:
            return self._actions.apply()
        return None

    def roll(self, key: str) -> str | None:
        """Throw the dice of something due, or begin with what was put off."""
        open_dice = [
            want.request.id for want in self._open if want.due == key and isinstance(want.request, DiceRequest)
        ]
        if open_dice:
            self._actions.many.roll(*open_dice)
            return None
        return self._settle(key)

    def roll_all(self) -> str | None:
        """Throw every die that the command in progress asks for, stage by stage; without one, of all put off."""
        is_put_off = self._actions.call is None and bool(self._bridge.battle.order.due)
        if is_put_off and (problem := self._settle()):
            return problem
        for _ in range(_STAGES):
            dice = [want.request.id for want in self._open if isinstance(want.request, DiceRequest)]
            if not dice:
                break
            self._actions.many.roll(*dice)
        return None

    def dismiss(self, key: str) -> str | None:
        """Let what was put off go without dice."""
        return self._actions.carry_out(Call(action="dismiss_due", actor=ENVIRONMENT, options={WHICH.key: [key]}))

    def _settle(self, *keys: Id) -> str | None:
        options = {WHICH.key: list(keys)} if keys else {}
        return self._actions.carry_out(Call(action="settle_due", actor=ENVIRONMENT, options=options))
