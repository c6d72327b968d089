"""Putting those on the map who stand nowhere yet: all at once, one side across from the other, or where one points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton

from gui.commands import Commands
from gui.controllers.spots import STEP, block, nearest_free, sides_apart, unplaced, width_of
from gui.controllers.workspace import Workspace
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.windows.board_area import BoardArea
from model.state.base import Id
from model.view.map import Point

_TOP = 7 * UNIT
"""Pixels from the map's upper edge: what the switches take."""


class Placing:
    """Carries out what the GM says about the first places, each as one step."""

    def __init__(self, work: Workspace, board: BoardArea) -> None:
        self._work = work
        self._board = board
        self._bridge = work.bridge

    @property
    def waiting(self) -> tuple[Id, ...]:
        """Those who stand nowhere yet."""
        return unplaced(self._bridge.battle)

    def set_up(self) -> None:
        """Put everybody who waits on the map, about the middle of what is seen of it.

        Hidden ones stand apart from all others: a gap in a row would tell players of them.
        """
        camera, people = self._board.map.camera, self._bridge.battle.combatants
        middle = (round(camera.x), round(camera.y))
        hidden = tuple(who for who in self.waiting if people[who].is_hidden)
        places = sides_apart(self._by_side(who for who in self.waiting if who not in hidden), middle)
        edge = max((x for x, _ in places.values()), default=float(middle[0]))
        places |= block(hidden, (edge + 2 * STEP + width_of(hidden) / 2, middle[1]))
        self._work.tell(self.put(places))
        self._board.show_view("map")
        self._board.fit()

    def offer(self, middle: Point) -> tuple[tuple[str, Callable[[], object]], ...]:
        """What the menu of a spot on the map offers: to put there the selected ones who wait, else all of them."""
        waiting = self.waiting
        chosen = [one for one in waiting if one in self._work.attention.selected] or waiting
        # Hidden ones at the end of the row, where they leave no gap.
        who = tuple(sorted(chosen, key=lambda one: self._bridge.battle.combatants[one].is_hidden))
        if not who:
            return ()
        name = self._bridge.name(who[0]) if len(who) == 1 else f"the {len(who)} who stand nowhere yet"
        return ((f"Put {name} here", lambda: self._work.tell(self.put(block(who, middle)))),)

    def put(self, places: Mapping[Id, Point]) -> str | None:
        """Put each at a place of their own, or the nearest one that is free; the sentence when it was refused."""
        free = nearest_free(self._bridge.battle, places)
        return self._work.edits.place(tuple((who, x, y) for who, (x, y) in free.items()))

    def _by_side(self, people: Iterable[Id]) -> list[list[Id]]:
        groups: dict[str, list[Id]] = {}
        for who in people:
            groups.setdefault(self._bridge.battle.combatants[who].side, []).append(who)
        ours = [side for side in self._bridge.ruleset.allied if side in groups]
        return [groups[side] for side in (*ours, *(side for side in groups if side not in ours))]


class EmptyMapHint(QFrame):
    """What to do about a map on which nobody stands yet; lies over its upper part."""

    def __init__(self, work: Workspace, board: BoardArea, commands: Commands, placing: Placing) -> None:
        over = board.map
        super().__init__(over)
        self._work = work
        self._board = board
        self._commands = commands
        self._placing = placing
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
        self.button.clicked.connect(lambda: commands.action(self._command).trigger())
        line.addWidget(self.words)
        line.addWidget(self.button)
        over.installEventFilter(self)
        work.bridge.changed.connect(self.refresh)
        board.tool_changed.connect(self.refresh)
        commands.keys_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say what is missing, unless somebody stands somewhere already, or the GM is drawing where it would lie."""
        bridge, waiting = self._work.bridge, self._placing.waiting
        present = [who for who in bridge.battle.combatants.values() if who.is_present]
        is_missing = bool(waiting) and len(waiting) == len(present)
        is_shown = is_missing and not self._board.form
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
        key = self._commands.key(command)
        title = self._commands[command].title
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
