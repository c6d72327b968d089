"""Putting those on the map who stand nowhere yet: all at once, one side across from the other, or where one points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from gui.controllers.spots import STEP, block, nearest_free, sides_apart, unplaced, width_of
from gui.style.measures import UNIT
from gui.style.theme import set_role
from model.state.base import Id
from model.view.map import Point

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow

_TOP = 7 * UNIT
"""Pixels from the map's upper edge: what the switches take."""


class Placing:
    """Carries out what the GM says about the first places, each as one step."""

    def __init__(self, window: GmWindow) -> None:
        self._window = window
        self._bridge = window.bridge

    @property
    def can_set_up(self) -> bool:
        """Whether there is anybody to set up, and the game has distances on a map."""
        return bool(self.waiting) and self._bridge.ruleset.ranges.in_metres

    @property
    def waiting(self) -> tuple[Id, ...]:
        """Those who stand nowhere yet."""
        return unplaced(self._bridge.battle)

    def set_up(self) -> None:
        """Put everybody who waits on the map, about the middle of what is seen of it.

        Hidden ones stand apart from all others: a gap in a row would tell players of them.
        """
        camera, people = self._window.board.map.camera, self._bridge.battle.combatants
        middle = (round(camera.x), round(camera.y))
        hidden = tuple(who for who in self.waiting if people[who].is_hidden)
        places = sides_apart(self._by_side(who for who in self.waiting if who not in hidden), middle)
        edge = max((x for x, _ in places.values()), default=float(middle[0]))
        places |= block(hidden, (edge + 2 * STEP + width_of(hidden) / 2, middle[1]))
        self._window.tell(self.put(places))
        self._window.board.show_view("map")
        self._window.board.fit()

    def offer(self, middle: Point) -> tuple[tuple[str, Callable[[], object]], ...]:
        """What the menu of a spot on the map offers: to put there the selected ones who wait, else all of them."""
        waiting = self.waiting
        chosen = [one for one in waiting if one in self._window.attention.selected] or waiting
        # Hidden ones at the end of the row, where they leave no gap.
        who = tuple(sorted(chosen, key=lambda one: self._bridge.battle.combatants[one].is_hidden))
        if not who:
            return ()
        name = self._bridge.name(who[0]) if len(who) == 1 else f"the {len(who)} who stand nowhere yet"
        return ((f"Put {name} here", lambda: self._window.tell(self.put(block(who, middle)))),)

    def put(self, places: Mapping[Id, Point]) -> str | None:
        """Put each at a place of their own, or the nearest one that is free; the sentence when it was refused."""
        free = nearest_free(self._bridge.battle, places)
        return self._window.edits.place(tuple((who, x, y) for who, (x, y) in free.items()))

    def _by_side(self, people: Iterable[Id]) -> list[list[Id]]:
        groups: dict[str, list[Id]] = {}
        for who in people:
            groups.setdefault(self._bridge.battle.combatants[who].side, []).append(who)
        ours = [side for side in self._bridge.ruleset.allied if side in groups]
        return [groups[side] for side in (*ours, *(side for side in groups if side not in ours))]


class EmptyMapHint(QFrame):
    """What to do about a map on which nobody stands yet; lies over its upper part."""

    def __init__(self, window: GmWindow, over: QWidget) -> None:
        super().__init__(over)
        self._window = window
        self._over = over
        self._command = ""
        self.setAutoFillBackground(True)
        set_role(self, "card")
        self._line = line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        line.setContentsMargins(2 * UNIT, UNIT, UNIT, UNIT)
        line.setSpacing(2 * UNIT)
        self.words = QLabel()
        self.button = QPushButton()
        # The map keeps the keys: a press of Enter elsewhere must not set anybody up.
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(lambda: window.commands.action(self._command).trigger())
        line.addWidget(self.words)
        line.addWidget(self.button)
        over.installEventFilter(self)
        window.bridge.changed.connect(self.refresh)
        window.board.tool_changed.connect(self.refresh)
        window.commands.keys_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say what is missing, unless somebody stands somewhere already, or the GM is drawing where it would lie."""
        bridge, waiting = self._window.bridge, self._window.placing.waiting
        present = [who for who in bridge.battle.combatants.values() if who.is_present]
        is_missing = bool(waiting) and len(waiting) == len(present)
        is_shown = is_missing and not self._window.board.form
        self.setVisible(is_shown)
        if not is_shown:
            return
        if bridge.ruleset.ranges.in_metres:
            self._say("Nobody is on the map yet: drag a name there, or", "set_up")
        elif not bridge.battle.board.zones:
            self._say("There are no zones yet: draw them, or", "list_zones")
        else:
            self._say("Nobody is in a zone yet: drag a name into one, here or in the list of", "board.zones")

    def _say(self, words: str, command: str) -> None:
        self.words.setText(words)
        key = self._window.commands.key(command)
        title = self._window.commands[command].title
        self.button.setText(f"{title}   {key}" if key else title)
        self._command = command
        self._lie()

    def _lie(self) -> None:
        """Under the switches, over no name at the edge; the button under the words where the map is narrow."""
        room = self._over.width() - 4 * UNIT
        self.words.setWordWrap(False)
        self.words.setFixedWidth(self.words.sizeHint().width())
        self._line.setDirection(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(2 * UNIT)
        if self._line.sizeHint().width() > room:
            self.words.setWordWrap(True)
            self.words.setFixedWidth(min(self.words.width(), room - 3 * UNIT))
            self._line.setDirection(QBoxLayout.Direction.TopToBottom)
            self._line.setSpacing(UNIT)
        self.adjustSize()
        self.move((self._over.width() - self.width()) // 2, _TOP)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._lie()
        return False
