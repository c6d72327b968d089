"""What the mouse does on the board: selects, marks, drags, draws, opens menus. After a refusal it shows what is."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from gui.controllers.workspace import Workspace
from gui.dialogs.asking import LineDialog
from gui.panels.action_panel import ActionPanel
from gui.windows.board_area import BoardArea
from gui.windows.board_guide import BoardGuide
from gui.windows.combatant_commands import CombatantCommands
from gui.windows.placing import Placing
from gui.windows.zone_commands import ZoneCommands
from model.state.base import Id
from model.state.board import Shape


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
        board.map.many_dropped.connect(self._drop_many)
        board.map.zone_changed.connect(lambda id, shape: self._done(edits.change_zone(id, shape=shape)))
        board.map.feature_drawn.connect(self._draw_feature)
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
        zone = self._zones.zone_at(x, y) if who is None and on_map else None
        if zone is None:
            offered = self._placing.offer((round(x, 1), round(y, 1))) if who is None and on_map else ()
            self._combatants.show_menu(who, at, offered)
        else:
            self._zones.show_menu(zone, at)
