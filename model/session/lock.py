"""The lock file beside an open session: which process has it open."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import tomli_w

from model.session import disk
from model.state import untrusted
from model.state.base import Record

_STARTED = time.time()
"""A lock of our own process number that is older than this process was left by another one."""

_HELD: set[Path] = set()
"""The locks that this process took and has not released. One of ours that is missing here could not be removed."""
_LONGEST = 4096
"""Maximum size of a lock file in bytes."""
_DOUBT = 10.0
"""Seconds by which the clock of the computer may have been adjusted since."""


class Holder(Record):
    """The process that holds a lock."""

    pid: int
    host: str
    since: float
    """Seconds since 1970."""
    run: str = ""
    """Identifies the boot of the computer and the start of the process; empty if the system does not provide it."""

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host}"

    @property
    def is_this_process(self) -> bool:
        return (self.pid, self.host) == (os.getpid(), platform.node()) and self.run in ("", _run_of(os.getpid()))

    @property
    def is_gone(self) -> bool:
        """Whether it has certainly ended: only a process of this computer can be checked."""
        if self.host != platform.node():
            return False
        if self.run and _run_of(os.getpid()):
            # Clocks are adjusted and process numbers reused; this identifies a process reliably.
            return self.run != _run_of(self.pid)
        if self.pid == os.getpid():
            return self.since < _STARTED
        if self.since < _last_start() - _DOUBT:
            return True  # from before a power cut: the number now belongs to another process
        return not _is_running(self.pid)


def acquire(path: Path, *, take_over: bool = False) -> Holder | None:
    """Take a lock file, also from a process that has ended.

    Returns:
        The process that holds it instead, or None if it is ours now.

    Raises:
        OSError: it cannot be written.
    """
    mine = {"pid": os.getpid(), "host": platform.node(), "since": time.time(), "run": _run_of(os.getpid())}
    lines = tomli_w.dumps(mine).encode()
    with one_at_a_time(path):
        try:
            disk.write_new(path, lines)
        except FileExistsError:
            other = _read(path)
            is_left = other is not None and other.is_this_process and path.absolute() not in _HELD
            if other is not None and not other.is_gone and not is_left and not take_over:
                return other
            disk.replace_whole(path, lines, is_beside=True)
    _HELD.add(path.absolute())
    return None


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Serialise copies of the program that take the same stale lock or write the same file. Not reentrant.

    Where the system has no such locks, as on Windows and some shared folders, nothing is serialised.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(path.parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # some shared folders do not support such locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _run_of(pid: int) -> str:
    """Identifies the boot of this computer and the start of a process; empty if unavailable or no such process runs."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        ticks = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
    return f"{boot} {ticks}"


def release(path: Path) -> None:
    """Release a lock if it is still ours."""
    _HELD.discard(path.absolute())
    holder = _read(path)
    if holder is not None and holder.is_this_process:
        path.unlink(missing_ok=True)


def _read(path: Path) -> Holder | None:
    """The holder of a lock, or None if the file is missing or cannot be understood."""
    try:
        plain = untrusted.toml(disk.read_own(path, _LONGEST).decode())
        return Holder(int(plain["pid"]), str(plain["host"]), float(plain["since"]), str(plain.get("run", "")))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    except OSError:
        if path.is_symlink():
            return None
        raise


def _last_start() -> float:
    """When this computer was started, in seconds since 1970. Sleep counts as running."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.time() - (time.monotonic() if clock is None else time.clock_gettime(clock))


def _is_running(pid: int) -> bool:
    if sys.platform == "win32":
        return _is_running_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _is_running_on_windows(pid: int) -> bool:
    """On Windows, signal 0 would end the process instead of checking whether it runs."""
    import ctypes

    still_active, query = 259, 0x1000
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(query, False, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    is_known = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return bool(is_known) and code.value == still_active
