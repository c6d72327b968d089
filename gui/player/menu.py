"""The menu of the players' screen: hold, curtain, and on which screen it is."""

from __future__ import annotations

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gui.player.presenter import PlayersPresenter
from gui.style import set_icon


def fill_players_menu(menu: QMenu, presenter: PlayersPresenter) -> None:
    """Fill a menu, old entries gone: connect it to `aboutToShow`, since screens come and go."""
    menu.clear()
    _add_states(menu, presenter)
    menu.addSeparator()
    _add_screens(menu, presenter)
    menu.addSeparator()
    laptop = menu.addAction("Show full screen on this screen")
    laptop.setToolTip("Esc brings the GM's window back.")
    laptop.triggered.connect(presenter.screens.show_on_laptop)


def players_menu(presenter: PlayersPresenter, parent: QWidget | None = None) -> QMenu:
    """A menu that is filled whenever it opens."""
    menu = QMenu("Players", parent)
    menu.aboutToShow.connect(lambda: fill_players_menu(menu, presenter))
    return menu


def _add_states(menu: QMenu, presenter: PlayersPresenter) -> None:
    hold = menu.addAction("Release, show the newest" if presenter.is_held else "Hold the picture")
    set_icon(hold, "play" if presenter.is_held else "pause")
    hold.triggered.connect(presenter.toggle_hold)
    is_down = presenter.curtain_title is not None
    curtain = menu.addAction("Open the curtain" if is_down else "Curtain")
    set_icon(curtain, "eye" if is_down else "eye-off")
    curtain.triggered.connect(presenter.toggle_curtain)


def _add_screens(menu: QMenu, presenter: PlayersPresenter) -> None:
    """The screens as one choice; the GM's own cannot be picked, it is only lent."""
    group = QActionGroup(menu)
    for choice in presenter.screens.choices():
        action = group.addAction(f"{choice.title} (this screen)" if choice.is_gm else choice.title)
        action.setCheckable(True)
        action.setChecked(choice.is_picked)
        action.setEnabled(choice.is_here and not choice.is_gm)
        action.triggered.connect(lambda _, identity=choice.identity: presenter.screens.pick(identity))
        menu.addAction(action)
    none = group.addAction("No screen")
    none.setCheckable(True)
    none.setChecked(presenter.screens.picked is None)
    none.triggered.connect(presenter.screens.unpick)
    menu.addAction(none)
