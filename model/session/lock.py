"""The lock file beside an open session: who has it open."""

from __future__ import annotations

import os
import platform
import sys
import time
from pathlib import Path

import tomli_w

from model.session import disk
from model.state import untrusted
from model.state.base import Record

_STARTED = time.time()
"""A lock of our own process number that is older than this process was left by another one."""

_DOUBT = 10.0
"""Seconds that the computer's clock may have been set since."""


class Holder(Record):
    """Who holds a lock."""

    pid: int
    host: str
    since: float
    """Seconds since 1970."""

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host}"

    @property
    def is_gone(self) -> bool:
        """Whether it surely runs no more: only a process of this computer can be looked at."""
        if self.host != platform.node():
            return False
        if self.pid == os.getpid():
            return self.since < _STARTED
        if self.since < _last_start() - _DOUBT:
            return True  # from before a power cut: whoever has the number now is somebody else
        return not _is_running(self.pid)


def acquire(path: Path, *, take_over: bool = False) -> Holder | None:
    """Take a lock file, also from a process that is gone.

    Returns:
        Who holds it instead; None when it is ours now.

    Raises:
        OSError: it can be neither read nor written.
    """
    mine = Holder(os.getpid(), platform.node(), time.time())
    lines = tomli_w.dumps({"pid": mine.pid, "host": mine.host, "since": mine.since}).encode()
    try:
        disk.write_new(path, lines)
    except FileExistsError:
        other = _read(path)
        if other is not None and not other.is_gone and not take_over:
            return other
        disk.replace_whole(path, lines)
    return None


def release(path: Path) -> None:
    """Give a lock back, if it is still ours."""
    holder = _read(path)
    if holder is not None and (holder.pid, holder.host) == (os.getpid(), platform.node()):
        path.unlink(missing_ok=True)


def _read(path: Path) -> Holder | None:
    """Who holds a lock; None when the file says nothing that can be understood."""
    try:
        plain = untrusted.toml(path.read_text(encoding="utf-8"))
        return Holder(int(plain["pid"]), str(plain["host"]), float(plain["since"]))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


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
    """There, signal 0 would end the process instead of looking whether it runs."""
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
