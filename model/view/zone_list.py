"""Zones as a plain list: who is in each, what it is like, where one gets from it, how far it is. Needs no map."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.fog import zone_fog
from model.board.zones import are_touching, neighbours
from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.view.board import shown_on_board, token_view
from model.view.map import FogLevel, LinkState, TokenView
from model.view.places import link_state, link_words, visible_link, zone_tags
from model.view.viewer import Viewer, knows, visible_id

HERE = "here"
"""Instead of a distance: the zone of whom distances are told from."""


class ConnectionOut(State):
    """Where one gets from a zone."""

    to: Id
    name: str
    state: LinkState = "open"
    is_against: bool = False
    """A one-way link that leads the other way."""
    label: str = ""


class ZoneRow(State):
    """A zone of the list; without an id it is for those in no zone."""

    id: Id
    name: str
    color: int = 0
    hidden: bool = False
    fog: FogLevel = "revealed"
    tags: tuple[str, ...] = ()
    connections: tuple[ConnectionOut, ...] = ()
    tokens: tuple[TokenView, ...] = ()
    distance: str = ""
    """From the one in the middle of attention, in words: `medium`; `here` for the zone that they are in."""


class ZonesView(State):
    """Every zone, drawn or not, in the order in which they were made."""

    rows: tuple[ZoneRow, ...] = ()
    center: str = ""
    """Name of whom distances are told from."""


def project_zones(
    battle: AnyBattle,
    ruleset: Ruleset,
    viewer: Viewer,
    *,
    center: Id | None = None,
    acting: Id | None = None,
    target: Id | None = None,
) -> ZonesView:
    """The list for a viewer; hidden zones are not among it, and who is in one is in no zone that players know."""
    if center is not None and (center not in battle.combatants or not knows(battle, center, viewer)):
        center = None
    tokens = {
        who: token_view(battle, ruleset, viewer, who, acting=acting, target=target, seen_from=center)
        for who in shown_on_board(battle, viewer)
    }
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
    """How far a zone is from the one that a combatant is in; nothing where metres count."""
    here = None if center is None else battle.combatants[center].place.zone
    if here is None or ruleset.ranges.zones_apart is None:
        return ""
    return ruleset.ranges.zones_apart(battle, here, zone).title.lower()


def _ways(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, zone: Id) -> Iterator[ConnectionOut]:
    for other, _ in neighbours(battle.board, zone):
        link = visible_link(battle, viewer, zone, other)
        is_way = link is not None or are_touching(battle.board, zone, other)
        if not is_way or not knows(battle, other, viewer):
            continue
        yield ConnectionOut(
            to=visible_id(other, viewer),
            name=battle.board.zones[other].name,
            state=link_state(link),
            is_against=link is not None and link.is_one_way and link.second == zone,
            label=" · ".join(link_words(battle, ruleset, viewer, link)),
        )
