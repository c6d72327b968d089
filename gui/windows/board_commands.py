"""What the mouse does on the board: selects, marks, drags, draws, opens menus; and what the map shows meanwhile.

For the action in progress and for a route being drawn, it shows legs, reach, areas and cover lines; after a refusal,
the board as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.commands import Commands
from gui.controllers.action_controller import OfferedPlace, ParameterPlace, PlaceWanted, QuestionPlace, is_path
from gui.controllers.action_options import CoverLine
from gui.controllers.edit_controller import (
    GM_MOVE,
    STEP,
    across_from,
    block,
    nearest_free,
    sides_apart,
    unplaced,
    width_of,
)
from gui.controllers.feeds import BattleSummary
from gui.controllers.token_moves import Destination
from gui.controllers.workspace import Workspace
from gui.dialogs.forms import LineDialog
from gui.map.guides import Sight
from gui.map.token_drag import TokenDrop
from gui.panels.action_panel import ActionPanel
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, set_role
from gui.windows.board_area import BoardArea
from gui.windows.combatant_commands import CombatantCommands
from gui.windows.zone_commands import ZoneCommands
from model.state.base import Id, replace
from model.state.board import Shape
from model.view.map import Point, RouteView, metres_text

# ----------------------------------------------------------------------------------------- what the map shows meanwhile


_TOUCHES = 1.25
"""Distance between the middles of two tokens that seem to touch, in sums of their radii: the pointer is not exact."""

_ENLARGED = 60.0
"""More pixels than a small token is enlarged by, so that it can be read."""


class BoardGuide(QObject):
    """Shows on the map what a drag would do, and between drags the half-answered action."""

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
        """What a place on the map is asked for, or None if no place is."""
        self._pointed: tuple[Id, float, float] | None = None
        self._aimed_on: Id | None = None
        """The combatant at whom the action in progress is aimed."""
        self._map.drag_moved.connect(self._preview)
        self._map.corner_added.connect(self._add_corner)
        self._map.corner_removed.connect(self._take_corner_back)
        self._map.movement_mode_picked.connect(self._pick)
        self._map.drag_ended.connect(self._end)
        panel.place_wanted.connect(self._want_place)
        panel.place_given_up.connect(self._give_up_question)
        work.actions.changed.connect(self.refresh)

    # ---------------------------------------------------------------------------- a route being drawn

    def _preview(self, who: Id, x: float, y: float, alt: bool) -> None:
        """Show the result of a drop there, at the pointer and along the route."""
        self._pointed = (who, x, y)
        together = self._map.selection if who in self._map.selection else frozenset()
        if len(together) > 1:
            self._map.set_drag_label(f"{len(together)} combatants · {GM_MOVE}")
            self._hide_route()
            return
        label = self._drags.label(who, x, y, alt, self.dropped_on(who, x, y))
        self._map.set_drag_label(label.text, label.is_allowed)
        if not self._drags.is_move(who, alt):
            self._hide_route()
            return
        reach = self._drags.reach(who)
        self._map.guides.show_route(self._from_drawn_place(label.route, who), reach)
        self._map.relations.set_shows_rings(not reach)
        movement_modes = tuple(
            (movement_mode.key, movement_mode.title) for movement_mode in self._drags.movement_modes(who)
        )
        self._map.movement_modes.show_modes(movement_modes, self._drags.movement_mode)

    def dropped_on(self, who: Id, x: float, y: float) -> Id | None:
        """Return the combatant whose token a token dropped there would touch, as both are drawn, or None.

        Those who are able come first, then the nearest. A token without a place counts as large as the other one.
        """
        tokens, scale = self._map.tokens, self._map.camera.scale
        own, found = tokens.radius_of(who), list[tuple[bool, float, Id]]()
        for token in self._map.view.tokens:
            there = tokens.undragged_place_of(token.id)
            apart = math.inf if there is None else math.dist(there, (x, y)) * scale
            if apart > 2 * (token.radius * scale + own + _ENLARGED):
                continue
            radius = tokens.radius_of(token.id)
            if token.id != who and apart <= (radius + (own or radius)) * _TOUCHES:
                found.append((token.out, apart, token.id))
        return next((id for _, _, id in sorted(found) if id in self._work.battle.combatants), None)

    def _from_drawn_place(self, route: RouteView, who: Id) -> RouteView:
        """Return the route with its start where the token is drawn: in a zone it may have been moved to make room."""
        seat = self._map.tokens.undragged_place_of(who)
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
        self._hide_route()
        self.refresh()

    def _hide_route(self) -> None:
        self._map.guides.show_route(RouteView())
        self._map.relations.set_shows_rings(True)
        self._map.movement_modes.hide()

    # ------------------------------------------------------------------------------- a place being asked for

    def _want_place(self, wanted: PlaceWanted) -> None:
        """Let the next click on the map give a place, or let a route be drawn there."""
        if self._zones.has_no_map and isinstance(wanted, ParameterPlace) and not self._is_route(wanted):
            self._zones.ask_for(wanted.key)
            return
        self.wanted = wanted
        self._board.show_view("map")
        if self._is_move(wanted):
            self._board.ask_route()
        else:
            self._board.ask_place(self._give_place, partial(self._point_at, wanted))

    def _give_up_question(self) -> None:
        if isinstance(self.wanted, QuestionPlace):
            self.cancel_place_request()

    def cancel_place_request(self) -> None:
        """Stop asking for a place; the previous tool is current again."""
        if self.wanted is not None:
            self.wanted = None
            self._board.take_tool(self._board.tool)

    def _is_route(self, wanted: ParameterPlace) -> bool:
        action = self._actions.action
        return action is not None and is_path(action, wanted.key)

    def _is_move(self, wanted: PlaceWanted) -> bool:
        """Whether the place that is asked for is where the acting combatant moves by the rules."""
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
        """Show the result of choosing a place for what is asked; return the words at the pointer."""
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
        reason = form.place_refusal(wanted.key, x, y) if isinstance(wanted, OfferedPlace) else ""
        return "\n".join(part for part in (self._route_words(mover, (x, y)), _cover_words(lines), reason) if part)

    def _goes_there(self, wanted: PlaceWanted) -> bool:
        """Whether the place that is asked for is one to which a combatant goes, so that its cover matters."""
        action = self._actions.action
        return isinstance(wanted, OfferedPlace) or (
            action is not None and (action.is_defensive or action.group == "move")
        )

    def _route_words(self, who: Id, place: Point) -> str:
        start = self._work.bridge.battle.combatants[who].place.point
        return "click the place" if start is None else metres_text(math.dist(start, place))

    # ------------------------------------------------------------------------------ the action in progress

    def refresh(self) -> None:
        """Show the route or the area of the half-answered action, unless something is being dragged."""
        form = self._panel.offers.form
        if self._actions.call is None or (isinstance(self.wanted, OfferedPlace) and form.offer is None):
            # Also while the pointer still shows where the move could go instead.
            self.cancel_place_request()
        if self._pointed is not None:
            return
        self._follow_aim()
        self._map.guides.show_route(self._begun_route())
        area = self._aims.area()
        self._map.guides.show_aim(*(() if area is None else (area,)))
        self.aimed.emit(area)
        self._map.guides.show_sights()
        self._board.show_in_area(self._struck())

    def _follow_aim(self) -> None:
        """Stop asking for a place once the action is aimed at a combatant by other means than a click."""
        aim, call = self._aims.aim, self._actions.call
        aimed_on = None if aim is None or call is None or not aim.on else call.option(aim.on)
        is_new = bool(aimed_on) and aimed_on != self._aimed_on
        if is_new and aim is not None and self.wanted == ParameterPlace(aim.at):
            self.cancel_place_request()
        self._aimed_on = aimed_on

    def _struck(self) -> tuple[Id, ...]:
        """Return the combatants that the area of the action in progress would strike."""
        call = self._actions.call
        return call.targets if call is not None and self._aims.aim is not None else ()

    def _begun_route(self) -> RouteView:
        call, movement = self._actions.call, self._drags.movement
        if call is None or movement is None or self._actions.action is None or self._actions.action.group != "move":
            return RouteView()
        # A plan is refused only because it cannot happen now, which the GM did not ask for.
        is_allowed = self._actions.refusal is None or self._panel.plan.is_draft
        return RouteView(legs=self._drags.leg_views(call), is_allowed=is_allowed)


def _cover_words(lines: Sequence[CoverLine]) -> str:
    """Return words such as `cover from 2 of 3`; empty if no opponent is a threat."""
    covered = sum(bool(line.cover) for line in lines)
    if not lines:
        return ""
    return f"cover from {covered} of {len(lines)}" if len(lines) > 1 else "cover" if covered else "no cover"


# ------------------------------------------------------------------------------------------------------------ placement


_CARD = 460
"""Maximum width of `LastTimeCard`, in pixels."""
_TOP = 7 * UNIT
"""Pixels from the map's upper edge that the buttons take."""


class Placing:
    """Places combatants who are not on the board yet, each time as one step."""

    def __init__(self, work: Workspace, board: BoardArea) -> None:
        self._work = work
        self._board = board
        self._bridge = work.bridge
        self._awaited: int | None = None
        """The last step before the one whose answers `set_up_joined` waits for."""
        work.actions.changed.connect(self._follow)
        work.actions.applied.connect(self._joined)

    @property
    def waiting(self) -> tuple[Id, ...]:
        """Combatants who are not on the board yet."""
        return unplaced(self._bridge.battle)

    def set_up(self) -> None:
        """Place all waiting combatants: about the middle of the visible map, or across from opponents on it.

        Hidden combatants are placed apart from all others: a gap in a row would reveal them to players.
        """
        camera, combatants = self._board.map.camera, self._bridge.battle.combatants
        middle = (round(camera.x), round(camera.y))
        hidden = tuple(who for who in self.waiting if combatants[who].is_hidden)
        seen = tuple(who for who in self.waiting if who not in hidden)
        places = self._across(seen) or sides_apart(self._by_side(seen), middle)
        edge = max((x for x, _ in places.values()), default=float(middle[0]))
        places |= block(hidden, (edge + 2 * STEP + width_of(hidden) / 2, middle[1]))
        self._work.show_message(self.put(places))
        self._board.show_view("map")
        self._board.fit()

    def set_up_joined(self) -> None:
        """Place all waiting combatants; if the step that adds them still asks something, as soon as it is answered."""
        if self._work.actions.call is None:
            self.set_up()
        else:
            self._awaited = self._bridge.session.head

    def _follow(self) -> None:
        """Stop waiting if the step was cancelled."""
        if self._work.actions.call is None and self._bridge.session.head == self._awaited:
            self._awaited = None

    def _joined(self) -> None:
        awaited, self._awaited = self._awaited, None
        if awaited is not None and self.waiting:
            self.set_up()

    def _across(self, group: Sequence[Id]) -> dict[Id, Point]:
        """Return places for the players' side if only opponents are on the map so far; otherwise nothing."""
        battle, allied = self._bridge.battle, self._bridge.ruleset.allied
        there = [one for one in battle.combatants.values() if one.place.point is not None]
        is_party = all(battle.combatants[who].side in allied for who in group)
        if not group or not there or not is_party or any(one.side in allied for one in there):
            return {}
        points = [one.place.point for one in there if one.place.point is not None]
        picture = battle.board.picture
        return across_from(points, group) if picture is None else across_from(points, group, picture.x)

    def offer(self, middle: Point) -> tuple[tuple[str, Callable[[], object]], ...]:
        """Return menu entries for a spot on the map: put the selected waiting combatants there, or else all of them."""
        waiting = self.waiting
        chosen = [one for one in waiting if one in self._work.selection.chosen] or waiting
        # Hidden combatants come last in the row, where they leave no gap.
        who = tuple(sorted(chosen, key=lambda one: self._bridge.battle.combatants[one].is_hidden))
        if not who:
            return ()
        name = self._bridge.name(who[0]) if len(who) == 1 else f"the {len(who)} who are not on the board yet"
        return ((f"Put {name} here", lambda: self._work.show_message(self.put(block(who, middle)))),)

    def put(self, places: Mapping[Id, Point]) -> str | None:
        """Put combatants at their places, or the nearest free ones; return why it was refused, or None."""
        combatants = self._bridge.battle.combatants
        there = {who: place for who, place in places.items() if who in combatants}
        if places and not there:
            return "They are no longer in this battle."  # they were removed while the menu was open
        free = nearest_free(self._bridge.battle, there)
        return self._work.edits.place(tuple((who, x, y) for who, (x, y) in free.items()))

    def _by_side(self, combatants: Iterable[Id]) -> list[list[Id]]:
        groups: dict[str, list[Id]] = {}
        for who in combatants:
            groups.setdefault(self._bridge.battle.combatants[who].side, []).append(who)
        ours = [side for side in self._bridge.ruleset.allied if side in groups]
        return [groups[side] for side in (*ours, *(side for side in groups if side not in ours))]


class EmptyMapHint(QFrame):
    """Says what to do if no combatant is on the map; shown over its upper part."""

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
        # The map keeps the focus: Enter pressed elsewhere must not place combatants.
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
        """Show what is missing; hide the hint once any combatant is placed, or while the GM is drawing under it."""
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
        """Place the hint under the buttons, clear of names at the edge; on a narrow map its button goes below."""
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
    """Shows how the combat stood when it was stopped; closes on a click, on Esc, or when anything happens."""

    def __init__(self, work: Workspace, board: BoardArea, told: BattleSummary) -> None:
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
        self._board, self._column = board, column
        self._lie()
        board.installEventFilter(self)
        work.bridge.changed.connect(self.leave)
        work.actions.changed.connect(self.leave)
        board.escaped.connect(self.leave)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            # After the bars of the board have been laid out, which decide its room.
            QTimer.singleShot(0, self, self._lie)
        return False

    def _lie(self) -> None:
        """Fit the card to its words, within the free room of the board."""
        room = self._board.free_room
        self.setFixedWidth(min(_CARD, room.width()))
        self.adjustSize()
        self.resize(self.width(), min(self._column.totalHeightForWidth(self.width()), room.height()))
        self.move(room.topLeft())

    def leave(self, *_: object) -> None:
        """Close the card for good."""
        dispose(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.leave()


# ----------------------------------------------------------------------------------------------------- clicks and drags


class BoardCommands:
    """Connects the map, the list of zones and the range bands to their commands."""

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
        self._selection = work.selection
        self._edits = work.edits
        self._connect()

    def _connect(self) -> None:
        board, edits = self._board, self._edits
        for canvas in (board.map, board.zones, board.bands):
            canvas.picked.connect(self._look)
            canvas.marked.connect(self._combatants.mark)
            canvas.target_added.connect(self._combatants.add_target)
            canvas.context_requested.connect(self._show_menu)
            canvas.selection_changed.connect(self._select)
        board.map.set_click_handler(self._answer)
        board.map.dropped.connect(self._drop)
        for drops in (board.drops, *board.entry_drops):
            drops.entry_dropped.connect(
                lambda key, who, place: self._work.show_message(self._work.library.drop(key, who, place))
            )
        board.map.many_dropped.connect(self._drop_many)
        for display in (board.zones, board.bands):
            display.set_drop_words(self._drop_words)
            display.moved.connect(self._drop_tokens)
        board.map.zone_changed.connect(lambda id, shape: self._done(edits.change_zone(id, shape=shape)))
        board.map.feature_drawn.connect(self._draw_feature)
        board.map.fog_drawn.connect(self._draw_fog)
        board.map.feature_changed.connect(lambda id, shape: self._done(edits.change_feature(id, shape=shape)))
        board.map.delete_requested.connect(lambda kind, id: self._done(edits.remove_shape(kind, id)))

    def _answer(self, who: Id) -> bool:
        """Take a clicked token as the target that the action in progress needs; return False if it needs none."""
        actions = self._work.actions
        if not actions.needs_target or self._guide.wanted is not None or who == actions.actor:
            return False
        self._combatants.mark(who)
        self._panel.take_focus()
        return True

    def _look(self, who: Id) -> None:
        """Select a combatant; if a target is asked for, make it the target instead."""
        if not self._answer(who) and self._work.bridge.battle.combatants.get(who) is not None:
            self._selection.set_current(who)

    def _select(self, ids: frozenset[Id]) -> None:
        known = self._work.bridge.battle.combatants
        # Those chosen before keep their order; the sheet's first one stays the first.
        kept = [id for id in self._selection.chosen if id in ids]
        self._selection.select((*kept, *sorted(id for id in ids if id in known and id not in kept)))

    def _drop(self, who: Id, x: float, y: float, alt: bool) -> None:
        """Move or place a combatant; a move that waits for Apply can be sent elsewhere by a further click."""
        self._done(self._work.drags.drop(who, x, y, alt, self._guide.dropped_on(who, x, y)))
        if self._guide.wanted is not None:
            self._panel.take_focus()

    def _drop_many(self, places: tuple[tuple[Id, float, float], ...], alt: bool) -> None:
        self._done(self._work.moves.place({who: (x, y) for who, x, y in places}))

    def _drop_words(self, drop: TokenDrop) -> tuple[str, bool]:
        """Return what a drop on the list of zones or the range bands would do, and whether it is allowed."""
        to = self._destination(drop)
        if isinstance(to, str):
            return to, False
        known = self._known(drop.who)
        return self._work.moves.words(known, to, is_placing=drop.is_placing) if known else ("", True)

    def _drop_tokens(self, drop: TokenDrop) -> None:
        to, known = self._destination(drop), self._known(drop.who)
        if isinstance(to, str) or not known:
            self._work.show_message(to if isinstance(to, str) else None)
        else:
            self._done(self._work.moves.move(known, to, is_placing=drop.is_placing))

    def _destination(self, drop: TokenDrop) -> Destination | str:
        """Return where a drop leads, or a sentence if that is not one place."""
        battle, center = self._work.battle, self._board.bands.view.center
        if drop.on is not None and drop.on in battle.combatants:
            return Destination(on=drop.on)
        if drop.band and center is not None:
            return self._work.moves.in_band(center.id, drop.band, drop.place)
        return Destination(zone=drop.zone)

    def _known(self, who: tuple[Id, ...]) -> tuple[Id, ...]:
        """Return those of the dragged tokens that are combatants or things of the battle."""
        battle = self._work.battle
        return tuple(one for one in who if one in battle.combatants or one in battle.things)

    def _draw_feature(self, kind: str, shape: Shape) -> None:
        self._done(self._edits.draw_feature(kind, shape))

    def _draw_fog(self, level: str, shape: Shape, width: float) -> None:
        self._done(self._edits.draw_fog(level, shape, width))

    def name_area(self) -> None:
        """Ask for the name of the chosen zone or drawing."""
        found = self._board.current_area
        if found is None:
            self._work.show_message("Choose a zone or a drawing first: take its tool, then click it.")
            return
        kind, id = found
        board = self._work.bridge.battle.board
        now = board.zones[id].name if kind == "zone" else board.features[id].name
        typed = LineDialog.ask(self._window, "Name", "What is it called?", now)
        if typed is not None:
            change = self._edits.change_zone if kind == "zone" else self._edits.change_feature
            self._done(change(id, name=typed))

    def _done(self, problem: str | None) -> None:
        self._work.show_message(problem)
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
        """Return the menu entry that opens or closes the door at a spot, or nothing."""
        shown = self._board.map.areas.feature_at(x, y)
        door = None if shown is None else self._work.battle.board.features.get(shown.id)
        if door is None or not door.is_door:
            return ()
        words, kind = ("Open", "drawing") if door.kind == "cover" else ("Close", "cover")
        return ((f"{words} {door.name or 'Door'}", lambda: self._done(self._edits.change_feature(door.id, kind=kind))),)
