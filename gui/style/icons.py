"""Icons: drawings of `resources/icons/NAME.svg` in a colour of the palette, sharp at any usual size."""

from __future__ import annotations

import functools
import weakref
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton
from shiboken6 import isValid

from gui.style.theme import palette, theme
from model.content.resources import root

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "icons"

_SIDES = (16, 20, 24, 32, 40, 48)
"""Device pixels: 16 and 24 px icons on screens of ratio 1, 1.25, 1.5 and 2 find their very size here.

A QIconEngine of our own would draw any size, but PySide 6.11 lets go of engines written in Python too early.
"""

_wearers: weakref.WeakKeyDictionary[QAbstractButton | QAction, tuple[str, str]] = weakref.WeakKeyDictionary()


def icon(name: str, color: str = "text") -> QIcon:
    """The icon of that name in the palette's colour of that name; disabled it is dim.

    It keeps the colour of the palette now in use: `set_icon` is for what must follow. A name without a file
    is a mistake of the program: FileNotFoundError.
    """
    return _icon(name, palette().color(color).name(), palette().dim)


def set_icon(target: QAbstractButton | QAction, name: str, color: str = "text") -> None:
    """Give a button or an action an icon that changes with the palette.

    Qt lays out and paints anew for an icon even when it is the one it has.
    """
    if _wearers.get(target) == (name, color):
        return
    _watch_theme()
    _wearers[target] = (name, color)
    target.setIcon(icon(name, color))


def icon_pixmap(name: str, size: int, ratio: float, color: str = "text") -> QPixmap:
    """An icon as a square picture of `size` device-independent pixels for a screen of that pixel ratio."""
    pixmap = QPixmap(_render(name, palette().color(color).name(), round(size * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@functools.cache
def _watch_theme() -> None:
    """Once: there is one theme for as long as the program runs."""
    theme().changed.connect(_follow)


def _follow() -> None:
    for target, (name, color) in list(_wearers.items()):
        # A window that was closed may be gone while Python still knows its buttons.
        if isValid(target):
            target.setIcon(icon(name, color))


@functools.lru_cache(maxsize=512)
def _icon(name: str, color: str, dim: str) -> QIcon:
    result = QIcon()
    for side in _SIDES:
        result.addPixmap(_render(name, color, side))
        result.addPixmap(_render(name, dim, side), QIcon.Mode.Disabled)
    return result


@functools.lru_cache(maxsize=2048)
def _render(name: str, color: str, side: int) -> QPixmap:
    """Draw an icon of `side` device pixels."""
    drawing = QByteArray(_source(name).replace(b"currentColor", color.encode()))
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(drawing).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return pixmap


@functools.cache
def _source(name: str) -> bytes:
    return (FOLDER / f"{name}.svg").read_bytes()


def program_icon() -> QIcon:
    """The program's own icon, sharp at any size."""
    return QIcon(str(root() / "pictures" / "battleboard.svg"))
