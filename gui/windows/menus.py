"""Menus, built from the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from gui.commands import Commands

ORDER = ("File", "Edit", "Combat", "Action", "Board", "Players", "View", "Help")


class Menus:
    """The menu bar of a window."""

    def __init__(self, window: QMainWindow, commands: Commands) -> None:
        self._window = window
        self._commands = commands
        self._menus: dict[str, QMenu] = {}
        for title in ORDER:
            self._menu(title)
        for command in commands:
            menu = self._menu(command.menu)
            if command.is_first:
                menu.addSeparator()
            menu.addAction(commands.action(command.id))
        for menu in self._menus.values():
            menu.aboutToShow.connect(commands.refresh)
            menu.setToolTipsVisible(True)

    def __getitem__(self, title: str) -> QMenu:
        return self._menus[title]

    def __iter__(self) -> Iterator[tuple[str, QMenu]]:
        return iter(self._menus.items())

    def _menu(self, path: str) -> QMenu:
        """The menu of a path such as `View/Theme`, made when it is first needed."""
        if path not in self._menus:
            parent, _, title = path.rpartition("/")
            owner = self._menu(parent) if parent else self._window.menuBar()
            menu = self._menus[path] = owner.addMenu(title if parent else self._with_letter(title))
            # Qt leaves the help of the last command standing when a menu is left by keys.
            menu.aboutToHide.connect(lambda: self._window.statusBar().clearMessage())
        return self._menus[path]

    def _with_letter(self, title: str) -> str:
        """A title of the menu bar with the first letter marked that opens no other menu together with Alt."""
        taken = {action.text()[action.text().find("&") + 1].lower() for action in self._window.menuBar().actions()}
        at = next((at for at, letter in enumerate(title) if letter.lower() not in taken), None)
        return title if at is None else f"{title[:at]}&{title[at:]}"

    def add_docks(self, docks: Iterable[QDockWidget]) -> None:
        """A switch for each dock under View."""
        view = self._menus["View"]
        before = view.actions()[0] if view.actions() else None
        for dock in docks:
            action = dock.toggleViewAction()
            view.insertAction(before, action) if before is not None else view.addAction(action)

    def fill_recent(self, recent: Callable[[], tuple[Path, ...]], open_file: Callable[[Path], object]) -> None:
        """The sessions opened last under File/Recent, below Open; made anew whenever it is opened."""

        def fill(menu: QMenu) -> None:
            menu.clear()
            for path in recent():
                action = QAction(path.name.removesuffix(".battle.toml"), menu)
                action.setToolTip(str(path))
                action.triggered.connect(lambda _=False, path=path: open_file(path))
                menu.addAction(action)
            if menu.isEmpty():
                none = menu.addAction("No Recent Battles")
                none.setEnabled(False)

        self.fill("File/Recent", fill)
        self._menus["File"].insertAction(self._commands.action("save_copy"), self._menus["File/Recent"].menuAction())

    def fill(self, path: str, filler: Callable[[QMenu], object]) -> None:
        """A menu whose entries are made anew whenever it is opened."""
        menu = self._menu(path)
        menu.aboutToShow.connect(lambda: filler(menu))
        filler(menu)

    def add(self, title: str, *ids: str) -> None:
        """Commands of other menus at the end of this one, as a part of their own."""
        self._menus[title].addSeparator()
        for id in ids:
            self._menus[title].addAction(self._commands.action(id))
