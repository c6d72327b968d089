"""The libraries that Linux programs and libraries need, read by `objdump`."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)", re.MULTILINE)
_GLIBC = re.compile(r"\bGLIBC_(\d+)\.(\d+)\b")


@dataclass(frozen=True)
class Wants:
    """What one file needs."""

    libraries: frozenset[str]
    glibc: tuple[int, int]
    """The newest version of the C library whose symbols it uses; (0, 0) if none."""


def is_elf(file: Path) -> bool:
    if file.is_symlink() or not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"


def elf_files(folder: Path) -> Iterator[Path]:
    """Yield every program and library in a folder and below it."""
    return (file for file in sorted(folder.rglob("*")) if is_elf(file))


def read_wants(dump: str) -> Wants:
    """Parse the output of `objdump -p` for a file."""
    versions = [(int(major), int(minor)) for major, minor in _GLIBC.findall(dump)]
    return Wants(frozenset(_NEEDED.findall(dump)), max(versions, default=(0, 0)))


def wants(file: Path) -> Wants:
    done = subprocess.run(["objdump", "-p", str(file)], capture_output=True, text=True, check=True)
    return read_wants(done.stdout)


def wants_of_all(folder: Path) -> Wants:
    """Return what the files in a folder need and the folder does not contain."""
    return outside((wants(file) for file in elf_files(folder)), {file.name for file in folder.rglob("*.so*")})


def outside(each: Iterable[Wants], held: set[str]) -> Wants:
    """Return what several files need in all, without the libraries in `held`."""
    libraries: set[str] = set()
    newest = (0, 0)
    for one in each:
        libraries |= one.libraries
        newest = max(newest, one.glibc)
    return Wants(frozenset(libraries - held), newest)
