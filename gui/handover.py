"""What a later copy of the program says to the one that runs, before it has imported anything that takes long.

A copy that finds another one running has nothing to show: without Qt it is done in a tenth of a second.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from multiprocessing.connection import Client
from pathlib import Path

import msgspec

LONGEST = 64 * 1024
"""Bytes of a message; a path is shorter by far."""
PATIENCE = 5.0
"""Seconds that a copy which is about to end waits for the running one's word."""
TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""What the desktop gives to a program that may put a window in front: the running copy has to show it."""

_SETTINGS = ("XDG_CONFIG_HOME", "APPDATA")
"""Where the user's settings lie, if not in the usual place of the home."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a later copy was started for."""

    file: str = ""
    """An absolute path; empty: only come to the front."""
    sample: str = ""
    token: str = ""
    """The desktop's leave to come to the front."""

    @classmethod
    def of(cls, file: Path | None, sample: str | None, environment: Mapping[str, str]) -> Wish:
        token = next((environment[name] for name in TOKENS if environment.get(name)), "")
        return cls("" if file is None else str(file.resolve()), sample or "", token)


def address() -> str:
    """Where the running copy of this user listens: another home or other settings have another one."""
    owner = [str(Path.home()), *(os.environ.get(variable, "") for variable in _SETTINGS)]
    name = "battleboard-" + hashlib.sha256("\n".join(owner).encode()).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\{name}"
    caches = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    folder = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME") or caches
    return str(Path(folder) / name)


def hand_over(wish: Wish, to: str) -> bool:
    """Let the running copy do it; False when there is none that answers."""
    try:
        with Client(to) as line:
            line.send_bytes(msgspec.json.encode(wish))
            return bool(line.poll(PATIENCE) and line.recv_bytes(LONGEST) == b"ok")
    except (OSError, EOFError):
        return False
