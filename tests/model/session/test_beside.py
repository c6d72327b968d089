"""Files beside a session: only regular files of its own folder, written whole, that never affect other files."""

from __future__ import annotations

import errno
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from model.session import Opened, Session, backups, disk, file_names, lock
from model.session.drafts import load
from model.state.base import replace
from tests.support import toy
from tests.support.toy import strike

Reopen = Callable[..., Opened]
ROOT = Path(__file__).resolve().parents[3]
PNG = b"\x89PNG\r\n\x1a\nand so on"

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A file that does not belong to the session, in another folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    file = folder / "letter.toml"
    file.write_text("mine")
    return file


# --------------------------------------------------------------------------------------------- links


@needs_links
def test_a_link_for_a_lock_leads_nowhere(session: Session, path: Path, reopen: Reopen, foreign: Path) -> None:
    session.close()
    file_names.lock_file(path).symlink_to(foreign)
    again = reopen().session
    assert again is not None
    again.act(strike("ann", "bob", 5))
    again.close()
    assert foreign.read_text() == "mine"


@needs_links
def test_a_link_for_drafts_is_neither_read_nor_written(
    session: Session, path: Path, reopen: Reopen, foreign: Path
) -> None:
    session.close()
    file_names.drafts_file(path).symlink_to(foreign)
    again, problems = reopen()
    assert again is not None
    assert "link" in str(problems[0])
    again.act(strike("ann", "bob"))
    again.close()
    assert foreign.read_text() == "mine"
    assert list(load(path, ())[0].in_battle(toy.TOY, toy.battle())) == ["ann"]


@needs_links
def test_a_link_for_the_backups_takes_none(session: Session, path: Path, foreign: Path) -> None:
    file_names.backups_folder(path).symlink_to(foreign.parent)
    session.act(strike("ann", "bob", 5))
    old = foreign.with_name("20200101-120000-000000.battle.toml")
    old.write_text("an old backup of another fight")
    said = session.trim_history()
    assert said is not None
    assert "link" in said
    assert sorted(foreign.parent.iterdir()) == [old, foreign]
    assert backups.newest(path) is None


@needs_links
def test_a_picture_that_is_a_link_is_not_copied_along(tmp_path: Path, foreign: Path) -> None:
    secret = foreign.with_name("secret.png")
    secret.write_bytes(PNG)
    battle = toy.battle()
    battle = battle.with_combatant(replace(battle.combatants["ann"], portrait="link.png"))
    battle = battle.with_combatant(replace(battle.combatants["bob"], portrait="notes.txt"))
    (tmp_path / "link.png").symlink_to(secret)
    (tmp_path / "notes.txt").write_text("what the GM thinks of them")
    session = Session.create(tmp_path / "duel.battle.toml", toy.TOY, battle).session
    assert session is not None
    target = tmp_path / "sent"
    target.mkdir()
    assert session.save_copy(target / "duel.battle.toml") is None
    session.close()
    assert [file.name for file in target.iterdir()] == ["duel.battle.toml"]


@needs_links
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_a_pipe_beside_a_session_keeps_nobody_waiting(path: Path, session: Session, reopen: Reopen) -> None:
    session.close()
    os.mkfifo(file_names.drafts_file(path))
    again, problems = reopen()
    assert again is not None
    assert "drafts" in str(problems[0])


@needs_links
def test_a_session_may_itself_be_a_link(session: Session, path: Path, reopen: Reopen, tmp_path: Path) -> None:
    """The session is kept in a shared folder: it is written there, and the link stays."""
    session.act(strike("ann", "bob", 5))
    session.close()
    shared = tmp_path / "shared.battle.toml"
    path.rename(shared)
    path.symlink_to(shared)
    again = reopen().session
    assert again is not None
    again.act(strike("bob", "ann", 5))
    assert again.trim_history() is None
    assert path.is_symlink()
    third = reopen(again).session
    assert third is not None
    assert third.battle == again.battle


# ------------------------------------------------------------------------------------------- backups


def test_a_backup_is_whole_or_not_there(
    session: Session, path: Path, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.act(strike("ann", "bob", 5))

    def full(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        patch.setattr(Path, "unlink", lambda *arguments, **options: (_ for _ in ()).throw(OSError(errno.EIO, "no")))
        assert session.trim_history() is not None
    folder = file_names.backups_folder(path)
    assert [file for file in folder.iterdir() if file.name.endswith(file_names.ENDING) and file.name[0] != "."] == []


def test_an_empty_backup_is_never_the_last_one(path: Path) -> None:
    path.write_text("one")
    good = backups.back_up(path, datetime(2031, 5, 14, 12, tzinfo=UTC))
    (file_names.backups_folder(path) / "20310514-130000-000000.battle.toml").touch()
    assert backups.newest(path) == good


def test_left_over_temporary_files_go_when_the_battle_is_opened(session: Session, path: Path, reopen: Reopen) -> None:
    session.close()
    left = path.with_name(f".{path.name}.4711.tmp")
    fresh = path.with_name(f".{path.name}.4712.tmp")
    of_drafts = path.with_name(f".{file_names.drafts_file(path).name}.4711.tmp")
    others = path.with_name(".letter.txt.4711.tmp")
    for file in (left, fresh, of_drafts, others):
        file.write_text("half")
    for file in (left, of_drafts, others):
        os.utime(file, (1.0, 1.0))
    assert reopen().session is not None
    assert not left.exists()
    assert not of_drafts.exists()
    assert fresh.exists(), "somebody may be writing it"
    assert others.exists(), "it is none of ours"


# -------------------------------------------------------------------------------------------- drafts


def test_a_draft_that_a_step_has_carried_out_is_none_any_more(session: Session, path: Path, reopen: Reopen) -> None:
    """The program ended after it wrote the step and before it wrote the drafts file."""
    session.act(strike("bob", "ann"))
    session.act(strike("ann", "bob"))
    before = file_names.drafts_file(path).read_bytes()
    session.act(strike("ann", "bob", 5))
    session.close()
    file_names.drafts_file(path).write_bytes(before)
    again, problems = reopen()
    assert again is not None
    assert problems == ()
    assert list(again.drafts) == ["bob"]


def test_a_draft_made_after_the_step_stays(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(strike("ann", "bob", 5))
    session.act(strike("ann", "bob"))
    again, problems = reopen(session)
    assert again is not None
    assert problems == ()
    assert list(again.drafts) == ["ann"]


def test_drafts_of_an_earlier_version_are_read(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(strike("ann", "bob"))
    session.close()
    file = file_names.drafts_file(path)
    file.write_text(file.read_text().replace("after = 0\n", ""))
    again = reopen().session
    assert again is not None
    assert list(again.drafts) == ["ann"]


# ---------------------------------------------------------------------------------------------- locks


_TAKE = """
import sys, time
from pathlib import Path
from model.session import lock
print("ready", flush=True)
for line in sys.stdin:
    start, file = line.rstrip().split(" ", 1)
    time.sleep(max(0, float(start) - time.time()))
    print("taken" if lock.acquire(Path(file)) is None else "refused", flush=True)
"""


def test_of_copies_that_find_the_same_old_lock_one_takes_it(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    copies = [
        subprocess.Popen(
            [sys.executable, "-c", _TAKE], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    try:
        assert told_by(copies) == ["ready"] * 4
        for attempt in range(3):
            file = tmp_path / f"duel-{attempt}.battle.toml.lock"
            file.write_text(f'pid = {dead.pid}\nhost = "{platform.node()}"\nsince = {time.time()}\n')
            start = time.time() + 0.1  # all copies have read the line by then
            for copy in copies:
                assert copy.stdin is not None
                print(start, file, file=copy.stdin, flush=True)
            assert told_by(copies) == ["refused", "refused", "refused", "taken"]
    finally:
        for copy in copies:
            copy.communicate()


def told_by(copies: list[subprocess.Popen[str]]) -> list[str]:
    """Return the next line of each copy, sorted."""
    return sorted(copy.stdout.readline().strip() for copy in copies if copy.stdout is not None)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a process tells when it was started")
@pytest.mark.parametrize("hours", [-1, 1, 24 * 365])
def test_the_lock_of_a_running_copy_holds_though_the_clock_was_set(
    session: Session, monkeypatch: pytest.MonkeyPatch, path: Path, hours: int
) -> None:
    wrong = time.time() + hours * 3600
    monkeypatch.setattr(time, "time", lambda: wrong)
    holder = lock.acquire(file_names.lock_file(path))
    assert holder is not None
    assert holder.pid == os.getpid()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a process tells when it was started")
def test_a_number_given_to_another_process_is_no_holder(session: Session, path: Path, reopen: Reopen) -> None:
    """The process that has the number now is not the one that took the lock."""
    file = file_names.lock_file(path)
    text = file.read_text()
    session.close()
    other = os.getppid()
    file.write_text(text.replace(f"pid = {os.getpid()}", f"pid = {other}"))
    assert reopen().session is not None


def test_a_session_that_cannot_be_opened_leaves_no_lock(path: Path, reopen: Reopen) -> None:
    path.write_text("format = 5")
    assert reopen().session is None
    assert not file_names.lock_file(path).exists()


# ------------------------------------------------------------------------------------------ too many


def test_a_battle_for_more_than_any_table_is_refused_with_a_sentence(
    session: Session, path: Path, reopen: Reopen
) -> None:
    session.close()
    people = "".join(f'[battle.combatants.p{one}]\nid = "p{one}"\nname = "P"\nsheet = {{}}\n' for one in range(2001))
    path.write_text(path.read_text().replace("[battle.combatants.ann]", f"{people}[battle.combatants.ann]"))
    again, problems = reopen()
    assert again is None
    assert "2003 combatants" in str(problems[0])
    assert "2000" in str(problems[0])


def test_what_is_read_is_limited_too(tmp_path: Path) -> None:
    large = tmp_path / "large.drafts.toml"
    with large.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    with pytest.raises(OSError, match="too large"):
        disk.read_own(large)
