"""What a ruleset shows of a combatant, as data: one class for each kind of display; each has its own widget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from model.engine.types import Body, Grid
from model.state.base import Id, Record
from model.state.battle import GameBattle

Rows = tuple[tuple[Any, ...], ...]
"""Rows of title and value; if the value is not a field of the sheet, also the path of the field that typing edits."""


class Display(Record, kw_only=True):
    """Something to show of a combatant."""

    key: str
    title: str


class PoolDisplay(Display, kw_only=True):
    """A number out of a maximum, as a bar."""

    value: Callable[[GameBattle, Id], float]
    most: Callable[[GameBattle, Id], int] | None = None
    field: str = ""
    """The sheet field that a click edits; empty if it is not editable."""
    is_health: bool = False
    """Whether it is the pool that lists and tokens show, and that players see according to the health policy."""


class TrackDisplay(PoolDisplay, kw_only=True):
    """A number shown as ticked boxes."""


class NumbersDisplay(Display, kw_only=True):
    """Titled values side by side."""

    value: Callable[[GameBattle, Id], Rows]


class PathDisplay(NumbersDisplay, kw_only=True):
    """A route, leg by leg."""


class CountdownDisplay(NumbersDisplay, kw_only=True):
    """The steps of a round, with what is due on each."""


class BodyDisplay(Display, kw_only=True):
    """Parts of a body, with their protection and injuries."""

    value: Callable[[GameBattle, Id], Body | None]


class TableDisplay(Display, kw_only=True):
    """A table that the game defines."""

    value: Callable[[GameBattle, Id], Grid | None]


class RelationsDisplay(Display, kw_only=True):
    """Relations of the combatant to others: holds, guards, aims."""
