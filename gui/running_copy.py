"""One program for one user: a fight that is double-clicked while the program runs opens in the running copy.

Two copies would fight for the players' screen. The running copy listens at an address of the user's own (a socket in
the user's run-time folder, on Windows a pipe); one that is started later hands over what it was to open, and ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

_LONGEST = 64 * 1024
"""Bytes of a message; a path is shorter by far."""
_PATIENCE = 5.0
"""Seconds that a copy which is about to end waits for the running one's word."""
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""What the desktop gives to whoever may put a window in front: the running copy has to show it."""


@dataclass(frozen=True)
class Wish:
    """What a later copy was started for."""

    file: str = ""
    """An absolute path; empty: only come to the front."""
    sample: str = ""
    token: str = ""
    """The desktop's leave to come to the front."""

    @classmethod
    def of(cls, file: Path | None, sample: str | None, environment: Mapping[str, str]) -> Wish:
        token = next((environment[name] for name in _TOKENS if environment.get(name)), "")
        return cls("" if file is None else str(file.resolve()), sample or "", token)


def address(owner: str) -> str:
    """Where the running copy of this user listens.

    Args:
        owner: what tells users and homes apart, such as the place of their settings.
    """
    name = "battleboard-" + hashlib.sha256(owner.encode()).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\{name}"
    # Qt would complain of a session without a run-time folder, and make one where anybody could.
    caches = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericCacheLocation)
    return str(Path(os.environ.get("XDG_RUNTIME_DIR") or caches) / name)


def hand_over(wish: Wish, to: str) -> bool:
    """Let the running copy do it; False when there is none that answers."""
    try:
        with Client(to) as line:
            line.send_bytes(json.dumps(asdict(wish)).encode())
            return bool(line.poll(_PATIENCE) and line.recv_bytes(_LONGEST) == b"ok")
    except (OSError, EOFError):
        return False


class RunningCopy(QObject):
    """Listens to later copies for as long as the program runs."""

    wished = Signal(Wish)
    """Somebody started the program again; said in the thread of this object."""

    def __init__(self, place: str, parent: QObject | None = None) -> None:
        """Begins to listen; where that is not possible, later copies run by themselves."""
        super().__init__(parent)
        self._place = place
        self._listener: Listener | None = None
        with contextlib.suppress(OSError):
            self._listener = self._listen()
        if self._listener is not None:
            threading.Thread(target=self._serve, args=(self._listener,), daemon=True).start()

    @property
    def is_listening(self) -> bool:
        return self._listener is not None

    def close(self) -> None:
        """Listen no longer."""
        listener, self._listener = self._listener, None
        if listener is None:
            return
        # A thread that waits for a call is not woken by closing: one last call does.
        with contextlib.suppress(OSError), Client(self._place):
            pass
        listener.close()

    def _listen(self) -> Listener:
        if sys.platform != "win32":
            Path(self._place).parent.mkdir(parents=True, exist_ok=True)
        try:
            return Listener(self._place)
        except OSError:
            # Nobody answered `hand_over`: what lies there was left behind by a copy that crashed.
            if sys.platform != "win32":
                Path(self._place).unlink(missing_ok=True)
            return Listener(self._place)

    def _serve(self, listener: Listener) -> None:
        while self._listener is listener:
            try:
                with listener.accept() as line:
                    self._hear(line)
            except (OSError, EOFError, ValueError, TypeError):
                continue  # whoever called said nothing that makes sense, or hung up

    def _hear(self, line: Connection) -> None:
        if not line.poll(_PATIENCE):
            return
        wish = Wish(**json.loads(line.recv_bytes(_LONGEST)))
        self.wished.emit(wish)
        line.send_bytes(b"ok")


def accept_token(wish: Wish) -> None:
    """Show the desktop the leave that came with a wish; Qt reads it from the environment when a window is activated."""
    if wish.token:
        os.environ[_TOKENS[0]] = wish.token
