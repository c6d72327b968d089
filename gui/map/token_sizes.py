"""How large tokens are drawn: true to size, but large enough to read and to hit, and so that they hide no others."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from gui.map.sprites import look_of
from gui.style import draw_token, palette
from model.view.map import Id, Point, TokenView

Floats = NDArray[np.float64]

_NAMED, _MINOR = 22.0, 16.0
"""Pixels that a token's radius measures at least at usual zooms, so that it can be read and hit."""
_FULL_FROM = 8.0
"""Pixels a metre from which tokens have that size; further out they shrink to about half."""
_SMALLEST = 7.0
"""Pixels that a token's radius measures even where its zone has no room for it."""
_LEGIBLE = 11.0
"""Pixels that a token's radius measures even where others stand close by: its initials are read."""
_RIM = 1.16
"""How much farther than its radius a token reaches: a diamond's corners."""
_OVERLAP = 0.58
"""Radius that a token may have, as a share of the way to the next one: rings overlap then, initials do not."""
_LARGER = 1.25
"""How much larger than half of its kind a token may be drawn for having more room around it."""
_BLOCK = 256
"""Tokens whose distances are measured at once."""


class TokenSizes:
    """The radii of tokens in pixels, which are asked for many times in every frame."""

    def __init__(self) -> None:
        self._stand: dict[Id, tuple[Point | None, bool]] = {}
        self._gaps: dict[Id, float] = {}
        """Metres from each to the next one who stands."""
        self._scale: float | None = None
        self._radii = np.empty(0)
        self.set_tokens(())

    def set_tokens(self, tokens: Sequence[TokenView]) -> None:
        """The radii of these are asked for from now on, in this order; all of them are on the map."""
        self._metres = np.array([token.radius for token in tokens], dtype=float)
        self._is_minor = np.array([token.minor for token in tokens], dtype=bool)
        self._room = np.array([math.inf if token.room is None else token.room for token in tokens], dtype=float)
        # Measured only when somebody moves or falls: marking a target makes new tokens, too.
        stand = {token.id: (token.point, token.out) for token in tokens}
        if stand != self._stand:
            self._stand = stand
            self._gaps = dict(zip(stand, _gaps(tokens).tolist(), strict=True))
        self._apart = np.array([self._gaps[token.id] for token in tokens], dtype=float)
        self._scale = None

    def radii(self, scale: float) -> Floats:
        """At so many pixels a metre.

        Who has only so much room in a zone is not made larger than that; nor is anybody so large that those who stand
        close together cover each other's initials. Those of one kind differ little, so that size still tells kinds
        apart. Rounded to half pixels so that few sizes are drawn.
        """
        if scale != self._scale:
            self._scale = scale
            readable = np.minimum(_least(self._is_minor, scale), np.maximum(self._apart * scale * _OVERLAP, _LEGIBLE))
            for those in (self._is_minor, ~self._is_minor):
                if those.any():
                    readable[those] = np.minimum(readable[those], np.median(readable[those]) * _LARGER)
            readable = np.minimum(readable, np.maximum(self._room * scale / _RIM, _SMALLEST))
            self._radii = _rounded(np.maximum(self._metres * scale, readable))
        return self._radii


def paint_loose(painter: QPainter, middle: QPointF, token: TokenView, scale: float) -> None:
    """A token in the hand, on its way to its first place; at so many pixels a metre."""
    radius = _rounded(np.maximum(token.radius * scale, _least(np.array(token.minor), scale)))
    draw_token(painter, middle, float(radius), look_of(token), palette())


def _least(is_minor: np.ndarray, scale: float) -> Floats:
    """Pixels of radius that can be read."""
    return np.where(is_minor, _MINOR, _NAMED) * min(1.0, max(0.5, scale / _FULL_FROM))


def _rounded(radii: Floats) -> Floats:
    return np.round(2 * radii) / 2


def _gaps(tokens: Sequence[TokenView]) -> Floats:
    """How far each is from the next one in metres; who is out lies under all others, and counts for nothing.

    Measured in blocks, so that memory stays small.
    """
    gaps = np.full(len(tokens), math.inf)
    standing = np.flatnonzero([not token.out for token in tokens])
    points = np.array([token.point for token in tokens if not token.out], dtype=float).reshape(-1, 2)
    for start in range(0, len(points), _BLOCK):
        block = np.arange(start, min(start + _BLOCK, len(points)))
        squares, down = (np.subtract.outer(points[block, axis], points[:, axis]) for axis in (0, 1))
        squares *= squares
        down *= down
        squares += down
        squares[block - start, block] = math.inf
        gaps[standing[block]] = np.sqrt(squares.min(axis=1))
    return gaps
