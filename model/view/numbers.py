"""The evening's statistics for players: counts only what they saw, under public names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from model.engine.ruleset import Ruleset
from model.state.base import ENVIRONMENT, Id
from model.state.battle import PLAYERS_SIDE, AnyBattle
from model.view.pools import health_numbers
from model.view.statistics import HIT, LONGEST_TURN, Played
from model.view.viewer import PLAYERS, knows, name_for, policy_of

TITLE = "The evening in numbers"
_MOST = 10
"""Rows that can be read from a distance of four metres."""


@dataclass
class _Seen:
    """What players saw a combatant do."""

    attacks: int = 0
    hits: int = 0
    dealt: int = 0
    taken: int = 0
    defeated: int = 0
    seconds: float = 0.0


_COLUMNS: tuple[tuple[str, Callable[[_Seen], str]], ...] = (
    ("Hits", lambda seen: f"{seen.hits} of {seen.attacks}" if seen.attacks else ""),
    ("Dealt", lambda seen: str(seen.dealt or "")),
    ("Taken", lambda seen: str(seen.taken or "")),
    ("Defeated", lambda seen: str(seen.defeated or "")),
    ("Minutes", lambda seen: f"{seen.seconds / 60:.0f}" if seen.seconds >= 30 else ""),
)
"""Headings, and the text below each; a column in which the players' own side has no entry is left out."""


class NumbersForPlayers:
    """Counts steps as players saw them.

    Of a step by a combatant unseen at that time, only its effects on combatants that players saw count. Damage counts
    only where players see exact health, so that words and bars cannot be converted into numbers. Odds are never
    included, because they reveal target numbers.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._found: dict[Id, _Seen] = {}
        self._seconds = 0.0
        self._rounds = 0
        self._defeated = 0
        self._left: Counter[str] = Counter()
        """Opponents who left combat alive, by how they did."""

    def add(self, step: Played) -> None:
        """Take a step into account."""
        acting = step.before.order.acting
        # Time of turns that only hidden combatants take would reveal them.
        if step.before.order.is_running and (not acting or any(_sees(step, who) for who in acting)):
            self._seconds += min(step.seconds, LONGEST_TURN)
        self._rounds = max(self._rounds, step.after.order.round)
        actor = step.call.actor
        is_seen = not step.note.is_unnoticed and actor != ENVIRONMENT and _sees(step, actor)
        if is_seen:
            self._count_hits(step)
        for who in acting:
            if _sees(step, who):
                self._of(who).seconds += min(step.seconds, LONGEST_TURN)
        for who, now in step.after.combatants.items():
            if step.before.combatants.get(who, now) is not now and _sees(step, who):
                self._count_change(step, who, actor if is_seen and actor != who else None)

    def _of(self, who: Id) -> _Seen:
        return self._found.setdefault(who, _Seen())

    def _count_hits(self, step: Played) -> None:
        if not all(knows(step.before, target, PLAYERS) for target in step.call.targets):
            return
        rulings = [one for one in step.note.rulings if one.key.partition(".")[0] == HIT]
        if rulings:
            seen = self._of(step.call.actor)
            seen.attacks += len(rulings)
            seen.hits += sum(one.is_true for one in rulings)

    def _count_change(self, step: Played, who: Id, by: Id | None) -> None:
        policy = policy_of(step.after, who)
        numbers = [health_numbers(self._ruleset, battle, who) for battle in (step.before, step.after)]
        if policy == "exact" and numbers[0] is not None and numbers[1] is not None:
            lost = max(0, numbers[0][0] - numbers[1][0])
            self._of(who).taken += lost
            if by is not None:
                self._of(by).dealt += lost
        now, earlier = step.after.combatants[who], step.before.combatants[who]
        if now.left_as != earlier.left_as and now.side not in self._ruleset.allied:
            self._left.update([one for one in (now.left_as,) if one])
            self._left.subtract([one for one in (earlier.left_as,) if one])
        is_defeated = now.is_out and now.left_as is None and not earlier.is_out
        if is_defeated and policy != "nothing":
            self._defeated += now.side not in self._ruleset.allied
            if by is not None:
                self._of(by).defeated += 1

    # ------------------------------------------------------------------------------------------------ the page

    def page(self, battle: AnyBattle) -> str:
        """The text for a battle: a line of totals, a line of headings, then a line for each combatant.

        The parts of a line are separated by tabs. Combatants whom players do not see now are left out.
        """
        rows = [(who, seen) for who, seen in self._found.items() if self._is_told(battle, who, seen)]
        rows.sort(key=lambda row: _rank(battle, *row))
        own = [seen for who, seen in rows if battle.combatants[who].side == PLAYERS_SIDE] or [_Seen()]
        # Columns with entries of others only are left out: what they did shows in what the players' side took.
        columns = [(title, words) for title, words in _COLUMNS if any(map(words, own))]
        lines = [" · ".join(self._words())]
        if rows:
            lines.append("\t".join(("", *(title for title, _ in columns))))
        for who, seen in rows[:_MOST]:
            name = (name_for(battle, who, PLAYERS) or "").replace("\t", " ")
            lines.append("\t".join((name, *(words(seen) for _, words in columns))))
        return "\n".join(lines)

    def _is_told(self, battle: AnyBattle, who: Id, seen: _Seen) -> bool:
        is_there = who in battle.combatants and knows(battle, who, PLAYERS)
        return is_there and any(words(seen) for _, words in _COLUMNS)

    def _words(self) -> Iterator[str]:
        if self._rounds:
            yield f"{self._rounds} {'round' if self._rounds == 1 else 'rounds'}"
        yield f"{self._seconds / 60:.0f} minutes"
        if self._defeated:
            yield f"{self._defeated} {'opponent' if self._defeated == 1 else 'opponents'} defeated"
        for way, count in sorted(self._left.items()):
            if count > 0:
                yield f"{count} {way}"


def _sees(step: Played, who: Id) -> bool:
    """Whether players saw a combatant before a step and after it."""
    return all(who in battle.combatants and knows(battle, who, PLAYERS) for battle in (step.before, step.after))


def _rank(battle: AnyBattle, who: Id, seen: _Seen) -> tuple[bool, int, int, int]:
    """Sort key: the players' own side first, then those who did most."""
    is_other = battle.combatants[who].side != PLAYERS_SIDE
    return is_other, -seen.dealt, -seen.hits, -seen.taken
