"""Soak tests of the running program: what breaks here breaks a promise of the README.

`python3 packaging/dev.py soak [--minutes N] [--seed S] [PART...]`

| part | what it does |
|---|---|
| `play` | random keys, mouse, dialogs, undo, jumps and screens in the real window of each game, and kills in between |
| `files` | mutated files of every kind for every reader |
| `faults` | each file operation fails in turn, once or from then on |
| `kills` | the process ends at each file operation in turn |
| `copies` | several copies of the program on one file |

A case is a few words that repeat the same test; a failure prints the command for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """One kind of soak test."""

    cases: Callable[[int], Iterator[str]]
    """Yields all cases of a seed, without end."""
    run: Callable[[str, Path], list[str]]
    """Carries out a case in an empty folder; returns what broke, in sentences."""


def repeat_command(part: str, case: str) -> str:
    return f"python3 packaging/dev.py soak {part} --case '{case}'"
