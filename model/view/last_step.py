"""What the last step has left on the map until the next one: the area that it struck, and whom it put elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.engine.calls import Call, Taken
from model.engine.ruleset import Ruleset
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.view.map import AreaView, MapView, PushView, metres_text
from model.view.viewer import Viewer, knows, visible_id

_STAYED = 0.05
"""Metres within which nobody was put anywhere."""
_BY_THEMSELVES = ("move", "order", "edit")
"""Groups of actions whose movements are nobody's doing but the mover's or the GM's."""


def with_last_step(
    view: MapView, ruleset: Ruleset, before: AnyBattle, after: AnyBattle, call: Call, viewer: Viewer
) -> MapView:
    """A map with what a step has left on it, as far as the viewer may know."""
    action = ruleset.actions.get(call.action)
    if action is None or action.group in _BY_THEMSELVES:
        return view
    areas, pushes = tuple(_struck(ruleset, before, call, viewer)), tuple(_pushed(before, after, call, viewer))
    return replace(view, areas=areas, pushes=pushes) if areas or pushes else view


def _struck(ruleset: Ruleset, before: AnyBattle, call: Call, viewer: Viewer) -> Iterator[AreaView]:
    """The area that was struck; players see it where they know who struck, and whom it was aimed at."""
    action = ruleset.actions[call.action]
    if action.aim is None or call.actor not in before.combatants or not knows(before, call.actor, viewer):
        return
    aimed_at = call.option(action.aim.on) if action.aim.on else None
    if aimed_at in before.combatants and not knows(before, aimed_at, viewer):
        return
    if action.aim.applies(before, call):
        shape = action.aim.shape(before, call)
        if shape is not None:
            yield AreaView(shape=shape, label=action.title.lower() if viewer.is_gm else "")


def _pushed(before: AnyBattle, after: AnyBattle, call: Call, viewer: Viewer) -> Iterator[PushView]:
    """Those who stand elsewhere without having moved by themselves, and whom the viewer knew all the while."""
    movers = set(_actors(call))
    if before.combatants is after.combatants:
        return
    for who, one in after.combatants.items():
        earlier = before.combatants.get(who)
        if who in movers or earlier is None or earlier.place is one.place:
            continue
        start, end = earlier.place.point, one.place.point
        if start is None or end is None or not (knows(before, who, viewer) and knows(after, who, viewer)):
            continue
        metres = math.dist(start, end)
        if metres > _STAYED:
            yield PushView(who=visible_id(who, viewer), start=start, end=end, label=metres_text(metres))


def _actors(call: Call) -> Iterator[Id]:
    """Who acted in a step: whose call it was, and who took up an offer in it."""
    yield call.actor
    for answer in call.answers.values():
        if isinstance(answer, Taken):
            yield from _actors(answer.call)
