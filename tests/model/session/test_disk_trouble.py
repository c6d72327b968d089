"""Disk errors, a file changed by another program, a second copy of the program: nothing is lost, all is reported."""

from __future__ import annotations

import errno
import os
import platform
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from model.engine.calls import Call
from model.engine.run import Done
from model.session import Opened, Session
from tests.support import toy
from tests.support.toy import strike

Reopen = Callable[..., Opened]
ROOT = Path(__file__).resolve().parents[3]


class Disk:
    """The system calls for writing, which can be made to fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch
        self.write = os.write
        self.patched = False

    def refuse(self, call: str, error: int, of: object = os) -> None:
        def fail(*arguments: object, **options: object) -> None:
            raise OSError(error, os.strerror(error))

        self.patch.setattr(of, call, fail)

    def refuse_folders(self, error: int) -> None:
        """Synchronise files, but fail for folders, as some network file systems do."""
        real = os.fsync

        def only_files(handle: int) -> None:
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                raise OSError(error, os.strerror(error))
            real(handle)

        self.patch.setattr(os, "fsync", only_files)

    def fill_after(self, room: int) -> None:
        """Accept `room` more bytes: the write that exceeds them is cut short, as on a full disk; later ones fail."""
        left = [room]

        def write(handle: int, data: bytes) -> int:
            if not left[0]:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            taken = self.write(handle, bytes(data)[: left[0]])
            left[0] -= taken
            return taken

        self.patch.setattr(os, "write", write)

    def heal(self) -> None:
        self.patch.undo()


@pytest.fixture
def disk() -> Iterator[Disk]:
    with pytest.MonkeyPatch.context() as patch:
        yield Disk(patch)


TROUBLES: dict[str, tuple[Callable[[Disk], None], str]] = {
    "full at once": (lambda disk: disk.refuse("write", errno.ENOSPC), "the disk is full"),
    "full in the middle of a step": (lambda disk: disk.fill_after(30), "the disk is full"),
    "not synced": (lambda disk: disk.refuse("fsync", errno.EIO), "the disk does not respond"),
    "read-only disk": (lambda disk: disk.refuse("open", errno.EROFS), "the disk is read-only"),
    "read-only file": (lambda disk: disk.refuse("open", errno.EACCES), "not allowed to write there"),
}


@pytest.mark.parametrize(("break_it", "reason"), TROUBLES.values(), ids=TROUBLES)
def test_a_step_that_cannot_be_written_waits_for_the_next(
    session: Session, path: Path, reopen: Reopen, disk: Disk, break_it: Callable[[Disk], None], reason: str
) -> None:
    session.act(strike("ann", "bob", 5))
    on_disk = path.read_bytes()
    break_it(disk)
    assert isinstance(session.act(strike("bob", "ann", 6)), Done)
    session.undo()
    assert session.status.is_unsaved
    assert reason in session.status.sentence
    assert path.name in session.status.sentence
    assert "copy" in session.status.sentence
    assert session.battle.combatants["bob"].sheet.hp == 4
    disk.heal()
    assert path.read_bytes() == on_disk
    session.redo()
    assert (session.status.kind, session.status.sentence) == ("saved", "")
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle
    assert [step.kind for step in again.steps] == ["do", "do", "undo", "redo"]


def test_a_torn_write_that_cannot_even_be_taken_back_is_mended_later(
    session: Session, reopen: Reopen, disk: Disk
) -> None:
    disk.fill_after(30)
    disk.refuse("ftruncate", errno.EIO)
    session.act(strike("ann", "bob", 5))
    assert session.status.is_unsaved
    disk.heal()
    session.act(strike("bob", "ann", 5))
    assert session.status.kind == "saved"
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle


# ------------------------------------------------------------------------------ waiting for the disk later


Later = list[Callable[[], None]]


@pytest.fixture
def later(session: Session) -> Later:
    """Disk work that the session has put off until the window is painted."""
    put_off: Later = []
    session.defer_disk_sync(put_off.append)
    return put_off


@pytest.fixture
def synced(disk: Disk) -> list[int]:
    """The size of the file at each completed sync."""
    sizes: list[int] = []
    real = os.fsync

    def sync(handle: int) -> None:
        real(handle)
        sizes.append(os.fstat(handle).st_size)

    disk.patch.setattr(os, "fsync", sync)
    return sizes


def test_a_step_is_in_the_file_when_it_is_told_and_on_disk_a_moment_later(
    session: Session, path: Path, later: Later, synced: list[int]
) -> None:
    told: list[int] = []
    session.subscribe(lambda changed: told.append(path.stat().st_size))
    before = path.stat().st_size
    session.act(strike("ann", "bob", 5))
    assert told == [path.stat().st_size]
    assert told[0] > before
    assert synced == []
    later.pop()()
    assert synced == told
    session.undo()
    session.redo()
    assert synced == told[:2], "only the newest step may still be on its way to the disk"
    session.close()
    assert synced[-1] == told[-1] == path.stat().st_size


def test_a_program_that_is_killed_before_the_disk_has_a_step_loses_nothing(
    session: Session, path: Path, tmp_path: Path, later: Later
) -> None:
    session.act(strike("ann", "bob", 5))
    found = tmp_path / "found.battle.toml"
    found.write_bytes(path.read_bytes())
    again, problems = Session.open(found, toy.RULESETS)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle
    again.close()


def test_a_step_that_the_disk_refuses_later_is_told_and_waits_for_the_next(
    session: Session, path: Path, reopen: Reopen, disk: Disk, later: Later
) -> None:
    before = path.read_bytes()
    disk.refuse("fsync", errno.EIO)
    session.act(strike("ann", "bob", 5))
    assert session.status.kind == "saved"
    later.pop()()
    assert session.status.is_unsaved
    assert "the disk does not respond" in session.status.sentence
    assert path.read_bytes() == before
    session.act(strike("bob", "ann", 6))
    assert (session.status.is_unsaved, later) == (True, []), "saved is not said again before the disk has it"
    disk.heal()
    session.undo()
    assert session.status.kind == "saved"
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle
    assert [step.kind for step in again.steps] == ["do", "do", "undo"]


def test_a_step_that_the_disk_refuses_is_not_cut_off_when_another_program_wrote_after_it(
    session: Session, path: Path, disk: Disk, later: Later
) -> None:
    session.act(strike("ann", "bob", 5))
    changed = path.read_bytes() + b"# a remark\n"
    path.write_bytes(changed)
    disk.refuse("fsync", errno.EIO)
    later.pop()()
    disk.heal()
    session.act(strike("bob", "ann", 6))
    assert path.read_bytes() == changed
    assert session.status.kind == "elsewhere"
    assert session.path is not None
    again, problems = Session.open(session.path, toy.RULESETS, take_over=True)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle
    again.close()


def test_a_file_that_goes_before_the_disk_has_a_step_is_written_again_with_the_next(
    session: Session, path: Path, reopen: Reopen, later: Later
) -> None:
    session.act(strike("ann", "bob", 5))
    path.unlink()
    later.pop()()
    session.act(strike("bob", "ann", 6))
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle


def test_while_the_disk_refuses_a_copy_elsewhere_saves_all(
    session: Session, path: Path, tmp_path: Path, reopen: Reopen
) -> None:
    path.unlink()
    path.mkdir()  # no user can write a file there, not even root
    session.act(strike("ann", "bob", 5))
    assert session.status.is_unsaved
    copy = tmp_path / "elsewhere" / "copy.battle.toml"
    assert "the folder does not exist" in str(session.save_as(copy))
    assert session.status.is_unsaved
    copy.parent.mkdir()
    assert session.save_as(copy) is None
    session.act(strike("bob", "ann", 5))
    assert session.status.kind == "saved"
    again, problems = reopen(session, copy)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle


def test_closing_tries_once_more(session: Session, reopen: Reopen, disk: Disk) -> None:
    disk.refuse("fsync", errno.EIO)
    session.act(strike("ann", "bob", 5))
    disk.heal()
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert len(again.steps) == 1


def test_a_new_battle_on_a_full_disk_is_fought_in_memory(path: Path, reopen: Reopen, disk: Disk) -> None:
    disk.refuse("write", errno.ENOSPC)
    session, problems = Session.create(path, toy.TOY, toy.battle())
    assert session is not None
    assert "the disk is full" in str(problems[0])
    session.act(strike("ann", "bob", 5))
    assert session.status.is_unsaved
    disk.heal()
    session.act(strike("bob", "ann", 5))
    assert session.status.kind == "saved"
    again = reopen(session).session
    assert again is not None
    assert again.battle == session.battle


def test_a_file_that_may_only_be_read_opens_and_says_so(session: Session, path: Path, disk: Disk) -> None:
    session.act(strike("ann", "bob", 5))
    session.close()
    disk.patch.setattr(os, "access", lambda *arguments: False)
    again, problems = Session.open(path, toy.RULESETS)
    assert again is not None
    assert "is read-only" in str(problems[-1])
    assert again.status.is_unsaved
    again.close()


def test_half_answered_actions_that_cannot_be_kept_are_told(session: Session, disk: Disk) -> None:
    disk.refuse("write", errno.ENOSPC)
    session.act(strike("ann", "bob"))
    assert session.status.is_unsaved
    assert "Unfinished actions are only in memory" in session.status.sentence
    assert list(session.drafts) == ["ann"]
    disk.heal()
    session.act(strike("ann", "bob", shield=1))
    assert session.status.kind == "saved"


def test_half_answered_actions_that_could_not_be_kept_are_tried_again_with_the_next_step(
    session: Session, reopen: Reopen, disk: Disk
) -> None:
    disk.refuse("fsync", errno.EIO)
    session.act(strike("ann", "bob"))
    disk.heal()
    session.act(Call(action="move", actor="bob", options={"x": 2.0, "y": 0.0}))
    assert session.status.kind == "saved"
    again = reopen(session).session
    assert again is not None
    assert list(again.drafts) == ["ann"]


def test_half_answered_actions_that_could_not_be_kept_are_tried_again_when_closing(
    session: Session, reopen: Reopen, disk: Disk
) -> None:
    disk.refuse("fsync", errno.EIO)
    session.act(strike("ann", "bob"))
    disk.heal()
    again = reopen(session).session
    assert again is not None
    assert list(again.drafts) == ["ann"]


def test_a_lock_that_could_not_be_removed_locks_nobody_out(session: Session, reopen: Reopen, disk: Disk) -> None:
    disk.refuse("unlink", errno.EIO)
    session.close()
    disk.heal()
    assert reopen().session is not None


def test_a_file_in_a_folder_that_nobody_may_look_into_is_told(session: Session, reopen: Reopen, disk: Disk) -> None:
    session.close()
    disk.refuse("stat", errno.EACCES)
    disk.refuse("read_bytes", errno.EACCES, of=Path)
    again, problems = reopen()
    assert again is None
    assert "cannot be read" in str(problems[0])
    disk.heal()
    assert reopen().session is not None


# ------------------------------------------------------------------------------------------ other programs


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "more at its end": lambda data: data + b"# a remark\n",
    "less at its end": lambda data: data[:-10],
    "something else of the same length": lambda data: data.replace(b"Ann", b"Eve"),
    "emptied": lambda data: b"",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_file_changed_by_hand_is_left_as_it_is(
    session: Session, path: Path, reopen: Reopen, change: Callable[[bytes], bytes]
) -> None:
    session.act(strike("ann", "bob", 5))
    session.act(strike("bob", "ann"))
    changed = change(path.read_bytes())
    path.write_bytes(changed)
    assert isinstance(session.act(strike("ann", "bob", 6)), Done)
    kept = path.with_name("duel.kept-1.battle.toml")
    assert path.read_bytes() == changed
    assert (session.status.kind, session.path) == ("elsewhere", kept)
    assert "duel.battle.toml" in session.status.sentence
    assert "duel.kept-1.battle.toml" in session.status.sentence
    session.undo()
    assert session.status.kind == "elsewhere"
    again, problems = reopen(session, kept)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle
    assert list(again.drafts) == ["bob"]


def test_a_file_that_was_only_touched_goes_on(session: Session, path: Path) -> None:
    session.act(strike("ann", "bob", 5))
    os.utime(path, (1, 1))
    session.act(strike("bob", "ann", 5))
    assert session.status.kind == "saved"
    assert session.path == path


@pytest.mark.parametrize("error", [errno.EIO, errno.EINVAL, errno.EACCES])
def test_a_history_is_shortened_where_folders_cannot_be_synchronised(
    session: Session, reopen: Reopen, disk: Disk, error: int
) -> None:
    """The status, the steps in memory and the file agree, and the battle goes on in that file."""
    for x in range(6):
        session.act(Call(action="move", actor="ann", options={"x": float(x), "y": 0.0}))
    disk.refuse_folders(error)
    assert session.trim_history(2) is None
    assert len(session.steps) == 2
    session.act(strike("ann", "bob", 5))
    assert session.status.kind == "saved"
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert (len(again.steps), again.battle) == (3, session.battle)


def test_a_file_that_is_gone_is_written_again(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(strike("ann", "bob", 5))
    path.unlink()
    session.act(strike("bob", "ann", 5))
    assert session.status.kind == "saved"
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert len(again.steps) == 2


def test_a_second_copy_does_not_get_the_file(session: Session, path: Path, reopen: Reopen) -> None:
    again, problems = reopen()
    assert again is None
    assert "open in another copy of Battleboard" in str(problems[0])
    assert problems[0].is_locked
    assert str(os.getpid()) in str(problems[0])
    session.close()
    assert reopen().session is not None


def test_two_copies_after_all_never_overwrite_each_other(session: Session, path: Path, reopen: Reopen) -> None:
    second = Session.open(path, toy.RULESETS, take_over=True).session
    assert second is not None
    second.act(strike("bob", "ann", 6))
    session.act(strike("ann", "bob", 5))
    assert session.status.kind == "elsewhere"
    second.close()
    session.close()
    assert reopen().session.battle == second.battle  # type: ignore[union-attr]
    assert reopen(file=path.with_name("duel.kept-1.battle.toml")).session.battle == session.battle  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "holder", ["a dead process", "an earlier process of our number", "somebody before a power cut", "nonsense"]
)
def test_a_lock_that_was_left_behind_is_taken_over(session: Session, path: Path, reopen: Reopen, holder: str) -> None:
    session.close()
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    locks = {
        "a dead process": f'pid = {dead.pid}\nhost = "{platform.node()}"\nsince = {time.time()}\n',
        "an earlier process of our number": f'pid = {os.getpid()}\nhost = "{platform.node()}"\nsince = 1.0\n',
        "somebody before a power cut": f'pid = {os.getppid()}\nhost = "{platform.node()}"\nsince = 1.0\n',
        "nonsense": "pid = \n",
    }
    path.with_name("duel.battle.toml.lock").write_text(locks[holder])
    assert reopen().session is not None


def test_a_lock_of_a_running_process_is_respected(session: Session, path: Path, reopen: Reopen) -> None:
    session.close()
    lock = f'pid = {os.getppid()}\nhost = "{platform.node()}"\nsince = {time.time()}\n'
    path.with_name("duel.battle.toml.lock").write_text(lock)
    again, problems = reopen()
    assert again is None
    assert problems[0].is_locked


def test_a_lock_of_another_computer_is_respected(session: Session, path: Path, reopen: Reopen) -> None:
    session.close()
    path.with_name("duel.battle.toml.lock").write_text('pid = 1\nhost = "the other laptop"\nsince = 1.0\n')
    again, problems = reopen()
    assert again is None
    assert "the other laptop" in str(problems[0])
    forced = Session.open(path, toy.RULESETS, take_over=True).session
    assert forced is not None
    forced.close()


def test_closing_leaves_no_lock(session: Session, path: Path) -> None:
    assert path.with_name("duel.battle.toml.lock").exists()
    session.close()
    assert not path.with_name("duel.battle.toml.lock").exists()


# ------------------------------------------------------------------------------------------- a killed program

_FIGHT_ON = """
import sys
from pathlib import Path
from model.engine.calls import Call
from model.session import Session
from tests.support import toy
session = Session.create(Path(sys.argv[1]), toy.TOY, toy.battle()).session
session.act(toy.strike("bob", "ann"))
number = 0
while True:
    number += 1
    session.act(Call(action="move", actor="ann", options={"x": float(number), "y": 0.0}))
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_killed_program_loses_at_most_the_step_it_was_writing(path: Path, reopen: Reopen) -> None:
    fighter = subprocess.Popen(
        [sys.executable, "-c", _FIGHT_ON, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert fighter.stdout is not None
    with fighter.stdout as lines:
        told = [int(next(lines)) for _ in range(60)][-1]
        fighter.send_signal(signal.SIGKILL)
        told = [told, *map(int, lines)][-1]
    fighter.wait()
    again, _ = reopen()
    assert again is not None
    assert told <= len(again.steps) <= told + 1
    assert again.battle.combatants["ann"].place.x == float(len(again.steps))
    assert list(again.drafts) == ["bob"]
    again.act(Call(action="luck", options={"luck": 1}))
    assert again.status.kind == "saved"
