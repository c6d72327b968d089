"""The tables of a session file as plain data, before the ruleset's types have a say."""

from __future__ import annotations

from typing import Any

import msgspec


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The beginning of a file; the battle is checked by the ruleset's types."""

    format: str
    version: int
    ruleset: str
    battle: dict[str, Any]
    app: str = ""
    start: int = 0
    """Number of the last step before those in the file."""
    head: dict[str, Any] = {}
    """Its closing line."""


class StepTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as plain data."""

    number: int
    parent: int | None = None
    undo: int | None = None
    redo: int | None = None
    time: Any = None
    call: Any = None
    note: Any = None
    changes: list[Any] = []
    added: list[Any] = []
    removed: list[Any] = []
    splices: list[Any] = []
    end: str = ""
