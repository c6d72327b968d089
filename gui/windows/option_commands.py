"""Commands for what has a key of its own to be said with about the action in progress."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gui.commands import Command
from gui.windows.key_router import NO_ACTION

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow


def option_commands(window: GmWindow) -> Iterator[Command]:
    """A command for everything that has a key of its own to be said with."""
    actions = window.bridge.ruleset.actions.values()
    if any(action.items is not None for action in actions):
        yield Command(
            id="say.item", title="With what: the next", menu="Action/Say", key="W",
            run=window.controller.options.next_item, is_enabled=lambda: window.controller.call is not None,
            why_not=NO_ACTION,
        )  # fmt: skip
    stepped = {one.key: one for action in actions for one in action.parameters if one.step_key}
    for key, parameter in stepped.items():
        words = "one more" if parameter.kind == "number" else "yes or no"
        yield Command(
            id=f"say.{key}", title=f"{parameter.title}: {words}", menu="Action/Say", key=parameter.step_key,
            run=partial(window.controller.options.step, key), help=parameter.help,
            is_enabled=lambda: window.controller.call is not None,
            why_not=NO_ACTION,
        )  # fmt: skip
