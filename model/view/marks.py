"""Temporary marks on the players' board: a ping, a line being measured, an area being aimed."""

from __future__ import annotations

import math

from model.board.bands import metres_text
from model.board.fog import fog_at
from model.board.zones import zone_at
from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.state.board import Place, Point
from model.view.map import AreaView
from model.view.viewer import PLAYERS, knows, visible_id


class PingView(State):
    """A place or a token that is pinged."""

    at: Point | None = None
    who: Id = ""
    """Opaque; empty if it is a place."""
    zone: Id = ""
    """Opaque. In a list of zones, the whole zone is highlighted."""


class MarksView(State):
    """All marks; none of them is saved in the battle."""

    ping: PingView | None = None
    line: tuple[Point, ...] = ()
    words: str = ""
    """What the line measures."""
    areas: tuple[AreaView, ...] = ()


NO_MARKS = MarksView()


def ping_view(battle: AnyBattle, at: Point | None, who: Id | None) -> PingView | None:
    """A ping for players, or None if it would reveal a combatant whom they do not see."""
    if who is not None:
        if not knows(battle, who, PLAYERS):
            return None
        body = battle.combatants.get(who) or battle.things[who]
        zone = body.place.zone
        return PingView(at=body.place.point or at, who=visible_id(who, PLAYERS), zone=_zone(battle, zone))
    if at is None:
        return None
    found = zone_at(battle.board, at)
    return PingView(at=at, zone=_zone(battle, None if found is None else found.id))


def _zone(battle: AnyBattle, zone: Id | None) -> Id:
    return visible_id(zone, PLAYERS) if zone is not None and knows(battle, zone, PLAYERS) else ""


def measure_view(
    ruleset: Ruleset, battle: AnyBattle, ends: tuple[Point, Point], who: tuple[Id | None, Id | None]
) -> MarksView:
    """A line being measured, with metres if the ruleset uses them; no marks if an end is an unseen token or in fog."""
    are_seen = all(one is None or knows(battle, one, PLAYERS) for one in who)
    if not are_seen or any(fog_at(battle.board, Place(x=x, y=y)) == "hidden" for x, y in ends):
        return NO_MARKS
    metres = math.dist(*ends)
    words = ""
    if ruleset.ranges.in_metres:
        words = f"{metres_text(metres)} · {ruleset.ranges.band(metres).title.lower()}"
    return MarksView(line=ends, words=words)


def aim_view(battle: AnyBattle, actor: Id, area: AreaView | None) -> MarksView:
    """An area being aimed, without the number of combatants in it; no marks if the actor is unseen."""
    if area is None or not knows(battle, actor, PLAYERS):
        return NO_MARKS
    return MarksView(areas=(AreaView(shape=area.shape),))
