"""What is tested by what, copies of the project to plant mistakes in, and pytest runs in them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutation.plugin import VARIABLE

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = "tests/scenarios"


@dataclass(frozen=True)
class Project:
    """A tree of sources and the tests that have to find mistakes in them."""

    root: Path
    sources: tuple[str, ...]
    """Folders in which lines are recorded."""
    tests: tuple[str, ...]
    """Folders and files of tests."""
    cache: Path
    """A folder for the record of these tests."""
    jobs: int = 2
    options: tuple[str, ...] = ()
    """Further options for pytest."""


def project_for(paths: Iterable[str], tests: Sequence[str], jobs: int, is_slow: bool = False) -> Project:
    """Return this project with the tests that count for these paths, unless others are given.

    Without `is_slow`, the slow tests of the model do not count: they are whole forecasts, which take minutes. Those of
    windows are slow only because a window is.
    """
    is_gui = any(Path(path).parts[0] == "gui" for path in paths)
    sources = ("gui",) if is_gui else ("model",)
    tests = tuple(tests) or (("tests/gui",) if is_gui else ("tests/model", SCENARIOS))
    options = () if is_slow or is_gui else ("--quick",)
    name = "+".join(one.replace("/", "-") for one in (*tests, *options))
    return Project(ROOT, sources, tests, ROOT / ".mutation" / name, jobs, options)


def test_named_by(file: str) -> str:
    """Return what pytest calls the tests of a file; a scenario is a test of its own."""
    if file.endswith(".toml"):
        return f"{SCENARIOS}/test_scenarios.py::test_scenario[{Path(file).relative_to(SCENARIOS).as_posix()}]"
    return file


def file_of_test(test: str) -> str:
    """Return the file that holds a test: a scenario is one file."""
    scenario = re.fullmatch(rf"{SCENARIOS}/test_scenarios\.py::test_scenario\[(.*)\]", test)
    return f"{SCENARIOS}/{scenario[1]}" if scenario else test.partition("::")[0]


def test_files(project: Project) -> list[str]:
    """Return the project's files that hold tests: modules, and scenarios."""
    found = {
        file.relative_to(project.root).as_posix()
        for one in map(project.root.joinpath, project.tests)
        for pattern in ("test_*.py", "*.toml")
        for file in ([one] if one.is_file() else one.rglob(pattern))
    }
    return sorted(file for file in found if file.endswith(".py") or file.startswith(SCENARIOS))


def copy_of(root: Path) -> Path:
    """Return a new folder with all files of the project but those that git ignores."""
    folder = Path(tempfile.mkdtemp(prefix="mutation-")).resolve()
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listing.split("\0")):
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
    return folder


def run_pytest(
    copy: Path, arguments: Sequence[str], told: dict[str, Any], timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run pytest with our plugin in a copy of the project; raise `subprocess.TimeoutExpired` after the time."""
    orders = copy / ".mutation-orders.json"
    orders.write_text(json.dumps(told), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutation.plugin", "-p", "no:cacheprovider", "-q"]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, VARIABLE: str(orders), "PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"}
    # The bytecode of a copy is kept in the copy, and goes with it.
    environment |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}
    return subprocess.run(
        [*command, *arguments],
        cwd=copy,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )
