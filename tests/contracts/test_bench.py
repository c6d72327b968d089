"""What the table of budgets allows on a slow machine: more time, and nothing else."""

from __future__ import annotations

import time

import pytest

from tests.bench import Row
from tests.bench.yardstick import Yardstick


@pytest.mark.parametrize("unit", ["us", "ms", "s"])
def test_a_slow_machine_has_as_many_times_the_budget(unit: str) -> None:
    row = Row("a key", 20.0, 5.0, 16.0, unit)
    assert not row.is_within()
    assert not row.is_within(1.24)
    assert row.is_within(1.25)


@pytest.mark.parametrize(
    "row",
    [
        Row("calls of a key", 20.0, 5.0, 16.0, "calls"),
        Row("memory", 20.0, 5.0, 16.0, "MB"),
        Row("start, to that of an empty window", 20.0, 5.0, 3.9, "ms", is_ratio=True),
    ],
    ids=lambda row: row.name,
)
def test_calls_memory_and_ratios_are_the_same_on_every_machine(row: Row) -> None:
    assert not row.is_within(100.0)


def test_a_quicker_machine_is_allowed_no_less() -> None:
    assert Yardstick(lambda: None, usual=60.0).slowness() == 1.0


def test_a_machine_that_takes_longer_for_the_same_work_is_slower() -> None:
    """A thousandth of a second takes a thousand times as long as a millionth, and a little more for waking up."""
    assert Yardstick(lambda: time.sleep(0.001), usual=1e-6).slowness() >= 1_000
