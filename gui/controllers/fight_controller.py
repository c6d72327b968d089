"""The initiative order by the GM's hand: start, end of turn, delay, jump, who joins and who leaves. Paints nothing."""

from __future__ import annotations

from typing import Any

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.attention import Attention
from model.engine.calls import Call
from model.engine.requests import Question
from model.engine.run import Due, run
from model.state.base import ENVIRONMENT, Id
from model.state.order import Slot

GUARD = 300
"""Milliseconds after an Apply in which a key that was meant for it ends no turn."""


class FightController:
    """Each method carries out a command and returns a sentence where it could not be."""

    def __init__(self, bridge: Bridge, attention: Attention, actions: ActionController) -> None:
        self._bridge = bridge
        self._attention = attention
        self._actions = actions

    @property
    def is_running(self) -> bool:
        return self._bridge.battle.order.is_running

    @property
    def sides(self) -> tuple[str, ...]:
        """Sides that have a combatant in the battle, those that the ruleset names first."""
        present = [who.side for who in self._bridge.battle.combatants.values() if who.is_present]
        known = [side for side in self._bridge.ruleset.sides if side in present]
        return tuple(dict.fromkeys((*known, *present)))

    def start(self, **options: Any) -> str | None:
        """Begin the fight; `first` names the side that begins, `order` a declared order."""
        return self.do("start_fight", **{key: value for key, value in options.items() if value is not None})

    def usual_start(self) -> dict[str, Any] | None:
        """What is said at an ordinary start: wherever one combatant could be named, that it is nobody.

        None where the rules ask a question all the same, such as which side begins. Dice are no question: the action
        panel has them rolled or typed.
        """
        parameters = self._bridge.ruleset.actions["start_fight"].parameters
        options = {parameter.key: "" for parameter in parameters if parameter.kind == "combatant"}
        call = Call(action="start_fight", actor=ENVIRONMENT, options=options)
        outcome = run(self._bridge.ruleset, self._bridge.battle, call)
        is_asked = isinstance(outcome, Due) and isinstance(outcome.request, Question)
        return None if is_asked else options

    @property
    def is_too_soon(self) -> bool:
        """Whether an action was applied this very moment: a key pressed now was meant for it."""
        return self._actions.milliseconds_since_apply < GUARD

    def end_turn(self, *, is_meant: bool = False) -> str | None:
        """End the turn in progress, or begin a planned round's turns.

        Right after an action was applied it does nothing, unless the end of the turn is meant as well.
        """
        if self.is_too_soon and not is_meant:
            return None
        return self.do(self._goes_on)

    @property
    def end_turn_title(self) -> str:
        """What the key for the end of a turn does now: `End turn`, or what begins a planned round's turns."""
        return self._bridge.ruleset.actions[self._goes_on].title

    @property
    def _goes_on(self) -> str:
        begins = self._bridge.ruleset.turns.begins_turns
        is_planning = self._bridge.battle.order.phase == "planning"
        return begins if is_planning and begins else "end_turn"

    def end_turn_of(self, who: Id) -> str | None:
        """End the turn of one member of a group."""
        return self.do("end_turn", actor=who, only_actor=True)

    def end_round(self) -> str | None:
        return self.do("end_round")

    def end_fight(self) -> str | None:
        return self.do("end_fight")

    def delay(self) -> str | None:
        """Hold back the turn in progress."""
        actor = next(iter(self._bridge.battle.order.acting), ENVIRONMENT)
        return self.do("delay", actor=actor)

    def reorder(self, slot: Id, before: Id | None) -> str | None:
        options = {"slot": slot} if before is None else {"slot": slot, "before": before}
        return self.do("reorder", **options)

    def join(self, who: tuple[Id, ...], before: Id | None = None) -> str | None:
        """Give newcomers places of their own in the order, as one step."""
        options = {} if before is None else {"before": before}
        apart = {"apart": True} if len(who) > 1 else {}
        return self._actions.carry_out(Call(action="join_order", actor=who[0], targets=who, options=options | apart))

    def slot_of(self, who: Id) -> Slot | None:
        return self._bridge.battle.order.slot_of(who)

    def do(self, action: str, actor: Id = ENVIRONMENT, **options: Any) -> str | None:
        """Carry out an action on the initiative order; the sentence when it is refused."""
        return self._actions.carry_out(Call(action=action, actor=actor, options=options))
