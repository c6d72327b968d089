"""Odds that were weighed before, for as long as the battle stays as it is."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from model.engine.calls import Call
from model.engine.odds import Odds, TooManyRuns, weigh
from model.engine.ruleset import Ruleset
from model.state.battle import AnyBattle


class OddsCache:
    """Odds by battle and call; a battle is told by identity, since it never changes."""

    def __init__(self, size: int = 256) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[int, tuple[str, ...], bytes], tuple[AnyBattle, Odds | None]] = OrderedDict()

    def weigh(self, ruleset: Ruleset, battle: AnyBattle, call: Call, until: tuple[str, ...] = ()) -> Odds | None:
        """Exact odds, or None where there are too many cases to weigh in time."""
        key = (id(battle), until, msgspec.json.encode(call))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][1]
        try:
            odds = weigh(ruleset, battle, call, until)
        except TooManyRuns:
            odds = None
        self._kept[key] = (battle, odds)
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return odds
