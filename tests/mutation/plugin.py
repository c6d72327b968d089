"""The part that runs inside pytest: records which test runs which line, or runs chosen tests in a given order.

It is loaded by `-p tests.mutation.plugin` and reads what to do from a file that the variable `MUTATION` names. It
works on a copy of the project, so it imports nothing of the project.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest

VARIABLE = "MUTATION"


class Recording:
    """Notes for every test the lines that it runs, how long it takes, and whether it passes."""

    def __init__(self, folder: Path, sources: list[str], worker: str) -> None:
        self._folder, self._worker = folder, worker
        self._seconds: dict[str, float] = {}
        self._failed: list[str] = []
        sources = [str(Path(one).resolve()) for one in sources]
        self._coverage = coverage.Coverage(str(folder / f"{worker}.worker"), source=sources, config_file=False)
        self._coverage.set_option("run:relative_files", True)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        begun = time.perf_counter()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.perf_counter() - begun
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        told = {"seconds": self._seconds, "failed": self._failed}
        (self._folder / f"{self._worker}.json").write_text(json.dumps(told), encoding="utf-8")


class Trial:
    """Runs the given tests in the given order, each within its own time, all within the time of the mutant."""

    def __init__(self, order: dict[str, float], limit: float, report: Path) -> None:
        self._order, self._report = order, report
        self._until = time.monotonic() + limit
        self._told: dict[str, Any] = {"ran": 0, "killer": "", "is_out_of_time": False}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {name: place for place, name in enumerate(self._order)}
        items[:] = sorted((one for one in items if one.nodeid in places), key=lambda one: places[one.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if not hasattr(signal, "SIGALRM"):  # the process as a whole is still stopped in time
            return (yield)
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, self._order[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._told["killer"]:
            self._told["killer"] = report.nodeid

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._told["ran"] += 1

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        if time.monotonic() > self._until:
            self._told["is_out_of_time"] = True
            item.session.shouldstop = "out of time"

    def pytest_sessionfinish(self) -> None:
        self._report.write_text(json.dumps(self._told), encoding="utf-8")


def _stop(*_: object) -> None:
    pytest.fail("takes far longer than without the mistake", pytrace=False)


def pytest_configure(config: pytest.Config) -> None:
    told = json.loads(Path(os.environ[VARIABLE]).read_text(encoding="utf-8"))
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if "order" in told:
        config.pluginmanager.register(Trial(told["order"], told["limit"], Path(told["report"])))
    elif worker or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Recording(Path(told["folder"]), told["sources"], worker or "all"))
