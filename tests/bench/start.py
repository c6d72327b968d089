"""The time from nothing to a usable window, and the memory of a long session; each in its own process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.bench import Row
from tests.bench.evening import write_evening

TIMES = 11

EMPTY = """
import time
import pyqtgraph
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication([])
window = QMainWindow()
window.setCentralWidget(pyqtgraph.GraphicsLayoutWidget())
window.resize(1600, 900)
window.show()
application.processEvents()
window.grab()
print(time.monotonic())
"""

BATTLE = """
from gui.__main__ import main
main([{arguments}, "--until-shown"])
"""

MEMORY = """
from pathlib import Path
status = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
"""
"""Peak memory in kilobytes, from the kernel's own count: that of `resource` begins with the parent's."""


def _run(program: str, home: Path) -> str:
    """Run a program as a new user, offscreen; return its output."""
    folders = {name: str(home / name.lower()) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    folders |= {"HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "pycache")}
    environment = os.environ | folders | {"QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program finds its modules compiled
    done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def _milliseconds(program: str, home: Path) -> float:
    """Return the milliseconds from the start of a program until it prints when it was shown; its end does not count."""
    start = time.monotonic()
    return 1e3 * (float(_run(program, home).split()[-1]) - start)


def rows() -> Iterable[Row]:
    """Yield the rows of starting and of memory."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        sample = BATTLE.format(arguments="'--sample', 'dockside-ambush'")
        _run(EMPTY, home)
        _run(sample, home)
        # In turns, because the speed of a machine varies over time.
        pairs = [(_milliseconds(EMPTY, home), _milliseconds(sample, home)) for _ in range(TIMES)]
        empty, battle = (statistics.median(taken) for taken in zip(*pairs, strict=True))
        yield Row("start to a usable window, sample battle", battle, empty, 1.6, is_ratio=True)
        evening = home / "evening.battle.toml"
        write_evening(evening)
        program = BATTLE.format(arguments=repr(str(evening))) + MEMORY
        megabytes = int(_run(program, home).split()[-1]) / 1024
        bare = int(_run(EMPTY + MEMORY, home).split()[-1]) / 1024
        yield Row("memory with 60 combatants and 1,000 steps open", megabytes, bare, 250, "MB")
