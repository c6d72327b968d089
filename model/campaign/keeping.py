"""Content of the GM's own, written to files: an entry in a file for itself, so that nothing else is touched.

A file that holds several entries was written by hand: its comments and its order are the GM's, and it is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomli_w

from model.content.library import FORMAT, Kind, Table, read_document
from model.content.problems import BadFile
from model.session import disk
from model.state.battle import slug

DELETED = "deleted"
"""The folder beside the files into which deleted ones are moved."""


def entry_text(ruleset: str, tables: Sequence[tuple[Kind, Table]]) -> str:
    """A content file with these entries."""
    document: dict[str, Any] = {"format": FORMAT, "ruleset": ruleset}
    for kind, table in tables:
        document.setdefault(kind, []).append(_ordered(table))
    return tomli_w.dumps(document, multiline_strings=False)


def _ordered(table: Table) -> Table:
    """Plain values before tables, as TOML has them."""
    tables = {key: value for key, value in table.items() if isinstance(value, dict | list | tuple)}
    return {key: value for key, value in table.items() if key not in tables} | tables


def save_entries(folder: Path, ruleset: str, tables: Sequence[tuple[Kind, Table]], file: Path | None = None) -> Path:
    """Write entries into a file of their own; the first one names it where no file is given.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = unused_file(folder, str(tables[0][1]["name"]), ".toml") if file is None else file
    disk.replace_whole(target, entry_text(ruleset, tables).encode(), is_beside=True)
    return target


def entries_in(file: Path) -> int:
    """How many entries a file holds; 0 where it cannot be read."""
    try:
        document = read_document(file)
    except BadFile:
        return 0
    return sum(len(value) for value in document.values() if isinstance(value, list))


def delete_file(file: Path) -> Path:
    """Move a file into the folder of deleted ones, where it can be fetched back.

    Raises:
        OSError: it cannot be moved.
    """
    folder = file.parent / DELETED
    folder.mkdir(exist_ok=True)
    target = unused_file(folder, file.stem, file.suffix)
    file.rename(target)
    return target


def unused_file(folder: Path, name: str, ending: str, taken: Sequence[Path] | set[Path] = ()) -> Path:
    """A file of a folder that is neither there yet nor taken, called after something."""
    stem, number = slug(name), 1
    while (file := folder / f"{stem if number == 1 else f'{stem}-{number}'}{ending}").exists() or file in taken:
        number += 1
    return file
