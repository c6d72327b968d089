"""The session file: what a GM can read in it, and that steps are only appended."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

import model
from model.engine.calls import Call
from model.session import Opened, Session, emitter
from model.session.full_write import file_bytes
from model.session.history import History, StepRecord
from model.state.base import replace
from model.state.texts import Note
from tests.support import toy
from tests.support.toy import strike

Reopen = Callable[..., Opened]
PICTURE = b"\x89PNG\r\n\x1a\nand so on"


def test_the_head_says_what_it_is_and_holds_the_battle(session: Session, path: Path) -> None:
    plain = tomllib.loads(path.read_text())
    assert (plain["format"], plain["version"], plain["app"]) == ("battleboard-session", 1, model.__version__)
    assert plain["ruleset"] == "toy"
    assert plain["battle"]["combatants"]["ann"]["name"] == "Ann"


def test_a_step_is_appended_and_nothing_before_it_touched(session: Session, path: Path) -> None:
    session.act(strike("ann", "bob", 5))
    before = path.read_bytes()
    session.act(strike("bob", "ann", 6, shield=1))
    session.undo()
    after = path.read_bytes()
    assert after.startswith(before)
    steps = tomllib.loads(after.decode())["step"]
    assert [step["number"] for step in steps] == [1, 2, 3]
    assert steps[2]["undo"] == 2


def test_a_step_reads_as_what_happened(path: Path) -> None:
    moment = datetime(2031, 5, 6, 19, 30, 1, 999, tzinfo=UTC)
    session = Session.create(path, toy.TOY, toy.battle(), now=lambda: moment).session
    assert session is not None
    session.act(strike("ann", "bob", 5))
    session.close()
    (step,) = tomllib.loads(path.read_text())["step"]
    assert step["time"] == datetime(2031, 5, 6, 19, 30, 1, tzinfo=UTC)
    assert step["call"]["action"] == "strike"
    assert step["call"]["answers"]["attack"] == {"is": "faces", "faces": [5], "source": "rolled"}
    assert step["changes"] == [["combatants.bob.sheet.hp", 6, 4]]
    assert step["splices"] == [["combatants.bob.sheet.wounds", 0, [], ["arm"]]]
    assert step["note"]["sentences"] == [["{who} hits {whom}.", {"who": "@ann", "whom": "@bob"}]]


def test_what_is_not_there_is_a_missing_key(session: Session, path: Path, reopen: Reopen) -> None:
    battles = []
    for call in (Call(action="luck", options={"luck": 3}), Call(action="luck"), Call(action="leave", actor="ann")):
        session.act(call)
        battles.append(session.battle)
    steps = tomllib.loads(path.read_text())["step"]
    assert steps[0]["added"] == [["shared.luck", 3]]
    assert steps[1]["removed"] == [["shared.luck", 3]]
    assert steps[2]["removed"][0][0] == "combatants.ann"
    again = reopen(session).session
    assert again is not None
    assert again.battle == battles[-1]
    again.undo()
    assert again.battle == battles[-2]


def test_a_fight_of_an_older_run_goes_on(session: Session, reopen: Reopen) -> None:
    session.act(strike("ann", "bob", 5))
    second = reopen(session).session
    assert second is not None
    second.act(strike("bob", "ann", 6))
    third, problems = reopen(second)
    assert problems == ()
    assert third is not None
    assert third.battle == second.battle
    assert [step.number for step in third.steps] == [1, 2]


def test_rules_that_changed_meanwhile_do_not_change_an_old_fight(session: Session, path: Path) -> None:
    session.act(strike("ann", "bob", 5))
    session.close()
    bare = {"toy": replace(toy.TOY, actions={})}
    again, problems = Session.open(path, bare)
    assert again is not None
    assert problems == ()
    assert again.battle == session.battle
    again.close()


def test_a_file_is_never_made_over_another_one(session: Session, path: Path) -> None:
    before = path.read_bytes()
    again, problems = Session.create(path, toy.TOY, toy.battle("cid"))
    assert again is None
    assert path.name in str(problems[0])
    assert path.read_bytes() == before


def test_replacing_a_file_keeps_it_as_a_backup(path: Path) -> None:
    path.write_text("a fight of old")
    session = Session.create(path, toy.TOY, toy.battle(), is_replacing=True).session
    assert session is not None
    session.close()
    (backup,) = (path.parent / "duel.backups").iterdir()
    assert backup.read_text() == "a fight of old"


def test_a_battle_that_could_not_be_loaded_is_not_created(path: Path) -> None:
    ann = toy.battle().combatants["ann"]
    broken = toy.battle().with_combatant(replace(ann, sheet=toy.ToySheet(hp=-1)))
    session, problems = Session.create(path, toy.TOY, broken)
    assert session is None
    assert "battle.combatants.ann.sheet.hp" in str(problems[0])
    assert "at least 0" in str(problems[0])
    assert not path.exists()


def test_of_records_taken_out_of_a_list_the_file_has_the_count(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(Call(action="start_fight"))
    first = session.battle
    session.act(Call(action="end_turn"))
    (splice,) = tomllib.loads(path.read_text())["step"][1]["splices"]
    assert splice[:3] == ["order.turns", 0, 1]
    again = reopen(session).session
    assert again is not None
    assert again.battle == session.battle
    again.undo()
    assert again.battle == first


def test_a_whole_write_that_would_read_otherwise_is_not_made() -> None:
    history = History(0, toy.battle())
    moment = datetime(2031, 5, 6, tzinfo=UTC)
    lines = emitter.done_step(1, 0, moment, Call(action="rest"), Note(), ())
    history.add(toy.battle("cid"), lines, StepRecord(lines))
    with pytest.raises(emitter.Unwritable, match="be read back"):
        file_bytes(toy.TOY, history)


# ------------------------------------------------------------------------------------------ copies and trimming


def test_a_copy_has_the_whole_history(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(strike("ann", "bob", 5))
    session.act(strike("bob", "ann", 5))
    session.undo()
    copy = path.with_name("copy.battle.toml")
    assert session.save_copy(copy) is None
    session.act(Call(action="leave", actor="ann"))
    again, problems = reopen(file=copy)
    assert problems == ()
    assert again is not None
    assert [step.kind for step in again.steps] == ["do", "do", "undo"]
    assert again.can_redo
    again.undo()
    assert again.battle == toy.battle()


def test_a_copy_takes_its_pictures_along(session: Session, path: Path, tmp_path: Path) -> None:
    (tmp_path / "abc.png").write_bytes(PICTURE)
    ann = replace(toy.battle().combatants["ann"], portrait="abc.png")
    bob = replace(toy.battle().combatants["bob"], portrait="missing.png")
    file = tmp_path / "pictures.battle.toml"
    pictured = Session.create(file, toy.TOY, toy.battle().with_combatant(ann).with_combatant(bob)).session
    assert pictured is not None
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert pictured.save_copy(elsewhere / "copy.battle.toml") is None
    assert (elsewhere / "abc.png").read_bytes() == PICTURE
    assert not (elsewhere / "missing.png").exists()
    pictured.close()


def test_a_copy_onto_itself_is_refused(session: Session, path: Path) -> None:
    sentence = session.save_copy(path)
    assert sentence is not None
    assert path.name in sentence


def test_a_copy_over_another_file_keeps_that_as_a_backup(session: Session, path: Path) -> None:
    other = path.with_name("other.battle.toml")
    other.write_text("something else")
    assert session.save_copy(other) is None
    (backup,) = (path.parent / "other.backups").iterdir()
    assert backup.read_text() == "something else"


def test_a_trimmed_history_forgets_the_first_steps_only(session: Session, path: Path, reopen: Reopen) -> None:
    for x in (1.0, 2.0, 3.0, 4.0):
        session.act(Call(action="move", actor="ann", options={"x": x, "y": 0.0}))
    session.undo()
    session.undo()
    session.act(Call(action="luck", options={"luck": 1}))
    now = session.battle
    whole = path.read_bytes()
    assert session.trim_history(keep=2) is None
    assert session.battle == now
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == now
    again.undo()
    assert again.battle.combatants["ann"].place.x == 2.0
    again.undo()
    assert again.battle.combatants["ann"].place.x == 1.0
    assert not again.can_undo
    again.redo()
    again.act(Call(action="luck", options={"luck": 2}))
    assert again.steps[-1].number == max(step.number for step in again.steps)
    (backup,) = (path.parent / "duel.backups").iterdir()
    assert backup.read_bytes() == whole


def test_all_of_the_history_can_be_forgotten(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(strike("ann", "bob", 5))
    now = session.battle
    assert session.trim_history() is None
    assert session.steps == ()
    again = reopen(session).session
    assert again is not None
    assert (again.battle, again.can_undo) == (now, False)
    again.act(strike("bob", "ann", 5))
    assert again.steps[0].number > 1
