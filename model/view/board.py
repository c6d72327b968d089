"""The map and the range bands of a battle's board for one viewer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from operator import is_
from sys import intern
from typing import Any

from model.board.bands import band_of, metres_past, metres_text
from model.board.distance import between, place_of
from model.board.fog import shape_fog, zone_fog
from model.engine.ruleset import Ruleset
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant, Thing, age_of
from model.state.board import Board
from model.view.cache import RecentViews, ViewCache
from model.view.conditions import OF_ORDER, conditions_of, end_words, token_labels
from model.view.map import (
    BandEntry,
    BandsView,
    BandView,
    Distances,
    FeatureView,
    FogView,
    GridView,
    MapView,
    PictureView,
    RelationView,
    RingView,
    TokenView,
    ZoneView,
)
from model.view.places import map_connections, zone_name, zone_placement, zone_tags
from model.view.pools import health_of
from model.view.relations import relation_views
from model.view.viewer import PLAYERS, Viewer, knows, name_for, sign_for, signs_for_gm, visible_id, without_number

THING_SIDE = "thing"
"""The side of things, which belong to no side: it has its own shape and colour."""

_LEAST_RING = 2.0
"""Metres below which a range gets no ring, because the token would cover it."""


def project_map(
    battle: AnyBattle,
    ruleset: Ruleset,
    viewer: Viewer,
    *,
    acting: Id | None = None,
    target: Id | None = None,
    current: Id | None = None,
    names_fogged: bool = False,
) -> MapView:
    """The map for a viewer.

    `acting` is the combatant whose turn it is for this viewer (`acting_combatant` for the GM), `target` the marked
    target, `current` the centre of the range ring (default: `acting`). Zones in fog are left out of the players' map
    unless `names_fogged` is set: where zones are a list, players know all of them.
    """
    projector = MapProjector(ruleset, viewer, names_fogged=names_fogged)
    return projector.project(battle, acting=acting, target=target, current=current)


class MapProjector:
    """Projects maps for one viewer repeatedly; between two calls usually only the selection or the target changes.

    Tokens are made again only if the battle (compared by identity) or the acting combatant has changed.
    """

    def __init__(self, ruleset: Ruleset, viewer: Viewer, *, names_fogged: bool = False) -> None:
        self._ruleset = ruleset
        self._viewer = viewer
        self._names_fogged = viewer.is_gm or names_fogged
        self._unmarked_ones: RecentViews[dict[Id, TokenView]] = RecentViews()
        self._kept: ViewCache[TokenView] = ViewCache()
        self._alone: ViewCache[TokenView] = ViewCache()
        """Tokens independent of the turn."""
        self._plain: tuple[tuple[object, ...], dict[Id, tuple[Combatant[Any] | Thing, TokenView]]] = ((), {})
        """Tokens of combatants and things without effects, with the shared parts and the body that they depend on."""

    def project(
        self, battle: AnyBattle, *, acting: Id | None = None, target: Id | None = None, current: Id | None = None
    ) -> MapView:
        """The current map; the arguments are those of `project_map`."""
        ruleset, viewer, center = self._ruleset, self._viewer, current or acting
        tokens = self._unmarked(battle, acting)
        marked = tokens.get(target) if target is not None else None
        if target is not None and marked is not None:
            tokens = tokens | {target: replace(marked, target=True)}
        return MapView(
            zones=tuple(_zones(battle, ruleset, viewer, names_fogged=self._names_fogged)),
            links=map_connections(battle, ruleset, viewer, names_fogged=self._names_fogged),
            features=tuple(_features(battle.board, viewer)),
            picture=_picture(battle.board),
            fog=_fog(battle.board),
            grid=GridView(on=battle.board.has_grid, cell=battle.board.cell),
            tokens=tuple(tokens.values()),
            relations=tuple(_relations(battle, ruleset, viewer, acting, target, tuple(tokens))),
            rings=tuple(_rings(battle, ruleset, viewer, center)) if viewer.is_gm else (),
            bands=_bands(ruleset),
            distances=self._distances(battle, acting),
        )

    def _distances(self, battle: AnyBattle, acting: Id | None) -> Distances | None:
        if acting is None or not self._viewer.is_gm or place_of(battle, acting) is None:
            return None
        return Distances((battle.board, *self._center(battle, acting)), partial(self._distance, battle, acting))

    def _distance(self, battle: AnyBattle, acting: Id, who: Id) -> str:
        return "" if who == acting else distance_words(battle, self._ruleset, acting, who)

    def _center(self, battle: AnyBattle, acting: Id | None) -> tuple[object, ...]:
        """Everything that distances depend on besides the positions of the others."""
        actor = _actor(battle, acting)
        # Where the ruleset counts zones, its distances may depend on anything in its state.
        counted = () if self._ruleset.ranges.in_metres else (battle.shared, actor, battle.order)
        return (acting, None if actor is None else actor.place, None if actor is None else actor.is_hidden, *counted)

    def _unmarked(self, battle: AnyBattle, acting: Id | None) -> dict[Id, TokenView]:
        """The tokens in drawing order, none marked as the target."""
        return self._unmarked_ones.get((battle, _actor(battle, acting)), lambda: self._make(battle, acting))

    def _make(self, battle: AnyBattle, acting: Id | None) -> dict[Id, TokenView]:
        shown = shown_on_board(battle, self._viewer)
        tokens = self._in_turn(battle, self._by_themselves(battle, shown), acting)
        self._kept.forget_others(frozenset(shown))
        self._alone.forget_others(frozenset(shown))
        for who, seat in zone_placement(battle, self._ruleset, self._viewer, shown).items():
            x, y = seat.place
            tokens[who] = replace(tokens[who], x=x, y=y, room=seat.room, crowded=not seat.has_name)
        return tokens

    def _by_themselves(self, battle: AnyBattle, shown: tuple[Id, ...]) -> dict[Id, TokenView]:
        """Tokens independent of the turn. Unchanged tokens are reused without a Python call for each."""
        things, combatants = battle.things, battle.combatants
        # Signs depend on everybody, and so does a public name, on all others of the same name that players know.
        everybody = signs_for_gm(battle) if self._viewer.is_gm else combatants
        common = (battle.board, battle.settings, battle.health_policy, everybody)
        known = self._plain[1] if all(map(is_, common, self._plain[0])) else {}
        bodies = {who: combatants.get(who) or things[who] for who in shown}
        tokens = {
            who: old[1] if (old := known.get(who)) is not None and old[0] is body else self._token(battle, who, common)
            for who, body in bodies.items()
        }
        plain = {who: (body, tokens[who]) for who, body in bodies.items() if not body.effects}
        self._plain = (common, plain)
        return tokens

    def _token(self, battle: AnyBattle, who: Id, common: tuple[object, ...]) -> TokenView:
        body = battle.combatants.get(who) or battle.things[who]
        effects = body.effects.values()
        bound: list[object] = [battle.combatants.get(one.other) for one in effects if one.other]
        if self._viewer.is_gm:
            # When an effect ends depends on whose turn it is; interned, equal words are the same object.
            bound += [intern(end_words(self._ruleset, battle, who, one)) for one in effects if one.until in OF_ORDER]
        make = partial(_by_itself, battle, self._ruleset, self._viewer, who)
        return self._alone.get(who, (body, *common, *bound), make)

    def _in_turn(self, battle: AnyBattle, tokens: dict[Id, TokenView], acting: Id | None) -> dict[Id, TokenView]:
        """The tokens with the acting mark, and with a distance where it is displayed beside the token.

        On the GM's map that is at the arrows of combatants who are off the map. Other distances are measured when
        requested, so that a new turn rebuilds almost no token.
        """
        center = self._center(battle, acting)
        is_gm = self._viewer.is_gm
        for who, token in tokens.items():
            if not is_gm or token.x is None or who == acting:
                seen = partial(_seen, token, battle, self._ruleset, self._viewer, who, acting)
                tokens[who] = self._kept.get(who, (token, *center), seen)
        return tokens


def project_bands(
    battle: AnyBattle,
    ruleset: Ruleset,
    viewer: Viewer,
    *,
    center: Id | None,
    acting: Id | None = None,
    target: Id | None = None,
) -> BandsView:
    """The distances of all tokens from one combatant; no centre if `center` is None or unknown to the viewer."""
    if center is not None and (place_of(battle, center) is None or not knows(battle, center, viewer)):
        center = None
    tokens = {
        who: token_view(battle, ruleset, viewer, who, acting=acting, target=target, seen_from=center)
        for who in shown_on_board(battle, viewer)
    }
    return BandsView(
        center=tokens.pop(center, None) if center is not None else None,
        bands=_bands(ruleset),
        entries=tuple(_entry(battle, ruleset, viewer, who, token, center) for who, token in tokens.items()),
    )


def _actor(battle: AnyBattle, acting: Id | None) -> Combatant[Any] | Thing | None:
    return None if acting is None else battle.combatants.get(acting) or battle.things.get(acting)


def acting_combatant(battle: AnyBattle) -> Id | None:
    """The acting combatant: the first member of the turn in progress who has not ended it, or None."""
    return next((who for who in battle.order.acting if who in battle.combatants), None)


def distance_words(battle: AnyBattle, ruleset: Ruleset, first: Id, second: Id) -> str:
    """`24 m · medium`, `medium`, or empty if the distance is not known."""
    metres = between(battle, first, second, ruleset.ranges)
    if metres is not None:
        return f"{_metres_words(ruleset, metres)} · {ruleset.ranges.band(metres).title.lower()}"
    band = band_of(battle, ruleset.ranges, first, second)
    return "" if band is None else band.title.lower()


def _metres_words(ruleset: Ruleset, metres: float) -> str:
    return metres_past(metres, (band.reach for band in ruleset.ranges.bands))


def token_view(
    battle: AnyBattle,
    ruleset: Ruleset,
    viewer: Viewer,
    who: Id,
    *,
    acting: Id | None = None,
    target: Id | None = None,
    seen_from: Id | None = None,
) -> TokenView:
    """One combatant or thing as a token; the caller ensures that the viewer may know of it."""
    token = _seen(_by_itself(battle, ruleset, viewer, who), battle, ruleset, viewer, who, acting, seen_from)
    return replace(token, target=who == target)


def _seen(
    token: TokenView,
    battle: AnyBattle,
    ruleset: Ruleset,
    viewer: Viewer,
    who: Id,
    acting: Id | None,
    seen_from: Id | None = None,
) -> TokenView:
    """The token with its distance and direction from `seen_from`, or else from the acting combatant."""
    center = seen_from or acting
    if center is None or center == who or not knows(battle, center, viewer):
        return replace(token, acting=who == acting)
    distance, bearing = distance_words(battle, ruleset, center, who), _bearing(battle, center, who)
    return replace(token, distance=distance, bearing=bearing, acting=who == acting)


def _by_itself(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, who: Id) -> TokenView:
    """The token independent of the turn."""
    body: Combatant[object] | Thing = battle.combatants.get(who) or battle.things[who]
    fighter = body if isinstance(body, Combatant) else None
    name = name_for(battle, who, viewer) or ""
    conditions = conditions_of(ruleset, battle, who, viewer) if body.effects and viewer.is_gm else ()
    is_unseen = viewer.is_gm and not knows(battle, who, PLAYERS)
    return TokenView(
        id=visible_id(who, viewer),
        name=name,
        initials=sign_for(battle, who, viewer),
        side=fighter.side if fighter else THING_SIDE,
        x=body.place.x,
        y=body.place.y,
        height=body.place.height,
        radius=fighter.radius if fighter else 0.5,
        portrait=fighter.portrait if fighter else "",
        conditions=token_labels(ruleset, battle, who, viewer),
        notes=tuple(condition.line for condition in conditions),
        health=health_of(ruleset, battle, who, viewer),
        minor=fighter is not None and without_number(fighter.name) != fighter.name,
        hidden=is_unseen,
        in_fog=is_unseen and not body.is_hidden,
        out=fighter is not None and fighter.is_out,
        left_as=None if fighter is None else fighter.left_as,
    )


def shown_on_board(battle: AnyBattle, viewer: Viewer) -> tuple[Id, ...]:
    """Ids that a viewer's board shows, lowest first: things, combatants who are out, then the others; newest on top."""
    is_gm = viewer.is_gm
    people = [who for who in battle.combatants.values() if who.is_present and (is_gm or knows(battle, who.id, viewer))]
    things = [thing.id for thing in battle.things.values() if is_gm or knows(battle, thing.id, viewer)]
    out, able = [who.id for who in people if who.is_out], [who.id for who in people if not who.is_out]
    return (*sorted(things, key=age_of), *sorted(out, key=age_of), *sorted(able, key=age_of))


def _zones(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, *, names_fogged: bool) -> Iterator[ZoneView]:
    for zone in battle.board.zones.values():
        if zone.shape is None or (zone.hidden and not viewer.is_gm):
            continue
        fog = zone_fog(battle.board, zone.id)
        if fog == "hidden" and not names_fogged:
            continue
        yield ZoneView(
            id=visible_id(zone.id, viewer),
            name=zone.name,
            shape=zone.shape,
            color=zone.color,
            hidden=zone.hidden,
            fog=fog,
            tags=zone_tags(battle, ruleset, viewer, zone.id) if viewer.is_gm or fog != "hidden" else (),
        )


def _features(board: Board, viewer: Viewer) -> Iterator[FeatureView]:
    for feature in board.features.values():
        if viewer.is_gm or (not feature.hidden and shape_fog(board, feature.shape) != "hidden"):
            yield FeatureView(
                id=visible_id(feature.id, viewer),
                kind=feature.kind,
                shape=feature.shape,
                name=feature.name,
                hidden=feature.hidden,
                is_door=feature.is_door,
            )


def _fog(board: Board) -> tuple[FogView, ...]:
    """The fog with the outlines of its zones. Zones without an outline are left out: the zone list shows their fog."""
    shapes = [board.zones[patch.zone].shape if patch.zone in board.zones else patch.shape for patch in board.fog]
    return tuple(
        FogView(level=patch.level, shape=shape, width=patch.width)
        for patch, shape in zip(board.fog, shapes, strict=True)
        if shape is not None or patch.zone is None
    )


def _picture(board: Board) -> PictureView | None:
    found = board.picture
    if found is None:
        return None
    return PictureView(file=found.file, x=found.x, y=found.y, width=found.width, opacity=found.opacity)


def _bands(ruleset: Ruleset) -> tuple[BandView, ...]:
    return tuple(BandView(name=band.title.lower(), outer=band.reach, note=band.note) for band in ruleset.ranges.bands)


def _relations(
    battle: AnyBattle,
    ruleset: Ruleset,
    viewer: Viewer,
    acting: Id | None,
    target: Id | None,
    shown: tuple[Id, ...],
) -> Iterator[RelationView]:
    """The relations between tokens that are shown, and the line from the acting combatant to the target."""
    yield from relation_views(ruleset, battle, viewer, shown)
    if acting in shown and target in shown and acting and target and acting != target:
        yield RelationView(
            source=visible_id(acting, viewer),
            target=visible_id(target, viewer),
            label=distance_words(battle, ruleset, acting, target) if viewer.is_gm else "",
            kind="target",
        )


def _rings(battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, center: Id | None) -> Iterator[RingView]:
    """The nearest range band that is large enough for a ring."""
    place = None if center is None else place_of(battle, center)
    if center is None or place is None or place.point is None:
        return
    for band in ruleset.ranges.bands:
        if band.reach is not None and band.reach >= _LEAST_RING:
            yield RingView(
                center=visible_id(center, viewer),
                radius=band.reach,
                label=f"{band.title.lower()} · {metres_text(band.reach)}",
            )
            return


def _entry(
    battle: AnyBattle, ruleset: Ruleset, viewer: Viewer, who: Id, token: TokenView, center: Id | None
) -> BandEntry:
    metres = None if center is None else between(battle, center, who, ruleset.ranges)
    band = None if center is None else band_of(battle, ruleset.ranges, center, who)
    label = token.name if metres is None else f"{token.name} · {_metres_words(ruleset, metres)}"
    if not ruleset.ranges.in_metres and (zone := zone_name(battle, viewer, who)):
        label = f"{token.name} · {zone}"
    return BandEntry(
        token=token,
        metres=metres,
        band="" if band is None else band.title.lower(),
        angle=None if center is None else _bearing(battle, center, who),
        label=f"{label} · {token.unseen}" if token.unseen else label,
    )


def _bearing(battle: AnyBattle, first: Id, second: Id) -> float | None:
    """Direction in degrees clockwise from north."""
    here, there = place_of(battle, first), place_of(battle, second)
    start, end = None if here is None else here.point, None if there is None else there.point
    if start is None or end is None or start == end:
        return None
    dx, dy = end[0] - start[0], end[1] - start[1]
    return math.degrees(math.atan2(dx, -dy)) % 360
