"""A forecast: many silent fights in processes of their own, counted as they come in.

It is polled, say by a timer of the window, and never waits: `poll` takes in what has come since and hands new fights
out. Fights count in the order of their numbers alone, so that how many processes there are changes no figure.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from random import SystemRandom
from typing import Literal

from model.engine.calls import Call
from model.forecast.results import Fought, Result, Tally
from model.forecast.workers import Broken, Case, Workers
from model.state.base import Record

State = Literal["running", "done", "cancelled", "failed"]
FIGHTS = 1_000
"""Fights of a forecast unless its intervals are narrow before."""
LEAST = 200
"""Fights that are played in any case."""
NARROW = 0.06
"""Width of an outcome's interval that is narrow enough: three percent to either side."""
_BLOCK, _FIRST_BLOCK = 10, 2
"""Fights that a process is given at a time: some tenth of a second; fewer at the beginning, to have figures soon."""
_FIRST = 20
"""Fights that are given out in the smaller number."""
_AHEAD = 3
"""Blocks given out for each process: enough that none waits, few enough that cancelling is quick."""
_DIED = "A process of the forecast has ended unexpectedly. Run the forecast again."


class Progress(Record):
    """How far a forecast is."""

    state: State
    fights: int
    """Fights that are counted."""
    most: int
    seconds: float
    """Since it began, or until it ended."""
    result: Result | None
    """What the fights so far come to; None before the first."""
    problem: str = ""
    """Why it failed, in a sentence."""


def new_seed() -> str:
    """A seed as the window shows it: `8F31-02AC`."""
    bits = SystemRandom().getrandbits(32)
    return f"{bits >> 16:04X}-{bits & 0xFFFF:04X}"


class Forecast:
    """One forecast, from its beginning to its end."""

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
        """Begin to forecast a case.

        Args:
            workers: the processes that play.
            case: what is forecast; its battle is never changed.
            seed: of an earlier forecast that is to be repeated; empty: a new one.
            most: fights after which it is over in any case.
            least: fights before which it is never over.
            narrow: width of the widest interval of an outcome with which it is over; 0: it plays all fights.
        """
        self.case = case
        self.seed = seed or new_seed()
        self.most = most
        self._least, self._narrow = least, narrow
        self._workers = workers
        self._job = workers.job(case, self.seed)
        self._tally = Tally(case.ruleset, case.battle, case.rounds)
        self._result: Result | None = None
        self._waiting: dict[int, Future[list[Fought]]] = {}
        self._early: dict[int, list[Fought]] = {}
        self._broken: dict[int, str] = {}
        """Why blocks could not be fought, by their first fight."""
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
        """Take in what has come, and go on. Takes some milliseconds at most."""
        if self.is_running:
            self._take_in()
            if self.is_running:
                self._hand_out()
        return self.progress

    @property
    def progress(self) -> Progress:
        """How far it is, as of the last poll."""
        seconds = (self._ended or time.monotonic()) - self._begun
        return Progress(self._state, self._tally.fights, self.most, seconds, self.result, self._problem)

    @property
    def result(self) -> Result | None:
        """What the fights counted so far come to; the same value as long as none has come in."""
        fights = self._tally.fights
        if fights and (self._result is None or self._result.fights != fights):
            self._result = self._tally.result()
        return self._result

    def cancel(self) -> None:
        """End it now: what has been counted stays."""
        if self.is_running:
            self._end("cancelled")

    def wait(self, timeout: float = 3_600.0) -> Progress:
        """Poll until it is over: for commands and tests, not for a window."""
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
        """One of its fights as calls with all answers, which carried out in order lead to its end."""
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
        # Whatever came before it was fought to its end: so it is told of the same fight on any number of processes.
        if (problem := self._broken.get(self._tally.fights)) is not None:
            self._end("failed", problem)

    def _in_order(self) -> Iterator[Fought]:
        """Fights that have come, as long as none before them is missing."""
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
