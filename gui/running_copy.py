"""One program for one user: a fight that is double-clicked while the program runs opens in the running copy.

Two copies would fight for the players' screen. The running copy listens at an address of the user's own (a socket in
the user's run-time folder, on Windows a pipe); one that is started later hands over what it was to open, and ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gui.handover import LONGEST, PATIENCE, TOKENS, Wish


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
        if not line.poll(PATIENCE):
            return
        wish = Wish(**json.loads(line.recv_bytes(LONGEST)))
        self.wished.emit(wish)
        line.send_bytes(b"ok")


def accept_token(wish: Wish) -> None:
    """Show the desktop the leave that came with a wish; Qt reads it from the environment when a window is activated."""
    if wish.token:
        os.environ[TOKENS[0]] = wish.token
