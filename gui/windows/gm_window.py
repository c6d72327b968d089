"""The GM's window: board, docks, bars, and everything that connects them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from gui.bridge import Bridge
from gui.commands import Commands
from gui.controllers.action_controller import ActionController
from gui.controllers.aiming import AimController
from gui.controllers.attention import Attention
from gui.controllers.drag_controller import DragController
from gui.controllers.edit_controller import EditController
from gui.controllers.fight_controller import FightController
from gui.controllers.log_feed import LogFeed
from gui.controllers.many_targets import toggle_target
from gui.dialogs.about import show_about
from gui.dialogs.asking import Sure
from gui.dialogs.find_anything import FindDialog, Finding
from gui.dialogs.house_rules import HouseRulesDialog
from gui.dialogs.quick_line import QuickLine
from gui.dialogs.rule_text import reference_of
from gui.dialogs.rules_reference import RulesReference
from gui.dialogs.rules_used import rules_lately
from gui.dialogs.shortcuts import ShortcutsDialog
from gui.panels.action_area import ActionArea
from gui.panels.action_buttons import MORE
from gui.panels.action_panel import AS_PLANNED, ActionPanel, shown_actions
from gui.panels.initiative import InitiativePanel
from gui.panels.log import LogPanel
from gui.panels.sheet_panel import SheetPanel
from gui.panels.tasks import TasksPanel
from gui.player.presenter import PlayersPresenter
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences
from gui.style.theme import Mode, theme
from gui.windows.board_area import BoardArea
from gui.windows.board_desk import BoardDesk
from gui.windows.board_guide import BoardGuide
from gui.windows.docks import Dock
from gui.windows.files_desk import FilesDesk
from gui.windows.findings import findings
from gui.windows.gm_commands import gm_commands
from gui.windows.key_router import KeyRouter
from gui.windows.layout import DockLayout, is_compact
from gui.windows.menus import Menus
from gui.windows.people_desk import PeopleDesk
from gui.windows.placing import EmptyMapHint, Placing
from gui.windows.players_desk import LeftDock, PlayersDesk
from gui.windows.pools_desk import PoolsDesk
from gui.windows.precedents_menu import fill_precedents
from gui.windows.status import StatusBar
from gui.windows.tasks_desk import TasksDesk
from gui.windows.top_bar import TopBar
from gui.windows.zone_desk import ZoneDesk
from model.content.reference import Reference
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.group_attack import GROUP_ATTACK
from model.engine.planning import PLAN
from model.state.base import ENVIRONMENT, Id
from model.view.order import order_view

_SMALLEST = QSize(760, 440)


class GmWindow(QMainWindow):
    """One fight. Panels follow the attention, which follows the bridge, which follows the session."""

    another_wanted = Signal(str)
    """Another fight is wanted: `new`, `start` or a path."""

    def __init__(
        self,
        bridge: Bridge,
        preferences: Preferences,
        presenter: PlayersPresenter | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Without a presenter that outlives it, it has one of its own."""
        super().__init__(parent)
        self.bridge = bridge
        self.preferences = preferences
        self._book: Reference | None = None
        self._shown: tuple[int, int] | None = None
        self.attention = Attention(bridge, self)
        self.controller = ActionController(bridge, self.attention, preferences, self)
        self.fight = FightController(bridge, self.attention, self.controller)
        self.edits = EditController(bridge, self.attention)
        self.aims = AimController(bridge, self.controller)
        self.drags = DragController(bridge, self.attention, self.controller, self.edits)
        self._feed = LogFeed(bridge)
        self._own_presenter: PlayersPresenter | None = None
        if presenter is None:
            presenter = self._own_presenter = PlayersPresenter(self._own_screens(), self)
        self.presenter = presenter
        self.players = PlayersDesk(self, self.presenter)
        self.setMinimumSize(_SMALLEST)
        self._build_panels()
        self._build_bars()
        self._connect()
        self.layouts = DockLayout(self, self.docks, preferences, self.presenter.screens.is_players)
        self.layouts.arranged = self._set_compact
        self.layouts.restore_window()
        self.layouts.arrange(is_compact(self.size()))
        self.refresh()

    # ------------------------------------------------------------------------------------ building

    def _own_screens(self) -> PlayersScreens:
        return PlayersScreens(settings=self.preferences.settings, gm_screen=self.screen, parent=self)

    def _build_panels(self) -> None:
        self.board = BoardArea(self.bridge, self.attention)
        self.setCentralWidget(self.board)
        self.initiative = InitiativePanel()
        self.log = LogPanel()
        self.sheet = SheetPanel(self.bridge, self.attention, self.edits)
        self.tasks = TasksPanel(self.bridge, self.attention)
        self.action_panel = ActionPanel(self.bridge, self.controller)
        self.left = LeftDock(self.initiative, self.players.thumbnail)
        self.left.set_shows_thumbnail(self.preferences.shows_thumbnail)
        panels = {
            "initiative": ("Initiative", self.left),
            "sheet": ("Sheet", self.sheet),
            "action": ("Action", ActionArea(self.action_panel)),
            "log": ("Log", self.log),
            "tasks": ("Tasks", self.tasks),
        }
        self.docks = {key: Dock(key, title, panel, self) for key, (title, panel) in panels.items()}
        # The docks have headings of their own.
        self.initiative.heading.hide()
        self.log.heading.hide()

    def _build_bars(self) -> None:
        self.people = PeopleDesk(self)
        self.quick_line = QuickLine(self, self.people.known_names, self.people.understood)
        self.zones = ZoneDesk(self)
        self.placing = Placing(self)
        self.tasks_desk = TasksDesk(self)
        self.pools = PoolsDesk(self)
        self.files = FilesDesk(self)
        self.commands = Commands(gm_commands(self), self.preferences, self)
        self.menus = Menus(self, self.commands)
        self.menus.add_docks(self.docks.values())
        self.menus.fill_recent(lambda: self.preferences.recent, self.files.open_file)
        self.menus.fill(
            "Battle/Decided for this fight", lambda menu: fill_precedents(menu, self.bridge, self.book, self.edits)
        )
        self.menus.fill("Players/Screen", self.players.fill_screens)
        self.menus.fill("Players/Health that players see", self.players.fill_health)
        self.menus.add("Players", "hide", "public_name")
        self.top_bar = TopBar(self.bridge, self.attention, self.commands, self.presenter, self)
        self.addToolBar(self.top_bar)
        self.status = StatusBar(self.bridge, self.attention)
        # Not in the middle of what is being told.
        self.status.moved_elsewhere.connect(self.files.tell_moved, Qt.ConnectionType.QueuedConnection)
        self.setStatusBar(self.status)
        self._pass_keys()

    def _connect(self) -> None:
        self.board_desk = BoardDesk(self)
        self.board_guide = BoardGuide(self)
        self.empty_map = EmptyMapHint(self, self.board.map)
        self.board.map.zoom_changed.connect(self.status.show_zoom)
        self.status.show_zoom(self.board.map.zoom_percent)
        self.initiative.looked.connect(self.attention.look_at)
        self.initiative.target_marked.connect(self.mark)
        self.initiative.target_added.connect(self.add_target)
        self.initiative.menu_requested.connect(self._show_row_menu)
        self.initiative.reordered.connect(lambda slot, before: self.tell(self.fight.reorder(slot, before or None)))
        self.sheet.part_picked.connect(self.controller.options.pick_part)
        self.sheet.aside_changed.connect(self.docks["sheet"].set_aside)
        self.docks["sheet"].set_aside(self.sheet.aside)
        self.tasks.aside_changed.connect(self.docks["tasks"].set_aside)
        for panel in (self.action_panel, self.sheet):
            panel.rule_asked.connect(self.show_rule)
        self.log.rule_requested.connect(self.show_rule)
        self.presenter.state_changed.connect(self.commands.refresh)
        self.players.thumbnail.menu_requested.connect(self.players.show_menu)
        self.quick_line.handed_in.connect(self._type_line)
        self.quick_line.closed.connect(self.board.map.setFocus)
        self.controller.changed.connect(self._follow_action)
        self.controller.applied.connect(self._leave_action)
        self.attention.changed.connect(self.refresh)
        self.commands.keys_changed.connect(self._pass_keys)
        for dock in self.docks.values():
            dock.topLevelChanged.connect(lambda _: QTimer.singleShot(0, self.layouts.show_tabs))
            dock.dockLocationChanged.connect(lambda _: QTimer.singleShot(0, self.layouts.show_tabs))
            dock.visibilityChanged.connect(lambda _: QTimer.singleShot(0, self.layouts.show_tabs))
        self.keys = KeyRouter(self.action_panel, self.controller, self)
        self.keys.watch(self.board.map.port, self._is_for_map)
        self.keys.watch(self.board.zones.page)
        self.keys.watch(self.board.bands)

    def _pass_keys(self) -> None:
        """Show the keys of actions on their buttons."""
        actions = shown_actions(self.bridge.ruleset.actions)
        keys = {action.id: self.commands.key(f"action.{action.id}") for action in actions}
        usual = next((action.id for action in actions if action.key == "A"), None)
        if usual is not None:
            keys[usual] = self.commands.key("attack")
        if PLAN in self.bridge.ruleset.actions:
            keys[AS_PLANNED] = self.commands.key(AS_PLANNED)
        keys[MORE] = self.commands.key(MORE)
        self.action_panel.set_keys(keys)
        self.tasks.set_keys(self.commands.key("new_task"), self.commands.key("task_once"))

    # ------------------------------------------------------------------------------------- showing

    def refresh(self) -> None:
        """Show the battle as it now is in what does not follow by itself."""
        battle = self.bridge.battle
        shown = (id(battle), len(self.bridge.session.steps))
        if shown != self._shown:
            self._shown = shown
            self.setWindowTitle(f"{battle.title} – Battleboard")
            self.initiative.set_order(order_view(self.bridge.ruleset, battle))
            self.log.set_lines(self._feed.lines(), self._feed.steps)
            self.docks["initiative"].set_aside(self.initiative.heading.aside)
            self.docks["log"].set_aside(self.log.heading.aside)
        self.initiative.set_looked(self.attention.looked_at)
        self.initiative.set_targets(*self.attention.targets)
        self.docks["action"].set_aside(self._left_words())
        self.commands.refresh()

    def _left_words(self) -> str:
        """What whoever acts has left: `move 1 · standard 1`."""
        actor = self.attention.actor
        share = None if actor is None else self.bridge.battle.order.share(actor)
        return "" if share is None else " · ".join(f"{kind} {count}" for kind, count in share.left.items())

    def tell(self, sentence: str | None) -> None:
        """Say what could not be done."""
        self.status.tell(sentence)

    def _set_compact(self, compact: bool) -> None:
        for panel in (self.initiative, self.log, self.top_bar, self.board):
            panel.set_compact(compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.layouts.follow(event)

    def set_theme(self, mode: Mode) -> None:
        self.preferences.set_theme(mode)
        theme().set_mode(mode)
        self.commands.refresh()

    def reset_docks(self) -> None:
        self.layouts.reset()

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # ------------------------------------------------------------------------------------ commands

    def undo(self) -> None:
        """Take back the last step, and name it."""
        words = self.bridge.undo_words
        self.bridge.undo()
        self.status.tell_good(f"Undone: {words}" if words else "There is nothing to undo.")

    def redo(self) -> None:
        words = self.bridge.redo_words
        self.bridge.redo()
        self.status.tell_good(f"Done again: {words}" if words else "There is nothing to redo.")

    def mark(self, who: Id) -> None:
        """Make somebody the target: of the row in hand, else of the action in progress and of those to come."""
        if not self.action_panel.table.aim(who):
            self.controller.mark(who)

    def add_target(self, who: Id) -> None:
        """Make somebody one of several targets, or take them away again: for actions that take many."""
        toggle_target(self.controller, who)

    def add_looked_at(self) -> None:
        """Make whoever is looked at one of several targets, or take them away again."""
        looked = self.attention.looked_at
        if looked is not None and looked != ENVIRONMENT:
            self.add_target(looked)

    def attack_together(self) -> None:
        """Let the whole group whose turn it is attack whom it has marked, else the nearest foe."""
        targets = self.attention.targets or self.controller.foes()[:1]
        actor = self.attention.actor
        if actor is not None:
            self.controller.begin_call(Call(action=GROUP_ATTACK, actor=actor, targets=targets))
            self.action_panel.take_focus()

    def mark_target(self) -> None:
        """Mark whoever is looked at; without anybody else looked at, the next opponent."""
        looked, actor = self.attention.looked_at, self.attention.actor
        if looked is not None and looked != actor and looked != self.attention.target:
            self.mark(looked)
            return
        foes = self.controller.foes()
        if not foes:
            self.tell("There is nobody to mark.")
            return
        at = foes.index(self.attention.target) + 1 if self.attention.target in foes else 0
        self.mark(foes[at % len(foes)])

    def name_area(self) -> None:
        self.board_desk.name_area()

    def take_offer(self) -> None:
        if not self.action_panel.offers.take_one():
            self.tell("Nothing is offered now.")

    def next_member(self) -> None:
        """Let the next member of the group whose turn it is act."""
        acting = [who for who in self.bridge.battle.order.acting if who in self.bridge.battle.combatants]
        if len(acting) < 2 or self.attention.actor not in acting:
            self.tell("Nobody else has this turn.")
            return
        self.attention.act_as(acting[(acting.index(self.attention.actor) + 1) % len(acting)])

    def end_member(self) -> None:
        """End the turn of whoever acts, and leave the others of the group theirs."""
        if self.attention.actor in self.bridge.battle.order.acting:
            self.tell(self.fight.end_turn_of(self.attention.actor))

    def toggle_rolling(self, side: str) -> None:
        """Type a side's dice instead of rolling them, or the other way round."""
        is_rolled = self.preferences.rolling(side) == "rolled"
        self.preferences.set_rolling(side, "typed" if is_rolled else "rolled")
        self.controller.refresh()

    def _type_line(self, typed: str) -> None:
        problem = self.people.type_line(typed)
        if problem is None:
            self.quick_line.close_line()
        else:
            self.quick_line.show_problem(problem)

    def _follow_action(self) -> None:
        self.commands.refresh()
        self.top_bar.refresh()
        if self.controller.call is not None and self.layouts.is_compact:
            self.docks["action"].raise_()

    def _leave_action(self) -> None:
        """After an action the focus is on the board: no button is pressed by the next Enter."""
        self.tell("")
        self.board.canvas.setFocus()

    def _show_row_menu(self, row: str, at: object) -> None:
        found = self.initiative.row_at(row)
        if found is not None and found.who is not None:
            self.people.show_menu(found.who, at)  # type: ignore[arg-type]  # the panel gives a point

    # ------------------------------------------------------------------------------------- dialogs

    @property
    def book(self) -> Reference | None:
        """The reference of the rules, read when first needed."""
        if self._book is None:
            self._book = reference_of(self.bridge.ruleset.id)
        return self._book

    def show_rule(self, id: str) -> None:
        """Show a rule in the reference, from which the house rules about it can be opened."""
        dialog = self.show_rules()
        if dialog is not None:
            dialog.show_rule(id)

    def show_rules(self) -> RulesReference | None:
        """Show the reference of all rules; None where the game has none that can be read."""
        if self.book is None:
            self.tell("The reference of the rules cannot be read.")
            return None
        dialog = self.findChild(RulesReference)
        if dialog is None:
            lately = rules_lately(self.bridge.session)
            dialog = RulesReference(self.book, self.bridge.ruleset.settings, lately, self)
            dialog.house_rules_asked.connect(self.show_house_rules)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        return dialog

    def show_house_rules(self, searched: str = "") -> None:
        """Show the house rules that a word or a rule's id finds; empty shows all."""
        dialog = self.findChild(HouseRulesDialog)
        if dialog is None:
            dialog = HouseRulesDialog(self.bridge, self.edits, self)
            dialog.rule_asked.connect(self.show_rule)
        dialog.show_about(searched)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def show_keys(self) -> None:
        ShortcutsDialog(self.commands, self).show()

    def show_about(self) -> None:
        show_about(self)

    def find_anything(self, typed: str = "") -> None:
        """Find commands, fighters, actions and rules."""
        self.commands.refresh()
        dialog = FindDialog(self.findings(), typed, self)
        corner = self.mapToGlobal(self.rect().topLeft())
        dialog.move(corner.x() + (self.width() - dialog.width()) // 2, corner.y() + self.height() // 8)
        dialog.show()

    def findings(self) -> list[Finding]:
        """Everything that can be found by typing."""
        return findings(self)

    # ---------------------------------------------------------------------------------------- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes a card over the board; other keys are the action's, or their command says why it cannot be."""
        if event.key() == Qt.Key.Key_Escape and self.zones.cards.is_open:
            self.zones.cards.close()
        elif not self.keys.handle(event):
            if why := self.commands.why_not(event):
                self.tell(why)
            super().keyPressEvent(event)

    def _is_for_map(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the way that is being drawn, or to a card that lies over the map.

        While dice are due, digits are dice all the same.
        """
        if event.key() == Qt.Key.Key_Escape and self.zones.cards.is_open:
            return True
        is_typing = isinstance(self.controller.due, DiceRequest) and not self.board.map.tokens.is_dragged
        return not is_typing and self.board.map.port.wants_first(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Everything is on disk already; what is not, the GM hears of before the window goes."""
        status = self.bridge.session.status
        if status.is_unsaved and not Sure.ask(self, "Not everything is on disk", status.sentence, "Close all the same"):
            event.ignore()
            return
        self.layouts.keep()
        self.players.leave()
        if self._own_presenter is not None:
            self._own_presenter.close()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.players.watch_screen(self.windowHandle())
