"""`python -m tests.soak [--minutes N] [--seed S] [--case WORDS] [PART...]`: run soak tests; status 1 if one fails."""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.soak import Part, repeat_command

PARTS = {"play": "play", "files": "files", "faults": "disk", "kills": "disk", "copies": "copies"}
"""The module of each part."""
_LANES = (("play",), ("files", "faults", "kills", "copies"))
"""Parts that take turns in one process; the lanes run in parallel."""
_TURN = 15.0
"""Seconds of a part before the next part of its lane runs."""


def part_named(name: str) -> Part:
    found = getattr(importlib.import_module(f"tests.soak.{PARTS[name]}"), name)
    assert isinstance(found, Part)
    return found


def carry_out(name: str, case: str) -> bool:
    """Carry out a case and print what broke; return whether nothing did."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        broken = part_named(name).run(case, Path(folder).resolve())
    for what in broken:
        print(f"BROKEN {name} {case}: {what}\n    again: {repeat_command(name, case)}", flush=True)
    return not broken


def soak(names: list[str], seed: int, minutes: float) -> int:
    """Let parts take turns until the time is over; return how many cases broke something."""
    until = time.monotonic() + 60 * minutes
    cases: dict[str, Iterator[str]] = {name: part_named(name).cases(seed) for name in names}
    done, broken = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    while time.monotonic() < until:
        for name in names:
            turn = min(until, time.monotonic() + _TURN)
            while time.monotonic() < turn:
                broken[name] += not carry_out(name, next(cases[name]))
                done[name] += 1
    for name in names:
        print(f"{name}: {done[name]} cases, {broken[name]} broken", flush=True)
    return sum(broken.values())


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py soak", description="Torture the program, and tell what breaks.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all without any")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long; 10")
    parser.add_argument("--seed", type=int, default=1, help="another one makes other cases")
    parser.add_argument("--case", help="one case of one part, as a failure names it")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"There is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}.")
    names = given.parts or list(PARTS)
    if given.case is not None:
        return 0 if carry_out(names[0], given.case) else 1
    lanes = [lane for lane in ([name for name in lane if name in names] for lane in _LANES) if lane]
    if len(lanes) == 1:
        return 1 if soak(lanes[0], given.seed, given.minutes) else 0
    own = [sys.executable, "-m", "tests.soak", "--minutes", str(given.minutes), "--seed", str(given.seed)]
    running = [subprocess.Popen([*own, *lane]) for lane in lanes]
    return 1 if [one for one in running if one.wait() != 0] else 0


if __name__ == "__main__":
    sys.exit(main())
