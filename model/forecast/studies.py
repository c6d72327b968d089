"""Series of forecasts: the number of an enemy that makes a fight fair, and the influence of behaviour."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ruleset import Ruleset
from model.forecast.behaviour import settled, switches
from model.forecast.forecast import Forecast, State
from model.forecast.results import PARTY, Chance, fighters
from model.forecast.whatif import Behave, Impossible, Number, changed, kind_of, side_title
from model.forecast.workers import Case, Workers
from model.state.base import Id, Record, replace, with_fields
from model.state.battle import AnyBattle
from model.state.behaviour import Behaviour, Behaviours

FAIR_FIGHTS = 400
"""Fights for each tried number."""
MOST = 20
"""Upper limit of the search; more than any GM adds of one kind to make a fight fair."""
INFLUENCE_FIGHTS = 200
_HARDLY = 0.01
"""Changes of the chance below this are not reported."""


class Tried(Record):
    """A tried number of an enemy, with the party's chance to win against it."""

    number: int
    chance: Chance


class FairNumberProgress(Record):
    """Progress of the search for a fair number."""

    state: State
    tried: tuple[Tried, ...]
    """In order of the number."""
    best: Tried | None
    """The tried number with the chance nearest to the wanted one."""
    problem: str = ""


class FairNumberSearch:
    """Searches the number of an enemy that gives the party a chosen chance to win. Polled like a forecast."""

    def __init__(
        self, workers: Workers, case: Case, of: Id, *, wanted: float = 0.5, seed: str = "", fights: int = FAIR_FIGHTS
    ) -> None:
        """Start the search by bisection, assuming that more enemies never help the party."""
        self._workers, self._case, self._of = workers, case, of
        self._wanted, self._fights = wanted, fights
        self._now = len(kind_of(case.battle, of))
        self._least, self._most = 0, max(MOST, 2 * self._now)
        self._number = self._now
        self._tried: dict[int, Chance] = {}
        self._problem = ""
        self._state: State = "running"
        self._seed = seed
        self._forecast: Forecast | None = None
        self._begin()

    def poll(self) -> FairNumberProgress:
        if self._state == "running" and self._forecast is not None:
            progress = self._forecast.poll()
            if progress.state in ("failed", "cancelled"):
                self._state, self._problem = progress.state, progress.problem
            elif progress.state == "done" and progress.result is not None:
                outcome = progress.result.outcome(PARTY)
                chance = outcome.chance if outcome is not None else Chance(0, progress.fights)
                self._tried[self._number] = chance
                self._narrow(chance.share)
        return self.progress

    @property
    def progress(self) -> FairNumberProgress:
        tried = tuple(Tried(number, self._tried[number]) for number in sorted(self._tried))
        best = min(tried, key=lambda one: abs(one.chance.share - self._wanted), default=None)
        return FairNumberProgress(self._state, tried, best, self._problem)

    def cancel(self) -> None:
        if self._state == "running":
            self._state = "cancelled"
            if self._forecast is not None:
                self._forecast.cancel()

    def _narrow(self, share: float) -> None:
        if share >= self._wanted:
            self._least = self._number
        else:
            self._most = self._number
        if self._most - self._least <= 1 and {self._least, self._most} <= self._tried.keys() | {0}:
            self._state = "done"
            return
        # The first steps are small, because most fights are nearly fair already.
        middle = (self._least + self._most) // 2
        near = self._number + (1 if share >= self._wanted else -1) * 2 ** max(0, len(self._tried) - 1)
        self._number = min(max(near, self._least + 1), self._most - 1) if self._is_open() else middle
        if self._number in self._tried or self._number < 0:
            self._state = "done"
            return
        self._begin()

    def _is_open(self) -> bool:
        """Whether one end of the range has not been tried yet."""
        return not {self._least, self._most} <= self._tried.keys()

    def _begin(self) -> None:
        try:
            case = changed(self._case, Number(self._of, self._number - self._now))
        except Impossible as impossible:
            self._state, self._problem = "failed", str(impossible)
            return
        self._forecast = Forecast(self._workers, case, seed=self._seed, most=self._fights, narrow=0)
        self._seed = self._forecast.seed


# ---------------------------------------------------------------------------------------------------------- influence


class BehaviourEffect(Record):
    """Effect of one switch on the party's chance to win."""

    title: str
    """`Players: aggressive`."""
    change: Behave
    by: float
    """The chance with the change minus the chance without it."""


class Influence(Record):
    """Influence of behaviour on the result, as far as it has been computed."""

    state: State
    moves: tuple[BehaviourEffect, ...]
    """The largest effect first."""
    problem: str = ""

    @property
    def sentence(self) -> str:
        """`Opponents: careful moves the result by up to 9 %.`; empty as long as there is nothing to report."""
        if not self.moves:
            return ""
        first = self.moves[0]
        if abs(first.by) < _HARDLY:
            return "" if self.state == "running" else "Changing a side's behaviour hardly changes the result."
        return f"{first.title} moves the result by up to {abs(first.by):.0%}.".replace("%", " %")


class Influences:
    """Forecasts the same fights with each switch changed in turn. Polled like a forecast."""

    def __init__(self, workers: Workers, case: Case, *, seed: str = "", fights: int = INFLUENCE_FIGHTS) -> None:
        self._workers, self._case, self._fights = workers, case, fights
        self._waiting = list(variants(case.ruleset, case.battle))
        self._moves: list[BehaviourEffect] = []
        self._state: State = "running"
        self._problem = ""
        self._without: float | None = None
        self._current: tuple[str, Behave] | None = None
        self._forecast = Forecast(workers, case, seed=seed, most=fights, narrow=0)

    def poll(self) -> Influence:
        if self._state == "running":
            progress = self._forecast.poll()
            if progress.state in ("failed", "cancelled"):
                self._state, self._problem = progress.state, progress.problem
            elif progress.state == "done" and progress.result is not None:
                outcome = progress.result.outcome(PARTY)
                self._take(outcome.chance.share if outcome is not None else 0.0)
        return self.progress

    @property
    def progress(self) -> Influence:
        moves = sorted(self._moves, key=lambda one: -abs(one.by))
        return Influence(self._state, tuple(moves), self._problem)

    def cancel(self) -> None:
        if self._state == "running":
            self._state = "cancelled"
            self._forecast.cancel()

    def _take(self, share: float) -> None:
        if self._without is None:
            self._without = share
        elif self._current is not None:
            title, change = self._current
            self._moves.append(BehaviourEffect(title, change, share - self._without))
        if not self._waiting:
            self._state = "done"
            return
        self._current = self._waiting.pop(0)
        case = changed(self._case, self._current[1])
        self._forecast = Forecast(self._workers, case, seed=self._forecast.seed, most=self._fights, narrow=0)


_TRIED: tuple[tuple[str, str, object], ...] = (
    ("stance", "aggressive", "aggressive"),
    ("stance", "careful", "careful"),
    ("focus", "attack the weakest", "weakest"),
    ("focus", "attack the nearest", "nearest"),
    ("holds_position", "hold position", True),
    ("stays_in_cover", "leave cover", False),
    ("heals", "leave the fallen", False),
    ("flees_below", "never flee", 0),
    ("flees_below", "flee below a half", 50),
)


def variants(ruleset: Ruleset, battle: AnyBattle) -> Iterator[tuple[str, Behave]]:
    """Yield, for each participating side, the switch values other than the current ones, each with its title."""
    known = {switch.key for switch in switches(ruleset)}
    sides = dict.fromkeys(battle.combatants[who].side for who in fighters(battle))
    said = battle.behaviours.sides
    of_sides = replace(battle, behaviours=Behaviours(sides=said))
    for side in sides:
        own = said.get(side, Behaviour())
        first = next(one for one in battle.combatants.values() if one.side == side)
        now = settled(ruleset, of_sides, first)
        for key, words, value in _TRIED:
            if key in known and getattr(now, key) != value:
                yield f"{side_title(side)}: {words}", Behave(with_fields(own, {key: value}), side=side)
