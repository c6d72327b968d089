"""`python -m tests.bench [NAME...]`: measure the budgets and print a line for each.

A line reads `name | measured | reference | ratio | budget | ok`, or `over` at its end; exit status 1 if any is over.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable

from tests.bench import Row


def rows_of(names: list[str]) -> Iterable[Row]:
    """Rows of the groups named, or of all; each group is imported only when it is measured."""
    # Imported late: a group that measures the model must not pay for Qt.
    from tests.bench import (
        endurance,
        engine_speed,
        forecast_speed,
        library_search,
        players_frames,
        players_keys,
        session_file,
        start,
        window_frames,
    )
    from tests.bench import map_frames as frames

    groups: dict[str, Callable[[], Iterable[Row]]] = {
        "engine": engine_speed.rows,
        "forecast": forecast_speed.rows,
        "session": session_file.rows,
        "map": frames.rows,
        "players": players_frames.rows,
        "screen": players_keys.rows,
        "window": window_frames.rows,
        "library": library_search.rows,
        "endurance": endurance.rows,
        "start": start.rows,
    }
    gc.freeze()  # as the program does when it starts: what is loaded is not looked through for garbage
    for name, rows in groups.items():
        if not names or name in names:
            yield from rows()


def main(names: list[str]) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print("name | measured | reference | ratio | budget | ok")
    are_within = True
    for row in rows_of(names):
        verdict = "ok" if row.is_within else "over"
        are_within &= row.is_within
        budget = f"{row.budget:g} x" if row.is_ratio else f"{row.budget:g} {row.unit}"
        print(
            f"{row.name} | {row.measured:.2f} {row.unit} | {row.reference:.2f} {row.unit} | {row.ratio:.2f}"
            f" | {budget} | {verdict}",
            flush=True,
        )
    return 0 if are_within else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
