"""Commands about fighters that ask the GM something first: a name, a group, who begins. Also the menu of a fighter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from gui.controllers.attention import NOBODY_SELECTED
from gui.controllers.newcomers_line import Understood
from gui.dialogs.asking import LineDialog
from gui.dialogs.command_form import CommandForm, has_form
from gui.dialogs.evening import EveningDialog
from gui.dialogs.rest import RestDialog
from gui.dialogs.start_fight import StartFightDialog
from model.engine.ruleset import Action, Parameter
from model.state.base import ENVIRONMENT, Id, replace

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow


class PeopleDesk:
    """Each method is a command; what could not be done is told in the status bar."""

    def __init__(self, window: GmWindow) -> None:
        self._window = window
        self._edits = window.edits
        self._fight = window.fight
        self._attention = window.attention
        self._bridge = window.bridge

    # --------------------------------------------------------------------------------- selected ones

    def open_line(self, typed: str) -> None:
        """Open the line in which quick edits and new fighters are typed."""
        self._window.quick_line.open_with(typed, self.selected_words)

    def known_names(self, typed: str) -> tuple[str, ...]:
        """What a typed line may name: behind a minus conditions, else those whom the content knows."""
        if typed.strip()[:1] in ("-", "−"):
            return tuple(sorted(condition.title for condition in self._bridge.ruleset.conditions.values()))
        return self._edits.known_names()

    def understood(self, typed: str) -> tuple[Understood, ...]:
        """What the entries of a typed line mean, while it adds combatants; nothing for an edit."""
        return self._edits.understood(typed) if self._adds(typed.strip()) else ()

    @property
    def selected_words(self) -> str:
        """Whom an edit is about: `Boomer`, `Boomer and 2 more`; empty for nobody."""
        selected = self._attention.selected
        if not selected:
            return ""
        first = self._bridge.name(selected[0])
        return first if len(selected) == 1 else f"{first} and {len(selected) - 1} more"

    def type_line(self, typed: str) -> str | None:
        """Carry out a typed line: a number with a sign, `=12` or a condition is an edit, anything else new fighters."""
        words = typed.strip()
        if self._adds(words):
            return self._add(words)
        is_number = words[:1] == "=" or (words[:1] in ("+", "-", "−") and _is_number(words))
        return self._edits.quick(words if is_number else words.lstrip("+-−").strip())

    def _adds(self, words: str) -> bool:
        """Whether a typed line adds combatants, and edits nobody."""
        bare = words.lstrip("+-−").strip()
        is_condition = bool(self._attention.selected) and self._edits.is_condition(bare)
        is_number = words[:1] == "+" and _is_number(words)
        return not is_condition and not is_number and words[:1] not in ("=", "-", "−")

    def _add(self, words: str) -> str | None:
        """Add fighters; in a running fight those who came stand selected, since they have no turn until they join."""
        before = self._bridge.battle.combatants
        problem = self._edits.add(words)
        came = tuple(id for id in self._bridge.battle.combatants if id not in before)
        late = tuple(id for id in came if self._fight.is_running and self._fight.slot_of(id) is None)
        if problem is None and late:
            self._attention.select(late)
            key = self._window.commands.key("join")
            name = self._bridge.name(late[0]) if len(late) == 1 else f"The {len(late)} newcomers"
            verb = "is" if len(late) == 1 else "are"
            self._window.status.tell_good(f"{name} {verb} not in the order of play yet: {key} lets them join.")
        return problem

    def toggle_hidden(self) -> None:
        self._window.tell(self._edits.toggle_hidden())

    def rename(self) -> None:
        """Ask for another name of the first selected one."""
        who = self._attention.selected[0]
        typed = LineDialog.ask(self._window, "Rename", "What is it called?", self._bridge.name(who))
        if typed is not None:
            self._window.tell(self._edits.rename(who, typed))

    def set_public_name(self) -> None:
        """Ask what players call the first selected one."""
        who = self._attention.selected[0]
        now = self._bridge.battle.combatants[who].public_name
        words = f"What do players call {self._bridge.name(who)}? Empty: by name."
        typed = LineDialog.ask(self._window, "Name for players", words, now)
        if typed is not None:
            self._window.tell(self._edits.set_public_name(who, typed))

    def duplicate(self) -> None:
        self._window.tell(self._edits.duplicate())

    def group(self) -> None:
        """Ask for a name and let the selected ones act together, where the game and the selection allow it."""
        if problem := self._edits.no_group():
            self._window.tell(problem)
            return
        typed = LineDialog.ask(self._window, "Group", f"What are {self.selected_words} called together?")
        if typed is not None:
            self._window.tell(self._edits.group(typed))

    def ungroup(self) -> None:
        self._window.tell(self._edits.ungroup())

    def take_out(self) -> None:
        self._window.tell(self._edits.take_out())

    def bring_back(self) -> None:
        self._window.tell(self._edits.bring_back())

    def remove(self) -> None:
        self._window.tell(self._edits.remove())

    # ------------------------------------------------------------------------------------- the order

    def start_fight(self) -> None:
        """Ask who begins, and begin."""
        answer = StartFightDialog.ask(self._window, self._bridge, self._fight)
        if answer is not None:
            self._window.tell(self._fight.start(**answer))

    def start_evening(self) -> None:
        """Ask who is at the table, and begin the evening for all at once."""
        call = EveningDialog.ask(self._bridge, self._window)
        if call is not None:
            self._window.tell(self._bridge.edit(call))

    def rest(self) -> None:
        """Ask who rests and how long, and carry it out for all at once."""
        call = RestDialog.ask(self._bridge, self._window)
        if call is not None:
            self._window.tell(self._window.controller.carry_out(call))

    def command(self, action: Action) -> None:
        """Carry out a command of the game's own, for the selected ones; what it wants to know is asked first."""
        if not has_form(action):
            self._window.tell(self._fight.command(action.id))
            return
        call = CommandForm.ask(self._bridge, action, self._attention.selected, self._window)
        if call is not None:
            self._window.tell(self._window.controller.carry_out(call))

    def add_thing(self) -> None:
        """Ask what lies, stands, moves or falls there, and put it on the board."""
        self.command(self._bridge.ruleset.actions["add_thing"])

    def change_thing(self) -> None:
        """Ask which thing changes, and how: its speed and course, whether it falls, who controls it."""
        action = self._bridge.ruleset.actions["edit_thing"]
        names = {thing.name: thing.id for thing in self._bridge.battle.things.values()}
        which = Parameter(key="thing", title="Which", kind="choice", options=tuple(names))
        others = tuple(one for one in action.parameters if one.key != "thing")
        call = CommandForm.ask(self._bridge, replace(action, parameters=(which, *others)), (), self._window)
        if call is not None:
            options = call.options | {"thing": names[call.option("thing")]}
            self._window.tell(self._bridge.edit(replace(call, targets=(), options=options)))

    def take_held_turn(self) -> None:
        """Let the one looked at take the turn held back, else the only one who holds one back."""
        held = self._bridge.battle.order.held
        looked = self._attention.looked_at
        who = looked if looked in held else next(iter(held), None)
        self._window.tell("Nobody holds a turn back." if who is None else self._fight.take_held_turn(who))

    def act_as(self) -> None:
        """Put the one looked at in charge."""
        if self._attention.looked_at in self._bridge.battle.combatants:
            self._attention.act_as(self._attention.looked_at)

    def give_turn(self) -> None:
        if (who := self._looked_at()) is not None:
            self._window.tell(self._fight.give_turn(who))

    def go_now(self) -> None:
        if (slot := self._slot()) is not None:
            self._window.tell(self._fight.go_now(slot))

    def jump(self) -> None:
        if (slot := self._slot()) is not None:
            self._window.tell(self._fight.jump(slot))

    def join(self) -> None:
        """Let those of the selected ones into the order of play who have no place in it."""
        selected = self._attention.selected
        late = tuple(who for who in selected if self._fight.slot_of(who) is None)
        if not selected:
            self._window.tell(NOBODY_SELECTED)
        elif late:
            self._window.tell(self._fight.join(late))
        else:
            verb = "has" if len(selected) == 1 else "have"
            self._window.tell(f"{self.selected_words} {verb} a place in the order of play already.")

    def leave(self) -> None:
        if (who := self._looked_at()) is not None:
            self._window.tell(self._fight.leave(who))

    def new_scene(self) -> None:
        """Ask for the scene's name and open it."""
        typed = LineDialog.ask(self._window, "New scene", "What is the scene called?")
        if typed is not None:
            self._window.tell(self._fight.new_scene(typed))

    def begin_next_battle(self) -> None:
        """Ask for the name of the next battle and begin it with the same party."""
        typed = LineDialog.ask(self._window, "New Battle with This Party", "What is the new battle called?")
        if typed is not None:
            self._window.tell(self._edits.begin_next_battle(typed))

    def set_title(self) -> None:
        """Ask for the battle's name."""
        typed = LineDialog.ask(self._window, "Name the battle", "What is it called?", self._bridge.battle.title)
        if typed:
            self._window.tell(self._edits.set_title(typed))

    def _looked_at(self) -> Id | None:
        who = self._attention.looked_at
        return None if who == ENVIRONMENT else who

    def _slot(self) -> Id | None:
        who = self._attention.looked_at
        slot = None if who is None else self._fight.slot_of(who)
        if slot is None:
            self._window.tell("There is no place in the order for whoever is looked at.")
        return None if slot is None else slot.id

    # -------------------------------------------------------------------------------------- menus

    def show_menu(self, who: Id | None, at: QPoint, offered: Iterable[tuple[str, Callable[[], object]]] = ()) -> None:
        """The menu of a fighter, or of the board; first what is offered for the spot itself."""
        if who is not None:
            if who not in self._attention.selected:
                self._attention.look_at(who)
            if self._window.preferences.is_first_time("targeting"):
                self._window.status.tell_good(_TARGETING)
        commands = self._window.commands
        commands.refresh()
        menu = QMenu(self._window)
        for title, run in offered:
            menu.addAction(title, run)
        menu.addSeparator()
        for part in _OF_FIGHTER if who is not None else _OF_BOARD:
            if part:
                menu.addAction(commands.action(part))
            else:
                menu.addSeparator()
        if who is not None:
            self._add_conditions(menu)
            self._add_sides(menu)
        menu.exec(at)
        menu.deleteLater()

    def _add_conditions(self, menu: QMenu) -> None:
        part = QMenu("Condition", menu)
        conditions = sorted(self._bridge.ruleset.conditions.values(), key=lambda condition: condition.title)
        for condition in conditions:
            action = part.addAction(condition.title)
            action.triggered.connect(
                lambda _=False, title=condition.title: self._window.tell(self._edits.set_condition(title))
            )
        menu.addMenu(part)

    def _add_sides(self, menu: QMenu) -> None:
        part = QMenu("Side", menu)
        for side in self._bridge.ruleset.sides:
            action = part.addAction(side)
            action.triggered.connect(lambda _=False, side=side: self._window.tell(self._edits.set_side(side)))
        menu.addMenu(part)


def _is_number(words: str) -> bool:
    """Whether a line with a sign is a number, with or without the `r` of resistance."""
    return words.lstrip("+-−").strip().lower().removesuffix("r").strip().isdigit()


_TARGETING = "Target a combatant with T, a double click, or Mark the target in this menu."
_OF_FIGHTER = (
    *("act_as", "mark", "add_target", "attack", ""),
    *("quick", "hide", "rename", "public_name", "portrait", "duplicate", ""),
    *("group", "ungroup", "go_now", "jump", "join", "leave", "give_turn", ""),
    *("take_out", "bring_back", "set_absent", "set_present", "remove", ""),
)
_OF_BOARD = ("add", "fit", "grid", "picture", "no_picture")
