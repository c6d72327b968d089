"""Whether the GM's keys are slower while players look at their screen: each kind of key with it and without it.

Both are measured turn by turn in one run, in time of the processor: what else the machine does counts for neither.
A key that comes while the players' picture is worked out waits for it: the longest that this may be has a row, too.
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
"""Times as long as without the screen: what a median of a shared machine strays by."""
MORE_CALLS = 1.05
LONGEST = 33.0
"""Milliseconds, as for a frame of the players' screen."""
SCREEN = QSize(1920, 1080)
COUNTED = 8
"""Turns of which Python calls are counted: the most of each key, so that an attack that hits is among them."""
_SETTLING = 0.5
"""Seconds in which all is worked out and painted that an action leads to."""
_SETTLED = 500
"""Milliseconds in which window and thumbnail are painted after the screen came or went."""


class Timed(Hands):
    """Takes the time of the processor, or counts Python calls, of each press until the GM's window is repainted."""

    def __init__(self, window: GmWindow) -> None:
        super().__init__(window)
        self.counts = False
        self.calls: dict[str, list[float]] = {}
        self.longest: list[float] = []
        """Milliseconds of the longest event after each action that was applied."""

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
        """How long a key that the GM presses after applying may have to wait: for one event, and never for two."""
        until, longest = time.perf_counter() + _SETTLING, 0.0
        while time.perf_counter() < until:
            start = time.thread_time()
            QApplication.processEvents()
            longest = max(longest, time.thread_time() - start)
        self.longest.append(1e3 * longest)


def rows() -> Iterable[Row]:
    """A row for each kind of key: milliseconds, and Python calls, with the screen; the reference is without it."""
    with big_fight() as window:
        bare, shown = Timed(window), Timed(window)
        screens = window.presenter.screens
        for turn in range(1 + TURNS + COUNTED):
            for hands in (bare, shown):
                screens.set_window(hands is shown)
                if window.presenter.window is not None:
                    window.presenter.window.resize(SCREEN)
                # Where there is no window system any new window becomes the active one.
                window.activateWindow()
                QTest.qWait(_SETTLED)
                hands.counts = turn > TURNS
                hands.turn()
            if turn == 0:
                for hands in (bare, shown):
                    hands.taken.clear()
                    hands.longest.clear()
        # An attack that is refused at first asks for one more key; it need not come up in both.
        for name in filter(bare.taken.get, shown.taken):
            median, reference = statistics.median(shown.taken[name]), statistics.median(bare.taken[name])
            yield Row(f"with the players' screen: {name}", median, reference, SLOWER, is_ratio=True)
        longest, reference = statistics.median(shown.longest), statistics.median(bare.longest)
        yield Row("with the players' screen: longest that a key waits for it", longest, reference, LONGEST)
        for name in filter(bare.calls.get, shown.calls):
            words = f"Python calls with the players' screen: {name}"
            yield Row(words, max(shown.calls[name]), max(bare.calls[name]), MORE_CALLS, "calls", is_ratio=True)
