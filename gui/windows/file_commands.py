"""Commands of the File and Help menus: battles, game files, the campaign, the palette, rules, the program itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from gui.commands import Commands
from gui.controllers.campaigns import NO_CAMPAIGN, OPENED_FILES, begin_next_battle, next_title
from gui.controllers.workspace import Workspace
from gui.dialogs.command_palette import CommandPalette, PaletteEntry
from gui.dialogs.forms import LineDialog, MessageDialog
from gui.panels.log import steps_text
from gui.player.screens import PlayersScreens
from gui.windows.board_area import BoardArea
from model.engine.calls import Call
from model.engine.types import FileKind
from model.session import ENDING
from model.state.base import Id
from model.state.battle import slug

# --------------------------------------------------------------------------------------------------------- the campaign


class CampaignCommands(QObject):
    """Handlers of the commands about the campaign."""

    def __init__(self, work: Workspace, window: QWidget, rest: Callable[[], None]) -> None:
        """`rest` asks for a rest of the party, which comes after a combat."""
        super().__init__(window)
        self._work = work
        self._window = window
        self._rest = rest
        # Queued, so that the window shows the end of the combat first.
        work.campaign.combat_ended.connect(self._after_combat, Qt.ConnectionType.QueuedConnection)

    def keep(self) -> None:
        """Make the selected combatants characters of the campaign."""
        self._work.show_message(self._work.campaign.keep(self._work.selection.selected))

    def update(self) -> None:
        """Ask which of the battle's changes to write to the campaign, and write them."""
        if not self._work.campaign.is_there:
            self._work.show_message(NO_CAMPAIGN)
        elif not self._work.campaign.has_changes:
            self._work.show_message("The campaign is up to date: nothing that lasts has changed.")
        else:
            self._ask_and_write()

    def _ask_about_lasting(self) -> bool:
        """Ask and write if anything lasts; return False if the GM did not want it written now."""
        return not self._work.campaign.has_lasting_changes or self._ask_and_write()

    def _ask_and_write(self) -> bool:
        """Ask and write; return False if the GM did not want it written now."""
        from gui.dialogs.campaign_dialogs import UpdateCampaignDialog

        answer = UpdateCampaignDialog.ask(self._work.campaign, self._window)
        campaign = self._work.campaign
        for problem in (
            campaign.write(answer.taken, answer.kept) if answer.taken or answer.kept else None,
            campaign.take_up(answer.taken_up) if answer.taken_up else None,
        ):
            if problem is not None:
                self._work.show_message(problem)
        return answer.is_any

    def _after_combat(self) -> None:
        """Write lasting changes, then let the party rest, and write the changes of that too."""
        if self._work.combat.is_running:
            return
        is_wanted = self._ask_about_lasting()
        before = self._work.battle
        self._rest()
        if not is_wanted:
            self._work.show_message(
                "Nothing was written to the campaign. Update Campaign in the File menu does it later."
            )
        elif self._work.battle is not before:
            self._ask_about_lasting()


# ---------------------------------------------------------------------------------------------------------------- files

_KEPT = 50
"""Default number of steps to keep."""
_TOML_FILES = "TOML files (*.toml);;All (*)"


class FileCommands(QObject):
    """Handlers of the commands about files; the owner of the window opens other battles."""

    another_wanted = Signal(str)
    """Another battle is wanted: `new`, `campaign` for one of a new campaign, `start` for the start page, or a path."""
    trimmed = Signal()
    """The history has been trimmed."""

    def __init__(self, work: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._work = work
        self._window = window

    def new_battle(self) -> None:
        self.another_wanted.emit("new")

    def new_campaign(self) -> None:
        self.another_wanted.emit("campaign")

    def start_page(self) -> None:
        self.another_wanted.emit("start")

    def open(self) -> None:
        """Ask for a battle or a campaign and open it."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open Battle or Campaign", self._folder, OPENED_FILES)
        if name:
            self.open_file(Path(name))

    @property
    def _folder(self) -> str:
        """The folder of the battle, where file dialogs start."""
        return str(self._work.bridge.path.parent) if self._work.bridge.path else ""

    def open_file(self, path: Path) -> None:
        self.another_wanted.emit(str(path))

    def tell_moved(self, sentence: str) -> None:
        """Tell the GM that the battle continues in another file, and add that file to the recent ones."""
        path = self._work.bridge.path
        if path is not None:
            self._work.preferences.remember(path)
        MessageDialog.inform(self._window, "The Battle Continues in Another File", sentence)

    def next_battle(self) -> None:
        """Ask for the title of a new battle with this party, create it in a file of its own, and open it."""
        words = (
            "The characters come as they are, without what is over with the combat. Opponents, objects and the map "
            "stay in this battle."
        )
        title = LineDialog.ask(
            self._window, "New Battle with This Party", words, next_title(self._work.bridge), yes="Create"
        )
        if title is None:
            return
        made = begin_next_battle(self._work.bridge, title)
        if isinstance(made, Path):
            self.open_file(made)
        else:
            self._work.show_message(made)

    def save_copy(self) -> None:
        """Ask for a file and write a copy of the battle to it."""
        path = self._work.bridge.path
        start = str(path.with_name(path.name.replace(ENDING, f"-copy{ENDING}"))) if path else ""
        name, _ = QFileDialog.getSaveFileName(self._window, "Save a Copy", start, f"Battles (*{ENDING})")
        if not name:
            return
        target = Path(name if name.endswith(ENDING) else name + ENDING)
        problem = self._work.bridge.session.save_copy(target)
        self._work.show_message(problem)

    def export_selected(self) -> None:
        """Ask for a file and write the selected combatants to it, for another campaign or another game master."""
        who = self._work.selection.selected
        start = str(Path(self._folder) / f"{slug(self._work.bridge.name(who[0]))}.toml") if who else ""
        name, _ = QFileDialog.getSaveFileName(self._window, "Export Selected", start, _TOML_FILES)
        if not name:
            return
        file = Path(name if name.endswith(".toml") else f"{name}.toml")
        if problem := self._work.own_library.export(who, file):
            self._work.show_message(problem)
        else:
            self._work.show_success(f"Exported to “{file.name}”. Import into Library reads it anywhere.")

    def import_into_library(self) -> None:
        """Ask for a content file and import it into the library of the campaign, or of all campaigns."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Import into Library", self._folder, _TOML_FILES)
        if not name:
            return
        if problems := self._work.own_library.import_file(Path(name)):
            words = "\n".join(f"• {one}" for one in problems)
            MessageDialog.inform(self._window, f"“{Path(name).name}” cannot be used", words)
        else:
            self._work.show_success(f"“{Path(name).name}” is in the library.")

    def shorten_history(self) -> None:
        """Ask how many steps to keep, and delete those before."""
        self._work.bridge.show_step(None)
        steps = sum(step.kind == "do" for step in self._work.bridge.session.steps)
        words = (
            f"This battle has {steps_text(steps)}. How many of the latest do you want to keep?\n"
            "Earlier ones are removed from the log and can no longer be undone. The file as it is now is kept in the "
            "backups."
        )
        typed = LineDialog.ask(self._window, "Trim History", words, str(min(steps, _KEPT)))
        if typed is None:
            return
        if not typed.isdecimal():
            self._work.show_message(f"“{typed}” is not a number of steps.")
        elif int(typed) >= steps:
            self._work.show_message(f"Nothing to delete: the battle has {steps_text(steps)}.")
        elif problem := self._work.bridge.session.trim_history(int(typed)):
            self._work.show_message(problem)
        else:
            self.trimmed.emit()
            self._work.show_success(f"{steps_text(int(typed))} kept; the whole battle is in the backups.")

    def choose_game_file(self, kind: FileKind) -> None:
        """Ask for a file of a kind that the game has, and load it into the battle."""
        name, _ = QFileDialog.getOpenFileName(self._window, kind.command.removesuffix("..."), self._folder, _TOML_FILES)
        if name and (problems := self.use_game_file(kind, Path(name))):
            MessageDialog.inform(
                self._window, f"“{Path(name).name}” cannot be used", "\n".join(f"• {one}" for one in problems)
            )

    def use_game_file(self, kind: FileKind, path: Path) -> tuple[str, ...]:
        """Load a file into the battle; return what is wrong with it if that fails."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            return (f"It is not UTF-8 text: {error.reason} at byte {error.start}.",)
        except OSError as error:
            return (f"It cannot be read: {error.strerror}.",)
        if problems := kind.problems(text):
            return problems
        refused = self._work.bridge.edit(Call(action=kind.action, options={kind.parameter: text}))
        return () if refused is None else (refused,)

    def save_game_file(self, kind: FileKind) -> None:
        """Write the program's own version to a file, which the GM can change and load."""
        start = str(Path(self._folder) / f"{kind.id.replace('_', '-')}.toml")
        name, _ = QFileDialog.getSaveFileName(self._window, kind.save.removesuffix("..."), start, _TOML_FILES)
        if not name:
            return
        path = Path(name if name.endswith(".toml") else f"{name}.toml")
        try:
            path.write_text(kind.own(), encoding="utf-8")
        except OSError as error:
            self._work.show_message(f"“{path.name}” cannot be written: {error.strerror}.")
            return
        self._work.show_success(f"Saved. Change “{path.name}” and load it with “{kind.command}”.")

    def leave_game_file(self, kind: FileKind) -> None:
        """Return to the version that comes with the program."""
        self._work.show_message(self._work.bridge.edit(Call(action=kind.action)))


# ----------------------------------------------------------------------------------------------------------------- help


def _path_words(menu: str) -> str:
    """Return the path of a menu as a user reads it: `View › Theme`."""
    return menu.replace("/", " › ")


class HelpCommands:
    """Handlers of the Help menu. Dialogs that stay open beside the board are opened once and then raised."""

    def __init__(
        self,
        work: Workspace,
        window: QWidget,
        commands: Commands,
        board: BoardArea,
        found: Sequence[Callable[[], Iterable[PaletteEntry]]],
        screens: PlayersScreens,
        menus: Callable[[], Iterable[tuple[str, QMenu]]],
    ) -> None:
        """`found` return further entries of the command palette.

        `menus` returns all menus with their paths, such as `View/Theme`; they are built after this.
        """
        self._work = work
        self._window = window
        self._commands = commands
        self._menus = menus
        self._board = board
        self._further = found
        self._screens = screens

    # ----------------------------------------------------------------------------------- command palette

    def find(self, typed: str = "") -> None:
        """Open the command palette: commands, combatants, actions, zones and rules by a few letters."""
        self._commands.refresh()
        CommandPalette.open_over(self._window, self.palette_entries(), typed, until=self._work.bridge.changed)

    def palette_entries(self) -> list[PaletteEntry]:
        """Return everything that can be found, with what choosing it does."""
        return [
            *self._found_commands(),
            *self._found_in_menus(),
            *self._combatants(),
            *self._rules(),
            *(entry for entries in self._further for entry in entries()),
        ]

    def _found_commands(self) -> Iterator[PaletteEntry]:
        for command in self._commands:
            action = self._commands.action(command.id)
            kind = "action" if command.id.startswith("action.") else "command"
            title = self._commands.title(command.id).split("\t")[0]
            key = self._commands.key(command.id)
            reason = "" if action.isEnabled() else self._commands.missing(command.id)
            aside = "   ".join(filter(None, (_path_words(command.menu), key)))
            more = f"{command.menu} {command.help}"
            yield PaletteEntry(title, kind, action.trigger, key, more, action.isEnabled(), aside, reason)

    def _found_in_menus(self) -> Iterator[PaletteEntry]:
        """Yield the entries of menus that are no commands, such as the player layouts; not the recent battles.

        A battle that is found by a few letters would replace the current one by an Enter too many.
        """
        for path, menu in self._menus():
            for action in menu.actions() if path != "File/Recent" else ():
                if action.data() is None and action.menu() is None and not action.isSeparator() and action.isEnabled():
                    title = action.text().replace("&", "").split("\t")[0]
                    yield PaletteEntry(title, "command", action.trigger, more=path, aside=_path_words(path))

    def _combatants(self) -> Iterator[PaletteEntry]:
        for who in self._work.bridge.battle.combatants.values():
            yield PaletteEntry(who.name, "combatant", partial(self._go_to, who.id), more=who.side)

    def _go_to(self, who: Id) -> None:
        self._work.selection.set_current(who)
        self._board.map.center_on(who)

    def _rules(self) -> Iterator[PaletteEntry]:
        book = self._work.book
        for rule in () if book is None else book.rules.values():
            yield PaletteEntry(rule.title, "rule", partial(self.show_rule, rule.id), rule.id, rule.id)

    # -------------------------------------------------------------------------------------------- rules

    def show_rule(self, id: str) -> None:
        """Show a rule in the reference, from which its house rules can be opened."""
        from gui.dialogs.rules import RulesReference

        self.show_rules()
        dialog = self._window.findChild(RulesReference)
        if dialog is not None:
            dialog.show_rule(id)

    def show_rules(self) -> None:
        """Show the rules reference, if it can be read."""
        from gui.dialogs.rules import RulesReference, recent_rules

        book, bridge = self._work.book, self._work.bridge
        if book is None:
            self._work.show_message("The rules reference cannot be read.")
            return
        dialog = self._window.findChild(RulesReference)
        if dialog is None:
            lately = recent_rules(bridge.session)
            dialog = RulesReference(book, bridge.ruleset.settings, lately, self._window)
            dialog.house_rules_asked.connect(self.show_house_rules)
        _to_front(dialog)

    def show_house_rules(self, searched: str = "") -> None:
        """Show the house rules that match a word or a rule's id; empty shows all."""
        from gui.dialogs.house_rules import HouseRulesDialog

        dialog = self._window.findChild(HouseRulesDialog)
        if dialog is None:
            dialog = HouseRulesDialog(self._work.bridge, self._window)
            dialog.rule_asked.connect(self.show_rule)
        dialog.show_about(searched)
        _to_front(dialog)

    def show_preferences(self, page: str = "") -> None:
        """Show the preferences, at the page with this title."""
        from gui.windows.preferences_dialog import PreferencesDialog

        dialog = self._window.findChild(PreferencesDialog)
        if dialog is None:
            dialog = PreferencesDialog(self._work.preferences, self._commands, self._screens, self._window)
        if page:
            dialog.show_page(page)
        _to_front(dialog)

    def show_about(self) -> None:
        from gui.dialogs.about import show_about

        show_about(self._window)


def _to_front(dialog: QWidget) -> None:
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
