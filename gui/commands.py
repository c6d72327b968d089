"""Commands: everything that can be done, with a title, a key that the user can change, and a place in a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from gui.preferences import Preferences


def _always() -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Command:
    """One thing that the GM can do."""

    id: str
    title: str
    menu: str
    """`Battle`, or `View/Theme` for a submenu."""
    run: Callable[[], object]
    key: str = ""
    """Portable text of a key sequence; several are separated by a semicolon."""
    is_enabled: Callable[[], bool] = _always
    why_not: Callable[[], str] | str = ""
    """What is missing, said when its key is pressed while it cannot be done."""
    is_checked: Callable[[], bool] | None = None
    """For a command that is on or off."""
    name: Callable[[], str] | None = None
    """A title that changes, such as what an undo undoes."""
    help: str = ""
    is_first: bool = False
    """Begins a new part of its menu."""
    within: QWidget | None = None
    """Its key means this only while the focus is there; None: anywhere in the window."""

    def title_now(self) -> str:
        return self.title if self.name is None else self.name()


class Commands(QObject):
    """All commands of a window as Qt's actions; titles, marks and keys follow what they tell of themselves."""

    keys_changed = Signal()

    def __init__(self, commands: Iterable[Command], preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._preferences = preferences
        self._commands = {command.id: command for command in commands}
        self._actions = {command.id: self._action(command, window) for command in self._commands.values()}
        self._titles: dict[str, str] = {}
        self.read_keys()

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __getitem__(self, id: str) -> Command:
        return self._commands[id]

    def action(self, id: str) -> QAction:
        """Qt's action of a command, for menus and buttons."""
        return self._actions[id]

    def key(self, id: str) -> str:
        """The key of a command as it is read: `Ctrl+Z`; empty when it has none."""
        sequence = self._actions[id].shortcut()
        return sequence.toString(QKeySequence.SequenceFormat.NativeText)

    def portable_key(self, id: str) -> str:
        """The key as it is kept: what the user gave, else the command's own."""
        given = self._preferences.shortcut(id)
        return self._commands[id].key if given is None else given

    def owner_of(self, key: str) -> Command | None:
        """The command that a key belongs to."""
        wanted = QKeySequence(key)
        return next((self._commands[id] for id, action in self._actions.items() if wanted in action.shortcuts()), None)

    def set_key(self, id: str, key: str | None) -> None:
        """Give a command a key and take it from whoever had it; None puts its own back."""
        if key and (owner := self.owner_of(key)) is not None and owner.id != id:
            self._preferences.set_shortcut(owner.id, "")
        self._preferences.set_shortcut(id, key)
        self.read_keys()

    def read_keys(self) -> None:
        """Take over the keys that the user has chosen."""
        for id, action in self._actions.items():
            keys = self.portable_key(id)
            action.setShortcuts([QKeySequence(key) for key in keys.split(";") if key])
        self.keys_changed.emit()

    def refresh(self) -> None:
        """Titles, marks and what can be done now."""
        for id, command in self._commands.items():
            action = self._actions[id]
            action.setEnabled(command.is_enabled())
            if command.is_checked is not None:
                action.setChecked(command.is_checked())
            if command.name is not None:
                action.setText(command.name().replace("&", "&&"))

    def why_not(self, event: QKeyEvent) -> str | None:
        """Why the command of a pressed key cannot be done now; None where the key is no command's, or it can."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(QKeyCombination(held, Qt.Key(event.key())))
        for id, command in self._commands.items():
            action = self._actions[id]
            if not action.isEnabled() and command.within is None and pressed in action.shortcuts():
                words = command.why_not if isinstance(command.why_not, str) else command.why_not()
                return words or f"{command.title_now()} is not possible now."
        return None

    def _action(self, command: Command, window: QWidget) -> QAction:
        action = QAction(command.title, window)
        action.setAutoRepeat(False)
        is_anywhere = command.within is None
        context = Qt.ShortcutContext
        action.setShortcutContext(context.WindowShortcut if is_anywhere else context.WidgetWithChildrenShortcut)
        action.setCheckable(command.is_checked is not None)
        action.setToolTip(command.help)
        action.setStatusTip(command.help)
        action.triggered.connect(lambda _=False: command.run())
        (command.within or window).addAction(action)
        return action
