"""Pictures that a view names by file: portraits and the ground under the map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

Resolver = Callable[[str], bytes | None]
"""The bytes of a picture by its file name (content hash and extension), or None when it is missing."""

PORTRAIT_SIDE = 512
GROUND_SIDE = 8192
"""Pixels to which larger pictures are scaled when they are read."""


MOST_PIXELS = 64_000_000
"""Of a picture; larger ones take seconds to read and gigabytes to keep."""
_GLANCE = 64
"""Pixels to which a picture is scaled to see whether all of it can be read."""


class Pictures:
    """Reads pictures through a resolver and keeps them; a missing or broken one is an empty image."""

    def __init__(self) -> None:
        self._resolve: Resolver = lambda file: None
        self._images: dict[tuple[str, int], QImage] = {}

    def set_resolver(self, resolve: Resolver) -> None:
        self._resolve = resolve
        self._images = {}

    def portrait(self, file: str) -> QImage | None:
        """A portrait, or None when there is none to show."""
        image = self._read(file, PORTRAIT_SIDE) if file else QImage()
        return None if image.isNull() else image

    def ground(self, file: str) -> QImage:
        return self._read(file, GROUND_SIDE)

    def _read(self, file: str, side: int) -> QImage:
        image = self._images.get((file, side))
        if image is None:
            image = self._images[file, side] = _decode(self._resolve(file), side)
        return image


def ground_image(content: bytes | None) -> QImage:
    """A picture as it lies under the map, by its bytes; a null image where there is none, or none that can be read."""
    return _decode(content, GROUND_SIDE)


def small_image(file: Path, size: QSize) -> QImage:
    """The picture in a file, scaled down to fit into a size; a null image where there is none that can be read."""
    reader = QImageReader(str(file))
    reader.setAutoTransform(True)
    found = reader.size()
    if not found.isValid() or found.width() * found.height() > MOST_PIXELS:
        return QImage()
    reader.setScaledSize(found.scaled(size, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def picture_problem(content: bytes) -> str:
    """Why bytes are no picture that the program shows, as the rest of a sentence; empty when they are."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if not size.isValid() or not reader.canRead():
        return "is not a picture that can be shown."
    if size.width() * size.height() > MOST_PIXELS:
        return f"has {size.width()} x {size.height()} pixels, more than {MOST_PIXELS // 1_000_000} million."
    reader.setScaledSize(size.scaled(QSize(_GLANCE, _GLANCE), Qt.AspectRatioMode.KeepAspectRatio))
    return "is damaged: it cannot be read to the end." if reader.read().isNull() else ""


def _decode(content: bytes | None, side: int) -> QImage:
    if not content:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() * size.height() > MOST_PIXELS:
        return QImage()
    if size.isValid() and max(size.width(), size.height()) > side:
        reader.setScaledSize(size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()
