"""Writing so that a power cut costs nothing that stood on disk before.

Every function here raises OSError as the system does; whoever calls makes a sentence of it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_BINARY = getattr(os, "O_BINARY", 0)


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


def replace_whole(path: Path, data: bytes) -> None:
    """Put a file in the place of another: at any moment there is the old one or the new one, whole."""
    path = path.resolve()
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


def append(path: Path, size: int, data: bytes) -> os.stat_result:
    """Write at the end of the sound part of a file, cut off what comes after it, and have it on disk."""
    handle = os.open(path, os.O_WRONLY | _BINARY)
    try:
        if os.fstat(handle).st_size != size:
            os.ftruncate(handle, size)
        os.lseek(handle, size, os.SEEK_SET)
        write_all(handle, data)
        os.fsync(handle)
        return os.fstat(handle)
    except OSError:
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk; Windows does so by itself."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
