"""Ways over the board: how long they are, and where they end when movement runs out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from model.board.distance import Metric, on_ground
from model.board.shapes import TOUCH
from model.state.board import Point, millimetres


def path_length(points: Sequence[Point], metric: Metric = "straight_line") -> float:
    """Metres along a way from point to point."""
    return sum(on_ground(here, there, metric) for here, there in pairwise(points))


def cut_off(points: Sequence[Point], metres: float) -> tuple[Point, ...]:
    """A way up to where so many metres are used up; the whole way when it is no longer than that."""
    way: list[Point] = list(points[:1])
    left = metres
    for here, there in pairwise(points):
        if left <= TOUCH:
            break
        step = math.dist(here, there)
        if step > left + TOUCH:
            share = left / step
            x, y = (start + (end - start) * share for start, end in zip(here, there, strict=True))
            way.append((millimetres(x), millimetres(y)))
            break
        way.append(there)
        left -= step
    return tuple(way)
