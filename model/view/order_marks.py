"""The actions of a turn as letters: what is left of them, and what is used."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from model.engine.ruleset import Ruleset
from model.state.base import State
from model.state.battle import AnyBattle
from model.state.order import OWN_PLACE, Share, Slot
from model.view.order_party import Party

_SHOWN = 3
"""Marks of one kind beside one another; more are told as a number."""


class ActionMark(State):
    """One action of a turn: a letter, struck when it is used."""

    letter: str
    title: str
    is_used: bool = False


def marks_of(ruleset: Ruleset, battle: AnyBattle, party: Party) -> tuple[ActionMark, ...]:
    """Actions of the turn by kind: open while somebody of the slot still has them."""
    slot, able = party.slot, party.able
    turn = next((turn for turn in battle.order.turns if turn.slot == slot.id), None)
    is_running = battle.order.phase not in ("setup", "ended")
    if not able or not is_running or slot.state == "lost" or (turn is None and slot.kind not in OWN_PLACE):
        return ()
    whole = ruleset.turns.share(battle, able[0], slot).left
    still_whole = whole if slot.state == "waiting" or is_held(battle, slot) else {}
    left = still_whole if turn is None else _left(turn.shares.values(), whole)
    marks: list[ActionMark] = []
    for kind in dict.fromkeys((*whole, *left)):
        open_ones = left.get(kind, 0)
        # Of two kinds that begin alike, such as major and minor, the later one has the small letter.
        is_second = any(mark.letter[:1] == kind[:1].upper() for mark in marks)
        letter = kind[:1] if is_second else kind[:1].upper()
        marks.extend(_kind_marks(kind, letter, max(whole.get(kind, 0), open_ones), open_ones))
    return tuple(marks)


def _left(shares: Iterable[Share], whole: dict[str, int]) -> dict[str, int]:
    """The most that any member still has of each kind."""
    open_shares = [share.left for share in shares if not share.is_over]
    return {
        kind: max((left.get(kind, 0) for left in open_shares), default=0)
        for kind in dict.fromkeys((*whole, *(kind for left in open_shares for kind in left)))
    }


@functools.lru_cache(maxsize=256)
def _kind_marks(kind: str, letter: str, most: int, left: int) -> tuple[ActionMark, ...]:
    title = kind.replace("_", " ")
    if most > _SHOWN:
        return (ActionMark(letter=f"{letter}{left}", title=f"{left} {title}", is_used=not left),)
    return tuple(ActionMark(letter=letter, title=title, is_used=index >= left) for index in range(most))


def is_held(battle: AnyBattle, slot: Slot) -> bool:
    return any(held.slot == slot.id for held in battle.order.held.values())
