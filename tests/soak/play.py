"""Random play through the real window: keys, mouse, dialogs, undo, jumps, screens coming and going, and kills.

A case is `SAMPLE SEED`, or `SAMPLE SEED kill`. The program runs in its own process, so that crashes, hangs and
exceptions are seen from outside, and so is whether every reported step is on disk.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from model.content.resources import root
from model.rulesets import RULESETS
from model.session import ENDING, Session
from tests.soak import Part
from tests.soak.evenings import print_of

ROOT = Path(__file__).resolve().parents[2]
ACTIONS = 400
"""Actions of a case before it ends normally."""
_PATIENCE = 600.0
"""Seconds without output after which the process counts as hanging: it prints a line before each action.

Many, because a machine with other load may stop the soak test for a minute; what computes for too long is reported by
the process itself.
"""
_FAIL = "FAIL "
ODD = "odd"
"""The folder of files that had mistakes to begin with, which are reported each time they are opened."""


def _cases(seed: int) -> Iterator[str]:
    """Yield the samples in turn; every third case ends by a kill."""
    samples = sorted(file.name.removesuffix(ENDING) for file in (root() / "samples").glob(f"*{ENDING}"))
    for number in itertools.count(seed * 10_000):
        sample = samples[(number * 7) % len(samples)]
        yield f"{sample} {number}{' kill' if number % 3 == 2 else ''}"


def _environment(folder: Path) -> dict[str, str]:
    """Return environment variables with a separate home, so that nothing of the user's is touched."""
    homes = {name: str(folder / name.lower()) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    homes |= {name: str(folder / name.lower()) for name in ("XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "APPDATA")}
    for home in homes.values():
        Path(home).mkdir(mode=0o700, parents=True, exist_ok=True)
    platform = {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    return {**os.environ, **homes, **platform, "PYTHONFAULTHANDLER": "1", "PYTHONPATH": str(ROOT)}


def _run(case: str, folder: Path) -> list[str]:
    sample, seed, *how = case.split()
    actions = int(how[1]) if len(how) > 1 else ACTIONS
    ends_after = Random(case).randrange(actions) if how[:1] == ["kill"] else None
    command = [sys.executable, "-m", "tests.soak.hands", sample, seed, str(actions), str(folder)]
    with (folder / "errors.txt").open("w+", encoding="utf-8") as errors:
        child = subprocess.Popen(
            command, cwd=folder, env=_environment(folder), stdout=subprocess.PIPE, stderr=errors, text=True
        )
        told, problems = _heard(child, ends_after)
        errors.seek(0)
        said = errors.read()
    expected = (0,) if ends_after is None else (0, -signal.SIGKILL)
    if child.returncode not in expected:
        problems.append(f"the process ended with {child.returncode}:\n{said[-3000:]}")
    for path, word in told.items():
        problems += _lost(Path(path), word)
    return problems


class _Patience:
    """Aborts a process that prints nothing for too long, so that it prints the stack of each of its threads."""

    def __init__(self, child: subprocess.Popen[str]) -> None:
        self._child = child
        self._timer: threading.Timer | None = None
        self.is_over = False

    def begin_anew(self) -> None:
        self.end()
        self._timer = threading.Timer(_PATIENCE, self._abort)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _abort(self) -> None:
        self.is_over = True
        self._child.send_signal(signal.SIGABRT)


def _heard(child: subprocess.Popen[str], ends_after: int | None) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return the last report about each file, and the reported failures; kill the process at action `ends_after`."""
    patience = _Patience(child)
    told: dict[str, dict[str, Any]] = {}
    problems: list[str] = []
    assert child.stdout is not None
    patience.begin_anew()
    with child.stdout as lines:
        for line in lines:
            patience.begin_anew()
            if line.startswith(_FAIL):
                problems.append(json.loads(line.removeprefix(_FAIL)))
                continue
            if not line.endswith("\n"):
                break  # it was killed in the middle of a line
            word = json.loads(line)
            if "path" in word:
                told[word["path"]] = word
            if ends_after is not None and word.get("action", 0) >= ends_after:
                child.kill()
                ends_after = None
    child.wait()
    patience.end()
    if patience.is_over:
        problems.append(f"it hangs: not a word for {_PATIENCE:g} s")
    return told, problems


def _lost(path: Path, word: dict[str, Any]) -> list[str]:
    """Return what a file lacks of what was reported to be on disk."""
    opened = Session.open(path, RULESETS)
    if opened.session is None:
        return [f"{path.name} cannot be opened: {' '.join(map(str, opened.problems))}"]
    wrong = [
        f"{path.name}: {one}"
        for one in opened.problems
        if not one.is_note and "not completely written" not in one.sentence and path.parent.name != ODD
    ]
    steps, found = opened.session.steps, print_of(opened.session.battle)
    last, text = (steps[-1].number, crc32(steps[-1].text.encode())) if steps else (0, 0)
    opened.session.close()
    if last < word["last"]:
        wrong.append(f"{path.name}: it ends with step {last}, and step {word['last']} was told")
    # A sample can be started again under the same name; then its steps are different.
    if (last, text) == (word["last"], word["text"]) and found != word["print"]:
        wrong.append(f"{path.name} holds another battle than that told")
    return wrong


play = Part(_cases, _run)
