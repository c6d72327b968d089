"""The command `dev.py build`: builds and tests the bundle, and makes the installers for the system it runs on."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from building import bundle, deb, inspection, macos, selfextracting, windows
from building.product import MAXIMUM_DOWNLOAD, MAXIMUM_INSTALLED, ROOT, TITLE, Trouble, megabytes, version


def say(text: str) -> None:
    print(text, flush=True)


@contextmanager
def timed(what: str) -> Iterator[None]:
    begun = time.monotonic()
    yield
    say(f"{what}: {time.monotonic() - begun:.0f} s")


def require_tools() -> None:
    """Raise `Trouble` if, on Linux, a tool of Debian or Ubuntu is missing.

    A Linux build needs one of these systems, because it uses their libraries, licences and package format.
    """
    missing = [name for name in ("dpkg", "dpkg-deb", "objdump", "strip", "xz") if shutil.which(name) is None]
    if sys.platform == "linux" and missing:
        raise Trouble(
            f"Missing: {', '.join(missing)}. Build on Debian or Ubuntu, with binutils and xz-utils installed."
        )


def make_bundle(work: Path) -> Path:
    """Build the bundle and run its tests; return its folder, or raise `Trouble` if a test fails."""
    with timed("bundle built"):
        made = bundle.build(work)
    with timed("bundle tested"):
        wrong = inspection.problems(made)
    if wrong:
        raise Trouble("The bundle cannot be released:\n  " + "\n  ".join(wrong))
    return made


def make_installers(made: Path, work: Path, out: Path) -> list[Path]:
    """Make the installers for this system; return their files."""
    assets = work / "assets"
    makers: dict[str, list[tuple[str, Callable[[], Path]]]] = {
        "linux": [
            (".deb", lambda: deb.build(made, assets, work, out)),
            (".run", lambda: selfextracting.build(made, assets, work, out)),
        ],
        "win32": [("installer", lambda: windows.build(made, assets, out))],
        "darwin": [(".dmg", lambda: macos.build(made.with_name(f"{TITLE}.app"), work, out))],
    }
    if sys.platform not in makers:
        raise Trouble(f"There is no installer for this kind of system ({sys.platform}).")
    files = []
    for name, make in makers[sys.platform]:
        with timed(f"{name} made"):
            files.append(make())
    return files


def is_small_enough(made: Path, installers: list[Path]) -> bool:
    """Print each size in megabytes beside its maximum; return whether all are within it."""
    rows = [(file.name, megabytes(file), MAXIMUM_DOWNLOAD) for file in installers]
    rows.append(("installed", megabytes(made), MAXIMUM_INSTALLED))
    for name, size, most in rows:
        say(f"{name} | {size:.1f} MB | {most} MB | {'ok' if size <= most else 'over'}")
    return all(size <= most for _, size, most in rows)


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py build", description="Build what people install.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder for the installers")
    parser.add_argument("--prove", action="store_true", help="then install them on a bare Debian and play a fight")
    parser.add_argument("--only-prove", action="store_true", help="prove what was built before")
    said = parser.parse_args()
    out: Path = said.out.absolute()
    work = out / "work"
    work.mkdir(parents=True, exist_ok=True)
    try:
        if not said.only_prove:
            require_tools()
            say(f"{TITLE} {version()} for {sys.platform}, in {out}")
            made = make_bundle(work)
            if not is_small_enough(made, make_installers(made, work, out)):
                return 1
        if said.prove or said.only_prove:
            from building.proving import prove

            return prove(work, out)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
