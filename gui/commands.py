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
"""Modifier keys: they arrive as key events like any other, but belong to no command."""


class Need(NamedTuple):
    """A precondition of a command, such as a selection."""

    is_met: Callable[[Workspace], bool]
    why_not: Callable[[Workspace], str]


class Command(Record):
    """One thing that the GM can do: an action of the model, or a function that is called with the window."""

    id: str
    title: str
    menu: str
    """`Combat`, or `View/Theme` for a submenu."""
    key: str = ""
    """Portable text of a key sequence; several are separated by a semicolon."""
    run: Callable[[Any], object] | None = None
    """Called with the window, or None if the command carries out the model's action."""
    action: str = ""
    """Id of the model's action, carried out for the selected combatants where it takes targets."""
    asks: tuple[str, ...] = ()
    """Parameters of that action that are asked for first."""
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """Options of that action that are set without asking."""
    needs: tuple[Need, ...] = ()
    is_checked: Callable[[Any], bool] | None = None
    """Called with the window: whether a command that can be switched on and off is on."""
    name: Callable[[Any], str] | None = None
    """Called with the window: a title that changes, such as what an undo undoes."""
    help: str = ""
    is_first: bool = False
    """Whether it begins a new section of its menu."""
    within: Callable[[Any], QWidget] | None = None
    """Called with the window: the widget that must have the focus for the key to work, or None if anywhere will do."""


class Commands(QObject):
    """All commands of a window as `QAction`s, with titles, check marks and shortcuts kept up to date."""

    keys_changed = Signal()

    def __init__(
        self,
        commands: Iterable[Command],
        work: Workspace,
        window: QWidget,
        carry_out: Callable[[Command], object],
    ) -> None:
        """`carry_out` carries out a command that is an action of the model."""
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
        """Return the `QAction` of a command, for menus and buttons, with its current title and check mark."""
        self._show(self._commands[id])
        return self._actions[id]

    def title(self, id: str) -> str:
        """Return the current title of a command."""
        command = self._commands[id]
        return command.title if command.name is None else command.name(self._window)

    def run(self, id: str) -> None:
        """Run a command, or show what is missing for it."""
        command = self._commands[id]
        if why := self.missing(id):
            self._work.show_message(why)
        elif command.run is not None:
            command.run(self._window)
        else:
            self._carry_out(command)

    # ------------------------------------------------------------------------------------------ keys

    def key(self, id: str) -> str:
        """Return the key of a command as the user reads it, such as `Ctrl+Z`; empty if it has none."""
        sequence = self._actions[id].shortcut()
        return sequence.toString(QKeySequence.SequenceFormat.NativeText)

    def portable_key(self, id: str) -> str:
        """Return the key as it is stored: the user's choice, or else the command's default."""
        given = self._preferences.shortcut(id)
        return self._commands[id].key if given is None else given

    def owner_of(self, key: str) -> Command | None:
        """Return the command that a key belongs to, or None."""
        wanted = QKeySequence(key)
        return next((self._commands[id] for id, action in self._actions.items() if wanted in action.shortcuts()), None)

    def set_key(self, id: str, key: str | None) -> None:
        """Assign a key to a command and take it from the command that had it; None restores the default."""
        for one in (self._commands[id].key if key is None else key).split(";"):
            if one and (owner := self.owner_of(one)) is not None and owner.id != id:
                self._preferences.set_shortcut(owner.id, "")
        self._preferences.set_shortcut(id, key)
        self.read_keys()

    def read_keys(self) -> None:
        """Apply the keys that the user has chosen."""
        for id, action in self._actions.items():
            keys = self.portable_key(id)
            action.setShortcuts([QKeySequence(key) for key in keys.split(";") if key])
        self.keys_changed.emit()

    def why_not(self, event: QKeyEvent) -> str | None:
        """Return why a pressed key's command is unavailable, or None if it is available or the key has no command."""
        if event.key() in _HELD:
            return None
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(QKeyCombination(held, Qt.Key(event.key())))
        for id, command in self._commands.items():
            action = self._actions[id]
            if not action.isEnabled() and command.within is None and pressed in action.shortcuts():
                return self.missing(id) or None
        return None

    # ---------------------------------------------------------------------------------------- states

    def refresh(self) -> None:
        """Update titles, check marks and which commands are available."""
        self.follow()
        self._titles_due.do_now()

    def follow(self) -> None:
        """Update which commands are available now; titles and check marks follow after the repaint.

        They can wait because closed menus hide them. A need that several commands share is checked once.
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

    def explain(self, menu: QMenu) -> None:
        """Let the entries of a menu say what they do or, if they are unavailable, why."""
        for action in menu.actions():
            if (command := self._commands.get(action.data())) is not None:
                words = command.help if action.isEnabled() else self.missing(command.id) or command.help
                action.setToolTip(words)
                action.setStatusTip(words)

    def missing(self, id: str) -> str:
        """Return why a command is unavailable, in a sentence; empty if it is available."""
        unmet = next((need for need in self._commands[id].needs if not need.is_met(self._work)), None)
        return "" if unmet is None else unmet.why_not(self._work)

    def _action(self, command: Command) -> QAction:
        action = QAction(command.title, self._window)
        action.setData(command.id)
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
    """Clear a command's help from the status bar when the menu closes or an entry without help is active.

    Qt leaves it there when the pointer moves to such an entry, and when a key closes the menu.
    """

    def clear() -> None:
        QApplication.sendEvent(window, QStatusTipEvent(""))

    menu.hovered.connect(lambda entry: None if entry.statusTip() else clear())
    menu.aboutToHide.connect(clear)


def pool_command(pool: str, step: int) -> str:
    """Return the id of the command that adds 1 to a common pool (1), removes 1 (-1), or sets it (0)."""
    return f"pool.{pool}.{('set', 'more', 'fewer')[step]}"
