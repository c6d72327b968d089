"""The GM's window: board, docks, bars, and the signals between them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from gui.bridge import AfterRepaint, Bridge
from gui.commands import Command, Commands
from gui.controllers.combat_controller import NextBattlePrecompute
from gui.controllers.feeds import BattleSummary, LogFeed
from gui.controllers.library_controller import Filter
from gui.controllers.workspace import Workspace
from gui.dialogs.forms import ConfirmDialog
from gui.panels.action_buttons import MORE
from gui.panels.action_panel import AS_PLANNED, ActionArea, shown_actions
from gui.panels.log import LogPanel
from gui.panels.sheet_panel import SheetPanel
from gui.player.presenter import PlayersPresenter
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences
from gui.style.theme import Mode, theme
from gui.windows.bars import Menus, StatusBar, TopBar
from gui.windows.board_area import BoardArea
from gui.windows.board_commands import BoardCommands, BoardGuide, EmptyMapHint, LastTimeCard, Placing
from gui.windows.combat_commands import CombatCommands, TaskCommands
from gui.windows.combatant_commands import CombatantCommands
from gui.windows.command_table import command_table
from gui.windows.docks import DOCKS, Dock, DockLayout
from gui.windows.file_commands import CampaignCommands, FileCommands, HelpCommands
from gui.windows.history_commands import HistoryCommands
from gui.windows.keys import KeyRouter
from gui.windows.picture_commands import PictureCommands
from gui.windows.player_commands import LeftDock, PlayerCommands, ShowCommands
from gui.windows.player_view import PlayerView, TurnTimerCommands
from gui.windows.zone_commands import ZoneCommands
from model.engine.calls import Call
from model.engine.planning import PLAN
from model.state.battle import AnyBattle
from model.view.order import OrderProjector

if TYPE_CHECKING:
    from gui.panels.statistics import StatisticsPanel
    from gui.panels.tasks import TasksPanel

_SMALLEST = QSize(760, 440)


class GmWindow(QMainWindow):
    """The window of one battle. Panels follow the selection, which follows the bridge, which follows the session."""

    another_wanted = Signal(str)
    """Another battle is wanted: `new`, `campaign` for one of a new campaign, `start` for the start page, or a path."""

    def __init__(
        self,
        bridge: Bridge,
        preferences: Preferences,
        presenter: PlayersPresenter | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Without a presenter, which would outlive the window, the window creates its own."""
        super().__init__(parent)
        self._shown: tuple[AnyBattle, int] | None = None
        self._has_action = False
        self.may_close_unasked = False
        """Whether the GM has already been asked if the window may close."""
        self.work = Workspace(bridge, preferences, self)
        self._feed = LogFeed(bridge)
        self._order = OrderProjector(bridge.ruleset)
        self._own_presenter: PlayersPresenter | None = None
        if presenter is None:
            presenter = self._own_presenter = PlayersPresenter(self._own_screens(), self)
        self.presenter = presenter
        self.setMinimumSize(_SMALLEST)
        self._build_panels()
        self._build_commands()
        self._build_bars()
        self._connect()
        self.layouts = DockLayout(self, self.docks, preferences, self.presenter.screens.is_players)
        self.layouts.arranged = self._set_compact
        self._tabs_due.timeout.connect(self.layouts.show_tabs)
        self.layouts.restore_window()
        self.refresh()
        self._log_due.do_now()
        self._left_due.do_now()

    @property
    def sheet(self) -> SheetPanel:
        """The sheet, updated to the last step."""
        sheet = self.docks["sheet"].panel(SheetPanel)
        sheet.bring_up_to_date()
        return sheet

    @property
    def log(self) -> LogPanel:
        """The log, updated to the last step."""
        self._log_due.do_now()
        return self._log

    @property
    def tasks(self) -> TasksPanel:
        from gui.panels.tasks import TasksPanel

        return self.docks["tasks"].panel(TasksPanel)

    @property
    def statistics(self) -> StatisticsPanel:
        from gui.panels.statistics import StatisticsPanel

        return self.docks["statistics"].panel(StatisticsPanel)

    # ------------------------------------------------------------------------------------ building

    def _own_screens(self) -> PlayersScreens:
        return PlayersScreens(None, self.work.preferences.settings, gm_screen=self.screen, parent=self)

    def _build_panels(self) -> None:
        self.board = BoardArea(self.work.bridge, self.work.selection)
        self.setCentralWidget(self.board)
        self.docks = {entry.id: Dock(entry.id, entry.title, partial(entry.make, self.work), self) for entry in DOCKS}
        self.left = self.docks["initiative"].panel(LeftDock)
        self.initiative = self.left.order
        self.action_panel = self.docks["action"].panel(ActionArea).panel
        self.action_panel.refusal.approach = self.work.approach
        self._log = self.docks["log"].panel(LogPanel)
        self._log_due = AfterRepaint(self._show_log, self)
        self._left_due = AfterRepaint(lambda: self.docks["action"].set_aside(self._left_words()), self)
        # The docks have their own title bars.
        self.initiative.heading.hide()
        self._log.heading.hide()

    def _build_commands(self) -> None:
        work, board, panel = self.work, self.board, self.action_panel
        self.commands = Commands(command_table(work.ruleset), work, self, self._carry_out)
        self.files = FileCommands(work, self)
        self.pictures = PictureCommands(work, self, board)
        self.combat = CombatCommands(work, self, panel)
        self.history = HistoryCommands(work, self, self.presenter, self.docks["history"], board)
        self.campaign = CampaignCommands(work, self, self.combat.rest_after_combat)
        self.combatants = CombatantCommands(work, self, self.commands, panel, board.map.setFocus)
        self.zones = ZoneCommands(work, self, board, panel, self.commands)
        self.guide = BoardGuide(work, board, panel, self.zones)
        self.placing = Placing(work, board)
        self.board_commands = BoardCommands(
            work, self, board, panel, self.guide, self.combatants, self.zones, self.placing
        )
        self.task_commands = TaskCommands(work, self, panel)
        self.show_to_players = ShowCommands(work, self, self.pictures)
        self.players = PlayerCommands(work, self, self.presenter)
        self.players.connect_board(board, self.guide)
        self.turn_timer = TurnTimerCommands(work, self, self.presenter)
        self.player_view = PlayerView(work, self, self.presenter, board, self.players.layouts)
        screens = self.presenter.screens
        found = (self.combatants.palette_entries, self.zones.palette_entries)
        self.help = HelpCommands(work, self, self.commands, board, found, screens, lambda: self.menus)
        self.left.add_thumbnail(self.players.thumbnail)
        self.left.set_shows_thumbnail(work.preferences.shows_thumbnail)

    def _carry_out(self, command: Command) -> None:
        """Carry out a command that is an action of the model."""
        action = self.work.ruleset.actions[command.action]
        self.combat.carry_out(action, asks=command.asks, **command.options)

    def _build_bars(self) -> None:
        work = self.work
        self.menus = Menus(self, self.commands)
        self.menus.add_docks(self.docks.values())
        self.menus.fill_recent(lambda: work.preferences.recent, self.files.open_file)
        self.menus.fill("Combat/Remembered Rulings", self.combat.fill_rulings)
        self.menus.fill("Players/Screen", self._fill_screens)
        self.menus.fill("Players/Further Windows", self.player_view.fill_windows)
        self.menus.fill("Players/Layout", self.players.fill_layouts)
        self.menus.fill("Players/Health Shown to Players", self.players.fill_health)
        self.menus.add("Players", "hide", "set_public_name")
        self.top_bar = TopBar(work, self.commands, self.presenter, self)
        self.addToolBar(self.top_bar)
        self.status = StatusBar(work.bridge, work.selection)
        # Queued, because it is emitted while a change is being announced.
        self.status.moved_elsewhere.connect(self.files.tell_moved, Qt.ConnectionType.QueuedConnection)
        self.setStatusBar(self.status)
        self._pass_keys()

    def _connect(self) -> None:
        work, board = self.work, self.board
        self.turn_timer.changed.connect(self.status.timer.setText)
        work.message.connect(self.status.show_message)
        work.success.connect(self.status.show_success)
        work.dock_wanted.connect(self.show_dock)
        work.selection.changed.connect(self.refresh)
        work.actions.changed.connect(self._follow_action)
        work.actions.applied.connect(self._focus_board)
        work.preferences.changed.connect(self._follow_preferences)
        self.files.another_wanted.connect(self.another_wanted)
        self.files.trimmed.connect(self.refresh)
        self.files.trimmed.connect(self.top_bar.refresh)
        self.empty_map = EmptyMapHint(work, board, self.commands, self.placing)
        board.map.zoom_changed.connect(self.status.show_zoom)
        self.status.show_zoom(board.map.zoom_percent)
        self.initiative.picked.connect(work.selection.set_current)
        self.initiative.several_picked.connect(work.selection.select)
        self.initiative.target_marked.connect(self.combatants.mark)
        self.initiative.target_added.connect(self.combatants.add_target)
        self.initiative.menu_requested.connect(self._show_row_menu)
        self.initiative.reordered.connect(
            lambda slot, before: work.show_message(work.combat.reorder(slot, before or None))
        )
        self.sheet.part_picked.connect(work.options.pick_part)
        self.sheet.aside_changed.connect(self.docks["sheet"].set_aside)
        self.docks["sheet"].set_aside(self.sheet.aside)
        self.docks["tasks"].when_made(self._connect_tasks)
        board.escaped.connect(self.history.leave_past)
        self.docks["statistics"].when_made(self._connect_statistics)
        self.log.menu_requested.connect(self.history.show_log_menu)
        for asks in (self.action_panel.rule_asked, self.sheet.rule_asked, self.log.rule_requested):
            asks.connect(self.help.show_rule)
        self.action_panel.plans.line.closed.connect(board.map.setFocus)
        self.presenter.state_changed.connect(self.commands.follow)
        self.players.menu_wanted.connect(self._show_players_menu)
        self.players.thumbnail.menu_requested.connect(self._show_players_menu)
        work.library.added.connect(self.combatants.welcome)
        self.commands.keys_changed.connect(self._pass_keys)
        self._tabs_due = QTimer(self, singleShot=True, interval=0)
        for dock in self.docks.values():
            for signal in (dock.topLevelChanged, dock.dockLocationChanged, dock.visibilityChanged):
                signal.connect(self._put_off_tabs)
        self._ahead = NextBattlePrecompute(work.bridge, work.actions, work.combat, self)
        self._ahead.found.connect(self._prefetch)
        self.keys = KeyRouter(work, self.action_panel, board, self.zones.cards, self)
        self.keys.mode_changed.connect(self.status.show_mode)

    def _pass_keys(self) -> None:
        """Show the keys of actions on their buttons."""
        ruleset = self.work.ruleset
        actions = shown_actions(ruleset.actions)
        keys = {action.id: self.commands.key(f"action.{action.id}") for action in actions}
        usual = next((action.id for action in actions if action.key == "A"), None)
        if usual is not None:
            keys[usual] = self.commands.key("attack")
        if PLAN in ruleset.actions:
            keys[AS_PLANNED] = self.commands.key(AS_PLANNED)
        keys[MORE] = self.commands.key(MORE)
        self.action_panel.set_keys(keys)

    def _connect_tasks(self, tasks: TasksPanel) -> None:
        tasks.aside_changed.connect(self.docks["tasks"].set_aside)
        self.task_commands.connect_panel(tasks)
        self.commands.keys_changed.connect(self._pass_task_keys)
        self._pass_task_keys()
        tasks.refresh()

    def _connect_statistics(self, statistics: StatisticsPanel) -> None:
        statistics.aside_changed.connect(self.docks["statistics"].set_aside)
        statistics.show_requested.connect(self.show_to_players.show_numbers)

    def _pass_task_keys(self) -> None:
        self.tasks.set_keys(self.commands.key("new_task"), self.commands.key("task_once"))

    # ------------------------------------------------------------------------------------- showing

    def _put_off_tabs(self, _: object) -> None:
        """Update the tabs when the docks have settled; the timer is deleted with the window."""
        self._tabs_due.start()

    def refresh(self) -> None:
        """Update the parts that do not follow the battle on their own."""
        bridge, selection = self.work.bridge, self.work.selection
        battle = bridge.battle
        steps = len(bridge.session.steps)
        if self._shown is None or self._shown[0] is not battle or self._shown[1] != steps:
            self._shown = (battle, steps)
            self.setWindowTitle(f"{battle.title} – Battleboard")
            self.initiative.set_order(self._order.project(battle))
            self.docks["initiative"].set_aside(self.initiative.heading.aside)
            self._log_due.put_off()
        self.initiative.set_selected(selection.current, selection.chosen)
        self.initiative.set_targets(*selection.targets)
        self._left_due.put_off()
        self.commands.follow()

    def _prefetch(self, battle: AnyBattle) -> None:
        """Prepare what the window would show if this battle came next."""
        actor, targets = self.work.selection.actor_in(battle), self.work.selection.targets_in(battle)
        self.initiative.prefetch(self._order.project(battle), targets)
        self.board.prefetch(battle, actor)
        self.action_panel.target.prefetch(battle, actor, targets)

    def _show_log(self) -> None:
        # The history and the dialog that corrects a step call the last one by this number.
        lines = self._feed.lines()
        self._log.set_lines(lines, max(lines[-1].steps, default=0) if lines else 0)
        self.docks["log"].set_aside(self._log.heading.aside)

    def _left_words(self) -> str:
        """Return what the acting combatant has left, such as `move 1 · standard 1`."""
        actor = self.work.selection.actor
        share = None if actor is None else self.work.battle.order.share(actor)
        return "" if share is None else " · ".join(f"{kind} {count}" for kind, count in share.left.items())

    def show_dock(self, id: str) -> None:
        """Show a dock and raise it above those that it is stacked with."""
        self.docks[id].show()
        self.docks[id].raise_()

    def show_all_fields(self) -> None:
        """Show all fields of the selected combatant, with the cursor in the field for further skills."""
        self.show_dock("sheet")
        self.sheet.show_all_fields()

    def add_gear(self) -> None:
        """Show the sheet with the list of the game's gear open."""
        self.show_dock("sheet")
        self.sheet.add_gear()

    def open_library(self, kind: Filter = "all") -> None:
        """Show the library, or only its entries of one kind, with the focus in its search field."""
        from gui.panels.library import LibraryPanel

        self.show_dock("library")
        library = self.docks["library"].panel(LibraryPanel)
        library.show_kind(kind)
        library.take_focus()

    def show_last_time(self, told: BattleSummary) -> None:
        """Show how the combat stood when it was stopped, until the GM continues."""
        LastTimeCard(self.work, self.board, told)

    def mark_to_look_up(self) -> None:
        """Add a note to look up the selected line of the log, or else the last step."""
        line = self.log.list.selected_line
        words = self.work.bridge.undo_words if line is None else line.text.removesuffix(".")
        problem = self.work.bridge.edit(Call(action="note", options={"text": words, "look_up": True}))
        if problem is not None:
            self.work.show_message(problem)

    def take_offer(self) -> None:
        if not self.action_panel.offers.take_one():
            self.work.show_message("Nothing is offered now.")

    def _set_compact(self, compact: bool) -> None:
        for panel in (self.initiative, self.log, self.top_bar, self.board):
            panel.set_compact(compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.layouts.follow(event)

    def set_theme(self, mode: Mode) -> None:
        self.work.preferences.set_theme(mode)
        theme().set_mode(mode)
        self.commands.refresh()

    def _follow_preferences(self) -> None:
        self.left.set_shows_thumbnail(self.work.preferences.shows_thumbnail)
        self.work.bridge.session.keep_backups(self.work.preferences.most_backups)
        self.commands.refresh()

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _follow_action(self) -> None:
        if not self.work.actions.is_following:
            self.commands.follow()
            self.top_bar.follow_action()
        has_begun = self.work.actions.call is not None and not self._has_action
        self._has_action = self.work.actions.call is not None
        # Keys go to the action: it must not be answered while another dock hides it.
        if has_begun and self.docks["action"].visibleRegion().isEmpty():
            self.show_dock("action")
        elif self._has_action and self.layouts.is_compact:
            self.docks["action"].raise_()

    def _focus_board(self) -> None:
        """After an action focus the board, so that the next Enter does not press a button."""
        self.work.show_message("")
        self.board.canvas.setFocus()

    def _show_row_menu(self, row: str, at: QPoint) -> None:
        found = self.initiative.row_at(row)
        if found is not None and found.who is not None:
            self.combatants.show_menu(found.who, at)

    def _fill_screens(self, menu: QMenu) -> None:
        self.players.fill_screens(menu)
        menu.addSeparator()
        menu.addAction(self.commands.action("players_window"))

    def _show_players_menu(self, at: QPoint | None) -> None:
        """Open the Players menu at a point, or only its screens at the button of the players if that is None."""
        if at is None:
            button = self.top_bar.players
            self.menus["Players/Screen"].popup(button.mapToGlobal(button.rect().bottomLeft()))
        else:
            self.menus["Players"].popup(at)

    # ---------------------------------------------------------------------------------------- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass an unhandled key to the action in progress, or show why its command is unavailable."""
        if event.key() == Qt.Key.Key_Escape and self.history.leave_past():
            return
        if not self.keys.handle(event):
            if why := self.commands.why_not(event):
                self.work.show_message(why)
            super().keyPressEvent(event)

    def may_close(self) -> bool:
        """Return whether the window may close: everything is on disk, or the GM closes it anyway."""
        status = self.work.bridge.finish_saving()
        return not status.is_unsaved or ConfirmDialog.ask(
            self, "Not Everything Is on Disk", status.sentence, "Close Anyway"
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close_unasked and not self.may_close():
            event.ignore()
            return
        self.layouts.keep()
        self.combat.close_forecast()
        if self.players.leave():
            self.turn_timer.leave()
            self.player_view.leave()
        if self._own_presenter is not None:
            self._own_presenter.close()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.players.watch_screen(self.windowHandle())
