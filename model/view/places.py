"""Zones, their connections and the combatants in them, as far as a viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from model.board.bands import band_named
from model.board.cutting import between, border
from model.board.distance import link_between, place_of
from model.board.fog import fog_at, zone_fog
from model.board.zone_placement import Seat, seats
from model.engine.ruleset import Ruleset
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Link, Place, Zone
from model.view.map import ConnectionState, ConnectionView
from model.view.viewer import Viewer, knows, visible_id


def zone_placement(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, shown: Iterable[Id]) -> dict[Id, Seat]:
    """Seats of those combatants and things that need one; there are none in a zone that the viewer does not know."""
    zones = {id: zone for id, zone in battle.board.zones.items() if knows(battle, id, viewer)}
    return seats(battle, shown, gives_way=not ruleset.ranges.in_metres, zones=zones)


def zone_tags(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, zone: Id) -> tuple[str, ...]:
    """The traits of a zone, a few words each."""
    traits = ruleset.zone_traits
    return () if traits is None else traits.labels(battle, zone, is_for_players=not viewer.is_gm)


def zone_name(battle: AnyBattle, viewer: Viewer, who: Id) -> str:
    """The name of a combatant's zone; empty if it is not known."""
    place = place_of(battle, who)
    zone = None if place is None or place.zone is None else battle.board.zones.get(place.zone)
    return "" if zone is None or not knows(battle, zone.id, viewer) else zone.name


def map_connections(
    battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, *, names_fogged: bool = True
) -> tuple[ConnectionView, ...]:
    """The connections between drawn zones that a viewer knows, including implicit ones between zones that touch.

    For players, a hidden connection is treated as if there were no entry for it, and zones in fog are included only
    with `names_fogged`.
    """
    known = [zone for zone in battle.board.zones.values() if knows(battle, zone.id, viewer)]
    if not names_fogged:
        known = [zone for zone in known if zone_fog(battle.board, zone.id) != "hidden"]
    links = tuple(_links_of(battle, ruleset, viewer, known))
    return links if names_fogged else tuple(link for link in links if not _is_in_dark(battle, link))


def _is_in_dark(battle: AnyBattle, link: ConnectionView) -> bool:
    """Whether the middle of a connection, where its mark is drawn, lies in fog."""
    (x1, y1), (x2, y2) = link.line[0], link.line[-1]
    middle = link.line[len(link.line) // 2] if len(link.line) > 2 else ((x1 + x2) / 2, (y1 + y2) / 2)
    return fog_at(battle.board, Place(x=middle[0], y=middle[1])) == "hidden"


def _links_of(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, known: list[Zone]) -> Iterator[ConnectionView]:
    drawn = [(zone.id, zone.shape) for zone in known if zone.shape is not None]
    for (one, one_shape), (other, other_shape) in combinations(drawn, 2):
        link = visible_connection(battle, viewer, one, other)
        line = border(one_shape, other_shape)
        if link is None and not line:
            continue
        is_turned = link is not None and link.first == other
        first, second = (other, one) if is_turned else (one, other)
        way = line or (between(other_shape, one_shape) if is_turned else between(one_shape, other_shape))
        yield ConnectionView(
            first=visible_id(first, viewer),
            second=visible_id(second, viewer),
            line=way,
            touches=bool(line),
            state=connection_state(link),
            label=" · ".join(connection_words(battle, ruleset, viewer, link)),
            hidden=link is not None and link.hidden,
        )


def visible_connection(battle: AnyBattle, viewer: Viewer, first: Id, second: Id) -> Link | None:
    """The connection defined between two zones, or None if there is none or the viewer may not know it."""
    link = link_between(battle.board, first, second)
    return None if link is None or (link.hidden and not viewer.is_gm) else link


def connection_state(link: Link | None) -> ConnectionState:
    """The state of a connection; None is the implicit open connection of zones that touch."""
    if link is None:
        return "open"
    if link.is_blocked:
        return "cut" if link.is_cut else "blocked"
    return "one_way" if link.is_one_way else "open"


def connection_words(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, link: Link | None) -> tuple[str, ...]:
    """The details of a connection: name, one-way or closed, cost, distance, a required test."""
    if link is None:
        return ()
    state = {"one_way": "one way", "blocked": "closed"}.get(connection_state(link), "")
    words = [word for word in (link.name, state) if word]
    if link.cost != 1:
        words.append(f"cost {link.cost}")
    band = None if link.band is None else band_named(ruleset.ranges, link.band)
    if band is not None:
        words.append(band.title.lower())
    if link.metres is not None:
        words.append(f"{link.metres:g} m")
    gates = ruleset.link_traits
    if gates is not None:
        words += gates.labels(battle, link.id, is_for_players=not viewer.is_gm)
    return tuple(words)
