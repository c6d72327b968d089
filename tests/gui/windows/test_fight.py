"""A whole fight through the window: played to its end, closed, reopened, undone to its beginning and redone."""

from __future__ import annotations

from typing import ClassVar

import pytest
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press

pytestmark = pytest.mark.slow

_TURNS = 120
"""Limit of turns, more than the sample needs."""


def standing(window: GmWindow, side: str) -> list[str]:
    combatants = window.work.battle.combatants.values()
    return [who.id for who in combatants if who.side == side and who.is_present and not who.is_out]


def take_turn(window: GmWindow, press: Press) -> None:
    """Let the acting combatant attack the nearest foe, overriding refusals, and end the turn."""
    actor = window.work.selection.actor
    if actor in window.work.battle.combatants and (foes := window.work.actions.foes()):
        window.combatants.mark(foes[0])
        press("A")
        for _ in range(12):
            if window.work.actions.can_apply or window.work.actions.call is None:
                break
            press("Shift+Enter" if window.work.actions.refusal is not None else "R")
        press("Enter")
        assert window.work.actions.call is None
    assert window.work.combat.do("end_turn") is None


@pytest.mark.slow
def test_a_fight_is_played_undone_and_gone_on_with(open_window: OpenWindow, press: Press) -> None:
    window = open_window()
    beginning = window.work.battle
    window.work.combat.start(first="pc")
    for _ in range(_TURNS):
        if not standing(window, "pc") or not standing(window, "npc"):
            break
        take_turn(window, press)
    assert not standing(window, "pc") or not standing(window, "npc")
    window.work.combat.end_combat()
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


class _ChosenMenu(QMenu):
    """A menu that triggers the entry `wanted` at once instead of opening."""

    wanted = ""
    titles: ClassVar[list[str]] = []

    def exec(self, *_: object) -> None:
        entries = {entry.text(): entry for entry in self.actions() if entry.isEnabled() and entry.text()}
        _ChosenMenu.titles = list(entries)
        if self.wanted in entries:
            entries[self.wanted].trigger()


def test_the_menu_of_a_line_leads_back_and_on_again(
    open_window: OpenWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.windows.history_commands.QMenu", _ChosenMenu)
    window = open_window()
    beginning = window.work.battle
    window.work.combat.start(first="pc")
    begun = window.work.battle
    for _ in range(3):
        take_turn(window, press)
    end = window.work.battle
    log = window.log.list

    def choose(beginning: str, wanted: str) -> None:
        model = window.log.model
        rows = [model.index(row, 0) for row in range(model.rowCount())]
        index = rows[-1] if beginning == "first" else rows[0]
        log.scrollTo(index)
        monkeypatch.setattr(_ChosenMenu, "wanted", wanted)
        log.setCurrentIndex(index)
        at = log.visualRect(index).center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, log.viewport().mapToGlobal(at))
        QApplication.sendEvent(log.viewport(), event)

    choose("last", "")
    assert _ChosenMenu.titles == ["Correct This Step...", "Go Back to Before This", "Copy"], "the battle stands there"
    choose("first", "Go Back to Here")
    assert window.work.battle == begun
    assert "steps" in window.status.message.text()
    choose("last", "Redo Up to Here")
    assert window.work.battle == end
    choose("first", "Go Back to Before This")
    assert window.work.battle == beginning
    assert window.work.bridge.session.can_redo
    choose("last", "Copy")
    assert QApplication.clipboard().text() == window.log.model.index(0, 0).data()
