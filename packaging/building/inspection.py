"""The bundle's own tests: it contains everything the program needs and nothing else, and it runs without Python."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from building import contents, elf
from building.bundle import INSIDE
from building.product import NAME, ROOT, version

COMPILED = {
    "msgspec": ["msgspec/_core"],
    "numpy": ["numpy/_core/_multiarray_umath", "numpy/linalg/_umath_linalg"],
    "shapely": ["shapely/lib", "shapely/_geos"],
    "Qt": ["PySide6/QtCore", "PySide6/QtGui", "PySide6/QtWidgets", "PySide6/QtSvg", "shiboken6/Shiboken"],
}
"""Compiled modules without which nothing runs, as prefixes of their paths in the bundle."""

NEEDED_MODULES = ("pyqtgraph.graphicsItems.ViewBox.ViewBox", "shapely.geometry.polygon", "tomli_w", "msgspec.toml")
"""Modules of other packages that are imported late, so that their absence would show only in the middle of combat."""


def problems(folder: Path) -> list[str]:
    """Return what is wrong with a bundle, or an empty list; the program is run only if nothing else is wrong."""
    found = [*missing_resources(folder), *missing_compiled(folder), *wrong_modules(folder), *unwanted_files(folder)]
    if sys.platform == "linux":
        found += unmet_libraries(folder)
    return found or failures(folder)


def missing_resources(folder: Path) -> Iterator[str]:
    """Yield rules, content, samples, fonts, icons, styles, pictures and licences that are missing or not identical."""
    for part in contents.RESOURCES:
        source = ROOT / "resources" / part
        files = [source] if source.is_file() else [file for file in source.rglob("*") if file.is_file()]
        if not files:
            yield f"resources/{part}: nothing there to bundle"
        for file in files:
            copy = folder / INSIDE / file.relative_to(ROOT)
            if not copy.is_file() or copy.read_bytes() != file.read_bytes():
                yield f"{file.relative_to(ROOT)}: not in the bundle as it is here"
    if not (folder / INSIDE / "resources" / "licences" / "Python.txt").is_file():
        yield "resources/licences/Python.txt: missing"


def missing_compiled(folder: Path) -> Iterator[str]:
    endings = (".so", ".pyd", ".dylib")
    places = [file.relative_to(folder / INSIDE).as_posix() for file in (folder / INSIDE).rglob("*")]
    for package, beginnings in COMPILED.items():
        for beginning in beginnings:
            if not any(place.startswith(f"{beginning}.") and place.endswith(endings) for place in places):
                yield f"{package}: its compiled module {beginning} is missing"


def modules_in(folder: Path) -> set[str]:
    """Return the names of the Python modules in a bundle."""
    from PyInstaller.archive.readers import CArchiveReader

    program = folder / (f"{NAME}.exe" if sys.platform == "win32" else NAME)
    archive = CArchiveReader(str(program))
    name = next(name for name in archive.toc if name.startswith("PYZ"))
    return set(archive.open_embedded_archive(name).toc)


def our_modules() -> set[str]:
    """Return the names of all modules of the program."""
    files = [file for package in contents.PACKAGES for file in (ROOT / package).rglob("*.py")]
    dotted = (".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files)
    return {name.removesuffix(".__init__") for name in dotted}


def wrong_modules(folder: Path) -> Iterator[str]:
    """Yield modules of ours or of a package that are missing, and modules that should have stayed out."""
    present = modules_in(folder)
    started = "gui.__main__"  # the program's main script is beside the archive
    for name in sorted((our_modules() | set(NEEDED_MODULES)) - present - {started}):
        yield f"{name}: this module is missing"
    for name in sorted(present):
        if any(name == out or name.startswith(f"{out}.") for out in contents.EXCLUDED_MODULES):
            yield f"{name}: this module was to stay out"


def unwanted_files(folder: Path) -> Iterator[str]:
    for file in (folder / INSIDE).rglob("*"):
        place = file.relative_to(folder).as_posix()
        is_odd = contents.is_plugin(place) and not contents.is_plugin_kept(place, sys.platform)
        if file.is_file() and (is_odd or contents.is_unused(place)):
            yield f"{place}: nothing uses it"


def unmet_libraries(folder: Path) -> Iterator[str]:
    """Yield the needed libraries that are neither in the bundle nor among those that every desktop has."""
    for name in sorted(elf.wants_of_all(folder).libraries):
        if not contents.is_system_library(name):
            yield f"{name}: needed, but neither carried along nor known as a library of the system"


def failures(folder: Path) -> list[str]:
    """Run the bundled program without a screen: pictures, every ruleset, scenario and sample, a forecast in processes.

    Return what failed.
    """
    sample = ROOT / "resources" / "samples" / "dockside-ambush.battle.toml"
    rulesets = sorted(file.stem for file in (ROOT / "resources" / "rules").glob("*.toml"))
    with tempfile.TemporaryDirectory() as home:
        picture = Path(home) / "window.png"
        runs = [
            (["--version"], version()),
            (["check", str(ROOT / "resources" / "samples")], ""),
            *((["rules", ruleset], ruleset) for ruleset in rulesets),
            (["play", str(ROOT / "tests" / "scenarios")], ", 0 failed"),
            (["forecast", str(sample), "--fights", "20", "--seed", "inspection"], ": 20 fights in "),
            (["--sample", "dockside-ambush", "--until-shown"], ""),
            (["--screenshot", str(picture), "--sample", "dockside-ambush"], ""),
        ]
        found = [problem for arguments, expected in runs for problem in failure(folder, home, arguments, expected)]
        if not picture.is_file() or picture.stat().st_size < 10_000:
            found.append("--screenshot saved no picture of the window")
    return found


def failure(folder: Path, home: str, arguments: list[str], expected: str) -> Iterator[str]:
    """Run the program once as for a user without Python; yield how it failed, if it did."""
    program = folder / (f"{NAME}-console.exe" if sys.platform == "win32" else NAME)
    environment = {"HOME": home, "USERPROFILE": home, "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen"}
    environment |= {"XDG_RUNTIME_DIR": home, "LANG": "C.UTF-8"}
    if sys.platform == "win32":
        import os

        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    done = subprocess.run([str(program), *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0 or expected not in done.stdout:
        yield f"{NAME} {' '.join(arguments)}: status {done.returncode}, {(done.stdout + done.stderr)[-600:].strip()}"
