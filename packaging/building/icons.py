"""The program's icon as each system needs it, drawn from the one picture in `resources/pictures`."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

from building.product import NAME, ROOT

DRAWING = ROOT / "resources" / "pictures" / f"{NAME}.svg"
SIDES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Pixels."""

_ICO_SIDES = (16, 24, 32, 48, 64, 128, 256)
_ICNS_KINDS = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512}


def draw(side: int) -> bytes:
    """Return the icon as a PNG of `side` x `side` pixels."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
    from PySide6.QtGui import QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(0, 0, side, side))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return a Windows icon file made of PNGs by their side in pixels, at most 256."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    place = len(head) + 16 * len(pictures)
    entries = b""
    for side, picture in pictures.items():
        entries += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return head + entries + b"".join(pictures.values())


def icns(pictures: Mapping[str, bytes]) -> bytes:
    """Return a macOS icon file made of PNGs by their kind, such as `ic08` for 256 pixels."""
    body = b"".join(kind.encode() + struct.pack(">I", 8 + len(picture)) + picture for kind, picture in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def write_png(folder: Path) -> None:
    """Write `SIDExSIDE.png` for every usual size."""
    folder.mkdir(parents=True, exist_ok=True)
    for side in SIDES:
        (folder / f"{side}x{side}.png").write_bytes(draw(side))


def write_ico(file: Path) -> None:
    file.write_bytes(ico({side: draw(side) for side in _ICO_SIDES}))


def write_icns(file: Path) -> None:
    file.write_bytes(icns({kind: draw(side) for kind, side in _ICNS_KINDS.items()}))
