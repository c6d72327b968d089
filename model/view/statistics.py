"""An evening in numbers: what everybody dealt and took, and how their hits compare with what the odds said."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from model.engine.calls import Call
from model.engine.odds import TooManyRuns, weigh
from model.engine.ruleset import Ruleset
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Note
from model.view.pools import health_numbers
from model.view.viewer import GM, name_for

HIT = "hit"
_LONGEST = 600.0
"""Seconds between two steps that count as somebody's turn; a longer pause is one."""


class Played(Record):
    """A step as statistics need it."""

    call: Call
    note: Note
    before: AnyBattle
    after: AnyBattle
    seconds: float
    """Since the step before it."""


class Luck(Record):
    """Attacks whose odds are known, against what came of them."""

    attacks: int
    hits: int
    expected: float
    percentile: float | None
    """Share of such evenings that would have had fewer hits, those with as many counted half; None: no attack."""

    @property
    def words(self) -> str:
        """`luckier than 83 %`; empty without an attack."""
        return "" if self.percentile is None else f"luckier than {self.percentile:.0%}".replace("%", " %")


def luck(chances: Sequence[float], hits: int) -> Luck:
    """Where a number of hits stands among all that these chances can come to, exactly."""
    if not chances:
        return Luck(0, 0, 0.0, None)
    spread = [1.0]
    for chance in chances:
        missed = [share * (1 - chance) for share in spread]
        spread = [a + b for a, b in zip([*missed, 0.0], [0.0, *(share * chance for share in spread)], strict=True)]
    below = sum(spread[:hits]) + spread[hits] / 2
    return Luck(len(chances), hits, sum(chances), min(1.0, max(0.0, below)))


@dataclass
class Tally:
    """What is counted of a combatant."""

    name: str
    turns: int = 0
    seconds: float = 0.0
    dealt: int = 0
    taken: int = 0
    hits: int = 0
    chances: list[float] = field(default_factory=list)

    @property
    def luck(self) -> Luck:
        return luck(self.chances, self.hits)


class Tallies:
    """Counts steps one after the other, so that a window can go on meanwhile."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._found: dict[Id, Tally] = {}

    def count(self, step: Played) -> None:
        """Take a step into account. Cost: the exact odds of an attack, a few milliseconds."""
        action = self._ruleset.actions.get(step.call.action)
        for who in step.before.order.acting:
            if (tally := self._of(step.before, who)) is not None:
                tally.seconds += min(step.seconds, _LONGEST)
                tally.turns += step.call.action == "end_turn"
        self._count_damage(step)
        if action is not None and action.group == "attack":
            self._count_hits(step)

    def _of(self, battle: AnyBattle, who: Id) -> Tally | None:
        if who not in battle.combatants:
            return None
        if who not in self._found:
            self._found[who] = Tally(name_for(battle, who, GM) or who)
        return self._found[who]

    def _count_damage(self, step: Played) -> None:
        dealer = self._of(step.before, step.call.actor)
        for who, now in step.after.combatants.items():
            if step.before.combatants.get(who, now) is now:
                continue
            health = [health_numbers(self._ruleset, battle, who) for battle in (step.before, step.after)]
            if health[0] is None or health[1] is None or health[0][0] <= health[1][0]:
                continue
            lost = health[0][0] - health[1][0]
            if (tally := self._of(step.after, who)) is not None:
                tally.taken += lost
            if dealer is not None and who != step.call.actor:
                dealer.dealt += lost

    def _count_hits(self, step: Played) -> None:
        """Attacks that dice decided; what the GM said instead of them tells nothing of luck."""
        tally = self._of(step.before, step.call.actor)
        rulings = [one for one in step.note.rulings if one.key.partition(".")[0] == HIT]
        if tally is None or not rulings or any(one.word or one.is_true != one.computed for one in rulings):
            return
        if any(record.word for record in step.note.rolls):
            return
        chances = self._chances(step)
        if len(chances) == len(rulings):
            tally.chances += chances
            tally.hits += sum(one.is_true for one in rulings)

    def _chances(self, step: Played) -> list[float]:
        try:
            odds = weigh(self._ruleset, step.before, replace(step.call, answers={}), (HIT,))
        except TooManyRuns:
            return []
        found = [values for (_, measure), values in odds.measures.items() if measure == HIT]
        # What is missing to 1 never got so far as a roll.
        return [float(values.get(True, 0)) for values in found if sum(values.values()) == 1]

    @property
    def rows(self) -> tuple[Tally, ...]:
        """Everybody who did or suffered anything, those who dealt most first."""
        return tuple(sorted(self._found.values(), key=lambda one: (-one.dealt, one.name)))


def csv_text(rows: Iterable[Tally]) -> str:
    """The numbers as a table for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ("Combatant", "Turns", "Minutes", "Attacks", "Hits", "Expected hits", "Percentile", "Dealt", "Taken")
    )
    for row in rows:
        luck = row.luck
        share = "" if luck.percentile is None else f"{luck.percentile * 100:.1f}"
        # A name that begins like a formula is none.
        name = f"'{row.name}" if row.name[:1] in "=+-@" else row.name
        minutes = f"{row.seconds / 60:.1f}"
        writer.writerow(
            (name, row.turns, minutes, luck.attacks, luck.hits, f"{luck.expected:.2f}", share, row.dealt, row.taken)
        )
    return text.getvalue()
