"""The version of the format, and how a file of an older version becomes one of the next.

A migration is a pure function from the whole file as plain data (the head's tables and the list `step`) of version n to
that of version n + 1. Migrations are kept for ever; the files in `tests/data/sessions` show that they still work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

FORMAT = "battleboard-session"
VERSION = 1

Plain = dict[str, Any]
Migration = Callable[[Plain], Plain]
Migrations = Mapping[int, Migration]

MIGRATIONS: Migrations = {}
"""Migrations by the version that they start from."""


def migrated(plain: Plain, migrations: Migrations) -> Plain:
    """A file of an older version converted to this version.

    Raises:
        KeyError: there is no migration from its version.
    """
    for version in range(plain["version"], VERSION):
        plain = migrations[version](plain) | {"version": version + 1}
    return plain
