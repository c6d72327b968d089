"""Edits of tasks: the GM's hand on successes, attempts and what becomes of them."""

from __future__ import annotations

from typing import Any, get_args

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    edit,
    known,
    listed,
    needed,
    needed_name,
    number,
    one_of,
    only_gm,
    whole,
    words,
)
from model.engine.ruleset import Action
from model.state.base import replace
from model.state.battle import AnyBattle, Task, TaskState

STATES: tuple[TaskState, ...] = get_args(TaskState)


def _task(battle: AnyBattle, call: Call) -> Task:
    return known(battle.tasks, needed(call, "task", "The task"), "task")


def _counts(call: Call, now: Task) -> dict[str, Any]:
    """The counts that were given: of everybody together, or of the one who is named."""
    fields: dict[str, Any] = {}
    for key, title in (("needed", "Successes needed"), ("difficulty", "The difficulty"), ("seconds_each", "Seconds")):
        if key in call.options:
            fields[key] = whole(call, key, title)
    if "attempts_max" in call.options:
        most = whole(call, "attempts_max", "Attempts at most")
        fields["attempts_max"] = most or None
    whose = str(call.option("whose", "")).strip()
    if "successes" in call.options:
        fields["successes"] = _with_successes(now, whose, whole(call, "successes", "The successes"))
    if "attempts" in call.options:
        attempts = whole(call, "attempts", "The attempts")
        tries = now.tries | {whose: attempts} if whose else now.tries
        fields |= {"tries": tries, "attempts": max(tries.values(), default=0) if whose else attempts}
    return fields


def _with_successes(now: Task, whose: str, count: int) -> dict[str, int]:
    """Where nobody is named, what the others have is made up to the whole by the one who has most."""
    if whose or not now.successes:
        return now.successes | {whose or "all": count}
    first = max(now.successes, key=lambda side: now.successes[side])
    others = sum(won for side, won in now.successes.items() if side != first)
    if count < others:
        raise Wrong("{task}: say whose successes change.", task=now.name)
    return now.successes | {first: count - others}


def _edit_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    task = _task(battle, call)
    fields = _counts(call, task)
    if "name" in call.options:
        fields["name"] = needed_name(call)
    if "state" in call.options:
        fields["state"] = call.options["state"]
        if fields["state"] != "done":
            fields["winner"] = ""
    if not fields:
        raise Wrong("Nothing is said about what changes for {task}.", task=task.name)
    ask.say(*only_gm("{name} is changed: {what}.", name=task.name, what=listed(set(call.options) - {"task"})))
    return replace(battle, tasks=battle.tasks | {task.id: replace(task, **fields)})


def _remove_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    task = _task(battle, call)
    ask.say(*only_gm("{name} is removed.", name=task.name))
    return replace(battle, tasks={id: other for id, other in battle.tasks.items() if id != task.id})


_TASK = words("task", "Task")

TASK_EDITS: tuple[Action, ...] = (
    edit(
        "edit_task",
        "Change task",
        _edit_task,
        _TASK,
        words("name", "Name"),
        words("whose", "Whose count", help="A rival; nothing said: all together."),
        number("successes", "Successes", least=0, most=999),
        number("needed", "Successes needed", least=1, most=999),
        number("attempts", "Attempts", least=0, most=999),
        number("attempts_max", "Attempts at most", least=0, most=999, help="0: without limit."),
        number("difficulty", "Difficulty", least=0, most=99),
        number("seconds_each", "Seconds for an attempt", least=0),
        one_of("state", "It is", STATES),
    ),
    edit("remove_task", "Remove task", _remove_task, _TASK),
)
