"""Names of the files beside a session."""

from __future__ import annotations

import os
from pathlib import Path

ENDING = ".battle.toml"


def stem(path: Path) -> str:
    """The file name of a session without its ending."""
    return path.name.removesuffix(ENDING)


def lock_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def drafts_file(path: Path) -> Path:
    return path.with_name(f"{stem(path)}.drafts.toml")


def backups_folder(path: Path) -> Path:
    return path.with_name(f"{stem(path)}.backups")


def unused(path: Path, word: str, ending: str) -> Path:
    """The first path of `fight.word-1`, `fight.word-2` … that does not exist yet."""
    number = 1
    while os.path.lexists(candidate := path.with_name(f"{stem(path)}.{word}-{number}{ending}")):
        number += 1
    return candidate
