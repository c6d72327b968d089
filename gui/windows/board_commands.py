"""What the mouse does on the board: selects, marks, drags, draws, opens menus. After a refusal it shows what is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.commands import Commands
from gui.controllers.edit_controller import STEP, across_from, block, nearest_free, sides_apart, unplaced, width_of
from gui.controllers.feeds import LastTime
from gui.controllers.workspace import Workspace
from gui.dialogs.forms import LineDialog
from gui.panels.action_panel import ActionPanel
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.windows.board_area import BoardArea
from gui.windows.board_guide import BoardGuide
from gui.windows.combatant_commands import CombatantCommands
from gui.windows.zone_commands import ZoneCommands
from model.state.base import Id
from model.state.board import Shape
from model.view.map import Point

# --------------------------------------------------------------------------------------------------------- first places


_CARD = 460
"""Pixels that the card of what was last is wide at most."""
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
        """Those who are not on the board yet."""
        return unplaced(self._bridge.battle)

    def set_up(self) -> None:
        """Put everybody who waits on the map: about the middle of what is seen of it, or across from opponents there.

        Hidden ones stand apart from all others: a gap in a row would tell players of them.
        """
        camera, people = self._board.map.camera, self._bridge.battle.combatants
        middle = (round(camera.x), round(camera.y))
        hidden = tuple(who for who in self.waiting if people[who].is_hidden)
        seen = tuple(who for who in self.waiting if who not in hidden)
        places = self._across(seen) or sides_apart(self._by_side(seen), middle)
        edge = max((x for x, _ in places.values()), default=float(middle[0]))
        places |= block(hidden, (edge + 2 * STEP + width_of(hidden) / 2, middle[1]))
        self._work.tell(self.put(places))
        self._board.show_view("map")
        self._board.fit()

    def _across(self, group: Sequence[Id]) -> dict[Id, Point]:
        """Places for the players' side where only opponents stand on the map yet; nothing otherwise."""
        battle, allied = self._bridge.battle, self._bridge.ruleset.allied
        there = [one for one in battle.combatants.values() if one.place.point is not None]
        is_party = all(battle.combatants[who].side in allied for who in group)
        if not group or not there or not is_party or any(one.side in allied for one in there):
            return {}
        points = [one.place.point for one in there if one.place.point is not None]
        picture = battle.board.picture
        return across_from(points, group) if picture is None else across_from(points, group, picture.x)

    def offer(self, middle: Point) -> tuple[tuple[str, Callable[[], object]], ...]:
        """What the menu of a spot on the map offers: to put there the selected ones who wait, else all of them."""
        waiting = self.waiting
        chosen = [one for one in waiting if one in self._work.attention.selected] or waiting
        # Hidden ones at the end of the row, where they leave no gap.
        who = tuple(sorted(chosen, key=lambda one: self._bridge.battle.combatants[one].is_hidden))
        if not who:
            return ()
        name = self._bridge.name(who[0]) if len(who) == 1 else f"the {len(who)} who are not on the board yet"
        return ((f"Put {name} here", lambda: self._work.tell(self.put(block(who, middle)))),)

    def put(self, places: Mapping[Id, Point]) -> str | None:
        """Put each at a place of their own, or the nearest one that is free; the sentence when it was refused."""
        combatants = self._bridge.battle.combatants
        there = {who: place for who, place in places.items() if who in combatants}
        if places and not there:
            return "They are no longer in this battle."  # the menu that offered it stood open meanwhile
        free = nearest_free(self._bridge.battle, there)
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
        """Say what is missing, unless a combatant stands somewhere already, or the GM is drawing where it would lie."""
        bridge, waiting = self._work.bridge, self._placing.waiting
        present = [who for who in bridge.battle.combatants.values() if who.is_present]
        is_missing = bool(waiting) and len(waiting) == len(present)
        is_shown = is_missing and not self._board.form
        self.setVisible(is_shown)
        if not is_shown:
            return
        if bridge.ruleset.ranges.in_metres:
            self._say("No one is on the map yet: drag a name there, or", "set_up")
        elif not bridge.battle.board.zones:
            self._say("There are no zones yet: draw them, or", "list_zones")
        else:
            self._say("No one is in a zone yet: drag a name into one, here or in the list of", "board.zones")

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


class LastTimeCard(QFrame):
    """How the fight stood when it was stopped; gone with a click, with Esc, or with the first thing that happens."""

    def __init__(self, work: Workspace, board: BoardArea, told: LastTime) -> None:
        super().__init__(board)
        self.setAutoFillBackground(True)
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * UNIT, UNIT, 2 * UNIT, UNIT)
        column.setSpacing(HALF)
        stopped = f" · stopped {told.stopped}" if told.stopped else ""
        for words, role in (
            ("Last time", "heading"),
            (f"{told.now}{stopped}", "now"),
            *((paragraph, None) for paragraph in told.paragraphs),
        ):
            label = QLabel(words)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            set_role(label, role)  # type: ignore[arg-type]  # from the tuple above
            column.addWidget(label)
        room = board.free_room
        self.setFixedWidth(min(_CARD, room.width()))
        self.adjustSize()
        self.resize(self.width(), min(column.totalHeightForWidth(self.width()), room.height()))
        self.move(room.topLeft())
        work.bridge.changed.connect(self.leave)
        work.actions.changed.connect(self.leave)
        board.escaped.connect(self.leave)
        self.show()
        self.raise_()

    def leave(self, *_: object) -> None:
        """Go for good."""
        self.hide()
        self.deleteLater()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.leave()


# ----------------------------------------------------------------------------------------------------- clicks and drags


class BoardCommands:
    """Connects the map, the list of zones and the range bands to what they do."""

    def __init__(
        self,
        work: Workspace,
        window: QWidget,
        board: BoardArea,
        panel: ActionPanel,
        guide: BoardGuide,
        combatants: CombatantCommands,
        zones: ZoneCommands,
        placing: Placing,
    ) -> None:
        self._work = work
        self._window = window
        self._board = board
        self._panel = panel
        self._guide = guide
        self._combatants = combatants
        self._zones = zones
        self._placing = placing
        self._attention = work.attention
        self._edits = work.edits
        self._connect()

    def _connect(self) -> None:
        board, edits = self._board, self._edits
        for canvas in (board.map, board.zones, board.bands):
            canvas.looked.connect(self._look)
            canvas.marked.connect(self._combatants.mark)
            canvas.target_added.connect(self._combatants.add_target)
            canvas.context_requested.connect(self._show_menu)
            canvas.selection_changed.connect(self._select)
        board.map.set_answers(self._answer)
        board.map.dropped.connect(self._drop)
        for drops in (board.drops, *board.entry_drops):
            drops.entry_dropped.connect(
                lambda key, who, place: self._work.tell(self._work.library.drop(key, who, place))
            )
        board.map.many_dropped.connect(self._drop_many)
        board.map.zone_changed.connect(lambda id, shape: self._done(edits.change_zone(id, shape=shape)))
        board.map.feature_drawn.connect(self._draw_feature)
        board.map.fog_drawn.connect(self._draw_fog)
        board.map.feature_changed.connect(lambda id, shape: self._done(edits.change_feature(id, shape=shape)))
        board.map.delete_requested.connect(lambda kind, id: self._done(edits.remove_shape(kind, id)))

    def _answer(self, who: Id) -> bool:
        """Take a click on a token as the target that the action in progress waits for; whether it waits for one."""
        actions = self._work.actions
        if not actions.needs_target or self._guide.wanted is not None or who == actions.actor:
            return False
        self._combatants.mark(who)
        self._panel.take_focus()
        return True

    def _look(self, who: Id) -> None:
        """Select a combatant; where a target is asked for, this is the answer."""
        if not self._answer(who) and self._work.bridge.battle.combatants.get(who) is not None:
            self._attention.look_at(who)

    def _select(self, ids: frozenset[Id]) -> None:
        known = self._work.bridge.battle.combatants
        self._attention.select(tuple(sorted(id for id in ids if id in known)))

    def _drop(self, who: Id, x: float, y: float, alt: bool) -> None:
        self._done(self._work.drags.drop(who, x, y, alt))
        if self._guide.wanted is not None:
            self._guide.drop_wish()
            self._panel.take_focus()

    def _drop_many(self, places: tuple[tuple[Id, float, float], ...], alt: bool) -> None:
        self._done(self._placing.put({who: (x, y) for who, x, y in places}))

    def _draw_feature(self, kind: str, shape: Shape) -> None:
        self._done(self._edits.draw_feature(kind, shape))

    def _draw_fog(self, level: str, shape: Shape, width: float) -> None:
        self._done(self._edits.draw_fog(level, shape, width))

    def name_area(self) -> None:
        """Ask for the name of the zone or drawing that is chosen."""
        found = self._board.area_in_hand
        if found is None:
            self._work.tell("Choose a zone or a drawing first: take its tool, then click it.")
            return
        kind, id = found
        board = self._work.bridge.battle.board
        now = board.zones[id].name if kind == "zone" else board.features[id].name
        typed = LineDialog.ask(self._window, "Name", "What is it called?", now)
        if typed is not None:
            change = self._edits.change_zone if kind == "zone" else self._edits.change_feature
            self._done(change(id, name=typed))

    def _done(self, problem: str | None) -> None:
        self._work.tell(problem)
        self._board.refresh()

    def _show_menu(self, who: Id | None, x: float, y: float, at: QPoint) -> None:
        if self._guide.wanted is not None:
            return
        on_map = self._board.view == "map"
        door = self._door_at(x, y) if who is None and on_map else ()
        zone = self._zones.zone_at(x, y) if who is None and on_map else None
        if door or zone is None:
            offered = self._placing.offer((round(x, 1), round(y, 1))) if who is None and on_map else ()
            offered = (*door, *offered)
            self._combatants.show_menu(who, at, offered)
        else:
            self._zones.show_menu(zone, at)

    def _door_at(self, x: float, y: float) -> tuple[tuple[str, Callable[[], object]], ...]:
        """What the menu offers at a door: to open or to close it."""
        shown = self._board.map.areas.feature_at(x, y)
        door = None if shown is None else self._work.battle.board.features.get(shown.id)
        if door is None or not door.is_door:
            return ()
        words, kind = ("Open", "drawing") if door.kind == "cover" else ("Close", "cover")
        return ((f"{words} {door.name or 'Door'}", lambda: self._done(self._edits.change_feature(door.id, kind=kind))),)
