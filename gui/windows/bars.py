"""The bars of the window: the menu bar, the bar under it, and the status bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QStatusBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from gui.bridge import AfterRepaint, Bridge
from gui.commands import Commands, clear_help_with, pool_command
from gui.controllers.selection import Selection
from gui.controllers.workspace import Workspace
from gui.models.roll_table import is_planning
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.style.clicks import count_each_click, watch_menu
from gui.style.disposal import clear_menu
from gui.style.theme import HALF, UNIT, Role, palette, semi_bold, set_role, side_style, theme
from gui.style.widgets import set_icon
from gui.widgets.basics import ElidedLabel, KeyButton
from model.state.base import ENVIRONMENT
from model.view.board import distance_words
from model.view.pools import PoolView, clock_view, pool_views, waiting_words

# ---------------------------------------------------------------------------------------------------------------- menus


ORDER = ("File", "Edit", "Combat", "Action", "Board", "Players", "View", "Help")


class Menus:
    """The menu bar of a window."""

    def __init__(self, window: QMainWindow, commands: Commands) -> None:
        self._window = window
        self._commands = commands
        self._menus: dict[str, QMenu] = {}
        for title in ORDER:
            self._menu(title)
        for command in commands:
            menu = self._menu(command.menu)
            if command.is_first:
                menu.addSeparator()
            menu.addAction(commands.action(command.id))
        for menu in self._menus.values():
            menu.aboutToShow.connect(commands.refresh)
            menu.aboutToShow.connect(partial(commands.explain, menu))
            menu.setToolTipsVisible(True)

    def __getitem__(self, title: str) -> QMenu:
        return self._menus[title]

    def __iter__(self) -> Iterator[tuple[str, QMenu]]:
        return iter(self._menus.items())

    def _menu(self, path: str) -> QMenu:
        """Return the menu at a path such as `View/Theme`; it is created when first needed."""
        if path not in self._menus:
            parent, _, title = path.rpartition("/")
            owner = self._menu(parent) if parent else self._window.menuBar()
            menu = self._menus[path] = owner.addMenu(title if parent else self._with_letter(title))
            clear_help_with(menu, self._window)
            watch_menu(menu)
        return self._menus[path]

    def _with_letter(self, title: str) -> str:
        """Return a title of the menu bar with its Alt letter marked: the first one that no other menu uses."""
        taken = {action.text()[action.text().find("&") + 1].lower() for action in self._window.menuBar().actions()}
        at = next((at for at, letter in enumerate(title) if letter.lower() not in taken), None)
        return title if at is None else f"{title[:at]}&{title[at:]}"

    def add_docks(self, docks: Iterable[QDockWidget]) -> None:
        """Add a switch for each dock under View; showing a dock raises it above the docks that it is stacked with."""
        view = self._menus["View"]
        before = view.actions()[0] if view.actions() else None
        for dock in docks:
            action = dock.toggleViewAction()
            action.triggered.connect(lambda is_shown, dock=dock: dock.raise_() if is_shown else None)
            view.insertAction(before, action) if before is not None else view.addAction(action)

    def fill_recent(self, recent: Callable[[], tuple[Path, ...]], open_file: Callable[[Path], object]) -> None:
        """Fill File/Recent, below Open, with the sessions opened last; filled again whenever it opens."""

        def fill(menu: QMenu) -> None:
            clear_menu(menu)
            for path in recent():
                action = QAction(path.name.removesuffix(".battle.toml"), menu)
                action.setToolTip(str(path))
                action.triggered.connect(lambda _=False, path=path: open_file(path))
                menu.addAction(action)
            if menu.isEmpty():
                none = menu.addAction("No Recent Battles")
                none.setEnabled(False)

        self.fill("File/Recent", fill)
        self._menus["File"].insertAction(self._commands.action("save_copy"), self._menus["File/Recent"].menuAction())

    def fill(self, path: str, filler: Callable[[QMenu], object]) -> None:
        """Let `filler` fill a menu now, and again whenever it opens."""
        menu = self._menu(path)
        menu.aboutToShow.connect(lambda: filler(menu))
        filler(menu)

    def add(self, title: str, *ids: str) -> None:
        """Append commands of other menus to this one, as a section of their own."""
        self._menus[title].addSeparator()
        for id in ids:
            self._menus[title].addAction(self._commands.action(id))


# ---------------------------------------------------------------------------------------------- the bar under the menus


_ROOMY = 1500
"""Width from which everything has room beside pools."""
_SIGNS = 32
_SCREEN_SIGNS = 12
_WORDS, _FEWER_WORDS = 200, 90
"""Maximum width in pixels of the words of what an undo undoes, without and beside pools."""


class TopBar(QToolBar):
    """The bar under the menus. It cannot be moved or closed; everything in it is also a command of a menu."""

    def __init__(
        self,
        work: Workspace,
        commands: Commands,
        presenter: PlayersPresenter,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Fight", parent)
        self.setObjectName("top_bar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._work, self._bridge = work, work.bridge
        self._commands = commands
        self._presenter = presenter
        self._is_compact = False
        self._words_due = AfterRepaint(self._show_words, self)
        self._undo_due = AfterRepaint(self._show_undo, self)
        self._build()
        work.selection.changed.connect(self.refresh)
        commands.keys_changed.connect(self.refresh)
        presenter.state_changed.connect(self._show_players)
        theme().changed.connect(self._restyle)
        # Qt applies the padding at once only to a bar that is already polished, otherwise only when the theme changes.
        self.ensurePolished()
        self._restyle()
        self.refresh()
        self._words_due.do_now()

    def _build(self) -> None:
        body = QWidget()
        line = QHBoxLayout(body)
        line.setContentsMargins(12, UNIT, 12, UNIT)
        line.setSpacing(UNIT)
        self._line = line
        self.title, self.rules = ElidedLabel(), ElidedLabel()
        self.title.setFont(semi_bold(16))
        set_role(self.rules, "muted")
        self.round, self.turn = _Pill(), _Pill()
        self.branch = _Pill()
        self.branch.setText("What if")
        self.branch.setToolTip("You are in a branch: Edit › History › Return to Main Line takes you back.")
        self.undo, self.redo = KeyButton(""), KeyButton("")
        self.find_button, self.end = KeyButton("Find"), KeyButton("End Turn")
        self.players = KeyButton("")
        self.start = KeyButton("Start Combat")
        set_role(self.start, "primary")
        for button in (self.undo, self.redo):
            # A quick series of clicks undoes as many steps, as a quick series of keys does.
            count_each_click(button)
        set_icon(self.undo, "undo-2")
        set_icon(self.redo, "redo-2")
        set_icon(self.find_button, "search")
        line.addWidget(self.title)
        line.addWidget(self.rules)
        line.addSpacing(UNIT)
        line.addWidget(self.round)
        line.addWidget(self.turn)
        line.addWidget(self.branch)
        self.pools = {pool.key: PoolChip(pool.key, self._commands) for pool in self._bridge.ruleset.pools}
        for chip in self.pools.values():
            line.addWidget(chip)
        line.addStretch(1)
        pairs = (
            (self.undo, "undo"),
            (self.redo, "redo"),
            (self.find_button, "find"),
            (self.players, "players_hold"),
            (self.start, "start_fight"),
            (self.end, "end_turn"),
        )
        for button, command in pairs:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            _follow(button, self._commands.action(command))
            line.addWidget(button)
        self.addWidget(body)
        body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_compact(self, is_compact: bool) -> None:
        """Set whether there is little room: buttons then have no words if an icon is enough."""
        self._is_compact = is_compact
        edge = HALF if is_compact else UNIT
        self._line.setContentsMargins(12, edge, 12, edge)
        for button in (self.undo, self.redo, self.find_button, self.players, self.start, self.end):
            button.setStyleSheet("padding: 3px 8px;" if is_compact else "")
        self.refresh()
        self._words_due.do_now()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide what there is no room for."""
        is_tight = self._is_compact or (bool(self.pools) and self.width() < _ROOMY)
        self.rules.setVisible(not is_tight)
        self.find_button.setText("" if is_tight else " Find")

    def refresh(self) -> None:
        """Show the current battle."""
        battle, order = self._bridge.battle, self._bridge.battle.order
        self.title.setText(battle.title)
        self.title.setToolTip(battle.title)
        self.rules.setText(self._bridge.ruleset.name)
        is_running = order.is_running
        self.round.setText(self._clock_words() if is_running else {"setup": "Not started"}.get(order.phase, "Ended"))
        self.end.setVisible(is_running)
        self.branch.setVisible(self._bridge.session.played_line is not None)
        self.follow_action()
        for pool in pool_views(self._bridge.ruleset, battle):
            self.pools[pool.key].show_pool(pool)
        self._words_due.put_off()
        self._fit()

    def _show_words(self) -> None:
        """Update the texts of the buttons; whether they are enabled is updated at once elsewhere."""
        self._show_undo()
        self._show_players()
        for button, command in (
            (self.find_button, "find"),
            (self.players, "players_hold"),
            (self.start, "start_fight"),
            (self.end, "end_turn"),
        ):
            is_bare = self._is_compact and button in (self.find_button, self.players)
            button.set_key("" if is_bare else self._commands.key(command))

    def follow_action(self) -> None:
        """Show everything that depends on half-answered actions."""
        self.turn.setText(self._turn_words())
        self.turn.setVisible(bool(self.turn.text()))
        self.start.setVisible(not self._bridge.battle.order.is_running and not self._half_answered())
        self.end.setText(self._commands.title("end_turn"))
        self._undo_due.put_off()

    def _show_players(self) -> None:
        """Show the state of the players' screen: a word and an icon, and more where there is room."""
        state, more = self._presenter.state, self._players_words()
        self.players.setText(f" {state.word}" if self._is_compact else f" {state.word}  {more}")
        set_icon(self.players, state.icon, state.color)
        set_role(self.players, "live" if state is PlayersState.LIVE else None)
        key = self._commands.key("players_hold")
        self.players.setToolTip(f"Players' screen: {state.word}, {more}. {self._presenter.toggle_title} ({key})")
        self.players.setAccessibleName(f"Players' screen: {state.word}, {more}")

    def _players_words(self) -> str:
        presenter, picked = self._presenter, self._presenter.screens.picked
        if presenter.state is PlayersState.LIVE and presenter.screens.is_window:
            return "window"
        if presenter.state is PlayersState.LIVE and not presenter.screens.is_on_gm_screen and picked is not None:
            return f"players, {picked.name}" if len(picked.name) <= _SCREEN_SIGNS else "players"
        if presenter.state is PlayersState.FROZEN:
            return presenter.reasons[0] if presenter.reasons else "players"
        if presenter.state is PlayersState.NO_SCREEN and presenter.screens.offered is not None:
            return presenter.toggle_title
        return "here" if presenter.screens.is_on_gm_screen else "players"

    def _show_undo(self) -> None:
        undo, redo = self._work.undo_words, self._bridge.redo_words
        metrics = QFontMetrics(self.undo.font())
        room = _FEWER_WORDS if self.pools else _WORDS
        words = metrics.elidedText(undo, Qt.TextElideMode.ElideRight, room)
        self.undo.setText("" if self._is_compact else f" Undo  {words}" if undo else " Undo")
        self.undo.setToolTip(f"Undo: {undo} ({self._commands.key('undo')})" if undo else "Nothing to undo")
        self.redo.setToolTip(f"Redo: {redo} ({self._commands.key('redo')})" if redo else "Nothing to redo")

    def _clock_words(self) -> str:
        """Return `Round 3`, or with the step if rounds are counted down: `Turn 1, round 3 · 7`."""
        clock = clock_view(self._bridge.ruleset, self._bridge.battle)
        return clock.words if clock.step is None else f"{clock.words} · {clock.step}"

    def _turn_words(self) -> str:
        """Return whose turn it is, or what the combat waits for."""
        order = self._bridge.battle.order
        if self._work.selection.is_out_of_turn and self._work.selection.actor is not None:
            name = self._bridge.name(self._work.selection.actor)
            return f"{name} plans" if is_planning(self._bridge.ruleset, self._bridge.battle) else f"{name}, out of turn"
        if not order.acting:
            return waiting_words(self._bridge.ruleset, self._bridge.battle) or self._half_answered()
        slot = order.slots[order.turn.slot] if order.turn else None
        if slot is not None and slot.name and len(slot.members) > 1:
            return f"{slot.name}: {self._bridge.name(self._work.selection.actor or order.acting[0])}"
        who = order.acting[0]
        return "Environment’s turn" if who == ENVIRONMENT else f"{self._bridge.name(who)}’s turn"

    def _half_answered(self) -> str:
        """Return which command of the GM's has begun and waits for dice or an answer; empty if none has."""
        draft = self._bridge.draft(ENVIRONMENT)
        action = None if draft is None else self._bridge.ruleset.actions.get(draft.call.action)
        return "" if action is None else f"{action.title}: to be answered"

    def _restyle(self) -> None:
        colors = palette()
        self.round.set_colors(colors.text, colors.dim)
        self.turn.set_colors(colors.now_text, colors.now)
        self.branch.set_colors(colors.bad, colors.bad)
        for chip in self.pools.values():
            chip.restyle()
        self.setStyleSheet(
            f"QToolBar {{ background: {colors.background}; border: none; border-bottom: 1px solid {colors.line};"
            " padding: 0; spacing: 0; }"
        )


class _Pill(QLabel):
    """A word with a round border; a long text ends in an ellipsis."""

    def setText(self, text: str) -> None:
        self.setToolTip(text)
        super().setText(text if len(text) <= _SIGNS else text[: _SIGNS - 1] + "…")

    def set_colors(self, text: str, line: str) -> None:
        self.setStyleSheet(
            f"color: {text}; border: 1px solid {line}; border-radius: 11px; padding: 2px 9px; font-size: 12px;"
        )


class PoolChip(QToolButton):
    """Shows a common pool, such as `AP 2 / 6`; a click opens the menu that changes it."""

    def __init__(self, key: str, commands: Commands) -> None:
        super().__init__()
        self._side = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for step in (1, -1, 0):
            menu.addAction(commands.action(pool_command(key, step)))
        watch_menu(menu)
        self.setMenu(menu)

    def show_pool(self, pool: PoolView) -> None:
        """Show the amount of the pool."""
        self.setText(pool.words)
        self.setAccessibleName(f"{pool.title}: {pool.amount}")
        self.setToolTip(f"{pool.title}: {pool.amount}, maximum {pool.most}; click to change")
        if pool.side != self._side:
            self._side = pool.side
            self.restyle()

    def restyle(self) -> None:
        """Apply the colours of the pool's side."""
        colors = palette()
        line = side_style(colors, self._side).color if self._side else colors.dim
        self.setStyleSheet(
            f"QToolButton {{ color: {colors.text}; background: {colors.panel}; border: 1px solid {line};"
            " border-radius: 11px; padding: 2px 9px; font-size: 12px; font-weight: 600; }"
            f"QToolButton:hover, QToolButton:focus {{ background: {colors.hover}; }}"
            "QToolButton::menu-indicator { image: none; width: 0; }"
        )


def _follow(button: KeyButton, action: QAction) -> None:
    """Let a button trigger an action, and be enabled as the action is."""
    button.clicked.connect(action.trigger)
    button.setIconSize(QSize(16, 16))

    def refresh() -> None:
        button.setEnabled(action.isEnabled())

    action.changed.connect(refresh)
    refresh()


# ------------------------------------------------------------------------------------------------------- the status bar


_SEEN = 8000
"""Milliseconds for which a message stays, unless something else happens first."""


class StatusBar(QStatusBar):
    """Shows messages until they are read, and always whether the battle is saved."""

    moved_elsewhere = Signal(str)
    """The battle continues in another file because another program has changed its file. Carries the message."""

    def __init__(self, bridge: Bridge, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._selection = selection
        self._has_told_elsewhere = False
        self._mode = ""
        self.setSizeGripEnabled(False)
        self.setContentsMargins(10, 0, 12, 0)
        self.saved, self.file, self.message = ElidedLabel(), ElidedLabel(), ElidedLabel()
        self.distance, self.zoom, self.mode = ElidedLabel(), QLabel(), QLabel()
        self.timer = QLabel()
        set_role(self.message, "bad")
        for label in (self.saved, self.file, self.timer, self.mode, self.distance, self.zoom):
            set_role(label, "muted")
        for label in (self.file, self.message, self.timer, self.mode, self.zoom):
            label.setContentsMargins(12, 0, 0, 0)
        self.addWidget(self.saved)
        self.addWidget(self.file)
        self.addWidget(self.message, 1)
        self.addPermanentWidget(self.timer)
        self.addPermanentWidget(self.mode)
        self.addPermanentWidget(self.distance)
        self.addPermanentWidget(self.zoom)
        self._timer = QTimer(self, singleShot=True, interval=_SEEN)
        self._timer.timeout.connect(lambda: self.show_message(""))
        self._facts_due = AfterRepaint(self.refresh, self)
        selection.changed.connect(self._facts_due.put_off)
        bridge.saving_changed.connect(self.refresh)
        # The shown message was about the step before. A message about this step is shown after the change.
        bridge.changed.connect(lambda _: self.show_message(""))
        self.refresh()

    def show_message(self, sentence: str | None) -> None:
        """Show a sentence about what could not be done; empty or None clears the last one."""
        self._show(sentence or "", "bad")

    def show_success(self, sentence: str) -> None:
        """Show a sentence about what was done."""
        self._show(sentence, "good")

    def _show(self, sentence: str, role: Role) -> None:
        if sentence:
            set_role(self.message, role)
            self._timer.start()
        self.message.setText(sentence)
        self.message.setToolTip(sentence)

    def show_mode(self, name: str) -> None:
        """Show what the keys currently do; empty in the usual mode."""
        self._mode = name
        self._facts_due.put_off()

    def show_zoom(self, percent: int) -> None:
        self.zoom.setText(f"Zoom {percent} %")

    def refresh(self) -> None:
        """Show the state of saving and the distance to the target."""
        status = self._bridge.session.status
        path = self._bridge.path
        is_elsewhere = status.kind == "elsewhere" and path is not None
        is_saved = status.kind == "saved" or is_elsewhere
        self.saved.setText("Saved: every action is on disk" if is_saved else status.sentence)
        self.saved.setToolTip(status.sentence)
        set_role(self.saved, "bad" if status.is_unsaved else "muted")
        if is_elsewhere and not self._has_told_elsewhere:
            self._has_told_elsewhere = True
            self.moved_elsewhere.emit(status.sentence)
        self.file.setText("" if path is None else path.name)
        self.file.setToolTip("" if path is None else str(path))
        self.distance.setText(self._distance_words())
        self.mode.setText(f"Keys: {self._mode}" if self._mode else "")

    def _distance_words(self) -> str:
        actor, target = self._selection.actor, self._selection.target
        battle = self._bridge.battle
        if actor is None or target is None or actor not in battle.combatants or actor == target:
            return ""
        words = distance_words(battle, self._bridge.ruleset, actor, target)
        names = f"{self._bridge.name(actor)} → {self._bridge.name(target)}"
        return f"{names} · {words}" if words else f"{names}: distance not known"
