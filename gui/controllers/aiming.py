"""Areas as the GM aims them: what an action would strike at a spot, and the targets that follow it. Paints nothing."""

from __future__ import annotations

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from model.board.cover_lines import covers_between
from model.board.distance import on_ground
from model.engine.calls import Call
from model.engine.types import StruckArea
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.view.map import AreaView, Point

_NAMED = 6
"""So many of those inside are named at the pointer; more are counted."""
_THREATS = 6
"""Lines of sight from so many of the nearest opponents."""


class Aimed(Record):
    """What aiming at a spot comes to."""

    words: str
    area: AreaView | None
    inside: tuple[Id, ...]


class CoverLine(Record):
    """A line from a dangerous combatant to a place, and the cover between."""

    start: Point
    end: Point
    cover: str


class AimController:
    """Aims the action in progress, and says what a place is safe from."""

    def __init__(self, bridge: Bridge, actions: ActionController) -> None:
        self._bridge = bridge
        self._actions = actions

    @property
    def aim(self) -> StruckArea | None:
        """The area of the action in progress; None when it strikes none."""
        call, action = self._actions.call, self._actions.action
        if call is None or action is None or action.aim is None or call.actor not in self._bridge.battle.combatants:
            return None
        return action.aim if action.aim.applies(self._bridge.battle, call) else None

    def area(self) -> AreaView | None:
        """The area as the action in progress stands."""
        aim, call = self.aim, self._actions.call
        return None if aim is None or call is None else self._seen(aim, call).area

    def preview(self, x: float, y: float, who: Id | None) -> Aimed | None:
        """What the action in progress would strike, aimed at a spot or at a combatant who stands there."""
        aim, call = self.aim, self._actions.call
        if aim is None or call is None:
            return None
        return self._seen(aim, _aimed_at(aim, replace(call, targets=()), x, y, who))

    def take(self, x: float, y: float, who: Id | None) -> None:
        """StruckArea the action in progress; whom the rules find there are its targets."""
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

    # ------------------------------------------------------------------------------------ a safe place

    def cover_lines(self, who: Id, x: float, y: float) -> tuple[CoverLine, ...]:
        """Lines to a place from the attacker of the moment, else from the nearest of their opponents."""
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
    """The call aimed at a combatant where it can be, else at the spot."""
    options = {key: value for key, value in call.options.items() if key not in (aim.at, aim.on)}
    if who is not None and aim.on:
        return replace(call, options=options | {aim.on: who})
    return replace(call, options=options | {aim.at: {"x": x, "y": y}}) if aim.at else call


def _cover_words(battle: AnyBattle, start: Point, end: Point) -> str:
    covers = covers_between(battle.board, start, end)
    return "" if not covers else covers[0].name or covers[0].kind
