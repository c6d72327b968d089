"""Archetypes: what a combatant is built from whom no sheet describes, such as a guard captain made up on the spot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from model.state.base import Record


class Archetype(Record, kw_only=True):
    """A kind of opponent of a game, by how much they withstand: minion, standard, elite, boss."""

    id: str
    title: str
    help: str
    """Whom to build from it, in a sentence."""
    sheet: Callable[[int], Mapping[str, Any]]
    """The sheet at a level, as plain values; what house rules put on the sheet of newcomers it may leave to them."""
    gear: tuple[str, ...] = ()
    """What they usually carry: ids of items of the game's content. Only who is built in a dialog gets it unasked."""
    levels: tuple[int, int] = (1, 1)
    """The lowest and the highest level; equal where the game has no levels."""
    level_field: str = ""
    """The field of the sheet that holds the level."""
    stated: str = ""
    """Which of the numbers the rules state, in a few words; empty: none, all are the program's own."""
    rules: tuple[str, ...] = ()
    """Where they state them."""

    @property
    def has_levels(self) -> bool:
        return self.levels[0] < self.levels[1]

    @property
    def origin(self) -> str:
        """Where the numbers come from, in a sentence."""
        if not self.stated:
            return "The rules give no numbers for this: all of them are our suggestions."
        return f"By the rules: {self.stated} ({', '.join(self.rules)}). The other numbers are our suggestions."


def fixed(**sheet: Any) -> Callable[[int], Mapping[str, Any]]:
    """The same sheet at every level."""
    return lambda level: MappingProxyType(sheet)
