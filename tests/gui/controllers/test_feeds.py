"""Log and players' view of the steps: what is cached equals what would be computed again."""

from __future__ import annotations

from random import Random

import pytest

from gui.bridge import Bridge
from gui.controllers.feeds import LogFeed, PlayersFeed
from model.engine.calls import Call
from model.session import Session
from tests.bench.engine_speed import insisted, sample

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def session() -> Session:
    opened = Session.create(None, *sample("kalos-dusk")).session
    assert opened is not None
    opened.act(Call(action="start_fight", options={"first": "pc"}))
    return opened


def step_at_random(session: Session, chance: Random) -> None:
    """Do one at random: a move that folds, a step that does not, undo or redo of one or many, correction, branch."""
    who = next(iter(session.battle.order.acting), "halcyon-1")
    numbers = [step.number for step in session.steps if step.kind == "do"]
    match chance.randrange(11):
        case 0 | 1 | 2:
            there = session.battle.combatants[who].place
            place = {"x": there.x + chance.uniform(-1, 1), "y": there.y + chance.uniform(-1, 1)}
            move = Call(action="move", actor=who, options={"place": place})
            session.act(insisted(session.ruleset, session.battle, move))
        case 3:
            session.act(Call(action="rename", targets=(who,), options={"name": f"N{chance.random()}"}))
        case 4 | 5:
            session.undo()
        case 6:
            session.redo()
        case 7:
            correct_at_random(session, chance)
        case 8 if numbers:
            session.begin_branch(chance.choice(numbers), "tried out")
        case 9:
            session.go_to(session.played_line or chance.choice(numbers))
        case _:
            session.undo(after=chance.choice(numbers))
            session.redo(until=chance.choice(numbers))


def correct_at_random(session: Session, chance: Random) -> None:
    """Drop one of the last 8 steps and keep the later ones as they happened."""
    standing = [step.number for step in session.standing()][:8]
    correction = session.correction(chance.choice(standing)) if standing else ""
    if isinstance(correction, str):
        return
    correction.decide(correction.step.number, "drop")
    for _ in correction.replay():
        pass
    session.correct(correction)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("seed", range(6))
def test_lines_that_were_kept_are_those_that_would_be_made(session: Session, seed: int) -> None:
    chance, bridge = Random(seed), Bridge(session)
    kept, has_folded = LogFeed(bridge), False
    for number in range(120):
        step_at_random(session, chance)
        if number % 3:
            fresh = LogFeed(bridge)
            assert kept.lines() == fresh.lines()
            listed = [number for line in kept.lines() for number in line.steps]
            has_folded |= len(kept.lines()) < len(listed)
            assert len(listed) == len(set(listed))
            assert {step.number for step in session.standing()} <= set(listed)
        if number == 80:
            session.trim_history(5)
    assert has_folded


def renamed(session: Session, *names: str) -> None:
    for name in names:
        session.act(Call(action="rename", targets=("halcyon-1",), options={"name": name}))


def test_a_branch_that_was_left_is_one_line_and_nothing_of_it_is_undone(session: Session) -> None:
    """The steps of the branch are not undone: when the GM goes back to it, they are lines again."""
    feed = LogFeed(Bridge(session))
    renamed(session, "Ann", "Bea")
    session.undo()
    fork = next(session.standing()).number
    assert session.begin_branch(fork, "With grenades") is None
    renamed(session, "Cleo", "Dora", "Eve")
    session.undo()
    assert [line.is_undone for line in feed.lines()[-5:]] == [True, False, False, False, True]
    tip = next(session.standing()).number
    played = session.played_line
    assert played is not None
    session.go_to(played)
    renamed(session, "Fay")
    before, bea, branch, fay = feed.lines()[-4:]
    assert "With grenades" in branch.text
    assert "tried out: 3 steps" in branch.text
    assert [line.is_undone for line in (before, bea, branch, fay)] == [False, True, False, False]
    session.go_to(tip)
    texts = {line.text: line.is_undone for line in feed.lines()}
    assert [undone for text, undone in texts.items() if text.endswith(("Dora.", "Fay."))] == [False, True]
    assert not any("tried out" in text for text in texts)


def test_a_branch_in_which_nothing_was_tried_out_is_undone(session: Session) -> None:
    feed = LogFeed(Bridge(session))
    session.begin_branch(next(session.standing()).number, "With grenades")
    session.undo()
    assert feed.lines()[-1].is_undone
    assert "tried out" not in feed.lines()[-1].text


@pytest.mark.parametrize("seed", range(3))
def test_the_players_view_leads_back_with_an_undo(session: Session, seed: int) -> None:
    chance, feed = Random(seed), PlayersFeed(session)
    seen = {}
    for _ in range(60):
        step_at_random(session, chance)
        head = next((step.number for step in session.standing()), None)
        view = feed.view()
        assert seen.setdefault(head, view) == view
