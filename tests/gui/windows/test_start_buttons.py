"""How the buttons of the dialog that starts a fight stand."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from gui.dialogs.combat_dialogs import StartFightDialog
from gui.windows.gm_window import GmWindow


def test_the_buttons_of_the_start_dialog_stand_in_one_row(window: GmWindow) -> None:
    """Start, the sides, the declared order and Cancel, under all that is said before."""
    dialog = StartFightDialog(window.work.bridge, window.work.fight)
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
