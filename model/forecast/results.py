"""Results of many fights: chances with their intervals, distributions of rounds and health, the typical fight."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

from model.engine.ruleset import Ruleset
from model.state.base import Id, Record, State
from model.state.battle import AnyBattle, name_of
from model.view.viewer import without_number

PARTY = "party"
"""Key of the outcome that the players' side and its allies win."""
LONG = "long"
"""Key of the outcome that the fight is not over within the rounds."""
NOBODY = "nobody"
"""Key of the outcome that no combatant is left who can fight."""
_Z = 1.959963984540054
"""Number of standard deviations that contain 95 % of a normal distribution."""


class DecidingAttack(State):
    """The attack that took the last combatant of a side out of the fight."""

    who: Id
    action: str
    item: Id | None = None


class FightSummary(State):
    """Summary of one fight, as the process that played it returns it."""

    number: int
    outcome: str
    """`party`, the name of another side, `long` or `nobody`."""
    rounds: int
    """Number of rounds begun, including the current one."""
    health: tuple[float, ...]
    """Health left of each combatant, in the order of `fighters`."""
    dropped: tuple[int, ...] = ()
    """Indices in that order of the combatants that dropped at least once."""
    fled: tuple[int, ...] = ()
    spent: tuple[float, ...] = ()
    """Amounts spent, in the order of the ruleset's `amounts`."""
    blow: DecidingAttack | None = None
    actions: int = 0


class Chance(Record):
    """Number of fights in which something happened, out of all fights."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval: in 95 of 100 forecasts it contains the true chance."""
        return wilson(self.count, self.of)


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of the chance of something that happened `count` times out of `of`."""
    if not of:
        return 0.0, 1.0
    share, square = count / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


class Outcome(Record):
    """One of the possible outcomes of the fight."""

    key: str
    title: str
    """`Party wins`, `Not over in 20 rounds`."""
    chance: Chance


class Spread(Record):
    """Distribution of a number over all fights."""

    counts: tuple[tuple[float, int], ...]
    """Each value with its number of fights, in ascending order of the values."""

    @property
    def of(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in self.counts) / self.of if self.of else 0.0

    def quantile(self, share: float) -> float:
        """Return the smallest value that this share of the fights does not exceed; 0 if there are no fights."""
        needed, seen = share * self.of - 1e-9, 0
        for value, count in self.counts:
            seen += count
            if seen >= needed:
                return value
        return 0.0

    @property
    def median(self) -> float:
        return self.quantile(0.5)

    @property
    def middle_half(self) -> tuple[float, float]:
        """Lower and upper quartile; half of all fights are between them."""
        return self.quantile(0.25), self.quantile(0.75)


class Fate(Record):
    """Results of one combatant."""

    who: Id
    drops: Chance
    """Chance to drop at least once."""
    flees: Chance
    left: Spread
    """Health left at the end."""
    most: float | None
    """Maximum health, or None if the ruleset has no health."""


class Band(Record):
    """Several combatants of a kind on one side, such as minions."""

    title: str
    """Their name without the number."""
    members: tuple[Id, ...]
    drops: float
    """Average number of members that drop."""


class Spent(Record):
    """A resource that is spent in a fight."""

    title: str
    amount: Spread


class Deciding(Record):
    """An attack that took the last combatant of a side out of the fight."""

    who: Id
    title: str
    """Name of the item (`Rifle`), or title of the action if it uses no item."""
    chance: Chance


class Shown(Record):
    """One of the fights, for display; its number is enough to replay it."""

    number: int
    outcome: str
    rounds: int


class Result(Record, kw_only=True):
    """Result of many fights."""

    fights: int
    outcomes: tuple[Outcome, ...]
    """The party's victory first, `long` last."""
    rounds: Spread
    fates: tuple[Fate, ...]
    """One per participating combatant, in the order of the battle."""
    bands: tuple[Band, ...]
    """Groups of combatants whose fates can be shown in one line."""
    spent: tuple[Spent, ...]
    deciding: tuple[Deciding, ...]
    """The most frequent first."""
    typical: Shown | None
    """Among the fights with the most frequent outcome, the nearest to the median in rounds and health."""
    worst: Shown | None
    """The fight at the worst twentieth: one fight in twenty goes at least as badly for the party."""

    def outcome(self, key: str) -> Outcome | None:
        return next((one for one in self.outcomes if one.key == key), None)


# ------------------------------------------------------------------------------------------------------------ counting


def fighters(battle: AnyBattle) -> tuple[Id, ...]:
    """Return the participating combatants: all that are present and not out of combat, including hidden ones."""
    return tuple(one.id for one in battle.combatants.values() if one.is_present and not one.is_out)


def party_of(ruleset: Ruleset, side: str) -> str:
    """Return the party of a side: the ruleset's allied sides form one party, every other side is its own party."""
    return PARTY if side in ruleset.allied else side


class Tally:
    """Counts fights as they come in; the cost of a result hardly depends on the number of fights."""

    def __init__(self, ruleset: Ruleset, battle: AnyBattle, rounds: int) -> None:
        """Prepare to count fights that start from `battle` and last at most `rounds` rounds."""
        self._ruleset, self._battle = ruleset, battle
        self._people = fighters(battle)
        parties = dict.fromkeys(party_of(ruleset, battle.combatants[who].side) for who in self._people)
        self._keys = [*sorted(parties, key=lambda key: key != PARTY), LONG]
        self._title = _titles(tuple(parties), rounds)
        self._ends: Counter[str] = Counter()
        self._rounds: Counter[float] = Counter()
        self._health: list[Counter[float]] = [Counter() for _ in self._people]
        self._dropped: Counter[int] = Counter()
        self._fled: Counter[int] = Counter()
        self._spent: list[Counter[float]] = [Counter() for _ in ruleset.tactics.amounts(battle)]
        self._blows: Counter[tuple[Id, str, Id | None]] = Counter()
        self._fought: list[FightSummary] = []

    @property
    def fights(self) -> int:
        return len(self._fought)

    def add(self, one: FightSummary) -> None:
        self._fought.append(one)
        self._ends[one.outcome] += 1
        self._rounds[one.rounds] += 1
        for counts, left in zip(self._health, one.health, strict=True):
            counts[left] += 1
        self._dropped.update(one.dropped)
        self._fled.update(one.fled)
        for counts, spent in zip(self._spent, one.spent, strict=True):
            counts[spent] += 1
        if one.blow is not None:
            self._blows[one.blow.who, one.blow.action, one.blow.item] += 1

    @property
    def widest(self) -> float:
        """Width of the widest interval of any outcome."""
        intervals = (wilson(self._ends[key], self.fights) for key in self._all_keys())
        return max(high - low for low, high in intervals)

    def _all_keys(self) -> list[str]:
        return [*self._keys[:-1], *([NOBODY] if NOBODY in self._ends else []), LONG]

    def result(self) -> Result:
        """Return the result of the fights so far."""
        battle, fights = self._battle, self.fights
        return Result(
            fights=fights,
            outcomes=tuple(Outcome(key, self._title(key), Chance(self._ends[key], fights)) for key in self._all_keys()),
            rounds=_spread(self._rounds),
            fates=tuple(self._fate(place, who) for place, who in enumerate(self._people)),
            bands=tuple(
                Band(title, ids, sum(self._dropped[place] for place in places) / fights if fights else 0.0)
                for title, ids, places in _kinds(battle, self._people)
            ),
            spent=tuple(
                Spent(title, _spread(counts))
                for title, counts in zip(self._ruleset.tactics.amounts(battle), self._spent, strict=True)
            ),
            deciding=tuple(self._deciding()),
            typical=self._typical(),
            worst=self._worst(),
        )

    def _fate(self, place: int, who: Id) -> Fate:
        health = self._ruleset.health
        return Fate(
            who=who,
            drops=Chance(self._dropped[place], self.fights),
            flees=Chance(self._fled[place], self.fights),
            left=_spread(self._health[place]),
            most=None if health is None or health.most is None else health.most(self._battle, who),
        )

    def _deciding(self) -> Iterator[Deciding]:
        battle = self._battle
        for (who, action, item), count in self._blows.most_common():
            title = name_of(battle, item) if item in battle.items and item else self._ruleset.actions[action].title
            yield Deciding(who, title, Chance(count, self.fights))

    def _typical(self) -> Shown | None:
        if not self._fought:
            return None
        usual = max(self._ends, key=lambda key: (self._ends[key], key))
        rounds = _spread(self._rounds).median
        medians = [_spread(counts).median for counts in self._health]

        def apart(one: FightSummary) -> tuple[float, int]:
            health = sum(abs(left - middle) for left, middle in zip(one.health, medians, strict=True))
            return abs(one.rounds - rounds) * max(1, len(medians)) + health, one.number

        return _shown(min((one for one in self._fought if one.outcome == usual), key=apart))

    def _worst(self) -> Shown | None:
        """Return the fight at the worst twentieth, ordered by how badly it went for the party."""
        if not self._fought:
            return None
        sides = [party_of(self._ruleset, self._battle.combatants[who].side) for who in self._people]
        own = [at for at, side in enumerate(sides) if side == PARTY]

        def fortune(one: FightSummary) -> tuple[bool, int, float, int]:
            fallen = sum(place in own for place in one.dropped)
            return one.outcome == PARTY, -fallen, sum(one.health[at] for at in own), one.number

        return _shown(sorted(self._fought, key=fortune)[self.fights // 20])


def _titles(parties: tuple[str, ...], rounds: int) -> Callable[[str], str]:
    is_simple = len([party for party in parties if party != PARTY]) == 1 and PARTY in parties

    def title(key: str) -> str:
        if key == LONG:
            return f"Not over in {rounds} rounds" if rounds > 1 else "Not over in a round"
        if key == NOBODY:
            return "Nobody is left"
        return "Party wins" if key == PARTY else "Opponents win" if is_simple else f"{key.capitalize()} wins"

    return title


def kind_name(battle: AnyBattle, who: Id) -> str:
    """Return a combatant's name without the number that distinguishes several of a kind."""
    return without_number(battle.combatants[who].name)


def _kinds(battle: AnyBattle, people: tuple[Id, ...]) -> list[tuple[str, tuple[Id, ...], tuple[int, ...]]]:
    """Return groups of one side whose names differ only in the number: name, ids and indices in `people`."""
    found: dict[tuple[str, str], list[tuple[Id, int]]] = {}
    for place, who in enumerate(people):
        one = battle.combatants[who]
        found.setdefault((one.side, kind_name(battle, who)), []).append((who, place))
    return [
        (title, tuple(who for who, _ in members), tuple(place for _, place in members))
        for (_, title), members in found.items()
        if len(members) > 1
    ]


def _spread(counts: Counter[float]) -> Spread:
    return Spread(tuple(sorted(counts.items())))


def _shown(one: FightSummary) -> Shown:
    return Shown(one.number, one.outcome, one.rounds)
