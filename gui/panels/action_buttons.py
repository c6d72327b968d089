"""What whoever acts can do: a button for each action that the ruleset declares, refused ones grey with their reason."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from gui.panels.action_more import GROUPS, MoreActions
from gui.panels.flow import FlowLayout
from gui.panels.key_button import KeyButton
from gui.style.measures import HALF
from gui.style.theme import set_look, set_role
from model.engine.ruleset import Action

_SHOWN = {False: 5, True: 3}
"""Buttons beside "More…": as many as two lines hold, or one where there is little room."""

MORE = "more_actions"
"""The command that opens the list of all actions."""


class ActionButtons(QWidget):
    """The first few actions as buttons, all of them under "More…"."""

    chosen = Signal(str)
    explained = Signal(str)
    """Why the action with the focus is refused; empty when it is not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._buttons: dict[str, _ActionButton] = {}
        self._actions: tuple[Action, ...] = ()
        self._reason: Callable[[Action], str] = _nothing
        """Why an action is refused. Asked only of what is seen: most actions stand in the menu."""
        self._more = KeyButton("More…")
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._more.setProperty("measure", "action")
        self._more.clicked.connect(self.open_more)
        self._flow.addWidget(self._more)
        self._is_dense = False
        self._keys: dict[str, str] = {}
        self._current: str | None = None

    def button(self, action: str) -> QPushButton | None:
        return self._buttons.get(action)

    def show_actions(
        self, actions: tuple[Action, ...], reason: Callable[[Action], str], current: str | None, keys: dict[str, str]
    ) -> None:
        """Show the actions of whoever acts; `reason` says why one is refused, empty where it is not."""
        self._reason, self._keys, self._current = reason, keys, current
        ranked = sorted(actions, key=lambda action: GROUPS.index(action.group))
        if tuple(ranked) != self._actions:
            self._actions = tuple(ranked)
        shown = self._shown(current)
        if [action.id for action in shown] != list(self._buttons):
            self._rebuild(shown)
        self._more.set_key(self._key_of(MORE))
        for id, button in self._buttons.items():
            button.set_key(self._key_of(id))
            button.show_state(reason(button.action), id == current)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where there is room for one line only, show as many buttons as fit into it; "More…" has them all."""
        room = self.width() - self._more.sizeHint().width()
        taken = sum(button.sizeHint().width() + HALF for button in self._buttons.values())
        for id, button in reversed(self._buttons.items()):
            is_too_much = self._is_dense and taken > room and id != self._current
            button.setHidden(is_too_much)
            taken -= button.sizeHint().width() + HALF if is_too_much else 0

    def set_dense(self, is_dense: bool) -> None:
        """One line of buttons where there is little room."""
        if is_dense != self._is_dense:
            self._is_dense = is_dense
            self._buttons = {}
            self.show_actions(self._actions, self._reason, self._current, self._keys)

    def pick(self, number: int) -> bool:
        """Choose the action of that number, from 1 upwards; False when there is none."""
        ids = [id for id, button in self._buttons.items() if not button.isHidden()]
        if not 1 <= number <= len(ids):
            return False
        self.chosen.emit(ids[number - 1])
        return True

    def _shown(self, current: str | None) -> list[Action]:
        """The usual attack, then what can be done now: one of each kind, then the others, those with a key first.

        What is refused comes behind that, where there is room. The one in progress is always among them.
        """
        ranked = sorted(self._actions, key=lambda action: not action.key)
        firsts = (next((action for action in ranked if action.group == group), None) for group in GROUPS)
        usual = [action for action in firsts if action is not None]
        usual += [action for action in ranked if action not in usual]
        room = _SHOWN[self._is_dense]
        shown = usual[:1]
        for action in usual[1:]:
            if len(shown) < room and not self._reason(action):
                shown.append(action)
        shown += [action for action in usual if action not in shown][: room - len(shown)]
        chosen = next((action for action in self._actions if action.id == current), None)
        if chosen is not None and chosen not in shown:
            shown[-1] = chosen
        return shown

    def _rebuild(self, shown: list[Action]) -> None:
        self._flow.clear(self._more)
        self._buttons = {}
        for action in shown:
            button = _ActionButton(action, self._key_of(action.id))
            button.clicked.connect(lambda _=False, id=action.id: self.chosen.emit(id))
            button.focused.connect(lambda action=action: self.explained.emit(self._reason(action)))
            self._buttons[action.id] = button
            self._flow.addWidget(button)
        self._flow.addWidget(self._more)
        self._more.setVisible(len(self._actions) > len(shown))

    def _key_of(self, action: str) -> str:
        return "" if self._is_dense else self._keys.get(action, "")

    def open_more(self) -> None:
        """Open the list of all actions."""
        more = MoreActions(self._actions, self._reason, self._keys, self.chosen.emit, self)
        more.open_beside(self._more if self._more.isVisible() else self)


def _nothing(action: Action) -> str:
    return ""


class _ActionButton(KeyButton):
    """A refused action stays within reach of the focus and of a click, which show the reason."""

    focused = Signal()

    def __init__(self, action: Action, key: str) -> None:
        super().__init__(action.title, key)
        self.action = action
        self._state: tuple[str, bool] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("measure", "action")

    def show_state(self, reason: str, is_current: bool) -> None:
        if (reason, is_current) == self._state:
            return
        self._state = (reason, is_current)
        cost = f"{self.action.title}: {self.action.cost}" if self.action.cost else self.action.title
        self.setToolTip(reason or "\n".join(part for part in (cost, self.action.help) if part))
        self.setAccessibleDescription(reason)
        set_role(self, "primary" if is_current else None)
        set_look(self, "refused", bool(reason) and not is_current)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()
