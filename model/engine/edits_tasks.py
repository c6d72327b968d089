"""Edits of tasks: the GM sets one up, counts an attempt without dice, changes the counts and what becomes of it."""

from __future__ import annotations

from typing import Any, get_args

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    edit,
    flag,
    known,
    needed,
    needed_name,
    number,
    one_of,
    only_gm,
    whole,
    words,
)
from model.engine.ruleset import Action
from model.engine.telling import listed
from model.state.base import replace
from model.state.battle import AnyBattle, Task, TaskState, new_id
from model.state.texts import text

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


def _add_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Rivals are the targets, and sides or teams by name; two of them make it a contest."""
    name = needed_name(call)
    id, battle = new_id(battle, name)
    sides = (side.strip() for side in str(call.option("sides", "")).split(","))
    rivals = dict.fromkeys((one for one in (*call.targets, *sides) if one), 0)
    task = Task(id=id, name=name, successes=rivals, tries=rivals, is_contest=len(rivals) > 1, begun=battle.clock)
    task = replace(task, **_counts(call, task))
    ask.say(text("A task: {name}, {needed} successes.", name=name, needed=task.needed))
    return replace(battle, tasks=battle.tasks | {id: task})


def _count_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """One attempt as the GM saw it; a task that is no contest is done or has failed by it."""
    task, is_success = _task(battle, call), bool(call.option("success", True))
    whose = str(call.option("whose", "")).strip() or next(iter(task.successes), "all")
    successes = task.successes | {whose: task.successes.get(whose, 0) + is_success}
    tries = task.tries | {whose: task.tries.get(whose, 0) + 1}
    attempts = max(tries.values()) if task.is_contest else task.attempts + 1
    task = replace(task, successes=successes, attempts=attempts, tries=tries if task.is_contest else task.tries)
    reached = successes[whose] if task.is_contest else sum(successes.values())
    is_used_up = task.attempts_max is not None and attempts >= task.attempts_max
    if not task.is_contest and (reached >= task.needed or is_used_up):
        task = replace(task, state="done" if reached >= task.needed else "failed")
    word = "a success" if is_success else "a failure"
    ask.say(text(f"{{name}}: {word}, {{reached}} of {{needed}}.", name=task.name, reached=reached, needed=task.needed))
    return replace(battle, tasks=battle.tasks | {task.id: task})


def _remove_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    task = _task(battle, call)
    ask.say(*only_gm("{name} is removed.", name=task.name))
    return replace(battle, tasks={id: other for id, other in battle.tasks.items() if id != task.id})


_TASK, _WHOSE = words("task", "Task"), words("whose", "Whose count", help="A rival; nothing said: all together.")
_NEEDED = number("needed", "Successes needed", least=1, most=999)
_MOST = number("attempts_max", "Attempts at most", least=0, most=999, help="0: without limit.")
_SECONDS = number("seconds_each", "Seconds for an attempt", least=0)

TASK_EDITS: tuple[Action, ...] = (
    edit(
        "add_task",
        "New task",
        _add_task,
        words("name", "Name"),
        _NEEDED,
        _MOST,
        _SECONDS,
        words("sides", "Rival sides", help="Teams by name, with commas between."),
        targets="any",
    ),
    edit("count_task", "Count an attempt", _count_task, _TASK, _WHOSE, flag("success", "Success", default=True)),
    edit(
        "edit_task",
        "Change task",
        _edit_task,
        _TASK,
        words("name", "Name"),
        _WHOSE,
        number("successes", "Successes", least=0, most=999),
        _NEEDED,
        number("attempts", "Attempts", least=0, most=999),
        _MOST,
        number("difficulty", "Difficulty", least=0, most=99),
        _SECONDS,
        one_of("state", "It is", STATES),
    ),
    edit("remove_task", "Remove task", _remove_task, _TASK),
)
