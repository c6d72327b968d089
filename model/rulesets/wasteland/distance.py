"""Reach, close, medium, long, extreme: distance counted in zones (WL-DIST-02, WL-DIST-02)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from model.board.distance import link_between, place_of, radius_of
from model.board.zones import steps_between
from model.engine.ruleset import Band, Ranges
from model.rulesets.wasteland.conditions import APART, IN_REACH, is_able
from model.rulesets.wasteland.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Link

BANDS = {
    band.id: band
    for band in (
        Band(id="reach", title="Reach", reach=None, rule="WL-DIST-02", note="to touch"),
        Band(id="close", title="Close", reach=None, rule="WL-DIST-02", note="same zone"),
        Band(id="medium", title="Medium", reach=None, rule="WL-DIST-02", note="1 zone"),
        Band(id="long", title="Long", reach=None, rule="WL-DIST-02", note="2 zones"),
        Band(id="extreme", title="Extreme", reach=None, rule="WL-DIST-02", note="3 zones or more"),
    )
}
ZONES = {"reach": 0, "close": 0, "medium": 1, "long": 2, "extreme": 3}
"""How many zones apart each category begins."""
PLAYERS = ("pc", "ally")
"""Sides that fight together; every other side stands against all others."""


class Distance(NamedTuple):
    """How far apart two are."""

    zones: int
    is_reach: bool = False
    is_cut: bool = False
    """There is no way from the one to the other."""

    @property
    def band(self) -> Band:
        if self.is_reach:
            return BANDS["reach"]
        return BANDS[("close", "medium", "long", "extreme")[min(self.zones, 3)]]


def distance(battle: AnyBattle, first: Id, second: Id) -> Distance | None:
    """How far apart two are; None when nobody knows."""
    if first == second or _touch(battle, first, second):
        return Distance(0, is_reach=True)
    here, there = place_of(battle, first), place_of(battle, second)
    if here is None or there is None or here.zone is None or there.zone is None:
        return None
    return zones_between(battle, here.zone, there.zone)


def zones_between(battle: AnyBattle, first: Id, second: Id) -> Distance:
    """How far apart two zones are: as the GM said of just these, else by the shortest way (WL-DIST-02)."""
    link = link_between(battle.board, first, second)
    if link is not None and link.band in ZONES and not link.is_blocked:
        return Distance(ZONES[link.band])
    zones = steps_between(battle.board, first, second, _border)
    return Distance(ZONES["extreme"], is_cut=True) if zones is None else Distance(zones)


def _border(link: Link | None, here: Id, there: Id) -> int | None:
    if link is None or link.is_blocked:
        return 1 if link is None else None
    return ZONES.get(link.band or "medium", 1)


def _touch(battle: AnyBattle, first: Id, second: Id) -> bool:
    """Within reach: as set by hand, else by the tokens, in one zone (WL-MIS-08, WL-AMB-31)."""
    said = _set_by_hand(battle, first, second)
    if said is not None:
        return said
    here, there = place_of(battle, first), place_of(battle, second)
    if here is None or there is None or here.point is None or there.point is None:
        return False
    if here.zone != there.zone and not rules(battle).reach_across_zones:
        return False
    gap = math.dist(here.point, there.point) - radius_of(battle, first) - radius_of(battle, second)
    return bool(gap <= rules(battle).reach_cells * battle.board.cell + 1e-6)


def _set_by_hand(battle: AnyBattle, first: Id, second: Id) -> bool | None:
    """Whether the GM, or a move next to somebody, has said that two are within reach; None: nobody has said so."""
    found: bool | None = None
    for who, other in ((first, second), (second, first)):
        bearer = battle.combatants.get(who)
        if bearer is None or not bearer.effects:
            continue
        for effect in bearer.effects.values():
            if effect.other == other:
                if effect.kind == APART:
                    return False
                found = True if effect.kind == IN_REACH else found
    return found


def is_in_reach(battle: AnyBattle, first: Id, second: Id) -> bool:
    return first == second or _touch(battle, first, second)


def are_enemies(battle: AnyBattle, first: Id, second: Id) -> bool:
    """Whether two stand against each other: characters and their allies against everybody else."""
    one, other = battle.combatants[first].side, battle.combatants[second].side
    return one != other and not (one in PLAYERS and other in PLAYERS)


def has_enemy_in_reach(battle: AnyBattle, who: Id) -> bool:
    """Whether an able enemy is within reach of somebody (WL-ATK-07, WL-AMB-02)."""
    return any(
        are_enemies(battle, who, other) and is_in_reach(battle, who, other) and is_able(battle, other)
        for other in _perhaps_in_reach(battle, who)
    )


def _perhaps_in_reach(battle: AnyBattle, who: Id) -> Iterator[Id]:
    """All others but those in another zone of whom nobody has said that they are within reach: most of a crowd."""
    own = battle.combatants[who]
    is_related = any(effect.kind == IN_REACH for effect in own.effects.values())
    goes_by_zone = not is_related and not rules(battle).reach_across_zones
    for other, combatant in battle.combatants.items():
        is_elsewhere = goes_by_zone and not combatant.effects and combatant.place.zone != own.place.zone
        if other != who and not is_elsewhere:
            yield other


def _band(battle: AnyBattle, first: Id, second: Id) -> Band | None:
    found = distance(battle, first, second)
    return None if found is None else found.band


def _zones_apart(battle: AnyBattle, first: Id, second: Id) -> Band:
    return zones_between(battle, first, second).band


RANGES = Ranges(bands=tuple(BANDS.values()), counted=_band, zones_apart=_zones_apart)
