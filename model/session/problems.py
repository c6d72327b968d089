"""Problems of a file, and the state of saving, as sentences for the GM."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Literal

from model.state.base import Record


class FileProblem(Record):
    """Something about a file that the GM should know."""

    sentence: str
    line: int | None = None
    """Line in the file, counted from 1."""
    is_note: bool = False
    """Only a note: everything could be opened."""
    is_warning: bool = False
    """A note that the GM has to read before going on: something counts differently now."""
    is_locked: bool = False
    """Another copy of the program seems to have it open; `Session.open` with `take_over` opens it all the same."""

    def __str__(self) -> str:
        return self.sentence if self.line is None else f"Line {self.line}: {self.sentence}"


class Status(Record):
    """Whether the battle is safe on disk.

    `saved`: every step is. `unsaved`: steps wait in memory, because the file cannot be written. `elsewhere`: every step
    is, but in another file, because the one that was opened was changed by another program. `memory`: there is no file.
    """

    kind: Literal["saved", "unsaved", "elsewhere", "memory"]
    sentence: str = ""
    """What happened and what can be done; empty if all is well."""

    @property
    def is_unsaved(self) -> bool:
        return self.kind == "unsaved"


_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EACCES: "this program is not allowed to write there",
    errno.EPERM: "this program is not allowed to write there",
    errno.EROFS: "the disk is read-only",
    errno.ENOENT: "the folder does not exist",
    errno.EIO: "the disk does not respond",
    errno.EISDIR: "it is a folder",
}


def reason(error: OSError) -> str:
    """Why the system refused, in words."""
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or str(error) or type(error).__name__).lower()


def place(path: Path) -> str:
    """A file as part of a sentence: its name and its folder."""
    return f"“{path.name}” in “{path.parent}”"
