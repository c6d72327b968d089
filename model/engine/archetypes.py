"""Archetypes: templates for combatants without a sheet, such as a guard captain made up on the spot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from model.state.base import Record


class Archetype(Record, kw_only=True):
    """A kind of opponent in a game, by toughness: minion, standard, elite, boss."""

    id: str
    title: str
    help: str
    """What kind of combatant to build from it, in a sentence."""
    sheet: Callable[[int], Mapping[str, Any]]
    """The sheet at a level, as plain values; may omit what house rules add to every new sheet."""
    follows: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    """The numbers of a sheet that follow from others by the rules, unless they are typed."""
    gear: tuple[str, ...] = ()
    """Usual gear: ids of items of the game's content. Added automatically only in the dialog for new combatants."""
    levels: tuple[int, int] = (1, 1)
    """The lowest and the highest level; equal if the game has no levels."""
    level_field: str = ""
    """The field of the sheet that contains the level."""
    stated: str = ""
    """Which of the numbers the rules state, in a few words; empty if all are the program's own."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that state these numbers."""

    @property
    def has_levels(self) -> bool:
        return self.levels[0] < self.levels[1]

    @property
    def origin(self) -> str:
        """Origin of the numbers, in a sentence."""
        if not self.stated:
            return "The rules give no numbers for this: all of them are our suggestions."
        return f"By the rules: {self.stated} ({', '.join(self.rules)}). The other numbers are our suggestions."


def fixed(**sheet: Any) -> Callable[[int], Mapping[str, Any]]:
    """Return a function that gives the same sheet at every level."""
    return lambda level: MappingProxyType(sheet)
