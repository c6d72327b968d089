"""Range bands: the band of a distance, and distances in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from model.board.distance import Measuring, between, link_between, place_of
from model.state.base import Id
from model.state.battle import AnyBattle, GameBattle


class NamedBand(Protocol):
    """A range band (`model.engine.ruleset.Band` implements this)."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...


_NOTHING = 1e-6
"""Difference of two lengths in metres that counts as none."""

Band_co = TypeVar("Band_co", bound=NamedBand, covariant=True)


class Bands(Measuring, Protocol[Band_co]):
    """The range bands of a ruleset (`model.engine.ruleset.Ranges` implements this)."""

    @property
    def bands(self) -> tuple[Band_co, ...]: ...

    @property
    def counted(self) -> Callable[[GameBattle, Id, Id], Band_co | None] | None: ...

    def band(self, metres: float) -> Band_co: ...


def band_of(battle: AnyBattle, ranges: Bands[Band_co], first: Id, second: Id) -> Band_co | None:
    """The range band between two: as the ruleset counts it, by their distance, or as the GM set it for their zones.

    None if none of these is known, or if what the GM set is not a band of this ruleset.
    """
    if ranges.counted is not None:
        return ranges.counted(battle, first, second)
    metres = between(battle, first, second, ranges)
    if metres is not None:
        return ranges.band(metres)
    here, there = place_of(battle, first), place_of(battle, second)
    if here is None or there is None:
        return None
    link = link_between(battle.board, here.zone, there.zone)
    if link is None or link.band is None:
        return None
    return band_named(ranges, link.band)


def nearness(battle: AnyBattle, ranges: Bands[Band_co], first: Id, second: Id) -> tuple[float, float]:
    """Sort key for the combatants around another one, nearest first: range band, then metres if known.

    If the ruleset does not count metres, the positions on the board still order combatants in one zone. Unknown comes
    last.
    """
    band = band_of(battle, ranges, first, second)
    metres = between(battle, first, second, ranges if ranges.in_metres else None)
    return (
        math.inf if band is None else float(ranges.bands.index(band)),
        math.inf if metres is None else metres,
    )


def band_named(ranges: Bands[Band_co], name: str) -> Band_co | None:
    """The band with this id or title, ignoring case, or None."""
    word = name.strip().lower()
    return next((band for band in ranges.bands if word in (band.id.lower(), band.title.lower())), None)


def metres_text(metres: float) -> str:
    """A length in words: `0.5 m`, `10.4 m`, `240 m`, `1.2 km`."""
    if metres >= 999.5:
        return f"{metres / 1000:.1f}".removesuffix(".0") + " km"
    if metres >= 99.95:
        return f"{metres:.0f} m"
    return f"{metres:.1f}".removesuffix(".0") + " m"


def metres_past(metres: float, limits: Iterable[float | None]) -> str:
    """A distance in words; more exactly if it would read like a limit that it is beyond: `10.04 m`, not `10 m`."""
    words = metres_text(metres)
    if all(metres_text(limit) != words for limit in limits if limit is not None and limit < metres - _NOTHING):
        return words
    exact = _exactly(metres)
    return f"over {words}" if exact == words else exact


def metres_apart(first: float, second: float) -> tuple[str, str]:
    """Two lengths in words, given more exactly if they would read alike: `1001 m` and `1000 m`."""
    if metres_text(first) != metres_text(second) or first == second:
        return metres_text(first), metres_text(second)
    return _exactly(first), _exactly(second)


def _exactly(metres: float) -> str:
    """A length to the millimetre."""
    return f"{metres:.3f}".rstrip("0").removesuffix(".") + " m"
