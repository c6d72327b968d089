"""Writing the GM's own content: each entry has its own file, so that saving changes nothing else.

The file of an encounter includes the combatants that are defined nowhere else. A file with several entries that was
written by hand is not changed, because its comments and its order are the GM's. A file with a single entry is copied
before it is changed.
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
    """The text of a content file with these entries."""
    document: dict[str, Any] = {"format": FORMAT, "ruleset": ruleset}
    for kind, table in tables:
        document.setdefault(kind, []).append(_ordered(table))
    return tomli_w.dumps(document, multiline_strings=False)


def _ordered(table: Table) -> Table:
    """The table with plain values before tables, as TOML requires."""
    tables = {key: value for key, value in table.items() if isinstance(value, dict | list | tuple)}
    return {key: value for key, value in table.items() if key not in tables} | tables


def save_entries(folder: Path, ruleset: str, tables: Sequence[tuple[Kind, Table]], file: Path | None = None) -> Path:
    """Write entries into one file. Without `file`, a new one is named after the first entry.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = unused_file(folder, str(tables[0][1]["name"]), ".toml") if file is None else file
    disk.replace_whole(target, entry_text(ruleset, tables).encode(), is_beside=True)
    return target


def tables_in(text: str) -> list[tuple[Kind, Table]]:
    """The entries of a content file in their order as plain values; empty if it is not readable."""
    try:
        document = toml(text)
    except Unreadable:
        return []
    lists = [(kind, document[kind]) for kind in document if kind in KINDS and isinstance(document[kind], list)]
    return [(kind, table) for kind, tables in lists for table in tables if isinstance(table, dict)]


def is_as_written(ruleset: str, text: str) -> bool:
    """Whether a content file is exactly as this program writes it, without edits or comments by hand."""
    tables = tables_in(text)
    return bool(tables) and entry_text(ruleset, tables) == text


def keep_copy(file: Path) -> None:
    """Copy a file into the folder of deleted ones, before it is overwritten.

    Raises:
        OSError: the copy cannot be written.
    """
    folder = file.parent / DELETED
    folder.mkdir(exist_ok=True)
    disk.write_new(unused_file(folder, file.stem, file.suffix), file.read_bytes())


def delete_file(file: Path) -> Path:
    """Move a file into the folder of deleted ones, from which it can be restored.

    Raises:
        OSError: it cannot be moved.
    """
    folder = file.parent / DELETED
    folder.mkdir(exist_ok=True)
    target = unused_file(folder, file.stem, file.suffix)
    file.rename(target)
    return target


def unused_file(folder: Path, name: str, ending: str, taken: Sequence[Path] | set[Path] = ()) -> Path:
    """A path in a folder, named after `name`, that neither exists nor is in `taken`."""
    stem, number = slug(name), 1
    while (file := folder / f"{stem if number == 1 else f'{stem}-{number}'}{ending}").exists() or file in taken:
        number += 1
    return file
