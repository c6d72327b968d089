"""Commands: everything that the GM can do, with a title, a key that the user can change, and a place in a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QStatusTipEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from gui.bridge import AfterRepaint
from gui.controllers.workspace import Workspace
from model.state.base import Record

_HELD = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
"""Keys that are held with others: they are told like any other, and are no command's."""


class Need(NamedTuple):
    """Something without which a command cannot be done, such as a selection."""

    is_met: Callable[[Workspace], bool]
    why_not: Callable[[Workspace], str]


class Command(Record):
    """One thing that the GM can do: an action of the model, or a function that is given the window."""

    id: str
    title: str
    menu: str
    """`Combat`, or `View/Theme` for a submenu."""
    key: str = ""
    """Portable text of a key sequence; several are separated by a semicolon."""
    run: Callable[[Any], object] | None = None
    """What is done, given the window; None: the action of the model."""
    action: str = ""
    """Id of the model's action, carried out for the selected combatants where it takes targets."""
    asks: tuple[str, ...] = ()
    """Parameters of that action which are asked for first."""
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """What is said about that action without asking."""
    needs: tuple[Need, ...] = ()
    is_checked: Callable[[Any], bool] | None = None
    """For a command that is on or off, given the window."""
    name: Callable[[Any], str] | None = None
    """A title that changes, such as what an undo undoes, given the window."""
    help: str = ""
    is_first: bool = False
    """Begins a new part of its menu."""
    within: Callable[[Any], QWidget] | None = None
    """Its key means this only while the focus is there, given the window; None: anywhere in the window."""


class Commands(QObject):
    """All commands of a window as Qt's actions; titles, marks and keys follow what they tell of themselves."""

    keys_changed = Signal()

    def __init__(
        self,
        commands: Iterable[Command],
        work: Workspace,
        window: QWidget,
        carry_out: Callable[[Command], object],
    ) -> None:
        """`carry_out` does what a command's action of the model is."""
        super().__init__(window)
        self._work = work
        self._preferences = work.preferences
        self._window = window
        self._carry_out = carry_out
        self._commands = {command.id: command for command in commands}
        self._actions = {command.id: self._action(command) for command in self._commands.values()}
        self._by_needs: dict[tuple[Need, ...], list[QAction]] = {}
        for command in self._commands.values():
            if command.needs:
                self._by_needs.setdefault(command.needs, []).append(self._actions[command.id])
        self._titles_due = AfterRepaint(self._show_all, self)
        self._needs = tuple(dict.fromkeys(need for needs in self._by_needs for need in needs))
        self.read_keys()

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __getitem__(self, id: str) -> Command:
        return self._commands[id]

    def action(self, id: str) -> QAction:
        """Qt's action of a command, for menus and buttons, with its title and mark as they are now."""
        self._show(self._commands[id])
        return self._actions[id]

    def title(self, id: str) -> str:
        """The title of a command as it is now."""
        command = self._commands[id]
        return command.title if command.name is None else command.name(self._window)

    def run(self, id: str) -> None:
        """Do it, or say what is missing."""
        command = self._commands[id]
        if why := self._missing(command):
            self._work.show_message(why)
        elif command.run is not None:
            command.run(self._window)
        else:
            self._carry_out(command)

    # ------------------------------------------------------------------------------------------ keys

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
        """Give a command a key and take it from the one that had it; None restores its own."""
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

    def why_not(self, event: QKeyEvent) -> str | None:
        """Why the command of a pressed key cannot be done now; None where the key is no command's, or it can."""
        if event.key() in _HELD:
            return None
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(QKeyCombination(held, Qt.Key(event.key())))
        for id, command in self._commands.items():
            action = self._actions[id]
            if not action.isEnabled() and command.within is None and pressed in action.shortcuts():
                return self._missing(command) or None
        return None

    # ---------------------------------------------------------------------------------------- states

    def refresh(self) -> None:
        """Titles, marks and what can be done now."""
        self.follow()
        self._titles_due.do_now()

    def follow(self) -> None:
        """What can be done now; titles and marks, which closed menus hide, follow after the repaint.

        What several commands need is asked once.
        """
        met = {need for need in self._needs if need.is_met(self._work)}
        for needs, actions in self._by_needs.items():
            can_be_done = met.issuperset(needs)
            if can_be_done != actions[0].isEnabled():
                for action in actions:
                    action.setEnabled(can_be_done)
        self._titles_due.put_off()

    def _show_all(self) -> None:
        for command in self._commands.values():
            self._show(command)

    def _show(self, command: Command) -> None:
        action = self._actions[command.id]
        if command.is_checked is not None:
            action.setChecked(command.is_checked(self._window))
        if command.name is not None:
            action.setText(command.name(self._window).replace("&", "&&"))

    def _missing(self, command: Command) -> str:
        unmet = next((need for need in command.needs if not need.is_met(self._work)), None)
        return "" if unmet is None else unmet.why_not(self._work)

    def _action(self, command: Command) -> QAction:
        action = QAction(command.title, self._window)
        action.setAutoRepeat(False)
        within = None if command.within is None else command.within(self._window)
        context = Qt.ShortcutContext
        action.setShortcutContext(context.WindowShortcut if within is None else context.WidgetWithChildrenShortcut)
        action.setCheckable(command.is_checked is not None)
        action.setToolTip(command.help)
        action.setStatusTip(command.help)
        action.triggered.connect(lambda _=False: self.run(command.id))
        (within or self._window).addAction(action)
        return action


def clear_help_with(menu: QMenu, window: QWidget) -> None:
    """Clear the help of a command from the status bar when the menu closes or an entry without help is active.

    Qt leaves it there on the way to such an entry, and when keys close the menu.
    """

    def clear() -> None:
        QApplication.sendEvent(window, QStatusTipEvent(""))

    menu.hovered.connect(lambda entry: None if entry.statusTip() else clear())
    menu.aboutToHide.connect(clear)


def pool_command(pool: str, step: int) -> str:
    """The id of the command that adds 1 to a common pool (1), removes 1 (-1), or sets it (0)."""
    return f"pool.{pool}.{('set', 'more', 'fewer')[step]}"
