"""What can be said about an action before dice are thrown: numbers that cost something, and one key for one more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from gui.commands import Command
from model.engine.ruleset import Parameter
from model.state.base import replace

if TYPE_CHECKING:
    from gui.windows.action_controller import ActionController
    from gui.windows.gm_window import GmWindow


@dataclass(frozen=True)
class Weighed:
    """What one of several numbers would do."""

    chance: Fraction | None = None
    refusal: str = ""
    """Why it cannot be had."""


class PricedNumbers:
    """Reads and changes the call that its controller has in hand."""

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


def number_commands(window: GmWindow) -> Iterator[Command]:
    """A command for everything that has a key of its own to be said with."""
    actions = window.bridge.ruleset.actions.values()
    stepped = {one.key: one for action in actions for one in action.parameters if one.step_key}
    for key, parameter in stepped.items():
        words = "one more" if parameter.kind == "number" else "yes or no"
        yield Command(
            id=f"say.{key}", title=f"{parameter.title}: {words}", menu="Action/Say", key=parameter.step_key,
            run=partial(window.controller.numbers.step, key), help=parameter.help,
            is_enabled=lambda: window.controller.call is not None,
        )  # fmt: skip
