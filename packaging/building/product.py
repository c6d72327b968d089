"""What the program is called wherever a system wants a name for it, and its version."""

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
"""Of the program, where a system wants one that nobody else has."""

ENDING = ".battle.toml"
MIME_TYPE = "application/vnd.battleboard.battle+toml"
FILE_TYPE = "Battleboard battle"

MAXIMUM_DOWNLOAD = 60
MAXIMUM_INSTALLED = 180
"""Megabytes, of a million bytes."""


class Trouble(Exception):
    """Something that the person at the keyboard can mend; the text is all that is shown."""


def version() -> str:
    """The one version, from where `pyproject.toml` takes it too: `__version__` of the package `model`."""
    module = ast.parse((ROOT / "model" / "__init__.py").read_text(encoding="utf-8"))
    for statement in module.body:
        if isinstance(statement, ast.Assign) and [ast.unparse(target) for target in statement.targets] == [
            "__version__"
        ]:
            return str(ast.literal_eval(statement.value))
    raise Trouble("model/__init__.py names no __version__.")


def megabytes(path: Path) -> float:
    """The size of a file, or of all files in a folder; links count nothing."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink()) / 1e6
