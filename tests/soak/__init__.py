"""Torture of the running program: what breaks here breaks a promise of the README.

`python3 packaging/dev.py soak [--minutes N] [--seed S] [PART...]`

| part | what it does |
|---|---|
| `play` | random keys, mouse, dialogs, undo, jumps and screens in the real window of each game, and kills in between |
| `files` | mutated files of every kind for every reader |
| `faults` | each operation on files fails in turn, once or from then on |
| `kills` | the process ends at each operation on files in turn |
| `copies` | several copies of the program on one file |

A case is a few words that make the same torture again; a failure prints the command that repeats it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """One kind of torture."""

    cases: Callable[[int], Iterator[str]]
    """All cases of a seed, without end."""
    run: Callable[[str, Path], list[str]]
    """Carries a case out in an empty folder; what broke, in sentences."""


def repeat_command(part: str, case: str) -> str:
    return f"python3 packaging/dev.py soak {part} --case '{case}'"
