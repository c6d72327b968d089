"""The end of a turn, a round or the fight while an action is under way.

A finished action is applied first, an unfinished one is asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gui.dialogs.asking import Sure
from model.dice.requests import DiceRequest
from model.engine.run import Due
from model.state.base import ENVIRONMENT, Id

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow
    from model.session import Draft


def end_turn(window: GmWindow) -> None:
    """End the turn in progress."""
    if not window.fight.is_too_soon:
        _end(window, "End Turn", window.fight.end_turn, lambda: window.fight.end_turn(is_meant=True))


def delay(window: GmWindow) -> None:
    """Delay the turn in progress."""
    _end(window, "Delay", window.fight.delay, window.fight.delay)


def end_round(window: GmWindow) -> None:
    """End the round, with all turns that are left."""
    _end(window, "End Round", window.fight.end_round, window.fight.end_round)


def end_combat(window: GmWindow) -> None:
    """End the fight."""
    _end(window, "End Combat", window.fight.end_fight, window.fight.end_fight)


def _end(window: GmWindow, title: str, end: Callable[[], str | None], after_applying: Callable[[], str | None]) -> None:
    """Apply an action that has a result, ask about one that waits for dice, then `end`."""
    controller, panel = window.controller, window.action_panel
    is_command = controller.action is not None and controller.action.group == "order"
    if is_command and not controller.can_apply:
        window.tell(end())
        return
    unfinished = tuple(_unfinished(window))
    if unfinished and not _is_dropped(window, unfinished, title):
        panel.take_focus()
        return
    if not controller.can_apply or panel.plan.is_draft:
        window.tell(end())
        return
    turn = window.bridge.battle.order.turn
    slot = None if turn is None else turn.slot
    panel.hand_in()
    after = window.bridge.battle.order.turn
    # What the action has set off comes before the end of the turn, and a turn that it ended itself ends once.
    is_same = slot == (None if after is None else after.slot)
    if not is_command and controller.call is None and is_same:
        window.tell(after_applying())


def _unfinished(window: GmWindow) -> list[Id]:
    """Whose action of this turn would be left behind with dice due, or with answers given."""
    bridge, controller = window.bridge, window.controller
    current = None if controller.call is None else controller.call.actor
    found = [who for who in bridge.battle.order.acting if who != current and _is_begun(bridge.draft(who))]
    draft = None if current is None or controller.can_apply else bridge.draft(current)
    if current is not None and (_is_begun(draft) or window.action_panel.plan.is_draft):
        found.insert(0, current)
    return found


def _is_begun(draft: Draft | None) -> bool:
    if draft is None:
        return False
    is_due = isinstance(draft.outcome, Due) and isinstance(draft.outcome.request, DiceRequest)
    return is_due or bool(draft.call.answers)


def _is_dropped(window: GmWindow, unfinished: tuple[Id, ...], title: str) -> bool:
    """Ask whether unfinished actions may be dropped, and drop them; False when the turn goes on."""
    bridge = window.bridge
    titles = []
    for who in unfinished:
        draft = bridge.draft(who)
        assert draft is not None
        owner = "the environment" if who == ENVIRONMENT else bridge.name(who)
        titles.append(f"{bridge.ruleset.actions[draft.call.action].title} ({owner})")
    words = f"Not finished: {', '.join(titles)}. Nothing of it has been applied. {title} drops it."
    if not Sure.ask(window, "Action not finished", words, f"Drop It and {title}"):
        return False
    for who in unfinished:
        if problem := bridge.drop_draft(who):
            window.tell(f"{problem} Shift+Esc drops it all the same.")
            window.controller.refresh()
            return False
    window.controller.refresh()
    return True
