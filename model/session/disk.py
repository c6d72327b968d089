"""Writing files so that a power cut never loses what was on disk before.

Every function raises OSError as the system does; the caller turns it into a sentence.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags for opening: do not follow a symbolic link, and do not wait at a pipe without a writer."""


_TEMPORARY = re.compile(r"\..+\.[0-9]+\.tmp")
_LEFT_OVER = 60.0
"""Seconds after which a temporary file counts as left over, because nothing writes to it any more."""


def write_all(handle: int, data: bytes) -> None:
    """Write every byte; the system may take fewer at a time."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def write_new(path: Path, data: bytes) -> None:
    """Create a file that must not exist yet, and flush it to disk."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        write_all(handle, data)
        os.fsync(handle)
    except OSError:
        os.close(handle)
        with suppress(OSError):
            path.unlink()
        raise
    os.close(handle)
    sync_folder(path.parent)


def claim(unused: Callable[[], Path]) -> Path:
    """Create an empty file under an unused name, even if another copy of the program looks for one at the same time."""
    while True:
        path = unused()
        try:
            write_new(path, b"")
        except FileExistsError:
            continue
        return path


def read_own(path: Path, most: int = 64 * 1024 * 1024) -> bytes:
    """Read a regular file beside a session; a symbolic link of that name is not followed.

    Raises:
        OSError: it is something else, larger than `most` bytes, or cannot be read.
    """
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link to another place", str(path))
    handle = os.open(path, os.O_RDONLY | _BINARY | _NO_LINK)
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        if found.st_size > most:
            raise OSError(errno.EFBIG, "it is too large", str(path))
        return file.read()


def replace_whole(path: Path, data: bytes, *, is_beside: bool = False) -> None:
    """Replace a file atomically: at any moment either the whole old file or the whole new one exists.

    The session file may be a link; then the file that it leads to is replaced. A file beside a session (`is_beside`) is
    never a link: a link of that name is replaced by the file.
    """
    path = path if is_beside else path.resolve()
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with suppress(FileNotFoundError):
        temporary.unlink()
    write_new(temporary, data)
    try:
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def sweep(folder: Path, stem: str) -> None:
    """Remove temporary files that an interrupted `replace_whole` left for files whose names begin with `stem`."""
    old = time.time() - _LEFT_OVER
    with suppress(OSError):
        for one in folder.iterdir():
            if _TEMPORARY.fullmatch(one.name) and one.name[1:].startswith(stem):
                with suppress(OSError):
                    if one.lstat().st_mtime < old:
                        one.unlink()


class Appended:
    """Data written after the sound part of a file, in place of what came after that part.

    Every program sees it at once, even if this one is killed; `sync` makes it safe from a power cut.
    """

    def __init__(self, path: Path, size: int, data: bytes) -> None:
        self._size, self._end = size, size + len(data)
        self._handle = os.open(path, os.O_WRONLY | _BINARY)
        try:
            if os.fstat(self._handle).st_size != size:
                os.ftruncate(self._handle, size)
            os.lseek(self._handle, size, os.SEEK_SET)
            write_all(self._handle, data)
            self.stat = os.fstat(self._handle)
        except OSError:
            self._take_back()
            raise

    def sync(self) -> None:
        """Flush it to disk and close the file; if the disk refuses, the data is cut off again."""
        try:
            os.fsync(self._handle)
        except OSError:
            self._take_back()
            raise
        os.close(self._handle)

    def _take_back(self) -> None:
        """Cut the data off, unless another program has written more since, and close the file."""
        with suppress(OSError):
            if os.fstat(self._handle).st_size <= self._end:
                os.ftruncate(self._handle, self._size)
        os.close(self._handle)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk where the system can; Windows does this automatically.

    Some network file systems refuse it. The file has its new name either way: an error here would report as failed what
    every later read finds done.
    """
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder beside a session if it is missing; raise OSError if a link has its name."""
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "it is a link to another place", str(folder))
    folder.mkdir(exist_ok=True)
