"""The players' screen as the GM's window controls it: what is shown there and over it, and when it is frozen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent, QWindow
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import AfterRepaint
from gui.controllers.feeds import PlayersFeed
from gui.controllers.workspace import Workspace
from gui.dialogs.command_palette import CommandPalette, PaletteEntry
from gui.dialogs.forms import LineDialog
from gui.panels.initiative import InitiativePanel
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.screens import fill_screens_menu
from gui.player.thumbnail import PlayersThumbnail
from gui.style.disposal import clear_menu, dispose
from gui.style.picture_bytes import picture_reader
from gui.style.theme import UNIT
from gui.style.widgets import bare_scroll, padded_column
from gui.widgets.fields import NumberField
from gui.windows.board_area import BoardArea
from gui.windows.board_commands import BoardGuide
from gui.windows.picture_commands import PictureCommands
from gui.windows.player_view import PlayerLayouts
from model.campaign import campaign_of
from model.campaign.handouts import KeptHandout, fetch_picture, keep_handout, read_handouts
from model.content.problems import BadFile
from model.engine.calls import Call
from model.session import Changed
from model.state.base import Id, replace, with_fields
from model.state.battle import AnyBattle, HealthPolicy
from model.state.board import Point
from model.view.handouts import roll_for_players
from model.view.layout import BUILT_IN, PlayersLayout, elements, limits
from model.view.map import AreaView
from model.view.marks import NO_MARKS, MarksView, aim_view, measure_view, ping_view
from model.view.players import PlayersView
from model.view.viewer import PLAYERS, name_for, policy_of

# ----------------------------------------------------------------------------------------------- the dialog of a layout


class PlayersLayoutDialog(QDialog):
    """Asks for a layout; one that comes with the program is the template for one of the GM's own."""

    def __init__(self, layout: PlayersLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Player View Layout")
        self._layout = layout
        is_built_in = any(layout.name == one.name for one in BUILT_IN)
        rows = QWidget()
        form = QFormLayout(rows)
        form.setContentsMargins(0, 0, UNIT, 0)
        self.name = QLineEdit(f"My {layout.name}" if is_built_in else layout.name)
        self.name.setMaxLength(60)
        form.addRow("Name", self.name)
        self.boxes: dict[str, QCheckBox | NumberField] = {}
        for key, title in elements().items():
            value = getattr(layout, key)
            if isinstance(value, bool):
                box = QCheckBox(title)
                box.setChecked(value)
                form.addRow(box)
                self.boxes[key] = box
            else:
                count = NumberField(*limits(key), value)
                form.addRow(title, count)
                self.boxes[key] = count
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        save = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.name.textChanged.connect(lambda text: save.setEnabled(bool(text.strip())))
        column = padded_column(self)
        column.addWidget(bare_scroll(rows, 0, self.screen().availableGeometry().height() * 2 // 3), 1)
        column.addWidget(buttons)

    @property
    def edited_layout(self) -> PlayersLayout:
        """The layout as set in the fields."""
        said = {key: box.isChecked() if isinstance(box, QCheckBox) else box.whole for key, box in self.boxes.items()}
        return with_fields(replace(self._layout, name=self.name.text().strip()), said)

    def ask(self) -> PlayersLayout | None:
        """Return the layout to save, or None if the dialog was cancelled."""
        layout = self.edited_layout if self.exec() == QDialog.DialogCode.Accepted else None
        dispose(self)
        return layout


# ------------------------------------------------------------------------------------ showing something over the screen


class ShowCommands(QObject):
    """Handlers of the commands that show something over the players' screen.

    Every command shows at once. What was shown is kept in the battle, and in the campaign for the next game night.
    """

    def __init__(self, work: Workspace, window: QWidget, pictures: PictureCommands) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._pictures = pictures

    # ------------------------------------------------------------------------------------- what is kept

    def choose(self) -> None:
        """List what can be shown: what the battle and the campaign keep, portraits, and new things."""
        palette_entries = list(self._palette_entries())
        dialog = CommandPalette.open_over(self._window, palette_entries, "", until=self._work.bridge.changed)
        dialog.field.setPlaceholderText("What to show to players")

    def _palette_entries(self) -> Iterator[PaletteEntry]:
        battle = self._work.battle
        for id, handout in reversed(battle.handouts.items()):
            yield PaletteEntry(handout.words, "show", partial(self._edit, "show_again", handout=id))
        for kept in reversed(self._in_campaign()):
            words = f"{kept.title or kept.text.partition(chr(10))[0] or kept.kind} (campaign)"
            yield PaletteEntry(words, "show", partial(self._show_kept, kept))
        for title, do in (
            ("Picture...", self.show_picture),
            ("Title Card...", self.show_title),
            ("Message...", self.show_message),
            ("Rule...", self.choose_rule),
            ("Last Roll", self.show_roll),
            ("Evening in Numbers", self.show_numbers),
        ):
            yield PaletteEntry(title, "show", do)
        for who in battle.combatants.values():
            if who.portrait:
                yield PaletteEntry(f"Portrait of {who.name}", "show", partial(self._show_portrait, who.id))

    def _in_campaign(self) -> tuple[KeptHandout, ...]:
        """Return what the campaign keeps and the battle does not have yet."""
        folder = self._campaign
        if folder is None:
            return ()
        try:
            kept = read_handouts(folder)
        except BadFile as error:
            self._work.show_message(str(error))
            return ()
        here = [KeptHandout.of(handout) for handout in self._work.battle.handouts.values()]
        return tuple(one for one in kept if one not in here)

    @property
    def _campaign(self) -> Path | None:
        path = self._work.bridge.path
        return None if path is None else campaign_of(path)

    def _show_kept(self, kept: KeptHandout) -> None:
        folder, path = self._campaign, self._work.bridge.path
        if folder is not None and path is not None and kept.file:
            try:
                fetch_picture(folder, kept.file, path.parent)
            except OSError as error:
                self._work.show_message(f"The picture cannot be saved beside the battle: {error.strerror}.")
                return
        self._show(kind=kept.kind, title=kept.title, text=kept.text, file=kept.file)

    # ------------------------------------------------------------------------------------- new things

    def show_picture(self) -> None:
        """Ask for a picture and show it."""
        if (path := self._pictures.ask_for_picture("Show to Players")) is not None:
            self.use_picture(path)

    def use_picture(self, path: Path) -> None:
        """Store a picture beside the battle and show it, or say what is wrong with it."""
        file, problem = self._pictures.keep(path)
        if problem is not None:
            self._work.show_message(problem)
        elif self._show(kind="picture", file=file) and _is_animated(self._work.bridge.picture(file)):
            self._work.show_success(f"“{path.name}” is animated: only its first frame is shown.")

    def show_scene(self) -> None:
        """Ask for the picture of the scene, which players see if their layout has no map."""
        if (path := self._pictures.ask_for_picture("Scene Picture")) is not None:
            file, problem = self._pictures.keep(path)
            self._work.show_message(problem or self._edit("set_scene_picture", file=file))

    def show_portrait(self) -> None:
        """Show the portrait of the selected combatant large, under the name that players know."""
        who = self._work.selection.selected
        if who:
            self._show_portrait(who[0])

    def _show_portrait(self, who: Id) -> None:
        combatant = self._work.battle.combatants.get(who)
        if combatant is None or not combatant.portrait:
            self._work.show_message(f"{self._work.bridge.name(who)} has no portrait: set one first.")
            return
        title = name_for(self._work.battle, who, PLAYERS) or ""
        self._show(kind="portrait", title=title, file=combatant.portrait)

    def show_title(self) -> None:
        """Ask for a title and show it as a card; what follows a slash is the line under it."""
        typed = LineDialog.ask(
            self._window, "Title Card", "Title, and a line under it after a slash:", "", "Chapter 2 / The docks"
        )
        if typed:
            title, _, under = typed.partition("/")
            self._show(kind="title", title=title.strip(), text=under.strip())

    def show_message(self) -> None:
        """Ask for a message and show it."""
        typed = LineDialog.ask(self._window, "Message to Players", "What the players read:")
        if typed:
            self._show(kind="message", text=typed)

    def choose_rule(self) -> None:
        """Choose a rule and show it in the words of the reference."""
        book = self._work.book
        if book is None:
            self._work.show_message("The rules reference cannot be read.")
            return
        palette_entries = [
            PaletteEntry(rule.title, "rule", partial(self.show_rule, rule.id), rule.id, rule.id)
            for rule in book.rules.values()
        ]
        CommandPalette.open_over(self._window, palette_entries, "", until=self._work.bridge.changed)

    def show_rule(self, id: str) -> None:
        """Show a rule by its id."""
        rule = None if self._work.book is None else self._work.book.rule(id)
        if rule is None:
            self._work.show_message(f"There is no rule {id} in the reference.")
        else:
            self._show(kind="rule", title=rule.title, text=rule.text)

    def show_roll(self) -> None:
        """Show why the last roll came out as it did, without what players must not know."""
        session = self._work.bridge.session
        for step in session.standing():
            told = roll_for_players(self._work.ruleset, session.battle_after(step), step.note)
            if told is not None:
                self._show(kind="roll", title=told[0], text=told[1])
                return
        self._work.show_message("Players have not seen any roll in this battle yet.")

    def show_numbers(self) -> None:
        """Show the statistics of the evening, counted from what players saw."""
        from gui.controllers.statistics_feed import played_steps
        from model.view.numbers import TITLE, NumbersForPlayers

        session = self._work.bridge.session
        numbers = NumbersForPlayers(session.ruleset)
        for played in played_steps(session):
            numbers.add(played)
        self._show(kind="numbers", title=TITLE, text=numbers.page(session.battle))

    # ------------------------------------------------------------------------------------------- removing

    def take_away(self) -> None:
        """Remove what is shown over the players' screen."""
        self._work.show_message(self._edit("take_away"))

    def delete(self) -> None:
        """Ask what is no longer to be kept, and delete it."""
        palette_entries = [
            PaletteEntry(handout.words, "show", partial(self._edit, "remove_handout", handout=id))
            for id, handout in self._work.battle.handouts.items()
        ]
        if palette_entries:
            CommandPalette.open_over(self._window, palette_entries, "", until=self._work.bridge.changed)
        else:
            self._work.show_message("There are no saved handouts in this battle.")

    # ------------------------------------------------------------------------------------- edits

    def _show(self, **said: str) -> bool:
        """Show something and keep it; return whether that succeeded."""
        problem = self._edit("show_players", **{key: value for key, value in said.items() if value})
        self._work.show_message(problem)
        if problem is None:
            self._keep_in_campaign()
        return problem is None

    def _keep_in_campaign(self) -> None:
        """Keep what is shown in the campaign, except a roll or numbers, which belong to this battle alone."""
        folder, path, battle = self._campaign, self._work.bridge.path, self._work.battle
        handout = None if battle.shown is None else battle.handouts.get(battle.shown)
        if folder is None or path is None or handout is None or handout.kind in ("roll", "numbers"):
            return
        try:
            keep_handout(folder, handout, path.parent)
        except (BadFile, OSError) as error:
            self._work.show_message(f"It is shown, but cannot be saved in the campaign: {error}")

    def _edit(self, action: str, **options: str) -> str | None:
        return self._work.bridge.edit(Call(action=action, options=dict(options)))


def _is_animated(content: bytes | None) -> bool:
    with picture_reader(content or b"") as reader:
        return reader.supportsAnimation() and reader.imageCount() > 1


# ----------------------------------------------------------------------------------------------------------- the screen

UNDO, PREPARING, WHAT_IF = "undo", "preparing", "what if"
"""Reasons for freezing the player view: after an undo or redo, before combat, and while a branch is tried out."""
_SIDES = {"pc": "Players", "npc": "Opponents", "ally": "Allies"}
_POLICIES: tuple[tuple[HealthPolicy, str], ...] = (
    ("exact", "Exact number"),
    ("words", "In words"),
    ("bar", "Only a bar"),
    ("nothing", "Nothing"),
)
_PING = 3000
"""Milliseconds for which a ping is shown."""
_ROOM = 400
"""Height of the left dock below which the initiative list gets all of it."""
_TALLEST = 220


class PlayerCommands(QObject):
    """Gives the presenter a view after every change; a moment later, since the GM's window comes first."""

    menu_wanted = Signal(object)
    """The menu of the players' screen is to open, at a global `QPoint`, or at its button if None."""

    def __init__(self, work: Workspace, window: QWidget, presenter: PlayersPresenter) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._bridge = work.bridge
        self._feed = PlayersFeed(work.bridge.session)
        self._seen: AnyBattle | None = None
        """The battle that players last saw while nothing was hidden from them."""
        self._has_shown = False
        """Whether a view was ever given to the presenter."""
        self._is_applied = False
        """Whether an action was applied since the last view."""
        self._shows_progress = False
        self._handle: QWindow | None = None
        self._has_left = False
        self.presenter = presenter
        self.thumbnail = PlayersThumbnail(presenter)
        presenter.screen_wanted.connect(self._ask_for_screen)
        self._board: BoardArea | None = None
        self._is_pointing_live = False
        self._ping_ends = QTimer(self, singleShot=True, interval=_PING)
        self._ping_ends.timeout.connect(self._end_ping)
        self._view_due = AfterRepaint(self.show_now, self)
        folder = None if work.bridge.path is None else campaign_of(work.bridge.path)
        self.layouts = PlayerLayouts(work.preferences, folder)
        self._take_layout()
        presenter.set_resolver(work.bridge.picture)
        work.bridge.changed.connect(self._follow)
        work.actions.changed.connect(self._follow_progress)
        self._freeze_while_preparing()
        self._freeze_while_trying_out()
        self._view_due.put_off()

    # ---------------------------------------------------------------------------------- what is shown

    def _freeze_while_preparing(self) -> None:
        """Freeze the player view of a battle in preparation until combat starts or the GM resumes."""
        if self._bridge.battle.order.phase == "setup":
            self.presenter.freeze_for(PREPARING, lasts=True)

    def _freeze_while_trying_out(self) -> None:
        """Freeze the player view while a branch is tried out, unless the GM resumes."""
        if self._bridge.session.played_line is None:
            self.presenter.end_freeze(WHAT_IF)
        else:
            self.presenter.freeze_for(WHAT_IF, lasts=True)

    def _show_played_line(self) -> None:
        """If the file opens on a branch that is tried out, show players the battle from before the branch."""
        session = self._bridge.session
        line = session.played_line
        if line is None or (battle := session.battle_at(line)).order.phase == "setup":
            return
        self.presenter.end_freeze(WHAT_IF)
        self.presenter.show_view(self._feed.view(line))
        if not self.presenter.is_frozen:
            self._seen = battle

    def _end_preparing(self, view: PlayersView) -> None:
        """End the freeze of the preparation, unless the combat is an ambush of which players have seen nothing yet."""
        if self._bridge.battle.order.phase != "setup" and view.phase != "waiting":
            self.presenter.end_freeze(PREPARING)

    def _follow(self, changed: Changed) -> None:
        if changed.origin == "look":
            return  # players see the current battle
        if changed.origin == "act":
            self._is_applied = True
        else:
            self._is_applied = False
            self.presenter.freeze_for(UNDO)
        self._freeze_while_preparing()
        # Last: the newest view is still that of the branch that was left, which only the freeze of the undo hides.
        self._freeze_while_trying_out()
        self._view_due.put_off()

    def _follow_progress(self) -> None:
        if self._has_dice or self._shows_progress:
            self._view_due.put_off()

    @property
    def _has_dice(self) -> bool:
        """Whether an action that is not applied yet has all dice of a roll."""
        return self._work.actions.call is not None and bool(self._work.actions.note.rolls)

    def show_now(self) -> None:
        """Show the current battle, with the dice of the action in progress.

        Nothing else of that action, such as a move or a change, is shown before it is applied.
        """
        self._view_due.drop()
        if not self._has_shown:
            self._has_shown = True
            self._show_played_line()
        # When a window shows its first view, the presenter has just dropped all freezes of the window before.
        self._freeze_while_preparing()
        self._freeze_while_trying_out()
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
        # If players already saw this battle last, such as after undo and redo, there is nothing to hide.
        if not self.presenter.is_frozen:
            self._seen = self._bridge.battle
        elif self._seen == self._bridge.battle:
            self.presenter.end_freeze(UNDO)

    def watch_screen(self, handle: QWindow) -> None:
        """Watch for the GM's window changing screens: the players' window is never on the same one."""
        if handle is not self._handle:
            self._handle = handle
            handle.screenChanged.connect(self.presenter.screens.changed)

    def leave(self) -> bool:
        """Disconnect when the GM's window closes, so that another battle can be shown; return False if already done."""
        if self._has_left:
            return False
        self._has_left = True
        self._view_due.drop()
        self._ping_ends.stop()
        self.presenter.point(NO_MARKS)
        self._bridge.changed.disconnect(self._follow)
        self._work.actions.changed.disconnect(self._follow_progress)
        return True

    # -------------------------------------------------------------------------------------- commands

    def toggle_freeze(self) -> None:
        """Freeze or resume; without a player screen, show on the only other screen, or offer all screens in a menu."""
        self.presenter.toggle_freeze()
        if self.presenter.state is PlayersState.BLANK:
            under = "frozen" if self.presenter.is_frozen else "live"
            self._work.show_success(f"The view is blank; when it resumes, it is {under}.")

    def _ask_for_screen(self) -> None:
        self.menu_wanted.emit(None)

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
        board.map.graphics_view.pinged.connect(self.ping)
        board.map.graphics_view.measured.connect(self._measure)
        guide.aimed.connect(self._aim)

    def ping(self, at: Point | None, who: Id | None) -> None:
        """Draw a ring on both screens for three seconds; around a combatant unseen by players, only on the GM's."""
        battle = self._bridge.battle
        body = None if who is None else battle.combatants.get(who) or battle.things.get(who)
        place = at if body is None or body.place.point is None else body.place.point
        if self._board is not None:
            self._board.map.overlay.set_ping(place)
        found = ping_view(battle, at, who)
        if found is None and who is not None:
            self._work.show_message(
                f"The players do not see {self._bridge.name(who)}: the ping is on this screen alone."
            )
        self.presenter.point(NO_MARKS if found is None else MarksView(ping=found))
        self._ping_ends.start()

    def ping_selected(self) -> None:
        """Ping the token under the mouse, or else the selected one."""
        if self._board is not None and self._board.map.graphics_view.ping():
            return
        who = self._work.selection.current
        if who is not None:
            self.ping(None, who)

    def _end_ping(self) -> None:
        if self._board is not None:
            self._board.map.overlay.set_ping(None)
        self.presenter.point(NO_MARKS)

    @property
    def is_pointing_live(self) -> bool:
        """Whether players see measuring and aiming while it happens."""
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
        """Fill the menu with the layouts as a single choice, and with commands to edit and delete them."""
        clear_menu(menu)
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
        """Switch to the next layout; for a key."""
        names = [layout.name for layout in self.layouts.all()]
        now = self.presenter.layout.name
        self.choose_layout(names[(names.index(now) + 1) % len(names)] if now in names else names[0])
        self._work.show_success(f"The players see the layout “{self.presenter.layout.name}”.")

    def edit_layout(self) -> None:
        """Ask what the layout shows, and save it; a layout of the program is saved under another name."""
        layout = PlayersLayoutDialog(self.presenter.layout, self._window).ask()
        if layout is not None:
            self._work.show_message(self.layouts.save(layout))
            self._take_layout()

    def delete_layout(self) -> None:
        self._work.show_message(self.layouts.delete(self.presenter.layout.name))
        self._take_layout()

    def _take_layout(self) -> None:
        layout = self.layouts.chosen
        shown = (layout, *self.presenter.further)
        self._feed.set_target_numbers(any(one.target_numbers for one in shown))
        self.presenter.set_layout(layout)
        for problem in self.layouts.problems:
            self._work.show_message(problem)
        self._view_due.put_off()

    def fill_health(self, menu: QMenu) -> None:
        """Fill the menu with what players see of health, a submenu for each side in the battle."""
        clear_menu(menu)
        battle = self._bridge.battle
        for side in self._work.combat.sides:
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
    """The initiative order, and under it the preview of the players' screen, if there is room for both."""

    def __init__(self, order: InitiativePanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        """Add the preview of the players' screen under the order."""
        self._thumbnail = thumbnail
        self._frame.addWidget(thumbnail)
        thumbnail.setMaximumHeight(_TALLEST)
        self._make_room()

    def set_shows_thumbnail(self, is_shown: bool) -> None:
        """Set whether the GM wants the preview at all."""
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
