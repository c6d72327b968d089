"""Which dice are best rolled again: a d20 of an aimed attack, cover dice of the prone (WL-MIN-01, WL-PRONE-06).

Odds take the best choice, and it is the default at the table. Chances are numbers of throws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce

from model.dice.readings import Reading, weights
from model.state.base import Record

Spread = Mapping[int, int]
"""The number of throws by their sum."""


def added(first: Spread, second: Spread) -> dict[int, int]:
    """The sums of two independent throws."""
    found: dict[int, int] = {}
    for sum, ways in first.items():
        for other, its_ways in second.items():
            found[sum + other] = found.get(sum + other, 0) + ways * its_ways
    return found


def spread_of(reading: Reading) -> dict[int, int]:
    """What one die comes to."""
    return {value: reading.count(value) for value in sorted(set(reading))}


@lru_cache(maxsize=64)
def spread_of_many(reading: Reading, count: int) -> Spread:
    """What several dice come to together."""
    return reduce(added, [spread_of(reading)] * count, {0: 1})


# ------------------------------------------------------------------------------------------------------------------ aim


class Die(Record):
    """A kind of die in a pool: what it is worth, and whether it is a complication."""

    key: str
    label: str
    worth: int
    complication: int
    faces: Reading
    """1 for each face of this kind, else 0."""


@lru_cache(maxsize=256)
def kinds_of(successes: Reading, complications: Reading) -> tuple[Die, ...]:
    """The kinds of dice that a pool can show: first a complication, then a miss, then what is worth more."""
    faces = tuple(zip(successes, complications, strict=True))
    return tuple(
        Die(*_named(*kind), *kind, tuple(int(one == kind) for one in faces))
        for kind in sorted(set(faces), key=lambda kind: (kind[0], -kind[1]))
    )


def _named(worth: int, complication: int) -> tuple[str, str]:
    success = ("A miss", "A success", "A double success")[worth]
    if not complication:
        return f"worth_{worth}", success
    return ("complication", "A complication") if not worth else (f"complication_{worth}", f"{success}, a complication")


class Aimed(Record):
    """An aimed test after its dice have been rolled."""

    kinds: tuple[Die, ...]
    successes: Reading
    difficulty: int
    help: Spread
    """The successes that helpers add if there is an own one."""

    def best(self, counts: Sequence[int]) -> Die | None:
        """The die whose re-roll lets the test pass most often, or None if keeping all does, for a pool by kinds.

        If it makes no difference, a complication or a miss is rolled again, except a miss of a test that must fail.
        """
        shown = [(die, count) for die, count in zip(self.kinds, counts, strict=True) if count]
        own = sum(die.worth * count for die, count in shown)
        passing = {worth: self._passing(own + worth) for worth in range(-2, 3)}
        kept = passing[0] * len(self.successes)
        again = [(die, sum(passing[worth - die.worth] for worth in self.successes)) for die, _ in shown]
        most = max(kept, *(ways for _, ways in again))
        for die, ways in again:
            if ways == most and (ways > kept or (not die.worth and (ways or die.complication))):
                return die
        return None

    def _passing(self, own: int) -> int:
        """In how many throws of the helpers the test passes; help counts only beside an own success (WL-MAJ-01)."""
        return sum(ways for more, ways in self.help.items() if (own + more if own >= 1 else own) >= self.difficulty)


# ----------------------------------------------------------------------------------------------------------- cover dice


class Covered(Record):
    """Cover dice of a prone combatant who is hit: what each stops, and from how much damage the combatant drops.

    Best is the re-roll that makes them drop least often, then that which lets through the least damage. Blanks are
    rolled again in any case; a 1, which is more than a die stops on average, only where it may save the combatant.
    """

    reading: Reading
    drops_from: int | None

    def best(self, damage: int, blanks: int, ones: int, twos: int) -> int:
        """How many of the dice that stop 1 are best rolled again, with all blanks."""
        if not self._may_save(damage, blanks + ones + twos):
            return 0
        needed = damage - (self.drops_from or 0) + 1 - ones - 2 * twos
        return max(range(ones + 1), key=lambda again: self._saved(needed + again, blanks + again, ones - again))

    def spread(self, damage: int, dice: int) -> Spread:
        """What comes through so many dice after the best re-roll, for as many throws as if all were rolled twice."""
        found: dict[int, int] = {}
        if not self._may_save(damage, dice):
            for stopped, ways in _with_blanks_again(self.reading, dice).items():
                left = max(0, damage - stopped)
                found[left] = found.get(left, 0) + ways
            return found
        for (blanks, ones, twos), weight in weights(dice, len(self.reading), by_worth(self.reading)).items():
            again = self.best(damage, blanks, ones, twos)
            kept, left = ones - again + twos, damage - (ones - again) - 2 * twos
            for stopped, ways in spread_of_many(self.reading, blanks + again).items():
                through = max(0, left - stopped)
                found[through] = found.get(through, 0) + weight * ways * len(self.reading) ** kept
        return found

    def _may_save(self, damage: int, dice: int) -> bool:
        """Whether it depends on the cover if the combatant drops."""
        return self.drops_from is not None and damage >= self.drops_from > max(0, damage - 2 * dice)

    def _saved(self, needed: int, dice: int, kept: int) -> int:
        """In how many throws so many dice stop as much as needed, for as many throws as with those kept."""
        thrown = spread_of_many(self.reading, dice).items()
        return sum(ways for stopped, ways in thrown if stopped >= needed) * int(len(self.reading) ** kept)


@lru_cache(maxsize=4)
def by_worth(reading: Reading) -> tuple[Reading, Reading, Reading]:
    """Readings that count the dice worth 0, 1 and 2."""
    blanks, ones, twos = (tuple(int(value == worth) for value in reading) for worth in range(3))
    return blanks, ones, twos


@lru_cache(maxsize=16)
def _with_blanks_again(reading: Reading, dice: int) -> Spread:
    """What dice stop together if each blank is rolled again, of all results of two throws of each."""
    return spread_of_many(tuple(first or second for first in reading for second in reading), dice)
