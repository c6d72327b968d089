"""Commands about tasks: begin, roll for, count by hand, close. Each is an action that can be undone."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from gui.controllers.workspace import Workspace
from gui.dialogs.forms import LineDialog
from gui.panels.action_panel import ActionPanel
from gui.panels.tasks import TasksPanel
from model.engine.calls import Call
from model.state.base import ENVIRONMENT, Id
from model.state.battle import Task
from model.view.tasks import ALL, newest_task

_NOBODY = "Select the combatant who makes the attempt, then roll for the task."


class TaskCommands:
    """What the tasks panel and the rows of the command table do."""

    def __init__(self, work: Workspace, window: QWidget, action_panel: ActionPanel) -> None:
        self._work = work
        self._window = window
        self._bridge = work.bridge
        self._action_panel = action_panel

    def connect_panel(self, panel: TasksPanel) -> None:
        """Do what the panel asks for."""
        panel.new_wanted.connect(self.new)
        panel.once_wanted.connect(self.roll_once)
        panel.attempted.connect(self.attempt)
        panel.counted.connect(self.count)
        panel.set_to.connect(self.set_successes)
        panel.changed.connect(self.change)

    def show(self) -> None:
        """Show the panel."""
        self._work.dock_wanted.emit("tasks")

    def new(self) -> None:
        """Ask what the task is, and begin it."""
        from gui.dialogs.combat_dialogs import NewTaskDialog

        call = NewTaskDialog.ask(self._bridge, self._window)
        if call is not None:
            self._work.tell(self._work.actions.carry_out(call))
            self.show()

    def roll_once(self) -> None:
        """Begin a roll that decides a task by itself."""
        self._begin(Call(action=self._bridge.ruleset.tasks.once, actor=self._who))

    def attempt_newest(self) -> None:
        """Roll for the task that was set up last."""
        task = newest_task(self._bridge.battle)
        if task is None:
            self._work.tell("No task is under way: start a new one.")
        else:
            self.attempt(task.id)

    def attempt(self, id: Id) -> None:
        """Roll for a task: the selected combatant, or in a contest everybody at once."""
        task, actions = self._bridge.battle.tasks[id], self._bridge.ruleset.tasks
        if task.is_contest and actions.compete:
            rivals = tuple(who for who in task.successes if who in self._bridge.battle.combatants)
            if len(rivals) == len(task.successes):
                options = {"task": self._named(task)}
                self._begin(Call(action=actions.compete, actor=rivals[0], targets=rivals[1:], options=options))
                return
        self._begin(Call(action=actions.attempt, actor=self._who, options={"task": self._named(task)}))

    def _named(self, task: Task) -> str:
        """A task as an action takes it: by its name, by its id where several are called so."""
        names = [other.name.lower() for other in self._bridge.battle.tasks.values()]
        return task.name if names.count(task.name.lower()) == 1 else task.id

    def _begin(self, call: Call) -> None:
        if call.actor == ENVIRONMENT:
            self._work.tell(_NOBODY)
            return
        self._work.actions.begin_call(call)
        self._work.dock_wanted.emit("action")
        self._action_panel.take_focus()

    @property
    def _who(self) -> Id:
        """Who rolls: the selected combatant."""
        looked = self._work.attention.looked_at
        return looked if looked in self._bridge.battle.combatants else ENVIRONMENT

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
        """Close a task, open it again, take it off the list or call it something else."""
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
        self._work.tell(self._bridge.edit(Call(action=action, options=options)))
