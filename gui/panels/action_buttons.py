"""What the acting combatant can do: a button for each action that the ruleset declares, refused ones grey with their
reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from gui.dialogs.command_palette import FindDialog, Finding
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_look, set_role
from gui.widgets.basics import FlowLayout, KeyButton
from model.engine.ruleset import Action

# ---------------------------------------------------------------------------------------------- the list of all actions


GROUPS = ("attack", "defence", "move", "other")
"""The groups of actions in the order in which they are shown."""

_HEADINGS = {"attack": "Attack", "defence": "Defence", "move": "Movement", "other": "Other"}
_NOT_NOW = "Not now"
_WIDE, _HIGH = 520, 620


def by_heading(actions: Iterable[Action]) -> list[Action]:
    """Actions in the order in which lists show them; what has a heading of its own stands together."""
    ranked = sorted(actions, key=lambda action: GROUPS.index(action.group))
    headings = sorted(dict.fromkeys(map(heading_of, ranked)), key=lambda heading: heading == _HEADINGS["other"])
    return sorted(ranked, key=lambda action: headings.index(heading_of(action)))


def heading_of(action: Action) -> str:
    """What lists of all actions show it under."""
    return action.section or _HEADINGS[action.group]


class MoreActions(FindDialog):
    """Opened beside its button; Enter begins what is chosen, a refused one too: the panel then says why not."""

    def __init__(
        self,
        actions: Iterable[Action],
        reason: Callable[[Action], str],
        keys: Mapping[str, str],
        choose: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        super().__init__(_findings(actions, reason, keys, choose), parent=parent, headed=True)
        self.setWindowTitle("Actions")
        self.field.setPlaceholderText("Type to find an action")
        self.field.setAccessibleName("Find an action")
        self.list.setAccessibleName("Actions")

    def open_beside(self, button: QWidget) -> None:
        """Show it under the button, or where there is room for it on that screen."""
        screen: QRect = button.screen().availableGeometry()
        corner = button.mapToGlobal(button.rect().bottomRight())
        self.setFixedSize(min(_WIDE, screen.width()), min(_HIGH, screen.height() - 2 * UNIT))
        left = max(screen.left(), min(corner.x() - self.width(), screen.right() - self.width()))
        top = max(screen.top() + UNIT, min(corner.y() + HALF, screen.bottom() - UNIT - self.height()))
        self.move(left, top)
        self.show()


def _findings(
    actions: Iterable[Action],
    reason: Callable[[Action], str],
    keys: Mapping[str, str],
    choose: Callable[[str], object],
) -> Iterator[Finding]:
    """What can be done by its heading; then what cannot be done now, so that nobody looks for it in vain."""
    refused = []
    for action in by_heading(actions):
        if why := reason(action):
            refused.append((action, why))
        else:
            run, more = partial(choose, action.id), f"{heading_of(action)} {action.help}"
            aside = "   ".join(part for part in (action.cost, keys.get(action.id, "")) if part)
            yield Finding(action.title, heading_of(action), run, more=more, aside=aside)
    for action, why in refused:
        yield Finding(action.title, _NOT_NOW, partial(choose, action.id), more=action.help, reason=why)


# ---------------------------------------------------------------------------------------------------------- the buttons


_SHOWN = {False: 5, True: 3}
"""Buttons beside "More…": as many as two lines hold, or one where there is little room."""

MORE = "more_actions"
"""The command that opens the list of all actions."""


class ActionButtons(QWidget):
    """The first few actions as buttons, all of them under "More…".

    What speaks against each of two dozen actions takes longer to ask than everything else that a key changes: it is
    asked after the window has shown what the key did. What needs it sooner, such as a key that presses a button,
    asks at once.
    """

    chosen = Signal(str)
    explained = Signal(str)
    """Why the action with the focus is refused; empty when it is not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._pool: list[_ActionButton] = []
        """The buttons from left to right. They stay and change what they do: new ones would be seen as a delay."""
        self._buttons: dict[str, _ActionButton] = {}
        """Those that are shown, by the action that they stand for."""
        self._given: tuple[Action, ...] = ()
        self._actions: tuple[Action, ...] = ()
        """Those given, by kinds as they stand in the menu."""
        self._usual: tuple[Action, ...] = ()
        """The same in the order in which they are worth a button."""
        self._refused: Callable[[Action], object | None] = _nothing
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
        self._due = QTimer(self, singleShot=True, interval=0)
        """A real timer: `QTimer.singleShot` of nothing is a posted event, and those come before the repaint."""
        self._due.timeout.connect(self._bring_up_to_date)

    def button(self, action: str) -> QPushButton | None:
        """The button that stands for an action now; None: it is under "More…"."""
        return self.shown().get(action)

    def shown(self) -> Mapping[str, QPushButton]:
        """The buttons from left to right, by the action that they stand for, as the battle is now."""
        if self._due.isActive():
            self._bring_up_to_date()
        return self._buttons

    def show_actions(
        self,
        actions: tuple[Action, ...],
        refused: Callable[[Action], object | None],
        reason: Callable[[Action], str],
        current: str | None,
        keys: dict[str, str],
    ) -> None:
        """Show the actions of the acting combatant soon; `refused` says whether one is, `reason` why, in words."""
        self._refused, self._reason, self._keys, self._current = refused, reason, keys, current
        if actions != self._given:
            self._given = actions
            self._actions = tuple(sorted(actions, key=lambda action: GROUPS.index(action.group)))
            self._usual = _usual_first(self._actions)
        self._due.start()

    def _bring_up_to_date(self) -> None:
        """Let the buttons stand for what can be done now, and say of each whether it can."""
        self._due.stop()
        shown = self._choose()
        if [action.id for action in shown] != list(self._buttons):
            self._hand_out(shown)
        self._more.set_key(self._key_of(MORE))
        for id, button in self._buttons.items():
            button.set_key(self._key_of(id))
            why = "" if self._refused(button.action) is None else self._reason(button.action)
            button.show_state(why, id == self._current)
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
        """One line of buttons where there is little room, when the panel shows them next.

        Those that are shown now may be of an earlier battle.
        """
        self._is_dense = is_dense

    def pick(self, number: int) -> bool:
        """Choose the action of that number, from 1 upwards; False when there is none."""
        ids = [id for id, button in self.shown().items() if not button.isHidden()]
        if not 1 <= number <= len(ids):
            return False
        self.chosen.emit(ids[number - 1])
        return True

    def _choose(self) -> list[Action]:
        """The usual attack, then what can be done now.

        What is refused comes behind that, where there is room. The one in progress is always among them.
        """
        room = _SHOWN[self._is_dense]
        shown = list(self._usual[:1])
        behind: list[Action] = []
        for action in self._usual[1:]:
            if len(shown) == room:
                break
            (shown if self._refused(action) is None else behind).append(action)
        shown += behind[: room - len(shown)]
        chosen = next((action for action in self._actions if action.id == self._current), None)
        if chosen is not None and chosen not in shown:
            shown[-1] = chosen
        return shown

    def _hand_out(self, shown: list[Action]) -> None:
        """Let the buttons stand for these actions, from left to right.

        One with the focus that stands for another action now gives the focus away, so that no key does what it did
        not say when it was reached.
        """
        while len(self._pool) < len(shown):
            self._pool.append(self._new_button(shown[len(self._pool)]))
        focused = next((button for button in self._pool if button.hasFocus()), None)
        before = None if focused is None else focused.action.id
        self._buttons = {action.id: button for action, button in zip(shown, self._pool, strict=False)}
        for action, button in zip(shown, self._pool, strict=False):
            button.set_action(action)
        for button in self._pool[len(shown) :]:
            button.hide()
        self._more.setVisible(len(self._actions) > len(shown))
        if focused is not None and focused.action.id != before:
            self._buttons.get(before or "", self._more).setFocus()

    def _new_button(self, action: Action) -> _ActionButton:
        button = _ActionButton(action)
        button.clicked.connect(lambda: self.chosen.emit(button.action.id))
        button.focused.connect(lambda: self.explained.emit(self._reason(button.action)))
        self._flow.removeWidget(self._more)
        self._flow.addWidget(button)
        self._flow.addWidget(self._more)
        QWidget.setTabOrder(button, self._more)
        return button

    def _key_of(self, action: str) -> str:
        return self._keys.get(action, "")

    def open_more(self) -> None:
        """Open the list of all actions."""
        more = MoreActions(self._actions, self._reason, self._keys, self.chosen.emit, self)
        more.open_beside(self._more if self._more.isVisible() else self)


def _usual_first(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """One of each kind, then the others, those with a key first."""
    ranked = sorted(actions, key=lambda action: not action.key)
    firsts = {action.group: action for action in reversed(ranked)}
    usual = [firsts[group] for group in GROUPS if group in firsts]
    return (*usual, *(action for action in ranked if firsts[action.group] is not action))


def _nothing(action: Action) -> str:
    return ""


class _ActionButton(KeyButton):
    """A refused action stays within reach of the focus and of a click, which show the reason."""

    focused = Signal()

    def __init__(self, action: Action) -> None:
        super().__init__(action.title)
        self.action = action
        self._state: tuple[str, bool] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("measure", "action")

    def set_action(self, action: Action) -> None:
        """Stand for another action; what is known of it is told by `show_state`."""
        if action is not self.action:
            self.action = action
            self.setText(action.title)
            self._state = None

    def show_state(self, reason: str, is_current: bool) -> None:
        """Grey with its reason where the action is refused, lit where it is in progress."""
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
