"""Imported pictures: a file that is no picture, too large or damaged is refused with a sentence, at no cost in time."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from gui.map.pictures import MOST_PIXELS, Pictures, picture_problem
from gui.windows.gm_window import GmWindow
from model.session.pictures import is_picture, read_picture

pytestmark = pytest.mark.usefixtures("qapp")

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'


def saved(form: str, side: int = 40) -> bytes:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, form)
    return bytes(content.data())


def claiming(width: int, height: int) -> bytes:
    """Return a PNG of a few bytes whose header claims this size."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(b"\0" * 1000)) + part(b"IEND", b"")


@pytest.mark.parametrize("form", ["PNG", "JPG", "BMP", "PPM", "WEBP"])
def test_pictures_of_pixels_are_pictures(form: str) -> None:
    content = saved(form)
    assert is_picture(content)
    assert picture_problem(content) == ""
    pictures = Pictures()
    pictures.set_resolver({"one": content}.get)
    portrait = pictures.portrait("one")
    assert portrait is not None
    assert portrait.width() == 40


BAD = {
    "too large": (claiming(8001, 8000), "64 million"),
    "much too large": (claiming(2**31 - 1, 2**31 - 1), "not a picture"),
    "cut off in its beginning": (saved("PNG", 400)[:20], "not a picture"),
    "cut off": (saved("PNG", 400)[:-60], "damaged"),
    "empty": (b"", "not a picture"),
}


@pytest.mark.parametrize(("content", "why"), BAD.values(), ids=BAD)
def test_what_cannot_be_shown_is_told_and_not_read(content: bytes, why: str) -> None:
    assert why in picture_problem(content)
    pictures = Pictures()
    pictures.set_resolver({"one": content}.get)
    assert pictures.portrait("one") is None
    assert pictures.ground("one").isNull()


def test_the_limit_itself_is_within_it() -> None:
    """The picture claims the largest size allowed; that its data are incomplete is another sentence."""
    assert MOST_PIXELS == 64_000_000
    assert "million" not in picture_problem(claiming(8000, 8000))


def test_svg_is_no_picture(tmp_path: Path) -> None:
    file = tmp_path / "drawing.png"
    for content in (SVG, b"\n" + SVG, b'<?xml version="1.0"?>' + SVG, zlib.compress(SVG)):
        assert not is_picture(content)
        file.write_bytes(content)
        assert read_picture(file) is None


@pytest.mark.slow
def test_the_gm_is_told_why_a_picture_is_not_taken(open_window: Callable[[], GmWindow], tmp_path: Path) -> None:
    window = open_window()
    who = next(iter(window.work.battle.combatants))
    files = {"drawing.svg": (SVG, "PNG"), "poster.png": (claiming(9000, 9000), "million"), "half.png": BAD["cut off"]}
    for name, (content, word) in files.items():
        (tmp_path / name).write_bytes(content)
        said = window.pictures.use_portrait(who, tmp_path / name)
        assert said is not None
        assert name in said
        assert word in said
        assert window.work.battle.combatants[who].portrait == ""
    good = tmp_path / "good.png"
    good.write_bytes(saved("PNG"))
    assert window.pictures.use_portrait(who, good) is None
    assert window.work.battle.combatants[who].portrait.endswith(".png")
