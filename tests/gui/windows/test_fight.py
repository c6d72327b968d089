"""A whole fight through the window: played to its end, undone to its beginning, closed and gone on with."""

from __future__ import annotations

import pytest

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press

pytestmark = pytest.mark.slow

_TURNS = 120
"""More than the sample needs."""


def standing(window: GmWindow, side: str) -> list[str]:
    combatants = window.work.battle.combatants.values()
    return [who.id for who in combatants if who.side == side and who.is_present and not who.is_out]


def take_turn(window: GmWindow, press: Press) -> None:
    """Whoever is up attacks the nearest foe, whatever speaks against it, and ends the turn."""
    actor = window.work.attention.actor
    if actor in window.work.battle.combatants and (foes := window.work.actions.foes()):
        window.combatants.mark(foes[0])
        press("A")
        for _ in range(12):
            if window.work.actions.can_apply or window.work.actions.call is None:
                break
            press("Shift+Enter" if window.work.actions.refusal is not None else "R")
        press("Enter")
        assert window.work.actions.call is None
    assert window.work.fight.do("end_turn") is None


@pytest.mark.slow
def test_a_fight_is_played_undone_and_gone_on_with(open_window: OpenWindow, press: Press) -> None:
    window = open_window()
    beginning = window.work.battle
    window.work.fight.start(first="pc")
    for _ in range(_TURNS):
        if not standing(window, "pc") or not standing(window, "npc"):
            break
        take_turn(window, press)
    assert not standing(window, "pc") or not standing(window, "npc")
    window.work.fight.end_fight()
    end = window.work.battle
    assert end.order.phase == "ended"
    again = open_window()
    assert again.work.battle == end
    while again.work.bridge.session.can_undo:
        again.work.bridge.undo()
    assert again.work.battle == beginning
    while again.work.bridge.session.can_redo:
        again.work.bridge.redo()
    assert again.work.battle == end
