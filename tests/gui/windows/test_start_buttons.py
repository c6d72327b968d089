"""Starting combat: at once if there is nothing to ask, otherwise by a dialog with its buttons in one row."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from gui.dialogs.combat_dialogs import StartCombatDialog
from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow, Press


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The texts of the start buttons of each dialog that was opened; every dialog is cancelled."""
    dialogs: list[list[str]] = []

    def cancel(dialog: StartCombatDialog) -> None:
        dialogs.append([button.text() for button in dialog.sides.buttons()])

    monkeypatch.setattr(StartCombatDialog, "exec", cancel)
    return dialogs


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("sample", "assumed"),
    [
        ("dockside-ambush", "Surprised: no one."),
        ("effort-roadblock", "Side that surprises: no one."),
        ("zamani-loading-bay", "Surprise attack by: no one."),
    ],
)
def test_a_combat_in_which_nothing_has_to_be_asked_starts_at_once(
    open_window: OpenWindow, press: Press, asked: list[list[str]], sample: str, assumed: str
) -> None:
    """The status bar says what was assumed; the second command opens the dialog instead."""
    window = open_window(1366, 768, sample=sample)
    before = window.work.battle
    press("F5")
    assert not asked
    assert window.work.combat.is_running
    assert window.work.actions.call is None
    assert assumed in window.status.message.text()
    press("Ctrl+Z")
    assert window.work.battle == before
    press("Shift+F5")
    assert len(asked) == 1
    assert window.work.battle == before


@pytest.mark.rule("KM-INIT-01")
def test_which_side_begins_is_asked_where_the_rules_leave_it_to_the_gm(
    open_window: OpenWindow, press: Press, asked: list[list[str]]
) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    press("F5")
    assert asked == [["The players", "The opponents", "The allies"]]
    assert not window.work.combat.is_running


@pytest.mark.rule("WL-AMB-21")
def test_dice_of_the_start_are_due_in_the_action_panel_without_a_dialog(
    open_window: OpenWindow, press: Press, asked: list[list[str]]
) -> None:
    """By a house rule, tied combatants roll a d20 each: Nora and the dog have 16, Brick and three raiders 11.

    Who started combat is asked first, there too.
    """
    window = open_window(1366, 768, sample="wasteland-red-filling-station")
    window.work.edit("set_setting", key="initiative_ties", value="random")
    press("F5")
    press("Enter")
    assert not asked
    assert not window.work.combat.is_running
    rows = {want.request.id for want in window.work.actions.many.asked.wanted}
    assert rows >= {"tie.nora-1", "tie.brick-11"}


def test_the_buttons_of_the_start_dialog_stand_in_one_row(window: GmWindow) -> None:
    """Start, the sides, the declared order and Cancel, below all other fields."""
    dialog = StartCombatDialog(window.work.bridge, window.work.combat)
    dialog.show()
    shown = [button for button in dialog.findChildren(QPushButton) if button.isVisible()]
    shown = [
        button
        for button in shown
        if not any(field.isAncestorOf(button) or field is button for field in dialog.fields.values())
    ]
    assert len(shown) >= 3
    assert len({button.mapTo(dialog, button.rect().center()).y() for button in shown}) == 1
    assert shown[0].mapTo(dialog, shown[0].rect().topLeft()).y() > dialog.order.geometry().top()
    dialog.close()
