"""What several have together, changed by the GM's hand: commands with keys, and a menu for each pool in the top bar."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gui.commands import Command
from gui.dialogs.asking import LineDialog
from model.engine.calls import Call
from model.engine.types import SharedPool

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow


class PoolsDesk:
    """Carries out what the menus say."""

    def __init__(self, window: GmWindow) -> None:
        self._window = window

    def change(self, key: str, by: int) -> None:
        """Put in or take out so many."""
        self._set(pool=key, by=by)

    def ask(self, pool: SharedPool) -> None:
        """Ask for the new number."""
        now = str(pool.value(self._window.bridge.battle))
        typed = LineDialog.ask(self._window, pool.title, "How many there are", now)
        if typed is None:
            return
        if typed.lstrip("-").isdecimal():
            self._set(pool=pool.key, to=int(typed))
        else:
            self._window.tell(f"“{typed}” is no whole number.")

    def _set(self, **options: str | int) -> None:
        self._window.tell(self._window.bridge.edit(Call(action="set_pool", options=options)))


def pool_commands(window: GmWindow) -> Iterator[Command]:
    """One more, one fewer and any number, for each pool that the ruleset has."""
    desk = window.pools
    for pool in window.bridge.ruleset.pools:
        fewer = f"Shift+{pool.shortcut}" if pool.shortcut else ""
        for step, words, key in ((1, "one more", pool.shortcut), (-1, "one fewer", fewer)):
            yield Command(
                id=command_id(pool.key, step), title=f"{pool.title}: {words}", menu=MENU, key=key,
                run=partial(desk.change, pool.key, step), is_first=step == 1,
            )  # fmt: skip
        yield Command(id=command_id(pool.key, 0), title=f"{pool.title}…", menu=MENU, run=partial(desk.ask, pool))


MENU = "Battle/Common pools"


def command_id(pool: str, step: int) -> str:
    """The id of the command for one more (1), one fewer (-1) or any number (0)."""
    return f"pool.{pool}.{('set', 'more', 'fewer')[step]}"
