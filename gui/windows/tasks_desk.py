"""Commands about tasks: begin, roll for, count by hand, close. Each is an action that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.dialogs.asking import LineDialog
from gui.dialogs.new_task import NewTaskDialog
from model.engine.calls import Call
from model.state.base import ENVIRONMENT, Id
from model.state.battle import Task, age
from model.view.tasks import ALL

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow

_NOBODY = "Click whoever tries it, then roll for the task."


class TasksDesk:
    """What the panel of tasks and the commands of the menu ask for."""

    def __init__(self, window: GmWindow) -> None:
        self._window = window
        self._bridge = window.bridge
        panel = window.tasks
        panel.new_wanted.connect(self.new)
        panel.once_wanted.connect(self.roll_once)
        panel.attempted.connect(self.attempt)
        panel.counted.connect(self.count)
        panel.set_to.connect(self.set_successes)
        panel.changed.connect(self.change)

    @property
    def newest(self) -> Task | None:
        """The task under way that was set up last."""
        tasks = sorted(self._bridge.battle.tasks.values(), key=age)
        return next((task for task in reversed(tasks) if task.state == "open"), None)

    def show(self) -> None:
        """Put the panel in front."""
        dock = self._window.docks["tasks"]
        dock.show()
        dock.raise_()

    def new(self) -> None:
        """Ask what the task is, and begin it."""
        call = NewTaskDialog.ask(self._bridge, self._window)
        if call is not None:
            self._window.tell(self._window.controller.carry_out(call))
            self.show()

    def roll_once(self) -> None:
        """Begin a roll that decides a task by itself."""
        self._begin(Call(action=self._bridge.ruleset.tasks.once, actor=self._who))

    def attempt_newest(self) -> None:
        """Roll for the task that was set up last."""
        task = self.newest
        if task is None:
            self._window.tell("No task is under way: begin a new one.")
        else:
            self.attempt(task.id)

    def attempt(self, id: Id) -> None:
        """Roll for a task: whoever is looked at, or in a contest everybody at once."""
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
            self._window.tell(_NOBODY)
            return
        self._window.controller.begin_call(call)
        self._window.docks["action"].raise_()
        self._window.action_panel.take_focus()

    @property
    def _who(self) -> Id:
        """Who rolls: the one looked at."""
        looked = self._window.attention.looked_at
        return looked if looked in self._bridge.battle.combatants else ENVIRONMENT

    def count(self, id: Id, whose: str, is_success: bool) -> None:
        """Count an attempt without dice."""
        options = {"task": id, "success": is_success}
        self._edit("count_task", options if whose == ALL else options | {"whose": whose})

    def count_newest(self, is_success: bool) -> None:
        """Count an attempt at the task that was set up last, for its first side."""
        if (task := self.newest) is not None:
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
        self._window.tell(self._bridge.edit(Call(action=action, options=options)))
