"""Readings: what each face of a die counts, and the exact weights of the results of several dice."""

from __future__ import annotations

from functools import lru_cache
from math import prod

Reading = tuple[int, ...]
"""What each face counts, from face 1 upwards; the reading of a roll is the sum over its dice."""


@lru_cache
def pips(sides: int) -> Reading:
    """Every face counts what it shows."""
    return tuple(range(1, sides + 1))


@lru_cache
def counted(sides: int, at_most: int, twice_at_most: int = 0) -> Reading:
    """For roll-under pools: a face at or under `at_most` counts one, at or under `twice_at_most` two."""
    return tuple(2 if face <= twice_at_most else 1 if face <= at_most else 0 for face in range(1, sides + 1))


@lru_cache
def at_or_over(sides: int, face: int) -> Reading:
    """A face of at least `face` counts one."""
    return tuple(int(shown >= face) for shown in range(1, sides + 1))


@lru_cache(maxsize=4096)
def weights(count: int, sides: int, readings: tuple[Reading, ...]) -> dict[tuple[int, ...], int]:
    """How many of the `sides ** count` equally likely rolls give each combination of sums.

    Cost: count x distinct sums x distinct faces; five dice under two readings take microseconds.
    """
    # All sums are packed into one number, each in its own digits: added at once, and unpacked at the end.
    least = [min(reading) for reading in readings]
    spans = [count * (max(reading) - low) + 1 for reading, low in zip(readings, least, strict=True)]
    units = [prod(spans[:index]) for index in range(len(spans))]
    one: dict[int, int] = {}
    for face in range(sides):
        value = sum((reading[face] - low) * unit for reading, low, unit in zip(readings, least, units, strict=True))
        one[value] = one.get(value, 0) + 1
    total = {0: 1}
    for _ in range(count):
        grown: dict[int, int] = {}
        for sums, weight in total.items():
            for value, times in one.items():
                grown[sums + value] = grown.get(sums + value, 0) + weight * times
        total = grown
    parts = list(zip(least, units, spans, strict=True))
    return {
        tuple(sums // unit % span + count * low for low, unit, span in parts): weight for sums, weight in total.items()
    }


def read(faces: tuple[int, ...], reading: Reading) -> int:
    """The sum of a reading over rolled dice."""
    return sum([reading[face - 1] for face in faces])
