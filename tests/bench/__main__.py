"""`python -m tests.bench [NAME...]`: measure the budgets and print a line for each.

A line reads `name | measured | reference | ratio | budget | ok`, or `over` at its end; exit status 1 if any is over.
A time that is over its budget only because the machine is slow reads `ok, 1.8 x slower here` (see `yardstick`).
Each group is measured in its own process, so that none is charged for memory that another has filled.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from importlib import import_module

from tests.bench import Row
from tests.bench.yardstick import RULES, WINDOWS

HEADING = "name | measured | reference | ratio | budget | ok"
GROUPS = {
    "engine": "engine_speed",
    "forecast": "forecast_speed",
    "meanwhile": "forecast_keys",
    "session": "session_file",
    "map": "map_frames",
    "players": "players_frames",
    "screen": "players_keys",
    "window": "window_frames",
    "library": "library_search",
    "endurance": "endurance",
    "start": "start",
}
"""The module of each group."""
OF_RULES = ("engine", "forecast", "session", "endurance")
"""Groups that are measured by the yardstick of rules; the others use that of windows."""


def measure(group: str) -> bool:
    """Print the rows of a group; return whether all are within their budgets."""
    gc.freeze()  # as the program does when it starts: the collector skips what is loaded
    yardstick = RULES if group in OF_RULES else WINDOWS
    are_within = True
    for row in import_module(f"tests.bench.{GROUPS[group]}").rows():
        slowness = 1.0 if row.is_within() or not row.takes_time else yardstick.slowness()
        are_within &= row.is_within(slowness)
        budget = f"{row.budget:g} x" if row.is_ratio else f"{row.budget:g} {row.unit}"
        print(
            f"{row.name} | {row.measured:.2f} {row.unit} | {row.reference:.2f} {row.unit} | {row.ratio:.2f}"
            f" | {budget} | {_verdict(row, slowness)}",
            flush=True,
        )
    return are_within


def _verdict(row: Row, slowness: float) -> str:
    if row.is_within():
        return "ok"
    here = f", {slowness:.1f} x slower here" if slowness > 1 else ""
    return f"{'ok' if row.is_within(slowness) else 'over'}{here}"


def measure_apart(group: str) -> bool:
    """Measure a group in its own process; return whether all its rows are within their budgets."""
    command = [sys.executable, "-m", "tests.bench", group]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None, "it is piped"
        for line in process.stdout:
            if line.rstrip() != HEADING:
                print(line, end="", flush=True)
    return process.returncode == 0


def main(names: list[str]) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if unknown := [name for name in names if name not in GROUPS]:
        print(f"There is no group “{unknown[0]}”: choose among {', '.join(GROUPS)}.", file=sys.stderr)
        return 2
    print(HEADING, flush=True)
    wanted = names or list(GROUPS)
    take = measure if len(wanted) == 1 else measure_apart
    are_within = [take(name) for name in wanted]
    return 0 if all(are_within) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
