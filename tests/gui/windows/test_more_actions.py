"""The list of all actions: grouped under headings, searched by a few letters, refused actions with the reason."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidgetItem

from gui.dialogs.command_palette import PaletteEntry
from gui.panels.action_buttons import MoreActions
from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press


def opened(window: GmWindow, press: Press) -> MoreActions:
    """Open the list by its key and return it."""
    press("F3")
    dialog = window.findChild(MoreActions)
    assert dialog is not None
    assert dialog.isVisible()
    return dialog


def rows(dialog: MoreActions) -> list[QListWidgetItem]:
    return [dialog.list.item(row) for row in range(dialog.list.count())]


def finding(row: QListWidgetItem) -> PaletteEntry | None:
    found: PaletteEntry | None = row.data(Qt.ItemDataRole.UserRole)
    return found


def test_actions_stand_under_headings_and_the_refused_ones_last_with_their_reason(
    open_window: OpenWindow, press: Press
) -> None:
    window = open_window(1366, 768)
    window.work.combat.start(first="npc")
    dialog = opened(window, press)
    headings = [row.text() for row in rows(dialog) if finding(row) is None]
    assert headings[0] == "Attack"
    assert headings[-1] == "Not now"
    assert len(headings) == len(set(headings))
    # Boomer belongs to no player, so all uses of plot points are refused.
    refused = {found.title: found.reason for row in rows(dialog) if (found := finding(row)) and found.reason}
    assert "plot point" in refused["Surge"]
    # A combatant who holds nobody has no target to throw, hurt or let go.
    assert {refused[title] for title in ("Throw Held Target", "Hurt Held Target", "Let Go")} == {
        "Boomer is not holding anyone."
    }
    assert "Attack" not in refused
    # The first row is a heading, so the first action is current from the start.
    assert dialog.list.currentItem().text() == "Attack"


def test_a_few_letters_and_enter_begin_an_action(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768)
    window.work.combat.start(first="pc")
    window.combatants.mark("boomer-3")
    dialog = opened(window, press)
    QTest.keyClicks(dialog.field, "taked")
    assert [row.text() for row in rows(dialog)][:1] == ["Takedown"]
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert window.work.actions.call is not None
    assert window.work.actions.call.action == "takedown"


def test_a_refused_action_can_be_begun_and_says_why_not(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768)
    window.work.combat.start(first="npc")
    dialog = opened(window, press)
    QTest.keyClicks(dialog.field, "surge")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert window.work.actions.refusal is not None
    assert "plot point" in window.work.bridge.words(window.work.actions.refusal.sentence)


def test_up_and_down_pass_over_headings(open_window: OpenWindow, press: Press) -> None:
    window = open_window(1366, 768)
    window.work.combat.start(first="pc")
    dialog = opened(window, press)
    seen = []
    for _ in range(dialog.list.count()):
        assert finding(dialog.list.currentItem()) is not None
        seen.append(dialog.list.currentRow())
        QTest.keyClick(dialog.field, Qt.Key.Key_Down)
    everything = [row for row, item in enumerate(rows(dialog)) if finding(item) is not None]
    assert sorted(set(seen)) == everything
    for _ in range(dialog.list.count()):
        QTest.keyClick(dialog.field, Qt.Key.Key_Up)
    assert dialog.list.currentRow() == everything[0]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("size", [(1366, 768), (900, 500)])
def test_the_list_leaves_most_of_the_board_in_sight(
    open_window: OpenWindow, press: Press, size: tuple[int, int]
) -> None:
    window = open_window(*size)
    window.work.combat.start(first="pc")
    dialog = opened(window, press)
    screen = window.screen().availableGeometry()
    assert screen.contains(dialog.frameGeometry())
    assert dialog.width() <= 520


def test_shift_enter_in_the_list_of_actions_does_what_is_refused_at_once(window: GmWindow, press: Press) -> None:
    """It is not Boomer's turn: his drop to the ground stands under "Not now", and one key does it anyway."""
    window.work.combat.start(first="pc")
    window.work.selection.set_current("boomer-3")
    window.combatants.act_as()
    more = opened(window, press)
    QTest.keyClicks(more.field, "drop prone")
    assert (found := finding(more.list.currentItem())) is not None
    assert found.reason
    QTest.keyClick(more.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    session = window.work.bridge.session
    assert window.work.actions.call is None, "nothing was asked, so it is done"
    assert [one.key for one in session.step(session.head).note.overruled] or session.step(session.head).call.anyway
    window.combat.undo()
    assert "boomer-3" not in window.work.battle.order.acting
