"""The GM's edits of tasks, in any game."""

from __future__ import annotations

from model.state.battle import AnyBattle, Task
from tests.support.arena import duel
from tests.support.edits import done, refused, told


def task_of(battle: AnyBattle) -> Task:
    (task,) = battle.tasks.values()
    return task


def counted(battle: AnyBattle, *outcomes: bool, whose: str = "") -> AnyBattle:
    for is_success in outcomes:
        options = {"whose": whose} if whose else {}
        battle = done(battle, "count_task", task=task_of(battle).id, success=is_success, **options)
    return battle


def test_a_task_is_done_when_the_successes_are_there() -> None:
    battle = done(duel(), "add_task", name="Open the vault", needed=2, attempts_max=4)
    battle = counted(battle, True, False)
    assert (task_of(battle).successes, task_of(battle).attempts, task_of(battle).state) == ({"all": 1}, 2, "open")
    assert task_of(counted(battle, True)).state == "done"
    # Two attempts are left: both fail.
    assert task_of(counted(battle, False, False)).state == "failed"


def test_rivals_count_each_for_themselves() -> None:
    battle = done(duel(), "add_task", "anna-1", "bert-2", name="Race", needed=3, sides="The crowd")
    assert task_of(battle).is_contest
    assert set(task_of(battle).successes) == {"anna-1", "bert-2", "The crowd"}
    battle = counted(battle, True, True, whose="anna-1")
    battle = counted(battle, False, whose="The crowd")
    assert task_of(battle).successes == {"anna-1": 2, "bert-2": 0, "The crowd": 0}
    assert task_of(battle).tries == {"anna-1": 2, "bert-2": 0, "The crowd": 1}
    assert task_of(battle).attempts == 2


def test_what_is_counted_is_told_to_all() -> None:
    battle = done(duel(), "add_task", name="Race", needed=3)
    assert told(battle, "count_task", task=task_of(battle).id, success=True) == [("Race: a success, 1 of 3.", "all")]


def test_a_task_needs_a_name_and_is_named_to_be_counted() -> None:
    assert "name" in refused(duel(), "add_task", name=" ")
    assert "task" in refused(duel(), "count_task").lower()
    assert "nowhere" in refused(duel(), "count_task", task="nowhere")
