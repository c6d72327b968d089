"""On which screen the players look: the part of a menu that changes as screens come and go."""

from __future__ import annotations

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from gui.player.screens import PlayersScreens


def fill_screens_menu(menu: QMenu, screens: PlayersScreens) -> None:
    """Fill a menu with the screens as one choice, old entries gone: connect it to `aboutToShow`.

    The GM's own cannot be picked: it is only lent.
    """
    menu.clear()
    for old in menu.findChildren(QActionGroup):
        old.deleteLater()
    group = QActionGroup(menu)
    for choice in screens.choices():
        action = group.addAction(f"{choice.title} (this screen)" if choice.is_gm else choice.title)
        action.setCheckable(True)
        action.setChecked(choice.is_picked)
        action.setEnabled(choice.is_here and not choice.is_gm)
        action.triggered.connect(lambda _, identity=choice.identity: screens.pick(identity))
        menu.addAction(action)
    none = group.addAction("No screen")
    none.setCheckable(True)
    none.setChecked(screens.picked is None)
    none.triggered.connect(screens.unpick)
    menu.addAction(none)
