"""Putting those on the map who stand nowhere yet: all at once, one side across from the other, or where one points."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from gui.style.measures import UNIT
from gui.style.theme import set_role
from model.engine.calls import Call
from model.state.base import Id
from model.state.battle import AnyBattle, age
from model.view.map import Point

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow

_APART = 10.0
"""Metres between two sides that are set up across from one another."""
_STEP = 2.0
"""Metres between neighbours of one side: room for a token and its name."""
_TOP = 7 * UNIT
"""Pixels from the map's upper edge: what the switches take."""
_ON_THE_LEFT = ("pc", "ally")
"""Sides that stand together; those whom they fight stand across from them."""
_DEEP = 6
"""So many of a side stand in a row before another row begins behind it."""


def unplaced(battle: AnyBattle) -> tuple[Id, ...]:
    """Those who take part and stand neither on the map nor in a zone: the eldest first."""
    nowhere = (
        who
        for who in battle.combatants.values()
        if who.is_present and who.place.point is None and who.place.zone is None
    )
    return tuple(who.id for who in sorted(nowhere, key=age))


def sides_apart(groups: Sequence[Sequence[Id]], middle: Point) -> dict[Id, Point]:
    """Each group in rows from top to bottom, the groups from left to right with room between them."""
    widths = [_width(group) for group in groups]
    left = middle[0] - (sum(widths) + _APART * (len(groups) - 1)) / 2
    places: dict[Id, Point] = {}
    for group, width in zip(groups, widths, strict=True):
        places |= block(group, (left + width / 2, middle[1]))
        left += width + _APART
    return places


def block(group: Sequence[Id], middle: Point) -> dict[Id, Point]:
    """A group in rows from top to bottom about a place."""
    rows = [group[at : at + _DEEP] for at in range(0, len(group), _DEEP)]
    left = middle[0] - _width(group) / 2
    return {
        who: (round(left + _STEP * column, 3), round(middle[1] + _STEP * (at - (len(row) - 1) / 2), 3))
        for column, row in enumerate(rows)
        for at, who in enumerate(row)
    }


def _width(group: Sequence[Id]) -> float:
    """Metres from the first row to the last."""
    return _STEP * (math.ceil(len(group) / _DEEP) - 1)


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
        places |= block(hidden, (edge + 2 * _STEP + _width(hidden) / 2, middle[1]))
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
        """Put each at a place of their own; the sentence when it was refused."""
        by_id = {who: {"x": x, "y": y} for who, (x, y) in places.items()}
        return self._bridge.edit(Call(action="place", targets=tuple(by_id), options={"places": by_id}))

    def _by_side(self, people: Iterable[Id]) -> list[list[Id]]:
        groups: dict[str, list[Id]] = {}
        for who in people:
            groups.setdefault(self._bridge.battle.combatants[who].side, []).append(who)
        ours = [side for side in _ON_THE_LEFT if side in groups]
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
