"""A separate screen with a window manager, on which real keys are pressed."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from building.product import Trouble

_PATIENCE = 60.0
"""Seconds after which something that should have happened counts as not happening."""
_BREATH = 0.35
"""Seconds between two keys, as of an unhurried GM. The program ignores a key pressed too soon after an action."""


class VirtualScreen:
    """An X server without a screen; its windows are found by their titles."""

    def __init__(self) -> None:
        reader, writer = os.pipe()
        server = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x900x24", "-ac", "-nolisten", "tcp"]
        self._processes = [subprocess.Popen(server, pass_fds=[writer], stderr=subprocess.DEVNULL)]
        os.close(writer)
        with os.fdopen(reader) as lines:
            number = lines.readline().strip()
        if not number:
            raise Trouble("The X server Xvfb did not start.")
        self.display = f":{number}"
        # A separate home, so that the window manager reads no settings of the person who runs the proof.
        self._home = tempfile.TemporaryDirectory()
        self._environment = {"DISPLAY": self.display, "PATH": os.environ["PATH"], "HOME": self._home.name}
        manager = subprocess.Popen(
            ["openbox"], env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._processes.append(manager)

    def __enter__(self) -> VirtualScreen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait()
        self._home.cleanup()

    def _xdotool(self, *arguments: str) -> str:
        command = ["xdotool", *arguments]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def title(self) -> str:
        """The title of the window that has the keyboard focus."""
        return self._xdotool("getactivewindow", "getwindowname")

    def shows(self, title: str) -> bool:
        """Whether a visible window has these words in its title; a list that drops down from a window counts too."""
        return bool(self._xdotool("search", "--onlyvisible", "--name", title))

    def wait_for(self, title: str) -> None:
        """Wait until a window with these words in its title has the keyboard focus."""
        wait(lambda: title in self.title(), f"a window “{title}”")
        time.sleep(2 * _BREATH)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._xdotool("key", key)
            time.sleep(_BREATH)

    def type(self, words: str) -> None:
        self._xdotool("type", "--delay", "60", words)
        time.sleep(_BREATH)

    def picture(self, file: Path) -> None:
        """Save a picture of the screen."""
        file.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-window", "root", str(file)], env=self._environment, check=True)


def comes_true(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until a condition is true; return False if that takes longer than `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def wait(condition: Callable[[], bool], what: str) -> None:
    """Wait until a condition is true; raise `Trouble` if that takes too long."""
    if not comes_true(condition, _PATIENCE):
        raise Trouble(f"Waited {_PATIENCE:.0f} s in vain for {what}.")
