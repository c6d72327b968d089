"""One large picture that holds every small one that a layer draws, so that it draws them all in one call."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

_FIRST_HEIGHT = 1024
_WIDTH = 2048
_LAST_HEIGHT = 4096


class Sprite(NamedTuple):
    """Where a small picture lies on the page, in device pixels; width and height are even."""

    x: int
    y: int
    width: int
    height: int


class Atlas:
    """Small pictures by key, packed in shelves on one page.

    A full page is emptied and `generation` counts up: then all sprites handed out before are void.
    """

    def __init__(self) -> None:
        self.generation = 0
        self.page = QPixmap()
        self._sprites: dict[Hashable, Sprite] = {}
        self.clear()

    def __len__(self) -> int:
        return len(self._sprites)

    def clear(self) -> None:
        """Forget everything: another palette, another screen."""
        self.generation += 1
        self.page = _blank(_FIRST_HEIGHT)
        self._sprites = {}
        self._x = self._y = self._shelf = 0

    def find(self, key: Hashable) -> Sprite | None:
        return self._sprites.get(key)

    def add(self, key: Hashable, picture: QPixmap) -> Sprite:
        """Put a picture on the page; its pixel ratio is ignored."""
        width, height = picture.width() + picture.width() % 2, picture.height() + picture.height() % 2
        width, height = min(width, _WIDTH), min(height, _LAST_HEIGHT)
        if self._x + width > _WIDTH:
            self._x, self._y, self._shelf = 0, self._y + self._shelf, 0
        if self._y + height > self.page.height() and not self._grow(self._y + height):
            self.clear()
        sprite = Sprite(self._x, self._y, width, height)
        painter = QPainter(self.page)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(
            sprite.x, sprite.y, picture.width(), picture.height(), picture, 0, 0, picture.width(), picture.height()
        )
        painter.end()
        self._x += width
        self._shelf = max(self._shelf, height)
        self._sprites[key] = sprite
        return sprite

    def _grow(self, needed: int) -> bool:
        height = self.page.height()
        while height < needed:
            height *= 2
        if height > _LAST_HEIGHT:
            return False
        page = _blank(height)
        painter = QPainter(page)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(0, 0, self.page)
        painter.end()
        self.page = page
        return True


def _blank(height: int) -> QPixmap:
    page = QPixmap(_WIDTH, height)
    page.fill(Qt.GlobalColor.transparent)
    return page
