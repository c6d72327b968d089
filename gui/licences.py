"""Whose work Battleboard is built from, and under which licences, as what is installed says itself.

Packages are read from their own metadata, which a bundle carries along. Python's licence, and those of the system's
libraries that a bundle brings, are put into `resources/licences` when it is built.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from model.content.resources import root
from model.engine.ruleset import Ruleset
from model.session.registry import rulesets
from model.state.base import Record

PACKAGES = ("PySide6-Essentials", "shiboken6", "msgspec", "numpy", "pyqtgraph", "shapely", "tomli-w", "colorama")
"""What the program runs on. A test holds it against the pinned requirements."""

_OWN_WORDS = (
    "Battleboard tells the rules of this game in its own words and carries them out by itself. It uses the game's "
    "figures and facts, and none of its text."
)
_QT = ("PySide6-Essentials", "shiboken6")
_QT_NOTICE = """\
Qt and Qt for Python are used under the GNU Lesser General Public License, version 3.

They are libraries of their own in Battleboard's folder, linked when the program starts: you may replace them by \
versions of yours that fit, and take apart what uses them to mend such a change. Their source is at \
https://code.qt.io. Qt in turn contains work of others, ICU, HarfBuzz, FreeType, libpng, libjpeg and zlib among them, \
listed at https://doc.qt.io/qt-6/licenses-used-in-qt.html.

The licence's text follows, and that of the GNU General Public License that it refers to.
"""


class Component(Record):
    """Work of other people that is in the program."""

    name: str
    version: str
    licence: str
    """In a few words."""
    text: str
    """The licence itself, whole."""


def games() -> tuple[Component, ...]:
    """The games that the program plays, with their authors."""
    return tuple(_game(one) for one in rulesets().values() if one.credit is not None)


def _game(ruleset: Ruleset) -> Component:
    credit = ruleset.credit
    assert credit is not None
    text = "\n\n".join((f"{ruleset.name}: {credit.authors}.", f"Licence: {credit.licence}.", credit.words, _OWN_WORDS))
    return Component(ruleset.name, "", credit.licence, text)


def components() -> tuple[Component, ...]:
    """All of them: Qt first, then the others by name."""
    others = (*_packages(), _python(), *_drawn(), *_carried())
    qt = [one for one in others if one.text.startswith(_QT_NOTICE)]
    return (*qt, *sorted((one for one in others if one not in qt), key=lambda one: one.name.lower()))


def folder() -> Path:
    """Where licences lie that no package's metadata holds."""
    return root() / "licences"


def python_licence() -> Path:
    """The text of Python's own licence: the bundle's copy, or the one in the installed Python."""
    ours = folder() / "Python.txt"
    return ours if ours.exists() else Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"


def _packages() -> Iterator[Component]:
    for name in PACKAGES:
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # not of this platform
        yield Component(name, found.version, _short(found), _text(found, name))


def _short(found: Distribution) -> str:
    """The licence's name as the package gives it: a word for machines, a line, or one of its classifiers."""
    metadata = found.metadata
    for key in ("License-Expression", "License"):
        given = metadata[key].strip() if key in metadata else ""
        if given and "\n" not in given:
            return given
    named = [line for line in metadata.get_all("Classifier") or () if line.startswith("License ::")]
    return ", ".join(line.rsplit(" :: ", 1)[-1] for line in named)


def _text(found: Distribution, name: str) -> str:
    if name in _QT:
        texts = [_read(folder() / file) for file in ("LGPL-3.0.txt", "GPL-3.0.txt")]
        return "\n\n".join((_QT_NOTICE, *texts))
    files = [file for file in found.files or () if _is_licence(file)]
    return "\n\n".join(_read(Path(str(found.locate_file(file)))) for file in sorted(files, key=_depth))


def _is_licence(file: PurePosixPath) -> bool:
    in_metadata = any(part.endswith(".dist-info") for part in file.parts)
    return in_metadata and ("licenses" in file.parts or file.name.upper().startswith(("LICEN", "COPYING")))


def _depth(file: PurePosixPath) -> tuple[int, str]:
    """The package's own licence before those of what it contains."""
    return len(file.parts), str(file)


def _python() -> Component:
    return Component("Python", sys.version.split()[0], "PSF-2.0", _read(python_licence()))


def _drawn() -> Iterator[Component]:
    yield Component("Inter", "", "OFL-1.1", _read(root() / "fonts" / "OFL.txt"))
    yield Component("Lucide icons", "", "ISC", _read(root() / "icons" / "LICENSE.txt"))


def _carried() -> Iterator[Component]:
    """Libraries of the system that the bundle was built on."""
    for file in sorted((folder() / "system").glob("*.txt")):
        yield Component(file.stem, "", "see its text", _read(file))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return f"(The file {file.name} is missing from this copy of the program.)"
