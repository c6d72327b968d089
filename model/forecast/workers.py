"""Worker processes that play fights. They never import Qt.

Each process is started with `spawn`, which is safe with threads and windows and works the same on every system. On
machines with more than two cores, one core is left to the window; with fewer, the low priority of the processes makes
room for it. The processes pause while the GM works, because their memory traffic would delay each key press even from
another core.
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
from model.forecast.results import FightSummary
from model.forecast.silent import Unanswered
from model.rulesets import RULESETS
from model.state.base import Record
from model.state.battle import AnyBattle

_SLOTS = 1_024
"""Number of cancel flags: jobs whose numbers differ by a multiple of this share one."""
_KEPT = 8
"""Number of jobs whose odds a process caches."""
_NICE = 10
_WAY = 1.0
"""Seconds for which processes pause after a key press; the pause restarts with each further one."""
_GARBAGE = 10_000
"""New objects before the garbage collector runs; Python's default is 700."""


class Case(Record, kw_only=True):
    """What is forecast: a battle in its current state, including the behaviours of its combatants."""

    ruleset: Ruleset
    battle: AnyBattle
    rounds: int = ROUNDS
    """Number of rounds, from now on, after which a fight counts as long."""


class Broken(Exception):
    """A fight cannot go on; the message is a sentence for the GM."""


class Job:
    """A case with its seed, pickled for the processes."""

    def __init__(self, case: Case, seed: str, number: int) -> None:
        self.number = number
        self.payload = pickle.dumps((case.battle, seed, case.rounds))

    @property
    def slot(self) -> int:
        """Index of the job's cancel flag."""
        return self.number % _SLOTS


def usual_processes() -> int:
    """Return the default number of processes: all cores but one if there are more than two, else all cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores - 1 if cores > 2 else cores


class Workers:
    """A pool of worker processes, started when first needed and ended by `close`."""

    def __init__(self, processes: int = 0) -> None:
        """Prepare a pool with this number of processes; 0 uses `usual_processes`."""
        self.processes = processes or usual_processes()
        context = multiprocessing.get_context("spawn")
        self._context = context
        self._cancelled = context.Array("b", _SLOTS, lock=False)
        self._keys = context.Value("L", 0, lock=False)
        """Incremented for each request to give way."""
        self._pool: ProcessPoolExecutor | None = None
        self._jobs = 0

    def job(self, case: Case, seed: str) -> Job:
        self._jobs += 1
        job = Job(case, seed, self._jobs)
        self._cancelled[job.slot] = 0
        return job

    def cancel(self, job: Job) -> None:
        """Cancel a job; fights in progress are played to their end."""
        self._cancelled[job.slot] = 1

    def give_way(self) -> None:
        """Make all processes pause for a moment after their current action, because the GM is working."""
        self._keys.value += 1

    def play(self, job: Job, first: int, count: int) -> Future[list[FightSummary]]:
        """Play `count` fights from number `first` on; the future has fewer if the job was cancelled."""
        return self._submit(_play, job.number, job.payload, first, count)

    def calls(self, job: Job, number: int) -> Future[tuple[Call, ...]]:
        """Play one fight and return the calls that it consists of."""
        return self._submit(_calls, job.number, job.payload, number)

    def start(self) -> None:
        """Start the processes now, so that the first fights do not wait for them."""
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
            # A process has died: pending futures raise `BrokenProcessPool`, and a new pool takes over.
            self._pool = None
            return self._submit(task, *arguments)

    def close(self) -> None:
        """End all processes after the fights in progress."""
        for slot in range(_SLOTS):
            self._cancelled[slot] = 1
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


# --------------------------------------------------------------------------------------------- inside worker processes


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
    # Values contain no cycles, so fights hardly ever produce garbage that the cycle collector has to find.
    gc.set_threshold(_GARBAGE)
    gc.freeze()


def _end_with_the_program() -> None:
    """Exit with the program: if it is killed, nothing else ends this process, which would wait for fights forever."""
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(0)


def _give_way() -> None:
    """Wait until there has been no request to give way for `_WAY` seconds."""
    global _keys_seen  # noqa: PLW0603 -- as far as this process has counted
    while _keys_here is not None and _keys_here.value != _keys_seen:
        _keys_seen = _keys_here.value
        time.sleep(_WAY)


def _ready() -> None:
    """Do nothing; submitting this task starts a process."""


def _of(job: int, payload: bytes) -> Fights:
    known = _fights.get(job)
    if known is None:
        battle, seed, rounds = pickle.loads(payload)
        known = _fights[job] = Fights(RULESETS[battle.ruleset], battle, seed, rounds, _give_way)
        if len(_fights) > _KEPT:
            _fights.popitem(last=False)
    _fights.move_to_end(job)
    return known


def _play(job: int, payload: bytes, first: int, count: int) -> list[FightSummary]:
    fights, fought = _of(job, payload), []
    for number in range(first, first + count):
        if _cancelled_here is not None and _cancelled_here[job % _SLOTS]:
            break
        fought.append(_one(fights, number))
    return fought


def _one(fights: Fights, number: int) -> FightSummary:
    try:
        return fights.fight(number)
    except Stuck as stuck:
        action, refusal = stuck.args
        raise Broken(f"Fight {number} cannot go on: “{action}” is refused ({refusal}).") from None
    except Unanswered as unanswered:
        raise Broken(f"Fight {number} cannot go on: {unanswered}.") from None
    except Exception as error:  # an error in the rules ends the forecast, never the program
        raise Broken(f"Fight {number} cannot go on: {type(error).__name__} in the rules ({error}).") from error


def _calls(job: int, payload: bytes, number: int) -> tuple[Call, ...]:
    return _of(job, payload).played(number).calls
