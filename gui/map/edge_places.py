"""Places for arrows along an edge of the map: near to where they point, without covering what else is there.

An edge is a strip here: pixels along it, and pixels inwards from it, so that all four edges are treated alike. Places
are computed in every frame of a movement, for a few arrows among a few boxes: plain numbers are faster for that than
arrays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""Start and end along the edge, then start and end inwards from it."""
Stretch = tuple[float, float, float]
"""Start and end along the edge, then how much of the width of a lane is taken."""

GAP = 4.0
"""Pixels between an arrow and what is beside it."""
LANES = (0.0, 28.0, 56.0, 84.0)
"""Distances from the edge in pixels at which arrows may be: further inwards where the edge itself is full."""
_INWARDS = 1.5
"""Cost of a pixel inwards, where one along the edge costs 1: an arrow belongs to its edge."""
_MARGIN = 0.15
"""Cost of each covered square pixel of a token beside its middle: 20 x 20 are as bad as 60 pixels aside."""
_MIDDLE = 1_000.0
"""Cost of covering the middle of a token, which has its initials."""
_SIGN = 100_000.0
"""Cost of covering a sign or another arrow, which is done only where there is no room at all."""
_REACHES = (160.0, 10_000.0)
"""Pixels to both sides that are searched: the first distance, then the second."""
_NEXT_TO = 0.5
"""Square pixels that do not count as covered: rounding errors of two boxes that touch."""
_MIDDLE_SHARE = 0.5
"""Share of a token's width and height that is its middle."""


class Size(NamedTuple):
    """Size of an arrow in pixels."""

    along: float
    inwards: float


class Place(NamedTuple):
    """Start of an arrow in pixels."""

    along: float
    inwards: float


class _Taken(NamedTuple):
    """Boxes that are already on a strip."""

    signs: list[Box]
    """Signs with the gap around them, and the arrows already placed."""
    tokens: list[Box]
    middles: list[Box]
    """Middles of `tokens`."""

    def near(self, first: float, last: float) -> _Taken:
        """Return the boxes between two positions along the edge."""
        return _Taken(*([box for box in boxes if box[0] < last and box[1] > first] for boxes in self))


def edge_places(
    middles: Sequence[float],
    sizes: Sequence[Size],
    bounds: tuple[float, float],
    signs: Sequence[Box],
    tokens: Sequence[Box],
) -> list[Place]:
    """Return a place for each arrow, close to its middle along the edge, with a gap between arrows.

    Arrows cover no sign and no middle of a token if that is possible. Rather than far from where they point, they are
    put further inwards or over the margin of a token.
    """
    first, last = bounds
    spread = [Place(start, 0.0) for start in spread_starts(middles, [size.along for size in sizes], first, last)]
    depth = LANES[-1] + max(size.inwards for size in sizes)
    signs = [_widened(box) for box in signs if box[2] < depth and box[3] > 0]
    tokens = [box for box in tokens if box[2] < depth and box[3] > 0]
    if all(
        _covered(place.along, place.along + size.along, _on_lane(0.0, size.inwards, boxes)) <= _NEXT_TO
        for place, size in zip(spread, sizes, strict=True)
        for boxes in (signs, tokens)
    ):
        return spread
    taken = _Taken(signs, tokens, [_middle(box) for box in tokens])
    places: list[Place] = []
    for middle, size in zip(middles, sizes, strict=True):
        wanted = min(max(middle - size.along / 2, first), last - size.along)
        places.append(_best(wanted, size, (first, last - size.along), taken))
        taken.signs.append(_widened(_box(places[-1], size)))
    _put_in_order(places, middles, sizes, taken)
    return places


def _put_in_order(places: list[Place], middles: Sequence[float], sizes: Sequence[Size], taken: _Taken) -> None:
    """Exchange neighbours that stand the other way round than what they point to, unless that costs more.

    The first of two may have got the room on the far side of a sign. `middles` are in order; `taken` ends with the
    arrows themselves.
    """
    others = taken.signs[: len(taken.signs) - len(places)]
    for _ in places:
        is_in_order = True
        for number in range(len(places) - 1):
            pair = slice(number, number + 2)
            one, next_ = places[pair]
            if _centre(one, sizes[number]) <= _centre(next_, sizes[number + 1]):
                continue
            end = one.along + sizes[number].along
            exchanged = [next_, Place(end - sizes[number + 1].along, one.inwards)]
            beside = [_widened(_box(*each)) for each in zip(places, sizes, strict=True)]
            del beside[pair]
            around = _Taken([*others, *beside], taken.tokens, taken.middles)
            if _cost(exchanged, middles[pair], sizes[pair], around) <= _cost(
                [one, next_], middles[pair], sizes[pair], around
            ):
                places[pair] = exchanged
                is_in_order = False
        if is_in_order:
            return


def _centre(place: Place, size: Size) -> float:
    return place.along + size.along / 2


def _cost(places: Sequence[Place], middles: Sequence[float], sizes: Sequence[Size], taken: _Taken) -> float:
    """What it costs that arrows stand there: how far they are aside and inwards, and what they cover."""
    cost, signs = 0.0, list(taken.signs)
    for place, middle, size in zip(places, middles, sizes, strict=True):
        around = _Taken(signs, taken.tokens, taken.middles)
        lane = _Lane(*(_on_lane(place.inwards, size.inwards, boxes) for boxes in around))
        aside = abs(_centre(place, size) - middle) + _INWARDS * place.inwards
        cost += aside + lane.cost(place.along, place.along + size.along, math.inf)
        signs.append(_widened(_box(place, size)))
    return cost


def _best(wanted: float, size: Size, within: tuple[float, float], taken: _Taken) -> Place:
    """Return the best start of an arrow: where it points, else beside a box, in one of the lanes.

    Nearby starts are tried first; the whole edge only where the best of them costs too much.
    """
    for reach in _REACHES:
        near = taken.near(wanted - reach, wanted + size.along + reach)
        place, cost = _cheapest(wanted, size, (max(wanted - reach, within[0]), min(wanted + reach, within[1])), near)
        if cost < _MIDDLE:
            break
    return place


def _cheapest(wanted: float, size: Size, within: tuple[float, float], taken: _Taken) -> tuple[Place, float]:
    """Return the best of all possible places, and its cost.

    Places are tried from the nearest on, until their distance alone costs as much as the best one so far.
    """
    first, last = within
    starts = {start for boxes in taken for box in boxes for start in (box[1], box[0] - size.along)}
    starts = {wanted, *(start for start in starts if first <= start <= last)}
    places = sorted((abs(start - wanted) + _INWARDS * lane, lane, start) for start in starts for lane in LANES)
    lanes: dict[float, _Lane] = {}
    best, least = Place(wanted, 0.0), math.inf
    for aside, lane, start in places:
        if aside >= least:
            break
        if lane not in lanes:
            lanes[lane] = _Lane(*(_on_lane(lane, size.inwards, boxes) for boxes in taken))
        cost = aside + lanes[lane].cost(start, start + size.along, least)
        if cost < least:
            best, least = Place(start, lane), cost
    return best, least


class _Lane(NamedTuple):
    """What is on one lane: stretches along the edge, with the pixels of the lane's width that each takes."""

    signs: list[Stretch]
    tokens: list[Stretch]
    middles: list[Stretch]

    def cost(self, start: float, end: float, most: float) -> float:
        """Return the cost of covering a stretch, or any value of at least `most` where it costs that much."""
        over_signs = _covered(start, end, self.signs)
        cost = _MARGIN * over_signs + (_SIGN + over_signs if over_signs > _NEXT_TO else 0.0)
        if cost < most:
            over_middles = _covered(start, end, self.middles)
            cost += _MARGIN * over_middles + (_MIDDLE + over_middles if over_middles > _NEXT_TO else 0.0)
        return cost + _MARGIN * _covered(start, end, self.tokens) if cost < most else cost


def _on_lane(lane: float, width: float, boxes: Sequence[Box]) -> list[Stretch]:
    far = lane + width
    return [(box[0], box[1], min(far, box[3]) - max(lane, box[2])) for box in boxes if box[2] < far and box[3] > lane]


def _covered(start: float, end: float, stretches: Sequence[Stretch]) -> float:
    """Return how many square pixels of `stretches` the part from start to end covers."""
    covered = 0.0
    for first, last, width in stretches:
        if first < end and last > start:
            covered += (min(end, last) - max(start, first)) * width
    return covered


def _box(place: Place, size: Size) -> Box:
    return place.along, place.along + size.along, place.inwards, place.inwards + size.inwards


def _widened(box: Box) -> Box:
    """Return a box with the gap that must be left around it."""
    return box[0] - GAP, box[1] + GAP, box[2] - GAP, box[3] + GAP


def _middle(token: Box) -> Box:
    first, last, near, far = token
    share = (1 - _MIDDLE_SHARE) / 2
    aside, inwards = (last - first) * share, (far - near) * share
    return first + aside, last - aside, near + inwards, far - inwards


def spread_starts(middles: Sequence[float], lengths: Sequence[float], first: float, last: float) -> list[float]:
    """Return starts of stretches around their middles, in order, with a gap between them, in the bounds if they fit.

    Stretches that would overlap are put side by side, so that their displacements from their middles balance.
    """
    offsets = [0.0, *accumulate(length + GAP for length in lengths)]
    heaps: list[tuple[float, int]] = []
    """Groups of stretches side by side: where the first of all stretches would start with them, and their number."""
    for middle, length, offset in zip(middles, lengths, offsets, strict=False):
        start, count = middle - length / 2 - offset, 1
        while heaps and heaps[-1][0] > start:
            its_start, its_count = heaps.pop()
            start, count = (its_start * its_count + start * count) / (its_count + count), its_count + count
        heaps.append((start, count))
    most = last - (offsets[-1] - GAP)
    bases = [min(max(start, first), most) for start, count in heaps for _ in range(count)]
    return [base + offset for base, offset in zip(bases, offsets, strict=False)]
