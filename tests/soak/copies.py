"""Several copies of the program on one file: only one has it, and no step that a copy reported as saved is lost."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from model.engine.calls import Call
from model.session import ENDING, Session
from tests.soak import Part
from tests.support import toy

ROOT = Path(__file__).resolve().parents[2]
_COPIES = 3
_TRIES = 25


def _cases(seed: int) -> Iterator[str]:
    for number in itertools.count(seed * 1_000_000):
        yield str(number)


def _run(case: str, folder: Path) -> list[str]:
    path = folder / f"duel{ENDING}"
    created = Session.create(path, toy.TOY, toy.battle()).session
    assert created is not None
    created.close()
    command = [sys.executable, "-m", "tests.soak.copies", str(path)]
    copies = [
        subprocess.Popen([*command, f"{case}-{number}"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for number in range(_COPIES)
    ]
    told: dict[str, set[float]] = {str(path): set()}
    problems: list[str] = []
    for copy in copies:
        out, _ = copy.communicate()
        if copy.returncode != 0:
            problems.append(f"a copy ended with {copy.returncode}")
        for line in out.splitlines():
            word = json.loads(line)
            told.setdefault(word["path"], set()).update(word["kept"])
            problems += word["problems"]
    for file, kept in told.items():
        problems += _not_kept(Path(file), kept)
    return problems


def _not_kept(file: Path, kept: set[float]) -> list[str]:
    opened = Session.open(file, toy.RULESETS)
    if opened.session is None:
        return [f"{file.name} cannot be opened: {' '.join(map(str, opened.problems))}"]
    found = {step.call.options["x"] for step in opened.session.steps}
    opened.session.close()
    lost = [f"{len(kept - found)} steps of {file.name} are lost"] if kept - found else []
    return [*map(str, opened.problems), *lost]


def play(path: Path, seed: str) -> None:
    """In its own process: open the file again and again, sometimes although another copy has it, and add steps."""
    chance = Random(seed)
    number = 10_000 * int(seed.rpartition("-")[2])
    for _ in range(_TRIES):
        opened = Session.open(path, toy.RULESETS, take_over=chance.random() < 0.15)
        if opened.session is None:
            _tell(path, [], [str(one) for one in opened.problems if not one.is_locked and not one.is_note])
            continue
        session, kept = opened.session, list[float]()
        for _ in range(chance.randrange(1, 6)):
            number += 1
            session.act(Call(action="move", actor="ann", options={"x": float(number), "y": 0.0}))
            kept.append(float(number))
            if session.path is not None and not session.status.is_unsaved:
                _tell(session.path, kept if session.path != path else kept[-1:], [])
        session.close()


def _tell(path: Path, kept: list[float], problems: list[str]) -> None:
    print(json.dumps({"path": str(path), "kept": kept, "problems": problems}), flush=True)


copies = Part(_cases, _run)

if __name__ == "__main__":
    play(Path(sys.argv[1]), sys.argv[2])
