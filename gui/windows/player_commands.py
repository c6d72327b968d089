"""The players' screen as the GM's window steers it: what is shown there, when it is held, what its menu offers."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent, QWindow
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from gui.controllers.feeds import PlayersFeed
from gui.controllers.workspace import Workspace
from gui.dialogs.players_layout import PlayersLayoutDialog
from gui.panels.initiative import InitiativePanel
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.screens import fill_screens_menu
from gui.player.thumbnail import PlayersThumbnail
from gui.style.measures import UNIT
from gui.windows.board_area import BoardArea
from gui.windows.board_guide import BoardGuide
from gui.windows.player_view import PlayerLayouts
from model.campaign import campaign_of
from model.session import Changed
from model.state.base import Id
from model.state.battle import HealthPolicy
from model.state.board import Point
from model.view.map import AreaView
from model.view.marks import NO_MARKS, MarksView, aim_view, measure_view, ping_view
from model.view.players import PlayersView
from model.view.viewer import policy_of

UNDO, PREPARING = "undo", "preparing"
"""Why the picture is frozen: while the GM goes back and forth, and before combat until the GM shows it."""
_SIDES = {"pc": "Players", "npc": "Opponents", "ally": "Allies"}
_POLICIES: tuple[tuple[HealthPolicy, str], ...] = (
    ("exact", "Exact number"),
    ("words", "In words"),
    ("bar", "Only a bar"),
    ("nothing", "Nothing"),
)
_PING = 3000
"""Milliseconds that a ping is seen."""
_ROOM = 400
"""Height of the left dock under which the list has all of it."""
_TALLEST = 220


class PlayerCommands(QObject):
    """Hands the presenter a view after everything that happens, a moment later: the GM's window comes first."""

    menu_wanted = Signal(object)
    """The menu of the players' screen is to open, at a `QPoint` of the screen; None: at its button."""

    def __init__(self, work: Workspace, window: QWidget, presenter: PlayersPresenter) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._bridge = work.bridge
        self._feed = PlayersFeed(work.bridge.session)
        self._is_applied = False
        """Whether an action was applied since the last view."""
        self._shows_progress = False
        self._handle: QWindow | None = None
        self._has_left = False
        self.presenter = presenter
        self.thumbnail = PlayersThumbnail(presenter)
        self._board: BoardArea | None = None
        self._is_pointing_live = False
        self._ping_ends = QTimer(self, singleShot=True, interval=_PING)
        self._ping_ends.timeout.connect(self._end_ping)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.show_now)
        folder = None if work.bridge.path is None else campaign_of(work.bridge.path)
        self.layouts = PlayerLayouts(work.preferences, folder)
        self._take_layout()
        presenter.set_resolver(work.bridge.picture)
        work.bridge.changed.connect(self._follow)
        work.actions.changed.connect(self._follow_progress)
        self._freeze_while_preparing()
        self._soon.start()

    # ---------------------------------------------------------------------------------- what is shown

    def _freeze_while_preparing(self) -> None:
        """Players see nothing of a battle that is being prepared until combat starts, or the GM resumes."""
        if self._bridge.battle.order.phase == "setup":
            self.presenter.hold_for(PREPARING, lasts=True)

    def _end_preparing(self, view: PlayersView) -> None:
        """An ambush that players have seen nothing of is still being prepared to them."""
        if self._bridge.battle.order.phase != "setup" and view.phase != "waiting":
            self.presenter.end_hold(PREPARING)

    def _follow(self, changed: Changed) -> None:
        if changed.origin == "look":
            return  # players see the battle as it stands
        if changed.origin == "act":
            self._is_applied = True
        else:
            self._is_applied = False
            self.presenter.hold_for(UNDO)
        self._freeze_while_preparing()
        self._soon.start()

    def _follow_progress(self) -> None:
        if self._has_dice or self._shows_progress:
            self._soon.start()

    @property
    def _has_dice(self) -> bool:
        """Whether all dice of a roll lie on the table of an action that is not applied yet."""
        return self._work.actions.call is not None and bool(self._work.actions.note.rolls)

    def show_now(self) -> None:
        """Show the battle as it stands, with the dice of the action in progress.

        Nothing else of it is shown before it is applied: no move, no change.
        """
        self._soon.stop()
        applied, self._is_applied = self._is_applied, False
        show = self.presenter.show_applied if applied else self.presenter.show_view
        self._shows_progress = self._has_dice
        call = self._work.actions.call
        if self._shows_progress and call is not None:
            view = self._feed.in_progress(call, self._work.actions.note)
        else:
            view = self._feed.view()
        self._end_preparing(view)
        show(view)

    def watch_screen(self, handle: QWindow) -> None:
        """Follow the GM's window to another screen: the players' window is never on the same one."""
        if handle is not self._handle:
            self._handle = handle
            handle.screenChanged.connect(self.presenter.screens.changed)

    def leave(self) -> bool:
        """The GM's window goes: another fight may be shown from now on; False where it has gone already."""
        if self._has_left:
            return False
        self._has_left = True
        self._soon.stop()
        self._ping_ends.stop()
        self.presenter.point(NO_MARKS)
        self._bridge.changed.disconnect(self._follow)
        self._work.actions.changed.disconnect(self._follow_progress)
        return True

    # -------------------------------------------------------------------------------------- commands

    def toggle_hold(self) -> None:
        """Freeze or resume; without a screen, show on the only other one, or offer those there are."""
        if self.presenter.state is PlayersState.NO_SCREEN and self.presenter.screens.offered is None:
            self.menu_wanted.emit(None)
            return
        self.presenter.toggle_hold()
        if self.presenter.state is PlayersState.BLANK:
            under = "frozen" if self.presenter.is_held else "live"
            self._work.tell_good(f"The view is blank; when it resumes, it is {under}.")

    def toggle_thumbnail(self) -> None:
        preferences = self._work.preferences
        preferences.set_shows_thumbnail(not preferences.shows_thumbnail)

    # ----------------------------------------------------------------------------------------- menus

    def fill_screens(self, menu: QMenu) -> None:
        fill_screens_menu(menu, self.presenter.screens)

    # -------------------------------------------------------------------------------------- pointing

    def connect_board(self, board: BoardArea, guide: BoardGuide) -> None:
        """Follow what is pinged, measured and aimed on the map."""
        self._board = board
        board.map.port.pinged.connect(self.ping)
        board.map.port.measured.connect(self._measure)
        guide.aimed.connect(self._aim)

    def ping(self, at: Point | None, who: Id | None) -> None:
        """Draw a ring on both screens for three seconds; around an unseen combatant on the GM's alone."""
        battle = self._bridge.battle
        body = None if who is None else battle.combatants.get(who) or battle.things.get(who)
        place = at if body is None or body.place.point is None else body.place.point
        if self._board is not None:
            self._board.map.overlay.set_ping(place)
        found = ping_view(battle, at, who)
        if found is None and who is not None:
            self._work.tell(f"The players do not see {self._bridge.name(who)}: the ping is on this screen alone.")
        self.presenter.point(NO_MARKS if found is None else MarksView(ping=found))
        self._ping_ends.start()

    def ping_selected(self) -> None:
        """Ping the token under the mouse, else the one that is selected."""
        if self._board is not None and self._board.map.port.ping():
            return
        who = self._work.attention.looked_at
        if who is not None:
            self.ping(None, who)

    def _end_ping(self) -> None:
        if self._board is not None:
            self._board.map.overlay.set_ping(None)
        self.presenter.point(NO_MARKS)

    @property
    def is_pointing_live(self) -> bool:
        """Whether players see what is measured and aimed while it is done."""
        return self._is_pointing_live

    def toggle_pointing(self) -> None:
        self._is_pointing_live = not self._is_pointing_live
        self.presenter.point(NO_MARKS)

    def _measure(self, ends: tuple[Point, Point] | None, who: tuple[Id | None, Id | None] | None) -> None:
        if not self._is_pointing_live:
            return
        if ends is None or who is None:
            self.presenter.point(NO_MARKS)
        else:
            self.presenter.point(measure_view(self._bridge.ruleset, self._bridge.battle, ends, who))

    def _aim(self, area: AreaView | None) -> None:
        call = self._work.actions.call
        if self._is_pointing_live and not self._ping_ends.isActive():
            self.presenter.point(NO_MARKS if call is None else aim_view(self._bridge.battle, call.actor, area))

    # --------------------------------------------------------------------------------------- layouts

    def fill_layouts(self, menu: QMenu) -> None:
        """The layouts as one choice, and what can be done with them."""
        menu.clear()
        group = QActionGroup(menu)
        for layout in self.layouts.all():
            action = group.addAction(layout.name)
            action.setCheckable(True)
            action.setChecked(layout.name == self.presenter.layout.name)
            action.triggered.connect(lambda _, name=layout.name: self.choose_layout(name))
            menu.addAction(action)
        menu.addSeparator()
        for title, do in (("Edit Layout...", self.edit_layout), ("Delete Layout", self.delete_layout)):
            menu.addAction(title).triggered.connect(lambda _=False, do=do: do())
        menu.actions()[-1].setEnabled(self.layouts.is_own(self.presenter.layout.name))
        for problem in self.layouts.problems:
            menu.addAction(problem).setEnabled(False)

    def choose_layout(self, name: str) -> None:
        """Show the elements of a layout from now on."""
        self.layouts.choose(name)
        self._take_layout()

    def next_layout(self) -> None:
        """The layout after the one that is shown, for a key."""
        names = [layout.name for layout in self.layouts.all()]
        now = self.presenter.layout.name
        self.choose_layout(names[(names.index(now) + 1) % len(names)] if now in names else names[0])
        self._work.tell_good(f"The players see the layout “{self.presenter.layout.name}”.")

    def edit_layout(self) -> None:
        """Ask what the layout shows, and keep it; one of the program's is kept under another name."""
        layout = PlayersLayoutDialog(self.presenter.layout, self._window).ask()
        if layout is not None:
            self._work.tell(self.layouts.save(layout))
            self._take_layout()

    def delete_layout(self) -> None:
        self._work.tell(self.layouts.delete(self.presenter.layout.name))
        self._take_layout()

    def _take_layout(self) -> None:
        layout = self.layouts.chosen
        shown = (layout, *self.presenter.further)
        self._feed.set_target_numbers(any(one.target_numbers for one in shown))
        self.presenter.set_layout(layout)
        for problem in self.layouts.problems:
            self._work.tell(problem)
        self._soon.start()

    def fill_health(self, menu: QMenu) -> None:
        """What players see of health, a part for each side that has a combatant in the battle."""
        menu.clear()
        battle = self._bridge.battle
        for side in self._work.fight.sides:
            part = QMenu(_SIDES.get(side, side), menu)
            group = QActionGroup(part)
            now = policy_of(battle, next(who.id for who in battle.combatants.values() if who.side == side))
            for policy, title in _POLICIES:
                action = group.addAction(title)
                action.setCheckable(True)
                action.setChecked(policy == now)
                action.triggered.connect(lambda _, side=side, policy=policy: self._set_policy(side, policy))
                part.addAction(action)
            menu.addMenu(part)
        if menu.isEmpty():
            menu.addAction("No Combatants Yet").setEnabled(False)

    def _set_policy(self, side: str, policy: HealthPolicy) -> None:
        self._work.edit("set_health_policy", side=side, policy=policy)


class LeftDock(QWidget):
    """The initiative order, and under it what the players see, where there is room for both."""

    def __init__(self, order: InitiativePanel) -> None:
        super().__init__()
        self.order = order
        self._thumbnail: PlayersThumbnail | None = None
        self._is_wanted = True
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(order, 1)
        self._frame = QVBoxLayout()
        column.addLayout(self._frame)
        self.setFocusProxy(order)

    def add_thumbnail(self, thumbnail: PlayersThumbnail) -> None:
        """Show what the players see under the order."""
        self._thumbnail = thumbnail
        self._frame.addWidget(thumbnail)
        thumbnail.setMaximumHeight(_TALLEST)
        self._make_room()

    def set_shows_thumbnail(self, is_shown: bool) -> None:
        """Whether the GM wants it at all."""
        self._is_wanted = is_shown
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        if self._thumbnail is None:
            return
        is_shown = self._is_wanted and self.height() >= _ROOM
        self._thumbnail.setVisible(is_shown)
        pad = UNIT + UNIT // 2 if is_shown else 0
        self._frame.setContentsMargins(pad, UNIT if is_shown else 0, pad, pad)
