"""Tasks for the GM's panel: successes of each side, attempts, time and outcome."""

from __future__ import annotations

from model.state.base import Id, State
from model.state.battle import AnyBattle, Task, TaskState, age
from model.view.viewer import GM, name_for

ALL = "all"
"""The key of successes that count together, without named combatants."""


class TaskLine(State):
    """One side of a task, with its successes."""

    whose: str
    name: str
    """Empty if all count together."""
    successes: int = 0
    tries: int | None = None
    """Attempts of this side, in a contest."""
    is_winner: bool = False


class TaskView(State):
    """One task."""

    id: Id
    name: str
    state: TaskState
    needed: int
    lines: tuple[TaskLine, ...]
    attempts: int = 0
    attempts_max: int | None = None
    is_contest: bool = False
    words: str = ""
    """Difficulty, attempts and time in a line: `difficulty 12 · attempt 3 of 6 · 40 min`."""
    outcome: str = ""
    """`open`, `done`, `failed`, or who has won."""


def tasks_view(battle: AnyBattle) -> tuple[TaskView, ...]:
    """All tasks: open ones first, then in the order of creation."""
    tasks = sorted(battle.tasks.values(), key=lambda task: (task.state != "open", age(task)))
    return tuple(_view(battle, task) for task in tasks)


def _view(battle: AnyBattle, task: Task) -> TaskView:
    return TaskView(
        id=task.id,
        name=task.name,
        state=task.state,
        needed=task.needed,
        lines=_lines(battle, task),
        attempts=task.attempts,
        attempts_max=task.attempts_max,
        is_contest=task.is_contest,
        words=_words(task),
        outcome=_outcome(battle, task),
    )


def _lines(battle: AnyBattle, task: Task) -> tuple[TaskLine, ...]:
    if not task.is_contest:
        return (TaskLine(whose=ALL, name="", successes=sum(task.successes.values())),)
    return tuple(
        TaskLine(
            whose=whose,
            name=rival_name(battle, whose),
            successes=successes,
            tries=task.tries.get(whose, 0),
            is_winner=whose == task.winner,
        )
        for whose, successes in task.successes.items()
    )


def rival_name(battle: AnyBattle, whose: str) -> str:
    """The name of a rival: that of a combatant, or the text for a side or team."""
    return name_for(battle, whose, GM) or whose


def _words(task: Task) -> str:
    most = "" if task.attempts_max is None else f" of {task.attempts_max}"
    minutes, seconds = divmod(task.seconds_each * task.attempts, 60)
    spent = f"{minutes} min" if not seconds else f"{minutes}:{seconds:02} min"
    skill = ", ".join(value.replace("_", " ") for value in task.roll.values())
    parts = (
        skill,
        f"difficulty {task.difficulty}" if task.difficulty else "",
        f"{task.attempts}{most} {'attempt' if task.attempts == 1 and not most else 'attempts'}",
        spent if task.seconds_each else "",
    )
    return " · ".join(part for part in parts if part)


def _outcome(battle: AnyBattle, task: Task) -> str:
    if task.winner:
        return f"{rival_name(battle, task.winner)} wins"
    if task.state == "done" and task.is_contest:
        return "a draw"
    return task.state


def newest_task(battle: AnyBattle) -> Task | None:
    """The open task that was created last, or None."""
    tasks = sorted(battle.tasks.values(), key=age)
    return next((task for task in reversed(tasks) if task.state == "open"), None)
