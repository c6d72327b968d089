"""Where those come to stand on the map who stand nowhere yet: side across from side, each in rows. Paints nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from model.state.base import Id
from model.state.battle import AnyBattle, age
from model.view.map import Point

_APART = 10.0
"""Metres between two sides that are set up across from one another."""
STEP = 2.0
"""Metres between neighbours of one side: room for a token and its name."""
_DEEP = 6
"""So many of a side stand in a row before another row begins behind it."""


def unplaced(battle: AnyBattle) -> tuple[Id, ...]:
    """Those who take part and stand neither on the map nor in a zone: the eldest first."""
    nowhere = (
        who
        for who in battle.combatants.values()
        if who.is_present and who.place.point is None and who.place.zone is None
    )
    return tuple(who.id for who in sorted(nowhere, key=age))


def sides_apart(groups: Sequence[Sequence[Id]], middle: Point) -> dict[Id, Point]:
    """Each group in rows from top to bottom, the groups from left to right with room between them."""
    widths = [width_of(group) for group in groups]
    left = middle[0] - (sum(widths) + _APART * (len(groups) - 1)) / 2
    places: dict[Id, Point] = {}
    for group, width in zip(groups, widths, strict=True):
        places |= block(group, (left + width / 2, middle[1]))
        left += width + _APART
    return places


def block(group: Sequence[Id], middle: Point) -> dict[Id, Point]:
    """A group in rows from top to bottom about a place."""
    rows = [group[at : at + _DEEP] for at in range(0, len(group), _DEEP)]
    left = middle[0] - width_of(group) / 2
    return {
        who: (round(left + STEP * column, 3), round(middle[1] + STEP * (at - (len(row) - 1) / 2), 3))
        for column, row in enumerate(rows)
        for at, who in enumerate(row)
    }


def width_of(group: Sequence[Id]) -> float:
    """Metres from the first row to the last."""
    return STEP * (math.ceil(len(group) / _DEEP) - 1)
