"""Zones as a list that needs no map: combatants, traits, connections and distance of each."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.fog import zone_fog
from model.board.zones import are_touching, neighbours
from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.view.board import shown_on_board, token_view
from model.view.map import ConnectionState, FogLevel, TokenView
from model.view.places import connection_state, connection_words, visible_connection, zone_tags
from model.view.viewer import Viewer, knows, visible_id

HERE = "here"
"""Replaces the distance for the zone of the centre."""


class ConnectionOut(State):
    """A connection from a zone to another."""

    to: Id
    name: str
    state: ConnectionState = "open"
    is_against: bool = False
    """Whether it is a one-way connection in the opposite direction."""
    label: str = ""


class ZoneRow(State):
    """A zone of the list; one without an id is for combatants in no zone."""

    id: Id
    name: str
    color: int = 0
    hidden: bool = False
    fog: FogLevel = "revealed"
    tags: tuple[str, ...] = ()
    connections: tuple[ConnectionOut, ...] = ()
    tokens: tuple[TokenView, ...] = ()
    distance: str = ""
    """Distance from the centre, in words: `medium`; `here` for the centre's zone."""


class ZonesView(State):
    """All zones, drawn or not, in the order of creation."""

    rows: tuple[ZoneRow, ...] = ()
    center: str = ""
    """Name of the combatant that distances are measured from."""


def project_zones(
    battle: AnyBattle,
    ruleset: Ruleset,
    viewer: Viewer,
    *,
    center: Id | None = None,
    acting: Id | None = None,
    target: Id | None = None,
) -> ZonesView:
    """The list for a viewer. For players it leaves out hidden zones and lists the combatants in them as in no zone."""
    if center is not None and (center not in battle.combatants or not knows(battle, center, viewer)):
        center = None
    tokens = {
        who: token_view(battle, ruleset, viewer, who, acting=acting, target=target, seen_from=center)
        for who in shown_on_board(battle, viewer)
    }
    # The board has those who are out below the others; a list names them last.
    tokens = dict(sorted(tokens.items(), key=lambda one: one[1].out))
    return ZonesView(
        rows=tuple(_rows(battle, ruleset, viewer, center, tokens)),
        center=tokens[center].name if center in tokens and center is not None else "",
    )


def _rows(
    battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, center: Id | None, tokens: dict[Id, TokenView]
) -> Iterator[ZoneRow]:
    here = None if center is None else battle.combatants[center].place.zone
    left = dict(tokens)
    for zone in battle.board.zones.values():
        if not knows(battle, zone.id, viewer):
            continue
        inside = {who: left.pop(who) for who in tuple(left) if _zone_of(battle, who) == zone.id}
        yield ZoneRow(
            id=visible_id(zone.id, viewer),
            name=zone.name,
            color=zone.color,
            hidden=zone.hidden,
            fog=(fog := zone_fog(battle.board, zone.id)),
            tags=zone_tags(battle, ruleset, viewer, zone.id) if viewer.is_gm or fog != "hidden" else (),
            connections=tuple(_ways(battle, ruleset, viewer, zone.id)),
            tokens=tuple(inside.values()),
            distance=HERE if zone.id == here else _distance(battle, ruleset, center, zone.id),
        )
    if left:
        yield ZoneRow(id="", name="In no zone", tokens=tuple(left.values()))


def _zone_of(battle: AnyBattle, who: Id) -> Id | None:
    return (battle.things[who] if who in battle.things else battle.combatants[who]).place.zone


def _distance(battle: AnyBattle, ruleset: Ruleset, center: Id | None, zone: Id) -> str:
    """The distance of a zone from the centre's zone; empty where metres count."""
    here = None if center is None else battle.combatants[center].place.zone
    if here is None or ruleset.ranges.zones_apart is None:
        return ""
    return ruleset.ranges.zones_apart(battle, here, zone).title.lower()


def _ways(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, zone: Id) -> Iterator[ConnectionOut]:
    for other, _ in neighbours(battle.board, zone):
        link = visible_connection(battle, viewer, zone, other)
        is_way = link is not None or are_touching(battle.board, zone, other)
        if not is_way or not knows(battle, other, viewer):
            continue
        yield ConnectionOut(
            to=visible_id(other, viewer),
            name=battle.board.zones[other].name,
            state=connection_state(link),
            is_against=link is not None and link.is_one_way and link.second == zone,
            label=" · ".join(connection_words(battle, ruleset, viewer, link)),
        )
