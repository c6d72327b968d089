"""What is only shown to the players is no step to undo: it stays shown while the fight is undone and redone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from model.engine.calls import Call
from model.session import Session
from model.state.battle import AnyBattle
from tests.support.arena import ARENA, duel
from tests.support.examples import at_most

GAMES = {ARENA.id: ARENA}


def begun(path: Path | None = None) -> Session:
    session = Session.create(path, ARENA, duel()).session
    assert session is not None
    return session


def act(session: Session, action: str, *targets: str, **options: Any) -> None:
    outcome = session.act(Call(action=action, targets=targets, options=options))
    assert type(outcome).__name__ == "Done", outcome


def hurt(session: Session) -> None:
    act(session, "hurt", "anna-1", amount=1)


def show(session: Session, title: str) -> None:
    act(session, "show_players", kind="title", title=title)


def shown(battle: AnyBattle) -> str:
    return "" if battle.shown is None else battle.handouts[battle.shown].title


def health(session: Session) -> int:
    return int(session.battle.combatants["anna-1"].sheet.health)


def test_an_undo_takes_back_the_fight_and_not_what_is_shown(tmp_path: Path) -> None:
    session = begun(tmp_path / "duel.battle.toml")
    whole = health(session)
    hurt(session)
    hurt(session)
    show(session, "Map")
    title = session.undo_title
    assert title is not None
    assert "damage" in title.sentences[0].template
    for left in (1, 0):
        session.undo()
        assert (health(session), shown(session.battle)) == (whole - left, "Map")
    assert not session.can_undo
    assert session.undo() is None
    for left in (1, 2):
        session.redo()
        assert (health(session), shown(session.battle)) == (whole - left, "Map")
    assert not session.can_redo
    # The file holds all of it: opened again, it goes on where it was left.
    session.undo()
    battle = session.battle
    session.close()
    again = Session.open(tmp_path / "duel.battle.toml", GAMES).session
    assert again is not None
    assert again.battle == battle
    again.redo()
    assert (health(again), shown(again.battle)) == (whole - 2, "Map")
    again.close()


def test_what_is_shown_between_undo_and_redo_stays_and_takes_no_redo_away() -> None:
    session = begun()
    hurt(session)
    show(session, "Map")
    session.undo()
    show(session, "Letter")
    assert session.can_redo
    session.redo()
    assert shown(session.battle) == "Letter"
    assert {one.title for one in session.battle.handouts.values()} == {"Map", "Letter"}
    act(session, "take_away")
    session.undo()
    assert shown(session.battle) == ""


@given(st.lists(st.sampled_from(["hurt", "show", "hide", "undo", "redo"]), max_size=14))
@at_most(400)
def test_undo_and_redo_do_to_the_fight_what_they_did_without_anything_shown(moves: list[str]) -> None:
    session, plain = begun(), begun()
    seen = ""
    for number, move in enumerate(moves):
        if move == "hurt":
            hurt(session)
            hurt(plain)
        elif move == "show":
            seen = f"Card {number}"
            show(session, seen)
        elif move == "hide" and seen:
            act(session, "take_away")
            seen = ""
        elif move == "undo":
            assert (session.undo() is None) == (plain.undo() is None)
        elif move == "redo":
            assert (session.redo() is None) == (plain.redo() is None)
        assert health(session) == health(plain)
        assert (session.can_undo, session.can_redo) == (plain.can_undo, plain.can_redo)
        assert shown(session.battle) == seen
