"""The command palette, the rules reference, house rules, shortcuts, and what the program says of itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QWidget

from gui.commands import Commands
from gui.controllers.workspace import Workspace
from gui.dialogs.command_palette import FindDialog, Finding
from gui.player.screens import PlayersScreens
from gui.windows.board_area import BoardArea
from gui.windows.zone_commands import ZoneCommands
from model.state.base import Id


class HelpCommands:
    """Dialogs that stay open beside the board are opened once and brought to the front."""

    def __init__(
        self,
        work: Workspace,
        window: QWidget,
        commands: Commands,
        board: BoardArea,
        zones: ZoneCommands,
        screens: PlayersScreens,
    ) -> None:
        self._work = work
        self._window = window
        self._commands = commands
        self._board = board
        self._zones = zones
        self._screens = screens

    # ----------------------------------------------------------------------------------- command palette

    def find(self, typed: str = "") -> None:
        """Open the command palette: commands, combatants, actions, zones and rules by a few letters."""
        self._commands.refresh()
        FindDialog.open_over(self._window, self.findings(), typed, until=self._work.bridge.changed)

    def findings(self) -> list[Finding]:
        """Everything that can be found, with what choosing it does."""
        return [*self._found_commands(), *self._combatants(), *self._rules(), *self._zones.findings()]

    def _found_commands(self) -> Iterator[Finding]:
        for command in self._commands:
            action = self._commands.action(command.id)
            kind = "action" if command.id.startswith("action.") else "command"
            title = self._commands.title(command.id).split("\t")[0]
            key = self._commands.key(command.id)
            yield Finding(title, kind, action.trigger, key, command.menu, action.isEnabled())

    def _combatants(self) -> Iterator[Finding]:
        for who in self._work.bridge.battle.combatants.values():
            yield Finding(who.name, "combatant", partial(self._go_to, who.id), more=who.side)

    def _go_to(self, who: Id) -> None:
        self._work.attention.look_at(who)
        self._board.map.center_on(who)

    def _rules(self) -> Iterator[Finding]:
        book = self._work.book
        for rule in () if book is None else book.rules.values():
            yield Finding(rule.title, "rule", partial(self.show_rule, rule.id), rule.id, rule.id)

    # -------------------------------------------------------------------------------------------- rules

    def show_rule(self, id: str) -> None:
        """Show a rule in the reference, from which the house rules about it can be opened."""
        from gui.dialogs.rules import RulesReference

        self.show_rules()
        dialog = self._window.findChild(RulesReference)
        if dialog is not None:
            dialog.show_rule(id)

    def show_rules(self) -> None:
        """Show the rules reference, where it can be read."""
        from gui.dialogs.rules import RulesReference, rules_lately

        book, bridge = self._work.book, self._work.bridge
        if book is None:
            self._work.tell("The rules reference cannot be read.")
            return
        dialog = self._window.findChild(RulesReference)
        if dialog is None:
            lately = rules_lately(bridge.session)
            dialog = RulesReference(book, bridge.ruleset.settings, lately, self._window)
            dialog.house_rules_asked.connect(self.show_house_rules)
        _to_front(dialog)

    def show_house_rules(self, searched: str = "") -> None:
        """Show the house rules that a word or a rule's id finds; empty shows all."""
        from gui.dialogs.rules import HouseRulesDialog

        dialog = self._window.findChild(HouseRulesDialog)
        if dialog is None:
            dialog = HouseRulesDialog(self._work.bridge, self._window)
            dialog.rule_asked.connect(self.show_rule)
        dialog.show_about(searched)
        _to_front(dialog)

    def show_preferences(self, page: str = "") -> None:
        """Show the preferences, at a page by its title."""
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
