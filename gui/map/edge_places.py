"""Places for arrows along an edge of the map: near to where they point, whatever else stands there.

An edge is a strip here: pixels along it, and pixels inwards from it. So all four are alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
"""Boxes of a strip, a row each: where they start and end along the edge, where they start and end inwards."""

GAP = 4.0
"""Pixels between an arrow and what is beside it."""
LANES = (0.0, 28.0, 56.0, 84.0)
"""Pixels from the edge at which arrows may stand: further inwards where it is full at the edge itself."""
_INWARDS = 1.5
"""What a pixel inwards counts, when one along the edge counts 1: an arrow belongs to its edge."""
_MARGIN = 0.15
"""What a square pixel of a token counts that is covered beside its middle: 20 x 20 are as bad as 60 pixels aside."""
_MIDDLE = 1_000.0
"""What counts the middle of a token, with its initials."""
_SIGN = 100_000.0
"""What counts a sign, or another arrow: they are covered only where there is no room at all."""
_REACHES = (160.0, 10_000.0)
"""Pixels to both sides that are searched, one after the other."""
_NEXT_TO = 0.5
"""Square pixels that do not count as covered: of two that stand beside each other by the arithmetic of floats."""
_AROUND = np.array((-GAP, GAP, -GAP, GAP))
_MIDDLE_SHARE = 0.5
"""Of a token's width and height."""


class Size(NamedTuple):
    """How much an arrow takes, in pixels."""

    along: float
    inwards: float


class Place(NamedTuple):
    """Where an arrow starts, in pixels."""

    along: float
    inwards: float


def edge_places(
    middles: Sequence[float], sizes: Sequence[Size], bounds: tuple[float, float], signs: Floats, tokens: Floats
) -> list[Place]:
    """A place for each arrow, close to its middle along the edge, a gap between them.

    They cover no sign and no middle of a token, if that can be; rather than stand far from where they point they
    stand further inwards, or over the margin of a token.
    """
    first, last = bounds
    spread = [Place(start, 0.0) for start in spread_starts(middles, [size.along for size in sizes], first, last)]
    depth = LANES[-1] + max(size.inwards for size in sizes)
    signs, tokens = _widened(_within(signs, depth)), _within(tokens, depth)
    if (_common(_boxes(spread, sizes), np.concatenate((signs, tokens))) <= _NEXT_TO).all():
        return spread
    places: list[Place] = []
    for middle, size in zip(middles, sizes, strict=True):
        wanted = min(max(middle - size.along / 2, first), last - size.along)
        places.append(_best(wanted, size, (first, last - size.along), signs, tokens))
        signs = np.concatenate((signs, _widened(_boxes(places[-1:], [size]))))
    return places


def _best(wanted: float, size: Size, within: tuple[float, float], signs: Floats, tokens: Floats) -> Place:
    """The best start of an arrow: where it points, else beside something, in one of the lanes.

    Nearby starts are tried first; the whole edge only where something would be covered that should not be.
    """
    for reach in _REACHES:
        starts, ends = wanted - reach, wanted + size.along + reach
        near, nearby = (boxes[(boxes[:, 0] < ends) & (boxes[:, 1] > starts)] for boxes in (signs, tokens))
        place, cost = _cheapest(wanted, size, (max(starts, within[0]), min(wanted + reach, within[1])), near, nearby)
        if cost < _MIDDLE:
            break
    return place


def _cheapest(
    wanted: float, size: Size, within: tuple[float, float], signs: Floats, tokens: Floats
) -> tuple[Place, float]:
    """The best start among all that are possible, and what it costs."""
    half = (tokens[:, 1::2] - tokens[:, ::2]) * ((1 - _MIDDLE_SHARE) / 2)
    middles = tokens + np.stack((half[:, 0], -half[:, 0], half[:, 1], -half[:, 1]), axis=1)
    taken = np.concatenate((signs, tokens, middles))
    starts = np.concatenate(((wanted,), taken[:, 1], taken[:, 0] - size.along))
    starts = starts[((starts >= within[0]) & (starts <= within[1])) | (starts == wanted)]
    lanes = np.repeat(LANES, len(starts))
    starts = np.tile(starts, len(LANES))
    common = _common(np.stack((starts, starts + size.along, lanes, lanes + size.inwards), axis=1), taken)
    over_signs = common[:, : len(signs)].sum(axis=1)
    over_middles = common[:, len(signs) + len(tokens) :].sum(axis=1)
    costs = np.abs(starts - wanted) + _INWARDS * lanes + _MARGIN * common.sum(axis=1)
    costs += np.where(over_signs > _NEXT_TO, _SIGN + over_signs, 0.0)
    costs += np.where(over_middles > _NEXT_TO, _MIDDLE + over_middles, 0.0)
    found = int(np.argmin(costs))
    return Place(float(starts[found]), float(lanes[found])), float(costs[found])


def _within(boxes: Floats, depth: float) -> Floats:
    """Those that lie on the strip, as deep as it is."""
    return boxes[(boxes[:, 2] < depth) & (boxes[:, 3] > 0)]


def _boxes(places: Sequence[Place], sizes: Sequence[Size]) -> Floats:
    rows = [
        (place.along, place.along + size.along, place.inwards, place.inwards + size.inwards)
        for place, size in zip(places, sizes, strict=True)
    ]
    return np.array(rows, dtype=float).reshape(-1, 4)


def _widened(boxes: Floats) -> Floats:
    """With the gap that is to be left around them."""
    return boxes + _AROUND


def _common(boxes: Floats, others: Floats) -> Floats:
    """The square pixels that boxes and others have in common, a row for each box."""
    ends = np.minimum(boxes[:, None, 1::2], others[None, :, 1::2])
    starts = np.maximum(boxes[:, None, ::2], others[None, :, ::2])
    sides: Floats = np.clip(ends - starts, 0.0, None)
    return sides[..., 0] * sides[..., 1]


def spread_starts(middles: Sequence[float], lengths: Sequence[float], first: float, last: float) -> list[float]:
    """Starts of stretches around their middles, in order, a gap between them, all within the bounds if they fit.

    Those that would overlap stand side by side, each as far from its middle as the others.
    """
    offsets = [0.0, *accumulate(length + GAP for length in lengths)]
    heaps: list[tuple[float, int]] = []
    """Stretches that stand side by side: where the first of all would start with them, and how many they are."""
    for middle, length, offset in zip(middles, lengths, offsets, strict=False):
        start, count = middle - length / 2 - offset, 1
        while heaps and heaps[-1][0] > start:
            its_start, its_count = heaps.pop()
            start, count = (its_start * its_count + start * count) / (its_count + count), its_count + count
        heaps.append((start, count))
    most = last - (offsets[-1] - GAP)
    bases = [min(max(start, first), most) for start, count in heaps for _ in range(count)]
    return [base + offset for base, offset in zip(bases, offsets, strict=False)]
