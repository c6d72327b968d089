"""Content of the GM's own, written to files: an entry in a file for itself, so that nothing else is touched.

An encounter's file holds the combatants with it that stand nowhere else. A file of several entries that was written by
hand is left alone: its comments and its order are the GM's. Of one with a single entry a copy is kept when it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomli_w

from model.content.library import FORMAT, KINDS, Kind, Table
from model.session import disk
from model.state.battle import slug
from model.state.untrusted import Unreadable, toml

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


def tables_in(text: str) -> list[tuple[Kind, Table]]:
    """The entries of a content file, in the order of the file, as plain values; none where nobody can read it."""
    try:
        document = toml(text)
    except Unreadable:
        return []
    lists = [(kind, document[kind]) for kind in document if kind in KINDS and isinstance(document[kind], list)]
    return [(kind, table) for kind, tables in lists for table in tables if isinstance(table, dict)]


def is_as_written(ruleset: str, text: str) -> bool:
    """Whether a content file is word for word as this program writes it: nothing in it is the GM's own."""
    tables = tables_in(text)
    return bool(tables) and entry_text(ruleset, tables) == text


def keep_copy(file: Path) -> None:
    """Put a copy of a file into the folder of deleted ones, before something else is written in its place.

    Raises:
        OSError: it cannot be written.
    """
    folder = file.parent / DELETED
    folder.mkdir(exist_ok=True)
    disk.write_new(unused_file(folder, file.stem, file.suffix), file.read_bytes())


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
