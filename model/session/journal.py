"""The session file as a journal: steps are appended to it and nothing else is ever changed in it.

Before each append it checks whether the file is still as it was left. What cannot be written waits and is retried with
the next step.

A step is in the file before subscribers are notified of it, so that a killed program loses nothing. Flushing to disk
may come a moment later: a power cut in between costs at most that one step, as one during the write would.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from model.session import disk, file_names, lock
from model.session.problems import place, reason
from model.state.base import Record

_TAIL = 64


class Trouble(Record):
    """Why steps could not be written; they wait.

    `disk`: the system refuses. `changed`: the file is no longer as it was left. `gone`: the file no longer exists.
    `locked`: another copy of the program has it open.
    """

    kind: Literal["disk", "changed", "gone", "locked"]
    sentence: str


class _Unsynced(NamedTuple):
    """Data that was written and may not be on disk yet, with size, checksum and tail of the file before it."""

    written: disk.Appended
    lines: bytes
    size: int
    sum: int
    tail: bytes


class Journal:
    """An open file and the data that waits to be written to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.has_lock = False
        self._waiting = b""
        self._size = 0
        self._sum = 0
        self._tail = b""
        self._seen: tuple[int, int, int] | None = None
        self._cut = b""
        self._is_cut_kept = False
        self._unsynced: _Unsynced | None = None

    def take_lock(self, *, take_over: bool = False) -> Trouble | None:
        """Take the lock file, unless this journal has it already."""
        if self.has_lock:
            return None
        try:
            holder = lock.acquire(file_names.lock_file(self.path), take_over=take_over)
        except OSError as error:
            return self._trouble(error)
        if holder is not None:
            sentence = f"{place(self.path)} is open in another copy of Battleboard ({holder})."
            return Trouble("locked", sentence)
        self.has_lock = True
        disk.sweep(self.path.parent, file_names.stem(self.path))
        return None

    def stands(self, data: bytes, sound_size: int | None = None) -> None:
        """Set what the file contains.

        What comes after the sound part is kept aside and cut off with the next append.
        """
        size = len(data) if sound_size is None else sound_size
        self._remember(data[:size])
        self._cut = data[size:]
        self._is_cut_kept = False
        self._seen = None

    def _remember(self, data: bytes) -> None:
        self._size, self._sum, self._tail = len(data), zlib.crc32(data), data[-_TAIL:]

    @property
    def is_writable(self) -> bool:
        """Whether the system allows writing to the file and its folder."""
        return os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)

    @property
    def has_waiting(self) -> bool:
        return bool(self._waiting)

    def append(self, lines: str) -> Trouble | None:
        """Write a step and those that wait; `sync` flushes them to disk."""
        is_line_open = not self._waiting and self._tail[-1:] not in (b"", b"\n")
        self._waiting += ("\n" * (1 + is_line_open) + lines).encode()
        return self.flush()

    def flush(self) -> Trouble | None:
        """Write what waits, after flushing to disk what was written before."""
        if trouble := self.sync():
            return trouble
        try:
            if trouble := self.take_lock():
                return trouble
            # Another copy may have taken the lock over: what it writes between our check and our write would be lost.
            with lock.one_at_a_time(self.path):
                if trouble := self._look():
                    return trouble
                self._keep_cut()
                written = disk.Appended(self.path, self._size, self._waiting)
        except OSError as error:
            self._seen = None
            return self._trouble(error)
        self._unsynced = _Unsynced(written, self._waiting, self._size, self._sum, self._tail)
        self._sum = zlib.crc32(self._waiting, self._sum)
        self._size += len(self._waiting)
        self._tail = (self._tail + self._waiting)[-_TAIL:]
        self._seen = (written.stat.st_size, written.stat.st_mtime_ns, written.stat.st_ino)
        self._waiting = self._cut = b""
        return None

    def sync(self) -> Trouble | None:
        """Flush to disk what was written; what the disk refuses waits again."""
        unsynced, self._unsynced = self._unsynced, None
        if unsynced is None:
            return None
        try:
            unsynced.written.sync()
        except OSError as error:
            self._waiting = unsynced.lines + self._waiting
            self._size, self._sum, self._tail, self._seen = unsynced.size, unsynced.sum, unsynced.tail, None
            return self._trouble(error)
        return None

    def replace(self, data: bytes, *, is_new: bool = False) -> Trouble | None:
        """Write the whole file, with everything that waits included in it.

        Args:
            data: the whole file.
            is_new: this journal has not had the file open, so that its old content is not checked.
        """
        self.sync()
        try:
            if trouble := self.take_lock():
                return trouble
            with lock.one_at_a_time(self.path):
                trouble = None if is_new else self._look()
                if trouble is not None and trouble.kind != "gone":
                    return trouble
                self._keep_cut()
                disk.replace_whole(self.path, data)
        except OSError as error:
            return self._trouble(error)
        self.stands(data)
        self._waiting = b""
        return None

    def _look(self) -> Trouble | None:
        """Check whether the file is as it was left: by metadata and tail, else by the whole content."""
        try:
            stat = self.path.stat()
            if self._seen == (stat.st_size, stat.st_mtime_ns, stat.st_ino) and self._read_tail() == self._tail:
                return None
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Trouble("gone", f"{place(self.path)} no longer exists.")
        rest = data[self._size :]
        is_ours = zlib.crc32(data[: self._size]) == self._sum and len(data) >= self._size
        if is_ours and (rest == self._cut or self._waiting.startswith(rest)):
            return None
        return Trouble("changed", f"{place(self.path)} was changed by another program.")

    def _read_tail(self) -> bytes:
        with self.path.open("rb") as file:
            file.seek(max(0, self._size - _TAIL))
            return file.read()

    def _keep_cut(self) -> None:
        """Save what is about to be cut off in a separate file."""
        if self._cut.strip() and not self._is_cut_kept:
            disk.write_new(file_names.unused(self.path, "cut", ".toml"), self._cut)
            self._is_cut_kept = True

    def _trouble(self, error: OSError) -> Trouble:
        return Trouble("disk", f"{place(self.path)} cannot be written: {reason(error)}.")

    def close(self) -> None:
        """Flush to disk what is possible, and release the lock."""
        self.sync()
        if self.has_lock:
            with suppress(OSError):
                lock.release(file_names.lock_file(self.path))
            self.has_lock = False
