"""Applies to every test: no window on a real screen, no change in the user's folders, no unexpected log record."""

import gc
import logging
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# Read when the first QApplication is made. Set another platform to watch a test.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# No deadlines: on a busy machine they fail correct tests. No explain phase: it traces the test line by line, which
# sometimes crashes the interpreter and hides what failed.
PHASES = tuple(phase for phase in Phase if phase is not Phase.explain)
# The gate draws the same examples each time, so that its result for a commit stays the same.
# `--hypothesis-profile=hunt` searches for new ones, for as long as it takes.
settings.register_profile("hunt", max_examples=500, deadline=None, print_blob=True, phases=PHASES)
settings.register_profile("full", settings.get_profile("hunt"), max_examples=100, derandomize=True)
settings.register_profile(
    "quick", settings.get_profile("full"), max_examples=8, suppress_health_check=[HealthCheck.too_slow]
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out slow tests, try fewer random examples")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("quick" if config.getoption("--quick") else "full")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    further = further_cases(items)
    slow, others = [], []
    for item in items:
        is_slow = item.get_closest_marker("slow") is not None or item in further
        (slow if is_slow else others).append(item)
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=slow)
        slow = []
    # Short tests come last, so that all workers have something to do until the end.
    items[:] = [*slow, *others]


def further_cases(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the cases that a quick run leaves out, of tests marked with how many are enough for it.

    The first and the last case stay, and others at equal distances: neighbours differ in one parameter only.
    """
    cases = defaultdict(list)
    for item in items:
        if (mark := item.get_closest_marker("quick_cases")) is not None:
            cases[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    further: set[pytest.Item] = set()
    for (_, enough), same in cases.items():
        kept = {step * (len(same) - 1) // max(1, enough - 1) for step in range(enough)}
        further.update(item for place, item in enumerate(same) if place not in kept)
    return further


def pytest_collection_finish() -> None:
    """Exclude all the tests and modules from garbage collection, as the program does when it has started."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def user_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the user's settings, data and caches in a folder of this test; return its root."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for variable, name in (
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_CACHE_HOME", "cache"),
        ("APPDATA", "config"),
        ("LOCALAPPDATA", "data"),
    ):
        monkeypatch.setenv(variable, str(home / name))
    return home


@pytest.fixture(autouse=True)
def expect_log(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[str], None]]:
    """Fail on a log record of WARNING or above, unless the test announced it: `expect_log("part of the text")`.

    An announced record that never comes fails the test as well.
    """
    expected: list[str] = []
    yield expected.append
    messages = [
        record.getMessage()
        for phase in ("setup", "call")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.WARNING
    ]
    unexpected = [message for message in messages if not any(part in message for part in expected)]
    absent = [part for part in expected if not any(part in message for message in messages)]
    if unexpected:
        pytest.fail("unexpected in the log:\n" + "\n".join(unexpected), pytrace=False)
    if absent:
        pytest.fail("expected in the log, but not there:\n" + "\n".join(absent), pytrace=False)
