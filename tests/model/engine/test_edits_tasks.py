"""The GM's edits of tasks, in any game."""

from __future__ import annotations

from model.state.base import replace
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


def test_what_the_gm_says_of_a_task_counts() -> None:
    battle = done(duel(), "add_task", name="Bridge", needed=3, attempts_max=5, seconds_each=60)
    id = task_of(battle).id
    assert not task_of(battle).is_contest
    assert not task_of(done(duel(), "add_task", "anna-1", name="Climb")).is_contest, "one rival is none"
    changed = done(battle, "edit_task", task=id, needed=4, difficulty=9, seconds_each=10, attempts=2, attempts_max=0)
    task = task_of(changed)
    assert (task.needed, task.difficulty, task.seconds_each, task.attempts) == (4, 9, 10, 2)
    assert task.attempts_max is None, "0 is no limit"
    assert task.tries == {}
    assert task_of(done(battle, "edit_task", task=id, attempts_max=7)).attempts_max == 7
    assert task_of(done(battle, "edit_task", task=id, name="Gate")).name == "Gate"
    assert task_of(done(battle, "edit_task", task=id, state="failed")).state == "failed"
    assert "Choose what to change for Bridge" in refused(battle, "edit_task", task=id)
    assert done(battle, "remove_task", task=id).tasks == {}
    assert told(battle, "remove_task", task=id) == [("Bridge is removed.", "gm")]


def test_a_total_of_successes_is_shared_out_to_who_leads() -> None:
    battle = done(duel(), "add_task", "anna-1", "bert-2", name="Race", needed=9)
    id = task_of(battle).id
    battle = counted(battle, True, True, True, whose="anna-1")
    battle = counted(battle, True, whose="bert-2")
    assert task_of(done(battle, "edit_task", task=id, successes=6)).successes == {"anna-1": 5, "bert-2": 1}
    assert task_of(done(battle, "edit_task", task=id, successes=1)).successes == {"anna-1": 0, "bert-2": 1}
    assert "say whose successes" in refused(battle, "edit_task", task=id, successes=0)
    assert task_of(done(battle, "edit_task", task=id, successes=0, whose="bert-2")).successes == {
        "anna-1": 3,
        "bert-2": 0,
    }
    tried = task_of(done(battle, "edit_task", task=id, attempts=7, whose="bert-2"))
    assert (tried.tries, tried.attempts) == ({"anna-1": 3, "bert-2": 7}, 7)
    tried = task_of(done(battle, "edit_task", task=id, attempts=0, whose="bert-2"))
    assert (tried.tries, tried.attempts) == ({"anna-1": 3, "bert-2": 0}, 3)
    alone = done(duel(), "add_task", name="Vault", needed=3)
    assert task_of(done(alone, "edit_task", task=task_of(alone).id, successes=2)).successes == {"all": 2}


def test_a_contest_that_is_open_again_has_no_winner() -> None:
    battle = done(duel(), "add_task", "anna-1", "bert-2", name="Race", needed=1)
    task = task_of(battle)
    won = replace(battle, tasks={task.id: replace(task, state="done", winner="anna-1")})
    assert task_of(done(won, "edit_task", task=task.id, state="done")).winner == "anna-1"
    assert task_of(done(won, "edit_task", task=task.id, needed=3)).winner == "anna-1"
    assert task_of(done(won, "edit_task", task=task.id, state="open")).winner == ""


def test_a_contest_is_not_over_by_an_attempt_of_the_gms() -> None:
    """Whether it is, and who has won it, the game says."""
    battle = done(duel(), "add_task", "anna-1", "bert-2", name="Race", needed=1, attempts_max=1)
    battle = counted(battle, True, whose="anna-1")
    assert task_of(battle).state == "open"
    assert task_of(counted(battle, False)).tries == {"anna-1": 2, "bert-2": 0}, "without a name the first one's"


def test_exactly_the_last_attempt_fails_a_task() -> None:
    battle = done(duel(), "add_task", name="Lock", needed=2, attempts_max=3)
    battle = counted(battle, True, False)
    assert task_of(battle).state == "open"
    assert task_of(counted(battle, False)).state == "failed"
    assert task_of(counted(battle, True)).state == "done", "with the last attempt"


def test_a_task_needs_a_name_and_is_named_to_be_counted() -> None:
    assert "name" in refused(duel(), "add_task", name=" ")
    assert "task" in refused(duel(), "count_task").lower()
    assert "nowhere" in refused(duel(), "count_task", task="nowhere")
