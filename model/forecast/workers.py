"""Processes that play fights, beside the program that shows them. No Qt comes into them.

Each is started afresh (`spawn`), so that it is safe beside threads and windows and the same on every system. One core
is left to the window where there are more than two; on fewer, processes of low priority make room for it. While the
GM works they wait: what they do to a processor's memory would be felt in each key even from another core.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.forecast.fight import ROUNDS, Fights, Stuck
from model.forecast.results import Fought
from model.forecast.silent import Unanswered
from model.rulesets import RULESETS
from model.state.base import Record
from model.state.battle import AnyBattle

_SLOTS = 1_024
"""Jobs that can be told apart while any of them runs."""
_KEPT = 8
"""Jobs whose odds a process remembers."""
_NICE = 10
_WAY = 1.0
"""Seconds that processes wait for the next key once they give way."""
_GARBAGE = 10_000
"""Objects that come about before the garbage collector looks at them; Python's own number is 700."""


class Case(Record, kw_only=True):
    """What is forecast: a battle as it stands, with what everybody in it does."""

    ruleset: Ruleset
    battle: AnyBattle
    rounds: int = ROUNDS
    """Rounds from here on after which a fight counts as long."""


class Broken(Exception):
    """A fight came to where nobody can go on; the message is a sentence for the GM."""


class Job:
    """A case with its seed, as processes get it."""

    def __init__(self, case: Case, seed: str, number: int) -> None:
        self.number = number
        self.payload = pickle.dumps((case.battle, seed, case.rounds))

    @property
    def slot(self) -> int:
        """Where it is noted that it was cancelled."""
        return self.number % _SLOTS


def usual_processes() -> int:
    """How many processes play: all cores but one, and two at least where there are two."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores - 1 if cores > 2 else cores


class Workers:
    """The processes; started when they are first needed, ended by `close`."""

    def __init__(self, processes: int = 0) -> None:
        """With this number of processes; 0: as suits the machine."""
        self.processes = processes or usual_processes()
        context = multiprocessing.get_context("spawn")
        self._context = context
        self._cancelled = context.Array("b", _SLOTS, lock=False)
        self._keys = context.Value("L", 0, lock=False)
        """Counted up for each time that they are to give way."""
        self._pool: ProcessPoolExecutor | None = None
        self._jobs = 0

    def job(self, case: Case, seed: str) -> Job:
        self._jobs += 1
        job = Job(case, seed, self._jobs)
        self._cancelled[job.slot] = 0
        return job

    def cancel(self, job: Job) -> None:
        """Have a job ended after the fights that are being played."""
        self._cancelled[job.slot] = 1

    def give_way(self) -> None:
        """Have all processes wait for a moment, from the action that they are at: the GM is doing something."""
        self._keys.value += 1

    def play(self, job: Job, first: int, count: int) -> Future[list[Fought]]:
        """Have the fights from a number on played; fewer come back when the job was cancelled."""
        return self._submit(_play, job.number, job.payload, first, count)

    def calls(self, job: Job, number: int) -> Future[tuple[Call, ...]]:
        """Have one fight played for the calls that it consists of."""
        return self._submit(_calls, job.number, job.payload, number)

    def start(self) -> None:
        """Start the processes now, so that the first fights need not wait for them."""
        for _ in range(self.processes):
            self._submit(_ready)

    def _submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes, mp_context=self._context, initializer=_begin, initargs=(self._cancelled, self._keys)
            )
        try:
            return self._pool.submit(task, *arguments)
        except BrokenProcessPool:
            # A process has died since; what waits for it is told, and new ones take over.
            self._pool = None
            return self._submit(task, *arguments)

    def close(self) -> None:
        """End all processes after the fights that they are playing."""
        for slot in range(_SLOTS):
            self._cancelled[slot] = 1
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


# ----------------------------------------------------------------------------------------------- inside such a process


_cancelled_here: Any = None
_keys_here: Any = None
_keys_seen = 0
_fights: OrderedDict[int, Fights] = OrderedDict()


def _begin(cancelled: Any, keys: Any) -> None:
    global _cancelled_here, _keys_here, _keys_seen
    _cancelled_here, _keys_here, _keys_seen = cancelled, keys, keys.value
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_end_with_the_program, daemon=True).start()
    # Values are in no cycles: what the collector looks for now and then hardly ever comes about in fights.
    gc.set_threshold(_GARBAGE)
    gc.freeze()


def _end_with_the_program() -> None:
    """Nobody ends a process any more whose program was killed: it would wait for fights for ever."""
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(0)


def _give_way() -> None:
    """Wait until no key has come for a while."""
    global _keys_seen  # noqa: PLW0603 -- as far as this process has counted
    while _keys_here is not None and _keys_here.value != _keys_seen:
        _keys_seen = _keys_here.value
        time.sleep(_WAY)


def _ready() -> None:
    """Nothing: the process is there."""


def _of(job: int, payload: bytes) -> Fights:
    known = _fights.get(job)
    if known is None:
        battle, seed, rounds = pickle.loads(payload)
        known = _fights[job] = Fights(RULESETS[battle.ruleset], battle, seed, rounds, _give_way)
        if len(_fights) > _KEPT:
            _fights.popitem(last=False)
    _fights.move_to_end(job)
    return known


def _play(job: int, payload: bytes, first: int, count: int) -> list[Fought]:
    fights, fought = _of(job, payload), []
    for number in range(first, first + count):
        if _cancelled_here is not None and _cancelled_here[job % _SLOTS]:
            break
        fought.append(_one(fights, number))
    return fought


def _one(fights: Fights, number: int) -> Fought:
    try:
        return fights.fight(number)
    except Stuck as stuck:
        action, refusal = stuck.args
        raise Broken(f"Fight {number} cannot go on: “{action}” is refused ({refusal}).") from None
    except Unanswered as unanswered:
        raise Broken(f"Fight {number} cannot go on: {unanswered}.") from None
    except Exception as error:  # a mistake in the rules ends the forecast, never the program
        raise Broken(f"Fight {number} cannot go on: {type(error).__name__} in the rules ({error}).") from error


def _calls(job: int, payload: bytes, number: int) -> tuple[Call, ...]:
    return _of(job, payload).played(number).calls
