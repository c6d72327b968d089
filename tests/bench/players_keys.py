"""Whether the GM's keys are slower while the player view is shown: each kind of key with it and without it.

Both are measured turn by turn in one run, in processor time, so that other load on the machine counts for neither.
A key press waits while the player view is computed; the longest possible wait has a row, too.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.windows.gm_window import GmWindow
from tests.bench import Row, calls_of
from tests.bench.window_frames import REST, Hands, big_fight

TURNS = 20
SLOWER = 1.25
"""Multiple of the time without the player view; medians on a shared machine vary by as much."""
MORE_CALLS = 1.05
LONGEST = 33.0
"""Milliseconds, as for a frame of the player view."""
SCREEN = QSize(1920, 1080)
COUNTED = 8
"""Turns in which Python calls are counted: the most of each key, so that an attack that hits is among them."""
_SETTLING = 0.5
"""Seconds in which everything that follows from an action is computed and painted."""
_SETTLED = 500
"""Milliseconds in which window and thumbnail are painted after the player view has been opened or closed."""


class Timed(Hands):
    """Measures the processor time, or counts the Python calls, of each press until the GM's window is repainted."""

    def __init__(self, window: GmWindow) -> None:
        super().__init__(window)
        self.counts = False
        self.calls: dict[str, list[float]] = {}
        self.longest: list[float] = []
        """Milliseconds of the longest event after each applied action."""

    def press(
        self,
        name: str,
        key: Qt.Key,
        held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        *,
        at: QWidget | None = None,
    ) -> None:
        receiver = at or QApplication.focusWidget() or self.window

        def until_painted() -> None:
            QTest.keyClick(receiver, key, held)
            QApplication.sendPostedEvents()

        if self.counts:
            self.calls.setdefault(name, []).append(calls_of(until_painted))
        else:
            start = time.thread_time()
            until_painted()
            self.taken.setdefault(name, []).append(1e3 * (time.thread_time() - start))
            if name == "apply":
                self._wait_longest()
        QTest.qWait(REST)

    def _wait_longest(self) -> None:
        """Measure how long a key press after applying may have to wait: for one event, and never for two."""
        until, longest = time.perf_counter() + _SETTLING, 0.0
        while time.perf_counter() < until:
            start = time.thread_time()
            QApplication.processEvents()
            longest = max(longest, time.thread_time() - start)
        self.longest.append(1e3 * longest)


def rows() -> Iterable[Row]:
    """Yield a row for each kind of key: time and Python calls with the player view; the reference is without it."""
    with big_fight() as window:
        bare, shown = Timed(window), Timed(window)
        screens = window.presenter.screens
        for turn in range(1 + TURNS + COUNTED):
            for hands in (bare, shown):
                screens.set_window(hands is shown)
                if window.presenter.window is not None:
                    window.presenter.window.resize(SCREEN)
                # Without a window system, any new window becomes the active one.
                window.activateWindow()
                QTest.qWait(_SETTLED)
                hands.counts = turn > TURNS
                hands.turn()
            if turn == 0:
                for hands in (bare, shown):
                    hands.taken.clear()
                    hands.longest.clear()
        # An attack that is refused at first needs one more key press, which may not occur in both.
        for name in filter(bare.taken.get, shown.taken):
            median, reference = statistics.median(shown.taken[name]), statistics.median(bare.taken[name])
            yield Row(f"with the players' screen: {name}", median, reference, SLOWER, is_ratio=True)
        longest, reference = statistics.median(shown.longest), statistics.median(bare.longest)
        yield Row("with the players' screen: longest that a key waits for it", longest, reference, LONGEST)
        for name in filter(bare.calls.get, shown.calls):
            words = f"Python calls with the players' screen: {name}"
            yield Row(words, max(shown.calls[name]), max(bare.calls[name]), MORE_CALLS, "calls", is_ratio=True)
