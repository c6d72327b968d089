"""Plants one mistake after the other in copies of the project, and runs the tests that may find it."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.coverage_record import Record
from tests.mutation.mutants import Mutant
from tests.mutation.project import Project, copy_of, run_pytest

PATIENCE = 10.0
"""How many times longer a test may take than without a mistake."""
START = 5.0
"""Further seconds that any test may take, because the machine may be busy."""


@dataclass(frozen=True)
class Result:
    """What became of a mistake."""

    mutant: Mutant
    is_killed: bool
    how: str
    """The test that found it, or why none did."""
    seconds: float


class Trials:
    """Runs trials in copies of the project, one copy for each job."""

    def __init__(self, project: Project, record: Record, limit: float, copies: Iterable[Path]) -> None:
        self._project, self._record, self._limit = project, record, limit
        self._sound: dict[str, bool] = {}
        """Whether the tests that found a mistake pass without one."""
        self._copies: SimpleQueue[Path] = SimpleQueue()
        for copy in copies:
            self._copies.put(copy)

    def results(self, mutants: Iterable[Mutant], told: Callable[[Result], None]) -> list[Result]:
        """Try all mutants and tell of each as soon as it is tried."""
        lock = threading.Lock()

        def one(mutant: Mutant) -> Result:
            result = self._try(mutant)
            with lock:
                told(result)
            return result

        with ThreadPoolExecutor(self._project.jobs) as pool:
            return list(pool.map(one, mutants))

    def _try(self, mutant: Mutant) -> Result:
        tests = self._record.tests_for(mutant)
        if not tests:
            return Result(mutant, False, "no test runs it", 0.0)
        copy = self._copies.get()
        begun = time.monotonic()
        try:
            while True:
                with _planted(copy, mutant):
                    is_killed, how = self._outcome(copy, tests)
                if how not in self._record.seconds or self._passes(copy, how):
                    break
                tests = [test for test in tests if test != how]
        finally:
            self._copies.put(copy)
        return Result(mutant, is_killed, how, time.monotonic() - begun)

    def _passes(self, copy: Path, test: str) -> bool:
        """Whether a test passes without a mistake: the sources may have changed since it was recorded."""
        if test not in self._sound:
            self._sound[test] = not self._outcome(copy, [test])[0]
        return self._sound[test]

    def _outcome(self, copy: Path, tests: list[str]) -> tuple[bool, str]:
        """Run the tests in a copy; return whether they found something, and which test, or why none did."""
        report = copy / ".mutation-report.json"
        report.unlink(missing_ok=True)
        order = {test: START + PATIENCE * self._record.seconds[test] for test in tests}
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        orders = {"order": order, "limit": self._limit, "report": str(report)}
        try:
            done = run_pytest(copy, ["-x", *self._project.options, *files], orders, self._limit + max(order.values()))
        except subprocess.TimeoutExpired:
            return True, "a test that never ends"
        told = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {"killer": "", "ran": 0}
        if told["killer"]:
            return True, told["killer"]
        if done.returncode != 0:
            last = [line for line in done.stdout.splitlines() if line.strip()][-1:]
            return True, "the tests cannot start: " + "".join(last)
        if told["ran"] < len(tests):
            return False, f"out of time after {told['ran']} of {len(tests)} tests, which passed"
        return False, f"passes all its tests: {len(tests)}"


@contextmanager
def _planted(copy: Path, mutant: Mutant) -> Iterator[None]:
    """Plant a mistake for the time of a with-block."""
    file = copy / mutant.file
    code = file.read_text(encoding="utf-8")
    _write(file, mutant.code)
    try:
        yield
    finally:
        _write(file, code)


def _write(file: Path, code: str) -> None:
    """Write a module and forget its bytecode: Python compares seconds and sizes only, which may be the same."""
    file.write_text(code, encoding="utf-8")
    for bytecode in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        bytecode.unlink()


@contextmanager
def copies_of(project: Project) -> Iterator[list[Path]]:
    """Yield a copy of the project for each job, and delete them afterwards."""
    copies = [copy_of(project.root) for _ in range(project.jobs)]
    try:
        yield copies
    finally:
        for copy in copies:
            shutil.rmtree(copy, ignore_errors=True)
