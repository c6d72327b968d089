"""A short part of the soak tests for the gate: always the same cases."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest

from tests.soak import repeat_command
from tests.soak.__main__ import part_named
from tests.soak.files import CORPUS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="it forks and kills"),
]

SHARES = {"files": (300, 4), "faults": (60, 3), "kills": (50, 3), "copies": (4, 1), "play": (1, 4)}
"""How many cases of each part one test carries out, and how many such tests there are."""


def _few() -> list[tuple[str, int, int]]:
    return [(name, count, number) for name, (count, times) in SHARES.items() for number in range(times)]


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*/*")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_broke_a_reader_once_does_so_no_more(file: Path, tmp_path: Path) -> None:
    assert part_named("files").run(f"{file.parent.name} {file.name}", tmp_path) == []


@pytest.mark.parametrize(("name", "count", "number"), _few(), ids=[f"{name}-{at}" for name, _, at in _few()])
def test_nothing_breaks(name: str, count: int, number: int, tmp_path: Path) -> None:
    part = part_named(name)
    # Far apart in the cases of a seed: not all of the same evening, sample or kind.
    cases = itertools.islice(part.cases(number * 37 + 1), count)
    broken = []
    for at, case in enumerate(cases):
        folder = tmp_path / str(at)
        folder.mkdir()
        broken += [f"{case}: {what}\n{repeat_command(name, case)}" for what in part.run(case, folder)]
    assert not broken, "\n".join(broken)
