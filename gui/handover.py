"""How a later copy of the program hands over to the running one, before it imports anything slow.

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
"""Maximum size of a message in bytes; a path is far shorter."""
PATIENCE = 5.0
"""Seconds for which each copy waits for the other's message."""
TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""Variables with the desktop's permission to raise a window; the running copy has to present it."""

_SETTINGS = ("XDG_CONFIG_HOME", "APPDATA")
"""Variables with the folder of the user's settings, if it is not the usual one in the home folder."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a later copy was started for."""

    file: str = ""
    """An absolute path, or empty only to come to the front."""
    sample: str = ""
    token: str = ""
    """The desktop's permission to come to the front."""

    @classmethod
    def of(cls, file: Path | None, sample: str | None, environment: Mapping[str, str]) -> Wish:
        token = next((environment[name] for name in TOKENS if environment.get(name)), "")
        return cls("" if file is None else str(file.resolve()), sample or "", token)


def address() -> str:
    """Return where the running copy of this user listens; another home or settings folder gives another address."""
    owner = [str(Path.home()), *(os.environ.get(variable, "") for variable in _SETTINGS)]
    name = "battleboard-" + hashlib.sha256("\n".join(owner).encode()).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\{name}"
    caches = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    folder = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME") or caches
    return str(Path(folder) / name)


def hand_over(wish: Wish, to: str) -> bool:
    """Let the running copy carry out a wish; return False if no copy answers."""
    try:
        with Client(to) as line:
            line.send_bytes(msgspec.json.encode(wish))
            return bool(line.poll(PATIENCE) and line.recv_bytes(LONGEST) == b"ok")
    except (OSError, EOFError):
        return False
