"""Moves of one combatant or several to a zone, next to another combatant, or to a place; what they do, and doing it.

A single combatant who acts moves by the rules, unless they are only to be placed; all others are placed, as one step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.edit_controller import GM_MOVE, DragController, EditController, nearest_free
from model.board.distance import place_of, radius_of
from model.engine.calls import Call
from model.engine.run import Refused, run, run_once
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.view.map import Point, metres_text

# ----------------------------------------------------------------------------------------------------------- formations

_STEP, _RINGS = 0.5, 12
"""Metres by which a formation gives way to others, and how often at most."""


def in_formation(battle: AnyBattle, places: Mapping[Id, Point]) -> dict[Id, Point]:
    """Return the places of a group, moved as a whole so that none of them is on top of anybody else.

    If there is no room nearby for the whole formation, each gets the nearest free place.
    """
    others = [
        (one.place.point, one.radius) for id, one in battle.combatants.items() if id not in places and one.is_present
    ]
    taken = [(point, radius) for point, radius in others if point is not None]

    def is_free(who: Id, place: Point) -> bool:
        radius = radius_of(battle, who)
        return all(math.dist(place, point) >= radius + other - 0.001 for point, other in taken)

    for dx, dy in _shifts():
        moved = {who: (round(x + dx, 3), round(y + dy, 3)) for who, (x, y) in places.items()}
        if all(is_free(who, place) for who, place in moved.items()):
            return moved
    return nearest_free(battle, places)


def _shifts() -> Iterator[Point]:
    """Yield no shift, then shifts in all directions, farther and farther."""
    yield 0.0, 0.0
    for ring in range(1, _RINGS + 1):
        for step in range(8 * ring):
            turn = 2 * math.pi * step / (8 * ring)
            yield _STEP * ring * math.cos(turn), _STEP * ring * math.sin(turn)


# ------------------------------------------------------------------------------------------------------------ the moves


class Destination(Record):
    """Where combatants move: next to another one, to a place on the map, or to a zone."""

    on: Id | None = None
    place: Point | None = None
    zone: Id | None = None
    words: str = ""
    """Where the place is, such as `18 m from Nora`; empty for what the board says of it."""


class TokenMoves:
    """Says what a move would do, and carries it out."""

    def __init__(self, bridge: Bridge, actions: ActionController, edits: EditController, drags: DragController) -> None:
        self._bridge = bridge
        self._actions = actions
        self._edits = edits
        self._drags = drags

    def in_band(self, center: Id, band: str, place: Point | None) -> Destination | str:
        """Return where a range band around a combatant is, or a sentence if that is not one place.

        `place` is the place that the band shows there, if it is known in metres. The nearest band is next to the
        combatant.
        """
        battle, ranges = self._bridge.battle, self._bridge.ruleset.ranges
        if band == ranges.bands[0].title.lower():
            return Destination(on=center)
        at = None if center not in battle.combatants else battle.combatants[center].place.point
        if place is not None and at is not None:
            far = f"{metres_text(math.dist(at, place))} from {self._bridge.name(center)}"
            return Destination(place=place, words=far)
        apart, here = ranges.zones_apart, battle.combatants[center].place.zone if center in battle.combatants else None
        if apart is None or here is None:
            name = self._bridge.name(center)
            return f"{name} has no place on the map, so that nothing can be this far away: drop it on a combatant."
        zones = [zone for zone in battle.board.zones if apart(battle, here, zone).title.lower() == band]
        if len(zones) == 1:
            return Destination(zone=zones[0])
        names = ", ".join(battle.board.zones[zone].name for zone in zones)
        return f"Several zones are {band}: {names}. Drop it on a combatant there." if zones else f"No zone is {band}."

    def words(self, who: tuple[Id, ...], to: Destination, *, is_placing: bool) -> tuple[str, bool]:
        """Return what a move would do, and whether it is allowed."""
        call = self._call(who, to, is_placing=is_placing)
        if call is not None:
            outcome = run(self._bridge.ruleset, self._bridge.battle, call)
            far = self._there(to) if to.on is None else self._drags.beside_words(outcome, who, to.on)
            return self._drags.words(outcome, who[0], far), not isinstance(outcome, Refused)
        whom = f"{len(who)} combatants " if len(who) > 1 else ""
        if to.on is not None:
            return whom + self._drags.placing_words(who, to.on, to.place), True
        return f"{whom}{self._there(to)} · {GM_MOVE}".lstrip(" ·"), True

    def move(self, who: tuple[Id, ...], to: Destination, *, is_placing: bool = False) -> str | None:
        """Move combatants; return why it was refused, or None."""
        movers = tuple(one for one in who if one != to.on)
        call = self._call(movers, to, is_placing=is_placing)
        if call is not None:
            return self._drags.carry_out(call)
        if to.on is not None or to.place is None:
            return self._bridge.edit(self._edits.place_call(movers, to.zone, to.on, to.place))
        return self.place(self._formation_at(movers, to.place))

    def place(self, places: Mapping[Id, Point]) -> str | None:
        """Place combatants in formation, as one step."""
        battle = self._bridge.battle
        there = {who: place for who, place in places.items() if who in battle.combatants or who in battle.things}
        if places and not there:
            return "They are no longer in this battle."
        free = in_formation(battle, there)
        return self._edits.place(tuple((who, x, y) for who, (x, y) in free.items()))

    def _formation_at(self, who: tuple[Id, ...], place: Point) -> dict[Id, Point]:
        """Return places for a group: the first one there, the others as they now stand around the first."""
        battle = self._bridge.battle
        points = {one: None if (at := place_of(battle, one)) is None else at.point for one in who}
        start = points[who[0]]
        found: dict[Id, Point] = {}
        for one, point in points.items():
            dx, dy = (0.0, 0.0) if start is None or point is None else (point[0] - start[0], point[1] - start[1])
            found[one] = (round(place[0] + dx, 3), round(place[1] + dy, 3))
        # Those whose places were not known would all be on one spot.
        return nearest_free(battle, found) if None in points.values() else found

    def _there(self, to: Destination) -> str:
        zone = self._bridge.battle.board.zones.get(to.zone or "")
        return to.words if zone is None else f"to {zone.name}"

    def _call(self, who: tuple[Id, ...], to: Destination, *, is_placing: bool) -> Call | None:
        """Return the move by the rules, or None if the combatants are placed."""
        if len(who) != 1 or not self._drags.is_move(who[0], is_placing):
            return None
        if to.on is not None:
            return self._drags.call_beside(who[0], to.on)
        if to.place is not None:
            return self._drags.call_to(who[0], to.place)
        return None if to.zone is None else self._zone_call(who[0], to.zone)

    def _zone_call(self, who: Id, zone: Id) -> Call | None:
        """Return the first movement that gets a combatant there, or else the first one; None if the game has none."""
        battle, ruleset = self._bridge.battle, self._bridge.ruleset
        calls = [
            Call(action=action.id, actor=who, options={parameter.key: {"zone": zone}})
            for action in ruleset.actions.values()
            if action.group == "move"
            for parameter in action.parameters
            if parameter.kind == "place"
        ]
        possible = (call for call in calls if not isinstance(run_once(ruleset, battle, call), Refused))
        return next(possible, calls[0] if calls else None)
