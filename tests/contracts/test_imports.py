"""The import contracts in pyproject.toml are kept, also at run time."""

import subprocess
import sys
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]

CHECK_CONTRACTS = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"

# Prints which packages that the model must do without are loaded when all its modules are imported.
IMPORT_THE_MODEL = """
import importlib, pkgutil, sys
import model
for module in pkgutil.walk_packages(model.__path__, "model."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
unwanted = {"PySide6", "shiboken6", "PyQt6", "qtpy", "pyqtgraph", "numpy", "shapely", "gui"}
print(*sorted({name.partition(".")[0] for name in sys.modules} & unwanted))
"""


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_import_contract_is_kept() -> None:
    done = run_python(CHECK_CONTRACTS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_model_runs_without_qt_numpy_and_shapely() -> None:
    """The geometry of `model.board` uses shapely, but imports it only on first use, because that takes long."""
    done = run_python(IMPORT_THE_MODEL)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_no_more_than_two_modules_of_the_gui_know_each_other_in_a_circle() -> None:
    """Imports for types alone count: a reader of one module has to read the others as well."""
    graph = grimp.build_graph("gui", cache_dir=None)
    reached = {module: graph.find_upstream_modules(module) for module in graph.modules}
    circles = {
        frozenset(other for other in reached[module] if module in reached[other]) | {module} for module in reached
    }
    assert [sorted(circle) for circle in circles if len(circle) > 2] == []
