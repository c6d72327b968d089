"""Makes the bundle: one folder with the program and everything it needs, for machines without Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from building import icons
from building.product import NAME, PACKAGING, SUMMARY, TITLE, Trouble, version

INSIDE = "_internal"
"""The folder in the bundle that holds everything but the program."""

_VERSION_INFO = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("FileDescription", "{title}"),
      StringStruct("ProductName", "{title}"),
      StringStruct("Comments", "{summary}"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [1033, 1200])]),
  ],
)
"""


def build(work: Path, *, empty: bool = False) -> Path:
    """Build the bundle below `work`, or an empty window in the same way to measure against; return its folder."""
    assets = work / "assets"
    write_assets(assets)
    dist = work / "bundle"
    command = [sys.executable, "-m", "PyInstaller", str(PACKAGING / f"{NAME}.spec"), "--noconfirm"]
    command += ["--distpath", str(dist), "--workpath", str(work / "pyinstaller")]
    command += ["--", "--assets", str(assets), *(["--empty"] if empty else [])]
    # PyInstaller analyses packages, and imports some of them, on a machine that may have no screen.
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", PYTHONHASHSEED="0", PYI_LOG_LEVEL="ERROR")
    if subprocess.run(command, env=environment, check=False).returncode != 0:
        raise Trouble("PyInstaller could not build the bundle; see its output above.")
    folder = dist / ("empty-window" if empty else NAME)
    if sys.platform == "linux":
        finish_linux(folder)
    return folder


def write_assets(folder: Path) -> None:
    """Write the icons, the version file for Windows, and Python's licence into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(python_licence(), folder / "Python.txt")
    icons.write_png(folder / "icons")
    icons.write_ico(folder / f"{NAME}.ico")
    icons.write_icns(folder / f"{NAME}.icns")
    numbers = tuple([*(int(part) for part in version().split(".")), 0, 0, 0][:4])
    words = _VERSION_INFO.format(numbers=numbers, title=TITLE, summary=SUMMARY, version=version())
    (folder / "version.txt").write_text(words, encoding="utf-8")


def python_licence() -> Path:
    """Return the path of Python's licence, in this Python or its Debian package; raise `Trouble` if there is none."""
    release = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path("/usr/share/doc") / release / "copyright",
    )
    for place in places:
        if place.is_file():
            return place
    raise Trouble("The licence of this Python was not found, and the bundle has to carry it.")


def finish_linux(folder: Path) -> None:
    """Remove debugging symbols and broken links, and add the licences of the system's libraries."""
    inside = folder / INSIDE
    python = [*inside.glob("libpython*.so*"), *inside.glob("python*/lib-dynload/*.so")]
    subprocess.run(["strip", "--strip-unneeded", *map(str, python)], check=True)
    for file in inside.rglob("*"):
        if file.is_symlink() and not file.exists():
            file.unlink()
    licences = inside / "resources" / "licences" / "system"
    licences.mkdir(exist_ok=True, parents=True)
    for library in sorted(carried_libraries(folder)):
        package = debian_package(library)
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", licences / f"{package}.txt")


def carried_libraries(folder: Path) -> Iterator[str]:
    """Yield the names of the libraries in a bundle that come from the system it was built on."""
    for file in (folder / INSIDE).glob("lib*.so*"):
        if not file.is_symlink() and not file.name.startswith("libpython"):
            yield file.name


def debian_package(library: str) -> str:
    """Return the installed Debian package that contains a library of the system; raise `Trouble` if there is none."""
    done = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True, check=False)
    packages = sorted({line.split(":", 1)[0] for line in done.stdout.splitlines() if line.startswith("lib")})
    if not packages:
        raise Trouble(f"No Debian package has {library}, so its licence is not known. Build on Debian or Ubuntu.")
    return packages[0]
