"""What the map shows of the action in progress and of a way that is being drawn: legs, reach, areas, cover lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from gui.controllers.action_controller import OfferedPlace, ParameterPlace, PlaceWanted, QuestionPlace, is_path
from gui.controllers.action_options import CoverLine
from gui.controllers.workspace import Workspace
from gui.map.guides import Sight
from gui.panels.action_panel import ActionPanel
from gui.windows.board_area import BoardArea
from gui.windows.zone_commands import ZoneCommands
from model.state.base import Id, replace
from model.view.map import Point, RouteView, metres_text


class BoardGuide(QObject):
    """Follows the drag, and between drags the half-answered action."""

    aimed = Signal(object)
    """The `AreaView` that the action in progress would strike, or None."""

    def __init__(self, work: Workspace, board: BoardArea, panel: ActionPanel, zones: ZoneCommands) -> None:
        super().__init__(board)
        self._work = work
        self._board = board
        self._panel = panel
        self._zones = zones
        self._drags = work.drags
        self._actions = work.actions
        self._aims = work.aims
        self._map = board.map
        self.wanted: PlaceWanted | None = None
        """What a place is wanted for."""
        self._pointed: tuple[Id, float, float] | None = None
        self._aimed_on: Id | None = None
        """Whom the action in progress is aimed at."""
        self._map.drag_moved.connect(self._preview)
        self._map.corner_added.connect(self._add_corner)
        self._map.corner_removed.connect(self._take_corner_back)
        self._map.manner_picked.connect(self._pick)
        self._map.drag_ended.connect(self._end)
        panel.place_wanted.connect(self._want_place)
        panel.place_given_up.connect(self._give_up_question)
        work.actions.changed.connect(self.refresh)

    # ------------------------------------------------------------------------------ a way being drawn

    def _preview(self, who: Id, x: float, y: float, alt: bool) -> None:
        """What a drop there would come to, at the pointer and along the way."""
        self._pointed = (who, x, y)
        label = self._drags.label(who, x, y, alt)
        self._map.set_drag_label(label.text, label.is_allowed)
        if not self._drags.is_move(who, alt):
            self._show_no_way()
            return
        reach = self._drags.reach(who)
        self._map.guides.show_route(self._from_seat(label.route, who), reach)
        self._map.relations.set_shows_rings(not reach)
        manners = tuple((manner.key, manner.title) for manner in self._drags.manners(who))
        self._map.manners.show_manners(manners, self._drags.manner)

    def _from_seat(self, route: RouteView, who: Id) -> RouteView:
        """A way that begins where the token is seen: in a zone it may have made room for others."""
        seat = self._map.tokens.seat_of(who)
        if seat is None or not route.legs or len(route.legs[0].points) < 2:
            return route
        first, *others = route.legs
        return replace(route, legs=(replace(first, points=(seat, *first.points[1:])), *others))

    def _preview_again(self) -> None:
        if self._pointed is not None:
            self._preview(*self._pointed, False)

    def _add_corner(self, who: Id, x: float, y: float) -> None:
        self._drags.add_corner(who, x, y)
        self._preview(who, x, y, False)

    def _take_corner_back(self) -> None:
        self._drags.take_corner_back()
        self._preview_again()

    def _pick(self, key: str) -> None:
        self._drags.pick(key)
        self._preview_again()

    def _end(self) -> None:
        self._pointed = None
        self._drags.forget()
        self._show_no_way()
        self.refresh()

    def _show_no_way(self) -> None:
        self._map.guides.show_route(RouteView())
        self._map.relations.set_shows_rings(True)
        self._map.manners.hide()

    # ------------------------------------------------------------------------------ a place being looked for

    def _want_place(self, wanted: PlaceWanted) -> None:
        """The next click on the map gives a place, or the route that is drawn there."""
        if self._zones.has_no_map and isinstance(wanted, ParameterPlace) and not self._is_way(wanted):
            self._zones.ask_for(wanted.key)
            return
        self.wanted = wanted
        self._board.show_view("map")
        if self._is_move(wanted):
            self._board.ask_way()
        else:
            self._board.ask_place(self._give_place, partial(self._point_at, wanted))

    def _give_up_question(self) -> None:
        if isinstance(self.wanted, QuestionPlace):
            self.drop_wish()

    def drop_wish(self) -> None:
        """No place is wanted any more: the tool of before is active again."""
        if self.wanted is not None:
            self.wanted = None
            self._board.take_tool(self._board.tool)

    def _is_way(self, wanted: ParameterPlace) -> bool:
        action = self._actions.action
        return action is not None and is_path(action, wanted.key)

    def _is_move(self, wanted: PlaceWanted) -> bool:
        """Whether the place that is wanted is where the acting combatant moves to by the rules."""
        actor, action = self._actions.actor, self._actions.action
        movement = self._work.bridge.ruleset.movement
        if actor is None or action is None or movement is None or not isinstance(wanted, ParameterPlace):
            return False
        return action.group == "move" and self._drags.is_move(actor, is_placing=False)

    def _give_place(self, x: float, y: float, who: Id | None = None) -> None:
        wanted, self.wanted = self.wanted, None
        aim = self._aims.aim
        if aim is not None and wanted == ParameterPlace(aim.at):
            self._aims.take(x, y, who)
            self._panel.take_focus()
        elif wanted is not None:
            self._panel.give_place(wanted, x, y)
        self.refresh()

    def _point_at(self, wanted: PlaceWanted, x: float, y: float, who: Id | None) -> str:
        """Show what a place that is wanted comes to; the words at the pointer."""
        aim = self._aims.aim
        if aim is not None and wanted == ParameterPlace(aim.at):
            aimed = self._aims.preview(x, y, who if aim.on else None)
            assert aimed is not None
            self._map.guides.show_aim(*(() if aimed.area is None else (replace(aimed.area, label=""),)))
            self.aimed.emit(aimed.area)
            return aimed.words
        form = self._panel.offers.form
        mover = form.actor if isinstance(wanted, OfferedPlace) else self._actions.actor
        if mover is None:
            return "click the place"
        lines = self._aims.cover_lines(mover, x, y) if self._goes_there(wanted) else ()
        self._map.guides.show_sights(*(Sight(line.start, line.end, line.cover) for line in lines))
        reason = form.may_go(wanted.key, x, y) if isinstance(wanted, OfferedPlace) else ""
        return "\n".join(part for part in (self._way_words(mover, (x, y)), _cover_words(lines), reason) if part)

    def _goes_there(self, wanted: PlaceWanted) -> bool:
        """Whether the place that is wanted is where a combatant goes themselves, and may look for cover."""
        action = self._actions.action
        return isinstance(wanted, OfferedPlace) or (
            action is not None and (action.is_defensive or action.group == "move")
        )

    def _way_words(self, who: Id, place: Point) -> str:
        start = self._work.bridge.battle.combatants[who].place.point
        return "click the place" if start is None else metres_text(math.dist(start, place))

    # ------------------------------------------------------------------------------ the action in progress

    def refresh(self) -> None:
        """Show the way or the area of the half-answered action, as long as nothing else is being drawn."""
        if self._pointed is not None:
            return
        form = self._panel.offers.form
        if self._actions.call is None or (isinstance(self.wanted, OfferedPlace) and form.offer is None):
            self.drop_wish()
        self._follow_aim()
        self._map.guides.show_route(self._begun_route())
        area = self._aims.area()
        self._map.guides.show_aim(*(() if area is None else (area,)))
        self.aimed.emit(area)
        self._map.guides.show_sights()
        self._board.show_struck(self._struck())

    def _follow_aim(self) -> None:
        """Once it is aimed at a combatant by other means than a click, no place is wanted for it any more."""
        aim, call = self._aims.aim, self._actions.call
        aimed_on = None if aim is None or call is None or not aim.on else call.option(aim.on)
        is_new = bool(aimed_on) and aimed_on != self._aimed_on
        if is_new and aim is not None and self.wanted == ParameterPlace(aim.at):
            self.drop_wish()
        self._aimed_on = aimed_on

    def _struck(self) -> tuple[Id, ...]:
        """Who would be struck by the area of the action in progress."""
        call = self._actions.call
        return call.targets if call is not None and self._aims.aim is not None else ()

    def _begun_route(self) -> RouteView:
        call, movement = self._actions.call, self._drags.movement
        if call is None or movement is None or self._actions.action is None or self._actions.action.group != "move":
            return RouteView()
        # Of a plan it is refused that it happens now, which nobody has asked for.
        is_allowed = self._actions.refusal is None or self._panel.plan.is_draft
        return RouteView(legs=self._drags.leg_views(call), is_allowed=is_allowed)


def _cover_words(lines: Sequence[CoverLine]) -> str:
    """`cover from 2 of 3`; nothing where nobody is dangerous."""
    covered = sum(bool(line.cover) for line in lines)
    if not lines:
        return ""
    return f"cover from {covered} of {len(lines)}" if len(lines) > 1 else "cover" if covered else "no cover"
