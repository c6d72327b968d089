"""Pictures in every format that Qt reads here, whole and cut off, by every reader of the program."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter, QLinearGradient, QPainter

from gui.map.pictures import Pictures, ground_image, picture_problem, small_image
from gui.style.picture_bytes import encoded, picture_reader
from gui.windows.player_commands import _is_animated

pytestmark = pytest.mark.usefixtures("qapp")

SIDE = 48
GIF = base64.b64decode("R0lGODlhAgACAIAAAP8AAAAA/yH5BAAAAAAALAAAAAACAAIAAAIDRAIFADs=")
TGA = bytes([0, 0, 2, *[0] * 9, 2, 0, 2, 0, 24, 0]) + bytes([10, 20, 30] * 4)
BY_HAND = {"gif": GIF, "tga": TGA}
NOT_PIXELS = {"svg", "svgz"}
"""Qt draws these; a battle takes no drawing as a picture."""

ODD = {"icns", "tga"}
"""Formats that no battle takes; Qt complains of the pictures that it wrote itself, or knows them by file name only."""


def forms() -> list[str]:
    readable = {bytes(form.data()).decode() for form in QImageReader.supportedImageFormats()}
    return sorted(readable - NOT_PIXELS)


def content_of(form: str) -> bytes:
    """Return a small picture in this format, or nothing if Qt cannot write it and none is made by hand."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    gradient = QLinearGradient(0, 0, SIDE, SIDE)
    gradient.setColorAt(0, Qt.GlobalColor.darkBlue)
    gradient.setColorAt(1, Qt.GlobalColor.yellow)
    painter.fillRect(image.rect(), gradient)
    painter.end()
    return BY_HAND.get(form) or encoded(image, form)


def read_everywhere(content: bytes, folder: Path) -> tuple[str, bool]:
    """Let every reader of the program read a picture; return the problem that is told, and whether all show it."""
    pictures = Pictures()
    pictures.set_resolver({"one": content}.get)
    _is_animated(content)
    file = folder / "picture"
    file.write_bytes(content)
    shown = (
        pictures.portrait("one") is not None,
        not pictures.ground("one").isNull(),
        not ground_image(content).isNull(),
        not small_image(file, QSize(16, 16)).isNull(),
        not QImage.fromData(content).isNull(),
    )
    return picture_problem(content), all(shown)


@pytest.mark.parametrize("form", sorted(set(forms()) - ODD))
def test_a_picture_of_any_format_is_shown(form: str, tmp_path: Path) -> None:
    content = content_of(form)
    assert content, f"Qt reads {form} here, so this test needs such a picture"
    assert read_everywhere(content, tmp_path) == ("", True)


@pytest.mark.no_qt_log
@pytest.mark.parametrize("form", forms())
def test_a_picture_that_is_odd_or_cut_off_ends_nothing(form: str, tmp_path: Path) -> None:
    """Qt logs what is wrong with it, and so it may."""
    content = content_of(form)
    for length in (1, 4, 16, len(content) // 4, len(content) // 2, len(content) - 1, len(content)):
        read_everywhere(content[:length], tmp_path)


def test_what_qt_writes_is_covered() -> None:
    """If a system's Qt reads a format that it cannot write, the test above needs one made by hand."""
    written = {bytes(form.data()).decode() for form in QImageWriter.supportedImageFormats()}
    assert set(forms()) <= written | set(BY_HAND)


def test_a_reader_has_let_go_of_the_bytes_after_its_block() -> None:
    with picture_reader(content_of("tiff")) as reader:
        assert reader.size() == QSize(SIDE, SIDE)
    assert reader.device() is None
