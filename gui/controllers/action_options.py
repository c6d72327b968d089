"""Options of the action in progress before dice are thrown: numbers, body parts, items, targets, an area."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from model.board.cover_lines import covers_between
from model.board.distance import on_ground
from model.engine.calls import Call
from model.engine.ruleset import Parameter
from model.engine.types import StruckArea
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.view.map import AreaView, Point

# --------------------------------------------------------------------------------------------- numbers, parts and items


class ChoiceOdds(Record):
    """The chance of success if a parameter has a certain value."""

    chance: Fraction | None = None
    refusal: str = ""
    """Why this value is not possible; empty if it is."""


class CallOptions:
    """Reads and changes the options of the call that its controller has in progress."""

    def __init__(self, controller: ActionController) -> None:
        self._controller = controller

    @property
    def parameter(self) -> Parameter | None:
        """The parameter whose numbers have a price, while the action waits for no target and has no answers yet."""
        return next((one for one in self._open() if one.price is not None), None)

    def _open(self) -> tuple[Parameter, ...]:
        """Parameters of the action in progress that can still be set."""
        action, call = self._controller.action, self._controller.call
        if action is None or call is None or call.answers or self._controller.needs_target:
            return ()
        battle = self._controller.bridge.battle
        return tuple(one for one in action.parameters if one.applies is None or one.applies(battle, call))

    def prices(self, parameter: Parameter) -> tuple[tuple[int, str], ...]:
        """Return the possible numbers of a parameter, each with its price in words."""
        call = self._controller.call
        if call is None or parameter.price is None:
            return ()
        battle = self._controller.bridge.battle
        found = ((number, parameter.price(battle, call, number)) for number in _numbers(parameter))
        return tuple((number, price) for number, price in found if price is not None)

    def choice_odds(self, parameter: Parameter, value: int) -> ChoiceOdds:
        """Return the first chance of the action with this value of a parameter, or why the value is not possible."""
        controller = self._controller
        if controller.call is None:
            return ChoiceOdds()
        call = replace(controller.call, options=controller.call.options | {parameter.key: value})
        measures = controller.bridge.ruleset.measures
        chances = tuple(one.key for one in measures if one.kind == "chance" and not one.is_apart)
        odds = controller.odds_of(call, until=chances)
        if odds is None:
            return ChoiceOdds()
        if odds.refusal is not None:
            return ChoiceOdds(refusal=controller.bridge.words(odds.refusal.sentence))
        return ChoiceOdds(next((odds.chance(who, name) for who, name in odds.measures if name in chances), None))

    def pick_part(self, who: Id, part: str) -> None:
        """Set the targeted part, such as a body location; setting the same part again resets it to the default."""
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
        """Select the next item that the action in progress can be done with, or the first one after the last."""
        controller, action, call = self._controller, self._controller.action, self._controller.call
        if action is None or call is None or action.items is None:
            return
        ids = [id for id, _ in action.items(controller.bridge.battle, call.actor)]
        if ids:
            controller.set_item(ids[(ids.index(call.item) + 1) % len(ids)] if call.item in ids else ids[0])

    def step(self, key: str) -> None:
        """Increase a number parameter by one step, or toggle a flag; after the last number comes the first."""
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
    """Whether the action in progress takes any number of targets."""
    action = controller.action
    return action is not None and (action.targets == "many" or action.aim is not None)


def toggle_targets(controller: ActionController, who: Collection[Id]) -> None:
    """Add these to the targets, in the action in progress if it takes several, else in the marks.

    If all of them are targets already, they are removed.
    """
    call, is_of_action = controller.call, takes_many(controller)
    now = call.targets if is_of_action and call is not None else controller.selection.targets
    added = tuple(id for id in who if id not in now)
    targets = (*now, *added) if added else tuple(id for id in now if id not in who)
    if is_of_action:
        controller.set_targets(*targets)
    else:
        controller.selection.mark(*targets)


# ---------------------------------------------------------------------------------------------------- the area aimed at

_NAMED = 6
"""At most this many combatants inside the area are named at the pointer; more are counted."""
_THREATS = 6
"""At most this many of the nearest opponents get a cover line."""


class Aimed(Record):
    """Preview of the area aimed at a spot or a combatant: who is inside, in words and as ids, and the area to draw."""

    words: str
    area: AreaView | None
    inside: tuple[Id, ...]


class CoverLine(Record):
    """A line from a threatening combatant to a place, and the name of the cover between them."""

    start: Point
    end: Point
    cover: str


class AimController:
    """Aims the action in progress, and shows from which opponents a place has cover."""

    def __init__(self, bridge: Bridge, actions: ActionController) -> None:
        self._bridge = bridge
        self._actions = actions

    @property
    def aim(self) -> StruckArea | None:
        """The area of the action in progress, or None if it has no area."""
        call, action = self._actions.call, self._actions.action
        if call is None or action is None or action.aim is None or call.actor not in self._bridge.battle.combatants:
            return None
        return action.aim if action.aim.applies(self._bridge.battle, call) else None

    def area(self) -> AreaView | None:
        """Return the area of the action in progress as it is aimed now, or None if there is none to draw."""
        aim, call = self.aim, self._actions.call
        return None if aim is None or call is None else self._seen(aim, call).area

    def preview(self, x: float, y: float, who: Id | None) -> Aimed | None:
        """Preview the action in progress aimed at a spot, or at the combatant there; None if it has no area."""
        aim, call = self.aim, self._actions.call
        if aim is None or call is None:
            return None
        return self._seen(aim, _aimed_at(aim, replace(call, targets=()), x, y, who))

    def take(self, x: float, y: float, who: Id | None) -> None:
        """Aim the action in progress at a spot or combatant; the combatants found in the area become its targets."""
        aim, call = self.aim, self._actions.call
        if aim is not None and call is not None:
            self._actions.change_options(_aimed_at(aim, call, x, y, who).options)

    def _seen(self, aim: StruckArea, call: Call) -> Aimed:
        battle = self._bridge.battle
        shape, caught = aim.shape(battle, call), aim.caught(battle, call)
        inside = call.targets or caught
        names = [self._bridge.name(who) for who in inside]
        spared = len({*caught} - {*inside})
        several = f"{len(inside)} of {len(inside) + spared}" if spared else f"{len(inside)}"
        count = f"{several} inside" if inside else "no one inside"
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        words = f"{count}\n{', '.join(names[:_NAMED])}{more}" if names else count
        area = None if shape is None else AreaView(shape=shape, label=count)
        return Aimed(words, area, inside)

    # -------------------------------------------------------------------------------- cover at a place

    def cover_lines(self, who: Id, x: float, y: float) -> tuple[CoverLine, ...]:
        """Return lines to a place from the actor of the action in progress, or from the nearest foes of `who`."""
        battle = self._bridge.battle
        return tuple(
            CoverLine(start, (x, y), _cover_words(battle, start, (x, y))) for start in self._threats(who, (x, y))
        )

    def _threats(self, who: Id, place: Point) -> list[Point]:
        battle, call = self._bridge.battle, self._actions.call
        if call is not None and call.actor != who and call.actor in battle.combatants:
            point = battle.combatants[call.actor].place.point
            return [] if point is None else [point]
        own = battle.combatants.get(who)
        foes = (
            one.place.point
            for one in battle.combatants.values()
            if own is not None and one.side != own.side and one.is_present and not one.is_out
        )
        return sorted((point for point in foes if point is not None), key=lambda one: on_ground(one, place))[:_THREATS]


def _aimed_at(aim: StruckArea, call: Call, x: float, y: float, who: Id | None) -> Call:
    """Return the call aimed at a combatant if the action allows it, else at the spot."""
    options = {key: value for key, value in call.options.items() if key not in (aim.at, aim.on)}
    if who is not None and aim.on:
        return replace(call, options=options | {aim.on: who})
    return replace(call, options=options | {aim.at: {"x": x, "y": y}}) if aim.at else call


def _cover_words(battle: AnyBattle, start: Point, end: Point) -> str:
    covers = covers_between(battle.board, start, end)
    return "" if not covers else covers[0].name or covers[0].kind
