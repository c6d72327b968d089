"""Commands about combatants: the quick entry, names, targets, groups, and the menu of a combatant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from gui.commands import Commands, clear_help_with
from gui.controllers.action_options import toggle_targets
from gui.controllers.newcomers import Understood
from gui.controllers.pasting import Pasting
from gui.controllers.quick_build import QuickBuild
from gui.controllers.workspace import Workspace
from gui.dialogs.command_palette import CommandPalette, PaletteEntry
from gui.dialogs.forms import LineDialog
from gui.panels.action_panel import ActionPanel
from gui.style.clicks import run_menu
from gui.style.disposal import dispose
from model.content.typed_completion import Completion
from model.engine.calls import Call
from model.engine.edits_combatants import next_wave
from model.engine.group_attack import GROUP_ATTACK
from model.state.base import Id, replace
from model.state.battle import RUN_BY_GM, Player
from model.view.board import distance_words

if TYPE_CHECKING:
    from gui.dialogs.quick_entry import QuickEntry

from model.state.typed_numbers import MINUS_SIGNS

_TARGETING = "Target a combatant with T, a double-click, or Mark Target in this menu."
_OF_COMBATANT: tuple[str | tuple[str, tuple[str, ...]], ...] = (
    *("act_as", "mark", "add_target", "attack", ""),
    *("quick", "hide", "duplicate", "remove", ""),
    ("Name and Portrait", ("rename", "set_public_name", "portrait")),
    ("Initiative", ("group", "ungroup", "", "go_now", "jump", "give_turn", "", "join", "leave")),
    (
        "Leave or Return",
        (
            *("take_out", "mark_fled", "mark_captured", "mark_surrendered", "bring_back", ""),
            *("set_absent", "set_present"),
        ),
    ),
)
"""Commands and separators (empty), and submenus of them: the whole fits a screen 768 pixels high."""
_MOST_IN_MENU, _IN_PART = 20, 12
"""Conditions that one menu lists, and of more those in each of its submenus."""
_OF_BOARD = (
    *("add", "quick_build", "paste_combatants"),
    *("fit", "grid", "import_map", "picture", "paste_picture", "no_picture"),
)


class CombatantCommands:
    """Handlers of the commands about combatants; refusals are shown as messages."""

    def __init__(
        self,
        work: Workspace,
        window: QWidget,
        commands: Commands,
        panel: ActionPanel,
        line_closed: Callable[[], object],
    ) -> None:
        """`line_closed` is called when the quick entry closes, to give the focus back."""
        self._work = work
        self._window = window
        self._commands = commands
        self._panel = panel
        self._edits = work.edits
        self._combat = work.combat
        self._selection = work.selection
        self._bridge = work.bridge
        self._line_closed = line_closed

    # ------------------------------------------------------------------------------------ quick entry

    @cached_property
    def quick_entry(self) -> QuickEntry:
        """The line for quick edits and new combatants; created when it is first needed."""
        from gui.dialogs.quick_entry import QuickEntry

        line = QuickEntry(self._window, self.understood, self._completion)
        line.submitted.connect(self._take_line)
        line.closed.connect(self._line_closed)
        return line

    def open_line(self, typed: str) -> None:
        """Open the quick entry with this text."""
        self.quick_entry.open_with(typed, self._work.selected_words)

    def _take_line(self, typed: str) -> None:
        problem = self.type_line(typed)
        if problem is None:
            self.quick_entry.close_line()
        else:
            self.quick_entry.show_problem(problem)

    def understood(self, typed: str) -> tuple[Understood, ...]:
        """Return what the entries of a typed line mean if it adds combatants, or else what the edit does."""
        return self._edits.understood(typed) if self._adds(typed.strip()) else self._edits.typed.understood(typed)

    def _completion(self, typed: str) -> Completion:
        """Return what completes a typed line."""
        return (self._edits if self._adds(typed.strip()) else self._edits.typed).completion(typed)

    def type_line(self, typed: str) -> str | None:
        """Carry out a typed line; return why it was refused, or None.

        A number with a sign, `=12` or a condition is an edit; anything else adds combatants.
        """
        words = typed.strip()
        if self._adds(words):
            return self._add(words)
        return self._edits.quick(words)

    def _adds(self, words: str) -> bool:
        """Whether a typed line adds combatants instead of editing."""
        bare = words.lstrip(f"+{MINUS_SIGNS}").strip()
        is_condition = bool(self._selection.selected) and self._edits.is_condition(bare)
        is_number = words[:1] == "+" and _is_number(words)
        return not is_condition and not is_number and not words.startswith(("=", *MINUS_SIGNS))

    def _add(self, words: str) -> str | None:
        return self._joining(lambda: self._edits.add(words))

    def quick_build(self) -> None:
        """Ask for a name and an archetype of the game, and add such combatants."""
        from gui.dialogs.newcomers import QuickBuildDialog

        build = QuickBuild(self._work.content, self._bridge.battle.settings)
        dialog = QuickBuildDialog(build, self._bridge.ruleset.sides, self._add_kind, self._window)
        dialog.exec()
        dispose(dialog)

    def paste(self) -> None:
        """Preview the table in the clipboard as combatants, and add them."""
        from gui.dialogs.newcomers import PasteCombatantsDialog

        pasting = Pasting(self._work.content, self._bridge.battle.settings)
        dialog = PasteCombatantsDialog(pasting, self._add_kinds, QGuiApplication.clipboard().text(), self._window)
        dialog.exec()
        dispose(dialog)

    def _add_kind(self, options: dict[str, Any]) -> str | None:
        return self._add_kinds([options])

    def _add_kinds(self, kinds: Sequence[dict[str, Any]]) -> str | None:
        return self._joining(lambda: self._edits.add_kinds(kinds))

    def _joining(self, add: Callable[[], str | None]) -> str | None:
        """Add combatants, and in a running combat say how they get a turn."""
        before = self._bridge.battle.combatants
        problem = add()
        if problem is None:
            self.welcome(tuple(id for id in self._bridge.battle.combatants if id not in before))
        return problem

    def welcome(self, came: Sequence[Id], note: str = "") -> None:
        """Say how combatants who came in during a combat get a turn; `note` is added to the message."""
        there = self._bridge.battle.combatants
        here = tuple(id for id in came if self._combat.is_running and there[id].is_present)
        late = tuple(id for id in here if self._combat.slot_of(id) is None)
        if late:
            self._selection.select(late)
            key = self._commands.key("join")
            name = f"{self._bridge.name(late[0])} is" if len(late) == 1 else f"{len(late)} newcomers are"
            # The key comes first: a small window cuts off the end of the message.
            press = f"Press {key}: " if key else ""
            words = f"{press}{name} not in the initiative order yet."
            note = " ".join(filter(None, (words, note)))
        elif here:
            self._selection.select(here)
            name = f"{self._bridge.name(here[0])} has" if len(here) == 1 else f"The {len(here)} newcomers have"
            note = " ".join(filter(None, (f"{name} joined the initiative order.", note)))
        if note:
            self._work.show_success(note)

    def duplicate(self) -> None:
        """Add a copy beside each of the selected combatants; in a running combat the copies join it."""
        joins = {"joins": True} if self._combat.is_running else {}
        call = Call(action="duplicate", targets=self._selection.selected, options=joins)
        self._work.show_message(self._joining(lambda: self._bridge.edit(call)))

    def bring_in_wave(self) -> None:
        """Bring in the next wave, hidden."""
        wave = next_wave(self._bridge.battle)
        if (problem := self._bridge.edit(Call(action="bring_in_wave"))) is not None:
            self._work.show_message(problem)
        else:
            self.welcome(wave, "They are hidden until you reveal them.")

    # --------------------------------------------------------------------------------------- targets

    def mark(self, who: Id) -> None:
        """Make a combatant the target: of the current row, or else of the action in progress and of later ones."""
        if not self._panel.table.aim(who):
            self._work.actions.mark(who)

    def mark_target(self) -> None:
        """Mark the selected combatant; if that is the acting one or already the target, mark the next opponent."""
        current, actor = self._selection.current, self._selection.actor
        if current is not None and current != actor and current != self._selection.target:
            self.mark(current)
            return
        foes = self._work.actions.foes()
        if not foes:
            self._work.show_message("There is no opponent to mark.")
            return
        at = foes.index(self._selection.target) + 1 if self._selection.target in foes else 0
        self.mark(foes[at % len(foes)])

    def add_target(self, who: Id) -> None:
        """Add a combatant to the targets of actions that take several, or remove them again."""
        toggle_targets(self._work.actions, (who,))

    def add_selected(self) -> None:
        """Add the selected combatants to the targets, or remove them again if all of them are targets already."""
        toggle_targets(self._work.actions, self._selection.selected)

    def attack_together(self) -> None:
        """Let the whole group whose turn it is attack its marked targets, else the nearest opponent."""
        targets = self._selection.targets or self._work.actions.foes()[:1]
        actor = self._selection.actor
        if actor is not None:
            self._work.actions.begin_call(Call(action=GROUP_ATTACK, actor=actor, targets=targets))
            self._panel.take_focus()

    # ---------------------------------------------------------------------------------------- edits

    def act_as(self) -> None:
        """Act with the selected combatant, also out of turn."""
        if self._selection.current in self._bridge.battle.combatants:
            self._selection.act_as(self._selection.current)

    def toggle_hidden(self) -> None:
        """Hide the selected combatants, or reveal them if all are hidden."""
        selected, combatants = self._selection.selected, self._bridge.battle.combatants
        are_hidden = all(combatants[id].is_hidden for id in selected)
        self._work.edit("reveal" if are_hidden else "hide", *selected)

    def group(self) -> None:
        """Ask for a name and let the selected combatants act together, if the game and the selection allow it."""
        if problem := self._edits.group_refusal():
            self._work.show_message(problem)
            return
        typed = LineDialog.ask(self._window, "Group", f"What is the group of {self._work.selected_words} called?")
        if typed is not None:
            self._work.edit("group", *self._selection.selected, name=typed)

    @property
    def player_words(self) -> str:
        """The current title of `toggle_player`."""
        player = self._work.player
        if player is None:
            return "Mark Player Away"
        return f"Mark {player.name} Away" if player.is_present else f"Mark {player.name} Back"

    def toggle_player(self) -> None:
        """Let the player of the selected combatant leave with the character, or let both return."""
        player = self._work.player
        if player is not None:
            self._mark_player(player)

    def _mark_player(self, player: Player) -> None:
        """Mark a player who is here as away, or else as back: their characters then come to a running combat."""
        action = "player_leaves" if player.is_present else "player_returns"
        call = Call(action=action, options={"player": player.id})
        self._work.show_message(self._bridge.edit(call if player.is_present else self._work.edits.with_arrivals(call)))

    def keep_encounter(self) -> None:
        """Ask for a name and store everything except the players' characters as an encounter in the library."""
        words = "What is the encounter called? It keeps everyone except the players' characters, with the map."
        typed = LineDialog.ask(self._window, "Save as Encounter", words, self._bridge.battle.title)
        if not typed:
            return
        if problem := self._work.own_library.keep_encounter(typed):
            self._work.show_message(problem)
        else:
            self._work.show_success(f"“{typed}” is in the library: Run Encounter adds it to a battle.")

    # -------------------------------------------------------------------------------- next to another

    def choose_neighbour(self) -> None:
        """Ask for a combatant, and move the selected combatants next to them, or else the acting one."""
        entries = list(self._neighbours())
        if not entries:
            self._work.show_message("There is no one else in this battle.")
            return
        dialog = CommandPalette.open_over(self._window, entries, "", until=self._bridge.changed)
        dialog.field.setPlaceholderText("Next to")

    def palette_entries(self) -> Iterator[PaletteEntry]:
        """Yield entries for the command palette: move next to each combatant."""
        for entry in self._neighbours():
            yield replace(entry, title=f"Move next to {entry.title}")

    def _neighbours(self) -> Iterator[PaletteEntry]:
        movers = self._work.approach.movers
        for other in self._work.approach.others():
            words = distance_words(self._bridge.battle, self._bridge.ruleset, movers[0], other)
            move = partial(self._move_beside, other, movers)
            yield PaletteEntry(self._bridge.name(other), "combatant", move, aside=words)

    def _move_beside(self, other: Id, movers: tuple[Id, ...]) -> None:
        self._work.show_message(self._work.approach.move(other, movers))

    # -------------------------------------------------------------------------------------- menus

    def show_menu(self, who: Id | None, at: QPoint, offered: Iterable[tuple[str, Callable[[], object]]] = ()) -> None:
        """Show the menu of a combatant, or of the board; entries in `offered`, for the spot itself, come first."""
        movers = self._work.approach.movers
        if who is not None:
            if (words := self._work.approach.words(who, movers)) and who not in movers:
                offered = (*offered, (words, lambda: self._move_beside(who, movers)))
            if who not in self._selection.selected:
                self._selection.set_current(who)
            if self._work.preferences.is_first_time("targeting"):
                self._work.show_success(_TARGETING)
        commands = self._commands
        commands.refresh()
        menu = QMenu(self._window)
        clear_help_with(menu, self._window)
        for title, run in offered:
            menu.addAction(title, run)
        menu.addSeparator()
        for part in _OF_COMBATANT if who is not None else _OF_BOARD:
            if isinstance(part, str):
                self._add_command(menu, part)
            else:
                title, inner = part
                submenu = QMenu(title, menu)
                for command in inner:
                    self._add_command(submenu, command)
                menu.addMenu(submenu)
        if who is not None:
            self._add_conditions(menu)
            self._add_sides(menu)
            self._add_player(menu, who)
        run_menu(menu, at)

    def _add_command(self, menu: QMenu, command: str) -> None:
        """Add a command, or a separator if it is empty."""
        if command:
            menu.addAction(self._commands.action(command))
        else:
            menu.addSeparator()

    def _add_conditions(self, menu: QMenu) -> None:
        part = QMenu("Condition", menu)
        part.addAction("With Details, or Your Own...").triggered.connect(lambda: self.open_line("-"))
        part.addSeparator()
        conditions = self._bridge.ruleset.conditions
        # The GM's own conditions come first.
        presets = sorted(self._edits.content.presets.values(), key=lambda one: (one.id in conditions, one.name))
        names = [preset.name for preset in presets]
        if len(names) <= _MOST_IN_MENU:
            self._add_names(part, names)
        else:
            for start in range(0, len(names), _IN_PART):
                some = names[start : start + _IN_PART]
                inner = QMenu(f"{some[0]} to {some[-1]}".replace("&", "&&"), part)
                self._add_names(inner, some)
                part.addMenu(inner)
        menu.addMenu(part)

    def _add_names(self, menu: QMenu, names: Iterable[str]) -> None:
        """Add an entry for each of these conditions, which applies it."""
        for name in names:
            action = menu.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, name=name: self._work.show_message(self._edits.quick(name)))

    def _add_player(self, menu: QMenu, who: Id) -> None:
        """Add a submenu for a character's player: to leave or return, and who runs the character meanwhile."""
        players = self._bridge.battle.players
        player = next((one for one in players.values() if who in one.characters), None)
        if player is None:
            return
        part = QMenu(f"Player: {player.name}", menu)
        words = f"Mark {player.name} {'Away' if player.is_present else 'Back'}"
        part.addAction(words).triggered.connect(lambda: self._mark_player(player))
        others = [(one.name, one.id) for one in players.values() if one.id != player.id and one.is_present]
        for name, id in (*others, ("the GM", RUN_BY_GM)):
            if player.is_present or player.run_by != id:
                part.addAction(f"Away, Run by {name}").triggered.connect(
                    lambda _=False, id=id: self._work.edit("player_leaves", player=player.id, run_by=id)
                )
        menu.addMenu(part)

    def _add_sides(self, menu: QMenu) -> None:
        part = QMenu("Side", menu)
        for side in self._bridge.ruleset.sides:
            action = part.addAction(side)
            action.triggered.connect(
                lambda _=False, side=side: self._work.edit("set_side", *self._selection.selected, side=side)
            )
        menu.addMenu(part)


def _is_number(words: str) -> bool:
    """Whether a line with a sign is a number, with or without the `r` of resistance."""
    return words.lstrip(f"+{MINUS_SIGNS}").strip().lower().removesuffix("r").strip().isdecimal()
