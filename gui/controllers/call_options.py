"""What can be said about an action before dice are thrown: numbers that cost something, parts of the target, items."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gui.controllers.action_controller import ActionController
from model.engine.ruleset import Parameter
from model.state.base import Id, Record, replace


class Weighed(Record):
    """What one of several numbers would do."""

    chance: Fraction | None = None
    refusal: str = ""
    """Why it cannot be had."""


class CallOptions:
    """Reads and changes what is said in the call that its controller has in hand."""

    def __init__(self, controller: ActionController) -> None:
        self._controller = controller

    @property
    def parameter(self) -> Parameter | None:
        """The parameter whose numbers cost something, while nothing has been thrown or answered yet."""
        return next((one for one in self._open() if one.price is not None), None)

    def _open(self) -> tuple[Parameter, ...]:
        """What can still be said about the action in progress."""
        action, call = self._controller.action, self._controller.call
        if action is None or call is None or call.answers or self._controller.needs_target:
            return ()
        battle = self._controller.bridge.battle
        return tuple(one for one in action.parameters if one.applies is None or one.applies(battle, call))

    def prices(self, parameter: Parameter) -> tuple[tuple[int, str], ...]:
        """The numbers that can be had, each with what it costs."""
        call = self._controller.call
        if call is None or parameter.price is None:
            return ()
        battle = self._controller.bridge.battle
        found = ((number, parameter.price(battle, call, number)) for number in _numbers(parameter))
        return tuple((number, price) for number, price in found if price is not None)

    def weighed(self, parameter: Parameter, value: int) -> Weighed:
        """The first chance of the action with a number said, or why it cannot be had."""
        controller = self._controller
        if controller.call is None:
            return Weighed()
        call = replace(controller.call, options=controller.call.options | {parameter.key: value})
        measures = controller.bridge.ruleset.measures
        chances = tuple(one.key for one in measures if one.kind == "chance" and not one.is_apart)
        odds = controller.odds_of(call, until=chances)
        if odds is None:
            return Weighed()
        if odds.refusal is not None:
            return Weighed(refusal=controller.bridge.words(odds.refusal.sentence))
        return Weighed(next((odds.chance(who, name) for who, name in odds.measures if name in chances), None))

    def pick_part(self, who: Id, part: str) -> None:
        """Say a part of the target, such as a location of its body; the same part again takes it back."""
        call = self._controller.call
        if call is None or call.target != who:
            return
        battle = self._controller.bridge.battle
        for parameter in self._open():
            if parameter.choices is not None and part in (value for _, value in parameter.choices(battle, call)):
                is_said = call.option(parameter.key, parameter.default) == part
                self._controller.set_option(parameter.key, None if is_said else part)
                return

    def next_item(self) -> None:
        """The next of the items that the action in progress can be done with."""
        controller, action, call = self._controller, self._controller.action, self._controller.call
        if action is None or call is None or action.items is None:
            return
        ids = [id for id, _ in action.items(controller.bridge.battle, call.actor)]
        if ids:
            controller.set_item(ids[(ids.index(call.item) + 1) % len(ids)] if call.item in ids else ids[0])

    def step(self, key: str) -> None:
        """One more of a number that can be said, or a flag turned round; behind the last number comes the first."""
        parameter = next((one for one in self._open() if one.key == key), None)
        call = self._controller.call
        if parameter is None or call is None:
            return
        now: Any = call.option(key, parameter.default)
        wanted: Any = not now
        if parameter.kind == "number":
            numbers = [number for number, _ in self.prices(parameter)] or list(_numbers(parameter))
            wanted = next((number for number in numbers if number > now), numbers[0])
        self._controller.set_option(key, None if wanted == parameter.default else wanted)


def _numbers(parameter: Parameter) -> range:
    return range(int(parameter.least or 0), int(parameter.most or 0) + 1)


# ------------------------------------------------------------------------------------------------------ several targets


def takes_many(controller: ActionController) -> bool:
    """Whether the action in progress takes as many targets as the GM names."""
    action = controller.action
    return action is not None and (action.targets == "many" or action.aim is not None)


def toggle_target(controller: ActionController, who: Id) -> None:
    """Make a combatant one of several targets, or take them away again: of the action in progress, else marked."""
    call, is_of_action = controller.call, takes_many(controller)
    now = call.targets if is_of_action and call is not None else controller.attention.targets
    targets = tuple(id for id in now if id != who) if who in now else (*now, who)
    if is_of_action:
        controller.set_targets(*targets)
    else:
        controller.attention.mark(*targets)
