"""Forecasts of five against five in every game, compared with attacks of the silent run; memory of all processes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from model.engine.calls import Call
from model.forecast import Case, Forecast, Workers
from model.forecast.silent import SilentRun
from model.state.base import replace
from model.state.texts import Refusal
from tests.bench import Row
from tests.support.five_against_five import LONGEST, SAMPLES, five_against_five

FIRST, ALL = 100, 1_000
QUICK = ("zerospace", "effort")
"""The games in which a forecast has half the time of the others."""
ATTACKS = 500
MOST_MEMORY = 600.0
"""Megabytes of all processes."""


def rows() -> Iterable[Row]:
    workers = Workers()
    workers.start()
    try:
        # As in the window, where the processes are started with the panel.
        for game in SAMPLES:
            yield from _of_game(workers, game)
        yield from _of_game(workers, *LONGEST)
        if sys.platform == "linux":
            used = sum(map(_megabytes, _processes(workers)))
            yield Row("memory of the processes of forecasts", used, _megabytes("self"), MOST_MEMORY, "MB")
    finally:
        workers.close()


def _of_game(workers: Workers, game: str, sample: str = "") -> Iterator[Row]:
    ruleset, battle = five_against_five(game, sample)
    before = _processor_seconds(workers)
    forecast = Forecast(workers, Case(ruleset=ruleset, battle=battle), most=ALL, narrow=0, seed="8F31-02AC")
    first = 0.0
    while (progress := forecast.poll()).state == "running":
        if not first and progress.fights >= FIRST:
            first = progress.seconds
        time.sleep(0.01)
    assert progress.state == "done", progress.problem
    attack = _attack_seconds(game)
    name = f"forecast of 5 against 5, {ruleset.name}{', hand to hand' if sample else ''}"
    yield Row(f"{name}: first {FIRST} fights", first, FIRST * attack, 1.0, "s")
    most = 5.0 if game in QUICK else 10.0
    yield Row(f"{name}: {ALL} fights", progress.seconds, ALL * attack, most, "s")
    if sys.platform == "linux":
        # The time with no other load: what else the machine does counts only in the row above.
        used = (_processor_seconds(workers) - before) / workers.processes
        yield Row(f"{name}: {ALL} fights, processor time of a core", used, ALL * attack, most, "s")


def _attack_seconds(game: str) -> float:
    """Return the seconds of a silent attack, the main part of a fight."""
    ruleset, battle = five_against_five(game)
    pairs = [(one.id, other.id) for one in battle.combatants.values() for other in battle.combatants.values()]
    calls = [
        replace(call, targets=(target,), anyway=("out_of_range", "too_far", "out_of_reach"))
        for who, target in pairs
        if battle.combatants[who].side != battle.combatants[target].side
        and (call := ruleset.usual_attack(battle, who)) is not None
    ]
    able: list[Call] = [call for call in calls if not isinstance(SilentRun("a").act(ruleset, battle, call), Refusal)]
    run, start = SilentRun("attacks"), time.perf_counter()
    for number in range(ATTACKS):
        run.act(ruleset, battle, able[number % len(able)])
    return (time.perf_counter() - start) / ATTACKS


def _processes(workers: Workers) -> list[int]:
    return list(workers._pool._processes) if workers._pool is not None else []


def _processor_seconds(workers: Workers) -> float:
    """Return the processor time that the processes have used so far, in seconds, or 0 if it is not available."""
    if sys.platform != "linux":
        return 0.0
    used = 0
    for process in _processes(workers):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def _megabytes(process: object) -> float:
    """Return the memory of a process in megabytes, including what it shares."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) / 1024
    return 0.0
