"""Pictures from bytes and as bytes: the only place that lets Qt read or write a picture through a buffer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImage, QImageReader, QImageWriter


@contextmanager
def picture_reader(content: bytes) -> Iterator[QImageReader]:
    """Yield a reader of these bytes; it can be used only within the `with` block."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    try:
        yield reader
    finally:
        # Some formats (TIFF) use the buffer once more when they are closed. Python would free the buffer before the
        # reader, so the reader lets go of it here.
        reader.setDevice(None)  # type: ignore[arg-type]  # the stubs know no null pointer


def encoded(image: QImage, form: str) -> bytes:
    """Return an image as the bytes of a file in a format such as `png`; empty if it cannot be written so."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(form.encode())).write(image)
    return bytes(buffer.data().data())
