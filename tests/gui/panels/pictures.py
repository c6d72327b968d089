"""Reads colours from pictures of widgets."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QImage


def count_like(image: QImage, color: QColor, tolerance: int = 2) -> int:
    """Return how many pixels have a colour, within a tolerance in each of red, green and blue."""
    flat = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(flat.constBits(), np.uint8).reshape(flat.height(), flat.bytesPerLine() // 4, 4)
    wanted = np.array([color.blue(), color.green(), color.red()], np.int16)
    distance = np.abs(pixels[:, : flat.width(), :3].astype(np.int16) - wanted)
    return int((distance.max(axis=2) <= tolerance).sum())


def has_color(image: QImage, color: QColor, tolerance: int = 2) -> bool:
    """Return whether a colour is anywhere in a picture, within a tolerance."""
    return count_like(image, color, tolerance) > 0
