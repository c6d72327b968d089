"""A battle that is double-clicked while the program runs is opened by the running copy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.app import RunningCopy
from gui.handover import Wish, address, hand_over

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "battleboard")


@pytest.fixture
def running(place: str) -> Iterator[RunningCopy]:
    made = RunningCopy(place)
    yield made
    made.close()


def test_without_a_running_copy_nobody_takes_the_wish(place: str) -> None:
    assert hand_over(Wish("/fights/dock.battle.toml"), place) is False


def test_the_running_copy_hears_what_was_wished(qtbot: QtBot, place: str, running: RunningCopy) -> None:
    wish = Wish("/fights/dock.battle.toml", "", "leave-to-come-forward")
    heard: list[Wish] = []
    running.wished.connect(heard.append)
    assert hand_over(wish, place)
    qtbot.waitUntil(lambda: heard == [wish])


def test_a_caller_who_talks_nonsense_spoils_nothing(qtbot: QtBot, place: str, running: RunningCopy) -> None:
    heard: list[Wish] = []
    running.wished.connect(heard.append)
    for nonsense in (b"not json", b'{"colour": "red"}', b"[1]", b"[" * 60_000, b'{"file": ' + b"9" * 5000 + b"}"):
        with Client(place) as line:
            line.send_bytes(nonsense)
    with Client(place):
        pass  # disconnects without sending anything
    assert hand_over(Wish(sample="roadblock"), place)
    qtbot.waitUntil(lambda: heard == [Wish(sample="roadblock")])


def test_what_a_crashed_copy_left_behind_is_in_nobodys_way(place: str) -> None:
    Path(place).write_text("a socket of somebody who is gone")
    running = RunningCopy(place)
    assert running.is_listening
    assert hand_over(Wish(), place)
    running.close()


def test_a_closed_copy_takes_no_wishes(place: str) -> None:
    running = RunningCopy(place)
    running.close()
    assert not running.is_listening
    assert hand_over(Wish(), place) is False


def test_where_it_cannot_listen_the_program_runs_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "no folder").write_text("but a file")
    assert not RunningCopy(str(tmp_path / "no folder" / "battleboard")).is_listening


def test_users_and_homes_have_running_copies_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    own = address()
    assert own == address()
    assert Path(own).parent == tmp_path
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "other settings"))
    assert address() != own
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert Path(address()).parent == Path(os.environ["XDG_CACHE_HOME"])


def test_a_later_copy_needs_no_window_to_hand_its_battle_over(tmp_path: Path) -> None:
    """Qt is not imported, because that alone takes longer than everything else."""
    running = RunningCopy(address())
    code = "import sys; from gui.__main__ import main; print(main(sys.argv[1:]), 'PySide6' in sys.modules)"
    command = [sys.executable, "-c", code, str(tmp_path / "fight.battle.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    running.close()
    assert (done.stdout.split(), done.stderr) == (["0", "False"], "")


def test_a_wish_names_the_file_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wish = Wish.of(Path("dock.battle.toml"), None, {"DESKTOP_STARTUP_ID": "7", "XDG_ACTIVATION_TOKEN": ""})
    assert wish == Wish(str(tmp_path / "dock.battle.toml"), "", "7")
