"""The environment that `dev.py` makes: its command starts the program, and an outdated one is replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "samples" / "dockside-ambush.battle.toml"
OLDER = "#!{python}\nimport sys\n\nfrom gui.__main__ import main\n\nsys.exit(main())\n"
"""The command as older versions wrote it: each process of a forecast started the program again."""

needs_shebang = pytest.mark.skipif(os.name == "nt", reason="a .cmd file that starts `python -m gui`")


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`dev.py` with an environment that is complete but for the project's own files, in an empty folder."""
    monkeypatch.syspath_prepend(ROOT / "packaging")
    import dev

    packages = tmp_path / "site-packages"
    packages.mkdir()
    monkeypatch.setattr(dev, "BIN", tmp_path / "bin")
    monkeypatch.setattr(dev, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(dev, "site_packages", lambda: packages)
    monkeypatch.setattr(dev, "is_ready", lambda kind: True)
    dev.BIN.mkdir()
    return dev


def run(command: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(command), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@needs_shebang
def test_the_command_plays_a_forecast_in_its_processes(dev: ModuleType) -> None:
    dev.prepare("run")
    done = run(dev.BIN / "battleboard", "forecast", str(SAMPLE), "--fights", "4", "--seed", "first touch")
    assert done.returncode == 0, done.stderr
    assert ": 4 fights in " in done.stdout
    assert done.stderr == ""


@needs_shebang
def test_the_command_starts_from_a_folder_with_spaces_in_its_name(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spaced = tmp_path / "my games"
    spaced.mkdir()
    python = spaced / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setattr(dev, "PYTHON", python)
    dev.prepare("run")
    assert run(dev.BIN / "battleboard", "--version").stdout.startswith("Battleboard ")


@needs_shebang
def test_an_outdated_command_is_replaced_although_the_environment_is_ready(dev: ModuleType) -> None:
    command = dev.BIN / "battleboard"
    command.write_text(OLDER.format(python=sys.executable), encoding="utf-8")
    dev.prepare("test")
    assert run(command, "--version").stdout.startswith("Battleboard ")
    assert 'if __name__ == "__main__":' in command.read_text(encoding="utf-8")
    assert [file.name for file in dev.BIN.iterdir()] == ["battleboard"]


def test_a_lost_command_is_written_again(dev: ModuleType) -> None:
    dev.prepare("run")
    names = {file.name: file.read_bytes() for file in dev.BIN.iterdir()}
    for file in dev.BIN.iterdir():
        file.unlink()
    dev.prepare("run")
    assert {file.name: file.read_bytes() for file in dev.BIN.iterdir()} == names


def test_a_forecast_on_the_command_line_needs_no_display(dev: ModuleType) -> None:
    assert not dev.needs_display(["forecast", str(SAMPLE)])
    assert dev.needs_display([str(SAMPLE)])
