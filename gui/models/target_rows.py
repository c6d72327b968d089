"""What an action may do to each of several targets whom one throw decides about, as the rows of a list. Knows no Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from model.engine.odds import Odds
from model.engine.ruleset import Measure
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Note, Ruling
from model.view.explanations import abbreviated
from model.view.texts import unsigned
from model.view.viewer import GM, initials, name_for


@dataclass(frozen=True, kw_only=True)
class TargetRow:
    """One of several targets: who, what has to be reached, what may come of it, and the verdict once it is in."""

    id: Id
    name: str
    initials: str
    side: str
    is_hidden: bool = False
    is_out: bool = False
    numbers: str = ""
    """What is told of this one alone: `DV 15`."""
    chance: Fraction | None = None
    """How probably the first of the ruleset's chances comes true; None: nothing is known."""
    further: tuple[tuple[str, Fraction], ...] = ()
    """What else may come of it, overall: `drops`, 1/12."""
    mean: Fraction | None = None
    """The amount on average, where there is any."""
    ruling: Ruling | None = None

    @property
    def words(self) -> str:
        """The row as a sentence."""
        parts = [self.name, self.numbers]
        parts += [] if self.chance is None else [f"{float(self.chance):.1%}"]
        parts += [f"{title} {float(chance):.1%}" for title, chance in self.further]
        parts += [f"{float(self.mean):.1f} on average"] if self.mean else []
        return ", ".join(part for part in parts if part)


def target_rows(
    battle: AnyBattle,
    targets: tuple[Id, ...],
    explanations: Iterable[Explanation],
    note: Note,
    odds: Odds | None,
    measures: tuple[Measure, ...],
) -> tuple[TargetRow, ...]:
    """A row for each target who is a combatant, in the order in which they are named."""
    told = tuple(explanations)
    rulings = {who: ruling for ruling in reversed(note.rulings) if (who := about(ruling.key)) is not None}
    return tuple(
        _row(battle, who, told, rulings.get(who), odds, measures) for who in targets if who in battle.combatants
    )


def about(key: str) -> Id | None:
    """Whom a number or verdict with a key such as `dv.boomer-2` is about; None of what concerns all."""
    return _parted(key)[1] or None


def _parted(key: str) -> tuple[str, str]:
    """`dv` and `boomer-2`."""
    what, _, who = key.rpartition("/")[2].partition(".")
    return what, who


def told_in_full(
    explanations: Iterable[Explanation], in_hand: Id | None, listed: Collection[Id]
) -> tuple[Explanation, ...]:
    """The numbers that a GM has to read: those of all, and of the one in hand.

    Of those `listed` the others have lines of their own; what several have alike, such as the members of a team, stood
    in the rows of their dice.
    """
    told = tuple(explanations)
    times = Counter(_parted(each.key)[0] for each in told if about(each.key) is not None)

    def is_told(each: Explanation) -> bool:
        who = about(each.key)
        if who is None or who == in_hand:
            return True
        return who not in listed and times[_parted(each.key)[0]] == 1

    return tuple(each for each in told if is_told(each))


def _row(
    battle: AnyBattle,
    who: Id,
    told: tuple[Explanation, ...],
    ruling: Ruling | None,
    odds: Odds | None,
    measures: tuple[Measure, ...],
) -> TargetRow:
    one, name = battle.combatants[who], name_for(battle, who, GM) or ""
    numbers = (f"{abbreviated(each.title)} {unsigned(each.total)}" for each in told if about(each.key) == who)
    known = set() if odds is None else {key for id, key in odds.measures if id == who}
    chances = [
        (one.title, odds.chance(who, one.key))
        for one in measures
        if odds is not None and one.kind == "chance" and one.key in known
    ]
    spread = next((one.key for one in measures if one.kind == "spread" and one.key in known), None)
    mean = None if odds is None or spread is None else _mean(odds, who, spread)
    return TargetRow(
        id=who,
        name=name,
        initials=initials(name),
        side=one.side,
        is_hidden=one.is_hidden,
        is_out=one.is_out,
        numbers=" · ".join(numbers),
        chance=chances[0][1] if chances else None,
        further=tuple((title, chance) for title, chance in chances[1:] if chance),
        mean=mean,
        ruling=ruling,
    )


def _mean(odds: Odds, who: Id, key: str) -> Fraction:
    """The average of an amount; where it never gets that far, nothing is lost."""
    return sum((amount * chance for amount, chance in odds.distribution(who, key).items()), Fraction(0))
