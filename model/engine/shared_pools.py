"""What several have together, such as a party's action points: declared by a ruleset, shown by the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model.state.battle import AnyBattle


@dataclass(frozen=True, kw_only=True)
class SharedPool:
    """A display of the battle rather than of one combatant."""

    key: str
    title: str
    """`Players' action points`"""
    brief: str
    """`AP`"""
    value: Callable[[AnyBattle], int]
    most: Callable[[AnyBattle], int]
    """The most that it may hold."""
    with_value: Callable[[AnyBattle, int], AnyBattle]
    side: str = ""
    """Whose it is, for the colour; empty: nobody's in particular."""
    is_public: bool = True
    """Whether players see it."""
    shortcut: str = ""
    """Suggested key in the window for one more; with Shift it is one fewer."""
