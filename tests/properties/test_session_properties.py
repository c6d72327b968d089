"""Properties of every fight, whatever is done in it and wherever the power fails."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from model.engine.calls import Call
from model.engine.run import Done, Refused, run
from model.session import Session, emitter, step_lines
from model.state.battle import AnyBattle
from tests.support import toy
from tests.support.examples import at_most
from tests.support.toy import strike

WHO = st.sampled_from(["ann", "bob", "guard-1"])
TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
NUMBERS = st.floats(-1e6, 1e6)
FACES = st.none() | st.integers(1, 6)


def act(action: str, **options: st.SearchStrategy[Any]) -> st.SearchStrategy[Call]:
    return st.builds(Call, action=st.just(action), actor=WHO, options=st.fixed_dictionaries(dict(options)))


CALLS = st.one_of(
    st.builds(strike, WHO, WHO, FACES, st.sampled_from(["arm", "leg"]), FACES),
    act("move", x=NUMBERS, y=NUMBERS),
    act("call_in", name=TEXTS | st.just("Guard")),
    act("leave"),
    act("lower"),
    act("write", words=TEXTS),
    act("draw", radius=st.floats(-1.0, 9.0)),
    act("luck", luck=st.integers()),
    act("luck"),
    act("reshape"),
    act("set_hp", hp=st.integers(-2, 101)),
    st.just(Call(action="start_fight")),
    st.just(Call(action="end_turn")),
)
DEEDS = st.lists(CALLS | st.sampled_from(["undo", "redo"]), max_size=12)


@contextmanager
def fight() -> Iterator[Session]:
    """Yield a session in its own folder. These tests write thousands of files and are not about the disk: no sync."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        session = Session.create(Path(folder) / "fight.battle.toml", toy.TOY, toy.battle()).session
        assert session is not None
        try:
            yield session
        finally:
            session.close()


def do(session: Session, deed: Call | str) -> None:
    if isinstance(deed, Call):
        session.act(deed)
    elif deed == "undo":
        session.undo()
    else:
        session.redo()


def reopened(session: Session) -> Session:
    session.close()
    assert session.path is not None
    again, problems = Session.open(session.path, toy.RULESETS)
    assert problems == ()
    assert again is not None
    return again


def undo_all(session: Session) -> list[AnyBattle]:
    """Undo to the beginning; return the battle before the first undo and after each one."""
    battles = [session.battle]
    while session.can_undo:
        session.undo()
        battles.append(session.battle)
    return battles


@given(DEEDS)
def test_what_is_saved_and_opened_is_the_same_in_every_undo_state(deeds: list[Call | str]) -> None:
    with fight() as session:
        for deed in deeds:
            do(session, deed)
        assert session.status.kind == "saved"
        again = reopened(session)
        steps = [(step.number, step.kind, step.of, step.is_undone, step.call, step.note) for step in session.steps]
        assert [(s.number, s.kind, s.of, s.is_undone, s.call, s.note) for s in again.steps] == steps
        assert again.drafts == session.drafts
        battles = undo_all(again)
        again.close()
        memory = [session.battle]
        step = session._history.head
        while step != 0:
            step = session._history.step(step).parent
            memory.append(session._history.battle_after(step))
        assert battles == memory


@given(DEEDS)
def test_all_undone_is_the_first_state_and_all_redone_the_last(deeds: list[Call | str]) -> None:
    with fight() as session:
        for deed in deeds:
            do(session, deed)
        last = session.battle
        battles = undo_all(session)
        assert battles[-1] == toy.battle()
        for _ in battles[1:]:
            session.redo()
        assert session.battle == last


@at_most(30)  # writes many files
@given(DEEDS)
def test_a_copy_and_a_trimmed_file_are_the_same_fight(deeds: list[Call | str]) -> None:
    with fight() as session:
        for deed in deeds:
            do(session, deed)
        assert session.path is not None
        copy = session.path.with_name("copy.battle.toml")
        assert session.save_copy(copy) is None
        opened, problems = Session.open(copy, toy.RULESETS)
        assert problems == ()
        assert opened is not None
        assert opened.battle == session.battle
        opened.close()
        last = session.battle
        for keep in (3, 1, 0):
            assert session.trim_history(keep) is None
            again = reopened(session)
            assert again.battle == last
            assert len(undo_all(again)) <= keep + 1
            again.close()
            session = reopened(session)
            while session.can_redo and session.battle != last:
                session.redo()
            assert session.battle == last
        session.close()


@given(DEEDS)
def test_no_action_mutates_a_battle(deeds: list[Call | str]) -> None:
    battle = toy.battle()
    for deed in deeds:
        if isinstance(deed, Call):
            before = msgspec.json.encode(battle)
            outcome = run(toy.TOY, battle, deed)
            assert msgspec.json.encode(battle) == before
            battle = outcome.battle if isinstance(outcome, Done) else battle


@given(st.text(max_size=40))
@example("\"\"\"'''\\")
@example("a\r\nb\n[[step]]\nnumber = 1\r")
@example("\n[[step]]\n")
@example("\x00\x01\x1f\x7f\x80\x85\u2028\u2029\ufeff")
@example("@ann {who} {")
@example("é" * 70_000)
@example("🜁 \U0010ffff")
@example("\ud800")
@example("")
@example("a.b")
def test_every_text_survives_or_is_refused(words: str) -> None:
    with fight() as session:
        outcome = session.act(Call(action="write", actor="ann", options={"words": words}))
        if isinstance(outcome, Refused):
            assert any("\ud800" <= letter <= "\udfff" for letter in words)
            return
        again = reopened(session)
        assert again.battle == session.battle
        assert again.battle.combatants["ann"].notes == words
        assert again.steps[-1].call.options["words"] == words
        copy = session.path and session.path.with_name("copy.battle.toml")
        assert copy is not None
        again.trim_history()
        again.close()
        head_only = reopened(session)
        assert head_only.battle.combatants["ann"].notes == words
        head_only.close()


# --------------------------------------------------------------------------------------- cut at every byte


def three_steps() -> tuple[bytes, list[AnyBattle], list[int]]:
    """Return a file of three steps, and the battle and the file's length before the first step and after each."""
    with fight() as session:
        assert session.path is not None
        battles, sizes = [session.battle], [session.path.stat().st_size]
        for call in (Call(action="write", actor="ann", options={"words": "é[[step]]"}), strike("ann", "bob", 5)):
            session.act(call)
            battles.append(session.battle)
            sizes.append(session.path.stat().st_size)
        session.undo()
        battles.append(session.battle)
        sizes.append(session.path.stat().st_size)
        return session.path.read_bytes(), battles, sizes


def check_cut(data: bytes, battles: list[AnyBattle], sizes: list[int], at: int) -> None:
    """Open a file that ends after `at` bytes: all complete steps are there, and the fight goes on."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        path = Path(folder) / "cut.battle.toml"
        path.write_bytes(data[:at])
        session, problems = Session.open(path, toy.RULESETS)
        if at < sizes[0] - 1:  # only the line end may be missing
            assert session is None
            assert problems
            assert path.read_bytes() == data[:at]
            return
        assert session is not None
        whole = sum(at >= size - 1 for size in sizes) - 1
        assert len(session.steps) == whole
        assert session.battle == battles[whole]
        is_torn = data[sizes[whole] : at].strip() != b""
        assert bool(problems) == is_torn
        session.act(Call(action="luck", options={"luck": 7}))
        assert session.status.kind == "saved"
        session.close()
        again, problems = Session.open(path, toy.RULESETS)
        assert problems == ()
        assert again is not None
        assert again.battle == session.battle
        assert again.battle.shared.luck == 7
        again.close()
        kept = list(Path(folder).glob("cut.cut-*"))
        assert [file.read_bytes().strip() for file in kept] == ([data[sizes[whole] : at].strip()] if is_torn else [])


@pytest.mark.slow
def test_a_file_cut_at_any_byte_loses_at_most_the_last_step() -> None:
    data, battles, sizes = three_steps()
    for at in range(len(data) + 1):
        check_cut(data, battles, sizes, at)


@at_most(30)
@given(st.data())
def test_a_file_cut_somewhere_loses_at_most_the_last_step(choice: st.DataObject) -> None:
    data, battles, sizes = three_steps()
    check_cut(data, battles, sizes, choice.draw(st.integers(0, len(data))))


# --------------------------------------------------------------------------------------------- the emitter

VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(TEXTS | st.sampled_from(["a", "2", "a-b", "a=b"]), inner)
    ),
    max_leaves=20,
)


@given(VALUES)
@example(["\x7f", "\r\n", "\u2028"])
@example(['a="b', "=", '\\"='])
@example({"a": '{b=1, "c"=2}', '"': {"\\": "\\\\"}})
def test_what_is_written_reads_the_same_as_toml_and_by_the_fast_way(written: Any) -> None:
    line = emitter.value(written)
    assert "\n" not in line
    assert tomllib.loads(f"x = {line}")["x"] == written
    assert step_lines.plain(line) == written
