"""The names of the program as each system needs them, and its version."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"

NAME = "battleboard"
TITLE = "Battleboard"
SUMMARY = "battle board for game masters"
DESCRIPTION = """\
Two windows, one for the game master's laptop and one for the screen that the
players see. Runs fights in five combat systems by their rules, explains every
number, and undoes anything."""
PUBLISHER = "Battleboard"
IDENTIFIER = "org.battleboard.Battleboard"
"""Identifies the program on systems that require a unique identifier."""

ENDING = ".battle.toml"
MIME_TYPE = "application/vnd.battleboard.battle+toml"
FILE_TYPE = "Battleboard battle"

MAXIMUM_DOWNLOAD = 60
MAXIMUM_INSTALLED = 180
"""Both in megabytes of a million bytes."""


class Trouble(Exception):
    """A problem that the user can fix; only its text is shown."""


def version() -> str:
    """Return the program's version: `__version__` of the package `model`, which `pyproject.toml` reads too."""
    module = ast.parse((ROOT / "model" / "__init__.py").read_text(encoding="utf-8"))
    for statement in module.body:
        if isinstance(statement, ast.Assign) and [ast.unparse(target) for target in statement.targets] == [
            "__version__"
        ]:
            return str(ast.literal_eval(statement.value))
    raise Trouble("model/__init__.py names no __version__.")


def megabytes(path: Path) -> float:
    """Return the size of a file, or of all files in a folder, in megabytes; links do not count."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink()) / 1e6
