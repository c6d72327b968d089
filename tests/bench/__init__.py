"""Measurements against the budgets of the design: ratios to a reference measured in the same run, never assertions."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType


@dataclass(frozen=True)
class Row:
    """One measured figure with its reference and its budget."""

    name: str
    measured: float
    reference: float
    """The same kind of work done in the simplest way, in the same run."""
    budget: float
    unit: str = "ms"
    is_ratio: bool = False
    """Whether the budget bounds the ratio to the reference rather than the figure itself."""

    @property
    def ratio(self) -> float:
        return self.measured / self.reference if self.reference else float("inf")

    @property
    def takes_time(self) -> bool:
        """Whether the budget bounds a time, which depends on the machine as well."""
        return not self.is_ratio and self.unit in {"us", "ms", "s"}

    def is_within(self, slowness: float = 1.0) -> bool:
        """Whether the budget is kept on a machine that takes `slowness` times as long for everything."""
        most = self.budget * slowness if self.takes_time else self.budget
        return (self.ratio if self.is_ratio else self.measured) <= most


def seconds_of(work: Callable[[], object], times: int) -> list[float]:
    """Return how long each of several runs took, in seconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return taken


def calls_of(work: Callable[[], object]) -> int:
    """Return how many Python functions a piece of work calls."""
    count = 0

    def add(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(add)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def p95(values: list[float]) -> float:
    """Return the 95th percentile; of a few values, at most the largest."""
    return min(max(values), statistics.quantiles(values, n=20)[-1]) if len(values) > 1 else values[0]
