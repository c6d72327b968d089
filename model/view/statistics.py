"""Statistics of an evening: what each step adds to damage, hits, losses and spending of combatants, and the sums.

The figures of a step depend on the step alone, so they are computed once and can be summed for any branch of steps.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from itertools import pairwise
from typing import NamedTuple

from model.engine.calls import Call
from model.engine.odds import TooManyRuns, weigh
from model.engine.ruleset import Ruleset
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Note
from model.view.pools import health_numbers
from model.view.viewer import GM, name_for

HIT = "hit"
LONGEST_TURN = 600.0
"""Maximum time between two steps that counts as part of a turn, in seconds; a longer pause is a break."""

# ------------------------------------------------------------------------------------------------------------- luck


class Luck(Record):
    """Attacks with known odds, compared with their results."""

    attacks: int
    hits: int
    expected: float
    percentile: float | None
    """Share of random outcomes with fewer hits, those with equally many counted half; None without an attack."""

    @property
    def words(self) -> str:
        """`luckier than 83 %`; empty without an attack."""
        return "" if self.percentile is None else f"luckier than {self.percentile:.0%}".replace("%", " %")


_NOTHING = 1e-18
"""Probability below which the ends of a distribution are cut off."""


class Odds:
    """Chances of attacks, and the distribution of their total number of hits.

    The distribution is cached without its negligible ends: for a long evening, recomputing it from the first chance
    each time would take too long.
    """

    def __init__(self, chances: Iterable[float] = ()) -> None:
        self.chances: list[float] = []
        self._spread = [1.0]
        self._first = 0
        """The number of hits at the first index of `_spread`."""
        self._counted = 0
        """How many of the chances are included in `_spread`."""
        self.add(chances)

    def add(self, chances: Iterable[float]) -> None:
        """Add the chances of attacks; the distribution is updated when it is needed."""
        self.chances.extend(chances)

    def luck(self, hits: int) -> Luck:
        """Rank a number of hits in the distribution of these chances."""
        if not self.chances:
            return Luck(0, 0, 0.0, None)
        self._work_out()
        at, spread = hits - self._first, self._spread
        same = spread[at] if 0 <= at < len(spread) else 0.0
        below = sum(spread[: max(0, at)]) + same / 2
        return Luck(len(self.chances), hits, sum(self.chances), min(1.0, max(0.0, below)))

    def _work_out(self) -> None:
        spread = self._spread
        for chance in self.chances[self._counted :]:
            miss = 1 - chance
            inner = [below * chance + here * miss for below, here in pairwise(spread)]
            spread = [spread[0] * miss, *inner, spread[-1] * chance]
            while spread[0] < _NOTHING:
                del spread[0]
                self._first += 1
            while spread[-1] < _NOTHING:
                del spread[-1]
        self._spread, self._counted = spread, len(self.chances)

    def copy(self) -> Odds:
        """Return an independent copy."""
        other = Odds()
        other.chances, other._spread = self.chances[:], self._spread[:]
        other._first, other._counted = self._first, self._counted
        return other


def luck(chances: Iterable[float], hits: int) -> Luck:
    """Rank a number of hits in the exact distribution of these chances."""
    return Odds(chances).luck(hits)


# ----------------------------------------------------------------------------------------------------- one step


class Played(Record):
    """A step with what statistics need."""

    call: Call
    note: Note
    before: AnyBattle
    after: AnyBattle
    seconds: float
    """Time since the previous step."""


class Share(Record, kw_only=True):
    """A step's contribution to a combatant's figures."""

    who: Id
    turns: int = 0
    seconds: float = 0.0
    dealt: int = 0
    taken: int = 0
    health: tuple[int, int] | None = None
    """Before and after the step, or None if unchanged."""
    spent: tuple[tuple[str, int], ...] = ()
    """Titles of resources that went down, and by how much."""


class Figures(Record):
    """A step's contribution, without the odds of its attack."""

    round: int
    """0 before combat."""
    shares: tuple[Share, ...]
    is_attack: bool
    """Whether `shots_of` may find odds."""


class Shots(Record):
    """The rolled attacks of a step, with their exact odds."""

    who: Id
    chances: tuple[float, ...]
    hits: int


def figures_of(ruleset: Ruleset, step: Played) -> Figures:
    """The contribution of a step. Cost: some microseconds for each combatant that it changed."""
    found: dict[Id, Share] = {}

    def share(who: Id) -> Share:
        return found.get(who) or Share(who=who)

    for who in step.before.order.acting:
        if who in step.before.combatants:
            seconds = min(max(0.0, step.seconds), LONGEST_TURN)
            turns = int(step.call.action == "end_turn")
            found[who] = replace(share(who), seconds=seconds, turns=turns)
    dealt = 0
    for who in _changed(step):
        numbers = [health_numbers(ruleset, battle, who) for battle in (step.before, step.after)]
        old, new = (None if one is None else one[0] for one in numbers)
        if old is not None and new is not None and old != new:
            found[who] = replace(share(who), health=(old, new), taken=max(0, old - new))
            dealt += max(0, old - new) if who != step.call.actor else 0
    if step.call.actor in step.before.combatants and dealt:
        found[step.call.actor] = replace(share(step.call.actor), dealt=dealt)
    for who, spent in _spent(ruleset, step).items():
        found[who] = replace(share(who), spent=tuple(spent.items()))
    action = ruleset.actions.get(step.call.action)
    is_attack = action is not None and action.group == "attack" and bool(step.note.rulings)
    return Figures(step.after.order.round, tuple(found.values()), is_attack)


def _changed(step: Played) -> Iterator[Id]:
    """Combatants in both battles whose state differs."""
    if step.before.combatants is step.after.combatants:
        return
    before = step.before.combatants
    for who, now in step.after.combatants.items():
        if before.get(who, now) is not now:
            yield who


def _spent(ruleset: Ruleset, step: Played) -> dict[Id, dict[str, int]]:
    """What the step spent: pools of each changed combatant, of the actor's side, and points of players."""
    found: dict[Id, dict[str, int]] = {}

    def add(who: Id, title: str, amount: float) -> None:
        if amount > 0:
            own = found.setdefault(who, {})
            own[title] = own.get(title, 0) + int(amount)

    own_pools = [one for one in ruleset.pools_displayed if not one.is_health]
    for who in _changed(step) if own_pools else ():
        for pool in own_pools:
            add(who, pool.title, pool.value(step.before, who) - pool.value(step.after, who))
    actor = step.before.combatants.get(step.call.actor)
    if step.before.shared is not step.after.shared and actor is not None:
        for shared in ruleset.pools:
            if shared.side in ("", actor.side):
                add(actor.id, shared.title, shared.value(step.before) - shared.value(step.after))
    if step.before.players is not step.after.players:
        for player in step.after.players.values():
            before = step.before.players.get(player.id)
            character = next((one for one in player.characters if one in step.after.combatants), None)
            if before is None or before is player or character is None:
                continue
            for points in ruleset.player_resources:
                add(character, points.title, getattr(before, points.key) - getattr(player, points.key))
    return found


def shots_of(ruleset: Ruleset, step: Played) -> Shots | None:
    """Rolled attacks with their odds, or None if the GM decided them instead of dice or odds are not known.

    Cost: the exact odds of the attack, some milliseconds.
    """
    rulings = [one for one in step.note.rulings if one.key.partition(".")[0] == HIT]
    # A roll that fails before it is read on a table decides that nothing is hit.
    decided_by = rulings or [one for one in step.note.rulings if not one.is_true]
    if step.call.actor not in step.before.combatants or not decided_by:
        return None
    if not rulings and len(decided_by) < len(step.note.rulings):
        return None
    if any(one.word or one.is_true != one.computed for one in decided_by) or any(one.word for one in step.note.rolls):
        return None
    try:
        odds = weigh(ruleset, step.before, replace(step.call, answers={}), (HIT,))
    except TooManyRuns:
        return None
    found = [values for (_, measure), values in odds.measures.items() if measure == HIT]
    # The rest up to 1 are runs that end before the roll.
    chances = tuple(float(values.get(True, 0)) for values in found if sum(values.values()) == 1)
    if not chances or len(chances) != (len(rulings) or len(step.call.targets)):
        return None
    return Shots(step.call.actor, chances, sum(one.is_true for one in rulings))


# --------------------------------------------------------------------------------------------------------- their sums


class Health(NamedTuple):
    """Health from a step on."""

    step: int
    """The number of steps up to then."""
    points: int


@dataclass
class Tally:
    """The sums for a combatant."""

    name: str
    side: str = ""
    turns: int = 0
    seconds: float = 0.0
    dealt: int = 0
    taken: int = 0
    hits: int = 0
    odds: Odds = field(default_factory=Odds)
    spent: dict[str, int] = field(default_factory=dict)
    health: list[Health] = field(default_factory=list)
    """Empty if it never changed."""

    @property
    def luck(self) -> Luck:
        return self.odds.luck(self.hits)

    @property
    def spent_words(self) -> str:
        """`Endurance 7, Plot points 1`"""
        return ", ".join(f"{title} {amount}" for title, amount in self.spent.items())


class Tallies:
    """Sums the figures of steps, in their order."""

    def __init__(self) -> None:
        self._found: dict[Id, Tally] = {}
        self.steps = 0
        """How many steps are counted."""
        self.rounds: list[tuple[int, int]] = []
        """Index of the step at which each round began, and the round's number; each combat begins again with 1."""
        self._round = 0

    def add(self, figures: Figures, battle: AnyBattle) -> None:
        """Add a step; `battle` provides the names of its combatants."""
        if figures.round and figures.round != self._round:
            self.rounds.append((self.steps, figures.round))
        self._round = figures.round
        self.steps += 1
        for share in figures.shares:
            tally = self._of(share.who, battle)
            tally.turns += share.turns
            tally.seconds += share.seconds
            tally.dealt += share.dealt
            tally.taken += share.taken
            for title, amount in share.spent:
                tally.spent[title] = tally.spent.get(title, 0) + amount
            if share.health is not None:
                old, new = share.health
                if not tally.health:
                    tally.health.append(Health(0, old))
                tally.health.append(Health(self.steps, new))

    def add_shots(self, shots: Shots, battle: AnyBattle) -> None:
        """Add rolled attacks."""
        tally = self._of(shots.who, battle)
        tally.odds.add(shots.chances)
        tally.hits += shots.hits

    def _of(self, who: Id, battle: AnyBattle) -> Tally:
        if who not in self._found:
            combatant = battle.combatants.get(who)
            side = "" if combatant is None else combatant.side
            self._found[who] = Tally(name_for(battle, who, GM) or who, side)
        return self._found[who]

    @property
    def by_id(self) -> Mapping[Id, Tally]:
        """The sums by combatant."""
        return self._found

    @property
    def rows(self) -> tuple[Tally, ...]:
        """All combatants with any figures, those who dealt most first."""
        return tuple(sorted(self._found.values(), key=lambda one: (-one.dealt, one.name)))


class Merged:
    """Rows of several battles, summed by name and side; health is left out because battles share no time axis."""

    def __init__(self, rows: Iterable[Tally] = ()) -> None:
        self._found: dict[tuple[str, str], Tally] = {}
        self.add(rows)

    def add(self, rows: Iterable[Tally]) -> None:
        """Add the rows of a battle."""
        for row in rows:
            key = (row.name, row.side)
            whole = self._found.get(key)
            if whole is None:
                self._found[key] = replaced(row, odds=row.odds.copy(), spent=dict(row.spent), health=[])
                continue
            whole.turns += row.turns
            whole.seconds += row.seconds
            whole.dealt += row.dealt
            whole.taken += row.taken
            whole.hits += row.hits
            whole.odds.add(row.odds.chances)
            for title, amount in row.spent.items():
                whole.spent[title] = whole.spent.get(title, 0) + amount

    @property
    def rows(self) -> tuple[Tally, ...]:
        """Those who dealt most first."""
        return tuple(sorted(self._found.values(), key=lambda one: (-one.dealt, one.name)))


# ------------------------------------------------------------------------------------------------------ as a table


_COLUMNS = ("Combatant", "Turns", "Minutes", "Attacks", "Hits", "Expected hits", "Percentile", "Dealt", "Taken")


def csv_text(rows: Iterable[Tally]) -> str:
    """The statistics as CSV for a spreadsheet, with a column for each resource spent."""
    rows = tuple(rows)
    resources = tuple(dict.fromkeys(title for row in rows for title in row.spent))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*_COLUMNS, *(f"{_no_formula(title)} spent" for title in resources)))
    for row in rows:
        luck = row.luck
        share = "" if luck.percentile is None else f"{luck.percentile * 100:.1f}"
        known = (luck.attacks, luck.hits, f"{luck.expected:.2f}", share, row.dealt, row.taken)
        spent = (row.spent.get(title, 0) for title in resources)
        writer.writerow((_no_formula(row.name), row.turns, f"{row.seconds / 60:.1f}", *known, *spent))
    return text.getvalue()


def _no_formula(words: str) -> str:
    """Quote text that begins like a formula, so that a spreadsheet reads it as text."""
    return f"'{words}" if words[:1] in tuple("=+-@\t\r") else words
