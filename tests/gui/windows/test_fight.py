"""A whole fight through the window: played to its end, undone to its beginning, closed and gone on with."""

from __future__ import annotations

import pytest

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press

pytestmark = pytest.mark.slow

_TURNS = 120
"""More than the sample needs."""


def standing(window: GmWindow, side: str) -> list[str]:
    combatants = window.bridge.battle.combatants.values()
    return [who.id for who in combatants if who.side == side and who.is_present and not who.is_out]


def take_turn(window: GmWindow, press: Press) -> None:
    """Whoever is up attacks the nearest foe, whatever speaks against it, and ends the turn."""
    actor = window.attention.actor
    if actor in window.bridge.battle.combatants and (foes := window.controller.foes()):
        window.mark(foes[0])
        press("A")
        for _ in range(12):
            if window.controller.can_apply or window.controller.call is None:
                break
            press("Shift+Enter" if window.controller.refusal is not None else "R")
        press("Enter")
        assert window.controller.call is None
    assert window.fight._do("end_turn") is None


@pytest.mark.slow
def test_a_fight_is_played_undone_and_gone_on_with(open_window: OpenWindow, press: Press) -> None:
    window = open_window()
    beginning = window.bridge.battle
    window.fight.start(first="pc")
    for _ in range(_TURNS):
        if not standing(window, "pc") or not standing(window, "npc"):
            break
        take_turn(window, press)
    assert not standing(window, "pc") or not standing(window, "npc")
    window.fight.end_fight()
    end = window.bridge.battle
    assert end.order.phase == "ended"
    again = open_window()
    assert again.bridge.battle == end
    while again.bridge.session.can_undo:
        again.bridge.undo()
    assert again.bridge.battle == beginning
    while again.bridge.session.can_redo:
        again.bridge.redo()
    assert again.bridge.battle == end
