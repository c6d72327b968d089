"""Commands about the course of a combat: its start and end, turns and rounds, the initiative order, rests, tasks.

The end of a turn, a round or the combat applies an action that is finished, and asks about one that is not. Dialogs are
imported when they are first needed, so that the program starts sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from gui.controllers.workspace import Workspace
from gui.dialogs.forms import CommandForm, ConfirmDialog, LineDialog, has_form
from gui.panels.action_panel import ActionPanel
from gui.style.disposal import clear_menu
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter
from model.engine.run import Due
from model.session import Draft
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import Task
from model.view.recovery import needs_rest
from model.view.tasks import ALL, newest_task

if TYPE_CHECKING:
    from gui.controllers.forecasting import Forecasting
    from gui.panels.tasks import TasksPanel


# ----------------------------------------------------------------------------------------------- the course of a combat


class CombatCommands:
    """Handlers of the commands about the combat; refusals are shown as messages."""

    def __init__(self, work: Workspace, window: QWidget, panel: ActionPanel) -> None:
        self._work = work
        self._window = window
        self._panel = panel
        self._bridge = work.bridge
        self._combat = work.combat
        self._selection = work.selection
        self._forecasting: Forecasting | None = None
        # Queued, to come after the message about what was done, such as an undo, which does not mention this action.
        work.actions.set_aside.connect(work.show_message, Qt.ConnectionType.QueuedConnection)

    # ----------------------------------------------------------------------------------- start and end

    def start(self) -> None:
        """Start the combat at once if the game has nothing to ask, and show what was assumed."""
        options = self._combat.usual_start()
        if options is None:
            self.start_with()
            return
        problem = self._combat.start(**options)
        if problem or not self._combat.is_running:
            self._work.show_message(problem)
        else:
            self._work.show_success(self._usual_words)

    @property
    def _usual_words(self) -> str:
        """Says what was assumed when the combat started, and how to start it differently."""
        usual = next(iter(self._bridge.ruleset.turns.start_parameters), None)
        assumed = "" if usual is None else f" {usual.title}: no one."
        return f"Combat started.{assumed} To start differently, undo, then choose Start Combat With..."

    def start_with(self) -> None:
        """Ask who begins, who is surprised and in what order they act, then start the combat."""
        from gui.dialogs.combat_dialogs import StartCombatDialog

        answer = StartCombatDialog.ask(self._window, self._bridge, self._combat)
        if answer is not None:
            self._work.show_message(self._combat.start(**answer))

    def end_turn(self) -> None:
        """End the turn in progress; right after an action was applied, only say that the turn goes on."""
        if self._combat.is_too_soon:
            self._work.show_message(
                "The turn goes on: End Turn came right after Apply. Press it again to end the turn."
            )
        else:
            self._end("End Turn", self._combat.end_turn, self._combat.end_turn)

    def delay(self) -> None:
        """Delay the turn in progress."""
        self._end("Delay Turn", self._combat.delay, self._combat.delay)

    def end_round(self) -> None:
        """End the round, including all remaining turns."""
        self._end("End Round", self._combat.end_round, self._combat.end_round)

    def end_combat(self) -> None:
        self._end("End Combat", self._combat.end_combat, self._combat.end_combat)

    def _end(self, title: str, end: Callable[[], str | None], after_applying: Callable[[], str | None]) -> None:
        """Apply an action that has a result, ask about one that waits for dice, then call `end`."""
        actions = self._work.actions
        is_command = actions.action is not None and actions.action.group == "order"
        if is_command and not actions.can_apply:
            # A refused command, such as a delay after an action, must not be kept for the combatant's next turn.
            if actions.refusal is not None and actions.call is not None and not actions.call.answers:
                actions.drop()
            self._work.show_message(end())
            return
        unfinished = tuple(self._unfinished())
        if unfinished and not self._is_dropped(unfinished, title):
            self._panel.take_focus()
            return
        if not actions.can_apply or self._panel.plan.is_draft:
            self._work.show_message(end())
            return
        turn = self._bridge.battle.order.turn
        slot = None if turn is None else turn.slot
        self._panel.submit()
        after = self._bridge.battle.order.turn
        # What the action has triggered comes before the end of the turn; a turn that the action itself ended ends once.
        is_same = slot == (None if after is None else after.slot)
        if not is_command and actions.call is None and is_same:
            self._work.show_message(after_applying())

    def _unfinished(self) -> list[Id]:
        """Return the combatants whose actions of this turn would be left with dice due or answers given."""
        bridge, actions = self._bridge, self._work.actions
        current = None if actions.call is None else actions.call.actor
        found = [who for who in bridge.battle.order.acting if who != current and _is_begun(bridge.draft(who))]
        draft = None if current is None or actions.can_apply else bridge.draft(current)
        if current is not None and (_is_begun(draft) or self._panel.plan.is_draft):
            found.insert(0, current)
        return found

    def _is_dropped(self, unfinished: tuple[Id, ...], title: str) -> bool:
        """Ask whether unfinished actions may be cancelled, and cancel them; return False if the turn goes on."""
        bridge = self._bridge
        titles = []
        for who in unfinished:
            draft = bridge.draft(who)
            assert draft is not None
            owner = "the environment" if who == ENVIRONMENT else bridge.name(who)
            titles.append(f"{bridge.ruleset.actions[draft.call.action].title} ({owner})")
        words = f"Not finished: {', '.join(titles)}. None of it has been applied. {title} cancels it."
        if not ConfirmDialog.ask(self._window, "Action Not Finished", words, f"Cancel It and {title}"):
            return False
        for who in unfinished:
            if problem := bridge.drop_draft(who):
                self._work.show_message(f"{problem} Shift+Esc cancels it anyway.")
                self._work.actions.refresh()
                return False
        self._work.actions.refresh()
        return True

    # -------------------------------------------------------------------------------- initiative order

    def take_delayed_turn(self) -> None:
        """Let the selected combatant take the delayed turn, or else the first combatant who has one."""
        held = self._bridge.battle.order.held
        current = self._selection.current
        who = current if current in held else next(iter(held), None)
        self._work.show_message("No turn is delayed." if who is None else self._combat.do("take_held_turn", actor=who))

    def give_turn(self) -> None:
        """Give the selected combatant an extra turn."""
        self._with_selected(lambda who: self._combat.do("act_as", actor=who))

    def go_now(self) -> None:
        """Let the selected combatant act now."""
        self._with_slot(lambda slot: self._combat.do("go_now", slot=slot))

    def jump(self) -> None:
        """Go to the turn of the selected combatant."""
        self._with_slot(lambda slot: self._combat.do("jump", slot=slot))

    def leave(self) -> None:
        """Remove the selected combatant from the initiative order."""
        self._with_selected(lambda who: self._combat.do("leave_order", actor=who))

    def join(self) -> None:
        """Add those selected combatants to the initiative order that are not in it."""
        selected = self._selection.selected
        late = tuple(who for who in selected if self._combat.slot_of(who) is None)
        if late:
            self._work.show_message(self._combat.join(late))
        else:
            verb = "is" if len(selected) == 1 else "are"
            self._work.show_message(f"{self._work.selected_words} {verb} already in the initiative order.")

    def _with_selected(self, do: Callable[[Id], str | None]) -> None:
        who = self._selection.current
        if who is not None and who != ENVIRONMENT:
            self._work.show_message(do(who))

    def _with_slot(self, do: Callable[[Id], str | None]) -> None:
        who = self._selection.current
        slot = None if who is None else self._combat.slot_of(who)
        self._work.show_message(
            "The selected combatant is not in the initiative order." if slot is None else do(slot.id)
        )

    def next_member(self) -> None:
        """Let the next member of the group whose turn it is act."""
        acting = [who for who in self._bridge.battle.order.acting if who in self._bridge.battle.combatants]
        if len(acting) < 2 or self._selection.actor not in acting:
            self._work.show_message("No one else has this turn.")
            return
        self._selection.act_as(acting[(acting.index(self._selection.actor) + 1) % len(acting)])

    def end_member(self) -> None:
        """End the turn of the acting member only; the others of the group keep theirs."""
        if self._selection.actor in self._bridge.battle.order.acting:
            self._work.show_message(self._combat.end_turn_of(self._selection.actor))

    # ---------------------------------------------------------------------------------- outside combat

    def start_evening(self) -> None:
        """Ask which players are present, and begin the evening for all at once."""
        from gui.dialogs.combat_dialogs import GameNightDialog

        call = GameNightDialog.ask(self._bridge, self._window)
        if call is not None:
            self._begin_evening(call)

    def _begin_evening(self, call: Call) -> None:
        problem = self._bridge.edit(self._work.edits.with_arrivals(call))
        self._work.show_message(problem)
        if problem is None:
            self._work.campaign.note_game_night()

    def ask_for_evening(self) -> None:
        """Ask who is here, if this battle begins an evening of its campaign; it can be skipped."""
        from gui.dialogs.combat_dialogs import GameNightDialog

        if not self._work.campaign.is_new_evening:
            return
        dialog = GameNightDialog(self._bridge, self._window, is_new=True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._begin_evening(dialog.call))
        dialog.rejected.connect(self._work.campaign.note_game_night)
        dialog.open()

    def rest(self) -> None:
        """Ask who rests and how long, and carry it out for all at once."""
        from gui.dialogs.combat_dialogs import RestDialog

        call = RestDialog.ask(self._bridge, self._window)
        if call is not None:
            self._work.show_message(self._work.actions.carry_out(call))

    def rest_after_combat(self) -> None:
        """Ask for a rest if a player's character needs one."""
        if needs_rest(self._bridge.ruleset, self._bridge.battle):
            self.rest()

    def carry_out(self, action: Action, asks: tuple[str, ...] | None = None, **options: object) -> None:
        """Carry out an action of the model for the selected combatants, after asking for its parameters.

        `asks` names the parameters to ask for, or None for all; `options` are set without asking.
        """
        combatants = () if action.targets == "none" else self._selection.selected
        call = Call(action=action.id, targets=combatants, options=options)
        if asks or (asks is None and has_form(action)):
            form = action if asks is None else replace(action, parameters=_named(action, asks))
            asked = CommandForm.ask(self._bridge, form, combatants, self._window, options)
            if asked is None:
                return
            call = asked
        carry_out = self._bridge.edit if action.group == "edit" else self._work.actions.carry_out
        self._work.show_message(carry_out(call))

    def add_thing(self) -> None:
        """Ask which object lies, stands, moves or falls there, and put it on the board."""
        self._ask_object("add_thing")

    def change_thing(self) -> None:
        """Ask which object changes, and how: its speed and course, whether it falls, who controls it."""
        self._ask_object("edit_thing")

    def _ask_object(self, action: str) -> None:
        from gui.dialogs.combat_dialogs import ObjectForm

        call = ObjectForm.ask(self._bridge, self._bridge.ruleset.actions[action], (), self._window)
        if call is not None:
            self._work.show_message(self._bridge.edit(call))

    def fill_rulings(self, menu: QMenu) -> None:
        """List the GM's rulings for the rest of the combat; choosing one lets its question be asked again."""
        clear_menu(menu)
        for rule, precedent in self._bridge.battle.precedents.items():
            # The rule book is read only if there is a ruling: the menu is filled when the window is created.
            book = self._work.book
            known = None if book is None else book.rules.get(rule)
            title = rule if known is None else known.title
            entry = menu.addAction(f"{title}: {precedent.words}".replace("&", "&&"))
            entry.setToolTip(f"Ask again ({rule})")
            entry.setStatusTip(entry.toolTip())
            entry.triggered.connect(lambda _=False, rule=rule: self._work.edit("ask_again", rule=rule))
        if menu.isEmpty():
            menu.addAction("No Rulings Yet").setEnabled(False)

    def forecast(self) -> None:
        """Show a forecast of the combat from its current state."""
        from gui.controllers.forecasting import Forecasting
        from gui.dialogs.forecast import ForecastDialog

        dialog = self._window.findChild(ForecastDialog)
        if dialog is None:
            if self._forecasting is None:
                self._forecasting = Forecasting(self._bridge, self._window)
                self._forecasting.success.connect(self._work.show_success)
                self._forecasting.give_way_to(self._window.windowHandle())
            dialog = ForecastDialog(self._bridge, self._forecasting, self._window)
            dialog.run()
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def close_forecast(self) -> None:
        """Stop the forecast that runs beside the window."""
        if self._forecasting is not None:
            self._forecasting.close()

    def toggle_rolling(self, side: str) -> None:
        """Type the dice of a side instead of rolling them automatically, or the other way round."""
        preferences = self._work.preferences
        is_rolled = preferences.rolling(side) == "rolled"
        preferences.set_rolling(side, "typed" if is_rolled else "rolled")
        self._work.actions.refresh()

    def undo(self) -> None:
        """Undo what was done last, and name it; an entry of the action in progress comes before the last step.

        If an earlier battle is shown, only return to the current one.
        """
        if self._bridge.past is not None:
            self._bridge.show_step(None)
            return
        words, entry, field = self._work.undo_words, self._work.last_entry, self._panel.field
        if entry is None:
            self._bridge.undo()
        elif field.isVisible() and field.typed:
            field.clear_typed()
            return
        elif problem := self._work.actions.entries.take_back(entry):
            self._work.show_message(f"{problem} Shift+Esc cancels it anyway.")
            return
        else:
            self._work.actions.refresh()
            self._panel.take_focus()
        self._work.show_success(f"Undone: {words}" if words else "There is nothing to undo.")

    def redo(self) -> None:
        """Redo the step that was undone last, and name it."""
        words = self._bridge.redo_words
        self._bridge.redo()
        self._work.show_success(f"Redone: {words}" if words else "There is nothing to redo.")


def _named(action: Action, keys: tuple[str, ...]) -> tuple[Parameter, ...]:
    return tuple(one for key in keys for one in action.parameters if one.key == key)


def _is_begun(draft: Draft | None) -> bool:
    if draft is None:
        return False
    is_due = isinstance(draft.outcome, Due) and isinstance(draft.outcome.request, DiceRequest)
    return is_due or bool(draft.call.answers)


# ---------------------------------------------------------------------------------------------------------------- tasks

_NOBODY = "Select the combatant who makes the attempt, then roll for the task."


class TaskCommands:
    """Handlers of the tasks panel and of the commands about tasks."""

    def __init__(self, work: Workspace, window: QWidget, action_panel: ActionPanel) -> None:
        self._work = work
        self._window = window
        self._bridge = work.bridge
        self._action_panel = action_panel

    def connect_panel(self, panel: TasksPanel) -> None:
        """Connect the panel's signals to these handlers."""
        panel.new_wanted.connect(self.new)
        panel.once_wanted.connect(self.roll_once)
        panel.attempted.connect(self.attempt)
        panel.counted.connect(self.count)
        panel.set_to.connect(self.set_successes)
        panel.changed.connect(self.change)

    def show(self) -> None:
        """Show the tasks panel."""
        self._work.dock_wanted.emit("tasks")

    def new(self) -> None:
        """Ask for a new task, and begin it."""
        from gui.dialogs.combat_dialogs import NewTaskDialog

        call = NewTaskDialog.ask(self._bridge, self._window)
        if call is not None:
            self._work.show_message(self._work.actions.carry_out(call))
            self.show()

    def roll_once(self) -> None:
        """Begin a roll that decides a task alone."""
        self._begin(Call(action=self._bridge.ruleset.tasks.once, actor=self._who))

    def attempt_newest(self) -> None:
        """Roll for the task that was set up last."""
        task = newest_task(self._bridge.battle)
        if task is None:
            self._work.show_message("No task is under way: start a new one.")
        else:
            self.attempt(task.id)

    def attempt(self, id: Id) -> None:
        """Roll for a task: with the selected combatant, or in a contest with all rivals at once."""
        task, actions = self._bridge.battle.tasks[id], self._bridge.ruleset.tasks
        if task.is_contest and actions.compete:
            rivals = tuple(who for who in task.successes if who in self._bridge.battle.combatants)
            if len(rivals) == len(task.successes):
                options = {"task": self._named(task)}
                self._begin(Call(action=actions.compete, actor=rivals[0], targets=rivals[1:], options=options))
                return
        self._begin(Call(action=actions.attempt, actor=self._who, options={"task": self._named(task)}))

    def _named(self, task: Task) -> str:
        """Return a task as an action takes it: by its name, or by its id if several tasks have that name."""
        names = [other.name.lower() for other in self._bridge.battle.tasks.values()]
        return task.name if names.count(task.name.lower()) == 1 else task.id

    def _begin(self, call: Call) -> None:
        if call.actor == ENVIRONMENT:
            self._work.show_message(_NOBODY)
            return
        self._work.actions.begin_call(call)
        self._work.dock_wanted.emit("action")
        self._action_panel.take_focus()

    @property
    def _who(self) -> Id:
        """The combatant who rolls: the selected one, or the environment if none is selected."""
        current = self._work.selection.current
        return current if current in self._bridge.battle.combatants else ENVIRONMENT

    def count(self, id: Id, whose: str, is_success: bool) -> None:
        """Count an attempt without dice."""
        options = {"task": id, "success": is_success}
        self._edit("count_task", options if whose == ALL else options | {"whose": whose})

    def count_newest(self, is_success: bool) -> None:
        """Count an attempt at the task that was set up last, for its first side."""
        if (task := newest_task(self._bridge.battle)) is not None:
            self.count(task.id, next(iter(task.successes), ALL), is_success)

    def set_successes(self, id: Id, whose: str, count: int) -> None:
        options = {"task": id, "successes": count}
        self._edit("edit_task", options if whose == ALL else options | {"whose": whose})

    def change(self, id: Id, change: str) -> None:
        """Close, reopen, remove or rename a task."""
        if change == "remove":
            self._edit("remove_task", {"task": id})
        elif change == "rename":
            name = self._bridge.battle.tasks[id].name
            typed = LineDialog.ask(self._window, "Rename", "What is the task called?", name)
            if typed:
                self._edit("edit_task", {"task": id, "name": typed})
        else:
            self._edit("edit_task", {"task": id, "state": change})

    def _edit(self, action: str, options: dict[str, object]) -> None:
        self._work.show_message(self._bridge.edit(Call(action=action, options=options)))
