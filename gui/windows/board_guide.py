"""What the map shows of the action in progress and of a way that is being drawn: legs, reach, areas, cover lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.state.base import Id
from model.view.map import RouteView

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow


class BoardGuide:
    """Follows the drag, and between drags the half-answered action."""

    def __init__(self, window: GmWindow) -> None:
        self._window = window
        self._drags = window.drags
        self._actions = window.controller
        self._map = window.board.map
        self._pointed: tuple[Id, float, float] | None = None
        self._map.drag_moved.connect(self._preview)
        self._map.corner_added.connect(self._add_corner)
        self._map.corner_removed.connect(self._take_corner_back)
        self._map.manner_picked.connect(self._pick)
        self._map.drag_ended.connect(self._end)
        window.controller.changed.connect(self.refresh)

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
        self._map.guides.show_route(label.route, reach)
        self._map.relations.set_shows_rings(not reach)
        manners = tuple((manner.key, manner.title) for manner in self._drags.manners(who))
        self._map.manners.show_manners(manners, self._drags.manner)

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

    # ------------------------------------------------------------------------------ the action in progress

    def refresh(self) -> None:
        """Show the way of a half-answered movement, as long as no other one is being drawn."""
        if self._pointed is not None:
            return
        self._map.guides.show_route(self._begun_route())

    def _begun_route(self) -> RouteView:
        call, movement = self._actions.call, self._drags.movement
        if call is None or movement is None or self._actions.action is None or self._actions.action.group != "move":
            return RouteView()
        return RouteView(legs=self._drags.leg_views(call), is_allowed=self._actions.refusal is None)
