"""What the GM does on the board, carried out: looks, marks, drags, draws."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from gui.controllers.place_parameters import is_path
from gui.dialogs.asking import LineDialog
from model.state.base import Id
from model.state.board import Shape

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow


class BoardDesk:
    """Connects the canvases; after a drop that was refused they show again what is."""

    def __init__(self, window: GmWindow) -> None:
        self._window = window
        self._attention = window.attention
        self._edits = window.edits
        self._drags = window.drags
        board = window.board
        self._wanted: object = None
        for canvas in (board.map, board.zones, board.bands):
            canvas.looked.connect(self._look)
            canvas.marked.connect(window.mark)
            canvas.target_added.connect(window.add_target)
            canvas.context_requested.connect(self._show_menu)
        canvas = board.map
        canvas.selection_changed.connect(self._select)
        canvas.set_answers(self._answer)
        board.zones.selection_changed.connect(self._select)
        board.bands.selection_changed.connect(self._select)
        canvas.dropped.connect(self._drop)
        canvas.many_dropped.connect(self._drop_many)
        canvas.zone_changed.connect(lambda id, shape: self._done(self._edits.change_zone(id, shape=shape)))
        canvas.feature_drawn.connect(self._draw_feature)
        canvas.feature_changed.connect(lambda id, shape: self._done(self._edits.change_feature(id, shape=shape)))
        canvas.delete_requested.connect(lambda kind, id: self._done(self._edits.remove_shape(kind, id)))
        window.action_panel.place_wanted.connect(self._want_place)
        window.action_panel.plans.line.closed.connect(canvas.setFocus)

    def _answer(self, who: Id) -> bool:
        """Take a click on a token as the target that the action in progress waits for; whether it waits for one."""
        controller = self._window.controller
        if not controller.needs_target or self._wanted is not None or who == controller.actor:
            return False
        self._window.mark(who)
        self._window.action_panel.take_focus()
        return True

    def _look(self, who: Id) -> None:
        """Look at a combatant; where a target is asked for, this is the answer."""
        if not self._answer(who) and self._window.bridge.battle.combatants.get(who) is not None:
            self._attention.look_at(who)

    def _select(self, ids: frozenset[Id]) -> None:
        known = self._window.bridge.battle.combatants
        self._attention.select(tuple(sorted(id for id in ids if id in known)))

    def _drop(self, who: Id, x: float, y: float, alt: bool) -> None:
        self._done(self._drags.drop(who, x, y, alt))
        if self._wanted is not None:
            self._wanted = None
            self._window.board.take_tool(self._window.board.tool)
            self._window.action_panel.take_focus()

    def _drop_many(self, places: tuple[tuple[Id, float, float], ...], alt: bool) -> None:
        self._done(self._window.placing.put({who: (x, y) for who, x, y in places}))

    def _draw_feature(self, kind: str, shape: Shape) -> None:
        self._done(self._edits.draw_feature(kind, shape))

    def name_area(self) -> None:
        """Ask what the zone or drawing in hand is called."""
        found = self._window.board.area_in_hand
        if found is None:
            self._window.tell("Take a zone or a drawing in hand first: its tool, then a click on it.")
            return
        kind, id = found
        board = self._window.bridge.battle.board
        now = board.zones[id].name if kind == "zone" else board.features[id].name
        typed = LineDialog.ask(self._window, "Name", "What is it called?", now)
        if typed is not None:
            change = self._edits.change_zone if kind == "zone" else self._edits.change_feature
            self._done(change(id, name=typed))

    def _done(self, problem: str | None) -> None:
        self._window.tell(problem)
        self._window.board.refresh()

    def _show_menu(self, who: Id | None, x: float, y: float, at: QPoint) -> None:
        if self._wanted is not None:
            return
        on_map = self._window.board.view == "map"
        zone = self._window.zones.zone_at(x, y) if who is None and on_map else None
        if zone is None:
            offered = self._window.placing.offer((round(x, 1), round(y, 1))) if who is None and on_map else ()
            self._window.people.show_menu(who, at, offered)
        else:
            self._window.zones.show_menu(zone, at)

    def _want_place(self, wanted: object) -> None:
        """An action needs a place: the next click on the map gives it, or a way that is drawn there.

        None takes back that a question wants one; what else was asked for stays asked for.
        """
        if wanted is None:
            if self._wanted is True:
                self.drop_wish()
            return
        if self._window.zones.has_no_map and isinstance(wanted, str) and not self._is_way(wanted):
            self._window.zones.ask_for(wanted)
            return
        self._wanted = wanted
        self._window.board.show_view("map")
        if self._is_move(wanted):
            self._window.board.ask_way()
        else:
            self._window.board.ask_place(self._give_place, partial(self._window.board_guide.point_at, wanted))

    def _is_way(self, wanted: str) -> bool:
        action = self._window.controller.action
        return action is not None and is_path(action, wanted)

    @property
    def wanted(self) -> object:
        """What a place is wanted for; None: nothing."""
        return self._wanted

    def drop_wish(self) -> None:
        """No place is wanted any more: the action is gone."""
        if self._wanted is not None:
            self._wanted = None
            self._window.board.take_tool(self._window.board.tool)

    def _is_move(self, wanted: object) -> bool:
        """Whether the place that is wanted is where whoever acts moves to by the rules."""
        actor, action = self._window.controller.actor, self._window.controller.action
        movement = self._window.bridge.ruleset.movement
        if actor is None or action is None or movement is None or not isinstance(wanted, str):
            return False
        return action.group == "move" and self._drags.is_move(actor, is_placing=False)

    def _give_place(self, x: float, y: float, who: Id | None = None) -> None:
        wanted, self._wanted = self._wanted, None
        aim = self._window.aims.aim
        if aim is not None and wanted == aim.at:
            self._window.aims.take(x, y, who)
            self._window.action_panel.take_focus()
        elif wanted is not None:
            self._window.action_panel.give_place(wanted, x, y)
        self._window.board_guide.refresh()
