"""Writing so that a power cut costs nothing that stood on disk before.

Every function here raises OSError as the system does; the caller makes a sentence of it.
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
"""Neither what a link leads to nor a pipe that nobody writes to."""


_TEMPORARY = re.compile(r"\..+\.[0-9]+\.tmp")
_LEFT_OVER = 60.0
"""Seconds after which nobody writes a temporary file any more."""


def write_all(handle: int, data: bytes) -> None:
    """Write every byte; the system may take fewer at a time."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def write_new(path: Path, data: bytes) -> None:
    """Write a file that must not be there yet, and have it on disk."""
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
    """Make an empty file under a name that nobody has, also where another copy looks for one at the same time."""
    while True:
        path = unused()
        try:
            write_new(path, b"")
        except FileExistsError:
            continue
        return path


def read_own(path: Path, most: int = 64 * 1024 * 1024) -> bytes:
    """Read a file that lies beside a session: a regular one itself, not what a link of its name leads to.

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
    """Put a file in the place of another: at any moment there is the old one or the new one, whole.

    A session may be a link to where its file lies, and is written there. What lies beside a session (`is_beside`) is
    a file itself: a link of its name makes room for it.
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
    """Remove what `replace_whole` left of files whose names begin so when the program was ended in the middle."""
    old = time.time() - _LEFT_OVER
    with suppress(OSError):
        for one in folder.iterdir():
            if _TEMPORARY.fullmatch(one.name) and one.name[1:].startswith(stem):
                with suppress(OSError):
                    if one.lstat().st_mtime < old:
                        one.unlink()


class Appended:
    """What was written at the end of the sound part of a file, cutting off what came after it.

    Every program sees it at once, also when this one is killed; `sync` has it on disk, safe from a power cut.
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
        """Have it on disk and let go of the file; what the disk refuses is cut off again."""
        try:
            os.fsync(self._handle)
        except OSError:
            self._take_back()
            raise
        os.close(self._handle)

    def _take_back(self) -> None:
        """Cut it off, unless another program has written more since, and let go of the file."""
        with suppress(OSError):
            if os.fstat(self._handle).st_size <= self._end:
                os.ftruncate(self._handle, self._size)
        os.close(self._handle)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk, where the system can; Windows does so by itself.

    Some file systems of networks refuse it. The file stands under its new name either way: an error here would call
    something undone that every later look finds done.
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
    """Make a folder beside a session, unless it is there; OSError where a link of its name leads elsewhere."""
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "it is a link to another place", str(folder))
    folder.mkdir(exist_ok=True)
