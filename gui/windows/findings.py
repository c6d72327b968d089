"""Everything that can be found by typing: commands, actions, fighters, rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gui.dialogs.find_anything import Finding
from model.state.base import Id

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow


def findings(window: GmWindow) -> list[Finding]:
    """All of it, with what choosing it does."""
    return [*_commands(window), *_fighters(window), *_rules(window), *window.zones.findings()]


def _commands(window: GmWindow) -> Iterator[Finding]:
    for command in window.commands:
        action = window.commands.action(command.id)
        kind = "action" if command.id.startswith("action.") else "command"
        title = command.title_now().split("\t")[0]
        key = window.commands.key(command.id)
        yield Finding(title, kind, action.trigger, key, command.menu, action.isEnabled())


def _fighters(window: GmWindow) -> Iterator[Finding]:
    for who in window.bridge.battle.combatants.values():
        yield Finding(who.name, "fighter", partial(_go_to, window, who.id), more=who.side)


def _rules(window: GmWindow) -> Iterator[Finding]:
    for rule in () if window.book is None else window.book.rules.values():
        yield Finding(rule.title, "rule", partial(window.show_rule, rule.id), rule.id, rule.id)


def _go_to(window: GmWindow, who: Id) -> None:
    window.attention.look_at(who)
    window.board.map.center_on(who)
