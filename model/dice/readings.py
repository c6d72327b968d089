"""Readings: what each face of a die is worth, and the exact weights of what a handful of dice come to."""

from __future__ import annotations

from functools import lru_cache

Reading = tuple[int, ...]
"""What each face counts, from 1 upwards; the reading of a throw is the sum over its dice."""

combat_damage: Reading = (1, 2, 0, 0, 1, 1)
combat_effects: Reading = (0, 0, 0, 0, 1, 1)


@lru_cache
def pips(sides: int) -> Reading:
    """Every face counts what it shows."""
    return tuple(range(1, sides + 1))


@lru_cache
def counted(sides: int, at_most: int, twice_at_most: int = 0) -> Reading:
    """Roll-under pools: a face at or under `at_most` counts one, at or under `twice_at_most` two."""
    return tuple(2 if face <= twice_at_most else 1 if face <= at_most else 0 for face in range(1, sides + 1))


@lru_cache
def at_or_over(sides: int, face: int) -> Reading:
    """A face from `face` upwards counts one."""
    return tuple(int(shown >= face) for shown in range(1, sides + 1))


@lru_cache(maxsize=4096)
def weights(count: int, sides: int, readings: tuple[Reading, ...]) -> dict[tuple[int, ...], int]:
    """How many of the `sides ** count` equally likely throws come to each combination of sums.

    Cost: count x distinct sums x distinct faces; five dice under two readings take microseconds.
    """
    one: dict[tuple[int, ...], int] = {}
    for face in range(sides):
        value = tuple(reading[face] for reading in readings)
        one[value] = one.get(value, 0) + 1
    total: dict[tuple[int, ...], int] = {(0,) * len(readings): 1}
    for _ in range(count):
        grown: dict[tuple[int, ...], int] = {}
        for sums, weight in total.items():
            for value, times in one.items():
                key = tuple(map(sum, zip(sums, value, strict=True)))
                grown[key] = grown.get(key, 0) + weight * times
        total = grown
    return total


def read(faces: tuple[int, ...], reading: Reading) -> int:
    """What thrown dice come to."""
    return sum(reading[face - 1] for face in faces)
