"""The About dialog: version of the program, its games, and its components with their licences.

Versions and licences of packages are read from their installed metadata, which a bundle contains. Python's licence,
and those of the system libraries in a bundle, are put into `resources/licences` when the bundle is built.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from gui.style.disposal import dispose
from gui.style.theme import UNIT, set_role
from gui.style.widgets import padded_column, program_icon
from model import __version__
from model.content.resources import root
from model.engine.ruleset import Ruleset
from model.session.registry import rulesets
from model.state.base import Record

# ---------------------------------------------------------------------------------------- components and their licences

PACKAGES = ("PySide6-Essentials", "shiboken6", "msgspec", "numpy", "pyqtgraph", "shapely", "tomli-w", "colorama")
"""Packages that the program depends on. A test compares them with the pinned requirements."""

_OWN_WORDS = (
    "Battleboard tells the rules of this game in its own words and carries them out by itself. It uses the game's "
    "figures and facts, and none of its text."
)
_QT = ("PySide6-Essentials", "shiboken6")
_QT_NOTICE = """\
Qt and Qt for Python are used under the GNU Lesser General Public License, version 3.

They are separate libraries in Battleboard's folder, loaded when the program starts: you may replace them with \
compatible versions of your own, and reverse engineer the program to debug such changes. Their source is at \
https://code.qt.io. Qt in turn contains work of others, ICU, HarfBuzz, FreeType, libpng, libjpeg and zlib among them, \
listed at https://doc.qt.io/qt-6/licenses-used-in-qt.html.

The licence's text follows, and that of the GNU General Public License that it refers to.
"""


class Component(Record):
    """A game or a third-party component of the program, with its licence."""

    name: str
    version: str
    licence: str
    """Short name of the licence."""
    text: str
    """Full text of the licence; for a game, its credits."""


def games() -> tuple[Component, ...]:
    """Return the games of the program that have credits, with their authors."""
    return tuple(_game(one) for one in rulesets().values() if one.credit is not None)


def _game(ruleset: Ruleset) -> Component:
    credit = ruleset.credit
    assert credit is not None
    text = "\n\n".join((f"{ruleset.name}: {credit.authors}.", f"Licence: {credit.licence}.", credit.words, _OWN_WORDS))
    return Component(ruleset.name, "", credit.licence, text)


def components() -> tuple[Component, ...]:
    """Return all components: Qt first, then the others by name."""
    others = (*_packages(), _python(), *_drawn(), *_carried())
    qt = [one for one in others if one.text.startswith(_QT_NOTICE)]
    return (*qt, *sorted((one for one in others if one not in qt), key=lambda one: one.name.lower()))


def folder() -> Path:
    """Return the folder of the licences that no package's metadata contains."""
    return root() / "licences"


def python_licence() -> Path:
    """Return the path of Python's licence: the bundle's copy, or else the one in the installed Python."""
    ours = folder() / "Python.txt"
    return ours if ours.exists() else Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"


def _packages() -> Iterator[Component]:
    for name in PACKAGES:
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # not required on this platform
        yield Component(name, found.version, _short(found), _text(found, name))


def _short(found: Distribution) -> str:
    """Return the licence's name from the package's metadata: an expression, a single line, or the classifiers."""
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
    """Sort key that puts the package's own licence before those of the work it contains."""
    return len(file.parts), str(file)


def _python() -> Component:
    return Component("Python", sys.version.split()[0], "PSF-2.0", _read(python_licence()))


def _drawn() -> Iterator[Component]:
    yield Component("Inter", "", "OFL-1.1", _read(root() / "fonts" / "OFL.txt"))
    yield Component("Lucide icons", "", "ISC", _read(root() / "icons" / "LICENSE.txt"))


def _carried() -> Iterator[Component]:
    """Yield the libraries that the bundle contains from the system that it was built on."""
    for file in sorted((folder() / "system").glob("*.txt")):
        yield Component(file.stem, "", "see its text", _read(file))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return f"(The file {file.name} is missing from this copy of the program.)"


# ----------------------------------------------------------------------------------------------------------- the dialog

_WORDS = (
    "A battle board for game masters: combat by the rules of five games, told in our own words, with exact odds and "
    "undo for everything."
)
_PICTURE = 56
_LIST = 230


class AboutDialog(QDialog):
    """Name, version, the games with their authors, and every component with its licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Battleboard")
        self.resize(760, 480)
        self._games = games()
        self._components = (*self._games, *components())
        self.list = QListWidget()
        self.list.setAccessibleName("Components")
        self.list.setFixedWidth(_LIST)
        for one in self._components:
            item = QListWidgetItem(f"{one.name} {one.version}".strip())
            item.setSizeHint(QSize(0, 3 * UNIT))
            self.list.addItem(item)
        self.licence = QLabel()
        self.licence.setWordWrap(True)
        set_role(self.licence, "name")
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Licence")
        self.list.currentRowChanged.connect(self._show)
        column = padded_column(self, 2 * UNIT)
        column.addLayout(self._head())
        column.addLayout(self._body(), 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.list.setCurrentRow(0)

    def _head(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(program_icon().pixmap(_PICTURE, _PICTURE))
        title = QLabel(f"Battleboard {__version__}")
        set_role(title, "big")
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        lines = QVBoxLayout()
        lines.setSpacing(UNIT // 2)
        lines.addWidget(title)
        lines.addWidget(words)
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        return row

    def _body(self) -> QHBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(UNIT)
        heading = QLabel("GAMES AND COMPONENTS")
        set_role(heading, "heading")
        left.addWidget(heading)
        left.addWidget(self.list, 1)
        right = QVBoxLayout()
        right.setSpacing(UNIT)
        right.addWidget(self.licence)
        right.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        row.addLayout(left)
        row.addLayout(right, 1)
        return row

    def _show(self, row: int) -> None:
        one = self._components[row]
        self.licence.setText(f"{one.name}: {one.licence}")
        self.text.setPlainText(one.text)


def show_about(parent: QWidget | None) -> None:
    """Show the About dialog until it is closed."""
    dialog = AboutDialog(parent)
    dialog.exec()
    dispose(dialog)
