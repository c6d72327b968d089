"""What a game says about an evening at the table: what begins it, how a party rests, which actions roll for tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from model.state.base import Id, Record
from model.state.battle import AnyBattle

if TYPE_CHECKING:
    from model.engine.ask import Ask

Begins = Callable[[AnyBattle, tuple[Id, ...], "Ask"], AnyBattle]


class Evening(Record, kw_only=True):
    """What a game resets when an evening begins."""

    begin: Begins
    """With the ids of the players who are here."""
    words: str
    """What that is, in a sentence, such as what every player has from now on."""
    rules: tuple[str, ...] = ()


class TaskActions(Record, kw_only=True):
    """Ids of the actions that roll for tasks; empty where the game has none such."""

    begin: str = "add_task"
    """Sets up a task that takes several successes."""
    once: str = ""
    """One roll, alone or against somebody."""
    attempt: str = ""
    """One roll at a task that was set up."""
    compete: str = ""
    """One roll of everybody who competes at one."""


BY_HAND = TaskActions()
"""No game's own actions: the GM counts."""
