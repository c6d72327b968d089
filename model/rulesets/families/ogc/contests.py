"""What becomes of a task that takes a while: which one is meant, its rivals, and how a contest ends."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.state.base import replace
from model.state.battle import AnyBattle, Task
from model.state.texts import ref, text


def found_task(battle: AnyBattle, call: Call) -> Task | None:
    """The task that a call names by its id or name; where it names none, the only one that is open, or at all."""
    name = str(call.option("task", "")).strip().lower()
    tasks = list(battle.tasks.values())
    if name:
        return next((one for one in tasks if name in (one.id, one.name.lower())), None)
    still_open = [one for one in tasks if one.state == "open"] or tasks
    return still_open[0] if len(still_open) == 1 else None


def with_roll_of(task: Task, call: Call) -> Call:
    """A call that rolls what the task says, unless it says otherwise itself."""
    return replace(call, options={**task.roll, **call.options}) if task.roll else call


def with_rivals(task: Task, rivals: tuple[str, ...]) -> Task:
    """The contest that these take part in too."""
    none = dict.fromkeys(rivals, 0)
    return replace(task, is_contest=True, successes=none | task.successes, tries=none | task.tries)


def called(battle: AnyBattle, whose: str) -> str:
    """A rival in a text: somebody by reference, a team by its name."""
    return ref(whose) if whose in battle.combatants else whose


# ------------------------------------------------------------------------------------------ how a contest ends


def is_pass_over(task: Task) -> bool:
    """Whether all rivals have had the same number of attempts."""
    return len(set(task.tries.values())) == 1


def is_out_of_attempts(task: Task) -> bool:
    """Whether nobody has an attempt left."""
    return task.attempts_max is not None and min(task.tries.values(), default=0) >= task.attempts_max


def won_by(battle: AnyBattle, task: Task, whose: str, ask: Ask) -> Task:
    """The contest with its winner."""
    ask.say(text("{name}: {who} wins.", name=task.name, who=called(battle, whose)))
    return replace(task, state="done", winner=whose)


def drawn(task: Task, ask: Ask) -> Task:
    """The contest that nobody has won, though some are equal."""
    ask.say(text("{name}: a draw.", name=task.name))
    return replace(task, state="done")


def lost_by_all(task: Task, ask: Ask) -> Task:
    """The contest that ends without anybody having got there."""
    ask.say(text("{name}: the attempts are used up, and nobody wins.", name=task.name))
    return replace(task, state="failed")


def highest_totals(task: Task, among: list[str]) -> list[str]:
    """Who of some rolled highest the last time."""
    top = max(task.totals.get(who, 0) for who in among)
    return [who for who in among if task.totals.get(who, 0) == top]
