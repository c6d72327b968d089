"""A forecast: many silent fights in separate processes, counted as they come in.

The caller polls it, for example from a timer of the window. `poll` never blocks: it collects the fights that have been
played since the last poll and submits new ones. Fights are counted strictly in the order of their numbers, so that the
number of processes does not change any result.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from random import SystemRandom
from typing import Literal

from model.engine.calls import Call
from model.forecast.results import FightSummary, Result, Tally
from model.forecast.workers import Broken, Case, Workers
from model.state.base import Record

State = Literal["running", "done", "cancelled", "failed"]
FIGHTS = 1_000
"""Number of fights of a forecast unless its intervals are narrow enough earlier."""
LEAST = 200
"""Number of fights that are always played."""
NARROW = 0.06
"""Width of an outcome's interval that is narrow enough: three percent to either side."""
_BLOCK, _FIRST_BLOCK = 10, 2
"""Fights per task: about a tenth of a second; fewer at the beginning, so that first results come soon."""
_FIRST = 20
"""Number of fights that are submitted in the smaller blocks."""
_AHEAD = 3
"""Blocks submitted per process: enough that no process is idle, few enough that cancelling is quick."""
_DIED = "A process of the forecast has ended unexpectedly. Run the forecast again."


class Progress(Record):
    """Progress of a forecast."""

    state: State
    fights: int
    """Number of fights counted so far."""
    most: int
    seconds: float
    """Seconds since it began, or from its beginning to its end if it has ended."""
    result: Result | None
    """Result of the fights so far, or None before the first."""
    problem: str = ""
    """Why it failed, as a sentence."""


def new_seed() -> str:
    """Return a random seed in the format that the window shows: `8F31-02AC`."""
    bits = SystemRandom().getrandbits(32)
    return f"{bits >> 16:04X}-{bits & 0xFFFF:04X}"


class Forecast:
    """One forecast; starts when it is created."""

    def __init__(
        self,
        workers: Workers,
        case: Case,
        *,
        seed: str = "",
        most: int = FIGHTS,
        least: int = LEAST,
        narrow: float = NARROW,
    ) -> None:
        """Start the forecast of a case.

        Args:
            workers: the processes that play the fights.
            case: what to forecast; its battle is never changed.
            seed: seed of an earlier forecast to repeat it, or empty for a new seed.
            most: number of fights after which the forecast always ends.
            least: number of fights before which the forecast never ends.
            narrow: the forecast ends when the widest interval of an outcome is at most this wide; 0 plays all fights.
        """
        self.case = case
        self.seed = seed or new_seed()
        self.most = most
        self._least, self._narrow = least, narrow
        self._workers = workers
        self._job = workers.job(case, self.seed)
        self._tally = Tally(case.ruleset, case.battle, case.rounds)
        self._result: Result | None = None
        self._waiting: dict[int, Future[list[FightSummary]]] = {}
        self._early: dict[int, list[FightSummary]] = {}
        self._broken: dict[int, str] = {}
        """Why a block could not be played, by the number of its first fight."""
        self._next = 0
        self._state: State = "running"
        self._problem = ""
        self._begun, self._ended = time.monotonic(), 0.0
        self._hand_out()

    # ------------------------------------------------------------------------------------------ for the window

    @property
    def is_running(self) -> bool:
        return self._state == "running"

    def poll(self) -> Progress:
        """Collect the fights that have been played and submit new ones; takes a few milliseconds at most."""
        if self.is_running:
            self._take_in()
            if self.is_running:
                self._hand_out()
        return self.progress

    @property
    def progress(self) -> Progress:
        """Progress as of the last poll."""
        seconds = (self._ended or time.monotonic()) - self._begun
        return Progress(self._state, self._tally.fights, self.most, seconds, self.result, self._problem)

    @property
    def result(self) -> Result | None:
        """Result of the fights counted so far, or None before the first; the same object until a new fight counts."""
        fights = self._tally.fights
        if fights and (self._result is None or self._result.fights != fights):
            self._result = self._tally.result()
        return self._result

    def cancel(self) -> None:
        """End the forecast now; the fights counted so far are kept."""
        if self.is_running:
            self._end("cancelled")

    def wait(self, timeout: float = 3_600.0) -> Progress:
        """Poll until the forecast ends or `timeout` seconds have passed; for commands and tests, not for a window."""
        until = time.monotonic() + timeout
        while self.poll().state == "running" and time.monotonic() < until:
            future = self._waiting.get(self._tally.fights)
            try:
                if future is not None:
                    future.exception(timeout=0.05)
            except (TimeoutError, CancelledError):
                continue
        return self.progress

    def calls(self, number: int) -> Future[tuple[Call, ...]]:
        """Replay one of the fights and return its calls with all answers; carried out in order they lead to its end."""
        return self._workers.calls(self._job, number)

    # ------------------------------------------------------------------------------------------ counting

    def _hand_out(self) -> None:
        while len(self._waiting) < self._workers.processes * _AHEAD and self._next < self.most:
            count = min(_BLOCK if self._next >= _FIRST else _FIRST_BLOCK, self.most - self._next)
            self._waiting[self._next] = self._workers.play(self._job, self._next, count)
            self._next += count

    def _take_in(self) -> None:
        for first, future in tuple(self._waiting.items()):
            if not future.done():
                continue
            del self._waiting[first]
            try:
                self._early[first] = future.result()
            except BrokenProcessPool:
                self._end("failed", _DIED)
                return
            except CancelledError:
                self._end("cancelled")
                return
            except Broken as broken:
                self._broken[first] = str(broken)
        for one in self._in_order():
            self._tally.add(one)
            if self._is_enough():
                self._end("done")
                return
        # All earlier fights have been counted, so the same fight is reported on any number of processes.
        if (problem := self._broken.get(self._tally.fights)) is not None:
            self._end("failed", problem)

    def _in_order(self) -> Iterator[FightSummary]:
        """Yield the received fights in the order of their numbers, up to the first missing one."""
        while (block := self._early.pop(self._tally.fights, None)) is not None:
            yield from block

    def _is_enough(self) -> bool:
        fights = self._tally.fights
        if fights >= self.most:
            return True
        return fights >= self._least and fights % _BLOCK == 0 and self._tally.widest <= self._narrow

    def _end(self, state: State, problem: str = "") -> None:
        self._state, self._problem = state, problem
        self._ended = time.monotonic()
        self._workers.cancel(self._job)
        for future in self._waiting.values():
            future.cancel()
        self._waiting.clear()
        self._early.clear()
